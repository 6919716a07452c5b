/* From a def to the constants of the brakes and of what regulates them. */
#ifndef KAMM_VEHICLE_BRAKE_COMPILE_H
#define KAMM_VEHICLE_BRAKE_COMPILE_H

#include "powertrain_compile.h"

void kamm_compile_brakes(const kamm_vehicle_def *def, double substep_s,
                         struct powertrain_constants *constants);

/* Distribution by cycles takes pressure from rear wheels until they turn as fast as the front ones: both ends need a brake.
 * Errors: RANGE. */
kamm_result kamm_check_distribution(const kamm_vehicle_def *def, kamm_error *error);

#endif
