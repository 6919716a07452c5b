#include "lab/combination.h"

#include "vehicle/layout.h"

#include <math.h>

static kamm_result compile_unit(kamm_bench *bench, int u, const kamm_test_options *options)
{
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def) return kamm_fail(bench->error, KAMM_ERROR_MEMORY, "", "out of memory");
    *def = bench->combination->units[u].def;
    def->stepping = bench->car->def.stepping;
    bench->units[u] = kamm_create_model(
        def, options && options->rung ? options->rung : KAMM_RUNG_DEFAULT, bench->error);
    kamm_release(def);
    return bench->units[u] ? KAMM_OK : bench->error->code;
}

/* Describes the car to drivers (lab/driver.c): here the whole combination, whichever unit has the
 * engine. */
static void describe_all(kamm_bench *bench)
{
    double mass_kg = 0, braking_n = 0, pull_n = 0;
    for (int u = 0; u < bench->combination->unit_count; ++u) {
        kamm_model_info unit = kamm_describe(bench->units[u]);
        mass_kg += unit.mass_kg;
        braking_n += unit.mass_kg * unit.max_braking_mps2;
        if (!(unit.max_acceleration_mps2 > 0)) continue;
        pull_n = unit.mass_kg * unit.max_acceleration_mps2;
        bench->info.switch_speed_mps = unit.switch_speed_mps;
        bench->info.top_speed_mps = unit.top_speed_mps;
    }
    bench->info.max_acceleration_mps2 = pull_n / mass_kg;
    bench->info.max_braking_mps2 = braking_n / mass_kg;
}

kamm_result kamm_bench_build_combination(kamm_bench *bench, const kamm_combination_file *file,
                                         const kamm_test_options *options, kamm_error *error)
{
    kamm_result result = kamm_bench_build(bench, &file->units[0], options, error);
    if (result) return result;
    bench->combination = file;
    bench->units[0] = bench->model;
    for (int u = 1; u < file->unit_count && !result; ++u) result = compile_unit(bench, u, options);
    if (result)
        kamm_bench_clear(bench);
    else
        describe_all(bench);
    return result;
}

int kamm_bench_units(const kamm_bench *bench) { return bench->combination->unit_count; }

double kamm_bench_read_unit(const kamm_bench *bench, int index, int unit, kamm_channel channel)
{
    return kamm_read(kamm_combination_cars(bench->combinations, unit), index, channel);
}

double kamm_bench_articulation_rad(const kamm_bench *bench, int index, int unit)
{
    kamm_hitch_state hitch;
    kamm_read_hitch(bench->combinations, index, unit, &hitch);
    return hitch.articulation_rad;
}

int kamm_bench_units_are_well(const kamm_bench *bench, int index)
{
    if (kamm_bench_is_stopped(bench)) return 0;
    for (int u = 0; u < kamm_bench_units(bench); ++u)
        if (kamm_fault(kamm_combination_cars(bench->combinations, u), index) & KAMM_FAULT_NUMERIC)
            return 0;
    return 1;
}

void kamm_bench_unit_point(const kamm_bench *bench, int index, int unit, double behind_m,
                           double left_m, double at_m[2])
{
    const kamm_car_body_def *body = &bench->combination->units[unit].def.body;
    kamm_pose pose;
    kamm_read_pose(kamm_combination_cars(bench->combinations, unit), index, 1, &pose, NULL);
    const double *q = pose.orientation;
    double forward_m = body->cg_behind_front_axle_m - behind_m, side_m = left_m - body->cg_left_m;
    double xx = 1 - 2 * (q[2] * q[2] + q[3] * q[3]), xy = 2 * (q[1] * q[2] + q[0] * q[3]);
    double yx = 2 * (q[1] * q[2] - q[0] * q[3]), yy = 1 - 2 * (q[1] * q[1] + q[3] * q[3]);
    at_m[0] = pose.position_m[0] + xx * forward_m + yx * side_m;
    at_m[1] = pose.position_m[1] + xy * forward_m + yy * side_m;
}

double kamm_bench_turning_axle_m(const kamm_bench *bench, int unit)
{
    return kamm_fixed_axle_m(&bench->combination->units[unit].def);
}

double kamm_bench_last_axle_m(const kamm_bench *bench)
{
    const kamm_vehicle_def *def = &bench->combination->units[kamm_bench_units(bench) - 1].def;
    return def->axles[def->axles_count - 1].behind_front_axle_m;
}

static double worst_speed_error_mps(const kamm_bench *bench, const double *speeds_mps)
{
    double worst_mps = 0;
    for (int i = 0; i < bench->count; ++i) {
        double forward_mps = kamm_bench_read(bench, i, KAMM_CHANNEL_forward_speed_mps);
        worst_mps = fmax(worst_mps, fabs(forward_mps - speeds_mps[i]));
    }
    return worst_mps;
}

/* A laden lorry's engine has little to spare: it takes longer than a car to come back to its speed. */
enum { LONGEST_SETTLING_S = 60 };
static const double settled_mps = 0.01;

void kamm_bench_settle_combinations(kamm_bench *bench, kamm_speed_hold *holds,
                                    const double *speeds_mps)
{
    for (int i = 0; i < bench->count; ++i)
        kamm_bench_place(bench, i, 0, 0, 0, speeds_mps[i], KAMM_GEAR_DRIVE);
    kamm_drive_settle(bench, holds, speeds_mps);
    for (int second = 0; second < LONGEST_SETTLING_S; ++second) {
        double before_mps = worst_speed_error_mps(bench, speeds_mps);
        kamm_drive_straight_for(bench, holds, speeds_mps, 1);
        if (fmax(before_mps, worst_speed_error_mps(bench, speeds_mps)) < settled_mps) return;
    }
}

void kamm_drive_front_axle(kamm_bench *bench, int index, double course_rad, double error_m)
{
    const double back_m = 3, rate_radps = 30;
    double yaw_rad = kamm_bench_read(bench, index, KAMM_CHANNEL_yaw_rad);
    double wheel_rad = remainder(course_rad + atan(error_m / back_m) - yaw_rad, 2 * KAMM_PI);
    double lock_rad = bench->info.steering_lock_rad;
    double angle_rad = fmin(fmax(wheel_rad * bench->info.steering_ratio, -lock_rad), lock_rad);
    kamm_drive_turn(bench, index, angle_rad, rate_radps);
}
