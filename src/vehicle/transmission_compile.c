#include "transmission_compile.h"
#include "converter_compile.h"
#include "scale.h"

#include "../base/error.h"

#include <math.h>

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

static kamm_result check_cvt(const kamm_vehicle_def *def, kamm_error *error)
{
    const char *path = "gearbox.cvt_speed_curve";
    const kamm_curve *curve = &def->gearbox.cvt_speed_curve;
    if (!is_cvt(def)) return KAMM_OK;
    if (def->gearbox.ratios_count != 2)
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.ratios",
                         "gearbox.ratios has %d entries; a gearbox of kind cvt has 2, its lowest "
                         "and its highest gear",
                         def->gearbox.ratios_count);
    if (def->gearbox.synchro_nm > 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.synchro_nm",
                         "gearbox.synchro_nm is %g N.m, but a gearbox of kind cvt has no gears to "
                         "synchronise; it must be 0",
                         def->gearbox.synchro_nm);
    if (curve->count < 2 ||
        kamm_check_curve_points(curve->x, curve->y, curve->count).fault != CURVE_FINE)
        return kamm_fail(error, KAMM_ERROR_MISSING, path,
                         "%s: a gearbox of kind cvt needs one of at least 2 points, whose "
                         "throttle ascends from 0 to 1",
                         path);
    for (int i = 0; i < curve->count; ++i)
        if (curve->y[i] < 1.3 * def->engine.idle_radps ||
            curve->y[i] > 0.985 * def->engine.limiter_radps)
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s has %g rad/s in point %d; it must be from 1.3 times "
                             "engine.idle_radps (%g rad/s) to 0.985 of engine.limiter_radps "
                             "(%g rad/s)",
                             path, curve->y[i], i, def->engine.idle_radps,
                             def->engine.limiter_radps);
    return KAMM_OK;
}

static kamm_result check_dual_clutch(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_gearbox_def *gearbox = &def->gearbox;
    if (!is_dual_clutch(def)) return KAMM_OK;
    if (has_converter_def(def))
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.kind",
                         "gearbox.kind is dual_clutch, but the car has a torque converter "
                         "(converter.k_curve); it can have one of the two only");
    if (gearbox->synchro_nm > 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.synchro_nm",
                         "gearbox.synchro_nm is %g N.m, but a gearbox of kind dual_clutch takes "
                         "gearbox.preselect_s for its gears; it must be 0",
                         gearbox->synchro_nm);
    if (gearbox->shift_torque_share > 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.shift_torque_share",
                         "gearbox.shift_torque_share is %g, but a gearbox of kind dual_clutch "
                         "hands the torque over by itself; it must be 0",
                         gearbox->shift_torque_share);
    double least_s = 0.05 * kamm_scale_of(def).root;
    if (!(gearbox->shift_s >= least_s * (1 - 1e-9)))
        return kamm_fail(error, KAMM_ERROR_RANGE, "gearbox.shift_s",
                         "gearbox.shift_s is %g s; of a gearbox of kind dual_clutch it must be "
                         "%.3g s or more",
                         gearbox->shift_s, least_s);
    return KAMM_OK;
}

/* Where a gearbox's own step bends the spring of the shafts, it knows of no play. */
static kamm_result check_play(const kamm_vehicle_def *def, kamm_error *error)
{
    if (!(def->clutch.shaft_play_rad > 0) || !(is_cvt(def) || is_dual_clutch(def))) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "clutch.shaft_play_rad",
        "clutch.shaft_play_rad is %g rad, but behind a gearbox of kind %s it must be 0",
        def->clutch.shaft_play_rad, is_cvt(def) ? "cvt" : "dual_clutch");
}

kamm_result kamm_check_transmission(const kamm_vehicle_def *def, kamm_error *error)
{
    kamm_result result = check_synchro(def, error);
    if (result == KAMM_OK) result = check_cvt(def, error);
    if (result == KAMM_OK) result = check_dual_clutch(def, error);
    return result == KAMM_OK ? check_play(def, error) : result;
}

void kamm_compile_cvt(const kamm_vehicle_def *def, double substep_s,
                      struct powertrain_constants *constants)
{
    const kamm_gearbox_def *gearbox = &def->gearbox;
    const kamm_curve *curve = &gearbox->cvt_speed_curve;
    struct cvt_constants *c = &constants->cvt;
    if (!is_cvt(def)) return;
    c->on = 1;
    kamm_compile_curve_table(curve->x, curve->y, curve->count, CURVE_LINEAR, CURVE_HELD,
                             &c->wanted_radps);
    c->least = (float)(gearbox->ratios[1] / gearbox->ratios[0]);
    c->step = (float)(gearbox->cvt_rate_per_s * substep_s);
    c->per_idle = (float)(1 / def->engine.idle_radps);
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

void kamm_compile_dual_clutch(const kamm_vehicle_def *def, double substep_s,
                              struct powertrain_constants *constants)
{
    struct dual_clutch_constants *c = &constants->dual_clutch;
    double least_s = 2 * substep_s, usual_s = DUAL_CLUTCH_LEAST_S * kamm_scale_of(def).root;
    if (!is_dual_clutch(def)) return;
    c->on = 1;
    c->shift_s = (float)def->gearbox.shift_s;
    c->half_shift_s = (float)(0.5 * def->gearbox.shift_s);
    c->least_s = (float)fmax(least_s, usual_s);
    c->inertia_kgm2 = (float)def->engine.inertia_kgm2;
    c->inverse_torque = (float)(1 / def->clutch.torque_nm);
    c->least_radps = (float)(1.1 * def->engine.idle_radps);
    c->most_radps = (float)def->engine.limiter_radps;
    c->near_radps = (float)(0.1 * def->engine.idle_radps);
    c->per_near_radps = (float)(1 / (0.1 * def->engine.idle_radps));
    constants->gearbox.dual = 1;
    constants->gearbox.preselect_s = (float)def->gearbox.preselect_s;
}

/* ---- how D shifts ---- */

/* How the words of gearbox.shift_map differ. */
struct shift_style {
    double raised; /* share of the way from light to full throttle's points */
    double braking_from_mps2,
        braking_to_mps2; /* decelerations that shift down like light and like full throttle */
    double bend_share;   /* of the lateral acceleration that the car stands: no upshift beyond */
    double kept_s;       /* time in which the load of the full pedal is forgotten */
};

static struct shift_style style_of(const kamm_vehicle_def *def)
{
    if (def->gearbox.shift_map == KAMM_SHIFT_MAP_SPORT)
        return (struct shift_style){0.4, 0.5, 4, 0.3, 6};
    return (struct shift_style){0, 1.5, 6, 0.4, 1.5};
}

/* Returns its limit sideways: a grip of about 1, or less if it would turn over sooner. */
static double lateral_limit_mps2(const kamm_vehicle_def *def)
{
    double track = def->axles[0].track_m;
    for (int a = 1; a < def->axles_count; ++a) track = fmax(track, def->axles[a].track_m);
    return 9.80665 * fmin(1, track / (2 * def->body.cg_height_m));
}

void kamm_compile_shift_style(const kamm_vehicle_def *def, double substep_s, double root,
                              struct gearbox_constants *c)
{
    struct shift_style style = style_of(def);
    for (int pair = 0; pair + 1 < kamm_forward_gears(def); ++pair) {
        float up = c->up_full_mps[pair] - c->up_light_mps[pair];
        float down = c->down_full_mps[pair] - c->down_light_mps[pair];
        c->up_light_mps[pair] += (float)style.raised * up;
        c->down_light_mps[pair] += (float)style.raised * down;
    }
    c->bend_mps2 = (float)(style.bend_share * lateral_limit_mps2(def));
    c->braking_from_mps2 = (float)style.braking_from_mps2;
    c->per_braking_mps2 = (float)(1 / (style.braking_to_mps2 - style.braking_from_mps2));
    c->forgets = (float)(substep_s / (style.kept_s * root));
}
