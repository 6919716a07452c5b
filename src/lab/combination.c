#include "lab/combination.h"

#include "vehicle/layout.h"

#include <math.h>

static kamm_result compile_unit(kamm_rig *rig, int u, const kamm_test_options *options)
{
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def) return kamm_fail(rig->error, KAMM_ERROR_MEMORY, "", "out of memory");
    *def = rig->combination->units[u].def;
    def->stepping = rig->car->def.stepping;
    rig->units[u] = kamm_create_model(
        def, options && options->rung ? options->rung : KAMM_RUNG_DEFAULT, rig->error);
    kamm_release(def);
    return rig->units[u] ? KAMM_OK : rig->error->code;
}

/* What drivers ask of the car (lab/driver.c): here of the whole combination, whichever unit has the engine. */
static void describe_all(kamm_rig *rig)
{
    double mass_kg = 0, braking_n = 0, pull_n = 0;
    for (int u = 0; u < rig->combination->unit_count; ++u) {
        kamm_model_info unit = kamm_describe(rig->units[u]);
        mass_kg += unit.mass_kg;
        braking_n += unit.mass_kg * unit.max_braking_mps2;
        if (!(unit.max_acceleration_mps2 > 0)) continue;
        pull_n = unit.mass_kg * unit.max_acceleration_mps2;
        rig->info.switch_speed_mps = unit.switch_speed_mps;
        rig->info.top_speed_mps = unit.top_speed_mps;
    }
    rig->info.max_acceleration_mps2 = pull_n / mass_kg;
    rig->info.max_braking_mps2 = braking_n / mass_kg;
}

kamm_result kamm_rig_build_combination(kamm_rig *rig, const kamm_combination_file *file,
                                       const kamm_test_options *options, kamm_error *error)
{
    kamm_result result = kamm_rig_build(rig, &file->units[0], options, error);
    if (result) return result;
    rig->combination = file;
    rig->units[0] = rig->model;
    for (int u = 1; u < file->unit_count && !result; ++u) result = compile_unit(rig, u, options);
    if (result)
        kamm_rig_clear(rig);
    else
        describe_all(rig);
    return result;
}

int kamm_rig_units(const kamm_rig *rig) { return rig->combination->unit_count; }

double kamm_rig_read_unit(const kamm_rig *rig, int index, int unit, kamm_channel channel)
{
    return kamm_read(kamm_combination_cars(rig->rigs, unit), index, channel);
}

double kamm_rig_articulation_rad(const kamm_rig *rig, int index, int unit)
{
    kamm_hitch_state hitch;
    kamm_read_hitch(rig->rigs, index, unit, &hitch);
    return hitch.articulation_rad;
}

int kamm_rig_units_are_well(const kamm_rig *rig, int index)
{
    if (kamm_rig_is_stopped(rig)) return 0;
    for (int u = 0; u < kamm_rig_units(rig); ++u)
        if (kamm_fault(kamm_combination_cars(rig->rigs, u), index) & KAMM_FAULT_NUMERIC) return 0;
    return 1;
}

void kamm_rig_unit_point(const kamm_rig *rig, int index, int unit, double behind_m, double left_m,
                         double at_m[2])
{
    const kamm_car_body_def *body = &rig->combination->units[unit].def.body;
    kamm_pose pose;
    kamm_read_pose(kamm_combination_cars(rig->rigs, unit), index, 1, &pose, NULL);
    const double *q = pose.orientation;
    double forward_m = body->cg_behind_front_axle_m - behind_m, side_m = left_m - body->cg_left_m;
    double xx = 1 - 2 * (q[2] * q[2] + q[3] * q[3]), xy = 2 * (q[1] * q[2] + q[0] * q[3]);
    double yx = 2 * (q[1] * q[2] - q[0] * q[3]), yy = 1 - 2 * (q[1] * q[1] + q[3] * q[3]);
    at_m[0] = pose.position_m[0] + xx * forward_m + yx * side_m;
    at_m[1] = pose.position_m[1] + xy * forward_m + yy * side_m;
}

double kamm_rig_turning_axle_m(const kamm_rig *rig, int unit)
{
    return kamm_fixed_axle_m(&rig->combination->units[unit].def);
}

double kamm_rig_last_axle_m(const kamm_rig *rig)
{
    const kamm_vehicle_def *def = &rig->combination->units[kamm_rig_units(rig) - 1].def;
    return def->axles[def->axles_count - 1].behind_front_axle_m;
}

static double worst_speed_error_mps(const kamm_rig *rig, const double *speeds_mps)
{
    double worst_mps = 0;
    for (int i = 0; i < rig->count; ++i) {
        double forward_mps = kamm_rig_read(rig, i, KAMM_CHANNEL_forward_speed_mps);
        worst_mps = fmax(worst_mps, fabs(forward_mps - speeds_mps[i]));
    }
    return worst_mps;
}

/* A laden lorry's engine has little to spare: it takes longer than a car to come back to its speed. */
enum { LONGEST_SETTLING_S = 60 };
static const double settled_mps = 0.01;

void kamm_rig_settle_combinations(kamm_rig *rig, kamm_speed_hold *holds, const double *speeds_mps)
{
    for (int i = 0; i < rig->count; ++i)
        kamm_rig_place(rig, i, 0, 0, 0, speeds_mps[i], KAMM_GEAR_DRIVE);
    kamm_drive_settle(rig, holds, speeds_mps);
    for (int second = 0; second < LONGEST_SETTLING_S; ++second) {
        double before_mps = worst_speed_error_mps(rig, speeds_mps);
        kamm_drive_straight_for(rig, holds, speeds_mps, 1);
        if (fmax(before_mps, worst_speed_error_mps(rig, speeds_mps)) < settled_mps) return;
    }
}

void kamm_drive_front_axle(kamm_rig *rig, int index, double course_rad, double error_m)
{
    const double back_m = 3, rate_radps = 30;
    double yaw_rad = kamm_rig_read(rig, index, KAMM_CHANNEL_yaw_rad);
    double wheel_rad = remainder(course_rad + atan(error_m / back_m) - yaw_rad, 2 * KAMM_PI);
    double lock_rad = rig->info.steering_lock_rad;
    double angle_rad = fmin(fmax(wheel_rad * rig->info.steering_ratio, -lock_rad), lock_rad);
    kamm_drive_turn(rig, index, angle_rad, rate_radps);
}
