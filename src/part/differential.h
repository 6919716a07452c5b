/* Differential of an axle: open, locked or of limited slip, and the axle's part in the whole drive.
 *
 *     cage += differential_cage_speed(v, left_spin, right_spin);   over all axles
 *     limit = differential_limit_nm(v, axle_torque, left_spin, right_spin);      the engine's share and a motor's
 *     twist = differential_twist(v, twist, limit, left_spin, right_spin, dt);
 *     torque = differential_split(v, axle_torque, twist, limit, left_spin, right_spin);
 *
 * Source: G. Genta, Motor Vehicle Dynamics (1997), section 4: an open differential's cage turns at
 * the mean speed of its wheels and halves its torque between them. An axle's share of the drive
 * torque weighs its part in the speed behind the gearbox too, so that power in equals power out.
 *  - A locked differential is an open one with a spring and a damper from wheel to wheel, the half
 *    shafts; scaled for stability as the drive shafts are (clutch.h). Its twist is bounded.
 *  - One of limited slip is a locked one whose torque from wheel to wheel has a limit, that of its plates or gears:
 *
 *        limit = preload + 1/2 S |axle's torque| + viscous |difference of the wheels' speeds|
 *
 *    The shafts' spring and that friction lie in series (Prandtl and Jenkins, as in clutch.h). Within the limit the
 *    wheels turn together. Beyond it they slip, and the faster wheel gets the limit less than half of the torque. So the
 *    wheels' torques differ by the share S of their sum, the locking value, and are to each other as (1 + S) : (1 - S),
 *    the bias ratio B. S has one value while the engine drives and one while it brakes, as ramp angles have.
 *    Plates: friction mu on z faces of mean radius r, ramps of angle a at a radius R: S = mu z r / (R tan a), from the
 *    balance of forces on a pressure ring. Gears as in a Torsen: S = (B - 1) / (B + 1).
 *  - Departures: friction of plates is the same sticking and sliding; a viscous coupling answers linearly, without
 *    temperature or hump.
 *  - Mass and friction of the gears are left out (wheel inertia and efficiency may hold them).
 */
#ifndef KAMM_PART_DIFFERENTIAL_H
#define KAMM_PART_DIFFERENTIAL_H

#include "../base/num.h"

struct differential_constants {
    num share; /* of the drive torque; 0: not driven */
    num lock_stiffness_nm_per_rad, lock_damping_nms_per_rad; /* 0: open */
    num inverse_stiffness;                                   /* 0: open */
    num max_twist_rad;
    num preload_nm, drive_lock, coast_lock; /* half of S while the engine drives, and brakes */
    num viscous_nms_per_rad;
};

struct wheel_torques {
    real left_nm, right_nm;
};

LANE_INLINE real differential_cage_speed(const struct differential_constants *v, real left_spin,
                                         real right_spin)
{
    return v->share * (0.5f * (left_spin + right_spin));
}

/* The most that goes from wheel to wheel. */
LANE_INLINE real differential_limit_nm(const struct differential_constants *v, real axle_nm,
                                       real left_spin, real right_spin)
{
    real lock = pick(axle_nm < 0.0f, lanes(v->coast_lock), lanes(v->drive_lock));
    real by_torque = lock * absolute(axle_nm);
    return v->preload_nm + by_torque + v->viscous_nms_per_rad * absolute(left_spin - right_spin);
}

/* Twist of a locked differential, left wheel ahead of right. */
LANE_INLINE real differential_twist(const struct differential_constants *v, real twist,
                                    real limit_nm, real left_spin, real right_spin, real dt)
{
    real max = min_real(lanes(v->max_twist_rad), limit_nm * v->inverse_stiffness);
    return clamp(twist + dt * (left_spin - right_spin), -max, max);
}

LANE_INLINE struct wheel_torques differential_split(const struct differential_constants *v,
                                                    real axle_nm, real twist, real limit_nm,
                                                    real left_spin, real right_spin)
{
    real half = 0.5f * axle_nm;
    real lock = v->lock_stiffness_nm_per_rad * twist +
                v->lock_damping_nms_per_rad * (left_spin - right_spin);
    lock = clamp(lock, -limit_nm, limit_nm);
    return (struct wheel_torques){half - lock, half + lock};
}

#endif
