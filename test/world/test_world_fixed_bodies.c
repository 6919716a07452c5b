/* Static and kinematic bodies that come, go and move. */
#include "support/quick.h"
#include "support/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double rates[] = {60, 240, 1200};
enum { RATES = 3 };

static kamm_body_def box_at(double x, double y, double z, double hx, double hy, double hz)
{
    return (kamm_body_def){.shapes[0].box = {.half_m = {hx, hy, hz}},
                           .friction = 0.8f,
                           .position_m = {x, y, z},
                           .type = KAMM_BODY_KINEMATIC};
}

static kamm_world *world_with(const kamm_body_def *fixed_body, const kamm_body_def *dynamic_bodies,
                              int dynamic_count, double rate)
{
    kamm_world_def def = {.ground = kamm_flat_ground,
                          .bodies = join_bodies(fixed_body, 1, dynamic_bodies, dynamic_count),
                          .body_count = 1 + dynamic_count,
                          .substep_s = 1 / rate};
    return create_world(&def);
}

static void move(kamm_world *world, int fixed_body, double vx, double vy, double vz, double turn)
{
    kamm_body_motion motion;
    read_body(world, fixed_body, &motion);
    motion.velocity_mps[0] = vx, motion.velocity_mps[1] = vy, motion.velocity_mps[2] = vz;
    motion.angular_velocity_radps[2] = turn;
    set_body(world, fixed_body, &motion);
}

/* It goes on by itself, turns by the angle that it says, and stops where it is set to. */
static void a_fixed_body_goes_as_it_is_told(void **state)
{
    (void)state;
    for (int i = 0; i < RATES; ++i) {
        const kamm_body_def door = box_at(5, 0, 1, 0.5, 0.05, 1);
        kamm_world *world = world_with(&door, NULL, 0, rates[i]);
        kamm_body_motion motion;
        move(world, 0, 0.5, -0.25, 0.125, PI / 4);
        kamm_step_world(world, (int)(2 * rates[i]));
        read_body(world, 0, &motion);
        expect_near(motion.position_m[0], 6, 1e-9);
        expect_near(motion.position_m[1], -0.5, 1e-9);
        expect_near(motion.position_m[2], 1.25, 1e-9);
        expect_near(motion.orientation[0], cos(PI / 4), 1e-9);
        expect_near(motion.orientation[3], sin(PI / 4), 1e-9);
        const double place[3] = {1, 2, 3}, turned[4] = {0, 0, 0, -2};
        assert_int_equal(kamm_move_body_to(world, kamm_body_at(world, 0), place, turned, 50, NULL),
                         KAMM_OK);
        kamm_step_world(world, 25);
        read_body(world, 0, &motion);
        expect_near(motion.position_m[0], 3.5, 1e-9);
        expect_near(motion.position_m[1], 0.75, 1e-9);
        expect_near(fabs(motion.orientation[3]), sin(3 * PI / 8), 1e-9);
        kamm_step_world(world, 100);
        read_body(world, 0, &motion);
        for (int k = 0; k < 3; ++k) {
            assert_true(motion.position_m[k] == place[k]);
            assert_true(motion.velocity_mps[k] == 0 && motion.angular_velocity_radps[k] == 0);
        }
        assert_true(motion.orientation[3] == -1);
        kamm_destroy_world(world);
    }
}

/* A crate that sleeps on a lift wakes when that moves, however slowly, and goes along. */
static void lifts_carry_crates(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const double speeds[] = {-0.02, 0.02, 0.5, -0.5};
    (void)state;
    for (int i = 0; i < RATES; ++i)
        for (int n = 0; n < 4; ++n) {
            const kamm_body_def lift = box_at(0, 0, 2, 2, 2, 0.1);
            kamm_body_def dynamic_body = placed_at(crate(), 0.5, 0, 2.1, 1);
            kamm_world *world = world_with(&lift, &dynamic_body, 1, rates[i]);
            kamm_body_motion pose;
            kamm_step_world(world, 10);
            move(world, 0, 0, 0, speeds[n], 0);
            kamm_step_world(world, (int)(2 * rates[i]));
            read_body(world, 1, &pose);
            expect_near(pose.position_m[2], 2.1 + 2 * speeds[n], 0.012);
            expect_near(pose.position_m[0], 0.5, 0.01);
            move(world, 0, 0, 0, 0, 0);
            kamm_step_world(world, (int)(2 * rates[i]));
            read_body(world, 1, &pose);
            expect_near(pose.position_m[2], 2.1 + 2 * speeds[n], 0.012);
            kamm_destroy_world(world);
        }
}

/* A train takes a crate along that stands on it, and pushes one that stands in its way. */
static void trains_carry_and_push(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < RATES; ++i) {
        const kamm_body_def train = box_at(0, 0, 0.6, 3, 2, 0.5);
        kamm_body_def dynamic_bodies[2] = {placed_at(crate(), 0, 0, 1.1, 0),
                                           placed_at(crate(), 6, 0.5, 0, 1)};
        kamm_world *world = world_with(&train, dynamic_bodies, 2, rates[i]);
        kamm_body_motion motion;
        kamm_body_motion own;
        for (int n = 1; n <= 20; ++n) {
            move(world, 0, 0.1 * n, 0, 0, 0);
            kamm_step_world(world, (int)(rates[i] / 20));
        }
        kamm_step_world(world, (int)(2 * rates[i]));
        read_body(world, 0, &own);
        read_body(world, 1, &motion);
        expect_near(motion.velocity_mps[0], 2, 0.02);
        expect_near(motion.position_m[0], own.position_m[0], 0.1);
        read_body(world, 2, &motion);
        expect_above(motion.position_m[0], own.position_m[0] + 3.5 - 0.02);
        expect_near(own.velocity_mps[0], 2, 0);
        kamm_destroy_world(world);
    }
}

/* A wall that moves pushes a car of each rung that may be pushed, as fast as it is. */
static void walls_push_cars(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_DOUBLE_TRACK, KAMM_FULL};
    (void)state;
    for (int r = 0; r < 4; ++r)
        for (int i = 0; i < RATES; ++i) {
            kamm_vehicle_def def = rolling_car();
            kamm_model *model;
            double rate = fmax(rates[i], rungs[r] == KAMM_DOUBLE_TRACK ? 240 : 60);
            def.stepping.substeps_per_s = rate;
            kamm_cars *cars = cars_of(&def, rungs[r], 1, &model);
            const kamm_body_def wall = box_at(-6, 0, 1, 0.5, 5, 1);
            kamm_world *world = world_with(&wall, NULL, 0, rate);
            roll_at(cars, 0, 0, 0, 0, 0);
            add_cars(world, cars);
            move(world, 0, 2, 0, 0, 0);
            kamm_step_world(world, (int)(4 * rate));
            expect_above(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 1.9);
            expect_above(kamm_read(cars, 0, KAMM_CHANNEL_x_m), 3.3);
            kamm_destroy_world(world);
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
}

static void fixed_bodies_come_and_go(void **state)
{
    (void)state;
    const kamm_body_def wall = wall_across(3, 0.5, 0);
    kamm_body_def table = box_at(10, 0, 1, 1, 1, 0.1);
    table.type = KAMM_BODY_STATIC;
    kamm_body_def dynamic_body = placed_at(crate(), 10, 0, 1.1, 1);
    kamm_world *world = world_with(&wall, &dynamic_body, 1, 240);
    kamm_body_motion pose;
    kamm_body body;
    assert_int_equal(kamm_add_body(world, &table, &body, NULL), KAMM_OK);
    assert_int_equal(body.index, 2);
    assert_int_equal(kamm_body_count(world), 3);
    kamm_step_world(world, 480);
    read_body(world, 1, &pose);
    expect_near(pose.position_m[2], 1.1, 0.01);
    remove_body(world, 0);
    assert_int_equal(kamm_body_at(world, 0).generation, 0);
    remove_body(world, 2);
    kamm_step_world(world, 480);
    read_body(world, 1, &pose);
    expect_near(pose.position_m[2], 0, 0.01);
    assert_int_equal(kamm_add_body(world, &table, &body, NULL), KAMM_OK);
    assert_int_equal(body.index, 0);
    for (int i = 0; i < 100; ++i) {
        table.position_m[1] = 5.0 * i;
        table.type = i % 2 ? KAMM_BODY_KINEMATIC : KAMM_BODY_STATIC;
        assert_int_equal(kamm_add_body(world, &table, &body, NULL), KAMM_OK);
        assert_int_equal(body.index, 2 + i);
    }
    kamm_step_world(world, 10);
    kamm_destroy_world(world);
}

/* A car drives through where a gate was, and stops at one that has come. */
static void what_is_gone_stops_nobody(void **state)
{
    (void)state;
    kamm_vehicle_def def = rolling_car();
    kamm_model *model;
    kamm_cars *cars = cars_of(&def, KAMM_RIGID2D, 1, &model);
    const kamm_body_def gate = wall_across(10, 0.5, 0);
    kamm_world *world = world_with(&gate, NULL, 0, 1200);
    roll_at(cars, 0, 0, 0, 0, 10);
    add_cars(world, cars);
    kamm_step_world(world, 120);
    remove_body(world, 0);
    kamm_step_world(world, 2400);
    expect_above(kamm_read(cars, 0, KAMM_CHANNEL_x_m), 15);
    const kamm_body_def next = wall_across(40, 0.5, 0);
    assert_int_equal(kamm_add_body(world, &next, NULL, NULL), KAMM_OK);
    kamm_step_world(world, 6000);
    expect_below(kamm_read(cars, 0, KAMM_CHANNEL_x_m), 40);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void snapshots_have_what_moves(void **state)
{
    (void)state;
    const kamm_body_def lift = box_at(0, 0, 2, 2, 2, 0.1);
    kamm_body_def dynamic_body = placed_at(crate(), 0.5, 0, 2.1, 1);
    kamm_world *world = world_with(&lift, &dynamic_body, 1, 240),
               *other = world_with(&lift, &dynamic_body, 1, 240);
    size_t size = kamm_world_snapshot_size(world);
    char *snapshot = malloc(size);
    const double place[3] = {0, 1, 1};
    assert_int_equal(
        kamm_move_body_to(world, kamm_body_at(world, 0), place, (double[4]){0}, 300, NULL),
        KAMM_OK);
    kamm_step_world(world, 100);
    assert_true(kamm_world_state_hash(world) != kamm_world_state_hash(other));
    kamm_save_world_snapshot(world, snapshot);
    kamm_step_world(world, 300);
    assert_int_equal(kamm_restore_world_snapshot(other, snapshot, size, NULL), KAMM_OK);
    kamm_step_world(other, 300);
    assert_true(kamm_world_state_hash(world) == kamm_world_state_hash(other));
    kamm_error error;
    remove_body(other, 0);
    assert_int_equal(kamm_restore_world_snapshot(other, snapshot, size, &error), KAMM_ERROR_FORMAT);
    double nan_value = NAN;
    memcpy(snapshot + size - 100, &nan_value, sizeof nan_value);
    memset(snapshot + size - 104, 0xff, 100);
    assert_int_equal(kamm_restore_world_snapshot(world, snapshot, size, &error), KAMM_ERROR_FORMAT);
    free(snapshot);
    kamm_destroy_world(world);
    kamm_destroy_world(other);
}

static void what_can_not_be_is_refused(void **state)
{
    (void)state;
    kamm_body_def lift = box_at(0, 0, 2, 2, 2, 0.1);
    kamm_world *world = world_with(&lift, NULL, 0, 240);
    kamm_body_motion motion;
    kamm_error error;
    uint64_t hash = kamm_world_state_hash(world);
    read_body(world, 0, &motion);
    motion.velocity_mps[1] = NAN;
    assert_int_equal(kamm_set_body_motion(world, kamm_body_at(world, 0), &motion, &error),
                     KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "velocity_mps[1] of body 0"));
    motion.velocity_mps[1] = 2000;
    assert_int_equal(kamm_set_body_motion(world, kamm_body_at(world, 0), &motion, &error),
                     KAMM_ERROR_RANGE);
    const double far_away[3] = {1e6, 0, 0}, upright[4] = {1, 0, 0, 0};
    assert_int_equal(kamm_move_body_to(world, kamm_body_at(world, 0), far_away, upright, 1, &error),
                     KAMM_ERROR_RANGE);
    assert_int_equal(kamm_move_body_to(world, kamm_body_at(world, 0), upright, upright, 0, &error),
                     KAMM_ERROR_RANGE);
    assert_true(kamm_world_state_hash(world) == hash);
    lift.type = KAMM_BODY_STATIC;
    kamm_body body;
    assert_int_equal(kamm_add_body(world, &lift, &body, NULL), KAMM_OK);
    read_body(world, body.index, &motion);
    assert_int_equal(kamm_set_body_motion(world, body, &motion, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "body 1 is static"));
    assert_int_equal(kamm_move_body_to(world, body, upright, upright, 1, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "body 1 is not kinematic"));
    lift.position_m[2] = INFINITY;
    assert_int_equal(kamm_add_body(world, &lift, &body, &error), KAMM_ERROR_RANGE);
    lift.position_m[2] = 0, lift.shapes[0].box.half_m[1] = 0;
    assert_int_equal(kamm_add_body(world, &lift, &body, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_body_count(world), 2);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixed_body_goes_as_it_is_told),
        cmocka_unit_test(lifts_carry_crates),
        cmocka_unit_test(trains_carry_and_push),
        cmocka_unit_test(walls_push_cars),
        cmocka_unit_test(fixed_bodies_come_and_go),
        cmocka_unit_test(what_is_gone_stops_nobody),
        cmocka_unit_test(snapshots_have_what_moves),
        cmocka_unit_test(what_can_not_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
