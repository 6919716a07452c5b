/* Triangle meshes: casts and sensors, how they are made, and what is refused. */
#include "support/meshes.h"
#include "support/quick.h"

#include "base/vector_double.h"
#include "world/collide/triangle_mesh.h"
#include <kamm/world_events.h>
#include <kamm/world_query.h>
#include <math.h>
#include <string.h>

static uint32_t seed = 1;
static double random_in(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(seed >> 8) / 16777216.0;
}

/* ---- casts and sensors ---- */

static void set_random_cast(kamm_cast *cast, int kind)
{
    *cast = (kamm_cast){.leaves_out = 1u << KAMM_BODY_GROUND};
    for (int k = 0; k < 3; ++k)
        cast->from_m[k] = random_in(-5, 5), cast->to_m[k] = random_in(-4, 4);
    if (kind == 1) cast->radius_m = random_in(0.05, 1);
    for (int k = 0; k < 3 && kind == 2; ++k) cast->half_m[k] = random_in(0.1, 1);
    for (int k = 0; k < 4; ++k) cast->orientation[k] = random_in(-1, 1);
}

static int cast_at(const kamm_body_def *fixed_body, const kamm_cast *cast, kamm_hit *hit)
{
    kamm_world_def def = {.ground = empty_space(), .bodies = fixed_body, .body_count = 1};
    kamm_world *world = create_world(&def);
    int found = kamm_cast_shape(world, cast, hit, 1);
    kamm_destroy_world(world);
    return found;
}

static void a_mesh_of_a_box_is_hit_as_that(void **state)
{
    (void)state;
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
        double points[8][3];
        kamm_body_def box = {
            .shapes[0].box = {.half_m = {random_in(0.3, 2), random_in(0.3, 2), 1}}};
        for (int k = 0; k < 3; ++k) box.position_m[k] = random_in(-2, 2);
        for (int k = 0; k < 4; ++k) box.orientation[k] = random_in(-1, 1);
        kamm_body_def mesh = box;
        mesh.shapes[0] = mesh_of_box(box.shapes[0].box.half_m, points);
        kamm_cast cast;
        set_random_cast(&cast, i % 3);
        kamm_hit of_box, of_mesh;
        int found = cast_at(&box, &cast, &of_box);
        if (found && of_box.fraction == 0) continue; /* a surface has no inside */
        if (cast_at(&mesh, &cast, &of_mesh) != found) fail_msg("cast %d", i);
        if (!found) continue;
        ++hits;
        expect_near(of_mesh.fraction, of_box.fraction, 1e-8);
        for (int k = 0; k < 3; ++k) expect_near(of_mesh.normal[k], of_box.normal[k], 1e-6);
        if (i % 3 < 2)
            for (int k = 0; k < 3; ++k) expect_near(of_mesh.point_m[k], of_box.point_m[k], 1e-6);
        assert_int_equal(of_mesh.body.type, KAMM_BODY_STATIC);
    }
    expect_above(hits, 500);
}

/* No ray goes through between triangles, and none is stopped by their backs. */
static void rays_meet_the_front_everywhere(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    (void)state;
    for (int c = 0; c < CUTTINGS; ++c) {
        kamm_body_def mesh = level_mesh(&grid, (enum cutting)c, 0.5, 0);
        kamm_world_def def = {.ground = empty_space(), .bodies = &mesh, .body_count = 1};
        kamm_world *world = create_world(&def);
        for (int i = 0; i < 2000; ++i) {
            const double *corner = grid.points[i % (c == TWO ? 4 : GRID_POINTS)];
            double at[3] = {random_in(-4, 64), random_in(-7, 7), 0};
            if (i % 2 && fabs(corner[0] - 30) < 34 && fabs(corner[1]) < 7)
                memcpy(at, corner, sizeof at);
            const double above[3] = {at[0] + random_in(-1, 1), at[1] + random_in(-1, 1), 2};
            const double below[3] = {2 * at[0] - above[0], 2 * at[1] - above[1], -2};
            kamm_hit hit;
            assert_int_equal(kamm_cast_ray(world, above, below, NULL, &hit), 1);
            expect_near(hit.fraction, 0.5, 1e-12);
            assert_true(hit.normal[2] == 1);
            assert_int_equal(kamm_cast_ray(world, below, above, NULL, &hit), 0);
        }
        kamm_destroy_world(world);
    }
}

/* What comes from behind passes, until its middle is through. */
static void bodies_pass_from_behind(void **state)
{
    static struct grid grid;
    (void)state;
    for (int c = 0; c < CUTTINGS; ++c) {
        kamm_body_def mesh = level_mesh(&grid, (enum cutting)c, 0.5, 0);
        kamm_body_def dynamic_body = crate();
        kamm_world_def def = {.ground = empty_space(),
                              .bodies = join_bodies(&dynamic_body, 1, &mesh, 1),
                              .body_count = 1 + 1,
                              .substep_s = 1.0 / 240};
        kamm_world *world = create_world(&def);
        kamm_body_motion m = {.position_m = {4, 0, -3}, .velocity_mps = {1, 0, 3}};
        set_body(world, 0, &m);
        kamm_step_world(world, 200);
        read_body(world, 0, &m);
        expect_near(m.position_m[2], -0.5, 1e-9);
        kamm_destroy_world(world);
    }
}

/* A gate of triangles tells when a ball comes in and goes out: to the nanosecond, from both sides. */
static void sensors_tell_when_they_are_passed(void **state)
{
    static const double gate[4][3] = {{0, -5, -5}, {0, 5, -5}, {0, 5, 5}, {0, -5, 5}};
    static const int32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    (void)state;
    for (int i = 0; i < 24; ++i) {
        double speed = (i % 2 ? -1 : 1) * (3 + 9.0 * i), at = i % 2 ? -6.2 : 6.2;
        kamm_body_def fixed_body = {.position_m = {at, 0, 0},
                                    .sensor = 1,
                                    .shapes[0] = {.kind = KAMM_SHAPE_MESH,
                                                  .points_m = gate,
                                                  .point_count = 4,
                                                  .triangles = triangles,
                                                  .triangle_count = 2}};
        kamm_body_def ball = {.type = KAMM_BODY_DYNAMIC,
                              .shapes[0].box = {.half_m = {0.5, 0.5, 0.5}},
                              .mass_kg = 1,
                              .shapes[0].kind = KAMM_SHAPE_SPHERE};
        kamm_world_def def = {.ground = empty_space(),
                              .bodies = join_bodies(&ball, 1, &fixed_body, 1),
                              .body_count = 1 + 1,
                              .substep_s = 1.0 / 60};
        kamm_world *world = create_world(&def);
        kamm_body_motion motion = {.position_m = {0, 0.3, 0.2}, .velocity_mps = {speed, 0, 0}};
        set_body(world, 0, &motion);
        int count;
        kamm_step_world(world, 2 + (int)(60 * 8 / fabs(speed)));
        const kamm_sensor_event *events = kamm_sensor_events(world, &count);
        assert_int_equal(count, 2);
        expect_near(events[0].time_s, (6.2 - 0.5) / fabs(speed), 1e-9);
        expect_near(events[1].time_s, (6.2 + 0.5) / fabs(speed), 1e-9);
        kamm_destroy_world(world);
    }
}

/* ---- how it is made ---- */

struct seen {
    int count;
    uint8_t triangle[GRID_TRIANGLES];
};
static void see(void *context, int32_t triangle)
{
    struct seen *seen = context;
    ++seen->count;
    ++seen->triangle[triangle];
}

/* The tree brings all triangles whose bounds a way comes near, each once, and few others. */
static void the_tree_finds_what_is_near(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    static struct seen seen;
    (void)state;
    kamm_shape shape = level_mesh(&grid, SHAKEN, 0, 0).shapes[0];
    for (int i = 0; i < GRID_POINTS; ++i) grid.points[i][2] = random_in(-1, 1);
    struct oriented_box box = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    struct triangle_mesh *mesh = kamm_make_mesh(&shape, &box);
    assert_non_null(mesh);
    assert_int_equal(mesh->triangle_count, GRID_TRIANGLES);
    long all = 0, wanted = 0;
    for (int n = 0; n < 300; ++n) {
        struct mesh_way way;
        for (int k = 0; k < 3; ++k) {
            way.from[k] = random_in(-1, 1) * box.half[k];
            way.move[k] = n % 3 ? random_in(-1, 1) * box.half[k] : 0;
            way.reach[k] = n % 2 ? random_in(0, 1) : 0;
        }
        memset(&seen, 0, sizeof seen);
        kamm_visit_mesh(mesh, &way, see, &seen);
        all += seen.count;
        for (int t = 0; t < GRID_TRIANGLES; ++t) {
            double first = 0, last = 1;
            for (int k = 0; k < 3; ++k) {
                double low = 1e300, high = -1e300;
                for (int c = 0; c < 3; ++c) {
                    low = fmin(low, mesh->point[mesh->triangle[t][c]][k]);
                    high = fmax(high, mesh->point[mesh->triangle[t][c]][k]);
                }
                low -= way.reach[k] + way.from[k], high += way.reach[k] - way.from[k];
                if (way.move[k] == 0) {
                    if (low > 0 || high < 0) last = -1;
                    continue;
                }
                first = fmax(first, fmin(low / way.move[k], high / way.move[k]));
                last = fmin(last, fmax(low / way.move[k], high / way.move[k]));
            }
            wanted += first <= last;
            if (first <= last) assert_int_equal(seen.triangle[t], 1);
            assert_true(seen.triangle[t] <= 1);
        }
    }
    expect_below((double)all, 6.0 * (double)wanted);
    kamm_release_mesh(mesh);
}

static void expect_refused(const kamm_shape *shape, const char *says)
{
    kamm_body_def fixed_body = {.shapes[0] = *shape};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &fixed_body, .body_count = 1};
    kamm_error error;
    assert_null(kamm_create_world(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    if (!strstr(error.text, says)) fail_msg("\"%s\" lacks \"%s\"", error.text, says);
}

static void what_is_no_mesh_is_refused(void **state)
{
    double points[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    int32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    kamm_shape good = {.kind = KAMM_SHAPE_MESH,
                       .points_m = (const double(*)[3])points,
                       .point_count = 4,
                       .triangles = (const int32_t(*)[3])triangles,
                       .triangle_count = 2};
    kamm_shape bad = good;
    (void)state;
    bad.point_count = 2;
    expect_refused(&bad, "bodies[0]: a mesh of 2 points; 3 to 3145728 are allowed");
    bad = good, bad.points_m = NULL;
    expect_refused(&bad, "a mesh of 4 points");
    bad = good, bad.triangle_count = 0;
    expect_refused(&bad, "a mesh of 0 triangles; 1 to 1048576 are allowed");
    bad.triangle_count = KAMM_MAX_MESH_TRIANGLES + 1;
    expect_refused(&bad, "a mesh of 1048577 triangles");
    bad = good, bad.triangles = NULL;
    expect_refused(&bad, "a mesh of 2 triangles");
    triangles[1][2] = 4;
    expect_refused(&good, "triangle 1 has point 4; 0 to 3 are allowed");
    triangles[1][2] = -1;
    expect_refused(&good, "triangle 1 has point -1; 0 to 3 are allowed");
    triangles[1][2] = 3, points[2][1] = NAN;
    expect_refused(&good, "m along y; it has to be within 1e+06 m");
    points[2][1] = 2e6;
    expect_refused(&good, "point 2 is at 2e+06 m along y");
    points[2][1] = points[3][1] = 0;
    expect_refused(&good, "no area");
    kamm_body_def dynamic_body = crate();
    dynamic_body.shapes[0] = good;
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &dynamic_body, .body_count = 1};
    kamm_error error;
    assert_null(kamm_create_world(&def, &error));
    assert_non_null(strstr(error.text, "bodies[0]: a dynamic body is a mesh"));
}

/* It is copied, may come and go, and move: a lift that carries a crate up. */
static void meshes_come_go_and_move(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    (void)state;
    kamm_body_def mesh = level_mesh(&grid, EVEN, 0.8, 0);
    kamm_body_def dynamic_body = placed_at(crate(), 3, 0, 0, 0);
    kamm_world *world = world_with(&mesh, &dynamic_body, 240);
    kamm_body added;
    memset(&grid, 0xff, sizeof grid);
    kamm_step_world(world, 240);
    kamm_body_motion m;
    read_body(world, 0, &m);
    expect_near(m.position_m[2], 0, 0.006);
    remove_body(world, 1);
    mesh = level_mesh(&grid, SHAKEN, 0.8, 0);
    mesh.type = KAMM_BODY_KINEMATIC;
    must(kamm_add_body(world, &mesh, &added, NULL), NULL);
    assert_int_equal(added.index, 1);
    const kamm_body_motion up = {.orientation = {1, 0, 0, 0}, .velocity_mps = {0, 0, 1}};
    set_body(world, 1, &up);
    kamm_step_world(world, 240);
    read_body(world, 0, &m);
    expect_near(m.position_m[2], 1, 0.02);
    expect_near(m.velocity_mps[2], 1, 0.02);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_of_a_box_is_hit_as_that),
        cmocka_unit_test(rays_meet_the_front_everywhere),
        cmocka_unit_test(bodies_pass_from_behind),
        cmocka_unit_test(sensors_tell_when_they_are_passed),
        cmocka_unit_test(the_tree_finds_what_is_near),
        cmocka_unit_test(what_is_no_mesh_is_refused),
        cmocka_unit_test(meshes_come_go_and_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
