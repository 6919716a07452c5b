/* Acting on cars from outside: explosions, magnets, jump pads, winches, corrections from a server.
 *
 * A car answers as its rung can: on full as sprung and unsprung masses in all directions, on rigid2d,
 * single_track and double_track in the plane of the road, turned about its normal, on kinematic along its course.
 * What a rung can't do has no effect. A car with KAMM_FAULT_NUMERIC stays where it is.
 *
 * Values that are not finite or beyond all reason are refused with KAMM_ERROR_RANGE, and nothing changes:
 * a point more than a kilometre from the car, a push that would change its velocity by more than 1000 m/s, or
 * its angular velocity by more than 1000 rad/s (a force or torque: in one substep). `error` may be NULL.
 *
 * Vectors are in world axes. A point may be NULL: the centre of gravity of the car with its payload. */
#ifndef KAMM_ACT_H
#define KAMM_ACT_H

#include <kamm/cars.h>
#include <kamm/error.h>
#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes a car's momentum at once, by an impulse at a point. */
KAMM_API kamm_result kamm_apply_impulse(kamm_cars *cars, int car, const double impulse_ns[3],
                                        const double point_m[3], kamm_error *error);
/* … its angular momentum. */
KAMM_API kamm_result kamm_apply_angular_impulse(kamm_cars *cars, int car,
                                                const double impulse_nms[3], kamm_error *error);

/* A force at a point, through all substeps of the next call that steps the car, by itself, in a combination or in a world;
 * a call of no substeps counts. Several forces and torques add up. The force keeps its direction, and its moment about
 * the car, through that call. It is not part of snapshots: restoring one, and placing the car, drops it.
 * Also MEMORY: there is none for the first force on these cars. */
KAMM_API kamm_result kamm_apply_force(kamm_cars *cars, int car, const double force_n[3],
                                      const double point_m[3], kamm_error *error);
/* A torque, likewise. */
KAMM_API kamm_result kamm_apply_torque(kamm_cars *cars, int car, const double torque_nm[3],
                                       kamm_error *error);

/* How a car moves, as a rigid body with wheels. */
typedef struct kamm_motion {
    double position_m[3];             /* of the vehicle frame's origin, as kamm_read_pose has it */
    double orientation[4];            /* quaternion w, x, y, z, body to world; all 0: none */
    double velocity_mps[3];           /* of the vehicle frame's origin */
    double angular_velocity_radps[3]; /* of the body */
    double wheel_radps[KAMM_MAX_WHEELS]; /* of each wheel that there is, positive rolling forward */
} kamm_motion;

/* How the car moves now. */
KAMM_API void kamm_read_motion(const kamm_cars *cars, int car, kamm_motion *motion);

/* Goes on from another motion: to follow a server or a recording. Springs, tyres, engine, gear, inputs and
 * faults stay as they are; where a wheel gets another speed, what turns with the wheels is turned along (motors, the
 * engine of a closed clutch). The ground is asked for anew. What is read and set again changes nothing but for
 * rounding. Rungs below full take from pose and motion what their road leaves them: place and heading, velocity along the road
 * (kinematic: along its course) and yaw rate. Errors: RANGE, where a value is not finite, a place 10 million km
 * or more away, a speed of 1000 m/s, an angular velocity of 1000 rad/s or a wheel's of 10000 rad/s is passed. */
KAMM_API kamm_result kamm_set_motion(kamm_cars *cars, int car, const kamm_motion *motion,
                                     kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
