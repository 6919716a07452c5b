/* From a vehicle's def to the constants of what its gearbox has beside gears: synchronisers, a variator, a second clutch. */
#ifndef KAMM_VEHICLE_TRANSMISSION_COMPILE_H
#define KAMM_VEHICLE_TRANSMISSION_COMPILE_H

#include "powertrain_compile.h"

static inline int is_cvt(const kamm_vehicle_def *def)
{
    return def->gearbox.kind == KAMM_GEARBOX_CVT;
}

static inline int is_dual_clutch(const kamm_vehicle_def *def)
{
    return def->gearbox.kind == KAMM_GEARBOX_DUAL_CLUTCH;
}

/* Two clutches leave no gap. */
static inline double kamm_shift_torque_share(const kamm_vehicle_def *def)
{
    return is_dual_clutch(def) ? 1 : def->gearbox.shift_torque_share;
}

/* Number of forward gears; a continuously variable gearbox, which has two ratios, has one. */
static inline int kamm_forward_gears(const kamm_vehicle_def *def)
{
    return is_cvt(def) ? 1 : def->gearbox.ratios_count;
}

/* Whether the kinds of gearbox, clutch and synchronisers go together. Errors: RANGE. */
kamm_result kamm_check_transmission(const kamm_vehicle_def *def, kamm_error *error);

/* `cage_per_inertia`: 1 / inertia of all driven wheels, as their differentials' cage feels it. */
void kamm_compile_synchro(const kamm_vehicle_def *def, double cage_per_inertia,
                          struct powertrain_constants *constants);

void kamm_compile_cvt(const kamm_vehicle_def *def, double substep_s,
                      struct powertrain_constants *constants);

void kamm_compile_dual_clutch(const kamm_vehicle_def *def, double substep_s,
                              struct powertrain_constants *constants);

/* Applies gearbox.shift_map after the shift points: it raises those of a light pedal. */
void kamm_compile_shift_style(const kamm_vehicle_def *def, double substep_s, double root,
                              struct gearbox_constants *constants);

#endif
