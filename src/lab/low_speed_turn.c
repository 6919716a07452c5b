/* Steady low-speed off-tracking: the middle of the front axle goes along a circle at walking pace until the last unit follows
 * one as well. Beside it stands what wheels that do not slip give (tractrix), unit by unit from the radius R of the front axle:
 *
 *     R1^2 = R^2 - L^2,   R2^2 = R1^2 + c^2 - d^2, …
 *
 * with L from the front axle to the middle of the fixed axles; c goes from there to the hitch behind them, d from the
 * hitch to the middle of the next unit's axles. The circle has 11 m, or the first of 15, 20, 25, 30 m on which R of the
 * last unit is at least half of it (W. R. McGhee, in: WHI Research Bulletin No. 19 and SAE J695 have the same sum of
 * squares). */
#include "lab/combination_tests.h"

#include <math.h>
#include <stdio.h>

enum { OFF_TRACKING, LAST_RADIUS, FRONT_RADIUS, ARTICULATION, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [OFF_TRACKING] =
        {"off_tracking_m", "m",
         "By how much the last unit's axles, their middle, go inside the front axle's circle"},
    [LAST_RADIUS] = {"last_axle_radius_m", "m", "Radius of the circle of the last unit's axles"},
    [FRONT_RADIUS] = {"front_axle_radius_m", "m", "Radius of the front axle's circle"},
    [ARTICULATION] = {"articulation_deg", "deg", "Angle of the first hitch meanwhile"},
};

static const double radii_m[] = {11, 15, 20, 25, 30}, walking_mps = 1.5, time_limit_s = 900;

/* Square of the radius of the last unit's axles; negative: no such circle. */
static double no_slip_square_m2(const kamm_bench *bench, double radius_m)
{
    double axle_m = kamm_bench_turning_axle_m(bench, 0),
           square = radius_m * radius_m - axle_m * axle_m;
    for (int u = 1; u < kamm_bench_units(bench); ++u) {
        double c = bench->combination->units[u - 1].def.hitch.behind_front_axle_m - axle_m;
        axle_m = kamm_bench_turning_axle_m(bench, u);
        double d = axle_m - bench->combination->units[u].def.drawbar.behind_front_axle_m;
        square += c * c - d * d;
    }
    return square;
}

static double choose_radius_m(const kamm_bench *bench)
{
    for (int i = 0; i < 4; ++i)
        if (no_slip_square_m2(bench, radii_m[i]) >= 0.25 * radii_m[i] * radii_m[i])
            return radii_m[i];
    return radii_m[4];
}

static void tell_no_slip(kamm_bench *bench, double radius_m)
{
    const char *source = "wheels that do not slip: the sum of squares";
    double square = no_slip_square_m2(bench, radius_m);
    const double values[2] = {radius_m - sqrt(fmax(square, 0)), sqrt(fmax(square, 0))};
    for (int i = 0; i < 2 && square > 0; ++i) {
        kamm_figure *figure = &bench->result->figures[i];
        if (!isnan(figure->published)) continue;
        figure->published = values[i];
        snprintf(figure->published_source, sizeof figure->published_source, "%s", source);
    }
}

static int measure(kamm_bench *bench)
{
    kamm_speed_hold hold = {.may_brake = 1};
    int last = kamm_bench_units(bench) - 1;
    double turned = 0, yaw = 0, sum_m = 0, front_m = 0, bend = 0, centre[2], at[2];
    long count = 0;
    double radius_m = choose_radius_m(bench);
    tell_no_slip(bench, radius_m);
    if (!kamm_bench_line_up(bench, 1)) return 0;
    kamm_bench_place(bench, 0, 0, 0, 0, walking_mps, KAMM_GEAR_DRIVE);
    kamm_bench_unit_point(bench, 0, 0, 0, 0, centre);
    centre[1] += radius_m;
    kamm_bench_start_time(bench, 0);
    while (turned < 7 * KAMM_PI && bench->time_s < time_limit_s &&
           kamm_bench_units_are_well(bench, 0)) {
        double now = kamm_bench_read(bench, 0, KAMM_CHANNEL_yaw_rad);
        turned += remainder(now - yaw, 2 * KAMM_PI), yaw = now;
        kamm_bench_unit_point(bench, 0, 0, 0, 0, at);
        double out_m = hypot(at[0] - centre[0], at[1] - centre[1]);
        kamm_drive_front_axle(bench, 0, atan2(at[0] - centre[0], centre[1] - at[1]),
                              out_m - radius_m);
        kamm_drive_hold_speed(bench, 0, &hold, walking_mps);
        if (turned > 5 * KAMM_PI) { /* whole turns: a mean over one */
            kamm_bench_unit_point(bench, 0, last, kamm_bench_turning_axle_m(bench, last), 0, at);
            sum_m += hypot(at[0] - centre[0], at[1] - centre[1]), front_m += out_m;
            bend += kamm_bench_articulation_rad(bench, 0, 1), ++count;
        }
        kamm_bench_tick(bench);
    }
    if (turned < 7 * KAMM_PI) {
        for (int i = 0; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "no three and a half turns in %.0f s", bench->time_s);
        return 1;
    }
    kamm_bench_found(bench, LAST_RADIUS,
                     sum_m / (double)count + radius_m - front_m / (double)count);
    kamm_bench_found(bench, FRONT_RADIUS, front_m / (double)count);
    kamm_bench_found(bench, OFF_TRACKING, (front_m - sum_m) / (double)count);
    kamm_bench_found(bench, ARTICULATION, bend / (double)count / KAMM_DEG);
    return 1;
}

const kamm_procedure kamm_low_speed_turn_test = {
    {"low-speed-turn", "Low-speed off-tracking",
     "The front axle goes along a circle of 11 m or more at walking pace, until the last unit's does as well.",
     "after SAE J695", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    NULL};
