/* Nothing that is done to vehicles with more axles, twin tyres or a single wheel leaves the numbers: random drives on bad
 * ground, hand-overs between all rungs and between vehicles of other wheels, worlds, drivers and the input assist. */
#include "support/drive.h"
#include "support/other_wheels.h"
#include "support/quick.h"
#include "support/tier.h"
#include "support/torture.h"
#include "support/world.h"

#include <kamm/driver.h>
#include <math.h>

enum { CARS = TORTURE_KINDS };

static void torture(const kamm_vehicle_def *def, const char *name, kamm_rung rung)
{
    static struct torture torture;
    struct noise noise = {77 + (uint64_t)rung};
    kamm_cars *cars = start_rung(def, rung, CARS);
    kamm_ground ground = torture_ground((make_torture(&torture), &torture), 4);
    const int seconds = of_tiers(1, 12, 24);
    for (int second = 0; second < seconds; ++second) {
        for (int car = 0; car < CARS; ++car) {
            if (second % 12 == 0) put_somewhere(cars, car, rung != KAMM_FULL, &noise);
            torment(cars, car, car % TORTURE_KINDS, &noise);
        }
        for (int i = 0; i < 30; ++i) {
            torture.time_s = second + i / 30.0;
            kamm_step(cars, &ground, 40);
        }
        for (int car = 0; car < CARS; ++car) {
            if (!channels_finite(cars, car))
                fail_msg("%s, %s, kind %d: not finite after %d s", name, rung_name(rung), car,
                         second);
            if (kamm_fault(cars, car) & KAMM_FAULT_NUMERIC)
                fail_msg("%s, %s, kind %d: runs away after %d s", name, rung_name(rung), car,
                         second);
        }
    }
    end_cars(cars);
}

static void random_drives_stay_finite(void **state)
{
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = car_named(other_wheels[i]);
            torture(&def, other_wheels[i], rung);
        }
}

/* A moving car goes to another rung or vehicle: its speed and heading stay, nothing kicks. */
static void hand_over(const char *from_name, const char *to_name, kamm_rung from, kamm_rung to)
{
    kamm_vehicle_def first = car_named(from_name), second = car_named(to_name);
    kamm_cars *a = start_rung(&first, from, 2), *b = start_rung(&second, to, 2);
    put_car(a, 0, &kamm_flat_ground, 0.3, 12, KAMM_GEAR_DRIVE);
    kamm_inputs(a)[0].throttle = 0.2f;
    kamm_inputs(a)[0].steering_wheel_rad = 0.3f;
    drive_for(a, &kamm_flat_ground, 1.5);
    double speed = kamm_read(a, 0, KAMM_CHANNEL_speed_mps);
    double yaw = kamm_read(a, 0, KAMM_CHANNEL_yaw_rad), fastest = 0, slowest = speed;
    kamm_hand_over(a, 0, b, 1);
    kamm_inputs(b)[1].throttle = 0;
    kamm_inputs(b)[1].gear = 0;
    expect_near(kamm_read(b, 1, KAMM_CHANNEL_yaw_rad), yaw, 0.01);
    for (int frame = 0; frame < 60; ++frame) {
        kamm_step(b, &kamm_flat_ground, 20);
        fastest = fmax(fastest, kamm_read(b, 1, KAMM_CHANNEL_speed_mps));
        slowest = fmin(slowest, kamm_read(b, 1, KAMM_CHANNEL_speed_mps));
    }
    if (kamm_fault(b, 1) || !channels_finite(b, 1) || fastest > 1.06 * speed ||
        slowest < 0.9 * speed)
        fail_msg("%s, %s to %s, %s: fault %u, %.2f m/s become %.2f to %.2f", from_name,
                 rung_name(from), to_name, rung_name(to), kamm_fault(b, 1), speed, slowest,
                 fastest);
    double weight = kamm_describe(kamm_model_of(b, 1)).mass_kg * GRAVITY_MPS2;
    expect_share(sum_of_loads(b, 1), weight, 0.03);
    end_cars(a);
    end_cars(b);
}

static void hand_over_between_all_rungs_and_wheels(void **state)
{
    (void)state;
    static const char *const names[] = {"kraz-6x4", "man-kat1-8x8", "reliant-robin", "volvo-v40"};
    int pair = 0;
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k)
            for (EACH_RUNG(from))
                for (EACH_RUNG(to)) {
                    int own = i == k && i < OTHER_WHEELS;
                    int left_out = own ? from == to || (from + 2 * to) % of_tier(5, 1)
                                       : pair++ % of_tiers(61, 4, 1);
                    if (left_out) continue;
                    hand_over(names[i], names[k], from, to);
                }
}

/* All of them in one world, on all rungs, at a wall and at each other. */
static void world_of_other_wheels_steps(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        if ((int)rung % of_tier(2, 1)) continue;
        kamm_body_def wall = wall_across(45, 0.5, 0.1);
        kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
        kamm_world *world = create_world(&def);
        kamm_cars *cars[OTHER_WHEELS];
        int touches = 0;
        for (EACH_OTHER(i)) {
            kamm_vehicle_def car = car_named(other_wheels[i]);
            cars[i] = start_rung(&car, rung, 1);
            kamm_placement at = {{15.0 * i, 0.2 * i, 0}, {1, 0, 0, 0}, 15.0 - 4 * i, 0, {0}};
            kamm_place(cars[i], 0, &at);
            add_cars(world, cars[i]);
        }
        for (int frame = 0; frame < 4 * 60; ++frame) {
            int now = 0;
            kamm_step_world(world, 20);
            kamm_contact_events(world, &now);
            touches += now;
        }
        expect_above(touches, 0);
        for (EACH_OTHER(i)) {
            assert_true(channels_finite(cars[i], 0));
            assert_int_equal(kamm_fault(cars[i], 0) & KAMM_FAULT_NUMERIC, 0);
            expect_below(kamm_read(cars[i], 0, KAMM_CHANNEL_x_m), 47);
        }
        kamm_destroy_world(world);
        for (EACH_OTHER(i)) end_cars(cars[i]);
    }
}

/* An oval of two bends of 30 m. */
static kamm_line *oval(void)
{
    static double points[64][2];
    kamm_error error = {0};
    int n = 0;
    for (int i = 0; i < 16; ++i) points[n][0] = 10 * i, points[n++][1] = 0;
    for (int i = 0; i < 12; ++i) {
        points[n][0] = 150 + 30 * sin(PI * (i + 0.5) / 12);
        points[n++][1] = 30 - 30 * cos(PI * (i + 0.5) / 12);
    }
    for (int i = 15; i >= 0; --i) points[n][0] = 10 * i, points[n++][1] = 60;
    for (int i = 0; i < 12; ++i) {
        points[n][0] = -30 * sin(PI * (i + 0.5) / 12);
        points[n++][1] = 30 + 30 * cos(PI * (i + 0.5) / 12);
    }
    kamm_path path = {.name = "oval", .count = n, .points_m = points, .width_m = 8, .closed = 1};
    kamm_line *line = kamm_create_line(&path, &error);
    if (!line) fail_msg("%s", error.text);
    return line;
}

static void driver_keeps_to_its_path(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_line *line = oval();
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            if ((i + (int)rung) % of_tier(7, 1)) continue;
            kamm_vehicle_def def = car_named(other_wheels[i]);
            kamm_cars *cars = start_rung(&def, rung, 1);
            kamm_plan *plan = kamm_create_plan(line, kamm_model_of(cars, 0), 0.5, NULL);
            kamm_driver driver = kamm_driver_on(plan, 0);
            kamm_placement start = kamm_driver_start(&driver);
            double off = 0, length = kamm_line_length_m(line);
            int ticks = 0;
            start.speed_mps = fmin(start.speed_mps, 12);
            kamm_place(cars, 0, &start);
            for (; driver.driven_m < 0.6 * length && ticks < 60 * 60; ++ticks) {
                kamm_drive_path(&driver, cars, 0, 1.0 / 60);
                kamm_step(cars, &kamm_flat_ground, 20);
                off = fmax(off, fabs(driver.left_m));
            }
            print_message("%s, %s: %.2f m off, %.1f s\n", other_wheels[i], rung_name(rung), off,
                          ticks / 60.0);
            expect_above(driver.driven_m, 0.59 * length);
            expect_below(off, 1.8);
            assert_int_equal(kamm_fault(cars, 0), 0);
            kamm_destroy_plan(plan);
            end_cars(cars);
        }
    kamm_destroy_line(line);
}

/* Keys held to a side: a turn to that side, mirrored for the other, without rolling over. */
static void input_assist_turns_and_stops(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_OTHER(i))
        for (EACH_RUNG(rung)) {
            if ((i + (int)rung) % of_tier(3, 1)) continue;
            double turned[2];
            for (int side = 0; side < 2; ++side) {
                kamm_vehicle_def def = car_named(other_wheels[i]);
                struct drive drive = start_drive(&def, rung, 8, 1);
                keep_wish(&drive,
                          (kamm_driver_request){.throttle = 0.3f, .steer = side ? -0.5f : 0.5f}, 2);
                turned[side] = seen(&drive, KAMM_CHANNEL_yaw_rad);
                keep_wish(&drive, (kamm_driver_request){.brake = 1}, 4);
                expect_below(seen(&drive, KAMM_CHANNEL_speed_mps), 0.1);
                expect_below(fabs(seen(&drive, KAMM_CHANNEL_roll_rad)), 0.3);
                end_cars(drive.cars);
            }
            expect_above(turned[0], 0.1);
            assert_true(turned[0] == -turned[1]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_drives_stay_finite),
        cmocka_unit_test(hand_over_between_all_rungs_and_wheels),
        cmocka_unit_test(world_of_other_wheels_steps),
        cmocka_unit_test(driver_keeps_to_its_path),
        cmocka_unit_test(input_assist_turns_and_stops),
    };
    return cmocka_run_group_tests_name("axles_torture", tests, NULL, NULL);
}
