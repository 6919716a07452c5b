/* Snapshots contain the identity of each place; placements consider bodies that are driven on. */
#include "support/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_error error;

struct players {
    kamm_model *model;
    kamm_world *world;
    kamm_cars *cars[3]; /* at y 0, 10, 20; not in the world at first */
    void *snapshot;
    size_t size;
};

static struct players start_players(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    struct players p = {.model = kamm_create_model(&def, KAMM_FULL, &error),
                        .world = create_world(&world_def)};
    for (int i = 0; i < 3; ++i) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 10 * i, 0);
        p.cars[i] = kamm_create_cars(p.model, 1, NULL);
        kamm_place(p.cars[i], 0, &at);
    }
    return p;
}

static void join(struct players *p, int i)
{
    if (kamm_add_cars(p->world, p->cars[i], &error)) fail_msg("%s", error.text);
}

static void leave(struct players *p, int i)
{
    if (kamm_remove_cars(p->world, p->cars[i], &error)) fail_msg("%s", error.text);
}

static void save(struct players *p)
{
    free(p->snapshot);
    p->size = kamm_world_snapshot_size(p->world);
    p->snapshot = malloc(p->size);
    kamm_save_world_snapshot(p->world, p->snapshot);
}

static kamm_result restore(struct players *p)
{
    return kamm_restore_world_snapshot(p->world, p->snapshot, p->size, &error);
}

static double y_of(const struct players *p, int i)
{
    return kamm_read(p->cars[i], 0, KAMM_CHANNEL_y_m);
}

static void end_players(struct players *p)
{
    kamm_destroy_world(p->world);
    for (int i = 0; i < 3; ++i) kamm_destroy_cars(p->cars[i]);
    kamm_destroy_model(p->model);
    free(p->snapshot);
}

/* Two drive the same car: the one who leaves and comes back is behind the other. */
static void nobody_is_put_into_the_place_of_another(void **state)
{
    (void)state;
    struct players p = start_players();
    join(&p, 0), join(&p, 1);
    save(&p);
    leave(&p, 0), join(&p, 0);
    assert_int_equal(restore(&p), KAMM_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "kamm_set_identity"));
    expect_near(y_of(&p, 0), 0, 1e-9);
    expect_near(y_of(&p, 1), 10, 1e-9);
    leave(&p, 1), join(&p, 1); /* in the first order again */
    kamm_step_world(p.world, 4);
    assert_int_equal(restore(&p), KAMM_OK);
    expect_near(y_of(&p, 0), 0, 1e-9);
    expect_near(y_of(&p, 1), 10, 1e-9);
    leave(&p, 1), join(&p, 2); /* another one, who drives the same */
    assert_int_equal(restore(&p), KAMM_ERROR_FORMAT);
    expect_near(y_of(&p, 2), 20, 1e-9);
    end_players(&p);
}

/* A set-up that is changed is still the same player's; and worlds elsewhere get the identities. */
static void identities_are_kept_and_can_be_said(void **state)
{
    (void)state;
    struct players p = start_players(), other = start_players();
    join(&p, 0), join(&p, 1);
    uint64_t first = kamm_identity(p.world, p.cars[0]), second = kamm_identity(p.world, p.cars[1]);
    assert_true(first && second && first != second);
    save(&p);
    assert_int_equal(kamm_replace_cars(p.world, p.cars[0], p.cars[2], &error), KAMM_OK);
    assert_true(kamm_identity(p.world, p.cars[2]) == first);
    assert_true(kamm_identity(p.world, p.cars[0]) == 0);
    assert_int_equal(restore(&p), KAMM_OK);
    leave(&p, 1), join(&p, 0); /* whose identity another one has by now */
    assert_true(kamm_identity(p.world, p.cars[0]) != first);
    assert_int_equal(kamm_set_identity(p.world, p.cars[0], first, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_identity(p.world, p.cars[0], 0, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_identity(p.world, p.cars[1], 7, &error), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_set_identity(p.world, p.cars[0], 77, &error), KAMM_OK);
    save(&p);
    join(&other, 0), join(&other, 1);
    assert_int_equal(kamm_restore_world_snapshot(other.world, p.snapshot, p.size, &error),
                     KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_set_identity(other.world, other.cars[1], 77, &error), KAMM_OK);
    assert_int_equal(kamm_restore_world_snapshot(other.world, p.snapshot, p.size, &error), KAMM_OK);
    assert_true(kamm_world_state_hash(other.world) == kamm_world_state_hash(p.world));
    end_players(&p);
    end_players(&other);
}

/* A dynamic body of another kind in the place of one that was taken away. */
static void bodies_are_what_they_were(void **state)
{
    (void)state;
    kamm_body_def dynamic_bodies[2] = {placed_at(crate(), 0, 0, 0.5, 0),
                                       placed_at(crate(), 5, 0, 0.5, 0)};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = dynamic_bodies, .body_count = 2};
    struct players p = {.world = create_world(&def)};
    save(&p);
    remove_body(p.world, 1);
    assert_int_equal(restore(&p), KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_add_body(p.world, &dynamic_bodies[1], NULL, &error), KAMM_OK);
    assert_int_equal(restore(&p), KAMM_OK);
    remove_body(p.world, 1);
    dynamic_bodies[1].mass_kg *= 2;
    assert_int_equal(kamm_add_body(p.world, &dynamic_bodies[1], NULL, &error), KAMM_OK);
    assert_int_equal(restore(&p), KAMM_ERROR_FORMAT);
    kamm_destroy_world(p.world);
    free(p.snapshot);
}

/* On a platform of 1.2 m, on a ramp, under a bridge, beside a wall that is not driven on: the car stands and stays. */
static void cars_are_placed_on_what_is_driven_on(void **state)
{
    (void)state;
    static const double ramp[6][3] = {{20, -3, 0}, {20, 3, 0},  {40, -3, 0},
                                      {40, 3, 0},  {40, -3, 4}, {40, 3, 4}};
    kamm_body_def fixed_bodies[4] = {
        {.shapes[0].box = {{0, 0, 0.6}, {5, 5, 0.6}, {0}}, .friction = 1, .is_driven_on = 1},
        {.shapes[0] = {.kind = KAMM_SHAPE_HULL, .point_count = 6, .points_m = ramp},
         .friction = 1,
         .is_driven_on = 1},
        {.shapes[0].box = {{0, 40, 5}, {10, 10, 0.2}, {0}}, .friction = 1, .is_driven_on = 1},
        {.shapes[0].box = {{0, -40, 1}, {1, 1, 1}, {0}}}};
    kamm_body_def plank = {.type = KAMM_BODY_DYNAMIC,
                           .shapes[0].box = {.half_m = {4, 2, 0.1}},
                           .mass_kg = 5000,
                           .is_driven_on = 1,
                           .friction = 1};
    plank.position_m[0] = -30, plank.position_m[2] = 0.1;
    const struct {
        double x_m, y_m, below_m, height_m;
    } places[] = {{0, 0, 1e5, 1.2}, {30, 0, 1e5, 2},    {0, 40, 1e5, 5.2}, {0, 40, 3, 0},
                  {0, -40, 1e5, 0}, {-30, 0, 1e5, 0.2}, {100, 0, 1e5, 0}};
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        kamm_world_def world_def = {.bodies = join_bodies(&plank, 1, fixed_bodies, 4),
                                    .body_count = 1 + 4};
        kamm_world *world = create_world(&world_def);
        kamm_cars *cars = kamm_create_cars(model, 1, NULL);
        kamm_placement at = kamm_placement_in_world_below(world, model, places[i].x_m,
                                                          places[i].y_m, 0, places[i].below_m);
        /* on the ramp the vehicle frame's origin lies on the plane through what is below the wheels */
        expect_near(at.position_m[2], places[i].height_m, 1e-6);
        kamm_place(cars, 0, &at);
        kamm_inputs(cars)[0].hand_brake = kamm_inputs(cars)[0].brake = 1;
        if (i != 4) {
            add_cars(world, cars);
            kamm_step_world(world, 240);
            kamm_pose pose;
            kamm_read_pose(cars, 0, 1, &pose, NULL);
            expect_near(pose.position_m[2], places[i].height_m, 0.05);
            expect_near(pose.position_m[0], places[i].x_m, 0.1);
        }
        kamm_destroy_world(world);
        kamm_destroy_cars(cars);
    }
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_put_into_the_place_of_another),
        cmocka_unit_test(identities_are_kept_and_can_be_said),
        cmocka_unit_test(bodies_are_what_they_were),
        cmocka_unit_test(cars_are_placed_on_what_is_driven_on),
    };
    return cmocka_run_group_tests_name("world_identity", tests, NULL, NULL);
}
