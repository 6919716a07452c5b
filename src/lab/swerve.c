/* A lane change on two wheels, after the single lane change of ISO 3888-1 as far as a two-wheeler needs its width: 3.5 m to the left at 60,
 * 80, 100 and 130 km/h, within as short a way as the rider holds. From the lines that are ridden side by side, of 0.8 to 3 s,
 * the shortest counts on which it stays within 0.5 m. The lane-change index is the torque from peak to peak over speed and
 * roll rate from peak to peak. */
#include "lab/tests.h"
#include "lab/two_wheels.h"

#include <math.h>

enum { TIME_60, TIME_80, TIME_100, TIME_130, LEAN_80, TORQUE_80, INDEX_80, INDEX_130, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [TIME_60] = {"time_60_kmh_s", "s", "Shortest time of a lane change at 60 km/h"},
    [TIME_80] = {"time_80_kmh_s", "s", "The same at 80 km/h"},
    [TIME_100] = {"time_100_kmh_s", "s", "The same at 100 km/h"},
    [TIME_130] = {"time_130_kmh_s", "s", "The same at 130 km/h"},
    [LEAN_80] = {"lean_80_kmh_deg", "deg", "Largest lean at 80 km/h"},
    [TORQUE_80] = {"torque_80_kmh_nm", "N.m", "Largest torque at the handlebar at 80 km/h"},
    [INDEX_80] =
        {"index_80_kmh_ns2_per_rad", "N.s2/rad",
         "Lane-change index, torque over speed and roll rate from peak to peak, at 80 km/h"},
    [INDEX_130] = {"index_130_kmh_ns2_per_rad", "N.s2/rad", "The same at 130 km/h"},
};

enum { SPEEDS = 4, TIMES = 10, POINTS = 220 };
static const double speeds_kmh[SPEEDS] = {60, 80, 100, 130};
static const double lane_m = 3.5, begins_m = 30, first_s = 0.8, ratio = 1.16, within_m = 0.5;

/* A sine of the lateral acceleration. */
static double lane_change_m(double x_m, double length_m)
{
    double share = fmin(fmax((x_m - begins_m) / length_m, 0), 1);
    return lane_m * (share - sin(2 * KAMM_PI * share) / (2 * KAMM_PI));
}

static double time_of(int run) { return first_s * pow(ratio, run); }

/* One vehicle on each line. */
static int ride(kamm_bench *bench, struct ridden_line lines[TIMES], double speed_mps, int recorded,
                struct ride_peaks peaks[TIMES])
{
    kamm_driver drivers[TIMES];
    kamm_speed_hold holds[TIMES] = {{0}};
    if (!kamm_bench_line_up(bench, TIMES)) return 0;
    bench->hands_off = 1; /* the path driver has them */
    for (int car = 0; car < TIMES; ++car) {
        drivers[car] = kamm_driver_on(lines[car].plan, 0);
        kamm_bench_place(bench, car, 0, 0, 0, speed_mps, KAMM_GEAR_DRIVE);
        peaks[car] = kamm_ride_peaks();
    }
    kamm_bench_start_time(bench, recorded);
    while (bench->time_s < begins_m / speed_mps + time_of(TIMES - 1) + 2) {
        for (int car = 0; car < TIMES; ++car) {
            kamm_drive_path(&drivers[car], bench->cars, car, bench->tick_s);
            kamm_drive_hold_speed(bench, car, &holds[car], speed_mps);
        }
        kamm_bench_tick(bench);
        for (int car = 0; car < TIMES; ++car)
            kamm_watch_ride(bench, car, drivers[car].left_m, &peaks[car]);
    }
    return 1;
}

static void report(kamm_bench *bench, int speed, const struct ride_peaks peaks[TIMES])
{
    int best = 0;
    while (best < TIMES && (peaks[best].falls || !(peaks[best].off_m < within_m))) ++best;
    const struct ride_peaks *p = &peaks[best < TIMES ? best : 0];
    if (best == TIMES) {
        kamm_bench_missed(bench, TIME_60 + speed, "it leaves its line even in %.1f s",
                          time_of(TIMES - 1));
        return;
    }
    kamm_bench_found(bench, TIME_60 + speed, time_of(best));
    if (speed == 3) kamm_bench_found(bench, INDEX_130, kamm_lane_change_index(p));
    if (speed != 1) return;
    kamm_bench_found(bench, INDEX_80, kamm_lane_change_index(p));
    kamm_bench_found(bench, LEAN_80, p->lean_rad / KAMM_DEG);
    kamm_bench_found(bench, TORQUE_80, fmax(-p->torque_nm[0], p->torque_nm[1]));
}

/* A vehicle that is not that fast has no figure there. */
static int measure_speed(kamm_bench *bench, int speed)
{
    struct ridden_line lines[TIMES] = {{0}};
    struct ride_peaks peaks[TIMES];
    double speed_mps = speeds_kmh[speed] * KAMM_KMH;
    int well = 1;
    if (speed_mps > bench->info.top_speed_mps) {
        kamm_bench_missed(bench, TIME_60 + speed, "it is not that fast");
        return 1;
    }
    for (int run = 0; well && run < TIMES; ++run)
        well =
            kamm_lay_line(bench, lane_change_m, speed_mps * time_of(run), POINTS, 2, &lines[run]);
    well = well && ride(bench, lines, speed_mps, speed == 1 ? 3 : -1, peaks);
    if (well) report(bench, speed, peaks);
    for (int run = 0; run < TIMES; ++run) kamm_clear_line(&lines[run]);
    return well;
}

static int measure(kamm_bench *bench)
{
    for (int speed = 0; speed < SPEEDS; ++speed)
        if (!measure_speed(bench, speed)) return 0;
    for (int figure = LEAN_80; figure < FIGURES; ++figure)
        if (isnan(bench->result->figures[figure].value))
            kamm_bench_missed(bench, figure, "it does not change lanes at that speed");
    return 1;
}

const kamm_procedure kamm_swerve_test = {
    {"swerve", "Lane change on two wheels",
     "Lane changes of 3.5 m at 60 to 130 km/h, in as short a time as the rider holds.",
     "after ISO 3888-1", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
