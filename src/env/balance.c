/* Balance: a two-wheeler stays upright by a torque at the handlebar, at a speed that each episode draws, while it is pushed aside.
 *
 * A force along the heading at the centre of gravity holds the speed, as in the road test `steady-turn`. Feet stay on the pegs. Every
 * 2 s, at a moment that is drawn, an impulse from the side changes the speed across by up to 1 m/s. Speeds and times are those of an
 * ordinary motorcycle; others go by the root of the machine's length.
 *
 * Reward: 0.02 for an upright step, less by a bell of the lean: exp(-(lean / 0.2 rad)^2); -1 as it falls, which ends the episode. */
#include "../base/error.h"
#include "../vehicle/model.h"
#include "two_wheels.h"

#include <kamm/act.h>

#include <math.h>

static const double slow_mps = 2.5, fast_mps = 15, push_mps = 1, most_mps2 = 4;
enum { PUSH_STEPS = 100, PUSH_DRAWS = ENV_TASK_DRAWS + 10 };

static const kamm_env_field observations[] = {
    ENV_LEAN_FIELDS,
    {"forward_speed", "m/s", 15, "Speed along the machine"},
    {"lateral_speed", "m/s", 1, "Speed to its left"},
    {"yaw_rate", "rad/s", 1, "Yaw rate"},
    {"torque", "1", 1, "The last action"}};
static const kamm_env_field actions[] = {ENV_TORQUE_FIELD};
static const kamm_env_field figures[] = {{"lean", "rad", 1, "Mean of its magnitude"},
                                         {"torque", "N.m", 1, "Mean of its magnitude"},
                                         {"speed", "m/s", 1, "As the episode has drawn it"},
                                         {"time", "s", 1, "How long it stayed up"}};

/* Along the heading, towards the speed that was drawn. */
static void hold_speed(kamm_env *env, int i)
{
    const struct env_car *car = env_own_car(env, i);
    int number = env_car_number(env, i);
    double most = most_mps2 * KAMM_ENV_STEP_S, mass_kg = env_model_of(env, i)->info.mass_kg;
    double slow = 0.5 * (env->episodes[i].balance.speed_mps - car->forward_mps);
    double impulse_ns = mass_kg * fmin(fmax(slow, -most), most);
    const double ahead[3] = {impulse_ns * car->ahead[0], impulse_ns * car->ahead[1], 0};
    kamm_apply_impulse(env->cars, number, ahead, NULL, NULL);
}

/* At a step of each 2 s, from either side. */
static void push(kamm_env *env, int i)
{
    const struct episode *episode = &env->episodes[i];
    const struct env_car *car = env_own_car(env, i);
    unsigned draw = PUSH_DRAWS + 2 * (unsigned)(episode->steps / PUSH_STEPS);
    int at = (int)kamm_env_draw(episode, draw, 0, PUSH_STEPS);
    if (episode->steps % PUSH_STEPS != at) return;
    const kamm_model *model = env_model_of(env, i);
    double most = push_mps * sqrt(model->statics.length_scale) * model->info.mass_kg;
    double impulse_ns = kamm_env_draw(episode, draw + 1, -most, most);
    const double left[3] = {-impulse_ns * car->ahead[1], impulse_ns * car->ahead[0], 0};
    kamm_apply_impulse(env->cars, env_car_number(env, i), left, NULL, NULL);
}

static void begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    double root = sqrt(env_model_of(env, i)->statics.length_scale);
    double yaw_rad = kamm_env_draw(episode, ENV_TASK_DRAWS, -3.14, 3.14);
    episode->balance.speed_mps =
        root * kamm_env_draw(episode, ENV_TASK_DRAWS + 1, slow_mps, fast_mps);
    kamm_env_place(env, env_car_number(env, i), 0, 0, yaw_rad, episode->balance.speed_mps, 0);
}

static void act(kamm_env *env, int i)
{
    kamm_env_turn_handlebar(env, i, (double)env->episodes[i].action[0]);
    hold_speed(env, i);
    push(env, i);
}

static enum env_end judge(kamm_env *env, int i, double *reward)
{
    struct balance_episode *balance = &env->episodes[i].balance;
    double lean_rad = kamm_env_lean_rad(env, i);
    int has_fallen = fabs(lean_rad) > ENV_FALLEN_RAD;
    balance->lean_rad += fabs(lean_rad);
    balance->torque_nm +=
        fabs((double)env->episodes[i].action[0]) * kamm_env_most_torque_nm(env, i);
    *reward = 0.02 * exp(-(lean_rad / 0.2) * (lean_rad / 0.2)) - has_fallen;
    return has_fallen ? ENV_TERMINATED : ENV_GOES_ON;
}

static void observe(const kamm_env *env, int i, float *row)
{
    const struct env_car *car = env_own_car(env, i);
    row = kamm_env_show_lean(env, i, row);
    *row++ = (float)(car->forward_mps / 15);
    *row++ = (float)car->left_mps;
    *row++ = (float)car->yaw_radps;
    *row = env->episodes[i].action[0];
}

static void advise(kamm_env *env, int i, float *action)
{
    action[0] = kamm_env_rider_torque(env, i, 0, &env->episodes[i].balance.integral);
}

static void report(const kamm_env *env, int i, double *row)
{
    const struct episode *episode = &env->episodes[i];
    double steps = fmax(episode->steps, 1);
    row[0] = episode->balance.lean_rad / steps;
    row[1] = episode->balance.torque_nm / steps;
    row[2] = episode->balance.speed_mps;
    row[3] = episode->steps * KAMM_ENV_STEP_S;
}

static kamm_result prepare(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    (void)def;
    return kamm_env_check_rider(env, error);
}

static int is_legal(const kamm_env *env, const struct episode *episode)
{
    (void)env;
    return kamm_env_are_bounded(&episode->balance.speed_mps, 4);
}

const struct env_task kamm_balance_task = {
    .name = "Balance",
    .max_steps = 1000,
    .observation_count = sizeof observations / sizeof *observations,
    .action_count = sizeof actions / sizeof *actions,
    .figure_count = sizeof figures / sizeof *figures,
    .observations = observations,
    .actions = actions,
    .figures = figures,
    .prepare = prepare,
    .begin = begin,
    .act = act,
    .judge = judge,
    .observe = observe,
    .advise = advise,
    .report = report,
    .is_legal = is_legal,
};
