/* Steering: from the wheel in the driver's hands to the two road wheels of an axle.
 *
 * The rack gives both wheels the angle that the axle's middle would have; Ackermann's condition
 * (cot outer - cot inner = track / wheelbase; Gillespie, Fundamentals of Vehicle Dynamics, ch. 6)
 * spreads them, wholly at ackermann = 1, not at all at 0. Rigid: no compliance, no backlash.
 * The steering wheel follows the driver's demand at a bounded rate. */
#ifndef KAMM_PART_STEERING_H
#define KAMM_PART_STEERING_H

#include "../base/lane_math.h"
#include "../base/view.h"

struct steering_constants {
    float inverse_ratio;
    float lock_rad;
    float fastest_radps;
};

struct steering_axle_constants {
    float share;            /* of the rack's angle; 0: not steered */
    float ackermann_spread; /* ackermann * track / (2 * distance to the axis of the turn) */
};

/* The steering wheel's angle after a substep. */
static inline real steer_towards(view c, real angle, real wanted, real dt)
{
    real lock = GET(c, struct steering_constants, lock_rad);
    real most = GET(c, struct steering_constants, fastest_radps) * dt;
    return angle + clamp(clamp(wanted, -lock, lock) - angle, -most, most);
}

/* Of the wheel on that side: +1 left, -1 right. */
static inline real ackermann_angle(view c, real rack_angle, real side)
{
    real share = GET(c, struct steering_axle_constants, share);
    mask steered = (share < 0.0f) | (share > 0.0f);
    if (!any(steered)) return splat(0.0f);
    real middle = tangent(clamp(rack_angle * share, splat(-1.4f), splat(1.4f)));
    real spread = GET(c, struct steering_axle_constants, ackermann_spread) * middle;
    return keep(steered, arc_tangent(middle / max_real(1.0f - side * spread, splat(0.1f))));
}

#endif
