/* Side wind on two wheels: the zone of `crosswind` (wind_zone.h), ridden at 25, 80 and 120 km/h side by side. As a car's
 * steering wheel is held there, the rider here balances alone: straight on is asked for, and the rider does not steer back to the
 * line. The rider keeps the machine upright by letting it go with the wind. Torque and lean are the largest of the first 2 s.
 *
 * Departure: a force at the centre of gravity holds the speed. The whole machine is in the wind of its body frame's origin. */
#include "lab/tests.h"
#include "lab/two_wheels.h"
#include "lab/wind_zone.h"

#include <math.h>

enum { DEVIATION_1_S, DEVIATION_2_S, TORQUE, LEAN, PER_SPEED };
enum { SPEEDS = 3, FIGURES = SPEEDS * PER_SPEED };
enum { RECORDED = 1 }; /* 80 km/h */
static const double speeds_kmh[SPEEDS] = {25, 80, 120}, settles_s = 2;

#define AT_SPEED(kmh)                                                                            \
    {"deviation_1_s_" #kmh "_kmh_m", "m", "At " #kmh " km/h: aside 1 s after the wind was met"}, \
        {"deviation_2_s_" #kmh "_kmh_m", "m",                                                    \
         "At " #kmh " km/h: aside 2 s after the wind was met"},                                  \
        {"max_torque_" #kmh "_kmh_nm", "N.m", "At " #kmh " km/h: largest torque of the hands"},  \
    {                                                                                            \
        "max_lean_" #kmh "_kmh_deg", "deg", "At " #kmh " km/h: largest lean, either way"         \
    }
static const kamm_figure_info figures[FIGURES] = {AT_SPEED(25), AT_SPEED(80), AT_SPEED(120)};
#undef AT_SPEED

struct blown {
    struct wind_crossing way;
    struct ride_peaks peaks;
};

static double speed_mps(int car) { return speeds_kmh[car] * KAMM_KMH; }

static void ride_for(kamm_bench *bench, double time_s, struct blown *blown)
{
    while (bench->time_s < time_s) {
        for (int car = 0; car < SPEEDS; ++car) kamm_push_to_speed(bench, car, speed_mps(car));
        kamm_bench_tick(bench);
        for (int car = 0; blown && car < SPEEDS; ++car)
            if (kamm_watch_crossing(bench, car, &blown[car].way))
                kamm_watch_ride(bench, car, 0, &blown[car].peaks);
    }
}

static void report(kamm_bench *bench, int car, const struct blown *blown)
{
    int first = car * PER_SPEED, is_fast = speed_mps(car) <= bench->info.top_speed_mps;
    if (!is_fast || blown->peaks.falls) {
        for (int i = 0; i < PER_SPEED; ++i)
            kamm_bench_missed(bench, first + i, is_fast ? "it falls" : "it is not that fast");
        return;
    }
    const double *torque_nm = blown->peaks.torque_nm;
    kamm_bench_found(bench, first + DEVIATION_1_S, blown->way.deviation_m[0]);
    kamm_bench_found(bench, first + DEVIATION_2_S, blown->way.deviation_m[1]);
    kamm_bench_found(bench, first + TORQUE, fmax(-torque_nm[0], torque_nm[1]));
    kamm_bench_found(bench, first + LEAN, blown->peaks.lean_rad / KAMM_DEG);
}

static int cross(kamm_bench *bench)
{
    struct blown blown[SPEEDS];
    if (!kamm_bench_line_up(bench, SPEEDS)) return 0;
    for (int car = 0; car < SPEEDS; ++car) {
        blown[car] = (struct blown){kamm_start_crossing(), kamm_ride_peaks()};
        kamm_bench_place(bench, car, kamm_before_wind_m(speed_mps(car), settles_s), 0, 0,
                         speed_mps(car), 0);
    }
    kamm_bench_start_time(bench, -1);
    ride_for(bench, settles_s, NULL);
    kamm_bench_start_time(bench, RECORDED);
    ride_for(bench, kamm_wind_time_s(), blown);
    for (int car = 0; car < SPEEDS; ++car) report(bench, car, &blown[car]);
    return 1;
}

static int measure(kamm_bench *bench) { return kamm_measure_in_wind(bench, cross); }

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    (void)bench;
    kamm_lay_out_wind(course, speed_mps(RECORDED));
}

const kamm_procedure kamm_side_wind_test = {
    {"side-wind", "Side wind on two wheels",
     "Through 25 m of side wind of 20 m/s at 25, 80 and 120 km/h; the rider balances alone.",
     "after ISO 12021", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    lay_out};
