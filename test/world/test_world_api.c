/* Worlds as their users make them: boxes, errors, placements. */
#include "support/riding.h"
#include "support/world.h"

#include "fields/fields.h"
#include "run/cars.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

/* Boxes of a car: from its file, or a lower body and a cabin within its length, width and height. */
static void car_boxes_come_from_the_def_or_its_size(void **state)
{
    (void)state;
    kamm_error error;
    kamm_box boxes[KAMM_MAX_BOXES];
    kamm_vehicle_def def = plain_car();
    kamm_model *model = kamm_create_model(&def, KAMM_SINGLE_TRACK, &error);
    double nose = def.body.cg_behind_front_axle_m + def.body.front_overhang_m;
    assert_int_equal(kamm_car_boxes(model, boxes), 2);
    expect_near(boxes[0].centre_m[0] + boxes[0].half_m[0], nose, 1e-9);
    expect_near(2 * boxes[0].half_m[0], def.body.length_m, 1e-9);
    expect_near(boxes[0].centre_m[2] - boxes[0].half_m[2], def.body.ground_clearance_m, 1e-9);
    expect_near(boxes[1].centre_m[2] + boxes[1].half_m[2], def.body.height_m, 1e-9);
    kamm_destroy_model(model);
    def.body.boxes_count = 1;
    def.body.boxes[0] = (kamm_box_def){0.5, 3, 1.5, 0.2, 0.8};
    model = kamm_create_model(&def, KAMM_FULL, &error);
    assert_int_equal(kamm_car_boxes(model, boxes), 1);
    expect_near(boxes[0].centre_m[0] + boxes[0].half_m[0], def.body.cg_behind_front_axle_m + 0.5,
                1e-9);
    expect_near(boxes[0].centre_m[2], 0.5, 1e-9);
    kamm_destroy_model(model);
    def.body.boxes[0].top_m = 0.1;
    assert_null(kamm_create_model(&def, KAMM_FULL, &error));
    assert_non_null(strstr(error.text, "body.boxes[0].top_m: 0.1 m"));
}

/* What is no world is refused, with its index; what does not fit into one as well. */
static void bad_defs_and_cars_are_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_body_def bodies[3] = {wall_across(0, 0.5, 0.1), wall_across(5, 0.5, 0.1), kamm_cone(0.5)};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 3};
    bodies[1].shapes[0].box.half_m[2] = 0;
    assert_null(kamm_create_world(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "bodies[1]"));
    bodies[1].shapes[0].box.half_m[2] = 1;
    bodies[2].mass_kg = NAN;
    assert_null(kamm_create_world(&def, &error));
    assert_non_null(strstr(error.text, "bodies[2]"));
    bodies[2].mass_kg = 2;
    kamm_world *world = create_world(&def);
    kamm_model *models[2];
    kamm_vehicle_def car = plain_car();
    kamm_cars *cars = cars_of(&car, KAMM_KINEMATIC, 1, &models[0]);
    car.stepping.substeps_per_s = 100;
    kamm_cars *slower = cars_of(&car, KAMM_KINEMATIC, 1, &models[1]);
    add_cars(world, cars);
    assert_int_equal(kamm_add_cars(world, cars, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_add_cars(world, slower, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "100"));
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_cars(slower);
    for (int i = 0; i < 2; ++i) kamm_destroy_model(models[i]);
}

/* As many a second as cars may have, so that a world's bodies can be as fine as they are. */
static void substeps_of_a_world_are_those_that_cars_may_have(void **state)
{
    (void)state;
    kamm_error error;
    const kamm_unit *unit;
    const kamm_field_table *stepping =
        kamm_find_field(kamm_vehicle_table(), "stepping", 8, &unit)->table;
    const kamm_field *field = kamm_find_field(stepping, "substeps_per_s", 14, &unit);
    const double good[] = {0, 1 / field->max, 1.0 / 1200, 1 / field->min},
                 bad[] = {0.9 / field->max, 1.1 / field->min, -0.01, NAN, INFINITY};
    for (size_t i = 0; i < sizeof good / sizeof *good; ++i)
        kamm_destroy_world(create_world(&(kamm_world_def){.substep_s = good[i]}));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_null(kamm_create_world(&(kamm_world_def){.substep_s = bad[i]}, &error));
        assert_string_equal(error.path, "substep_s");
        assert_non_null(strstr(error.text, "allowed: 2e-05 to 1 s, which is 1 to 50000"));
    }
}

/* Cars that have been stepped, or not, take over the clock of the cars in the world. If those have not been stepped,
 * they take over that of the new cars. */
static void all_cars_of_a_world_have_one_clock(void **state)
{
    (void)state;
    kamm_error error;
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *first = create_world(&def), *second = create_world(&def);
    kamm_vehicle_def car = plain_car();
    kamm_model *models[3];
    kamm_cars *early = cars_of(&car, KAMM_KINEMATIC, 1, &models[0]);
    kamm_cars *late = cars_of(&car, KAMM_KINEMATIC, 1, &models[1]);
    kamm_cars *stepped = cars_of(&car, KAMM_KINEMATIC, 1, &models[2]);
    kamm_step(stepped, &kamm_flat_ground, 7);
    add_cars(first, early);
    kamm_step_world(first, 12);
    add_cars(first, stepped);
    expect_near(kamm_read(stepped, 0, KAMM_CHANNEL_time_s),
                kamm_read(early, 0, KAMM_CHANNEL_time_s), 0);
    assert_int_equal(kamm_remove_cars(first, stepped, &error), KAMM_OK);
    add_cars(first, late);
    kamm_step_world(first, 12);
    assert_float_equal(kamm_read(late, 0, KAMM_CHANNEL_time_s),
                       kamm_read(early, 0, KAMM_CHANNEL_time_s), 0);
    kamm_destroy_world(first);
    kamm_destroy_cars(late);
    late = kamm_create_cars(models[1], 1, &error);
    add_cars(second, late);
    add_cars(second, early);
    assert_float_equal(kamm_read(late, 0, KAMM_CHANNEL_time_s),
                       kamm_read(early, 0, KAMM_CHANNEL_time_s), 0);
    kamm_destroy_world(second);
    kamm_destroy_cars(early);
    kamm_destroy_cars(late);
    kamm_destroy_cars(stepped);
    for (int i = 0; i < 3; ++i) kamm_destroy_model(models[i]);
}

/* A slope as a query. */
static void tell_slope(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *plane = user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = plane->plane;
        contacts[i].point_m[0] = probes[i].position_m[0];
        contacts[i].point_m[1] = probes[i].position_m[1];
        contacts[i].point_m[2] = 0.1 * probes[i].position_m[0] - 0.2 * probes[i].position_m[1];
    }
}

/* A car, a motorcycle, whose wheels are in one line, and a caravan, which has one axle. */
static kamm_vehicle_def any_vehicle(int which)
{
    static kamm_vehicle_file file;
    kamm_error error;
    if (which == 0) return plain_car();
    if (which == 1) return machine_of_file("sport-1000");
    must(kamm_load_vehicle("data/trailers/caravan-1200.json", &file, NULL, &error), &error);
    return file.def;
}

static void expect_equal_placements(const kamm_placement *a, const kamm_placement *b)
{
    expect_below(distance_between(a->position_m, b->position_m), 1e-6);
    for (int i = 0; i < 4; ++i) expect_near(a->orientation[i], b->orientation[i], 1e-6);
}

/* On a slope a vehicle is placed flat on it, whether that is a plane or asked for, whatever its wheels. */
static void placement_lies_flat_on_a_slope(void **state)
{
    (void)state;
    kamm_ground slope = kamm_plane_ground(0.1, -0.2, 1);
    kamm_world_def def = {.ground = slope}, asked = {.ground = slope};
    asked.ground.query = tell_slope;
    asked.ground.user = &slope;
    kamm_world *one = create_world(&def), *other = create_world(&asked);
    for (int which = 0; which < 3; ++which) {
        kamm_model *model;
        kamm_vehicle_def vehicle = any_vehicle(which);
        kamm_cars *cars = cars_of(&vehicle, KAMM_FULL, 1, &model);
        for (double yaw = -3; yaw < 3.2; yaw += 0.7) {
            kamm_placement a = kamm_placement_in_world(one, model, 3, 5, yaw);
            kamm_placement b = kamm_placement_in_world(other, model, 3, 5, yaw);
            expect_near(a.position_m[2], 0.3 - 1, 1e-6);
            expect_equal_placements(&a, &b);
        }
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
    kamm_destroy_world(one);
    kamm_destroy_world(other);
}

/* z = x^2 / 40 - y / 5, as a query. */
static void tell_bowl(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *plane = user;
    for (int i = 0; i < count; ++i) {
        const double *at = probes[i].position_m;
        double slope = at[0] / 20, size = sqrt(1 + slope * slope + 0.04);
        contacts[i] = plane->plane;
        contacts[i].point_m[0] = at[0];
        contacts[i].point_m[1] = at[1];
        contacts[i].point_m[2] = at[0] * at[0] / 40 - at[1] / 5;
        contacts[i].normal[0] = (float)(-slope / size);
        contacts[i].normal[1] = (float)(0.2 / size);
        contacts[i].normal[2] = (float)(1 / size);
    }
}

/* A motorcycle stands on the chord between its wheels, and across on the mean of the ground's slopes below them. */
static void wheels_in_line_stand_on_their_chord(void **state)
{
    (void)state;
    kamm_ground ground = kamm_flat_ground;
    kamm_world_def def = {.ground = ground};
    def.ground.query = tell_bowl;
    def.ground.user = &ground;
    kamm_world *world = create_world(&def);
    kamm_vehicle_def machine = machine_of_file("sport-1000");
    kamm_model *model;
    kamm_cars *cars = cars_of(&machine, KAMM_FULL, 1, &model);
    kamm_model_info info = kamm_describe(model);
    for (double yaw = -3; yaw < 3.2; yaw += 0.7) {
        double c = cos(yaw), s = sin(yaw), x = 3, y = 5, z[2], across = 0;
        double ahead[2] = {info.wheel_position_m[0][0], info.wheel_position_m[1][0]};
        for (int w = 0; w < 2; ++w) {
            double at[2] = {x + c * ahead[w], y + s * ahead[w]};
            z[w] = at[0] * at[0] / 40 - at[1] / 5;
            across += (-s * at[0] / 20 - c / 5) / 2;
        }
        double along = (z[0] - z[1]) / (ahead[0] - ahead[1]);
        kamm_ground plane = kamm_plane_ground(along * c - across * s, along * s + across * c, 1);
        kamm_placement wanted = kamm_placement_on(&plane, x, y, yaw);
        wanted.position_m[2] = z[0] - along * ahead[0];
        kamm_placement found = kamm_placement_in_world(world, model, x, y, yaw);
        expect_equal_placements(&found, &wanted);
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* On a body that wheels roll on, a motorcycle stands as the body slopes. */
static void wheels_in_line_stand_on_bodies(void **state)
{
    (void)state;
    const double slope = 0.1, angle = atan(slope);
    kamm_body_def ramp = {.shapes[0].box = {.centre_m = {0, 0, 1},
                                            .half_m = {5, 5, 0.25},
                                            .orientation = {cos(angle / 2), sin(angle / 2), 0, 0}},
                          .is_driven_on = 1};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &ramp, .body_count = 1};
    kamm_world *world = create_world(&def);
    kamm_vehicle_def machine = machine_of_file("sport-1000");
    kamm_model *model;
    kamm_cars *cars = cars_of(&machine, KAMM_FULL, 1, &model);
    kamm_ground plane = kamm_plane_ground(0, slope, 1);
    kamm_placement wanted = kamm_placement_on(&plane, 1, 2, 0.5);
    wanted.position_m[2] = 1 + 0.25 / cos(angle) + 2 * slope;
    kamm_placement found = kamm_placement_in_world(world, model, 1, 2, 0.5);
    expect_equal_placements(&found, &wanted);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* Wind, gravity and surface change on the way, at once even where the ground is seldom asked for. */
static void changed_ground_acts_at_once(void **state)
{
    (void)state;
    kamm_error error;
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_ground asked = kamm_flat_ground;
    asked.query = tell_slope;
    asked.user = &asked;
    asked.interval_substeps = 1000;
    def.ground.query = tell_slope;
    def.ground.user = &def.ground;
    def.ground.interval_substeps = 1000;
    kamm_model *model;
    kamm_vehicle_def car = plain_car();
    kamm_cars *cars = cars_of(&car, KAMM_FULL, 1, &model);
    kamm_world *world = create_world(&def);
    add_cars(world, cars);
    kamm_step_world(world, 1);
    asked.plane.friction = 0.25f;
    asked.wind_mps[0] = 30;
    asked.gravity_mps2[2] = -1.6f;
    assert_int_equal(kamm_set_world_ground(world, &asked, &error), KAMM_OK);
    assert_true(kamm_world_ground(world)->wind_mps[0] == 30);
    kamm_step_world(world, 1);
    assert_true(cars->block[0].contact[2].friction[0] == 0.25f);
    asked.gravity_mps2[2] = NAN;
    assert_int_equal(kamm_set_world_ground(world, &asked, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "gravity"));
    asked.gravity_mps2[2] = 0;
    asked.air_density_kgpm3 = INFINITY;
    assert_int_equal(kamm_set_world_ground(world, &asked, &error), KAMM_ERROR_RANGE);
    assert_true(kamm_world_ground(world)->gravity_mps2[2] == -1.6f);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

/* What falls, falls as the gravity of now has it. */
static void changed_gravity_acts_on_falling_bodies(void **state)
{
    (void)state;
    kamm_body_def dynamic_body = placed_at(crate(), 0, 0, 100, 0);
    kamm_world_def def = {.ground = kamm_flat_ground,
                          .bodies = &dynamic_body,
                          .body_count = 1,
                          .substep_s = 1 / 1200.0};
    kamm_world *world = create_world(&def);
    kamm_body_motion motion;
    double velocity[3];
    kamm_step_world(world, 600);
    kamm_ground moon = *kamm_world_ground(world);
    moon.gravity_mps2[2] = -1.62f;
    assert_int_equal(kamm_set_world_ground(world, &moon, NULL), KAMM_OK);
    kamm_step_world(world, 600);
    read_centre(world, 0, &motion, velocity);
    expect_near(velocity[2], -0.5 * (GRAVITY_MPS2 + 1.62), 0.01);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(car_boxes_come_from_the_def_or_its_size),
        cmocka_unit_test(bad_defs_and_cars_are_refused),
        cmocka_unit_test(substeps_of_a_world_are_those_that_cars_may_have),
        cmocka_unit_test(all_cars_of_a_world_have_one_clock),
        cmocka_unit_test(placement_lies_flat_on_a_slope),
        cmocka_unit_test(wheels_in_line_stand_on_their_chord),
        cmocka_unit_test(wheels_in_line_stand_on_bodies),
        cmocka_unit_test(changed_ground_acts_at_once),
        cmocka_unit_test(changed_gravity_acts_on_falling_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
