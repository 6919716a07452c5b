#include "reaction_compile.h"

#include "../../base/error.h"
#include "../../vehicle/electric_compile.h"

#include <math.h>

static int lies_along(const kamm_engine_def *engine)
{
    return engine->turns == KAMM_ENGINE_CLOCKWISE || engine->turns == KAMM_ENGINE_ANTICLOCKWISE;
}

/* 0: the body does not feel it. */
static double sense_of(const kamm_engine_def *engine)
{
    if (engine->turns == KAMM_ENGINE_ACROSS) return 0;
    int positive =
        engine->turns == KAMM_ENGINE_CLOCKWISE || engine->turns == KAMM_ENGINE_WITH_WHEELS;
    return positive ? 1 : -1;
}

static kamm_result check_live_axle(const kamm_vehicle_def *def, int a, kamm_error *error)
{
    const kamm_axle_def *axle = &def->axles[a];
    const char *lacks = axle->wheels == KAMM_WHEELS_SINGLE ? "wheels on both sides"
                        : axle->suspension.kind != KAMM_SUSPENSION_DEPENDENT
                            ? "a suspension.kind of dependent"
                        : !(axle->drive_share > 0)  ? "a drive_share"
                        : axle->motor.peak_nm > 0   ? "no motor of its own"
                        : !lies_along(&def->engine) ? "engine.turns along the car"
                                                    : NULL;
    if (!axle->live || !lacks) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.live",
                     "axles[%d].live: a live axle needs %s; allowed: false without", a, lacks);
}

kamm_result kamm_compile_reaction(const kamm_model *model, struct full_constants *c,
                                  kamm_error *error)
{
    const kamm_vehicle_def *def = model->def;
    double sense = sense_of(&def->engine);
    int turns = model->has_powertrain && !kamm_is_electric(def);
    for (int a = 0; a < model->layout.axles; ++a) {
        const kamm_axle_def *axle = &def->axles[a];
        kamm_result result = check_live_axle(def, a, error);
        if (result != KAMM_OK) return result;
        if (axle->live && turns)
            c->propeller_per_m[a] = (float)(sense / (def->gearbox.final_drive * axle->track_m));
    }
    if (!turns) return KAMM_OK;
    c->reaction.on = fabs(sense) > 0;
    c->reaction.across = c->reaction.on > 0 && !lies_along(&def->engine);
    c->reaction.engine_kgm2 = (float)(sense * def->engine.inertia_kgm2);
    if (model->features & KAMM_FEATURE_CONVERTER)
        c->reaction.turbine_kgm2 = (float)(sense * def->converter.turbine_inertia_kgm2);
    return KAMM_OK;
}
