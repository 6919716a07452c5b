/* What tasks of two-wheelers share. */
#ifndef KAMM_ENV_TWO_WHEELS_H
#define KAMM_ENV_TWO_WHEELS_H

#include "env_state.h"

#define ENV_FALLEN_RAD 0.8 /* of lean */

enum { ENV_LEAN_COLUMNS = 4 };
#define ENV_LEAN_FIELDS                                                                         \
    {"lean", "rad", 0.5, "Lean, positive to the right"}, {"lean_rate", "rad/s", 1, "Its rate"}, \
        {"steering", "1", 1, "Handlebar, share of its lock, positive left"},                    \
    {                                                                                           \
        "steering_rate", "rad/s", 2, "Rate of the handlebar"                                    \
    }
#define ENV_TORQUE_FIELD                                                                 \
    {                                                                                    \
        "torque", "1", 1,                                                                \
            "Torque at the handlebar, positive left; 1: 0.04 of weight times height of " \
            "the centre of gravity"                                                      \
    }

static inline const kamm_model *env_model_of(const kamm_env *env, int i)
{
    return kamm_model_of(env->cars, env_car_number(env, i));
}

/* RANGE: the vehicle has no rider on that rung. */
kamm_result kamm_env_check_rider(const kamm_env *env, kamm_error *error);
/* Writes ENV_LEAN_COLUMNS and returns where the next column is. */
float *kamm_env_show_lean(const kamm_env *env, int i, float *row);
/* Positive to the right. */
double kamm_env_lean_rad(const kamm_env *env, int i);
/* What an action of 1 is. */
double kamm_env_most_torque_nm(const kamm_env *env, int i);
/* Free steering with a share of the largest torque. */
void kamm_env_turn_handlebar(kamm_env *env, int i, double share);
/* The share that kamm_ride gives for a curvature, with the feet on the pegs. Its integral is kept in `integral`. */
float kamm_env_rider_torque(kamm_env *env, int i, double curvature_per_m, double *integral);

#endif
