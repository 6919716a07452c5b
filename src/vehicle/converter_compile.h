/* From a vehicle's torque converter to its constants. */
#ifndef KAMM_VEHICLE_CONVERTER_COMPILE_H
#define KAMM_VEHICLE_CONVERTER_COMPILE_H

#include "../part/torque_converter.h"

#include <kamm/error.h>
#include <kamm/vehicle.h>

static inline int has_converter_def(const kamm_vehicle_def *def)
{
    return def->converter.k_curve.count > 0;
}

/* All 0 without one. Errors: MISSING, RANGE. */
kamm_result kamm_compile_converter(const kamm_vehicle_def *def, struct converter_constants *c,
                                   kamm_error *error);

/* Engine speed at full throttle with the turbine held; the def's converter has to be a valid one. */
double kamm_converter_stall_radps(const kamm_vehicle_def *def);

#endif
