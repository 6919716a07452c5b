/* Shared code of the rungs with an engine for its turbocharger. */
#ifndef KAMM_RUNGS_CHARGING_H
#define KAMM_RUNGS_CHARGING_H

#include "../vehicle/powertrain_compile.h"

/* The share of its full torque that the pedal asks for, which is the boost that comes in time. */
LANE_INLINE real wanted_boost(struct engine_torque torque)
{
    return torque.pedal_nm / max_real(torque.max_torque_nm, splat(1e-3f));
}

/* The share of the torque that is there once the boost has come. */
LANE_INLINE real charged_share(const struct turbo_constants *v, struct engine_torque torque)
{
    if (!has_turbo(v)) return splat(1.0f);
    return turbo_share(v, wanted_boost(torque));
}

/* The torque of this substep, and the boost after it. */
LANE_INLINE struct engine_torque turbocharge(const struct turbo_constants *v, real *boost,
                                             struct engine_torque torque, real engine_radps,
                                             real dt)
{
    if (!has_turbo(v)) return torque;
    real wanted = wanted_boost(torque);
    real share = turbo_share(v, *boost);
    *boost = keep(lanes(v->share) > 0.0f, turbo_step(v, *boost, wanted, engine_radps, dt));
    torque.max_torque_nm = torque.max_torque_nm * share;
    torque.pedal_nm = torque.pedal_nm * share;
    return torque;
}

#endif
