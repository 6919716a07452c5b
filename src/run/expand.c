/* Variants of a vehicle, each with values of its own at some paths. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../vehicle/chassis.h"
#include "../vehicle/model.h"
#include "tasks.h"

#include <kamm/batch.h>
#include <string.h>

struct expansion {
    const kamm_vehicle_def *def;
    kamm_rung rung;
    const kamm_variants *variants;
    kamm_model **models;
};

/* Says which variant it was. */
static kamm_result fail_variant(int variant, kamm_error *error)
{
    kamm_error own = *error;
    return kamm_fail(error, own.code, own.path, "variant %d: %s", variant, own.text);
}

static kamm_result set_values(const kamm_variants *variants, int variant, kamm_vehicle_def *def,
                              kamm_error *error)
{
    const double *values = variants->values + variant;
    for (int i = 0; i < variants->path_count; ++i) {
        kamm_result result = kamm_set_number(kamm_vehicle_table(), def, variants->paths[i],
                                             values[(size_t)i * (size_t)variants->count], error);
        if (result) return result;
    }
    return KAMM_OK;
}

/* NULL with an error. */
static kamm_model *compile_variant(const struct expansion *e, int variant, kamm_error *error)
{
    kamm_model *model = NULL;
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    *def = *e->def;
    if (set_values(e->variants, variant, def, error) == KAMM_OK)
        model = kamm_create_model(def, e->rung, error);
    kamm_release(def);
    return model;
}

static void compile_task(void *context, int variant)
{
    const struct expansion *e = context;
    e->models[variant] = compile_variant(e, variant, NULL);
}

/* Cars of one batch share a substep and the places of their wheels. */
static kamm_result check_alike(const kamm_model *first, const kamm_model *model, kamm_error *error)
{
    if (model->chassis->dt != first->chassis->dt)
        return kamm_fail(error, KAMM_ERROR_RANGE, "stepping.substeps_per_s",
                         "stepping.substeps_per_s: %.9g, but variant 0 has %.9g; allowed: the "
                         "same for all",
                         model->def->stepping.substeps_per_s, first->def->stepping.substeps_per_s);
    if (!kamm_layouts_are_alike(&model->layout, &first->layout))
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles",
                         "axles: other wheels than of variant 0; allowed: the same for all");
    return KAMM_OK;
}

/* The first variant that is none, whatever the order in which they were compiled, tells what is wrong. */
static kamm_result check_all(const struct expansion *e, kamm_error *error)
{
    for (int i = 0; i < e->variants->count; ++i) {
        kamm_error own = {KAMM_OK, "", ""};
        if (!e->models[i]) e->models[i] = compile_variant(e, i, &own);
        if (e->models[i]) check_alike(e->models[0], e->models[i], &own);
        if (own.code == KAMM_OK) continue;
        if (error) *error = own;
        return error ? fail_variant(i, error) : own.code;
    }
    return KAMM_OK;
}

kamm_result kamm_expand(const kamm_vehicle_def *def, kamm_rung rung, const kamm_variants *variants,
                        kamm_model **models, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def && variants && models, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, kamm_describe_rung(rung), KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, variants->count > 0 && variants->path_count >= 0, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, !variants->path_count || (variants->paths && variants->values),
                      KAMM_ERROR_MISUSE);
    struct expansion e = {def, rung, variants, models};
    memset(models, 0, (size_t)variants->count * sizeof *models);
    kamm_run_each(variants->run, variants->user, variants->count, compile_task, &e);
    kamm_result result = check_all(&e, error);
    for (int i = 0; result && i < variants->count; ++i) {
        kamm_destroy_model(models[i]);
        models[i] = NULL;
    }
    return result;
}
