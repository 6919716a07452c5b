/* The kinematic rung's speed, slopes, steering return, drawn effects, and what holds for every
 * rung: mirror, widths, snapshots, torture, hand-over. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "base/quaternion.h"
#include "kinematic_bench.h"
#include "support/mirror.h"
#include "support/tier.h"

#include <stdlib.h>

static double path_speed(const kamm_cars *cars)
{
    return (double)CAR_STATE(cars, 0, car.path_speed_mps) +
           (double)CAR_STATE(cars, 0, car.path_speed_residual_mps);
}

/* Full throttle: constant acceleration up to the switch speed, then constant power. */
static void full_throttle_is_the_closed_form_at_any_step(void **state)
{
    (void)state;
    const double rates[] = {1200, 100, 4, 1};
    for (int i = 0; i < 4; ++i) {
        kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
        def.limits.acceleration_mps2 = 5;
        def.limits.switch_speed_mps = 7;
        def.limits.top_speed_mps = 30;
        def.limits.reverse_speed_mps = 6;
        def.stepping.substeps_per_s = rates[i];
        kamm_cars *cars = start_kinematic(&def, 1);
        kamm_inputs(cars)[0].throttle = 1;
        kamm_step(cars, &kamm_flat_ground, (int)(10 * rates[i]));
        expect_near(path_speed(cars), sqrt(7 * 7 + 2 * 5 * 7 * (10 - 7.0 / 5)), 1e-4);
        kamm_step(cars, &kamm_flat_ground, (int)(20 * rates[i]));
        expect_near(path_speed(cars), 30, 1e-6);
        set_going(cars, 0, 0, 0);
        kamm_inputs(cars)[0].throttle = 0.5;
        kamm_inputs(cars)[0].gear = -1;
        kamm_step(cars, &kamm_flat_ground, (int)(2 * rates[i]));
        expect_near(path_speed(cars), -5, 1e-4);
        kamm_step(cars, &kamm_flat_ground, (int)(2 * rates[i]));
        expect_near(path_speed(cars), -6, 1e-6);
        kamm_inputs(cars)[0].gear = 0; /* neutral: it rolls on */
        kamm_step(cars, &kamm_flat_ground, (int)(2 * rates[i]));
        expect_near(path_speed(cars), -6, 1e-6);
        end_cars(cars);
    }
}

static void brakes_stop_exactly_and_hold(void **state)
{
    (void)state;
    const double rates[] = {1200, 100, 1};
    for (int i = 0; i < 6; ++i) {
        double speed = i % 2 ? -9.5 : 9.5, from[3], to[3];
        kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
        def.limits.braking_mps2 = 8;
        def.stepping.substeps_per_s = rates[i / 2];
        kamm_cars *cars = start_kinematic(&def, 1);
        set_going(cars, 0, speed, 0);
        kamm_inputs(cars)[0].brake = 0.5;
        read_position(cars, 0, from);
        kamm_step(cars, &kamm_flat_ground, (int)(3 * rates[i / 2]));
        read_position(cars, 0, to);
        assert_true(path_speed(cars) == 0);
        expect_near(distance_between(from, to), speed * speed / 8, 1e-5);
        kamm_step(cars, &kamm_flat_ground, 1000);
        read_position(cars, 0, from);
        assert_memory_equal(from, to, sizeof from);
        end_cars(cars);
    }
}

/* Down a slope without brakes, then held by each brake alone, to the bit. */
static void slopes_pull_and_brakes_hold(void **state)
{
    (void)state;
    for (int hand = 0; hand < 2; ++hand) {
        kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
        kamm_ground slope = kamm_plane_ground(0.2, 0.05, 1);
        kamm_cars *cars = start_kinematic(&def, 1);
        /* The body's x axis rises as the normal leans back. */
        double from[3], to[3], pull = GRAVITY_MPS2 * 0.2 / sqrt(1 + 0.2 * 0.2 + 0.05 * 0.05);
        put_car(cars, 0, &slope, 0, 0, 0);
        kamm_step(cars, &slope, 1200);
        expect_share(path_speed(cars), -pull, 1e-6);
        kamm_input *input = &kamm_inputs(cars)[0];
        *(hand ? &input->hand_brake : &input->brake) = 0.6f;
        kamm_step(cars, &slope, 1200);
        assert_true(path_speed(cars) == 0);
        read_position(cars, 0, from);
        const int seconds = of_tier(60, 600);
        kamm_step(cars, &slope, seconds * 1200);
        read_position(cars, 0, to);
        print_message("crept %.2g m in %d s\n", distance_between(from, to), seconds);
        expect_below(distance_between(from, to), 1e-9);
        end_cars(cars);
    }
}

/* Drag alone: v / (1 + k v t). Rolling resistance: that of the tyre and that of the ground. */
static void coasting_is_the_closed_form(void **state)
{
    (void)state;
    const double rates[] = {1200, 10, 1};
    for (int i = 0; i < 3; ++i) {
        kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_REAR_AXLE);
        def.aero.drag_coefficient = 0.4;
        def.aero.frontal_area_m2 = 2;
        def.stepping.substeps_per_s = rates[i];
        kamm_cars *cars = start_kinematic(&def, 1);
        double k = 0.5 * 1.225 * 0.8 / def.body.mass_kg;
        set_going(cars, 0, 40, 0);
        kamm_step(cars, &kamm_flat_ground, (int)(100 * rates[i]));
        expect_share(path_speed(cars), 40 / (1 + k * 40 * 100), 2e-6);
        end_cars(cars);

        kamm_ground sand = kamm_flat_ground;
        sand.plane.rolling_resistance = 0.1f;
        def.aero.frontal_area_m2 = 0;
        for (int axle = 0; axle < 2; ++axle) def.axles[axle].tyre.qsy1 = 0.01;
        cars = start_kinematic(&def, 1);
        set_going(cars, 0, 10, 0);
        kamm_step(cars, &sand, (int)(2 * rates[i]));
        /* The tyre's coefficient counts on its unloaded radius, a few per cent above the loaded. */
        expect_near(path_speed(cars), 10 - 2 * 0.11 * GRAVITY_MPS2, 0.02);
        kamm_step(cars, &sand, (int)(20 * rates[i]));
        assert_true(path_speed(cars) == 0);
        end_cars(cars);
    }
}

/* A gentle acceleration is not lost in short steps. */
static void gentle_commands_are_not_lost(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_REAR_AXLE);
    kamm_cars *cars = start_kinematic(&def, 1);
    set_going(cars, 0, 30, 0);
    kamm_inputs(cars)[0].command = 1;
    kamm_inputs(cars)[0].acceleration_mps2 = 1e-4f;
    kamm_step(cars, &kamm_flat_ground, 100 * 1200);
    expect_near(path_speed(cars), 30.01, 1e-7);
    end_cars(cars);
}

/* Tracks of the box's middle: on a left turn of the rear axle's radius R it goes round at the root of R^2 + a^2. */
static void box_centre_goes_round_its_own_circle(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_REAR_AXLE);
    def.kinematic.reference = KAMM_POINT_BOX_CENTRE;
    def.body.length_m = 4.3, def.body.front_overhang_m = 0.9;
    double ahead_m = 2.5 + 0.9 - 4.3 / 2, rear_m = 2.5 / tan(0.3), reach[2] = {0, 0};
    kamm_cars *cars = start_kinematic(&def, 1);
    set_going(cars, 0, 5, 0.3);
    expect_near(read_channel(cars, KAMM_CHANNEL_x_m), 0.45 * 2.5 + 0.9 - 4.3 / 2, 1e-9);
    for (int i = 0; i < 4000; ++i) {
        kamm_inputs(cars)->command = 1; /* at a steady speed */
        kamm_step(cars, &kamm_flat_ground, 5);
        reach[0] = fmin(reach[0], read_channel(cars, KAMM_CHANNEL_y_m));
        reach[1] = fmax(reach[1], read_channel(cars, KAMM_CHANNEL_y_m));
    }
    expect_near(reach[1] - reach[0], 2 * sqrt(rear_m * rear_m + ahead_m * ahead_m), 1e-4);
    end_cars(cars);
}

static void body_lies_on_the_slope(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
    kamm_ground slope = kamm_plane_ground(0.1, -0.06, 1);
    kamm_cars *cars = start_kinematic(&def, 1);
    set_going(cars, 0, 5, 0.1); /* flat above the slope */
    kamm_step(cars, &slope, 2400);
    kamm_pose body;
    kamm_read_pose(cars, 0, 1, &body, NULL);
    double up[3], normal = 1 / sqrt(1 + 0.1 * 0.1 + 0.06 * 0.06);
    kamm_rotate(body.orientation, (const double[3]){0, 0, 1}, up);
    expect_near(up[0], -0.1 * normal, 1e-6);
    expect_near(up[1], 0.06 * normal, 1e-6);
    expect_near(body.position_m[2], 0.1 * body.position_m[0] - 0.06 * body.position_m[1], 1e-5);
    expect_near(read_channel(cars, KAMM_CHANNEL_vertical_speed_mps),
                0.1 * CAR_STATE(cars, 0, car.velocity_x_mps) -
                    0.06 * CAR_STATE(cars, 0, car.velocity_y_mps),
                1e-5);
    end_cars(cars);
}

static double drawn_yaw(const kamm_cars *cars)
{
    kamm_pose body;
    kamm_read_pose(cars, 0, 1, &body, NULL);
    return 2 * atan2(body.orientation[3], body.orientation[0]);
}

/* Comments 13 and 18 of the article: effects of the drawn pose, nothing else. */
static void drawn_effects_only_turn_the_drawn_pose(void **state)
{
    (void)state;
    kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
    kamm_cars *plain = start_kinematic(&def, 1);
    def.kinematic.drawn_delay_s = 0.2;
    def.kinematic.drawn_drift = 0.5;
    kamm_cars *drawn = start_kinematic(&def, 1);
    set_going(plain, 0, 15, 0.1);
    set_going(drawn, 0, 15, 0.1);
    for (int i = 0; i < 600; ++i) {
        kamm_step(plain, &kamm_flat_ground, 1);
        kamm_step(drawn, &kamm_flat_ground, 1);
        assert_true(kamm_state_hash(plain) == kamm_state_hash(drawn));
        for (int c = 0; c < KAMM_CHANNEL_COUNT; ++c)
            assert_true(kamm_read(plain, 0, (kamm_channel)c) ==
                        kamm_read(drawn, 0, (kamm_channel)c));
    }
    double yaw_rate = read_channel(plain, KAMM_CHANNEL_yaw_rate_radps);
    double turned = yaw_rate * 0.2 + 0.1 * (15.0 / 100) * 0.5;
    expect_near(remainder(drawn_yaw(drawn) - drawn_yaw(plain), 2 * PI), turned, 1e-6);
    kamm_step(plain, &kamm_flat_ground, 240); /* 0.2 s on: what the delay alone shows now */
    expect_near(remainder(drawn_yaw(drawn) - drawn_yaw(plain), 2 * PI), 0.1 * 0.15 * 0.5, 1e-6);
    end_cars(plain);
    end_cars(drawn);
}

/* Comment 17: back to the middle at a rate of its own, not past it, and slower at low speed. */
static void steering_returns_at_its_own_rate(void **state)
{
    (void)state;
    const double speeds[] = {20, 5, 2.5, 0}, shares[] = {1, 1, 0.5, 0};
    for (int i = 0; i < 4; ++i) {
        kamm_vehicle_def def = bare_car(2.5, KAMM_POINT_CG);
        def.steering.max_rate_radps = 0.5;
        def.steering.return_rate_radps = 0.8;
        def.steering.return_speed_mps = 5;
        kamm_cars *cars = start_kinematic(&def, 1);
        set_going(cars, 0, speeds[i], 0);
        kamm_inputs(cars)[0].steering_wheel_rad = 1;
        kamm_step(cars, &kamm_flat_ground, 1200);
        expect_near(read_channel(cars, KAMM_CHANNEL_steering_wheel_rad), 0.5, 1e-4);
        kamm_inputs(cars)[0].steering_wheel_rad = 0;
        kamm_step(cars, &kamm_flat_ground, 300);
        expect_near(read_channel(cars, KAMM_CHANNEL_steering_wheel_rad), 0.5 - 0.2 * shares[i],
                    1e-3);
        for (int n = 0; n < 2400; ++n) {
            kamm_step(cars, &kamm_flat_ground, 1);
            assert_true(read_channel(cars, KAMM_CHANNEL_steering_wheel_rad) >= 0);
        }
        if (i < 3) assert_true(read_channel(cars, KAMM_CHANNEL_steering_wheel_rad) == 0);
        end_cars(cars);
    }
}

/* A lopsided car with rear steering and a trailer. */
static kamm_vehicle_def motley_car(double side, double substeps_per_s)
{
    kamm_vehicle_def def = default_vehicle();
    def.body.cg_left_m = 0.04 * side;
    def.payload.mass_kg = 150;
    def.payload.cg_left_m = -0.3 * side;
    def.axles[1].steer_share = -0.3;
    def.kinematic.trailer_length_m = 3.5;
    def.steering.return_rate_radps = 4;
    def.steering.return_speed_mps = 6;
    def.stepping.substeps_per_s = substeps_per_s;
    return def;
}

static void drive_wildly(kamm_input *input, struct noise *noise, int frame, double side)
{
    if (frame % 7 == 0) input->steering_wheel_rad = (float)(side * noise_between(noise, -9, 9));
    input->road_wheel_rate_radps = (float)(side * noise_between(noise, -1, 1));
    input->acceleration_mps2 = (float)noise_between(noise, -6, 6);
    input->command = frame % 100 > 80;
    input->throttle = (float)noise_between(noise, 0, 1);
    input->brake = frame % 200 > 150 ? 0.7f : 0;
    input->hand_brake = frame % 300 > 280;
    input->gear = frame % 500 > 400 ? -1 : KAMM_GEAR_DRIVE;
}

static void mirrored_drive_is_mirrored_to_the_bit(void **state)
{
    (void)state;
    static struct rough_ground rough;
    make_rough(&rough, 11, 2.5, 0.08, 0.8);
    kamm_ground grounds[3] = {kamm_flat_ground, kamm_plane_ground(0.02, 0.08, 0.9),
                              ground_of_rough(&rough)};
    grounds[1].wind_mps[0] = -4, grounds[1].wind_mps[1] = 7;
    for (int n = 0; n < 3; ++n) {
        struct mirrored_ground mirror;
        kamm_ground other = mirror_of_ground(&mirror, &grounds[n]);
        kamm_vehicle_def left = motley_car(1, 1200), right = motley_car(-1, 1200);
        kamm_cars *cars = start_kinematic(&left, 1), *mirrored = start_kinematic(&right, 1);
        put_car(cars, 0, &kamm_flat_ground, 0.3, 18, KAMM_GEAR_DRIVE);
        put_car(mirrored, 0, &kamm_flat_ground, -0.3, 18, KAMM_GEAR_DRIVE);
        struct noise noise = {3}, same = {3};
        for (int frame = 0; frame < 1500; ++frame) {
            drive_wildly(&kamm_inputs(cars)[0], &noise, frame, 1);
            drive_wildly(&kamm_inputs(mirrored)[0], &same, frame, -1);
            kamm_step(cars, &grounds[n], 10);
            kamm_step(mirrored, &other, 10);
            expect_mirror_images(cars, mirrored, frame);
        }
        end_cars(cars);
        end_cars(mirrored);
    }
}

enum { MANY = 37 };

static kamm_cars *start_many(kamm_model *models[MANY], int mixed, double rate)
{
    kamm_error error;
    for (int i = 0; i < MANY; ++i) {
        kamm_vehicle_def def = motley_car(i % 3 - 1, rate);
        def.body.mass_kg += 10 * i * mixed;
        def.kinematic.speed_of = mixed ? i % 3 : 1;
        models[i] = kamm_create_model(&def, KAMM_KINEMATIC, &error);
        if (!models[i]) fail_msg("%s", error.text);
    }
    kamm_cars *cars = mixed
                          ? kamm_create_mixed_cars((const kamm_model *const *)models, MANY, &error)
                          : kamm_create_cars(models[0], MANY, &error);
    for (int i = 0; i < MANY; ++i)
        put_car(cars, i, &kamm_flat_ground, 0.1 * i, i - 10, KAMM_GEAR_DRIVE);
    return cars;
}

/* A drive on bumps; `fault_free` tells whether each car's motion stayed well and finite. */
static uint64_t wild_hash(int mixed, int width, double rate, int *fault_free)
{
    static struct rough_ground rough;
    make_rough(&rough, 7, 3, 0.1, 0.8);
    kamm_ground ground = ground_of_rough(&rough);
    kamm_model *models[MANY];
    kamm_cars *cars = start_many(models, mixed, rate);
    struct noise noise = {9};
    uint64_t hash;
    assert_int_equal(kamm_set_width(width, NULL), KAMM_OK);
    for (int frame = 0; frame < 400; ++frame) {
        for (int i = 0; i < MANY; ++i) drive_wildly(&kamm_inputs(cars)[i], &noise, frame + i, 1);
        kamm_step(cars, &ground, rate > 100 ? 10 : 1);
    }
    hash = kamm_state_hash(cars);
    *fault_free = 1;
    for (int i = 0; i < MANY; ++i) {
        if (kamm_fault(cars, i)) *fault_free = 0;
        for (int c = 0; c < KAMM_CHANNEL_COUNT; ++c)
            if (!isfinite(kamm_read(cars, i, (kamm_channel)c))) *fault_free = 0;
    }
    kamm_set_width(0, NULL);
    kamm_destroy_cars(cars);
    for (int i = 0; i < MANY; ++i) kamm_destroy_model(models[i]);
    return hash;
}

static void same_bits_at_every_width_and_no_faults(void **state)
{
    (void)state;
    const double rates[] = {1200, 60, 1};
    for (int mixed = 0; mixed < 2; ++mixed)
        for (int r = of_tier(1 + mixed, 0); r < of_tier(2 + mixed, 3); ++r) {
            int well;
            uint64_t hash = wild_hash(mixed, 1, rates[r], &well);
            assert_true(well);
            for (int width = 4; width <= 16; width *= 2)
                if (kamm_set_width(width, NULL) == KAMM_OK)
                    assert_true(wild_hash(mixed, width, rates[r], &well) == hash);
        }
    kamm_set_width(0, NULL);
}

static void snapshots_go_on_to_the_bit(void **state)
{
    (void)state;
    kamm_model *models[MANY];
    kamm_cars *cars = start_many(models, 1, 1200);
    struct noise noise = {1};
    for (int i = 0; i < MANY; ++i) drive_wildly(&kamm_inputs(cars)[i], &noise, 0, 1);
    kamm_step(cars, &kamm_flat_ground, 500);
    size_t size = kamm_snapshot_size(cars);
    void *snapshot = malloc(size);
    kamm_save_snapshot(cars, snapshot);
    kamm_step(cars, &kamm_flat_ground, 777);
    uint64_t hash = kamm_state_hash(cars);
    kamm_step(cars, &kamm_flat_ground, 333);
    assert_true(kamm_state_hash(cars) != hash);
    assert_int_equal(kamm_restore_snapshot(cars, snapshot, size, NULL), KAMM_OK);
    kamm_step(cars, &kamm_flat_ground, 777);
    assert_true(kamm_state_hash(cars) == hash);
    free(snapshot);
    kamm_destroy_cars(cars);
    for (int i = 0; i < MANY; ++i) kamm_destroy_model(models[i]);
}

/* A full car in a turn becomes a kinematic one, whatever speed is commanded, forwards and
 * backwards. */
static void hand_over_keeps_place_and_speed(void **state)
{
    (void)state;
    for (int n = 0; n < 6; ++n) {
        kamm_vehicle_def def = plain_car();
        def.kinematic.speed_of = n / 2;
        def.aero.frontal_area_m2 = 0;
        kamm_cars *full = start_cars(&def, 1), *cars = start_kinematic(&def, 1);
        put_car(full, 0, &kamm_flat_ground, 1, n % 2 ? -4 : 12, n % 2 ? 0 : 2);
        kamm_inputs(full)[0].steering_wheel_rad = 1.5;
        kamm_inputs(full)[0].gear = 0;
        kamm_step(full, &kamm_flat_ground, 1800);
        kamm_hand_over(full, 0, cars, 0);
        double before[3], after[3], speed = read_channel(full, KAMM_CHANNEL_speed_mps);
        read_position(full, 0, before);
        read_position(cars, 0, after);
        expect_below(distance_between(before, after), 4e-3); /* what the lean makes of it */
        before[2] = after[2];
        kamm_step(cars, &kamm_flat_ground, 1);
        expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), speed, 1e-3);
        read_position(cars, 0, after);
        expect_below(distance_between(before, after), speed / 1200 + 4e-3);
        assert_true((read_channel(cars, KAMM_CHANNEL_forward_speed_mps) < 0) == n % 2);
        end_cars(full);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_throttle_is_the_closed_form_at_any_step),
        cmocka_unit_test(brakes_stop_exactly_and_hold),
        cmocka_unit_test(slopes_pull_and_brakes_hold),
        cmocka_unit_test(coasting_is_the_closed_form),
        cmocka_unit_test(gentle_commands_are_not_lost),
        cmocka_unit_test(box_centre_goes_round_its_own_circle),
        cmocka_unit_test(body_lies_on_the_slope),
        cmocka_unit_test(drawn_effects_only_turn_the_drawn_pose),
        cmocka_unit_test(steering_returns_at_its_own_rate),
        cmocka_unit_test(mirrored_drive_is_mirrored_to_the_bit),
        cmocka_unit_test(same_bits_at_every_width_and_no_faults),
        cmocka_unit_test(snapshots_go_on_to_the_bit),
        cmocka_unit_test(hand_over_keeps_place_and_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
