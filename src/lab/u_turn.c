/* A turn by 180 degrees to the left at walking pace with the feet on the pegs, after the slow manoeuvres of riding tests: riders side by
 * side ask for turns of rising radius, from that of the steering's stop on. Of those that stay up the narrowest counts. Its width
 * is that of the ground which both tyres' contacts cross, from before the turn, with the swing to the other side
 * (countersteering), until the machine has turned round.
 *
 * Departure from a real one: a force at the centre of gravity holds the speed, so that neither clutch nor brake is needed. */
#include "lab/tests.h"
#include "lab/two_wheels.h"

#include "base/quaternion.h"

#include <math.h>

enum { WIDTH, LEAN, STEER, TORQUE, PER_SPEED };
enum { SPEEDS = 2, FIGURES = SPEEDS * PER_SPEED };

#define AT_SPEED(kmh)                                                                              \
    {"width_" #kmh "_kmh_m", "m", "Width of the narrowest turn at " #kmh " km/h"},                 \
        {"max_lean_" #kmh "_kmh_deg", "deg", "Largest lean in it"},                                \
        {"max_handlebar_" #kmh "_kmh_deg", "deg", "Largest angle of the handlebar into the turn"}, \
    {                                                                                              \
        "max_torque_" #kmh "_kmh_nm", "N.m", "Largest torque at the handlebar"                     \
    }
static const kamm_figure_info figures[FIGURES] = {AT_SPEED(8), AT_SPEED(12)};
#undef AT_SPEED

enum { RUNS = 14 };
static const double speeds_kmh[SPEEDS] = {8, 12}, ratio = 1.14, straight_s = 1.5, most_s = 18;

struct turn {
    struct ride_peaks peaks;
    double yaw_rad, turned_rad, steer_rad, left_m, right_m;
    int is_round;
};

static double radius_m(const kamm_bench *bench, int run)
{
    return bench->info.wheelbase_m / tan(bench->info.steering_lock_rad) * pow(ratio, run);
}

/* The tread's lowest point: from the hub down in the wheel's plane. */
static double contact_y_m(const kamm_pose *wheel, double radius_m)
{
    double axes[3][3];
    kamm_axes_of(wheel->orientation, axes);
    const double *axle = axes[1];
    return wheel->position_m[1] + radius_m * axle[2] * axle[1] / sqrt(1 - axle[2] * axle[2]);
}

static void widen(const kamm_bench *bench, int car, struct turn *turn)
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(bench->cars, car, 1, NULL, wheels);
    for (int w = 0; w < bench->info.wheel_count; ++w) {
        double y_m = contact_y_m(&wheels[w].pose, bench->info.loaded_radius_m[w]);
        turn->left_m = fmax(turn->left_m, y_m), turn->right_m = fmin(turn->right_m, y_m);
    }
}

static void watch(const kamm_bench *bench, int car, struct turn *turn)
{
    if (turn->is_round || turn->peaks.falls) return;
    double yaw_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rad);
    turn->turned_rad += remainder(yaw_rad - turn->yaw_rad, 2 * KAMM_PI);
    turn->yaw_rad = yaw_rad;
    turn->steer_rad =
        fmax(turn->steer_rad, kamm_bench_read(bench, car, KAMM_CHANNEL_steering_wheel_rad));
    kamm_watch_ride(bench, car, 0, &turn->peaks);
    widen(bench, car, turn);
    turn->is_round = !turn->peaks.falls && turn->turned_rad >= KAMM_PI;
}

static int ride(kamm_bench *bench, double speed_mps, int recorded, struct turn turns[RUNS])
{
    if (!kamm_bench_line_up(bench, RUNS)) return 0;
    bench->feet_up = 1;
    for (int car = 0; car < RUNS; ++car) {
        kamm_bench_place(bench, car, 0, 0, 0, speed_mps, 0);
        turns[car] = (struct turn){.peaks = kamm_ride_peaks()};
    }
    kamm_bench_start_time(bench, recorded);
    while (bench->time_s < (straight_s + most_s) * bench->root) {
        int turning = 0, starts = bench->time_s >= straight_s * bench->root;
        for (int car = 0; car < RUNS; ++car) {
            if (starts) kamm_bench_bend(bench, car, 1 / radius_m(bench, car));
            kamm_push_to_speed(bench, car, speed_mps);
        }
        kamm_bench_tick(bench);
        for (int car = 0; car < RUNS; ++car) {
            if (starts) watch(bench, car, &turns[car]);
            turning += !turns[car].is_round && !turns[car].peaks.falls;
        }
        if (!turning) break;
    }
    return 1;
}

static double width_m(const struct turn *turn) { return turn->left_m - turn->right_m; }

static int narrowest(const struct turn turns[RUNS])
{
    int best = -1;
    for (int run = 0; run < RUNS; ++run)
        if (turns[run].is_round && (best < 0 || width_m(&turns[run]) < width_m(&turns[best])))
            best = run;
    return best;
}

static void report(kamm_bench *bench, int first, const struct turn *turn)
{
    const double *torque_nm = turn->peaks.torque_nm;
    kamm_bench_found(bench, first + WIDTH, width_m(turn));
    kamm_bench_found(bench, first + LEAN, turn->peaks.lean_rad / KAMM_DEG);
    kamm_bench_found(bench, first + STEER, turn->steer_rad / KAMM_DEG);
    kamm_bench_found(bench, first + TORQUE, fmax(-torque_nm[0], torque_nm[1]));
}

static int measure_speed(kamm_bench *bench, int speed)
{
    struct turn turns[RUNS];
    double speed_mps = speeds_kmh[speed] * KAMM_KMH * bench->root;
    if (!ride(bench, speed_mps, -1, turns)) return 0;
    int best = narrowest(turns);
    for (int i = 0; best < 0 && i < PER_SPEED; ++i)
        kamm_bench_missed(bench, speed * PER_SPEED + i, "it does not get round with feet up");
    if (best < 0) return 1;
    if (speed == 0 && kamm_bench_is_recorded(bench) && !ride(bench, speed_mps, best, turns))
        return 0;
    report(bench, speed * PER_SPEED, &turns[best]);
    return 1;
}

static int measure(kamm_bench *bench)
{
    for (int speed = 0; speed < SPEEDS; ++speed)
        if (!measure_speed(bench, speed)) return 0;
    return 1;
}

const kamm_procedure kamm_u_turn_test = {
    {"u-turn", "Turn round at walking pace",
     "A turn by 180 degrees at 8 and 12 km/h with the feet up, as narrow as the rider holds.",
     "custom of riding tests", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
