#include "electric_compile.h"
#include "power_split_compile.h"
#include "scale.h"
#include "shafts_compile.h"

#include "../base/error.h"

#include <math.h>
#include <stdio.h>

/* Share of its voltage that a battery keeps at its greatest power, if the file has no limit. It is
 * far above the half at which a battery gives most, where the motors' voltage no longer settles. */
static const double kept_voltage = 0.7;
static const double no_limit_w = 1e12;
static const double brake_fade_mps = 1.5; /* below it motors brake less and less */

int kamm_has_motors(const kamm_vehicle_def *def)
{
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].motor.peak_nm > 0) return 1;
    return 0;
}

int kamm_is_electric(const kamm_vehicle_def *def)
{
    return !def->engine.torque_curve.count && kamm_has_motors(def);
}

int kamm_is_gearless(const kamm_vehicle_def *def)
{
    return kamm_is_electric(def) || kamm_is_power_split(def);
}

/* ---- battery ---- */

static double open_v(const kamm_battery_def *battery, double charge)
{
    const kamm_curve *curve = &battery->voltage_curve;
    if (!curve->count) return battery->nominal_v;
    return kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, charge, NULL);
}

static kamm_result check_voltage(const kamm_battery_def *battery, kamm_error *error)
{
    const char *path = "battery.voltage_curve";
    const kamm_curve *curve = &battery->voltage_curve;
    if (!curve->count) return KAMM_OK;
    curve_check check = kamm_check_curve_points(curve->x, curve->y, curve->count);
    if (check.fault != CURVE_FINE)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s.charge[%d] is %g: points must be finite and ascend", path, check.index,
                         curve->x[check.index]);
    if (curve->x[0] != 0 || curve->x[curve->count - 1] != 1)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s goes from a charge of %g to %g; it must go from 0 to 1", path,
                         curve->x[0], curve->x[curve->count - 1]);
    for (int i = 0; i < curve->count; ++i)
        if (!(curve->y[i] >= 0.5 * battery->nominal_v && curve->y[i] <= 2 * battery->nominal_v))
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s.open_v[%d] is %g V; it must be from half to twice "
                             "battery.nominal_v (%g V)",
                             path, i, curve->y[i], battery->nominal_v);
    return KAMM_OK;
}

/* Mean over the charge, by Simpson's rule. */
static double mean_open_v(const kamm_battery_def *battery)
{
    enum { PIECES = 256 };
    double sum = 0;
    for (int i = 0; i <= PIECES; ++i)
        sum += open_v(battery, (double)i / PIECES) * (i % PIECES == 0 ? 1 : i % 2 ? 4 : 2);
    return sum / (3 * PIECES);
}

static double or_else(double given, double otherwise) { return given > 0 ? given : otherwise; }

static void compile_voltage(const kamm_battery_def *battery, struct battery_constants *c)
{
    static const double ends[2] = {0, 1};
    const double level[2] = {battery->nominal_v, battery->nominal_v};
    const kamm_curve *curve = &battery->voltage_curve;
    int given = curve->count > 0;
    kamm_compile_curve_table(given ? curve->x : ends, given ? curve->y : level,
                             given ? curve->count : 2, CURVE_MONOTONE, CURVE_HELD, &c->open_v);
}

static void compile_battery(const kamm_battery_def *battery, double substep_s,
                            struct battery_constants *c)
{
    int limited = battery->capacity_j > 0;
    double resistance = limited ? battery->resistance_ohm : 0;
    double lowest = open_v(battery, 0), least_ohm = fmax(resistance, 1e-9);
    double most_w = lowest * lowest * kept_voltage * (1 - kept_voltage) / least_ohm;
    compile_voltage(battery, c);
    c->limited = (float)limited;
    c->nominal_v = (float)battery->nominal_v;
    c->resistance_ohm = (float)resistance;
    c->charge = (float)battery->charge;
    c->discharge_w = (float)fmin(or_else(battery->discharge_w, no_limit_w), most_w);
    c->charge_w = (float)or_else(battery->charge_w, no_limit_w);
    c->used_per_ampere =
        limited ? (float)(substep_s * mean_open_v(battery) / battery->capacity_j) : 0;
    c->auxiliary_w = (float)battery->auxiliary_w;
}

/* ---- motors ---- */

static kamm_result check_motor(const kamm_vehicle_def *def, int a, kamm_error *error)
{
    const kamm_motor_def *motor = &def->axles[a].motor;
    char path[48];
    snprintf(path, sizeof path, "axles[%d].motor.peak_nm", a);
    if (kamm_is_pulled(def))
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s is %g N.m, but nothing drives a trailer (drawbar.towed); it must be 0",
                         path, motor->peak_nm);
    snprintf(path, sizeof path, "axles[%d].motor.hottest_k", a);
    if (motor->heat_capacity_j_per_k > 0 && !(motor->hottest_k > motor->hot_k))
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s is %g K; it must be above axles[%d].motor.hot_k (%g K)", path,
                         motor->hottest_k, a, motor->hot_k);
    return KAMM_OK;
}

static void compile_shaft(const kamm_motor_def *motor, double wheels_kgm2, double substep_s,
                          struct shaft_constants *c)
{
    double rotor = motor->inertia_kgm2 * motor->ratio * motor->ratio;
    kamm_compile_shaft_spring(motor->shaft_stiffness_nm_per_rad, motor->shaft_damping_nms_per_rad,
                              1 / rotor + 2 / wheels_kgm2, substep_s, c);
    kamm_compile_shaft_losses(motor->efficiency, 1 / wheels_kgm2, substep_s, c);
}

static void compile_losses(const kamm_motor_def *motor, double substep_s, struct motor_constants *c)
{
    c->copper_w_per_n2m2 = (float)motor->copper_loss_w_per_n2m2;
    c->iron_nm = (float)motor->iron_loss_nm;
    c->windage_nms2 = (float)motor->windage_loss_nms2_per_rad2;
    c->idle_w = (float)motor->idle_loss_w;
    c->hottest_k = 1, c->per_heat_band = 1; /* one that stays cool */
    if (!(motor->heat_capacity_j_per_k > 0)) return;
    c->warms = (float)(substep_s / motor->heat_capacity_j_per_k);
    c->cools = (float)(substep_s * motor->cooling_w_per_k / motor->heat_capacity_j_per_k);
    c->hottest_k = (float)motor->hottest_k;
    c->per_heat_band = (float)(1 / (motor->hottest_k - motor->hot_k));
}

static void compile_motor(const kamm_vehicle_def *def, int a,
                          struct powertrain_constants *constants)
{
    struct motor_constants *c = &constants->motor[a];
    const kamm_axle_def *axle = &def->axles[a];
    const kamm_motor_def *motor = &axle->motor;
    double dt = 1 / def->stepping.substeps_per_s, hubs = axle->wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
    double wheels_kgm2 = hubs * axle->wheel_inertia_kgm2, band = 0.03 * motor->max_radps;
    double root = kamm_scale_of(def).root;
    double fade = brake_fade_mps * root / axle->tyre.unloaded_radius_m * motor->ratio;
    c->peak_nm = (float)motor->peak_nm;
    c->power_w = (float)motor->power_w;
    c->weak_w_radps = (float)(motor->weak_radps > 0 ? motor->power_w * motor->weak_radps : 1e30);
    c->end_radps = (float)(motor->max_radps + band);
    c->per_speed_band = (float)(1 / band);
    c->regen_share = (float)motor->regen_share;
    c->lift_share = (float)motor->lift_share;
    c->brake_nm = (float)(motor->brake_share * hubs * axle->brake_torque_nm / motor->ratio);
    /* A damper on the rotor, which has to be a stable one. */
    c->per_fade_radps = (float)(1 / fmax(fade, 2 * motor->peak_nm * dt / motor->inertia_kgm2));
    compile_losses(motor, dt, c);
    c->inertia_kgm2 = (float)motor->inertia_kgm2;
    c->inverse_inertia = (float)(1 / motor->inertia_kgm2);
    c->ratio = (float)motor->ratio;
    c->inverse_ratio = (float)(1 / motor->ratio);
    c->response_blend = kamm_lag_share(dt, motor->response_s);
    c->hub_share = (float)(1 / hubs);
    compile_shaft(motor, wheels_kgm2, dt, &constants->motor_shaft[a]);
    constants->motor_shaft[a].creep_radps = (float)(SHAFT_CREEP_RADPS / root);
    double inertia = wheels_kgm2 + motor->inertia_kgm2 * motor->ratio * motor->ratio;
    kamm_compile_traction(def, motor->peak_nm * motor->ratio, inertia, axle->tyre.unloaded_radius_m,
                          &constants->motor_traction[a]);
    struct traction_constants *own = &constants->motor_traction[a];
    own->lead_s = (float)dt / own->blend + (float)dt / c->response_blend;
    constants->traction.brakes = own->brakes; /* also without an engine */
    constants->traction.brakes_until_mps = own->brakes_until_mps;
    constants->traction.per_brakes_fade_mps = own->per_brakes_fade_mps;
}

kamm_result kamm_compile_electric(const kamm_vehicle_def *def,
                                  struct powertrain_constants *constants, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    if (!kamm_has_motors(def)) return KAMM_OK;
    result = check_voltage(&def->battery, error);
    for (int a = 0; a < def->axles_count && result == KAMM_OK; ++a) {
        if (!(def->axles[a].motor.peak_nm > 0)) continue;
        result = check_motor(def, a, error);
        if (result == KAMM_OK) compile_motor(def, a, constants);
    }
    compile_battery(&def->battery, 1 / def->stepping.substeps_per_s, &constants->battery);
    return result;
}

void kamm_compile_no_engine(const kamm_vehicle_def *def, double radius_m,
                            struct powertrain_constants *constants)
{
    double substep_s = 1 / def->stepping.substeps_per_s, root = kamm_scale_of(def).root;
    struct engine_constants *engine = &constants->engine;
    struct gearbox_constants *gearbox = &constants->gearbox;
    engine->inertia_kgm2 = engine->inverse_inertia = 1;
    engine->limiter_radps = engine->limiter_end_radps = (float)(1000 / root);
    engine->per_limiter_band = 1;
    engine->speed_limit_end_mps = kamm_speed_limit_end(&def->engine, root);
    engine->per_speed_limit_band = 1 / (float)(0.6 * root);
    engine->response_blend = 1;
    constants->clutch.automatic = 1;
    constants->clutch.follows_per_s = (float)(20 / root);
    const float never = 1e9f;
    for (int pair = 0; pair < GEARBOX_PAIRS; ++pair)
        gearbox->up_full_mps[pair] = gearbox->up_light_mps[pair] = gearbox->down_full_mps[pair] =
            gearbox->down_light_mps[pair] = gearbox->over_mps[pair] = gearbox->lug_mps[pair] =
                never;
    gearbox->ratio[0] = gearbox->inverse_ratio[0] = -1;
    gearbox->ratio[2] = gearbox->inverse_ratio[2] = 1;
    gearbox->top_gear = gearbox->automatic = 1;
    gearbox->radius_m = (float)radius_m;
    gearbox->turn_mps = (float)(GEARBOX_TURN_MPS * root);
    gearbox->catch_mps = gearbox->bend_mps2 = never;
    gearbox->felt_blend = kamm_lag_share(substep_s, 0.4 * root);
    gearbox->felt_per_mps = (float)((double)gearbox->felt_blend / substep_s);
}

/* ---- what they can do ---- */

double kamm_motors_power_w(const kamm_vehicle_def *def)
{
    double sum = 0, loss = 0;
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_motor_def *motor = &def->axles[a].motor;
        if (!(motor->peak_nm > 0)) continue;
        sum += motor->power_w * motor->efficiency;
        loss += motor->power_w * (1 - motor->efficiency);
    }
    if (def->battery.capacity_j > 0 && def->battery.discharge_w > 0)
        sum = fmin(sum, fmax(def->battery.discharge_w - loss, 0));
    return sum;
}

/* Torque of an axle's motor at its wheels. */
static double motor_nm(const kamm_motor_def *motor)
{
    return motor->peak_nm * motor->ratio * motor->efficiency;
}

double kamm_motors_force_n(const kamm_vehicle_def *def, double radius_m)
{
    double sum = 0;
    for (int a = 0; a < def->axles_count; ++a) sum += motor_nm(&def->axles[a].motor) / radius_m;
    return sum;
}

double kamm_motors_top_mps(const kamm_vehicle_def *def, double radius_m)
{
    double top = INFINITY;
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_motor_def *motor = &def->axles[a].motor;
        if (motor->peak_nm > 0) top = fmin(top, motor->max_radps / motor->ratio * radius_m);
    }
    return top;
}

double kamm_axle_drive_share(const kamm_vehicle_def *def, int axle)
{
    const kamm_axle_def *own = &def->axles[axle];
    if (!kamm_has_motors(def)) return own->drive_share;
    double engine_nm = 0, motors_nm = 0;
    for (int i = 0; i < def->engine.torque_curve.count && !kamm_is_power_split(def); ++i)
        engine_nm = fmax(engine_nm, def->engine.torque_curve.y[i]);
    if (def->gearbox.ratios_count)
        engine_nm *= def->gearbox.ratios[0] * def->gearbox.final_drive * def->clutch.efficiency;
    for (int a = 0; a < def->axles_count; ++a) motors_nm += motor_nm(&def->axles[a].motor);
    double own_nm = own->drive_share * engine_nm + motor_nm(&own->motor);
    return own_nm / (engine_nm + motors_nm);
}
