/* Rays and shapes in a world against what they mean: points that lie on what is hit, with nothing before. */
#include "support/misuse.h"
#include "support/quick.h"
#include "support/tier.h"
#include "support/world.h"

#include "base/vector_double.h"
#include "world/collide/shape_cast.h"
#include <kamm/terrain.h>
#include <kamm/world_query.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const kamm_rung all_rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK,
                                      KAMM_DOUBLE_TRACK, KAMM_FULL};
enum { RUNGS = 5, SAMPLES = 64 };

static uint32_t seed = 1;
static double random_in(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(seed >> 8) / 16777216.0;
}

static kamm_box random_box(void)
{
    kamm_box box;
    for (int k = 0; k < 3; ++k) box.centre_m[k] = random_in(-4, 4);
    for (int k = 0; k < 3; ++k) box.half_m[k] = random_in(0.1, 2);
    for (int k = 0; k < 4; ++k) box.orientation[k] = random_in(-1, 1);
    return box;
}

static void at_time(const double from[3], const double to[3], double time, double at[3])
{
    for (int k = 0; k < 3; ++k) at[k] = from[k] + time * (to[k] - from[k]);
}

static struct oriented_box box_of(const kamm_box *box)
{
    const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    struct oriented_box out;
    kamm_orient_box(box, none, upright, &out);
    return out;
}

static double distance_from_box(const kamm_box *box, const double at[3])
{
    const struct oriented_box oriented = box_of(box);
    double nearest[3];
    kamm_nearest_in_box(&oriented, at, nearest);
    return distance_between(nearest, at);
}

/* How deep a point is in a box: below 0 outside. */
static double depth_in_box(const kamm_box *box, const double at[3])
{
    const struct oriented_box b = box_of(box);
    const double apart[3] = {at[0] - b.centre[0], at[1] - b.centre[1], at[2] - b.centre[2]};
    double depth = INFINITY;
    for (int k = 0; k < 3; ++k) depth = fmin(depth, b.half[k] - fabs(dot3(apart, b.axis[k])));
    return depth;
}

static kamm_world *world_of(const kamm_body_def *fixed_bodies, int count)
{
    kamm_world_def def = {.ground = empty_space(), .bodies = fixed_bodies, .body_count = count};
    return create_world(&def);
}

static kamm_cast random_cast(double radius)
{
    kamm_cast cast = {.radius_m = radius, .leaves_out = 1u << KAMM_BODY_GROUND};
    for (int k = 0; k < 3; ++k) cast.from_m[k] = random_in(-6, 6), cast.to_m[k] = random_in(-6, 6);
    return cast;
}

/* The shape's distance from the box at a time: below 0 they overlap. */
static double gap_at(const kamm_cast *cast, const kamm_box *box, double time)
{
    double at[3];
    at_time(cast->from_m, cast->to_m, time, at);
    return distance_from_box(box, at) - cast->radius_m;
}

/* Random rays and spheres at random boxes: the first touch is one, and nothing touches before; where nothing is hit, nothing
 * touches at all. */
static void first_touch_is_the_first(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int hits = 0, inside = 0;
    for (int i = 0; i < 6000; ++i) {
        kamm_body_def fixed_body = {.shapes[0].box = random_box()};
        kamm_world *world = world_of(&fixed_body, 1);
        const kamm_cast cast = random_cast(i % 2 ? random_in(0.05, 1) : 0);
        kamm_hit hit = {.fraction = 1};
        int found = kamm_cast_shape(world, &cast, &hit, 1);
        double until = found ? hit.fraction - 1e-6 : 1;
        for (int n = 0; n <= SAMPLES && until > 0; ++n)
            if (gap_at(&cast, &fixed_body.shapes[0].box, until * n / SAMPLES) <= 0)
                fail_msg("cast %d touches at %g", i, until * n / SAMPLES);
        if (found && hit.fraction > 0) {
            expect_near(gap_at(&cast, &fixed_body.shapes[0].box, hit.fraction), 0, 2e-9);
            expect_near(distance_from_box(&fixed_body.shapes[0].box, hit.point_m), 0, 1e-8);
            expect_near(depth_in_box(&fixed_body.shapes[0].box, hit.point_m), 0, 1e-8);
            expect_near(length3(hit.normal), 1, 1e-9);
            double move[3];
            for (int k = 0; k < 3; ++k) move[k] = cast.to_m[k] - cast.from_m[k];
            expect_below(dot3(hit.normal, move), 0);
        } else if (found) {
            expect_below(gap_at(&cast, &fixed_body.shapes[0].box, 0), 1e-12);
            assert_true(length3(hit.normal) == 0);
            ++inside;
        }
        hits += found;
        kamm_destroy_world(world);
    }
    expect_above(hits, 400);
    expect_below(hits, 5000);
    expect_above(inside, 20);
}

static int boxes_overlap(const struct oriented_box *a, const struct oriented_box *b)
{
    struct manifold m;
    kamm_collide_boxes(a, b, 0, &m);
    return m.count > 0;
}

/* The same of boxes, by the narrow phase, which is other code. */
static void boxes_touch_when_the_narrow_phase_says_so(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
        kamm_body_def fixed_body = {.shapes[0].box = random_box()};
        kamm_world *world = world_of(&fixed_body, 1);
        kamm_cast cast = random_cast(0);
        kamm_hit hit = {.fraction = 1};
        kamm_box own = random_box();
        memcpy(cast.half_m, own.half_m, sizeof own.half_m);
        memcpy(cast.orientation, own.orientation, sizeof own.orientation);
        int found = kamm_cast_shape(world, &cast, &hit, 1);
        const struct oriented_box still = box_of(&fixed_body.shapes[0].box);
        double until = found ? hit.fraction - 1e-6 : 1;
        for (int n = 0; n <= SAMPLES && until > 0; ++n) {
            at_time(cast.from_m, cast.to_m, until * n / SAMPLES, own.centre_m);
            const struct oriented_box moved = box_of(&own);
            if (boxes_overlap(&moved, &still))
                fail_msg("cast %d touches at %d of %d", i, n, SAMPLES);
        }
        if (found) {
            at_time(cast.from_m, cast.to_m, hit.fraction + 1e-4, own.centre_m);
            const struct oriented_box moved = box_of(&own);
            struct overlap_time time;
            const double none[3] = {0, 0, 0};
            if (hit.fraction > 0 && hit.fraction < 0.9999 &&
                kamm_cast_boxes(&moved, none, &still, &time) && !boxes_overlap(&moved, &still))
                fail_msg("cast %d does not touch at %g", i, hit.fraction);
            if (hit.fraction > 0)
                expect_below(distance_from_box(&fixed_body.shapes[0].box, hit.point_m), 1e-3);
        }
        hits += found;
        kamm_destroy_world(world);
    }
    expect_above(hits, 400);
}

/* y for -y in the world and in the cast gives y for -y in the hit, to the bit. */
static void mirrored_casts_have_mirrored_hits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < of_tier(200, 2000); ++i) {
        kamm_body_def left = {.shapes[0].box = random_box()}, right = left;
        kamm_cast cast = random_cast(i % 3 ? random_in(0.1, 1) : 0), other;
        if (i % 3 == 2) {
            cast.radius_m = 0;
            for (int k = 0; k < 3; ++k) cast.half_m[k] = random_in(0.1, 1);
        }
        other = cast;
        right.shapes[0].box.centre_m[1] *= -1, right.shapes[0].box.orientation[1] *= -1,
            right.shapes[0].box.orientation[3] *= -1;
        other.from_m[1] *= -1, other.to_m[1] *= -1;
        kamm_world *one = world_of(&left, 1), *two = world_of(&right, 1);
        kamm_hit a, b;
        int found = kamm_cast_shape(one, &cast, &a, 1);
        assert_int_equal(kamm_cast_shape(two, &other, &b, 1), found);
        if (found) {
            assert_true(a.fraction == b.fraction);
            assert_true(a.point_m[1] == -b.point_m[1] && a.normal[1] == -b.normal[1]);
            assert_true(a.point_m[0] == b.point_m[0] && a.normal[2] == b.normal[2]);
        }
        kamm_destroy_world(one);
        kamm_destroy_world(two);
    }
}

/* A plane with a slope and a bank, given as one and asked for: closed forms of rays and spheres. */
static void tell_plane(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)probes;
    for (int i = 0; i < count; ++i) contacts[i] = ((const kamm_ground *)user)->plane;
}

static void planes_are_met_where_they_are(void **state)
{
    (void)state;
    for (int i = 0; i < 2000; ++i) {
        kamm_ground plane = kamm_plane_ground(random_in(-0.5, 0.5), random_in(-0.5, 0.5), 1);
        kamm_ground asked = plane;
        plane.plane.surface = 7;
        asked.query = tell_plane, asked.user = &plane;
        kamm_world_def defs[2] = {{.ground = plane}, {.ground = asked}};
        kamm_cast cast = random_cast(i % 2 ? random_in(0.05, 1) : 0);
        cast.leaves_out = 0;
        double gap[2] = {-cast.radius_m, -cast.radius_m};
        for (int k = 0; k < 3; ++k) {
            gap[0] += (double)plane.plane.normal[k] * cast.from_m[k];
            gap[1] += (double)plane.plane.normal[k] * cast.to_m[k];
        }
        for (int w = 0; w < 2; ++w) {
            kamm_world *world = create_world(&defs[w]);
            kamm_hit hit;
            int found = kamm_cast_shape(world, &cast, &hit, 1);
            assert_int_equal(found, gap[0] < 0 || gap[1] <= 0);
            if (found && gap[0] < 0) assert_true(hit.fraction == 0);
            if (found && gap[0] >= 0) {
                expect_near(hit.fraction, gap[0] / (gap[0] - gap[1]), w ? 1e-5 : 1e-12);
                expect_near(hit.normal[2], (double)plane.plane.normal[2], 1e-7);
            }
            if (found) assert_int_equal(hit.body.type, KAMM_BODY_GROUND);
            if (found) assert_int_equal(hit.material, 7);
            kamm_destroy_world(world);
        }
    }
}

/* Hills of a height map and of a query that tells nothing of its steepness: hits lie on them, all before is above. */
static double hill_m(double x, double y) { return 0.8 * sin(0.3 * x) * cos(0.2 * y); }
static void tell_hills(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *ground = user;
    for (int i = 0; i < count; ++i) {
        double x = probes[i].position_m[0], y = probes[i].position_m[1];
        double sx = 0.24 * cos(0.3 * x) * cos(0.2 * y), sy = -0.16 * sin(0.3 * x) * sin(0.2 * y);
        double inverse = 1 / sqrt(1 + sx * sx + sy * sy);
        contacts[i] = ground->plane;
        contacts[i].point_m[0] = x, contacts[i].point_m[1] = y,
        contacts[i].point_m[2] = hill_m(x, y);
        contacts[i].normal[0] = (float)(-sx * inverse),
        contacts[i].normal[1] = (float)(-sy * inverse);
        contacts[i].normal[2] = (float)inverse;
    }
}

static void expect_on_hills(kamm_world *world, double (*height)(const void *, double, double),
                            const void *user)
{
    for (int i = 0; i < 500; ++i) {
        double from[3] = {random_in(-20, 20), random_in(-20, 20), random_in(1, 40)}, at[3];
        double to[3] = {random_in(-20, 20), random_in(-20, 20), random_in(-2, 2)};
        kamm_hit hit = {.fraction = 1};
        int found = kamm_cast_ray(world, from, to, NULL, &hit);
        double until = found ? hit.fraction - 1e-6 : 1;
        if (found) expect_near(hit.point_m[2], height(user, hit.point_m[0], hit.point_m[1]), 1e-6);
        for (int n = 0; n < SAMPLES; ++n) {
            at_time(from, to, until * n / SAMPLES, at);
            expect_above(at[2], height(user, at[0], at[1]) - 1e-6);
        }
    }
}

static double hill_of(const void *user, double x, double y)
{
    (void)user;
    return hill_m(x, y);
}
static double terrain_of(const void *user, double x, double y)
{
    return kamm_terrain_at(user, x, y, 100).height_m;
}

static void hills_are_met_where_they_are(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { SIDE = 65 };
    static float heights[SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE; ++i)
        heights[i] = (float)hill_m(i % SIDE - 32, (double)i / SIDE - 32);
    kamm_error error;
    kamm_surface asphalt = {.name = "asphalt", .friction = 1, .roughness_m3 = 16e-6f};
    kamm_layer layer = {.kind = KAMM_LAYER_HEIGHTS, .surface = -1};
    layer.heights.columns = layer.heights.rows = SIDE;
    layer.heights.cell_m = 1;
    layer.heights.origin_m[0] = layer.heights.origin_m[1] = -32;
    layer.heights.heights_m = heights;
    kamm_terrain_def def = {
        .layers = &layer, .layer_count = 1, .surfaces = &asphalt, .surface_count = 1, .rough = 1};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    kamm_world_def on_terrain = {.ground = kamm_terrain_ground(terrain)};
    kamm_ground hills = kamm_flat_ground;
    hills.query = tell_hills, hills.user = &hills;
    kamm_world_def on_hills = {.ground = hills};
    kamm_world *one = create_world(&on_terrain), *two = create_world(&on_hills);
    expect_on_hills(one, terrain_of, terrain);
    expect_on_hills(two, hill_of, NULL);
    kamm_destroy_world(one);
    kamm_destroy_world(two);
    kamm_destroy_terrain(terrain);
}

/* A car of each rung, a crate, a wall and the ground behind one another; and what a cast can leave out. */
static void bodies_are_hit_in_the_order_of_the_way(void **state)
{
    (void)state;
    for (int r = 0; r < RUNGS; ++r) {
        kamm_model *model;
        kamm_vehicle_def car = rolling_car();
        kamm_cars *cars = cars_of(&car, all_rungs[r], 2, &model);
        kamm_body_def walls[2] = {wall_across(20, 0.5, 0), wall_across(2, 0.5, 0)};
        walls[0].material = 11, walls[1].sensor = 1, walls[1].material = 12;
        kamm_body_def box = placed_at(crate(), 15, 0, 0, 1);
        box.material = 13, box.filter.category = 4;
        kamm_world_def def = {.ground = kamm_flat_ground,
                              .bodies = join_bodies(&box, 1, walls, 2),
                              .body_count = 1 + 2};
        kamm_world *world = create_world(&def);
        add_cars(world, cars);
        roll_at(cars, 0, 8, 0, 0, 0);
        roll_at(cars, 1, -20, 0, 0, 0);
        must(kamm_set_car_material(world, cars, 0, 14, NULL), NULL);
        kamm_hit hits[8];
        kamm_cast cast = {.from_m = {-19, 0, 0.45}, .to_m = {41, 0, 0.3}, .sensors = 1};
        cast.own_cars = cars, cast.own_car = 1;
        kamm_box boxes[KAMM_MAX_BOXES];
        kamm_car_boxes(model, boxes);
        assert_int_equal(kamm_cast_shape(world, &cast, hits, 8), 4);
        const int32_t materials[4] = {12, 14, 13, 11};
        for (int i = 0; i < 4; ++i) assert_int_equal(hits[i].material, materials[i]);
        double tail = 8 + boxes[0].centre_m[0] - boxes[0].half_m[0];
        expect_near(hits[0].point_m[0], 2, 1e-9);
        expect_near(hits[1].point_m[0], tail, 1e-3);
        expect_near(hits[1].normal[0], -1, 1e-4);
        expect_near(hits[2].point_m[0], 14.5, 1e-9);
        expect_near(hits[3].fraction, 39.0 / 60, 1e-12);
        assert_int_equal(hits[1].body.type, KAMM_BODY_CAR);
        assert_int_equal(kamm_cast_shape(world, &cast, hits, 2), 2);
        assert_int_equal(hits[1].material, 14);
        cast.filter.mask = ~4u, cast.sensors = 0, cast.leaves_out = 1u << KAMM_BODY_CAR;
        assert_int_equal(kamm_cast_shape(world, &cast, hits, 8), 1);
        assert_int_equal(hits[0].material, 11);
        cast.leaves_out = 0, cast.own_cars = NULL, cast.filter.mask = 0;
        assert_int_equal(kamm_cast_shape(world, &cast, hits, 8), 4); /* starts in the second car */
        assert_int_equal(hits[0].body.index, 1);
        assert_true(hits[0].fraction == 0);
        const double down[2][3] = {{8, 3, 5}, {8, 3, -5}};
        assert_int_equal(kamm_cast_ray(world, down[0], down[1], NULL, hits), 1);
        assert_int_equal(hits[0].body.type, KAMM_BODY_GROUND);
        expect_near(hits[0].fraction, 0.5, 1e-12);
        assert_int_equal(kamm_cast_ray(world, down[0], down[0], NULL, hits), 0);
        remove_body(world, 0);
        assert_int_equal(kamm_cast_shape(world, &cast, hits, 8), 3);
        kamm_destroy_world(world);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
}

/* Tops of a crate and of a slab that lie in the ground's plane: they are met at once. The ground comes first, then fixed bodies. */
static void what_is_met_at_once_has_an_order(void **state)
{
    (void)state;
    kamm_body_def bodies[3] = {
        {.type = KAMM_BODY_DYNAMIC, .mass_kg = 1}, {.type = KAMM_BODY_KINEMATIC}, {0}};
    for (int i = 0; i < 3; ++i)
        bodies[i].shapes[0].box = (kamm_box){{0, 0, -0.5}, {1, 1, 0.5}, {1, 0, 0, 0}};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 3};
    def.ground.plane.surface = 7; /* above all indices of bodies */
    kamm_world *world = create_world(&def);
    kamm_cast cast = {.from_m = {0.3, 0.2, 4}, .to_m = {0.3, 0.2, -4}};
    kamm_hit hits[4];
    assert_int_equal(kamm_cast_shape(world, &cast, hits, 4), 4);
    for (int i = 0; i < 4; ++i) assert_true(hits[i].fraction == 0.5);
    assert_int_equal(hits[0].body.type, KAMM_BODY_GROUND);
    assert_int_equal(hits[3].body.type, KAMM_BODY_DYNAMIC);
    kamm_destroy_world(world);
}

static void what_is_no_cast_is_misuse(void **state)
{
    (void)state;
    kamm_body_def wall = wall_across(2, 0.5, 0);
    kamm_world *world = world_of(&wall, 1);
    const double from[3] = {0, 0, 1}, to[3] = {9, 0, 1}, nowhere[3] = {0, NAN, 0};
    kamm_hit hit;
    const kamm_filter bad = {KAMM_MASK_NONE, 0};
    const kamm_cast casts[] = {{.from_m = {INFINITY, 0, 0}},
                               {.to_m = {0, 0, NAN}},
                               {.radius_m = -1},
                               {.radius_m = NAN},
                               {.half_m = {1, 1, 0}},
                               {.half_m = {1, 1, NAN}},
                               {.half_m = {1, 1, -1}},
                               {.half_m = {1, 1, 1}, .radius_m = 1},
                               {.orientation = {NAN}}};
    kamm_set_assert_handler(count_report, NULL);
    for (size_t i = 0; i < sizeof casts / sizeof *casts; ++i)
        MISUSE(kamm_cast_shape(world, &casts[i], &hit, 1));
    MISUSE(kamm_cast_shape(NULL, &casts[0], &hit, 1));
    MISUSE(kamm_cast_shape(world, NULL, &hit, 1));
    MISUSE(kamm_cast_shape(world, &casts[0], NULL, 1));
    MISUSE(kamm_cast_shape(world, &casts[0], &hit, 0));
    MISUSE(kamm_cast_ray(NULL, from, to, NULL, &hit));
    MISUSE(kamm_cast_ray(world, NULL, to, NULL, &hit));
    MISUSE(kamm_cast_ray(world, from, NULL, NULL, &hit));
    MISUSE(kamm_cast_ray(world, from, to, NULL, NULL));
    MISUSE(kamm_cast_ray(world, from, nowhere, NULL, &hit));
    MISUSE(kamm_cast_ray(world, from, to, &bad, &hit));
    kamm_set_assert_handler(NULL, NULL);
    assert_int_equal(kamm_cast_ray(world, from, to, NULL, &hit), 1);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_touch_is_the_first),
        cmocka_unit_test(boxes_touch_when_the_narrow_phase_says_so),
        cmocka_unit_test(mirrored_casts_have_mirrored_hits),
        cmocka_unit_test(planes_are_met_where_they_are),
        cmocka_unit_test(hills_are_met_where_they_are),
        cmocka_unit_test(bodies_are_hit_in_the_order_of_the_way),
        cmocka_unit_test(what_is_met_at_once_has_an_order),
        cmocka_unit_test(what_is_no_cast_is_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
