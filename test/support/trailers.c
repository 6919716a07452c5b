#include "trailers.h"

#include <kamm/io/combination_file.h>
#include <math.h>

kamm_vehicle_def towing_car(void)
{
    kamm_vehicle_def def = plain_car();
    double wheelbase = def.axles[1].behind_front_axle_m;
    def.hitch.kind = KAMM_HITCH_BALL;
    def.hitch.behind_front_axle_m = wheelbase + 1;
    def.hitch.height_m = 0.42;
    return def;
}

/* Axles, springs and tyres as the plain car has them, for other loads. */
static void put_axle(kamm_vehicle_def *def, int a, double behind_m, double wheel_load_n,
                     double lift_m)
{
    kamm_axle_def *axle = &def->axles[a];
    *axle = plain_car().axles[1];
    axle->behind_front_axle_m = behind_m;
    axle->lift_m = lift_m;
    axle->drive_share = axle->steer_share = 0;
    axle->tyre.nominal_load_n = wheel_load_n;
    axle->tyre.vertical_stiffness_n_per_m = wheel_load_n / 0.025;
    axle->suspension.spring_n_per_m = wheel_load_n / 0.12;
    axle->suspension.bump_damping_ns_per_m = axle->suspension.rebound_damping_ns_per_m =
        2 * 0.25 * sqrt(axle->suspension.spring_n_per_m * wheel_load_n / GRAVITY_MPS2);
    axle->unsprung_mass_kg = fmax(wheel_load_n / GRAVITY_MPS2 * 0.08, 8);
    axle->wheel_inertia_kgm2 = 0.5 * axle->unsprung_mass_kg * 0.09;
    axle->suspension.anti_roll_bar_n_per_m = 0;
}

kamm_vehicle_def caravan(void)
{
    kamm_vehicle_def def = plain_car();
    double mass = 1200, nose_n = 700, to_axle = 4, to_jockey = 0.4;
    double weight = mass * GRAVITY_MPS2, cg = to_axle - nose_n * to_axle / weight;
    double jockey_n = nose_n * to_axle / (to_axle - to_jockey);
    def.drawbar = (kamm_drawbar_def){.towed = 1,
                                     .behind_front_axle_m = -to_jockey,
                                     .height_m = 0.42,
                                     .brakes = KAMM_TRAILER_BRAKE_OVERRUN,
                                     .overrun_threshold_n = 300,
                                     .overrun_full_n = 2000};
    def.body.mass_kg = mass;
    def.body.cg_behind_front_axle_m = cg - to_jockey;
    def.body.cg_height_m = 0.8;
    def.body.yaw_inertia_kgm2 = 2000;
    def.body.pitch_inertia_kgm2 = 1900;
    def.body.roll_inertia_kgm2 = 900;
    def.body.length_m = 5.2, def.body.width_m = 2.1, def.body.height_m = 2.5;
    def.body.front_overhang_m = -0.6;
    def.axles_count = 2;
    put_axle(&def, 0, 0, jockey_n / 2, 0.3);
    def.axles[0].track_m = 0.4;
    put_axle(&def, 1, to_axle - to_jockey, (weight - jockey_n) / 2, 0);
    def.axles[1].track_m = 2;
    def.axles[1].brake_torque_nm = 1500;
    def.axles[0].brake_torque_nm = def.axles[0].hand_brake_torque_nm = 0;
    def.aero.drag_coefficient = 0;
    return def;
}

kamm_vehicle_def tractor(void)
{
    kamm_vehicle_def def = plain_car();
    double wheelbase = 3.7, mass = 7200, cg = 1.2, weight = mass * GRAVITY_MPS2;
    def.body.mass_kg = mass;
    def.body.cg_behind_front_axle_m = cg;
    def.body.cg_height_m = 1;
    def.body.yaw_inertia_kgm2 = 20000, def.body.pitch_inertia_kgm2 = 20000;
    def.body.roll_inertia_kgm2 = 6000;
    def.body.length_m = 6, def.body.width_m = 2.5, def.body.height_m = 3.5;
    def.body.front_overhang_m = 1.4;
    put_axle(&def, 0, 0, weight * (1 - cg / wheelbase) / 2, 0);
    put_axle(&def, 1, wheelbase, 0.6 * weight,
             0); /* springs and tyres for what rests on it with a semitrailer */
    def.axles[0].steer_share = 1, def.axles[1].drive_share = 1;
    for (int a = 0; a < 2; ++a) {
        def.axles[a].track_m = 2;
        def.axles[a].brake_torque_nm = 12000;
        def.axles[a].wheel_inertia_kgm2 = 8;
        def.axles[a].tyre.unloaded_radius_m = 0.5;
        def.axles[a].unsprung_mass_kg = 250;
    }
    for (int i = 0; i < def.engine.torque_curve.count; ++i) def.engine.torque_curve.y[i] *= 8;
    def.clutch.torque_nm *= 8;
    def.engine.inertia_kgm2 *= 8;
    def.hitch.kind = KAMM_HITCH_FIFTH_WHEEL;
    def.hitch.behind_front_axle_m = wheelbase - 0.5;
    def.hitch.height_m = 1.2;
    return def;
}

kamm_vehicle_def semitrailer(void)
{
    kamm_vehicle_def def = plain_car();
    double mass = 16000, to_gear = 2.5, to_axles = 7.7, spread = 1.31, pin_n = 45000;
    double weight = mass * GRAVITY_MPS2, cg = to_axles * (1 - pin_n / weight);
    def.drawbar = (kamm_drawbar_def){.towed = 1,
                                     .behind_front_axle_m = -to_gear,
                                     .height_m = 1.2,
                                     .brakes = KAMM_TRAILER_BRAKE_PEDAL,
                                     .overrun_full_n = 1000};
    def.body.mass_kg = mass;
    def.body.cg_behind_front_axle_m = cg - to_gear;
    def.body.cg_height_m = 1.6;
    def.body.yaw_inertia_kgm2 = 200000, def.body.pitch_inertia_kgm2 = 200000;
    def.body.roll_inertia_kgm2 = 20000;
    def.body.length_m = 12, def.body.width_m = 2.5, def.body.height_m = 4;
    def.body.front_overhang_m = to_gear + 1;
    def.axles_count = 4;
    double gear_n = weight * (to_axles - cg) / (to_axles - to_gear);
    put_axle(&def, 0, 0, gear_n / 2, 0.4);
    for (int a = 1; a < 4; ++a) {
        put_axle(&def, a, to_axles - to_gear + (a - 2) * spread, (weight - gear_n) / 6, 0);
        def.axles[a].brake_torque_nm = 10000;
    }
    for (int a = 0; a < 4; ++a) {
        def.axles[a].track_m = 2;
        def.axles[a].tyre.unloaded_radius_m = 0.5;
        def.axles[a].unsprung_mass_kg = 250;
        def.axles[a].wheel_inertia_kgm2 = 8;
    }
    def.axles[0].brake_torque_nm = def.axles[0].hand_brake_torque_nm = 0;
    def.aero.drag_coefficient = 0;
    return def;
}

const struct linear_combination example_combination = {
    .mass = {1500, 1200},
    .inertia = {2500, 2000},
    .front_m = 1.25,
    .rear_m = 1.45,
    .ball_m = 2.45,
    .to_cg_m = 3.8,
    .to_axle_m = 4,
    .trailer_axles = 1,
    .stiffness = {100e3, 110e3, 80e3},
};

void take_inertia(kamm_vehicle_def *def, double mass, double yaw_inertia, double cg_behind)
{
    def->body.mass_kg = mass;
    def->body.yaw_inertia_kgm2 = yaw_inertia;
    def->body.cg_behind_front_axle_m = cg_behind;
    def->aero.frontal_area_m2 = 0.01; /* no air */
    for (int a = 0; a < 2; ++a)
        def->axles[a].tyre.qsy1 = def->axles[a].tyre.qsy2 = def->axles[a].tyre.qsy3 = 0;
}

void linear_pair(const struct linear_combination *l, double rate, kamm_vehicle_def pair[2])
{
    pair[0] = towing_car(), pair[1] = caravan();
    double wheelbase = l->front_m + l->rear_m, jockey = 0.4, g = GRAVITY_MPS2;
    take_inertia(&pair[0], l->mass[0], l->inertia[0], l->front_m);
    pair[0].axles[1].behind_front_axle_m = wheelbase;
    pair[0].hitch.behind_front_axle_m = l->front_m + l->ball_m;
    take_inertia(&pair[1], l->mass[1], l->inertia[1], l->to_cg_m - jockey);
    pair[1].axles[1].behind_front_axle_m = l->to_axle_m - jockey;
    pair[1].drawbar.behind_front_axle_m = -jockey;
    double nose = l->mass[1] * g * (1 - l->to_cg_m / l->to_axle_m),
           overhang = l->ball_m - l->rear_m;
    double load[3] = {l->mass[0] * g * l->rear_m / wheelbase - nose * overhang / wheelbase,
                      l->mass[0] * g * l->front_m / wheelbase + nose * (1 + overhang / wheelbase),
                      l->mass[1] * g - nose};
    for (int u = 0; u < 2; ++u) {
        pair[u].stepping.substeps_per_s = rate;
        pair[u].single_track.equations = KAMM_EQUATIONS_LINEAR;
        pair[u].single_track.friction = 1;
        pair[u].single_track.load_shift_height_m = 1e-3;
        pair[u].single_track.front_cornering_per_rad = u ? 20 : l->stiffness[0] / load[0];
        pair[u].single_track.rear_cornering_per_rad = l->stiffness[1 + u] / load[1 + u];
    }
}

struct combination start_combination(const kamm_vehicle_def *defs, int units, kamm_rung rung,
                                     int count)
{
    struct combination combination = {{0}, NULL};
    kamm_error error;
    for (int u = 0; u < units; ++u) {
        combination.models[u] = kamm_create_model(&defs[u], rung, &error);
        if (!combination.models[u]) fail_msg("unit %d: %s", u, error.text);
    }
    combination.combinations = kamm_create_combinations(
        (const kamm_model *const *)combination.models, units, count, &error);
    if (!combination.combinations) fail_msg("%s", error.text);
    return combination;
}

int load_shipped(const char *name, double substeps_per_s, kamm_vehicle_def defs[KAMM_MAX_UNITS])
{
    kamm_combination_file file;
    kamm_error error;
    if (kamm_load_combination(name, &file, NULL, &error)) fail_msg("%s", error.text);
    int units = file.unit_count;
    for (int u = 0; u < units; ++u) {
        defs[u] = file.units[u].def;
        defs[u].stepping.substeps_per_s = substeps_per_s;
    }
    kamm_destroy_combination_file(&file);
    return units;
}

struct combination start_shipped(const char *name, kamm_rung rung, double substeps_per_s, int count)
{
    static kamm_vehicle_def defs[KAMM_MAX_UNITS];
    int units = load_shipped(name, substeps_per_s, defs);
    return start_combination(defs, units, rung, count);
}

void end_combination(struct combination *combination)
{
    int units = kamm_combination_units(combination->combinations);
    kamm_destroy_combinations(combination->combinations);
    for (int u = 0; u < units; ++u) kamm_destroy_model(combination->models[u]);
}

void place_combination(struct combination *combination, int index, double speed_mps)
{
    kamm_placement at = {.orientation = {1}, .speed_mps = speed_mps, .gear = KAMM_GEAR_DRIVE};
    kamm_place_combination(combination->combinations, index, &at, NULL);
}

void drive_combination(struct combination *combination, const kamm_ground *ground, double seconds)
{
    double dt = kamm_describe(combination->models[0]).substep_s;
    kamm_step_combinations(combination->combinations, ground, (int)(seconds / dt + 0.5));
}

kamm_hitch_state hitch_of(const struct combination *combination, int index, int unit)
{
    kamm_hitch_state state;
    kamm_read_hitch(combination->combinations, index, unit, &state);
    return state;
}

const char *const combination_names[COMBINATION_NAMES] = {
    "articulated-bus",           "tractor-semitrailer-3-axle",  "tractor-semitrailer-crate",
    "tractor-semitrailer-empty", "tractor-semitrailer-laden",   "tractor-tank-semitrailer",
    "volvo-v40-caravan",         "volvo-v40-caravan-stabilised"};
