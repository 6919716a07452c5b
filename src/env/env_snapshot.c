/* Environments as bytes: a head, the episodes, what moves, a sum of all. Models that were drawn are drawn again from seed and episode. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/legal.h"
#include "../run/snapshot_mark.h"
#include "env_state.h"

#include <math.h>
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
    save_moving(env, at);
    write_sum(snapshot, (size_t)(at - (char *)snapshot) + moving_size(env));
}

/* -- What an episode may hold; bytes come from anywhere -- */
static int are_bounded(const double *numbers, int count)
{
    for (int i = 0; i < count; ++i)
        if (!(fabs(numbers[i]) < MOST_PLACE_M)) return 0;
    return 1;
}

static int is_driver(const kamm_env *env, const kamm_driver *driver)
{
    const double numbers[] = {driver->station_m, driver->left_m, driver->aim_left_m,
                              driver->driven_m, driver->throttle_integral};
    return (!driver->plan || swap_plan(env, driver->plan, 1)) && are_bounded(numbers, 5);
}

/* Of Track and Overtake: on the course, where that is looked up. */
static int is_on_course(const kamm_env *env, const struct track_episode *track)
{
    const struct env_place *at = &track->at;
    const double numbers[] = {at->left_m, track->driven_m, track->distance_m};
    return at->point >= 0 && at->point < env->course->count && at->station_m >= 0 &&
           at->station_m <= env->course->length_m && are_bounded(numbers, 3);
}

static int is_overtaking(const kamm_env *env, const struct overtake_episode *episode)
{
    int well =
        is_on_course(env, &episode->track) && are_bounded(episode->ahead_m, KAMM_ENV_MAX_OPPONENTS);
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k) well &= is_driver(env, &episode->others[k]);
    return well;
}

static int is_legal_episode(const kamm_env *env, const struct episode *episode)
{
    if (!is_driver(env, &episode->driver)) return 0;
    if (env->course)
        return env->cars_each > 1 ? is_overtaking(env, &episode->overtake)
                                  : is_on_course(env, &episode->track);
    if (env->task == &kamm_drift_task) return are_bounded(&episode->drift.slip_error_rad, 3);
    if (env->task == &kamm_parking_task) return are_bounded(&episode->parking.last_cost, 4);
    if (env->task == &kamm_trailer_task) return are_bounded(&episode->trailer.last_cost, 4);
    const struct moose_episode *moose = &episode->moose; /* whose margin is infinite at first */
    const double numbers[] = {moose->entry_mps, moose->exit_mps, moose->off_line_m,
                              moose->integral};
    return are_bounded(numbers, 4) && !isnan(moose->margin_m);
}

/* Makes the models of episodes that were saved, with what they were drawn from. */
static kamm_result draw_models(kamm_env *env, const char *episodes, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (int i = 0; i < env->count && !result; ++i) {
        struct episode episode;
        memcpy(&episode, episodes + (size_t)i * sizeof episode, sizeof episode);
        if (!is_legal_episode(env, &episode))
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
    KAMM_REQUIRE_ALIVE(env, KAMM_ERROR_MISSING);
    KAMM_REQUIRE(snapshot, KAMM_ERROR_MISSING);
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
