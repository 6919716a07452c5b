/* A bump while leaning: steady turns to the left at 15 m/s with leans of 0, 15 and 30 degrees side by side. Across the way of
 * each lies a ridge of 3 cm over 1 m:
 *
 *     z = H (1 - cos(2 pi s / L)) / 2
 *
 * Each has a companion that turns likewise without a ridge. Kick, change of lean and deviation are the largest differences of torque, lean
 * and place between the two, within 2 s after the ridge is half a second ahead. A machine that is not that fast rides at nine tenths of its
 * top speed.
 *
 * Departure: a force at the centre of gravity holds the speed. A wheel feels the ridge at one point. */
#include "lab/tests.h"
#include "lab/two_wheels.h"

#include <kamm/rider.h>
#include <math.h>

enum { TORQUE, LEAN, DEVIATION, PER_LEAN };
enum { LEANS = 3, CARS = 2 * LEANS, FIGURES = LEANS * PER_LEAN }; /* then their companions */
enum { RECORDED = 2 };
static const double leans_deg[LEANS] = {0, 15, 30};
static const double height_m = 0.03, long_m = 1, half_width_m = 5, ridden_mps = 15;
static const double straight_s = 1, settles_s = 7, ahead_s = 0.5, watched_s = 2;

#define AT_LEAN(deg)                                                                 \
    {"kick_torque_" #deg "_deg_nm", "N.m",                                           \
     "Change of the hands' torque at a lean of " #deg " deg"},                       \
        {"lean_change_" #deg "_deg_deg", "deg", "Largest change of the lean there"}, \
    {                                                                                \
        "deviation_" #deg "_deg_m", "m", "Largest distance from its companion there" \
    }
static const kamm_figure_info figures[FIGURES] = {AT_LEAN(0), AT_LEAN(15), AT_LEAN(30)};
#undef AT_LEAN

/* Across the way of one machine, beginning at a place. */
struct ridge {
    double x_m, y_m, along[2];
    int is_there;
};

struct ridges {
    struct ridge of[CARS];
    float friction;
};

static void find_ground(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct ridges *ridges = user;
    for (int i = 0; i < count; ++i) {
        const double *at_m = probes[i].position_m;
        const struct ridge *r = &ridges->of[probes[i].car];
        double dx_m = at_m[0] - r->x_m, dy_m = at_m[1] - r->y_m;
        double s_m = dx_m * r->along[0] + dy_m * r->along[1];
        double aside_m = dy_m * r->along[0] - dx_m * r->along[1];
        double rise_m = 0, slope = 0, phase = 2 * KAMM_PI * s_m / long_m;
        if (r->is_there && s_m > 0 && s_m < long_m && fabs(aside_m) < half_width_m) {
            rise_m = height_m / 2 * (1 - cos(phase));
            slope = KAMM_PI * height_m / long_m * sin(phase);
        }
        double length = sqrt(1 + slope * slope);
        contacts[i] =
            (kamm_contact){.point_m = {at_m[0], at_m[1], rise_m},
                           .normal = {(float)(-slope * r->along[0] / length),
                                      (float)(-slope * r->along[1] / length), (float)(1 / length)},
                           .friction = ridges->friction};
    }
}

/* Largest differences from the companion. */
struct kick {
    double torque_nm, lean_rad, off_m, first_lean_rad;
    int falls;
};

static double speed_of(const kamm_bench *bench)
{
    return fmin(ridden_mps * bench->root, 0.9 * bench->info.top_speed_mps);
}

/* The curvature of a turn that needs that lean, by halving. */
static double curvature_for(const kamm_bench *bench, double lean_rad)
{
    double low = 0, high = 1 / bench->length;
    for (int i = 0; i < 50; ++i) {
        double middle = (low + high) / 2;
        if (-kamm_lean_in_turn_rad(bench->model, speed_of(bench), middle) < lean_rad)
            low = middle;
        else
            high = middle;
    }
    return lean_rad > 0 ? low : 0;
}

static double torque_now_nm(const kamm_bench *bench, int car)
{
    return (double)kamm_inputs(bench->cars)[car].steering_wheel_nm;
}

/* On the circle of that curvature, `ahead_s` ahead. */
static struct ridge ridge_ahead(const kamm_bench *bench, int car, double curvature_per_m)
{
    double course_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_yaw_rad) +
                        kamm_bench_read(bench, car, KAMM_CHANNEL_sideslip_rad);
    double way_m = ahead_s * bench->root * speed_of(bench), turns_rad = way_m * curvature_per_m;
    double half_rad = turns_rad / 2,
           chord_m = half_rad > 0 ? way_m * sin(half_rad) / half_rad : way_m;
    return (struct ridge){
        .x_m = kamm_bench_read(bench, car, KAMM_CHANNEL_x_m) + chord_m * cos(course_rad + half_rad),
        .y_m = kamm_bench_read(bench, car, KAMM_CHANNEL_y_m) + chord_m * sin(course_rad + half_rad),
        .along = {cos(course_rad + turns_rad), sin(course_rad + turns_rad)},
        .is_there = 1};
}

static double apart(const kamm_bench *bench, int car, kamm_channel channel)
{
    return kamm_bench_read(bench, car, channel) - kamm_bench_read(bench, LEANS + car, channel);
}

static void watch(const kamm_bench *bench, int car, struct kick *kick)
{
    const double lies_rad = 1.2;
    double torque_nm = torque_now_nm(bench, car) - torque_now_nm(bench, LEANS + car);
    double off_m = hypot(apart(bench, car, KAMM_CHANNEL_x_m), apart(bench, car, KAMM_CHANNEL_y_m));
    kick->falls |= !(fabs(kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rad)) < lies_rad) ||
                   !kamm_bench_is_well(bench, car);
    kick->torque_nm = fmax(kick->torque_nm, fabs(torque_nm));
    kick->lean_rad = fmax(kick->lean_rad, fabs(apart(bench, car, KAMM_CHANNEL_roll_rad)));
    kick->off_m = fmax(kick->off_m, off_m);
}

static void ride_until(kamm_bench *bench, double time_s, const double curvatures_per_m[CARS],
                       struct kick *kicks)
{
    while (bench->time_s < time_s * bench->root) {
        for (int car = 0; car < CARS; ++car) {
            int turns = kicks || bench->time_s > straight_s * bench->root;
            kamm_bench_bend(bench, car, turns ? curvatures_per_m[car] : 0);
            kamm_push_to_speed(bench, car, speed_of(bench));
        }
        kamm_bench_tick(bench);
        for (int car = 0; kicks && car < LEANS; ++car) watch(bench, car, &kicks[car]);
    }
}

static void report(kamm_bench *bench, int car, const struct kick *kick)
{
    const double within_rad = 3 * KAMM_DEG;
    int first = car * PER_LEAN;
    int leans = fabs(-kick->first_lean_rad - leans_deg[car] * KAMM_DEG) < within_rad;
    if (!leans || kick->falls) {
        for (int i = 0; i < PER_LEAN; ++i)
            kamm_bench_missed(bench, first + i, leans ? "it falls" : "it does not lean that far");
        return;
    }
    kamm_bench_found(bench, first + TORQUE, kick->torque_nm);
    kamm_bench_found(bench, first + LEAN, kick->lean_rad / KAMM_DEG);
    kamm_bench_found(bench, first + DEVIATION, kick->off_m);
}

static int ride(kamm_bench *bench, struct ridges *ridges)
{
    struct kick kicks[LEANS] = {{0, 0, 0, 0, 0}};
    double curvatures_per_m[CARS];
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    for (int car = 0; car < CARS; ++car) {
        curvatures_per_m[car] = curvature_for(bench, leans_deg[car % LEANS] * KAMM_DEG);
        kamm_bench_place(bench, car, 0, 0, 0, speed_of(bench), 0);
    }
    kamm_bench_start_time(bench, -1);
    ride_until(bench, settles_s, curvatures_per_m, NULL);
    for (int car = 0; car < LEANS; ++car) {
        kicks[car].first_lean_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rad);
        ridges->of[car] = ridge_ahead(bench, car, curvatures_per_m[car]);
    }
    kamm_bench_start_time(bench, RECORDED);
    ride_until(bench, watched_s, curvatures_per_m, kicks);
    for (int car = 0; car < LEANS; ++car) report(bench, car, &kicks[car]);
    return 1;
}

static int measure(kamm_bench *bench)
{
    struct ridges ridges = {.friction = kamm_bench_surface(bench).friction};
    const kamm_ground before = bench->ground;
    bench->ground.query = find_ground;
    bench->ground.user = &ridges;
    int measured = ride(bench, &ridges);
    bench->ground = before;
    return measured;
}

const kamm_procedure kamm_lean_bump_test = {
    {"lean-bump", "Bump while leaning",
     "Over a ridge of 3 cm at 15 m/s with leans of 0, 15 and 30 degrees.",
     "custom of the motoring press", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
