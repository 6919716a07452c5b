/* Yaw oscillation of a combination (ISO 9815): at each of eight speeds, side by side, a pulse of the steering wheel of 0.4 s, which is
 * then held straight. From the extremes of the last hitch's angle, p1, p2, … from one to the next, comes the damping
 *
 *     r = mean of p1 / p2, p2 / p3, …;   D = ln r / sqrt(pi^2 + (ln r)^2)
 *
 * and the speed of zero damping from a line through D at the highest speeds that are reached, as the norm extrapolates. */
#include "lab/combination_tests.h"
#include "lab/fit.h"

#include <math.h>

enum { DAMPING_80, DAMPING_100, FREQUENCY_80, FREQUENCY_100, ZERO_DAMPING, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [DAMPING_80] = {"damping_ratio_80_kmh", "1", "Of the last hitch's angle at 80 km/h"},
    [DAMPING_100] = {"damping_ratio_100_kmh", "1", "The same at 100 km/h"},
    [FREQUENCY_80] = {"frequency_80_kmh_hz", "Hz", "Of that oscillation at 80 km/h"},
    [FREQUENCY_100] = {"frequency_100_kmh_hz", "Hz", "The same at 100 km/h"},
    [ZERO_DAMPING] =
        {"zero_damping_speed_kmh", "km/h",
         "Where a line through the damping at the four highest speeds that are reached crosses zero"},
};

enum { RUNS = 8, MAX_EXTREMES = 7, FITTED = 4 };
static const double first_kmh = 50, step_kmh = 10, pulse_s = 0.4, after_s = 10;
static const double least_rad = 2e-4; /* between two extremes that count */

struct swing {
    double before_rad, before_that_rad, extreme_rad[MAX_EXTREMES], at_s[MAX_EXTREMES];
    double speed_mps; /* as the pulse comes */
    int count;
};

static double speed_of(int run) { return (first_kmh + step_kmh * run) * KAMM_KMH; }

static void watch(const kamm_bench *bench, int run, struct swing *swing)
{
    double now = kamm_bench_articulation_rad(bench, run, kamm_bench_units(bench) - 1);
    double a = swing->before_that_rad, b = swing->before_rad;
    int turns = (b > a && b > now) || (b < a && b < now);
    swing->before_that_rad = b, swing->before_rad = now;
    if (!turns || bench->time_s < pulse_s + 2 * bench->tick_s || swing->count == MAX_EXTREMES)
        return;
    if (swing->count && fabs(b - swing->extreme_rad[swing->count - 1]) < least_rad) return;
    swing->extreme_rad[swing->count] = b;
    swing->at_s[swing->count++] = bench->time_s - bench->tick_s;
}

static double damping_of(const struct swing *swing)
{
    int skipped = swing->count > 3; /* the first still has what else the pulse stirs up */
    int ratios = swing->count - 2 - skipped;
    if (ratios < 1) return NAN;
    const double *e = swing->extreme_rad + skipped;
    double first = fabs(e[1] - e[0]), last = fabs(e[ratios + 1] - e[ratios]);
    double log_ratio = log(first / last) / ratios;
    return log_ratio / hypot(KAMM_PI, log_ratio);
}

static double frequency_of(const struct swing *swing)
{
    if (isnan(damping_of(swing))) return NAN;
    return 0.5 * (swing->count - 1) / (swing->at_s[swing->count - 1] - swing->at_s[0]);
}

static int was_driven(const struct swing *swing, int run)
{
    return fabs(swing->speed_mps / speed_of(run) - 1) < 0.02;
}

static void report_at(kamm_bench *bench, const struct swing *swing, int run, int figure,
                      double value)
{
    if (!was_driven(swing, run))
        kamm_bench_missed(bench, figure, "it does not reach that speed");
    else if (isnan(value))
        kamm_bench_missed(bench, figure, "it does not oscillate");
    else
        kamm_bench_found(bench, figure, value);
}

/* Over the highest speeds that are reached, at all of which it has to oscillate: lower ones say nothing of where it ends. */
static void report_zero(kamm_bench *bench, const struct swing swings[RUNS])
{
    kamm_line_fit fit = {0};
    for (int i = RUNS - 1; i >= 0 && fit.count < FITTED; --i) {
        double damping = damping_of(&swings[i]), kmh = first_kmh + step_kmh * i;
        if (!was_driven(&swings[i], i)) continue;
        if (isnan(damping)) {
            kamm_bench_missed(bench, ZERO_DAMPING, "it does not oscillate at %g km/h", kmh);
            return;
        }
        kamm_fit_add(&fit, kmh, damping);
    }
    double slope = kamm_fit_slope(&fit);
    if (fit.count < FITTED)
        kamm_bench_missed(bench, ZERO_DAMPING, "it reaches %g speeds, %d are needed", fit.count,
                          FITTED);
    else if (slope < 0)
        kamm_bench_found(bench, ZERO_DAMPING, -kamm_fit_value(&fit, 0) / slope);
    else
        kamm_bench_missed(bench, ZERO_DAMPING, "damping does not fall with speed");
}

/* The road wheels' angle of that lateral acceleration without slip, half as much again, as understeer and a short pulse take. */
static double amplitude_rad(const kamm_bench *bench, int run)
{
    double speed_mps = speed_of(run);
    double wanted_mps2 =
        bench->info.mass_kg < 3500 ? 4 : 2; /* of cars, of trucks that could roll */
    return 1.5 * wanted_mps2 * kamm_bench_turning_axle_m(bench, 0) / (speed_mps * speed_mps) *
           bench->info.steering_ratio;
}

static int measure(kamm_bench *bench)
{
    kamm_speed_hold holds[RUNS] = {{0}};
    struct swing swings[RUNS] = {{0}};
    double speeds_mps[RUNS];
    for (int i = 0; i < RUNS; ++i) speeds_mps[i] = speed_of(i);
    if (!kamm_bench_line_up(bench, RUNS)) return 0;
    kamm_bench_settle_combinations(bench, holds, speeds_mps);
    for (int i = 0; i < RUNS; ++i)
        swings[i].speed_mps = kamm_bench_read(bench, i, KAMM_CHANNEL_forward_speed_mps);
    kamm_bench_start_time(bench, 3);
    while (bench->time_s < pulse_s + after_s) {
        double share = bench->time_s / pulse_s;
        for (int i = 0; i < RUNS; ++i) {
            kamm_bench_input(bench, i)->steering_wheel_rad =
                (float)(share < 1 ? amplitude_rad(bench, i) * sin(KAMM_PI * share) : 0);
            kamm_drive_hold_speed(bench, i, &holds[i], speeds_mps[i]);
        }
        kamm_bench_tick(bench);
        for (int i = 0; i < RUNS; ++i) watch(bench, i, &swings[i]);
    }
    report_at(bench, &swings[3], 3, DAMPING_80, damping_of(&swings[3]));
    report_at(bench, &swings[5], 5, DAMPING_100, damping_of(&swings[5]));
    report_at(bench, &swings[3], 3, FREQUENCY_80, frequency_of(&swings[3]));
    report_at(bench, &swings[5], 5, FREQUENCY_100, frequency_of(&swings[5]));
    report_zero(bench, swings);
    return 1;
}

const kamm_procedure kamm_sway_test = {
    {"sway", "Damping of yaw oscillation against speed",
     "A pulse of the steering wheel at 50 to 120 km/h, which is then held straight.", "ISO 9815",
     FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    NULL};
