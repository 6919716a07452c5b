/* Spheres, capsules, cylinders and hulls: what they weigh, how they touch, lie, roll and stop cars. */
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include "world/bodies/body_mass.h"
#include "world/bodies/shapes.h"
#include "world/collide/convex.h"

#include <math.h>
#include <string.h>

static const double rates[] = {60, 240, 1200};
enum { RATES = 3 };

static const double cube_points[9][3] = {{-1, -2, -3}, {1, -2, -3}, {-1, 2, -3}, {1, 2, -3},
                                         {-1, -2, 3},  {1, -2, 3},  {-1, 2, 3},  {1, 2, 3},
                                         {0.5, 0, 1}}; /* the last is inside */

static kamm_body_def body_of_kind(kamm_shape_kind kind, double r, double half, double mass_kg)
{
    return (kamm_body_def){.type = KAMM_BODY_DYNAMIC,
                           .shape_count = 1,
                           .shapes[0].box = {.half_m = {r, r, half}},
                           .mass_kg = (float)mass_kg,
                           .friction = 0.8f,
                           .shapes[0].kind = kind};
}

static kamm_body_def hull_body(const double (*points)[3], int count, double mass_kg)
{
    kamm_body_def dynamic_body = body_of_kind(KAMM_SHAPE_HULL, 0, 0, mass_kg);
    dynamic_body.shapes[0].points_m = points, dynamic_body.shapes[0].point_count = count;
    return dynamic_body;
}

static void expect_inertia(const kamm_body_def *dynamic_body, double x, double y, double z)
{
    const double expected[3] = {x, y, z};
    struct body_mass mass;
    kamm_find_body_mass(dynamic_body, &mass);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            expect_near(mass.inertia_kgm2[i][k], i == k ? expected[i] : 0, 1e-6);
}

/* Each against the textbook's formula; a capsule without a tube is a ball, one that is long has a rod's. */
static void shapes_weigh_what_they_should(void **state)
{
    (void)state;
    kamm_body_def dynamic_body = body_of_kind(KAMM_SHAPE_SPHERE, 0.5, 0.5, 10);
    expect_inertia(&dynamic_body, 1, 1, 1);
    dynamic_body = body_of_kind(KAMM_SHAPE_CAPSULE, 0.5, 0.5, 10);
    expect_inertia(&dynamic_body, 1, 1, 1);
    dynamic_body = body_of_kind(KAMM_SHAPE_CYLINDER, 0.5, 1, 12);
    expect_inertia(&dynamic_body, 4.75, 4.75, 1.5);
    dynamic_body = body_of_kind(KAMM_SHAPE_CAPSULE, 1e-3, 1, 12);
    struct body_mass mass;
    kamm_find_body_mass(&dynamic_body, &mass);
    expect_near(mass.inertia_kgm2[0][0], 4, 0.02);
    dynamic_body = hull_body(cube_points, 9, 12);
    expect_inertia(&dynamic_body, 4 * (4 + 9), 4 * (1 + 9), 4 * (1 + 4));
    static const double corner[4][3] = {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}};
    dynamic_body =
        hull_body(corner, 4, 10); /* a corner's: 3/80 m (b^2 + c^2) about its centre of gravity */
    kamm_find_body_mass(&dynamic_body, &mass);
    for (int i = 0; i < 3; ++i) {
        expect_near(mass.centre_m[i], 0.75, 1e-9);
        expect_near(mass.inertia_kgm2[i][i], 10 * 3.0 / 80 * 18, 1e-6);
    }
    expect_near(mass.inertia_kgm2[0][1], 10 * 9.0 / 80, 1e-6);
    dynamic_body = body_of_kind(KAMM_SHAPE_CYLINDER, 0.5, 1, 12); /* on its side */
    dynamic_body.shapes[0].box.orientation[0] = dynamic_body.shapes[0].box.orientation[1] = 1;
    expect_inertia(&dynamic_body, 4.75, 1.5, 4.75);
}

/* From the centre of gravity to the farthest corner, of a box that lies beside it. */
static void radii_reach_the_farthest_corner(void **state)
{
    (void)state;
    static const double middles[3][3] = {{3, -2, 1}, {-3, 1, 2}, {0.1, 0.2, -4}}, origin[3] = {0};
    for (int i = 0; i < 3; ++i) {
        kamm_body_def body = {.shape_count = 1, .shapes[0].box = {.half_m = {0.5, 0.4, 0.3}}};
        struct body_shape shape = {.box_count = 0};
        double corner[3];
        for (int k = 0; k < 3; ++k) {
            body.shapes[0].box.centre_m[k] = middles[i][k];
            corner[k] = fabs(middles[i][k]) + body.shapes[0].box.half_m[k];
        }
        assert_true(kamm_shape_body(&body, origin, &shape));
        expect_near(shape.radius,
                    sqrt(corner[0] * corner[0] + corner[1] * corner[1] + corner[2] * corner[2]),
                    1e-6);
        kamm_release_shape(&shape);
    }
}

static double next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 33) / 2147483648.0 - 0.5;
}

/* A hull of a box's corners touches where the box does, as deep. */
static void hulls_of_boxes_touch_like_boxes(void **state)
{
    NOT_IN_QUICK_TESTS();
    static struct convex boxes[2];
    static struct placed_convex placed[2];
    uint64_t seed = 1;
    int touching = 0;
    (void)state;
    for (int n = 0; n < 20000; ++n) {
        struct oriented_box box[2];
        struct manifold m[2];
        for (int i = 0; i < 2; ++i) {
            kamm_box own = {.half_m = {0.3 + 0.2 * i, 0.6, 0.9}};
            double q[4], at[3];
            for (int k = 0; k < 4; ++k) q[k] = next_random(&seed);
            for (int k = 0; k < 3; ++k) at[k] = 2.4 * i * next_random(&seed);
            kamm_orient_box(&own, at, q, &box[i]);
            kamm_place_convex(kamm_box_convex(box[i].half, &boxes[i]), &box[i], &placed[i]);
        }
        kamm_collide_boxes(&box[0], &box[1], 0.05, &m[0]);
        kamm_collide_convex(&placed[0], &placed[1], 0.05, &m[1]);
        assert_int_equal(m[0].count > 0, m[1].count > 0);
        if (!m[0].count) continue;
        double deepest[2] = {1e300, 1e300};
        for (int i = 0; i < 2; ++i)
            for (int k = 0; k < m[i].count; ++k)
                deepest[i] = fmin(deepest[i], m[i].points[k].gap_m);
        /* which of two axes that are alike is taken may differ by the bias */
        expect_near(deepest[1], deepest[0], 2e-3 + 0.06 * fabs(deepest[0]));
        ++touching;
    }
    expect_above(touching, 5000);
}

static kamm_world *world_of(const kamm_body_def *dynamic_bodies, int count,
                            const kamm_body_def *fixed_bodies, int fixed_count, double rate)
{
    kamm_world_def def = {.ground = kamm_flat_ground,
                          .bodies = join_bodies(dynamic_bodies, count, fixed_bodies, fixed_count),
                          .body_count = count + fixed_count,
                          .substep_s = 1 / rate};
    return create_world(&def);
}

/* On the ground, on a box and on each other they come to rest as high as they should. */
static void shapes_lie_where_they_fall(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < RATES; ++i) {
        kamm_body_def dynamic_bodies[5] = {body_of_kind(KAMM_SHAPE_SPHERE, 0.4, 0.4, 30),
                                           body_of_kind(KAMM_SHAPE_CAPSULE, 0.3, 0.8, 30),
                                           body_of_kind(KAMM_SHAPE_CYLINDER, 0.5, 0.4, 30),
                                           hull_body(cube_points, 9, 500),
                                           body_of_kind(KAMM_SHAPE_SPHERE, 0.4, 0.4, 30)};
        const double rest[5] = {0.4, 0.3, 0.4, 3, 1.4};
        dynamic_bodies[1].shapes[0].box.orientation[0] =
            dynamic_bodies[1].shapes[0].box.orientation[2] = 1;
        for (int k = 0; k < 5; ++k)
            dynamic_bodies[k].position_m[0] = 4.0 * k,
            dynamic_bodies[k].position_m[2] = rest[k] + 0.3;
        const kamm_body_def table = {
            .shapes[0].box = {.centre_m = {16, 0, 0.5}, .half_m = {1, 1, 0.5}}, .friction = 0.8f};
        kamm_world *world = world_of(dynamic_bodies, 5, &table, 1, rates[i]);
        kamm_step_world(world, (int)(4 * rates[i]));
        for (int k = 0; k < 5; ++k) {
            kamm_body_motion motion;
            read_body(world, k, &motion);
            expect_near(motion.position_m[2], rest[k], 0.012);
            expect_near(motion.position_m[0], 4 * k, 0.03);
            expect_near(motion.velocity_mps[2], 0, 0.01);
        }
        kamm_destroy_world(world);
    }
}

/* Down a slope of a hull: 5/7 g sin a without sliding. */
static void balls_roll_down_ramps(void **state)
{
    static const double wedge[6][3] = {{0, -5, 0}, {0, 5, 0},  {40, -5, 0},
                                       {40, 5, 0}, {0, -5, 8}, {0, 5, 8}};
    (void)state;
    for (int i = 1; i < RATES; ++i) {
        const double slope = atan2(8, 40);
        kamm_body_def ball = body_of_kind(KAMM_SHAPE_SPHERE, 0.3, 0.3, 20);
        ball.position_m[0] = 5 + 0.3 * sin(slope);
        ball.position_m[2] = 7 + 0.3 * cos(slope);
        const kamm_body_def ramp = {
            .friction = 0.8f,
            .shapes[0] = {.kind = KAMM_SHAPE_HULL, .points_m = wedge, .point_count = 6}};
        kamm_world *world = world_of(&ball, 1, &ramp, 1, rates[i]);
        kamm_body_motion motion;
        kamm_step_world(world, (int)(2 * rates[i]));
        read_body(world, 0, &motion);
        double speed = hypot(motion.velocity_mps[0], motion.velocity_mps[2]);
        expect_share(speed, 2 * 5.0 / 7 * GRAVITY_MPS2 * sin(slope), 0.01);
        expect_share(motion.angular_velocity_radps[1] * 0.3, speed, 0.02);
        kamm_destroy_world(world);
    }
}

/* A pillar stops a car of every rung, whatever it is made of. */
static void pillars_stop_cars(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const double post[8][3] = {{-0.4, 0, 0}, {0, -0.4, 0}, {0.4, 0, 0}, {0, 0.4, 0},
                                      {-0.4, 0, 2}, {0, -0.4, 2}, {0.4, 0, 2}, {0, 0.4, 2}};
    static const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_DOUBLE_TRACK, KAMM_FULL};
    (void)state;
    for (int kind = KAMM_SHAPE_SPHERE; kind <= KAMM_SHAPE_HULL; ++kind)
        for (int r = 0; r < 4; ++r)
            for (int k = 0; k < 2; ++k) {
                if (!is_tried(kind + r + k, 2)) continue;
                kamm_vehicle_def def = rolling_car();
                kamm_model *model;
                def.stepping.substeps_per_s = k ? 1200 : 240;
                kamm_cars *cars = cars_of(&def, rungs[r], 1, &model);
                double r_m = kind == KAMM_SHAPE_SPHERE ? 1 : 0.4;
                kamm_body_def pillar = {.shapes[0].box = {.half_m = {r_m, r_m, 1}},
                                        .friction = 0.5f,
                                        .position_m = {12, 0.1, 1},
                                        .shapes[0].kind = (kamm_shape_kind)kind};
                if (kind == KAMM_SHAPE_HULL) {
                    pillar.position_m[2] = 0;
                    pillar.shapes[0].points_m = post, pillar.shapes[0].point_count = 8;
                }
                kamm_world *world = world_of(NULL, 0, &pillar, 1, def.stepping.substeps_per_s);
                roll_at(cars, 0, 0, 0, 0, 25);
                add_cars(world, cars);
                kamm_step_world(world, (int)def.stepping.substeps_per_s / 2);
                expect_below(kamm_read(cars, 0, KAMM_CHANNEL_x_m), 12);
                expect_below(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 15);
                assert_int_equal(kamm_fault(cars, 0), 0);
                kamm_destroy_world(world);
                kamm_destroy_cars(cars);
                kamm_destroy_model(model);
            }
}

/* Up a wedge and along the deck behind it: every rung, as it drives up a terrain. */
static void cars_drive_up_ramps(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const char *const vehicles[] = {"nissan-micra", "suzuki-jimny", "man-kat1-6x6"};
    static const double wedge[6][3] = {{0, -5, 0}, {0, 5, 0},     {10, -5, 0},
                                       {10, 5, 0}, {10, -5, 1.5}, {10, 5, 1.5}};
    (void)state;
    for (int v = 0; v < 3; ++v)
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung)
            for (int i = (v + rung) % of_tier(3, 1); i < of_tier(1, 2); ++i) {
                kamm_vehicle_def def =
                    shipped_on(shipped_number(vehicles[v]), (kamm_rung)rung, i ? 1200 : 240);
                kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
                kamm_cars *cars = kamm_create_cars(model, 1, NULL);
                kamm_body_def fixed_bodies[2] = {
                    {.friction = 1,
                     .position_m = {10, 0, 0},
                     .is_driven_on = 1,
                     .shapes[0] = {.kind = KAMM_SHAPE_HULL, .points_m = wedge, .point_count = 6}},
                    {.shapes[0].box = {.centre_m = {40, 0, 0.75}, .half_m = {20, 5, 0.75}},
                     .friction = 1,
                     .is_driven_on = 1}};
                kamm_world *world = world_of(NULL, 0, fixed_bodies, 2, 240);
                kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
                placement.speed_mps = 4;
                placement.gear = KAMM_GEAR_DRIVE;
                kamm_place(cars, 0, &placement);
                add_cars(world, cars);
                double from = kamm_read(cars, 0, KAMM_CHANNEL_z_m);
                for (int n = 0; n < 400 && kamm_read(cars, 0, KAMM_CHANNEL_x_m) < 45; ++n) {
                    double speed = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
                    kamm_inputs(cars)->throttle = speed < 4 ? 1 : 0;
                    kamm_step_world(world, (int)(0.05 / kamm_describe(model).substep_s + 0.5));
                }
                expect_above(kamm_read(cars, 0, KAMM_CHANNEL_x_m), 44.9);
                expect_near(kamm_read(cars, 0, KAMM_CHANNEL_z_m), from + 1.5, 0.06);
                expect_near(kamm_read(cars, 0, KAMM_CHANNEL_y_m), 0, 0.1);
                kamm_destroy_world(world);
                kamm_destroy_cars(cars);
                kamm_destroy_model(model);
            }
}

static void expect_refused(const kamm_body_def *fixed_body, const char *says)
{
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = fixed_body, .body_count = 1};
    kamm_error error;
    assert_null(kamm_create_world(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    if (!strstr(error.text, says)) fail_msg("%s", error.text);
}

static void what_is_no_shape_is_refused(void **state)
{
    static const double flat[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
    static double many[65][3], bad[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NAN}};
    (void)state;
    kamm_body_def fixed_body = {.shapes[0].box = {.half_m = {1, 1, 0.5}},
                                .shapes[0].kind = KAMM_SHAPE_CAPSULE};
    expect_refused(&fixed_body, "radius at least");
    fixed_body.shapes[0].kind = KAMM_SHAPE_SPHERE;
    expect_refused(&fixed_body, "the radius");
    fixed_body.shapes[0].box.half_m[1] = 2, fixed_body.shapes[0].kind = KAMM_SHAPE_CYLINDER;
    expect_refused(&fixed_body, "the radius, both");
    fixed_body.shapes[0] =
        (kamm_shape){.kind = KAMM_SHAPE_HULL, .point_count = 5, .points_m = flat};
    expect_refused(&fixed_body, "one plane");
    fixed_body.shapes[0] =
        (kamm_shape){.kind = KAMM_SHAPE_HULL, .point_count = 3, .points_m = flat};
    expect_refused(&fixed_body, "4 points");
    fixed_body.shapes[0] = (kamm_shape){
        .kind = KAMM_SHAPE_HULL, .point_count = 65, .points_m = (const double(*)[3])many};
    expect_refused(&fixed_body, "64 points");
    fixed_body.shapes[0] = (kamm_shape){
        .kind = KAMM_SHAPE_HULL, .point_count = 4, .points_m = (const double(*)[3])bad};
    expect_refused(&fixed_body, "no place");
    fixed_body.shapes[0] = (kamm_shape){.kind = (kamm_shape_kind)9, .box.half_m = {1, 2, 0.5}};
    expect_refused(&fixed_body, "shape");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_weigh_what_they_should),
        cmocka_unit_test(radii_reach_the_farthest_corner),
        cmocka_unit_test(hulls_of_boxes_touch_like_boxes),
        cmocka_unit_test(shapes_lie_where_they_fall),
        cmocka_unit_test(balls_roll_down_ramps),
        cmocka_unit_test(pillars_stop_cars),
        cmocka_unit_test(cars_drive_up_ramps),
        cmocka_unit_test(what_is_no_shape_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
