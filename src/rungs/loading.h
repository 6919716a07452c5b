/* Shared code of the rungs with an engine for parts that load the driveline
 * (vehicle/driveline_loads.h).
 *
 *     held = load_driveline(v, car, &now, dt);                     at the start of a substep, where is_driveline_loaded
 *     torque.drag_nm = with_added(torque.drag_nm, held.drag_nm);   the engine's
 *     wheels_nm = with_added(wheels_nm, -held.wheels_nm);          of the driven wheels, behind all losses */
#ifndef KAMM_RUNGS_LOADING_H
#define KAMM_RUNGS_LOADING_H

#include "../vehicle/powertrain_compile.h"
#include "car_lanes.h"

#define LOADING_PARTED_CLUTCH 0.3f /* pedal beyond which it is open */

LANE_INLINE int is_driveline_loaded(const struct powertrain_constants *v)
{
#define LOAD_IS_THERE(name, ...) || has_##name(&v->name)
    return 0 DRIVELINE_LOADS(LOAD_IS_THERE);
}

LANE_INLINE mask driveline_is_open(const struct car_lanes *car, real clutch)
{
    return (clutch > LOADING_PARTED_CLUTCH) | (car->gearbox.shift_remaining_s > 0.0f) |
           (absolute(car->gearbox.gear_engaged) < 0.5f);
}

static inline struct driveline_load load_driveline(const struct powertrain_constants *v,
                                                   struct car_lanes *car,
                                                   const struct driveline_now *now, real dt)
{
    struct driveline_load sum = {splat(0.0f), splat(0.0f)};
#define LOAD_DRIVELINE(name, ...) \
    if (has_##name(&v->name)) name##_load(&v->name, &car->name, now, &sum, dt);
    DRIVELINE_LOADS(LOAD_DRIVELINE)
    return sum;
}

#endif
