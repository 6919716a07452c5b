#include "endurance_compile.h"
#include "electric_compile.h"
#include "shafts_compile.h"

#include "../base/error.h"

int kamm_has_exhaust_brake(const kamm_vehicle_def *def)
{
    return def->engine.exhaust_brake.count > 0 && !kamm_is_electric(def);
}

int kamm_has_retarder(const kamm_vehicle_def *def)
{
    return (def->retarder.max_nm > 0 || def->retarder.torque_curve.count > 0) &&
           !kamm_is_electric(def);
}

int kamm_has_endurance(const kamm_vehicle_def *def)
{
    return kamm_has_exhaust_brake(def) || kamm_has_retarder(def);
}

static kamm_result check_curve(const char *path, const kamm_curve *curve, kamm_error *error)
{
    for (int i = 0; i < curve->count; ++i)
        if (curve->x[i] < 0 || curve->y[i] < 0)
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s has %g N.m at %g rad/s in point %d: neither may be negative", path,
                             curve->y[i], curve->x[i], i);
    return KAMM_OK;
}

static kamm_result check_endurance(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_curve *exhaust = &def->engine.exhaust_brake;
    kamm_result result = check_curve("engine.exhaust_brake", exhaust, error);
    if (result == KAMM_OK)
        result = check_curve("retarder.torque_curve", &def->retarder.torque_curve, error);
    if (result != KAMM_OK) return result;
    for (int i = 0; i < exhaust->count; ++i)
        if (exhaust->y[i] + def->engine.drag_nm > def->clutch.torque_nm)
            return kamm_fail(
                error, KAMM_ERROR_RANGE, "engine.exhaust_brake",
                "engine.exhaust_brake has %g N.m in point %d; with engine.drag_nm (%g N.m) "
                "it must be at most what the clutch carries, clutch.torque_nm (%g N.m)",
                exhaust->y[i], i, def->engine.drag_nm, def->clutch.torque_nm);
    if (kamm_has_retarder(def) && def->retarder.cooling_w > def->retarder.max_power_w)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "retarder.cooling_w",
            "retarder.cooling_w is %g W; it must be at most retarder.max_power_w (%g W)",
            def->retarder.cooling_w, def->retarder.max_power_w);
    return KAMM_OK;
}

static void compile_retarder(const kamm_retarder_def *def, double final_drive,
                             struct endurance_constants *c)
{
    const kamm_curve *curve = &def->torque_curve;
    c->retarder = 1;
    c->by_curve = curve->count > 0;
    if (curve->count > 0)
        kamm_compile_curve_table(curve->x, curve->y, curve->count, CURVE_MONOTONE, CURVE_HELD,
                                 &c->curve_nm);
    c->fill_nms2_per_rad2 = (float)def->fill_nms2_per_rad2;
    c->max_nm = (float)def->max_nm;
    c->max_power_w = (float)def->max_power_w;
    c->cooling_w = (float)def->cooling_w;
    c->taken_w = (float)(def->max_power_w - def->cooling_w);
    c->per_heat_j = (float)(1 / def->heat_j);
    c->final_drive = (float)final_drive;
}

kamm_result kamm_compile_endurance(const kamm_vehicle_def *def, double cage_per_inertia,
                                   struct endurance_constants *c, kamm_error *error)
{
    const kamm_curve *curve = &def->engine.exhaust_brake;
    double substep_s = 1 / def->stepping.substeps_per_s, idle = def->engine.idle_radps;
    kamm_result result = check_endurance(def, error);
    if (result != KAMM_OK) return result;
    if (kamm_has_exhaust_brake(def)) {
        c->exhaust = 1;
        kamm_compile_curve_table(curve->x, curve->y, curve->count, CURVE_MONOTONE, CURVE_HELD,
                                 &c->drag_nm);
    }
    if (kamm_has_retarder(def)) compile_retarder(&def->retarder, def->gearbox.final_drive, c);
    c->free_radps = (float)(1.1 * idle);
    c->per_free_band = (float)(1 / (0.3 * idle));
    c->exhaust_blend = kamm_lag_share(substep_s, def->engine.exhaust_brake_s);
    c->retarder_blend = kamm_lag_share(substep_s, def->retarder.response_s);
    c->per_pedal = def->brakes.endurance_pedal > 0 ? (float)(1 / def->brakes.endurance_pedal) : 0;
    c->halt_nms_per_rad = (float)(1 / (cage_per_inertia * substep_s));
    return KAMM_OK;
}
