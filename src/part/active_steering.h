/* Active steering: a motor in the steering column adds an angle to the driver's, by speed and by yaw rate.
 *
 *     gain = active_steering_gain(v, speed);                             road wheels' angle over that of the fixed ratio
 *     added = active_steering_step(v, added, driver, gain, yaw_missing, fade, dt);      at the road wheels
 *
 * The added angle makes the ratio depend on speed, direct when parking and indirect when fast. It also steers against a
 * yaw rate other than the one that is steered for. (P. Koehn and M. Eckrich, Active Steering - The BMW Approach Towards
 * Modern Steering Technology, SAE 2004-01-1105: a planetary gear adds the motor's angle; less than two turns from stop
 * to stop when parking; up to 2.5 degrees for stability.) The gain is linear in the speed up to a speed from which it
 * stays.
 *
 * Assumptions: the motor holds any torque, and its speed is bounded; the planetary gear leaves the torque at the steering wheel in the
 * proportion of the fixed ratio. */
#ifndef KAMM_PART_ACTIVE_STEERING_H
#define KAMM_PART_ACTIVE_STEERING_H

#include "../base/num.h"

struct active_steering_constants {
    num standing_gain, gain_per_mps, fast_mps;
    num yaw_s; /* angle per yaw rate */
    num yaw_max_rad;
    num max_rate_radps;
    num lock_rad; /* of the rack, in terms of the road wheels' angle */
};

LANE_INLINE real active_steering_gain(const struct active_steering_constants *v, real speed_mps)
{
    return v->standing_gain + v->gain_per_mps * min_real(absolute(speed_mps), lanes(v->fast_mps));
}

/* `driver`: the road wheels' angle that the steering wheel alone gives. The rack's stops bound the sum. */
LANE_INLINE real active_steering_step(const struct active_steering_constants *v, real added_rad,
                                      real driver_rad, real gain, real yaw_missing_radps, real fade,
                                      real dt)
{
    real max = lanes(v->yaw_max_rad), lock = lanes(v->lock_rad);
    real by_yaw = fade * clamp(v->yaw_s * yaw_missing_radps, -max, max);
    real sum = clamp(driver_rad * gain + by_yaw, -lock, lock);
    real change = v->max_rate_radps * dt;
    return added_rad + clamp(sum - driver_rad - added_rad, -change, change);
}

#endif
