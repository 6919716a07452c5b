/* Joints come and go, sleep, break, are saved and restored, and have the same bits with any number of threads. */
#include "support/joints.h"
#include "support/rungs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_error error;
static const double origin[3] = {0, 0, 0}, along_y[3] = {0, 1, 0};

static void expect_unknown(kamm_world *world, kamm_joint joint)
{
    kamm_joint_state state = {.position = 7};
    uint64_t hash = kamm_world_state_hash(world);
    assert_int_equal(kamm_has_joint(world, joint), 0);
    assert_int_equal(kamm_read_joint(world, joint, &state, &error), KAMM_ERROR_UNKNOWN);
    assert_true(state.position == 7);
    assert_non_null(strstr(error.text, "is not in this world"));
    assert_int_equal(kamm_set_joint_motor(world, joint, 1, 1, NULL), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_set_joint_limits(world, joint, 1, 0, 1, NULL), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_remove_joint(world, joint, NULL), KAMM_ERROR_UNKNOWN);
    assert_true(kamm_world_state_hash(world) == hash);
}

/* A door on a hinge above a crate. */
static kamm_world *door_and_crate(kamm_joint *joint)
{
    const kamm_body_def bodies[2] = {loose_box(20, 0.5, 0.02, 1, 0.5, 0, 2),
                                     loose_box(5, 0.2, 0.2, 0.2, 3, 0, 2)};
    kamm_world *world = start_joint_world(bodies, 2, 240);
    *joint = join_at(world, joint_of(world, KAMM_JOINT_HINGE, -1, 0), origin, along_y);
    return world;
}

static void handles_of_removed_joints_are_refused(void **state)
{
    kamm_joint joint, next;
    kamm_world *world = door_and_crate(&joint);
    (void)state;
    assert_int_equal(kamm_joint_count(world), 1);
    assert_int_equal(kamm_has_joint(world, joint), 1);
    must(kamm_remove_joint(world, joint, &error), &error);
    expect_unknown(world, joint);
    assert_int_equal(kamm_joint_at(world, 0).generation, 0);
    next = join_at(world, joint_of(world, KAMM_JOINT_BALL, 0, 1), origin, NULL);
    assert_int_equal(next.index, 0);
    expect_unknown(world, joint);
    remove_body(world, 1); /* and the joint with it */
    expect_unknown(world, next);
    kamm_step_world(world, 24);
    kamm_destroy_world(world);
}

/* What can be no joint is refused with a message that names the value, and changes nothing. */
static void wrong_joints_are_refused(void **state)
{
    kamm_joint joint;
    kamm_world *world = door_and_crate(&joint);
    const kamm_joint_def good = joint_of(world, KAMM_JOINT_HINGE, -1, 1);
    const struct {
        const char *name;
        kamm_joint_def def;
    } wrong[] = {
        {"kind", {.kind = (kamm_joint_kind)7}},
        {"ends", {.kind = KAMM_JOINT_BALL}},
        {"ends", joint_of(world, KAMM_JOINT_BALL, 0, 0)},
        {"axis", good},
        {"ends", {.ends = {{.body = {5, 1}}}}},
        {"length_m", {.kind = KAMM_JOINT_ROPE, .ends = {{.point_m = {3, 0, 2}}, good.ends[1]}}},
        {"length_m", {.kind = KAMM_JOINT_ROPE, .ends = {{{0}}, good.ends[1]}, .length_m = -1}},
        {"motor_speed", {.kind = KAMM_JOINT_BALL, .ends = {{{0}}, good.ends[1]}, .motor_speed = 1}},
        {"motor_force", {.kind = KAMM_JOINT_ROPE, .ends = {{{0}}, good.ends[1]}, .motor_force = 1}},
        {"is_limited", {.kind = KAMM_JOINT_BALL, .ends = {{{0}}, good.ends[1]}, .is_limited = 1}},
        {"stiffness", {.kind = KAMM_JOINT_SPRING, .ends = {{{0}}, good.ends[1]}, .stiffness = NAN}},
        {"point_m", {.kind = KAMM_JOINT_BALL, .ends = {{.point_m = {INFINITY}}, good.ends[1]}}},
    };
    (void)state;
    uint64_t hash = kamm_world_state_hash(world);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_int_not_equal(kamm_add_joint(world, &wrong[i].def, NULL, &error), KAMM_OK);
        if (!strstr(error.text, wrong[i].name)) fail_msg("%s: %s", wrong[i].name, error.text);
    }
    assert_int_equal(kamm_set_joint_limits(world, joint, 1, 1, 0, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_joint_motor(world, joint, 1e4, 1, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_joint_motor(world, joint, 1, -1, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_joint_count(world), 1);
    assert_true(kamm_world_state_hash(world) == hash);
    kamm_destroy_world(world);
}

/* Where both ends lie: points and axes of the world, as bodies stand, cars as well. */
static void a_joint_is_placed_in_the_world(void **state)
{
    const double at[3] = {0.3, -0.4, 1.1}, axis[3] = {0.6, 0, 0.8};
    kamm_vehicle_def def = rolling_car();
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 2);
    kamm_body_def box = loose_box(3, 0.2, 0.3, 0.1, 1, 0, 2);
    (void)state;
    box.shapes[0].box.centre_m[0] = 0.4; /* its centre of gravity is not in its frame's origin */
    box.orientation[0] = 0.8, box.orientation[2] = 0.6;
    kamm_world *world = start_joint_world(&box, 1, 1200);
    add_cars(world, cars);
    roll_at(cars, 1, 2, 1, 0.7, 0);
    kamm_joint_def joint = {.kind = KAMM_JOINT_HINGE,
                            .ends = {{.body = kamm_body_at(world, 0)}, {.cars = cars, .car = 1}}};
    kamm_joint made = join_at(world, joint, at, axis);
    const kamm_joint_state s = read_joint(world, made);
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 3; ++i) expect_near(s.points_m[k][i], at[i], 1e-9);
    expect_near(s.position, 0, 1e-12);
    kamm_destroy_world(world);
    end_cars(cars);
}

/* A joint's ends let each other pass or not, and collide once it has broken; it breaks at its force. */
static void joints_break_at_their_force(void **state)
{
    (void)state;
    for (int strong = 0; strong < 2; ++strong) {
        kamm_body_def box = loose_box(10, 0.2, 0.2, 0.2, 0, 0, 5);
        kamm_world *world = start_joint_world(&box, 1, 240);
        kamm_joint_def def = joint_of(world, KAMM_JOINT_BALL, -1, 0);
        const double at[3] = {0, 0, 5.5};
        def.break_force_n = (strong ? 1.01 : 0.99) * 10 * JOINT_GRAVITY;
        kamm_joint joint = join_at(world, def, at, NULL);
        char *snapshot = malloc(kamm_world_snapshot_size(world));
        int count;
        kamm_save_world_snapshot(world, snapshot);
        kamm_step_world(world, 240);
        kamm_body_motion m;
        read_body(world, 0, &m);
        const kamm_joint *broken = kamm_broken_joints(world, &count);
        assert_int_equal(count, !strong);
        assert_int_equal(read_joint(world, joint).is_broken, !strong);
        if (!strong) {
            assert_memory_equal(&broken[0], &joint, sizeof joint);
            expect_near(m.position_m[2], 5 - JOINT_GRAVITY / 2, 0.1);
        } else {
            expect_near(m.position_m[2], 5, 1e-6);
        }
        kamm_step_world(world, 1);
        kamm_broken_joints(world, &count);
        assert_int_equal(count, 0);
        must(kamm_restore_world_snapshot(world, snapshot, kamm_world_snapshot_size(world), &error),
             &error);
        assert_int_equal(read_joint(world, joint).is_broken, 0);
        free(snapshot);
        kamm_destroy_world(world);
    }
}

/* Two crates that overlap: joined by a ball they stay where they are; by a ball that collides, or none, they part. */
static void joined_bodies_pass_each_other(void **state)
{
    double apart[3];
    (void)state;
    for (int n = 0; n < 3; ++n) {
        kamm_body_def boxes[2] = {loose_box(5, 0.5, 0.5, 0.5, 0, 0, 0),
                                  loose_box(5, 0.5, 0.5, 0.5, 0.8, 0, 0)};
        boxes[0].filter = boxes[1].filter = (kamm_filter){0, 0};
        kamm_world_def def = {.ground = empty_space(), .bodies = boxes, .body_count = 2};
        kamm_world *world = create_world(&def);
        kamm_joint_def joint = joint_of(world, n == 2 ? KAMM_JOINT_ROPE : KAMM_JOINT_BALL, 0, 1);
        joint.length_m = n == 2 ? 3 : 0;
        if (n == 1) joint.collision = KAMM_JOINT_COLLIDES;
        if (n != 1) join_at(world, joint, n ? NULL : origin, NULL);
        kamm_step_world(world, 480);
        kamm_body_motion m[2];
        for (int i = 0; i < 2; ++i) read_body(world, i, &m[i]);
        apart[n] = m[1].position_m[0] - m[0].position_m[0];
        kamm_destroy_world(world);
    }
    expect_near(apart[0], 0.8, 1e-12);
    expect_above(apart[1], 0.98);
    expect_above(apart[2], 0.98);
}

/* A chain that lies on the ground sleeps as a whole, and wakes as a whole when its last link is struck. A door wakes by its
 * motor, and does not sleep while that turns it. */
static void chains_sleep_and_wake_as_a_whole(void **state)
{
    enum { LINKS = 6 };
    kamm_body_def links[LINKS];
    (void)state;
    for (int i = 0; i < LINKS; ++i)
        links[i] = loose_box(2, 0.1, 0.03, 0.03, 0.1 + 0.2 * i, 0, 0.05);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = links, .body_count = LINKS};
    kamm_world *world = create_world(&def);
    for (int i = 1; i < LINKS; ++i) {
        const double at[3] = {0.2 * i, 0, 0.05};
        join_at(world, joint_of(world, KAMM_JOINT_BALL, i - 1, i), at, NULL);
    }
    kamm_body_motion m;
    kamm_step_world(world, 240 * 5);
    uint64_t hash = kamm_world_state_hash(world);
    kamm_step_world(world, 240);
    assert_true(kamm_world_state_hash(world) == hash);
    read_body(world, LINKS - 1, &m);
    m.velocity_mps[0] = 3;
    set_body(world, LINKS - 1, &m);
    kamm_step_world(world, 2);
    for (int i = 0; i < LINKS; ++i) {
        read_body(world, i, &m);
        expect_above(fabs(m.velocity_mps[0]), 0.01);
    }
    kamm_destroy_world(world);
}

/* What joins moving and threads: doors with motors, chains, ropes, cars, contacts. */
static kamm_world *busy_world(kamm_cars **cars)
{
    enum { LINKS = 24 };
    kamm_body_def bodies[LINKS + 4];
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    for (int i = 0; i < LINKS; ++i) {
        bodies[i] = loose_box(1 + i % 3, 0.2, 0.1, 0.1, 0.5 * (i % 8), 3.0 * (i / 8), 2);
        bodies[i].filter = (kamm_filter){0, 0};
    }
    for (int i = 0; i < 4; ++i) {
        bodies[LINKS + i] = loose_box(20, 0.5, 0.05, 0.5, 6 + 2 * i, 0, 0.6);
        bodies[LINKS + i].filter = (kamm_filter){0, 0};
    }
    kamm_world_def world_def = {
        .ground = kamm_flat_ground, .bodies = bodies, .body_count = LINKS + 4};
    kamm_world *world = create_world(&world_def);
    *cars = start_rung(&def, KAMM_FULL, 3);
    add_cars(world, *cars);
    for (int car = 0; car < 3; ++car)
        roll_at(*cars, car, 15 + 8 * car, 0, 0, car == 2 ? 9 : -4 * car);
    for (int i = 1; i < LINKS; ++i) {
        kamm_joint_def joint = joint_of(world, i % 2 ? KAMM_JOINT_BALL : KAMM_JOINT_ROPE, i - 1, i);
        const double at[3] = {0.5 * (i % 8) - 0.25, 3.0 * (i / 8), 2};
        if (i % 8) join_at(world, joint, i % 2 ? at : NULL, NULL);
    }
    for (int i = 0; i < 4; ++i) {
        kamm_joint_def joint = joint_of(world, KAMM_JOINT_HINGE, -1, LINKS + i);
        const double at[3] = {5.5 + 2 * i, 0, 0.6}, up[3] = {0, 0, 1};
        joint.motor_speed = i - 2, joint.motor_force = 30;
        join_at(world, joint, at, up);
    }
    const kamm_joint_def rope = {.kind = KAMM_JOINT_ROPE,
                                 .ends = {{.cars = *cars, .car = 1, .point_m = {1, 0, 0.4}},
                                          {.cars = *cars, .car = 2, .point_m = {-1, 0, 0.4}}},
                                 .length_m = 7};
    join_at(world, rope, NULL, NULL);
    return world;
}

/* One call of all substeps, one call for each, three threads, and rolled back halfway. */
static void bits_do_not_depend_on_calls_or_threads(void **state)
{
    uint64_t hashes[4];
    (void)state;
    for (int n = 0; n < 4; ++n) {
        enum { SUBSTEPS = 600 };
        kamm_cars *cars;
        kamm_world *world = busy_world(&cars);
        kamm_threads *threads = n == 2 ? kamm_create_threads(3, &error) : NULL;
        if (threads) kamm_set_world_tasks(world, kamm_run_on_threads, threads);
        size_t size = kamm_world_snapshot_size(world);
        char *snapshot = malloc(size);
        for (int i = 0; i < SUBSTEPS && n == 1; ++i) kamm_step_world(world, 1);
        if (n == 0 || n == 2) kamm_step_world(world, SUBSTEPS);
        if (n == 3) {
            kamm_step_world(world, SUBSTEPS / 2);
            kamm_save_world_snapshot(world, snapshot);
            kamm_step_world(world, SUBSTEPS);
            must(kamm_restore_world_snapshot(world, snapshot, size, &error), &error);
            kamm_step_world(world, SUBSTEPS / 2);
        }
        hashes[n] = kamm_world_state_hash(world);
        free(snapshot);
        kamm_destroy_world(world);
        end_cars(cars);
        if (threads) kamm_destroy_threads(threads);
    }
    for (int n = 1; n < 4; ++n) assert_true(hashes[n] == hashes[0]);
}

/* Joints of cars that others replace stay; those of cars that go, go. */
static void joints_follow_their_cars(void **state)
{
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars[2] = {start_rung(&def, KAMM_FULL, 1), start_rung(&def, KAMM_SINGLE_TRACK, 1)};
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&world_def);
    (void)state;
    add_cars(world, cars[0]);
    roll_at(cars[0], 0, 0, 0, 0, 3);
    roll_at(cars[1], 0, 0, 0, 0, 3);
    const kamm_joint_def rope = {
        .kind = KAMM_JOINT_ROPE,
        .ends = {{.point_m = {-4, 0, 0.5}}, {.cars = cars[0], .point_m = {0, 0, 0.4}}},
        .length_m = 5};
    kamm_joint joint = join_at(world, rope, NULL, NULL);
    must(kamm_replace_cars(world, cars[0], cars[1], &error), &error);
    kamm_step_world(world, 480);
    expect_below(read_joint(world, joint).position, 5.01);
    must(kamm_remove_cars(world, cars[1], &error), &error);
    expect_unknown(world, joint);
    kamm_destroy_world(world);
    for (int i = 0; i < 2; ++i) end_cars(cars[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_of_removed_joints_are_refused),
        cmocka_unit_test(wrong_joints_are_refused),
        cmocka_unit_test(a_joint_is_placed_in_the_world),
        cmocka_unit_test(joints_break_at_their_force),
        cmocka_unit_test(joined_bodies_pass_each_other),
        cmocka_unit_test(chains_sleep_and_wake_as_a_whole),
        cmocka_unit_test(bits_do_not_depend_on_calls_or_threads),
        cmocka_unit_test(joints_follow_their_cars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
