/* Stoppie and wheelie limit of a two-wheeler: a rider who rides straight on slowly opens the front brake, or the throttle in first gear, until
 * the other wheel carries no load. The force of the tyre that stays on the road, over the mass, is the deceleration or
 * acceleration. Beside it stands what the place of the mass tells,
 *
 *     a = g b / h
 *
 * with the height h of the centre of gravity and its distance b from that tyre's contact (V. Cossalter, Motorcycle Dynamics, 2006,
 * sections 3.6 and 3.7): once of the machine at rest, once as it stands at that moment on its springs. Then the rider holds the
 * wheel at a lift of 0.2 rad (kamm_lift_wheel). A tyre that slides first, or a drive that is too weak, gives no figure.
 *
 * Departure: up to the limit a force at the centre of gravity holds the speed, as the machine's inertia would bear it. So
 * air, gears and what spins don't count. The lift is held without that force. */
#include "lab/tests.h"
#include "lab/two_wheels.h"

#include "driver/rider_pedals.h"
#include "driver/stance.h"

#include <kamm/rider.h>
#include <math.h>

enum { LIFTS_AT, AT_REST, AS_IT_STANDS, HELD, PER_WHEEL };
enum { STOPPIE, WHEELIE, CARS, FIGURES = CARS * PER_WHEEL };

static const kamm_figure_info figures[FIGURES] = {
    {"stoppie_deceleration_mps2", "m/s2", "Deceleration at which the rear wheel leaves the road"},
    {"stoppie_closed_form_mps2", "m/s2", "g b / h of the machine at rest"},
    {"stoppie_closed_form_dived_mps2", "m/s2", "The same as it stands at that moment"},
    {"stoppie_held_rad", "rad", "Mean lift while 0.2 rad is asked for"},
    {"wheelie_acceleration_mps2", "m/s2", "Acceleration at which the front wheel leaves the road"},
    {"wheelie_closed_form_mps2", "m/s2", "g b / h of the machine at rest"},
    {"wheelie_closed_form_squat_mps2", "m/s2", "The same as it stands at that moment"},
    {"wheelie_held_rad", "rad", "Mean lift while 0.2 rad is asked for"},
};

/* Shares of the closed form that the ramp of force begins and ends with, and its rate. */
static const double from_share = 0.3, to_share = 1.2, share_per_s = 0.07;
static const double settles_s = 1.5, lift_rad = 0.2, rises_s = 1.1, least_held_s = 0.3, held_s = 1;

/* The wheel that lifts. */
static int lifted_wheel(int car) { return car == STOPPIE ? REAR : FRONT; }

static double at_rest_mps2(const kamm_bench *bench, int car)
{
    double ahead_m = bench->info.cg_behind_front_axle_m;
    double arm_m = car == STOPPIE ? ahead_m : bench->info.wheelbase_m - ahead_m;
    return KAMM_GRAVITY_MPS2 * arm_m / bench->info.cg_height_m;
}

static double gear_top_mps(const kamm_bench *bench, int gear)
{
    return bench->info.limiter_radps / bench->info.overall_ratio[gear - 1] *
           bench->info.loaded_radius_m[bench->info.wheel_count - 1];
}

/* First gear; to hold a wheelie the first that reaches some speed, since it accelerates all the time. 0: no gears, or a stoppie. */
static int gear_of(const kamm_bench *bench, int car, int holds)
{
    const double reaches_mps = 10;
    int gear = car == WHEELIE && bench->info.gear_count > 0;
    while (gear && holds && gear < bench->info.gear_count &&
           gear_top_mps(bench, gear) < reaches_mps * bench->root)
        ++gear;
    return gear;
}

/* To the limit: slow, so that the air doesn't count. To hold: fast enough for a stoppie of that time, slow enough for a wheelie of it. */
static double start_mps(const kamm_bench *bench, int car, int holds)
{
    const double slow_mps = 8, brakes_s = 3, of_limit = 0.6, of_limit_held = 0.2;
    int gear = gear_of(bench, car, holds);
    if (gear) return (holds ? of_limit_held : of_limit) * gear_top_mps(bench, gear);
    if (car == STOPPIE && holds) return brakes_s * at_rest_mps2(bench, car) * bench->root;
    return slow_mps * bench->root;
}

static void steer_straight(kamm_bench *bench, int car)
{
    const kamm_ride_request request = kamm_default_ride_request();
    kamm_ride(bench->cars, car, &request, bench->tick_s, NULL);
}

struct limit {
    double lifts_mps2, stands_mps2, held_rad;
    int has_lifted, slides;
};

/* The lever or throttle for a share of the closed form. */
static void press(kamm_bench *bench, int car, double share)
{
    kamm_input *input = kamm_bench_input(bench, car);
    double force_n = share * bench->info.mass_kg * at_rest_mps2(bench, car);
    if (car == STOPPIE)
        input->brake = (float)kamm_front_brake_for(bench->cars, car, force_n);
    else
        input->throttle = (float)kamm_throttle_for(bench->cars, car, force_n);
}

/* Both on their springs, one in neutral, the other in gear; before the ramp with what it begins with. */
static int start(kamm_bench *bench, int holds, int recorded)
{
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    bench->hands_off = 1; /* the test has them */
    for (int car = 0; car < CARS; ++car)
        kamm_bench_place(bench, car, 0, 0, 0, start_mps(bench, car, holds),
                         gear_of(bench, car, holds));
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < settles_s * bench->root) {
        for (int car = 0; car < CARS; ++car) {
            steer_straight(bench, car);
            press(bench, car, holds ? 0 : from_share);
            kamm_push_to_speed(bench, car, start_mps(bench, car, holds));
        }
        kamm_bench_tick(bench);
    }
    kamm_bench_start_time(bench, recorded);
    return 1;
}

static void watch(const kamm_bench *bench, int car, struct limit *limit)
{
    const double slides_from = 0.15;
    int wheel = lifted_wheel(car);
    double force_n = 0, slip = 0;
    if (limit->has_lifted || limit->slides) return;
    for (int w = 0; w < bench->info.wheel_count; ++w) { /* a tilting pair is one wheel */
        if (bench->info.wheel_axle[w] == wheel) continue;
        force_n += kamm_bench_wheel(bench, car, w, KAMM_WHEEL_longitudinal_force_n);
        slip = fmax(slip, fabs(kamm_bench_wheel(bench, car, w, KAMM_WHEEL_slip_ratio)));
    }
    limit->slides = slip > slides_from;
    if (limit->slides || ridden_load_n(bench->cars, car, wheel) > 0) return;
    const struct ridden_stance s = kamm_stance_of(bench->cars, car);
    limit->has_lifted = 1;
    limit->lifts_mps2 = fabs(force_n) / bench->info.mass_kg;
    limit->stands_mps2 = s.normal_mps2 * s.arm_m[1 - wheel] / s.height_m;
}

static int find_limits(kamm_bench *bench, struct limit limits[CARS])
{
    if (!start(bench, 0, WHEELIE)) return 0;
    double share = from_share;
    for (; share < to_share; share += share_per_s / bench->root * bench->tick_s) {
        for (int car = 0; car < CARS; ++car) {
            steer_straight(bench, car);
            press(bench, car, limits[car].has_lifted || limits[car].slides ? 0 : share);
            kamm_push_to_speed(bench, car, start_mps(bench, car, 0));
        }
        kamm_bench_tick(bench);
        for (int car = 0; car < CARS; ++car) watch(bench, car, &limits[car]);
    }
    return 1;
}

/* The stoppie still has speed, the engine is below its limit. */
static int goes_on(const kamm_bench *bench, int car)
{
    const double least_mps = 6, of_limit = 0.9;
    if (car == STOPPIE)
        return kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps) >
               least_mps * bench->root;
    return kamm_bench_read(bench, car, KAMM_CHANNEL_engine_radps) <
           of_limit * bench->info.limiter_radps;
}

/* Means after the wheel has risen; 0: not for long enough. */
static int hold(kamm_bench *bench, struct limit limits[CARS])
{
    int ticks[CARS] = {0}, over[CARS] = {0};
    if (!start(bench, 1, -1)) return 0;
    while (bench->time_s < (rises_s + held_s) * bench->root) {
        for (int car = 0; car < CARS; ++car) {
            steer_straight(bench, car);
            kamm_lift_wheel(bench->cars, car, car == STOPPIE ? -lift_rad : lift_rad, NULL);
        }
        kamm_bench_tick(bench);
        for (int car = 0; car < CARS; ++car) {
            over[car] |= !goes_on(bench, car);
            if (over[car] || bench->time_s < rises_s * bench->root) continue;
            limits[car].held_rad += fabs(kamm_wheel_lift_rad(bench->cars, car));
            ++ticks[car];
        }
    }
    for (int car = 0; car < CARS; ++car) {
        int is_long = ticks[car] * bench->tick_s >= least_held_s * bench->root;
        limits[car].held_rad = is_long ? limits[car].held_rad / ticks[car] : 0;
    }
    return 1;
}

static void report(kamm_bench *bench, int car, const struct limit *limit)
{
    const double within_rad = 0.05;
    int first = car * PER_WHEEL;
    const char *why =
        limit->slides ? "the tyre slides first"
                      : (car == STOPPIE ? "its front brake is too weak" : "its drive is too weak");
    kamm_bench_found(bench, first + AT_REST, at_rest_mps2(bench, car));
    if (limit->has_lifted) {
        kamm_bench_found(bench, first + LIFTS_AT, limit->lifts_mps2);
        kamm_bench_found(bench, first + AS_IT_STANDS, limit->stands_mps2);
    } else {
        kamm_bench_missed(bench, first + LIFTS_AT, "%s", why);
        kamm_bench_missed(bench, first + AS_IT_STANDS, "%s", why);
    }
    if (limit->has_lifted && fabs(limit->held_rad - lift_rad) < within_rad)
        kamm_bench_found(bench, first + HELD, limit->held_rad);
    else
        kamm_bench_missed(bench, first + HELD, "it does not hold the wheel up");
}

static int measure(kamm_bench *bench)
{
    struct limit limits[CARS] = {{0}};
    if (!find_limits(bench, limits) || !hold(bench, limits)) return 0;
    for (int car = 0; car < CARS; ++car) report(bench, car, &limits[car]);
    return 1;
}

const kamm_procedure kamm_wheel_lift_test = {
    {"wheel-lift", "Stoppie and wheelie",
     "Front brake, and throttle in first gear, until a wheel leaves the road; a lift that is held.",
     "closed forms of load transfer", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
