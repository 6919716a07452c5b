/* One car among those of a block, as a rung sees it outside of its kernel: what runs now and then, in double. */
#ifndef KAMM_RUNGS_CAR_H
#define KAMM_RUNGS_CAR_H

#include "../vehicle/model.h"
#include "car_state.h"
#include <kamm/cars.h>

struct car {
    const kamm_model *model;
    struct car_block *block;
    const struct point_block *points; /* NULL: the rung has no body points */
    const kamm_input *inputs;         /* of the block's cars */
    const float *constants;           /* of the block, as its kernel reads them */
    int lane;
};

/* One state or output of a car, by its member of struct state_rows or output_rows. */
#define STATE_OF(car, member) (car)->block->state[STATE_ROW(member)][(car)->lane]
#define OUTPUT_OF(car, member) (car)->block->output[OUTPUT_ROW(member)][(car)->lane]

/* A state together with what rounding has left over of it, by their rows; and the other way round. */
static inline double kept_state(const struct car *car, size_t row, size_t residual_row)
{
    return (double)car->block->state[row][car->lane] +
           (double)car->block->state[residual_row][car->lane];
}
static inline void keep_state_of(const struct car *car, size_t row, size_t residual_row,
                                 double value)
{
    float rounded = (float)value;
    car->block->state[row][car->lane] = rounded;
    car->block->state[residual_row][car->lane] = (float)(value - (double)rounded);
}

/* The body frame: its origin and its orientation, world axes. */
void kamm_frame_of(const struct car *car, double position[3], double orientation[4]);
void kamm_put_frame(const struct car *car, const double position[3], const double orientation[4]);

/* A wheel as it was `back_s` seconds ago, in a body frame that is there: its centre, its orientation without spin, its
 * angles. */
void kamm_wheel_in_world(const struct car *car, int wheel, double back_s, const double position[3],
                         const double orientation[4], kamm_wheel_pose *out);

#endif
