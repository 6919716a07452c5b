/* Environments: made, ended, described, saved. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../vehicle/model.h"
#include "env_state.h"

#include <math.h>
#include <string.h>

static const struct env_task *const tasks[KAMM_ENV_TASKS] = {
#define TASK_POINTER(constant, name) &kamm_##name##_task,
    KAMM_ENV_TASK_LIST(TASK_POINTER)};

static const struct env_task *task_of(kamm_env_task task)
{
    return (unsigned)task < KAMM_ENV_TASKS ? tasks[task] : NULL;
}

/* -- Making -- */
static kamm_result check_def(const kamm_env_def *def, kamm_error *error)
{
    if (!task_of(def->task))
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "task", "task: there is no task %d",
                         (int)def->task);
    if (def->count < 1 || def->count > 1 << 24)
        return kamm_fail(error, KAMM_ERROR_RANGE, "count", "count: %d; allowed: 1 to %d",
                         (int)def->count, 1 << 24);
    if (def->max_steps < 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "max_steps", "max_steps: %d; allowed: 0 or more",
                         (int)def->max_steps);
    if ((unsigned)def->autoreset > KAMM_ENV_DISABLED)
        return kamm_fail(error, KAMM_ERROR_RANGE, "autoreset", "autoreset: there is no mode %d",
                         (int)def->autoreset);
    if (def->range_count < 0 || def->range_count > KAMM_ENV_MAX_RANGES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "ranges", "ranges: %d; allowed: 0 to %d",
                         (int)def->range_count, KAMM_ENV_MAX_RANGES);
    const kamm_ground *ground = def->ground;
    if (ground && (ground->query || ground->contacts || ground->wind))
        return kamm_fail(error, KAMM_ERROR_RANGE, "ground",
                         "ground: environments have the ground of one plane, without wind");
    return KAMM_OK;
}

static kamm_result check_opponents(const kamm_env_def *def, kamm_error *error)
{
    if (def->opponents < 0 || def->opponents > KAMM_ENV_MAX_OPPONENTS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "opponents", "opponents: %d; allowed: 1 to %d",
                         (int)def->opponents, KAMM_ENV_MAX_OPPONENTS);
    if (task_of(def->task)->has_trailer && !def->trailer)
        return kamm_fail(error, KAMM_ERROR_MISSING, "trailer", "trailer: there is none");
    return KAMM_OK;
}

static kamm_result take_substeps(kamm_env *env, kamm_error *error)
{
    double substeps = KAMM_ENV_STEP_S / env->info.substep_s, whole = round(substeps);
    if (whole < 1 || fabs(substeps - whole) > 1e-6)
        return kamm_fail(error, KAMM_ERROR_RANGE, "stepping.substeps_per_s",
                         "stepping.substeps_per_s: %g; allowed: what makes whole substeps of a "
                         "step of %g s, such as 150 or 300",
                         1 / env->info.substep_s, KAMM_ENV_STEP_S);
    env->substeps = (int)whole;
    return KAMM_OK;
}

/* All at their lowest, or all at their highest, have to make vehicles. */
static kamm_result try_ranges(const kamm_env *env, int highest, kamm_error *error)
{
    double values[KAMM_ENV_MAX_RANGES];
    kamm_model *models[2] = {NULL, NULL};
    for (int k = 0; k < env->range_count; ++k)
        values[k] = highest ? env->ranges[k].high : env->ranges[k].low;
    kamm_result result = kamm_env_compile(env, values, models, error);
    for (int u = 0; u < env->units; ++u) kamm_destroy_model(models[u]);
    return result;
}

static kamm_result take_ranges(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    size_t count = (size_t)env->count;
    for (int k = 0; k < def->range_count; ++k) {
        const kamm_env_range *range = &def->ranges[k];
        if (!range->path || strlen(range->path) >= sizeof env->ranges[k].path ||
            !(range->low <= range->high))
            return kamm_fail(error, KAMM_ERROR_RANGE, range->path ? range->path : "",
                             "%s: from %g to %g; allowed: from the lower value to the higher one",
                             range->path ? range->path : "ranges", range->low, range->high);
        memcpy(env->ranges[k].path, range->path, strlen(range->path) + 1);
        env->ranges[k].low = range->low, env->ranges[k].high = range->high;
    }
    env->range_count = def->range_count;
    if (!env->range_count) return KAMM_OK;
    kamm_result result = try_ranges(env, 0, error);
    if (!result) result = try_ranges(env, 1, error);
    if (result) return result;
    env->models = kamm_allocate_array(count * (size_t)env->units, sizeof(kamm_model *));
    env->next_models = kamm_allocate_array(count * (size_t)env->units, sizeof(kamm_model *));
    env->errors = kamm_allocate_array(count / (size_t)env->in_block + 1, sizeof(kamm_error));
    if (!env->models || !env->next_models || !env->errors)
        return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    for (int i = 0; i < env->count * env->units; ++i) env->models[i] = env->base[i % env->units];
    return KAMM_OK;
}

static void create_mixed(kamm_env *env, int cars, kamm_error *error)
{
    const kamm_model **models = kamm_allocate_array((size_t)cars, sizeof(kamm_model *));
    for (int i = 0; models && i < cars; ++i) models[i] = env->base[0];
    if (models) env->cars = kamm_create_mixed_cars(models, cars, error);
    kamm_release(models);
}

static kamm_result create_combinations(kamm_env *env, kamm_error *error)
{
    const kamm_model *const units[2] = {env->base[0], env->base[1]};
    env->combinations = env->range_count
                            ? kamm_create_mixed_combinations((const kamm_model *const *)env->models,
                                                             2, env->count, error)
                            : kamm_create_combinations(units, 2, env->count, error);
    if (!env->combinations) return error ? error->code : KAMM_ERROR_RANGE;
    env->cars = kamm_combination_cars(env->combinations, 0);
    return KAMM_OK;
}

static kamm_result create_cars(kamm_env *env, kamm_error *error)
{
    int cars = env_car_number(env, env->count - 1) + env->cars_each;
    if (env->trailer) return create_combinations(env, error);
    if (env->range_count)
        create_mixed(env, cars, error);
    else
        env->cars = kamm_create_cars(env->base[0], cars, error);
    if (!env->cars) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    return KAMM_OK;
}

static kamm_result compile_vehicles(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    kamm_error own = {KAMM_OK, "", ""};
    *env->vehicle = *def->vehicle;
    if (env->task->is_without_aids) env->vehicle->aids.tcs = env->vehicle->aids.esc = 0;
    env->base[0] = kamm_create_model(env->vehicle, env->rung, &own);
    if (env->trailer) *env->trailer = *def->trailer;
    if (env->base[0] && env->trailer)
        env->base[1] = kamm_create_model(env->trailer, env->rung, &own);
    if (own.code && error) *error = own;
    if (own.code) return own.code;
    env->info = kamm_describe(env->base[0]);
    return take_substeps(env, error);
}

static kamm_result build(kamm_env *env, const kamm_env_def *def, kamm_error *error)
{
    int opponents = def->opponents ? def->opponents : 3;
    env->cars_each = env->task->has_opponents ? 1 + opponents : 1;
    env->in_block = KAMM_BLOCK / env->cars_each;
    env->units = env->task->has_trailer ? 2 : 1;
    env->vehicle = kamm_allocate(sizeof *env->vehicle);
    if (env->units > 1) env->trailer = kamm_allocate(sizeof *env->trailer);
    env->episodes = kamm_allocate_array((size_t)env->count, sizeof *env->episodes);
    int blocks = (env->count + env->in_block - 1) / env->in_block;
    env->seen = kamm_allocate_array((size_t)blocks * KAMM_BLOCK, sizeof *env->seen);
    if (!env->vehicle || (env->units > 1 && !env->trailer) || !env->episodes || !env->seen)
        return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    kamm_result result = compile_vehicles(env, def, error);
    if (!result) result = take_ranges(env, def, error);
    if (!result) result = create_cars(env, error);
    if (!result && env->task->prepare) result = env->task->prepare(env, def, error);
    for (int i = 0; i < env->count && !result; ++i) {
        env->episodes[i].seed = (uint64_t)i;
        kamm_env_begin(env, i);
    }
    return result;
}

kamm_env *kamm_create_env(const kamm_env_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def && def->vehicle, NULL);
    if (check_def(def, error) || check_opponents(def, error)) return NULL;
    kamm_env *env = kamm_allocate(sizeof *env);
    if (!env) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    env->task = task_of(def->task);
    env->autoreset = def->autoreset;
    env->count = def->count;
    env->max_steps = def->max_steps ? def->max_steps : env->task->max_steps;
    env->rung = def->rung;
    env->ground = def->ground ? *def->ground : kamm_flat_ground;
    env->run = def->run, env->user = def->user;
    if (build(env, def, error) == KAMM_OK) return env;
    kamm_destroy_env(env);
    return NULL;
}

void kamm_destroy_env(kamm_env *env)
{
    if (!env) return;
    KAMM_REQUIRE_ALIVE(env, );
    kamm_note_destroyed(env);
    if (env->combinations)
        kamm_destroy_combinations(env->combinations);
    else
        kamm_destroy_cars(env->cars);
    for (int i = 0; i < env->count * env->units && env->models; ++i) {
        if (env->models[i] != env->base[i % env->units]) kamm_destroy_model(env->models[i]);
        if (env->next_models) kamm_destroy_model(env->next_models[i]);
    }
    for (int k = 0; k < KAMM_ENV_MAX_OPPONENTS; ++k) kamm_destroy_plan(env->other_plans[k]);
    kamm_course_destroy(env->course);
    kamm_release(env->trial);
    for (int u = 0; u < env->units; ++u) kamm_destroy_model(env->base[u]);
    kamm_release(env->models);
    kamm_release(env->next_models);
    kamm_release(env->errors);
    kamm_release(env->episodes);
    kamm_release(env->seen);
    kamm_release(env->vehicle);
    kamm_release(env->trailer);
    kamm_release(env);
}

void kamm_set_env_tasks(kamm_env *env, kamm_run_tasks *run, void *user)
{
    KAMM_REQUIRE_ALIVE(env, );
    env->run = run, env->user = user;
}

/* -- What it is -- */
const char *kamm_env_task_name(kamm_env_task task)
{
    return task_of(task) ? task_of(task)->name : NULL;
}

int kamm_env_count(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, 0);
    return env->count;
}

int kamm_env_observations(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, 0);
    return env->task->observation_count;
}

int kamm_env_actions(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, 0);
    return env->task->action_count;
}

const kamm_env_field *kamm_env_observation_fields(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, NULL);
    return env->task->observations;
}

const kamm_env_field *kamm_env_action_fields(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, NULL);
    return env->task->actions;
}

const kamm_env_field *kamm_env_figure_fields(const kamm_env *env, int *count)
{
    KAMM_REQUIRE_ALIVE(env, NULL);
    if (count) *count = env->task->figure_count;
    return env->task->figures;
}

kamm_cars *kamm_env_cars(kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, NULL);
    return env->cars;
}

int kamm_env_car(const kamm_env *env, int i)
{
    KAMM_REQUIRE_ALIVE(env, 0);
    KAMM_REQUIRE(i >= 0 && i < env->count, 0);
    return env_car_number(env, i);
}

int kamm_env_cars_each(const kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, 0);
    return env->cars_each;
}

kamm_cars *kamm_env_trailers(kamm_env *env)
{
    KAMM_REQUIRE_ALIVE(env, NULL);
    return env->combinations ? kamm_combination_cars(env->combinations, 1) : NULL;
}

int kamm_env_outlines(const kamm_env *env, int i, double (*points_m)[2], int room)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(env, 0);
    KAMM_REQUIRE(i >= 0 && i < env->count, 0);
    return env->task->outline ? env->task->outline(env, i, points_m, room) : 0;
}

/* -- How it went -- */
void kamm_env_faults(const kamm_env *env, int32_t *faults)
{
    KAMM_REQUIRE_ALIVE(env, );
    KAMM_REQUIRE(faults, );
    for (int i = 0; i < env->count; ++i) faults[i] = env->episodes[i].fault;
}

/* Figures of an episode that goes on are those of the present. */
void kamm_env_figures(const kamm_env *env, double *figures)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(env, );
    KAMM_REQUIRE(figures, );
    size_t count = (size_t)env->task->figure_count;
    for (int i = 0; i < env->count; ++i) {
        const struct episode *episode = &env->episodes[i];
        if (episode->steps > 0 && !episode->is_over)
            env->task->report(env, i, figures + count * (size_t)i);
        else
            memcpy(figures + count * (size_t)i, episode->figures, count * sizeof *figures);
    }
}

void kamm_env_advice(kamm_env *env, float *actions)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(env, );
    KAMM_REQUIRE(actions, );
    size_t m = (size_t)env->task->action_count;
    for (int i = 0; i < env->count; ++i) env->task->advise(env, i, actions + m * (size_t)i);
}
