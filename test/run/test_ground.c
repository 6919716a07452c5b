/* Grounds and surfaces: what a wheel gets, and what a car does on it.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include <math.h>
#include <string.h>

static void plane_rises_by_its_slopes(void **state)
{
    (void)state;
    kamm_ground ground = kamm_plane_ground(0.2, -0.1, 0.7);
    const float *n = ground.plane.normal;
    expect_near(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-6);
    expect_near(-n[0] / n[2], 0.2, 1e-6);
    expect_near(-n[1] / n[2], -0.1, 1e-6);
    expect_near(ground.plane.friction, 0.7, 1e-6);
    expect_near(ground.gravity_mps2[2], -GRAVITY_MPS2, 1e-6);
}

/* A grid that lies in a plane makes a car do what the plane does. */
static void sloping_grid_equals_sloping_plane(void **state)
{
    (void)state;
    static float heights[41 * 5];
    for (int i = 0; i < 41 * 5; ++i) heights[i] = 0.125f * 5 * (float)(i % 41 - 20);
    kamm_surface surface = {.friction = 1};
    kamm_layer layer = {.kind = KAMM_LAYER_HEIGHTS, .heights = {41, 5, 5, {-100, -10}, heights}};
    kamm_terrain_def terrain_def = {
        .layers = &layer, .layer_count = 1, .surfaces = &surface, .surface_count = 1};
    kamm_terrain *terrain = kamm_create_terrain(&terrain_def, NULL);
    assert_non_null(terrain);
    kamm_ground grid = kamm_terrain_ground(terrain), plane = kamm_plane_ground(0.125, 0, 1);
    kamm_vehicle_def def = plain_car();
    double speed[2];
    for (int i = 0; i < 2; ++i) {
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &plane, 0, 0, 0);
        drive_for(cars, i ? &grid : &plane, 8);
        speed[i] = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        end_cars(cars);
    }
    expect_below(speed[0], -5);
    expect_near(speed[1], speed[0], 1e-3);
    kamm_destroy_terrain(terrain);
}

struct counter {
    long calls, probes;
};

static void count_query(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    struct counter *counter = user;
    ++counter->calls;
    counter->probes += count;
    for (int i = 0; i < count; ++i) {
        assert_true(probes[i].wheel >= 0 && probes[i].wheel < 4);
        assert_true(probes[i].car >= 0 && probes[i].car < 20);
        contacts[i] = kamm_flat_ground.plane;
    }
}

static void query_comes_every_interval_for_every_wheel(void **state)
{
    (void)state;
    struct counter counter = {0};
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 20);
    kamm_ground ground = kamm_flat_ground;
    ground.query = count_query;
    ground.user = &counter;
    ground.interval_substeps = 10;
    for (int i = 0; i < 40; ++i) kamm_step(cars, &ground, 3); /* 120 substeps: 12 queries */
    assert_int_equal(counter.probes, 12 * 20 * 4);
    end_cars(cars);
}

static void tell_painted(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)probes;
    for (int i = 0; i < count; ++i) contacts[i] = *(const kamm_contact *)user;
}

/* A surface goes over what a query or a plane says, and can be taken away and put back on the way. */
static void surface_replaces_friction_and_losses_of_a_ground(void **state)
{
    (void)state;
    kamm_contact painted = {.point_m = {0, 0, 3},
                            .normal = {0, 0, 1},
                            .friction = 0.8f,
                            .rolling_resistance = 0.02f,
                            .sliding_loss = 0.1f,
                            .surface = 7};
    const kamm_surface snow = {.friction = 0.3f,
                               .sliding_loss = 0.05f,
                               .rolling_resistance = 0.01f,
                               .sinkage_drag = 0.03f};
    for (int plane = 0; plane < 2; ++plane) {
        kamm_surface_override override = {.ground = kamm_flat_ground};
        override.ground.wind_mps[1] = 5;
        override.ground.plane = painted;
        if (!plane) override.ground.query = tell_painted, override.ground.user = &painted;
        kamm_ground ground = kamm_surface_override_ground(&override);
        kamm_contact contacts[2];
        kamm_probe probes[2] = {0};
        ground.query(ground.user, 2, probes, contacts);
        assert_memory_equal(&contacts[1], &painted, sizeof painted);
        override.surface = &snow;
        ground.query(ground.user, 2, probes, contacts);
        for (int i = 0; i < 2; ++i) {
            expect_near(contacts[i].friction, 0.3, 1e-7);
            expect_near(contacts[i].sliding_loss, 0.05, 1e-7);
            expect_near(contacts[i].rolling_resistance, 0.04, 1e-7);
            expect_near(contacts[i].point_m[2], 3, 0);
            assert_int_equal(contacts[i].surface, 7);
        }
        assert_true(ground.wind_mps[1] == 5);
    }
}

/* Covered with ice a car slides on much further. */
static void car_brakes_on_the_surface_that_covers_the_ground(void **state)
{
    (void)state;
    const kamm_surface ice = {.friction = 0.1f};
    kamm_surface_override override = {.ground = kamm_flat_ground, .surface = &ice};
    kamm_ground ground = kamm_surface_override_ground(&override);
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0, 20, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 1);
    double on_ice_mps = read_channel(cars, KAMM_CHANNEL_speed_mps);
    expect_above(on_ice_mps, 18);
    override.surface = NULL;
    drive_for(cars, &ground, 1);
    expect_below(read_channel(cars, KAMM_CHANNEL_speed_mps), on_ice_mps - 6);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane_rises_by_its_slopes),
        cmocka_unit_test(sloping_grid_equals_sloping_plane),
        cmocka_unit_test(query_comes_every_interval_for_every_wheel),
        cmocka_unit_test(surface_replaces_friction_and_losses_of_a_ground),
        cmocka_unit_test(car_brakes_on_the_surface_that_covers_the_ground),
    };
    return cmocka_run_group_tests_name("ground", tests, NULL, NULL);
}
