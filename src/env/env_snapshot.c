/* Environments as bytes: a head, the episodes, what moves. Models that were drawn are drawn again from seed and episode. */
#include "../base/error.h"
#include "../base/float_mode.h"
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

size_t kamm_env_snapshot_size(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, 0);
    size_t cars =
        env->rigs ? kamm_combinations_snapshot_size(env->rigs) : kamm_snapshot_size(env->cars);
    return sizeof(struct env_head) + episodes_size(env) + cars;
}

/* Plans are where they are in each env: a snapshot knows them by number. */
static const kamm_plan *swap_plan(const kamm_env *env, const kamm_plan *plan, int from_number)
{
    const kamm_plan *plans[KAMM_ENV_MAX_OPPONENTS + 1] = {env->course ? env->course->plan : NULL};
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k) plans[k + 1] = env->other_plans[k];
    for (uintptr_t k = 0; k <= KAMM_ENV_MAX_OPPONENTS; ++k) {
        if (from_number && (uintptr_t)plan == k + 1) return plans[k];
        if (!from_number && plan && plan == plans[k]) return (const kamm_plan *)(k + 1);
    }
    return NULL;
}

static void swap_plans(const kamm_env *env, struct episode *episode, int from_number)
{
    episode->driver.plan = swap_plan(env, episode->driver.plan, from_number);
    if (env->cars_each < 2) return;
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k) {
        kamm_driver *other = &episode->overtake.others[k];
        other->plan = swap_plan(env, other->plan, from_number);
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
    if (env->rigs)
        kamm_save_combinations(env->rigs, at);
    else
        kamm_save_snapshot(env->cars, at);
}

/* Places on a course that there are. Bytes come from anywhere. */
static int is_on_course(const kamm_env *env, const struct episode *episode)
{
    const struct track_episode *track =
        env->cars_each > 1 ? &episode->overtake.track : &episode->track;
    return !env->course || (track->at.point >= 0 && track->at.point < env->course->count);
}

/* Brings models to those of the episodes that are to be restored. */
static kamm_result restore_models(kamm_env *env, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (int i = 0; i < env->count && !result; ++i)
        if (env->episodes[i].is_drawn) result = kamm_env_draw_model(env, i, error);
    kamm_env_take_models(env);
    return result;
}

kamm_result kamm_restore_env(kamm_env *env, const void *snapshot, size_t size, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(env, KAMM_ERROR_MISSING);
    KAMM_REQUIRE(snapshot, KAMM_ERROR_MISSING);
    struct env_head head = head_of(env);
    const char *at = snapshot;
    if (size != kamm_env_snapshot_size(env) || memcmp(at, &head, sizeof head) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "",
                         "this is no snapshot of as many environments of that task");
    at += sizeof head;
    for (int i = 0; i < env->count; ++i) {
        struct episode episode;
        memcpy(&episode, at + (size_t)i * sizeof episode, sizeof episode);
        if (!is_on_course(env, &episode))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "", "environment %d is nowhere", i);
    }
    memcpy(env->episodes, at, episodes_size(env));
    at += episodes_size(env);
    for (int i = 0; i < env->count; ++i) swap_plans(env, &env->episodes[i], 1);
    kamm_result result = restore_models(env, error);
    if (result) return result;
    size_t rest = size - (size_t)(at - (const char *)snapshot);
    result = env->rigs ? kamm_restore_combinations(env->rigs, at, rest, error)
                       : kamm_restore_snapshot(env->cars, at, rest, error);
    for (int i = 0; i < env->count; i += env->in_block) kamm_env_read_block(env, i / env->in_block);
    return result;
}
