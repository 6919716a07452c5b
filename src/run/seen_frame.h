/* Quantities of a car's body frame: the place of the point that channels report, its velocity, the
 * attitude of the car. */
#ifndef KAMM_RUN_SEEN_FRAME_H
#define KAMM_RUN_SEEN_FRAME_H

#include "../base/quaternion.h"
#include "cars.h"

#include <math.h>

/* From the body frame's origin to the point that channels tell of, body axes. */
static inline void reported_arm(const kamm_model *model, double arm[3])
{
    for (int i = 0; i < 3; ++i) arm[i] = model->reported[i] - model->origin[i];
}

struct seen_frame {
    double position[3], q[4];
};

static inline struct seen_frame seen_frame_of(const kamm_cars *cars, int car)
{
    struct seen_frame frame;
    const struct car one = kamm_car_of(cars, car);
    kamm_frame_of(&one, frame.position, frame.q);
    if (has_lean(&one))
        kamm_lean_frame(one.model, STATE_OF(&one, car.lean_rad), frame.position, frame.q);
    return frame;
}

static inline void seen_place(const struct seen_frame *frame, const kamm_model *model, double at[3])
{
    double arm[3];
    reported_arm(model, arm);
    kamm_rotate(frame->q, arm, at);
    for (int i = 0; i < 3; ++i) at[i] += frame->position[i];
}

/* Velocity of that point, in body axes. */
static inline void seen_velocity(const struct seen_frame *frame, const struct car *one, double v[3])
{
    double world[3], angular_velocity[3], arm[3], turning[3], swing[3] = {0};
    const double *q = frame->q, back[4] = {q[0], -q[1], -q[2], -q[3]};
    reported_arm(one->model, arm);
    for (size_t i = 0; i < 3; ++i) {
        world[i] = kept_state(one, STATE_NUMBER(car.velocity_x_mps) + i,
                              STATE_NUMBER(car.velocity_residual_x_mps) + i);
        angular_velocity[i] = state_of(one, STATE_NUMBER(car.roll_rate_radps) + i);
    }
    if (has_lean(one)) kamm_lean_motion(one, angular_velocity, swing);
    turning[0] = angular_velocity[1] * arm[2] - angular_velocity[2] * arm[1];
    turning[1] = angular_velocity[2] * arm[0] - angular_velocity[0] * arm[2];
    turning[2] = angular_velocity[0] * arm[1] - angular_velocity[1] * arm[0];
    kamm_rotate(back, world, v);
    for (int i = 0; i < 3; ++i) v[i] += turning[i];
    for (int i = 0; i < 3 && has_lean(one); ++i) v[i] += swing[i];
}

/* 3-2-1 angles of ISO 8855: yaw, pitch (nose down positive), roll. */
static inline double seen_angle(const double q[4], int which)
{
    double sine = 2 * (q[0] * q[2] - q[3] * q[1]);
    switch (which) {
    case 0: return atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    case 1: return asin(sine > 1 ? 1 : sine < -1 ? -1 : sine);
    default: return atan2(2 * (q[0] * q[1] + q[2] * q[3]), 1 - 2 * (q[1] * q[1] + q[2] * q[2]));
    }
}

static inline double seen_speed(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

#endif
