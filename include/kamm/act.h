/* External forces: impulses, forces and motion from outside, for explosions, magnets, jump pads, winches and network
 * corrections.
 *
 * The response depends on the rung. On full, sprung and unsprung masses respond in all directions. On rigid2d,
 * single_track and double_track the car responds in the plane of the road and turns about its normal. On kinematic it
 * responds along its course. Components that a rung lacks have no effect. A car with KAMM_FAULT_NUMERIC stays where it
 * is.
 *
 * A refused value returns KAMM_ERROR_RANGE and changes nothing. Refused are values that are not finite, and points more
 * than a kilometre from the car. So are changes of velocity above 1000 m/s, or of angular velocity above 1000 rad/s
 * (of a force or torque: in one substep). `error` may be NULL.
 *
 * Vectors are in world axes. A point of NULL is the centre of gravity of the car with its payload. */
#ifndef KAMM_ACT_H
#define KAMM_ACT_H

#include <kamm/cars.h>
#include <kamm/error.h>
#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes a car's momentum immediately, by an impulse at a point. */
KAMM_API kamm_result kamm_apply_impulse(kamm_cars *cars, int car, const double impulse_ns[3],
                                        const double point_m[3], kamm_error *error);
/* Changes a car's angular momentum immediately. */
KAMM_API kamm_result kamm_apply_angular_impulse(kamm_cars *cars, int car,
                                                const double impulse_nms[3], kamm_error *error);

/* Applies a force at a point during all substeps of the next call that steps the car, alone, in a combination or in a
 * world. A call of 0 substeps counts too. Forces and torques add up. During that call the force keeps its direction and
 * its moment about the car. Snapshots do not contain it; restoring one, or placing the car, removes it. Errors: also
 * MEMORY, for the first force on these cars. */
KAMM_API kamm_result kamm_apply_force(kamm_cars *cars, int car, const double force_n[3],
                                      const double point_m[3], kamm_error *error);
/* Applies a torque in the same way. */
KAMM_API kamm_result kamm_apply_torque(kamm_cars *cars, int car, const double torque_nm[3],
                                       kamm_error *error);

/* Motion of a car as a rigid body with wheels, in world axes. */
typedef struct kamm_motion {
    /* Origin of the vehicle frame, as from kamm_read_pose. */
    double position_m[3];
    /* Quaternion w, x, y, z from body to world axes; all 0: no rotation. */
    double orientation[4];
    /* Velocity of the vehicle frame's origin. */
    double velocity_mps[3];
    /* Angular velocity of the body. */
    double angular_velocity_radps[3];
    /* Rotational speed of each existing wheel, positive rolling forward. */
    double wheel_radps[KAMM_MAX_WHEELS];
} kamm_motion;

/* Reads the present motion of a car. */
KAMM_API void kamm_read_motion(const kamm_cars *cars, int car, kamm_motion *motion);

/* Sets the motion of a car, to follow a server or a recording. Springs, tyres, engine, gear, inputs and faults stay as
 * they are. A changed wheel speed also changes the speed of what is geared to the wheel: motors, and the engine of a
 * closed clutch. The ground is queried again. Setting a motion that was read changes no more than rounding.
 *
 * Rungs below full take position, heading, yaw rate and the velocity along the road (kinematic: along its course).
 * Errors: RANGE: a value that is not finite; a position 10 million km or more away; a speed above 1000 m/s; an angular
 * velocity above 1000 rad/s; a wheel's above 10000 rad/s. */
KAMM_API kamm_result kamm_set_motion(kamm_cars *cars, int car, const kamm_motion *motion,
                                     kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
