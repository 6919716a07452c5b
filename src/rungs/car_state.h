/* How cars lie in memory, of whatever rung: blocks of 16 cars, [field][16], at every width.
 *
 * The structs below are generated from the field tables; a member's place among the floats of its
 * struct is its row in the block. */
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

struct state_rows {
    struct car_rows car;
    struct wheel_rows wheels[CAR_WHEELS];
    struct axle_rows axles[CAR_AXLES]; /* from here on of the full model only */
    struct point_rows points[BODY_POINTS];
};

struct output_rows {
    struct car_output_rows car;
    struct wheel_output_rows wheels[CAR_WHEELS];
};

/* The ground below one wheel; its point is among the doubles of the block. */
struct contact_rows {
    float normal[3];
    float velocity_mps[3];
    float friction;
    float rolling_resistance;
    float sliding_loss;
};

enum {
    STATE_COUNT = sizeof(struct state_rows) / sizeof(float),
    OUTPUT_COUNT = sizeof(struct output_rows) / sizeof(float),
    CONTACT_COUNT = sizeof(struct contact_rows) / sizeof(float)
};

struct car_block {
    double position_m[3][KAMM_BLOCK]; /* of the sprung mass's centre of gravity */
    double contact_point_m[CAR_WHEELS][3][KAMM_BLOCK];
    float contact[CAR_WHEELS][CONTACT_COUNT][KAMM_BLOCK];
    float state[STATE_COUNT][KAMM_BLOCK];
    float output[OUTPUT_COUNT][KAMM_BLOCK];
};

/* The ground below the eight body points, which only the full model has: n . x = level. */
struct point_block {
    double level_m[BODY_POINTS][KAMM_BLOCK];
    float normal[BODY_POINTS][3][KAMM_BLOCK];
};

#define STATE_ROW(member) (offsetof(struct state_rows, member) / sizeof(float))
#define OUTPUT_ROW(member) (offsetof(struct output_rows, member) / sizeof(float))

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
    struct wheel_lanes wheels[CAR_WHEELS];
    struct axle_lanes axles[CAR_AXLES];
    struct point_lanes points[BODY_POINTS];
};

struct output_lanes {
    struct car_output_lanes car;
    struct wheel_output_lanes wheels[CAR_WHEELS];
};

#endif
