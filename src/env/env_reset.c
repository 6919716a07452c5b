/* Episodes begin. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/tasks.h"
#include "../vehicle/chassis.h"
#include "../vehicle/model.h"
#include "env_state.h"

#include <math.h>
#include <string.h>

/* Cars of one batch have the same wheels, and no parts that none had when it was made. */
static kamm_result check_model(const kamm_env *env, int unit, const kamm_model *model,
                               kamm_error *error)
{
    const kamm_model *base = env->base[unit];
    int couples = env->units < 2 || unit > 0 || model->def->hitch.kind != KAMM_HITCH_NONE;
    if (unit > 0) couples = model->def->drawbar.towed;
    if (kamm_layouts_are_alike(&model->layout, &base->layout) && couples &&
        !(model->features & ~base->features) && model->chassis->dt == base->chassis->dt)
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "ranges",
                     "what was drawn has other wheels, parts or substeps than the vehicle itself; "
                     "allowed: the same for all episodes");
}

/* A path that begins with "trailer." is one of the trailer, where there is one. */
static kamm_result set_range(const kamm_env *env, kamm_vehicle_def *defs, const char *path,
                             double value, kamm_error *error)
{
    static const char prefix[] = "trailer.";
    size_t length = sizeof prefix - 1;
    int is_trailers = env->units > 1 && strncmp(path, prefix, length) == 0;
    return kamm_set_number(kamm_vehicle_table(), &defs[is_trailers],
                           is_trailers ? path + length : path, value, error);
}

static kamm_result compile_units(const kamm_env *env, kamm_vehicle_def *defs, const double *values,
                                 kamm_model **models, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    defs[0] = *env->vehicle;
    if (env->units > 1) defs[1] = *env->trailer;
    for (int k = 0; k < env->range_count && !result; ++k)
        result = set_range(env, defs, env->ranges[k].path, values[k], error);
    for (int u = 0; u < env->units && !result; ++u) {
        kamm_error own = {KAMM_OK, "", ""};
        models[u] = kamm_create_model(&defs[u], env->rung, &own);
        if (!models[u] && error) *error = own;
        result = models[u] ? check_model(env, u, models[u], error) : own.code;
    }
    return result;
}

kamm_result kamm_env_compile(const kamm_env *env, const double *values, kamm_model **models,
                             kamm_error *error)
{
    kamm_vehicle_def *defs = kamm_allocate_array((size_t)env->units, sizeof *defs);
    if (!defs) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    for (int u = 0; u < env->units; ++u) models[u] = NULL;
    kamm_result result = compile_units(env, defs, values, models, error);
    for (int u = 0; result && u < env->units; ++u) {
        kamm_destroy_model(models[u]);
        models[u] = NULL;
    }
    kamm_release(defs);
    return result;
}

kamm_result kamm_env_draw_model(kamm_env *env, int i, const struct episode *episode,
                                kamm_error *error)
{
    double values[KAMM_ENV_MAX_RANGES];
    kamm_model *models[2];
    kamm_error own = {KAMM_OK, "", ""};
    if (!env->range_count) return KAMM_OK;
    for (int k = 0; k < env->range_count; ++k)
        values[k] = kamm_env_draw(episode, (unsigned)k, env->ranges[k].low, env->ranges[k].high);
    kamm_result result = kamm_env_compile(env, values, models, &own);
    if (result) return kamm_fail(error, own.code, own.path, "environment %d: %s", i, own.text);
    for (int u = 0; u < env->units; ++u) {
        kamm_model **next = &env->next_models[i * env->units + u];
        kamm_destroy_model(*next);
        *next = models[u];
    }
    return KAMM_OK;
}

static void change_model(kamm_env *env, int i, int unit, const kamm_model *model)
{
    if (env->combinations)
        kamm_change_combination_model(env->combinations, i, unit, model);
    else
        kamm_change_model(env->cars, env_car_number(env, i), model);
}

void kamm_env_swap_models(kamm_env *env)
{
    for (int at = 0; env->range_count && at < env->count * env->units; ++at) {
        kamm_model *next = env->next_models[at];
        if (!next) continue;
        change_model(env, at / env->units, at % env->units, next);
        env->next_models[at] = env->models[at];
        env->models[at] = next;
    }
}

void kamm_env_drop_models(kamm_env *env)
{
    for (int at = 0; env->range_count && at < env->count * env->units; ++at) {
        if (env->next_models[at] != env->base[at % env->units])
            kamm_destroy_model(env->next_models[at]);
        env->next_models[at] = NULL;
    }
}

void kamm_env_take_models(kamm_env *env)
{
    for (int at = 0; env->range_count && at < env->count * env->units; ++at)
        if (env->next_models[at]) env->episodes[at / env->units].is_drawn = 1;
    kamm_env_swap_models(env);
    kamm_env_drop_models(env);
}

void kamm_env_begin(kamm_env *env, int i)
{
    struct episode *episode = &env->episodes[i];
    struct episode before = *episode;
    memset(episode, 0, sizeof *episode); /* all its bytes, which snapshots have */
    episode->seed = before.seed, episode->number = before.number;
    episode->is_drawn = before.is_drawn;
    env->task->begin(env, i);
    kamm_env_look(env, i);
}

/* -- Resets that are asked for -- */
struct reset {
    kamm_env *env;
    const uint64_t *seeds;
    const uint8_t *which;
    float *observations;
    kamm_error *errors; /* of each block */
};

static int is_meant(const struct reset *reset, int i) { return !reset->which || reset->which[i]; }

static void draw_block(void *context, int block)
{
    const struct reset *reset = context;
    kamm_env *env = reset->env;
    int end = (block + 1) * env->in_block;
    for (int i = block * env->in_block; i < end && i < env->count; ++i) {
        struct episode *episode = &env->episodes[i];
        if (!is_meant(reset, i)) continue;
        if (reset->seeds)
            episode->seed = reset->seeds[i], episode->number = 0;
        else
            ++episode->number;
        kamm_error error;
        if (kamm_env_draw_model(env, i, episode, &error) && !reset->errors[block].code)
            reset->errors[block] = error;
    }
}

static void begin_block(void *context, int block)
{
    const struct reset *reset = context;
    kamm_env *env = reset->env;
    size_t k = (size_t)env->task->observation_count;
    int end = (block + 1) * env->in_block;
    for (int i = block * env->in_block; i < end && i < env->count; ++i) {
        if (is_meant(reset, i)) kamm_env_begin(env, i);
        env->task->observe(env, i, reset->observations + k * (size_t)i);
    }
}

kamm_result kamm_reset_env(kamm_env *env, const uint64_t *seeds, const uint8_t *which,
                           float *observations, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, env, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, observations, KAMM_ERROR_MISUSE);
    int blocks = (env->count + env->in_block - 1) / env->in_block;
    struct reset reset = {env, seeds, which, observations, NULL};
    kamm_result result = KAMM_OK;
    reset.errors = kamm_allocate_array((size_t)blocks, sizeof *reset.errors);
    if (!reset.errors) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    kamm_run_each(env->run, env->user, blocks, draw_block, &reset);
    kamm_env_take_models(env);
    kamm_run_each(env->run, env->user, blocks, begin_block, &reset);
    for (int block = 0; block < blocks && !result; ++block) {
        result = reset.errors[block].code;
        if (result && error) *error = reset.errors[block];
    }
    kamm_release(reset.errors);
    return result;
}
