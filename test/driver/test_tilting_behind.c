/* A tilting pair behind a single front wheel (rungs/full/tilt.h): beside the one wheel that it becomes as its track narrows, the closed form of
 * a locked one that tips over, energy, a rider, bits, the rungs below `full`. */
#include "support/drive.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/riding.h"
#include "support/three_wheelers.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "run/cars.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>

enum { FRONT, LEFT, RIGHT, WHEELS, CALLS_PER_S = 60 };

static double lean_of(const kamm_cars *cars) { return -kamm_read(cars, 0, KAMM_CHANNEL_roll_rad); }

static double of_wheel(const kamm_cars *cars, int w, kamm_wheel_channel channel)
{
    return kamm_read_wheel(cars, 0, w, channel);
}

/* A scooter with a pair in the place of its rear wheel, driven by a differential. */
static kamm_vehicle_def scooter(double substeps_per_s, double track_m)
{
    kamm_vehicle_def def = car_named("honda-pcx125-2011");
    def.stepping.substeps_per_s = substeps_per_s;
    def.stand.foot_left_m = 0;
    def.axles[1].suspension.swing_arm.pivot_ahead_m = 0;
    return with_tilting_pair_behind(def, track_m);
}

/* -- beside one wheel -- */

/* A push at the handlebar, hands off: how it leans, every tenth of a second. */
enum { TENTHS = 10 };
static void find_leans(const kamm_vehicle_def *def, double speed, double leans[TENTHS])
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_input *in = &kamm_inputs(cars)[0];
    in->gear = 0, in->free_steering = 1;
    int substeps = (int)def->stepping.substeps_per_s / 10;
    kamm_step(cars, &kamm_flat_ground, 5 * substeps);
    in->steering_wheel_nm = 4;
    for (int i = 0; i < TENTHS; ++i) {
        kamm_step(cars, &kamm_flat_ground, substeps);
        in->steering_wheel_nm = 0;
        leans[i] = lean_of(cars);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

/* What is left goes with the square of the track. */
static void a_narrow_pair_is_one_wheel(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double tracks_m[] = {0.8, 0.4, 0.05};
    kamm_vehicle_def one = ridden_motorcycle(600);
    double alone[TENTHS], leans[TENTHS], off[3] = {0}, most = 0;
    (void)state;
    for (int a = 0; a < 2; ++a) one.axles[a].tyre.linear.turn_slip = 0;
    find_leans(&one, 12, alone);
    for (int t = 0; t < 3; ++t) {
        const kamm_vehicle_def def = with_tilting_pair_behind(one, tracks_m[t]);
        find_leans(&def, 12, leans);
        for (int i = 0; i < TENTHS; ++i) {
            off[t] = fmax(off[t], fabs(leans[i] - alone[i]));
            most = fmax(most, fabs(alone[i]));
        }
        print_message("track %.2f m: leans by up to %.4f rad, off by %.6f\n", tracks_m[t], most,
                      off[t]);
    }
    expect_above(most, 0.02);
    expect_below(off[2], 2e-3 * most);
    expect_near(off[0] / off[1], 4, 1.2);
}

/* -- the lock -- */

/* The line through a rear wheel and the front one passes the centre of gravity, a behind the front axle, at T/2 a/p aside. */
static void a_locked_one_tips_as_a_rigid_triangle(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int to_left = 0; to_left < 2; ++to_left) {
        kamm_vehicle_def def =
            with_tilt_lock(with_tilting_pair_behind(ridden_motorcycle(1200), 0.8), 0);
        kamm_suspension_def *s = &def.axles[1].suspension;
        def.body.ground_clearance_m = 0.5;
        s->tilt_lock_nm = 1e5, s->tilt_lock_nm_per_rad = 1e7, s->tilt_lock_nms_per_rad = 1e4;
        for (int a = 0; a < 2; ++a) {
            def.axles[a].suspension.spring_n_per_m *= 20;
            def.axles[a].suspension.bump_damping_ns_per_m *= 5;
            def.axles[a].suspension.rebound_damping_ns_per_m *= 5;
            def.axles[a].tyre.vertical_stiffness_n_per_m *= 24;
            def.axles[a].tyre.lateral_stiffness_n_per_m *= 8;
            def.axles[a].brake_torque_nm = def.axles[a].hand_brake_torque_nm = 2000;
        }
        kamm_ground ground = kamm_plane_ground(0, 0, 3);
        kamm_cars *cars = start_cars(&def, 1);
        kamm_input *in = &kamm_inputs(cars)[0];
        double tangent = 0, least_n = INFINITY;
        put_car(cars, 0, &ground, 0, 0, 0);
        in->brake = in->hand_brake = in->stand = 1, in->gear = 0;
        kamm_step(cars, &ground, 1200);
        while (least_n > 1 && tangent < 2) {
            tangent += 0.004;
            ground.gravity_mps2[1] = (float)((to_left ? 1 : -1) * tangent * GRAVITY_MPS2);
            kamm_step(cars, &ground, 240);
            least_n = fmin(of_wheel(cars, LEFT, KAMM_WHEEL_load_n),
                           of_wheel(cars, RIGHT, KAMM_WHEEL_load_n));
        }
        double share = def.body.cg_behind_front_axle_m / def.axles[1].behind_front_axle_m;
        double expected = def.axles[1].track_m / 2 * share / def.body.cg_height_m;
        print_message("tips at %.4f g, closed form %.4f\n", tangent, expected);
        expect_share(tangent, expected, 0.03);
        end_cars(cars);
    }
}

/* -- energy -- */

/* Hands off after a push until it lies; the lock grips and lets go meanwhile. */
static void energy_only_falls(void **state)
{
    (void)state;
    for (int n = 0; n < 2; ++n) {
        const kamm_vehicle_def def = scooter(480, 0.5);
        kamm_vehicle_def own = def;
        own.axles[1].suspension.tilt_lock_nm = n ? 150 : 0;
        kamm_cars *cars = start_cars(&own, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, n ? 1 : 5, 0);
        const double push[3] = {0, 0.3 * own.body.mass_kg, 0};
        must(kamm_apply_impulse(cars, 0, push, NULL, NULL), NULL);
        kamm_inputs(cars)[0].free_steering = 1, kamm_inputs(cars)[0].gear = 0;
        double least = INFINITY, begun = 0, rise = 0;
        for (int i = 0; i < 480 * 4 && fabs(lean_of(cars)) < 1.2; ++i) {
            kamm_inputs(cars)[0].stand = 0.5f * (float)(i / 60 % 3);
            kamm_step(cars, &kamm_flat_ground, 1);
            double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
            double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
                         0.5 * own.engine.inertia_kgm2 * engine * engine;
            if (i == 0) begun = now;
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

/* -- riders -- */

static void ride_turn(double speed, double share, double rate)
{
    const kamm_vehicle_def def = scooter(rate, 0.5);
    kamm_ride_request request = kamm_default_ride_request();
    kamm_cars *cars = start_cars(&def, 1);
    const kamm_model *model = kamm_model_of(cars, 0);
    const kamm_model_info info = kamm_describe(model);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    for (int frame = 0; frame < 8 * CALLS_PER_S; ++frame) {
        double yaw = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad);
        double push = 8 * info.mass_kg * (speed - kamm_read(cars, 0, KAMM_CHANNEL_speed_mps));
        const double force[3] = {push * cos(yaw), push * sin(yaw), 0};
        must(kamm_apply_force(cars, 0, force, NULL, NULL), NULL);
        request.curvature_per_m = frame < 30 ? 0 : share * GRAVITY_MPS2 / (speed * speed);
        must(kamm_ride(cars, 0, &request, 1.0 / CALLS_PER_S, NULL), NULL);
        kamm_step(cars, &kamm_flat_ground, (int)rate / CALLS_PER_S);
    }
    double across = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_y_mps2), lean = lean_of(cars);
    double inner_m = speed * speed / across, outer_m = inner_m + info.cg_height_m * sin(lean);
    double wanted = -kamm_lean_in_turn_rad(model, speed * outer_m / inner_m, 1 / outer_m);
    double off = 1 / (outer_m * request.curvature_per_m) - 1;
    double left_n = of_wheel(cars, LEFT, KAMM_WHEEL_load_n),
           right_n = of_wheel(cars, RIGHT, KAMM_WHEEL_load_n);
    double apart_m =
        of_wheel(cars, LEFT, KAMM_WHEEL_travel_m) - of_wheel(cars, RIGHT, KAMM_WHEEL_travel_m);
    print_message("%4.1f m/s, %+.2f g, %3.0f /s: leans by %.4f, %.4f by the call; curvature off by "
                  "%.1f %%; loads apart by %.3f\n",
                  speed, share, rate, lean, wanted, 100 * off, left_n / right_n - 1);
    expect_near(lean, wanted, 0.035);
    expect_below(fabs(off), 0.08);
    expect_near(left_n / right_n, 1, 0.2);
    expect_near(apart_m, 0.5 * tan(lean), 0.02);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

static void riders_turn_with_the_lean_of_the_closed_form(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double speeds[] = {5, 10, 18}, rates[] = {120, 240, 600};
    (void)state;
    for (int n = 0; n < 9; n += of_tier(5, 1))
        ride_turn(speeds[n % 3], (n / 3 % 2 ? -1 : 1) * (n % 2 ? 0.15 : 0.35), rates[n / 3]);
}

/* -- bits -- */

static void ride_bend(kamm_cars *cars, int car, int frame, double sign)
{
    kamm_ride_request request = kamm_default_ride_request();
    double v = fmax(2, kamm_read(cars, car, KAMM_CHANNEL_speed_mps));
    request.curvature_per_m = sign * (frame % 80 < 40 ? 1 : -0.5) * (1 + 0.1 * car) / (v * v);
    kamm_input *in = &kamm_inputs(cars)[car];
    must(kamm_ride(cars, car, &request, 1.0 / CALLS_PER_S, NULL), NULL);
    in->throttle = frame > 50 && frame < 80 ? 0.5f : 0;
    in->brake = frame >= 90 ? 0.2f : 0;
    in->stand = frame >= 100 ? 0.3f : 0;
}

static void mirrored_rides_have_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    kamm_vehicle_def def = scooter(240, 0.5);
    (void)state;
    def.axles[1].suspension.tilt_lock_nm = 500;
    kamm_cars *left = start_cars(&def, 1), *right = start_cars(&def, 1);
    put_car(left, 0, &kamm_flat_ground, 0, 8, KAMM_GEAR_DRIVE);
    put_car(right, 0, &kamm_flat_ground, 0, 8, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < of_tier(110, 300); ++frame) {
        ride_bend(left, 0, frame, 1), ride_bend(right, 0, frame, -1);
        kamm_step(left, &kamm_flat_ground, 4);
        kamm_step(right, &kamm_flat_ground, 4);
        expect_mirror_images(left, right, frame);
    }
    assert_int_equal(kamm_fault(left, 0), 0);
    end_cars(left);
    end_cars(right);
}

static uint64_t hash_of_rides(int width)
{
    enum { CARS = 9 };
    static kamm_vehicle_def defs[CARS];
    assert_int_equal(kamm_set_width(width, NULL), KAMM_OK);
    for (int i = 0; i < CARS; ++i) {
        defs[i] = scooter(240, 0.4 + 0.02 * i);
        defs[i].axles[1].suspension.tilt_lock_nm = 50 * i;
    }
    kamm_cars *cars = start_mixed_cars(defs, CARS);
    for (int i = 0; i < CARS; ++i)
        put_car(cars, i, &kamm_flat_ground, 0.2 * i, 3 + 0.7 * i, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 60; ++frame) {
        for (int i = 0; i < CARS; ++i) ride_bend(cars, i, frame, i % 2 ? 1 : -1);
        kamm_step(cars, &kamm_flat_ground, 4);
    }
    return hash_after_snapshot(cars, 20);
}

static void all_widths_and_snapshots_have_the_same_bits(void **state)
{
    (void)state;
    expect_same_hash_at_all_widths(hash_of_rides);
}

/* -- the rungs below -- */

static void a_ride_goes_on_upwards_and_downwards(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def def = scooter(240, 0.5);
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double side = -3; side <= 3; side += 3) {
            kamm_cars *low = ride(&def, ridden[r], 12), *full = start_rung(&def, KAMM_FULL, 1);
            kamm_wheel_pose wheel[WHEELS];
            ride_curve(low, &kamm_flat_ground, side / 144, 12, 3);
            kamm_read_pose(low, 0, 1, NULL, wheel);
            expect_near(wheel[LEFT].travel_m - wheel[RIGHT].travel_m, 0.5 * tan(lean_of(low)),
                        1e-4);
            kamm_hand_over(low, 0, full, 0);
            expect_near(lean_of(full), lean_of(low), 2e-3);
            expect_near(of_wheel(full, LEFT, KAMM_WHEEL_load_n) /
                            of_wheel(full, RIGHT, KAMM_WHEEL_load_n),
                        1, 0.1);
            expect_near(of_wheel(full, LEFT, KAMM_WHEEL_travel_m) -
                            of_wheel(full, RIGHT, KAMM_WHEEL_travel_m),
                        0.5 * tan(lean_of(low)), 4e-3);
            kamm_hand_over(full, 0, low, 0);
            expect_near(lean_of(low), lean_of(full), 2e-3);
            expect_near(kamm_read(low, 0, KAMM_CHANNEL_speed_mps),
                        kamm_read(full, 0, KAMM_CHANNEL_speed_mps), 0.01);
            end_cars(low);
            end_cars(full);
        }
}

static void what_does_not_tilt_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = scooter(240, 0.5);
    def.axles[1].suspension.anti_roll_bar_n_per_m = 1000;
    expect_vehicle_refused(&def, "axles[1].suspension.tilting: of wheels that lean with the body");
    def = scooter(240, 0.5), def.axles[1].suspension.tilting = 0;
    expect_vehicle_refused(&def, "axles[1] has wheels on both sides");
    def = scooter(240, 0.5), def.front_assembly.mass_kg = 0;
    expect_vehicle_refused(&def, "tilting wheels are balanced by their steering");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_narrow_pair_is_one_wheel),
        cmocka_unit_test(a_locked_one_tips_as_a_rigid_triangle),
        cmocka_unit_test(energy_only_falls),
        cmocka_unit_test(riders_turn_with_the_lean_of_the_closed_form),
        cmocka_unit_test(mirrored_rides_have_mirrored_bits),
        cmocka_unit_test(all_widths_and_snapshots_have_the_same_bits),
        cmocka_unit_test(a_ride_goes_on_upwards_and_downwards),
        cmocka_unit_test(what_does_not_tilt_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
