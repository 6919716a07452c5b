/* Environments as bytes: a head, the episodes, what moves, a sum of all. Models that were drawn are drawn again from seed and episode. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/snapshot_mark.h"
#include "env_state.h"

#include <string.h>

struct env_head {
    char mark[8];
    uint32_t episode_size, count;
    int32_t task;
    uint32_t byte_order;
};

static struct env_head head_of(const kamm_env *env)
{
    struct env_head head = {.mark = "kammenv",
                            .episode_size = sizeof(struct episode),
                            .count = (uint32_t)env->count,
                            .byte_order = 1};
    for (int task = 0; task < KAMM_ENV_TASKS; ++task)
        if (kamm_env_task_name((kamm_env_task)task) == env->task->name) head.task = task;
    return head;
}

static size_t episodes_size(const kamm_env *env)
{
    return (size_t)env->count * sizeof *env->episodes;
}

/* Cars or combinations. */
static size_t moving_size(const kamm_env *env)
{
    return env->combinations ? kamm_combinations_snapshot_size(env->combinations)
                             : kamm_snapshot_size(env->cars);
}

static void save_moving(const kamm_env *env, void *to)
{
    if (env->combinations)
        kamm_save_combinations(env->combinations, to);
    else
        kamm_save_snapshot(env->cars, to);
}

static kamm_result take_moving(kamm_env *env, const void *from, kamm_error *error)
{
    return env->combinations
               ? kamm_restore_combinations(env->combinations, from, moving_size(env), error)
               : kamm_restore_snapshot(env->cars, from, moving_size(env), error);
}

size_t kamm_env_snapshot_size(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, 0);
    return sizeof(struct env_head) + episodes_size(env) + moving_size(env) + sizeof(uint64_t);
}

static void swap_plans(const kamm_env *env, struct episode *episode, int from_number)
{
    episode->driver.plan = kamm_env_swap_plan(env, episode->driver.plan, from_number);
    if (env->cars_each < 2) return;
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k) {
        kamm_driver *other = &episode->overtake.others[k];
        other->plan = kamm_env_swap_plan(env, other->plan, from_number);
    }
}

void kamm_save_env(const kamm_env *env, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(env, );
    KAMM_REQUIRE(snapshot, );
    char *at = snapshot;
    struct env_head head = head_of(env);
    memcpy(at, &head, sizeof head);
    at += sizeof head;
    for (int i = 0; i < env->count; ++i, at += sizeof(struct episode)) {
        struct episode episode = env->episodes[i];
        swap_plans(env, &episode, 0);
        memcpy(at, &episode, sizeof episode);
    }
    save_moving(env, at);
    write_sum(snapshot, (size_t)(at - (char *)snapshot) + moving_size(env));
}

/* Makes the models of episodes that were saved, with what they were drawn from. */
static kamm_result draw_models(kamm_env *env, const char *episodes, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (int i = 0; i < env->count && !result; ++i) {
        struct episode episode;
        memcpy(&episode, episodes + (size_t)i * sizeof episode, sizeof episode);
        if (!kamm_env_is_driver(env, &episode.driver) || !env->task->is_legal(env, &episode))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "",
                             "environment %d is where no episode of that task is", i);
        if (episode.is_drawn) result = kamm_env_draw_model(env, i, &episode, error);
    }
    return result;
}

/* With the models that were drawn. A snapshot is one of cars of its own models, so they are in place before it is looked at; where it
 * is wrong, all is put back. */
static kamm_result restore_moving(kamm_env *env, const void *from, kamm_error *error)
{
    void *before = kamm_allocate(moving_size(env));
    if (!before) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    save_moving(env, before);
    kamm_env_swap_models(env);
    kamm_result result = take_moving(env, from, error);
    if (result) {
        kamm_env_swap_models(env);
        take_moving(env, before, NULL);
    }
    kamm_release(before);
    return result;
}

kamm_result kamm_restore_env(kamm_env *env, const void *snapshot, size_t size, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, env, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    struct env_head head = head_of(env);
    const char *at = snapshot;
    if (size != kamm_env_snapshot_size(env) || memcmp(at, &head, sizeof head) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "",
                         "this is no snapshot of as many environments of that task");
    if (check_sum(snapshot, size - sizeof(uint64_t), error)) return KAMM_ERROR_FORMAT;
    const char *episodes = at + sizeof head;
    kamm_result result = draw_models(env, episodes, error);
    if (!result) result = restore_moving(env, episodes + episodes_size(env), error);
    kamm_env_drop_models(env);
    if (result) return result;
    memcpy(env->episodes, episodes, episodes_size(env));
    for (int i = 0; i < env->count; ++i) swap_plans(env, &env->episodes[i], 1);
    for (int i = 0; i < env->count; i += env->in_block) kamm_env_read_block(env, i / env->in_block);
    return KAMM_OK;
}
