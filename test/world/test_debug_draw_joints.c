/* Debug draw of joints, of cars without a world, of body points, and of a mirrored scene. */
#include "support/drawn.h"
#include "support/joints.h"
#include "support/mirror.h"
#include "support/quick.h"

#include "base/quaternion.h"
#include "base/vector_double.h"

#include <kamm/contact.h>
#include <math.h>
#include <string.h>

static struct drawn drawn, other;

/* -- joints -------------------------------------------------------------------------------------- */

static kamm_world *three_boxes(void)
{
    const kamm_body_def boxes[] = {loose_box(100, 0.5, 0.5, 0.5, 0, 0, 10),
                                   loose_box(50, 0.5, 0.5, 0.5, 3, 1, 10),
                                   loose_box(50, 0.5, 0.5, 0.5, -2, 4, 12)};
    return start_joint_world(boxes, 3, 240);
}

static void expect_line(int line, const double from[3], const double to[3], uint32_t rgb)
{
    assert_true(line < drawn.lines);
    assert_int_equal(drawn.line_rgb[line], rgb);
    for (int k = 0; k < 3; ++k) {
        expect_near(drawn.line[line][0][k], from[k], 1e-12);
        expect_near(drawn.line[line][1][k], to[k], 1e-12);
    }
}

/* From the middle of each body to its point, between the points where the kind lets them be apart, the axis where it has
 * one, and the force: each where kamm_read_joint says. `axis` is in the first body's frame; NULL: none. */
static void expect_joint(const kamm_world *world, kamm_joint joint, const kamm_joint_def *def,
                         const double axis[3])
{
    kamm_joint_state state = read_joint(world, joint);
    kamm_body_motion bodies[2];
    int spans = def->kind == KAMM_JOINT_SLIDER || def->kind >= KAMM_JOINT_DISTANCE, line = 0;
    int is_slack = def->kind == KAMM_JOINT_ROPE && length3(state.force_n) == 0;
    uint32_t rgb = is_slack ? KAMM_DRAW_SLACK_ROPE : KAMM_DRAW_JOINT;
    kamm_debug_draw_def draw = def_of(&drawn, KAMM_DRAW_JOINTS);
    draw.metres_per_n = 1e-3;
    kamm_debug_draw(world, &draw);
    assert_int_equal(drawn.points, 2);
    for (int k = 0; k < 2; ++k) {
        read_body(world, k, &bodies[k]);
        expect_line(line++, bodies[k].position_m, state.points_m[k], rgb);
        expect_near(distance_between(drawn.point[k], state.points_m[k]), 0, 1e-12);
        assert_int_equal(drawn.point_rgb[k], rgb);
    }
    if (spans) expect_line(line++, state.points_m[0], state.points_m[1], rgb);
    double turned[3] = {0, 0, 0};
    if (axis) kamm_rotate(bodies[0].orientation, axis, turned);
    for (int sign = -1; sign <= 1 && axis; sign += 2, ++line) {
        assert_int_equal(drawn.line_rgb[line], KAMM_DRAW_JOINT_AXIS);
        expect_near(distance_between(drawn.line[line][0], state.points_m[0]), 0, 1e-12);
        for (int k = 0; k < 3; ++k)
            expect_near(drawn.line[line][1][k] - drawn.line[line][0][k], 0.3 * sign * turned[k],
                        1e-9);
    }
    if (length3(state.force_n) > 0) {
        double end[3];
        for (int k = 0; k < 3; ++k) end[k] = state.points_m[1][k] + 1e-3 * state.force_n[k];
        expect_line(line++, state.points_m[1], end, KAMM_DRAW_JOINT_FORCE);
    }
    assert_int_equal(drawn.lines, line);
}

static void each_kind_is_drawn_where_it_holds(void **state)
{
    (void)state;
    const double axis[3] = {0.6, 0, 0.8}, at[3] = {1.5, 0.5, 10};
    for (int kind = KAMM_JOINT_BALL; kind <= KAMM_JOINT_SPRING; ++kind) {
        kamm_world *world = three_boxes();
        kamm_joint_def def = joint_of(world, (kamm_joint_kind)kind, 0, 1);
        int has_axis = kind == KAMM_JOINT_HINGE || kind == KAMM_JOINT_SLIDER;
        if (kind == KAMM_JOINT_ROPE) def.length_m = 5;
        if (kind == KAMM_JOINT_SPRING) def.stiffness = 1000, def.length_m = 2;
        kamm_joint joint = join_at(world, def, kind >= KAMM_JOINT_DISTANCE ? NULL : at,
                                   kind >= KAMM_JOINT_DISTANCE ? NULL : axis);
        expect_joint(world, joint, &def, has_axis ? axis : NULL);
        kamm_body_motion motion;
        read_body(world, 1, &motion);
        motion.velocity_mps[1] = 2; /* away: the joint pulls */
        set_body(world, 1, &motion);
        kamm_step_world(world, 1);
        expect_joint(world, joint, &def, has_axis ? axis : NULL);
        kamm_destroy_world(world);
    }
}

/* A rope of 5 m between boxes that part is slack, then taut, then broken. */
static void colours_of_a_rope_tell_its_state(void **state)
{
    (void)state;
    kamm_world *world = three_boxes();
    kamm_joint_def def = joint_of(world, KAMM_JOINT_ROPE, 0, 1);
    def.length_m = 3.5, def.break_force_n = 1e5;
    kamm_joint rope = join_at(world, def, NULL, NULL);
    static const double speeds_mps[] = {0, 10, 900};
    static const uint32_t colours[] = {KAMM_DRAW_SLACK_ROPE, KAMM_DRAW_JOINT,
                                       KAMM_DRAW_BROKEN_JOINT};
    for (int n = 0; n < 3; ++n) {
        kamm_body_motion motion;
        read_body(world, 1, &motion);
        motion.velocity_mps[0] += speeds_mps[n];
        set_body(world, 1, &motion);
        kamm_step_world(world, n == 1 ? 40 : 4);
        kamm_debug_draw_def draw = def_of(&drawn, KAMM_DRAW_JOINTS);
        kamm_debug_draw(world, &draw);
        assert_int_equal(read_joint(world, rope).is_broken, n == 2);
        assert_int_equal(lines_of_colour(&drawn, colours[n]), n == 2 ? 2 : 3);
        for (int i = 0; i < 2; ++i) assert_int_equal(drawn.point_rgb[i], colours[n]);
    }
    kamm_debug_draw_def near = def_of(&drawn, KAMM_DRAW_JOINTS);
    near.within_m = 1, near.centre_m[0] = 1000;
    kamm_debug_draw(world, &near);
    assert_int_equal(drawn.lines + drawn.points, 0);
    kamm_destroy_world(world);
}

/* -- cars ---------------------------------------------------------------------------------------- */

/* A lopsided car that brakes in a bend; side -1: its image. */
static kamm_cars *drive_in_bend(double side, kamm_rung rung, kamm_model **model, int substeps)
{
    kamm_vehicle_def def = lopsided_car(side);
    kamm_cars *cars = cars_of(&def, rung, 1, model);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, 3, -2 * side, 0.4 * side);
    at.speed_mps = 18, at.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)[0] = (kamm_input){
        .steering_wheel_rad = (float)(0.7 * side), .brake = 0.15f, .gear = KAMM_GEAR_DRIVE};
    if (substeps) kamm_step(cars, &kamm_flat_ground, substeps);
    return cars;
}

/* Whether two lines are the same, but for which end is first. */
static int is_same_line(const struct drawn *a, int i, const struct drawn *b, int k, double side,
                        double within)
{
    if (a->line_rgb[i] != b->line_rgb[k]) return 0;
    for (int swap = 0; swap < 2; ++swap) {
        double off = 0;
        for (int end = 0; end < 2; ++end)
            for (int axis = 0; axis < 3; ++axis)
                off = fmax(off, fabs(a->line[i][end][axis] -
                                     (axis == 1 ? side : 1) * b->line[k][end ^ swap][axis]));
        if (off <= within) return 1;
    }
    return 0;
}

/* Each line of one is one of the other, as often. */
static void expect_same_lines(const struct drawn *a, const struct drawn *b, double side,
                              double within)
{
    static char is_used[MOST_DRAWN];
    memset(is_used, 0, sizeof is_used);
    assert_int_equal(a->lines, b->lines);
    assert_int_equal(a->points, b->points);
    for (int i = 0; i < a->lines; ++i) {
        int k = 0;
        while (k < b->lines && (is_used[k] || !is_same_line(a, i, b, k, side, within))) ++k;
        if (k == b->lines) fail_msg("line %d has none like it", i);
        is_used[k] = 1;
    }
}

/* To the bit, as cars are: lines hold what pictures round. */
static void a_mirrored_car_is_drawn_mirrored(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_SINGLE_TRACK, KAMM_DOUBLE_TRACK,
                                      KAMM_FULL};
    for (int n = 0; n < 4; ++n) {
        kamm_model *models[2];
        kamm_cars *cars[2] = {drive_in_bend(1, rungs[n], &models[0], 300),
                              drive_in_bend(-1, rungs[n], &models[1], 300)};
        kamm_debug_draw_def draws[2] = {def_of(&drawn, 0), def_of(&other, 0)};
        for (int i = 0; i < 2; ++i) kamm_debug_draw_cars(cars[i], &draws[i]);
        assert_in_range(drawn.lines, 4 * (25 + 5 + 3) + 12, MOST_DRAWN);
        expect_same_lines(&drawn, &other, -1, 0);
        for (int i = 0; i < 2; ++i) kamm_destroy_cars(cars[i]), kamm_destroy_model(models[i]);
    }
}

/* Cars in a world and without one are drawn alike. */
static void cars_without_a_world_are_drawn_alike(void **state)
{
    (void)state;
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_model *model;
        kamm_world *world = create_world(&(kamm_world_def){.ground = kamm_flat_ground});
        kamm_cars *cars = drive_in_bend(1, (kamm_rung)rung, &model, 0);
        add_cars(world, cars);
        kamm_step_world(world, 300);
        uint64_t hash = kamm_state_hash(cars);
        kamm_debug_draw_def draws[2] = {def_of(&drawn, 0), def_of(&other, 0)};
        kamm_debug_draw(world, &draws[0]);
        kamm_debug_draw_cars(cars, &draws[1]);
        expect_same_lines(&drawn, &other, 1, 1e-6);
        assert_int_equal(drawn.texts, other.texts);
        assert_memory_equal(drawn.text, other.text, sizeof drawn.text);
        assert_true(kamm_state_hash(cars) == hash);
        kamm_destroy_world(world), kamm_destroy_cars(cars), kamm_destroy_model(model);
    }
}

/* Crosses of 0.04 m at the points, with arrows of the loads on those that a car lies on. */
static void body_points_are_drawn_with_their_loads(void **state)
{
    (void)state;
    for (int on_roof = 0; on_roof < 2; ++on_roof) {
        kamm_vehicle_def def = default_vehicle();
        kamm_model *model;
        kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
        if (on_roof) at.position_m[2] += 1.6, at.orientation[0] = 0, at.orientation[1] = 1;
        kamm_place(cars, 0, &at);
        kamm_step(cars, &kamm_flat_ground, 480);
        kamm_debug_draw_def draw = def_of(&drawn, KAMM_DRAW_BODY_POINTS);
        kamm_debug_draw_cars(cars, &draw);
        int line = 0, touching = 0;
        for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
            kamm_body_contact contact;
            kamm_read_body_contact(cars, 0, p, &contact);
            expect_near(distance_between(drawn.point[p], contact.point_m), 0, 1e-12);
            for (int k = 0; k < 3; ++k, ++line) {
                assert_int_equal(drawn.line_rgb[line], KAMM_DRAW_BODY_POINT);
                expect_near(length_of_line(&drawn, line), 0.08, 1e-9);
            }
            if (!contact.touches) continue;
            assert_int_equal(drawn.line_rgb[line], KAMM_DRAW_LOAD);
            expect_near(length_of_line(&drawn, line++), 2e-4 * contact.load_n, 1e-9);
            ++touching;
        }
        assert_int_equal(drawn.lines, line);
        assert_int_equal(touching > 0, on_roof);
        kamm_destroy_cars(cars), kamm_destroy_model(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_drawn_where_it_holds),
        cmocka_unit_test(colours_of_a_rope_tell_its_state),
        cmocka_unit_test(a_mirrored_car_is_drawn_mirrored),
        cmocka_unit_test(cars_without_a_world_are_drawn_alike),
        cmocka_unit_test(body_points_are_drawn_with_their_loads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
