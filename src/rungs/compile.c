#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/hash.h"
#include "rung.h"

static kamm_result check_stepping(const kamm_vehicle_def *def, const kamm_rung_info *rung,
                                  kamm_error *error)
{
    if (def->stepping.substeps_per_s >= rung->least_substeps_per_s) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "stepping.substeps_per_s",
                     "stepping.substeps_per_s: %g, but the rung %s needs at least %g",
                     def->stepping.substeps_per_s, rung->name, rung->least_substeps_per_s);
}

static uint64_t fingerprint_of(const kamm_model *model, const struct rung *own)
{
    const int32_t rung = model->rung;
    uint64_t hash = hash_words(HASH_START, &rung, 1);
    return hash_words(hash, model->own, own->constant_count);
}

static kamm_model *allocate_model(const struct rung *own, kamm_error *error)
{
    kamm_model *model = kamm_allocate(sizeof *model);
    if (model && (model->own = kamm_allocate(own->own_size))) return model;
    kamm_release(model);
    kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a model of %zu bytes",
              sizeof *model + own->own_size);
    return NULL;
}

kamm_model *kamm_compile(const kamm_vehicle_def *def, kamm_rung rung, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    const struct rung *own = kamm_rung_of(rung);
    KAMM_REQUIRE(def, NULL);
    KAMM_REQUIRE(own, NULL);
    if (kamm_check(kamm_vehicle_table(), def, error) != KAMM_OK) return NULL;
    if (check_stepping(def, &own->info, error) != KAMM_OK) return NULL;
    kamm_model *model = allocate_model(own, error);
    if (!model) return NULL;
    model->rung = rung;
    model->whole_body = own->whole_body;
    model->def = *def;
    if (kamm_compile_chassis(model, own->needs_powertrain, error) == KAMM_OK &&
        own->compile(model, error) == KAMM_OK) {
        model->fingerprint = fingerprint_of(model, own);
        return model;
    }
    kamm_destroy_model(model);
    return NULL;
}

void kamm_destroy_model(kamm_model *model)
{
    if (model) kamm_release(model->own);
    kamm_release(model);
}

kamm_model_info kamm_describe(const kamm_model *model)
{
    static const kamm_model_info nothing;
    KAMM_REQUIRE(model, nothing);
    return model->info;
}
