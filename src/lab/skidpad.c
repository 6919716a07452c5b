/* Steady-state cornering after ISO 4138, constant radius: the car follows a circle while its speed
 * rises so slowly (0.2 m/s2, less where it is hard to stay on the line) that each moment is a steady
 * state; left and right, and both averaged.
 * On the standard's 100 m the gradients are taken, as slopes over 1 to 4 m/s2; the limit is found
 * there and on the 300 ft (91.44 m) wide circle of American magazines. It is the highest v^2/r before
 * the car leaves its line by half a metre, lifts two wheels, or gains no more speed at full throttle. */
#include <math.h>

#include "lab/circle.h"
#include "lab/courses.h"
#include "lab/fit.h"
#include "lab/tests.h"

enum { LIMIT_300FT, LIMIT_100M, UNDERSTEER_GRADIENT, ROLL_GRADIENT, SIDESLIP_GRADIENT, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [LIMIT_300FT] = {"max_lateral_acceleration_300ft_g", "g",
                     "Highest lateral acceleration on a circle of 300 ft diameter"},
    [LIMIT_100M] = {"max_lateral_acceleration_100m_g", "g",
                    "Highest lateral acceleration on a circle of 100 m radius"},
    [UNDERSTEER_GRADIENT] = {"understeer_gradient_deg_per_g", "deg/g",
                             "Road-wheel angle over lateral acceleration, 1 to 4 m/s2"},
    [ROLL_GRADIENT] = {"roll_gradient_deg_per_g", "deg/g", "Roll angle over the same"},
    [SIDESLIP_GRADIENT] = {"sideslip_gradient_deg_per_g", "deg/g",
                           "Sideslip angle over the same; negative: the tail moves outwards"},
};

enum { LEFT_100M, RIGHT_100M, LEFT_300FT, RIGHT_300FT, CARS };
static const double radii_m[CARS / 2] = {100, 45.72};

static const double start_mps = 8, settle_s = 8, rise_mps2 = 0.2;
static const double tolerance_m = 0.5, linear_from_mps2 = 1, linear_to_mps2 = 4;

typedef struct {
    int car;
    kamm_circle_drive drive;
    double limit_mps2;
    const char *end; /* what ended the run; NULL while it goes on */
    kamm_line_fit steer, roll, sideslip;
} circle_run;

static void add_to_gradients(const kamm_bench *bench, circle_run *run, double lateral_mps2)
{
    if (lateral_mps2 < linear_from_mps2 || lateral_mps2 > linear_to_mps2) return;
    double in_g = lateral_mps2 / KAMM_GRAVITY_MPS2, to_deg = run->drive.side / KAMM_DEG;
    double steer_rad = kamm_bench_read(bench, run->car, KAMM_CHANNEL_road_wheel_rad);
    kamm_fit_add(&run->steer, in_g, to_deg * steer_rad);
    kamm_fit_add(&run->roll, in_g,
                 to_deg * kamm_bench_read(bench, run->car, KAMM_CHANNEL_roll_rad));
    kamm_fit_add(&run->sideslip, in_g,
                 to_deg * kamm_bench_read(bench, run->car, KAMM_CHANNEL_sideslip_rad));
}

static const char *what_ends(const kamm_bench *bench, const circle_run *run, double error_m,
                             double missing_mps)
{
    if (!kamm_bench_is_well(bench, run->car)) return "the step failed";
    if (kamm_bench_has_lifted(bench, run->car))
        return bench->info.wheel_count > 3 ? "two wheels lift" : "a wheel lifts";
    if (fabs(error_m) > tolerance_m * bench->length) return error_m > 0 ? "runs wide" : "turns in";
    if (missing_mps > 1.5 * bench->root) return "no faster at full throttle";
    return NULL;
}

static void measure_tick(kamm_bench *bench, circle_run *run)
{
    const double hard_m = 0.2 * bench->length;
    double rate_mps, error_m = kamm_circle_outside_m(bench, run->car, &run->drive, &rate_mps);
    double speed_mps = kamm_bench_read(bench, run->car, KAMM_CHANNEL_speed_mps);
    double lateral_mps2 = speed_mps * speed_mps / (run->drive.radius_m + error_m);
    if (bench->time_s < settle_s * bench->root) return;
    run->end = what_ends(bench, run, error_m, run->drive.wanted_mps - speed_mps);
    if (run->end) return;
    run->drive.wanted_mps += rise_mps2 * fmax(0, 1 - fabs(error_m) / hard_m) * bench->tick_s;
    run->limit_mps2 = fmax(run->limit_mps2, lateral_mps2);
    add_to_gradients(bench, run, lateral_mps2);
}

static void start(kamm_bench *bench, circle_run *run)
{
    /* The speed rises as far as the circle or the car allows. */
    double top_mps = fmin(sqrt(KAMM_GRAVITY_MPS2 * run->drive.radius_m), bench->info.top_speed_mps);
    run->drive.wanted_mps = start_mps * bench->root;
    kamm_circle_start(bench, run->car, &run->drive, run->drive.wanted_mps,
                      kamm_bench_pulling_gear_at(bench, top_mps));
}

/* One action of all drivers who are still on their circle; returns how many are. */
static int drive_tick(kamm_bench *bench, circle_run *runs)
{
    int going = 0;
    for (int car = 0; car < CARS; ++car) {
        if (runs[car].end) continue;
        kamm_circle_follow(bench, car, &runs[car].drive);
        ++going;
    }
    kamm_bench_tick(bench);
    for (int car = 0; car < CARS; ++car)
        if (!runs[car].end) measure_tick(bench, &runs[car]);
    return going;
}

static double mean_slope(const kamm_line_fit *left, const kamm_line_fit *right)
{
    return (kamm_fit_slope(left) + kamm_fit_slope(right)) / 2;
}

static void report(kamm_bench *bench, const circle_run *runs)
{
    const circle_run *left = &runs[LEFT_100M], *right = &runs[RIGHT_100M];
    double limit_100m = (left->limit_mps2 + right->limit_mps2) / 2;
    double limit_300ft = (runs[LEFT_300FT].limit_mps2 + runs[RIGHT_300FT].limit_mps2) / 2;
    kamm_bench_found(bench, LIMIT_100M, limit_100m / KAMM_GRAVITY_MPS2);
    kamm_bench_found(bench, LIMIT_300FT, limit_300ft / KAMM_GRAVITY_MPS2);
    if (left->end) kamm_bench_note(bench, LIMIT_100M, "%s", left->end);
    if (runs[LEFT_300FT].end) kamm_bench_note(bench, LIMIT_300FT, "%s", runs[LEFT_300FT].end);
    if (fmin(left->limit_mps2, right->limit_mps2) < linear_to_mps2) {
        for (int i = UNDERSTEER_GRADIENT; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "does not reach 4 m/s2");
        return;
    }
    kamm_bench_found(bench, UNDERSTEER_GRADIENT, mean_slope(&left->steer, &right->steer));
    if (!kamm_bench_lacks(bench, ROLL_GRADIENT, KAMM_FEATURE_ROLL))
        kamm_bench_found(bench, ROLL_GRADIENT, mean_slope(&left->roll, &right->roll));
    kamm_bench_found(bench, SIDESLIP_GRADIENT, mean_slope(&left->sideslip, &right->sideslip));
}

static int measure(kamm_bench *bench)
{
    circle_run runs[CARS] = {{.car = 0}};
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    for (int car = 0; car < CARS; ++car) {
        runs[car].car = car;
        runs[car].drive.radius_m = radii_m[car / 2] * bench->length;
        runs[car].drive.side = car % 2 ? -1 : 1;
        start(bench, &runs[car]);
    }
    const double time_limit_s = 400;
    kamm_bench_start_time(bench, LEFT_100M);
    while (bench->time_s < time_limit_s * bench->root && drive_tick(bench, runs))
        if (runs[LEFT_100M].end) bench->recorded = -1;
    report(bench, runs);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    course->entry_mps = start_mps * bench->root;
    for (int car = 0; car < CARS; ++car) {
        double radius_m = radii_m[car / 2] * bench->length, side = car % 2 ? -1 : 1;
        kamm_course_add_circle(course, side * radius_m, radius_m);
    }
}

const kamm_procedure kamm_skidpad_test = {
    {"skidpad", "Steady-state cornering",
     "Follows a circle at slowly rising speed, to the left and to the right, to the limit.",
     "ISO 4138, constant radius 100 m; 300 ft skidpad", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    lay_out};
