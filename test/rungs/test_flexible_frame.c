/* A motorcycle whose frame twists and whose rider leans: its linear equations, in double, against `full`, linearised; wobble, substeps,
 * and what the rider's lean does. */
#include "support/eigenvalues.h"
#include "support/koenen.h"
#include "support/lateral_modes.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/two_wheel_states.h"

#include "run/cars.h"

#include <math.h>
#include <string.h>

static const char *const kind_names[] = {"rigid", "twist", "hip", "both"};

/* -- eigenvalues of `full` -- */

static const kamm_linear_state common_states[] = {TWO_WHEEL_STATES(1e-4)};
static const kamm_linear_state twist_states[] = {CAR_ROW(twist_rad, 1e-4),
                                                 CAR_ROW(twist_rate_radps, 1e-2)};
static const kamm_linear_state lean_states[] = {CAR_ROW(upper_body_rad, 1e-3),
                                                CAR_ROW(upper_body_rate_radps, 1e-2)};
enum { COMMON = sizeof common_states / sizeof *common_states, MOST_STATES = COMMON + 4 };

static int states_of(const kamm_vehicle_def *def, kamm_linear_state states[MOST_STATES])
{
    int count = COMMON;
    memcpy(states, common_states, sizeof common_states);
    if (def->front_assembly.twist_nm_per_rad > 0) {
        memcpy(states + count, twist_states, sizeof twist_states);
        count += 2;
    }
    if (def->rider.mass_kg > 0) {
        memcpy(states + count, lean_states, sizeof lean_states);
        count += 2;
    }
    return count;
}

static int found_roots(const kamm_vehicle_def *def, double speed, double complex *roots)
{
    kamm_linear_state states[MOST_STATES];
    int count = states_of(def, states), settling = (int)(def->stepping.substeps_per_s / 40);
    modes_of_ride(def, speed, &(struct straight_ride){states, count, settling, 0.02}, roots);
    return count;
}

static double off_by(double complex found, double complex expected)
{
    return cabs(found - expected) / fmax(cabs(expected), 1);
}

static void full_gives_the_modes_of_the_linear_machine(void **state)
{
    const double step = in_long_tier() ? 10 : 25;
    (void)state;
    for (int kind = RIGID; kind < KINDS; ++kind)
        for (int lags = 0; lags < 2; ++lags)
            for (double speed = 10; speed <= 60; speed += step) {
                const struct hinged_machine m = koenen_machine(kind, lags);
                const kamm_vehicle_def def = koenen_vehicle(kind, lags);
                double complex expected[MOST_ROOTS], found[MOST_ROOTS];
                int n = hinged_machine_roots(&m, GRAVITY_MPS2, speed, expected);
                int of_full = found_roots(&def, speed, found);
                double worst = 0;
                for (int i = 0; i < n; ++i) {
                    double complex root = expected[i];
                    if (cabs(root) < 0.01 || cimag(root) < 0 || creal(root) < -60) continue;
                    double off = off_by(nearest_root(of_full, found, root), root);
                    print_message("%-5s lags %d %2.0f m/s: %8.3f %+8.3fi, expected %8.3f %+8.3fi: "
                                  "%.2f %%\n",
                                  kind_names[kind], lags, speed,
                                  creal(nearest_root(of_full, found, root)),
                                  cimag(nearest_root(of_full, found, root)), creal(root),
                                  cimag(root), 100 * off);
                    worst = fmax(worst, off);
                }
                expect_below(worst, 0.01);
            }
}

/* -- wobble -- */

/* The reference's modes with both freedoms, as computed of the same parameters. Its other table has 9.6 to 10 Hz of a rigid head. */
static const struct {
    double speed, twisting_hz;
} reference[] = {{10, 6.98}, {20, 7.64}, {30, 8.00}};

static double complex wobble_of(int kind, double speed, double hz)
{
    const kamm_vehicle_def def = koenen_vehicle(kind, 1);
    double complex found[MOST_ROOTS];
    int n = found_roots(&def, speed, found);
    return nearest_root(n, found, -2 + 2 * PI * hz * I);
}

/* A frame that twists makes wobble slower, and least damped at medium speed instead of at high speed. */
static void twist_slows_wobble_and_damps_it_at_speed(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (size_t i = 0; i < sizeof reference / sizeof *reference; ++i) {
        double complex twisting = wobble_of(BOTH, reference[i].speed, reference[i].twisting_hz);
        double complex rigid = wobble_of(RIGID, reference[i].speed, 9.5);
        print_message("%2.0f m/s: %.2f Hz, reference %.2f; rigid %.2f Hz\n", reference[i].speed,
                      cimag(twisting) / 2 / PI, reference[i].twisting_hz, cimag(rigid) / 2 / PI);
        expect_share(cimag(twisting) / 2 / PI, reference[i].twisting_hz, 0.02);
        expect_above(cimag(rigid), cimag(twisting) + 2 * PI * 0.8);
    }
    expect_below(creal(wobble_of(BOTH, 50, 7.3)), creal(wobble_of(BOTH, 10, 6.98)) - 5);
    expect_above(creal(wobble_of(RIGID, 50, 9)), creal(wobble_of(RIGID, 20, 9.2)) + 3);
}

/* -- substeps -- */

/* Twist and steering after a push of the handlebar, in time. */
static void pushed(double rate, int kind, double angles[3])
{
    const kamm_vehicle_def def = koenen_on_springs(kind, rate);
    kamm_cars *cars = ride_hands_off(&def, 20);
    double most = 0;
    kamm_step(cars, &kamm_flat_ground, (int)rate);
    PUT_CAR_STATE(cars, 0, car.steering_rate_radps, 1.0f);
    PUT_CAR_STATE(cars, 0, car.twist_rate_radps, 0.5f);
    for (int i = 0; i < 24; ++i) {
        kamm_step(cars, &kamm_flat_ground, (int)(rate / 120));
        most = fmax(most, fabs((double)CAR_STATE(cars, 0, car.twist_rad)));
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    angles[0] = kamm_read(cars, 0, KAMM_CHANNEL_steering_wheel_rad);
    angles[1] = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
    angles[2] = most;
    end_cars(cars);
}

/* A hinge of some 40 Hz is stable at 120 substeps a second, and comes to the same as at many. */
static void the_twist_converges(void **state)
{
    NOT_IN_QUICK_TESTS();
    double finest[3];
    (void)state;
    pushed(3840, BOTH, finest);
    for (double rate = 120; rate <= 960; rate *= 2) {
        double angles[3];
        pushed(rate, BOTH, angles);
        print_message("%4.0f /s: steer %+.5f rad, roll %+.5f rad, twist up to %.5f rad; at 3840 "
                      "%+.5f, %+.5f, %.5f\n",
                      rate, angles[0], angles[1], angles[2], finest[0], finest[1], finest[2]);
        for (int i = 0; i < 2; ++i)
            expect_near(angles[i], finest[i], 0.12 * 240 / rate * fabs(finest[0]) + 1e-4);
        expect_share(angles[2], finest[2], 0.3 * 240 / rate + 0.02);
    }
}

/* -- the rider -- */

/* R. S. Sharp and D. J. N. Limebeer's machine again, hands off: the upper body leans to the left, the machine under it to the right
 * at first; it then turns to where the rider leans. */
static void a_leaning_rider_steers_hands_off(void **state)
{
    (void)state;
    for (double side = -1; side <= 1; side += 2) {
        const kamm_vehicle_def def = koenen_on_springs(BOTH, 240);
        kamm_cars *cars = ride_hands_off(&def, 25);
        kamm_step(cars, &kamm_flat_ground, 240);
        kamm_inputs(cars)[0].rider_lean_rad = (float)(0.05 * side);
        kamm_step(cars, &kamm_flat_ground, 24);
        double first = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
        kamm_step(cars, &kamm_flat_ground, 480);
        double turns = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
        print_message(
            "leans by %+.3f rad: rolls by %+.4f rad at first, then turns by %+.4f rad/s\n",
            (double)CAR_STATE(cars, 0, car.upper_body_rad), first, turns);
        expect_near((double)CAR_STATE(cars, 0, car.upper_body_rad), 0.05 * side, 0.015);
        expect_below(first * side, -0.002);
        expect_below(turns * side, -0.002);
        end_cars(cars);
    }
}

/* J. K. Moore's measured upper body on the Dutch bicycle: without any stiffness in the hip it falls at every speed. */
static void a_rider_without_hip_is_never_stable(void **state)
{
    const struct machine_part body = {48.82, {0.231, 0, 1.283}, 2.038, 1.101, 0, 0};
    (void)state;
    for (int holds = 0; holds < 2; ++holds)
        for (double speed = 2; speed <= 10; speed += 1) {
            kamm_vehicle_def def = vehicle_of_bicycle(&browser_bicycle);
            double complex found[MOST_ROOTS];
            double worst = -1e9;
            lean_at_hip(&def.rider, &body, browser_bicycle.wheelbase, 1.011);
            def.rider.hip_nm_per_rad = holds ? 1e5 : 0;
            def.rider.hip_nms_per_rad = holds ? 500 : 0;
            int n = found_roots(&def, speed, found);
            for (int i = 0; i < n; ++i) worst = fmax(worst, creal(found[i]));
            print_message("%s %2.0f m/s: largest growth %+.3f /s\n", holds ? "held" : "free", speed,
                          worst);
            if (!holds) expect_above(worst, 1);
            if (holds && speed >= 5.9 && speed <= 6.1) expect_below(worst, 0.05);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_gives_the_modes_of_the_linear_machine),
        cmocka_unit_test(twist_slows_wobble_and_damps_it_at_speed),
        cmocka_unit_test(the_twist_converges),
        cmocka_unit_test(a_leaning_rider_steers_hands_off),
        cmocka_unit_test(a_rider_without_hip_is_never_stable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
