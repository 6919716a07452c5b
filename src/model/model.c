#include "model.h"

#include "../base/error.h"
#include "full/full_compile.h"

kamm_model *kamm_compile(const kamm_vehicle_def *def, kamm_rung rung, kamm_error *error)
{
    KAMM_REQUIRE(def, NULL);
    KAMM_REQUIRE(rung == KAMM_FULL, NULL);
    if (kamm_check(kamm_vehicle_table(), def, error) != KAMM_OK) return NULL;
    kamm_model *model = kamm_allocate(sizeof *model);
    if (!model) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a model of %zu bytes",
                  sizeof *model);
        return NULL;
    }
    model->rung = rung;
    model->def = *def;
    if (full_compile(model, error) == KAMM_OK) return model;
    kamm_release(model);
    return NULL;
}

void kamm_destroy_model(kamm_model *model) { kamm_release(model); }

kamm_model_info kamm_describe(const kamm_model *model)
{
    static const kamm_model_info nothing;
    KAMM_REQUIRE(model, nothing);
    return model->info;
}
