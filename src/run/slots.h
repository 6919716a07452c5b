/* Cars that go on or off without a handle. */
#ifndef KAMM_RUN_SLOTS_H
#define KAMM_RUN_SLOTS_H

#include "cars.h"

/* A car that is off goes on, at the origin, and gets its place by another call. */
void kamm_turn_on(kamm_cars *cars, int car);
void kamm_turn_off(kamm_cars *cars, int car);

#endif
