/* Coast-down after SAE J1263 and J2263: from 115 to 15 km/h in neutral on the level, no wind. The
 * times through steps of 5 km/h give the road load F = F0 + F1 V + F2 V^2. Where the norms take the
 * rotating parts as 3 % of the mass, their known inertia is used here. */
#include <math.h>

#include "lab/driver.h"
#include "lab/fit.h"
#include "lab/tests.h"

enum { TIME_115_15_KMH, F0, F1, F2, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [TIME_115_15_KMH] = {"time_115_15_kmh_s", "s", "From 115 to 15 km/h in neutral"},
    [F0] = {"f0_n", "N", "Road load: constant part"},
    [F1] = {"f1_n_per_kmh", "N/(km/h)", "Road load: part that grows with speed"},
    [F2] = {"f2_n_per_kmh2", "N/(km/h)2", "Road load: part that grows with its square"},
};

enum {
    MAX_SPEED_KMH = 115,
    MIN_SPEED_KMH = 15,
    STEP_KMH = 5,
    MARKS = (MAX_SPEED_KMH - MIN_SPEED_KMH) / STEP_KMH + 1
};
static const double time_limit_s = 1200;

static double mark_mps(const kamm_bench *bench, int mark)
{
    return (MAX_SPEED_KMH - mark * STEP_KMH) * KAMM_KMH * bench->root;
}

/* Fills in when each mark was passed. Returns how many were. */
static int coast(kamm_bench *bench, double times_s[MARKS])
{
    int mark = 0;
    double before_mps = kamm_bench_read(bench, 0, KAMM_CHANNEL_forward_speed_mps);
    *kamm_bench_input(bench, 0) = (kamm_input){.gear = 0};
    kamm_bench_start_time(bench, 0);
    while (mark < MARKS && bench->time_s < time_limit_s * bench->root &&
           kamm_bench_is_well(bench, 0)) {
        kamm_drive_straight(bench, 0);
        kamm_bench_tick(bench);
        double now_mps = kamm_bench_read(bench, 0, KAMM_CHANNEL_forward_speed_mps);
        for (; mark < MARKS && now_mps <= mark_mps(bench, mark); ++mark)
            times_s[mark] =
                kamm_bench_crossing_s(bench, before_mps, now_mps, mark_mps(bench, mark));
        before_mps = now_mps;
    }
    return mark;
}

static void fit_road_load(kamm_bench *bench, const double times_s[MARKS])
{
    double speeds_kmh[MARKS], forces_n[MARKS], c[3];
    double mass_kg = kamm_bench_rolling_mass_kg(bench, 0);
    for (int i = 0; i + 1 < MARKS; ++i) {
        speeds_kmh[i] = (MAX_SPEED_KMH - (i + 0.5) * STEP_KMH) * bench->root;
        forces_n[i] = mass_kg * STEP_KMH * KAMM_KMH * bench->root / (times_s[i + 1] - times_s[i]);
    }
    kamm_fit_parabola(MARKS - 1, speeds_kmh, forces_n, c);
    kamm_bench_found(bench, F0, c[0]);
    kamm_bench_found(bench, F1, c[1]);
    kamm_bench_found(bench, F2, c[2]);
}

static int measure(kamm_bench *bench)
{
    const double start_mps = (MAX_SPEED_KMH + 5) * KAMM_KMH * bench->root;
    double times_s[MARKS];
    if (!kamm_bench_line_up(bench, 1)) return 0;
    kamm_bench_place(bench, 0, 0, 0, 0, start_mps, 0);
    if (coast(bench, times_s) < MARKS) {
        for (int i = 0; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "still faster than 15 km/h after %.0f s", bench->time_s);
        return 1;
    }
    kamm_bench_found(bench, TIME_115_15_KMH, times_s[MARKS - 1] - times_s[0]);
    fit_road_load(bench, times_s);
    return 1;
}

const kamm_procedure kamm_coast_down_test = {
    {"coast-down", "Coast-down", "Rolls from 115 to 15 km/h in neutral; yields the road load.",
     "after SAE J1263 and J2263", FIGURES, figures, KAMM_FEATURE_RESISTANCE, 0},
    measure,
    NULL};
