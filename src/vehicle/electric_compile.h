/* From a vehicle's electric motors and battery to their constants, and what they can do. */
#ifndef KAMM_VEHICLE_ELECTRIC_COMPILE_H
#define KAMM_VEHICLE_ELECTRIC_COMPILE_H

#include "powertrain_compile.h"

/* Whether any axle has a motor. */
int kamm_has_motors(const kamm_vehicle_def *def);

/* Whether nothing but motors drives it. */
int kamm_is_electric(const kamm_vehicle_def *def);

/* Whether it has no gears: that, or an engine behind a power split. */
int kamm_is_gearless(const kamm_vehicle_def *def);

/* Battery and motors into the constants. Errors: RANGE. */
kamm_result kamm_compile_electric(const kamm_vehicle_def *def,
                                  struct powertrain_constants *constants, kamm_error *error);

/* The rest of a car that motors alone drive: an engine that stands, a clutch that carries nothing, one gear each way. */
void kamm_compile_no_engine(const kamm_vehicle_def *def, double radius_m,
                            struct powertrain_constants *constants);

/* Return figures of all motors at the wheels: greatest power, greatest force at wheels of that
 * radius, and the speed of the motor that first reaches its limit (infinite without motors). */
double kamm_motors_power_w(const kamm_vehicle_def *def);
double kamm_motors_force_n(const kamm_vehicle_def *def, double radius_m);
double kamm_motors_top_mps(const kamm_vehicle_def *def, double radius_m);

/* The axle's share of the drive force at full throttle from standstill: drive_share where only an engine drives. */
double kamm_axle_drive_share(const kamm_vehicle_def *def, int axle);

#endif
