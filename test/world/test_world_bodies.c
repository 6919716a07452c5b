/* Bodies and their handles: one that was removed is refused everywhere, and lists do not tell what came and went before. */
#include "support/world.h"

#include <kamm/world_events.h>
#include <stdlib.h>
#include <string.h>

static kamm_error error;

static kamm_body_def wall_at(double x)
{
    kamm_body_def def = wall_across(0, 0.5, 0.1);
    def.position_m[0] = x;
    return def;
}

static kamm_body add(kamm_world *world, const kamm_body_def *def)
{
    kamm_body body = {-1, 0};
    must(kamm_add_body(world, def, &body, &error), &error);
    return body;
}

static void expect_unknown(kamm_world *world, kamm_body body)
{
    kamm_body_motion motion = {.velocity_mps = {1, 2, 3}}, before = motion;
    const kamm_filter ghost = {0, KAMM_MASK_NONE};
    const double place[3] = {1, 2, 3}, upright[4] = {1, 0, 0, 0};
    uint64_t hash = kamm_world_state_hash(world);
    assert_int_equal(kamm_has_body(world, body), 0);
    assert_int_equal(kamm_read_body_motion(world, body, &motion, &error), KAMM_ERROR_UNKNOWN);
    assert_memory_equal(&motion, &before, sizeof motion);
    assert_non_null(strstr(error.text, "is not in this world"));
    assert_int_equal(kamm_set_body_motion(world, body, &motion, NULL), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_move_body_to(world, body, place, upright, 1, NULL), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_set_body_filter(world, body, &ghost, NULL), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_body_filter(world, body).mask, 0);
    assert_int_equal(kamm_remove_body(world, body, NULL), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_read_sensor(world, body, NULL, 0), 0);
    assert_true(kamm_world_state_hash(world) == hash);
}

/* For each type, removed and replaced by each type: the old handle is refused, the new one is not. */
static void handles_of_removed_bodies_are_refused(void **state)
{
    (void)state;
    for (int old = 0; old < 3; ++old)
        for (int next = 0; next < 3; ++next) {
            kamm_body_def defs[3] = {wall_at(5), wall_at(5), crate()};
            defs[1].type = KAMM_BODY_KINEMATIC;
            kamm_world_def def = {
                .ground = kamm_flat_ground, .bodies = &defs[old], .body_count = 1};
            kamm_world *world = create_world(&def);
            kamm_body gone = kamm_body_at(world, 0);
            kamm_body_motion motion;
            assert_int_equal(kamm_has_body(world, gone), 1);
            assert_int_equal(kamm_read_body_motion(world, gone, &motion, NULL), KAMM_OK);
            must(kamm_remove_body(world, gone, &error), &error);
            expect_unknown(world, gone);
            kamm_step_world(world, 2);
            kamm_body body = add(world, &defs[next]);
            assert_int_equal(body.index, gone.index);
            assert_true(body.generation != gone.generation);
            expect_unknown(world, gone);
            assert_int_equal(kamm_has_body(world, body), 1);
            kamm_destroy_world(world);
        }
}

static void what_was_never_a_body_is_refused(void **state)
{
    (void)state;
    kamm_body_def wall = wall_at(5);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    kamm_world *world = create_world(&def);
    const kamm_body bodies[] = {{0, 0}, {0, 7}, {1, 1}, {-1, 1}, {INT32_MAX, 1}, {INT32_MIN, 1}};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; ++i) expect_unknown(world, bodies[i]);
    assert_int_equal(kamm_body_at(world, 1).generation, 0);
    assert_int_equal(kamm_body_at(world, -1).generation, 0);
    kamm_destroy_world(world);
}

/* Bodies at those indices: a wall, a crate, a lift, a crate on it. */
enum { BODIES = 4 };
static void make_bodies(kamm_body_def defs[BODIES])
{
    defs[0] = wall_at(12);
    defs[1] = placed_at(crate(), 6, 0, 0, 0);
    defs[2] = (kamm_body_def){.type = KAMM_BODY_KINEMATIC,
                              .shapes[0].box = {.centre_m = {0, 0, 1}, .half_m = {2, 2, 0.1}},
                              .friction = 0.7f};
    defs[3] = placed_at(crate(), 0, 0.2, 1.1, 0);
}

/* The same bodies, but others came and went before. */
static kamm_world *world_with_a_past(const kamm_world_def *def)
{
    const kamm_world_def empty = {.ground = def->ground};
    kamm_body_def other = placed_at(crate(), 50, 0, 0, 0), wall = wall_at(60);
    kamm_world *world = create_world(&empty);
    for (int i = 0; i < BODIES; ++i) add(world, i % 2 ? &wall : &other);
    static const int order[BODIES] = {2, 0, 3, 1};
    for (int i = 0; i < BODIES; ++i) remove_body(world, order[i]);
    for (int i = 0; i < BODIES; ++i) assert_int_equal(add(world, &def->bodies[i]).index, i);
    return world;
}

static void push_all(kamm_world *world)
{
    kamm_body_motion motion;
    read_body(world, 1, &motion);
    motion.velocity_mps[0] = 7;
    set_body(world, 1, &motion);
    const double up[3] = {0, 0, 0.3}, upright[4] = {1, 0, 0, 0};
    must(kamm_move_body_to(world, kamm_body_at(world, 2), up, upright, 200, &error), &error);
}

/* Bits, snapshots and events follow from what is in the world now. */
static void what_came_and_went_leaves_no_trace(void **state)
{
    (void)state;
    kamm_body_def defs[BODIES];
    make_bodies(defs);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = defs, .body_count = BODIES};
    kamm_world *world = create_world(&def), *other = world_with_a_past(&def);
    size_t size = kamm_world_snapshot_size(world);
    char *snapshot = malloc(size);
    push_all(world), push_all(other);
    for (int n = 0; n < 300; ++n) {
        int count, other_count;
        kamm_step_world(world, 1), kamm_step_world(other, 1);
        const kamm_contact_event *events = kamm_contact_events(world, &count);
        const kamm_contact_event *others = kamm_contact_events(other, &other_count);
        assert_int_equal(count, other_count);
        for (int i = 0; i < count; ++i) assert_memory_equal(&events[i], &others[i], sizeof *events);
        assert_true(kamm_world_state_hash(world) == kamm_world_state_hash(other));
        if (n == 100) kamm_save_world_snapshot(world, snapshot);
    }
    must(kamm_restore_world_snapshot(other, snapshot, size, &error), &error);
    kamm_step_world(other, 199);
    assert_true(kamm_world_state_hash(world) == kamm_world_state_hash(other));
    free(snapshot);
    kamm_destroy_world(world);
    kamm_destroy_world(other);
}

/* Whether walls come before crates, or after them, they move the same. */
static void the_order_of_types_changes_no_bits(void **state)
{
    (void)state;
    static const int order[BODIES] = {1, 3, 0, 2};
    kamm_body_def defs[BODIES], sorted[BODIES];
    make_bodies(defs);
    for (int i = 0; i < BODIES; ++i) sorted[i] = defs[order[i]];
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = defs, .body_count = BODIES};
    kamm_world *world = create_world(&def);
    def.bodies = sorted;
    kamm_world *other = create_world(&def);
    kamm_step_world(world, 240), kamm_step_world(other, 240);
    for (int i = 0; i < BODIES; ++i) {
        kamm_body_motion a, b;
        read_body(world, order[i], &a), read_body(other, i, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
    kamm_destroy_world(world);
    kamm_destroy_world(other);
}

static void expect_refused(const kamm_body_def *body, const char *text)
{
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = body, .body_count = 1};
    assert_null(kamm_create_world(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    if (!strstr(error.text, text)) fail_msg("%s, not %s", error.text, text);
    def.body_count = 0;
    kamm_world *world = create_world(&def);
    assert_int_equal(kamm_add_body(world, body, NULL, NULL), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_body_count(world), 0);
    kamm_destroy_world(world);
}

static void what_a_type_can_not_be_is_refused(void **state)
{
    (void)state;
    static const double points[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int32_t triangle[1][3] = {{0, 1, 2}};
    kamm_body_def body = crate();
    body.shape_count = 3; /* two of them without a size */
    expect_refused(&body, "bodies[0].shapes[1]: half a size of 0 m along x");
    body.shape_count = -1;
    expect_refused(&body, "bodies[0]: -1 shapes; a body has 1 to 16");
    body = crate(), body.sensor = 1;
    expect_refused(&body, "a dynamic body is a sensor");
    body = crate(), body.mass_kg = 0;
    expect_refused(&body, "a mass of 0 kg");
    body = crate(), body.type = KAMM_BODY_CAR;
    expect_refused(&body, "type 3; static, kinematic and dynamic are allowed");
    body = crate();
    body.shapes[0] = (kamm_shape){.kind = KAMM_SHAPE_MESH,
                                  .point_count = 3,
                                  .points_m = points,
                                  .triangle_count = 1,
                                  .triangles = triangle};
    expect_refused(&body, "a dynamic body is a mesh");
    for (int type = KAMM_BODY_STATIC; type <= KAMM_BODY_KINEMATIC; ++type) {
        body = wall_at(0), body.type = (kamm_body_type)type, body.shape_count = 17;
        expect_refused(&body, "bodies[0]: 17 shapes; a body has 1 to 16");
        body.shape_count = 1, body.mass_kg = 5;
        expect_refused(&body, "only a dynamic body has a mass and sleeps");
        body.mass_kg = 0, body.asleep = 1;
        expect_refused(&body, "only a dynamic body has a mass and sleeps");
    }
}

/* Crates in a pile, of which one is removed and comes again at its free index: they fall as if it had always been there. */
static void a_free_index_is_taken_in_its_place(void **state)
{
    enum { PILE = 5 };
    (void)state;
    kamm_body_def defs[PILE];
    for (int i = 0; i < PILE; ++i) {
        defs[i] = placed_at(crate(), 0.15 * i, 0.1 * (i % 3), 1.05 * i, 0);
        defs[i].mass_kg = (float)(20 + 15 * i);
    }
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = defs, .body_count = PILE};
    for (int k = 0; k < PILE; ++k) {
        kamm_world *world = create_world(&def), *other = create_world(&def);
        kamm_body again;
        remove_body(other, k);
        must(kamm_add_body(other, &defs[k], &again, &error), &error);
        assert_int_equal(again.index, k);
        kamm_step_world(world, 240), kamm_step_world(other, 240);
        for (int i = 0; i < PILE; ++i) {
            kamm_body_motion a, b;
            read_body(world, i, &a), read_body(other, i, &b);
            assert_memory_equal(&a, &b, sizeof a);
        }
        kamm_destroy_world(world);
        kamm_destroy_world(other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handles_of_removed_bodies_are_refused),
        cmocka_unit_test(what_was_never_a_body_is_refused),
        cmocka_unit_test(what_came_and_went_leaves_no_trace),
        cmocka_unit_test(the_order_of_types_changes_no_bits),
        cmocka_unit_test(a_free_index_is_taken_in_its_place),
        cmocka_unit_test(what_a_type_can_not_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
