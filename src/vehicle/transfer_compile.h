/* From a vehicle's def to the constants of its transfer case and inter-axle differentials. */
#ifndef KAMM_VEHICLE_TRANSFER_COMPILE_H
#define KAMM_VEHICLE_TRANSFER_COMPILE_H

#include "powertrain_compile.h"

/* The axle's share of the torque that is not a coupling's: drive_share but where a clutch drives an output. There the rigid
 * output has all of it. */
double kamm_rigid_share(const kamm_vehicle_def *def, int axle);

/* Errors: RANGE, where couplings are wanted of axles that are not driven. */
kamm_result kamm_compile_transfer(const kamm_vehicle_def *def, double mass_kg,
                                  struct powertrain_constants *constants, kamm_error *error);

#endif
