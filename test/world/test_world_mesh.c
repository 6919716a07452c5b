/* Dynamic bodies on triangle meshes: a level one is as good as a box's top, however it is cut into triangles. */
#include "support/meshes.h"
#include "support/quick.h"
#include "support/tier.h"

#include "world/collide/triangle_mesh.h"

#include <math.h>
#include <string.h>

struct slide {
    double speed, yaw, rate, friction;
};

/* A crate that slides along x; the largest of its jumps and turns about level axes on the way. */
static kamm_body_motion slide_crate(const kamm_body_def *fixed_body, const struct slide *s,
                                    double *jump, double *turn)
{
    kamm_body_def dynamic_body = crate();
    dynamic_body.friction = s->friction > 0 ? (float)s->friction : KAMM_NONE;
    dynamic_body.restitution = KAMM_NONE;
    kamm_world *world = world_with(fixed_body, &dynamic_body, s->rate);
    kamm_body_motion m = {.position_m = {0.3, 0.1, 0.5 - dynamic_body.shapes[0].box.centre_m[2]},
                          .orientation = {cos(s->yaw / 2), 0, 0, sin(s->yaw / 2)},
                          .velocity_mps = {s->speed, 0, 0}};
    set_body(world, 0, &m);
    double from = m.position_m[2];
    *jump = *turn = 0;
    for (int n = 0; n < (int)s->rate; ++n) {
        kamm_step_world(world, 1);
        read_body(world, 0, &m);
        *jump = fmax(*jump, fabs(m.position_m[2] - from));
        *turn = fmax(*turn, hypot(m.orientation[1], m.orientation[2]));
    }
    read_centre(world, 0, &m, m.velocity_mps);
    kamm_destroy_world(world);
    return m;
}

static void crates_slide_as_on_a_box(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    static const double speeds[] = {2, 10, 40}, yaws[] = {0, 0.3, 0.785398}, rates[] = {60, 240};
    (void)state;
    for (int i = 0; i < 3 * 3 * 2; i += of_tier(5, 1)) {
        const struct slide s = {speeds[i % 3], yaws[i / 3 % 3], rates[i / 9], 0.6};
        double jump, turn, box_jump, box_turn;
        kamm_body_def box = level_box(0.6);
        kamm_body_motion on_box = slide_crate(&box, &s, &box_jump, &box_turn);
        for (int c = 0; c < CUTTINGS; ++c) {
            kamm_body_def mesh = level_mesh(&grid, (enum cutting)c, 0.6, 0);
            kamm_body_motion m = slide_crate(&mesh, &s, &jump, &turn);
            for (int k = 0; k < 3; ++k)
                expect_near(m.position_m[k], on_box.position_m[k], 0.002 + 0.002 * s.speed);
            expect_below(jump, box_jump + 0.003);
            expect_below(turn, box_turn + 0.004);
        }
    }
}

/* Without friction nothing holds it up: not one edge between triangles takes a millionth of its speed, nor lifts or turns it. */
static void edges_between_triangles_are_not_felt(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    static const double speeds[] = {0.5, 5, 50};
    (void)state;
    for (int i = 0; i < 3 * 5; i += of_tier(4, 1))
        for (int c = 0; c < CUTTINGS; ++c) {
            const struct slide s = {speeds[i % 3], 0.21 * (i / 3), 240, 0};
            kamm_body_def mesh = level_mesh(&grid, (enum cutting)c, 0, 0);
            double jump, turn;
            kamm_body_motion m = slide_crate(&mesh, &s, &jump, &turn);
            expect_near(m.velocity_mps[0], s.speed, 1e-6 * s.speed);
            expect_near(m.velocity_mps[1], 0, 1e-6 * s.speed);
            expect_near(m.position_m[0], 0.3 + s.speed, 1e-5 * s.speed + 1e-4);
            expect_below(jump, 1e-3);
            expect_below(turn, 1e-3);
        }
}

/* A ridge along x, and a third triangle that stands up at one end of it. Upwards is a normal of the ridge: what stands at its end reaches
 * higher than the point there, but is no part of the edge. */
static void normals_of_an_edge_are_those_of_its_two_sides(void **state)
{
    static const int32_t orders[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    static const double up[3] = {0, 0, 1},
                        points[6][3] = {{0, 0, 0},    {1, 0, 0},     {0.5, -1, -1},
                                        {0.5, 1, -1}, {-1, -0.5, 1}, {-1, 0.5, 1}};
    static const int32_t sides[2][3] = {{0, 2, 1}, {0, 1, 3}};
    (void)state;
    for (int order = 0; order < 9; ++order) {
        int32_t triangles[3][3] = {{0}, {0}, {0, 5, 4}};
        for (int i = 0; i < 3; ++i) {
            triangles[0][i] = sides[0][orders[order % 3][i]];
            triangles[1][i] = sides[1][orders[order / 3][i]];
        }
        const kamm_shape shape = {.kind = KAMM_SHAPE_MESH,
                                  .point_count = 6,
                                  .points_m = points,
                                  .triangle_count = 3,
                                  .triangles = (const int32_t(*)[3])triangles};
        struct oriented_box box;
        struct triangle_mesh *mesh = kamm_make_mesh(&shape, &box);
        assert_non_null(mesh);
        for (int t = 0; t < 3; ++t) {
            int of_ridge = 0;
            for (int i = 0; i < 3; ++i) of_ridge += mesh->triangle[t][i] < 2;
            if (of_ridge == 2) assert_int_equal(kamm_is_mesh_normal(mesh, t, up), 1);
        }
        kamm_release_mesh(mesh);
    }
}

/* Triangles that have points of their own, as some files have them, are one surface where the points lie at the same places. */
static void triangles_with_own_points_are_one_surface(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    static double points[3 * GRID_TRIANGLES][3];
    static int32_t triangles[GRID_TRIANGLES][3];
    (void)state;
    for (int c = EVEN; c < CUTTINGS; ++c) {
        const struct slide s = {5, 0.21, 240, 0};
        kamm_body_def mesh = level_mesh(&grid, (enum cutting)c, 0, 0);
        double jump, turn;
        kamm_body_motion shared = slide_crate(&mesh, &s, &jump, &turn);
        kamm_shape *shape = &mesh.shapes[0];
        for (int i = 0; i < shape->triangle_count; ++i)
            for (int k = 0; k < 3; ++k) {
                triangles[i][k] = 3 * i + k;
                for (int axis = 0; axis < 3; ++axis)
                    points[3 * i + k][axis] = grid.points[grid.triangles[i][k]][axis];
            }
        shape->point_count = 3 * shape->triangle_count;
        shape->points_m = (const double(*)[3])points;
        shape->triangles = (const int32_t(*)[3])triangles;
        kamm_body_motion own = slide_crate(&mesh, &s, &jump, &turn);
        for (int k = 0; k < 3; ++k) {
            expect_near(own.position_m[k], shared.position_m[k], 1e-9);
            expect_near(own.velocity_mps[k], shared.velocity_mps[k], 1e-9);
        }
    }
}

/* Balls, barrels on their side, capsules and hulls roll and lie as on a box. */
static void other_shapes_move_as_on_a_box(void **state)
{
    static struct grid grid;
    static const double wedge[4][3] = {{-0.4, -0.3, 0}, {0.4, -0.3, 0}, {0, 0.4, 0}, {0, 0, 0.5}};
    (void)state;
    for (int kind = KAMM_SHAPE_SPHERE; kind <= KAMM_SHAPE_HULL; ++kind)
        for (int c = 0; c < CUTTINGS; ++c) {
            kamm_body_motion end[2];
            double lowest = 1e300;
            for (int n = 0; n < 2; ++n) {
                double half = kind == KAMM_SHAPE_SPHERE ? 0.4 : 0.7;
                kamm_body_def dynamic_body = {.type = KAMM_BODY_DYNAMIC,
                                              .shapes[0].box = {.half_m = {0.4, 0.4, half}},
                                              .mass_kg = 30,
                                              .friction = 0.6f,
                                              .shapes[0].kind = (kamm_shape_kind)kind};
                if (kind == KAMM_SHAPE_HULL)
                    dynamic_body.shapes[0].points_m = wedge, dynamic_body.shapes[0].point_count = 4;
                kamm_body_def fixed_body =
                    n ? level_mesh(&grid, (enum cutting)c, 0.6, 0) : level_box(0.6);
                kamm_world *world = world_with(&fixed_body, &dynamic_body, 240);
                int lies = kind == KAMM_SHAPE_CAPSULE || kind == KAMM_SHAPE_CYLINDER;
                kamm_body_motion m = {.position_m = {1, 0.2, kind == KAMM_SHAPE_HULL ? 0.01 : 0.41},
                                      .orientation = {1, lies, 0, 0},
                                      .velocity_mps = {3, 0, 0}};
                set_body(world, 0, &m);
                for (int step = 0; step < 240; ++step) {
                    kamm_step_world(world, 1);
                    read_body(world, 0, &end[n]);
                    if (n) lowest = fmin(lowest, end[n].position_m[2]);
                }
                kamm_destroy_world(world);
            }
            expect_above(lowest, kind == KAMM_SHAPE_HULL ? -0.006 : 0.38);
            expect_near(end[1].position_m[0], end[0].position_m[0], 0.05);
            expect_near(end[1].position_m[1], end[0].position_m[1], 0.05);
            expect_near(end[1].position_m[2], end[0].position_m[2], 0.006);
            expect_near(end[1].velocity_mps[0], end[0].velocity_mps[0], 0.08);
        }
}

/* On a mesh of a box, ever farther over its edge: a crate stays while its middle is above, and falls to its other side as off a box. */
static void crates_stand_on_edges_as_on_a_box(void **state)
{
    (void)state;
    for (int i = 0; i < 12; ++i) {
        double points[8][3], over = -0.4 + 0.08 * i;
        kamm_body_motion end[2];
        for (int n = 0; n < 2; ++n) {
            kamm_body_def fixed_body = {.shapes[0].box = {.half_m = {2, 3, 1}}, .friction = 0.8f};
            if (n) fixed_body.shapes[0] = mesh_of_box(fixed_body.shapes[0].box.half_m, points);
            kamm_body_def dynamic_body = crate();
            kamm_world *world = world_with(&fixed_body, &dynamic_body, 240);
            kamm_body_motion m = {.position_m = {2 + over, 0.2, 1.02}, .orientation = {1, 0, 0, 0}};
            set_body(world, 0, &m);
            kamm_step_world(world, 120);
            read_body(world, 0, &end[n]);
            kamm_destroy_world(world);
        }
        for (int k = 0; k < 3; ++k)
            expect_near(end[1].position_m[k], end[0].position_m[k], over < -0.03 ? 0.006 : 0.03);
        if (over < -0.1) expect_near(end[1].position_m[2], 1, 0.006);
    }
}

/* Balls bounce as high as their restitution says, wherever they meet the triangles. */
static void balls_bounce_by_their_restitution(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    (void)state;
    for (int i = 0; i < 20; ++i) {
        kamm_body_def mesh = level_mesh(&grid, SHAKEN, 0.5, 0);
        kamm_body_def ball = {.type = KAMM_BODY_DYNAMIC,
                              .shapes[0].box = {.half_m = {0.2, 0.2, 0.2}},
                              .mass_kg = 1,
                              .restitution = 0.8f,
                              .position_m = {3 + 0.37 * i, 0.11 * i - 1, 2.2},
                              .shapes[0].kind = KAMM_SHAPE_SPHERE};
        kamm_world *world = world_with(&mesh, &ball, 1200);
        double highest = 0;
        kamm_body_motion m;
        for (int n = 0; n < 1700; ++n) {
            kamm_step_world(world, 1);
            read_body(world, 0, &m);
            if (n > 900) highest = fmax(highest, m.position_m[2]);
        }
        expect_near(highest, 0.2 + 2 * 0.64, 0.03);
        expect_near(m.position_m[0], ball.position_m[0], 1e-6);
        kamm_destroy_world(world);
    }
}

/* The mirrored mesh, and a crate that tumbles over it as its mirror image does. */
static void mirrored_does_mirrored(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    (void)state;
    for (int c = 0; c < CUTTINGS; ++c)
        for (int i = 0; i < 4; ++i) {
            kamm_body_motion end[2];
            for (int mirrored = 0; mirrored < 2; ++mirrored) {
                double side = mirrored ? -1 : 1;
                kamm_body_def mesh = level_mesh(&grid, (enum cutting)c, 0.6, mirrored);
                kamm_body_def dynamic_body = crate();
                kamm_world *world = world_with(&mesh, &dynamic_body, 240);
                kamm_body_motion m = {.position_m = {1 + 0.3 * i, 0.4 * side, 1.2},
                                      .orientation = {0.9, 0.2 * side, 0.1 * i, 0.15 * side},
                                      .velocity_mps = {4, 1.5 * side, 0},
                                      .angular_velocity_radps = {0.5 * side, 1, -0.7 * side}};
                set_body(world, 0, &m);
                kamm_step_world(world, 100);
                read_body(world, 0, &end[mirrored]);
                kamm_destroy_world(world);
            }
            for (int k = 0; k < 3; ++k)
                expect_near(end[1].position_m[k], (k == 1 ? -1 : 1) * end[0].position_m[k], 1e-3);
        }
}

/* A long box that tumbles over bumps has many points with many normals; which of them are kept is its own matter. */
static kamm_body_motion tumble_beside(const kamm_body_def *mesh, const double half_m[3], int steps)
{
    kamm_body_def both[2] = {
        {.type = KAMM_BODY_DYNAMIC, .mass_kg = 20, .shapes[0].box = {.half_m = {1.5, 0.4, 0.1}}},
        {.type = KAMM_BODY_DYNAMIC, .mass_kg = 20, .position_m = {40, 0, 30}}};
    memcpy(both[1].shapes[0].box.half_m, half_m, 3 * sizeof *half_m);
    kamm_world_def def = {.ground = air_with_gravity(),
                          .bodies = join_bodies(both, 2, mesh, 1),
                          .body_count = 3,
                          .substep_s = 1. / 240};
    kamm_world *world = create_world(&def);
    kamm_body_motion m = {.position_m = {1, 0.2, 0.6},
                          .orientation = {0.98, 0.15, 0.1, 0.05},
                          .velocity_mps = {3, 0.5, 0}};
    set_body(world, 0, &m);
    kamm_step_world(world, steps);
    read_body(world, 0, &m);
    kamm_destroy_world(world);
    return m;
}

static void what_falls_far_away_changes_no_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct grid grid;
    static const double small_m[3] = {0.02, 0.02, 0.02}, large_m[3] = {3, 3, 3};
    (void)state;
    kamm_body_def mesh = level_mesh(&grid, SHAKEN, 0.6, 0);
    for (int i = 0; i < GRID_POINTS; ++i)
        grid.points[i][2] += 0.12 * sin(2.1 * i) * cos(1.3 * (i % GRID_SIDE));
    for (int steps = 10; steps <= 200; steps += 10) {
        kamm_body_motion a = tumble_beside(&mesh, small_m, steps);
        kamm_body_motion b = tumble_beside(&mesh, large_m, steps);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crates_slide_as_on_a_box),
        cmocka_unit_test(edges_between_triangles_are_not_felt),
        cmocka_unit_test(triangles_with_own_points_are_one_surface),
        cmocka_unit_test(normals_of_an_edge_are_those_of_its_two_sides),
        cmocka_unit_test(other_shapes_move_as_on_a_box),
        cmocka_unit_test(crates_stand_on_edges_as_on_a_box),
        cmocka_unit_test(balls_bounce_by_their_restitution),
        cmocka_unit_test(mirrored_does_mirrored),
        cmocka_unit_test(what_falls_far_away_changes_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
