/* What reversing with a trailer knows of a vehicle's axles. */
#ifndef KAMM_DRIVER_REVERSING_H
#define KAMM_DRIVER_REVERSING_H

#include <kamm/vehicle.h>

/* Mean place of the axles that neither steer nor are raised, behind the front axle: where it rolls without slip in a slow turn. */
double kamm_fixed_axle_m(const kamm_vehicle_def *def);

#endif
