/* Layers of a terrain against closed forms: height maps, planes, meshes, paint, borders, bad defs. */
#include "support/cars.h"
#include "support/quick.h"

#include "world/terrain/paint.h"

#include <math.h>
#include <string.h>

static const kamm_surface surfaces[] = {{.name = "dry_asphalt", .friction = 1},
                                        {.name = "ice", .friction = 0.1f, .sliding_loss = 0.1f},
                                        {.name = "sand",
                                         .friction = 0.6f,
                                         .rolling_resistance = 0.1f,
                                         .sinkage_m = 0.05f,
                                         .sinkage_drag = 0.15f}};
enum { SURFACES = sizeof surfaces / sizeof *surfaces };

static kamm_terrain_def def_of(const kamm_layer *layers, int count)
{
    return (kamm_terrain_def){
        .layers = layers, .layer_count = count, .surfaces = surfaces, .surface_count = SURFACES};
}

static kamm_terrain *start_terrain(const kamm_terrain_def *def)
{
    kamm_error error;
    kamm_terrain *terrain = kamm_create_terrain(def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

static kamm_terrain *start_layer(const kamm_layer *layer)
{
    kamm_terrain_def def = def_of(layer, 1);
    return start_terrain(&def);
}

static kamm_layer heights_layer(const float *heights, int columns, int rows, double cell_m,
                                double x_m, double y_m)
{
    return (kamm_layer){.kind = KAMM_LAYER_HEIGHTS,
                        .heights = {columns, rows, cell_m, {x_m, y_m}, heights},
                        .surface = -1};
}

static kamm_layer level_layer(double height_m, double from_m, double to_m)
{
    return (kamm_layer){.kind = KAMM_LAYER_PLANE,
                        .plane = {height_m, {0, 0}, {from_m, from_m}, {to_m, to_m}},
                        .surface = -1};
}

static double height_at(const kamm_terrain *terrain, double x, double y)
{
    return kamm_terrain_at(terrain, x, y, 1e6).height_m;
}

enum { COLUMNS = 21, ROWS = 17 };
static float grid[ROWS * COLUMNS];

static void make_grid(double (*height)(double x, double y), double cell_m)
{
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        grid[i] = (float)height(i % COLUMNS * cell_m, i / COLUMNS * cell_m);
}

static double noisy(double x, double y) { return sin(37 * x + 17 * y * y) + 0.3 * cos(91 * x * y); }
static double tilted(double x, double y) { return 1 + 0.25 * x - 0.125 * y; }

static void planes_stay_planes_up_to_the_border(void **state)
{
    (void)state;
    make_grid(tilted, 0.5);
    kamm_layer layer = heights_layer(grid, COLUMNS, ROWS, 0.5, 0, 0);
    kamm_terrain *terrain = start_layer(&layer);
    struct noise noise = {1};
    for (int i = 0; i < 1000; ++i) {
        double x = noise_between(&noise, 0, 10), y = noise_between(&noise, 0, 8);
        kamm_terrain_point at = kamm_terrain_at(terrain, x, y, 100);
        expect_near(at.height_m, tilted(x, y), 1e-13);
        expect_near(-at.normal[0] / at.normal[2], 0.25, 1e-6);
        expect_near(-at.normal[1] / at.normal[2], -0.125, 1e-6);
    }
    kamm_destroy_terrain(terrain);
}

/* Through all points, and the change of the slope over a line that shrinks around a cell's edge goes to 0. */
static void heights_are_smooth_from_cell_to_cell(void **state)
{
    (void)state;
    make_grid(noisy, 1);
    kamm_layer layer = heights_layer(grid, COLUMNS, ROWS, 1, 0, 0);
    kamm_terrain *terrain = start_layer(&layer);
    double jump[2] = {0, 0};
    for (int i = 1; i < COLUMNS - 1; ++i)
        for (int j = 1; j < ROWS - 1; ++j) {
            expect_near(height_at(terrain, i, j), grid[j * COLUMNS + i], 1e-12);
            for (int fine = 0; fine < 2; ++fine) {
                double by = fine ? 1e-5 : 1e-2;
                const double along[][2] = {{by, 0}, {0, by}};
                for (int k = 0; k < 2; ++k) {
                    double x = i + (k ? 0.37 : 0), y = j + (k ? 0 : 0.61);
                    kamm_terrain_point a =
                        kamm_terrain_at(terrain, x - along[k][0], y - along[k][1], 100);
                    kamm_terrain_point b =
                        kamm_terrain_at(terrain, x + along[k][0], y + along[k][1], 100);
                    for (int n = 0; n < 2; ++n)
                        jump[fine] = fmax(jump[fine], fabs(a.normal[n] / a.normal[2] -
                                                           b.normal[n] / b.normal[2]));
                }
            }
        }
    expect_below(jump[1], 3e-4); /* second derivatives of up to 12, over 2e-5 */
    expect_above(jump[0], 100 * jump[1]);
    kamm_destroy_terrain(terrain);
}

static void normal_is_the_gradient(void **state)
{
    (void)state;
    make_grid(noisy, 1);
    kamm_layer layer = heights_layer(grid, COLUMNS, ROWS, 1, -3, 5);
    kamm_terrain *terrain = start_layer(&layer);
    struct noise noise = {2};
    const double by = 1e-4;
    for (int i = 0; i < 500; ++i) {
        double x = -3 + noise_between(&noise, 0.1, 19.9), y = 5 + noise_between(&noise, 0.1, 15.9);
        kamm_terrain_point at = kamm_terrain_at(terrain, x, y, 100);
        double dx = height_at(terrain, x + by, y) - height_at(terrain, x - by, y);
        double dy = height_at(terrain, x, y + by) - height_at(terrain, x, y - by);
        expect_near(-at.normal[0] / at.normal[2], dx / (2 * by), 2e-3);
        expect_near(-at.normal[1] / at.normal[2], dy / (2 * by), 2e-3);
    }
    kamm_destroy_terrain(terrain);
}

/* A profile that was measured gets no second road: heights to the bit, whatever the surface, unless `rough`. */
static void heights_are_smooth_unless_they_are_to_be_rough(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const kamm_surface field = {.friction = 1, .roughness_m3 = 0.016f};
    float zeros[16] = {0};
    const kamm_layer layers[] = {
        level_layer(0, 0, 0),
        {.kind = KAMM_LAYER_HEIGHTS, .heights = {4, 4, 10, {-15, -15}, zeros}, .surface = -1}};
    for (int i = 0; i < 2; ++i) {
        kamm_terrain_def def = def_of(&layers[i], 1);
        def.surfaces = &field;
        def.surface_count = 1;
        double worst_m[2] = {0};
        for (def.rough = 0; def.rough < 2; ++def.rough) {
            kamm_terrain *terrain = start_terrain(&def);
            for (double x = -10; x < 10; x += 0.37) {
                kamm_terrain_point at = kamm_terrain_at(terrain, x, 0.5 * x, 1);
                worst_m[def.rough] = fmax(worst_m[def.rough], fabs(at.height_m));
                if (!def.rough) assert_true(at.normal[2] == 1);
            }
            kamm_destroy_terrain(terrain);
        }
        assert_true(worst_m[0] == 0);
        expect_above(worst_m[1], 0.01);
    }
}

/* Of roughness as well, and where it fades from one painted cell to the other. */
static void normal_is_the_gradient_of_painted_roughness(void **state)
{
    (void)state;
    static const uint8_t cells[] = {0, 1, 2, /**/ 2, 0, 1, /**/ 1, 2, 0};
    const kamm_surface rough[] = {{.friction = 1},
                                  {.friction = 1, .roughness_m3 = 0.01f},
                                  {.friction = 1, .roughness_m3 = 0.001f}};
    kamm_layer layer = level_layer(0, 0, 0);
    kamm_terrain_def def = def_of(&layer, 1);
    def.surfaces = rough;
    def.rough = 1;
    def.paint = (kamm_paint){3, 3, 1, {0, 0}, cells};
    kamm_terrain *terrain = start_terrain(&def);
    struct noise noise = {6};
    const double by = 1e-5;
    double max = 0;
    for (int i = 0; i < 500; ++i) {
        double x = noise_between(&noise, 0, 3), y = noise_between(&noise, 0, 3);
        kamm_terrain_point at = kamm_terrain_at(terrain, x, y, 100);
        double dx = height_at(terrain, x + by, y) - height_at(terrain, x - by, y);
        double dy = height_at(terrain, x, y + by) - height_at(terrain, x, y - by);
        expect_near(-at.normal[0] / at.normal[2], dx / (2 * by), 1e-3);
        expect_near(-at.normal[1] / at.normal[2], dy / (2 * by), 1e-3);
        max = fmax(max, fabs(dx / (2 * by)));
    }
    expect_above(max, 0.1);
    kamm_destroy_terrain(terrain);
}

static double wave(double x, double y) { return sin(0.5 * x) * cos(0.4 * y); }

static double worst_of_wave(double cell_m)
{
    static float fine[129 * 129];
    int points = (int)lround(16 / cell_m) + 1;
    for (int i = 0; i < points * points; ++i)
        fine[i] = (float)wave(i % points * cell_m, i / points * cell_m);
    kamm_layer layer = heights_layer(fine, points, points, cell_m, 0, 0);
    kamm_terrain *terrain = start_layer(&layer);
    double worst = 0;
    for (double x = 3; x < 13; x += 0.0713)
        for (double y = 3; y < 13; y += 0.1371)
            worst = fmax(worst, fabs(height_at(terrain, x, y) - wave(x, y)));
    kamm_destroy_terrain(terrain);
    return worst;
}

/* Keys: the error falls with the third power of the cell. */
static void interpolation_is_of_third_order(void **state)
{
    (void)state;
    double coarse = worst_of_wave(1), fine = worst_of_wave(0.5), order = log2(coarse / fine);
    print_message("worst error %.2e m at 1 m, %.2e m at 0.5 m: order %.2f\n", coarse, fine, order);
    expect_near(order, 3, 0.35);
}

/* A wedge: up by 0.5 over x = 0 … 5, then level at 2.5 up to 8; one triangle wound the other way. */
static const float wedge_vertices[][3] = {{0, -2, 0},    {5, -2, 2.5f}, {5, 2, 2.5f}, {0, 2, 0},
                                          {8, -2, 2.5f}, {8, 2, 2.5f},  {5, 2, 0},    {5, -2, 0}};
static const int32_t wedge_triangles[][3] = {{0, 1, 2}, {0, 3, 2}, {1, 4, 5},
                                             {1, 5, 2}, {1, 2, 6}, {1, 6, 7}};

static kamm_layer wedge_layer(void)
{
    return (kamm_layer){
        .kind = KAMM_LAYER_MESH, .mesh = {8, 6, wedge_vertices, wedge_triangles}, .surface = -1};
}

static void wedge_mesh_has_its_heights_and_normals(void **state)
{
    (void)state;
    kamm_layer layer = wedge_layer();
    kamm_terrain *terrain = start_layer(&layer);
    struct noise noise = {3};
    for (int i = 0; i < 2000; ++i) {
        double x = i % 9, y = noise_between(&noise, -2, 2);
        if (i % 2) x = noise_between(&noise, 0, 8);
        kamm_terrain_point at = kamm_terrain_at(terrain, x, y, 100);
        expect_near(at.height_m, fmin(x / 2, 2.5), 1e-12);
        if (fabs(x - 5) > 1e-6) expect_near(-at.normal[0] / at.normal[2], x < 5 ? 0.5 : 0, 1e-6);
        expect_near(at.normal[1], 0, 1e-6);
    }
    kamm_destroy_terrain(terrain);
}

enum { RINGS = 24 };

/* A pyramid of 6 m with a foot of 12 by 12 m, each side cut into many triangles. */
static void pyramid_mesh_of_many_triangles_has_its_heights(void **state)
{
    (void)state;
    static float vertices[(2 * RINGS + 1) * (2 * RINGS + 1)][3];
    static int32_t triangles[8 * RINGS * RINGS][3];
    int count = 0, points = 2 * RINGS + 1;
    for (int j = 0; j < points; ++j)
        for (int i = 0; i < points; ++i) {
            float *v = vertices[j * points + i];
            v[0] = 0.25f * (float)(i - RINGS), v[1] = 0.25f * (float)(j - RINGS);
            v[2] = 6 - fmaxf(fabsf(v[0]), fabsf(v[1]));
        }
    for (int j = 0; j + 1 < points; ++j)
        for (int i = 0; i + 1 < points; ++i) { /* diagonals along the ridges */
            int a = j * points + i, b = a + 1, c = a + points, d = c + 1;
            int falls = (i < RINGS) == (j < RINGS);
            const int32_t two[2][3] = {{a, b, falls ? d : c}, {falls ? a : b, d, c}};
            memcpy(triangles[count], two, sizeof two);
            count += 2;
        }
    kamm_layer layer = {.kind = KAMM_LAYER_MESH,
                        .mesh = {points * points, count, (const float(*)[3])vertices,
                                 (const int32_t(*)[3])triangles},
                        .surface = -1};
    kamm_terrain *terrain = start_layer(&layer);
    struct noise noise = {4};
    for (int i = 0; i < 5000; ++i) {
        double x = noise_between(&noise, -6, 6), y = noise_between(&noise, -6, 6);
        expect_near(height_at(terrain, x, y), 6 - fmax(fabs(x), fabs(y)), 1e-12);
    }
    kamm_destroy_terrain(terrain);
}

static void bridge_is_ground_only_from_above(void **state)
{
    (void)state;
    static const float deck[][3] = {{-10, -3, 4}, {10, -3, 4}, {10, 3, 4}, {-10, 3, 4}};
    static const int32_t both[][3] = {{0, 1, 2}, {0, 2, 3}};
    kamm_layer layers[] = {level_layer(0, 0, 0),
                           {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, deck, both}, .surface = 1},
                           level_layer(-7, -100, 100)};
    kamm_terrain_def def = def_of(layers, 3);
    kamm_terrain *terrain = start_terrain(&def);
    const double asked[][4] = {/* x, z; height, surface */
                               {0, 100, 4, 1}, {0, 4, 4, 1},   {0, 3.8, 4, 1},
                               {0, 3, 0, 0},   {0, 0, 0, 0},   {0, -0.1, 0, 0},
                               {0, -1, -7, 0}, {0, -9, -7, 0}, {11, 100, 0, 0}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; ++i) {
        kamm_terrain_point at = kamm_terrain_at(terrain, asked[i][0], 1, asked[i][1]);
        expect_near(at.height_m, asked[i][2], 0);
        assert_int_equal(at.surface, (int)asked[i][3]);
    }
    kamm_destroy_terrain(terrain);
}

static void ground_outside_is_that_of_the_nearest_border(void **state)
{
    (void)state;
    make_grid(tilted, 1);
    kamm_layer layers[] = {heights_layer(grid, COLUMNS, ROWS, 1, 0, 0), level_layer(50, -60, -50),
                           wedge_layer()};
    kamm_terrain_def def = def_of(layers, 3);
    kamm_terrain *terrain = start_terrain(&def);
    kamm_terrain_point at = kamm_terrain_at(terrain, 1000, 3, 1e6);
    expect_near(at.height_m, tilted(20, 3), 1e-12);
    expect_near(at.normal[2], 1, 0);
    expect_near(height_at(terrain, 1000, 1000), tilted(20, 16), 1e-12);
    expect_near(height_at(terrain, -1e5, -1e5), 50, 0);
    expect_near(height_at(terrain, 7, -3), 2.5, 1e-12);   /* beside the wedge */
    expect_near(height_at(terrain, 3, -2.25), 1.5, 1e-9); /* … on its slope */
    expect_near(height_at(terrain, -1, -2.5), 0, 1e-6);   /* at its foot */
    kamm_destroy_terrain(terrain);
}

static void paint_gives_the_surface_of_a_place(void **state)
{
    (void)state;
    static const uint8_t cells[] = {1, 2, 0, /**/ 0, 1, 2};
    kamm_layer layers[] = {level_layer(0, 0, 0), level_layer(1, 10, 20)};
    layers[1].surface = 2;
    kamm_terrain_def def = def_of(layers, 2);
    def.paint = (kamm_paint){3, 2, 2, {-2, 10}, cells};
    kamm_terrain *terrain = start_terrain(&def);
    const double asked[][3] = {{-1.9, 10.1, 1}, {-0.1, 11.9, 1}, {0.1, 11.9, 2}, {3, 11, 0},
                               {-1, 13, 0},     {1, 13, 1},      {3.9, 13.9, 2}, {4.1, 13, 0},
                               {-2.1, 13, 0},   {1e300, 0, 0},   {15, 15, 2}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; ++i)
        assert_int_equal(kamm_terrain_at(terrain, asked[i][0], asked[i][1], 10).surface,
                         (int)asked[i][2]);
    assert_string_equal(kamm_terrain_surface(terrain, 2)->name, "sand");
    kamm_destroy_terrain(terrain);
}

static void expect_refused(const kamm_terrain_def *def, const char *const says[2])
{
    kamm_error error = {0};
    assert_null(kamm_create_terrain(def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    for (int i = 0; i < 2; ++i)
        if (!strstr(error.text, says[i])) fail_msg("\"%s\" lacks \"%s\"", error.text, says[i]);
    assert_null(kamm_create_terrain(def, NULL));
}

#define REFUSED(def, ...) expect_refused(def, (const char *const[2]){__VA_ARGS__})

static void bad_grids_are_refused(void **state)
{
    (void)state;
    make_grid(tilted, 1);
    kamm_layer layer = heights_layer(grid, COLUMNS, ROWS, 1, 0, 0);
    kamm_terrain_def def = def_of(&layer, 1);
    layer.heights.columns = 1;
    REFUSED(&def, "layers[0].heights", "at least 2");
    layer.heights.columns = 0;
    REFUSED(&def, "0 columns", "at least 2");
    layer.heights.columns = layer.heights.rows = 2000000000;
    REFUSED(&def, "2000000000", "at most");
    layer = heights_layer(grid, COLUMNS, ROWS, -1, 0, 0);
    REFUSED(&def, "cell_m is -1", "above 0");
    layer = heights_layer(grid, COLUMNS, ROWS, NAN, 0, 0);
    REFUSED(&def, "cell_m is", "above 0");
    layer = heights_layer(grid, COLUMNS, ROWS, 1, 0, INFINITY);
    REFUSED(&def, "origin_m[1]", "between");
    layer = heights_layer(NULL, COLUMNS, ROWS, 1, 0, 0);
    REFUSED(&def, "heights_m", "NULL");
    layer = heights_layer(grid, COLUMNS, ROWS, 1, 0, 0);
    grid[3 * COLUMNS + 7] = NAN;
    REFUSED(&def, "column 7, row 3", "between");
    layer = level_layer(0, 1, 2);
    static const uint8_t cells[] = {0, 1, 9, 0};
    def.paint = (kamm_paint){2, 2, 1, {0, 0}, cells};
    REFUSED(&def, "column 0, row 1 is 9", "0 to 2");
    def.paint.columns = 0;
    REFUSED(&def, "paint: 0 columns and 2 rows", "at least 1");
}

static void bad_layers_are_refused(void **state)
{
    (void)state;
    kamm_layer layer = wedge_layer();
    kamm_terrain_def def = def_of(&layer, 1);
    int32_t wrong[][3] = {{0, 1, 2}, {0, 8, 1}};
    layer.mesh.triangles = (const int32_t(*)[3])wrong;
    layer.mesh.triangle_count = 2;
    REFUSED(&def, "triangles[1][1] is 8", "0 to 7");
    wrong[1][1] = -1;
    REFUSED(&def, "triangles[1][1] is -1", "0 to 7");
    const int32_t upright[][3] = {{1, 2, 6}, {1, 6, 7}, {3, 3, 2}};
    layer.mesh.triangles = upright;
    REFUSED(&def, "upright", "at least one");
    layer.mesh.triangle_count = 0;
    REFUSED(&def, "0 triangles", "1 are needed");
    const float far[][3] = {{0, 0, 0}, {1, 0, NAN}, {0, 1, 0}};
    layer.mesh = (kamm_mesh){3, 1, far, wedge_triangles};
    REFUSED(&def, "vertices_m[1][2]", "between");
    layer = level_layer(0, 5, 3);
    REFUSED(&def, "to_m[0] is 3", "above from_m[0] = 5");
    layer = level_layer(0, 3, 5);
    layer.plane.slope[1] = INFINITY;
    REFUSED(&def, "slope[1]", "between");
    layer = level_layer(0, 3, 5);
    layer.surface = SURFACES;
    REFUSED(&def, "layers[0].surface is 3", "0 to 2");
    layer.surface = -1;
    layer.kind = (kamm_layer_kind)7;
    REFUSED(&def, "kind is 7", "KAMM_LAYER_PLANE");
    def.layer_count = 0;
    REFUSED(&def, "layers: there are 0", "at least 1");
}

static void bad_surfaces_are_refused(void **state)
{
    (void)state;
    kamm_layer layer = level_layer(0, 0, 0);
    kamm_terrain_def def = def_of(&layer, 1);
    kamm_surface own[2] = {surfaces[0], surfaces[2]};
    def.surfaces = own;
    def.surface_count = 2;
    own[1].sinkage_m = -1;
    REFUSED(&def, "surfaces[1].sinkage_m of \"sand\" is -1", "0 and 0.5");
    own[1].sinkage_m = 0;
    own[0].friction = -1;
    REFUSED(&def, "surfaces[0].friction", "and 2");
    def.surface_count = 0;
    REFUSED(&def, "surfaces: there are 0", "1 to 256");
}

/* In the middle of a cell its own surface's, in between as the distances to four middles say, with the slope of that. */
static void relief_is_bilinear_between_the_middles_of_cells(void **state)
{
    (void)state;
    static const uint8_t cells[] = {0, 1, 2, /**/ 1, 2, 0};
    static const struct surface_relief of[256] = {{1, 0.01}, {4, 0.05}, {10, 0.2}};
    const kamm_paint paint = {3, 2, 2, {-2, 10}, cells};
    struct paint_grid painted;
    assert_int_equal(kamm_make_paint_grid(&paint, of, &painted), KAMM_OK);
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 3; ++column) {
            double x_m = -1 + 2 * column, y_m = 11 + 2 * row;
            struct relief at = kamm_paint_relief(&painted, of, x_m, y_m);
            expect_near(at.amplitude, of[cells[3 * row + column]].amplitude, 1e-12);
            expect_near(at.sinkage_m, of[cells[3 * row + column]].sinkage_m, 1e-12);
        }
    for (double u = 0.1; u < 1; u += 0.2)
        for (double v = 0.1; v < 1; v += 0.2) { /* among the first four */
            struct relief at = kamm_paint_relief(&painted, of, -1 + 2 * u, 11 + 2 * v);
            double mixed = u * v, left = 1 - u, low = 1 - v, ones = u * low + left * v;
            expect_near(at.amplitude, left * low + 4 * ones + 10 * mixed, 1e-12);
            expect_near(at.sinkage_m, 0.01 * left * low + 0.05 * ones + 0.2 * mixed, 1e-12);
            expect_near(at.amplitude_slope[0], (3 * low + 6 * v) / 2, 1e-12);
            expect_near(at.sinkage_slope[1], (0.04 * left + 0.15 * u) / 2, 1e-12);
        }
    kamm_free_paint_grid(&painted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_stay_planes_up_to_the_border),
        cmocka_unit_test(heights_are_smooth_from_cell_to_cell),
        cmocka_unit_test(normal_is_the_gradient),
        cmocka_unit_test(heights_are_smooth_unless_they_are_to_be_rough),
        cmocka_unit_test(normal_is_the_gradient_of_painted_roughness),
        cmocka_unit_test(interpolation_is_of_third_order),
        cmocka_unit_test(wedge_mesh_has_its_heights_and_normals),
        cmocka_unit_test(pyramid_mesh_of_many_triangles_has_its_heights),
        cmocka_unit_test(bridge_is_ground_only_from_above),
        cmocka_unit_test(ground_outside_is_that_of_the_nearest_border),
        cmocka_unit_test(paint_gives_the_surface_of_a_place),
        cmocka_unit_test(bad_grids_are_refused),
        cmocka_unit_test(bad_layers_are_refused),
        cmocka_unit_test(bad_surfaces_are_refused),
        cmocka_unit_test(relief_is_bilinear_between_the_middles_of_cells),
    };
    return cmocka_run_group_tests_name("terrain", tests, NULL, NULL);
}
