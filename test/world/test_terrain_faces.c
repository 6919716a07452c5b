/* Upright faces of one mesh that is ground and wall alike: they stop cars and dynamic bodies. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include "run/cars.h"
#include "vehicle/chassis.h"

#include <math.h>

static const double rates[] = {120, 240, 600};
static const double speeds_mps[] = {3, 8, 15};
static const char *const vehicles[] = {"bmw-m3-e46",           "nissan-micra", "suzuki-jimny",
                                       "ford-transit-minibus", "man-kat1-6x6", "mclaren-mp4-12c"};
enum { RATES = 3, SPEEDS = 3, VEHICLES = 6 };
#define FACE_AT_M 8.0

/* A road, and behind x = 8 m a rock that is so high; `mirrored`: the other winding. */
static kamm_terrain *rock(double high_m, int mirrored)
{
    const float x = (float)FACE_AT_M, h = (float)high_m;
    const float points[10][3] = {{-200, -50, 0}, {x, -50, 0},  {-200, 50, 0}, {x, 50, 0},
                                 {x, -50, h},    {60, -50, h}, {x, 50, h},    {60, 50, h},
                                 {x, 0, 0},      {x, 0, h}};
    int32_t triangles[][3] = {{0, 1, 8}, {0, 8, 2}, {2, 8, 3}, {4, 5, 9}, {9, 5, 7},
                              {9, 7, 6}, {1, 4, 9}, {1, 9, 8}, {8, 9, 6}, {8, 6, 3}};
    enum { COUNT = sizeof triangles / sizeof *triangles };
    for (int i = 0; i < COUNT && mirrored; ++i) {
        int32_t kept = triangles[i][0];
        triangles[i][0] = triangles[i][1], triangles[i][1] = kept;
    }
    const kamm_layer layer = {.kind = KAMM_LAYER_MESH,
                              .mesh = {10, COUNT, points, (const int32_t(*)[3])triangles}};
    const kamm_terrain_def def = {.layers = &layer, .layer_count = 1};
    kamm_error error = {0};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

static double energy_of(const kamm_cars *cars, int car, const kamm_vehicle_def *def)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

static void read_car_position(const kamm_cars *cars, int car, double at_m[3])
{
    kamm_motion motion;
    kamm_read_motion(cars, car, &motion);
    memcpy(at_m, motion.position_m, sizeof motion.position_m);
}

/* The foremost of the body's points. */
static double front_of(const kamm_cars *cars, int car)
{
    double front = -INFINITY;
    for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
        kamm_body_contact c;
        kamm_read_body_contact(cars, car, p, &c);
        front = fmax(front, c.point_m[0]);
    }
    return front;
}

static void start_before_rock(kamm_cars *cars, double heading_rad)
{
    for (int i = 0; i < SPEEDS; ++i) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, -6, 0, heading_rad);
        at.speed_mps = speeds_mps[i];
        kamm_place(cars, i, &at);
        kamm_inputs(cars)[i].gear = 0;
    }
}

/* The spring of one point takes all of the motion at the most: m v^2 / 2 = k x^2 / 2; and the way of a substep. */
static double deepest_m(const kamm_cars *cars, double speed_mps, double rate)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    double k = (double)model->chassis->body_contact.stiffness_n_per_m;
    return speed_mps * (sqrt(kamm_describe(model).mass_kg / k) + 1 / rate);
}

/* Whatever the rock's height and the winding, a car that coasts against it is held by its face, and energy never rises. */
static void check_rock(const kamm_vehicle_def *def, double rate, double high_m, double heading_rad)
{
    kamm_terrain *terrain[2] = {rock(high_m, 0), rock(high_m, 1)};
    kamm_cars *cars[2];
    double first[SPEEDS] = {0};
    for (int k = 0; k < 2; ++k) {
        kamm_ground ground = kamm_terrain_ground(terrain[k]);
        ground.air_density_kgpm3 = KAMM_NONE;
        cars[k] = start_cars(def, SPEEDS);
        start_before_rock(cars[k], heading_rad);
        kamm_step(cars[k], &ground, 1);
        for (int i = 0; i < SPEEDS; ++i) first[i] = energy_of(cars[k], i, def);
        for (int n = 0; n < 5 * rate; ++n) {
            kamm_step(cars[k], &ground, 1);
            for (int i = 0; i < SPEEDS && !k; ++i) {
                expect_below(energy_of(cars[k], i, def), 1.0005 * first[i]);
                expect_below(front_of(cars[k], i) - FACE_AT_M,
                             deepest_m(cars[k], speeds_mps[i], rate));
            }
        }
    }
    for (int i = 0; i < SPEEDS; ++i) {
        double at[2][3];
        for (int k = 0; k < 2; ++k) read_car_position(cars[k], i, at[k]);
        expect_below(distance_between(at[0], at[1]), 1e-3);
    }
    for (int k = 0; k < 2; ++k) end_cars(cars[k]), kamm_destroy_terrain(terrain[k]);
}

static void faces_stop_cars(void **state)
{
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int r = v % of_tier(RATES, 1); r < RATES; r += of_tier(RATES, 1)) {
            kamm_vehicle_def def = shipped_on(shipped_number(vehicles[v]), KAMM_FULL, rates[r]);
            check_rock(&def, rates[r], 3, 0);
            check_rock(&def, rates[r], 1.2, PI / 6);
        }
}

/* Under throttle against the rock: the car was lifted through it at 1 m/s. */
static void a_pushing_car_is_not_lifted(void **state)
{
    (void)state;
    kamm_terrain *terrain = rock(3, 0);
    kamm_ground ground = kamm_terrain_ground(terrain);
    for (int v = 0; v < VEHICLES; ++v) {
        kamm_vehicle_def def = shipped_on(shipped_number(vehicles[v]), KAMM_FULL, 240);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 1, 1);
        kamm_placement at =
            kamm_placement_on(&kamm_flat_ground, FACE_AT_M - 0.2 - front_of(cars, 0), 0, 0);
        at.speed_mps = 1, at.gear = 1;
        kamm_place(cars, 0, &at);
        kamm_inputs(cars)->gear = 1;
        kamm_inputs(cars)->throttle = 0.3f;
        for (int n = 0; n < 6 * 60; ++n) {
            double place[3];
            kamm_step(cars, &ground, 4);
            read_car_position(cars, 0, place);
            expect_below(place[2], 0.05);
            expect_below(front_of(cars, 0), FACE_AT_M + 0.2);
        }
        expect_above(front_of(cars, 0), FACE_AT_M - 0.1);
        end_cars(cars);
    }
    kamm_destroy_terrain(terrain);
}

/* Bodies of a world that slide along the road. */
static void faces_stop_bodies(void **state)
{
    (void)state;
    kamm_terrain *terrain = rock(3, 0);
    kamm_body_def body = placed_at(crate(), 0, 0, 0.5, 0);
    body.friction = KAMM_NONE;
    kamm_world_def def = {.ground = kamm_terrain_ground(terrain), .bodies = &body, .body_count = 1};
    for (int i = 0; i < SPEEDS; ++i) {
        kamm_world *world = create_world(&def);
        kamm_body_motion motion;
        read_body(world, 0, &motion);
        motion.velocity_mps[0] = speeds_mps[i];
        set_body(world, 0, &motion);
        for (int n = 0; n < 1000; ++n) {
            kamm_step_world(world, 1);
            read_body(world, 0, &motion);
            expect_below(motion.position_m[0] + 0.5, FACE_AT_M + speeds_mps[i] / 240 + 0.02);
            expect_below(motion.position_m[2], 0.6);
        }
        expect_below(motion.velocity_mps[0], 0.01);
        kamm_destroy_world(world);
    }
    kamm_destroy_terrain(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_stop_cars),
        cmocka_unit_test(a_pushing_car_is_not_lifted),
        cmocka_unit_test(faces_stop_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
