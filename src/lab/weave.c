/* Weave and wobble of a two-wheeler without hands: at each of twelve speeds, side by side, a push of the handlebar, and what it does then.
 * Weave is in the roll rate after the first half second, wobble in the acceleration of the steering before, capsize in the lean. From differences between one
 * extreme and the next, p1, p2, …, which a slow fall does not change, comes the damping
 *
 *     r = mean of ln(p1 / p2), …;   decay = r / half of a period;   D = r / sqrt(pi^2 + r^2)
 *
 * (logarithmic decrement; as ISO 9815 has it for combinations). Frequencies between 0.3 and 5 Hz are weave, between 5 and 14 Hz
 * wobble. */
#include "lab/tests.h"
#include "lab/two_wheels.h"

#include <math.h>

enum {
    WEAVE_HZ,
    WEAVE_DAMPING,
    CAPSIZE,
    WOBBLE_HZ,
    WOBBLE_DAMPING,
    WORST_WOBBLE,
    WORST_AT,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [WEAVE_HZ] = {"weave_frequency_30_mps_hz", "Hz", "Of the weave at 30 m/s"},
    [WEAVE_DAMPING] = {"weave_damping_ratio_30_mps", "1", "Of that; negative: it grows"},
    [CAPSIZE] =
        {"capsize_growth_20_mps_per_s", "1/s",
         "Growth of the lean at 20 m/s, from the second to the fourth second; negative: it decays"},
    [WOBBLE_HZ] = {"wobble_frequency_30_mps_hz", "Hz", "Of the wobble at 30 m/s"},
    [WOBBLE_DAMPING] = {"wobble_damping_ratio_30_mps", "1", "Of that; negative: it grows"},
    [WORST_WOBBLE] = {"least_wobble_damping_ratio", "1",
                      "Of the wobble at the speed of least damping"},
    [WORST_AT] = {"least_wobble_damping_speed_mps", "m/s", "That speed, of 10 to 60 m/s"},
};

enum { SPEEDS = 12, MOST_EXTREMES = 24, AT_20 = 3, AT_30 = 5 };
static const double speeds_mps[SPEEDS] = {7, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60};
static const double pulse_s = 0.05, wobble_s = 0.6, weave_from_s = 0.6, ends_s = 4;

struct wave {
    double before, before_that, extreme[MOST_EXTREMES], at_s[MOST_EXTREMES];
    int count;
};

static void watch(struct wave *wave, double now, double time_s, double tick_s)
{
    double a = wave->before_that, b = wave->before;
    int turns = (b > a && b >= now) || (b < a && b <= now);
    wave->before_that = b, wave->before = now;
    if (!turns || time_s < 3 * tick_s || wave->count == MOST_EXTREMES) return;
    wave->extreme[wave->count] = b;
    wave->at_s[wave->count++] = time_s - tick_s;
}

struct mode {
    double hertz, damping;
    int is_found;
};

/* By the extremes whose ways are more than a hundredth of the first; of many the first two still have what else the push stirs up. */
static struct mode mode_of(const struct wave *wave, double from_hertz, double to_hertz)
{
    struct mode mode = {NAN, NAN, 0};
    int skipped = wave->count > 5 ? 2 : 0, count = wave->count - skipped, ways = 1;
    const double *extreme = wave->extreme + skipped, *at_s = wave->at_s + skipped;
    double first = count > 2 ? fabs(extreme[1] - extreme[0]) : 0, last = first;
    for (; ways + 1 < count; ++ways) {
        double way = fabs(extreme[ways + 1] - extreme[ways]);
        if (way < 0.01 * first) break;
        last = way;
    }
    if (ways < 2 || !(first > 0)) return mode;
    double log_ratio = log(first / last) / (ways - 1);
    mode.hertz = 0.5 * ways / (at_s[ways] - at_s[0]);
    mode.damping = log_ratio / hypot(KAMM_PI, log_ratio);
    mode.is_found = mode.hertz > from_hertz && mode.hertz < to_hertz;
    return mode;
}

static double speed_of(const kamm_bench *bench, int car) { return speeds_mps[car] * bench->root; }

static void push(kamm_bench *bench, double share)
{
    const double torque_share = 0.004;
    double torque_nm =
        torque_share * bench->info.mass_kg * KAMM_GRAVITY_MPS2 * bench->info.cg_height_m;
    for (int car = 0; car < bench->count; ++car) {
        kamm_input *input = kamm_bench_input(bench, car);
        input->free_steering = 1;
        input->steering_wheel_nm = (float)(share * torque_nm);
    }
}

/* Largest lean in the second and in the fourth second after the push. */
struct leans {
    double early_rad, late_rad;
};

static void watch_lean(const kamm_bench *bench, int car, struct leans *leans)
{
    double lean_rad = fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rad));
    double time_s = bench->time_s / bench->root;
    if (time_s > 1 && time_s < 2) leans->early_rad = fmax(leans->early_rad, lean_rad);
    if (time_s > 3) leans->late_rad = fmax(leans->late_rad, lean_rad);
}

static void swing(kamm_bench *bench, struct wave weave[SPEEDS], struct wave wobble[SPEEDS],
                  struct leans leans[SPEEDS])
{
    double steered[SPEEDS][2] = {{0}};
    while (bench->time_s < ends_s * bench->root) {
        push(bench, bench->time_s < pulse_s * bench->root);
        kamm_bench_tick(bench);
        double since_s = bench->time_s - weave_from_s * bench->root;
        for (int car = 0; car < SPEEDS; ++car) {
            double steer = kamm_bench_read(bench, car, KAMM_CHANNEL_steering_wheel_rad);
            double bends = steer - 2 * steered[car][0] + steered[car][1];
            double roll = kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rate_radps);
            if (bench->time_s > pulse_s * bench->root && bench->time_s < wobble_s * bench->root)
                watch(&wobble[car], bends, bench->time_s, bench->tick_s);
            steered[car][1] = steered[car][0], steered[car][0] = steer;
            watch_lean(bench, car, &leans[car]);
            if (since_s > 0) watch(&weave[car], roll, since_s, bench->tick_s);
        }
    }
}

static void report_mode(kamm_bench *bench, struct mode mode, int hertz, int damping)
{
    if (mode.is_found) {
        kamm_bench_found(bench, hertz, mode.hertz), kamm_bench_found(bench, damping, mode.damping);
        return;
    }
    kamm_bench_missed(bench, hertz, "it does not oscillate there");
    kamm_bench_missed(bench, damping, "it does not oscillate there");
}

static double growth_per_s(const kamm_bench *bench, const struct leans *leans)
{
    const double apart_s = 2 * bench->root;
    return log(fmax(leans->late_rad, 1e-9) / fmax(leans->early_rad, 1e-9)) / apart_s;
}

static void report_worst(kamm_bench *bench, const struct mode modes[SPEEDS])
{
    int worst = -1;
    for (int i = 0; i < SPEEDS; ++i)
        if (speeds_mps[i] >= 10 && modes[i].is_found &&
            (worst < 0 || modes[i].damping < modes[worst].damping))
            worst = i;
    if (worst < 0) {
        kamm_bench_missed(bench, WORST_WOBBLE, "it does not wobble");
        kamm_bench_missed(bench, WORST_AT, "it does not wobble");
        return;
    }
    kamm_bench_found(bench, WORST_WOBBLE, modes[worst].damping);
    kamm_bench_found(bench, WORST_AT, speed_of(bench, worst));
}

static int measure(kamm_bench *bench)
{
    struct wave weave[SPEEDS] = {{0}}, wobble[SPEEDS] = {{0}};
    struct mode weaves[SPEEDS], wobbles[SPEEDS];
    struct leans leans[SPEEDS] = {{0, 0}};
    if (!kamm_bench_line_up(bench, SPEEDS)) return 0;
    bench->hands_off = 1;
    for (int car = 0; car < SPEEDS; ++car)
        kamm_bench_place(bench, car, 0, 0, 0, speed_of(bench, car), 0);
    push(bench, 0);
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < 0.5 * bench->root) kamm_bench_tick(bench);
    kamm_bench_start_time(bench, AT_30);
    swing(bench, weave, wobble, leans);
    for (int car = 0; car < SPEEDS; ++car) {
        weaves[car] = mode_of(&weave[car], 0.3 / bench->root, 5 / bench->root);
        wobbles[car] = mode_of(&wobble[car], 5 / bench->root, 14 / bench->root);
    }
    report_mode(bench, weaves[AT_30], WEAVE_HZ, WEAVE_DAMPING);
    report_mode(bench, wobbles[AT_30], WOBBLE_HZ, WOBBLE_DAMPING);
    kamm_bench_found(bench, CAPSIZE, growth_per_s(bench, &leans[AT_20]));
    report_worst(bench, wobbles);
    return 1;
}

const kamm_procedure kamm_weave_test = {
    {"weave", "Weave and wobble without hands",
     "A pulse of torque at the handlebar at 7 to 60 m/s, then hands off.",
     "logarithmic decrement, as in ISO 9815", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
