/* Zero is the usual: what is left out of structs is as files and the other faces have it. */
#include "support/rungs.h"
#include "support/world.h"

#include <kamm/wind.h>
#include <math.h>
#include <stdlib.h>

static kamm_error error;

static kamm_cars *driving(kamm_rung rung, kamm_model **model)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    *model = kamm_create_model(&def, rung, &error);
    kamm_cars *cars = kamm_create_cars(*model, 1, NULL);
    kamm_placement start = kamm_placement_on(&kamm_flat_ground, 0, 0, 0.3);
    start.speed_mps = 12;
    kamm_place(cars, 0, &start);
    kamm_inputs(cars)[0].steering_wheel_rad = 1;
    kamm_inputs(cars)[0].throttle = 0.4f;
    return cars;
}

/* However cars are stepped, on every rung: the bits of level, dry asphalt under standard gravity and air. */
static void a_ground_of_zeros_is_the_flat_one(void **state)
{
    (void)state;
    const kamm_ground nothing = {0}, *grounds[2] = {&nothing, &kamm_flat_ground};
    for (EACH_RUNG(rung)) {
        uint64_t hashes[2][3];
        for (int i = 0; i < 2; ++i) {
            kamm_model *model;
            kamm_cars *cars = driving(rung, &model);
            kamm_rollout_def rollout = {.steps = 3, .substeps = 8};
            kamm_step(cars, grounds[i], 120);
            hashes[i][0] = kamm_state_hash(cars);
            kamm_step_tasks(cars, grounds[i], 60, NULL, NULL);
            hashes[i][1] = kamm_state_hash(cars);
            assert_int_equal(kamm_rollout(cars, grounds[i], &rollout, NULL, &error), KAMM_OK);
            hashes[i][2] = kamm_state_hash(cars);
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
        for (int k = 0; k < 3; ++k) assert_true(hashes[0][k] == hashes[1][k]);
    }
}

static void a_world_of_zeros_has_gravity_and_asphalt(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i) {
        kamm_model *model;
        kamm_cars *cars = driving(KAMM_FULL, &model);
        kamm_body_def box = {.type = KAMM_BODY_DYNAMIC,
                             .shapes[0].box = {.half_m = {0.5, 0.5, 0.5}},
                             .mass_kg = 50,
                             .position_m = {30, 0, 3}};
        kamm_world_def def = {.bodies = &box, .body_count = 1};
        if (i) def.ground = kamm_flat_ground;
        kamm_world *world = create_world(&def);
        add_cars(world, cars);
        kamm_step_world(world, 240);
        hashes[i] = kamm_world_state_hash(world);
        kamm_body_motion pose;
        read_body(world, 0, &pose);
        expect_near(pose.position_m[2], 0.5, 0.01); /* it has fallen */
        expect_near((double)kamm_world_ground(world)->gravity_mps2[2], -9.80665, 1e-6);
        kamm_destroy_world(world);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
    assert_true(hashes[0] == hashes[1]);
}

/* A box of 0.5 slides on a floor of 0.5 as far as v^2 / (2 mu g), and never stops where one of both has none. */
static double slid_m(float floor_friction, float box_friction)
{
    kamm_body_def floor = {.shapes[0].box = {.centre_m = {0, 0, -1}, .half_m = {500, 50, 1}},
                           .friction = floor_friction};
    kamm_body_def box = {.type = KAMM_BODY_DYNAMIC,
                         .shapes[0].box = {.half_m = {0.5, 0.5, 0.2}},
                         .mass_kg = 50,
                         .friction = box_friction,
                         .position_m = {0, 0, 0.2}};
    kamm_world_def def = {.bodies = join_bodies(&box, 1, &floor, 1), .body_count = 1 + 1};
    def.ground.plane.point_m[2] = -5;
    kamm_world *world = create_world(&def);
    kamm_body_motion motion = {.position_m = {0, 0, 0.2}, .velocity_mps = {5, 0, 0}};
    set_body(world, 0, &motion);
    kamm_step_world(world, 3 * 240);
    read_body(world, 0, &motion);
    kamm_destroy_world(world);
    return motion.position_m[0];
}

static void all_bodies_have_friction(void **state)
{
    (void)state;
    double form = 5 * 5 / (2 * 0.5 * 9.80665);
    expect_near(slid_m(0, 0), form, 0.03 * form);
    expect_near(slid_m(0.5f, 0.5f), slid_m(0, 0), 1e-9);
    expect_near(slid_m(KAMM_NONE, 0), 15, 0.05);
    expect_near(slid_m(0, KAMM_NONE), 15, 0.05);
}

/* KAMM_NONE: neither gravity, nor air, nor friction. */
static void nothing_at_all_is_told_by_so_little(void **state)
{
    (void)state;
    kamm_ground space = {.gravity_mps2 = {0, 0, -KAMM_NONE}, .air_density_kgpm3 = KAMM_NONE};
    space.plane.point_m[2] = -100;
    kamm_model *model;
    kamm_cars *cars = driving(KAMM_FULL, &model);
    kamm_motion from, to;
    kamm_read_motion(cars, 0, &from);
    from.position_m[2] += 5;
    assert_int_equal(kamm_set_motion(cars, 0, &from, &error), KAMM_OK);
    kamm_read_motion(cars, 0, &from);
    kamm_step(cars, &space, 240);
    kamm_read_motion(cars, 0, &to);
    for (int k = 0; k < 2; ++k) expect_near(to.velocity_mps[k], from.velocity_mps[k], 0.05);
    assert_true(fabs(to.velocity_mps[2]) < 0.1); /* springs let go; g would be 9.8 */
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    kamm_ground ice = kamm_plane_ground(0, 0, 0);
    cars = driving(KAMM_FULL, &model);
    kamm_inputs(cars)[0].throttle = 0, kamm_inputs(cars)[0].brake = 1;
    kamm_step(cars, &ice, 240);
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 12, 0.1);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static int32_t surface_at(const kamm_terrain_def *def, double x_m)
{
    kamm_terrain *terrain = kamm_create_terrain(def, &error);
    if (!terrain) fail_msg("%s", error.text);
    int32_t surface = kamm_terrain_at(terrain, x_m, 0.5, 100).surface;
    kamm_destroy_terrain(terrain);
    return surface;
}

static void layers_show_their_paint_and_a_terrain_of_zeros_is_asphalt(void **state)
{
    (void)state;
    const kamm_surface surfaces[2] = {{.name = "asphalt"}, {.name = "ice", .friction = 0.1f}};
    const uint8_t paint[2] = {0, 1};
    kamm_layer layer = {.kind = KAMM_LAYER_PLANE};
    kamm_terrain_def def = {
        .layers = &layer, .layer_count = 1, .surfaces = surfaces, .surface_count = 2};
    def.paint = (kamm_paint){.columns = 2, .rows = 1, .cell_m = 1, .surfaces = paint};
    assert_int_equal(surface_at(&def, 0.5), 0);
    assert_int_equal(surface_at(&def, 1.5), 1);
    layer.surface = -1;
    assert_int_equal(surface_at(&def, 1.5), 1);
    layer.surface = 1;
    assert_int_equal(surface_at(&def, 0.5), 1);
    layer.surface = KAMM_FIRST_SURFACE;
    assert_int_equal(surface_at(&def, 1.5), 0);
    kamm_terrain *usual = kamm_create_terrain(&(kamm_terrain_def){0}, &error);
    kamm_ground ground = kamm_terrain_ground(usual);
    expect_near((double)ground.plane.friction, 1, 0);
    expect_near((double)ground.plane.normal[2], 1, 0);
    kamm_destroy_terrain(usual);
    expect_near((double)kamm_surface_ground(&surfaces[0]).plane.friction, 1, 0);
    expect_near((double)kamm_surface_ground(&surfaces[1]).plane.friction, 0.1, 1e-7);
}

/* Answers of a host's that do not say how slippery it is. */
static void say_where(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)probes;
    for (int i = 0; i < count; ++i)
        contacts[i] = (kamm_contact){.normal = {0, 0, 1}, .friction = *(const float *)user};
}

static void contacts_without_friction_are_of_asphalt(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i) {
        float friction = i ? 1 : 0;
        kamm_ground ground = {.query = say_where, .user = &friction};
        kamm_model *model;
        kamm_cars *cars = driving(KAMM_FULL, &model);
        kamm_step(cars, &ground, 240);
        assert_int_equal(kamm_fault(cars, 0), 0);
        hashes[i] = kamm_state_hash(cars);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void clocks_wind_and_assists_of_zeros_are_usual(void **state)
{
    (void)state;
    kamm_clock clock = {0};
    assert_int_equal(kamm_advance_clock(&clock, 0.1, NULL), 24);
    kamm_wind *winds[2];
    double at[3] = {10, 20, 1}, found[2][3];
    for (int i = 0; i < 2; ++i) {
        kamm_wind_def def = {.turbulence = {.deviation_mps = 3, .length_m = i ? 30 : 0}};
        winds[i] = kamm_create_wind(&def, &error);
        if (!winds[i]) fail_msg("%s", error.text);
        kamm_ground ground = {.wind = winds[i], .wind_mps = {5, 0, 0}};
        kamm_wind_at(&ground, at, 3, found[i]);
        kamm_destroy_wind(winds[i]);
    }
    for (int k = 0; k < 3; ++k) expect_near(found[0][k], found[1][k], 0);
    kamm_input_assist assists[2] = {{.strength = 1, .counter_share = 1, .lift_share = 1},
                                    kamm_default_input_assist()};
    uint64_t hashes[2];
    for (int i = 0; i < 2; ++i) {
        kamm_model *model;
        kamm_cars *cars = driving(KAMM_FULL, &model);
        kamm_driver_request request = {.steer = 0.5f, .throttle = 0.6f};
        for (int frame = 0; frame < 30; ++frame) {
            kamm_assist_input(&assists[i], cars, 0, &request, 1.0 / 60);
            kamm_step(cars, &kamm_flat_ground, 4);
        }
        hashes[i] = kamm_state_hash(cars);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
    assert_true(hashes[0] == hashes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ground_of_zeros_is_the_flat_one),
        cmocka_unit_test(a_world_of_zeros_has_gravity_and_asphalt),
        cmocka_unit_test(all_bodies_have_friction),
        cmocka_unit_test(nothing_at_all_is_told_by_so_little),
        cmocka_unit_test(layers_show_their_paint_and_a_terrain_of_zeros_is_asphalt),
        cmocka_unit_test(contacts_without_friction_are_of_asphalt),
        cmocka_unit_test(clocks_wind_and_assists_of_zeros_are_usual),
    };
    return cmocka_run_group_tests_name("usual", tests, NULL, NULL);
}
