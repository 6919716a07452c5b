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
static double start_mps(const kamm_rig *rig, int gear)
{
    if (!rig->info.gear_count) return rig->info.top_speed_mps;
    const kamm_vehicle_def *def = &rig->car->def;
    double drag_area_m2 = fmax(0.05 * rig->length * rig->length,
                               def->aero.drag_coefficient * def->aero.frontal_area_m2);
    double half_density = 0.5 * (double)rig->ground.air_density_kgpm3;
    double power_w = peak_power_w(&def->engine.torque_curve) * def->clutch.efficiency;
    double by_power_mps = cbrt(power_w / (half_density * drag_area_m2));
    double by_gear_mps = 0.95 * rig->info.limiter_radps / kamm_rig_engine_radps(rig, 1, gear);
    double by_governor_mps =
        def->engine.speed_limit_mps > 0 ? def->engine.speed_limit_mps : INFINITY;
    return fmin(fmin(by_power_mps, by_gear_mps), by_governor_mps);
}

static int full_throttle(kamm_rig *rig, int cars, int first_gear)
{
    if (!kamm_rig_line_up(rig, cars)) return 0;
    for (int car = 0; car < cars; ++car) {
        int gear = rig->info.gear_count ? first_gear + car : KAMM_GEAR_DRIVE;
        kamm_rig_place(rig, car, 0, 0, 0, start_mps(rig, gear), gear);
        kamm_rig_input(rig, car)->throttle = 1;
    }
    return 1;
}

/* Mean speed of each car over the next interval: a limiter makes speed waver. */
static void mean_speeds(kamm_rig *rig, double *speeds_mps)
{
    double end_s = rig->time_s + interval_s * rig->root;
    int ticks = 0;
    for (int car = 0; car < rig->count; ++car) speeds_mps[car] = 0;
    for (; rig->time_s < end_s; ++ticks) {
        for (int car = 0; car < rig->count; ++car) {
            kamm_drive_straight(rig, car);
            speeds_mps[car] += kamm_rig_read(rig, car, KAMM_CHANNEL_forward_speed_mps);
        }
        kamm_rig_tick(rig);
    }
    for (int car = 0; car < rig->count; ++car) speeds_mps[car] /= ticks;
}

static int are_steady(const kamm_rig *rig, const double *before_mps, const double *now_mps)
{
    for (int car = 0; car < rig->count; ++car)
        if (fabs(now_mps[car] - before_mps[car]) > steady_mps * rig->root) return 0;
    return 1;
}

/* 0: some gear has not come to a steady speed. */
static int drive_until_steady(kamm_rig *rig, double *speeds_mps, int recorded)
{
    double before_mps[KAMM_MAX_GEARS];
    kamm_rig_start_time(rig, recorded);
    mean_speeds(rig, speeds_mps);
    do {
        for (int car = 0; car < rig->count; ++car) before_mps[car] = speeds_mps[car];
        mean_speeds(rig, speeds_mps);
        if (are_steady(rig, before_mps, speeds_mps)) return 1;
    } while (rig->time_s < time_limit_s * rig->root);
    return 0;
}

static void report_engine(kamm_rig *rig, int best)
{
    if (rig->info.gear_count)
        kamm_rig_found(rig, GEAR, kamm_rig_read(rig, best, KAMM_CHANNEL_gear));
    else
        kamm_rig_missed(rig, GEAR, "the car's file has no gears");
    if (rig->info.limiter_radps > 0)
        kamm_rig_found(rig, ENGINE_SPEED,
                       kamm_rig_read(rig, best, KAMM_CHANNEL_engine_radps) * 30 / KAMM_PI);
    else
        kamm_rig_missed(rig, ENGINE_SPEED, "the car's file has no engine");
}

static int measure(kamm_rig *rig)
{
    double speeds_mps[KAMM_MAX_GEARS];
    int gears = rig->info.gear_count;
    if (!full_throttle(rig, gears ? gears : 1, 1)) return 0;
    int steady = drive_until_steady(rig, speeds_mps, -1);
    int best = 0;
    for (int car = 1; car < rig->count; ++car)
        if (speeds_mps[car] > speeds_mps[best]) best = car;
    kamm_rig_found(rig, TOP_SPEED, speeds_mps[best] / KAMM_KMH);
    if (!steady) kamm_rig_note(rig, TOP_SPEED, "still changing after %.0f s", rig->time_s);
    report_engine(rig, best);
    if (!kamm_rig_is_recorded(rig)) return 1;
    if (!full_throttle(rig, 1, best + 1)) return 0;
    drive_until_steady(rig, speeds_mps, 0);
    return 1;
}

const kamm_procedure kamm_top_speed_test = {
    {"top-speed", "Top speed",
     "Full throttle on the level in every gear until the speed is steady.",
     "custom of the motoring press", FIGURES, figures, KAMM_FEATURE_ENGINE, 0},
    measure,
    NULL};
