/* From a vehicle's planetary power split to its constants. */
#ifndef KAMM_VEHICLE_POWER_SPLIT_COMPILE_H
#define KAMM_VEHICLE_POWER_SPLIT_COMPILE_H

#include "powertrain_compile.h"

static inline int kamm_is_power_split(const kamm_vehicle_def *def)
{
    return def->power_split.sun_teeth > 0;
}

/* The axle of its ring, which is the one with a motor. */
int kamm_power_split_axle(const kamm_vehicle_def *def);

/* Speed below which its engine stands while the axle's motor turns that fast, or 0. */
double kamm_power_split_engine_radps(const kamm_vehicle_def *def, double motor_radps);

/* Checks the parts that exclude it, and its numbers. Errors: MISSING, RANGE. */
kamm_result kamm_check_power_split(const kamm_vehicle_def *def, kamm_error *error);

/* Runs after the compiles of engine and motors. */
void kamm_compile_power_split(const kamm_vehicle_def *def, struct powertrain_constants *constants);

/* Most power of its engine by the curve of its speed. */
double kamm_power_split_most_w(const kamm_vehicle_def *def);

#endif
