/* Top speed on the level: one car in each forward gear at full throttle, until none of them gains or
 * loses more than 0.02 m/s in five seconds. The fastest counts. */
#include <math.h>

#include "lab/driver.h"
#include "lab/tests.h"

enum { TOP_SPEED, GEAR, ENGINE_SPEED, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [TOP_SPEED] = {"top_speed_kmh", "km/h", "Highest speed held"},
    [GEAR] = {"gear", "1", "Gear in which it is held"},
    [ENGINE_SPEED] = {"engine_rpm", "rpm", "Engine speed at it"},
};

static const double interval_s = 5, steady_mps = 0.02, time_limit_s = 200;

static double peak_power_w(const kamm_curve *torque)
{
    double max_power_w = 0;
    for (int i = 0; i < torque->count; ++i)
        max_power_w = fmax(max_power_w, torque->x[i] * torque->y[i]);
    return max_power_w;
}

/* From where to start: the speed at which drag alone would eat the engine's power, or as much as
 * the gear and the governor allow. */
static double start_mps(const kamm_bench *bench, int gear)
{
    if (!bench->info.gear_count) return bench->info.top_speed_mps;
    const kamm_vehicle_def *def = &bench->car->def;
    double drag_area_m2 = fmax(0.05 * bench->length * bench->length,
                               def->aero.drag_coefficient * def->aero.frontal_area_m2);
    double half_density = 0.5 * (double)bench->ground.air_density_kgpm3;
    double power_w = peak_power_w(&def->engine.torque_curve) * def->clutch.efficiency;
    double by_power_mps = cbrt(power_w / (half_density * drag_area_m2));
    double by_gear_mps = 0.95 * bench->info.limiter_radps / kamm_bench_engine_radps(bench, 1, gear);
    double by_governor_mps =
        def->engine.speed_limit_mps > 0 ? def->engine.speed_limit_mps : INFINITY;
    return fmin(fmin(by_power_mps, by_gear_mps), by_governor_mps);
}

static int full_throttle(kamm_bench *bench, int cars, int first_gear)
{
    if (!kamm_bench_line_up(bench, cars)) return 0;
    for (int car = 0; car < cars; ++car) {
        int gear = bench->info.gear_count ? first_gear + car : KAMM_GEAR_DRIVE;
        kamm_bench_place(bench, car, 0, 0, 0, start_mps(bench, gear), gear);
        kamm_bench_input(bench, car)->throttle = 1;
    }
    return 1;
}

/* Mean speed of each car over the next interval: a limiter makes speed waver. */
static void mean_speeds(kamm_bench *bench, double *speeds_mps)
{
    double end_s = bench->time_s + interval_s * bench->root;
    int ticks = 0;
    for (int car = 0; car < bench->count; ++car) speeds_mps[car] = 0;
    for (; bench->time_s < end_s; ++ticks) {
        for (int car = 0; car < bench->count; ++car) {
            kamm_drive_straight(bench, car);
            speeds_mps[car] += kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps);
        }
        kamm_bench_tick(bench);
    }
    for (int car = 0; car < bench->count; ++car) speeds_mps[car] /= ticks;
}

static int are_steady(const kamm_bench *bench, const double *before_mps, const double *now_mps)
{
    for (int car = 0; car < bench->count; ++car)
        if (fabs(now_mps[car] - before_mps[car]) > steady_mps * bench->root) return 0;
    return 1;
}

/* 0: some gear has not come to a steady speed. */
static int drive_until_steady(kamm_bench *bench, double *speeds_mps, int recorded)
{
    double before_mps[KAMM_MAX_GEARS];
    kamm_bench_start_time(bench, recorded);
    mean_speeds(bench, speeds_mps);
    do {
        for (int car = 0; car < bench->count; ++car) before_mps[car] = speeds_mps[car];
        mean_speeds(bench, speeds_mps);
        if (are_steady(bench, before_mps, speeds_mps)) return 1;
    } while (bench->time_s < time_limit_s * bench->root);
    return 0;
}

static void report_engine(kamm_bench *bench, int best)
{
    if (bench->info.gear_count)
        kamm_bench_found(bench, GEAR, kamm_bench_read(bench, best, KAMM_CHANNEL_gear));
    else
        kamm_bench_missed(bench, GEAR, "the car's file has no gears");
    if (bench->info.limiter_radps > 0)
        kamm_bench_found(bench, ENGINE_SPEED,
                         kamm_bench_read(bench, best, KAMM_CHANNEL_engine_radps) * 30 / KAMM_PI);
    else
        kamm_bench_missed(bench, ENGINE_SPEED, "the car's file has no engine");
}

static int measure(kamm_bench *bench)
{
    double speeds_mps[KAMM_MAX_GEARS];
    int gears = bench->info.gear_count;
    if (!full_throttle(bench, gears ? gears : 1, 1)) return 0;
    int steady = drive_until_steady(bench, speeds_mps, -1);
    int best = 0;
    for (int car = 1; car < bench->count; ++car)
        if (speeds_mps[car] > speeds_mps[best]) best = car;
    kamm_bench_found(bench, TOP_SPEED, speeds_mps[best] / KAMM_KMH);
    if (!steady) kamm_bench_note(bench, TOP_SPEED, "still changing after %.0f s", bench->time_s);
    report_engine(bench, best);
    if (!kamm_bench_is_recorded(bench)) return 1;
    if (!full_throttle(bench, 1, best + 1)) return 0;
    drive_until_steady(bench, speeds_mps, 0);
    return 1;
}

const kamm_procedure kamm_top_speed_test = {
    {"top-speed", "Top speed",
     "Full throttle on the level in every gear until the speed is steady.",
     "custom of the motoring press", FIGURES, figures, KAMM_FEATURE_ENGINE, 0},
    measure,
    NULL};
