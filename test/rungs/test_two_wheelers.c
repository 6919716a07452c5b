/* Vehicles with two wheels in line, on full: which are refused and why, energy, mirror, widths, snapshots, and what turns the handlebar. The linear
 * bicycle is in test_whipple. */
#include "support/company.h"
#include "support/mirror.h"
#include "support/momentum.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/rungs.h"
#include "support/two_wheels.h"

#include "base/quaternion.h"
#include "base/vector_double.h"
#include "run/cars.h"
#include "vehicle/two_wheeler.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

static kamm_cars *ride(const kamm_vehicle_def *def, double speed)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    kamm_inputs(cars)[0].free_steering = 1;
    return cars;
}

static double steering(const kamm_cars *cars)
{
    return kamm_read(cars, 0, KAMM_CHANNEL_steering_wheel_rad);
}

/* -- what is refused -- */

static void rungs_without_lean_or_steered_front_refuse_it(void **state)
{
    const kamm_vehicle_def def = ordinary_bicycle();
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_error error = {0};
        kamm_model *model = kamm_create_model(&def, rung, &error);
        if (rung != KAMM_RIGID2D && rung != KAMM_DOUBLE_TRACK) {
            assert_non_null(model);
            kamm_destroy_model(model);
            continue;
        }
        assert_null(model);
        assert_int_equal(error.code, KAMM_ERROR_RANGE);
        if (!strstr(error.text, rung_name(rung)) ||
            !strstr(error.text, "allowed: on kinematic, single_track, full"))
            fail_msg("%s", error.text);
    }
}

static void what_does_not_make_a_two_wheeler_is_refused(void **state)
{
    kamm_vehicle_def def = ordinary_bicycle();
    (void)state;
    def.front_assembly.mass_kg = 0;
    expect_vehicle_refused(&def, "front_assembly.mass_kg: 0 kg");
    def = ordinary_bicycle(), def.steering.ratio = 2;
    expect_vehicle_refused(&def, "steering.ratio has to be 1");
    def = ordinary_bicycle(), def.axles[1].steer_share = -0.1;
    expect_vehicle_refused(&def, "axles[1].steer_share has to be 0");
    def = ordinary_bicycle(), def.steering.lock_rad = 1.21;
    expect_vehicle_refused(&def, "steering.lock_rad has to be up to 1.2");
    def = ordinary_bicycle(), def.front_assembly.mass_kg = 90;
    expect_vehicle_refused(&def, "none of a body for the rear");
    def = ordinary_bicycle(), def.axles[2] = def.axles[1], def.axles_count = 3;
    def.axles[2].behind_front_axle_m = 1.6;
    expect_vehicle_refused(&def, "all 3 axles have a single wheel");
    def = plain_car(), def.front_assembly.mass_kg = 10;
    expect_vehicle_refused(&def, "axles[0] has wheels on both sides");
}

/* -- laws -- */

static void energy_stays_in_free_fall(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const kamm_ground space = space_without_air(GRAVITY_MPS2);
    for (int rate = 240; rate <= 960; rate *= 2) {
        kamm_vehicle_def def = ordinary_bicycle();
        def.stepping.substeps_per_s = rate;
        kamm_cars *cars = float_two_wheeler(&def, &space);
        PUT_CAR_STATE(cars, 0, car.velocity_z_mps, 0.0f);
        PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.5f);
        PUT_CAR_STATE(cars, 0, car.pitch_rate_radps, -0.2f);
        PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.3f);
        PUT_CAR_STATE(cars, 0, car.steering_rate_radps, 1.2f);
        PUT_CAR_STATE(cars, 0, wheels[0].spin_radps, 4.0f);
        double begun = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), least = begun, most = begun;
        double steered = 0,
               turning = 0.5 * (0.28 * 16 + 11 * 0.25 + 16 * 0.04 + 6 * 0.09 + 0.3 * 1.44);
        for (int i = 0; i < rate; ++i) {
            kamm_step(cars, &space, 1);
            double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
            least = fmin(least, now), most = fmax(most, now);
            steered = fmax(steered, fabs(steering(cars)));
        }
        print_message("%3d /s: %.2f J, %+.5f to %+.5f, steered by up to %.2f rad\n", rate, turning,
                      least - begun, most - begun, steered);
        expect_above(steered, 0.2);
        expect_below(most - least, 5e-4 * turning); /* as much as floats have of the fall */
        end_cars(cars);
    }
}

/* The same in double: nothing outside pushes it, whatever turns inside. */
static void momentum_stays_in_empty_space(void **state)
{
    kamm_vehicle_def def = ordinary_bicycle();
    const kamm_ground space = space_without_air(0);
    double linear[2][3], angular[2][3];
    (void)state;
    def.front_assembly.damping_nms_per_rad = 0.3;
    kamm_cars *cars = float_two_wheeler(&def, &space);
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.5f);
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.4f);
    PUT_CAR_STATE(cars, 0, wheels[0].spin_radps, 8.0f);
    kamm_inputs(cars)[0].steering_wheel_nm = 0.2f; /* the rider's, who sits on it */
    momenta_of_two_wheeler(cars, linear[0], angular[0]);
    kamm_step(cars, &space, 240);
    momenta_of_two_wheeler(cars, linear[1], angular[1]);
    print_message("steered by %.2f rad; momenta off by %.2g N.s and %.2g N.m.s\n", steering(cars),
                  distance_between(linear[0], linear[1]), distance_between(angular[0], angular[1]));
    expect_above(fabs(steering(cars)), 0.2);
    expect_below(distance_between(linear[0], linear[1]), 2e-3);
    expect_below(distance_between(angular[0], angular[1]), 2e-3);
    end_cars(cars);
}

/* Without a force from outside the energy of a bicycle that rolls, weaves and rights itself only falls. */
static void energy_falls_while_it_rolls(void **state)
{
    const kamm_vehicle_def def = ordinary_bicycle();
    kamm_cars *cars = ride(&def, 5.2);
    (void)state;
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.1f);
    double least = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), rise = 0, begun = least;
    for (int i = 0; i < 240 * 3; ++i) {
        kamm_step(cars, &kamm_flat_ground, 1);
        double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
        rise = fmax(rise, now - least), least = fmin(least, now);
    }
    print_message("energy falls by %.2f J, and rises by %.4f J at most\n", begun - least, rise);
    assert_int_equal(kamm_fault(cars, 0), 0);
    expect_below(rise, 1e-4 * begun);
    end_cars(cars);
}

static void mirrored_torque_gives_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def def = ordinary_bicycle();
    kamm_cars *left = ride(&def, 5), *right = ride(&def, 5);
    (void)state;
    for (int frame = 0; frame < 300; ++frame) {
        float torque = (frame / 20 % 3 - 1) * 1.5f;
        kamm_inputs(left)[0].steering_wheel_nm = torque;
        kamm_inputs(right)[0].steering_wheel_nm = -torque;
        kamm_inputs(left)[0].free_steering = kamm_inputs(right)[0].free_steering = frame < 200;
        kamm_inputs(left)[0].steering_wheel_rad = 0.05f;
        kamm_inputs(right)[0].steering_wheel_rad = -0.05f;
        kamm_step(left, &kamm_flat_ground, 4);
        kamm_step(right, &kamm_flat_ground, 4);
        expect_mirror_images(left, right, frame);
    }
    assert_true(fabs(steering(left)) > 1e-3);
    end_cars(left);
    end_cars(right);
}

enum { COMPANY = 21 };

static void push_differently(kamm_cars *cars, int car, int number)
{
    put_car(cars, car, &kamm_flat_ground, 0.1 * number, 3 + 0.3 * number, 0);
    kamm_inputs(cars)[car].gear = 0;
    kamm_inputs(cars)[car].free_steering = number % 2 != 0;
    kamm_inputs(cars)[car].steering_wheel_nm = 0.2f * (float)(number % 5);
    kamm_inputs(cars)[car].steering_wheel_rad = 0.01f * (float)(number % 3);
    PUT_CAR_STATE(cars, car, car.roll_rate_radps, 0.02f * (float)(number - 10));
}

/* As one of many, of one model or of models of their own, and alone. */
static void all_widths_give_the_same_bits(void **state)
{
    static kamm_vehicle_def defs[COMPANY];
    (void)state;
    for (int mixed = 0; mixed < 2; ++mixed) {
        for (int i = 0; i < COMPANY; ++i) {
            defs[i] = ordinary_bicycle();
            if (!mixed) continue;
            defs[i].front_assembly.damping_nms_per_rad = 0.05 * i;
            defs[i].front_assembly.friction_nm = 0.02 * (i % 4);
        }
        expect_company_as_alone(defs, COMPANY, mixed, KAMM_FULL, push_differently, 480, 480);
    }
}

static void a_snapshot_goes_on_the_same_way(void **state)
{
    const kamm_vehicle_def def = ordinary_bicycle();
    kamm_cars *cars = ride(&def, 5), *other = ride(&def, 2);
    (void)state;
    kamm_inputs(cars)[0].steering_wheel_nm = kamm_inputs(other)[0].steering_wheel_nm = 0.5f;
    kamm_step(cars, &kamm_flat_ground, 101);
    expect_snapshot_goes_on(cars, other, 200);
    end_cars(cars);
    end_cars(other);
}

/* -- what turns the handlebar -- */

/* A torque to the left steers left at first; the machine then leans to the right, and turns there. */
static void counter_steering_leans_and_turns_the_other_way(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def def = ordinary_bicycle();
    (void)state;
    for (double speed = 5; speed <= 9; speed += 2) {
        kamm_cars *cars = ride(&def, speed);
        kamm_inputs(cars)[0].steering_wheel_nm = 0.5f;
        kamm_step(cars, &kamm_flat_ground, 12);
        expect_above(steering(cars), 1e-4);
        kamm_step(cars, &kamm_flat_ground, 468);
        print_message("%g m/s: leans by %.3f rad, turns by %.3f rad/s\n", speed,
                      kamm_read(cars, 0, KAMM_CHANNEL_roll_rad),
                      kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps));
        expect_above(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad), 0.01);
        expect_below(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps), -0.01);
        end_cars(cars);
    }
}

/* Lifted off the ground, a straight axis and a front that is balanced on it: a pendulum of nothing but what turns it. */
static kamm_vehicle_def balanced_front(void)
{
    kamm_vehicle_def def = ordinary_bicycle();
    def.axles[0].suspension.caster_rad = def.axles[0].suspension.trail_offset_m = 0;
    def.front_assembly.cg_behind_front_axle_m = 0;
    def.front_assembly.roll_yaw_product_kgm2 = 0;
    def.body.roll_inertia_kgm2 = def.body.pitch_inertia_kgm2 = def.body.yaw_inertia_kgm2 = 1e5;
    def.body.roll_yaw_product_kgm2 = 0;
    def.stepping.substeps_per_s = 960;
    return def;
}

/* Turns about its axis alone: closed forms of a damper, of friction, of hands that hold and of a stop. */
static void what_turns_it_obeys_closed_forms(void **state)
{
    NOT_IN_QUICK_TESTS();
    kamm_vehicle_def def = balanced_front();
    const double inertia = 0.00708 + 0.1405;
    const kamm_ground space = space_without_air(0);
    (void)state;
    def.front_assembly.damping_nms_per_rad = 0.5;
    kamm_cars *cars = float_two_wheeler(&def, &space);
    PUT_CAR_STATE(cars, 0, car.steering_rate_radps, 1.0f);
    kamm_step(cars, &space, 192);
    double rate = (double)CAR_STATE(cars, 0, car.steering_rate_radps);
    expect_share(rate, exp(-0.5 / inertia * 0.2), 0.01);
    expect_share(steering(cars), inertia / 0.5 * (1 - rate), 0.01);
    end_cars(cars);

    def.front_assembly.damping_nms_per_rad = 0, def.front_assembly.friction_nm = 0.4;
    cars = float_two_wheeler(&def, &space);
    PUT_CAR_STATE(cars, 0, car.steering_rate_radps, 1.0f);
    kamm_step(cars, &space, 960);
    expect_share(steering(cars), inertia / (2 * 0.4), 0.02);
    assert_true((double)CAR_STATE(cars, 0, car.steering_rate_radps) == 0);
    kamm_inputs(cars)[0].steering_wheel_nm = 0.39f; /* it holds that, to the bit */
    double held = steering(cars);
    kamm_step(cars, &space, 960);
    assert_true(steering(cars) == held);
    kamm_inputs(cars)[0].steering_wheel_nm = 0.5f;
    kamm_step(cars, &space, 96);
    expect_share(steering(cars) - held, 0.1 / inertia * 0.01 / 2, 0.02);
    end_cars(cars);

    def.front_assembly.friction_nm = 0;
    def.front_assembly.hands_nm_per_rad = 40, def.front_assembly.hands_nms_per_rad = 3;
    cars = float_two_wheeler(&def, &space);
    kamm_inputs(cars)[0].free_steering = 0;
    kamm_inputs(cars)[0].steering_wheel_rad = 0.2f;
    kamm_step(cars, &space, 1920);
    expect_near(steering(cars), 0.2, 1e-4);
    end_cars(cars);

    def.steering.lock_rad = 0.3;
    cars = float_two_wheeler(&def, &space);
    PUT_CAR_STATE(cars, 0, car.steering_rate_radps, 4.0f);
    double deepest = 0;
    for (int i = 0; i < 192; ++i) {
        kamm_step(cars, &space, 1);
        deepest = fmax(deepest, steering(cars));
    }
    rate = (double)CAR_STATE(cars, 0, car.steering_rate_radps);
    expect_below(deepest, 0.3 + 4 * sqrt(inertia / 2000));
    expect_above(rate, -4), expect_below(rate, -0.1);
    end_cars(cars);
}

/* -- a vehicle's file -- */

/* Hands that steer into the fall keep it up, as it gains speed by its rider's power after a push. */
static void the_file_of_the_benchmark_bicycle_rides(void **state)
{
    NOT_IN_QUICK_TESTS();
    kamm_error error = {0};
    kamm_model *model =
        kamm_load_model("test/reference/two_wheels/benchmark-bicycle.json", KAMM_FULL, &error);
    (void)state;
    if (!model) fail_msg("%s", error.text);
    kamm_model_info info = kamm_describe(model);
    expect_near(info.mass_kg, 94, 1e-9), expect_near(info.wheelbase_m, 1.02, 1e-9);
    expect_near(info.loaded_radius_m[0], 0.35, 1e-4);
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    assert_non_null(cars);
    put_car(cars, 0, &kamm_flat_ground, 0, 4, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].free_steering = 1;
    kamm_inputs(cars)[0].throttle = 0.5f;
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.1f);
    for (int frame = 0; frame < 600; ++frame) {
        double lean = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
        double rate = kamm_read(cars, 0, KAMM_CHANNEL_roll_rate_radps);
        kamm_inputs(cars)[0].steering_wheel_nm = (float)-(10 * lean + 3 * rate);
        kamm_step(cars, &kamm_flat_ground, 4);
        expect_below(fabs(lean), 0.05);
    }
    expect_below(fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)), 1e-3);
    expect_above(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 5.2);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rungs_without_lean_or_steered_front_refuse_it),
        cmocka_unit_test(what_does_not_make_a_two_wheeler_is_refused),
        cmocka_unit_test(energy_stays_in_free_fall),
        cmocka_unit_test(momentum_stays_in_empty_space),
        cmocka_unit_test(energy_falls_while_it_rolls),
        cmocka_unit_test(mirrored_torque_gives_mirrored_bits),
        cmocka_unit_test(all_widths_give_the_same_bits),
        cmocka_unit_test(a_snapshot_goes_on_the_same_way),
        cmocka_unit_test(counter_steering_leans_and_turns_the_other_way),
        cmocka_unit_test(what_turns_it_obeys_closed_forms),
        cmocka_unit_test(the_file_of_the_benchmark_bicycle_rides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
