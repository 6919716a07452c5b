/* A group of cars for computing: the structs of car_state.h with a `real` where the rows have a float. */
#ifndef KAMM_RUNGS_CAR_LANES_H
#define KAMM_RUNGS_CAR_LANES_H

#include "../base/state_lanes.h"
#include "car_state.h"

#define PART_LANE_MEMBER(FIELD, name, STATES) struct name##_lanes name;
#define INPUT_LANE_MEMBER(name, unit, default_value, min, max, doc) real name;
#define OUTPUT_LANE_MEMBER(name, unit, needs, doc) real name;
/* clang-format off */
struct car_lanes { KAMM_CAR_STATE_PARTS(LANE_MEMBER, PART_LANE_MEMBER) };
struct point_lanes { KAMM_BODY_POINT_STATES(LANE_MEMBER) };
struct axle_lanes { KAMM_AXLE_STATES(LANE_MEMBER) };
struct wheel_lanes { KAMM_WHEEL_STATES(LANE_MEMBER) };
struct car_output_lanes { KAMM_CHANNELS(NO_MEMBER, OUTPUT_LANE_MEMBER, NO_MEMBER, NO_MEMBER) };
struct wheel_output_lanes { KAMM_WHEEL_CHANNELS(NO_MEMBER, OUTPUT_LANE_MEMBER, NO_MEMBER) };
struct point_output_lanes { KAMM_BODY_POINT_OUTPUTS(OUTPUT_LANE_MEMBER) };
struct input_lanes { KAMM_INPUT_FIELDS(INPUT_LANE_MEMBER) };
/* clang-format on */

/* 1 where the driver has the lift axles up, else 0. */
LANE_INLINE real raised_axles(const struct input_lanes *input)
{
    return pick(input->raised_axles > 0.5f, splat(1.0f), splat(0.0f));
}

_Static_assert(sizeof(struct car_lanes) == FLOATS_OF(car_rows) * sizeof(real), "numbers alike");

struct state_lanes {
    struct car_lanes car;
    struct wheel_lanes wheels[MAX_WHEELS];
    struct axle_lanes axles[MAX_AXLES];
    struct point_lanes points[BODY_POINTS];
};

struct output_lanes {
    struct car_output_lanes car;
    struct wheel_output_lanes wheels[MAX_WHEELS];
    struct point_output_lanes points[BODY_POINTS];
};

#endif
