/* Cars, combinations and dynamic bodies that come and go while a world runs: nothing else in it changes. */
#include "support/misuse.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/trailers.h"
#include "support/world.h"
#include "support/world_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_vehicle_def car_def(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 240;
    return def;
}

/* A group of `count` cars on that rung in a row across, that drive away. */
static kamm_cars *driving_group(kamm_rung rung, int count, double y_m)
{
    kamm_vehicle_def def = car_def();
    kamm_cars *cars = start_rung(&def, rung, count);
    for (int car = 0; car < count; ++car) {
        kamm_placement start = kamm_placement_on(&kamm_flat_ground, 0, y_m + 10 * car, 0.1 * car);
        start.speed_mps = 5 + car;
        kamm_place(cars, car, &start);
        kamm_inputs(cars)[car].throttle = 0.3f;
        kamm_inputs(cars)[car].steering_wheel_rad = 0.4f;
    }
    return cars;
}

static void remove_cars(kamm_world *world, kamm_cars *cars)
{
    kamm_error error;
    must(kamm_remove_cars(world, cars, &error), &error);
}

static kamm_body_motion motion_of(const kamm_world *world, int dynamic_body)
{
    kamm_body_motion motion;
    read_body(world, dynamic_body, &motion);
    return motion;
}

/* A cone that flies at 25 m/s through the middle of the world. */
static kamm_world *world_with_flying_cone(void)
{
    kamm_body_def dynamic_bodies[] = {placed_at(kamm_cone(0.5), -50, -30, 10, 0),
                                      placed_at(crate(), 0, -40, 0.5, 1)};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = dynamic_bodies, .body_count = 2};
    kamm_world *world = create_world(&def);
    kamm_body_motion motion = motion_of(world, 0);
    motion.velocity_mps[0] = 25, motion.velocity_mps[2] = 6;
    motion.angular_velocity_radps[1] = 3;
    set_body(world, 0, &motion);
    return world;
}

static void same_motion(const kamm_world *a, const kamm_world *b, int dynamic_body)
{
    kamm_body_motion m[2] = {motion_of(a, dynamic_body), motion_of(b, dynamic_body)};
    assert_memory_equal(&m[0], &m[1], sizeof m[0]);
}

/* Groups of all rungs come and go beside two that stay: these, and a cone in flight, have the bits of a world in which no group
 * came or went. */
static void who_comes_and_goes_changes_nothing_else(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_world *still = world_with_flying_cone(), *lively = world_with_flying_cone();
    kamm_cars *stay[2][2], *guests[5];
    for (int k = 0; k < 2; ++k) {
        stay[k][0] = driving_group(KAMM_FULL, 3, 0);
        add_cars(k ? lively : still, stay[k][0]);
        stay[k][1] = driving_group(KAMM_SINGLE_TRACK, 20, 100);
        if (k == 0) add_cars(still, stay[k][1]);
    }
    guests[0] = driving_group(KAMM_FULL, 17, 400);
    add_cars(lively, guests[0]);
    add_cars(lively, stay[1][1]);
    for (int frame = 0; frame < 60; ++frame) {
        int rung = frame / 12, at = frame % 12;
        if (at == 3 && rung)
            guests[rung] = driving_group((kamm_rung)(KAMM_KINEMATIC + rung - 1), 5, 800);
        if (at == 3 && rung) add_cars(lively, guests[rung]);
        if (at == 9) remove_cars(lively, guests[rung]);
        kamm_step_world(still, 3);
        kamm_step_world(lively, 3);
        for (int i = 0; i < 2; ++i)
            assert_int_equal(kamm_state_hash(stay[0][i]), kamm_state_hash(stay[1][i]));
        same_motion(still, lively, 0);
        same_motion(still, lively, 1);
    }
    assert_true(motion_of(still, 0).position_m[0] > -35);
    kamm_destroy_world(still);
    kamm_destroy_world(lively);
    for (int k = 0; k < 4; ++k) end_cars(stay[k / 2][k % 2]);
    for (int k = 0; k < 5; ++k) end_cars(guests[k]);
}

/* A hundred groups of one car, of all rungs, drive as each does alone. */
static void groups_are_not_counted(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { GROUPS = 100 };
    kamm_cars *cars[GROUPS], *alone[GROUPS];
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&def);
    for (int i = 0; i < GROUPS; ++i) {
        kamm_rung rung = (kamm_rung)(KAMM_KINEMATIC + i % 5);
        cars[i] = driving_group(rung, 1, 30 * i);
        alone[i] = driving_group(rung, 1, 30 * i);
        add_cars(world, cars[i]);
    }
    kamm_step_world(world, 60);
    for (int i = 0; i < GROUPS; ++i) {
        kamm_step(alone[i], &kamm_flat_ground, 60);
        assert_int_equal(kamm_state_hash(cars[i]), kamm_state_hash(alone[i]));
        end_cars(alone[i]);
    }
    for (int i = 0; i < GROUPS; i += 2) end_cars(cars[i]); /* they leave */
    kamm_step_world(world, 12);
    for (int i = 1; i < GROUPS; i += 2) remove_cars(world, cars[i]);
    kamm_step_world(world, 12);
    for (int i = 1; i < GROUPS; i += 2) end_cars(cars[i]);
    kamm_destroy_world(world);
}

/* A set-up that is changed on the way: the car goes on, in the same group, and so does the cone. */
static void a_car_is_replaced_while_it_drives(void **state)
{
    (void)state;
    kamm_error error;
    kamm_world *world = world_with_flying_cone(), *still = world_with_flying_cone();
    kamm_cars *first = driving_group(KAMM_FULL, 1, 0), *second = driving_group(KAMM_FULL, 1, 50);
    kamm_vehicle_def def = car_def();
    def.axles[0].suspension.spring_n_per_m *= 1.5;
    kamm_cars *stiffer = start_rung(&def, KAMM_FULL, 1);
    add_cars(world, first);
    add_cars(world, second);
    kamm_step_world(world, 60), kamm_step_world(still, 60);
    double x = read_channel(first, KAMM_CHANNEL_x_m),
           v = read_channel(first, KAMM_CHANNEL_speed_mps);
    kamm_hand_over(first, 0, stiffer, 0);
    must(kamm_replace_cars(world, first, stiffer, &error), &error);
    kamm_step_world(world, 24), kamm_step_world(still, 24);
    expect_near(read_channel(stiffer, KAMM_CHANNEL_x_m), x + 0.1 * v, 0.05);
    expect_near(read_channel(first, KAMM_CHANNEL_x_m), x, 0);
    same_motion(world, still, 0);
    assert_int_equal(kamm_replace_cars(world, first, second, &error), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_replace_cars(world, stiffer, second, &error), KAMM_ERROR_RANGE);
    remove_cars(world, stiffer);
    add_cars(world, first); /* its clock is behind the others' */
    kamm_step_world(world, 1);
    expect_near(read_channel(first, KAMM_CHANNEL_time_s), read_channel(second, KAMM_CHANNEL_time_s),
                0);
    kamm_destroy_world(world);
    kamm_destroy_world(still);
    end_cars(first), end_cars(second), end_cars(stiffer);
}

static void combinations_come_and_go_as_a_whole(void **state)
{
    (void)state;
    kamm_error error;
    kamm_world *world = world_with_flying_cone();
    struct combination combination = start_shipped("volvo-v40-caravan", KAMM_FULL, 240, 2);
    struct combination other = start_shipped("volvo-v40-caravan", KAMM_FULL, 240, 1);
    kamm_cars *cars = driving_group(KAMM_FULL, 2, 200);
    for (int i = 0; i < 2; ++i) place_combination(&combination, i, 10 + i);
    place_combination(&other, 0, 10);
    must(kamm_add_combinations(world, combination.combinations, &error), &error);
    add_cars(world, cars);
    kamm_step_world(world, 12);
    kamm_cars *unit = kamm_combination_cars(combination.combinations, 1);
    assert_int_equal(kamm_remove_cars(world, unit, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "combinations"));
    assert_int_equal(kamm_replace_cars(world, unit, cars, &error), KAMM_ERROR_RANGE);
    kamm_step_combinations(other.combinations, &kamm_flat_ground, 12);
    must(kamm_replace_combinations(world, combination.combinations, other.combinations, &error),
         &error);
    assert_int_equal(
        kamm_replace_combinations(world, combination.combinations, other.combinations, &error),
        KAMM_ERROR_UNKNOWN);
    kamm_step_world(world, 12);
    must(kamm_remove_combinations(world, other.combinations, &error), &error);
    assert_int_equal(kamm_remove_combinations(world, other.combinations, &error),
                     KAMM_ERROR_UNKNOWN);
    kamm_step_world(world, 12);
    must(kamm_replace_cars_by_combinations(world, cars, other.combinations, &error), &error);
    kamm_step_world(world, 12);
    must(kamm_replace_combinations_by_cars(world, other.combinations, cars, &error), &error);
    kamm_step_combinations(other.combinations, &kamm_flat_ground, 12);
    must(kamm_add_combinations(world, other.combinations, &error), &error);
    kamm_step_world(world, 12);
    end_combination(&other); /* they leave */
    kamm_step_world(world, 12);
    assert_int_equal(kamm_fault(cars, 0) | kamm_fault(cars, 1), 0);
    kamm_destroy_world(world);
    end_cars(cars);
    end_combination(&combination);
}

/* ---- dynamic bodies ---- */

/* Thrown into a running world it flies as the parabola says, and has the place of the one that was removed. */
static void bodies_are_added_and_removed(void **state)
{
    (void)state;
    kamm_error error;
    kamm_world *world = world_with_flying_cone(), *still = world_with_flying_cone();
    kamm_body_def thrown = placed_at(crate(), 0, 60, 20, 0);
    kamm_body body, again;
    kamm_step_world(world, 24), kamm_step_world(still, 24);
    must(kamm_add_body(world, &thrown, &body, &error), &error);
    int index = body.index;
    assert_int_equal(index, 2);
    kamm_body_motion from = motion_of(world, index), now;
    from.velocity_mps[0] = 8, from.velocity_mps[2] = 5;
    from.angular_velocity_radps[2] = 2;
    set_body(world, index, &from);
    for (int n = 0; n < 240; ++n) {
        kamm_step_world(world, 1), kamm_step_world(still, 1);
        same_motion(world, still, 0);
        same_motion(world, still, 1);
    }
    now = motion_of(world, index);
    expect_near(now.position_m[0], from.position_m[0] + 8, 0.02);
    expect_near(now.position_m[2], from.position_m[2] + 5 - 0.5 * GRAVITY_MPS2, 0.03);
    const kamm_body gone = kamm_body_at(world, 1);
    remove_body(world, 1);
    assert_int_equal(kamm_has_body(world, gone), 0);
    assert_int_equal(kamm_has_body(world, body), 1);
    assert_int_equal(kamm_body_count(world), 3);
    kamm_step_world(world, 12), kamm_step_world(still, 12);
    same_motion(world, still, 0);
    must(kamm_add_body(world, &thrown, &again, &error), &error);
    assert_int_equal(again.index, 1);
    assert_int_equal(kamm_has_body(world, gone), 0); /* another body has its index now */
    assert_int_equal(kamm_has_body(world, again), 1);
    for (int i = 0; i < 40; ++i) { /* beyond the room of the beginning */
        thrown.position_m[1] = 100 + 3 * i;
        must(kamm_add_body(world, &thrown, NULL, &error), &error);
        kamm_step_world(world, 1), kamm_step_world(still, 1);
        same_motion(world, still, 0);
    }
    assert_int_equal(kamm_body_count(world), 43);
    kamm_destroy_world(world);
    kamm_destroy_world(still);
}

/* The lower crate of a sleeping pile is taken away: the upper one falls. */
static void what_slept_on_a_body_falls(void **state)
{
    (void)state;
    kamm_body_def pile[] = {placed_at(crate(), 0, 0, 0, 1), placed_at(crate(), 0, 0, 1, 1),
                            placed_at(crate(), 5, 0, 0, 1)};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = pile, .body_count = 3};
    kamm_world *world = create_world(&def);
    kamm_step_world(world, 60);
    expect_near(motion_of(world, 1).position_m[2], 1, 1e-9);
    remove_body(world, 0);
    kamm_step_world(world, 480);
    expect_near(motion_of(world, 1).position_m[2], 0, 0.02);
    expect_near(motion_of(world, 2).position_m[2], 0, 0);
    kamm_destroy_world(world);
}

/* A car drives through where a dynamic body was. */
static void a_removed_body_touches_nobody(void **state)
{
    (void)state;
    kamm_body_def block = placed_at(crate(), 7, 0, 0, 1);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &block, .body_count = 1};
    for (int removed = 0; removed < 2; ++removed) {
        kamm_world *world = create_world(&def);
        kamm_cars *cars = driving_group(KAMM_FULL, 1, 0);
        int touches = 0;
        kamm_inputs(cars)[0].steering_wheel_rad = 0;
        add_cars(world, cars);
        if (removed) remove_body(world, 0);
        for (int n = 0; n < 240; ++n) {
            int count;
            kamm_step_world(world, 2);
            kamm_contact_events(world, &count);
            touches += count;
        }
        assert_int_equal(touches > 0, !removed);
        expect_above(read_channel(cars, KAMM_CHANNEL_x_m), 8);
        kamm_destroy_world(world);
        end_cars(cars);
    }
}

/* ---- what is refused ---- */

static void what_cannot_be_is_told(void **state)
{
    (void)state;
    kamm_error error;
    kamm_world *world = world_with_flying_cone(), *other = world_with_flying_cone();
    kamm_cars *cars = driving_group(KAMM_FULL, 1, 0);
    kamm_body_def broken = crate();
    kamm_body_motion motion = motion_of(world, 0);
    assert_int_equal(kamm_remove_cars(world, cars, &error), KAMM_ERROR_UNKNOWN);
    add_cars(world, cars);
    assert_int_equal(kamm_add_cars(other, cars, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "another world"));
    uint64_t hash = kamm_world_state_hash(world);
    broken.mass_kg = NAN;
    assert_int_equal(kamm_add_body(world, &broken, NULL, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "bodies[2]"));
    const double odd[] = {NAN, INFINITY, 1e300};
    for (int i = 0; i < 3; ++i) {
        kamm_body_motion bad = motion;
        bad.velocity_mps[1] = odd[i];
        assert_int_equal(kamm_set_body_motion(world, kamm_body_at(world, 0), &bad, &error),
                         KAMM_ERROR_RANGE);
        assert_non_null(strstr(error.text, "velocity_mps[1] of body 0"));
    }
    assert_int_equal(kamm_world_state_hash(world), hash);
    size_t size = kamm_world_snapshot_size(world);
    void *snapshot = malloc(size);
    assert_non_null(snapshot);
    kamm_save_world_snapshot(world, snapshot);
    remove_body(world, 1);
    assert_int_equal(kamm_restore_world_snapshot(world, snapshot, size, &error), KAMM_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "1 dynamic and 0 other bodies"));
    free(snapshot);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_remove_cars(NULL, cars, &error));
    MISUSE(kamm_remove_cars(world, NULL, &error));
    MISUSE(kamm_replace_cars(world, cars, NULL, &error));
    MISUSE(kamm_remove_combinations(world, NULL, &error));
    MISUSE(kamm_replace_combinations(world, NULL, NULL, &error));
    MISUSE(kamm_replace_cars_by_combinations(world, cars, NULL, &error));
    MISUSE(kamm_replace_combinations_by_cars(world, NULL, cars, &error));
    kamm_set_assert_handler(NULL, NULL);
    kamm_destroy_world(world);
    kamm_destroy_world(other);
    end_cars(cars);
}

/* Each allocation fails in turn: this is reported, and the world does not change. */
static void without_memory_the_world_stays_as_it_was(void **state)
{
    (void)state;
    kamm_error error;
    kamm_body_def dynamic_body = crate(); /* of so many shapes that their room grows as well */
    dynamic_body.shape_count = KAMM_MAX_SHAPES;
    for (int i = 1; i < KAMM_MAX_SHAPES; ++i) {
        dynamic_body.shapes[i] = dynamic_body.shapes[0];
        dynamic_body.shapes[i].box.centre_m[0] = 0.5 * i;
    }
    for (int act = 0; act < 3; ++act) {
        int failures = 0, done = 0;
        while (!done) {
            kamm_world *world = world_with_flying_cone(), *still = world_with_flying_cone();
            kamm_cars *cars[3];
            for (int i = 0; i < 3; ++i)
                cars[i] = driving_group(KAMM_FULL, 1, 40 * (i == 2 ? 0 : i));
            add_cars(world, cars[0]);
            add_cars(still, cars[2]);
            struct counted_memory memory = {.left = failures};
            kamm_set_allocator(allocate_while_left, release_counted, &memory);
            kamm_result result = act == 0   ? kamm_add_cars(world, cars[1], &error)
                                 : act == 1 ? kamm_replace_cars(world, cars[0], cars[1], &error)
                                            : kamm_add_body(world, &dynamic_body, NULL, &error);
            kamm_set_allocator(NULL, NULL, NULL);
            done = result == KAMM_OK;
            if (!done) {
                assert_int_equal(result, KAMM_ERROR_MEMORY);
                kamm_step_world(world, 24), kamm_step_world(still, 24);
                assert_int_equal(kamm_world_state_hash(world), kamm_world_state_hash(still));
                failures += of_tier(3, 1);
            }
            kamm_destroy_world(world);
            kamm_destroy_world(still);
            for (int i = 0; i < 3; ++i) end_cars(cars[i]);
        }
        expect_above(failures, 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_and_goes_changes_nothing_else),
        cmocka_unit_test(groups_are_not_counted),
        cmocka_unit_test(a_car_is_replaced_while_it_drives),
        cmocka_unit_test(combinations_come_and_go_as_a_whole),
        cmocka_unit_test(bodies_are_added_and_removed),
        cmocka_unit_test(what_slept_on_a_body_falls),
        cmocka_unit_test(a_removed_body_touches_nobody),
        cmocka_unit_test(what_cannot_be_is_told),
        cmocka_unit_test(without_memory_the_world_stays_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
