/* A combination from rest at full throttle on the level, gears by the shift map. Times count from the pedal's movement; there
 * is no rollout. */
#include "lab/combination_tests.h"

#include <math.h>

enum { TIME_0_50_KMH, TIME_0_80_KMH, TIME_0_100_KMH, PULL, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [TIME_0_50_KMH] = {"time_0_50_kmh_s", "s", "From rest to 50 km/h"},
    [TIME_0_80_KMH] = {"time_0_80_kmh_s", "s", "From rest to 80 km/h"},
    [TIME_0_100_KMH] = {"time_0_100_kmh_s", "s", "From rest to 100 km/h"},
    [PULL] = {"peak_pull_n", "N",
              "Most that the first hitch pulls by, as a mean over 0.1 s; negative: it is pushed"},
};

static const double time_limit_s = 120, speeds_kmh[] = {50, 80, 100};

static int measure(kamm_bench *bench)
{
    if (!kamm_bench_line_up(bench, 1)) return 0;
    kamm_bench_place(bench, 0, 0, 0, 0, 0, KAMM_GEAR_DRIVE);
    kamm_drive_stand(bench);
    *kamm_bench_input(bench, 0) = (kamm_input){.throttle = 1, .gear = KAMM_GEAR_DRIVE};
    kamm_bench_start_time(bench, 0);
    double before_mps = 0, pull_n = 0, most_n = 0;
    while (bench->time_s < time_limit_s && before_mps < 100 * KAMM_KMH &&
           kamm_bench_units_are_well(bench, 0)) {
        kamm_drive_straight(bench, 0);
        kamm_bench_tick(bench);
        double now_mps = kamm_bench_read(bench, 0, KAMM_CHANNEL_forward_speed_mps);
        for (int i = 0; i < 3; ++i) {
            double line = speeds_kmh[i] * KAMM_KMH;
            if (isnan(bench->result->figures[i].value) && now_mps >= line)
                kamm_bench_found(bench, i, kamm_bench_crossing_s(bench, before_mps, now_mps, line));
        }
        before_mps = now_mps;
        kamm_hitch_state hitch;
        kamm_read_hitch(bench->combinations, 0, 1, &hitch);
        pull_n += (hitch.force_n[0] - pull_n) * bench->tick_s / (0.1 + bench->tick_s);
        if (fabs(pull_n) > fabs(most_n)) most_n = pull_n;
    }
    kamm_bench_found(bench, PULL, most_n);
    for (int i = 0; i < 3; ++i)
        if (isnan(bench->result->figures[i].value))
            kamm_bench_missed(bench, i, "%.0f km/h after %.0f s", before_mps / KAMM_KMH,
                              bench->time_s);
    return 1;
}

const kamm_procedure kamm_combination_accel_test = {
    {"combination-accel", "Standing-start acceleration of a combination",
     "Full throttle from rest on the level, gears by the shift map.", "custom", FIGURES, figures,
     KAMM_FEATURE_ENGINE, 0},
    measure,
    NULL};
