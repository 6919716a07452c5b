/* rigid2d: wheels under their brakes, alone and against drive and slope.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"

#include "run/cars.h"
#include "rungs/rigid2d/rigid2d_constants.h"

#include <math.h>

static kamm_cars *start_coasting(const kamm_vehicle_def *def, double speed_mps)
{
    kamm_cars *cars = start_rung(def, KAMM_RIGID2D, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, 0);
    return cars;
}

static void brakes_lock_the_wheels_and_the_car_slides(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    def.rigid2d.side_friction_ns_per_m = def.rigid2d.roll_friction_ns_per_m = 4000;
    kamm_cars *cars = start_coasting(&def, 30);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double grip = 0;
    for (int wheel = 0; wheel < 4; ++wheel)
        grip += info.peak_friction_x[wheel] * info.static_load_n[wheel];
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 1);
    for (int wheel = 0; wheel < 4; ++wheel) {
        assert_true(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_spin_radps) == 0);
        expect_near(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_slip_ratio), -1, 1e-5);
    }
    /* The friction of the substep's start, taken as viscous, lets a dt / v of it go: 5e-4 here. */
    expect_share(read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2), -grip / info.mass_kg, 1e-3);
    kamm_inputs(cars)[0].steering_wheel_rad = 6; /* to no avail */
    drive_for(cars, &kamm_flat_ground, 1);
    expect_near(read_channel(cars, KAMM_CHANNEL_y_m), 0, 0.05);
    drive_for(cars, &kamm_flat_ground, 5);
    expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 1e-3);
    end_cars(cars);
}

/* Dry friction instead: with its wheels locked the car stops at mu g to the end, however slow it is, and stands on a slope as far
 * as mu goes; beyond that it slides at g (sin - mu cos), from rest on. */
static void locked_wheels_have_dry_friction_at_any_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    kamm_model_info info;
    for (double steep = 0.8; steep < 1.3; steep += 0.4) {
        kamm_cars *cars = start_rung(&def, KAMM_RIGID2D, 1);
        double grip = 0;
        info = kamm_describe(kamm_model_of(cars, 0));
        for (int wheel = 0; wheel < 4; ++wheel)
            grip += info.peak_friction_x[wheel] * info.static_load_n[wheel];
        grip /= info.mass_kg * GRAVITY_MPS2;
        double slope = steep * grip;
        kamm_ground ground = kamm_plane_ground(slope, 0, 1);
        put_car(cars, 0, &ground, 0, 0, 0);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &ground, 0.5);
        double a = GRAVITY_MPS2 * (slope - grip) / sqrt(1 + slope * slope);
        double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        if (a < 0) assert_true(speed == 0);
        if (a > 0) expect_share(speed, -0.5 * a, 0.01);
        end_cars(cars);

        cars = start_coasting(&def, 1);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &kamm_flat_ground, 1);
        assert_true(read_channel(cars, KAMM_CHANNEL_speed_mps) == 0);
        double way = read_channel(cars, KAMM_CHANNEL_x_m);
        expect_share(way, 1 / (2 * grip * GRAVITY_MPS2), 0.06);
        end_cars(cars);
    }
}

/* The hand brake holds by its own axle and no more than its torque; the forces that the channels tell balance the slope. */
static void a_brake_holds_as_far_as_its_torque_goes(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_model_info info;
    for (double share = 0.85; share < 1.1; share += 0.2) {
        kamm_ground ground = kamm_plane_ground(0.1, 0.05, 1);
        kamm_cars *cars = start_rung(&def, KAMM_RIGID2D, 1);
        info = kamm_describe(kamm_model_of(cars, 0));
        end_cars(cars);
        double weight = info.mass_kg * GRAVITY_MPS2, radius = info.wheel_radius_m[2];
        double pulls = weight * 0.1 / sqrt(1 + 0.1 * 0.1);
        def.axles[1].hand_brake_torque_nm = (float)(share * pulls * radius / 2);
        cars = start_rung(&def, KAMM_RIGID2D, 1);
        put_car(cars, 0, &ground, 0, 0, 0);
        kamm_inputs(cars)[0].hand_brake = 1;
        drive_for(cars, &ground, 2);
        double speed = fabs(read_channel(cars, KAMM_CHANNEL_forward_speed_mps)), along = 0;
        for (int wheel = 0; wheel < 4; ++wheel)
            along += kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_longitudinal_force_n);
        if (share < 1) expect_below(0.1, speed);
        if (share > 1) assert_true(speed == 0);
        if (share > 1) expect_share(along, pulls, 0.005);
        end_cars(cars);
    }
}

/* A brake holds a wheel against what the drive and the ground do to it together: a car stands on a slope where its brakes take the
 * difference of the drive and the slope's pull, which may add up. Where they lack 15 % of that, these 15 % accelerate it. */
static void a_brake_holds_what_drive_and_slope_leave(void **state)
{
    (void)state;
    static const double drives[] = {-2,  -0.6, 0,  0.4,
                                    0.7, 1.6,  2.5}; /* shares of the pull; below 0: downhill */
    for (int d = 0; d < 7; ++d)
        for (double share = 0.85; share < 1.1; share += 0.2) {
            kamm_vehicle_def def = plain_car();
            kamm_ground ground = kamm_plane_ground(drives[d] < 0 ? -0.1 : 0.1, 0, 1);
            def.limits.acceleration_mps2 = 4;
            def.aero.frontal_area_m2 = 0;
            def.axles[0].drive_share = 0, def.axles[1].drive_share = 1;
            for (int a = 0; a < 2; ++a) def.axles[a].wheel_inertia_kgm2 = 0.01;
            kamm_cars *cars = start_rung(&def, KAMM_RIGID2D, 1);
            kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
            double radius_m =
                (double)((const struct rigid2d_constants *)kamm_model_of(cars, 0)->own)
                    ->planar.rolling_radius_m[1];
            end_cars(cars);
            double pulls_mps2 = GRAVITY_MPS2 * 0.1 / sqrt(1 + 0.1 * 0.1);
            double differs_mps2 = fabs(1 - drives[d]) * pulls_mps2;
            def.axles[0].brake_torque_nm = 0;
            def.axles[1].brake_torque_nm = share * differs_mps2 * info.mass_kg * radius_m / 2;
            cars = start_rung(&def, KAMM_RIGID2D, 1);
            put_car(cars, 0, &ground, 0, 0, 1);
            kamm_inputs(cars)[0].brake = 1;
            kamm_inputs(cars)[0].throttle = (float)(fabs(drives[d]) * pulls_mps2 / 4);
            drive_for(cars, &ground, 1); /* brake and throttle take a moment */
            double before = fabs(read_channel(cars, KAMM_CHANNEL_forward_speed_mps));
            drive_for(cars, &ground, 2);
            double after = fabs(read_channel(cars, KAMM_CHANNEL_forward_speed_mps));
            if (share < 1) expect_share(after - before, 2 * (1 - share) * differs_mps2, 0.05);
            if (share > 1) assert_true(after == 0);
            end_cars(cars);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brakes_lock_the_wheels_and_the_car_slides),
        cmocka_unit_test(locked_wheels_have_dry_friction_at_any_speed),
        cmocka_unit_test(a_brake_holds_as_far_as_its_torque_goes),
        cmocka_unit_test(a_brake_holds_what_drive_and_slope_leave),
    };
    return cmocka_run_group_tests_name("rigid2d_brakes", tests, NULL, NULL);
}
