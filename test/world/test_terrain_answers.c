/* Answers to probes are worked out together, and with what is known in advance of the ground: neither may be seen in them.
 * Wheels of several sizes and points, all over hills and flats that are painted with rough, soft and even surfaces, with a mesh
 * and the terrain's edge among them. */
#include "support/cars.h"
#include "support/quick.h"

#include <math.h>
#include <string.h>

enum { GRID = 101, PAINT = 120, PROBES = 3000 };

static float heights[GRID * GRID];
static uint8_t painted[PAINT * PAINT];
static const kamm_surface surfaces[] = {{.name = "asphalt", .friction = 1, .roughness_m3 = 16e-6f},
                                        {.name = "meadow",
                                         .friction = 0.6f,
                                         .rolling_resistance = 0.02f,
                                         .sinkage_m = 0.01f,
                                         .sinkage_drag = 0.03f,
                                         .roughness_m3 = 4096e-6f,
                                         .water_m = 0.003f},
                                        {.name = "even", .friction = 0.9f}};
static const float kerb[][3] = {{30, -20, 0.6f}, {36, -20, 0.7f}, {36, 20, 0.8f}, {30, 20, 0.7f}};
static const int32_t kerb_triangles[][3] = {{0, 1, 2}, {0, 2, 3}};
/* A mesh of two corners of the terrain: its grid is over all of it, its triangles are not. */
static const float corners[][3] = {{-60, -80, 9}, {-59, -80, 9}, {-59, -79, 9},
                                   {100, 80, 9},  {99, 80, 9},   {99, 79, 9}};
static const int32_t corner_triangles[][3] = {{0, 1, 2}, {3, 4, 5}};

/* Hills in one half, flat in the other. `spread`: with the corners, so that nothing is known in advance. */
static kamm_terrain *start_terrain(int spread)
{
    kamm_error error;
    for (int i = 0; i < GRID * GRID; ++i) {
        int column = i % GRID;
        heights[i] = column < 50 ? 0.5f : (float)(0.5 + 0.4 * sin(0.3 * (column - 50)));
    }
    for (int i = 0; i < PAINT * PAINT; ++i) painted[i] = (uint8_t)(i / PAINT / 12 % 3);
    const kamm_layer layers[] = {
        {.kind = KAMM_LAYER_HEIGHTS,
         .heights = {GRID, GRID, 1.6, {-60, -80}, heights},
         .surface = -1},
        {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, kerb, kerb_triangles}, .surface = 2},
        {.kind = KAMM_LAYER_MESH, .mesh = {6, 2, corners, corner_triangles}, .surface = 0}};
    kamm_terrain_def def = {
        layers, 2 + spread, surfaces, 3, {PAINT, PAINT, 1.3, {-58, -78}, painted}, 3, 1};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

static void make_probes(kamm_probe probes[PROBES])
{
    struct noise noise = {11};
    for (int i = 0; i < PROBES; ++i) {
        double yaw = noise_between(&noise, -4, 4);
        int point = i % 5 == 4;
        probes[i] = (kamm_probe){.position_m = {noise_between(&noise, -50, 92),
                                                noise_between(&noise, -70, 72),
                                                noise_between(&noise, 0.3, point ? 2 : 1.2)},
                                 .forward = {(float)cos(yaw), (float)sin(yaw), 0},
                                 .left = {(float)-sin(yaw), (float)cos(yaw), 0},
                                 .car = i};
        if (point) continue;
        probes[i].radius_m = (float)noise_between(&noise, 0.2, 0.9);
        probes[i].width_m = (float)noise_between(&noise, 0, 0.5);
    }
}

static void ask(const kamm_terrain *terrain, int count, const kamm_probe *probes,
                kamm_contact *contacts)
{
    kamm_ground ground = kamm_terrain_ground(terrain);
    memset(contacts, 0, (size_t)count * sizeof *contacts);
    ground.query(ground.user, count, probes, contacts);
}

static void an_answer_does_not_depend_on_its_company(void **state)
{
    (void)state;
    static kamm_probe probes[PROBES];
    static kamm_contact together[PROBES], apart[PROBES];
    kamm_terrain *terrain = start_terrain(0);
    make_probes(probes);
    ask(terrain, PROBES, probes, together);
    for (int size = 1; size < 30; size += size < 6 ? 1 : 11) {
        for (int i = 0; i < PROBES; i += size)
            ask(terrain, i + size < PROBES ? size : PROBES - i, &probes[i], &apart[i]);
        for (int i = 0; i < PROBES; ++i)
            if (memcmp(&together[i], &apart[i], sizeof *apart) != 0)
                fail_msg("probe %d gets another answer in a group of %d", i, size);
    }
    kamm_destroy_terrain(terrain);
}

static void what_is_known_in_advance_is_what_is_found(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static kamm_probe probes[PROBES];
    static kamm_contact known[PROBES], found[PROBES];
    kamm_terrain *terrain = start_terrain(0), *spread = start_terrain(1);
    int steep = 0;
    make_probes(probes);
    ask(terrain, PROBES, probes, known);
    ask(spread, PROBES, probes, found);
    for (int i = 0; i < PROBES; ++i) {
        steep += known[i].steepness > 0;
        assert_true(found[i].steepness == 0); /* nothing is known: each was looked for */
        found[i].steepness = known[i].steepness;
        if (memcmp(&known[i], &found[i], sizeof *found) != 0)
            fail_msg("probe %d at %g, %g: height %.17g, should be %.17g", i,
                     probes[i].position_m[0], probes[i].position_m[1], known[i].point_m[2],
                     found[i].point_m[2]);
    }
    assert_in_range(steep, PROBES / 10, PROBES / 5);
    kamm_destroy_terrain(terrain);
    kamm_destroy_terrain(spread);
}

/* From a point on, as far as it says, the ground is no higher than its steepness allows. */
static void no_ground_is_steeper_than_is_said(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static kamm_probe probes[PROBES];
    static kamm_contact told[PROBES];
    kamm_terrain *terrain = start_terrain(0);
    struct noise noise = {12};
    double closest = 0;
    make_probes(probes);
    for (int i = 0; i < PROBES; ++i) probes[i].radius_m = 0, probes[i].position_m[2] = 0.4;
    ask(terrain, PROBES, probes, told);
    for (int i = 0; i < PROBES; ++i)
        for (int k = 0; k < 40 && told[i].steepness > 0; ++k) {
            double way = noise_between(&noise, 0, KAMM_STEEPNESS_REACH_M);
            double yaw = noise_between(&noise, -4, 4);
            double x = told[i].point_m[0] + way * cos(yaw);
            double y = told[i].point_m[1] + way * sin(yaw);
            double rise = kamm_terrain_at(terrain, x, y, 5).height_m - told[i].point_m[2];
            double allowed = (double)told[i].steepness * way;
            if (rise > allowed + 1e-6) fail_msg("up by %g m in %g m at probe %d", rise, way, i);
            if (way > 0.2) closest = fmax(closest, rise / allowed);
        }
    expect_above(closest, 0.1);
    kamm_destroy_terrain(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_does_not_depend_on_its_company),
        cmocka_unit_test(what_is_known_in_advance_is_what_is_found),
        cmocka_unit_test(no_ground_is_steeper_than_is_said),
    };
    return cmocka_run_group_tests_name("terrain_answers", tests, NULL, NULL);
}
