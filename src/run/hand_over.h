/* States that a car keeps as it is handed over (hand_over_carry.c). */
#ifndef KAMM_RUN_HAND_OVER_H
#define KAMM_RUN_HAND_OVER_H

#include "cars.h"

/* The wheel of the one car that is where a wheel of the other is: on the same axle, or as far along the car. */
int kamm_wheel_like(const struct layout *from, const struct layout *to, int w);
/* `count` states from one car to another, each by its number; 0 for what the source's rung does not have. */
void kamm_carry_states(const struct car *from, size_t number, const struct car *to,
                       size_t to_number, size_t count);
/* The same of outputs. */
void kamm_carry_outputs(const struct car *from, size_t number, const struct car *to,
                        size_t to_number, size_t count);
/* States and outputs of car and wheels, and the input. */
void kamm_carry_car(const kamm_cars *from, int car, kamm_cars *to, int to_car);
/* A wheel of another size rolls with the same road. */
void kamm_keep_rolling(const kamm_cars *from, int car, kamm_cars *to, int to_car);
/* Torque and warmth of the motors of its axles. */
void kamm_keep_motors(const kamm_cars *from, int car, kamm_cars *to, int to_car);
/* Carries the host's settings of its wheels. */
void kamm_carry_wheel_settings(const kamm_cars *from, int car, kamm_cars *to, int to_car);

#endif
