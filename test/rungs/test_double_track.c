/* double_track on plane roads: handling, grip, standing; the same bits mirrored and at every width. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "double_track_bench.h"

#include "rungs/full/cornering.h"
#include "support/tier.h"

#include <math.h>

static double yaw_gain(const kamm_vehicle_def *def, kamm_rung rung, double speed, double *at_speed)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].steering_wheel_rad = 0.08f;
    drive_for(cars, &kamm_flat_ground, 2);
    double gain = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps) /
                  read_channel(cars, KAMM_CHANNEL_road_wheel_rad);
    if (at_speed) *at_speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    end_cars(cars);
    return gain;
}

/* Gillespie, ch. 6: v / (L + K v^2), K = m / L (c / C_f - b / C_r); to 0.5 %. Single track and
 * full: 3 %. */
static void yaw_gain_is_the_understeer_formula(void **state)
{
    (void)state;
    for (double speed = 10; speed <= 30; speed += 10) {
        kamm_vehicle_def def = still_air_car();
        double v, gain = yaw_gain(&def, KAMM_DOUBLE_TRACK, speed, &v);
        kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 0);
        struct thesis_car k = thesis_car_of(&def, cars);
        struct axle_cornering axles[MAX_AXLES];
        kamm_planar_cornering(kamm_model_of(cars, 0), 1, axles);
        double gradient = k.mass / k.L *
                          (k.c / axles[0].stiffness_n_per_rad - k.b / axles[1].stiffness_n_per_rad);
        expect_share(gain, v / (k.L + gradient * v * v), 0.005);
        expect_share(gain, yaw_gain(&def, KAMM_SINGLE_TRACK, speed, NULL), 0.03);
        expect_share(gain, yaw_gain(&def, KAMM_FULL, speed, NULL), 0.03);
        end_cars(cars);
    }
}

/* With the axle's own tyre it follows full up to the limit: lateral acceleration to 3 % and, where the axles'
 * shares of the load moved count, 6 %; lean to 5 %. */
static void magic_formula_follows_the_full_rung(void **state)
{
    (void)state;
    for (double steering = 0.2; steering < 1.7; steering *= 2) {
        double a[2], roll[2];
        for (int i = 0; i < 2; ++i) {
            kamm_vehicle_def def = plain_car();
            def.double_track.tyre = KAMM_TRACK_TYRE_MAGIC_FORMULA;
            kamm_cars *cars = start_rung(&def, i ? KAMM_FULL : KAMM_DOUBLE_TRACK, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 18, 0);
            kamm_inputs(cars)[0].steering_wheel_rad = (float)steering;
            drive_for(cars, &kamm_flat_ground, 1.5);
            a[i] = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2);
            roll[i] = read_channel(cars, KAMM_CHANNEL_roll_rad);
            end_cars(cars);
        }
        expect_share(a[0], a[1], steering < 1 ? 0.03 : 0.06);
        expect_share(roll[0] / a[0], roll[1] / a[1], 0.05);
    }
}

static double grip(const kamm_cars *cars, int wheel, double friction)
{
    return track_of(cars)->axles[wheel / 2].friction * friction * load_of(cars, wheel);
}

static double force(const kamm_cars *cars, int wheel)
{
    return hypot(kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_lateral_force_n),
                 kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_longitudinal_force_n));
}

/* A car that slides in a turn has friction times g, to 1 %, and no wheel has more than its grip. */
static void a_sliding_car_has_friction_times_g(void **state)
{
    (void)state;
    for (double friction = 0.3; friction <= 0.6; friction += 0.3) {
        kamm_vehicle_def def = still_air_car();
        kamm_ground ground = kamm_plane_ground(0, 0, friction);
        kamm_cars *cars = start_track(&def, &ground, 0, 25);
        kamm_inputs(cars)[0].steering_wheel_rad = 7;
        drive_for(cars, &ground, 1);
        double sum = 0, all = 0;
        for (int w = 0; w < 2; ++w) {
            sum += fabs(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_lateral_force_n));
            all += grip(cars, w, friction);
        }
        expect_share(sum, all, 0.01);
        for (int w = 0; w < 4; ++w) expect_below(force(cars, w), 1.01 * grip(cars, w, friction));
        end_cars(cars);
    }
}

/* Brakes that ask for too much: sqrt(1 - share^2) of the grip, and across no more than share. */
static void locked_wheels_keep_a_share_sideways(void **state)
{
    (void)state;
    kamm_vehicle_def def = still_air_car();
    def.axles[0].brake_torque_nm = def.axles[1].brake_torque_nm = 6000;
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 25);
    kamm_inputs(cars)[0].brake = 1;
    kamm_inputs(cars)[0].steering_wheel_rad = 3;
    drive_for(cars, &kamm_flat_ground, 1);
    for (int w = 0; w < 4; ++w) {
        double along = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_longitudinal_force_n);
        double per_side = track_of(cars)->axles[w / 2].along_per_side;
        expect_share(along, -sqrt(0.75) * per_side * grip(cars, w, 1), 0.005);
        double side = fabs(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_lateral_force_n));
        expect_below(side, 0.5001 * grip(cars, w, 1));
        expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_spin_radps), 0, 0);
        expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_ratio), -1, 0);
    }
    end_cars(cars);
}

/* Anti-lock brakes use all of the grip straight on, let the wheels roll and the car turn in. */
static void anti_lock_brakes_use_the_grip(void **state)
{
    (void)state;
    for (int turning = 0; turning < 2; ++turning) {
        kamm_vehicle_def def = still_air_car();
        def.axles[0].brake_torque_nm = def.axles[1].brake_torque_nm = 6000;
        def.aids.abs = 1;
        kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 28);
        kamm_inputs(cars)[0].brake = 1;
        kamm_inputs(cars)[0].steering_wheel_rad = turning ? 0.6f : 0;
        drive_for(cars, &kamm_flat_ground, 1);
        double friction = track_of(cars)->axles[0].friction;
        double slowing = -read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
        if (!turning)
            expect_share(slowing, friction * GRAVITY_MPS2, 0.05); /* and the wheels' spin */
        if (turning) expect_above(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 0.15);
        for (int w = 0; w < 4; ++w) {
            expect_above(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_spin_radps), 20);
            expect_below(force(cars, w), 1.05 * grip(cars, w, 1));
        }
        end_cars(cars);
    }
}

/* Left wheels on ice: each wheel brakes with its own grip, and the car turns to the right. */
static void each_wheel_has_its_own_ground(void *user, int count, const kamm_probe *probes,
                                          kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        if (probes[i].wheel % 2 == 0) contacts[i].friction = 0.1f;
    }
}

static void split_friction_turns_a_braking_car(void **state)
{
    (void)state;
    kamm_vehicle_def def = still_air_car();
    kamm_ground ground = kamm_flat_ground;
    ground.query = each_wheel_has_its_own_ground;
    kamm_cars *cars = start_track(&def, &ground, 0, 25);
    kamm_inputs(cars)[0].brake = 0.6f;
    drive_for(cars, &ground, 0.3);
    for (int w = 0; w < 4; ++w) {
        double along = -kamm_read_wheel(cars, 0, w, KAMM_WHEEL_longitudinal_force_n);
        if (w % 2 == 0) expect_share(along, sqrt(0.75) * grip(cars, w, 0.1), 0.25);
        if (w % 2) expect_above(along, 5 * grip(cars, w, 0.1));
    }
    expect_below(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), -0.05);
    end_cars(cars);
}

/* Rolling resistance of tyre and terrain, against all that has inertia: to 0.2 %. */
static void terrain_slows_by_its_coefficient(void **state)
{
    (void)state;
    for (double terrain = 0; terrain <= 0.15; terrain += 0.075) {
        kamm_vehicle_def def = still_air_car();
        kamm_ground ground = kamm_flat_ground;
        ground.plane.rolling_resistance = (float)terrain;
        kamm_cars *cars = start_track(&def, &ground, 0, 20);
        struct thesis_car k = thesis_car_of(&def, cars);
        const struct double_track_constants *c = kamm_model_of(cars, 0)->own;
        double inertia = k.mass + 2 * (c->axles[0].wheel_mass_kg + c->axles[1].wheel_mass_kg);
        double tyre = c->axles[0].rolling;
        expect_near(tyre, 0.01, 0.0015);
        drive_for(cars, &ground, 2);
        expect_share(20 - read_channel(cars, KAMM_CHANNEL_speed_mps),
                     2 * (tyre + terrain) * k.weight / inertia, 0.002);
        end_cars(cars);
    }
}

/* The hand brake on a 20 % slope, which is banked as well: after a minute not a bit of the state
 * has changed, whatever the tyre's law. */
static void a_parked_car_does_not_change_a_bit(void **state)
{
    (void)state;
    for (int law = 0; law < 2; ++law) {
        kamm_vehicle_def def = plain_car();
        def.double_track.tyre = law;
        kamm_ground ground = kamm_plane_ground(0.2, 0.1, 1);
        kamm_cars *cars = start_track(&def, &ground, 0.3, 0);
        kamm_inputs(cars)[0].hand_brake = 1;
        drive_for(cars, &ground, 10);
        uint64_t hash = kamm_state_hash(cars);
        double before[3], after[3], start[3];
        read_position(cars, 0, before);
        drive_for(cars, &ground, 60);
        read_position(cars, 0, after);
        assert_true(kamm_state_hash(cars) == hash);
        for (int i = 0; i < 3; ++i) expect_near(after[i], before[i], 0);
        kamm_inputs(cars)[0].hand_brake = 0;
        read_position(cars, 0, start);
        drive_for(cars, &ground, 1);
        read_position(cars, 0, after);
        expect_above(distance_between(start, after), 0.5); /* and released it rolls at once */
        end_cars(cars);
    }
}

/* A stop is a stop: no speed, loads at rest and steady, in level and sloping road. */
static void car_stops_without_chatter(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 20);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &kamm_flat_ground, 5);
    expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), 0, 0);
    double before[4];
    for (int w = 0; w < 4; ++w) before[w] = load_of(cars, w);
    for (int i = 0; i < 100; ++i) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int w = 0; w < 4; ++w) expect_near(load_of(cars, w), before[w], 0);
    }
    end_cars(cars);
}

/* On a platform that carries it away it stays on its spot: the platform's speed, to the bit. */
static void a_car_stands_on_a_moving_platform(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_flat_ground;
    ground.plane.velocity_mps[0] = 7.3f;
    ground.plane.velocity_mps[1] = -2.1f;
    kamm_cars *cars = start_track(&def, &ground, 0.5, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 3);
    expect_near(CAR_STATE(cars, 0, car.velocity_x_mps), 7.3f, 0);
    expect_near(CAR_STATE(cars, 0, car.velocity_y_mps), -2.1f, 0);
    expect_near(read_channel(cars, KAMM_CHANNEL_yaw_rate_radps), 0, 0);
    end_cars(cars);
}

static void drive_wildly(kamm_cars *cars, int car, double time, double side)
{
    kamm_input *in = &kamm_inputs(cars)[car];
    in->steering_wheel_rad = (float)(side * (time < 2 ? 1.5 : time < 4 ? -4 : 2));
    in->throttle = time < 3 ? 0.8f : 0;
    in->brake = time > 4.5 ? 0.7f : 0;
    in->gear = KAMM_GEAR_DRIVE;
}

/* A car and its mirror image on mirrored rough ground, to the last bit. */
static void a_mirrored_car_drives_mirrored(void **state)
{
    (void)state;
    static const size_t odd[] = {
        STATE_NUMBER(car.orientation_x),  STATE_NUMBER(car.orientation_z),
        STATE_NUMBER(car.velocity_y_mps), STATE_NUMBER(car.roll_rate_radps),
        STATE_NUMBER(car.yaw_rate_radps), STATE_NUMBER(car.load_y_mps2)};
    for (int law = 0; law < 2; ++law) {
        struct rough_ground rough;
        make_rough(&rough, 3, 2.5, 0.12, 0.9);
        kamm_ground ground = ground_of_rough(&rough);
        struct mirrored_ground mirror;
        kamm_ground other = mirror_of_ground(&mirror, &ground);
        kamm_vehicle_def def = default_vehicle();
        def.double_track.tyre = law;
        kamm_cars *a = start_track(&def, &kamm_flat_ground, 0, 15);
        kamm_cars *b = start_track(&def, &kamm_flat_ground, 0, 15);
        for (int frame = 0; frame < 360; ++frame) {
            drive_wildly(a, 0, frame / 60.0, 1);
            drive_wildly(b, 0, frame / 60.0, -1);
            kamm_step(a, &ground, 20);
            kamm_step(b, &other, 20);
        }
        const struct car one = kamm_car_of(a, 0), other_one = kamm_car_of(b, 0);
        for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i)
            assert_true(state_of(&one, odd[i]) == -state_of(&other_one, odd[i]));
        assert_true(CAR_STATE(a, 0, car.velocity_x_mps) == CAR_STATE(b, 0, car.velocity_x_mps));
        for (int w = 0; w < 4; ++w)
            assert_true(CAR_STATE(a, 0, wheels[w].travel_m) ==
                        CAR_STATE(b, 0, wheels[w ^ 1].travel_m));
        assert_true(a->block[0].position_m[0][0] == b->block[0].position_m[0][0]);
        assert_true(a->block[0].position_m[1][0] == -b->block[0].position_m[1][0]);
        assert_true(a->block[0].position_m[2][0] == b->block[0].position_m[2][0]);
        expect_above(fabs(a->block[0].position_m[1][0]), 1);
        assert_int_equal(kamm_fault(a, 0), 0);
        end_cars(a);
        end_cars(b);
    }
}

/* Half the substep moves a manoeuvre by under 0.3 % of its way. */
static void finer_substeps_change_little(void **state)
{
    (void)state;
    double end[3][3];
    for (int i = 0; i < 3; ++i) {
        kamm_vehicle_def def = default_vehicle();
        def.stepping.substeps_per_s = 600 << i;
        kamm_cars *cars = start_track(&def, &kamm_flat_ground, 0, 15);
        for (int frame = 0; frame < 300; ++frame) {
            kamm_input *in = &kamm_inputs(cars)[0];
            in->gear = KAMM_GEAR_DRIVE;
            in->throttle = frame < 120 ? 0.5f : 0;
            in->brake = frame > 200 ? 0.3f : 0;
            in->steering_wheel_rad = frame < 100 ? 0.8f : -1.2f;
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        }
        read_position(cars, 0, end[i]);
        end_cars(cars);
    }
    expect_below(distance_between(end[0], end[2]), 0.003 * 60);
    expect_below(distance_between(end[1], end[2]), 0.0015 * 60);
}

/* One car's bits do not depend on the width. */
static void widths_give_the_same_bits(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    uint64_t first = 0;
    for (int i = 0; i < 4; ++i) {
        kamm_error error;
        if (kamm_set_width(widths[i], &error) != KAMM_OK) continue;
        struct rough_ground rough;
        make_rough(&rough, 5, 3, 0.15, 1);
        kamm_ground ground = ground_of_rough(&rough);
        kamm_vehicle_def def = default_vehicle(), other = def;
        other.double_track.tyre = KAMM_TRACK_TYRE_MAGIC_FORMULA;
        other.body.mass_kg = 1500;
        kamm_vehicle_def defs[16];
        for (int car = 0; car < 16; ++car) defs[car] = car % 2 ? def : other;
        kamm_cars *cars = start_mixed_rung(defs, KAMM_DOUBLE_TRACK, 16);
        for (int car = 0; car < 16; ++car)
            put_car(cars, car, &kamm_flat_ground, 0.3 * car, 2.0 * car, KAMM_GEAR_DRIVE);
        for (int frame = 0; frame < of_tier(60, 240); ++frame) {
            for (int car = 0; car < 16; ++car) drive_wildly(cars, car, frame / 60.0, car % 3 - 1);
            kamm_step(cars, &ground, 20);
        }
        if (!first) first = kamm_state_hash(cars);
        assert_true(kamm_state_hash(cars) == first);
        end_cars(cars);
    }
    kamm_set_width(0, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(yaw_gain_is_the_understeer_formula),
        cmocka_unit_test(magic_formula_follows_the_full_rung),
        cmocka_unit_test(a_sliding_car_has_friction_times_g),
        cmocka_unit_test(locked_wheels_keep_a_share_sideways),
        cmocka_unit_test(anti_lock_brakes_use_the_grip),
        cmocka_unit_test(split_friction_turns_a_braking_car),
        cmocka_unit_test(terrain_slows_by_its_coefficient),
        cmocka_unit_test(a_parked_car_does_not_change_a_bit),
        cmocka_unit_test(car_stops_without_chatter),
        cmocka_unit_test(a_car_stands_on_a_moving_platform),
        cmocka_unit_test(a_mirrored_car_drives_mirrored),
        cmocka_unit_test(finer_substeps_change_little),
        cmocka_unit_test(widths_give_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
