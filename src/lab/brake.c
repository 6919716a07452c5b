/* Braking on the level from 100 km/h and from 70 mph: after some seconds at that speed the brake pedal is
 * pressed all the way at once, with the clutch; anti-lock brakes work where the car has them.
 * Distance and time count from the pedal's movement, as in ISO 21994. */
#include <math.h>

#include "lab/courses.h"
#include "lab/driver.h"
#include "lab/tests.h"

enum { DISTANCE_100_0_KMH, DISTANCE_70_0_MPH, TIME_100_0_KMH, MEAN_DECELERATION, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [DISTANCE_100_0_KMH] = {"distance_100_0_kmh_m", "m", "Stopping distance from 100 km/h"},
    [DISTANCE_70_0_MPH] = {"distance_70_0_mph_m", "m", "Stopping distance from 70 mph"},
    [TIME_100_0_KMH] = {"time_100_0_kmh_s", "s", "Stopping time from 100 km/h"},
    [MEAN_DECELERATION] = {"mean_deceleration_mps2", "m/s2",
                           "From 100 km/h: speed squared over twice the distance"},
};

enum { FROM_KMH, FROM_MPH, CARS };
static const double time_limit_s = 60;

typedef struct {
    double start_x_m, start_y_m, start_mps, speed_mps, stop_s, stop_m;
} stop_run;

static stop_run begin(const kamm_bench *bench, int car)
{
    return (stop_run){.start_x_m = kamm_bench_read(bench, car, KAMM_CHANNEL_x_m),
                      .start_y_m = kamm_bench_read(bench, car, KAMM_CHANNEL_y_m),
                      .start_mps = kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps),
                      .speed_mps = kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps),
                      .stop_s = NAN};
}

static double travelled_m(const kamm_bench *bench, int car, const stop_run *run)
{
    return hypot(kamm_bench_read(bench, car, KAMM_CHANNEL_x_m) - run->start_x_m,
                 kamm_bench_read(bench, car, KAMM_CHANNEL_y_m) - run->start_y_m);
}

/* The first standstill counts; the car rocks back on its springs after it. */
static void brake_tick(kamm_bench *bench, int car, stop_run *run)
{
    const double standing_mps = 0.02 * bench->root;
    double speed_mps = kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps);
    if (isnan(run->stop_s) && speed_mps <= standing_mps) {
        run->stop_s = kamm_bench_crossing_s(bench, run->speed_mps, speed_mps, standing_mps);
        run->stop_m = travelled_m(bench, car, run);
    }
    run->speed_mps = speed_mps;
}

/* The driver's speed is off by some cm/s: corrected by the square of the speed, as norms do. */
static double distance_m(const stop_run *run, double nominal_mps)
{
    double ratio = nominal_mps / run->start_mps;
    return run->stop_m * ratio * ratio;
}

static void report(kamm_bench *bench, int car, const stop_run *run, int figure, double nominal_mps)
{
    if (isnan(run->stop_s)) {
        kamm_bench_missed(bench, figure, "not at rest after %.0f s", bench->time_s);
        return;
    }
    double stop_m = distance_m(run, nominal_mps);
    kamm_bench_found(bench, figure, stop_m);
    double turned_deg = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rad) / KAMM_DEG;
    if (fabs(turned_deg) > 10) kamm_bench_note(bench, figure, "turned by %.0f deg", turned_deg);
    if (car != FROM_KMH) return;
    kamm_bench_found(bench, TIME_100_0_KMH, run->stop_s * nominal_mps / run->start_mps);
    kamm_bench_found(bench, MEAN_DECELERATION, nominal_mps * nominal_mps / (2 * stop_m));
}

static int measure(kamm_bench *bench)
{
    const double speeds_mps[CARS] = {100 * KAMM_KMH * bench->root, 70 * KAMM_MPH * bench->root};
    kamm_speed_hold holds[CARS] = {0};
    stop_run runs[CARS];
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    for (int car = 0; car < CARS; ++car)
        kamm_bench_place(bench, car, 0, 0, 0, speeds_mps[car],
                         kamm_bench_gear_at(bench, speeds_mps[car]));
    kamm_drive_settle(bench, holds, speeds_mps);
    for (int car = 0; car < CARS; ++car) {
        runs[car] = begin(bench, car);
        kamm_input *input = kamm_bench_input(bench, car);
        input->throttle = 0;
        input->brake = input->clutch = 1;
    }
    kamm_bench_start_time(bench, FROM_KMH);
    while (bench->time_s < time_limit_s * bench->root &&
           (isnan(runs[0].stop_s) || isnan(runs[1].stop_s)) && !kamm_bench_is_stopped(bench)) {
        for (int car = 0; car < CARS; ++car) kamm_drive_straight(bench, car);
        kamm_bench_tick(bench);
        for (int car = 0; car < CARS; ++car) brake_tick(bench, car, &runs[car]);
    }
    report(bench, FROM_KMH, &runs[FROM_KMH], DISTANCE_100_0_KMH, speeds_mps[FROM_KMH]);
    report(bench, FROM_MPH, &runs[FROM_MPH], DISTANCE_70_0_MPH, speeds_mps[FROM_MPH]);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    const kamm_car_body_def *body = &bench->car->def.body;
    course->entry_mps = 100 * KAMM_KMH * bench->root;
    course->start_m[0] = KAMM_SETTLING_S * bench->root * course->entry_mps;
    double nose_m = course->start_m[0] + body->cg_behind_front_axle_m + body->front_overhang_m;
    kamm_course_add_mark(course, "pedal", nose_m);
}

const kamm_procedure kamm_brake_test = {
    {"brake", "Braking from 100 km/h and 70 mph",
     "The brake pedal is pressed all the way at once; distance counts from the pedal's movement.",
     "after ISO 21994", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    lay_out};
