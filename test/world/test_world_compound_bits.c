/* Bodies of several shapes in a world: mirrored, saved, on threads, coming and going, below wheels. */
#include "support/compounds.h"
#include "support/quick.h"
#include "support/tier.h"
#include <kamm/world_query.h>

#include <math.h>
#include <stdlib.h>

/* Three boxes that nothing makes symmetric; side -1: its image. */
static kamm_body_def lopsided(double side, kamm_body_type type, double yaw)
{
    kamm_shape shapes[3] = {box_of(0.1, 0.05 * side, 0.1, 0.6, 0.3, 0.1),
                            box_of(-0.3, 0.2 * side, 0.5, 0.1, 0.15, 0.3),
                            box_of(0.4, -0.25 * side, 0.4, 0.2, 0.1, 0.35)};
    const double upright[3] = {0, 0, 1};
    quaternion_about(upright, 0.3 * side, shapes[2].box.orientation);
    kamm_body_def def = body_of(type, 3, shapes);
    turned_about(&def, 0.2, 0.1 * side, 1, yaw * side);
    if (side < 0) turned_about(&def, -0.2, 0.1, -1, yaw);
    return def;
}

enum { HEAP = 6 };

static struct crash heap_of(double side, int width)
{
    kamm_vehicle_def car = rolling_car();
    kamm_body_def bodies[HEAP];
    assert_int_equal(kamm_set_width(width, NULL), KAMM_OK);
    for (int i = 0; i < HEAP; ++i)
        bodies[i] = at_place(lopsided(side, i < 4 ? KAMM_BODY_DYNAMIC : KAMM_BODY_STATIC, 0.4 + i),
                             6 + 0.35 * i, side * (0.3 + 0.2 * i), 0.3 + 0.7 * (i % 3));
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = HEAP};
    struct crash crash = {.world = create_world(&def)};
    crash.cars = cars_of(&car, KAMM_FULL, 1, &crash.model);
    add_cars(crash.world, crash.cars);
    roll_at(crash.cars, 0, 0, 0.4 * side, 0.06 * side, 12);
    return crash;
}

static void a_mirrored_heap_has_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct crash one = heap_of(1, 0), image = heap_of(-1, 0);
    for (int n = 0; n < 900; ++n) {
        kamm_step_world(one.world, 1), kamm_step_world(image.world, 1);
        for (int i = 0; i < HEAP; ++i) {
            static const int signs[4] = {1, -1, 1, -1};
            kamm_body_motion a, b;
            read_body(one.world, i, &a), read_body(image.world, i, &b);
            for (int k = 0; k < 3; ++k) {
                int along = k == 1 ? -1 : 1;
                if (a.position_m[k] != along * b.position_m[k] ||
                    a.velocity_mps[k] != along * b.velocity_mps[k] ||
                    a.angular_velocity_radps[k] != -along * b.angular_velocity_radps[k] ||
                    a.orientation[1 + k] != signs[1 + k] * b.orientation[1 + k])
                    fail_msg("substep %d, body %d, axis %d: %.17g, %.17g", n, i, k, a.position_m[k],
                             b.position_m[k]);
            }
        }
    }
    end_crash(&one), end_crash(&image);
}

/* A snapshot goes on as the world it is of, at another width and on threads as well. */
static void snapshots_widths_and_threads_change_no_bits(void **state)
{
    (void)state;
    kamm_threads *threads = kamm_create_threads(3, NULL);
    struct crash first = heap_of(1, 1);
    kamm_step_world(first.world, 350);
    size_t size = kamm_world_snapshot_size(first.world);
    void *snapshot = malloc(size);
    kamm_save_world_snapshot(first.world, snapshot);
    kamm_step_world(first.world, 400);
    struct crash other = heap_of(1, 0);
    if (threads) kamm_set_world_tasks(other.world, kamm_run_on_threads, threads);
    kamm_step_world(other.world, 750);
    assert_true(kamm_world_state_hash(other.world) == kamm_world_state_hash(first.world));
    assert_int_equal(kamm_restore_world_snapshot(other.world, snapshot, size, NULL), KAMM_OK);
    kamm_step_world(other.world, 400);
    assert_true(kamm_world_state_hash(other.world) == kamm_world_state_hash(first.world));
    free(snapshot);
    end_crash(&first), end_crash(&other);
    kamm_destroy_threads(threads);
}

/* Which shape a ray from above meets at x; -1: none of that body. */
static int shape_below(const kamm_world *world, double x, int body)
{
    const double from[3] = {x, 0, 50}, to[3] = {x, 0, -1};
    kamm_hit hit;
    if (!kamm_cast_ray(world, from, to, NULL, &hit) || hit.body.type == KAMM_BODY_GROUND) return -1;
    return hit.body.index == body ? hit.box : -1;
}

/* Bodies of 1 to 16 shapes come and go, in any order: each keeps its own. */
static void bodies_keep_their_shapes_as_others_come_and_go(void **state)
{
    enum { PLACES = 24 };
    int count[PLACES] = {0};
    uint32_t seed = 7;
    (void)state;
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *world = create_world(&def);
    for (int n = 0; n < of_tier(400, 4000); ++n) {
        seed = seed * 1664525u + 1013904223u;
        int place = (int)(seed >> 8) % PLACES;
        if (count[place]) {
            for (int k = 0; k < 2; ++k) { /* its first and last shape */
                int shape = k ? count[place] - 1 : 0;
                double x = 10 * place - 1.6 + 0.2 * shape + 0.1;
                assert_int_equal(shape_below(world, x, place), shape);
            }
            remove_body(world, place);
            count[place] = 0;
            continue;
        }
        int free_place = 0;
        while (count[free_place]) ++free_place;
        int shapes = 1 + (int)(seed >> 16) % KAMM_MAX_SHAPES;
        kamm_body_type type = (kamm_body_type)((seed >> 24) % 3);
        kamm_body_def body = sliced(type, shapes, 0.1 * shapes, 0.3, 0.2);
        body.position_m[0] = 10 * free_place - 1.6 + 0.1 * shapes;
        body.position_m[2] = 0.2;
        body.asleep = type == KAMM_BODY_DYNAMIC;
        kamm_body added;
        assert_int_equal(kamm_add_body(world, &body, &added, NULL), KAMM_OK);
        assert_int_equal(added.index, free_place);
        count[free_place] = shapes;
        if (n % 16 == 0) kamm_step_world(world, 1);
    }
    kamm_destroy_world(world);
}

/* A floor in pieces has no seams for what slides over it, also where it moves: faces within the body are covered. */
static void nothing_catches_on_seams(void **state)
{
    (void)state;
    for (int type = KAMM_BODY_STATIC; type <= KAMM_BODY_KINEMATIC; ++type) {
        kamm_body_def bodies[2] = {
            at_place(sliced(KAMM_BODY_DYNAMIC, 1, 0.3, 0.3, 0.05), -6, 0, 0.05),
            at_place(sliced((kamm_body_type)type, 16, 8, 2, 0.05), 0, 0, -0.05)};
        for (int i = 0; i < 2; ++i)
            bodies[i].friction = KAMM_NONE, bodies[i].restitution = KAMM_NONE;
        kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 2};
        def.ground.plane.point_m[2] = -100;
        kamm_world *world = create_world(&def);
        kamm_body_motion motion;
        read_body(world, 0, &motion);
        motion.velocity_mps[0] = 6;
        set_body(world, 0, &motion);
        kamm_step_world(world, 480);
        read_body(world, 0, &motion);
        expect_near(motion.position_m[0], 6, 1e-6);
        expect_near(motion.velocity_mps[0], 6, 1e-6);
        kamm_destroy_world(world);
    }
}

/* A bridge of a ramp, a deck and two posts, which wheels roll on: the deck is where a car is placed and stays. */
static void wheels_roll_on_every_shape(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_shape shapes[5] = {box_of(0, 0, 1.9, 8, 2.5, 0.1), box_of(0, 1.2, 0.9, 4, 0.3, 0.9),
                            box_of(0, -1.2, 0.9, 4, 0.3, 0.9), box_of(-9.9, 0, 1.9, 2, 2.5, 0.1),
                            box_of(12, 0, 0.05, 4, 2.5, 0.05)};
    kamm_vehicle_def car = rolling_car();
    kamm_body_def bridge = body_of(KAMM_BODY_STATIC, 5, shapes);
    bridge.is_driven_on = 1, bridge.friction = 1;
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &bridge, .body_count = 1};
    for (int at = 0; at < 2; ++at) {
        struct crash crash = {.world = create_world(&def)};
        crash.cars = cars_of(&car, KAMM_FULL, 1, &crash.model);
        add_cars(crash.world, crash.cars);
        kamm_placement placement =
            kamm_placement_in_world(crash.world, crash.model, at ? 12 : -8, 0, 0);
        expect_near(placement.position_m[2], at ? 0.1 : 2, 1e-9);
        kamm_place(crash.cars, 0, &placement);
        kamm_inputs(crash.cars)[0].brake = 1;
        kamm_step_world(crash.world, 600);
        kamm_wheel_contact contact;
        kamm_read_wheel_contact(crash.cars, 0, 0, &contact);
        assert_int_equal(contact.body_type, KAMM_BODY_STATIC);
        end_crash(&crash);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mirrored_heap_has_mirrored_bits),
        cmocka_unit_test(snapshots_widths_and_threads_change_no_bits),
        cmocka_unit_test(bodies_keep_their_shapes_as_others_come_and_go),
        cmocka_unit_test(nothing_catches_on_seams),
        cmocka_unit_test(wheels_roll_on_every_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
