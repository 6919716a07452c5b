/* Why the gear that is asked for is not in. */
#ifndef KAMM_RUN_SHIFT_REFUSAL_H
#define KAMM_RUN_SHIFT_REFUSAL_H

#include <kamm/cars.h>

kamm_shift_refusal kamm_find_shift_refusal(const kamm_cars *cars, int car);

#endif
