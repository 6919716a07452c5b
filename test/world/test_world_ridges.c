/* Ridges of a terrain carry planks and plates that lie across them, whose corners do not meet them. */
#include "support/tier.h"
#include "support/world.h"

#include "base/quaternion.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ridge_carries_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
