/* A tilting pair of front wheels (rungs/full/tilt.h) beside the one wheel that it becomes as its track narrows, beside the closed forms of a
 * locked one that tips over; rest, energy and momentum.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/drive.h"
#include "support/eigenvalues.h"
#include "support/momentum.h"
#include "support/rungs.h"
#include "support/three_wheelers.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "run/cars.h"
#include "support/two_wheel_states.h"
#include "vehicle/lean_model.h"

#include <kamm/act.h>
#include <math.h>

enum { LEFT, RIGHT };

static double load_of(const kamm_cars *cars, int w)
{
    return kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
}

static double lean_of(const kamm_cars *cars) { return -kamm_read(cars, 0, KAMM_CHANNEL_roll_rad); }

static void hold_upright(kamm_cars *cars)
{
    kamm_input *in = &kamm_inputs(cars)[0];
    in->brake = in->hand_brake = in->stand = 1;
    in->gear = 0;
}

/* -- modes -- */

#define HUB_ROW(wheel, member, by)                                                      \
    {                                                                                   \
        .kind = KAMM_LINEAR_ROW, .row = KAMM_ROW_WHEEL, .item = wheel,                  \
        .field = (int)(offsetof(struct wheel_rows, member) / sizeof(float)), .step = by \
    }
static const kamm_linear_state of_two[] = {TWO_WHEEL_STATES(1e-5)};
/* The hubs of a pair travel as it leans. */
static const kamm_linear_state of_three[] = {TWO_WHEEL_STATES(1e-5),
                                             SHIFT_ROW(2, 1e-5),
                                             HUB_ROW(0, travel_m, 1e-4),
                                             HUB_ROW(1, travel_m, 1e-4),
                                             HUB_ROW(0, travel_rate_mps, 1e-2),
                                             HUB_ROW(1, travel_rate_mps, 1e-2)};
enum { MOST_STATES = sizeof of_three / sizeof *of_three };

/* Hands off, straight ahead; returns how many there are, and the speed. */
static int find_modes(const kamm_vehicle_def *def, double *speed, double complex roots[MOST_STATES])
{
    const double interval_s = 0.02;
    double a[MOST_STATES * MOST_STATES];
    int pair = def->axles[0].wheels == KAMM_WHEELS_PAIR;
    int count = pair ? MOST_STATES : (int)(sizeof of_two / sizeof *of_two);
    kamm_error error = {0};
    kamm_ground ground = kamm_flat_ground;
    ground.plane.rolling_resistance = 0;
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &ground, 0, *speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    kamm_inputs(cars)[0].free_steering = 1;
    kamm_step(cars, &ground, 2 * (int)def->stepping.substeps_per_s);
    *speed = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    kamm_linear_def linear = {.states = pair ? of_three : of_two,
                              .state_count = count,
                              .substeps = (int)lround(interval_s * def->stepping.substeps_per_s)};
    must(kamm_linearise(cars, 0, &ground, &linear, a, NULL, NULL, NULL, &error), &error);
    find_eigenvalues(count, a, roots);
    for (int i = 0; i < count; ++i) roots[i] = clog(roots[i]) / interval_s;
    end_cars(cars);
    return count;
}

static int is_slow(double complex root)
{
    return cabs(root) < 80 && creal(root) > -25 && cimag(root) >= 0;
}

/* Weave, wobble and capsize of ever narrower pairs; what is left goes with the square of the track. */
static void a_narrow_pair_is_one_wheel(void **state)
{
    const double tracks_m[] = {0.8, 0.4, 0.2, 0.05};
    double off[4] = {0};
    (void)state;
    kamm_vehicle_def one = ridden_motorcycle(1200);
    for (int a = 0; a < 2; ++a) one.axles[a].tyre.linear.turn_slip = 0;
    for (int k = of_tier(1, 0); k < 2; ++k) {
        double complex two[MOST_STATES], three[MOST_STATES];
        double speed = k ? 15 : 6;
        int count = find_modes(&one, &speed, two);
        for (int t = 0; t < 4; ++t) {
            const kamm_vehicle_def def = with_tilting_pair(one, tracks_m[t]);
            double same = k ? 15 : 6;
            int found = find_modes(&def, &same, three);
            off[t] = 0;
            for (int i = 0; i < count; ++i)
                if (is_slow(two[i]))
                    off[t] = fmax(off[t], cabs(nearest_root(found, three, two[i]) - two[i]));
            print_message("%4.1f m/s, track %.3f m: modes differ by up to %.5f 1/s\n", speed,
                          tracks_m[t], off[t]);
        }
        expect_below(off[3], 0.006);
        expect_near(off[0] / off[1], 4, 1);
        expect_near(off[1] / off[2], 4, 1.2);
    }
}

/* That of its rider, whose pair is one wheel. */
static void the_riders_machine_has_its_modes(void **state)
{
    (void)state;
    for (int k = 0; k < of_tier(1, 2); ++k) {
        kamm_vehicle_def def = tilting_scooter(1200);
        double speed = k ? 6 : 18, a[LEAN_STATES][LEAN_STATES], b[LEAN_STATES];
        double complex full[MOST_STATES], linear[LEAN_STATES];
        struct lean_model lean;
        def.aero.frontal_area_m2 = 0;
        int count = find_modes(&def, &speed, full);
        kamm_model *model = compile_rung(&def, KAMM_FULL);
        kamm_find_lean_model(model, &lean);
        kamm_destroy_model(model);
        assert_true(kamm_lean_equations(&lean, speed, a, b));
        find_eigenvalues(LEAN_STATES, a[0], linear);
        for (int i = 0; i < LEAN_STATES; ++i) {
            if (!is_slow(linear[i])) continue;
            double complex own = nearest_root(count, full, linear[i]);
            double off = cabs(own - linear[i]) / fmax(cabs(linear[i]), 1);
            print_message("%4.1f m/s: %7.3f %+8.3fi, of full %7.3f %+8.3fi, %.1f %%\n", speed,
                          creal(linear[i]), cimag(linear[i]), creal(own), cimag(own), 100 * off);
            expect_below(off, 0.08);
        }
    }
}

/* -- the lock -- */

/* On mountings that hardly yield, with a body high above the road. */
static kamm_vehicle_def stiff(double track_m, double lock_nm)
{
    kamm_vehicle_def def =
        with_tilt_lock(with_tilting_pair(ridden_motorcycle(1200), track_m), lock_nm);
    def.body.ground_clearance_m = 0.5;
    def.axles[0].suspension.tilt_lock_nm_per_rad = 1e7;
    def.axles[0].suspension.tilt_lock_nms_per_rad = 1e4;
    for (int a = 0; a < 2; ++a) {
        def.axles[a].suspension.spring_n_per_m *= 20;
        def.axles[a].suspension.bump_damping_ns_per_m *= 5;
        def.axles[a].suspension.rebound_damping_ns_per_m *= 5;
        def.axles[a].tyre.vertical_stiffness_n_per_m *= 24;
        def.axles[a].tyre.lateral_stiffness_n_per_m *= 8;
        def.axles[a].brake_torque_nm = def.axles[a].hand_brake_torque_nm = 2000;
    }
    return def;
}

/* Returns the side gravity over the downward one at which a front wheel lifts or the lock slips. */
static double tilted_until_it_tips(const kamm_vehicle_def *def, int to_left, double most_rad)
{
    kamm_ground ground = kamm_plane_ground(0, 0, 3);
    kamm_cars *cars = start_cars(def, 1);
    double tangent = 0, step = 0.002;
    put_car(cars, 0, &ground, 0, 0, 0);
    hold_upright(cars);
    kamm_step(cars, &ground, 1200);
    while (fmin(load_of(cars, LEFT), load_of(cars, RIGHT)) > 1 && fabs(lean_of(cars)) < most_rad &&
           tangent < 2) {
        tangent += step;
        ground.gravity_mps2[1] = (float)((to_left ? 1 : -1) * tangent * GRAVITY_MPS2);
        kamm_step(cars, &ground, 240);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return tangent;
}

/* The line through a front wheel and the rear one passes the centre of gravity, a behind the front axle, at T/2 (1 - a/p) aside. */
static void a_locked_one_tips_as_a_rigid_triangle(void **state)
{
    const double tracks_m[] = {0.4, 0.8};
    (void)state;
    for (int n = 0; n < 4; n += of_tier(3, 1)) {
        const kamm_vehicle_def def = stiff(tracks_m[n / 2], 1e5);
        double share = 1 - def.body.cg_behind_front_axle_m / def.axles[1].behind_front_axle_m;
        double expected = def.axles[0].track_m / 2 * share / def.body.cg_height_m;
        double tips = tilted_until_it_tips(&def, n % 2, 0.05);
        print_message("track %.1f m: tips at %.4f g, closed form %.4f\n", def.axles[0].track_m,
                      tips, expected);
        expect_share(tips, expected, 0.03);
    }
}

/* The lock slips where the weight's moment m g h tan is its largest one; without a lock it falls at once. */
static void a_weak_lock_slips_and_none_holds_nothing(void **state)
{
    (void)state;
    for (int n = 0; n < 2; ++n) {
        kamm_vehicle_def def = stiff(0.8, n ? 100 : 200);
        double weight_nm = def.body.mass_kg * GRAVITY_MPS2 * def.body.cg_height_m;
        double slips = tilted_until_it_tips(&def, n, 0.004);
        print_message("a lock of %.0f N.m slips at %.4f g, closed form %.4f\n",
                      def.axles[0].suspension.tilt_lock_nm, slips,
                      def.axles[0].suspension.tilt_lock_nm / weight_nm);
        expect_near(slips, def.axles[0].suspension.tilt_lock_nm / weight_nm, 0.006);
        def.axles[0].suspension.tilt_lock_nm = 0;
        expect_below(tilted_until_it_tips(&def, n, 0.05), 0.1);
    }
}

/* -- rest, energy, momentum -- */

/* Locked and braked on slopes, at any rate, it stays where it is. */
static void locked_it_is_parked(void **state)
{
    const double slopes[][2] = {{0.1, 0}, {-0.1, 0}, {0, 0.06}, {0, -0.06}}, rates[] = {120, 600};
    (void)state;
    for (int n = 0; n < 8; n += of_tier(3, 1)) {
        const kamm_vehicle_def def = with_tilt_lock(tilting_scooter(rates[n / 4]), 2000);
        kamm_ground slope = kamm_plane_ground(slopes[n % 4][0], slopes[n % 4][1], 1);
        double start[3], now[3];
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &slope, 0.4, 0, 0);
        hold_upright(cars);
        kamm_step(cars, &slope, (int)(8 * rates[n / 4]));
        read_position(cars, 0, start);
        kamm_step(cars, &slope, (int)(of_tier(10, 600) * rates[n / 4]));
        read_position(cars, 0, now);
        print_message("%3.0f /s: moves by %.3f mm, leans by %.3f rad\n", rates[n / 4],
                      1e3 * distance_between(start, now), lean_of(cars));
        expect_below(distance_between(start, now), 1e-3);
        expect_below(fabs(lean_of(cars)), 0.12);
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
}

/* Hands off after a push until it lies; the lock grips and lets go meanwhile, if it has one. */
static void energy_only_falls(void **state)
{
    (void)state;
    for (int n = 0; n < 4; n += of_tier(3, 1)) {
        const kamm_vehicle_def def = with_tilt_lock(tilting_scooter(480), n % 2 ? 150 : 0);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, n / 2 ? 6 : 1, 0);
        const double push[3] = {0, 0.3 * def.body.mass_kg, 0};
        must(kamm_apply_impulse(cars, 0, push, NULL, NULL), NULL);
        kamm_inputs(cars)[0].free_steering = 1, kamm_inputs(cars)[0].gear = 0;
        double least = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), begun = least, rise = 0;
        for (int i = 0; i < 480 * 4 && fabs(lean_of(cars)) < 1.2; ++i) {
            kamm_inputs(cars)[0].stand = 0.5f * (float)(i / 60 % 3);
            kamm_step(cars, &kamm_flat_ground, 1);
            double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
            rise = fmax(rise, now - least), least = fmin(least, now);
        }
        print_message("falls by %.1f J to a lean of %.2f rad, rises by %.4f J\n", begun - least,
                      lean_of(cars), rise);
        assert_int_equal(kamm_fault(cars, 0), 0);
        expect_above(begun - least, 0.1);
        expect_below(rise, 2e-3 * (begun - least) + 1e-5 * fabs(begun));
        end_cars(cars);
    }
}

/* Nothing outside pushes it, whatever turns inside. */
static void momentum_stays_in_empty_space(void **state)
{
    const kamm_ground space = space_without_air(0);
    double linear[2][3], angular[2][3];
    (void)state;
    kamm_vehicle_def def = with_tilting_pair(ordinary_bicycle(), 0.5);
    def.front_assembly.damping_nms_per_rad = 0.3;
    kamm_cars *cars = float_two_wheeler(&def, &space);
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.5f);
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.4f);
    PUT_CAR_STATE(cars, 0, wheels[LEFT].spin_radps, 8.0f);
    PUT_CAR_STATE(cars, 0, wheels[RIGHT].spin_radps, 5.0f);
    kamm_inputs(cars)[0].steering_wheel_nm = 0.2f;
    momenta_of_two_wheeler(cars, linear[0], angular[0]);
    kamm_step(cars, &space, 240);
    momenta_of_two_wheeler(cars, linear[1], angular[1]);
    for (int i = 0; i < 3; ++i) {
        print_message("momenta %.5f to %.5f, %.5f to %.5f\n", linear[0][i], linear[1][i],
                      angular[0][i], angular[1][i]);
        expect_near(linear[1][i], linear[0][i], 2e-3);
        expect_near(angular[1][i], angular[0][i], 5e-3);
    }
    expect_above(fabs((double)CAR_STATE(cars, 0, car.steering_rad)), 0.05);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_narrow_pair_is_one_wheel),
        cmocka_unit_test(the_riders_machine_has_its_modes),
        cmocka_unit_test(a_locked_one_tips_as_a_rigid_triangle),
        cmocka_unit_test(a_weak_lock_slips_and_none_holds_nothing),
        cmocka_unit_test(locked_it_is_parked),
        cmocka_unit_test(energy_only_falls),
        cmocka_unit_test(momentum_stays_in_empty_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
