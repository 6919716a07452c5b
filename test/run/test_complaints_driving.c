/* What users of other engines complain of, about driving and parameters: each test shows that Kamm
 * does not do it. The threads are in docs/complaints.md. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"

#include <math.h>
#include <string.h>

static kamm_cars *start_on(const kamm_vehicle_def *def, const kamm_ground *ground, double speed_mps,
                           int gear)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, ground, 0, speed_mps, gear);
    return cars;
}

static double wheel(const kamm_cars *cars, int number, kamm_wheel_channel channel)
{
    return kamm_read_wheel(cars, 0, number, channel);
}

static void straight_line_braking_is_limited_by_friction(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slippery = kamm_plane_ground(0, 0, 0.3);
    for (int axle = 0; axle < 2; ++axle) def.axles[axle].brake_torque_nm = 50000;
    kamm_cars *cars = start_on(&def, &slippery, 30, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &slippery, 2);
    double max = 0.3 * def.axles[0].tyre.pdx1 * GRAVITY_MPS2 * 2 + 0.8; /* and drag */
    expect_above(read_channel(cars, KAMM_CHANNEL_speed_mps), 30 - max);
    end_cars(cars);
}

static void brake_and_throttle_work_at_once(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 15, 2);
    kamm_inputs(cars)[0].throttle = 1;
    kamm_inputs(cars)[0].brake = 0.1f;
    drive_for(cars, &kamm_flat_ground, 0.5);
    double rear = wheel(cars, 2, KAMM_WHEEL_longitudinal_force_n);
    double front = wheel(cars, 0, KAMM_WHEEL_longitudinal_force_n);
    expect_below(rear, -300); /* 300 N.m at 0.3 m, on a wheel that is not driven */
    expect_above(front, rear + 300);
    expect_above(read_channel(cars, KAMM_CHANNEL_drive_torque_nm), 500);
    end_cars(cars);
}

/* Load that the left front wheel loses and the lean, in a steady turn. */
static double front_transfer(double front_bar, double *roll_rad)
{
    kamm_vehicle_def def = plain_car();
    def.axles[0].suspension.anti_roll_bar_n_per_m = front_bar;
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 20, 0);
    kamm_inputs(cars)[0].steering_wheel_rad = 0.8f;
    drive_for(cars, &kamm_flat_ground, 3);
    double transfer = wheel(cars, 1, KAMM_WHEEL_load_n) - wheel(cars, 0, KAMM_WHEEL_load_n);
    *roll_rad = read_channel(cars, KAMM_CHANNEL_roll_rad);
    end_cars(cars);
    return transfer;
}

static void anti_roll_bar_acts_in_the_wheel_loads(void **state)
{
    (void)state;
    double roll;
    double soft = front_transfer(0, &roll), stiff = front_transfer(40000, &roll);
    expect_above(stiff, 1.2 * soft);
}

static void bar_keeps_the_car_from_leaning(void **state)
{
    (void)state;
    double free_roll, barred_roll;
    front_transfer(0, &free_roll);
    front_transfer(40000, &barred_roll);
    expect_above(free_roll, 0.005);
    expect_below(barred_roll, 0.8 * free_roll);
}

static void ordinary_car_slides_before_it_rolls_over(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 30, 4);
    for (int frame = 0; frame < 480; ++frame) {
        kamm_inputs(cars)[0].steering_wheel_rad = frame / 60 % 2 ? -9 : 9;
        kamm_step(cars, &kamm_flat_ground, 20);
        expect_near(read_channel(cars, KAMM_CHANNEL_roll_rad), 0, 0.3);
    }
    end_cars(cars);
}

static void roll_angle_has_no_hidden_limit(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{0, 0, 2}, {0.05, 1, 0, 0}, 0, 0, {0}};
    kamm_place(cars, 0, &placement);
    drive_for(cars, &kamm_flat_ground, 10);
    print_message("on its roof: roll %.2f rad, speed %.2g m/s\n",
                  read_channel(cars, KAMM_CHANNEL_roll_rad),
                  read_channel(cars, KAMM_CHANNEL_speed_mps));
    expect_above(fabs(read_channel(cars, KAMM_CHANNEL_roll_rad)), 2.5);
    expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), 0.01);
    end_cars(cars);
}

static void automatic_does_not_upshift_on_wheelspin(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground ice = kamm_plane_ground(0, 0, 0.1);
    def.gearbox.kind = KAMM_GEARBOX_AUTOMATIC;
    def.aids.tcs = 0;
    kamm_cars *cars = start_on(&def, &ice, 0, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = 1;
    for (int frame = 0; frame < 300; ++frame) {
        kamm_step(cars, &ice, 20);
        double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        if (speed < 4) expect_below(read_channel(cars, KAMM_CHANNEL_gear), 1.5);
    }
    end_cars(cars);
}

static void shift_map_does_not_hunt(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground slope = kamm_plane_ground(0.04, 0, 1);
    def.gearbox.kind = KAMM_GEARBOX_AUTOMATIC;
    kamm_cars *cars = start_on(&def, &slope, 10, KAMM_GEAR_DRIVE);
    double gear = 0;
    int shifts = 0;
    kamm_inputs(cars)[0].throttle = 0.5f;
    for (int frame = 0; frame < 3600; ++frame) {
        kamm_step(cars, &slope, 20);
        double now = read_channel(cars, KAMM_CHANNEL_gear);
        if (frame > 1800) shifts += now != gear; /* has found its speed by then */
        gear = now;
    }
    print_message("%d shifts in the second half minute, gear %.0f\n", shifts, gear);
    expect_below(shifts, 3);
    end_cars(cars);
}

static void camber_thrust_points_where_the_wheel_leans(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    spec.camber_stiffness_per_rad = 0.8;
    for (int axle = 0; axle < 2; ++axle) {
        assert_int_equal(kamm_tyre_from_spec(&spec, &def.axles[axle].tyre, NULL), KAMM_OK);
        def.axles[axle].suspension.camber_rad = -0.03; /* tops lean inwards */
    }
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 20, 0);
    drive_for(cars, &kamm_flat_ground, 1);
    double load = wheel(cars, 0, KAMM_WHEEL_load_n);
    expect_above(wheel(cars, 0, KAMM_WHEEL_camber_rad), 0.02); /* the left wheel leans right */
    expect_share(wheel(cars, 0, KAMM_WHEEL_lateral_force_n), -0.8 * 0.03 * load, 0.15);
    expect_share(wheel(cars, 1, KAMM_WHEEL_lateral_force_n), 0.8 * 0.03 * load, 0.15);
    end_cars(cars);
}

/* Greatest change of a front wheel's Fx from one substep to the next, as a share of its load. */
static double max_jump(kamm_cars *cars, const kamm_ground *ground, int substeps)
{
    double max = 0, last = wheel(cars, 0, KAMM_WHEEL_longitudinal_force_n);
    for (int substep = 0; substep < substeps; ++substep) {
        kamm_step(cars, ground, 1);
        double now = wheel(cars, 0, KAMM_WHEEL_longitudinal_force_n);
        max = fmax(max, fabs(now - last) / wheel(cars, 0, KAMM_WHEEL_load_n));
        last = now;
    }
    return max;
}

static void pedal_release_makes_no_force_jump(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 1, 1);
    kamm_inputs(cars)[0].throttle = 0.5f;
    drive_for(cars, &kamm_flat_ground, 1);
    kamm_inputs(cars)[0].throttle = 0;
    double jump = max_jump(cars, &kamm_flat_ground, 1200);
    print_message("greatest jump of Fx in a substep: %.4f of the load\n", jump);
    expect_below(jump, 0.02);
    end_cars(cars);
}

static void force_is_continuous_through_standstill(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(0.1, 0, 1);
    kamm_cars *cars = start_on(&def, &slope, 2, 0);
    double jump = max_jump(cars, &slope, 6000); /* up, stands for a moment, back down */
    expect_below(read_channel(cars, KAMM_CHANNEL_forward_speed_mps), -1);
    expect_below(jump, 0.005);
    end_cars(cars);
}

static void tiny_wheel_torque_makes_tiny_acceleration(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(-0.002, 0, 1);
    for (int axle = 0; axle < 2; ++axle) def.axles[axle].tyre.qsy1 = 0;
    kamm_cars *cars = start_on(&def, &slope, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &slope, 2);
    kamm_inputs(cars)[0].brake = 0;
    drive_for(cars, &slope, 1); /* the brake's pressure has gone */
    double before = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    drive_for(cars, &slope, 5);
    double gained = read_channel(cars, KAMM_CHANNEL_forward_speed_mps) - before;
    expect_share(gained, 5 * 0.002 * GRAVITY_MPS2 / 1.042, 0.01); /* 4.2 %: the wheels' inertia */
    end_cars(cars);
}

static void toe_and_camber_exist(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.axles[0].suspension.toe_in_rad = 0.01;
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 20, 0);
    drive_for(cars, &kamm_flat_ground, 1);
    expect_near(wheel(cars, 0, KAMM_WHEEL_steer_rad), -0.01, 1e-4);
    expect_near(wheel(cars, 1, KAMM_WHEEL_steer_rad), 0.01, 1e-4);
    expect_below(wheel(cars, 0, KAMM_WHEEL_lateral_force_n), -100); /* towards the middle */
    end_cars(cars);
}

static int check_units(const kamm_field_table *table)
{
    int checked = 0;
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        int has_unit = field->kind == KAMM_FIELD_NUMBER || field->kind == KAMM_FIELD_NUMBERS ||
                       field->kind == KAMM_FIELD_CURVE;
        if (has_unit && (!field->unit || !field->unit[0]))
            fail_msg("%s.%s has no unit", table->name, field->name);
        if (!field->doc || !field->doc[0]) fail_msg("%s.%s has no doc", table->name, field->name);
        checked += has_unit;
        if (field->table) checked += check_units(field->table);
    }
    return checked;
}

static void every_parameter_has_unit_and_doc(void **state)
{
    (void)state;
    expect_above(check_units(kamm_vehicle_table()), 200);
}

static void brakes_have_grip(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.aids.abs = 1;
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 100 / 3.6, 0);
    double start = read_channel(cars, KAMM_CHANNEL_x_m);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 6);
    print_message("100 km/h to 0 in %.1f m\n", read_channel(cars, KAMM_CHANNEL_x_m) - start);
    expect_below(read_channel(cars, KAMM_CHANNEL_x_m) - start, 46);
    end_cars(cars);
}

static void steering_torque_grows_with_cornering(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    double torque[2];
    assert_int_equal(kamm_tyre_from_spec(&spec, &def.axles[0].tyre, NULL), KAMM_OK);
    for (int i = 0; i < 2; ++i) {
        kamm_cars *cars = start_on(&def, &kamm_flat_ground, 20, 0);
        kamm_inputs(cars)[0].steering_wheel_rad = i ? 0.5f : 0.2f;
        drive_for(cars, &kamm_flat_ground, 2);
        torque[i] = read_channel(cars, KAMM_CHANNEL_steering_torque_nm);
        end_cars(cars);
    }
    print_message("torque at the steering wheel: %.2f and %.2f N.m\n", torque[0], torque[1]);
    expect_above(torque[0], 0.5);
    expect_above(torque[1], 1.8 * torque[0]);
}

static void car_does_not_snap_sideways_at_speed(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 45, 5);
    for (int frame = 0; frame < 360; ++frame) {
        kamm_inputs(cars)[0].throttle = 0.6f;
        kamm_inputs(cars)[0].steering_wheel_rad = frame < 30 ? 0.3f : 0;
        kamm_step(cars, &kamm_flat_ground, 20);
        expect_near(read_channel(cars, KAMM_CHANNEL_sideslip_rad), 0, 0.1);
    }
    expect_near(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 0, 1e-3);
    end_cars(cars);
}

static void cornering_limit_is_the_tyres_friction(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 20, 3);
    double max = 0;
    for (int frame = 0; frame < 360; ++frame) {
        double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        kamm_inputs(cars)[0].throttle = (float)fmin(fmax(0.3 + 20 - speed, 0), 1);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(frame / 120.0);
        kamm_step(cars, &kamm_flat_ground, 20);
        max = fmax(max, read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2));
    }
    double friction = kamm_describe(kamm_model_of(cars, 0)).peak_friction_y[0];
    print_message("corners at %.2f m/s2; tyres have %.2f\n", max, friction * GRAVITY_MPS2);
    expect_above(max, 0.8 * friction * GRAVITY_MPS2);
    expect_below(max, 1.05 * friction * GRAVITY_MPS2);
    end_cars(cars);
}

static void wheels_turn_with_the_road(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_on(&def, &kamm_flat_ground, 10, 0);
    double radius = def.axles[0].tyre.unloaded_radius_m;
    kamm_pose body;
    kamm_wheel_pose poses[2][4];
    drive_for(cars, &kamm_flat_ground, 1);
    kamm_read_pose(cars, 0, 1, &body, poses[0]);
    kamm_step(cars, &kamm_flat_ground, 12); /* 0.01 s: 0.1 m */
    kamm_read_pose(cars, 0, 1, &body, poses[1]);
    for (int i = 0; i < 4; ++i) {
        double turned = remainder(poses[1][i].spin_angle_rad - poses[0][i].spin_angle_rad, 2 * PI);
        expect_share(turned, 0.1 / radius, 0.04);
        expect_share(wheel(cars, i, KAMM_WHEEL_spin_radps), 10 / radius, 0.04);
        expect_near(wheel(cars, i, KAMM_WHEEL_slip_ratio), 0, 0.002);
    }
    end_cars(cars);
}

static double extension_after_bump(double rebound)
{
    kamm_vehicle_def def = plain_car();
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].suspension.rebound_damping_ns_per_m = rebound;
        def.axles[axle].suspension.rebound_fast_damping_ns_per_m = rebound;
    }
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{0, 0, 0.05}, {1, 0, 0, 0}, 0, 0, {0}};
    double highest = 0;
    kamm_place(cars, 0, &placement);
    drive_for(cars, &kamm_flat_ground, 0.25); /* lands */
    for (int frame = 0; frame < 60; ++frame) {
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        highest = fmax(highest, read_channel(cars, KAMM_CHANNEL_z_m));
    }
    end_cars(cars);
    return highest;
}

static void rebound_damping_is_used(void **state)
{
    (void)state;
    expect_above(extension_after_bump(300), extension_after_bump(6000) + 0.003);
}

static double slip_at_launch(int traction_control)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_ground wet = kamm_plane_ground(0, 0, 0.4);
    def.aids.tcs = traction_control;
    kamm_cars *cars = start_on(&def, &wet, 0, 1);
    double slip_speed = 0;
    kamm_inputs(cars)[0].throttle = 1;
    for (int frame = 0; frame < 180; ++frame) {
        kamm_step(cars, &wet, 20);
        double rolling = wheel(cars, 0, KAMM_WHEEL_spin_radps) * 0.3;
        slip_speed += (rolling - read_channel(cars, KAMM_CHANNEL_forward_speed_mps)) / 180;
    }
    end_cars(cars);
    return slip_speed;
}

static void launch_wheelspin_can_be_switched_off(void **state)
{
    (void)state;
    double spinning = slip_at_launch(0), controlled = slip_at_launch(1);
    print_message("mean slip speed at launch %.2f m/s, with traction control %.2f\n", spinning,
                  controlled);
    expect_above(spinning, 2);
    expect_below(controlled, 0.4 * spinning);
}

static void query_split(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (probes[i].wheel % 2) contacts[i].friction = 0.2f;
    }
}

static void each_wheel_has_its_own_friction(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground split = kamm_flat_ground;
    split.query = query_split;
    kamm_cars *cars = start_on(&def, &split, 20, 0);
    kamm_inputs(cars)[0].brake = 0.3f;
    drive_for(cars, &split, 0.4);
    expect_below(wheel(cars, 0, KAMM_WHEEL_longitudinal_force_n),
                 2 * wheel(cars, 1, KAMM_WHEEL_longitudinal_force_n));
    expect_above(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 0.02); /* towards the grip */
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_line_braking_is_limited_by_friction),
        cmocka_unit_test(brake_and_throttle_work_at_once),
        cmocka_unit_test(anti_roll_bar_acts_in_the_wheel_loads),
        cmocka_unit_test(bar_keeps_the_car_from_leaning),
        cmocka_unit_test(ordinary_car_slides_before_it_rolls_over),
        cmocka_unit_test(roll_angle_has_no_hidden_limit),
        cmocka_unit_test(automatic_does_not_upshift_on_wheelspin),
        cmocka_unit_test(shift_map_does_not_hunt),
        cmocka_unit_test(camber_thrust_points_where_the_wheel_leans),
        cmocka_unit_test(pedal_release_makes_no_force_jump),
        cmocka_unit_test(force_is_continuous_through_standstill),
        cmocka_unit_test(tiny_wheel_torque_makes_tiny_acceleration),
        cmocka_unit_test(toe_and_camber_exist),
        cmocka_unit_test(every_parameter_has_unit_and_doc),
        cmocka_unit_test(brakes_have_grip),
        cmocka_unit_test(steering_torque_grows_with_cornering),
        cmocka_unit_test(car_does_not_snap_sideways_at_speed),
        cmocka_unit_test(cornering_limit_is_the_tyres_friction),
        cmocka_unit_test(wheels_turn_with_the_road),
        cmocka_unit_test(rebound_damping_is_used),
        cmocka_unit_test(launch_wheelspin_can_be_switched_off),
        cmocka_unit_test(each_wheel_has_its_own_friction),
    };
    return cmocka_run_group_tests_name("complaints: driving", tests, NULL, NULL);
}
