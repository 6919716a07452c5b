/* A combination braked on the level from 60 mph (FMVSS 121, S5.3.1) and from 60 km/h (UN regulation 13, type 0): after some
 * seconds at that speed the pedal is pressed all the way at once, in neutral. Distance and time count from the pedal's movement.
 * FMVSS 121 asks of a tractor with a laden, unbraked control trailer 250 ft (76.2 m); here the trailer's brakes work as its
 * file has them. */
#include "lab/combination_tests.h"

#include <math.h>

enum { DISTANCE_60_MPH, DISTANCE_60_KMH, MEAN_DECELERATION, ARTICULATION, PUSH, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [DISTANCE_60_MPH] =
        {"distance_60_0_mph_m", "m",
         "Stopping distance from 60 mph; FMVSS 121 has 76.2 m for laden tractors, their trailers not braked"},
    [DISTANCE_60_KMH] = {"distance_60_0_kmh_m", "m",
                         "Stopping distance from 60 km/h; UN R13 has 36.7 m for type 0"},
    [MEAN_DECELERATION] = {"mean_deceleration_mps2", "m/s2",
                           "From 60 mph: speed squared over twice the distance"},
    [ARTICULATION] = {"peak_articulation_deg", "deg", "Most that a hitch bends meanwhile"},
    [PUSH] = {"peak_push_n", "N",
              "Most that the first hitch pushes the first unit by, as a mean over 0.1 s"},
};

enum { FROM_MPH, FROM_KMH, RUNS };
static const double time_limit_s = 60, standing_mps = 0.02;

struct stop_run {
    double start_m, start_mps, speed_mps, stop_s, stop_m, push_n;
};

static double nominal_mps(int run) { return run == FROM_MPH ? 60 * KAMM_MPH : 60 * KAMM_KMH; }

static double travelled_m(const kamm_bench *bench, int run)
{
    return kamm_bench_read(bench, run, KAMM_CHANNEL_x_m);
}

static void watch(kamm_bench *bench, int i, struct stop_run *run)
{
    double speed_mps = kamm_bench_read(bench, i, KAMM_CHANNEL_forward_speed_mps);
    if (isnan(run->stop_s) && speed_mps <= standing_mps) {
        run->stop_s = kamm_bench_crossing_s(bench, run->speed_mps, speed_mps, standing_mps);
        run->stop_m = travelled_m(bench, i) - run->start_m;
    }
    run->speed_mps = speed_mps;
    if (i != FROM_MPH) return;
    double *articulation = &bench->result->figures[ARTICULATION].value,
           *push = &bench->result->figures[PUSH].value;
    for (int u = 1; u < kamm_bench_units(bench); ++u)
        *articulation =
            fmax(*articulation, fabs(kamm_bench_articulation_rad(bench, i, u)) / KAMM_DEG);
    kamm_hitch_state hitch;
    kamm_read_hitch(bench->combinations, i, 1, &hitch);
    run->push_n += (-hitch.force_n[0] - run->push_n) * bench->tick_s / (0.1 + bench->tick_s);
    *push = fmax(*push, run->push_n);
}

static void report(kamm_bench *bench, int i, const struct stop_run *run)
{
    int figure = i == FROM_MPH ? DISTANCE_60_MPH : DISTANCE_60_KMH;
    double ratio = nominal_mps(i) / run->start_mps, stop_m = run->stop_m * ratio * ratio;
    if (isnan(run->stop_s) || fabs(ratio - 1) > 0.03) {
        kamm_bench_missed(bench, figure, "from %.0f km/h, not at rest after %.0f s",
                          run->start_mps / KAMM_KMH, bench->time_s);
        return;
    }
    kamm_bench_found(bench, figure, stop_m);
    if (i == FROM_MPH)
        kamm_bench_found(bench, MEAN_DECELERATION, nominal_mps(i) * nominal_mps(i) / (2 * stop_m));
}

static int measure(kamm_bench *bench)
{
    const double speeds_mps[RUNS] = {nominal_mps(0), nominal_mps(1)};
    kamm_speed_hold holds[RUNS] = {{0}};
    struct stop_run runs[RUNS];
    if (!kamm_bench_line_up(bench, RUNS)) return 0;
    kamm_bench_settle_combinations(bench, holds, speeds_mps);
    for (int i = 0; i < RUNS; ++i) {
        double now_mps = kamm_bench_read(bench, i, KAMM_CHANNEL_forward_speed_mps);
        runs[i] = (struct stop_run){.start_m = travelled_m(bench, i),
                                    .start_mps = now_mps,
                                    .speed_mps = now_mps,
                                    .stop_s = NAN};
        kamm_input *input = kamm_bench_input(bench, i);
        input->throttle = 0, input->gear = 0, input->brake = 1;
    }
    kamm_bench_found(bench, ARTICULATION, 0);
    kamm_bench_found(bench, PUSH, 0);
    kamm_bench_start_time(bench, FROM_MPH);
    while (bench->time_s < time_limit_s && (isnan(runs[0].stop_s) || isnan(runs[1].stop_s))) {
        for (int i = 0; i < RUNS; ++i) kamm_drive_straight(bench, i);
        kamm_bench_tick(bench);
        for (int i = 0; i < RUNS; ++i) watch(bench, i, &runs[i]);
    }
    for (int i = 0; i < RUNS; ++i) report(bench, i, &runs[i]);
    return 1;
}

const kamm_procedure kamm_combination_brake_test = {
    {"combination-brake", "Braking of a combination from 60 mph and 60 km/h",
     "The pedal is pressed all the way at once, in neutral; distance counts from the pedal's movement.",
     "speeds of FMVSS 121 and UN regulation 13", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    NULL};
