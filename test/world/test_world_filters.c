/* Which bodies collide, by categories and masks. */
#include "support/quick.h"
#include "support/tier.h"
#include "support/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kamm_rung all_rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                      KAMM_DOUBLE_TRACK, KAMM_FULL};
enum { RUNGS = 5 };
enum { RED = 2, BLUE = 4 };

/* A car of each rung is driven at something: it stops there, or gets through. */
struct trial {
    kamm_filter car, other;
    int meets;
};
static const struct trial trials[] = {
    {{0, 0}, {0, 0}, 1},
    {{1, UINT32_MAX}, {0, 0}, 1},
    {{RED, 0}, {0, 0}, 1},
    {{RED, 0}, {BLUE, 0}, 1},
    {{RED, RED}, {BLUE, 0}, 0},
    {{RED, BLUE}, {BLUE, BLUE}, 0}, /* either one's mask does */
    {{RED, BLUE}, {BLUE, RED}, 1},
    {{RED | BLUE, 1}, {0, RED}, 1},
    {{0, KAMM_MASK_NONE}, {0, 0}, 0},
    {{0, 0}, {0, KAMM_MASK_NONE}, 0},
    {{0, 0}, {RED, 1}, 1},
    {{0, 0}, {RED, RED}, 0},
};
enum { TRIALS = sizeof trials / sizeof *trials };

/* Whether a car that comes at 15 m/s has been stopped, or slowed down by what it pushes. */
static void expect_meeting(kamm_cars *cars, kamm_world *world, int meets, const char *what, int i)
{
    kamm_step_world(world, 1200);
    double speed = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
    if ((speed < 14.5) != meets) fail_msg("trial %d with a %s: %g m/s", i, what, speed);
}

static void drive_at_fixed_body(kamm_rung rung, const struct trial *trial, int i)
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    kamm_cars *cars = cars_of(&def, rung, 1, &model);
    kamm_body_def wall = wall_across(6, 0.5, 0.1);
    wall.filter = trial->other;
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    add_cars(world, cars);
    roll_at(cars, 0, 0, 0, 0, 15);
    assert_int_equal(kamm_set_car_filter(world, cars, 0, &trial->car, NULL), KAMM_OK);
    expect_meeting(cars, world, trial->meets, "fixed body", i);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void drive_at_body(kamm_rung rung, const struct trial *trial, int i)
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    kamm_cars *cars = cars_of(&def, rung, 1, &model);
    kamm_body_def block = placed_at(crate(), 6, 0, 0, 1);
    block.mass_kg = 1000;
    block.filter = trial->other;
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &block, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    add_cars(world, cars);
    roll_at(cars, 0, 0, 0, 0, 15);
    assert_int_equal(kamm_set_car_filter(world, cars, 0, &trial->car, NULL), KAMM_OK);
    expect_meeting(cars, world, trial->meets, "dynamic body", i);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void drive_at_car(kamm_rung rung, const struct trial *trial, int i)
{
    const kamm_vehicle_def defs[2] = {rolling_car(), rolling_car()};
    const kamm_rung rungs[2] = {rung, KAMM_RIGID2D};
    kamm_world_def def = {.ground = kamm_flat_ground};
    struct meeting m = start_meeting(defs, rungs, &def);
    roll_at(m.cars[0], 0, 0, 0, 0, 15);
    roll_at(m.cars[1], 0, 7, 0, 0, 0);
    assert_int_equal(kamm_set_car_filter(m.world, m.cars[0], 0, &trial->car, NULL), KAMM_OK);
    assert_int_equal(kamm_set_car_filter(m.world, m.cars[1], 0, &trial->other, NULL), KAMM_OK);
    expect_meeting(m.cars[0], m.world, trial->meets, "car", i);
    end_meeting(&m);
}

static void bodies_meet_where_both_masks_say_so(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int r = 0; r < RUNGS; ++r)
        for (int i = r % of_tier(5, 1); i < TRIALS; i += of_tier(5, 1)) {
            drive_at_fixed_body(all_rungs[r], &trials[i], i);
            drive_at_body(all_rungs[r], &trials[i], i);
            drive_at_car(all_rungs[r], &trials[i], i);
        }
}

/* Which of the cars of a group meets a wall is each car's own. */
static void each_car_of_a_group_has_its_filter(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { CARS = 40 };
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    kamm_cars *cars = cars_of(&def, KAMM_SINGLE_TRACK, CARS, &model);
    kamm_body_def wall = wall_across(10, 0.5, 0.1);
    wall.shapes[0].box.half_m[1] = 5 * CARS;
    wall.filter.category = RED;
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    const kamm_filter ghost = {0, 1};
    add_cars(world, cars);
    for (int i = 0; i < CARS; ++i) {
        roll_at(cars, i, 0, 5 * i, 0, 20);
        if (i % 3 == 0) kamm_set_car_filter(world, cars, i, &ghost, NULL);
    }
    kamm_step_world(world, 1200);
    for (int i = 0; i < CARS; ++i)
        assert_int_equal(kamm_read(cars, i, KAMM_CHANNEL_x_m) > 10, i % 3 == 0);
    assert_int_equal(kamm_car_filter(world, cars, 3).mask, 1);
    assert_int_equal(kamm_car_filter(world, cars, 4).mask, 0);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* A crate that sleeps on a plate falls when it no longer meets it, or the plate no longer meets it. */
static void what_lay_on_a_ghost_falls(void **state)
{
    (void)state;
    for (int which = 0; which < 2; ++which) {
        kamm_body_def plate = {.shapes[0].box = {{0, 0, 2}, {2, 2, 0.1}, {0}}, .friction = 0.5f};
        kamm_body_def box = placed_at(crate(), 0, 0, 2.1, 1);
        kamm_world_def def = {.ground = kamm_flat_ground,
                              .bodies = join_bodies(&box, 1, &plate, 1),
                              .body_count = 1 + 1};
        kamm_world *world = create_world(&def);
        const kamm_filter ghost = {0, KAMM_MASK_NONE};
        kamm_body_motion pose;
        kamm_step_world(world, 240);
        read_body(world, 0, &pose);
        expect_near(pose.position_m[2], 2.1, 1e-9);
        must(kamm_set_body_filter(world, kamm_body_at(world, which), &ghost, NULL), NULL);
        kamm_step_world(world, 480);
        read_body(world, 0, &pose);
        expect_near(pose.position_m[2], 0, 0.01);
        kamm_destroy_world(world);
    }
}

/* A wall's piece that a ghost covers is open to bodies that pass through the ghost: buried faces follow the filters. */
static void ghosts_cover_no_faces(void **state)
{
    (void)state;
    kamm_body_def walls[2] = {wall_across(6, 0, 0), wall_across(5.7, 0, 0)};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = walls, .body_count = 2};
    kamm_model *model;
    kamm_vehicle_def car = rolling_car();
    car.body.restitution = 0;
    kamm_cars *cars = cars_of(&car, KAMM_FULL, 1, &model);
    kamm_world *world = create_world(&def);
    const kamm_filter ghost = {0, KAMM_MASK_NONE};
    add_cars(world, cars);
    roll_at(cars, 0, 0, 0, 0, 15);
    must(kamm_set_body_filter(world, kamm_body_at(world, 1), &ghost, NULL), NULL);
    kamm_step_world(world, 1200);
    double nose = car.body.cg_behind_front_axle_m + car.body.front_overhang_m;
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_x_m) + nose, 6, 0.1);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* A ghost is one again after its snapshot is restored, and the run from there has the same bits. */
static void snapshots_hold_filters(void **state)
{
    (void)state;
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 2, &model);
    kamm_body_def wall = wall_across(6, 0.5, 0.1);
    kamm_body_def block = placed_at(crate(), 5, 3, 0, 1);
    kamm_world_def world_def = {.ground = kamm_flat_ground,
                                .bodies = join_bodies(&block, 1, &wall, 1),
                                .body_count = 1 + 1};
    kamm_world *world = create_world(&world_def);
    const kamm_filter ghost = {RED, KAMM_MASK_NONE}, all = {0, 0};
    add_cars(world, cars);
    roll_at(cars, 0, 0, 0, 0, 15);
    roll_at(cars, 1, 0, 3, 0, 15);
    must(kamm_set_car_filter(world, cars, 0, &ghost, NULL), NULL);
    kamm_step_world(world, 60);
    size_t size = kamm_world_snapshot_size(world);
    char *snapshot = malloc(size);
    kamm_save_world_snapshot(world, snapshot);
    kamm_step_world(world, 1200);
    uint64_t hash = kamm_world_state_hash(world);
    must(kamm_set_car_filter(world, cars, 0, &all, NULL), NULL);
    must(kamm_set_car_filter(world, cars, 1, &ghost, NULL), NULL);
    must(kamm_set_body_filter(world, kamm_body_at(world, 0), &ghost, NULL), NULL);
    must(kamm_set_body_filter(world, kamm_body_at(world, 0), &ghost, NULL), NULL);
    must(kamm_restore_world_snapshot(world, snapshot, size, NULL), NULL);
    assert_int_equal(kamm_car_filter(world, cars, 0).category, RED);
    assert_int_equal(kamm_car_filter(world, cars, 1).mask, 0);
    assert_int_equal(kamm_body_filter(world, kamm_body_at(world, 0)).mask, 0);
    assert_int_equal(kamm_body_filter(world, kamm_body_at(world, 0)).mask, 0);
    kamm_step_world(world, 1200);
    assert_true(kamm_world_state_hash(world) == hash);
    free(snapshot);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* Cars that take the place of as many others are filtered as they were; those that are removed and come back meet all. */
static void filters_stay_with_the_place(void **state)
{
    (void)state;
    kamm_model *models[2];
    kamm_vehicle_def def = rolling_car();
    kamm_cars *cars = cars_of(&def, KAMM_FULL, 2, &models[0]);
    kamm_cars *other = cars_of(&def, KAMM_RIGID2D, 2, &models[1]);
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&world_def);
    const kamm_filter red = {RED, 0};
    add_cars(world, cars);
    must(kamm_set_car_filter(world, cars, 1, &red, NULL), NULL);
    must(kamm_replace_cars(world, cars, other, NULL), NULL);
    assert_int_equal(kamm_car_filter(world, other, 1).category, RED);
    assert_int_equal(kamm_car_filter(world, other, 0).category, 0);
    must(kamm_remove_cars(world, other, NULL), NULL);
    assert_int_equal(kamm_car_filter(world, other, 1).category, 0);
    add_cars(world, other);
    assert_int_equal(kamm_car_filter(world, other, 1).category, 0);
    kamm_destroy_world(world);
    for (int i = 0; i < 2; ++i) kamm_destroy_cars(i ? other : cars), kamm_destroy_model(models[i]);
}

static void bad_filters_are_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_body_def bodies[2] = {wall_across(6, 0.5, 0.1), crate()};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 2};
    bodies[0].filter.category = KAMM_MASK_NONE | 1;
    assert_null(kamm_create_world(&def, &error));
    assert_non_null(strstr(error.text, "bodies[0]: category 0x80000001"));
    bodies[0].filter.category = 0, bodies[1].filter.category = KAMM_MASK_NONE;
    assert_null(kamm_create_world(&def, &error));
    assert_non_null(strstr(error.text, "bodies[1]: category"));
    bodies[1].filter.category = 0;
    kamm_world *world = create_world(&def);
    kamm_model *model;
    kamm_vehicle_def car = rolling_car();
    kamm_cars *cars = cars_of(&car, KAMM_FULL, 2, &model);
    const kamm_filter bad = {KAMM_MASK_NONE, 0}, red = {RED, 0};
    assert_int_equal(kamm_set_car_filter(world, cars, 0, &red, &error), KAMM_ERROR_UNKNOWN);
    add_cars(world, cars);
    assert_int_equal(kamm_set_car_filter(world, cars, 2, &red, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "car: 2 of 2"));
    assert_int_equal(kamm_set_car_filter(world, cars, 0, &bad, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_body_filter(world, kamm_body_at(world, 2), &red, &error),
                     KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_set_body_filter(world, kamm_body_at(world, 1), &bad, NULL),
                     KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_body_filter(world, kamm_body_at(world, 0), &bad, &error),
                     KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_car_material(world, cars, 2, 1, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_car_filter(world, cars, 0).category, 0);
    assert_int_equal(kamm_body_filter(world, kamm_body_at(world, 5)).category, 0);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_meet_where_both_masks_say_so),
        cmocka_unit_test(each_car_of_a_group_has_its_filter),
        cmocka_unit_test(what_lay_on_a_ghost_falls),
        cmocka_unit_test(ghosts_cover_no_faces),
        cmocka_unit_test(snapshots_hold_filters),
        cmocka_unit_test(filters_stay_with_the_place),
        cmocka_unit_test(bad_filters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
