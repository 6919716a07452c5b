/* From a vehicle's def to the constants of its powertrain, brakes and driver aids. */
#ifndef KAMM_VEHICLE_POWERTRAIN_COMPILE_H
#define KAMM_VEHICLE_POWERTRAIN_COMPILE_H

#include "../part/abs_cycles.h"
#include "../part/battery.h"
#include "../part/brake.h"
#include "../part/clutch.h"
#include "../part/coupling.h"
#include "../part/cvt.h"
#include "../part/differential.h"
#include "../part/driver_aids.h"
#include "../part/dual_clutch.h"
#include "../part/engine.h"
#include "../part/gearbox.h"
#include "../part/hill_hold.h"
#include "../part/launch_control.h"
#include "../part/motor.h"
#include "../part/power_split.h"
#include "../part/synchro.h"
#include "../part/torque_converter.h"
#include "../part/transfer.h"
#include "../part/turbocharger.h"

#include "driveline_loads.h"

#include <kamm/vehicle.h>

#define LOAD_CONSTANTS(name, ...) struct name##_constants name;
/* All nums. Axles that the car lacks are not driven and have no brakes. */
struct powertrain_constants {
    struct engine_constants engine;
    struct turbo_constants turbo;
    DRIVELINE_LOADS(LOAD_CONSTANTS)
    struct clutch_constants clutch;
    struct converter_constants converter;
    struct shaft_constants shaft;
    struct gearbox_constants gearbox;
    struct synchro_constants synchro;
    struct cvt_constants cvt;
    struct dual_clutch_constants dual_clutch;
    struct traction_constants traction;
    struct hill_constants hill;
    struct launch_constants launch;
    struct transfer_constants transfer;
    struct coupling_constants centre;
    struct coupling_constants inter_axle[KAMM_MAX_AXLES]; /* between an axle and the next one */
    struct differential_constants differential[KAMM_MAX_AXLES];
    struct brake_constants brake[KAMM_MAX_AXLES];
    struct abs_constants anti_lock[KAMM_MAX_AXLES];
    struct cycles_constants cycles;
    struct battery_constants battery;
    struct motor_constants motor[KAMM_MAX_AXLES];
    struct shaft_constants motor_shaft[KAMM_MAX_AXLES];
    struct traction_constants motor_traction[KAMM_MAX_AXLES];
    struct power_split_constants split;
    struct motor_constants generator; /* of the power split */
};

/* The def's values have to be in their ranges (kamm_check); what has to fit together is checked
 * here. Errors: MISSING, RANGE. */
kamm_result kamm_compile_powertrain(const kamm_vehicle_def *def,
                                    struct powertrain_constants *constants, kamm_error *error);

/* Whether nothing drives it: a trailer, or a bus's section without an engine. */
static inline int kamm_is_pulled(const kamm_vehicle_def *def)
{
    return def->drawbar.towed && !def->drawbar.driven;
}
/* The same of a trailer, which has brakes alone: what else its powertrain is made of drives no axle, and is the default
 * vehicle's. Errors: RANGE, MEMORY. */
kamm_result kamm_compile_towed(const kamm_vehicle_def *def, struct powertrain_constants *constants,
                               kamm_error *error);

/* Whether it has couplings between driven axles, or low range. */
int kamm_has_transfer(const kamm_vehicle_def *def);

/* Engine speed at which `gear` is left upwards at full throttle; in the top gear the limiter's. */
double kamm_powertrain_upshift_radps(const kamm_vehicle_def *def,
                                     const struct powertrain_constants *constants, int gear);

#endif
