/* Legal states of a car: the one definition for placing, setting its motion and restoring it. */
#ifndef KAMM_RUN_LEGAL_H
#define KAMM_RUN_LEGAL_H

#include "../rungs/car_state.h"
#include <kamm/cars.h>

#define MOST_PLACE_M 1e10 /* 10 million km */
#define MOST_SPEED_MPS 1000.0
#define MOST_TURN_RADPS 1000.0
#define MOST_WHEEL_RADPS 1e4
#define MOST_ORIENTATION 1e6 /* of a quaternion before it is normalised */
#define MOST_SUBSTEPS \
    ((uint64_t)1 << 53) /* a million years of milliseconds; times stay exact as doubles */

/* Numbers of one kind that each have to be below a limit in size. */
struct limited {
    const char *name;
    const double *values;
    int count;
    double limit;
    const char *unit;
};
/* RANGE: one of them is not; the text names it. */
kamm_result kamm_check_limited(const struct limited *parts, size_t count, kamm_error *error);

/* All but the gear, which kamm_place takes as the nearest that there is. */
kamm_result kamm_check_place(const kamm_placement *placement, kamm_error *error);

/* States of a car, given one by one by their numbers (STATE_NUMBER), after its position. */
struct legal_states {
    double norm; /* of the quaternion, squared */
    int is_well; /* so far */
};
struct legal_states kamm_start_legal(const double position_m[3]);
/* Finite, and within the range of its field or beyond that by so many times its width: wheels that are thrown about may turn an engine at
 * thirty times what it was made for, and that is no broken state. What counts something is a whole number in the range. */
#define LEGAL_BEYOND 30
void kamm_add_legal(struct legal_states *states, size_t number, float value);
/* Outputs, and what the ground below a wheel is, are read until the next step writes them, and channels follow from them: a number of a size
 * that leaves products finite. */
#define MOST_OUTPUT 1e15f
void kamm_add_legal_output(struct legal_states *states, float value);
/* Once all have been given. */
int kamm_are_legal(const struct legal_states *states);

#endif
