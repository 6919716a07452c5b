/* Steering: from the wheel in the driver's hands to the two road wheels of an axle.
 *
 * The rack gives both wheels the angle that the axle's middle would have; Ackermann's condition
 * (cot outer - cot inner = track / wheelbase; Gillespie, Fundamentals of Vehicle Dynamics, ch. 6)
 * spreads them, wholly at ackermann = 1, not at all at 0. Where the axle has a linkage, the middle's angle per rack and
 * the spread vary with the rack, as its tie rods lead the wheels. Rigid: no compliance, no backlash.
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
    num most_radps;         /* of a free steering wheel, as steering_wheel.h has it */
    num return_inverse_mps; /* of the road speed from which it returns that fast; 0: at any */
};

/* Tie rods: polynomials of x, the square of the axle's share of the rack's angle, for the middle's angle over that share and
 * for the spread. Both wheels are mirror images, so that both are even. */
enum { TIE_ROD_TERMS = 6 };
struct tie_rod_constants {
    num middle[TIE_ROD_TERMS], spread[TIE_ROD_TERMS];
    num last; /* x up to which they hold, and the straight lines begin; 0: the axle has no tie rods */
};

struct steering_axle_constants {
    num share;            /* of the rack's angle; 0: not steered */
    num ackermann_spread; /* ackermann * track / (2 * distance to the axis of the turn) */
    struct tie_rod_constants tie_rods;
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

/* The angle of an axle's middle and the spread, with their changes per change of the axle's share of the rack's angle. */
struct axle_steer {
    real middle_rad, middle_slope, spread, spread_slope;
};

/* A polynomial of x and its slope. */
static inline real tie_rod_polynomial(const num terms[TIE_ROD_TERMS], real x, real *slope)
{
    real value = lanes(terms[TIE_ROD_TERMS - 1]);
    *slope = splat(0.0f);
    for (int i = TIE_ROD_TERMS - 2; i >= 0; --i) {
        *slope = *slope * x + value;
        value = value * x + terms[i];
    }
    return value;
}

/* Beyond the last place ratio and spread stay what they are there. */
static inline struct axle_steer steer_by_tie_rods(const struct tie_rod_constants *c, real angle)
{
    real last = lanes(c->last), x = min_real(angle * angle, last), ratio_slope, spread_slope;
    real ratio = tie_rod_polynomial(c->middle, x, &ratio_slope);
    real spread = tie_rod_polynomial(c->spread, x, &spread_slope);
    mask within = x < last;
    return (struct axle_steer){angle * ratio, ratio + keep(within, 2.0f * x * ratio_slope), spread,
                               keep(within, 2.0f * angle * spread_slope)};
}

static inline struct axle_steer find_axle_steer(const struct steering_axle_constants *c, real angle)
{
    struct axle_steer plain = {angle, splat(1.0f), lanes(c->ackermann_spread), splat(0.0f)};
    mask linked = c->tie_rods.last > splat(0.0f);
    if (!any(linked)) return plain;
    struct axle_steer led = steer_by_tie_rods(&c->tie_rods, angle);
    return (struct axle_steer){pick(linked, led.middle_rad, plain.middle_rad),
                               pick(linked, led.middle_slope, plain.middle_slope),
                               pick(linked, led.spread, plain.spread),
                               pick(linked, led.spread_slope, plain.spread_slope)};
}

/* Steer angle of the wheel on that side: +1 left, -1 right. With m the angle of the axle's middle, its tangent is tan m
 * / (1 - side * spread * tan m). It is written as a direction, which needs no tangent. Its derivative by m is the
 * inverse square of that direction's length, by the spread that times side * sin² m. */
static inline struct steer_angle ackermann_angle(const struct steering_axle_constants *c,
                                                 real rack_angle, real side)
{
    real share = lanes(c->share);
    mask steered = (share < 0.0f) | (share > 0.0f);
    struct steer_angle straight = {splat(0.0f), splat(0.0f), splat(1.0f), splat(0.0f)};
    if (!any(steered)) return straight;
    struct axle_steer axle = find_axle_steer(c, rack_angle * share);
    real across, along;
    sine_cosine_of_acute(clamp(axle.middle_rad, splat(-1.4f), splat(1.4f)), &across, &along);
    along = max_real(along - side * axle.spread * across, 0.1f * along);
    real inverse = 1.0f / square_root(across * across + along * along);
    real sine = across * inverse, cosine = along * inverse;
    real per_share = axle.middle_slope + side * axle.spread_slope * (across * across);
    return (struct steer_angle){keep(steered, sine * arc_over_sine(cosine)), keep(steered, sine),
                                pick(steered, cosine, straight.cosine),
                                share * per_share * (inverse * inverse)};
}

#endif
