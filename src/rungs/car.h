/* One car among those of a block, as a rung sees it outside of its kernel: what runs now and then, in double. */
#ifndef KAMM_RUNGS_CAR_H
#define KAMM_RUNGS_CAR_H

#include "../vehicle/model.h"
#include "car_state.h"
#include "job.h"
#include <kamm/cars.h>

struct car {
    const kamm_model *model;
    const struct car_block *block;
    const struct row_map *rows;
    const struct point_block *points; /* NULL: the rung has no body points */
    const kamm_input *inputs;         /* of the block's cars */
    const float *constants;           /* of the block, as its kernel reads them */
    struct gravity_rows *gravity;     /* of the block: what its cars felt last, or will */
    int lane;
};

/* One state or output of a car by its number; 0 where its rung has none, and then putting it does nothing. */
static inline float state_of(const struct car *car, size_t number)
{
    return row_value(car->block->state, car->rows->state_row, number, car->lane);
}
static inline void put_state(const struct car *car, size_t number, float value)
{
    put_row(car->block->state, car->rows->state_row, number, car->lane, value);
}
static inline float output_of(const struct car *car, size_t number)
{
    return row_value(car->block->output, car->rows->output_row, number, car->lane);
}

static inline void put_output(const struct car *car, size_t number, float value)
{
    put_row(car->block->output, car->rows->output_row, number, car->lane, value);
}

/* The same by its member of struct state_rows or output_rows. */
#define STATE_OF(car, member) state_of(car, STATE_NUMBER(member))
#define PUT_STATE(car, member, value) put_state(car, STATE_NUMBER(member), value)
#define OUTPUT_OF(car, member) output_of(car, OUTPUT_NUMBER(member))

/* A state together with what rounding has left over of it, by their numbers; and the other way round. */
static inline double kept_state(const struct car *car, size_t number, size_t residual)
{
    return (double)state_of(car, number) + (double)state_of(car, residual);
}
static inline void keep_state_of(const struct car *car, size_t number, size_t residual,
                                 double value)
{
    float rounded = (float)value;
    put_state(car, number, rounded);
    put_state(car, residual, (float)(value - (double)rounded));
}

/* The body frame: its origin and its orientation, world axes. */
void kamm_frame_of(const struct car *car, double position[3], double orientation[4]);
void kamm_put_frame(const struct car *car, const double position[3], const double orientation[4]);

/* Whether its lean is a state of its own, beside a body frame that stands upright on the road. */
static inline int has_lean(const struct car *car)
{
    return KAMM_TAKES_TWO_WHEELERS && (car->model->features & KAMM_FEATURE_LEAN) != 0;
}
/* The line about which it leans: a point of it, from the body frame's origin, body axes. */
void kamm_lean_axis(const kamm_model *model, double arm[3]);
/* Leans a body frame that stands upright. */
void kamm_lean_frame(const kamm_model *model, double lean_rad, double position[3], double q[4]);
/* Angular velocity of the body that leans, and what its origin moves by beside the upright frame's, in its own axes. */
void kamm_lean_motion(const struct car *car, double angular_velocity[3], double swing[3]);

/* A wheel as it was `back_s` seconds ago, in a body frame that is there: its centre, its orientation without spin, its
 * angles. */
void kamm_wheel_in_world(const struct car *car, int wheel, double back_s, const double position[3],
                         const double orientation[4], kamm_wheel_pose *out);

#endif
