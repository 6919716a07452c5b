/* The input assist on two wheels: keys ride a motorcycle and a bicycle. */
#include "support/mirror.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/two_wheels.h"

#include <kamm/input_assist.h>
#include <math.h>

static const double frame_s = 1.0 / 60;

static void play(kamm_cars *cars, const kamm_input_assist *assist,
                 const kamm_driver_request *request, double seconds)
{
    for (double t = 0; t < seconds - 1e-9; t += frame_s) {
        kamm_assist_input(assist, cars, 0, request, frame_s);
        kamm_step(cars, &kamm_flat_ground, 4);
    }
}

static kamm_vehicle_def vehicle(int number)
{
    return number ? ridden_motorcycle(240) : ridden_bicycle(240);
}

/* Accelerates, turns to both sides by whole keys, brakes, stands; then once more. */
static void keys_ride_it(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_input_assist assist = kamm_default_input_assist();
    (void)state;
    for (int number = 0; number < 2; ++number) {
        const kamm_vehicle_def def = vehicle(number);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
        for (int round = 0; round < 2; ++round) {
            kamm_driver_request request = {.throttle = 1};
            double yaw[2];
            play(cars, &assist, &request, 3);
            expect_above(read_channel(cars, KAMM_CHANNEL_speed_mps), number ? 10 : 3);
            request.throttle = number ? 0.1f : 0.5f;
            for (int side = 0; side < 2; ++side) {
                request.steer = side ? -1 : 1;
                play(cars, &assist, &request, 3);
                yaw[side] = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
                double lean = -request.steer * read_channel(cars, KAMM_CHANNEL_roll_rad);
                print_message("%d: %.1f m/s, leans by %.2f rad\n", number,
                              read_channel(cars, KAMM_CHANNEL_speed_mps), lean);
                expect_above(lean, 0.25);
                expect_below(lean, number ? 0.95 : 0.8); /* where the tyres let go */
            }
            expect_above(yaw[0], 0.1), expect_below(yaw[1], -0.1);
            request = (kamm_driver_request){.steer = 1, .brake = 1};
            play(cars, &assist, &request, 0.3);
            request.steer = 0;
            play(cars, &assist, &request, 6);
            request.brake = 0;
            play(cars, &assist, &request, 3);
            expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 0.05);
            expect_below(fabs(read_channel(cars, KAMM_CHANNEL_roll_rad)), 0.1);
        }
        end_cars(cars);
    }
}

/* Whole throttle and whole brake with both wheels on the road, or nearly so. */
static void it_neither_loops_nor_goes_over_the_front(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_input_assist assist = kamm_default_input_assist();
    kamm_vehicle_def def = ridden_motorcycle(240);
    (void)state;
    def.axles[1].motor.peak_nm = 1200, def.axles[1].motor.power_w = 100000;
    def.axles[0].brake_torque_nm = 1500;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    double most = 0;
    for (int i = 0; i < 60; ++i) {
        const kamm_driver_request request = {.throttle = i < 30, .brake = i >= 30};
        play(cars, &assist, &request, 0.1);
        most = fmax(most, fabs(read_channel(cars, KAMM_CHANNEL_pitch_rad)));
    }
    print_message("pitches by up to %.3f rad\n", most);
    expect_below(most, 0.3);
    expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 8);
    end_cars(cars);
}

/* Without strength the request is the handlebar's angle, held by the hands. */
static void without_strength_hands_hold_the_angle(void **state)
{
    const kamm_vehicle_def def = vehicle(1);
    kamm_input_assist assist = kamm_default_input_assist();
    const kamm_driver_request request = {.steer = 0.01f};
    kamm_cars *cars = start_cars(&def, 1);
    (void)state;
    assist.strength = 0;
    put_car(cars, 0, &kamm_flat_ground, 0, 10, 0);
    kamm_inputs(cars)[0].free_steering = 1;
    play(cars, &assist, &request, 0.2);
    assert_true(kamm_inputs(cars)[0].free_steering < 0.5f);
    expect_near(kamm_inputs(cars)[0].steering_wheel_rad, 0.01 * def.steering.lock_rad, 1e-6);
    end_cars(cars);
}

static void mirrored_keys_give_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_input_assist assist = kamm_default_input_assist();
    const kamm_vehicle_def def = vehicle(1);
    kamm_cars *left = start_cars(&def, 1), *right = start_cars(&def, 1);
    (void)state;
    put_car(left, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    put_car(right, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 500; ++frame) {
        kamm_driver_request request = {.steer = (float)(frame / 70 % 3 - 1),
                                       .throttle = frame<300, .brake = frame> 350};
        kamm_assist_input(&assist, left, 0, &request, frame_s);
        request.steer = -request.steer;
        kamm_assist_input(&assist, right, 0, &request, frame_s);
        kamm_step(left, &kamm_flat_ground, 4), kamm_step(right, &kamm_flat_ground, 4);
        expect_mirror_images(left, right, frame);
    }
    end_cars(left);
    end_cars(right);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_ride_it),
        cmocka_unit_test(it_neither_loops_nor_goes_over_the_front),
        cmocka_unit_test(without_strength_hands_hold_the_angle),
        cmocka_unit_test(mirrored_keys_give_mirrored_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
