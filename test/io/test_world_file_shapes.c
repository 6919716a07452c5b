/* Bodies of world files that are no boxes, and what all of them have: filters, what rolls on them, messages. */
#include "support/world.h"
#include "support/world_files.h"

#include <kamm/world_query.h>
#include <math.h>
#include <string.h>

static void read_well(const char *text)
{
    kamm_destroy_world_file(&world_file);
    if (read_world_text(text)) fail_msg("%s", read_error.text);
}

static int forget_world(void **state)
{
    (void)state;
    kamm_destroy_world_file(&world_file);
    return 0;
}

static void assert_same_points(const kamm_shape *shape, const double (*points)[3], int count)
{
    assert_int_equal(shape->kind, KAMM_SHAPE_HULL);
    assert_int_equal(shape->point_count, count);
    assert_memory_equal(shape->points_m, points, (size_t)count * sizeof *points);
}

static void the_examples_ramp_has_all_that_is_written(void **state)
{
    (void)state;
    static const double points[6][3] = {{0, -2, 0}, {0, 2, 0},  {6, -2, 0},
                                        {6, 2, 0},  {6, -2, 1}, {6, 2, 1}};
    read_well(world_example);
    const kamm_body_def *ramp = &world_file.def.bodies[4];
    assert_same_points(&ramp->shapes[0], points, 6);
    assert_memory_equal(ramp->position_m, ((double[]){80, 20, 12}), sizeof ramp->position_m);
    assert_memory_equal(ramp->orientation, ((double[]){0.8, 0, 0, 0.6}), sizeof ramp->orientation);
    assert_int_equal(ramp->type, KAMM_BODY_KINEMATIC);
    assert_int_equal(ramp->is_driven_on, 1);
    assert_int_equal(ramp->sensor, 0);
    assert_int_equal(ramp->filter.category, 2);
    assert_int_equal(ramp->filter.mask, 3);
    assert_int_equal(ramp->material, 7);
    assert_string_equal(kamm_terrain_surface(world_file.terrain, ramp->surface)->name, "concrete");
    assert_int_equal(world_file.def.cars_are_driven_on, 1);
    const kamm_body_def *barrel = &world_file.def.bodies[8];
    assert_int_equal(barrel->shapes[0].kind, KAMM_SHAPE_CYLINDER);
    assert_int_equal(barrel->material, 4);
    assert_float_equal(barrel->shapes[0].box.half_m[2], 0.45, 0);
}

static void what_is_left_out_is_as_of_a_plain_box(void **state)
{
    (void)state;
    static const kamm_body_def box = {.shape_count = 1,
                                      .shapes[0].box = {{1, 2, 3}, {0.5, 0.5, 0.5}, {1, 0, 0, 0}},
                                      .friction = 0.5f,
                                      .restitution = 0.1f};
    read_well("{\"terrain\": [{\"kind\": \"plane\"}], \"bodies\": ["
              "{\"type\": \"static\", \"centre_m\": [1, 2, 3], \"size_m\": [1, 1, 1]}, "
              "{\"type\": \"static\", \"centre_m\": [1, 2, 3], \"size_m\": [1, 1, 1], "
              "\"shape\": {\"kind\": \"box\"}}]}");
    assert_int_equal(world_file.def.cars_are_driven_on, 0);
    for (int i = 0; i < 2; ++i) assert_memory_equal(&world_file.def.bodies[i], &box, sizeof box);
}

static void highest_bits_and_numbers_are_kept(void **state)
{
    (void)state;
    read_well(
        "{\"terrain\": [{\"kind\": \"plane\"}], \"bodies\": ["
        "{\"type\": \"static\", \"centre_m\": [1, 2, 3], \"size_m\": [1, 1, 1], \"material\": -2147483648, "
        "\"filter\": {\"category\": 2147483647, \"mask\": 4294967295}}, "
        "{\"wall_m\": [[0, 5], [9, 5], [9, 9]], \"material\": 2147483647, "
        "\"is_driven_on\": true, \"filter\": {\"mask\": 2147483648}}, "
        "{\"cone_height_m\": 0.5, \"at_m\": [[3, 3]], \"material\": -3, "
        "\"is_driven_on\": true, \"filter\": {\"category\": 8}}]}");
    const kamm_body_def *fixed_bodies = world_file.def.bodies, *cone = &fixed_bodies[3];
    assert_int_equal(world_file.def.body_count, 4);
    assert_true(fixed_bodies[0].filter.category == 0x7fffffffu &&
                fixed_bodies[0].filter.mask == 0xffffffffu);
    assert_true(fixed_bodies[0].material == INT32_MIN);
    for (int i = 1; i < 3; ++i) {
        assert_true(fixed_bodies[i].filter.category == 0 &&
                    fixed_bodies[i].filter.mask == KAMM_MASK_NONE);
        assert_true(fixed_bodies[i].material == INT32_MAX && fixed_bodies[i].is_driven_on == 1);
    }
    assert_true(cone->filter.category == 8 && cone->filter.mask == 0);
    assert_true(cone->material == -3 && cone->is_driven_on == 1);
}

/* The terrain has surfaces that only bodies name, behind those that were there. */
static void surfaces_of_bodies_are_the_terrains(void **state)
{
    (void)state;
    read_well(
        "{\"default_surface\": \"grass\", "
        "\"terrain\": [{\"kind\": \"plane\", \"surface\": \"sand\"}], \"bodies\": ["
        "{\"type\": \"static\", \"centre_m\": [1, 2, 3], \"size_m\": [1, 1, 1], \"surface\": \"ice\"}, "
        "{\"wall_m\": [[0, 5], [9, 5]], \"surface\": \"sand\"}, "
        "{\"type\": \"static\", \"centre_m\": [1, 2, 3], \"size_m\": [1, 1, 1]}, "
        "{\"type\": \"dynamic\", \"size_m\": [1, 1, 1], \"mass_kg\": 1, \"at_m\": [[5, 5]], "
        "\"surface\": \"gravel\"}]}");
    static const char *const names[] = {"grass", "sand", "ice", "gravel"};
    const int32_t used[] = {world_file.def.bodies[2].surface, world_file.def.bodies[1].surface,
                            world_file.def.bodies[0].surface, world_file.def.bodies[3].surface};
    assert_int_equal(kamm_terrain_surface_count(world_file.terrain), 4);
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(used[i], i);
        assert_string_equal(kamm_terrain_surface(world_file.terrain, i)->name, names[i]);
    }
}

/* A road with a rock of 2 m, whose side is two triangles: each has both its sides in the body. */
static void upright_faces_are_a_body(void **state)
{
    (void)state;
    char text[900];
    static const char rock[] =
        "{\"terrain\": [{\"kind\": \"mesh\", \"vertices_m\": [[-9, -5, 0], [8, -5, 0], [-9, 5, 0], "
        "[8, 5, 0], [8, -5, 2], [20, -5, 2], [8, 5, 2], [20, 5, 2]], \"triangles\": [[0, 1, 2], "
        "[2, 1, 3], [4, 5, 6], [6, 5, 7], [1, 4, 3], [3, 4, 6]]}], \"bodies\": [%s]}";
    snprintf(text, sizeof text, rock,
             "{\"terrain_faces\": true, \"friction\": 0.7, \"restitution\": 0.3, \"material\": 5, "
             "\"surface\": \"concrete\", \"filter\": {\"category\": 4}}, "
             "{\"terrain_faces\": false}");
    read_well(text);
    const kamm_body_def *faces = &world_file.def.bodies[0];
    assert_int_equal(world_file.def.body_count, 1);
    assert_int_equal(faces->type, KAMM_BODY_STATIC);
    assert_int_equal(faces->shapes[0].triangle_count, 4);
    for (int i = 0; i < faces->shapes[0].point_count; ++i)
        assert_float_equal(faces->shapes[0].points_m[i][0], 8, 0);
    assert_float_equal(faces->friction, 0.7f, 0);
    assert_float_equal(faces->restitution, 0.3f, 0);
    assert_int_equal(faces->material, 5);
    assert_int_equal(faces->filter.category, 4);
    assert_string_equal(kamm_terrain_surface(world_file.terrain, faces->surface)->name, "concrete");
    kamm_world *world = create_world(&world_file.def);
    assert_int_equal(kamm_body_count(world), 1);
    kamm_destroy_world(world);
    read_well("{\"terrain\": [{\"kind\": \"plane\"}], \"bodies\": [{\"terrain_faces\": true}]}");
    assert_int_equal(world_file.def.body_count, 0);
    snprintf(text, sizeof text, rock, "{\"terrain_faces\": true, \"at_m\": [[0, 0]]}");
    assert_int_equal(read_world_text(text), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(read_error.text, "at_m"));
}

/* A hull whose points lie beside its origin stands with its foot on a slope, turned by any yaw. */
static void a_hull_stands_on_the_box_around_it(void **state)
{
    (void)state;
    for (int turn = 0; turn < 8; ++turn) {
        char text[700];
        double yaw = turn * 0.8;
        snprintf(text, sizeof text,
                 "{\"surfaces\": \"surfaces.json\", \"default_surface\": \"grass\", "
                 "\"terrain\": [{\"kind\": \"plane\", \"height_m\": 2, \"slope\": [0.2, -0.1]}], "
                 "\"bodies\": [{\"type\": \"dynamic\", \"mass_kg\": 5, \"at_m\": [[3, 4]], "
                 "\"yaw_rad\": %g, \"shape\": {\"kind\": \"hull\", \"points_m\": "
                 "[[1, 0, 0.5], [2, 0, 0.5], [2, 1, 0.5], [1, 1, 0.5], [1.5, 0.5, 2]]}}]}",
                 yaw);
        read_well(text);
        const kamm_body_def *dynamic_body = &world_file.def.bodies[0];
        kamm_world *world = kamm_create_world(&world_file.def, NULL);
        kamm_body_motion pose;
        assert_non_null(world);
        read_body(world, 0, &pose);
        const double *q = pose.orientation, *at = pose.position_m;
        for (int i = 0; i < 4; ++i) {
            const double *p = dynamic_body->shapes[0].points_m[i];
            double t[3] = {2 * (q[2] * p[2] - q[3] * p[1]), 2 * (q[3] * p[0] - q[1] * p[2]),
                           2 * (q[1] * p[1] - q[2] * p[0])};
            double x = at[0] + p[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
            double y = at[1] + p[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
            double z = at[2] + p[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
            expect_near(z, 2 + 0.2 * x - 0.1 * y, 1e-6);
        }
        kamm_destroy_world(world);
    }
}

/* A world of a file does what the same world of structs does, to the bit. */
static void a_world_of_shapes_steps_as_that_of_structs(void **state)
{
    (void)state;
    static const double points[5][3] = {{0, 0, 0}, {3, 0, 0}, {3, 2, 0}, {0, 2, 0}, {1, 1, 1.5}};
    kamm_body_def ball = {.type = KAMM_BODY_DYNAMIC,
                          .shapes[0].box = {{0, 0, 0}, {0.25, 0.25, 0.25}, {1, 0, 0, 0}},
                          .mass_kg = 4,
                          .friction = 0.5f,
                          .restitution = 0.1f,
                          .position_m = {1.2, 0.9, 0.25},
                          .orientation = {1, 0, 0, 0},
                          .shapes[0].kind = KAMM_SHAPE_SPHERE};
    const kamm_body_def hull = {
        .friction = 0.5f,
        .restitution = 0.1f,
        .position_m = {0, 0, -0.7},
        .orientation = {1, 0, 0, 0},
        .shapes[0] = {.kind = KAMM_SHAPE_HULL, .point_count = 5, .points_m = points}};
    read_well(
        "{\"surfaces\": \"surfaces.json\", \"default_surface\": \"grass\", "
        "\"terrain\": [{\"kind\": \"plane\"}], \"bodies\": [{\"type\": \"static\", \"position_m\": [0, 0, -0.7], "
        "\"orientation\": [1, 0, 0, 0], \"shape\": {\"kind\": \"hull\", \"points_m\": "
        "[[0, 0, 0], [3, 0, 0], [3, 2, 0], [0, 2, 0], [1, 1, 1.5]]}}, "
        "{\"type\": \"dynamic\", \"size_m\": [0.5, 0.5, 0.5], \"mass_kg\": 4, \"asleep\": false, "
        "\"at_m\": [[1.2, 0.9]], \"shape\": {\"kind\": \"sphere\"}}]}");
    kamm_world_def def = {.ground = world_file.def.ground,
                          .bodies = join_bodies(&ball, 1, &hull, 1),
                          .body_count = 1 + 1};
    kamm_world *worlds[2] = {kamm_create_world(&world_file.def, NULL),
                             kamm_create_world(&def, NULL)};
    uint64_t before = kamm_world_state_hash(worlds[0]);
    for (int i = 0; i < 2; ++i) kamm_step_world(worlds[i], 240);
    assert_true(kamm_world_state_hash(worlds[0]) == kamm_world_state_hash(worlds[1]));
    assert_true(kamm_world_state_hash(worlds[0]) != before);
    for (int i = 0; i < 2; ++i) kamm_destroy_world(worlds[i]);
}

#define MESH_BODY(points, triangles)                                              \
    "{\"terrain\": [{\"kind\": \"plane\"}], \"bodies\": [{\"type\": \"static\", " \
    "\"position_m\": [1, 2, 3], \"shape\": {\"kind\": \"mesh\"" points triangles "}}]}"
#define SQUARE ", \"points_m\": [[0, 0, 0], [4, 0, 0], [4, 3, 0], [0, 3, 1]]"

static void a_mesh_is_what_is_written(void **state)
{
    static const double points[4][3] = {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 1}};
    static const int32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    (void)state;
    read_well(MESH_BODY(SQUARE, ", \"triangles\": [[0, 1, 2], [0, 2, 3]]"));
    const kamm_body_def *fixed_body = &world_file.def.bodies[0];
    assert_int_equal(fixed_body->shapes[0].kind, KAMM_SHAPE_MESH);
    assert_int_equal(fixed_body->shapes[0].point_count, 4);
    assert_int_equal(fixed_body->shapes[0].triangle_count, 2);
    assert_memory_equal(fixed_body->shapes[0].points_m, points, sizeof points);
    assert_memory_equal(fixed_body->shapes[0].triangles, triangles, sizeof triangles);
    kamm_world *world = kamm_create_world(&world_file.def, NULL);
    assert_non_null(world);
    const double above[3] = {3, 2.5, 9}, below[3] = {3, 2.5, 1};
    kamm_hit hit;
    assert_int_equal(kamm_cast_ray(world, above, below, NULL, &hit), 1);
    assert_int_equal(hit.body.type, KAMM_BODY_STATIC);
    expect_near(hit.point_m[2], 3, 1e-12);
    kamm_destroy_world(world);
}

static void meshes_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    assert_world_refused(MESH_BODY(SQUARE, ""), KAMM_ERROR_MISSING, "bodies[0].shape.triangles",
                         "is missing: a mesh has triangles");
    assert_world_refused(MESH_BODY("", ", \"triangles\": [[0, 1, 2]]"), KAMM_ERROR_MISSING,
                         "bodies[0].shape.points_m", "a mesh 3 or more");
    assert_world_refused(MESH_BODY(SQUARE, ", \"triangles\": []"), KAMM_ERROR_RANGE,
                         "bodies[0].shape.triangles", "there are none");
    assert_world_refused(MESH_BODY(SQUARE, ", \"triangles\": [[0, 1, 4]]"), KAMM_ERROR_RANGE,
                         "bodies[0].shape.triangles[0][2]",
                         "4 is no such index; allowed: whole numbers from 0 to 3");
    assert_world_refused(MESH_BODY(SQUARE, ", \"triangles\": [[0, 1]]"), KAMM_ERROR_FORMAT,
                         "bodies[0].shape.triangles[0]",
                         "a triangle [a, b, c] of indices of vertices is wanted");
    assert_world_refused(MESH_BODY(SQUARE, ", \"triangles\": [[0, 1, 1], [2, 2, 3]]"),
                         KAMM_ERROR_RANGE, "bodies[0].shape", "no area");
    static const struct world_mistake mistakes[] = {
        {"\"shape\": { \"kind\": \"cylinder\" }",
         "\"shape\": { \"kind\": \"mesh\", \"points_m\": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
         "\"triangles\": [[0, 1, 2]] }",
         KAMM_ERROR_FORMAT, "bodies[6].shape", "a dynamic body is no mesh; it may be a hull"},
        {"\"shape\": { \"kind\": \"cylinder\" }",
         "\"shape\": { \"kind\": \"cylinder\", \"triangles\": [[0, 1, 2]] }", KAMM_ERROR_FORMAT,
         "bodies[6].shape.triangles", "does not belong here: a mesh has triangles, other shapes"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
}

static void shapes_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"kind\": \"hull\"", "\"kind\": \"hul\"", KAMM_ERROR_UNKNOWN, "bodies[3].shape.kind",
         "\"hul\" is not one of the words \"box\", \"sphere\", \"capsule\", \"cylinder\", "
         "\"hull\", \"mesh\"; did you mean \"hull\"?"},
        {"\"shape\": { \"kind\": \"cylinder\" }", "\"shape\": {}", KAMM_ERROR_MISSING,
         "bodies[6].shape.kind", "is missing; there are \"box\""},
        {"\"shape\": { \"kind\": \"cylinder\" }", "\"shape\": \"cylinder\"", KAMM_ERROR_FORMAT,
         "bodies[6].shape", "an object in { } is wanted, not \"cylinder\""},
        {"\"kind\": \"hull\"", "\"kind\": \"sphere\"", KAMM_ERROR_FORMAT,
         "bodies[3].shape.points_m",
         "does not belong here: a hull has 4 to 64 points [x, y, z], a mesh 3 or more"},
        {"\"kind\": \"cylinder\"", "\"kind\": \"hull\"", KAMM_ERROR_MISSING,
         "bodies[6].shape.points_m", "is missing: a hull has 4 to 64 points [x, y, z]"},
        {", [6, 2, 0], [6, -2, 1], [6, 2, 1]]", "]", KAMM_ERROR_RANGE, "bodies[3].shape.points_m",
         "3 points; allowed: 4 to 64"},
        {"[6, -2, 1], [6, 2, 1]]", "[6, -2, 0], [6, 2, 0]]", KAMM_ERROR_RANGE,
         "bodies[3].shape.points_m", "its points span no body: they lie in one plane"},
        {"[6, -2, 1]", "[6, -2]", KAMM_ERROR_FORMAT, "bodies[3].shape.points_m[4]",
         "a point [x, y, z] is wanted, not [6,-2]"},
        {"[6, -2, 1]", "[6, -2, 1e7]", KAMM_ERROR_RANGE, "bodies[3].shape.points_m[4][2]",
         "10000000 m is out of range; allowed: -1e+06 to 1e+06 m"},
        {"\"size_m\": [0.6, 0.6, 0.9]", "\"size_m\": [0.6, 0.5, 0.9]", KAMM_ERROR_RANGE,
         "bodies[6].size_m", "[0.6, 0.5, 0.9] m; a cylinder has its diameter twice and its height"},
        {"{ \"kind\": \"cylinder\" }, \"size_m\": [0.6, 0.6, 0.9]",
         "{ \"kind\": \"capsule\" }, \"size_m\": [0.6, 0.6, 0.5]", KAMM_ERROR_RANGE,
         "bodies[6].size_m", "a capsule has its diameter twice and its length"},
        {"\"kind\": \"cylinder\"", "\"kind\": \"sphere\"", KAMM_ERROR_RANGE, "bodies[6].size_m",
         "a sphere has its diameter three times"},
        {"\"size_m\": [0.6, 0.6, 0.9], ", "", KAMM_ERROR_MISSING, "bodies[6].size_m",
         "only a hull or mesh does without"},
        {"\"size_m\": [2, 2, 1]", "\"yaw_rad\": 0", KAMM_ERROR_MISSING, "bodies[1].size_m",
         "only a hull or mesh does without"},
        {"\"position_m\": [80, 20, 12]", "\"at_m\": [[80, 20]]", KAMM_ERROR_FORMAT,
         "bodies[3].at_m", "does not belong to a hull or mesh: its points say where it is"},
        {"\"position_m\": [80, 20, 12]", "\"size_m\": [1, 1, 1]", KAMM_ERROR_FORMAT,
         "bodies[3].size_m", "does not belong to a hull or mesh"},
        {"\"position_m\": [80, 20, 12]", "\"yaw_deg\": 10", KAMM_ERROR_FORMAT, "bodies[3].yaw_rad",
         "does not belong to a hull or mesh"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
}

static void other_words_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"size_m\": [2, 2, 1] }", "\"size_m\": [2, 2, 1], \"position_m\": [0, 0, 1] }",
         KAMM_ERROR_FORMAT, "bodies[1].at_m", "has no position_m or orientation"},
        {"\"orientation\": [0.8, 0, 0, 0.6]", "\"orientation\": [0.8, 0, 0]", KAMM_ERROR_FORMAT,
         "bodies[3].orientation", "a list of 4 numbers is wanted, not of 3"},
        {"\"position_m\": [80, 20, 12]", "\"position_m\": [80, 20, 1e300]", KAMM_ERROR_RANGE,
         "bodies[3].position_m[2]", "out of range; allowed: -1e+06 to 1e+06 m"},
        {"\"type\": \"kinematic\"", "\"type\": 1", KAMM_ERROR_FORMAT, "bodies[3].type",
         "a word in quotes is wanted, not 1"},
        {"\"type\": \"kinematic\",", "", KAMM_ERROR_MISSING, "bodies[3].type",
         "is missing; there are \"static\", \"kinematic\", \"dynamic\""},
        {"\"type\": \"kinematic\",", "\"type\": \"kinematic\", \"mass_kg\": 5,", KAMM_ERROR_FORMAT,
         "bodies[3].mass_kg", "only a dynamic body has a mass"},
        {"\"material\": 4", "\"sensor\": true", KAMM_ERROR_FORMAT, "bodies[6].sensor",
         "a dynamic body is no sensor"},
        {"\"is_driven_on\": true", "\"is_driven_on\": \"yes\"", KAMM_ERROR_FORMAT,
         "bodies[3].is_driven_on", "true or false is wanted, not \"yes\""},
        {"\"surface\": \"concrete\", \"filter\"", "\"surface\": \"concret\", \"filter\"",
         KAMM_ERROR_UNKNOWN, "bodies[3].surface",
         "no surface is named \"concret\"; did you mean concrete"},
        {"\"surface\": \"concrete\", \"filter\"", "\"surface\": 3, \"filter\"", KAMM_ERROR_FORMAT,
         "bodies[3].surface", "a text in quotes is wanted, not 3"},
        {"\"category\": 2", "\"category\": 2147483648", KAMM_ERROR_RANGE,
         "bodies[3].filter.category", "is out of range; allowed: 0 to 2.14748e+09"},
        {"\"mask\": 3", "\"mask\": 3.5", KAMM_ERROR_RANGE, "bodies[3].filter.mask",
         "3.5 is not a whole number"},
        {"\"mask\": 3", "\"masc\": 3", KAMM_ERROR_UNKNOWN, "bodies[3].filter.masc",
         "did you mean \"mask\"?"},
        {"\"material\": 4", "\"material\": 0.5", KAMM_ERROR_RANGE, "bodies[6].material",
         "0.5 is not a whole number"},
        {"\"cars_are_driven_on\": true", "\"cars_are_driven_on\": 2", KAMM_ERROR_FORMAT,
         "cars_are_driven_on", "true or false is wanted, not 2"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_examples_ramp_has_all_that_is_written, forget_world),
        cmocka_unit_test_teardown(what_is_left_out_is_as_of_a_plain_box, forget_world),
        cmocka_unit_test_teardown(highest_bits_and_numbers_are_kept, forget_world),
        cmocka_unit_test_teardown(surfaces_of_bodies_are_the_terrains, forget_world),
        cmocka_unit_test_teardown(upright_faces_are_a_body, forget_world),
        cmocka_unit_test_teardown(a_hull_stands_on_the_box_around_it, forget_world),
        cmocka_unit_test_teardown(a_world_of_shapes_steps_as_that_of_structs, forget_world),
        cmocka_unit_test_teardown(a_mesh_is_what_is_written, forget_world),
        cmocka_unit_test(meshes_that_do_not_fit_are_refused),
        cmocka_unit_test(shapes_that_do_not_fit_are_refused),
        cmocka_unit_test(other_words_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up_worlds, NULL);
}
