/* A step: each block of cars acts, moves, is judged, begins again where an episode is over, and is observed, all while it lies in
 * the cache. */
#include "../base/compiler.h"
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/tasks.h"
#include "env_state.h"

#include <math.h>
#include <string.h>

/* Data for the tasks of a step. The results of all environments are in the caller's arrays. */
struct env_step {
    kamm_env *env;
    const float *actions;
    const kamm_env_arrays *arrays;
    kamm_error *errors; /* of each block, where there are ranges */
};

/* Prefetches data of the next block: an episode's first cache lines, and its inputs. */
static void prefetch_episode(const kamm_env *env, int i)
{
    if (i >= env->count) return;
    KAMM_PREFETCH(&env->episodes[i]);
    KAMM_PREFETCH((const char *)&env->episodes[i] + 64);
    KAMM_PREFETCH(&env->cars->inputs[env_car_number(env, i)]);
}

/* Where observations will be written once the cars have been stepped. */
static void prefetch_observations(const struct env_step *step, int i)
{
    size_t k = (size_t)step->env->task->observation_count;
    const float *row = step->arrays->observations + k * (size_t)i;
    for (size_t column = 0; column < k; column += 16) KAMM_PREFETCH(row + column);
}

/* Which of them the next step is to begin again. */
static int begins(const kamm_env *env, int i)
{
    return env->autoreset == KAMM_ENV_NEXT_STEP && env->episodes[i].is_over == 1;
}

/* is_over: 1 as the step ended, 2 it has been left over (DISABLED), 3 a model is drawn for the next episode. */
enum { OVER = 1, LEFT_OVER = 2, DRAWN = 3 };

static void act(kamm_env *env, int i, const float *action)
{
    struct episode *episode = &env->episodes[i];
    episode->fault = 0;
    for (int k = 0; k < env->task->action_count; ++k) {
        float value = action[k];
        if (!isfinite(value)) episode->fault = KAMM_FAULT_INPUT, value = 0;
        episode->action[k] = value > 1 ? 1 : value < -1 ? -1 : value;
    }
    if (!episode->is_over) {
        env->task->act(env, i);
        return;
    }
    for (int k = 0; k < env->cars_each; ++k) { /* left over, they stop */
        kamm_input *input = &env->cars->inputs[env_car_number(env, i) + k];
        input->throttle = 0;
        input->brake = 1;
    }
    episode->fault = 0;
}

static int32_t faults_of(const kamm_env *env, int i)
{
    int32_t faults = 0;
    int car = env_car_number(env, i);
    for (int k = 0; k < env->cars_each; ++k)
        faults |= (int32_t)CAR_STATE(env->cars, car + k, car.fault);
    return faults;
}

static void end_quietly(const kamm_env_arrays *arrays, int i)
{
    arrays->rewards[i] = 0;
    arrays->terminated[i] = arrays->truncated[i] = 0;
}

/* Reward and end of a step that was taken. */
static void judge(kamm_env *env, int i, const kamm_env_arrays *arrays)
{
    struct episode *episode = &env->episodes[i];
    double reward = 0;
    ++episode->steps;
    enum env_end end = env->task->judge(env, i, &reward);
    episode->fault |= faults_of(env, i);
    int terminated = end == ENV_TERMINATED && !episode->fault;
    int truncated = !terminated && (end == ENV_TRUNCATED || episode->fault != 0 ||
                                    episode->steps >= env->max_steps);
    arrays->rewards[i] = isfinite(reward) ? (float)reward : 0;
    arrays->terminated[i] = (uint8_t)terminated, arrays->truncated[i] = (uint8_t)truncated;
    if (terminated || truncated) episode->is_over = OVER;
    if (episode->is_over) env->task->report(env, i, episode->figures);
}

static void observe(const kamm_env *env, int i, float *observations)
{
    size_t k = (size_t)env->task->observation_count;
    env->task->observe(env, i, observations + k * (size_t)i);
}

/* A new episode, but what its last one came to stays to be read. */
static void begin_after(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    double figures[ENV_MAX_FIGURES];
    int32_t fault = episode->fault;
    memcpy(figures, episode->figures, sizeof figures);
    kamm_env_begin(env, i);
    memcpy(episode->figures, figures, sizeof figures);
    episode->fault = fault;
}

/* Begins an episode now, or, where cars get other models, once all blocks have been stepped. */
static void begin_or_draw(const struct env_step *step, int i, int block)
{
    kamm_env *env = step->env;
    ++env->episodes[i].number;
    if (!env->range_count) {
        begin_after(env, i);
        return;
    }
    kamm_error error;
    if (kamm_env_draw_model(env, i, &env->episodes[i], &error) && !step->errors[block].code)
        step->errors[block] = error;
    env->episodes[i].is_over = DRAWN;
}

static void follow(const struct env_step *step, int i, int block)
{
    kamm_env *env = step->env;
    struct episode *episode = &env->episodes[i];
    const kamm_env_arrays *arrays = step->arrays;
    if (begins(env, i)) {
        end_quietly(arrays, i);
        episode->fault = 0;
        begin_or_draw(step, i, block);
    } else if (episode->is_over) { /* DISABLED, and not reset yet */
        end_quietly(arrays, i);
        episode->is_over = LEFT_OVER;
    } else {
        judge(env, i, arrays);
        if (episode->is_over && env->autoreset == KAMM_ENV_SAME_STEP) {
            if (arrays->final_observations) observe(env, i, arrays->final_observations);
            begin_or_draw(step, i, block);
        }
    }
    if (episode->is_over != DRAWN) observe(env, i, arrays->observations);
}

static void act_in_block(void *context, int block)
{
    const struct env_step *step = context;
    kamm_env *env = step->env;
    size_t m = (size_t)env->task->action_count;
    int end = (block + 1) * env->in_block;
    for (int i = block * env->in_block; i < end && i < env->count; ++i) {
        prefetch_observations(step, i);
        act(env, i, step->actions + m * (size_t)i);
    }
}

static void follow_in_block(void *context, int block)
{
    const struct env_step *step = context;
    kamm_env *env = step->env;
    int end = (block + 1) * env->in_block;
    kamm_env_read_block(env, block);
    for (int i = block * env->in_block; i < end && i < env->count; ++i) {
        prefetch_episode(env, i + env->in_block);
        follow(step, i, block);
    }
}

static void step_block(void *context, int block)
{
    const struct env_step *step = context;
    act_in_block(context, block);
    kamm_step_block(step->env->cars, block, &step->env->ground, step->env->substeps);
    follow_in_block(context, block);
}

/* Those that have drawn a model. */
static void begin_in_block(void *context, int block)
{
    const struct env_step *step = context;
    kamm_env *env = step->env;
    int end = (block + 1) * env->in_block;
    for (int i = block * env->in_block; i < end && i < env->count; ++i) {
        if (env->episodes[i].is_over != DRAWN) continue;
        begin_after(env, i);
        observe(env, i, step->arrays->observations);
    }
}

/* Combinations take their substeps all together. */
static void step_combinations(struct env_step *step, int blocks)
{
    kamm_env *env = step->env;
    kamm_run_each(env->run, env->user, blocks, act_in_block, step);
    kamm_step_combinations_tasks(env->combinations, &env->ground, env->substeps, env->run,
                                 env->user);
    kamm_run_each(env->run, env->user, blocks, follow_in_block, step);
}

static kamm_result take_drawn(struct env_step *step, int blocks, kamm_error *error)
{
    kamm_env *env = step->env;
    kamm_env_take_models(env);
    kamm_run_each(env->run, env->user, blocks, begin_in_block, step);
    for (int block = 0; block < blocks; ++block) {
        if (!step->errors[block].code) continue;
        if (error) *error = step->errors[block];
        return step->errors[block].code;
    }
    return KAMM_OK;
}

kamm_result kamm_step_env(kamm_env *env, const float *actions, const kamm_env_arrays *arrays,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, env, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, actions && arrays && arrays->observations && arrays->rewards,
                      KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, arrays->terminated && arrays->truncated, KAMM_ERROR_MISUSE);
    int blocks = (env->count + env->in_block - 1) / env->in_block;
    struct env_step step = {env, actions, arrays, env->errors};
    if (env->range_count) memset(env->errors, 0, (size_t)blocks * sizeof *env->errors);
    if (env->combinations) {
        step_combinations(&step, blocks);
    } else {
        kamm_run_each(env->run, env->user, blocks, step_block, &step);
        env->cars->substeps += (uint64_t)env->substeps;
    }
    return env->range_count ? take_drawn(&step, blocks, error) : KAMM_OK;
}
