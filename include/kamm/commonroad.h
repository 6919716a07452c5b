/* The CommonRoad vehicle models as plain functions, dx/dt = f(x, u): for planners who want the equations
 * themselves, in double and without cars.
 *
 * Source: M. Althoff and G. Wuersching, CommonRoad: Vehicle Models (Version 2020a): KS, chapter 5, and ST,
 * chapter 7. The rung single_track steps ST where its def says single_track.equations = commonroad.
 *
 * Units are SI, angles in rad, positive to the left. The input is
 *     [0] rate of the steering angle of the front wheels, rad/s
 *     [1] acceleration along the path, m/s2
 * and is held to the limits that the source has: the steering angle to lock over ratio, its rate to the
 * fastest of the steering wheel over ratio; the acceleration to the limits of kamm_model_info: at most
 * max_acceleration_mps2, above switch_speed_mps in inverse proportion to the speed, none that leads
 * beyond top_speed_mps or reverse_speed_mps.
 *
 * Any model will do, of whatever rung. Lengths, mass, yaw inertia are the car's own; friction, cornering
 * coefficients and the height of the load shift are those of its def's group single_track, where that
 * says 0 the same as the rung single_track uses (worked out anew at each call of ST, some 50 us: who
 * calls it in a loop gives them in the def). The functions have no state and fail for no numbers:
 * what is not finite in the arguments is not finite in the result. Neither pointer may be NULL. */
#ifndef KAMM_COMMONROAD_H
#define KAMM_COMMONROAD_H

#include <kamm/export.h>
#include <kamm/vehicle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers of these equations, for those who write them down anew: for a solver's symbols, say. */
typedef struct kamm_commonroad_numbers {
    double wheelbase_m;
    double front_m, rear_m; /* from the centre of gravity to the axles */
    double front_grip,
        rear_grip;   /* cornering coefficients times friction, side force per load and rad */
    double height_m; /* over which an acceleration shifts load */
    double mass_per_inertia;                    /* 1/m2, of yaw */
    double max_steer_rad, max_steer_rate_radps; /* of the front wheels */
    double max_acceleration_mps2, switch_speed_mps, top_speed_mps, reverse_speed_mps;
} kamm_commonroad_numbers;
KAMM_API kamm_commonroad_numbers kamm_describe_commonroad(const kamm_model *model);

/* KS, the kinematic single-track model about the rear axle. State and derivative:
 *     [0], [1] place x, y of the rear axle, m   [2] steering angle of the front wheels, rad
 *     [3] speed of the rear axle, m/s, negative backwards   [4] heading, rad */
KAMM_API void kamm_commonroad_ks(const kamm_model *model, const double state[5],
                                 const double input[2], double derivative[5]);

/* ST, the single-track model with side slip. Below 0.1 m/s it is a kinematic one about the centre of
 * gravity, as the source has it. State and derivative:
 *     [0], [1] place x, y of the centre of gravity, m   [2] steering angle of the front wheels, rad
 *     [3] speed of the centre of gravity, m/s, negative backwards   [4] heading, rad
 *     [5] its rate, rad/s   [6] sideslip: from the heading to the velocity, rad */
KAMM_API void kamm_commonroad_st(const kamm_model *model, const double state[7],
                                 const double input[2], double derivative[7]);

#ifdef __cplusplus
}
#endif

#endif
