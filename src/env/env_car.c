/* Cars as environments see and drive them. */
#include "../run/external_forces.h"
#include "env_state.h"

#include <math.h>

static double limit(double value, double min, double max)
{
    return value > min ? value < max ? value : max : min; /* what is no number becomes `min` */
}

/* Quantities of the cars of a block, a row for each number, so that a compiler's vectors process
 * several cars at once. */
struct block_motion {
    double arm_m[3][KAMM_BLOCK];   /* from the body frame's origin to the point that is reported */
    double axis[3][3][KAMM_BLOCK]; /* of the body, in world axes */
    double velocity_mps[3][KAMM_BLOCK], rate_radps[3][KAMM_BLOCK];
    double acceleration_mps2[2][KAMM_BLOCK], steering_rad[KAMM_BLOCK];
    double slip[ENV_SLIP_COLUMNS][KAMM_BLOCK];
};

/* 0 where the rung has no such row. */
static void read_row(float (*const rows)[KAMM_BLOCK], uint16_t row, double out[KAMM_BLOCK])
{
    static const float none[KAMM_BLOCK];
    const float *from = row == NO_ROW ? none : rows[row];
    for (int k = 0; k < KAMM_BLOCK; ++k) out[k] = (double)from[k];
}

static void read_state(const kamm_cars *cars, int block, size_t number, double out[KAMM_BLOCK])
{
    read_row(cars->block[block].state, cars->rows.state_row[number], out);
}

static void read_output(const kamm_cars *cars, int block, size_t number, double out[KAMM_BLOCK])
{
    read_row(cars->block[block].output, cars->rows.output_row[number], out);
}

/* Computes the same axes as kamm_axes_of, which have unit length but for rounding that float32 does
 * not show. */
static void find_axes(double (*const q)[KAMM_BLOCK], double (*axis)[3][KAMM_BLOCK])
{
    for (int k = 0; k < KAMM_BLOCK; ++k) {
        double w = q[0][k], x = q[1][k], y = q[2][k], z = q[3][k];
        axis[0][0][k] = 1 - 2 * (y * y + z * z);
        axis[0][1][k] = 2 * (x * y + w * z);
        axis[0][2][k] = 2 * (x * z - w * y);
        axis[1][0][k] = 2 * (x * y - w * z);
        axis[1][1][k] = 1 - 2 * (x * x + z * z);
        axis[1][2][k] = 2 * (y * z + w * x);
        axis[2][0][k] = 2 * (x * z + w * y);
        axis[2][1][k] = 2 * (y * z - w * x);
    }
}

static void find_arms(const kamm_cars *cars, int block, double (*arm_m)[KAMM_BLOCK])
{
    for (int i = 0; i < 3; ++i) {
        double one_m = cars->models[0]->reported[i] - cars->models[0]->origin[i];
        for (int k = 0; k < KAMM_BLOCK; ++k) arm_m[i][k] = one_m;
        for (int k = 0; cars->mixed && k < KAMM_BLOCK; ++k) {
            const kamm_model *model = kamm_model_at(cars, block * KAMM_BLOCK + k);
            arm_m[i][k] = model->reported[i] - model->origin[i];
        }
    }
}

/* The mean of an axle's wheels. */
static void read_axle(const kamm_env *env, int block, int axle, size_t number,
                      double mean[KAMM_BLOCK])
{
    double one[KAMM_BLOCK], sum[KAMM_BLOCK], wheels = 0;
    const size_t wheel = OUTPUT_NUMBER(wheels[1]) - OUTPUT_NUMBER(wheels[0]);
    for (int k = 0; k < KAMM_BLOCK; ++k) sum[k] = 0;
    for (int w = 0; w < env->info.wheel_count; ++w) {
        if (env->info.wheel_axle[w] != axle) continue;
        read_output(env->cars, block, number + (size_t)w * wheel, one);
        for (int k = 0; k < KAMM_BLOCK; ++k) sum[k] += one[k];
        ++wheels;
    }
    double share = 1 / (wheels > 1 ? wheels : 1);
    for (int k = 0; k < KAMM_BLOCK; ++k) mean[k] = sum[k] * share;
}

static void read_motion(const kamm_env *env, int block, struct block_motion *motion)
{
    const kamm_cars *cars = env->cars;
    double q[4][KAMM_BLOCK];
    for (size_t i = 0; i < 4; ++i)
        read_state(cars, block, STATE_NUMBER(car.orientation_w) + i, q[i]);
    find_axes(q, motion->axis);
    find_arms(cars, block, motion->arm_m);
    for (size_t i = 0; i < 3; ++i) {
        read_state(cars, block, STATE_NUMBER(car.velocity_x_mps) + i, motion->velocity_mps[i]);
        read_state(cars, block, STATE_NUMBER(car.roll_rate_radps) + i, motion->rate_radps[i]);
    }
    read_state(cars, block, STATE_NUMBER(car.steering_rad), motion->steering_rad);
    read_output(cars, block, OUTPUT_NUMBER(car.acceleration_x_mps2), motion->acceleration_mps2[0]);
    read_output(cars, block, OUTPUT_NUMBER(car.acceleration_y_mps2), motion->acceleration_mps2[1]);
    for (int k = 0; k < ENV_SLIP_COLUMNS; ++k)
        read_axle(env, block, k % 2 ? env->info.axle_count - 1 : 0,
                  k < 2 ? OUTPUT_NUMBER(wheels[0].slip_ratio)
                        : OUTPUT_NUMBER(wheels[0].slip_angle_rad),
                  motion->slip[k]);
}

/* The reported point: its place, and its velocity along the body's axes. */
struct block_points {
    double x_m[KAMM_BLOCK], y_m[KAMM_BLOCK], ahead[2][KAMM_BLOCK];
    double forward_mps[KAMM_BLOCK], left_mps[KAMM_BLOCK];
};

static void find_points(double (*const origin_m)[KAMM_BLOCK], const struct block_motion *motion,
                        struct block_points *points)
{
    for (int k = 0; k < KAMM_BLOCK; ++k) {
        double a[3] = {motion->axis[0][0][k], motion->axis[0][1][k], motion->axis[0][2][k]};
        double b[3] = {motion->axis[1][0][k], motion->axis[1][1][k], motion->axis[1][2][k]};
        double up[2] = {motion->axis[2][0][k], motion->axis[2][1][k]};
        double arm[3] = {motion->arm_m[0][k], motion->arm_m[1][k], motion->arm_m[2][k]};
        double v[3] = {motion->velocity_mps[0][k], motion->velocity_mps[1][k],
                       motion->velocity_mps[2][k]};
        double w[3] = {motion->rate_radps[0][k], motion->rate_radps[1][k],
                       motion->rate_radps[2][k]};
        double level = 1 / sqrt(a[0] * a[0] + a[1] * a[1] + 1e-12);
        points->x_m[k] = origin_m[0][k] + arm[0] * a[0] + arm[1] * b[0] + arm[2] * up[0];
        points->y_m[k] = origin_m[1][k] + arm[0] * a[1] + arm[1] * b[1] + arm[2] * up[1];
        points->ahead[0][k] = level * a[0];
        points->ahead[1][k] = level * a[1];
        points->forward_mps[k] =
            v[0] * a[0] + v[1] * a[1] + v[2] * a[2] + (w[1] * arm[2] - w[2] * arm[1]);
        points->left_mps[k] =
            v[0] * b[0] + v[1] * b[1] + v[2] * b[2] + (w[2] * arm[0] - w[0] * arm[2]);
    }
}

void kamm_env_read_block(kamm_env *env, int block)
{
    struct block_motion motion;
    struct block_points points;
    struct env_car *seen = env->seen + (size_t)block * KAMM_BLOCK;
    double per_lock = 1 / env->info.steering_lock_rad;
    read_motion(env, block, &motion);
    find_points(env->cars->block[block].position_m, &motion, &points);
    for (int k = 0; k < KAMM_BLOCK; ++k)
        seen[k] = (struct env_car){
            .x_m = points.x_m[k],
            .y_m = points.y_m[k],
            .ahead = {points.ahead[0][k], points.ahead[1][k]},
            .forward_mps = points.forward_mps[k],
            .left_mps = points.left_mps[k],
            .yaw_radps = motion.rate_radps[2][k],
            .forward_mps2 = motion.acceleration_mps2[0][k],
            .left_mps2 = motion.acceleration_mps2[1][k],
            .steering = motion.steering_rad[k] * per_lock,
            .slip = {motion.slip[0][k], motion.slip[1][k], motion.slip[2][k], motion.slip[3][k]}};
}

void kamm_env_look(kamm_env *env, int i) { kamm_env_read_block(env, i / env->in_block); }

float *kamm_env_show_motion(const struct env_car *car, float *row)
{
    row[0] = (float)(car->forward_mps * (1.0 / 30));
    row[1] = (float)(car->left_mps * (1.0 / 10));
    row[2] = (float)car->yaw_radps;
    row[3] = (float)(car->forward_mps2 * (1.0 / 10));
    row[4] = (float)(car->left_mps2 * (1.0 / 10));
    row[5] = (float)car->steering;
    return row + ENV_MOTION_COLUMNS;
}

/* Slips have no bound while a wheel spins or the car stands. */
float *kamm_env_show_slip(const struct env_car *car, float *row)
{
    for (int k = 0; k < ENV_SLIP_COLUMNS; ++k)
        row[k] = (float)limit(car->slip[k] * (1.0 / 0.2), -10, 10);
    return row + ENV_SLIP_COLUMNS;
}

void kamm_env_place(kamm_env *env, int car, double x_m, double y_m, double yaw_rad,
                    double speed_mps, int gear)
{
    kamm_placement at = kamm_placement_on(&env->ground, x_m, y_m, yaw_rad);
    at.speed_mps = speed_mps;
    at.gear = gear;
    if (env->combinations) {
        kamm_place_combination(env->combinations, car, &at, NULL);
        return;
    }
    kamm_place(env->cars, car, &at);
}

void kamm_env_steer(kamm_env *env, int car, double share)
{
    const double most_radps = 1000 * 3.14159265358979 / 180; /* as fast as hands go, ISO 3888-2 */
    kamm_input *input = &env->cars->inputs[car];
    double most = most_radps * KAMM_ENV_STEP_S, lock = env->info.steering_lock_rad;
    double now = input->steering_wheel_rad;
    input->steering_wheel_rad = (float)(now + limit(share * lock - now, -most, most));
}

void kamm_env_press(kamm_env *env, int car, double pedal)
{
    kamm_input *input = &env->cars->inputs[car];
    input->throttle = (float)(pedal > 0 ? pedal : 0);
    input->brake = (float)(pedal < 0 ? -pedal : 0);
    input->gear = KAMM_GEAR_DRIVE;
}

void kamm_env_creep(kamm_env *env, int car, double wanted_mps)
{
    const double standing_mps = 0.15, gain = 0.5, brake_gain = 0.4, least_mps = 0.05;
    kamm_input *input = &env->cars->inputs[car];
    double speed_mps = kamm_read(env->cars, car, KAMM_CHANNEL_forward_speed_mps);
    int backwards = wanted_mps<0, is_going = fabs(wanted_mps)> least_mps;
    int turns_round = is_going && speed_mps * wanted_mps < 0 && fabs(speed_mps) > standing_mps;
    input->throttle = input->brake = 0;
    if (!is_going || turns_round) { /* stop first */
        input->brake = 0.4f;
        return;
    }
    double along = backwards ? -speed_mps : speed_mps, short_mps = fabs(wanted_mps) - along;
    input->gear = backwards ? -1.0f : 1.0f;
    input->throttle = (float)limit(0.08 + gain * short_mps, 0, 0.6);
    input->brake = (float)limit(-brake_gain * (short_mps + 0.15), 0, 0.6);
    if (input->brake > 0) input->throttle = 0;
}

void kamm_env_advice_of_inputs(const kamm_env *env, int car, float *action)
{
    const kamm_input *input = &env->cars->inputs[car];
    action[0] = (float)limit(input->steering_wheel_rad / env->info.steering_lock_rad, -1, 1);
    action[1] = input->brake > 0 ? -input->brake : input->throttle;
}

void kamm_env_put_point(double (*points_m)[2], int room, int at, double x_m, double y_m)
{
    if (at >= room) return;
    points_m[at][0] = x_m;
    points_m[at][1] = y_m;
}
