/* NHTSA's fishhook with roll-rate feedback (49 CFR 575, dynamic rollover of the NCAP).
 *
 * A slowly increasing steer (slow_steer.h) at 50 mph gives the steering-wheel angle for 0.3 g. Then, at entrance speeds
 * of 35, 40, 45, 47.5 and 50 mph to both sides: accelerator released, steering wheel at 720 deg/s to 6.5 times that
 * angle, held until the roll rate has fallen to 1.5 deg/s; then at 720 deg/s to the other side, held for 3 s, and back
 * within 2 s. The car tips up if both inner wheels stand 2 inches off the road at once. It carries the load that its
 * file says. */
#include <math.h>

#include "lab/driver.h"
#include "lab/slow_steer.h"
#include "lab/tests.h"

enum { TIP_UP_SPEED, MAX_ROLL, STEERING_AMPLITUDE, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [TIP_UP_SPEED] = {"tip_up_speed_kmh", "km/h", "Lowest entrance speed with two wheels lifted"},
    [MAX_ROLL] = {"max_roll_deg", "deg", "Largest roll angle, all runs"},
    [STEERING_AMPLITUDE] = {"steering_amplitude_deg", "deg",
                            "Steering-wheel angle: 6.5 times that for 0.3 g"},
};

enum { LEFT, RIGHT, SIDES };
static const double speeds_mph[] = {35, 40, 45, 47.5, 50};
enum { SPEEDS = sizeof speeds_mph / sizeof *speeds_mph, RUNS = SPEEDS * SIDES };

static double side_of(int car) { return car % SIDES == LEFT ? 1 : -1; }

static void place_at_speed(kamm_bench *bench, int car, double speed_mps)
{
    kamm_bench_place(bench, car, 0, 0, 0, speed_mps, kamm_bench_gear_at(bench, speed_mps));
}

typedef enum { STEERING, WAITING, COUNTERSTEERING, HOLDING, RETURNING, DONE } phase;

typedef struct {
    phase phase;
    double phase_began_s, max_roll_rad;
    int has_lifted;
} hook_run;

static void next_phase(const kamm_bench *bench, hook_run *run)
{
    ++run->phase;
    run->phase_began_s = bench->time_s;
}

static int is_at(kamm_bench *bench, int car, double angle_rad)
{
    return fabs((double)kamm_bench_input(bench, car)->steering_wheel_rad - angle_rad) < 1e-5;
}

/* Steers as the steering machine does. */
static void steer(kamm_bench *bench, int car, hook_run *run, double angle_rad)
{
    const double rate_radps = 720 * KAMM_DEG, roll_rate_radps = 1.5 * KAMM_DEG;
    const double hold_s = 3, return_s = 2;
    double side = side_of(car), phase_s = bench->time_s - run->phase_began_s;
    switch (run->phase) {
    case STEERING:
        kamm_drive_turn(bench, car, side * angle_rad, rate_radps);
        if (is_at(bench, car, side * angle_rad)) next_phase(bench, run);
        break;
    case WAITING: /* A car steered to the left leans to the right, which is positive. */
        if (side * kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rate_radps) <= roll_rate_radps)
            next_phase(bench, run);
        break;
    case COUNTERSTEERING:
        kamm_drive_turn(bench, car, -side * angle_rad, rate_radps);
        if (is_at(bench, car, -side * angle_rad)) next_phase(bench, run);
        break;
    case HOLDING:
        if (phase_s >= hold_s) next_phase(bench, run);
        break;
    case RETURNING:
        kamm_drive_turn(bench, car, 0, angle_rad / return_s);
        if (is_at(bench, car, 0)) next_phase(bench, run);
        break;
    case DONE: break;
    }
}

static void watch(const kamm_bench *bench, int car, hook_run *run)
{
    if (run->phase == DONE) return;
    run->max_roll_rad =
        fmax(run->max_roll_rad, fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rad)));
    if (kamm_bench_has_lifted(bench, car)) run->has_lifted = 1;
}

static int drive_hooks(kamm_bench *bench, double angle_rad, hook_run runs[RUNS], int recorded)
{
    const double time_limit_s = 12;
    double speeds_mps[RUNS];
    kamm_speed_hold holds[RUNS] = {0};
    if (!kamm_bench_line_up(bench, RUNS)) return 0;
    for (int car = 0; car < RUNS; ++car) {
        runs[car] = (hook_run){0};
        speeds_mps[car] = speeds_mph[car / SIDES] * KAMM_MPH;
        place_at_speed(bench, car, speeds_mps[car]);
    }
    kamm_drive_settle(bench, holds, speeds_mps);
    for (int car = 0; car < RUNS; ++car)
        kamm_bench_input(bench, car)->throttle = kamm_bench_input(bench, car)->brake = 0;
    kamm_bench_start_time(bench, recorded);
    while (bench->time_s < time_limit_s) {
        for (int car = 0; car < RUNS; ++car) steer(bench, car, &runs[car], angle_rad);
        kamm_bench_tick(bench);
        for (int car = 0; car < RUNS; ++car) watch(bench, car, &runs[car]);
    }
    return 1;
}

/* The first run that tips up; -1: none. */
static int report(kamm_bench *bench, const hook_run runs[RUNS])
{
    int first = -1;
    double max_roll_rad = 0;
    for (int car = RUNS - 1; car >= 0; --car) {
        max_roll_rad = fmax(max_roll_rad, runs[car].max_roll_rad);
        if (runs[car].has_lifted) first = car;
    }
    kamm_bench_found(bench, MAX_ROLL, max_roll_rad / KAMM_DEG);
    if (first < 0)
        kamm_bench_missed(bench, TIP_UP_SPEED, "no tip-up to 50 mph (80 km/h)");
    else
        kamm_bench_found(bench, TIP_UP_SPEED, speeds_mph[first / SIDES] * KAMM_MPH / KAMM_KMH);
    return first;
}

static int measure(kamm_bench *bench)
{
    const double amplitude = 6.5;
    double angle_rad;
    hook_run runs[RUNS];
    if (!kamm_slow_steer_rad(bench, 50 * KAMM_MPH, &angle_rad)) return 0;
    if (isnan(angle_rad)) {
        for (int i = 0; i < FIGURES; ++i) kamm_bench_missed(bench, i, "does not reach 0.375 g");
        return 1;
    }
    angle_rad = fmin(amplitude * angle_rad, bench->info.steering_lock_rad);
    kamm_bench_found(bench, STEERING_AMPLITUDE, angle_rad / KAMM_DEG);
    if (!drive_hooks(bench, angle_rad, runs, -1)) return 0;
    int first = report(bench, runs);
    if (!kamm_bench_is_recorded(bench)) return 1;
    return drive_hooks(bench, angle_rad, runs, first < 0 ? RUNS - SIDES : first);
}

const kamm_procedure kamm_fishhook_test = {
    {"fishhook", "Fishhook",
     "Steers hard to one side and, when the roll comes to rest, hard to the other.",
     "NHTSA NCAP dynamic rollover test, fishhook 1b", FIGURES, figures, KAMM_FEATURE_LOADS, 0},
    measure,
    NULL};
