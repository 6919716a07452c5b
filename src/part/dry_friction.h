/* Dry friction inside springs, joints and rubber: it builds up over a small travel and then holds.
 *
 *     dz/dt = v - |v| z / z_max,   force = capacity * z / z_max
 *
 * (P. R. Dahl, A solid friction model, 1968, with exponent 1.) A slow stroke to and fro is a loop of twice the
 * capacity's height; small swings make small loops, so that nothing is left to swing for ever, as
 * it would on an elastic element that never slips. Stored is capacity * z^2 / (2 z_max), and
 * the rest of the work is lost: capacity * |v| (z / z_max)^2.
 *
 * The step is implicit in z, which stays within z_max at any speed. A capacity that itself grows with the
 * travel, as that of rubber with its load, keeps the balance but for its growth within the first
 * z_max / 2. */
#ifndef KAMM_PART_DRY_FRICTION_H
#define KAMM_PART_DRY_FRICTION_H

#include "../base/lane.h"

/* z over z_max after a substep: from -1 to 1. */
LANE_INLINE real friction_share(real share, real speed_mps, real inverse_max, real dt)
{
    real passed = speed_mps * (inverse_max * dt);
    return (share + passed) / (1.0f + absolute(passed));
}

/* Its slope: of the share after the substep, per way of that substep in units of z_max. None where it slides. */
LANE_INLINE real friction_share_slope(real share, real speed_mps, real inverse_max, real dt)
{
    real passed = absolute(speed_mps) * (inverse_max * dt);
    return max_real(1.0f - share * sign_of(speed_mps), splat(0.0f)) / (1.0f + passed);
}

#endif
