#include "power_split_compile.h"
#include "converter_compile.h"
#include "endurance_compile.h"
#include "scale.h"
#include "shafts_compile.h"

#include "../base/error.h"

#include <math.h>

static const double sun_share = 0.96; /* of the generator's highest speed, below which it is kept */
static const double settles_s = 0.15; /* in which the generator brings the engine to speed */
static const double speed_fade_share = 0.03; /* of the highest speed, over which torque fades out */

static double ring_per_sun(const kamm_power_split_def *split)
{
    return split->ring_teeth / split->sun_teeth;
}

/* The sun's speed over the motor's while the engine stands, backwards. */
static double sun_per_motor(const kamm_power_split_def *split)
{
    return ring_per_sun(split) / split->motor_per_ring;
}

int kamm_power_split_axle(const kamm_vehicle_def *def)
{
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].motor.peak_nm > 0) return a;
    return 0;
}

double kamm_power_split_engine_radps(const kamm_vehicle_def *def, double motor_radps)
{
    const kamm_power_split_def *split = &def->power_split;
    double back = sun_per_motor(split) * motor_radps - sun_share * split->generator.max_radps;
    return fmax(back, 0) / (1 + ring_per_sun(split));
}

double kamm_power_split_most_w(const kamm_vehicle_def *def)
{
    const kamm_curve *curve = &def->power_split.engine_speed_curve;
    return curve->count ? curve->x[curve->count - 1] : 0;
}

/* Returns the torque of its engine on the motor's shaft at greatest power; 0 without a power split. */
static double pull_nm(const kamm_vehicle_def *def)
{
    const kamm_power_split_def *split = &def->power_split;
    const kamm_curve *curve = &split->engine_speed_curve;
    if (!kamm_is_power_split(def) || !curve->count) return 0;
    return kamm_power_split_most_w(def) / curve->y[curve->count - 1] * sun_per_motor(split) /
           (1 + ring_per_sun(split));
}

/* ---- checks ---- */

static kamm_result fail_beside(const char *path, const char *what, const char *must,
                               kamm_error *error)
{
    return kamm_fail(
        error, KAMM_ERROR_RANGE, path,
        "%s: the car has a power split (power_split.sun_teeth), which goes without %s; "
        "%s",
        path, what, must);
}

/* Its engine drives by nothing but the planetary gear. */
static kamm_result check_beside(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_gearbox_def *gearbox = &def->gearbox;
    if (gearbox->ratios_count)
        return fail_beside("gearbox.ratios", "gears", "it must be empty", error);
    if (gearbox->kind == KAMM_GEARBOX_CVT || gearbox->kind == KAMM_GEARBOX_DUAL_CLUTCH)
        return fail_beside("gearbox.kind", "a gearbox", "it must not be cvt or dual_clutch", error);
    if (gearbox->synchro_nm > 0)
        return fail_beside("gearbox.synchro_nm", "synchronisers", "it must be 0", error);
    if (has_converter_def(def))
        return fail_beside("converter.k_curve", "a torque converter", "it must be empty", error);
    if (def->engine.boost_share > 0)
        return fail_beside("engine.boost_share", "a turbocharger", "it must be 0", error);
    if (def->engine.turns != KAMM_ENGINE_ACROSS)
        return fail_beside("engine.turns", "an engine along the car", "it must be across", error);
    if (kamm_has_exhaust_brake(def))
        return fail_beside("engine.exhaust_brake", "an exhaust brake", "it must be empty", error);
    if (kamm_has_retarder(def))
        return fail_beside("retarder.max_nm", "a retarder", "it must be 0", error);
    if (def->aids.launch_radps > 0)
        return fail_beside("aids.launch_radps", "launch control", "it must be 0", error);
    return KAMM_OK;
}

static kamm_result check_electric(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_power_split_def *split = &def->power_split;
    int motors = 0;
    for (int a = 0; a < def->axles_count; ++a) motors += def->axles[a].motor.peak_nm > 0;
    if (motors != 1)
        return kamm_fail(error, motors ? KAMM_ERROR_RANGE : KAMM_ERROR_MISSING,
                         "axles.motor.peak_nm",
                         "axles.motor.peak_nm is above 0 on %d axles; a car with a power split "
                         "(power_split.sun_teeth) has a motor on one, to which its ring is geared",
                         motors);
    if (!(def->battery.capacity_j > 0))
        return kamm_fail(error, KAMM_ERROR_MISSING, "battery.capacity_j",
                         "battery.capacity_j is 0 J; a car with a power split "
                         "(power_split.sun_teeth) needs a battery with a charge, above 0");
    if (split->generator.heat_capacity_j_per_k > 0 &&
        !(split->generator.hottest_k > split->generator.hot_k))
        return kamm_fail(error, KAMM_ERROR_RANGE, "power_split.generator.hottest_k",
                         "power_split.generator.hottest_k is %g K; it must be above "
                         "power_split.generator.hot_k (%g K)",
                         split->generator.hottest_k, split->generator.hot_k);
    if (!(split->ring_teeth > 1.2 * split->sun_teeth))
        return kamm_fail(error, KAMM_ERROR_RANGE, "power_split.ring_teeth",
                         "power_split.ring_teeth is %g; planets between ring and sun need it above "
                         "1.2 times power_split.sun_teeth (%g)",
                         split->ring_teeth, split->sun_teeth);
    if (!(split->stop_w < split->start_w))
        return kamm_fail(error, KAMM_ERROR_RANGE, "power_split.stop_w",
                         "power_split.stop_w is %g W; it must be below power_split.start_w (%g W)",
                         split->stop_w, split->start_w);
    return KAMM_OK;
}

static kamm_result check_speed_curve(const kamm_vehicle_def *def, kamm_error *error)
{
    const char *path = "power_split.engine_speed_curve";
    const kamm_curve *curve = &def->power_split.engine_speed_curve;
    const kamm_engine_def *engine = &def->engine;
    if (curve->count < 2 ||
        kamm_check_curve_points(curve->x, curve->y, curve->count).fault != CURVE_FINE ||
        curve->x[0] < 0)
        return kamm_fail(error, KAMM_ERROR_MISSING, path,
                         "%s: a power split needs one of at least 2 points, whose power is not "
                         "negative and ascends",
                         path);
    for (int i = 0; i < curve->count; ++i) {
        double speed = curve->y[i];
        if (speed < engine->idle_radps || speed > 0.985 * engine->limiter_radps)
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s has %g rad/s in point %d; it must be from engine.idle_radps (%g "
                             "rad/s) to 0.985 of engine.limiter_radps (%g rad/s)",
                             path, speed, i, engine->idle_radps, engine->limiter_radps);
        double most = kamm_curve_value(engine->torque_curve.x, engine->torque_curve.y,
                                       engine->torque_curve.count, CURVE_MONOTONE, speed, NULL) *
                      speed;
        if (curve->x[i] > 1.01 * most)
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s has %g W at %g rad/s in point %d, where engine.torque_curve gives "
                             "%g W",
                             path, curve->x[i], speed, i, most);
    }
    return KAMM_OK;
}

kamm_result kamm_check_power_split(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_engine_def *engine = &def->engine;
    if (!(engine->limiter_radps > 1.5 * engine->idle_radps))
        return kamm_fail(error, KAMM_ERROR_RANGE, "engine.limiter_radps",
                         "engine.limiter_radps is %g rad/s; it must be above 1.5 times "
                         "engine.idle_radps (%g rad/s)",
                         engine->limiter_radps, engine->idle_radps);
    kamm_result result = check_beside(def, error);
    if (result == KAMM_OK) result = check_electric(def, error);
    return result == KAMM_OK ? check_speed_curve(def, error) : result;
}

/* ---- constants ---- */

static void compile_generator(const kamm_generator_def *generator, double substep_s,
                              struct motor_constants *c)
{
    double band = speed_fade_share * generator->max_radps, weak = generator->weak_radps;
    c->peak_nm = (float)generator->peak_nm;
    c->power_w = (float)generator->power_w;
    c->weak_w_radps = (float)(weak > 0 ? generator->power_w * weak : 1e30);
    c->end_radps = (float)(generator->max_radps + band);
    c->per_speed_band = (float)(1 / band);
    c->copper_w_per_n2m2 = (float)generator->copper_loss_w_per_n2m2;
    c->iron_nm = (float)generator->iron_loss_nm;
    c->windage_nms2 = (float)generator->windage_loss_nms2_per_rad2;
    c->idle_w = (float)generator->idle_loss_w;
    c->response_blend = kamm_lag_share(substep_s, generator->response_s);
    c->hottest_k = 1, c->per_heat_band = 1; /* one that stays cool */
    if (!(generator->heat_capacity_j_per_k > 0)) return;
    c->warms = (float)(substep_s / generator->heat_capacity_j_per_k);
    c->cools = (float)(substep_s * generator->cooling_w_per_k / generator->heat_capacity_j_per_k);
    c->hottest_k = (float)generator->hottest_k;
    c->per_heat_band = (float)(1 / (generator->hottest_k - generator->hot_k));
}

/* The node's mass matrix, inverted. */
static void compile_node(const kamm_vehicle_def *def, struct power_split_constants *c)
{
    const kamm_power_split_def *split = &def->power_split;
    double a = 1 + ring_per_sun(split), b = sun_per_motor(split);
    double sun = split->generator.inertia_kgm2;
    double engine = def->engine.inertia_kgm2 + a * a * sun;
    double motor = def->axles[kamm_power_split_axle(def)].motor.inertia_kgm2 + b * b * sun;
    double coupled = a * b * sun, determinant = engine * motor - coupled * coupled;
    c->sun_per_engine = (float)a;
    c->inverse_sun_per_engine = (float)(1 / a);
    c->sun_per_motor = (float)b;
    c->engine_kgm2 = (float)(determinant / motor);
    c->inverse_engine = (float)(motor / determinant);
    c->cross_share = (float)(coupled / motor);
    c->cross_inverse = (float)(coupled / determinant);
    c->inverse_motor = (float)(engine / determinant);
    c->held_kgm2 = (float)engine;
    c->inverse_held = (float)(1 / engine);
    c->coupled_kgm2 = (float)coupled;
}

static void compile_control(const kamm_vehicle_def *def, struct power_split_constants *c)
{
    const kamm_power_split_def *split = &def->power_split;
    const kamm_axle_def *axle = &def->axles[kamm_power_split_axle(def)];
    const kamm_curve *curve = &split->engine_speed_curve;
    double dt = 1 / def->stepping.substeps_per_s, most_nm = 0;
    double a = 1 + ring_per_sun(split), b = sun_per_motor(split);
    double sun = sun_share * split->generator.max_radps, electric = sun / b;
    double held = def->engine.inertia_kgm2 + a * a * split->generator.inertia_kgm2;
    double settles =
        fmax(settles_s * kamm_scale_of(def).root, fmax(5 * split->generator.response_s, 4 * dt));
    if (split->electric_speed_mps > 0)
        electric = fmin(electric, split->electric_speed_mps * axle->motor.ratio /
                                      (0.98 * axle->tyre.unloaded_radius_m));
    for (int i = 0; i < def->engine.torque_curve.count; ++i)
        most_nm = fmax(most_nm, def->engine.torque_curve.y[i]);
    kamm_compile_curve_table(curve->x, curve->y, curve->count, CURVE_LINEAR, CURVE_HELD,
                             &c->engine_radps);
    c->most_w = (float)kamm_power_split_most_w(def);
    c->on_w = (float)split->start_w;
    c->off_w = (float)split->stop_w;
    c->aim_charge = (float)split->charge_aim;
    c->w_per_charge = (float)split->charge_gain_w;
    c->charging_w = (float)split->charging_w;
    c->discharging_w = (float)split->discharging_w;
    c->pull_nm = (float)pull_nm(def);
    c->electric_radps = (float)electric;
    c->sun_radps = (float)sun;
    c->speed_gain_nms = (float)(held / settles);
    c->gas_blend = kamm_lag_share(dt, def->engine.response_s);
    c->least_gas_nm = (float)(0.5 * most_nm);
}

void kamm_compile_power_split(const kamm_vehicle_def *def, struct powertrain_constants *constants)
{
    struct power_split_constants *c = &constants->split;
    double dt = 1 / def->stepping.substeps_per_s;
    c->on = 1;
    c->axle[kamm_power_split_axle(def)] = 1;
    c->dt = (float)dt;
    c->inverse_dt = (float)(1 / dt);
    compile_node(def, c);
    compile_control(def, c);
    compile_generator(&def->power_split.generator, dt, &constants->generator);
    constants->engine.response_blend = 1; /* that of the pedal: the gas has its own */
    constants->engine.by_pedal = 0;
}
