/* Standing-start acceleration on the level, one car as its file has it, windless.
 *
 * Full throttle, gears by the shift map. Where the driven wheels would spin, the driver feathers the
 * accelerator; several drivers, each with another slip in mind, start side by side, and the figures
 * are those of the one who gets furthest in ten seconds. European figures count from the first
 * movement; American ones, and the quarter mile, start the clock after a foot (0.305 m) of rollout,
 * as the beam of a drag strip does. */
#include <math.h>

#include "lab/courses.h"
#include "lab/driver.h"
#include "lab/tests.h"
#include "vehicle/electric_compile.h"

enum {
    TIME_0_100_KMH,
    TIME_0_60_MPH,
    TIME_0_100_MPH,
    TIME_0_200_KMH,
    QUARTER_MILE,
    QUARTER_MILE_SPEED,
    STANDING_KM,
    PEAK_ACCELERATION,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [TIME_0_100_KMH] = {"time_0_100_kmh_s", "s", "0 to 100 km/h, no rollout"},
    [TIME_0_60_MPH] = {"time_0_60_mph_s", "s", "0 to 60 mph after 1 ft of rollout"},
    [TIME_0_100_MPH] = {"time_0_100_mph_s", "s", "0 to 100 mph after 1 ft of rollout"},
    [TIME_0_200_KMH] = {"time_0_200_kmh_s", "s", "0 to 200 km/h, no rollout"},
    [QUARTER_MILE] = {"quarter_mile_s", "s", "402.336 m after 1 ft of rollout"},
    [QUARTER_MILE_SPEED] = {"quarter_mile_kmh", "km/h", "Speed at the end of the quarter mile"},
    [STANDING_KM] = {"standing_km_s", "s", "1000 m, no rollout"},
    [PEAK_ACCELERATION] = {"peak_acceleration_mps2", "m/s2", "Most speed gained in half a second"},
};

static const double rollout_m = 0.3048, quarter_mile_m = 402.336, kilometre_m = 1000;
static const double trial_s = 10, time_limit_s = 120;

/* Slip of the driven wheels at which each driver eases off; the last one never does. */
static const double slips_in_mind[] = {0.01, 0.02, 0.035, 0.05, 0.08, 0.11, 0.15, 1e9};
enum { DRIVERS = sizeof slips_in_mind / sizeof *slips_in_mind };

static double worst_slip(const kamm_bench *bench, int car)
{
    double worst = 0;
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        if (kamm_axle_drive_share(&bench->car->def, bench->info.wheel_axle[wheel]) > 0)
            worst = fmax(worst, kamm_bench_wheel(bench, car, wheel, KAMM_WHEEL_slip_ratio));
    return worst;
}

/* Eases off quickly while the wheels slip more than wanted, steps on again more slowly. */
static void feather(kamm_bench *bench, int car, double wanted_slip)
{
    if (kamm_bench_is_ridden(bench)) return; /* its rider does that */
    const double off_per_s = 40 / bench->root, on_per_s = 4 / bench->root;
    double over = worst_slip(bench, car) - wanted_slip;
    kamm_input *input = kamm_bench_input(bench, car);
    double rate_per_s = over > 0 ? -off_per_s * fmin(over, 0.2) / 0.2 : on_per_s;
    input->throttle =
        (float)fmin(1, fmax(0.05, (double)input->throttle + rate_per_s * bench->tick_s));
}

static int go(kamm_bench *bench, int cars)
{
    if (!kamm_bench_line_up(bench, cars)) return 0;
    for (int car = 0; car < cars; ++car) kamm_bench_place(bench, car, 0, 0, 0, 0, 1);
    kamm_drive_stand(bench);
    for (int car = 0; car < cars; ++car)
        *kamm_bench_input(bench, car) = (kamm_input){.throttle = 1, .gear = KAMM_GEAR_DRIVE};
    return 1;
}

/* The driver who gets furthest; -1: out of memory. */
static int best_driver(kamm_bench *bench)
{
    if (!go(bench, DRIVERS)) return -1;
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < trial_s * bench->root) {
        for (int car = 0; car < DRIVERS; ++car) feather(bench, car, slips_in_mind[car]);
        kamm_bench_tick(bench);
    }
    int best = 0;
    for (int car = 1; car < DRIVERS; ++car)
        if (kamm_bench_read(bench, car, KAMM_CHANNEL_x_m) >
            kamm_bench_read(bench, best, KAMM_CHANNEL_x_m))
            best = car;
    return best;
}

/* At some rates whole substeps make ticks of no more than 3.34 ms of the 5 that are wanted. */
enum { MOST_TICKS_IN_HALF_SECOND = 150 };

/* The run as its instruments see it. */
typedef struct {
    double start_x_m, distance_m, speed_mps, rollout_s;
    double half_second_ago_mps[MOST_TICKS_IN_HALF_SECOND];
    int ticks, ticks_in_half_second;
} drag_run;

static void mark(kamm_bench *bench, int figure, double since_s, double before, double now,
                 double line)
{
    if (now >= line && before < line)
        kamm_bench_found(bench, figure, kamm_bench_crossing_s(bench, before, now, line) - since_s);
}

/* A mark that was passed before stays: speeds waver when gears are shifted. */
static void mark_speed(kamm_bench *bench, int figure, double since_s, double before, double now,
                       double line)
{
    if (isnan(bench->result->figures[figure].value))
        mark(bench, figure, since_s, before, now, line);
}

static void note_acceleration(kamm_bench *bench, drag_run *run, double speed_mps)
{
    double *then_mps = &run->half_second_ago_mps[run->ticks % run->ticks_in_half_second];
    double gain_mps2 = (speed_mps - *then_mps) / (run->ticks_in_half_second * bench->tick_s);
    double *peak_mps2 = &bench->result->figures[PEAK_ACCELERATION].value;
    if (run->ticks >= run->ticks_in_half_second) *peak_mps2 = fmax(*peak_mps2, gain_mps2);
    *then_mps = speed_mps;
    ++run->ticks;
}

static void measure_tick(kamm_bench *bench, drag_run *run)
{
    double speed_mps = kamm_bench_read(bench, 0, KAMM_CHANNEL_forward_speed_mps);
    double distance_m = kamm_bench_read(bench, 0, KAMM_CHANNEL_x_m) - run->start_x_m;
    double v0 = run->speed_mps, v1 = speed_mps, s0 = run->distance_m, s1 = distance_m;
    double starts_m = rollout_m * bench->length,
           quarter_m = (rollout_m + quarter_mile_m) * bench->length;
    if (s0 < starts_m && s1 >= starts_m)
        run->rollout_s = kamm_bench_crossing_s(bench, s0, s1, starts_m);
    mark_speed(bench, TIME_0_100_KMH, 0, v0, v1, 100 * KAMM_KMH * bench->root);
    mark_speed(bench, TIME_0_200_KMH, 0, v0, v1, 200 * KAMM_KMH * bench->root);
    mark_speed(bench, TIME_0_60_MPH, run->rollout_s, v0, v1, 60 * KAMM_MPH * bench->root);
    mark_speed(bench, TIME_0_100_MPH, run->rollout_s, v0, v1, 100 * KAMM_MPH * bench->root);
    mark(bench, STANDING_KM, 0, s0, s1, kilometre_m * bench->length);
    mark(bench, QUARTER_MILE, run->rollout_s, s0, s1, quarter_m);
    if (s0 < quarter_m && s1 >= quarter_m)
        kamm_bench_found(bench, QUARTER_MILE_SPEED, speed_mps / KAMM_KMH);
    note_acceleration(bench, run, speed_mps);
    run->speed_mps = speed_mps;
    run->distance_m = distance_m;
}

/* The kilometre is done, and the car has 200 km/h or gains no more speed. */
static int is_over(const kamm_bench *bench, const drag_run *run)
{
    double then_mps = run->half_second_ago_mps[run->ticks % run->ticks_in_half_second];
    int gains = run->speed_mps - then_mps > 0.01 * bench->root || bench->time_s < 60 * bench->root;
    return run->distance_m > kilometre_m * bench->length &&
           (run->speed_mps > 200 * KAMM_KMH * bench->root || !gains);
}

static int measure(kamm_bench *bench)
{
    int driver = best_driver(bench);
    if (driver < 0 || !go(bench, 1)) return 0;
    drag_run run = {.start_x_m = kamm_bench_read(bench, 0, KAMM_CHANNEL_x_m)};
    run.ticks_in_half_second =
        (int)fmin(MOST_TICKS_IN_HALF_SECOND, round(0.5 * bench->root / bench->tick_s));
    kamm_bench_start_time(bench, 0);
    kamm_bench_found(bench, PEAK_ACCELERATION, 0);
    while (bench->time_s < time_limit_s * bench->root && !is_over(bench, &run) &&
           kamm_bench_is_well(bench, 0)) {
        kamm_drive_straight(bench, 0);
        feather(bench, 0, slips_in_mind[driver]);
        kamm_bench_tick(bench);
        measure_tick(bench, &run);
    }
    for (int i = 0; i < FIGURES; ++i)
        if (isnan(bench->result->figures[i].value))
            kamm_bench_missed(bench, i, "not reached in %.0f s", bench->time_s);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    const kamm_car_body_def *body = &bench->car->def.body;
    double nose_m = body->cg_behind_front_axle_m + body->front_overhang_m;
    kamm_course_add_mark(course, "start", nose_m);
    kamm_course_add_mark(course, "quarter mile",
                         nose_m + (rollout_m + quarter_mile_m) * bench->length);
    kamm_course_add_mark(course, "1000 m", nose_m + kilometre_m * bench->length);
}

const kamm_procedure kamm_accel_test = {
    {"accel", "Standing-start acceleration",
     "Full throttle from rest on the level, with the driver who launches best.",
     "custom of the motoring press; no rollout in km/h, 1 ft of rollout in mph", FIGURES, figures,
     KAMM_FEATURE_ENGINE, 0},
    measure,
    lay_out};
