/* Steering: from the wheel in the driver's hands to the two road wheels of an axle.
 *
 * The rack gives both wheels the angle that the axle's middle would have; Ackermann's condition
 * (cot outer - cot inner = track / wheelbase; Gillespie, Fundamentals of Vehicle Dynamics, ch. 6)
 * spreads them, wholly at ackermann = 1, not at all at 0. Rigid: no compliance, no backlash.
 * The steering wheel follows the driver's demand at a bounded rate; back towards the middle at another,
 * which may grow with road speed. */
#ifndef KAMM_PART_STEERING_H
#define KAMM_PART_STEERING_H

#include "../base/arc_series.h"
#include "../base/num.h"
#include "../base/vector.h"

struct steering_constants {
    num ratio, inverse_ratio;
    num lock_rad;
    num max_rate_radps, return_rate_radps;
    num return_inverse_mps; /* of the road speed from which it returns that fast; 0: at any */
};

struct steering_axle_constants {
    num share;            /* of the rack's angle; 0: not steered */
    num ackermann_spread; /* ackermann * track / (2 * distance to the axis of the turn) */
};

/* How much of a wanted change of its angle the steering wheel makes in a substep of a car with that
 * velocity. */
static inline real steering_change(const struct steering_constants *c, real angle, real wanted,
                                   vec3 velocity, real dt)
{
    real max_rate = lanes(c->max_rate_radps);
    real per_speed = lanes(c->return_inverse_mps);
    real share = min_real(vec3_length(velocity) * per_speed, splat(1.0f));
    real back = c->return_rate_radps * pick(per_speed > 0.0f, share, splat(1.0f));
    real max = pick(wanted * angle < 0.0f, back, max_rate) * dt;
    return clamp(wanted, -max, max);
}

/* The rack, in terms of the angle that the middle of an axle with a share of 1 has. */
struct rack {
    real angle_rad, rate_radps;
};

/* How far a wheel is turned about its steering axis, and its change per change of the rack's angle. */
struct steer_angle {
    real angle_rad, sine, cosine, per_rack;
};

/* Of the wheel on that side: +1 left, -1 right. With m the angle of the axle's middle, its tangent is
 * tan m / (1 - side * spread * tan m), here as a direction, so that it takes no tangent. Its derivative by m is the inverse
 * square of that direction's length. */
static inline struct steer_angle ackermann_angle(const struct steering_axle_constants *c,
                                                 real rack_angle, real side)
{
    real share = lanes(c->share);
    mask steered = (share < 0.0f) | (share > 0.0f);
    struct steer_angle straight = {splat(0.0f), splat(0.0f), splat(1.0f), splat(0.0f)};
    if (!any(steered)) return straight;
    real across, along;
    sine_cosine_of_acute(clamp(rack_angle * share, splat(-1.4f), splat(1.4f)), &across, &along);
    real spread = side * c->ackermann_spread;
    along = max_real(along - spread * across, 0.1f * along);
    real inverse = 1.0f / square_root(across * across + along * along);
    real sine = across * inverse, cosine = along * inverse;
    return (struct steer_angle){keep(steered, sine * arc_over_sine(cosine)), keep(steered, sine),
                                pick(steered, cosine, straight.cosine),
                                share * (inverse * inverse)};
}

#endif
