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

static int measure(kamm_rig *rig)
{
    if (!kamm_rig_line_up(rig, 1)) return 0;
    kamm_rig_place(rig, 0, 0, 0, 0, 0, KAMM_GEAR_DRIVE);
    kamm_drive_stand(rig);
    *kamm_rig_input(rig, 0) = (kamm_input){.throttle = 1, .gear = KAMM_GEAR_DRIVE};
    kamm_rig_start_time(rig, 0);
    double before_mps = 0, pull_n = 0, most_n = 0;
    while (rig->time_s < time_limit_s && before_mps < 100 * KAMM_KMH &&
           kamm_rig_units_are_well(rig, 0)) {
        kamm_drive_straight(rig, 0);
        kamm_rig_tick(rig);
        double now_mps = kamm_rig_read(rig, 0, KAMM_CHANNEL_forward_speed_mps);
        for (int i = 0; i < 3; ++i) {
            double line = speeds_kmh[i] * KAMM_KMH;
            if (isnan(rig->result->figures[i].value) && now_mps >= line)
                kamm_rig_found(rig, i, kamm_rig_crossing_s(rig, before_mps, now_mps, line));
        }
        before_mps = now_mps;
        kamm_hitch_state hitch;
        kamm_read_hitch(rig->rigs, 0, 1, &hitch);
        pull_n += (hitch.force_n[0] - pull_n) * rig->tick_s / (0.1 + rig->tick_s);
        if (fabs(pull_n) > fabs(most_n)) most_n = pull_n;
    }
    kamm_rig_found(rig, PULL, most_n);
    for (int i = 0; i < 3; ++i)
        if (isnan(rig->result->figures[i].value))
            kamm_rig_missed(rig, i, "%.0f km/h after %.0f s", before_mps / KAMM_KMH, rig->time_s);
    return 1;
}

const kamm_procedure kamm_combination_accel_test = {
    {"combination-accel", "Standing-start acceleration of a combination",
     "Full throttle from rest on the level, gears by the shift map.", "custom", FIGURES, figures,
     KAMM_FEATURE_ENGINE, 0},
    measure,
    NULL};
