/* States of a two-wheeler on full that its lateral modes have, for kamm_linearise. The program includes run/cars.h's rows. */
#ifndef KAMM_TEST_SUPPORT_TWO_WHEEL_STATES_H
#define KAMM_TEST_SUPPORT_TWO_WHEEL_STATES_H

#include <kamm/linear.h>

#define CAR_ROW(member, by)                                                                   \
    {                                                                                         \
        .kind = KAMM_LINEAR_ROW, .row = KAMM_ROW_CAR, .field = (int)STATE_NUMBER(car.member), \
        .step = by                                                                            \
    }
#define SHIFT_ROW(wheel, by_m)                                                               \
    {                                                                                        \
        .kind = KAMM_LINEAR_ROW, .row = KAMM_ROW_WHEEL, .item = wheel,                       \
        .field = (int)(offsetof(struct wheel_rows, contact_deflection_y_m) / sizeof(float)), \
        .step = by_m                                                                         \
    }
/* Lean, side velocity, their rates, steering, and the carcass of both tyres, perturbed by `by_m`. */
#define TWO_WHEEL_STATES(by_m)                                                            \
    {.kind = KAMM_LINEAR_ROTATION, .axis = 0, .step = 1e-3},                              \
        {.kind = KAMM_LINEAR_VELOCITY, .axis = 1},                                        \
        {.kind = KAMM_LINEAR_RATE, .axis = 0, .step = 1e-2},                              \
        {.kind = KAMM_LINEAR_RATE, .axis = 2, .step = 1e-2}, CAR_ROW(steering_rad, 1e-3), \
        CAR_ROW(steering_rate_radps, 1e-2), SHIFT_ROW(0, by_m), SHIFT_ROW(1, by_m)

#endif
