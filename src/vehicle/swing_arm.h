/* A swing arm, from the def (part/swing_arm.h). */
#ifndef KAMM_VEHICLE_SWING_ARM_H
#define KAMM_VEHICLE_SWING_ARM_H

#include "../part/swing_arm.h"
#include "layout.h"
#include "statics.h"

#include <kamm/error.h>
#include <kamm/vehicle.h>

static inline int has_swing_arm_def(const kamm_suspension_def *s)
{
    return s->swing_arm.pivot_ahead_m > 0;
}

/* RANGE where a def has an arm that cannot be one. */
kamm_result kamm_check_swing_arm(const kamm_vehicle_def *def, const struct layout *l,
                                 const struct statics *s, kamm_error *error);

/* Writes the curves of the path that the arm gives a wheel whose centre is at that height at rest. */
void kamm_lay_swing_arm(kamm_suspension_def *s, double hub_height_m);

/* Leaves the constants of an axle without an arm as they are. */
void kamm_compile_swing_arm(const kamm_vehicle_def *def, const struct statics *s, int a,
                            struct swing_arm_constants *c);

#endif
