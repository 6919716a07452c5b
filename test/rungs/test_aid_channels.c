/* What the aids tell of themselves: engine_cut, stability_brake, brake_release. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

struct told {
    double engine_cut, stability_brake, brake_release;
};

static struct told told_by(const kamm_cars *cars)
{
    struct told told = {kamm_read(cars, 0, KAMM_CHANNEL_engine_cut),
                        kamm_read(cars, 0, KAMM_CHANNEL_stability_brake), 0};
    for (int w = 0; w < wheels_of(cars, 0); ++w)
        told.brake_release =
            fmax(told.brake_release, kamm_read_wheel(cars, 0, w, KAMM_WHEEL_brake_release));
    return told;
}

static void expect_shares(struct told told)
{
    assert_true(told.engine_cut >= 0 && told.engine_cut <= 1);
    assert_true(told.stability_brake >= 0 && told.stability_brake <= 1);
    assert_true(told.brake_release >= 0 && told.brake_release <= 1);
}

/* The most of each over some seconds on a level plane. */
static struct told most_told(const kamm_vehicle_def *def, double friction, double speed_mps,
                             kamm_input input, double seconds)
{
    kamm_ground ground = kamm_plane_ground(0, 0, friction);
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &ground, 0, speed_mps, 0);
    kamm_inputs(cars)[0] = input;
    struct told most = {0, 0, 0};
    for (int frame = 0; frame < (int)(seconds * 60); ++frame) {
        kamm_step(cars, &ground, 4);
        struct told now = told_by(cars);
        expect_shares(now);
        most.engine_cut = fmax(most.engine_cut, now.engine_cut);
        most.stability_brake = fmax(most.stability_brake, now.stability_brake);
        most.brake_release = fmax(most.brake_release, now.brake_release);
    }
    end_cars(cars);
    return most;
}

enum aid { NONE, ABS, TCS, ESC };

/* With brakes that lock all wheels, and one aid. */
static kamm_vehicle_def with_aid(int vehicle, enum aid aid)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = 240;
    def.aids.abs = aid == ABS;
    def.aids.ebd = 0;
    def.aids.tcs = aid == TCS;
    def.aids.tcs_brakes = 0;
    def.aids.esc = aid == ESC;
    return def;
}

static kamm_input pressed(double throttle, double brake, double steering_wheel_rad)
{
    return (kamm_input){.steering_wheel_rad = (float)steering_wheel_rad,
                        .throttle = (float)throttle,
                        .brake = (float)brake,
                        .gear = KAMM_GEAR_DRIVE};
}

static void anti_lock_brakes_tell_what_they_let_go(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
        for (int kind = KAMM_ABS_SLIP; kind <= KAMM_ABS_CYCLES; ++kind) {
            kamm_vehicle_def with = with_aid(vehicle, ABS), without = with_aid(vehicle, NONE);
            with.aids.abs_kind = kind;
            kamm_input stop = pressed(0, 1, 0);
            expect_above(most_told(&with, 0.3, 20, stop, 1).brake_release, 0.1);
            assert_true(most_told(&without, 0.3, 20, stop, 1).brake_release == 0);
            assert_true(most_told(&with, 0.3, 20, pressed(0, 0, 0), 1).brake_release == 0);
        }
}

static void traction_control_tells_what_it_cuts(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_input start = pressed(1, 0, 0);
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1)) {
        kamm_vehicle_def with = with_aid(vehicle, TCS), without = with_aid(vehicle, NONE);
        if (!has_geared_engine(&with)) continue; /* motors are cut each for itself */
        expect_above(most_told(&with, 0.1, 0.5, start, 2).engine_cut, 0.1);
        assert_true(most_told(&without, 0.1, 0.5, start, 2).engine_cut == 0);
    }
}

static void stability_control_tells_what_it_brakes(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1)) {
        kamm_vehicle_def with = with_aid(vehicle, ESC), without = with_aid(vehicle, NONE);
        double locked_rad = with.steering.lock_rad;
        kamm_input swerve = pressed(0, 0, 0.7 * locked_rad);
        struct told left = most_told(&with, 0.5, 20, swerve, 2);
        expect_above(left.stability_brake, 0.02);
        if (has_geared_engine(&with)) expect_above(left.engine_cut, 0.02);
        assert_true(most_told(&without, 0.5, 20, swerve, 2).stability_brake == 0);
        assert_true(most_told(&with, 0.5, 20, pressed(0, 0, 0), 1).stability_brake == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anti_lock_brakes_tell_what_they_let_go),
        cmocka_unit_test(traction_control_tells_what_it_cuts),
        cmocka_unit_test(stability_control_tells_what_it_brakes),
    };
    return cmocka_run_group_tests_name("aid_channels", tests, NULL, NULL);
}
