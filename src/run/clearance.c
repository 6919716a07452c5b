/* See clearance.h. Baseline code in lanes of four, the same at every width of the kernels. */
#include "../base/compiler.h"
#define KAMM_WIDTH KAMM_BASELINE_WIDTH
#define KAMM_MIXED 1

#include "clearance.h"

#include "../base/vector.h"

enum { LANES = KAMM_WIDTH };

/* a - b of doubles, as floats. */
LANE_INLINE real apart(const double *a, const double *b)
{
    real difference = splat(0);
    for (int i = 0; i < LANES; ++i) set_lane(&difference, i, (float)(a[i] - b[i]));
    return difference;
}

/* Returns the value at `offset` of the models' places for the cars of the lanes. */
LANE_INLINE real place_row(const kamm_cars *cars, int car, size_t offset)
{
    real row = splat(0);
    if (!cars->mixed) {
        const char *places = (const char *)&cars->models[0]->probes;
        return splat(*(const float *)(const void *)(places + offset));
    }
    for (int i = 0; i < LANES; ++i) {
        const char *places = (const char *)&kamm_model_at(cars, car + i)->probes;
        set_lane(&row, i, *(const float *)(const void *)(places + offset));
    }
    return row;
}
#define PLACE_ROW(cars, car, member) place_row(cars, car, offsetof(struct probe_places, member))

/* How far a car has come since. */
struct way {
    real x, y, z;
    real turned; /* the change of its quaternion: half an angle at most */
};

static struct way way_since(const kamm_cars *cars, int block, int lane,
                            double (*const at_m)[KAMM_BLOCK],
                            float (*const orientation)[KAMM_BLOCK])
{
    const struct car_block *now = &cars->block[block];
    const uint16_t *row = cars->rows.state_row + STATE_NUMBER(car.orientation_w);
    real squared = splat(0.0f);
    for (size_t i = 0; i < 4; ++i)
        squared = squared + square(load(now->state[row[i]] + lane) - load(orientation[i] + lane));
    return (struct way){.x = apart(&now->position_m[0][lane], &at_m[0][lane]),
                        .y = apart(&now->position_m[1][lane], &at_m[1][lane]),
                        .z = apart(&now->position_m[2][lane], &at_m[2][lane]),
                        .turned = square_root(squared)};
}

static mask wheels_are_held(const kamm_cars *cars, int block, int lane)
{
    struct asked_wheels *asked = &cars->asked_wheels[block];
    struct way way = way_since(cars, block, lane, asked->at_m, asked->orientation);
    real swung = 2.0f * way.turned * PLACE_ROW(cars, block * KAMM_BLOCK + lane, lever_m);
    real gone = square_root((way.x * way.x + way.y * way.y) + way.z * way.z) + swung;
    return gone < load(asked->reach_m + lane);
}

LANE_INLINE real row_here(const kamm_cars *cars, int block, int lane, size_t number)
{
    return load(cars->block[block].state[cars->rows.state_row[number]] + lane);
}
#define STATE_HERE(member) row_here(cars, block, lane, STATE_NUMBER(car.member))

/* The rest of this substep's way, to the end of which points press on the ground (body_contact.h). */
static struct way way_to_come(const kamm_cars *cars, int block, int lane)
{
    real half_s = splat((float)(0.5 * cars->models[0]->info.substep_s));
    real x = STATE_HERE(roll_rate_radps), y = STATE_HERE(pitch_rate_radps),
         z = STATE_HERE(yaw_rate_radps);
    return (struct way){.x = STATE_HERE(velocity_x_mps) * half_s,
                        .y = STATE_HERE(velocity_y_mps) * half_s,
                        .z = STATE_HERE(velocity_z_mps) * half_s,
                        .turned = 0.5f * square_root((x * x + y * y) + z * z) * half_s};
}

LANE_INLINE real level_way(const struct way *w) { return square_root(w->x * w->x + w->y * w->y); }

/* No point has come down by more, on its way over ground as steep as that, than the lowest was above it. */
static mask points_are_held(const kamm_cars *cars, int block, int lane)
{
    struct asked_points *asked = &cars->asked_points[block];
    struct way way = way_since(cars, block, lane, asked->at_m, asked->orientation);
    const struct way more = way_to_come(cars, block, lane);
    real turned = way.turned + more.turned;
    real swung = 2.0f * turned * PLACE_ROW(cars, block * KAMM_BLOCK + lane, span_m);
    real level = level_way(&way) + level_way(&more) + swung;
    real down = absolute(way.z + more.z) + swung + load(asked->steepness + lane) * level;
    return (down < load(asked->clearance_m + lane)) & (level < (float)KAMM_STEEPNESS_REACH_M);
}

static unsigned bits_of_mask(mask m)
{
    unsigned bits = 0;
    for (int i = 0; i < LANES; ++i) bits |= (unsigned)(lane_of_int(m, i) & 1) << i;
    return bits;
}

typedef mask held_function(const kamm_cars *cars, int block, int lane);

LANE_INLINE unsigned held_of(const kamm_cars *cars, int block, unsigned lanes, held_function *held)
{
    unsigned bits = 0;
    for (int lane = 0; lane < KAMM_BLOCK; lane += LANES)
        if (lanes >> lane & ((1u << LANES) - 1))
            bits |= bits_of_mask(held(cars, block, lane)) << lane;
    return bits & lanes;
}

unsigned kamm_held_wheels(const kamm_cars *cars, int block, unsigned lanes)
{
    return held_of(cars, block, lanes, wheels_are_held);
}

unsigned kamm_held_points(const kamm_cars *cars, int block, unsigned lanes)
{
    return held_of(cars, block, lanes, points_are_held);
}
