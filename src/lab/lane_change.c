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

static void watch(const kamm_rig *rig, int run, struct peaks *peaks)
{
    int last = kamm_rig_units(rig) - 1;
    double yaw = kamm_rig_read(rig, run, KAMM_CHANNEL_yaw_rate_radps);
    double growth = (yaw - peaks->yaw_before_radps) / rig->tick_s;
    double front = kamm_rig_read(rig, run, KAMM_CHANNEL_acceleration_y_mps2) +
                   growth * rig->info.cg_behind_front_axle_m;
    peaks->yaw_before_radps = yaw;
    peaks->front_mps2 = fmax(peaks->front_mps2, fabs(front));
    peaks->front_radps = fmax(peaks->front_radps, fabs(yaw));
    peaks->last_mps2 =
        fmax(peaks->last_mps2,
             fabs(kamm_rig_read_unit(rig, run, last, KAMM_CHANNEL_acceleration_y_mps2)));
    peaks->last_radps = fmax(peaks->last_radps,
                             fabs(kamm_rig_read_unit(rig, run, last, KAMM_CHANNEL_yaw_rate_radps)));
}

static void follow(const kamm_rig *rig, struct paths *paths)
{
    if (!paths || paths->count == MAX_POINTS) return;
    int at = paths->count++, last = kamm_rig_units(rig) - 1;
    kamm_rig_unit_point(rig, RUN_0_4, 0, 0, 0, paths->front_m[at]);
    kamm_rig_unit_point(rig, RUN_0_4, last, kamm_rig_last_axle_m(rig), 0, paths->last_m[at]);
}

/* A change of gear in the sine would be a pull at the hitch of its own. */
static void keep_gear(kamm_rig *rig, int run)
{
    float gear = (float)kamm_rig_read(rig, run, KAMM_CHANNEL_gear);
    if (gear > 0) kamm_rig_input(rig, run)->gear = gear;
}

/* All frequencies with those amplitudes of the steering wheel. 0: out of memory. */
static int drive(kamm_rig *rig, const double amplitude_rad[RUNS], struct peaks peaks[RUNS],
                 struct paths *paths)
{
    kamm_speed_hold holds[RUNS] = {{0}};
    double speeds_mps[RUNS];
    for (int i = 0; i < RUNS; ++i) speeds_mps[i] = speed_mps, peaks[i] = (struct peaks){0};
    if (!kamm_rig_line_up(rig, RUNS)) return 0;
    kamm_rig_settle_combinations(rig, holds, speeds_mps);
    for (int i = 0; i < RUNS; ++i) keep_gear(rig, i);
    kamm_rig_start_time(rig, RUN_0_4);
    for (int i = 0; i < RUNS; ++i)
        peaks[i].yaw_before_radps = kamm_rig_read(rig, i, KAMM_CHANNEL_yaw_rate_radps);
    while (rig->time_s < 1 / frequency_hz(0) + after_s) {
        for (int i = 0; i < RUNS; ++i) {
            double turn = frequency_hz(i) * rig->time_s;
            kamm_rig_input(rig, i)->steering_wheel_rad =
                (float)(turn < 1 ? amplitude_rad[i] * sin(2 * KAMM_PI * turn) : 0);
            kamm_drive_hold_speed(rig, i, &holds[i], speed_mps);
        }
        kamm_rig_tick(rig);
        for (int i = 0; i < RUNS; ++i) watch(rig, i, &peaks[i]);
        follow(rig, paths);
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

static void report(kamm_rig *rig, const struct peaks peaks[RUNS], const struct paths *paths)
{
    double best = 0;
    for (int i = 0; i < RUNS; ++i) {
        double ratio = peaks[i].last_mps2 / peaks[i].front_mps2;
        if (!(ratio > best)) continue;
        best = ratio;
        kamm_rig_found(rig, AMPLIFICATION, ratio);
        kamm_rig_found(rig, AT_HZ, frequency_hz(i));
    }
    const struct peaks *p = &peaks[RUN_0_4];
    kamm_rig_found(rig, AMPLIFICATION_0_4, p->last_mps2 / p->front_mps2);
    kamm_rig_found(rig, YAW_AMPLIFICATION_0_4, p->last_radps / p->front_radps);
    kamm_rig_found(rig, OFF_TRACKING_0_4, off_track_m(paths));
}

static int reaches_speed(const kamm_rig *rig)
{
    for (int i = 0; i < RUNS; ++i)
        if (!(kamm_rig_read(rig, i, KAMM_CHANNEL_forward_speed_mps) > 0.9 * speed_mps) ||
            !kamm_rig_units_are_well(rig, i))
            return 0;
    return 1;
}

static int measure(kamm_rig *rig)
{
    const double first_rad = 0.005 * rig->info.steering_ratio;
    double amplitude_rad[RUNS];
    struct peaks peaks[RUNS];
    struct paths *paths = kamm_allocate(sizeof *paths);
    for (int i = 0; i < RUNS; ++i) amplitude_rad[i] = first_rad;
    int well = paths && drive(rig, amplitude_rad, peaks, NULL);
    for (int i = 0; i < RUNS; ++i)
        amplitude_rad[i] = first_rad * wanted_mps2 / fmax(peaks[i].front_mps2, 0.05);
    well = well && drive(rig, amplitude_rad, peaks, paths);
    if (well && reaches_speed(rig))
        report(rig, peaks, paths);
    else if (well)
        for (int i = 0; i < FIGURES; ++i) kamm_rig_missed(rig, i, "it does not keep up 80 km/h");
    kamm_release(paths);
    return well;
}

const kamm_procedure kamm_lane_change_test = {
    {"lane-change", "Rearward amplification in a lane change",
     "One period of a sine of the steering wheel at 80 km/h, at six frequencies, to 1.5 m/s2 at the front axle.",
     "ISO 14791, single sine of the steering wheel", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    NULL};
