/* Full cars on terrain: over kerbs and speed bumps, mirrored, on their body.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/mirror.h"

#include <math.h>
#include <string.h>

#define SPEED_MPS (30 / 3.6)

static const kamm_surface surfaces[] = {{.name = "dry_asphalt", .friction = 1},
                                        {.name = "gravel",
                                         .friction = 0.7f,
                                         .sliding_loss = 0.1f,
                                         .rolling_resistance = 0.02f,
                                         .roughness_m3 = 64e-6f}};

static kamm_terrain *start_terrain(const kamm_layer *layers, int count, int surface_count)
{
    kamm_terrain_def def = {layers, count, surfaces, surface_count, {0}, 1, 1};
    kamm_error error;
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

static const kamm_layer level = {.kind = KAMM_LAYER_PLANE};

/* A kerb of 5 cm from x = 10 on, askew: its edge reaches 0.4 m further on the left. */
static const float kerb[][3] = {
    {9.8f, -5, 0.05f}, {60, -5, 0.05f}, {60, 5, 0.05f}, {10.2f, 5, 0.05f}};
/* A speed bump of 6 cm, 0.6 m long, with a top of 0.3 m. */
static const float bump[][3] = {{10, -5, 0},        {10.15f, -5, 0.06f}, {10.45f, -5, 0.06f},
                                {10.6f, -5, 0},     {10, 5, 0},          {10.15f, 5, 0.06f},
                                {10.45f, 5, 0.06f}, {10.6f, 5, 0}};
static const int32_t kerb_triangles[][3] = {{0, 1, 2}, {0, 2, 3}};
static const int32_t bump_triangles[][3] = {{0, 1, 5}, {0, 5, 4}, {1, 2, 6},
                                            {1, 6, 5}, {2, 3, 7}, {2, 7, 6}};
static const kamm_layer kerb_layer = {.kind = KAMM_LAYER_MESH,
                                      .mesh = {4, 2, kerb, kerb_triangles}};
static const kamm_layer bump_layer = {.kind = KAMM_LAYER_MESH,
                                      .mesh = {8, 6, bump, bump_triangles}};

/* The same terrain as seen by points: one sample below the wheel. */
static void query_points(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *terrain = user;
    for (int i = 0; i < count; ++i) {
        kamm_probe point = probes[i];
        point.radius_m = 0;
        terrain->query(terrain->user, 1, &point, &contacts[i]);
    }
}

struct crossing {
    double max_force_n, jump_n, speed_mps; /* load, its change in a substep; at the end */
};

static struct crossing cross(const kamm_ground *ground)
{
    struct crossing c = {0};
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 1);
    double last[4];
    put_car(cars, 0, &kamm_flat_ground, 0, SPEED_MPS, 0);
    drive_for(cars, ground, 0.5);
    for (int i = 0; i < 2400; ++i) {
        for (int w = 0; w < 4; ++w) last[w] = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
        kamm_step(cars, ground, 1);
        for (int w = 0; w < 4; ++w) {
            double load = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
            c.max_force_n = fmax(c.max_force_n, load);
            c.jump_n = fmax(c.jump_n, fabs(load - last[w]));
        }
        assert_int_equal(kamm_fault(cars, 0), 0);
    }
    c.speed_mps = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
    expect_above(read_channel(cars, KAMM_CHANNEL_x_m), 16);
    end_cars(cars);
    return c;
}

/* A wheel's load never changes by more than 1 kN (a third of what it carries at rest) in a substep. With
 * one sample below the wheel the kerb hits it with its whole height at once. */
static void kerb_and_bump_at_30_kmh_give_no_load_spike(void **state)
{
    (void)state;
    const struct {
        const char *name;
        const kamm_layer *layer;
    } ways[] = {{"kerb of 5 cm", &kerb_layer}, {"speed bump of 6 cm", &bump_layer}};
    for (int i = 0; i < 2; ++i) {
        const kamm_layer layers[] = {level, *ways[i].layer};
        kamm_terrain *terrain = start_terrain(layers, 2, 1);
        kamm_ground ground = kamm_terrain_ground(terrain), points = ground;
        points.query = query_points;
        points.user = &ground;
        struct crossing patch = cross(&ground), point = cross(&points);
        print_message("%s: load up to %.0f N, by up to %.0f N in a substep, %.2f m/s after it; "
                      "by single samples %.0f N, %.0f N\n",
                      ways[i].name, patch.max_force_n, patch.jump_n, patch.speed_mps,
                      point.max_force_n, point.jump_n);
        expect_below(patch.jump_n, 1000);
        expect_above(patch.speed_mps, 0.9 * SPEED_MPS);
        expect_below(patch.speed_mps, SPEED_MPS);
        if (!i) expect_above(point.jump_n, 2 * patch.jump_n);
        kamm_destroy_terrain(terrain);
    }
}

/* Roughly wavy rough ground with a kerb across, driven as it is and as its image in y = 0. */
static void mirrored_terrain_gives_the_mirrored_drive(void **state)
{
    (void)state;
    static float heights[41 * 41];
    struct noise noise = {5};
    struct mirrored_ground mirror;
    for (int i = 0; i < 41 * 41; ++i) heights[i] = (float)noise_between(&noise, -0.05, 0.05);
    kamm_layer layers[] = {
        {.kind = KAMM_LAYER_HEIGHTS, .heights = {41, 41, 1, {-10, -20}, heights}, .surface = 1},
        kerb_layer};
    kamm_terrain *terrain = start_terrain(layers, 2, 2);
    kamm_ground ground = kamm_terrain_ground(terrain);
    kamm_ground other_side = mirror_of_ground(&mirror, &ground);
    kamm_cars *cars[2];
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_def def = lopsided_car(i ? -1 : 1);
        kamm_placement placement = {{0, i ? -0.3 : 0.3, 0.1}, {1, 0, 0, 0}, 8, 2, {0}};
        cars[i] = start_cars(&def, 1);
        kamm_place(cars[i], 0, &placement);
        kamm_inputs(cars[i])[0].gear = 2;
        kamm_inputs(cars[i])[0].throttle = 0.4f;
        kamm_inputs(cars[i])[0].steering_wheel_rad = i ? -0.3f : 0.3f;
    }
    for (int frame = 0; frame < 120; ++frame) {
        kamm_step(cars[0], &ground, 20);
        kamm_step(cars[1], &other_side, 20);
        expect_mirror_images(cars[0], cars[1], frame);
    }
    expect_above(read_channel(cars[0], KAMM_CHANNEL_x_m), 12); /* over the kerb */
    for (int i = 0; i < 2; ++i) end_cars(cars[i]);
    kamm_destroy_terrain(terrain);
}

/* On its roof on a slope that its wheels are far above of: the points of its body have planes of their own. */
static void a_car_on_its_roof_lies_on_the_terrain(void **state)
{
    (void)state;
    kamm_layer slope = {.kind = KAMM_LAYER_PLANE, .plane = {0, {0.1, 0}, {0, 0}, {0, 0}}};
    kamm_layer deck = {.kind = KAMM_LAYER_PLANE, .plane = {6, {0, 0}, {-20, -20}, {20, 20}}};
    const kamm_layer layers[] = {slope, deck};
    kamm_terrain *terrain = start_terrain(layers, 2, 1);
    kamm_ground ground = kamm_terrain_ground(terrain);
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{0, 0, 8}, {0, 1, 0, 0}, 0, 0, {0}};
    double before[3], after[3];
    kamm_place(cars, 0, &placement);
    drive_for(cars, &ground, 4);
    read_position(cars, 0, before);
    drive_for(cars, &ground, 1);
    read_position(cars, 0, after);
    expect_below(distance_between(before, after), 1e-3);
    expect_above(after[2], 6.2); /* upside down above the deck, not on the slope below */
    expect_below(after[2], 8);
    end_cars(cars);
    kamm_destroy_terrain(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kerb_and_bump_at_30_kmh_give_no_load_spike),
        cmocka_unit_test(mirrored_terrain_gives_the_mirrored_drive),
        cmocka_unit_test(a_car_on_its_roof_lies_on_the_terrain),
    };
    return cmocka_run_group_tests_name("terrain_cars", tests, NULL, NULL);
}
