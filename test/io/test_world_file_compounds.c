/* Bodies of several shapes in world files. */
#include "support/world.h"
#include "support/world_files.h"

#include <math.h>
#include <string.h>

#define WORLD(bodies)                                                  \
    "{\"surfaces\": \"surfaces.json\", \"default_surface\": "          \
    "\"grass\", \"terrain\": [{\"kind\": \"plane\", \"height_m\": 2, " \
    "\"slope\": [0.1, -0.05]}], \"bodies\": [" bodies "]}"
#define LEGS                                                                                              \
    "\"shapes\": [{\"kind\": \"box\", \"size_m\": [1.6, 1, 0.1], \"centre_m\": [0, 0, 0.75]}, "           \
    "{\"kind\": \"box\", \"size_m\": [0.1, 0.1, 0.7], \"centre_m\": [0.7, 0.4, 0.35], \"yaw_deg\": 90}, " \
    "{\"kind\": \"cylinder\", \"size_m\": [0.1, 0.1, 0.7], \"centre_m\": [-0.7, 0.4, 0.35]}, "            \
    "{\"kind\": \"box\", \"size_m\": [0.1, 0.1, 0.7], \"centre_m\": [0.7, -0.4, 0.35]}, "                 \
    "{\"kind\": \"hull\", \"points_m\": [[-0.75, -0.45, 0], [-0.65, -0.45, 0], [-0.7, -0.35, 0], [-0.7, -0.4, 0.7]]}]"

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

static void all_shapes_are_where_the_file_says(void **state)
{
    (void)state;
    read_well(WORLD("{\"type\": \"dynamic\", \"mass_kg\": 30, \"position_m\": [1, 2, 9], "
                    "\"orientation\": [0, 0, 0, 1], " LEGS "}"));
    const kamm_body_def *body = &world_file.def.bodies[0];
    assert_int_equal(body->shape_count, 5);
    static const kamm_shape_kind kinds[5] = {KAMM_SHAPE_BOX, KAMM_SHAPE_BOX, KAMM_SHAPE_CYLINDER,
                                             KAMM_SHAPE_BOX, KAMM_SHAPE_HULL};
    for (int i = 0; i < 5; ++i) assert_int_equal(body->shapes[i].kind, kinds[i]);
    assert_memory_equal(body->shapes[2].box.centre_m, ((double[]){-0.7, 0.4, 0.35}),
                        3 * sizeof(double));
    assert_memory_equal(body->shapes[2].box.half_m, ((double[]){0.05, 0.05, 0.35}),
                        3 * sizeof(double));
    expect_near(body->shapes[1].box.orientation[3], sqrt(0.5), 1e-12);
    expect_near(body->shapes[4].points_m[3][2], 0.7, 0);
    assert_memory_equal(body->position_m, ((double[]){1, 2, 9}), 3 * sizeof(double));
}

/* On a slope a dynamic one stands on all its feet; a static one stands upright with none above the ground. */
static void bodies_of_several_shapes_stand_on_the_terrain(void **state)
{
    (void)state;
    for (int type = 0; type < 2; ++type)
        for (int turn = 0; turn < 8; ++turn) {
            char text[1600];
            double lowest = INFINITY, highest = -INFINITY;
            snprintf(text, sizeof text,
                     WORLD("{\"type\": \"%s\", %s \"at_m\": [[3, 4]], \"yaw_rad\": %g, " LEGS "}"),
                     type ? "static" : "dynamic", type ? "" : "\"mass_kg\": 30,", turn * 0.8);
            read_well(text);
            const kamm_body_def *body = &world_file.def.bodies[0];
            const double *q = body->orientation, *at = body->position_m;
            for (int foot = 0; foot < 4; ++foot) {
                const double p[3] = {foot % 2 ? 0.75 : -0.75, foot / 2 ? 0.45 : -0.45, 0};
                const double t[3] = {2 * (q[2] * p[2] - q[3] * p[1]),
                                     2 * (q[3] * p[0] - q[1] * p[2]),
                                     2 * (q[1] * p[1] - q[2] * p[0])};
                double x = at[0] + p[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
                double y = at[1] + p[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
                double z = at[2] + p[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
                double gap = z - (2 + 0.1 * x - 0.05 * y);
                lowest = fmin(lowest, gap), highest = fmax(highest, gap);
            }
            expect_near(highest, 0, 1e-6);
            if (!type) expect_near(lowest, 0, 1e-6);
            if (type) expect_below(lowest, -0.05);
            expect_near(at[0], 3, type ? 0 : 0.2);
        }
}

static void a_body_of_a_file_is_that_of_structs(void **state)
{
    (void)state;
    read_well(WORLD(
        "{\"type\": \"dynamic\", \"mass_kg\": 30, \"asleep\": false, \"position_m\": [0, 0, 3], " LEGS
        "}"));
    kamm_body_def table = world_file.def.bodies[0];
    kamm_world_def def = {.ground = world_file.def.ground, .bodies = &table, .body_count = 1};
    kamm_world *worlds[2] = {create_world(&world_file.def), create_world(&def)};
    for (int i = 0; i < 2; ++i) kamm_step_world(worlds[i], 480);
    assert_true(kamm_world_state_hash(worlds[0]) == kamm_world_state_hash(worlds[1]));
    kamm_body_motion motion;
    read_body(worlds[0], 0, &motion);
    expect_near(motion.position_m[2], 2 + 0.1 * motion.position_m[0] - 0.05 * motion.position_m[1],
                0.02);
    for (int i = 0; i < 2; ++i) kamm_destroy_world(worlds[i]);
}

#define STATIC(rest) WORLD("{\"type\": \"static\", " rest "}")
#define DYNAMIC(rest) WORLD("{\"type\": \"dynamic\", \"mass_kg\": 3, " rest "}")
#define BOX "{\"kind\": \"box\", \"size_m\": [1, 1, 1]}"
#define FOUR BOX ", " BOX ", " BOX ", " BOX

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    assert_world_refused(STATIC("\"shapes\": []"), KAMM_ERROR_RANGE, "bodies[0].shapes",
                         "0 shapes; a body has 1 to 16");
    assert_world_refused(STATIC("\"shapes\": [" FOUR ", " FOUR ", " FOUR ", " FOUR ", " BOX "]"),
                         KAMM_ERROR_RANGE, "bodies[0].shapes", "17 shapes; a body has 1 to 16");
    assert_world_refused(STATIC("\"shapes\": 3"), KAMM_ERROR_FORMAT, "bodies[0].shapes",
                         "a list in [ ] is wanted");
    assert_world_refused(STATIC("\"shapes\": [" BOX "], \"size_m\": [1, 1, 1]"), KAMM_ERROR_FORMAT,
                         "bodies[0].size_m", "does not belong to a body with shapes");
    assert_world_refused(STATIC("\"shapes\": [" BOX "], \"shape\": {\"kind\": \"box\"}"),
                         KAMM_ERROR_FORMAT, "bodies[0].shape", "does not belong to a body");
    assert_world_refused(STATIC("\"shapes\": [" BOX "], \"centre_m\": [1, 1, 1]"),
                         KAMM_ERROR_FORMAT, "bodies[0].centre_m", "each of them says where it is");
    assert_world_refused(STATIC("\"shapes\": [" BOX "], \"yaw_deg\": 3"), KAMM_ERROR_FORMAT,
                         "bodies[0].yaw_rad", "does not belong to a body with shapes");
    assert_world_refused(
        STATIC("\"shapes\": [" BOX "], \"at_m\": [[1, 2]], \"position_m\": [0, 0, 1]"),
        KAMM_ERROR_FORMAT, "bodies[0].at_m", "has no position_m or orientation");
    assert_world_refused(STATIC("\"shapes\": [" BOX ", {\"kind\": \"box\"}]"), KAMM_ERROR_MISSING,
                         "bodies[0].shapes[1].size_m", "is missing");
    assert_world_refused(STATIC("\"shapes\": [{\"kind\": \"ball\", \"size_m\": [1, 1, 1]}]"),
                         KAMM_ERROR_UNKNOWN, "bodies[0].shapes[0].kind", "is not one of the words");
    assert_world_refused(STATIC("\"shapes\": [{\"kind\": \"sphere\", \"size_m\": [1, 1, 2]}]"),
                         KAMM_ERROR_RANGE, "bodies[0].shapes[0].size_m",
                         "its diameter three times");
    assert_world_refused(
        STATIC("\"shapes\": [{\"kind\": \"box\", \"size_m\": [1, 1, 1], \"yaw_deg\": 1, "
               "\"orientation\": [1, 0, 0, 0]}]"),
        KAMM_ERROR_FORMAT, "bodies[0].shapes[0].yaw_rad", "orientation says how it is turned");
    assert_world_refused(STATIC("\"shapes\": [{\"kind\": \"hull\", \"size_m\": [1, 1, 1], "
                                "\"points_m\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}]"),
                         KAMM_ERROR_FORMAT, "bodies[0].shapes[0].size_m",
                         "does not belong to a hull or mesh");
    assert_world_refused(DYNAMIC("\"shapes\": [" BOX
                                 ", {\"kind\": \"mesh\", \"points_m\": [[0, 0, 0], [1, 0, 0], "
                                 "[0, 1, 0]], \"triangles\": [[0, 1, 2]]}]"),
                         KAMM_ERROR_FORMAT, "bodies[0].shapes", "a dynamic body is no mesh");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(all_shapes_are_where_the_file_says, forget_world),
        cmocka_unit_test_teardown(bodies_of_several_shapes_stand_on_the_terrain, forget_world),
        cmocka_unit_test_teardown(a_body_of_a_file_is_that_of_structs, forget_world),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up_worlds, NULL);
}
