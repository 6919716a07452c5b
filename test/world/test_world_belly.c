/* What the body of a full car meets where its wheels are on bodies: the ground below its own points, and never a plane
 * that lies below a wheel alone. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include <math.h>

static const double rates[] = {120, 240, 600};
static const char *const vehicles[] = {"bmw-m3-e46", "nissan-micra", "suzuki-jimny",
                                       "formula-car-2014", "man-kat1-6x6"};
enum { RATES = 3, VEHICLES = 5 };

/* Level ground as one plane, as a terrain that knows the ground below body points, and as a host's that tells of wheels
 * alone. */
enum ground_kind { PLANE, TERRAIN, WHEELS_ONLY, GROUNDS };

static void answer_level(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        for (int k = 0; k < 2; ++k) contacts[i].point_m[k] = probes[i].position_m[k];
    }
}

static kamm_terrain *level_terrain(void)
{
    const kamm_layer level = {.kind = KAMM_LAYER_PLANE,
                              .plane = {.from_m = {-500, -500}, .to_m = {500, 500}}};
    const kamm_terrain_def def = {.layers = &level, .layer_count = 1};
    kamm_error error = {0};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

/* ---- what cars drive and fall on ---- */

static kamm_body_def block(double x, double half_x, double from_y, double to_y, double high_m)
{
    return (kamm_body_def){
        .shapes[0].box = {.centre_m = {x, 0.5 * (from_y + to_y), 0.5 * high_m},
                          .half_m = {half_x, 0.5 * (to_y - from_y), 0.5 * high_m}},
        .friction = 0.8f,
        .is_driven_on = 1};
}

/* A car that stands there as a body: a lower body and a cabin. */
static kamm_body_def parked_car(double x)
{
    return (kamm_body_def){
        .shape_count = 2,
        .shapes = {{.box = {.centre_m = {0, 0, 0.45}, .half_m = {2.2, 0.9, 0.4}}},
                   {.box = {.centre_m = {-0.3, 0, 1.1}, .half_m = {1.1, 0.8, 0.3}}}},
        .position_m = {x, 0, 0},
        .friction = 0.6f,
        .is_driven_on = 1};
}

static const double wedge[6][3] = {{-5, -2, 0}, {-5, 2, 0},   {0, -2, 0},
                                   {0, 2, 0},   {0, -2, 1.2}, {0, 2, 1.2}};
static const kamm_body_def ramp = {
    .shapes[0] = {.kind = KAMM_SHAPE_HULL, .point_count = 6, .points_m = wedge},
    .friction = 0.8f,
    .is_driven_on = 1};

enum { MOST_BODIES = 2, VARIANTS = 3 };
/* Where the car begins, out of gear: by how much it is higher than it would stand on the road. */
struct flight {
    double x_m, y_m, up_m, pitch_rad, roll_rad, speed_mps;
};
typedef int scene_function(int variant, kamm_body_def *bodies, struct flight *flight);

/* Up a ramp and over a parked car, with a gap between. */
static int over_parked_car(int variant, kamm_body_def *bodies, struct flight *flight)
{
    bodies[0] = ramp;
    bodies[1] = parked_car(2.7 + 0.6 * variant);
    *flight = (struct flight){.x_m = -14, .y_m = 0.2 * variant, .speed_mps = 8 + variant};
    return 2;
}

/* Down onto the edge of a box, which some wheels miss. */
static int half_on_a_box(int variant, kamm_body_def *bodies, struct flight *flight)
{
    bodies[0] = block(0, 10, -3, 3, 1);
    *flight = (struct flight){8.0 + 0.4 * variant, 2.6, 1.2, 0.1 * (variant - 1), 0.05, 3};
    return 1;
}

/* Down onto two narrow boxes, each below an axle. */
static int on_two_boxes(int variant, kamm_body_def *bodies, struct flight *flight)
{
    bodies[0] = block(-2.9, 0.3, -3, 3, 0.5);
    bodies[1] = block(-0.3, 0.3 + 0.1 * variant, -3, 3, 0.5);
    *flight = (struct flight){.x_m = -1.4 + 0.1 * variant, .up_m = 0.7, .roll_rad = 0.1 * variant};
    return 2;
}

/* Along a kerb, on it with the wheels of a side. */
static int along_a_kerb(int variant, kamm_body_def *bodies, struct flight *flight)
{
    bodies[0] = block(20, 18, 0.3, 6, 0.1 + 0.05 * variant);
    *flight = (struct flight){.speed_mps = 4 + 4 * variant};
    return 1;
}

static scene_function *const scenes[] = {over_parked_car, half_on_a_box, on_two_boxes,
                                         along_a_kerb};
static const char *const scene_names[] = {"over a parked car", "half on a box", "on two boxes",
                                          "along a kerb"};
enum { SCENES = 4 };

/* ---- a run ---- */

static void start_flight(kamm_cars *cars, const struct flight *f)
{
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, f->x_m, f->y_m, 0);
    const double pitch[2] = {cos(0.5 * f->pitch_rad), sin(0.5 * f->pitch_rad)};
    const double roll[2] = {cos(0.5 * f->roll_rad), sin(0.5 * f->roll_rad)};
    const double q[4] = {pitch[0] * roll[0], pitch[0] * roll[1], pitch[1] * roll[0],
                         -pitch[1] * roll[1]};
    memcpy(at.orientation, q, sizeof q);
    at.speed_mps = f->speed_mps;
    at.position_m[2] += f->up_m;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)[0].gear = 0;
}

/* How high above the road, which is at 0, a body point touches ground. */
static double highest_touch(const kamm_cars *cars)
{
    double highest = -INFINITY;
    for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
        kamm_body_contact c;
        kamm_read_body_contact(cars, 0, p, &c);
        if (c.touches && c.load_n > 0) highest = fmax(highest, c.point_m[2]);
    }
    return highest;
}

static double energy_of(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

struct course {
    double highest_m; /* of what touches */
    double gain;      /* the most that energy rises above what there was, as a share */
    double ends_m[3];
};

static struct course run(const kamm_vehicle_def *def, double rate, int scene, int variant,
                         enum ground_kind kind)
{
    struct course course = {.highest_m = -INFINITY};
    struct flight flight;
    kamm_body_def bodies[MOST_BODIES];
    kamm_terrain *terrain = level_terrain();
    kamm_model *model;
    kamm_cars *cars = cars_of(def, KAMM_FULL, 1, &model);
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = bodies};
    if (kind == TERRAIN) world_def.ground = kamm_terrain_ground(terrain);
    if (kind == WHEELS_ONLY) world_def.ground.query = answer_level;
    world_def.ground.air_density_kgpm3 = KAMM_NONE;
    world_def.body_count = scenes[scene](variant, bodies, &flight);
    kamm_world *world = create_world(&world_def);
    add_cars(world, cars);
    start_flight(cars, &flight);
    kamm_step_world(world, 1);
    double first = energy_of(cars, def);
    for (int i = 1; i < 2 * rate; ++i) {
        kamm_step_world(world, 1);
        course.highest_m = fmax(course.highest_m, highest_touch(cars));
        course.gain = fmax(course.gain, energy_of(cars, def) / first - 1);
    }
    read_position(cars, 0, course.ends_m);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    kamm_destroy_terrain(terrain);
    return course;
}

/* A wheel that comes onto the edge of a kerb may gain as much: no body point is in it. */
#define KERB_GAIN 2e-3

static void check_scene(const char *vehicle, double rate, int scene, int variant)
{
    kamm_vehicle_def def = shipped_on(shipped_number(vehicle), KAMM_FULL, rate);
    struct course course[GROUNDS];
    for (enum ground_kind kind = 0; kind < GROUNDS; ++kind) {
        course[kind] = run(&def, rate, scene, variant, kind);
        if (course[kind].highest_m > 0 || course[kind].gain > KERB_GAIN)
            fail_msg("%s, %s, variant %d, ground %d, %g substeps/s: touches ground %g m above the "
                     "road, energy rises by %g of 1",
                     vehicle, scene_names[scene], variant, (int)kind, rate, course[kind].highest_m,
                     course[kind].gain);
        for (int i = 0; i < 3; ++i)
            expect_near(course[kind].ends_m[i], course[PLANE].ends_m[i], 1e-9);
    }
}

/* In the short tier one rate for each vehicle and scene. */
static void bodies_touch_ground_where_they_are(void **state)
{
    (void)state;
    for (int v = 0; v < VEHICLES; ++v)
        for (int scene = 0; scene < SCENES; ++scene)
            for (int r = (v + scene) % of_tier(RATES, 1); r < RATES; r += of_tier(RATES, 1))
                for (int variant = 0; variant < VARIANTS; variant += of_tier(2, 1))
                    if (!in_long_tier() || is_tried(v + scene + r + variant, 3))
                        check_scene(vehicles[v], rates[r], scene, variant);
}

/* Slides on its roof past a box that its wheels are near and do not touch. */
static void slide_on_roof(const kamm_vehicle_def *def, double rate, int boxes,
                          enum ground_kind kind, double ends_m[3])
{
    const kamm_body_def beside = block(0, 10, 1.3, 3, 0.2);
    const struct flight flight = {.x_m = -2, .up_m = 1.8, .roll_rad = PI + 0.1, .speed_mps = 5};
    kamm_terrain *terrain = level_terrain();
    kamm_model *model;
    kamm_cars *cars = cars_of(def, KAMM_FULL, 1, &model);
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &beside, .body_count = boxes};
    if (kind == TERRAIN) world_def.ground = kamm_terrain_ground(terrain);
    kamm_world *world = create_world(&world_def);
    add_cars(world, cars);
    start_flight(cars, &flight);
    kamm_step_world(world, (int)(1.5 * rate));
    expect_below(highest_touch(cars), 0);
    expect_above(highest_touch(cars), -1);
    read_position(cars, 0, ends_m);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    kamm_destroy_terrain(terrain);
}

static void a_body_near_by_changes_no_bit(void **state)
{
    (void)state;
    for (int v = 0; v < 3; ++v)
        for (enum ground_kind kind = PLANE; kind <= TERRAIN; ++kind) {
            kamm_vehicle_def def = shipped_on(shipped_number(vehicles[v]), KAMM_FULL, 240);
            double alone_m[3], beside_m[3];
            slide_on_roof(&def, 240, 0, kind, alone_m);
            slide_on_roof(&def, 240, 1, kind, beside_m);
            assert_memory_equal(alone_m, beside_m, sizeof alone_m);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_touch_ground_where_they_are),
        cmocka_unit_test(a_body_near_by_changes_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
