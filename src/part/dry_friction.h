/* Dry friction inside springs, joints and rubber: it builds up over a small travel and then holds.
 *
 *     dz/dt = v - |v| z / z_max,   force = capacity * z / z_max
 *
 * (P. R. Dahl, A solid friction model, 1968, with exponent 1.) A slow stroke to and fro is a loop of twice the
 * capacity's height; small swings make small loops, so that no small swing persists, as
 * it would on an elastic element that never slips. Stored is capacity * z^2 / (2 z_max), and
 * the rest of the work is lost: capacity * |v| (z / z_max)^2.
 *
 * The step is implicit in z, which stays within z_max at any speed. A capacity that itself grows with the
 * travel, as that of rubber with its load, keeps the balance but for its growth within the first
 * z_max / 2.
 *
 * Leaf springs rub in proportion to their load. P. S. Fancher, R. D. Ervin, C. C. MacAdam and C. B. Winkler,
 * Measurement and Representation of the Mechanical Properties of Truck Leaf Springs, SAE 800905 (1980), has the force
 * between two envelopes, dF/dx = (F_env - F) / beta. F is the force of spring and friction, F_env the spring's force
 * and the capacity to either side. With beta = z_max that is the law above except for beta times the spring's rate, by
 * which the force stays off that paper's envelopes on a long stroke; the capacity here is what a long stroke reaches.
 * The share follows the way exactly there, whatever the substep. The loss is |v| z^2 / z_max^2 of the capacity C less
 * half of what C grows by within z_max. It is never negative where C >= z_max dC/dx / 2, which friction_capacity in
 * suspension.h ensures. */
#ifndef KAMM_PART_DRY_FRICTION_H
#define KAMM_PART_DRY_FRICTION_H

#include "../base/lane_math.h"

/* z over z_max after a substep: from -1 to 1. */
LANE_INLINE real friction_share(real share, real speed_mps, real inverse_max, real dt)
{
    real passed = speed_mps * (inverse_max * dt);
    return (share + passed) / (1.0f + absolute(passed));
}

/* The same by the exact way, z/z_max = 1 - (1 - z/z_max) exp(-way/z_max). */
LANE_INLINE real leaf_friction_share(real share, real speed_mps, real inverse_max, real dt)
{
    real passed = absolute(speed_mps) * (inverse_max * dt);
    real sign = sign_of(speed_mps);
    real next = sign + (share - sign) * exponential(-passed);
    return pick(passed > 0.0f, next, share);
}

/* Returns its slope, as below. */
LANE_INLINE real leaf_friction_slope(real share, real speed_mps)
{
    return max_real(1.0f - share * sign_of(speed_mps), splat(0.0f));
}

/* Returns the slope of the share after the substep, per way of that substep in units of z_max. It
 * is 0 while it slides. */
LANE_INLINE real friction_share_slope(real share, real speed_mps, real inverse_max, real dt)
{
    real passed = absolute(speed_mps) * (inverse_max * dt);
    return max_real(1.0f - share * sign_of(speed_mps), splat(0.0f)) / (1.0f + passed);
}

#endif
