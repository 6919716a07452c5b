/* How often the ground is asked for: less than in each substep, and with the same result. Cars of several kinds and speeds on hills,
 * patches of rough ground and a bank that throws some onto their noses and roofs. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 12, GRID = 81, PAINT = 80 };

static float heights[GRID * GRID];
static uint8_t painted[PAINT * PAINT];
static const kamm_surface surfaces[] = {{.name = "asphalt", .friction = 1, .roughness_m3 = 16e-6f},
                                        {.name = "meadow",
                                         .friction = 0.6f,
                                         .rolling_resistance = 0.02f,
                                         .sinkage_m = 0.01f,
                                         .roughness_m3 = 4096e-6f},
                                        {.name = "smooth", .friction = 0.9f}};
static const float ramp[][3] = {{30, -40, 0.2f}, {36, -40, 1.6f}, {36, 20, 1.6f}, {30, 20, 0.2f}};
static const int32_t ramp_triangles[][3] = {{0, 1, 2}, {0, 2, 3}};

static kamm_terrain *start_terrain(void)
{
    kamm_error error;
    for (int i = 0; i < GRID * GRID; ++i)
        heights[i] = (float)(0.4 * sin(0.13 * (i % GRID)) * cos(0.09 * (i / GRID)));
    for (int i = 0; i < PAINT * PAINT; ++i)
        painted[i] = (uint8_t)(i / PAINT / 10 % 3); /* stripes along the way */
    const kamm_layer layers[] = {
        {.kind = KAMM_LAYER_HEIGHTS,
         .heights = {GRID, GRID, 2, {-60, -80}, heights},
         .surface = -1},
        {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, ramp, ramp_triangles}, .surface = 2}};
    kamm_terrain_def def = {layers, 2, surfaces, 3, {PAINT, PAINT, 1.5, {-40, -60}, painted}, 3, 1};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

/* Counts what it is asked for; may hide how long answers hold. */
struct asked {
    const kamm_ground *ground;
    long wheels, points;
    int forgets;
};

static void query_counted(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    struct asked *asked = user;
    asked->ground->query(asked->ground->user, count, probes, contacts);
    for (int i = 0; i < count; ++i) {
        ++*(probes[i].wheel < KAMM_MAX_WHEELS ? &asked->wheels : &asked->points);
        if (asked->forgets) contacts[i].steepness = 0;
    }
}

static kamm_vehicle_def car_of_kind(int kind)
{
    kamm_vehicle_def def = plain_car();
    def.body.mass_kg *= 1 + 0.3 * kind;
    def.body.ground_clearance_m = 0.1 + 0.06 * kind;
    return def;
}

struct run {
    uint64_t hash;
    long wheels, points;
};

/* Three seconds, in calls of so many substeps. */
static struct run run_cars(const kamm_ground *ground, int width, int call, int forgets)
{
    kamm_error error;
    kamm_model *models[CARS];
    struct asked asked = {.ground = ground, .forgets = forgets};
    kamm_ground counted = *ground;
    counted.query = query_counted;
    counted.user = &asked;
    if (kamm_set_width(width, &error)) return (struct run){0};
    for (int i = 0; i < CARS; ++i) {
        kamm_vehicle_def def = car_of_kind(i % 3);
        models[i] = kamm_create_model(&def, KAMM_FULL, &error);
        if (!models[i]) fail_msg("%s", error.text);
    }
    kamm_cars *cars = kamm_create_mixed_cars((const kamm_model *const *)models, CARS, &error);
    for (int i = 0; i < CARS; ++i) {
        kamm_placement at = {{-10, 4.1 * i - 25, i % 4 ? 0.5 : 3}, {1, 0, 0, 0}, 3.0 * i, 2, {0}};
        if (i == 5) at.orientation[0] = 0, at.orientation[1] = 1, at.position_m[2] = 3;
        kamm_place(cars, i, &at);
        kamm_inputs(cars)[i].throttle = 0.3f;
        kamm_inputs(cars)[i].steering_wheel_rad = 0.4f * (float)(i % 5 - 2);
    }
    for (int done = 0; done < 3600; done += call) kamm_step(cars, &counted, call);
    struct run run = {kamm_state_hash(cars), asked.wheels, asked.points};
    kamm_destroy_cars(cars);
    for (int i = 0; i < CARS; ++i) kamm_destroy_model(models[i]);
    return run;
}

static void bodies_are_rarely_asked_for_and_the_bits_are_the_same(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_terrain *terrain = start_terrain();
    kamm_ground ground = kamm_terrain_ground(terrain);
    struct run rare = run_cars(&ground, 4, 20, 0), always = run_cars(&ground, 4, 20, 1);
    print_message("points asked for: %ld of %ld\n", rare.points, always.points);
    assert_true(rare.hash == always.hash);
    assert_true(rare.points * 2 < always.points);
    kamm_destroy_terrain(terrain);
}

static void widths_and_calls_give_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const int widths[] = {1, 4, 8, 16}, calls[] = {1, 7, 20, 3600};
    kamm_terrain *terrain = start_terrain();
    kamm_ground ground = kamm_terrain_ground(terrain);
    uint64_t expected = run_cars(&ground, 4, 30, 0).hash;
    for (int i = 0; i < 4; i += of_tier(4, 1)) {
        uint64_t hash = run_cars(&ground, widths[i], calls[i] == 7 ? 9 : calls[i], 0).hash;
        if (hash && hash != expected) fail_msg("width %d, %d a call", widths[i], calls[i]);
    }
    kamm_set_width(0, NULL);
    kamm_destroy_terrain(terrain);
}

/* A snapshot has when the ground was asked for; other cars go on from it as these do. */
static void a_snapshot_goes_on_to_the_bit(void **state)
{
    (void)state;
    kamm_terrain *terrain = start_terrain();
    kamm_ground ground = kamm_terrain_ground(terrain);
    kamm_vehicle_def def = car_of_kind(0);
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_cars(model, 3, &error),
              *others = kamm_create_cars(model, 3, &error);
    for (int i = 0; i < 3; ++i) {
        kamm_placement at = {{0, 9.0 * i - 9, 0.5}, {1, 0, 0, 0}, 9.0 * i, 2, {0}};
        kamm_place(cars, i, &at);
    }
    void *snapshot = malloc(kamm_snapshot_size(cars));
    kamm_step(cars, &ground, 613);
    kamm_save_snapshot(cars, snapshot);
    if (kamm_restore_snapshot(others, snapshot, kamm_snapshot_size(cars), &error))
        fail_msg("%s", error.text);
    kamm_step(cars, &ground, 500);
    kamm_step(others, &ground, 500);
    assert_true(kamm_state_hash(cars) == kamm_state_hash(others));
    free(snapshot);
    kamm_destroy_cars(cars);
    kamm_destroy_cars(others);
    kamm_destroy_model(model);
    kamm_destroy_terrain(terrain);
}

static kamm_terrain *terrain_of(const kamm_layer *layer, const kamm_surface *surface)
{
    kamm_error error;
    kamm_terrain_def def = {
        .layers = layer, .layer_count = 1, .surfaces = surface, .surface_count = 1, .rough = 1};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

/* With an end, far away: it is asked for. */
static kamm_terrain *plane_at(double height_m)
{
    const kamm_patch_plane plane = {height_m, {0, 0}, {-1e3, -1e3}, {1e3, 1e3}};
    const kamm_layer layer = {.kind = KAMM_LAYER_PLANE, .plane = plane};
    return terrain_of(&layer, &surfaces[2]);
}

/* … but not an infinite level one, of one surface, even and hard. */
static void one_level_is_not_asked_for(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_surface wet = {
        .name = "wet", .friction = 0.7f, .sliding_loss = 0.25f, .rolling_resistance = 0.02f};
    static const kamm_surface sand = {.name = "sand", .friction = 1, .sinkage_m = 0.01f};
    const kamm_layer level = {.kind = KAMM_LAYER_PLANE, .plane = {.height_m = 3}};
    kamm_terrain *terrain = terrain_of(&level, &wet);
    kamm_ground ground = kamm_terrain_ground(terrain);
    const kamm_contact *plane = &ground.plane;
    assert_null(ground.query);
    assert_true(plane->point_m[2] == 3 && plane->normal[2] == 1);
    assert_true(plane->friction == wet.friction && plane->sliding_loss == wet.sliding_loss &&
                plane->rolling_resistance == wet.rolling_resistance);
    kamm_destroy_terrain(terrain);
    kamm_layer others[] = {
        level,
        level,
        level,
        level,
        {.kind = KAMM_LAYER_HEIGHTS, .heights = {GRID, GRID, 1, {0, 0}, heights}}};
    others[0].plane.to_m[0] = others[0].plane.to_m[1] = 1;
    others[1].plane.slope[0] = 0.01;
    for (int i = 0; i < 5; ++i) {
        terrain = terrain_of(&others[i], i == 2 ? &surfaces[0] : i == 3 ? &sand : &wet);
        assert_non_null(kamm_terrain_ground(terrain).query);
        kamm_destroy_terrain(terrain);
    }
}

/* A car drives on it as on a plane that is queried. */
static void one_level_drives_as_one_that_is_asked_for(void **state)
{
    (void)state;
    const kamm_layer layer = {.kind = KAMM_LAYER_PLANE};
    kamm_terrain *terrains[] = {terrain_of(&layer, &surfaces[2]), plane_at(0)};
    double at[2][3];
    for (int i = 0; i < 2; ++i) {
        kamm_ground ground = kamm_terrain_ground(terrains[i]);
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_cars(&def, 1);
        kamm_placement start = {{0, 0, 0}, {1, 0, 0, 0}, 20, 3, {0}};
        kamm_place(cars, 0, &start);
        kamm_inputs(cars)[0].steering_wheel_rad = 0.5f;
        kamm_step(cars, &ground, 1200);
        read_position(cars, 0, at[i]);
        end_cars(cars);
        kamm_destroy_terrain(terrains[i]);
    }
    for (int k = 0; k < 3; ++k) expect_near(at[0][k], at[1][k], 1e-3);
    expect_above(fabs(at[0][1]), 0.5);
}

/* A parked car queries four times a second, and asks for its body as rarely. */
static void who_stands_still_hardly_asks(void **state)
{
    (void)state;
    kamm_terrain *terrain = plane_at(0);
    kamm_ground ground = kamm_terrain_ground(terrain), counted = ground;
    struct asked asked = {.ground = &ground};
    counted.query = query_counted;
    counted.user = &asked;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_inputs(cars)[0].brake = 1;
    kamm_step(cars, &counted, 1200);
    assert_in_range(asked.wheels, 4, 5 * 4);
    assert_in_range(asked.points, KAMM_BODY_POINTS, 5 * KAMM_BODY_POINTS);
    end_cars(cars);
    kamm_destroy_terrain(terrain);
}

static void another_ground_is_noticed_at_once(void **state)
{
    (void)state;
    kamm_terrain *high = plane_at(0), *low = plane_at(-5);
    kamm_ground grounds[] = {kamm_terrain_ground(high), kamm_terrain_ground(low)};
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 1);
    double before[3], after[3];
    kamm_step(cars, &grounds[0], 601);
    read_position(cars, 0, before);
    kamm_step(cars, &grounds[1], 120);
    read_position(cars, 0, after);
    expect_above(before[2] - after[2],
                 0.03); /* 0.049 by free fall; springs push the body up at first */
    end_cars(cars);
    kamm_destroy_terrain(high);
    kamm_destroy_terrain(low);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_are_rarely_asked_for_and_the_bits_are_the_same),
        cmocka_unit_test(widths_and_calls_give_the_same_bits),
        cmocka_unit_test(a_snapshot_goes_on_to_the_bit),
        cmocka_unit_test(one_level_is_not_asked_for),
        cmocka_unit_test(one_level_drives_as_one_that_is_asked_for),
        cmocka_unit_test(who_stands_still_hardly_asks),
        cmocka_unit_test(another_ground_is_noticed_at_once),
    };
    return cmocka_run_group_tests_name("terrain_asking", tests, NULL, NULL);
}
