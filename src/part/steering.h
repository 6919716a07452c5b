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
#include "../base/vector.h"
#include "../base/view.h"

struct steering_constants {
    float ratio, inverse_ratio;
    float lock_rad;
    float fastest_radps, return_radps;
    float return_inverse_mps; /* of the road speed from which it returns that fast; 0: at any */
};

struct steering_axle_constants {
    float share;            /* of the rack's angle; 0: not steered */
    float ackermann_spread; /* ackermann * track / (2 * distance to the axis of the turn) */
};

/* How much of a wanted change of its angle the steering wheel makes in a substep of a car with that
 * velocity. */
static inline real steering_change(view c, real angle, real wanted, vec3 velocity, real dt)
{
    real fastest = GET(c, struct steering_constants, fastest_radps);
    real per_speed = GET(c, struct steering_constants, return_inverse_mps);
    real share = min_real(vec3_length(velocity) * per_speed, splat(1.0f));
    real back = GET(c, struct steering_constants, return_radps) *
                pick(per_speed > 0.0f, share, splat(1.0f));
    real most = pick(wanted * angle < 0.0f, back, fastest) * dt;
    return clamp(wanted, -most, most);
}

/* How far a wheel is turned about its steering axis. */
struct steer_angle {
    real angle_rad, sine, cosine;
};

/* Of the wheel on that side: +1 left, -1 right. With m the angle of the axle's middle, its tangent is
 * tan m / (1 - side * spread * tan m), here as a direction, so that it takes no tangent. */
static inline struct steer_angle ackermann_angle(view c, real rack_angle, real side)
{
    real share = GET(c, struct steering_axle_constants, share);
    mask steered = (share < 0.0f) | (share > 0.0f);
    struct steer_angle straight = {splat(0.0f), splat(0.0f), splat(1.0f)};
    if (!any(steered)) return straight;
    real across, along;
    sine_cosine_of_acute(clamp(rack_angle * share, splat(-1.4f), splat(1.4f)), &across, &along);
    real spread = side * GET(c, struct steering_axle_constants, ackermann_spread);
    along = max_real(along - spread * across, 0.1f * along);
    real inverse = 1.0f / square_root(across * across + along * along);
    real sine = across * inverse, cosine = along * inverse;
    return (struct steer_angle){keep(steered, sine * arc_over_sine(cosine)), keep(steered, sine),
                                pick(steered, cosine, straight.cosine)};
}

#endif
