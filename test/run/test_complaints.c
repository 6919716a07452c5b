/* What users of other engines complain of, about standing, slopes, time steps and replays: each
 * test shows that Kamm does not do it. The threads are in docs/complaints.md. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_cars *start_on(const kamm_vehicle_def *def, const kamm_ground *ground, double yaw_rad,
                           double speed_mps, int gear)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, ground, yaw_rad, speed_mps, gear);
    return cars;
}

static double speed_of(const kamm_cars *cars) { return read_channel(cars, KAMM_CHANNEL_speed_mps); }

static double position_of(const kamm_cars *cars, kamm_channel axis)
{
    return read_channel(cars, axis);
}

/* Greatest distance from where the car is now during the next seconds. */
static double creep_in(kamm_cars *cars, const kamm_ground *ground, double seconds)
{
    double start[3], now[3], creep = 0;
    read_position(cars, 0, start);
    for (int frame = 0; frame < seconds * 60; ++frame) {
        kamm_step(cars, ground, 20);
        read_position(cars, 0, now);
        creep = fmax(creep, distance_between(start, now));
    }
    return creep;
}

static void parked_sideways_on_a_slope_stands_still(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(0.25, 0, 1);
    kamm_cars *cars = start_on(&def, &slope, PI / 2, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    drive_for(cars, &slope, 2);
    expect_below(creep_in(cars, &slope, of_tier(20, 60)), 1e-4);
    end_cars(cars);
}

static void parked_car_never_slides_uphill(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(0.15, 0.1, 1);
    kamm_cars *cars = start_on(&def, &slope, 1, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &slope, 2);
    double before = position_of(cars, KAMM_CHANNEL_z_m);
    drive_for(cars, &slope, of_tier(20, 60));
    expect_below(position_of(cars, KAMM_CHANNEL_z_m) - before, 1e-5);
    end_cars(cars);
}

static void locked_wheels_on_a_slope_do_not_creep(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(0.3, 0, 1);
    kamm_cars *cars = start_on(&def, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &slope, 2);
    expect_below(creep_in(cars, &slope, 30), 1e-4);
    expect_below(speed_of(cars), 1e-4);
    end_cars(cars);
}

static void braking_to_standstill_does_not_shake(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.aids.abs = 1;
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0, 10, 0);
    kamm_inputs(cars)[0].brake = 0.6f;
    drive_for(cars, &kamm_flat_ground, 5); /* stands after about 2 s; the springs calm down */
    double fastest = 0;
    for (int substep = 0; substep < 6000; ++substep) {
        kamm_step(cars, &kamm_flat_ground, 1);
        fastest = fmax(fastest, speed_of(cars));
    }
    expect_below(fastest, 1e-4);
    end_cars(cars);
}

static void wheels_stop_with_brakes_held(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(-0.1, 0, 1);
    kamm_cars *cars = start_on(&def, &slope, 0, 8, 0);
    kamm_inputs(cars)[0].brake = 0.5f;
    drive_for(cars, &slope, 6);
    for (int frame = 0; frame < 300; ++frame) {
        kamm_step(cars, &slope, 20);
        for (int wheel = 0; wheel < 4; ++wheel)
            expect_near(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_spin_radps), 0, 1e-4);
    }
    end_cars(cars);
}

static void car_rolls_once_the_brake_is_released(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(-0.05, 0, 1);
    kamm_cars *cars = start_on(&def, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    drive_for(cars, &slope, 60); /* long enough for any timer to have put it to sleep */
    kamm_inputs(cars)[0].hand_brake = 0;
    drive_for(cars, &slope, 1);
    expect_above(read_channel(cars, KAMM_CHANNEL_forward_speed_mps), 0.25);
    end_cars(cars);
}

/* Speeds while coasting from 3 m/s to a stop, every 0.1 s. */
static void coast(int substeps_per_s, double speeds[400])
{
    kamm_vehicle_def def = plain_car();
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0, 3, 0);
    for (int i = 0; i < 400; ++i) {
        kamm_step(cars, &kamm_flat_ground, substeps_per_s / 10);
        speeds[i] = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    }
    end_cars(cars);
}

static void speed_does_not_drop_below_1_mps(void **state)
{
    (void)state;
    static double speeds[400], finer[400];
    coast(of_tier(600, 1200), speeds);
    coast(of_tier(1200, 2400), finer);
    for (int i = 1; i < 400; ++i) {
        expect_below(speeds[i - 1] - speeds[i],
                     0.02); /* rolling resistance: 0.01 g, 0.0098 in 0.1 s */
        expect_near(speeds[i], finer[i], 0.01);
    }
    expect_near(speeds[399], 0, 1e-3);
}

static void coasting_below_5_mps_is_no_full_brake(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0, 5, 0);
    drive_for(cars, &kamm_flat_ground, 5);
    expect_above(speed_of(cars), 4);
    end_cars(cars);
}

/* Highest slip ratio of a driven wheel while climbing for 5 s at low throttle, and the height won. */
static double climb(double friction, double *height_m)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_ground slope = kamm_plane_ground(0.12, 0, friction);
    kamm_cars *cars = start_on(&def, &slope, 0, 0, 1);
    double slip = 0, start = position_of(cars, KAMM_CHANNEL_z_m);
    kamm_inputs(cars)[0].throttle = 0.4f;
    for (int frame = 0; frame < 300; ++frame) {
        kamm_step(cars, &slope, 20);
        if (frame > 90) slip = fmax(slip, kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_slip_ratio));
    }
    *height_m = position_of(cars, KAMM_CHANNEL_z_m) - start;
    print_message("friction %.2f: slip ratio %.3f, climbed %.2f m\n", friction, slip, *height_m);
    end_cars(cars);
    return slip;
}

static void tyres_do_not_slip_uphill_at_low_throttle(void **state)
{
    (void)state;
    double height;
    expect_below(climb(1, &height), 0.05);
    expect_above(height, 0.5);
}

static void friction_value_has_its_effect(void **state)
{
    (void)state;
    double dry, icy;
    climb(1, &dry);
    expect_above(climb(0.1, &icy), 0.5); /* wheels spin */
    expect_below(icy, 0);                /* and it slides back */
}

static void no_static_friction_on_ice_beyond_coulomb(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ice = kamm_plane_ground(0.2, 0, 0.1), rough_ice = kamm_plane_ground(0.05, 0, 0.1);
    kamm_cars *cars = start_on(&def, &ice, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ice, 2);
    expect_above(speed_of(cars), 1);
    end_cars(cars);
    cars = start_on(&def, &rough_ice, 0, 0, 0); /* 5 % is less than 0.1 */
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &rough_ice, 2);
    expect_below(creep_in(cars, &rough_ice, 10), 1e-4);
    end_cars(cars);
}

static void slow_corner_follows_geometry(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    def.axles[0].tyre.qsy1 = def.axles[1].tyre.qsy1 = 0;
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0, 1.5, 0);
    double steer = 0.2;
    kamm_inputs(cars)[0].steering_wheel_rad = (float)(steer * def.steering.ratio);
    drive_for(cars, &kamm_flat_ground, 5);
    double turn = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) /
                  read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    expect_share(turn, tan(steer) / def.axles[1].behind_front_axle_m, 0.02);
    end_cars(cars);
}

static void parked_car_stands_in_wind(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground storm = kamm_flat_ground;
    storm.wind_mps[0] = -10;
    storm.wind_mps[1] = 30;
    kamm_cars *cars = start_on(&def, &storm, 0, 0, 0);
    kamm_inputs(cars)[0].hand_brake = 1;
    drive_for(cars, &storm, 2);
    expect_below(creep_in(cars, &storm, of_tier(20, 60)), 1e-4);
    end_cars(cars);
}

/* Greatest vertical speed while a car stands and while it drives straight, in long frames. */
static void no_jitter_in_30_hz_frames(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0, 20, 0);
    drive_for(cars, &kamm_flat_ground, 3);
    for (int frame = 0; frame < 300; ++frame) {
        kamm_step(cars, &kamm_flat_ground, 40);
        expect_near(read_channel(cars, KAMM_CHANNEL_vertical_speed_mps), 0, 1e-3);
        expect_near(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 0, 1e-5);
    }
    end_cars(cars);
}

static double speed_after_launch(int substeps_per_s, double *hop_mps)
{
    kamm_vehicle_def def = default_vehicle();
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0, 0, 1);
    *hop_mps = 0;
    for (int tenth = 0; tenth < 10; ++tenth) {
        kamm_step(cars, &kamm_flat_ground, substeps_per_s / 10);
        *hop_mps = fmax(*hop_mps, fabs(read_channel(cars, KAMM_CHANNEL_vertical_speed_mps)));
    }
    kamm_inputs(cars)[0].throttle = 0.7f;
    kamm_step(cars, &kamm_flat_ground, 2 * substeps_per_s);
    double speed = speed_of(cars);
    end_cars(cars);
    return speed;
}

static void longer_substep_neither_hops_nor_accelerates(void **state)
{
    (void)state;
    double hop[2], speed = speed_after_launch(600, &hop[0]),
                   finer = speed_after_launch(2400, &hop[1]);
    print_message("600 substeps/s: %.4f m/s after 2 s, 2400: %.4f\n", speed, finer);
    expect_below(hop[0], 0.005);
    expect_below(hop[1], 0.005);
    expect_share(speed, finer, 0.01);
}

static void drive_wildly(kamm_cars *cars, uint64_t seed, int frames)
{
    struct noise noise = {seed};
    for (int frame = 0; frame < frames; ++frame) {
        kamm_input *input = &kamm_inputs(cars)[0];
        input->steering_wheel_rad = (float)noise_between(&noise, -6, 6);
        input->throttle = (float)noise_between(&noise, 0, 1);
        input->brake = frame % 40 > 30;
        kamm_step(cars, &kamm_flat_ground, 20);
    }
}

static void replayed_inputs_give_the_same_bits(void **state)
{
    (void)state;
    uint64_t hashes[2];
    kamm_vehicle_def def = default_vehicle();
    for (int run = 0; run < 2; ++run) {
        kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0.3, 15, 2);
        drive_wildly(cars, 77, 600);
        hashes[run] = kamm_state_hash(cars);
        end_cars(cars);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void placing_again_leaks_no_state(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *used = start_on(&def, &kamm_flat_ground, 0.3, 15, 2);
    kamm_cars *fresh = start_on(&def, &kamm_flat_ground, 0.3, 15, 2);
    drive_wildly(used, 5, 300);
    kamm_inputs(used)[0].hand_brake = 1;
    put_car(used, 0, &kamm_flat_ground, 0.3, 15, 2);
    drive_wildly(used, 6, 300);
    drive_wildly(fresh, 6, 300);
    for (int channel = KAMM_CHANNEL_x_m; channel < KAMM_CHANNEL_COUNT; ++channel)
        assert_true(kamm_read(used, 0, (kamm_channel)channel) ==
                    kamm_read(fresh, 0, (kamm_channel)channel));
    end_cars(used);
    end_cars(fresh);
}

static void wheels_do_not_sink(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 0, 0, 0);
    kamm_pose body;
    kamm_wheel_pose wheels[4];
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 30);
    kamm_read_pose(cars, 0, 1, &body, wheels);
    for (int wheel = 0; wheel < 4; ++wheel) {
        const kamm_tyre_def *tyre = &def.axles[wheel / 2].tyre;
        double load = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
        double deflection = tyre->unloaded_radius_m - wheels[wheel].pose.position_m[2];
        expect_share(deflection, load / tyre->vertical_stiffness_n_per_m, 0.05);
    }
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parked_sideways_on_a_slope_stands_still),
        cmocka_unit_test(parked_car_never_slides_uphill),
        cmocka_unit_test(locked_wheels_on_a_slope_do_not_creep),
        cmocka_unit_test(braking_to_standstill_does_not_shake),
        cmocka_unit_test(wheels_stop_with_brakes_held),
        cmocka_unit_test(car_rolls_once_the_brake_is_released),
        cmocka_unit_test(speed_does_not_drop_below_1_mps),
        cmocka_unit_test(coasting_below_5_mps_is_no_full_brake),
        cmocka_unit_test(tyres_do_not_slip_uphill_at_low_throttle),
        cmocka_unit_test(friction_value_has_its_effect),
        cmocka_unit_test(no_static_friction_on_ice_beyond_coulomb),
        cmocka_unit_test(slow_corner_follows_geometry),
        cmocka_unit_test(parked_car_stands_in_wind),
        cmocka_unit_test(no_jitter_in_30_hz_frames),
        cmocka_unit_test(longer_substep_neither_hops_nor_accelerates),
        cmocka_unit_test(replayed_inputs_give_the_same_bits),
        cmocka_unit_test(placing_again_leaks_no_state),
        cmocka_unit_test(wheels_do_not_sink),
    };
    return cmocka_run_group_tests_name("complaints: standing, slopes, time", tests, NULL, NULL);
}
