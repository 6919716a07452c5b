/* How cars of the full model lie in memory: blocks of 16 cars, [field][16], at every width.
 *
 * The structs below are generated from the field tables; a member's place among the floats of its
 * struct is its row in the block. */
#ifndef KAMM_MODEL_FULL_STATE_H
#define KAMM_MODEL_FULL_STATE_H

#include "../../base/lane.h"
#include <kamm/state_fields.h>
#include <kamm/vehicle.h>

enum { FULL_AXLES = KAMM_MAX_AXLES, FULL_WHEELS = KAMM_MAX_WHEELS, FULL_BODY_POINTS = 8 };

#define FULL_ROW(name, unit, default_value, lowest, highest, doc) float name;
/* clang-format off */
struct full_car_rows { KAMM_CAR_STATES(FULL_ROW) };
struct full_point_rows { KAMM_BODY_POINT_STATES(FULL_ROW) };
struct full_axle_rows { KAMM_AXLE_STATES(FULL_ROW) };
struct full_wheel_rows { KAMM_WHEEL_STATES(FULL_ROW) };
struct full_car_output_rows { KAMM_CAR_OUTPUTS(FULL_ROW) };
struct full_wheel_output_rows { KAMM_WHEEL_OUTPUTS(FULL_ROW) };
/* clang-format on */

struct full_state_rows {
    struct full_car_rows car;
    struct full_point_rows points[FULL_BODY_POINTS];
    struct full_axle_rows axles[FULL_AXLES];
    struct full_wheel_rows wheels[FULL_WHEELS];
};

struct full_output_rows {
    struct full_car_output_rows car;
    struct full_wheel_output_rows wheels[FULL_WHEELS];
};

/* The ground below one wheel; its point is among the doubles of the block. */
struct full_contact_rows {
    float normal[3];
    float velocity_mps[3];
    float friction;
    float rolling_resistance;
};

enum {
    FULL_STATE_COUNT = sizeof(struct full_state_rows) / sizeof(float),
    FULL_OUTPUT_COUNT = sizeof(struct full_output_rows) / sizeof(float),
    FULL_CONTACT_COUNT = sizeof(struct full_contact_rows) / sizeof(float)
};

struct full_block {
    double position_m[3][KAMM_BLOCK]; /* of the sprung mass's centre of gravity */
    double contact_point_m[FULL_WHEELS][3][KAMM_BLOCK];
    float contact[FULL_WHEELS][FULL_CONTACT_COUNT][KAMM_BLOCK];
    float state[FULL_STATE_COUNT][KAMM_BLOCK];
    float output[FULL_OUTPUT_COUNT][KAMM_BLOCK];
};

#define FULL_STATE_ROW(member) (offsetof(struct full_state_rows, member) / sizeof(float))
#define FULL_OUTPUT_ROW(member) (offsetof(struct full_output_rows, member) / sizeof(float))

/* The same structs for computing: a `real` where the rows have a float. */
#define FULL_REAL(name, unit, default_value, lowest, highest, doc) real name;
/* clang-format off */
struct full_car { KAMM_CAR_STATES(FULL_REAL) };
struct full_point { KAMM_BODY_POINT_STATES(FULL_REAL) };
struct full_axle { KAMM_AXLE_STATES(FULL_REAL) };
struct full_wheel { KAMM_WHEEL_STATES(FULL_REAL) };
struct full_car_output { KAMM_CAR_OUTPUTS(FULL_REAL) };
struct full_wheel_output { KAMM_WHEEL_OUTPUTS(FULL_REAL) };
struct full_input { KAMM_INPUT_FIELDS(FULL_REAL) };
/* clang-format on */

struct full_state {
    struct full_car car;
    struct full_point points[FULL_BODY_POINTS];
    struct full_axle axles[FULL_AXLES];
    struct full_wheel wheels[FULL_WHEELS];
};

struct full_output {
    struct full_car_output car;
    struct full_wheel_output wheels[FULL_WHEELS];
};

#endif
