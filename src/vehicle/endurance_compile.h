/* From a vehicle's def to the constants of its endurance brakes. */
#ifndef KAMM_VEHICLE_ENDURANCE_COMPILE_H
#define KAMM_VEHICLE_ENDURANCE_COMPILE_H

#include "powertrain_compile.h"

int kamm_has_exhaust_brake(const kamm_vehicle_def *def);
int kamm_has_retarder(const kamm_vehicle_def *def);
int kamm_has_endurance(const kamm_vehicle_def *def); /* any of them */

/* `cage_per_inertia`: 1 / inertia of all driven wheels, as their differentials' cage feels it. Errors: RANGE. */
kamm_result kamm_compile_endurance(const kamm_vehicle_def *def, double cage_per_inertia,
                                   struct endurance_constants *c, kamm_error *error);

#endif
