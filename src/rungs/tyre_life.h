/* How warm and worn the tyres of one car are, for code that looks at a car at a time (width 1). */
#ifndef KAMM_RUNGS_TYRE_LIFE_H
#define KAMM_RUNGS_TYRE_LIFE_H

#include "../part/tyre/condition.h"
#include "car.h"

/* Returns the state of a tyre; a car without such states has new tyres. */
static inline struct tyre_life tyre_life_of(const struct car *car, int wheel)
{
    struct tyre_warmth warmth = {STATE_OF(car, wheels[wheel].surface_warmth_k),
                                 STATE_OF(car, wheels[wheel].carcass_warmth_k),
                                 STATE_OF(car, wheels[wheel].carcass_warmth_residual_k),
                                 STATE_OF(car, wheels[wheel].gas_warmth_k)};
    return (struct tyre_life){warmth, STATE_OF(car, wheels[wheel].worn_m),
                              STATE_OF(car, wheels[wheel].worn_residual_m)};
}

#endif
