/* Step input after ISO 7401: straight on at 80 km/h with the accelerator held where it was, the
 * steering wheel is turned at 400 deg/s to an angle that gives 4 m/s2, and held. That angle is found
 * first, by such steps. Response times count from half of the steering step; steady values are
 * means over the fourth second after it. An acceleration is that of the middle of its substep. */
#include <math.h>

#include "lab/driver.h"
#include "lab/tests.h"

enum {
    STEERING_ANGLE,
    STEADY_YAW_RATE,
    YAW_RESPONSE_TIME,
    YAW_PEAK_TIME,
    YAW_OVERSHOOT,
    LATERAL_RESPONSE_TIME,
    STEADY_ROLL,
    TB_FACTOR,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [STEERING_ANGLE] = {"steering_wheel_deg", "deg", "Steering-wheel angle for 4 m/s2"},
    [STEADY_YAW_RATE] = {"steady_yaw_rate_radps", "rad/s", "Steady yaw rate"},
    [YAW_RESPONSE_TIME] = {"response_time_yaw_s", "s",
                           "From 50 % of the steering step to 90 % of the steady yaw rate"},
    [YAW_PEAK_TIME] = {"peak_response_time_yaw_s", "s", "… to the peak of the yaw rate"},
    [YAW_OVERSHOOT] = {"overshoot_yaw_percent", "%", "Peak over steady yaw rate"},
    [LATERAL_RESPONSE_TIME] = {"response_time_ay_s", "s",
                               "… to 90 % of the steady lateral acceleration"},
    [STEADY_ROLL] = {"steady_roll_deg", "deg", "Steady roll angle"},
    [TB_FACTOR] = {"tb_factor_s_deg", "s.deg",
                   "Peak response time times steady sideslip angle (its magnitude)"},
};

static const double speed_mps = 80 * KAMM_KMH, wanted_mps2 = 4, steering_radps = 400 * KAMM_DEG;
static const double before_s = 0.5, after_s = 4, steady_from_s = 3, tolerance_mps2 = 0.05;

enum { MAX_TICKS = 2000 };
typedef struct {
    int count;
    double time_s[MAX_TICKS]; /* of an ordinary car */
    double steering_rad[MAX_TICKS], yaw_radps[MAX_TICKS], lateral_mps2[MAX_TICKS],
        roll_rad[MAX_TICKS], sideslip_rad[MAX_TICKS];
} step_trace;

static void log_tick(const kamm_bench *bench, step_trace *trace)
{
    int i = trace->count++;
    trace->time_s[i] = bench->time_s / bench->root;
    trace->steering_rad[i] = kamm_bench_read(bench, 0, KAMM_CHANNEL_steering_wheel_rad);
    trace->yaw_radps[i] = kamm_bench_read(bench, 0, KAMM_CHANNEL_yaw_rate_radps);
    trace->lateral_mps2[i] = kamm_bench_read(bench, 0, KAMM_CHANNEL_acceleration_y_mps2);
    trace->roll_rad[i] = kamm_bench_read(bench, 0, KAMM_CHANNEL_roll_rad);
    trace->sideslip_rad[i] = kamm_bench_read(bench, 0, KAMM_CHANNEL_sideslip_rad);
}

static int step(kamm_bench *bench, double angle_rad, int recorded_car, step_trace *trace)
{
    kamm_speed_hold hold = {0};
    if (!kamm_bench_line_up(bench, 1)) return 0;
    double own_mps = speed_mps * bench->root;
    kamm_bench_place(bench, 0, 0, 0, 0, own_mps, kamm_bench_gear_at(bench, own_mps));
    kamm_drive_settle(bench, &hold, &own_mps);
    trace->count = 0;
    kamm_bench_start_time(bench, recorded_car);
    while (bench->time_s < (before_s + after_s) * bench->root && trace->count < MAX_TICKS) {
        if (bench->time_s >= before_s * bench->root)
            kamm_drive_turn(bench, 0, angle_rad, steering_radps);
        kamm_bench_tick(bench);
        log_tick(bench, trace);
    }
    return 1;
}

static double steady(const step_trace *trace, const double *values)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < trace->count; ++i) {
        if (trace->time_s[i] < before_s + steady_from_s) continue;
        sum += values[i];
        ++count;
    }
    return sum / count;
}

/* When the values first pass a mark, by a line from one to the next; NaN if never. */
static double passes_s(const step_trace *trace, const double *values, double mark)
{
    for (int i = 1; i < trace->count; ++i) {
        if (trace->time_s[i] < before_s || values[i] < mark) continue;
        double share = (values[i] - mark) / (values[i] - values[i - 1]);
        return trace->time_s[i] - fmin(1, share) * (trace->time_s[i] - trace->time_s[i - 1]);
    }
    return NAN;
}

typedef struct {
    double time_s, value;
} step_peak;

/* The highest value, by a parabola through it and those beside it. */
static step_peak peak_of(const step_trace *trace, const double *values)
{
    int i = 0;
    for (int k = 1; k < trace->count; ++k)
        if (values[k] > values[i]) i = k;
    step_peak peak = {trace->time_s[i], values[i]};
    if (i == 0 || i + 1 >= trace->count) return peak;
    double slope = (values[i + 1] - values[i - 1]) / 2;
    double bend = values[i + 1] - 2 * values[i] + values[i - 1];
    if (!(bend < 0)) return peak;
    peak.time_s -= slope / bend * (trace->time_s[i] - trace->time_s[i - 1]);
    peak.value -= slope * slope / (2 * bend);
    return peak;
}

static void report(kamm_bench *bench, double angle_rad, const step_trace *trace)
{
    double start_s = passes_s(trace, trace->steering_rad, angle_rad / 2);
    double yaw_radps = steady(trace, trace->yaw_radps);
    double lateral_mps2 = steady(trace, trace->lateral_mps2);
    step_peak peak = peak_of(trace, trace->yaw_radps);
    double peak_s = (peak.time_s - start_s) * bench->root;
    kamm_bench_found(bench, STEERING_ANGLE, angle_rad / KAMM_DEG);
    kamm_bench_found(bench, STEADY_YAW_RATE, yaw_radps);
    kamm_bench_found(bench, YAW_RESPONSE_TIME,
                     (passes_s(trace, trace->yaw_radps, 0.9 * yaw_radps) - start_s) * bench->root);
    kamm_bench_found(bench, LATERAL_RESPONSE_TIME,
                     (passes_s(trace, trace->lateral_mps2, 0.9 * lateral_mps2) -
                      bench->info.substep_s / bench->root / 2 - start_s) *
                         bench->root);
    if (!kamm_bench_lacks(bench, STEADY_ROLL, KAMM_FEATURE_ROLL))
        kamm_bench_found(bench, STEADY_ROLL, steady(trace, trace->roll_rad) / KAMM_DEG);
    if (!kamm_bench_lacks(bench, YAW_PEAK_TIME, KAMM_FEATURE_FORCES))
        kamm_bench_found(bench, YAW_PEAK_TIME, peak_s);
    if (!kamm_bench_lacks(bench, YAW_OVERSHOOT, KAMM_FEATURE_FORCES))
        kamm_bench_found(bench, YAW_OVERSHOOT, 100 * (peak.value / yaw_radps - 1));
    if (!kamm_bench_lacks(bench, TB_FACTOR, KAMM_FEATURE_FORCES))
        kamm_bench_found(bench, TB_FACTOR,
                         peak_s * fabs(steady(trace, trace->sideslip_rad)) / KAMM_DEG);
}

/* The angle that gives the wanted acceleration; what was reached with it goes into `reached`. */
static int find_angle(kamm_bench *bench, step_trace *trace, double *angle_rad, double *reached_mps2)
{
    *angle_rad = wanted_mps2 / (speed_mps * speed_mps * bench->length) * bench->info.wheelbase_m *
                 bench->info.steering_ratio;
    for (int attempt = 0; attempt < 6; ++attempt) {
        if (!step(bench, *angle_rad, -1, trace)) return 0;
        *reached_mps2 = steady(trace, trace->lateral_mps2);
        if (fabs(*reached_mps2 - wanted_mps2) < tolerance_mps2) break;
        *angle_rad *= fmin(fmax(wanted_mps2 / *reached_mps2, 0.5), 3);
    }
    return 1;
}

static int measure(kamm_bench *bench)
{
    step_trace trace;
    double angle_rad, reached_mps2;
    if (!find_angle(bench, &trace, &angle_rad, &reached_mps2)) return 0;
    if (!step(bench, angle_rad, 0, &trace)) return 0;
    if (fabs(reached_mps2 - wanted_mps2) < tolerance_mps2) {
        report(bench, angle_rad, &trace);
        return 1;
    }
    for (int i = 0; i < FIGURES; ++i)
        kamm_bench_missed(bench, i, "no steady 4 m/s2, but %.2f", reached_mps2);
    return 1;
}

const kamm_procedure kamm_step_steer_test = {
    {"step-steer", "Step steer",
     "Straight on at 80 km/h; the steering wheel is turned at once to an angle that gives 4 m/s2.",
     "ISO 7401", FIGURES, figures, 0, 0},
    measure,
    NULL};
