/* Casts and sensors against spheres, capsules, cylinders and hulls: closed forms, each other, and the narrow phase. */
#include "support/quick.h"
#include "support/tier.h"
#include "support/world.h"

#include "base/vector_double.h"
#include "world/collide/shape_cast.h"
#include <kamm/world_events.h>
#include <kamm/world_query.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

static uint32_t seed = 1;
static double random_in(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(seed >> 8) / 16777216.0;
}

static kamm_world *world_of(const kamm_body_def *fixed_body)
{
    kamm_world_def def = {.ground = empty_space(), .bodies = fixed_body, .body_count = 1};
    return create_world(&def);
}

/* One cast at one fixed body. */
static int cast_at(const kamm_body_def *fixed_body, const kamm_cast *cast, kamm_hit *hit)
{
    kamm_world *world = world_of(fixed_body);
    int found = kamm_cast_shape(world, cast, hit, 1);
    kamm_destroy_world(world);
    return found;
}

/* ---- closed forms ---- */

/* When a point first comes into a ball; above 1: it does not. The way starts outside. */
static double time_into_ball(const double from[3], const double move[3], double radius)
{
    double a = dot3(move, move), b = dot3(from, move), c = dot3(from, from) - radius * radius;
    double root = b * b - a * c;
    double t = root >= 0 ? (-b - sqrt(root)) / a : INFINITY;
    return t >= 0 ? t : INFINITY;
}

/* … into a tube about z without ends. */
static double time_into_tube(const double from[3], const double move[3], double radius,
                             double half_length)
{
    double a = move[0] * move[0] + move[1] * move[1], b = from[0] * move[0] + from[1] * move[1];
    double c = from[0] * from[0] + from[1] * from[1] - radius * radius, root = b * b - a * c;
    double t = a > 0 && root >= 0 ? (-b - sqrt(root)) / a : INFINITY;
    return t >= 0 && fabs(from[2] + t * move[2]) <= half_length ? t : INFINITY;
}

static double time_into_capsule(const double from[3], const double move[3], double radius,
                                double core)
{
    const double low[3] = {from[0], from[1], from[2] + core};
    const double high[3] = {from[0], from[1], from[2] - core};
    return fmin(time_into_tube(from, move, radius, core),
                fmin(time_into_ball(low, move, radius), time_into_ball(high, move, radius)));
}

/* A regular polygon's sides, turned by half of one, and both ends. */
static double time_into_prism(const double from[3], const double move[3], double radius,
                              double half)
{
    double first = -INFINITY, last = INFINITY, flat = radius * cos(PI / 16);
    for (int i = 0; i < 18; ++i) {
        double angle = (2 * i + 1) * PI / 16;
        const double n[3] = {i < 16 ? cos(angle) : 0, i < 16 ? sin(angle) : 0,
                             i < 16    ? 0
                             : i == 16 ? 1
                                       : -1};
        double over = dot3(n, from) - (i < 16 ? flat : half), speed = dot3(n, move);
        if (speed < 0) first = fmax(first, -over / speed);
        if (speed > 0) last = fmin(last, -over / speed);
        if (speed == 0 && over > 0) return INFINITY;
    }
    return first >= 0 && first <= last ? first : INFINITY;
}

static kamm_body_def shape_of(kamm_shape_kind kind, double radius, double half)
{
    return (kamm_body_def){
        .shapes[0].box = {.half_m = {radius, radius, kind == KAMM_SHAPE_SPHERE ? radius : half}},
        .shapes[0].kind = kind};
}

/* Rays, and balls at round shapes, as rays at shapes that are so much larger: from all sides, at offsets up to beyond the shape. */
static void expect_closed_form(kamm_shape_kind kind, double radius, double half, double ball)
{
    const kamm_body_def fixed_body = shape_of(kind, radius, half);
    kamm_world *world = world_of(&fixed_body);
    int hits = 0;
    for (int n = 0; n < 12 * 7 * 11; ++n) {
        double yaw = n % 12 * PI / 6 + 0.01, pitch = (n / 12 % 7 - 3) * PI / 6.2;
        double aside = (n / 84 - 5) * 0.21 * (radius + ball), up = 0.13 * (n / 84 - 5);
        double along[3] = {cos(yaw) * cos(pitch), sin(yaw) * cos(pitch), sin(pitch)};
        double left[3] = {-sin(yaw), cos(yaw), 0}, move[3];
        kamm_cast cast = {.radius_m = ball, .leaves_out = 1u << KAMM_BODY_GROUND};
        for (int k = 0; k < 3; ++k) {
            cast.from_m[k] = -10 * along[k] + aside * left[k] + (k == 2 ? up : 0);
            move[k] = 20 * along[k];
            cast.to_m[k] = cast.from_m[k] + move[k];
        }
        double r = radius + ball;
        double expected = kind == KAMM_SHAPE_SPHERE ? time_into_ball(cast.from_m, move, r)
                          : kind == KAMM_SHAPE_CAPSULE
                              ? time_into_capsule(cast.from_m, move, r, half - radius)
                              : time_into_prism(cast.from_m, move, r, half);
        kamm_hit hit = {.fraction = INFINITY};
        if (!kamm_cast_shape(world, &cast, &hit, 1)) hit.fraction = INFINITY;
        if (expected > 1) {
            assert_true(hit.fraction > 1);
            continue;
        }
        ++hits;
        expect_near(hit.fraction, expected, 1e-9);
        expect_near(length3(hit.normal), 1, 1e-9);
        expect_below(dot3(hit.normal, move), 0);
        if (kind != KAMM_SHAPE_SPHERE) continue;
        for (int k = 0; k < 3; ++k) expect_near(hit.normal[k], hit.point_m[k] / radius, 1e-7);
    }
    expect_above(hits, 200);
    kamm_destroy_world(world);
}

static void rays_and_balls_are_as_closed_forms_say(void **state)
{
    (void)state;
    static const double radii[] = {0.05, 0.5, 2}, balls[] = {0, 0.1, 1.5};
    for (int i = 0; i < 3; ++i) {
        for (int b = 0; b < 3; ++b) {
            expect_closed_form(KAMM_SHAPE_SPHERE, radii[i], 0, balls[b]);
            expect_closed_form(KAMM_SHAPE_CAPSULE, radii[i], radii[i] + 0.4, balls[b]);
        }
        expect_closed_form(KAMM_SHAPE_CYLINDER, radii[i], 0.7, 0);
    }
}

/* ---- hulls of boxes are boxes ---- */

static void set_random_cast(kamm_cast *cast, int kind)
{
    *cast = (kamm_cast){.leaves_out = 1u << KAMM_BODY_GROUND};
    for (int k = 0; k < 3; ++k)
        cast->from_m[k] = random_in(-5, 5), cast->to_m[k] = random_in(-5, 5);
    if (kind == 1) cast->radius_m = random_in(0.05, 1);
    for (int k = 0; k < 3 && kind == 2; ++k) cast->half_m[k] = random_in(0.1, 1);
    for (int k = 0; k < 4; ++k) cast->orientation[k] = random_in(-1, 1);
}

static void hulls_of_boxes_are_hit_as_boxes(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int hits = 0;
    for (int i = 0; i < 2400; ++i) {
        kamm_body_def box = {.shapes[0].box = {.half_m = {random_in(0.2, 2), random_in(0.2, 2),
                                                          1}}},
                      hull;
        double corners[8][3];
        for (int k = 0; k < 3; ++k) box.position_m[k] = random_in(-2, 2);
        for (int k = 0; k < 4; ++k) box.orientation[k] = random_in(-1, 1);
        for (int c = 0; c < 8; ++c)
            for (int k = 0; k < 3; ++k)
                corners[c][k] = (c >> k & 1 ? 1 : -1) * box.shapes[0].box.half_m[k];
        hull = box;
        hull.shapes[0] = (kamm_shape){
            .kind = KAMM_SHAPE_HULL, .point_count = 8, .points_m = (const double(*)[3])corners};
        kamm_cast cast;
        set_random_cast(&cast, i % 3);
        kamm_hit of_box, of_hull;
        int found = cast_at(&box, &cast, &of_box);
        if (cast_at(&hull, &cast, &of_hull) != found) fail_msg("cast %d", i);
        if (!found) continue;
        expect_near(of_hull.fraction, of_box.fraction, 1e-8);
        for (int k = 0; k < 3; ++k) expect_near(of_hull.normal[k], of_box.normal[k], 1e-6);
        if (i % 3 < 2)
            for (int k = 0; k < 3; ++k) expect_near(of_hull.point_m[k], of_box.point_m[k], 1e-6);
        hits += of_box.fraction > 0;
    }
    expect_above(hits, 400);
}

/* ---- everything at everything, by the narrow phase, which is other code ---- */

static const double wedge_points[6][3] = {{-1, -0.5, 0}, {-1, 0.5, 0},   {1, -0.7, 0},
                                          {1, 0.7, 0},   {1, -0.4, 0.8}, {1, 0.4, 0.9}};

static kamm_body_def random_shape(int kind)
{
    double r = random_in(0.2, 1);
    kamm_body_def fixed_body = shape_of((kamm_shape_kind)kind, r, r + random_in(0, 1));
    if (kind == KAMM_SHAPE_HULL)
        fixed_body.shapes[0] =
            (kamm_shape){.kind = KAMM_SHAPE_HULL, .point_count = 6, .points_m = wedge_points};
    for (int k = 0; k < 3; ++k) fixed_body.position_m[k] = random_in(-2, 2);
    for (int k = 0; k < 4; ++k) fixed_body.orientation[k] = random_in(-1, 1);
    return fixed_body;
}

struct other {
    struct oriented_box box;
    struct convex convex;
};

static void make_other(const kamm_body_def *fixed_body, struct other *out)
{
    const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    struct oriented_box own;
    kamm_box box = fixed_body->shapes[0].box;
    if (fixed_body->shapes[0].kind == KAMM_SHAPE_HULL) memset(&box, 0, sizeof box);
    kamm_orient_box(&box, none, upright, &own);
    assert_null(kamm_make_convex(&fixed_body->shapes[0], &own, &out->convex));
    /* own is now where the shape's middle is in the fixed body's frame */
    kamm_box there = {.orientation = {1, 0, 0, 0}};
    memcpy(there.centre_m, own.centre, sizeof own.centre);
    memcpy(there.half_m, own.half, sizeof own.half);
    kamm_orient_box(&there, fixed_body->position_m, fixed_body->orientation, &out->box);
}

/* The least gap of what is cast, at a time of its way; 1e300: no contact within 2 mm. */
static double gap_at(const kamm_cast *cast, const struct other *other, double time)
{
    static struct convex ball;
    struct oriented_box box;
    struct manifold m;
    const double none[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
    double least = 1e300;
    kamm_box own = {.orientation = {1, 0, 0, 0}};
    for (int k = 0; k < 3; ++k) {
        own.centre_m[k] = cast->from_m[k] + time * (cast->to_m[k] - cast->from_m[k]);
        own.half_m[k] = cast->half_m[k] > 0 ? cast->half_m[k] : cast->radius_m;
    }
    if (cast->half_m[0] > 0) memcpy(own.orientation, cast->orientation, sizeof own.orientation);
    kamm_orient_box(&own, none, upright, &box);
    ball.point_count = 1, ball.radius = cast->radius_m;
    const struct collider a = {&box, cast->half_m[0] > 0 ? NULL : &ball};
    const struct collider b = {&other->box, &other->convex};
    kamm_collide_colliders(&a, &b, 2e-3, &m);
    for (int i = 0; i < m.count; ++i) least = fmin(least, m.points[i].gap_m);
    return least;
}

static void first_touch_is_the_narrow_phases(void **state)
{
    enum { SAMPLES = 25 };
    (void)state;
    int hits = 0, touching = 0, inside = 0;
    for (int i = 0; i < of_tier(400, 3000); ++i) {
        static struct other other;
        const kamm_body_def fixed_body = random_shape(1 + i % 4);
        kamm_cast cast;
        set_random_cast(&cast, i / 4 % 3);
        kamm_hit hit = {.fraction = 1};
        int found = cast_at(&fixed_body, &cast, &hit);
        make_other(&fixed_body, &other);
        double until = found ? hit.fraction - 1e-6 : 1;
        for (int n = 0; n <= SAMPLES && until > 0; ++n)
            if (gap_at(&cast, &other, until * n / SAMPLES) < -1e-5)
                fail_msg("cast %d at shape %d touches at %d of %d", i, 1 + i % 4, n, SAMPLES);
        if (!found) continue;
        ++hits;
        double gap = gap_at(&cast, &other, hit.fraction);
        if (hit.fraction == 0) {
            assert_true(length3(hit.normal) == 0);
            expect_below(gap, 1e-6);
            ++inside;
            continue;
        }
        expect_near(length3(hit.normal), 1, 1e-9);
        /* corners of boxes that meet have no contact, or one beside that */
        if (i / 4 % 3 < 2) expect_near(gap, 0, 1e-6);
        expect_above(gap, -1e-5);
        touching += gap < 1e-3;
        const double zero[3] = {0, 0, 0};
        struct overlap_time time;
        const struct collider part = {&other.box, &other.convex};
        if (!kamm_cast_ball(hit.point_m, 1.1e-3, zero, &part, &time))
            fail_msg("the point of cast %d is not on its shape", i);
    }
    expect_above(hits, of_tier(32, 250));
    expect_above(touching + inside, hits * 0.9);
    expect_above(inside, of_tier(1, 15));
}

/* y for -y: the same to rounding of the last steps. */
static void mirrored_casts_have_mirrored_hits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < of_tier(300, 1000); ++i) {
        kamm_body_def left = random_shape(1 + i % 3), right = left;
        kamm_cast cast, other;
        set_random_cast(&cast, i / 4 % 3);
        other = cast;
        right.position_m[1] *= -1, right.orientation[1] *= -1, right.orientation[3] *= -1;
        other.from_m[1] *= -1, other.to_m[1] *= -1;
        other.orientation[1] *= -1, other.orientation[3] *= -1;
        kamm_hit a, b;
        int found = cast_at(&left, &cast, &a);
        assert_int_equal(cast_at(&right, &other, &b), found);
        if (!found) continue;
        expect_near(a.fraction, b.fraction, 1e-9);
        for (int k = 0; k < 3; ++k) expect_near(a.normal[k], (k == 1 ? -1 : 1) * b.normal[k], 1e-6);
    }
}

/* ---- bodies that move, and sensors ---- */

static kamm_body_def ball_at(double x, double y, double z, double radius)
{
    return (kamm_body_def){.type = KAMM_BODY_DYNAMIC,
                           .shapes[0].box = {.half_m = {radius, radius, radius}},
                           .mass_kg = 1,
                           .position_m = {x, y, z},
                           .shapes[0].kind = KAMM_SHAPE_SPHERE};
}

/* A ball flies through the ball of a sensor, ever farther from its middle: the chord is the way inside, and past the ball, though
 * within its box, there is none. */
static void sensors_are_as_round_as_they_are(void **state)
{
    (void)state;
    for (int i = 0; i < 60; ++i) {
        double aside = 0.05 * i + 0.001, speed = 5 + 7 * (i % 9), reach = 2.0, at = 7.3;
        kamm_body_def sensor = shape_of(KAMM_SHAPE_SPHERE, 1.5, 0);
        sensor.position_m[0] = at, sensor.sensor = 1;
        kamm_body_def ball = ball_at(0, 0.6 * aside, 0.8 * aside, 0.5);
        kamm_world_def def = {.ground = empty_space(),
                              .bodies = join_bodies(&ball, 1, &sensor, 1),
                              .body_count = 1 + 1,
                              .substep_s = i % 2 ? 1.0 / 60 : 1.0 / 240};
        kamm_world *world = create_world(&def);
        kamm_body_motion motion = {.velocity_mps = {speed, 0, 0}};
        memcpy(motion.position_m, ball.position_m, sizeof motion.position_m);
        set_body(world, 0, &motion);
        int count;
        kamm_step_world(world, 2 + (int)(12 / speed / def.substep_s));
        const kamm_sensor_event *events = kamm_sensor_events(world, &count);
        assert_int_equal(count, aside < reach ? 2 : 0);
        if (count) {
            double chord = sqrt(reach * reach - aside * aside);
            expect_near(events[0].time_s, (at - chord) / speed, 1e-9);
            expect_near(events[1].time_s, (at + chord) / speed, 1e-9);
        }
        kamm_destroy_world(world);
    }
}

/* Dynamic bodies asleep, and at rest inside, are seen where they really are in it. */
static void sleepers_beside_a_round_sensor_are_not_in_it(void **state)
{
    (void)state;
    for (int i = 0; i < 20; ++i) {
        double aside = 0.1 * i + 0.03;
        kamm_body_def sensor = shape_of(KAMM_SHAPE_CYLINDER, 1, 0.5);
        sensor.sensor = 1;
        kamm_body_def ball = ball_at(aside * cos(PI / 16), aside * sin(PI / 16), 0, 0.25);
        ball.asleep = 1;
        kamm_world_def def = {.ground = empty_space(),
                              .bodies = join_bodies(&ball, 1, &sensor, 1),
                              .body_count = 1 + 1};
        kamm_world *world = create_world(&def);
        kamm_step_world(world, 1);
        assert_int_equal(kamm_read_sensor(world, kamm_body_at(world, 1), NULL, 0),
                         aside < cos(PI / 16) + 0.25);
        kamm_destroy_world(world);
    }
}

/* A dynamic body's shape is hit where it is now. */
static void shapes_of_bodies_are_hit_where_they_are(void **state)
{
    (void)state;
    kamm_body_def ball = ball_at(5, 0, 1, 0.5);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &ball, .body_count = 1};
    kamm_world *world = create_world(&def);
    const double from[3] = {0, 0.3, 1}, to[3] = {10, 0.3, 1}, beside[3] = {10, 1.2, 1};
    kamm_hit hit;
    assert_int_equal(kamm_cast_ray(world, from, to, NULL, &hit), 1);
    assert_int_equal(hit.body.type, KAMM_BODY_DYNAMIC);
    expect_near(hit.point_m[0], 5 - 0.4, 1e-9);
    expect_near(hit.normal[1], 0.6, 1e-9);
    assert_int_equal(kamm_cast_ray(world, from, beside, NULL, &hit), 0);
    kamm_destroy_world(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_and_balls_are_as_closed_forms_say),
        cmocka_unit_test(hulls_of_boxes_are_hit_as_boxes),
        cmocka_unit_test(first_touch_is_the_narrow_phases),
        cmocka_unit_test(mirrored_casts_have_mirrored_hits),
        cmocka_unit_test(sensors_are_as_round_as_they_are),
        cmocka_unit_test(sleepers_beside_a_round_sensor_are_not_in_it),
        cmocka_unit_test(shapes_of_bodies_are_hit_where_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
