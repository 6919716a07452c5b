/* CommonRoad models: the CommonRoad vehicle models as functions dx/dt = f(x, u), for planners that need the equations
 * in double precision and without cars.
 *
 * Source: M. Althoff and G. Wuersching, CommonRoad: Vehicle Models (Version 2020a): KS, chapter 5, and ST, chapter 7.
 * The rung single_track steps ST where its def says single_track.equations = commonroad.
 *
 * Units are SI, angles in rad, positive to the left. The input is
 *     [0] rate of the steering angle of the front wheels, rad/s
 *     [1] acceleration along the path, m/s2
 * The functions clamp the input to the limits of the source. The steering angle is limited to lock over ratio, its rate
 * to the steering wheel's highest rate over ratio. The acceleration has the limits of kamm_model_info. It is at most
 * max_acceleration_mps2, and falls with the inverse of the speed above switch_speed_mps. It does not lead beyond
 * top_speed_mps or reverse_speed_mps.
 *
 * Models of any rung are allowed. Lengths, mass and yaw inertia are the car's. Friction, cornering coefficients and the
 * height of the load shift come from the def's group single_track. Where that is 0, they are those of the rung
 * single_track. Each call of ST then derives them, in some 50 us: give them in the def for calls in a loop.
 *
 * The functions have no state and accept any numbers. Arguments that are not finite give results that are not finite.
 * No pointer may be NULL. */
#ifndef KAMM_COMMONROAD_H
#define KAMM_COMMONROAD_H

#include <kamm/export.h>
#include <kamm/vehicle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Constants of these equations, for solvers that implement them. */
typedef struct kamm_commonroad_numbers {
    /* Distance between the axles. */
    double wheelbase_m;
    /* Distances from the centre of gravity to the axles. */
    double front_m, rear_m;
    /* Cornering coefficients times friction: lateral force per load and rad. */
    double front_grip, rear_grip;
    /* Height with which an acceleration shifts load. */
    double height_m;
    /* Mass over yaw inertia, 1/m2. */
    double mass_per_inertia;
    /* Limits of the front wheels' steering angle and of its rate. */
    double max_steer_rad, max_steer_rate_radps;
    /* Limits of the acceleration: its highest value up to the switching speed, and the highest speeds. */
    double max_acceleration_mps2, switch_speed_mps, top_speed_mps, reverse_speed_mps;
} kamm_commonroad_numbers;
/* Returns the constants of a model. */
KAMM_API kamm_commonroad_numbers kamm_describe_commonroad(const kamm_model *model);

/* KS, the kinematic single-track model about the rear axle. State and derivative:
 *     [0], [1] place x, y of the rear axle, m   [2] steering angle of the front wheels, rad
 *     [3] speed of the rear axle, m/s, negative backwards   [4] heading, rad */
KAMM_API void kamm_commonroad_ks(const kamm_model *model, const double state[5],
                                 const double input[2], double derivative[5]);

/* ST, the single-track model with sideslip. Below 0.1 m/s it is kinematic about the centre of gravity, as in the
 * source. State and derivative:
 *     [0], [1] place x, y of the centre of gravity, m   [2] steering angle of the front wheels, rad
 *     [3] speed of the centre of gravity, m/s, negative backwards   [4] heading, rad
 *     [5] yaw rate, rad/s   [6] sideslip: from the heading to the velocity, rad */
KAMM_API void kamm_commonroad_st(const kamm_model *model, const double state[7],
                                 const double input[2], double derivative[7]);

#ifdef __cplusplus
}
#endif

#endif
