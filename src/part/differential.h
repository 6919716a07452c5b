/* Differential of an axle, open or locked, and the axle's part in the whole drive.
 *
 *     cage += differential_cage_speed(v, left_spin, right_spin);   over all axles
 *     twist = differential_twist(v, twist, left_spin, right_spin, dt);
 *     torque = differential_split(v, drive_torque, twist, left_spin, right_spin);
 *
 * Source: G. Genta, Motor Vehicle Dynamics (1997), section 4: an open differential's cage turns at
 * the mean speed of its wheels and halves its torque between them. An axle's share of the drive
 * torque weighs its part in the speed behind the gearbox too, so that power in equals power out.
 *  - A locked differential is an open one with a spring and a damper from wheel to wheel, the half
 *    shafts; scaled for stability as the drive shafts are (clutch.h). Its twist is bounded.
 *  - Mass and friction of the gears are left out (wheel inertia and efficiency may hold them).
 */
#ifndef KAMM_PART_DIFFERENTIAL_H
#define KAMM_PART_DIFFERENTIAL_H

#include "../base/num.h"

struct differential_constants {
    num share; /* of the drive torque; 0: not driven */
    num lock_stiffness_nm_per_rad, lock_damping_nms_per_rad; /* 0: open */
    num max_twist_rad;
};

struct wheel_torques {
    real left_nm, right_nm;
};

LANE_INLINE real differential_cage_speed(const struct differential_constants *v, real left_spin,
                                         real right_spin)
{
    return v->share * (0.5f * (left_spin + right_spin));
}

/* Twist of a locked differential, left wheel ahead of right. */
LANE_INLINE real differential_twist(const struct differential_constants *v, real twist,
                                    real left_spin, real right_spin, real dt)
{
    real max = lanes(v->max_twist_rad);
    return clamp(twist + dt * (left_spin - right_spin), -max, max);
}

LANE_INLINE struct wheel_torques differential_split(const struct differential_constants *v,
                                                    real drive_nm, real twist, real left_spin,
                                                    real right_spin)
{
    real half = v->share * (0.5f * drive_nm);
    real lock = v->lock_stiffness_nm_per_rad * twist +
                v->lock_damping_nms_per_rad * (left_spin - right_spin);
    return (struct wheel_torques){half - lock, half + lock};
}

#endif
