/* A slalom on two wheels: the path driver rides waves round cones 18 m apart, in a line, at rising speeds, side by side. The highest speed
 * counts at which it stays within 0.5 m of its line. The roll index there is the largest torque over speed and largest roll
 * rate (V. Cossalter, Motorcycle Dynamics, 2006, ch. 8); 1.6 to 2.5 N.s2/rad are computed for motorcycles. */
#include "lab/tests.h"
#include "lab/two_wheels.h"

#include <math.h>

enum { MOST_SPEED, LEAN, TORQUE, ROLL_RATE, INDEX, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [MOST_SPEED] = {"max_speed_18_m_kmh", "km/h", "Highest speed between cones 18 m apart"},
    [LEAN] = {"lean_deg", "deg", "Largest lean at that"},
    [TORQUE] = {"torque_nm", "N.m", "Largest torque at the handlebar"},
    [ROLL_RATE] = {"roll_rate_deg_per_s", "deg/s", "Largest roll rate"},
    [INDEX] = {"roll_index_ns2_per_rad", "N.s2/rad",
               "Largest torque over speed and largest roll rate"},
};

enum { CARS = 16, POINTS = 160 };
static const double between_m = 18, aside_m = 1, first_mps = 5, ratio = 1.09, within_m = 0.5;
static const double begins_m = 40, cones = 8;

/* Round the cones by a metre; `length_m` from one to the next. */
static double wave_m(double x_m, double length_m)
{
    double scale = length_m / between_m, since_m = x_m - begins_m * scale;
    double begun = fmin(fmax(since_m / (2 * length_m), 0), 1);
    return aside_m * scale * begun * sin(KAMM_PI * since_m / length_m);
}

static int ride(kamm_bench *bench, const struct ridden_line *line, struct ride_peaks peaks[CARS],
                const double speed_mps[CARS], int first, int count, int recorded)
{
    kamm_driver drivers[CARS];
    kamm_speed_hold holds[CARS] = {{0}};
    double way_m = (begins_m + between_m * cones) * bench->length;
    if (!kamm_bench_line_up(bench, count)) return 0;
    bench->hands_off = 1; /* the path driver has them */
    for (int car = 0; car < count; ++car) {
        drivers[car] = kamm_driver_on(line->plan, 0);
        kamm_bench_place(bench, car, 0, 0, 0, speed_mps[first + car], KAMM_GEAR_DRIVE);
        peaks[first + car] = kamm_ride_peaks();
    }
    kamm_bench_start_time(bench, recorded);
    while (bench->time_s < way_m / speed_mps[first]) {
        for (int car = 0; car < count; ++car) {
            kamm_drive_path(&drivers[car], bench->cars, car, bench->tick_s);
            kamm_drive_hold_speed(bench, car, &holds[car], speed_mps[first + car]);
        }
        kamm_bench_tick(bench);
        for (int car = 0; car < count; ++car)
            if (drivers[car].driven_m > begins_m * bench->length / 2 &&
                drivers[car].driven_m < way_m)
                kamm_watch_ride(bench, car, drivers[car].left_m, &peaks[first + car]);
    }
    return 1;
}

static void report(kamm_bench *bench, const struct ride_peaks peaks[CARS],
                   const double speed_mps[CARS], int best)
{
    if (best < 0) {
        for (int i = 0; i < FIGURES; ++i)
            kamm_bench_missed(bench, i, "it leaves its line at %.0f km/h", speed_mps[0] / KAMM_KMH);
        return;
    }
    const struct ride_peaks *p = &peaks[best];
    kamm_bench_found(bench, MOST_SPEED, p->speed_sum_mps / p->time_s / KAMM_KMH);
    kamm_bench_found(bench, LEAN, p->lean_rad / KAMM_DEG);
    kamm_bench_found(bench, TORQUE, fmax(-p->torque_nm[0], p->torque_nm[1]));
    kamm_bench_found(bench, ROLL_RATE, fmax(-p->roll_radps[0], p->roll_radps[1]) / KAMM_DEG);
    kamm_bench_found(bench, INDEX, kamm_roll_index(p));
}

static int measure(kamm_bench *bench)
{
    struct ride_peaks peaks[CARS];
    struct ridden_line line;
    double speed_mps[CARS];
    int best = -1;
    for (int car = 0; car < CARS; ++car) speed_mps[car] = first_mps * bench->root * pow(ratio, car);
    int well =
        kamm_lay_line(bench, wave_m, between_m * bench->length, POINTS, 2 * bench->length, &line) &&
        ride(bench, &line, peaks, speed_mps, 0, CARS, -1);
    for (int car = 0; well && car < CARS; ++car) {
        if (peaks[car].falls || !(peaks[car].off_m < within_m * bench->length)) break;
        best = car;
    }
    if (well && best >= 0 && kamm_bench_is_recorded(bench))
        well = ride(bench, &line, peaks, speed_mps, best, 1, 0);
    if (well) report(bench, peaks, speed_mps, best);
    kamm_clear_line(&line);
    return well;
}

const kamm_procedure kamm_slalom_test = {
    {"slalom", "Slalom on two wheels", "Waves of a metre round cones 18 m apart, at rising speeds.",
     "custom of the motoring press", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
