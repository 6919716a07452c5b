/* Cones of a terrain below wheels: what they lift gains no energy. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/terrain.h>

#include <math.h>

static const char *const vehicles[] = {
    "bmw-m3-e46",   "mercedes-citaro",        "man-tgs-8x4",
    "man-kat1-6x6", "farm-tractor-250hp",     "nissan-micra",
    "go-kart-125",  "porsche-boxster-s-2004", "formula-car-2014"};
enum { VEHICLES = 9, HEIGHTS = 3 };

/* Square pyramids on a level plane. */
static kamm_terrain *cones(double x, double left, double half, double height)
{
    static float points[10][3];
    static int32_t triangles[8][3];
    const double mid[2] = {left, -left - 0.1};
    for (int c = 0; c < 2; ++c) {
        static const double corner[5][3] = {
            {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}};
        for (int i = 0; i < 5; ++i) {
            points[5 * c + i][0] = (float)(x + half * corner[i][0]);
            points[5 * c + i][1] = (float)(mid[c] + half * corner[i][1]);
            points[5 * c + i][2] = (float)(height * corner[i][2]);
        }
        for (int i = 0; i < 4; ++i) {
            triangles[4 * c + i][0] = 5 * c + i;
            triangles[4 * c + i][1] = 5 * c + (i + 1) % 4;
            triangles[4 * c + i][2] = 5 * c + 4;
        }
    }
    kamm_layer layers[2] = {{.kind = KAMM_LAYER_PLANE}, {.kind = KAMM_LAYER_MESH}};
    layers[1].mesh.vertices_m = (const float(*)[3])points;
    layers[1].mesh.vertex_count = 10;
    layers[1].mesh.triangles = (const int32_t(*)[3])triangles;
    layers[1].mesh.triangle_count = 8;
    kamm_terrain_def def = {.layers = layers, .layer_count = 2};
    kamm_error error = {0};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

static double energy_of(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

/* Coasts over both with its front wheels, and what comes behind, or up to them with its floor if that meets the ground below it.
 * Returns by how much energy rises above that at first, as a share. */
static double gain(const char *vehicle, double rate, double speed, double height, int floor_meets)
{
    kamm_vehicle_def def = shipped_on(shipped_number(vehicle), KAMM_FULL, rate);
    kamm_cars *cars = start_cars(&def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double at = info.wheel_position_m[0][0] + info.wheel_radius_m[0] + 2.8;
    kamm_terrain *terrain = cones(at, info.wheel_position_m[0][1], 0.18, height);
    kamm_ground ground = kamm_terrain_ground(terrain);
    if (!floor_meets) ground.body_points = 0; /* it goes by the planes of the wheels */
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_step(cars, &ground, (int)(0.1 * rate));
    double first = energy_of(cars, &def), most = first;
    for (int n = 0; n < (int)(fmin(1 + 10 / speed, 6) * rate); ++n) {
        kamm_step(cars, &ground, 1);
        most = fmax(most, energy_of(cars, &def));
    }
    assert_int_equal(kamm_fault(cars, 0) & KAMM_FAULT_NUMERIC, 0);
    end_cars(cars);
    kamm_destroy_terrain(terrain);
    return (most - first) / first;
}

/* With slopes of the springs' force alone a Citaro at 2 m/s gained 8.9 % on cones of 0.3 m, 6.5 % on those of 0.5 m. These are higher
 * than its hub, and capped. There 2.6 % were left while a plane that turns below a tyre pressed it in for nothing. A wheel that
 * bounces up and down on such a flank paid by that for what it climbs, by a force that threw it about. On cones of 0.5 m a MAN gained
 * 1.3 %, a kart 17 % and a formula car 21 %. On those of 0.7 m a Porsche gained 15 %. */
static void cones_lift_no_wheel_for_nothing(void **state)
{
    (void)state;
    static const double rates[] = {120, 268, 600}, heights_m[HEIGHTS] = {0.3, 0.5, 0.7},
                        share_of[HEIGHTS] = {0.002, 0.007, 0.037};
    int skipped = of_tiers(23, 5, 1), n = 0;
    double most[HEIGHTS] = {0};
    for (int v = 0; v < VEHICLES; ++v)
        for (double speed = 2; speed < 10; speed *= 2)
            for (int r = 0; r < 3; ++r)
                for (int h = 0; h < HEIGHTS; ++h)
                    for (int floor_meets = 0; floor_meets < 2; ++floor_meets) {
                        if (n++ % skipped) continue;
                        double share =
                            gain(vehicles[v], rates[r], speed, heights_m[h], floor_meets);
                        most[h] = fmax(most[h], share);
                        if (!(share < share_of[h] + (floor_meets ? 0 : 5e-4)))
                            fail_msg("%s at %g m/s, %g/s, cones of %g m, its floor %s: %.4f of its "
                                     "energy more",
                                     vehicles[v], speed, rates[r], heights_m[h],
                                     floor_meets ? "meets them" : "is not asked for", share);
                    }
    for (int h = 0; h < HEIGHTS; ++h)
        print_message("cones of %g m: %.4f of the energy more at most\n", heights_m[h], most[h]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cones_lift_no_wheel_for_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
