/* Parts of the drive, for the table of parts. */
#include "converters.h"
#include "fitted.h"
#include "shipped.h"

#include "base/curve.h"
#include "vehicle/electric_compile.h"

#include <math.h>

/* ---- gearboxes ---- */

/* CommonRoad's cars have an engine in name, the electric ones none, a kart no two gears for a belt to go between. */
int takes_cvt(const kamm_vehicle_def *def)
{
    return has_geared_engine(def) && def->engine.idle_radps > 50 && def->axles_count == 2 &&
           !is_kart(def);
}

static double best_power_radps(const kamm_engine_def *engine)
{
    const kamm_curve *curve = &engine->torque_curve;
    double best = 0, radps = 0;
    for (int i = 0; i < curve->count; ++i) {
        double power = curve->x[i] * curve->y[i];
        if (power > best) best = power, radps = curve->x[i];
    }
    return fmin(radps, 0.95 * engine->limiter_radps);
}

/* Along a line that rises to the speed of the greatest power. */
void fit_cvt(kamm_vehicle_def *def, double side)
{
    (void)side;
    double most = best_power_radps(&def->engine), idle = def->engine.idle_radps;
    const double pedal[] = {0, 0.5, 1}, radps[] = {1.5 * idle, 0.5 * (1.5 * idle + most), most};
    def->gearbox.kind = KAMM_GEARBOX_CVT;
    def->gearbox.ratios[1] = def->gearbox.ratios[def->gearbox.ratios_count - 1] / 1.1;
    def->gearbox.ratios_count = 2;
    set_curve(&def->gearbox.cvt_speed_curve, 3, pedal, radps);
}

int takes_dual_clutch(const kamm_vehicle_def *def)
{
    return def->engine.torque_curve.count > 1 && def->gearbox.ratios_count > 2 &&
           !def->converter.k_curve.count;
}

void fit_dual_clutch(kamm_vehicle_def *def, double side)
{
    (void)side;
    def->gearbox.kind = KAMM_GEARBOX_DUAL_CLUTCH;
    def->gearbox.synchro_nm = def->gearbox.shift_torque_share = def->gearbox.skip_gears = 0;
    def->gearbox.shift_s = 0.3;
    def->clutch.engage_s = 0.1;
    def->clutch.automatic = 1;
    def->engine.speed_limit_mps = 0;
    if (is_farm_tractor(def)) def->gearbox.final_drive /= 4; /* at its limiter within a second */
}

/* CommonRoad's cars have one gear, the electric ones none. */
int takes_synchronisers(const kamm_vehicle_def *def)
{
    return def->gearbox.ratios_count > 1 && def->engine.torque_curve.count > 0 &&
           def->converter.k_curve.count == 0 && def->gearbox.shift_torque_share == 0;
}

void fit_synchronisers(kamm_vehicle_def *def, double side)
{
    (void)side;
    kamm_gearbox_def *box = &def->gearbox;
    box->input_inertia_kgm2 = 0.1 * def->engine.inertia_kgm2;
    box->synchro_nm =
        box->input_inertia_kgm2 * (def->engine.limiter_radps - def->engine.idle_radps) / 0.5;
}

/* ---- converter ---- */

void fit_matched_converter(kamm_vehicle_def *def, double side)
{
    (void)side;
    const kamm_curve *torque = &def->engine.torque_curve;
    double aimed = fmax(0.4 * def->engine.limiter_radps, 2 * def->engine.idle_radps);
    double aimed_nm =
        kamm_curve_value(torque->x, torque->y, torque->count, CURVE_MONOTONE, aimed, NULL);
    double peak_nm = 0;
    for (int i = 0; i < torque->count; ++i) peak_nm = fmax(peak_nm, torque->y[i]);
    fit_converter(def);
    def->converter.turbine_inertia_kgm2 = 0.3 * def->engine.inertia_kgm2;
    def->clutch.torque_nm = 2.2 * peak_nm;
    double scale = aimed / sqrt(aimed_nm) / def->converter.k_curve.y[0];
    for (int k = 0; k < def->converter.k_curve.count; ++k) def->converter.k_curve.y[k] *= scale;
    if (is_farm_tractor(def)) def->gearbox.final_drive /= 4; /* stronger than its brakes */
}

void fit_locking_converter(kamm_vehicle_def *def, double side)
{
    fit_matched_converter(def, side);
    def->converter.lock_nm = 1000;
}

/* ---- engine ---- */

int takes_turbocharger(const kamm_vehicle_def *def) { return !(def->power_split.sun_teeth > 0); }

FITTED(fit_turbocharger, def->engine.boost_share = 0.4)
FITTED(take_turbocharger_off, def->engine.boost_share = 0)

void fit_load_map(kamm_vehicle_def *def, double side)
{
    (void)side;
    kamm_engine_def *engine = &def->engine;
    engine->load_speeds_radps_count = 1;
    engine->load_speeds_radps[0] = 200;
    engine->load_map_count = 2;
    engine->load_map[1].throttle = 1;
    for (int i = 0; i < 2; ++i)
        engine->load_map[i].shares_count = 1, engine->load_map[i].shares[0] = i;
    engine->pedal_curve = (kamm_curve){.count = 3, .x = {0, 0.5, 1}, .y = {0, 0.8, 1}};
}

FITTED(fit_shaft_play, def->clutch.shaft_play_rad = 0.08)

/* ---- motors ---- */

void fit_motors(kamm_vehicle_def *def, double side)
{
    (void)side;
    double mass = def->body.mass_kg + def->payload.mass_kg;
    double share[KAMM_MAX_AXLES];
    for (int a = 0; a < def->axles_count; ++a) share[a] = kamm_axle_drive_share(def, a);
    def->engine.torque_curve.count = 0;
    def->power_split.sun_teeth = 0;
    def->converter.k_curve.count = def->converter.torque_ratio_curve.count = 0;
    def->single_track.equations = KAMM_EQUATIONS_CAPPED; /* CommonRoad's know no drive */
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_motor_def *motor = &def->axles[a].motor;
        double force = 3.5 * mass * share[a];
        motor->power_w = force * 12 + 1;
        motor->peak_nm = force * def->axles[a].tyre.unloaded_radius_m / motor->ratio;
        motor->inertia_kgm2 = 0.03 * mass / 1500;
        motor->copper_loss_w_per_n2m2 =
            0.06 * motor->power_w / (motor->peak_nm * motor->peak_nm + 1);
        motor->brake_share = 0.6;
        def->axles[a].drive_share = 0;
    }
    def->transfer.coupling = KAMM_TRANSFER_OPEN;
    def->battery.voltage_curve.count = 0;
    def->battery.capacity_j = 1.2e5 * mass;
    def->battery.resistance_ohm = 0.06 * 1500 / mass;
}

void fit_motors_to_all(kamm_vehicle_def *def, double side)
{
    int strongest = 0;
    fit_motors(def, side);
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].motor.peak_nm > def->axles[strongest].motor.peak_nm) strongest = a;
    for (int a = 0; a < def->axles_count; ++a) def->axles[a].motor = def->axles[strongest].motor;
}

void fit_power_split(kamm_vehicle_def *def, double side)
{
    (void)side;
    *def = shipped_def(shipped_number("toyota-prius-plug-in-2012"));
    def->battery.charge = 0.2;
}

/* ---- transfer cases ---- */

void fit_all_wheel_drive(kamm_vehicle_def *def, int coupling)
{
    def->aids.tcs = def->aids.tcs_brakes = def->aids.esc = 0;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].drive_share = 1.0 / def->axles_count;
        def->axles[a].differential = KAMM_DIFFERENTIAL_OPEN;
    }
    def->transfer.coupling = coupling;
    if (def->axles_count == 2) /* tyres that roll alike, as all-wheel drive needs them */
        def->axles[1].tyre = def->axles[0].tyre;
}

FITTED(drive_all_axles, fit_all_wheel_drive(def, KAMM_TRANSFER_OPEN))

static void fit_coupling(kamm_vehicle_def *def, int coupling)
{
    fit_all_wheel_drive(def, coupling);
    def->transfer.lock_viscous_nms_per_rad = 20;
    def->transfer.low_ratio = 2;
    if (coupling == KAMM_TRANSFER_CLUTCH) def->transfer.clutch_ratio = 1.1;
}

FITTED(fit_open_transfer, fit_coupling(def, KAMM_TRANSFER_OPEN))
FITTED(fit_locked_transfer, fit_coupling(def, KAMM_TRANSFER_LOCKED))
FITTED(fit_limited_slip_transfer, fit_coupling(def, KAMM_TRANSFER_LIMITED_SLIP))
FITTED(fit_clutch_transfer, fit_coupling(def, KAMM_TRANSFER_CLUTCH))
