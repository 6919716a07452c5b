/* Fault bits in lanes. */
#ifndef KAMM_RUNGS_FAULTS_H
#define KAMM_RUNGS_FAULTS_H

#include "../base/lane.h"
#include <kamm/cars.h>

/* The fault bits are a number, which may be taken apart from its highest bit on. */
LANE_INLINE mask has_fault(real fault, int bit)
{
    for (int higher = KAMM_FAULT_GROUND; higher > bit; higher /= 2)
        fault = fault - pick(fault >= (float)higher, splat((float)higher), splat(0.0f));
    return fault >= (float)bit;
}

LANE_INLINE real with_fault(real fault, mask told, int bit)
{
    return pick(told & mask_not(has_fault(fault, bit)), fault + (float)bit, fault);
}

LANE_INLINE mask is_parked(real fault) { return has_fault(fault, KAMM_FAULT_NUMERIC); }

#endif
