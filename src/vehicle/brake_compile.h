/* From a def to the constants of the brakes and of what regulates them. */
#ifndef KAMM_VEHICLE_BRAKE_COMPILE_H
#define KAMM_VEHICLE_BRAKE_COMPILE_H

#include "powertrain_compile.h"

void kamm_compile_brakes(const kamm_vehicle_def *def, double substep_s,
                         struct powertrain_constants *constants);

#endif
