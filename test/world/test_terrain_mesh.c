/* Meshes against all of their triangles: heights, planes of wheels, and for how far those hold. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/tier.h"

#include <kamm/kamm.h>
#include <math.h>
#include <string.h>

enum { SIDE = 12, MAX_TRIANGLES = 3 * SIDE * SIDE * 2, MAX_POINTS = 3 * MAX_TRIANGLES };
#define RADIUS_M 0.31

struct mesh {
    int points, triangles;
    float v[MAX_POINTS][3];
    int32_t t[MAX_TRIANGLES][3];
};
static struct mesh mesh;
static uint32_t seed;

static double between(double low, double high)
{
    seed = seed * 1664525u + 1013904223u;
    return low + (high - low) * (seed >> 8) / 16777216.0;
}

static void add_triangle(double v[3][3])
{
    for (int i = 0; i < 3; ++i, ++mesh.points)
        for (int j = 0; j < 3; ++j) mesh.v[mesh.points][j] = (float)v[i][j];
    for (int i = 0; i < 3; ++i) mesh.t[mesh.triangles][i] = mesh.points - 3 + i;
    ++mesh.triangles;
}

enum kind { LEVEL, HILLS, RANDOM, KERBS, HOLES, BRIDGES, KINDS };

static double height_of(enum kind kind, int i, int j)
{
    if (kind == HILLS) return 0.1 * sin(0.7 * i) * cos(0.5 * j);
    if (kind == RANDOM) return 0.1 * ((i * 7919 + j * 104729) % 17) / 17;
    return kind == LEVEL ? 0.03 * i - 0.02 * j : 0;
}

/* Squares of two triangles; kerbs with upright faces, holes, and decks that cross above them. */
static void make_mesh(enum kind kind, double cell_m, double origin_m)
{
    memset(&mesh, 0, sizeof mesh);
    seed = 77;
    for (int j = 0; j < SIDE; ++j)
        for (int i = 0; i < SIDE; ++i) {
            double q[4][3], lift = kind == KERBS ? 0.06 * ((i + j) % 2) : 0;
            for (int k = 0; k < 4; ++k) {
                int a = i + (k & 1), b = j + (k >> 1);
                q[k][0] = origin_m + a * cell_m;
                q[k][1] = origin_m + b * cell_m;
                q[k][2] = height_of(kind, a, b) + lift;
            }
            int diagonal = between(0, 1) > 0.5 ? 1 : 0;
            double one[3][3], other[3][3], wall[3][3];
            for (int k = 0; k < 3; ++k) {
                one[0][k] = q[diagonal][k], one[1][k] = q[diagonal + 1 + diagonal][k];
                one[2][k] = q[2 - 2 * diagonal][k];
                other[0][k] = q[1 + diagonal * 0][k], other[1][k] = q[2][k], other[2][k] = q[3][k];
                if (diagonal) other[0][k] = q[0][k], other[1][k] = q[2][k];
                wall[0][k] = q[0][k], wall[1][k] = q[1][k], wall[2][k] = q[1][k] + (k == 2);
            }
            if (kind == HOLES && between(0, 1) < 0.2) continue;
            add_triangle(one);
            add_triangle(other);
            add_triangle(wall);
        }
    if (kind != BRIDGES) return;
    double size = SIDE * cell_m, at = origin_m;
    double deck[3][3] = {
        {at, at, 3}, {at + size, at + 0.1 * size, 3.5}, {at + 0.3 * size, at + size, 4}};
    double ramp[3][3] = {{at, at + size, -0.5}, {at + size, at, -0.5}, {at + size, at + size, 1}};
    add_triangle(deck);
    add_triangle(ramp);
}

static kamm_terrain *start_mesh(int with_heights)
{
    static const kamm_surface asphalt = {.name = "asphalt", .friction = 1};
    static const float deep[4] = {-90, -90, -90, -90};
    kamm_layer layers[] = {
        {.kind = KAMM_LAYER_MESH,
         .mesh = {mesh.points, mesh.triangles, (const float(*)[3])mesh.v,
                  (const int32_t(*)[3])mesh.t}},
        {.kind = KAMM_LAYER_HEIGHTS, .heights = {2, 2, 1e6, {-5e5, -5e5}, deep}}};
    kamm_terrain_def def = {.layers = layers,
                            .layer_count = 1 + with_heights,
                            .surfaces = &asphalt,
                            .surface_count = 1};
    kamm_error error = {0};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

/* The rule of include/kamm/terrain.h over all triangles. `margin_m`: how far from a border or an edge of some triangle
 * the place is, as rounding may decide otherwise there. */
static int ground_of_all(double x, double y, double limit, double *height, double *margin_m)
{
    int found = 0;
    *margin_m = INFINITY;
    for (int t = 0; t < mesh.triangles; ++t) {
        const float *c[3] = {mesh.v[mesh.t[t][0]], mesh.v[mesh.t[t][1]], mesh.v[mesh.t[t][2]]};
        double u[2] = {(double)c[1][0] - (double)c[0][0], (double)c[1][1] - (double)c[0][1]};
        double v[2] = {(double)c[2][0] - (double)c[0][0], (double)c[2][1] - (double)c[0][1]};
        double p[2] = {x - (double)c[0][0], y - (double)c[0][1]}, area = u[0] * v[1] - u[1] * v[0];
        if (area == 0) continue;
        double b = (p[0] * v[1] - p[1] * v[0]) / area, g = (u[0] * p[1] - u[1] * p[0]) / area;
        double inside = fmin(fmin(b, g), 1 - b - g), size = sqrt(fabs(area));
        *margin_m = fmin(*margin_m, fabs(inside) * size);
        if (inside < 0) continue;
        double z = (double)c[0][2] + b * ((double)c[1][2] - (double)c[0][2]) +
                   g * ((double)c[2][2] - (double)c[0][2]);
        int better =
            z <= limit ? !(*height <= limit) || z >= *height : *height > limit && z < *height;
        if (!found || better) *height = z;
        found = 1;
    }
    return found;
}

static void heights_are_those_of_all_triangles(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double cells[] = {0.25, 1, 2, 40}, origins[] = {0, -7.3, 3e3, -6.5e4};
    int compared = 0, beyond = 0;
    for (int kind = 0; kind < KINDS; ++kind)
        for (int c = 0; c < 4; ++c)
            for (int o = 0; o < 4; ++o) {
                make_mesh((enum kind)kind, cells[c], origins[o]);
                kamm_terrain *terrain = start_mesh(0);
                for (int i = 0; i < 300; ++i) {
                    double x = between(-0.02, 1.02) * SIDE * cells[c] + origins[o];
                    double y = between(-0.02, 1.02) * SIDE * cells[c] + origins[o];
                    double z = between(-1, 5), height = 0, margin;
                    int found = ground_of_all(x, y, z + 0.25, &height, &margin);
                    if (margin < 2e-6 * cells[c] * SIDE) continue;
                    ++*(found ? &compared : &beyond);
                    if (found)
                        expect_near(kamm_terrain_at(terrain, x, y, z).height_m, height,
                                    1e-9 * cells[c] + 1e-9);
                }
                kamm_destroy_terrain(terrain);
            }
    assert_in_range(compared, 20000, 30000);
    assert_in_range(beyond, 1000, 10000);
}

/* On the edges of cells and triangles there is ground, too: no body falls through a seam. */
static void seams_have_ground(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double cells[] = {0.1, 1, 3.7, 40}, origins[] = {0, -7.3, 3e3};
    for (int c = 0; c < 4; ++c)
        for (int o = 0; o < 3; ++o) {
            make_mesh(LEVEL, cells[c], origins[o]);
            kamm_terrain *terrain = start_mesh(1);
            for (int i = 0; i < 4000; ++i) {
                /* on a row, on a column, and on the rest's diagonals */
                double at[2] = {between(0.01, SIDE - 0.01), between(0.01, SIDE - 0.01)};
                if (i % 4 < 2) at[i % 2] = 1 + i % (SIDE - 1);
                if (i % 4 == 2) at[1] = floor(at[1]) + (at[0] - floor(at[0]));
                if (i % 4 == 3) at[1] = floor(at[1]) + 1 - (at[0] - floor(at[0]));
                for (int k = 0; k < 2; ++k) at[k] = (double)(float)(origins[o] + at[k] * cells[c]);
                expect_above(kamm_terrain_at(terrain, at[0], at[1], 50).height_m, -10);
            }
            kamm_destroy_terrain(terrain);
        }
}

static kamm_contact touch(const kamm_terrain *terrain, double x, double y, double z, double yaw)
{
    kamm_ground ground = kamm_terrain_ground(terrain);
    kamm_contact contact = {0};
    kamm_probe probe = {.position_m = {x, y, z},
                        .forward = {(float)cos(yaw), (float)sin(yaw), 0},
                        .left = {(float)-sin(yaw), (float)cos(yaw), 0},
                        .radius_m = (float)RADIUS_M,
                        .width_m = 0.2f};
    ground.query(ground.user, 1, &probe, &contact);
    return contact;
}

static double height_on(const kamm_contact *c, double x, double y)
{
    double slope[2] = {-(double)c->normal[0] / (double)c->normal[2],
                       -(double)c->normal[1] / (double)c->normal[2]};
    return c->point_m[2] + slope[0] * (x - c->point_m[0]) + slope[1] * (y - c->point_m[1]);
}

/* A height map far below is never the ground, but makes wheels sample their profile: to 1/800 of the radius, and without
 * the corners of kerbs that lie between two samples. */
static void wheels_feel_what_samples_tell(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const enum kind kinds[] = {HILLS, RANDOM, KERBS};
    for (int kind = 0; kind < 3; ++kind) {
        make_mesh(kinds[kind], 1, 0);
        kamm_terrain *exact = start_mesh(0), *sampled = start_mesh(1);
        double worst = 0, sum = 0;
        int off = 0;
        for (int i = 0; i < 2000; ++i) {
            double x = between(1, SIDE - 1), y = between(1, SIDE - 1), yaw = between(-4, 4);
            kamm_contact a = touch(exact, x, y, 0.9, yaw), b = touch(sampled, x, y, 0.9, yaw);
            double apart = fabs(height_on(&a, x, y) - height_on(&b, x, y));
            worst = fmax(worst, apart), sum += apart;
            off += apart > 1e-3;
        }
        print_message("kind %d: %.3f mm apart at most, %d of 2000 by 1 mm\n", (int)kinds[kind],
                      1e3 * worst, off);
        expect_below(worst, kinds[kind] == KERBS ? 0.02 : 0.004);
        expect_below(sum / 2000, 2e-4);
        expect_below(off, 60.5);
        kamm_destroy_terrain(exact);
        kamm_destroy_terrain(sampled);
    }
}

/* From a tenth of a millimetre to the next the axle rises by little, whatever the edge's direction. */
static void wheels_roll_over_edges_without_jumps(void **state)
{
    (void)state;
    static const enum kind kinds[] = {LEVEL, HILLS, RANDOM, KERBS};
    static const double limits[] = {1e-5, 2e-5, 5e-5, 5e-4};
    for (int kind = 0; kind < 4; ++kind) {
        make_mesh(kinds[kind], 1, 0);
        kamm_terrain *terrain = start_mesh(0);
        double worst = 0;
        for (int run = 0; run < 6; run += of_tier(6, 1)) {
            double yaw = 0.1 + 0.23 * run, last = 0;
            for (int i = 0; i < 30000; ++i) {
                double x = 2 + 2e-4 * i * cos(yaw), y = 2 + 2e-4 * i * sin(yaw);
                kamm_contact c = touch(terrain, x, y, 0.5, yaw);
                double slope =
                    hypot((double)c.normal[0], (double)c.normal[1]) / (double)c.normal[2];
                double axle = c.point_m[2] + RADIUS_M * 11 / 12 * sqrt(1 + slope * slope);
                if (i) worst = fmax(worst, fabs(axle - last));
                last = axle;
            }
        }
        print_message("kind %d: the axle rises by up to %.4f mm in 0.2 mm\n", (int)kinds[kind],
                      1e3 * worst);
        expect_below(worst, limits[kind]);
        kamm_destroy_terrain(terrain);
    }
}

/* A wheel that keeps its plane for as far as it is valid would have got the same plane. */
static void planes_hold_as_far_as_they_say(void **state)
{
    (void)state;
    static const double cells[] = {1, 5, 40}, origins[] = {0, 3e3};
    int far = 0;
    for (int kind = 0; kind < KINDS; ++kind)
        for (int c = 0; c < 3; ++c)
            for (int o = 0; o < 2; ++o) {
                make_mesh((enum kind)kind, cells[c], origins[o]);
                kamm_terrain *terrain = start_mesh(0);
                for (int i = 0; i < 300; ++i) {
                    double x = between(0, SIDE) * cells[c] + origins[o], yaw = between(-4, 4);
                    double y = between(0, SIDE) * cells[c] + origins[o], to = between(-4, 4);
                    kamm_contact kept = touch(terrain, x, y, 0.6, yaw);
                    if (!(kept.reach_m > 0.06f))
                        continue; /* such as those of 5 cm are approximations */
                    double reach = 0.999 * (double)kept.reach_m;
                    x += reach * cos(to), y += reach * sin(to);
                    kamm_contact anew = touch(terrain, x, y, 0.6, yaw);
                    expect_near(height_on(&kept, x, y), anew.point_m[2], 1e-5);
                    for (int k = 0; k < 3; ++k) expect_near(kept.normal[k], anew.normal[k], 1e-5);
                    ++far;
                }
                kamm_destroy_terrain(terrain);
            }
    assert_in_range(far, 1000, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_are_those_of_all_triangles),
        cmocka_unit_test(seams_have_ground),
        cmocka_unit_test(wheels_feel_what_samples_tell),
        cmocka_unit_test(wheels_roll_over_edges_without_jumps),
        cmocka_unit_test(planes_hold_as_far_as_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
