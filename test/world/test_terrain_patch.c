/* The plane below a wheel: exact on planes, near on hills, without a pop at edges, mirrored. */
#include "support/cars.h"
#include "support/quick.h"

#include <math.h>
#include <string.h>

#define RADIUS_M 0.3
#define WIDTH_M 0.2
#define STEP_M 0.1

static const kamm_surface surfaces[] = {{.name = "dry_asphalt", .friction = 1},
                                        {.name = "sand",
                                         .friction = 0.6f,
                                         .rolling_resistance = 0.1f,
                                         .sinkage_m = 0.05f,
                                         .sinkage_drag = 0.15f},
                                        {.name = "rough", .friction = 1, .roughness_m3 = 256e-6f}};

enum { SMOOTH = 2, ALL = 3 }; /* surfaces; roughness takes 40 ms to make */

static kamm_terrain *start_terrain(const kamm_layer *layers, int count, int surface_count,
                                   kamm_paint paint)
{
    kamm_terrain_def def = {.layers = layers,
                            .layer_count = count,
                            .surfaces = surfaces,
                            .surface_count = surface_count,
                            .paint = paint,
                            .roughness_seed = 5,
                            .rough = 1};
    kamm_error error;
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

static kamm_terrain *start_plain(const kamm_layer *layers, int count)
{
    return start_terrain(layers, count, SMOOTH, (kamm_paint){0});
}

/* A wheel of RADIUS_M that heads `yaw_rad` to the left of x. */
static kamm_probe wheel_at(double x, double y, double z, double yaw_rad)
{
    kamm_probe probe = {
        .position_m = {x, y, z}, .radius_m = (float)RADIUS_M, .width_m = (float)WIDTH_M};
    probe.forward[0] = (float)cos(yaw_rad), probe.forward[1] = (float)sin(yaw_rad);
    probe.left[0] = -probe.forward[1], probe.left[1] = probe.forward[0];
    return probe;
}

struct plane {
    double height, slope[2];
};

static struct plane ask(const kamm_terrain *terrain, const kamm_probe *probe)
{
    kamm_contact c;
    kamm_ground ground = kamm_terrain_ground(terrain);
    memset(&c, 0x7f, sizeof c);
    if (ground.query)
        ground.query(ground.user, 1, probe, &c);
    else
        c = ground.plane;
    double dx = probe->position_m[0] - c.point_m[0], dy = probe->position_m[1] - c.point_m[1];
    struct plane plane = {0, {-c.normal[0] / c.normal[2], -c.normal[1] / c.normal[2]}};
    plane.height = c.point_m[2] + plane.slope[0] * dx + plane.slope[1] * dy;
    expect_near(hypot(hypot(c.normal[0], c.normal[1]), c.normal[2]), 1, 1e-6);
    expect_near(c.velocity_mps[0] + c.velocity_mps[1] + c.velocity_mps[2], 0, 0);
    return plane;
}

static struct plane wheel_plane(const kamm_terrain *terrain, double x, double y, double z,
                                double yaw_rad)
{
    kamm_probe probe = wheel_at(x, y, z, yaw_rad);
    return ask(terrain, &probe);
}

static kamm_layer plane_layer(double height_m, double slope_x, double slope_y)
{
    return (kamm_layer){.kind = KAMM_LAYER_PLANE,
                        .plane = {height_m, {slope_x, slope_y}, {0, 0}, {0, 0}},
                        .surface = -1};
}

/* Two triangles over x from … to, |y| <= 5, from one height to the other. */
struct strip {
    float vertices[4][3];
};
static const int32_t strip_triangles[][3] = {{0, 1, 2}, {0, 2, 3}};

static kamm_layer strip_layer(struct strip *strip, double from, double to, double low, double high)
{
    const float f = (float)from, t = (float)to, l = (float)low, h = (float)high;
    *strip = (struct strip){{{f, -5, l}, {t, -5, h}, {t, 5, h}, {f, 5, l}}};
    return (kamm_layer){.kind = KAMM_LAYER_MESH,
                        .mesh = {4, 2, (const float(*)[3])strip->vertices, strip_triangles},
                        .surface = -1};
}

/* Whatever the wheel's heading and the slope: in every kind of layer, in a mesh of many triangles, and
 * across the seam of two layers. */
static void patch_on_a_plane_is_the_plane(void **state)
{
    (void)state;
    struct noise noise = {7};
    for (int i = 0; i < 400; ++i) {
        double sx = 0.125 * (double)(noise_bits(&noise) % 9) - 0.5;
        double sy = 0.125 * (double)(noise_bits(&noise) % 9) - 0.5;
        float v[25][3], heights[25];
        int32_t triangles[32][3];
        for (int n = 0; n < 25; ++n) {
            v[n][0] = 0.25f * (float)(n % 5) - 0.5f, v[n][1] = 0.25f * (float)(n / 5) - 0.5f;
            v[n][2] = heights[n] = (float)(2 + sx * v[n][0] + sy * v[n][1]);
        }
        for (int n = 0; n < 16; ++n) {
            int a = n / 4 * 5 + n % 4;
            const int32_t two[2][3] = {{a, a + 1, a + 6}, {a, a + 6, a + 5}};
            memcpy(triangles[2 * n], two, sizeof two);
        }
        kamm_layer layers[] = {
            plane_layer(2, sx, sy),
            {.kind = KAMM_LAYER_HEIGHTS, .heights = {5, 5, 0.25, {-0.5, -0.5}, heights}},
            {.kind = KAMM_LAYER_MESH,
             .mesh = {25, 32, (const float(*)[3])v, (const int32_t(*)[3])triangles}},
            {.plane = {2 - sx - sy, {sx, sy}, {-1, -1}, {1, 1}}},
            {.plane = {2 - sx - sy, {sx, sy}, {-1, -1}, {1, 1}}}};
        double x = noise_between(&noise, -0.1, 0.1), y = noise_between(&noise, -0.1, 0.1);
        double yaw = noise_between(&noise, -4, 4);
        layers[4].plane.from_m[0] = layers[3].plane.to_m[0] = 0.05;
        layers[4].plane.height_m += 1.05 * sx; /* at its own corner */
        for (int k = 0; k < 4; ++k) {
            kamm_terrain *terrain = start_plain(&layers[k], k < 3 ? 1 : 2);
            struct plane at = wheel_plane(terrain, x, y, 2.3, yaw);
            expect_near(at.slope[0], sx, 1e-6);
            expect_near(at.slope[1], sy, 1e-6);
            expect_near(at.height, 2 + sx * x + sy * y, 1e-13);
            kamm_destroy_terrain(terrain);
        }
    }
}

enum { POINTS = 101 };

static double hill(double x, double y) { return 0.3 * sin(0.7 * x) * cos(0.5 * y + 1); }

/* Bends of 4 m radius: the wheel's plane is within a millimetre and 0.01 of the tangent plane. */
static void patch_on_a_hill_is_near_its_tangent_plane(void **state)
{
    (void)state;
    static float heights[POINTS * POINTS];
    for (int i = 0; i < POINTS * POINTS; ++i)
        heights[i] = (float)hill(i % POINTS * 0.25, i / POINTS * 0.25);
    kamm_layer layer = {.kind = KAMM_LAYER_HEIGHTS,
                        .heights = {POINTS, POINTS, 0.25, {0, 0}, heights}};
    kamm_terrain *terrain = start_plain(&layer, 1);
    struct noise noise = {9};
    double worst[2] = {0, 0};
    for (int i = 0; i < 2000; ++i) {
        double x = noise_between(&noise, 1, 24), y = noise_between(&noise, 1, 24);
        struct plane at = wheel_plane(terrain, x, y, 1, noise_between(&noise, -4, 4));
        double sx = 0.21 * cos(0.7 * x) * cos(0.5 * y + 1);
        double sy = -0.15 * sin(0.7 * x) * sin(0.5 * y + 1);
        worst[0] = fmax(worst[0], fabs(at.height - hill(x, y)));
        worst[1] = fmax(worst[1], fmax(fabs(at.slope[0] - sx), fabs(at.slope[1] - sy)));
    }
    print_message("off the tangent plane by %.2f mm and %.4f\n", 1e3 * worst[0], worst[1]);
    expect_below(worst[0], 1.5e-3);
    expect_below(worst[1], 0.015);
    kamm_destroy_terrain(terrain);
}

/* What changes most from one millimetre to the next, and where it begins and ends. */
struct roll {
    double climb, fall, tilt; /* of the axle; of the plane */
    struct plane first, last;
};

/* Height of the axle of a wheel that is pressed in by a twelfth, as it is on the level. */
static double axle_height(const struct plane *plane)
{
    double slope = hypot(plane->slope[0], plane->slope[1]);
    return plane->height + RADIUS_M * 11 / 12 * sqrt(1 + slope * slope);
}

static struct roll roll_over(const kamm_terrain *terrain, double from, double to, double yaw_rad)
{
    struct roll roll = {0};
    struct plane before = {0};
    int count = (int)lround(fabs(to - from) * 1000);
    double axle = RADIUS_M + STEP_M;
    for (int i = 0; i <= count; ++i) {
        double x = from + (to - from) * i / count, last = axle;
        struct plane at = wheel_plane(terrain, x, 0.03, axle, yaw_rad);
        axle = axle_height(&at);
        if (!i) roll.first = before = at, last = axle;
        roll.climb = fmax(roll.climb, axle - last);
        roll.fall = fmax(roll.fall, last - axle);
        roll.tilt = fmax(roll.tilt, fabs(atan(at.slope[0]) - atan(before.slope[0])));
        roll.last = before = at;
    }
    return roll;
}

static void print_roll(const char *name, double yaw_rad, const struct roll *roll)
{
    print_message("%s, yaw %3.1f: in 1 mm the axle climbs by up to %.2f mm and falls by %.2f mm, "
                  "the plane turns by %.2f deg\n",
                  name, yaw_rad, 1e3 * roll->climb, 1e3 * roll->fall, roll->tilt * 180 / PI);
}

/* The step stands at x = 0. A point jumps by all of it; a wheel's axle climbs by less than 2 mm in a millimetre and
 * does not fall. Its plane turns by about a degree at most, and is on top as it was below. */
static void rolling_onto_a_kerb_gives_no_jump(void **state)
{
    (void)state;
    struct strip strip;
    kamm_layer layers[] = {plane_layer(0, 0, 0), strip_layer(&strip, 0, 5, STEP_M, STEP_M)};
    kamm_terrain *terrain = start_plain(layers, 2);
    kamm_probe point = {.position_m = {-1e-4, 0, 0.2}};
    double below = ask(terrain, &point).height;
    point.position_m[0] = 1e-4;
    expect_near(ask(terrain, &point).height - below, STEP_M, 1e-6);
    const double yaws[] = {0, 0.5, PI};
    for (int i = 0; i < 6; ++i) {
        int down = i % 2;
        struct roll roll = roll_over(terrain, down ? 0.5 : -0.5, down ? -0.5 : 0.5, yaws[i / 2]);
        print_roll(down ? "down" : "up  ", yaws[i / 2], &roll);
        expect_below(down ? roll.fall : roll.climb, 2e-3);
        expect_below(down ? roll.climb : roll.fall, 2e-4);
        expect_below(roll.tilt, 0.02);
        expect_near(roll.first.height, down ? STEP_M : 0, 1e-7);
        expect_near(roll.last.height, down ? 0 : STEP_M, 1e-7);
        expect_near(roll.last.slope[0], 0, 1e-6);
    }
    kamm_destroy_terrain(terrain);
}

/* The step again, of one mesh with an upright face: the same planes, but for its edge, whose triangles reach further by
 * 5e-7 of their size. */
static void a_step_inside_a_mesh_is_a_step(void **state)
{
    (void)state;
    static const float h = (float)STEP_M;
    static const float v[][3] = {{-2, -5, 0}, {0, -5, 0}, {0, 5, 0}, {-2, 5, 0},
                                 {0, -5, h},  {2, -5, h}, {2, 5, h}, {0, 5, h}};
    static const int32_t triangles[][3] = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6},
                                           {4, 6, 7}, {1, 4, 7}, {1, 7, 2}};
    struct strip strip;
    kamm_layer whole = {.kind = KAMM_LAYER_MESH, .mesh = {8, 6, v, triangles}};
    kamm_layer layers[] = {plane_layer(0, 0, 0), strip_layer(&strip, 0, 2, STEP_M, STEP_M)};
    kamm_terrain *one = start_plain(&whole, 1), *two = start_plain(layers, 2);
    for (int i = -100; i <= 100; ++i) {
        struct plane a = wheel_plane(one, 0.005 * i + 1e-4, 0.1, 0.3, 0.2);
        struct plane b = wheel_plane(two, 0.005 * i + 1e-4, 0.1, 0.3, 0.2);
        expect_near(a.height, b.height, 2e-4);
        expect_near(a.slope[0], b.slope[0], 2e-3);
    }
    kamm_destroy_terrain(one);
    kamm_destroy_terrain(two);
}

/* Shorter than the contact patch and as high as the tyre is pressed in: the axle rises by less than the
 * bump's height, where a point would rise by all of it. A gap of that length is bridged. */
static void bumps_and_gaps_shorter_than_the_patch_are_enveloped(void **state)
{
    (void)state;
    struct strip bump, near, far;
    kamm_layer layers[] = {plane_layer(0, 0, 0), strip_layer(&bump, -0.02, 0.02, 0.02, 0.02)};
    kamm_layer gap[] = {plane_layer(-1, 0, 0), strip_layer(&near, -5, -0.05, 0, 0),
                        strip_layer(&far, 0.05, 5, 0, 0)};
    kamm_terrain *bumpy = start_plain(layers, 2), *gappy = start_plain(gap, 3);
    double max = 0, min = 0;
    for (int i = -400; i <= 400; ++i) {
        struct plane at = wheel_plane(bumpy, i * 1e-3, 0, 0.3, 0);
        max = fmax(max, axle_height(&at) - RADIUS_M * 11 / 12);
        at = wheel_plane(gappy, i * 1e-3, 0, 0.3, 0);
        min = fmin(min, axle_height(&at) - RADIUS_M * 11 / 12);
    }
    print_message(
        "over a bump of 20 mm the axle rises by %.1f mm, over a gap of 100 mm it sinks by "
        "%.1f mm\n",
        1e3 * max, -1e3 * min);
    expect_below(max, 0.015);
    expect_above(max, 0.002);
    expect_below(-min, 0.02);
    expect_above(-min, 0.002);
    kamm_destroy_terrain(bumpy);
    kamm_destroy_terrain(gappy);
}

static double rough_step(const kamm_terrain *terrain, double y, double *height)
{
    double max = 0, last = 0;
    for (int i = 0; i <= 3000; ++i) {
        struct plane at = wheel_plane(terrain, 1e-3 * i, y, 1, 0);
        if (i) max = fmax(max, fabs(at.height - last));
        *height = fmax(*height, fabs(at.height));
        last = at.height;
    }
    return max;
}

/* Very rough on one side of x = 1.5, sand that gives way by 5 cm on the other: heights go over from one to the
 * other within a cell of 0.5 m. */
static void paint_changes_heights_gently(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const uint8_t cells[] = {1, 1, 1, 2, 2, 2};
    kamm_layer layer = plane_layer(0, 0, 0);
    kamm_terrain *terrain =
        start_terrain(&layer, 1, ALL, (kamm_paint){6, 1, 0.5, {0, -0.25}, cells});
    double height = 0, max = rough_step(terrain, 0, &height);
    print_message("up to %.0f mm, by up to %.3f mm from one millimetre to the next\n", 1e3 * height,
                  1e3 * max);
    expect_below(max, 0.5e-3);
    expect_above(height, 0.045);
    struct plane sand = wheel_plane(terrain, 0.3, 0, 1, 0);
    expect_near(sand.height, -0.05, 2e-3);
    kamm_probe point = {.position_m = {0.3, 0, 0.1}};
    expect_near(ask(terrain, &point).height, 0, 1e-12); /* the body does not sink in */
    kamm_destroy_terrain(terrain);
}

/* A wheel on rough ground of a plane and of a height map of the same slope. */
static void roughness_lies_on_every_layer(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const float heights[] = {-5, -4, -3, -4, -3, -2, -3, -2, -1};
    kamm_layer layers[] = {
        plane_layer(-3, 0.1, 0.1),
        {.kind = KAMM_LAYER_HEIGHTS, .heights = {3, 3, 10, {-10, -10}, heights}}};
    kamm_terrain *terrain[2];
    double rough = 0;
    for (int i = 0; i < 2; ++i) {
        layers[i].surface = 2;
        terrain[i] = start_terrain(&layers[i], 1, ALL, (kamm_paint){0});
    }
    for (int i = 0; i < 100; ++i) {
        double x = 0.07 * i, y = -0.05 * i;
        struct plane a = wheel_plane(terrain[0], x, y, 0, 0.1 * i);
        struct plane b = wheel_plane(terrain[1], x, y, 0, 0.1 * i);
        expect_near(a.height, b.height, 1e-6);
        expect_near(a.slope[0], b.slope[0], 1e-5);
        rough = fmax(rough, fabs(a.height - (-3 + 0.1 * (x + y))));
    }
    expect_above(rough, 3e-3);
    for (int i = 0; i < 2; ++i) kamm_destroy_terrain(terrain[i]);
}

/* Half of the tyre on a kerb that runs along it: it carries, and the wheel hardly leans. */
static void half_a_tyre_on_a_kerb_stands_on_it(void **state)
{
    (void)state;
    static const float kerb[][3] = {
        {-5, -0.01f, 0.1f}, {5, -0.01f, 0.1f}, {5, 3, 0.1f}, {-5, 3, 0.1f}};
    kamm_layer layers[] = {plane_layer(0, 0, 0),
                           {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, kerb, strip_triangles}}};
    kamm_terrain *terrain = start_plain(layers, 2);
    struct plane at = wheel_plane(terrain, 0, 0, 0.3, 0);
    expect_near(at.height, 0.1, 1e-6);
    expect_near(at.slope[1], 0, 1e-6);
    kamm_destroy_terrain(terrain);
}

/* Sideways, the wheel along the kerb, or nearly: at any rate within 3 mm per millimetre. */
static void sliding_onto_a_kerb_gives_no_jump(void **state)
{
    (void)state;
    const double heights[] = {0.02, 0.1}, yaws[] = {PI / 2, PI / 2 - 0.02, PI / 2 + 0.2};
    for (int i = 0; i < 6; ++i) {
        struct strip strip;
        double step = heights[i % 2], last = 0, max = 0, turn = 0, tilt = 0;
        kamm_layer layers[] = {plane_layer(0, 0, 0), strip_layer(&strip, 0, 5, step, step)};
        kamm_terrain *terrain = start_plain(layers, 2);
        for (int n = -400; n <= 400; ++n) {
            struct plane at = wheel_plane(terrain, 1e-3 * n, 0, 0.3, yaws[i / 2]);
            double axle = axle_height(&at) - RADIUS_M * 11 / 12;
            max = fmax(max, fabs(axle - last));
            turn = fmax(turn, fabs(at.slope[0] - tilt));
            last = axle;
            tilt = at.slope[0];
        }
        print_message("yaw %.2f, %3.0f mm: in 1 mm by up to %.2f mm, the slope by up to %.3f\n",
                      yaws[i / 2], 1e3 * step, 1e3 * max, turn);
        expect_below(max, 4e-3);
        expect_below(turn, 0.05);
        expect_near(last, step, 1e-6);
        kamm_destroy_terrain(terrain);
    }
}

static void wheels_below_a_bridge_are_not_on_it(void **state)
{
    (void)state;
    struct strip deck;
    kamm_layer layers[] = {plane_layer(0, 0, 0), strip_layer(&deck, -2, 2, 3, 3)};
    kamm_terrain *terrain = start_plain(layers, 2);
    for (int i = -30; i <= 30; ++i) {
        struct plane below = wheel_plane(terrain, 0.1 * i, 0, 0.3, 0.3);
        expect_near(below.height, 0, 1e-12);
        expect_near(below.slope[0], 0, 1e-12);
    }
    expect_near(wheel_plane(terrain, 0, 0, 3.3, 0).height, 3, 1e-12);
    expect_near(wheel_plane(terrain, 0, 0, 2.8, 0).height, 3, 1e-12); /* pressed in */
    kamm_destroy_terrain(terrain);
}

/* y for -y: the terrain is symmetric, the wheel's place and heading are mirrored. */
static void mirrored_wheels_get_mirrored_planes(void **state)
{
    (void)state;
    static float heights[17 * 17];
    struct noise noise = {11};
    struct strip kerb;
    for (int i = 0; i < 17; ++i)
        for (int j = 0; j <= 8; ++j)
            heights[(8 + j) * 17 + i] = heights[(8 - j) * 17 + i] =
                (float)noise_between(&noise, -0.05, 0.05);
    kamm_layer layers[] = {
        {.kind = KAMM_LAYER_HEIGHTS, .heights = {17, 17, 0.5, {-4, -4}, heights}},
        strip_layer(&kerb, 0, 1, 0.1, 0.15)};
    kamm_terrain *terrain = start_plain(layers, 2);
    for (int i = 0; i < 500; ++i) {
        double x = noise_between(&noise, -2, 2), y = noise_between(&noise, -2, 2);
        double yaw = noise_between(&noise, -4, 4);
        struct plane a = wheel_plane(terrain, x, y, 0.3, yaw);
        struct plane b = wheel_plane(terrain, x, -y, 0.3, -yaw);
        expect_near(a.height, b.height, 1e-12);
        expect_near(a.slope[0], b.slope[0], 1e-7);
        expect_near(a.slope[1], -b.slope[1], 1e-7);
    }
    kamm_destroy_terrain(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patch_on_a_plane_is_the_plane),
        cmocka_unit_test(patch_on_a_hill_is_near_its_tangent_plane),
        cmocka_unit_test(rolling_onto_a_kerb_gives_no_jump),
        cmocka_unit_test(a_step_inside_a_mesh_is_a_step),
        cmocka_unit_test(bumps_and_gaps_shorter_than_the_patch_are_enveloped),
        cmocka_unit_test(paint_changes_heights_gently),
        cmocka_unit_test(roughness_lies_on_every_layer),
        cmocka_unit_test(half_a_tyre_on_a_kerb_stands_on_it),
        cmocka_unit_test(sliding_onto_a_kerb_gives_no_jump),
        cmocka_unit_test(wheels_below_a_bridge_are_not_on_it),
        cmocka_unit_test(mirrored_wheels_get_mirrored_planes),
    };
    return cmocka_run_group_tests_name("terrain_patch", tests, NULL, NULL);
}
