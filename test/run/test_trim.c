/* Steady states: that they are, and the closed form of a car on one track. */
#include "support/quick.h"
#include "support/refused.h"
#include "support/rungs.h"

#include <kamm/io/vehicle_file.h>
#include <kamm/linear.h>
#include <math.h>

static kamm_model *model_of(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static kamm_cars *trim(const kamm_model *model, const kamm_trim_target *target,
                       kamm_trim_result *result)
{
    kamm_error error = {0};
    kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, target, result, &error);
    if (!cars) fail_msg("%s", error.text);
    return cars;
}

static double lateral_of(const kamm_cars *cars)
{
    return kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) *
           kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
}

/* With the inputs held, nothing moves on: on every rung, both ways round and straight. */
static void the_state_stays_when_the_inputs_are_held(void **unused)
{
    NOT_IN_QUICK_TESTS();
    static kamm_vehicle_file file;
    kamm_error error;
    const double wanted[] = {-4, 0, 3};
    (void)unused;
    if (kamm_load_vehicle("nissan-micra", &file, NULL, &error)) fail_msg("%s", error.text);
    for (EACH_RUNG(rung)) {
        kamm_model *model = model_of(&file.def, rung);
        for (int i = 0; i < 3; ++i) {
            kamm_trim_target target = {.speed_mps = 20, .lateral_mps2 = wanted[i]};
            kamm_trim_result result;
            kamm_cars *cars = trim(model, &target, &result);
            expect_near(result.speed_mps, 20, 0.021);
            expect_near(result.lateral_mps2, wanted[i], fmax(1e-3, 1.1e-3 * fabs(wanted[i])));
            assert_true(result.input.brake < 0.05f);
            drive_for(cars, &kamm_flat_ground, 3);
            print_message(
                "%s, %g m/s2: after %.1f s, steering wheel %.3f rad, throttle %.3f; 3 s later "
                "%.4f m/s, %.4f m/s2\n",
                rung_name(rung), wanted[i], result.time_s, (double)result.input.steering_wheel_rad,
                (double)result.input.throttle, kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
                lateral_of(cars));
            expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 20, 0.1);
            expect_near(lateral_of(cars), wanted[i], 0.03);
            kamm_destroy_cars(cars);
        }
        kamm_destroy_model(model);
    }
}

/* Linear side forces: the road wheels' angle is (L + K v^2) / R with K = (1 / front - 1 / rear) / g. */
static void steering_is_that_of_the_linear_car(void **unused)
{
    kamm_vehicle_def def = plain_car();
    (void)unused;
    def.single_track.equations = KAMM_EQUATIONS_LINEAR;
    def.single_track.friction = 1;
    def.single_track.front_cornering_per_rad = 15;
    def.single_track.rear_cornering_per_rad = 20;
    def.aero.frontal_area_m2 = 0;
    for (int axle = 0; axle < 2; ++axle) def.axles[axle].tyre.qsy1 = 0;
    kamm_model *model = model_of(&def, KAMM_SINGLE_TRACK);
    kamm_model_info info = kamm_describe(model);
    kamm_trim_target target = {.speed_mps = 25, .lateral_mps2 = 1.5};
    kamm_trim_result result;
    kamm_destroy_cars(trim(model, &target, &result));
    double k = (1 / 15.0 - 1 / 20.0) / 9.80665, v = target.speed_mps;
    double angle_rad = target.lateral_mps2 / (v * v) * (info.wheelbase_m + k * v * v);
    expect_share((double)result.input.steering_wheel_rad, angle_rad * info.steering_ratio, 0.01);
    kamm_trim_target back = {
        .speed_mps = 25, .by_steering = 1, .steering_wheel_rad = angle_rad * info.steering_ratio};
    kamm_destroy_cars(trim(model, &back, &result));
    expect_share(result.lateral_mps2, target.lateral_mps2, 0.01);
    kamm_destroy_model(model);
}

static void what_can_not_be_is_said(void **unused)
{
    kamm_vehicle_def def = plain_car();
    kamm_model *model = model_of(&def, KAMM_SINGLE_TRACK);
    const struct refused_trim cases[] = {
        {{.speed_mps = 0}, "0 m/s; allowed: 1 to 150 m/s"},
        {{.speed_mps = 20, .lateral_mps2 = NAN}, "allowed: -60 to 60 m/s2"},
        {{.speed_mps = 20, .by_steering = 1, .steering_wheel_rad = 99}, "the car's lock is"},
        {{.speed_mps = 20, .gear = 17}, "gear 17; the car has 5"},
        {{.speed_mps = 20, .time_limit_s = -1}, "a time limit of -1 s"},
        {{.speed_mps = 20, .lateral_mps2 = 20, .time_limit_s = 15},
         "no steady state within 15 s: now "},
        {{.speed_mps = 140, .time_limit_s = 15}, "m/s of 140"},
    };
    (void)unused;
    expect_trims_refused(model, cases, sizeof cases / sizeof *cases);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_stays_when_the_inputs_are_held),
        cmocka_unit_test(steering_is_that_of_the_linear_car),
        cmocka_unit_test(what_can_not_be_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
