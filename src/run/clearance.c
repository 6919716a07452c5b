/* See clearance.h. Baseline code in lanes of four, the same at every width of the kernels. */
#define KAMM_WIDTH 4
#define KAMM_MIXED 1

#include "clearance.h"

#include "../base/vector.h"

enum { LANES = KAMM_WIDTH };

/* a - b of four doubles, as floats. */
LANE_INLINE real apart(const double *a, const double *b)
{
    real difference;
    for (int i = 0; i < LANES; ++i) difference[i] = (float)(a[i] - b[i]);
    return difference;
}

/* What `offset` of the models' places has for four cars. */
LANE_INLINE real place_row(const kamm_cars *cars, int car, size_t offset)
{
    real row;
    if (!cars->mixed) {
        const char *places = (const char *)&cars->models[0]->probes;
        return splat(*(const float *)(const void *)(places + offset));
    }
    for (int i = 0; i < LANES; ++i) {
        const char *places = (const char *)&kamm_model_at(cars, car + i)->probes;
        row[i] = *(const float *)(const void *)(places + offset);
    }
    return row;
}
#define PLACE_ROW(cars, car, member) place_row(cars, car, offsetof(struct probe_places, member))

/* Squared length of the change of four rows: how far a quaternion has turned is twice that at most. */
static real changed(const kamm_cars *cars, int block, int lane, float (*const before)[KAMM_BLOCK])
{
    const uint16_t *row_of = cars->rows.state_row;
    real squared = splat(0.0f);
    for (size_t i = 0; i < 4; ++i) {
        size_t row = row_of[STATE_NUMBER(car.orientation_w) + i];
        squared =
            squared + square(load(cars->block[block].state[row] + lane) - load(before[i] + lane));
    }
    return squared;
}

/* No point has come down by more, on its way over ground as steep as that, than the lowest was above it. */
static mask are_held(const kamm_cars *cars, int block, int lane)
{
    struct asked_points *asked = &cars->asked_points[block];
    const struct car_block *at = &cars->block[block];
    real x = apart(&at->position_m[0][lane], &asked->at_m[0][lane]);
    real y = apart(&at->position_m[1][lane], &asked->at_m[1][lane]);
    real z = apart(&at->position_m[2][lane], &asked->at_m[2][lane]);
    real turned = square_root(changed(cars, block, lane, asked->orientation));
    real swung = 2.0f * turned * PLACE_ROW(cars, block * KAMM_BLOCK + lane, span_m);
    real level = square_root(x * x + y * y) + swung;
    real down = absolute(z) + swung + load(asked->steepness + lane) * level;
    return (down < load(asked->clearance_m + lane)) & (level < (float)KAMM_STEEPNESS_REACH_M);
}

static unsigned bits_of_mask(mask m)
{
    unsigned bits = 0;
    for (int i = 0; i < LANES; ++i) bits |= (unsigned)(m[i] & 1) << i;
    return bits;
}

unsigned kamm_held_points(const kamm_cars *cars, int block, unsigned lanes)
{
    unsigned held = 0;
    for (int lane = 0; lane < KAMM_BLOCK; lane += LANES)
        if (lanes >> lane & ((1u << LANES) - 1))
            held |= bits_of_mask(are_held(cars, block, lane)) << lane;
    return held & lanes;
}
