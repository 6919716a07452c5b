/* Lateral transient response of a combination (ISO 14791, single sine of the steering wheel): at 80 km/h one period of a sine at each
 * of six frequencies, side by side, in one gear. The amplitude of each is scaled by a first run to 1.5 m/s2 at the front axle. Rearward
 * amplification is the highest lateral acceleration of the last unit's centre of gravity over that of the front axle's
 * middle; transient off-tracking the most by which the last axle leaves the path of the front axle to either side. */
#include "lab/combination_tests.h"

#include <math.h>

enum { AMPLIFICATION, AT_HZ, AMPLIFICATION_0_4, YAW_AMPLIFICATION_0_4, OFF_TRACKING_0_4, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [AMPLIFICATION] =
        {"rearward_amplification", "1",
         "Lateral acceleration of the last unit over the front axle's, at the frequency where that is highest"},
    [AT_HZ] = {"amplification_at_hz", "Hz", "That frequency, of 0.2 to 0.7 Hz in steps of 0.1"},
    [AMPLIFICATION_0_4] = {"rearward_amplification_0_4_hz", "1", "The same at 0.4 Hz"},
    [YAW_AMPLIFICATION_0_4] = {"yaw_amplification_0_4_hz", "1",
                               "Yaw rate of the last unit over the first one's, at 0.4 Hz"},
    [OFF_TRACKING_0_4] = {"transient_off_tracking_0_4_hz_m", "m",
                          "Most by which the last axle leaves the front axle's path, at 0.4 Hz"},
};

enum { RUNS = 6, RUN_0_4 = 2, MAX_POINTS = 4000 };
static const double speed_mps = 80 * KAMM_KMH, wanted_mps2 = 1.5, after_s = 6;

static double frequency_hz(int run) { return 0.2 + 0.1 * run; }

struct peaks {
    double front_mps2, last_mps2, front_radps, last_radps, yaw_before_radps;
};

/* Paths of the run at 0.4 Hz. */
struct paths {
    int count;
    double front_m[MAX_POINTS][2], last_m[MAX_POINTS][2];
};

static void watch(const kamm_bench *bench, int run, struct peaks *peaks)
{
    int last = kamm_bench_units(bench) - 1;
    double yaw = kamm_bench_read(bench, run, KAMM_CHANNEL_yaw_rate_radps);
    double growth = (yaw - peaks->yaw_before_radps) / bench->tick_s;
    double front = kamm_bench_read(bench, run, KAMM_CHANNEL_acceleration_y_mps2) +
                   growth * bench->info.cg_behind_front_axle_m;
    peaks->yaw_before_radps = yaw;
    peaks->front_mps2 = fmax(peaks->front_mps2, fabs(front));
    peaks->front_radps = fmax(peaks->front_radps, fabs(yaw));
    peaks->last_mps2 =
        fmax(peaks->last_mps2,
             fabs(kamm_bench_read_unit(bench, run, last, KAMM_CHANNEL_acceleration_y_mps2)));
    peaks->last_radps =
        fmax(peaks->last_radps,
             fabs(kamm_bench_read_unit(bench, run, last, KAMM_CHANNEL_yaw_rate_radps)));
}

static void follow(const kamm_bench *bench, struct paths *paths)
{
    if (!paths || paths->count == MAX_POINTS) return;
    int at = paths->count++, last = kamm_bench_units(bench) - 1;
    kamm_bench_unit_point(bench, RUN_0_4, 0, 0, 0, paths->front_m[at]);
    kamm_bench_unit_point(bench, RUN_0_4, last, kamm_bench_last_axle_m(bench), 0,
                          paths->last_m[at]);
}

/* A change of gear in the sine would be a pull at the hitch of its own. */
static void keep_gear(kamm_bench *bench, int run)
{
    float gear = (float)kamm_bench_read(bench, run, KAMM_CHANNEL_gear);
    if (gear > 0) kamm_bench_input(bench, run)->gear = gear;
}

/* All frequencies with those amplitudes of the steering wheel. 0: out of memory. */
static int drive(kamm_bench *bench, const double amplitude_rad[RUNS], struct peaks peaks[RUNS],
                 struct paths *paths)
{
    kamm_speed_hold holds[RUNS] = {{0}};
    double speeds_mps[RUNS];
    for (int i = 0; i < RUNS; ++i) speeds_mps[i] = speed_mps, peaks[i] = (struct peaks){0};
    if (!kamm_bench_line_up(bench, RUNS)) return 0;
    kamm_bench_settle_combinations(bench, holds, speeds_mps);
    for (int i = 0; i < RUNS; ++i) keep_gear(bench, i);
    kamm_bench_start_time(bench, RUN_0_4);
    for (int i = 0; i < RUNS; ++i)
        peaks[i].yaw_before_radps = kamm_bench_read(bench, i, KAMM_CHANNEL_yaw_rate_radps);
    while (bench->time_s < 1 / frequency_hz(0) + after_s) {
        for (int i = 0; i < RUNS; ++i) {
            double turn = frequency_hz(i) * bench->time_s;
            kamm_bench_input(bench, i)->steering_wheel_rad =
                (float)(turn < 1 ? amplitude_rad[i] * sin(2 * KAMM_PI * turn) : 0);
            kamm_drive_hold_speed(bench, i, &holds[i], speed_mps);
        }
        kamm_bench_tick(bench);
        for (int i = 0; i < RUNS; ++i) watch(bench, i, &peaks[i]);
        follow(bench, paths);
    }
    return 1;
}

/* Where the front axle's path is beside a point of the last one's. */
static double off_track_m(const struct paths *paths)
{
    double worst_m = 0;
    for (int i = 0, j = 0; i < paths->count; ++i) {
        double x = paths->last_m[i][0];
        if (x < paths->front_m[0][0]) continue;
        while (j + 2 < paths->count && paths->front_m[j + 1][0] < x) ++j;
        const double *a = paths->front_m[j], *b = paths->front_m[j + 1];
        double share = b[0] > a[0] ? (x - a[0]) / (b[0] - a[0]) : 0;
        worst_m = fmax(worst_m, fabs(paths->last_m[i][1] - (a[1] + share * (b[1] - a[1]))));
    }
    return worst_m;
}

static void report(kamm_bench *bench, const struct peaks peaks[RUNS], const struct paths *paths)
{
    double best = 0;
    for (int i = 0; i < RUNS; ++i) {
        double ratio = peaks[i].last_mps2 / peaks[i].front_mps2;
        if (!(ratio > best)) continue;
        best = ratio;
        kamm_bench_found(bench, AMPLIFICATION, ratio);
        kamm_bench_found(bench, AT_HZ, frequency_hz(i));
    }
    const struct peaks *p = &peaks[RUN_0_4];
    kamm_bench_found(bench, AMPLIFICATION_0_4, p->last_mps2 / p->front_mps2);
    kamm_bench_found(bench, YAW_AMPLIFICATION_0_4, p->last_radps / p->front_radps);
    kamm_bench_found(bench, OFF_TRACKING_0_4, off_track_m(paths));
}

static int reaches_speed(const kamm_bench *bench)
{
    for (int i = 0; i < RUNS; ++i)
        if (!(kamm_bench_read(bench, i, KAMM_CHANNEL_forward_speed_mps) > 0.9 * speed_mps) ||
            !kamm_bench_units_are_well(bench, i))
            return 0;
    return 1;
}

static int measure(kamm_bench *bench)
{
    const double first_rad = 0.005 * bench->info.steering_ratio;
    double amplitude_rad[RUNS];
    struct peaks peaks[RUNS];
    struct paths *paths = kamm_allocate(sizeof *paths);
    for (int i = 0; i < RUNS; ++i) amplitude_rad[i] = first_rad;
    int well = paths && drive(bench, amplitude_rad, peaks, NULL);
    for (int i = 0; i < RUNS; ++i)
        amplitude_rad[i] = first_rad * wanted_mps2 / fmax(peaks[i].front_mps2, 0.05);
    well = well && drive(bench, amplitude_rad, peaks, paths);
    if (well && reaches_speed(bench))
        report(bench, peaks, paths);
    else if (well)
        for (int i = 0; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "it does not keep up 80 km/h");
    kamm_release(paths);
    return well;
}

const kamm_procedure kamm_lane_change_test = {
    {"lane-change", "Rearward amplification in a lane change",
     "One period of a sine of the steering wheel at 80 km/h, at six frequencies, to 1.5 m/s2 at the front axle.",
     "ISO 14791, single sine of the steering wheel", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    NULL};
