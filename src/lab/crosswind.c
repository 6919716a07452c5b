/* A zone of side wind after ISO 12021: straight on at 80, 100 and 140 km/h with accelerator and steering wheel held,
 * through 25 m of wind of 20 m/s from the right (a test track's wind generators); it rises within 2 m. The three
 * cars do it side by side. Time counts from when the car's front axle is in the middle of that rise. The deviation
 * is that of the car's reported point, to the left; the peaks are those of the first 2 s.
 *
 * The zone is as long at all speeds, so that a faster car is in it for a shorter time. All of a car is in the wind of its
 * centre of gravity: a real car's front meets it first. */
#include <math.h>

#include "lab/driver.h"
#include "lab/tests.h"
#include "lab/wind_zone.h"

enum { DEVIATION_1_S, DEVIATION_2_S, YAW_RATE, LATERAL, PER_SPEED };
enum { SPEEDS = 3, FIGURES = SPEEDS * PER_SPEED };
enum { RECORDED = 1 }; /* 100 km/h, ISO's standard */
static const double speeds_kmh[SPEEDS] = {80, 100, 140};

#define AT_SPEED(kmh)                                                                            \
    {"deviation_1_s_" #kmh "_kmh_m", "m", "At " #kmh " km/h: aside 1 s after the wind was met"}, \
        {"deviation_2_s_" #kmh "_kmh_m", "m",                                                    \
         "At " #kmh " km/h: aside 2 s after the wind was met"},                                  \
        {"peak_yaw_rate_" #kmh "_kmh_degps", "deg/s", "At " #kmh " km/h: largest yaw rate"},     \
    {                                                                                            \
        "peak_lateral_acceleration_" #kmh "_kmh_mps2", "m/s2",                                   \
            "At " #kmh " km/h: largest lateral acceleration"                                     \
    }
static const kamm_figure_info figures[FIGURES] = {AT_SPEED(80), AT_SPEED(100), AT_SPEED(140)};
#undef AT_SPEED

struct crossing {
    struct wind_crossing way;
    double yaw_radps, lateral_mps2; /* largest */
};

/* Each comes to the zone at once, half a second after it has settled. */
static int line_up(kamm_bench *bench)
{
    kamm_speed_hold holds[SPEEDS] = {0};
    double speeds_mps[SPEEDS];
    if (!kamm_bench_line_up(bench, SPEEDS)) return 0;
    for (int car = 0; car < SPEEDS; ++car) {
        speeds_mps[car] = speeds_kmh[car] * KAMM_KMH;
        kamm_bench_place(bench, car, kamm_before_wind_m(speeds_mps[car], KAMM_SETTLING_S), 0, 0,
                         speeds_mps[car], kamm_bench_gear_at(bench, speeds_mps[car]));
    }
    kamm_drive_settle(bench, holds, speeds_mps);
    return 1;
}

static void watch(const kamm_bench *bench, int car, struct crossing *crossing)
{
    if (!kamm_watch_crossing(bench, car, &crossing->way)) return;
    double yaw_radps = fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rate_radps));
    double lateral_mps2 = fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_acceleration_y_mps2));
    crossing->yaw_radps = fmax(crossing->yaw_radps, yaw_radps);
    crossing->lateral_mps2 = fmax(crossing->lateral_mps2, lateral_mps2);
}

static void report(kamm_bench *bench, int car, double entry_kmh, const struct crossing *crossing)
{
    int first = car * PER_SPEED;
    if (fabs(entry_kmh - speeds_kmh[car]) > 1) {
        for (int i = 0; i < PER_SPEED; ++i)
            kamm_bench_missed(bench, first + i, "drives %.1f km/h there", entry_kmh);
        return;
    }
    kamm_bench_found(bench, first + DEVIATION_1_S, crossing->way.deviation_m[0]);
    kamm_bench_found(bench, first + DEVIATION_2_S, crossing->way.deviation_m[1]);
    kamm_bench_found(bench, first + YAW_RATE, crossing->yaw_radps / KAMM_DEG);
    kamm_bench_found(bench, first + LATERAL, crossing->lateral_mps2);
}

static int cross(kamm_bench *bench)
{
    struct crossing crossings[SPEEDS];
    double entry_kmh[SPEEDS];
    if (!line_up(bench)) return 0;
    for (int car = 0; car < SPEEDS; ++car) {
        entry_kmh[car] = kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps) / KAMM_KMH;
        crossings[car] = (struct crossing){.way = kamm_start_crossing()};
    }
    kamm_bench_start_time(bench, RECORDED);
    while (bench->time_s < kamm_wind_time_s()) {
        kamm_bench_tick(bench);
        for (int car = 0; car < SPEEDS; ++car) watch(bench, car, &crossings[car]);
    }
    for (int car = 0; car < SPEEDS; ++car) report(bench, car, entry_kmh[car], &crossings[car]);
    return 1;
}

static int measure(kamm_bench *bench) { return kamm_measure_in_wind(bench, cross); }

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    (void)bench;
    kamm_lay_out_wind(course, speeds_kmh[RECORDED] * KAMM_KMH);
}

const kamm_procedure kamm_crosswind_test = {
    {"crosswind", "Crosswind",
     "Through 25 m of side wind of 20 m/s at 80, 100 and 140 km/h with the steering wheel held.",
     "ISO 12021", FIGURES, figures, KAMM_FEATURE_LOADS, 0},
    measure,
    lay_out};
