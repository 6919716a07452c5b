/* Ridges of a terrain carry planks, plates and the bellies of cars that lie across them: their corners do not meet them. */
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include "base/quaternion.h"
#include "run/cars.h"
#include "vehicle/chassis.h"

#include <math.h>
#include <string.h>

/* A gable along the y axis, as a mesh or as a height map. */
enum { SIDE = 201, MESH_POINTS = 10, MESH_TRIANGLES = 8 };
#define CELL_M 0.1
#define HIGH_M 0.9

static kamm_terrain *terrain_of(const kamm_layer *layer)
{
    const kamm_terrain_def def = {.layers = layer, .layer_count = 1};
    kamm_error error = {0};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

static kamm_terrain *gable_of_heights(double half_m)
{
    static float heights[SIDE][SIDE];
    double middle = 0.5 * (SIDE - 1) * CELL_M;
    for (int row = 0; row < SIDE; ++row)
        for (int i = 0; i < SIDE; ++i)
            heights[row][i] = (float)(HIGH_M * fmax(0, 1 - fabs(CELL_M * i - middle) / half_m));
    const kamm_layer layer = {.kind = KAMM_LAYER_HEIGHTS,
                              .heights = {SIDE, SIDE, CELL_M, {-middle, -middle}, heights[0]}};
    return terrain_of(&layer);
}

static kamm_terrain *gable_of_mesh(double half_m)
{
    const double x_m[] = {-50, -half_m, 0, half_m, 50};
    float points[MESH_POINTS][3];
    int32_t triangles[MESH_TRIANGLES][3];
    for (int i = 0; i < MESH_POINTS; ++i) {
        points[i][0] = (float)x_m[i / 2];
        points[i][1] = i % 2 ? 50 : -50;
        points[i][2] = i / 2 == 2 ? (float)HIGH_M : 0;
    }
    for (int i = 0; i < MESH_TRIANGLES; i += 2) {
        const int32_t quad[2][3] = {{i, i + 2, i + 1}, {i + 2, i + 3, i + 1}};
        memcpy(triangles[i], quad, sizeof quad);
    }
    const kamm_layer layer = {.kind = KAMM_LAYER_MESH,
                              .mesh = {MESH_POINTS, MESH_TRIANGLES, (const float(*)[3])points,
                                       (const int32_t(*)[3])triangles}};
    return terrain_of(&layer);
}

/* How deep the crest is in the lower face of a board; negative: below it. */
static double crest_in_board(const kamm_body_motion *m, double thick_m)
{
    const double back[4] = {m->orientation[0], -m->orientation[1], -m->orientation[2],
                            -m->orientation[3]};
    const double crest[3] = {-m->position_m[0], 0, HIGH_M - m->position_m[2]};
    double own[3];
    kamm_rotate(back, crest, own);
    return own[2] + 0.5 * thick_m;
}

/* Falls onto the crest from a hand's height, a little off its middle, and comes to lie there. */
static void check_board(kamm_terrain *terrain, double half_y_m, double off_m, double rate,
                        double deepest_m)
{
    kamm_body_def board = {.type = KAMM_BODY_DYNAMIC,
                           .shapes[0].box.half_m = {2, half_y_m, 0.03},
                           .position_m = {off_m, 0, HIGH_M + 0.15},
                           .mass_kg = 40,
                           .friction = 0.8f};
    kamm_world_def def = {.ground = kamm_terrain_ground(terrain),
                          .bodies = &board,
                          .body_count = 1,
                          .substep_s = 1 / rate};
    kamm_world *world = create_world(&def);
    kamm_body_motion m;
    for (int n = 0; n < 3 * rate; ++n) {
        kamm_step_world(world, 1);
        read_body(world, 0, &m);
        double v_2 = m.velocity_mps[2] * m.velocity_mps[2] + m.velocity_mps[0] * m.velocity_mps[0];
        expect_below(m.position_m[2] + 0.5 * v_2 / GRAVITY_MPS2, board.position_m[2] + 0.01);
        if (n > rate) expect_below(crest_in_board(&m, 0.06), deepest_m);
    }
    expect_below(fabs(m.position_m[0]), off_m + 0.1);
    kamm_destroy_world(world);
}

/* What is left of the halvings, an eighth of 4 m over 16, on slopes as steep; and two centimetres. */
static void check_gable(kamm_terrain *terrain, double half_m, double plate_m)
{
    double plank_m = HIGH_M / half_m * (0.5 / 16) + 0.02;
    static const double rates[] = {240, 60, 600}, offs_m[] = {0.1, 0, 0.05};
    for (int r = 0; r < of_tier(2, 3); ++r)
        for (int i = 0; i < of_tier(2, 3); ++i) {
            check_board(terrain, 0.15, offs_m[i], rates[r], plank_m);
            check_board(terrain, 1, offs_m[i], rates[r], plate_m);
        }
    kamm_destroy_terrain(terrain);
}

/* 45 and 66 degrees steep. On a steep one a plate sinks in between the points that it has. */
static void a_ridge_carries_boards(void **state)
{
    (void)state;
    check_gable(gable_of_heights(0.9), 0.9, 0.06);
    check_gable(gable_of_heights(0.4), 0.4, 0.3);
    check_gable(gable_of_mesh(0.9), 0.9, 0.06);
    check_gable(gable_of_mesh(0.4), 0.4, 0.3);
}

/* How deep the crest is in the floor between the wheels; negative: below it. */
static double crest_in_floor(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    kamm_motion m;
    kamm_read_motion(cars, 0, &m);
    const double *q = m.orientation, back[4] = {q[0], -q[1], -q[2], -q[3]};
    const double crest[3] = {-m.position_m[0], -m.position_m[1], HIGH_M - m.position_m[2]};
    double own[3];
    kamm_rotate(back, crest, own);
    return own[2] - (double)def->body.ground_clearance_m;
}

/* Three lines bear at least as two points with all of the car on them, half as far as they are apart at the worst; and what is
 * left of the halvings on a slope of 45 degrees. */
static double deepest_floor_m(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    double k = (double)model->chassis->body_contact.stiffness_n_per_m;
    double apart_m = (double)def->body.length_m / 5;
    return kamm_describe(model).mass_kg * GRAVITY_MPS2 / (2 * k) + apart_m / 32 + 0.01;
}

static kamm_cars *drop_on_crest(const kamm_vehicle_def *def, double off_m)
{
    kamm_cars *cars = start_cars(def, 1);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    at.position_m[0] = off_m;
    at.position_m[2] = HIGH_M;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->gear = 0;
    kamm_inputs(cars)->brake = 1;
    return cars;
}

static double energy_of(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

/* The ridge is between the axles: the car comes to lie on its floor. */
static void check_belly(kamm_terrain *terrain, const kamm_vehicle_def *def, double rate,
                        double off_m)
{
    kamm_ground ground = kamm_terrain_ground(terrain);
    kamm_cars *cars = drop_on_crest(def, off_m);
    double last_m = -INFINITY;
    kamm_step(cars, &ground, 1);
    double first = energy_of(cars, def);
    for (int n = 0; n < 4 * rate; ++n) {
        kamm_step(cars, &ground, 1);
        expect_below(energy_of(cars, def), 1.0005 * first);
        if (n > 3 * rate) last_m = fmax(last_m, crest_in_floor(cars, def));
    }
    expect_below(last_m, deepest_floor_m(cars, def));
    expect_above(last_m, 0);
    end_cars(cars);
}

static void a_ridge_carries_bellies(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const vehicles[] = {"bmw-m3-e46",           "nissan-micra",
                                           "suzuki-jimny",         "formula-car-2014",
                                           "ford-transit-minibus", "man-kat1-6x6"};
    static const double rates[] = {240, 120, 600};
    kamm_terrain *terrain[2] = {gable_of_mesh(0.9), gable_of_heights(0.9)};
    for (int v = 0; v < 6; ++v)
        for (int r = v % of_tier(3, 1); r < 3; r += of_tier(3, 1)) {
            kamm_vehicle_def def = shipped_on(shipped_number(vehicles[v]), KAMM_FULL, rates[r]);
            for (int k = 0; k < 2; ++k) check_belly(terrain[k], &def, rates[r], 0.1 * (r % 2));
        }
    for (int k = 0; k < 2; ++k) kamm_destroy_terrain(terrain[k]);
}

/* A car that drives over hills without touching them has the bits that it has without places between points. */
static void a_floor_in_the_air_changes_no_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_terrain *terrain = gable_of_heights(8);
    for (int v = 0; v < 2; ++v) {
        kamm_vehicle_def def =
            shipped_on(shipped_number(v ? "suzuki-jimny" : "nissan-micra"), KAMM_FULL, 240);
        double at[2][3];
        for (int k = 0; k < 2; ++k) {
            kamm_ground ground = kamm_terrain_ground(terrain);
            kamm_cars *cars = start_cars(&def, 1);
            kamm_placement placement = kamm_placement_on(&kamm_flat_ground, -9, 0, 0.2);
            ground.body_points -= k;
            placement.speed_mps = 8;
            kamm_place(cars, 0, &placement);
            kamm_step(cars, &ground, 400);
            read_position(cars, 0, at[k]);
            end_cars(cars);
        }
        assert_memory_equal(at[0], at[1], sizeof at[0]);
    }
    kamm_destroy_terrain(terrain);
}

/* The ground, but without how steep it is around a point. */
static void hide_steepness(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *ground = user;
    ground->query(ground->user, count, probes, contacts);
    for (int i = 0; i < count; ++i) contacts[i].steepness = 0;
}

/* A mesh tells how steep it is, so that bodies above it are asked for rarely: that changes no bit, on a crest neither. */
static void a_steepness_changes_no_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_terrain *terrain = gable_of_mesh(3);
    for (int v = 0; v < 2; ++v) {
        kamm_vehicle_def def =
            shipped_on(shipped_number(v ? "suzuki-jimny" : "bmw-m3-e46"), KAMM_FULL, 240);
        double at[2][3];
        for (int k = 0; k < 2; ++k) {
            kamm_ground shown = kamm_terrain_ground(terrain), hidden = shown;
            hidden.query = hide_steepness, hidden.user = &shown;
            kamm_cars *cars = start_cars(&def, 1);
            kamm_placement placement = kamm_placement_on(&kamm_flat_ground, -9, 0, 0.1);
            placement.speed_mps = 8;
            kamm_place(cars, 0, &placement);
            kamm_step(cars, k ? &hidden : &shown, 600);
            read_position(cars, 0, at[k]);
            end_cars(cars);
        }
        assert_memory_equal(at[0], at[1], sizeof at[0]);
    }
    kamm_destroy_terrain(terrain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ridge_carries_bellies),
        cmocka_unit_test(a_floor_in_the_air_changes_no_bit),
        cmocka_unit_test(a_steepness_changes_no_bit),
        cmocka_unit_test(a_ridge_carries_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
