/* Two-wheelers on the rungs below `full`: poses and channels, the bits in any company, what is refused. */
#include "support/company.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/riding.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>
#include <string.h>

/* Wheels stand on the road whatever the lean, and channels tell of the place where the body is drawn. */
static void poses_and_channels_are_of_the_leaning_machine(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r) {
        kamm_vehicle_def def = coasting(machine_of_file("sport-1000"));
        kamm_cars *cars = ride(&def, ridden[r], 14);
        double before[3] = {0}, roll = 0;
        for (int i = 0; i < 480; ++i) {
            kamm_pose body;
            kamm_wheel_pose wheel[2];
            kamm_inputs(cars)[0].steering_wheel_rad = i < 240 ? 0.06f : -0.04f;
            kamm_step(cars, &kamm_flat_ground, 1);
            kamm_read_pose(cars, 0, 1, &body, wheel);
            double lean = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad), at[3];
            for (int w = 0; w < 2; ++w) {
                double radius = info_of(cars).loaded_radius_m[w];
                double crown = def.axles[w].tyre.crown_radius_m;
                double low = wheel[w].pose.position_m[2] - (radius - crown) * cos(lean) - crown;
                expect_below(fabs(low), 0.012);
            }
            read_position(cars, 0, at);
            if (i) {
                double v = distance_between(at, before) * 240;
                expect_near(v, kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 0.05);
                expect_near((lean - roll) * 240, kamm_read(cars, 0, KAMM_CHANNEL_roll_rate_radps),
                            0.05);
            }
            memcpy(before, at, sizeof before), roll = lean;
        }
        expect_above(fabs(roll), 0.1);
        end_cars(cars);
    }
}

/* -- bits -- */

static void mirrored_rides_have_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r) {
        kamm_cars *left = ride(&def, ridden[r], 12), *right = ride(&def, ridden[r], 12);
        for (int frame = 0; frame < 300; ++frame) {
            float steer = (float)(frame / 30 % 3 - 1) * 0.05f;
            kamm_cars *both[2] = {left, right};
            for (int i = 0; i < 2; ++i) {
                kamm_input *in = &kamm_inputs(both[i])[0];
                in->steering_wheel_rad = i ? -steer : steer;
                in->gear = KAMM_GEAR_DRIVE;
                in->throttle = frame % 90 < 40 ? 0.6f : 0;
                in->brake = frame % 90 > 70 ? 0.7f : 0;
                kamm_step(both[i], &kamm_flat_ground, 4);
            }
            expect_mirror_images(left, right, frame);
        }
        end_cars(left);
        end_cars(right);
    }
}

enum { COMPANY = 19 };

static void all_widths_give_the_same_bits(void **state)
{
    static kamm_vehicle_def defs[COMPANY];
    (void)state;
    for (int i = 0; i < COMPANY; ++i) {
        defs[i] = machine_of_file("sport-1000");
        defs[i].body.cg_height_m += 0.005 * i;
    }
    for (int r = 0; r < RIDDEN * 2; ++r) {
        kamm_rung rung = ridden[r % 2];
        int mixed = r / 2;
        expect_company_as_alone(defs, COMPANY, mixed, rung, ride_differently, 480, 32);
    }
}

static void a_snapshot_goes_on_the_same_way(void **state)
{
    const kamm_vehicle_def def = machine_of_file("sport-1000");
    (void)state;
    for (int r = 0; r < RIDDEN; ++r) {
        kamm_cars *cars = ride(&def, ridden[r], 15), *other = ride(&def, ridden[r], 2);
        kamm_inputs(cars)[0].steering_wheel_rad = kamm_inputs(other)[0].steering_wheel_rad = 0.04f;
        kamm_step(cars, &kamm_flat_ground, 101);
        expect_snapshot_goes_on(cars, other, 200);
        end_cars(cars);
        end_cars(other);
    }
}

/* From rest up and down again, over all that a player does: no fault, and upright at the end. */
static void any_ride_ends_well(void **state)
{
    struct noise noise = {7};
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (int rate = 60; rate <= 240; rate *= 2) {
            kamm_vehicle_def def = machine_of_file("sport-1000");
            def.stepping.substeps_per_s = rate;
            kamm_cars *cars = ride(&def, ridden[r], 0);
            kamm_input *in = &kamm_inputs(cars)[0];
            in->gear = KAMM_GEAR_DRIVE;
            for (int i = 0; i < of_tier(150, 3000); ++i) {
                if (i % 10 == 0) {
                    in->steering_wheel_rad = (float)noise_between(&noise, -0.6, 0.6);
                    in->throttle = (float)noise_between(&noise, 0, 1);
                    in->brake = (float)fmax(noise_between(&noise, -2, 1), 0);
                }
                kamm_step(cars, &kamm_flat_ground, rate / 20);
                expect_below(fabs(lean_of_car(cars)), 0.95);
                assert_int_equal(kamm_fault(cars, 0), 0);
            }
            memset(in, 0, sizeof *in);
            in->brake = 1;
            kamm_step(cars, &kamm_flat_ground, rate * 20);
            expect_below(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 1e-3);
            expect_below(fabs(lean_of_car(cars)), 1e-4);
            end_cars(cars);
        }
}

/* -- what is refused -- */

static void what_has_no_lean_is_refused(void **state)
{
    kamm_vehicle_def def = machine_of_file("sport-1000");
    kamm_error error = {0};
    (void)state;
    assert_null(kamm_create_model(&def, KAMM_DOUBLE_TRACK, &error));
    assert_non_null(strstr(error.text, "allowed: on kinematic, single_track, full"));
    def.single_track.equations = KAMM_EQUATIONS_COMMONROAD;
    assert_null(kamm_create_model(&def, KAMM_SINGLE_TRACK, &error));
    assert_non_null(strstr(error.text, "single_track.equations: commonroad, which has no lean"));
    def.single_track.equations = KAMM_EQUATIONS_LINEAR;
    kamm_cars *cars = ride(&def, KAMM_SINGLE_TRACK, 15);
    ride_curve(cars, &kamm_flat_ground, 0.02, 15, 4);
    expect_near(lean_of_car(cars), closed_form_lean(cars, level_speed(cars) * yaw_rate(cars)),
                0.01);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_and_channels_are_of_the_leaning_machine),
        cmocka_unit_test(mirrored_rides_have_mirrored_bits),
        cmocka_unit_test(all_widths_give_the_same_bits),
        cmocka_unit_test(a_snapshot_goes_on_the_same_way),
        cmocka_unit_test(any_ride_ends_well),
        cmocka_unit_test(what_has_no_lean_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
