/* Grounds and surfaces: what a wheel is told, and what a car does on it. */
#include "support_cars.h"

#include <math.h>
#include <string.h>

static kamm_contact contact_at(const kamm_ground *ground, double x, double y)
{
    kamm_probe probe = {.position_m = {x, y, 0.3}};
    kamm_contact contact;
    memset(&contact, 0, sizeof contact);
    ground->query(ground->user, 1, &probe, &contact);
    return contact;
}

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

static void height_field_is_bilinear_and_level_beyond(void **state)
{
    (void)state;
    const float heights[] = {0, 1, 2, /**/ 1, 3, 5};
    kamm_height_field field = {3, 2, 2, {-2, 10}, heights, 0.6f, 0.03f};
    kamm_ground ground;
    assert_int_equal(kamm_height_field_ground(&field, &ground, NULL), KAMM_OK);
    kamm_contact at = contact_at(&ground, -2 + 2 * 0.5, 10 + 2 * 0.25);
    expect_near(at.point_m[2], 0.5 * 0.75 + 2 * 0.25, 1e-6);
    expect_near(-at.normal[0] / at.normal[2], (1 * 0.75 + 2 * 0.25) / 2, 1e-6);
    expect_near(-at.normal[1] / at.normal[2], 1.5 / 2, 1e-6);
    expect_near(at.friction, 0.6, 1e-6);
    expect_near(at.rolling_resistance, 0.03, 1e-6);
    at = contact_at(&ground, 1e6, -1e6); /* the nearest corner's height, level */
    expect_near(at.point_m[2], 2, 1e-6);
    expect_near(at.normal[2], 1, 1e-6);
    at = contact_at(&ground, 2, 12); /* the last point itself */
    expect_near(at.point_m[2], 5, 1e-6);
}

static void bad_height_fields_are_refused(void **state)
{
    (void)state;
    const float broken[] = {0, 1, NAN, 1}, fine[] = {0, 0, 0, 0};
    kamm_height_field field = {2, 2, 1, {0, 0}, broken, 1, 0};
    kamm_ground ground = kamm_flat_ground;
    kamm_error error = {0};
    assert_int_equal(kamm_height_field_ground(&field, &ground, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "row 1"));
    field.heights_m = fine;
    field.cell_m = 0;
    assert_int_equal(kamm_height_field_ground(&field, &ground, &error), KAMM_ERROR_RANGE);
    field.cell_m = 1;
    field.columns = 1;
    assert_int_equal(kamm_height_field_ground(&field, &ground, &error), KAMM_ERROR_RANGE);
    assert_null(ground.query);
}

/* A grid that lies in a plane makes a car do what the plane does. */
static void sloping_grid_equals_sloping_plane(void **state)
{
    (void)state;
    static float heights[41 * 5];
    for (int i = 0; i < 41 * 5; ++i) heights[i] = 0.125f * 5 * (float)(i % 41 - 20);
    kamm_height_field field = {41, 5, 5, {-100, -10}, heights, 1, 0};
    kamm_ground grid, plane = kamm_plane_ground(0.125, 0, 1);
    assert_int_equal(kamm_height_field_ground(&field, &grid, NULL), KAMM_OK);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plane_rises_by_its_slopes),
        cmocka_unit_test(height_field_is_bilinear_and_level_beyond),
        cmocka_unit_test(bad_height_fields_are_refused),
        cmocka_unit_test(sloping_grid_equals_sloping_plane),
        cmocka_unit_test(query_comes_every_interval_for_every_wheel),
    };
    return cmocka_run_group_tests_name("ground", tests, NULL, NULL);
}
