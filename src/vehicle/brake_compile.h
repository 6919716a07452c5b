/* From a def to the constants of the brakes and of what regulates them. */
#ifndef KAMM_VEHICLE_BRAKE_COMPILE_H
#define KAMM_VEHICLE_BRAKE_COMPILE_H

#include "layout.h"
#include "powertrain_compile.h"

void kamm_compile_brakes(const kamm_vehicle_def *def, double substep_s,
                         struct powertrain_constants *constants);

/* Distribution by cycles takes pressure from rear wheels until they turn as fast as the front ones: both ends need a brake.
 * Errors: RANGE. */
kamm_result kamm_check_distribution(const kamm_vehicle_def *def, kamm_error *error);

/* Two-wheelers whose rear wheel is braked by a lever of its own alone (hand_brake), so that its share is the rider's choice. */
int kamm_has_two_levers(const struct layout *layout, const kamm_vehicle_def *def);

/* Torque of an axle's brake while driving, per hub: that of such a lever, or of the pedal. */
double kamm_driving_brake_nm(const struct layout *layout, const kamm_vehicle_def *def, int axle);

#endif
