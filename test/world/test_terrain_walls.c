/* The upright faces of a terrain's mesh as a body: a rock and a fence on level ground stop cars of all rungs. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include <math.h>

enum { SPEEDS = 3, COASTS = 60, PUSHES = 60, SUBSTEPS = 4 };

static const double speeds_mps[SPEEDS] = {3, 8, 15};
#define FACE_AT_M 8.0f
#define HIGH_M 3.0f

/* A road, and behind x = 8 m a rock, or a fence on level ground there. */
static kamm_terrain *make_terrain(int is_fence)
{
    const float x = FACE_AT_M, h = HIGH_M, end = is_fence ? 0 : h;
    const float points[8][3] = {{-200, -50, 0}, {x, -50, 0},    {-200, 50, 0}, {x, 50, 0},
                                {x, -50, end},  {60, -50, end}, {x, 50, end},  {60, 50, end}};
    const float fence[2][3] = {{x, -50, h}, {x, 50, h}};
    float all[10][3];
    const int32_t triangles[][3] = {{0, 1, 2}, {2, 1, 3}, {4, 5, 6},
                                    {6, 5, 7}, {1, 8, 3}, {3, 8, 9}};
    for (int i = 0; i < 10; ++i)
        for (int k = 0; k < 3; ++k) all[i][k] = i < 8 ? points[i][k] : fence[i - 8][k];
    const kamm_layer layer = {.kind = KAMM_LAYER_MESH,
                              .mesh = {10, 6, (const float(*)[3])all, triangles}};
    kamm_error error = {0};
    kamm_terrain *terrain =
        kamm_create_terrain(&(kamm_terrain_def){.layers = &layer, .layer_count = 1}, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

/* The foremost point of the wheels behind the face, or how high the car is above the road. */
static double farthest(const kamm_cars *cars, int car, int axis)
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    kamm_pose body;
    double most = -INFINITY;
    kamm_read_pose(cars, car, 1, &body, wheels);
    if (axis == 2) return body.position_m[2];
    for (int w = 0; w < info.wheel_count; ++w)
        most = fmax(most, wheels[w].pose.position_m[0] - (double)FACE_AT_M);
    return most;
}

static void start_before(kamm_cars *cars)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double front_m = info.cg_behind_front_axle_m + info.front_overhang_m;
    for (int i = 0; i < SPEEDS; ++i) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, (double)FACE_AT_M - front_m - 2,
                                              14 * (i - 1), i == 2 ? 0.3 : 0);
        at.speed_mps = fmin(speeds_mps[i], 0.9 * info.top_speed_mps);
        kamm_place(cars, i, &at);
        kamm_inputs(cars)[i].gear = 0;
    }
}

/* Cars coast against it, then push: how far they come and rise. */
static void drive_against(kamm_world *world, kamm_cars *cars, double *past_m, double *rise_m)
{
    *past_m = *rise_m = -INFINITY;
    start_before(cars);
    for (int frame = 0; frame < COASTS + PUSHES; ++frame) {
        for (int i = 0; i < SPEEDS && frame == COASTS; ++i)
            kamm_inputs(cars)[i].gear = KAMM_GEAR_DRIVE, kamm_inputs(cars)[i].throttle = 0.7f;
        kamm_step_world(world, SUBSTEPS);
        for (int i = 0; i < SPEEDS; ++i) {
            *past_m = fmax(*past_m, farthest(cars, i, 0));
            *rise_m = fmax(*rise_m, farthest(cars, i, 2));
            assert_int_equal(kamm_fault(cars, i) & KAMM_FAULT_NUMERIC, 0);
        }
    }
}

static void check_vehicle(int vehicle, kamm_rung rung, const kamm_terrain *terrain, int is_fence)
{
    kamm_vehicle_def def = shipped_on(vehicle, KAMM_FULL, 240);
    for (int walls = 0; walls < 2; ++walls) {
        kamm_error error;
        double past_m, rise_m;
        kamm_world *world = create_world(&(kamm_world_def){.ground = kamm_terrain_ground(terrain)});
        kamm_body body = {0};
        if (walls) must(kamm_add_terrain_faces(world, terrain, NULL, &body, &error), &error);
        assert_int_equal(body.generation > 0, walls);
        kamm_cars *cars = start_rung(&def, rung, SPEEDS);
        add_cars(world, cars);
        drive_against(world, cars, &past_m, &rise_m);
        /* A body that leans pitches as it brakes; springs of full throw a truck up. */
        double high_m = rung < KAMM_DOUBLE_TRACK ? 0.02 : rung < KAMM_FULL ? 0.1 : 1;
        if (walls && (past_m > 0 || rise_m > high_m))
            fail_msg("%s, %s, %s: %.2f m behind the face, %.2f m up", shipped_name(vehicle),
                     rung_name(rung), is_fence ? "fence" : "rock", past_m, rise_m);
        if (!walls && rung < KAMM_FULL) expect_above(past_m, 1); /* the ground alone does not */
        kamm_destroy_world(world);
        end_cars(cars);
    }
}

static void rocks_and_fences_stop_cars_on_all_rungs(void **state)
{
    (void)state;
    for (int is_fence = 0; is_fence < 2; ++is_fence) {
        kamm_terrain *terrain = make_terrain(is_fence);
        for (int v = 0; v < shipped_count(); v += of_tier(13, 2))
            for (EACH_RUNG(rung)) check_vehicle(v, rung, terrain, is_fence);
        kamm_destroy_terrain(terrain);
    }
}

/* A hill has no face; the def that it is like gives friction and filter. */
static void ground_without_faces_adds_nothing(void **state)
{
    (void)state;
    const float points[3][3] = {{0, 0, 0}, {10, 0, 2}, {0, 10, 0}};
    const int32_t triangle[1][3] = {{0, 1, 2}};
    const kamm_layer layer = {.kind = KAMM_LAYER_MESH, .mesh = {3, 1, points, triangle}};
    kamm_error error;
    kamm_body body = {1, 1};
    kamm_terrain *hill =
        kamm_create_terrain(&(kamm_terrain_def){.layers = &layer, .layer_count = 1}, &error);
    kamm_terrain *rock = make_terrain(0);
    kamm_world *world = create_world(&(kamm_world_def){.ground = kamm_terrain_ground(rock)});
    must(kamm_add_terrain_faces(world, hill, NULL, &body, &error), &error);
    assert_int_equal(body.generation, 0);
    assert_int_equal(kamm_body_count(world), 0);
    const kamm_body_def like = {.friction = 9};
    assert_int_equal(kamm_add_terrain_faces(world, rock, &like, &body, &error), KAMM_ERROR_RANGE);
    must(kamm_add_terrain_faces(world, rock, NULL, NULL, &error), &error);
    assert_int_equal(kamm_body_count(world), 1);
    kamm_destroy_world(world);
    kamm_destroy_terrain(rock);
    kamm_destroy_terrain(hill);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rocks_and_fences_stop_cars_on_all_rungs),
        cmocka_unit_test(ground_without_faces_adds_nothing),
    };
    return cmocka_run_group_tests_name("terrain_walls", tests, NULL, NULL);
}
