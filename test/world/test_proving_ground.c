/* The proving ground is what docs/proving-ground.md says. Shapes are measured on the same file without roughness. */
#include "support/cars.h"
#include "support/vehicle_files.h"

#include <cjson/cJSON.h>
#include <kamm/io/world_file.h>
#include <math.h>

#define ANYWHERE_M 1e6 /* above everything */
static const double degree = PI / 180;

static kamm_world_file real, smooth;

/* -- both worlds ------------------------------------------------------------------------------ */

static cJSON *read_json(const char *path)
{
    static char text[MAX_TEXT];
    FILE *in = fopen(path, "rb");
    if (!in) fail_msg("%s is missing", path);
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    return json;
}

static void write_json(cJSON *json, const char *name, char path[128])
{
    char *text = cJSON_PrintUnformatted(json);
    path_in_folder(path, name);
    write_bytes(path, text, strlen(text));
    cJSON_free(text);
    cJSON_Delete(json);
}

static void write_smooth_surfaces(void)
{
    char path[128];
    cJSON *json = read_json("data/surfaces.json"), *surface;
    cJSON_ArrayForEach(surface, cJSON_GetObjectItem(json, "surfaces"))
        cJSON_DeleteItemFromObject(surface, "roughness");
    write_json(json, "surfaces.json", path);
}

static void write_smooth_world(char path[128])
{
    char here[2000], picture[2100];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(picture, sizeof picture, "%s/data/worlds/proving-ground.png", here);
    cJSON *json = read_json("data/worlds/proving-ground.json");
    cJSON *heights = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "terrain"), 0);
    cJSON_ReplaceItemInObject(heights, "file", cJSON_CreateString(picture));
    cJSON_AddStringToObject(json, "surfaces", "surfaces.json");
    write_json(json, "smooth.json", path);
}

static int read_both(void **state)
{
    char path[128];
    if (set_up_folder(state)) return -1;
    write_smooth_surfaces();
    write_smooth_world(path);
    if (kamm_load_world("proving-ground", &real, NULL, &read_error) ||
        kamm_load_world(path, &smooth, NULL, &read_error))
        fail_msg("%s", read_error.text);
    return 0;
}

static int forget_both(void **state)
{
    kamm_destroy_world_file(&real);
    kamm_destroy_world_file(&smooth);
    return remove_folder(state);
}

/* -- measuring -------------------------------------------------------------------------------- */

static void assert_between(double value, double low, double high)
{
    if (!(value >= low && value <= high)) fail_msg("%.9g is not in %g to %g", value, low, high);
}

static double height_at(double x, double y)
{
    return kamm_terrain_at(smooth.terrain, x, y, ANYWHERE_M).height_m;
}

static void assert_surface(double x, double y, const char *wanted)
{
    kamm_terrain_point point = kamm_terrain_at(real.terrain, x, y, ANYWHERE_M);
    const char *name = kamm_terrain_surface(real.terrain, point.surface)->name;
    if (strcmp(name, wanted)) fail_msg("%s at (%g, %g), should be %s", name, x, y, wanted);
}

static const kamm_path *path_named(const char *name)
{
    const kamm_path *path = kamm_find_path(&real, name);
    if (!path) fail_msg("no path %s", name);
    return path;
}

/* How far from a place to a box that stands upright, seen from above. */
static double clearance_m(const kamm_box *box, double x, double y)
{
    double w = box->orientation[0], z = box->orientation[3];
    double c = w || z ? w * w - z * z : 1, s = 2 * w * z;
    double dx = x - box->centre_m[0], dy = y - box->centre_m[1];
    double along = fmax(fabs(c * dx + s * dy) - box->half_m[0], 0);
    double across = fmax(fabs(c * dy - s * dx) - box->half_m[1], 0);
    return sqrt(along * along + across * across);
}

/* To the nearest static body. */
static double static_clearance_m(double x, double y)
{
    double min = INFINITY;
    for (int32_t i = 0; i < real.def.body_count; ++i)
        if (real.def.bodies[i].type != KAMM_BODY_DYNAMIC)
            min = fmin(min, clearance_m(&real.def.bodies[i].shapes[0].box, x, y));
    return min;
}

/* To the middle of the nearest cone or crate. */
static double dynamic_clearance_m(double x, double y)
{
    double min = INFINITY;
    for (int32_t i = 0; i < real.def.body_count; ++i) {
        const double *at = real.def.bodies[i].position_m;
        if (real.def.bodies[i].type != KAMM_BODY_DYNAMIC) continue;
        min = fmin(min, hypot(x - at[0], y - at[1]));
    }
    return min;
}

/* -- level places and slopes ------------------------------------------------------------------ */

static void skid_pad_and_straight_are_level(void **state)
{
    (void)state;
    for (int i = 0; i < 360; i += 3)
        for (int radius = 0; radius <= 110; radius += 11)
            expect_near(height_at(-440 + radius * cos(i * degree), -180 + radius * sin(i * degree)),
                        0, 1e-3);
    for (double x = -530; x <= 530; x += 0.7)
        for (int y = -378; y <= -362; y += 4) expect_near(height_at(x, y), 0, 1e-3);
    /* With its roughness it is a road of class A: some millimetres. */
    double max = 0;
    for (double x = -530; x <= 530; x += 0.7)
        max = fmax(max, fabs(kamm_terrain_at(real.terrain, x, -370, ANYWHERE_M).height_m));
    assert_between(max, 1e-3, 0.05);
}

/* A slope from (x, y), its lower end, upwards in direction (dx, dy): constant over `length_m`, and level
 * across. The steps of the heights are 0.25 mm. */
static void assert_slope(double x, double y, int dx, int dy, double length_m, double slope)
{
    for (int across = -6; across <= 6; across += 3)
        for (double s = 0.5; s < length_m; s += 0.5) {
            double px = x + s * dx - across * dy, py = y + s * dy + across * dx;
            double rise =
                height_at(px + 0.5 * dx, py + 0.5 * dy) - height_at(px - 0.5 * dx, py - 0.5 * dy);
            expect_near(rise, slope, 1e-3);
            expect_near(height_at(px, py), height_at(x + s * dx, y + s * dy), 1e-3);
        }
    double rise = height_at(x + length_m * dx, y + length_m * dy) - height_at(x, y);
    expect_near(rise / length_m, slope, 1e-4);
}

static void slopes_rise_by_10_20_and_30_percent(void **state)
{
    (void)state;
    assert_slope(79, -190, 1, 0, 76, 0.1);
    assert_slope(180, -246, 0, 1, 31, 0.2);
    assert_slope(221, -190, -1, 0, 20, 0.3);
    for (int x = 168; x <= 192; ++x)
        for (int y = -202; y <= -178; ++y) expect_near(height_at(x, y), 9, 1e-3);
    for (int s = 0; s < 25; ++s) { /* run-ups */
        expect_near(height_at(35 + s, -190), 0, 1e-3);
        expect_near(height_at(180, -300 + s), 0, 1e-3);
        expect_near(height_at(295 - s, -190), 0, 1e-3);
    }
}

/* No car that crawls up hits a step: nowhere do slopes change by more than 5 % within a metre. */
static void toes_and_crests_of_slopes_are_round(void **state)
{
    (void)state;
    static const char *const names[] = {"slope_10", "slope_20", "slope_30"};
    for (int i = 0; i < 3; ++i) {
        const kamm_path *path = path_named(names[i]);
        const double *a = path->points_m[0], *b = path->points_m[path->count - 1];
        double length = hypot(b[0] - a[0], b[1] - a[1]);
        for (double s = 1; s < length - 1; s += 0.25) {
            double h[3];
            for (int k = 0; k < 3; ++k) {
                double t = (s + k - 1) / length;
                h[k] = height_at(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
            }
            assert_between(fabs(h[0] - 2 * h[1] + h[2]), 0, 0.05);
        }
    }
}

/* -- ramps ------------------------------------------------------------------------------------ */

static void ramps_end_at_a_sharp_lip(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        double y = i ? -127 : -105;
        expect_near(height_at(239.999, y), 1.2, 1e-3);
        expect_near(height_at(240.001, y), 0, 1e-3);
        for (double x = 234.5; x < 239; x += 0.25)
            expect_near((height_at(x + 0.5, y) - height_at(x, y)) / 0.5, 1.2 / 9, 1e-3);
        /* Its foot: no edge that a wheel would feel. */
        expect_near(height_at(228.5, y), 0, 0.012);
        expect_near(height_at(227.999, y), 0, 1e-3);
        /* The ground goes on below it, but nothing can drive there. */
        expect_near(kamm_terrain_at(smooth.terrain, 239, y, 0.3).height_m, 0, 1e-3);
        expect_near(static_clearance_m(239, y), 0, 1e-9);
    }
    for (int x = 245; x < 440; ++x) expect_near(height_at(x, -105), 0, 1e-3);
    expect_near(height_at(254, -127), 1.2, 1e-3); /* the landing slope */
    expect_near((height_at(261, -127) - height_at(257, -127)) / 4, -1.2 / 9, 1e-3);
}

/* What fills the ramps lies below their surface everywhere. */
static void nothing_sticks_out_of_the_ramps(void **state)
{
    (void)state;
    for (int32_t i = 0; i < real.def.body_count; ++i) {
        const kamm_box *box = &real.def.bodies[i].shapes[0].box;
        if (real.def.bodies[i].type == KAMM_BODY_DYNAMIC) continue;
        if (fabs(box->centre_m[1] + 116) > 12) continue;
        for (int end = -1; end <= 1; ++end) {
            double x = box->centre_m[0] + 0.999 * end * box->half_m[0];
            double above = box->centre_m[2] + box->half_m[2] - height_at(x, box->centre_m[1]);
            assert_between(above, -0.3, -0.04);
        }
    }
}

/* -- surfaces --------------------------------------------------------------------------------- */

static void every_surface_has_its_patch(void **state)
{
    (void)state;
    static const char *const names[] = {"dry_asphalt", "wet_asphalt", "concrete", "gravel", "sand",
                                        "grass",       "earth",       "mud",      "snow",   "ice"};
    for (int i = 0; i < 10; ++i) {
        char path[64];
        double west = -300 + 30 * i;
        snprintf(path, sizeof path, "patch_%s", names[i]);
        expect_near(path_named(path)->points_m[0][0], west + 15, 1e-9);
        for (int corner = 0; corner < 4; ++corner)
            assert_surface(corner & 1 ? west + 29 : west + 1, corner & 2 ? -151 : -229, names[i]);
        assert_surface(west + 15, -235, "dry_asphalt");
        assert_surface(west + 15, -145, "dry_asphalt");
    }
}

static void lanes_have_their_surfaces(void **state)
{
    (void)state;
    for (int i = 0; i < 5; ++i) {
        char path[16], name[32];
        snprintf(path, sizeof path, "rough_%c", 'a' + i);
        snprintf(name, sizeof name, "road_class_%c", 'a' + i);
        double y = path_named(path)->points_m[0][1];
        for (int x = 321; x < 420; x += 7)
            for (int side = -1; side <= 1; ++side) assert_surface(x, y + 2.5 * side, name);
        assert_surface(319, y, "dry_asphalt");
    }
    for (int x = -14; x < 135; x += 4) {
        assert_surface(x, -334, "ice");
        assert_surface(x, -336, "dry_asphalt");
    }
    assert_surface(-20, -334, "dry_asphalt");
    assert_surface(140, -334, "dry_asphalt");
    assert_surface(0, -100, "grass");
}

/* On every path but across the patches and lanes there is asphalt from edge to edge. */
static void roads_are_asphalt_from_edge_to_edge(void **state)
{
    (void)state;
    for (int32_t i = 0; i < real.path_count; ++i) {
        const kamm_path *path = &real.paths[i];
        if (!strncmp(path->name, "patch", 5) || !strncmp(path->name, "rough", 5) ||
            !strcmp(path->name, "split_friction"))
            continue;
        for (int32_t k = 1; k + 1 < path->count; ++k) {
            const double *a = path->points_m[k - 1], *b = path->points_m[k + 1],
                         *p = path->points_m[k];
            double length = hypot(b[0] - a[0], b[1] - a[1]), half = 0.499 * path->width_m;
            if (path->closed && (k == 0 || k + 1 == path->count))
                continue; /* a and b are lopsided */
            for (int side = -1; side <= 1; ++side)
                assert_surface(p[0] - side * half * (b[1] - a[1]) / length,
                               p[1] + side * half * (b[0] - a[0]) / length, "dry_asphalt");
        }
    }
}

/* -- the circuit ------------------------------------------------------------------------------ */

static const double *circuit_point(int i)
{
    const kamm_path *path = path_named("circuit");
    return path->points_m[(i + path->count) % path->count];
}

/* The direction of travel at a point of the circuit, and 1 over the radius of the circle through it and its
 * neighbours. */
static double circuit_bend(int i, double direction[2])
{
    const double *a = circuit_point(i - 1), *b = circuit_point(i), *c = circuit_point(i + 1);
    double ab = hypot(b[0] - a[0], b[1] - a[1]), bc = hypot(c[0] - b[0], c[1] - b[1]);
    double ac = hypot(c[0] - a[0], c[1] - a[1]);
    double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    for (int k = 0; k < 2; ++k) direction[k] = (c[k] - a[k]) / ac;
    return 2 * area / (ab * bc * ac);
}

static void circuit_is_closed_and_smooth(void **state)
{
    (void)state;
    const kamm_path *path = path_named("circuit");
    double length = 0, sharpest = 0, last, turned = 0, direction[2];
    assert_int_equal(path->closed, 1);
    last = circuit_bend(-1, direction);
    for (int i = 0; i < path->count; ++i) {
        const double *a = circuit_point(i), *b = circuit_point(i + 1);
        double piece = hypot(b[0] - a[0], b[1] - a[1]), bend = circuit_bend(i, direction);
        assert_between(piece, 3.9, 4.1);
        assert_between(fabs(bend - last), 0,
                       0.015); /* of clothoids: 4 m of 18 m to 1/18 is 0.0123 */
        length += piece;
        turned += bend * piece;
        sharpest = fmax(sharpest, fabs(bend));
        last = bend;
    }
    expect_near(length, 2178, 3);
    expect_near(turned, 2 * PI, 0.01);
    expect_near(1 / sharpest, 18, 0.1);
}

/* A car at 30 m/s keeps more than 0.4 g on its wheels on every crest, also away from the middle. */
static void circuit_has_no_humps(void **state)
{
    (void)state;
    const kamm_path *path = path_named("circuit");
    double top = 0, steepest = 0;
    for (int side = -1; side <= 1; ++side)
        for (int i = 0; i < path->count; ++i) {
            double h[3], direction[2];
            for (int k = 0; k < 3; ++k) {
                const double *p = circuit_point(i + k - 1);
                circuit_bend(i + k - 1, direction);
                h[k] = height_at(p[0] - 4 * side * direction[1], p[1] + 4 * side * direction[0]);
            }
            double curvature = (h[0] - 2 * h[1] + h[2]) / 16;
            assert_between(900 * curvature / 9.80665, -0.6, 0.6);
            top = fmax(top, h[1]);
            steepest = fmax(steepest, fabs(h[2] - h[0]) / 8);
        }
    assert_between(top, 5, 9);
    assert_between(steepest, 0.05, 0.12);
}

/* Level across everywhere but in the banked turn, which leans inwards by 20 degrees. */
static void circuit_is_level_across_but_for_its_bank(void **state)
{
    (void)state;
    double max = 0, banked_m = 0, radius = 0;
    for (int i = 0; i < path_named("circuit")->count; ++i) {
        double direction[2], h[3], bend = circuit_bend(i, direction);
        const double *p = circuit_point(i);
        for (int k = 0; k < 3; ++k)
            h[k] =
                height_at(p[0] - 5.5 * (k - 1) * direction[1], p[1] + 5.5 * (k - 1) * direction[0]);
        double bank = atan((h[0] - h[2]) / 11) / degree;
        expect_near(h[0] + h[2], 2 * h[1], 0.02); /* a plane */
        if (bank > 19.5) banked_m += 4;
        if (bank > max) radius = 1 / bend;
        max = fmax(max, bank);
        if (p[0] < 250) expect_near(bank, 0, 0.05);
    }
    expect_near(max, 20, 0.05);
    expect_near(radius, 60, 0.5);
    assert_between(banked_m, 70, 120);
}

static void circuit_is_clear_of_fixed_bodies(void **state)
{
    (void)state;
    const kamm_path *path = path_named("circuit");
    double nearest = INFINITY;
    for (int i = 0; i < path->count; ++i) {
        const double *p = circuit_point(i);
        nearest = fmin(nearest, static_clearance_m(p[0], p[1]));
        assert_between(dynamic_clearance_m(p[0], p[1]), path->width_m / 2 + 1.5, INFINITY);
    }
    assert_between(nearest, path->width_m / 2 + 1.5, path->width_m / 2 + 8);
}

/* -- bodies and starts ------------------------------------------------------------------------ */

/* Walls reach the ground at the lowest place below them; what fills the ramps, the ground below those. */
static void static_bodies_stand_on_the_ground(void **state)
{
    (void)state;
    for (int32_t i = 0; i < smooth.def.body_count; ++i) {
        if (smooth.def.bodies[i].type == KAMM_BODY_DYNAMIC) continue;
        const kamm_box *box = &smooth.def.bodies[i].shapes[0].box;
        double w = box->orientation[0], z = box->orientation[3],
               foot = box->centre_m[2] - box->half_m[2];
        double c = w || z ? w * w - z * z : 1, s = 2 * w * z, lowest = INFINITY;
        for (int end = -1; end <= 1; ++end) {
            double x = box->centre_m[0] + end * c * box->half_m[0];
            double y = box->centre_m[1] + end * s * box->half_m[0];
            lowest = fmin(lowest, kamm_terrain_at(smooth.terrain, x, y, -ANYWHERE_M).height_m);
        }
        expect_near(lowest, foot, 0.05);
    }
}

static void dynamic_bodies_stand_on_the_ground(void **state)
{
    (void)state;
    for (int32_t i = 0; i < smooth.def.body_count; ++i) {
        const kamm_body_def *body = &smooth.def.bodies[i];
        if (body->type != KAMM_BODY_DYNAMIC) continue;
        double foot = INFINITY;
        for (int32_t k = 0; k < body->shape_count; ++k)
            foot = fmin(foot, body->shapes[k].box.centre_m[2] - body->shapes[k].box.half_m[2]);
        foot += body->position_m[2];
        expect_near(foot, height_at(body->position_m[0], body->position_m[1]), 2e-3);
        assert_int_equal(body->asleep, 1);
    }
}

/* ISO 3888-2 for a car 1.8 m wide: how wide the lanes are between the cones' feet of 0.3 m. */
static void moose_course_has_the_widths_of_the_norm(void **state)
{
    (void)state;
    static const double begin[] = {0, 25.5, 49}, length[] = {12, 11, 12},
                        width[] = {2.23, 2.8, 2.59};
    const double right = -337 - 2.23 / 2, side = -337 + 2.23 / 2 + 1;
    for (int lane = 0; lane < 3; ++lane)
        for (int i = 0; i < 5; ++i) {
            double x = -330 + begin[lane] + length[lane] * i / 4, low = lane == 1 ? side : right;
            expect_near(dynamic_clearance_m(x, low - 0.15), 0, 2e-3);
            expect_near(dynamic_clearance_m(x, low + width[lane] + 0.15), 0, 2e-3);
        }
}

static void starts_are_free_and_on_asphalt(void **state)
{
    (void)state;
    for (int32_t i = 0; i < real.start_count; ++i) {
        const kamm_start *start = &real.starts[i];
        assert_surface(start->x_m, start->y_m, "dry_asphalt");
        for (int end = -2; end <= 2; ++end) { /* a car and 2 m around it */
            double x = start->x_m + 1.5 * end * cos(start->yaw_rad);
            double y = start->y_m + 1.5 * end * sin(start->yaw_rad);
            assert_between(static_clearance_m(x, y), 3, INFINITY);
            assert_between(dynamic_clearance_m(x, y), 3, INFINITY);
        }
        if (strcmp(start->name, "banked_turn")) path_named(start->name);
    }
    for (int32_t i = 0; i < real.path_count; ++i)
        if (!kamm_find_start(&real, real.paths[i].name))
            fail_msg("no start %s", real.paths[i].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skid_pad_and_straight_are_level),
        cmocka_unit_test(slopes_rise_by_10_20_and_30_percent),
        cmocka_unit_test(toes_and_crests_of_slopes_are_round),
        cmocka_unit_test(ramps_end_at_a_sharp_lip),
        cmocka_unit_test(nothing_sticks_out_of_the_ramps),
        cmocka_unit_test(every_surface_has_its_patch),
        cmocka_unit_test(lanes_have_their_surfaces),
        cmocka_unit_test(roads_are_asphalt_from_edge_to_edge),
        cmocka_unit_test(circuit_is_closed_and_smooth),
        cmocka_unit_test(circuit_has_no_humps),
        cmocka_unit_test(circuit_is_level_across_but_for_its_bank),
        cmocka_unit_test(circuit_is_clear_of_fixed_bodies),
        cmocka_unit_test(static_bodies_stand_on_the_ground),
        cmocka_unit_test(dynamic_bodies_stand_on_the_ground),
        cmocka_unit_test(moose_course_has_the_widths_of_the_norm),
        cmocka_unit_test(starts_are_free_and_on_asphalt),
    };
    return cmocka_run_group_tests(tests, read_both, forget_both);
}
