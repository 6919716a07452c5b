/* Turning within the ring of Directive 96/53/EC and UN regulation 107: the outermost point goes along a circle of 12.5 m at walking
 * pace; no part may come within 5.3 m of its centre. Outlines are boxes of the files' lengths and widths. Entered from the
 * straight at once, the rear swings out by the tail swing. */
#include "lab/combination_tests.h"

#include <math.h>

enum { INNER_RADIUS, SWEPT_WIDTH, TAIL_SWING, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [INNER_RADIUS] = {"inner_radius_m", "m", "Radius that stays free within; 5.3 m are asked for"},
    [SWEPT_WIDTH] = {"swept_width_m", "m", "Width of the ring that it takes; 7.2 m are allowed"},
    [TAIL_SWING] =
        {"tail_swing_m", "m",
         "By how much the rear corner swings out as it enters; UN R107 allows 0.6 m, an articulated bus 1.2 m"},
};

static const double outer_m = 12.5, walking_mps = 1.5, time_limit_s = 400;
enum { POINTS = 25 };

struct sweep {
    double inner_m, outer_m, tail_m; /* of this tick; tail: beyond the straight's edge */
};

static void measure_unit(const kamm_bench *bench, int unit, const double centre[2],
                         struct sweep *sweep)
{
    const kamm_car_body_def *body = &bench->combination->units[unit].def.body;
    double half_m = body->width_m / 2, at[2];
    for (int i = 0; i < POINTS; ++i) {
        double behind_m = -body->front_overhang_m + body->length_m * i / (POINTS - 1);
        kamm_bench_unit_point(bench, 0, unit, behind_m, half_m, at);
        sweep->inner_m = fmin(sweep->inner_m, hypot(at[0] - centre[0], at[1] - centre[1]));
        kamm_bench_unit_point(bench, 0, unit, behind_m, -half_m, at);
        sweep->outer_m = fmax(sweep->outer_m, hypot(at[0] - centre[0], at[1] - centre[1]));
    }
    if (unit == kamm_bench_units(bench) - 1) sweep->tail_m = -at[1] - half_m;
}

static struct sweep sweep_now(const kamm_bench *bench, const double centre[2])
{
    struct sweep sweep = {INFINITY, 0, 0};
    for (int u = 0; u < kamm_bench_units(bench); ++u) measure_unit(bench, u, centre, &sweep);
    return sweep;
}

/* Radius of the front axle's circle with which wheels that do not slip bring the front corner onto the outer circle. */
static double first_guess_m(const kamm_bench *bench)
{
    const kamm_car_body_def *body = &bench->car->def.body;
    double axle_m = kamm_bench_turning_axle_m(bench, 0), nose_m = axle_m + body->front_overhang_m;
    return hypot(sqrt(outer_m * outer_m - nose_m * nose_m) - body->width_m / 2, axle_m);
}

static double corner_m(const kamm_bench *bench, const double centre[2])
{
    const kamm_car_body_def *body = &bench->car->def.body;
    double at[2];
    kamm_bench_unit_point(bench, 0, 0, -body->front_overhang_m, -body->width_m / 2, at);
    return hypot(at[0] - centre[0], at[1] - centre[1]);
}

/* The centre of the ring: beside the front axle as it enters. */
static void place(kamm_bench *bench, double follow_m, double centre[2])
{
    kamm_bench_place(bench, 0, 0, 0, 0, walking_mps, KAMM_GEAR_DRIVE);
    kamm_bench_unit_point(bench, 0, 0, 0, 0, centre);
    centre[1] += follow_m;
}

static int measure(kamm_bench *bench)
{
    kamm_speed_hold hold = {.may_brake = 1};
    double turned = 0, yaw = 0, tail_m = 0, centre[2], at[2];
    double follow_m = first_guess_m(bench);
    struct sweep worst = {INFINITY, 0, 0};
    if (!kamm_bench_line_up(bench, 1)) return 0;
    place(bench, follow_m, centre);
    kamm_bench_start_time(bench, 0);
    while (turned < 8 * KAMM_PI && bench->time_s < time_limit_s &&
           kamm_bench_units_are_well(bench, 0)) {
        double now = kamm_bench_read(bench, 0, KAMM_CHANNEL_yaw_rad);
        turned += remainder(now - yaw, 2 * KAMM_PI), yaw = now;
        struct sweep sweep = sweep_now(bench, centre);
        kamm_bench_unit_point(bench, 0, 0, 0, 0, at);
        if (turned > KAMM_PI) follow_m += 0.1 * (outer_m - corner_m(bench, centre)) * bench->tick_s;
        double error_m = hypot(at[0] - centre[0], at[1] - centre[1]) - follow_m;
        kamm_drive_front_axle(bench, 0, atan2(at[0] - centre[0], centre[1] - at[1]), error_m);
        kamm_drive_hold_speed(bench, 0, &hold, walking_mps);
        if (turned < KAMM_PI / 2) tail_m = fmax(tail_m, sweep.tail_m);
        if (turned > 6 * KAMM_PI) {
            worst.inner_m = fmin(worst.inner_m, sweep.inner_m);
            worst.outer_m = fmax(worst.outer_m, sweep.outer_m);
        }
        kamm_bench_tick(bench);
    }
    if (turned < 8 * KAMM_PI || fabs(worst.outer_m - outer_m) > 0.1) {
        for (int i = 0; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "it does not keep to the circle of %.1f m", outer_m);
        return 1;
    }
    kamm_bench_found(bench, INNER_RADIUS, worst.inner_m);
    kamm_bench_found(bench, SWEPT_WIDTH, worst.outer_m - worst.inner_m);
    kamm_bench_found(bench, TAIL_SWING, tail_m);
    return 1;
}

const kamm_procedure kamm_ring_test = {
    {"ring", "Turning within a ring",
     "The outermost point goes along a circle of 12.5 m at walking pace.",
     "Directive 96/53/EC and UN regulation 107", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    NULL};
