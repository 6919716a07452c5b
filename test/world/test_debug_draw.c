/* Debug draw: the lines lie where the wheels, planes, forces and shapes are that they stand for. */
#include "support/drawn.h"
#include "support/misuse.h"
#include "support/quick.h"

#include "base/error.h"
#include "base/quaternion.h"
#include "base/vector_double.h"
#include <kamm/debug_draw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_error error;

/* ---- what was drawn ---- */

static struct drawn drawn, again;

static void draw(const kamm_world *world, uint32_t parts)
{
    kamm_debug_draw_def def = def_of(&drawn, parts);
    kamm_debug_draw(world, &def);
}

static int count_lines(uint32_t rgb) { return lines_of_colour(&drawn, rgb); }

static double length_of(int line) { return length_of_line(&drawn, line); }

/* ---- cars ---- */

struct scene {
    kamm_world *world;
    kamm_cars *cars;
    kamm_model *model;
};

/* A car that turns to the left and brakes on a slope. */
static struct scene drive(kamm_rung rung, double slope_x, double slope_y)
{
    struct scene s;
    kamm_vehicle_def car = default_vehicle();
    kamm_world_def def = {.ground = kamm_plane_ground(slope_x, slope_y, 1)};
    s.world = create_world(&def);
    s.cars = cars_of(&car, rung, 1, &s.model);
    kamm_placement at = kamm_placement_on(&def.ground, 3, -2, 0.7);
    at.speed_mps = 15, at.gear = KAMM_GEAR_DRIVE;
    kamm_place(s.cars, 0, &at);
    kamm_inputs(s.cars)[0].gear = KAMM_GEAR_DRIVE;
    kamm_inputs(s.cars)[0].steering_wheel_rad = 0.6f;
    kamm_inputs(s.cars)[0].brake = 0.1f;
    add_cars(s.world, s.cars);
    kamm_step_world(s.world, 600);
    return s;
}

static void end(struct scene *s)
{
    kamm_destroy_world(s->world);
    kamm_destroy_cars(s->cars);
    kamm_destroy_model(s->model);
}

enum { RIM = 24 };
/* The rim and the spoke of each wheel lie in its plane, the rim's points at its radius. */
static void expect_wheels(const struct scene *s)
{
    kamm_wheel_pose poses[KAMM_MAX_WHEELS];
    const kamm_model_info described = kamm_describe(s->model), *info = &described;
    kamm_read_pose(s->cars, 0, 1, NULL, poses);
    draw(s->world, KAMM_DRAW_WHEELS);
    assert_int_equal(drawn.lines, info->wheel_count * (RIM + 1));
    for (int i = 0; i < drawn.lines; ++i) {
        int w = i / (RIM + 1), is_spoke = i % (RIM + 1) == RIM;
        double axis[3][3], from_centre[3];
        kamm_axes_of(poses[w].pose.orientation, axis);
        assert_int_equal(drawn.line_rgb[i], KAMM_DRAW_WHEEL);
        for (int end = is_spoke; end < 2; ++end) {
            for (int k = 0; k < 3; ++k)
                from_centre[k] = drawn.line[i][end][k] - poses[w].pose.position_m[k];
            expect_near(dot3(from_centre, axis[1]), 0, 1e-9);
            expect_near(length3(from_centre), info->wheel_radius_m[w], 1e-9);
        }
        if (!is_spoke) expect_near(length_of(i), 2 * info->wheel_radius_m[w] * sin(PI / RIM), 1e-9);
    }
}

/* Four sides around the contact point, whose normal stands upright on them. */
static void expect_planes(const struct scene *s)
{
    const kamm_model_info described = kamm_describe(s->model), *info = &described;
    draw(s->world, KAMM_DRAW_CONTACT_PLANES);
    assert_int_equal(drawn.lines, 5 * info->wheel_count);
    for (int i = 0; i < drawn.lines; ++i) {
        kamm_wheel_contact contact;
        double way[3];
        kamm_read_wheel_contact(s->cars, 0, i / 5, &contact);
        for (int k = 0; k < 3; ++k) way[k] = drawn.line[i][1][k] - drawn.line[i][0][k];
        if (i % 5 < 4)
            expect_near(dot3(way, contact.normal), 0, 1e-6);
        else
            expect_near(dot3(way, contact.normal), length3(way), 1e-6);
        if (i % 5 < 4) expect_near(length3(way), 2 * info->wheel_radius_m[i / 5], 1e-6);
    }
}

/* Arrows of a shaft and two lines of a head. They have the length of their force, whatever the scale. */
static void expect_forces(const struct scene *s, double metres_per_n)
{
    const kamm_model_info described = kamm_describe(s->model), *info = &described;
    static const uint32_t colours[] = {KAMM_DRAW_LOAD, KAMM_DRAW_LONGITUDINAL, KAMM_DRAW_LATERAL};
    double own = metres_per_n > 0 ? metres_per_n : 2e-4;
    kamm_debug_draw_def def = def_of(&drawn, KAMM_DRAW_FORCES);
    def.metres_per_n = metres_per_n;
    kamm_debug_draw(s->world, &def);
    int at = 0;
    for (int w = 0; w < info->wheel_count; ++w) {
        kamm_wheel_contact contact;
        kamm_read_wheel_contact(s->cars, 0, w, &contact);
        const double forces[] = {contact.load_n,
                                 kamm_read_wheel(s->cars, 0, w, KAMM_WHEEL_longitudinal_force_n),
                                 kamm_read_wheel(s->cars, 0, w, KAMM_WHEEL_lateral_force_n)};
        for (int n = 0; n < 3; ++n) {
            if (forces[n] == 0) continue;
            assert_int_equal(drawn.line_rgb[at], colours[n]);
            expect_near(length_of(at), own * fabs(forces[n]), 1e-6 * own * fabs(forces[n]) + 1e-9);
            expect_near(distance_between(drawn.line[at][0], contact.point_m), 0, 1e-9);
            for (int k = 1; k < 3; ++k)
                expect_near(distance_between(drawn.line[at + k][0], drawn.line[at][1]), 0, 1e-9);
            at += 3;
        }
    }
    assert_int_equal(drawn.lines, at);
}

/* The point of the force lies within the ellipse, but for what the friction changes with the load. */
static void expect_friction_circles(const struct scene *s)
{
    const kamm_model_info described = kamm_describe(s->model), *info = &described;
    draw(s->world, KAMM_DRAW_FRICTION_CIRCLES);
    assert_int_equal(drawn.lines, RIM * info->wheel_count);
    assert_int_equal(drawn.points, info->wheel_count);
    for (int w = 0; w < info->wheel_count; ++w) {
        kamm_wheel_contact contact;
        double from[3], left[3];
        kamm_read_wheel_contact(s->cars, 0, w, &contact);
        cross3(contact.normal, contact.forward, left);
        double grip = 2e-4 * contact.friction * contact.load_n;
        const double peak[2] = {info->peak_friction_x[w] * grip, info->peak_friction_y[w] * grip};
        for (int i = RIM * w; i < RIM * (w + 1); ++i) {
            for (int k = 0; k < 3; ++k) from[k] = drawn.line[i][1][k] - contact.point_m[k];
            double x = dot3(from, contact.forward) / peak[0], y = dot3(from, left) / peak[1];
            expect_near(x * x + y * y, 1, 1e-5);
            expect_near(dot3(from, contact.normal), 0, 1e-6);
        }
        for (int k = 0; k < 3; ++k) from[k] = drawn.point[w][k] - contact.point_m[k];
        double x = dot3(from, contact.forward) / peak[0], y = dot3(from, left) / peak[1];
        expect_below(x * x + y * y, 1.2);
        expect_above(x * x + y * y, 1e-6);
    }
}

static void expect_axle_loads(const struct scene *s)
{
    const kamm_model_info described = kamm_describe(s->model), *info = &described;
    double sum_kn = 0, loads_kn = 0;
    draw(s->world, KAMM_DRAW_AXLE_LOADS);
    assert_int_equal(drawn.texts, info->axle_count);
    assert_int_equal(drawn.lines + drawn.points, 0);
    for (int i = 0; i < drawn.texts; ++i) sum_kn += strtod(drawn.text[i], NULL);
    for (int w = 0; w < info->wheel_count; ++w)
        loads_kn += 1e-3 * kamm_read_wheel(s->cars, 0, w, KAMM_WHEEL_load_n);
    expect_near(sum_kn, loads_kn, 0.006 * info->axle_count);
}

static void cars_are_drawn_as_they_are(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                      KAMM_DOUBLE_TRACK, KAMM_FULL};
    for (int n = 0; n < 5; ++n)
        for (int slope = 0; slope < 2; ++slope) {
            struct scene s = drive(rungs[n], 0.1 * slope, -0.05 * slope);
            expect_wheels(&s);
            expect_planes(&s);
            expect_forces(&s, 0);
            expect_forces(&s, 1e-3);
            if (rungs[n] == KAMM_FULL) expect_friction_circles(&s);
            expect_axle_loads(&s);
            end(&s);
        }
}

/* ---- bodies ---- */

/* All ends of lines of one body are as far from a place as they should be. */
static void expect_at_distance(uint32_t rgb, const double at[3], double least, double most)
{
    int seen = 0;
    for (int i = 0; i < drawn.lines; ++i) {
        if (drawn.line_rgb[i] != rgb) continue;
        for (int end = 0; end < 2; ++end) {
            double distance = distance_between(drawn.line[i][end], at);
            expect_above(distance, least - 1e-9);
            expect_below(distance, most + 1e-9);
        }
        ++seen;
    }
    expect_above(seen, 0);
}

static kamm_world *world_of(kamm_body_def body)
{
    kamm_world_def def = {.ground = empty_space(), .bodies = &body, .body_count = 1};
    return create_world(&def);
}

static void shapes_are_drawn_where_they_are(void **state)
{
    (void)state;
    static const double points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const int32_t triangle[1][3] = {{0, 1, 2}};
    const double at[3] = {100, -50, 7};
    for (kamm_shape_kind kind = KAMM_SHAPE_BOX; kind <= KAMM_SHAPE_MESH; ++kind) {
        kamm_body_def body = {.position_m = {at[0], at[1], at[2]},
                              .orientation = {0.5, 0.5, -0.5, 0.5}};
        kamm_shape *shape = &body.shapes[0];
        *shape = (kamm_shape){.kind = kind, .box = {.half_m = {0.5, 0.5, 0.5}}};
        if (kind == KAMM_SHAPE_CAPSULE || kind == KAMM_SHAPE_CYLINDER) shape->box.half_m[2] = 1.5;
        if (kind >= KAMM_SHAPE_HULL) shape->points_m = points, shape->point_count = 4;
        if (kind == KAMM_SHAPE_MESH) shape->triangles = triangle, shape->triangle_count = 1;
        kamm_world *world = world_of(body);
        draw(world, KAMM_DRAW_SHAPES);
        static const int lines[] = {12, 3 * RIM, 6 * RIM + 4, 48, 6, 3};
        static const double least[] = {0.75, 0.5, 0.5, 0, 0, 0};
        double far[] = {sqrt(0.75), 0.5, 1.5, sqrt(1.5 * 1.5 + 0.25), 1, 1};
        assert_int_equal(drawn.lines, lines[kind]);
        expect_at_distance(KAMM_DRAW_STATIC, at, kind ? least[kind] : sqrt(least[0]), far[kind]);
        kamm_destroy_world(world);
    }
}

static void colours_tell_what_bodies_do(void **state)
{
    (void)state;
    kamm_body_def bodies[4] = {wall_across(30, 0.5, 0.1), placed_at(crate(), 0, 0, 0.5, 1),
                               placed_at(crate(), 5, 0, 3, 0), wall_across(4.9, 0.5, 0.1)};
    bodies[0].type = KAMM_BODY_KINEMATIC;
    bodies[3].sensor = 1;
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 4};
    kamm_world *world = create_world(&def);
    draw(world, KAMM_DRAW_SHAPES);
    assert_int_equal(count_lines(KAMM_DRAW_KINEMATIC), 12);
    assert_int_equal(count_lines(KAMM_DRAW_ASLEEP), 12);
    assert_int_equal(count_lines(KAMM_DRAW_DYNAMIC), 12);
    assert_int_equal(count_lines(KAMM_DRAW_SENSOR), 12);
    kamm_step_world(world, 240);
    draw(world, 0);
    assert_int_equal(count_lines(KAMM_DRAW_VISITED_SENSOR), 12); /* the crate fell into it */
    assert_int_equal(count_lines(KAMM_DRAW_MASS_CENTRE), 6);
    kamm_debug_draw_def near = def_of(&drawn, KAMM_DRAW_SHAPES);
    near.within_m = 2;
    kamm_debug_draw(world, &near);
    assert_int_equal(drawn.lines, 12); /* the crate at the origin */
    expect_at_distance(KAMM_DRAW_ASLEEP, near.centre_m, 0, 2);
    kamm_destroy_world(world);
}

/* ---- the call ---- */

static void *no_memory(size_t size, size_t alignment, void *user)
{
    (void)size, (void)alignment, (void)user;
    fail();
    return NULL;
}
static void release_nothing(void *memory, void *user) { (void)memory, (void)user; }

static void draws_the_same_and_changes_nothing(void **state)
{
    (void)state;
    struct scene s = drive(KAMM_FULL, 0, 0);
    int lines = 0, points = 0;
    uint64_t hash = kamm_world_state_hash(s.world);
    for (uint32_t part = 1; part <= KAMM_DRAW_BODY_POINTS; part *= 2) {
        draw(s.world, part);
        lines += drawn.lines, points += drawn.points;
    }
    kamm_set_allocator(no_memory, release_nothing, NULL);
    draw(s.world, 0);
    kamm_set_allocator(NULL, NULL, NULL);
    assert_int_equal(drawn.lines, lines); /* all is what the parts are */
    assert_int_equal(drawn.points, points);
    kamm_debug_draw_def def = def_of(&again, 0);
    kamm_debug_draw(s.world, &def);
    assert_memory_equal(&again, &drawn, sizeof drawn);
    assert_true(kamm_world_state_hash(s.world) == hash);
    def.point = NULL, def.text = NULL;
    kamm_debug_draw(s.world, &def);
    end(&s);
}

static void casts_and_paths_are_drawn(void **state)
{
    (void)state;
    kamm_cast cast = {.from_m = {0, 0, 1}, .to_m = {10, 0, 1}, .radius_m = 0.5};
    kamm_hit hit;
    kamm_world *world = world_of(wall_across(5, 0.5, 0.1));
    assert_int_equal(kamm_cast_shape(world, &cast, &hit, 1), 1);
    kamm_debug_draw_def def = def_of(&drawn, 0);
    kamm_debug_draw_cast(&def, &cast, &hit);
    assert_int_equal(drawn.lines, 1 + 6 * RIM + 1);
    expect_near(length_of(0), 10 * hit.fraction, 1e-9);
    expect_near(drawn.point[0][0], 5, 1e-6);
    kamm_destroy_world(world);

    double circle[40][2];
    for (int i = 0; i < 40; ++i)
        circle[i][0] = 50 * cos(2 * PI * i / 40), circle[i][1] = 50 * sin(2 * PI * i / 40);
    kamm_path path = {.count = 40, .points_m = circle, .width_m = 8, .closed = 1};
    kamm_line *line = kamm_create_line(&path, &error);
    assert_non_null(line);
    def = def_of(&drawn, 0);
    kamm_debug_draw_path(&def, line);
    expect_near(drawn.lines, 3 * 2 * PI * 50 / 2, 6);
    for (int i = 0; i < drawn.lines; ++i) {
        const double *at = drawn.line[i][1];
        double radius = sqrt(at[0] * at[0] + at[1] * at[1]);
        expect_near(radius, i % 3 == 0 ? 50 : i % 3 == 1 ? 46 : 54, 0.1);
    }
    kamm_destroy_line(line);
}

static void misuse_is_noticed(void **state)
{
    (void)state;
    kamm_world *world = world_of(crate());
    kamm_debug_draw_def defs[] = {def_of(&drawn, 0), def_of(&drawn, 0), def_of(&drawn, 0)};
    defs[0].line = NULL;
    defs[1].within_m = NAN;
    defs[2].metres_per_n = -1;
    kamm_set_assert_handler(count_report, NULL);
    for (int i = 0; i < 3; ++i) MISUSE((kamm_debug_draw(world, &defs[i]), 0));
    struct scene s = drive(KAMM_KINEMATIC, 0, 0);
    for (int i = 0; i < 3; ++i) MISUSE((kamm_debug_draw_cars(s.cars, &defs[i]), 0));
    MISUSE((kamm_debug_draw_cars(NULL, &defs[0]), 0));
    end(&s);
    kamm_set_assert_handler(NULL, NULL);
    assert_int_equal(drawn.lines, 0);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cars_are_drawn_as_they_are),
        cmocka_unit_test(shapes_are_drawn_where_they_are),
        cmocka_unit_test(colours_tell_what_bodies_do),
        cmocka_unit_test(draws_the_same_and_changes_nothing),
        cmocka_unit_test(casts_and_paths_are_drawn),
        cmocka_unit_test(misuse_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
