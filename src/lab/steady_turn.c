/* Steady turns of a two-wheeler (after ISO 9816 and V. Cossalter, Motorcycle Dynamics, 2006, ch. 4 and 8): at three speeds, and at 20 m/s up
 * to the highest lateral acceleration that a rider holds, side by side. Once the lean is steady, the lean, the handlebar's angle
 * and torque are taken. Torque over lateral acceleration is the acceleration index; its sign tells whether the rider has to
 * hold the handlebar into the turn (positive), or against it.
 *
 * Departure from drives on a proving ground: a force at the centre of gravity holds the speed, so that no drive is needed. */
#include "lab/tests.h"
#include "lab/two_wheels.h"

#include <math.h>

enum { LEAN, LEAN_OVER, STEER, INDEX_10, INDEX_20, INDEX_30, MOST_LATERAL, MOST_LEAN, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [LEAN] = {"lean_20_mps_deg", "deg", "Lean at 20 m/s and 0.4 g"},
    [LEAN_OVER] = {"lean_beyond_thin_tyres_deg", "deg",
                   "The same less the lean of thin tyres without spin, atan(a / g)"},
    [STEER] = {"steer_20_mps_deg", "deg",
               "Angle of the handlebar into the turn at 20 m/s and 0.4 g"},
    [INDEX_10] =
        {"index_10_mps_nms2_per_m", "N.m.s2/m",
         "Acceleration index, torque into the turn over lateral acceleration, at 10 m/s and 0.4 g"},
    [INDEX_20] = {"index_20_mps_nms2_per_m", "N.m.s2/m", "The same at 20 m/s"},
    [INDEX_30] = {"index_30_mps_nms2_per_m", "N.m.s2/m", "The same at 30 m/s"},
    [MOST_LATERAL] = {"max_lateral_acceleration_g", "g",
                      "Highest lateral acceleration held at 20 m/s"},
    [MOST_LEAN] = {"max_lean_deg", "deg", "Lean at that"},
};

enum { SPEEDS = 3, SHARES = 12, CARS = SPEEDS + SHARES };
static const double speeds_mps[SPEEDS] = {10, 20, 30}, share = 0.4, settles_s = 10;
static const double first_share = 0.45, share_step = 0.07, limit_mps = 20;

static double speed_of(const kamm_bench *bench, int car)
{
    return bench->root * (car < SPEEDS ? speeds_mps[car] : limit_mps);
}

static double share_of(int car)
{
    return car < SPEEDS ? share : first_share + share_step * (car - SPEEDS);
}

static void ride_for(kamm_bench *bench, double time_s, int turns)
{
    while (bench->time_s < time_s * bench->root) {
        for (int car = 0; car < bench->count; ++car) {
            double v = speed_of(bench, car);
            if (turns) kamm_bench_bend(bench, car, share_of(car) * KAMM_GRAVITY_MPS2 / (v * v));
            kamm_push_to_speed(bench, car, v);
        }
        kamm_bench_tick(bench);
    }
}

static double lateral_g(const kamm_bench *bench, int car)
{
    return kamm_bench_read(bench, car, KAMM_CHANNEL_acceleration_y_mps2) / KAMM_GRAVITY_MPS2;
}

static double lean_deg(const kamm_bench *bench, int car)
{
    return -kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rad) / KAMM_DEG;
}

/* It is up, and turns as it leans. */
static int holds(const kamm_bench *bench, int car)
{
    double lean = lean_deg(bench, car), lateral = lateral_g(bench, car);
    return kamm_bench_is_well(bench, car) && lean > 0 && lean < 65 &&
           fabs(lateral / share_of(car) - 1) < 0.1;
}

static void report_speed(kamm_bench *bench, int car, int figure)
{
    if (!holds(bench, car)) {
        kamm_bench_missed(bench, figure, "it does not hold 0.4 g at that speed");
        return;
    }
    double torque_nm = (double)kamm_bench_input(bench, car)->steering_wheel_nm;
    kamm_bench_found(bench, figure, torque_nm / (lateral_g(bench, car) * KAMM_GRAVITY_MPS2));
    if (figure != INDEX_20) return;
    double thin_deg = atan(lateral_g(bench, car)) / KAMM_DEG;
    kamm_bench_found(bench, LEAN, lean_deg(bench, car));
    kamm_bench_found(bench, LEAN_OVER, lean_deg(bench, car) - thin_deg);
    kamm_bench_found(bench, STEER,
                     kamm_bench_read(bench, car, KAMM_CHANNEL_steering_wheel_rad) / KAMM_DEG);
}

static void report_limit(kamm_bench *bench)
{
    int best = -1;
    for (int car = SPEEDS; car < CARS && holds(bench, car); ++car) best = car;
    if (best < 0) {
        kamm_bench_missed(bench, MOST_LATERAL, "it does not hold %.2f g", first_share);
        kamm_bench_missed(bench, MOST_LEAN, "it does not hold %.2f g", first_share);
        return;
    }
    kamm_bench_found(bench, MOST_LATERAL, lateral_g(bench, best));
    kamm_bench_found(bench, MOST_LEAN, lean_deg(bench, best));
}

static int measure(kamm_bench *bench)
{
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    for (int car = 0; car < CARS; ++car)
        kamm_bench_place(bench, car, 0, 0, 0, speed_of(bench, car), 0);
    kamm_bench_start_time(bench, -1);
    ride_for(bench, 1, 0);
    kamm_bench_start_time(bench, 1);
    ride_for(bench, settles_s, 1);
    for (int car = 0; car < SPEEDS; ++car) report_speed(bench, car, INDEX_10 + car);
    report_limit(bench);
    return 1;
}

const kamm_procedure kamm_steady_turn_test = {
    {"steady-turn", "Lean, steering angle and torque in steady turns",
     "Turns to the left with 0.4 g at 10, 20 and 30 m/s, and with more at 20 m/s.",
     "after ISO 9816", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
