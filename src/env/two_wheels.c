#include "two_wheels.h"

#include "../base/error.h"
#include "../vehicle/model.h"
#include "../vehicle/rider_gains.h"

#include <kamm/rider.h>
#include <math.h>

static const double torque_share = 0.04; /* of weight times height, as a rider's */

kamm_result kamm_env_check_rider(const kamm_env *env, kamm_error *error)
{
    const kamm_model *model = env->base[0];
    if (model->rider && model->features & KAMM_FEATURE_FRONT_ASSEMBLY) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.wheels",
                     "axles.wheels: no rider balances this vehicle on %s; allowed: two single "
                     "wheels in line, on full",
                     kamm_describe_rung(env->rung)->name);
}

double kamm_env_lean_rad(const kamm_env *env, int i)
{
    return kamm_read(env->cars, env_car_number(env, i), KAMM_CHANNEL_roll_rad);
}

float *kamm_env_show_lean(const kamm_env *env, int i, float *row)
{
    int car = env_car_number(env, i);
    row[0] = (float)(kamm_env_lean_rad(env, i) / 0.5);
    row[1] = (float)kamm_read(env->cars, car, KAMM_CHANNEL_roll_rate_radps);
    row[2] = (float)env_own_car(env, i)->steering;
    row[3] = CAR_STATE(env->cars, car, car.steering_rate_radps) / 2;
    return row + ENV_LEAN_COLUMNS;
}

double kamm_env_most_torque_nm(const kamm_env *env, int i)
{
    return torque_share * env_model_of(env, i)->rider->lean_scale_nm;
}

void kamm_env_turn_handlebar(kamm_env *env, int i, double share)
{
    kamm_input *input = &env->cars->inputs[env_car_number(env, i)];
    input->free_steering = 1;
    input->steering_wheel_nm = (float)(share * kamm_env_most_torque_nm(env, i));
    input->steering_wheel_rad = 0;
}

float kamm_env_rider_torque(kamm_env *env, int i, double curvature_per_m, double *integral)
{
    int car = env_car_number(env, i);
    kamm_input *input = &env->cars->inputs[car], before = *input;
    kamm_ride_request request = kamm_default_ride_request();
    request.curvature_per_m = curvature_per_m;
    request.feet = 0;
    input->free_steering = 1;
    input->steering_wheel_rad = (float)*integral;
    kamm_ride(env->cars, car, &request, KAMM_ENV_STEP_S, NULL);
    double share = (double)input->steering_wheel_nm / kamm_env_most_torque_nm(env, i);
    *integral = (double)input->steering_wheel_rad;
    *input = before;
    return (float)fmin(fmax(share, -1), 1);
}
