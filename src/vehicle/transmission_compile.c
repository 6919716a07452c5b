#include "transmission_compile.h"
#include "converter_compile.h"

#include "../base/error.h"

/* Synchronisers need a clutch that opens for a shift, and turn a part of what the engine's inertia counts. */
static kamm_result check_synchro(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_gearbox_def *gearbox = &def->gearbox;
    if (!(gearbox->synchro_nm > 0)) return KAMM_OK;
    if (has_converter_def(def))
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.synchro_nm",
                         "gearbox.synchro_nm is %g N.m, but the car has a torque converter, whose "
                         "gearbox shifts by clutches; it must be 0",
                         gearbox->synchro_nm);
    if (gearbox->shift_torque_share > 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.synchro_nm",
                         "gearbox.synchro_nm is %g N.m, but gearbox.shift_torque_share is %g: the "
                         "clutch has to open for synchronisers; one of the two must be 0",
                         gearbox->synchro_nm, gearbox->shift_torque_share);
    if (!(gearbox->input_inertia_kgm2 < 0.9 * def->engine.inertia_kgm2))
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.input_inertia_kgm2",
                         "gearbox.input_inertia_kgm2 is %g kg.m2; as a part of engine.inertia_kgm2 "
                         "(%g kg.m2) it must be below 0.9 of that",
                         gearbox->input_inertia_kgm2, def->engine.inertia_kgm2);
    return KAMM_OK;
}

kamm_result kamm_check_transmission(const kamm_vehicle_def *def, kamm_error *error)
{
    return check_synchro(def, error);
}

void kamm_compile_synchro(const kamm_vehicle_def *def, double cage_per_inertia,
                          struct powertrain_constants *constants)
{
    const kamm_gearbox_def *gearbox = &def->gearbox;
    struct synchro_constants *c = &constants->synchro;
    double engine = def->engine.inertia_kgm2, input = gearbox->input_inertia_kgm2;
    if (!(gearbox->synchro_nm > 0)) return;
    c->torque_nm = (float)gearbox->synchro_nm;
    c->inertia_kgm2 = (float)input;
    c->inverse_inertia = (float)(1 / input);
    c->share = (float)(input / engine);
    c->lighter = (float)(engine / (engine - input));
    c->cage_per_inertia = (float)cage_per_inertia;
    constants->gearbox.synchro_s2 = (float)(input / gearbox->synchro_nm);
}
