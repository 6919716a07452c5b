/* How cars lie in memory, of whatever rung: blocks of 16 cars, [field][16], at every width.
 *
 * The structs below are generated from the field tables; a member's place among the floats of its
 * struct is its row in the block. A block has rows for the wheels and axles that its cars have: those of the car
 * come first, so that they and the wheels' are at the same place in any block. */
#ifndef KAMM_RUNGS_CAR_STATE_H
#define KAMM_RUNGS_CAR_STATE_H

#include "../base/lane.h"
#include "../vehicle/chassis.h"
#include <kamm/ground.h>
#include <kamm/state_fields.h>
#include <kamm/vehicle.h>

#define ROW_MEMBER(name, unit, default_value, lowest, highest, doc) float name;
#define OUTPUT_ROW_MEMBER(name, unit, doc) float name;
#define NO_MEMBER(name, ...)
/* clang-format off */
struct car_rows { KAMM_CAR_STATES(ROW_MEMBER) };
struct point_rows { KAMM_BODY_POINT_STATES(ROW_MEMBER) };
struct axle_rows { KAMM_AXLE_STATES(ROW_MEMBER) };
struct wheel_rows { KAMM_WHEEL_STATES(ROW_MEMBER) };
struct car_output_rows { KAMM_CHANNELS(NO_MEMBER, OUTPUT_ROW_MEMBER, NO_MEMBER, NO_MEMBER) };
struct wheel_output_rows { KAMM_WHEEL_CHANNELS(NO_MEMBER, OUTPUT_ROW_MEMBER, NO_MEMBER) };
/* clang-format on */

/* The rows that come first; behind the last wheel's follow those of axles and body points. */
struct state_rows {
    struct car_rows car;
    struct wheel_rows wheels[MAX_WHEELS];
};

struct output_rows {
    struct car_output_rows car;
    struct wheel_output_rows wheels[MAX_WHEELS];
};

/* The ground below one wheel; its point is among the doubles of the block. */
struct contact_rows {
    float normal[3];
    float velocity_mps[3];
    float friction;
    float rolling_resistance;
    float sliding_loss;
};

#define ROWS_OF(rows) (sizeof(struct rows) / sizeof(float))
#define STATE_ROW(member) (offsetof(struct state_rows, member) / sizeof(float))
#define OUTPUT_ROW(member) (offsetof(struct output_rows, member) / sizeof(float))
#define AXLE_ROW(member) (offsetof(struct axle_rows, member) / sizeof(float))
#define POINT_ROW(member) (offsetof(struct point_rows, member) / sizeof(float))

enum { CONTACT_COUNT = ROWS_OF(contact_rows) };

/* How many rows a block has. */
struct row_count {
    size_t wheels; /* of which there are contacts */
    size_t states, outputs;
    size_t first_axle,
        first_point; /* rows of states; where the rung has none of these there are none */
};

static inline struct row_count count_rows(const struct layout *l, int has_springs)
{
    struct row_count n = {.wheels = (size_t)l->wheels};
    n.first_axle = STATE_ROW(wheels) + n.wheels * ROWS_OF(wheel_rows);
    n.first_point = n.first_axle + (has_springs ? (size_t)l->axles * ROWS_OF(axle_rows) : 0);
    n.states = n.first_point + (has_springs ? BODY_POINTS * ROWS_OF(point_rows) : 0);
    n.outputs = OUTPUT_ROW(wheels) + n.wheels * ROWS_OF(wheel_output_rows);
    return n;
}

/* A block: its rows lie one after the other, in this order. */
struct car_block {
    double (*position_m)[KAMM_BLOCK]; /* [3]: of the body frame's origin */
    double (*contact_point_m)[3][KAMM_BLOCK];
    float (*contact)[CONTACT_COUNT][KAMM_BLOCK];
    float (*state)[KAMM_BLOCK];
    float (*output)[KAMM_BLOCK];
};

static inline size_t block_size(const struct row_count *n)
{
    size_t doubles = 3 + 3 * n->wheels, floats = CONTACT_COUNT * n->wheels + n->states + n->outputs;
    return KAMM_BLOCK * (doubles * sizeof(double) + floats * sizeof(float));
}

/* The block whose rows start at that address, which is one of 64 bytes. */
static inline struct car_block block_at(void *memory, const struct row_count *n)
{
    struct car_block block;
    block.position_m = memory;
    block.contact_point_m = (double(*)[3][KAMM_BLOCK])(block.position_m + 3);
    block.contact = (float(*)[CONTACT_COUNT][KAMM_BLOCK])(block.contact_point_m + n->wheels);
    block.state = (float(*)[KAMM_BLOCK])(block.contact + n->wheels);
    block.output = block.state + n->states;
    return block;
}

/* The ground below the eight body points, of rungs that have them: n . x = level. */
struct point_block {
    double level_m[BODY_POINTS][KAMM_BLOCK];
    float normal[BODY_POINTS][3][KAMM_BLOCK];
};

/* The same structs for computing: a `real` where the rows have a float. */
#define LANE_MEMBER(name, unit, default_value, lowest, highest, doc) real name;
#define OUTPUT_LANE_MEMBER(name, unit, doc) real name;
/* clang-format off */
struct car_lanes { KAMM_CAR_STATES(LANE_MEMBER) };
struct point_lanes { KAMM_BODY_POINT_STATES(LANE_MEMBER) };
struct axle_lanes { KAMM_AXLE_STATES(LANE_MEMBER) };
struct wheel_lanes { KAMM_WHEEL_STATES(LANE_MEMBER) };
struct car_output_lanes { KAMM_CHANNELS(NO_MEMBER, OUTPUT_LANE_MEMBER, NO_MEMBER, NO_MEMBER) };
struct wheel_output_lanes { KAMM_WHEEL_CHANNELS(NO_MEMBER, OUTPUT_LANE_MEMBER, NO_MEMBER) };
struct input_lanes { KAMM_INPUT_FIELDS(LANE_MEMBER) };
/* clang-format on */

struct state_lanes {
    struct car_lanes car;
    struct wheel_lanes wheels[MAX_WHEELS];
    struct axle_lanes axles[MAX_AXLES];
    struct point_lanes points[BODY_POINTS];
};

struct output_lanes {
    struct car_output_lanes car;
    struct wheel_output_lanes wheels[MAX_WHEELS];
};

#endif
