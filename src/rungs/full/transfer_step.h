/* The transfer case's substep: the range, and what the couplings move from axle to axle. */
#ifndef KAMM_RUNGS_FULL_TRANSFER_STEP_H
#define KAMM_RUNGS_FULL_TRANSFER_STEP_H

#include "../../vehicle/powertrain_compile.h"
#include "../../vehicle/wheel_room.h"
#include "../car_lanes.h"

static inline void shift_range(const struct transfer_constants *v, struct transfer_lanes *s,
                               real wanted, real road_speed_mps, mask free)
{
    if (has_low_range(v))
        s->low_range = transfer_range(v, s->low_range, wanted, road_speed_mps, free);
}

/* Adds the torque of one coupling to those of the axles. */
static inline void add_coupling(const struct coupling_constants *v, const struct layout *l,
                                struct coupling_state now, real axle_nm[AXLE_ROOM])
{
    for (int a = 0; a < l->axles; ++a) axle_nm[a] = axle_nm[a] - v->apart[a] * now.torque_nm;
}

/* `drive_nm`: of the engine, at the wheels; `coupled_nm`: on each axle's differential, beside its share of that. */
static inline void couple_axles(const struct powertrain_constants *v, const struct layout *l,
                                struct transfer_lanes *s, struct axle_lanes *axles,
                                const real spin_radps[WHEEL_ROOM], real drive_nm, real brake,
                                real coupled_nm[AXLE_ROOM], real dt)
{
    real axle_radps[AXLE_ROOM];
    for (int a = 0; a < l->axles; ++a) {
        axle_radps[a] = 0.5f * (spin_radps[left_hub(l, a)] + spin_radps[right_hub(l, a)]);
        coupled_nm[a] = splat(0.0f);
    }
    if (has_coupling(&v->centre)) {
        real rate = coupling_rate(&v->centre, l->axles, axle_radps);
        s->transfer_clutch_nm =
            transfer_clutch_nm(&v->transfer, s->transfer_clutch_nm, drive_nm, rate, brake);
        real limit = coupling_limit_nm(&v->centre, drive_nm) + s->transfer_clutch_nm;
        struct coupling_state now =
            coupling_step(&v->centre, s->transfer_twist_rad, limit, rate, dt);
        s->transfer_twist_rad = now.twist_rad;
        add_coupling(&v->centre, l, now, coupled_nm);
    }
    for (int a = 0; a + 1 < l->axles; ++a) {
        const struct coupling_constants *lock = &v->inter_axle[a];
        if (!has_coupling(lock)) continue;
        real rate = coupling_rate(lock, l->axles, axle_radps);
        real limit = coupling_limit_nm(lock, drive_nm);
        struct coupling_state now =
            coupling_step(lock, axles[a].inter_axle_twist_rad, limit, rate, dt);
        axles[a].inter_axle_twist_rad = now.twist_rad;
        add_coupling(lock, l, now, coupled_nm);
    }
}

#endif
