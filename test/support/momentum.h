/* The momentum of a car on springs whose loads move. */
#ifndef KAMM_TEST_SUPPORT_MOMENTUM_H
#define KAMM_TEST_SUPPORT_MOMENTUM_H

#include "cars.h"

/* A mass that is at `at` instead of at `rest` and moves against the body by `own`; body axes, from the sprung mass's centre of gravity. */
struct moved_mass {
    double mass_kg, rest[3], at[3], own[3];
};

/* Momentum of car 0, with two axles of two wheels: body, wheels and loads, world axes. It has
 * independent wheels and no ground below. */
void momentum_with_loads(const kamm_cars *cars, const struct moved_mass *loads, int count,
                         double world[3]);

/* Empty space, or with gravity the air above a ground that is far away; no air. */
kamm_ground space_without_air(double gravity_mps2);

#endif
