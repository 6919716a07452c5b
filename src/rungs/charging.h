/* What the rungs with an engine share of its turbocharger. */
#ifndef KAMM_RUNGS_CHARGING_H
#define KAMM_RUNGS_CHARGING_H

#include "../vehicle/powertrain_compile.h"

/* The torque of this substep, and the boost after it. */
LANE_INLINE struct engine_torque turbocharge(const struct turbo_constants *v, real *boost,
                                             struct engine_torque torque, real engine_radps,
                                             real dt)
{
    if (!has_turbo(v)) return torque;
    real wanted = torque.pedal_nm / max_real(torque.max_torque_nm, splat(1e-3f));
    real share = turbo_share(v, *boost);
    *boost = keep(lanes(v->share) > 0.0f, turbo_step(v, *boost, wanted, engine_radps, dt));
    torque.max_torque_nm = torque.max_torque_nm * share;
    torque.pedal_nm = torque.pedal_nm * share;
    return torque;
}

#endif
