/* A car into another lane. */
#include "../base/error.h"
#include "external_forces.h"

#include <kamm/batch.h>
#include <string.h>

/* Copies the place and the ground below the wheels. */
static void copy_place_and_ground(size_t wheels, const struct car_block *from, int lane,
                                  const struct car_block *to, int to_lane)
{
    size_t doubles = 3 + 3 * wheels, floats = CONTACT_COUNT * wheels;
    double(*wide)[KAMM_BLOCK] = from->position_m;
    float(*row)[KAMM_BLOCK] = contact_floats(from->contact);
    float(*to_row)[KAMM_BLOCK] = contact_floats(to->contact);
    for (size_t i = 0; i < doubles; ++i) to->position_m[i][to_lane] = wide[i][lane];
    for (size_t i = 0; i < floats; ++i) to_row[i][to_lane] = row[i][lane];
}

/* States and outputs: cars with other parts have other rows. */
static void copy_rows(const struct car *from, const struct car *to)
{
    const struct row_map *rows = to->rows;
    copy_place_and_ground(rows->wheels, from->block, from->lane, to->block, to->lane);
    for (size_t i = 0; i < rows->states; ++i)
        to->block->state[i][to->lane] = state_of(from, rows->row_state[i]);
    for (size_t i = 0; i < rows->outputs; ++i)
        to->block->output[i][to->lane] = output_of(from, rows->row_output[i]);
}

static void copy_points(const struct point_block *from, int lane, struct point_block *to,
                        int to_lane)
{
    for (int p = 0; p < BODY_POINTS; ++p) {
        to->level_m[p][to_lane] = from->level_m[p][lane];
        for (int i = 0; i < 3; ++i) to->normal[p][i][to_lane] = from->normal[p][i][lane];
    }
}

static void copy_place(double (*const at_m)[KAMM_BLOCK], float (*const orientation)[KAMM_BLOCK],
                       int lane, double (*to_m)[KAMM_BLOCK], float (*to_orientation)[KAMM_BLOCK],
                       int to_lane)
{
    for (int i = 0; i < 3; ++i) to_m[i][to_lane] = at_m[i][lane];
    for (int i = 0; i < 4; ++i) to_orientation[i][to_lane] = orientation[i][lane];
}

/* Where the ground was asked for, and for how far the answers hold. */
static void copy_asked(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    int lane = car % KAMM_BLOCK, to_lane = to_car % KAMM_BLOCK;
    struct asked_wheels *wheels = &from->asked_wheels[car / KAMM_BLOCK];
    struct asked_wheels *to_wheels = &to->asked_wheels[to_car / KAMM_BLOCK];
    copy_place(wheels->at_m, wheels->orientation, lane, to_wheels->at_m, to_wheels->orientation,
               to_lane);
    to_wheels->reach_m[to_lane] = wheels->reach_m[lane];
    if (!from->points) return;
    struct asked_points *points = &from->asked_points[car / KAMM_BLOCK];
    struct asked_points *to_points = &to->asked_points[to_car / KAMM_BLOCK];
    copy_place(points->at_m, points->orientation, lane, to_points->at_m, to_points->orientation,
               to_lane);
    to_points->clearance_m[to_lane] = points->clearance_m[lane];
    to_points->steepness[to_lane] = points->steepness[lane];
}

/* Answers are of use where the other cars of the block have asked the same ground, or none; else it is queried again. */
static void copy_source(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    const struct ground_source *source = &from->source[car / KAMM_BLOCK];
    struct ground_source *to_source = &to->source[to_car / KAMM_BLOCK];
    uint16_t bit = (uint16_t)(1u << to_car % KAMM_BLOCK);
    if (!to_source->query) *to_source = *source;
    int same = to_source->query == source->query && to_source->user == source->user;
    int stale = !same || from->stale[car / KAMM_BLOCK] >> car % KAMM_BLOCK & 1;
    uint16_t others = to->stale[to_car / KAMM_BLOCK] & (uint16_t)~bit;
    to->stale[to_car / KAMM_BLOCK] = stale ? others | bit : others;
}

void kamm_copy_car(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    KAMM_REQUIRE_ALIVE(from, );
    KAMM_REQUIRE_ALIVE(to, );
    KAMM_REQUIRE(car >= 0 && car < from->count, );
    KAMM_REQUIRE(to_car >= 0 && to_car < to->count, );
    KAMM_REQUIRE(!kamm_car_is_off(to, to_car), );
    KAMM_REQUIRE(from->rung == to->rung, );
    KAMM_REQUIRE(kamm_layouts_are_alike(from->layout, to->layout), );
    int block = car / KAMM_BLOCK, to_block = to_car / KAMM_BLOCK;
    int lane = car % KAMM_BLOCK, to_lane = to_car % KAMM_BLOCK;
    if (from == to && car == to_car) return;
    const struct car source = kamm_car_of(from, car), target = kamm_car_of(to, to_car);
    copy_rows(&source, &target);
    kamm_drop_parts(to, to_car);
    if (from->points) copy_points(&from->points[block], lane, &to->points[to_block], to_lane);
    copy_asked(from, car, to, to_car);
    copy_source(from, car, to, to_car);
    unsigned unsettled = from->unsettled[block] >> lane & 1u;
    to->unsettled[to_block] =
        (uint16_t)((to->unsettled[to_block] & ~(1u << to_lane)) | unsettled << to_lane);
    kamm_forget_plane(to, to_block);
    double gravity_mps2[3];
    kamm_felt_gravity(from, car, gravity_mps2);
    kamm_put_gravity(to, to_car, gravity_mps2);
    kamm_set_placed(to, to_car, kamm_is_placed(from, car));
    to->inputs[to_car] = from->inputs[car];
    kamm_drop_force(to, to_car);
}
