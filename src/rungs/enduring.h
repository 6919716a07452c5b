/* What the rungs with an engine share of endurance brakes (part/endurance_brake.h).
 *
 *     now = endurance_step(&v->endurance, car, &in, dt);          at the start of a substep, where has_endurance
 *     torque.drag_nm = with_added(torque.drag_nm, now.drag_nm);   the engine's
 *     wheels_nm = with_added(wheels_nm, -now.wheels_nm);          of the driven wheels, behind all losses */
#ifndef KAMM_RUNGS_ENDURING_H
#define KAMM_RUNGS_ENDURING_H

#include "car_lanes.h"

struct endurance_in {
    real throttle, clutch, brake; /* pedals */
    real cage_radps;              /* of the driven wheels */
    real range;                   /* by how much more a low range gears down */
    real let_go;                  /* share that the anti-lock brakes keep from the retarder */
};

struct endurance_out {
    real drag_nm;   /* on the engine, beside its own */
    real wheels_nm; /* against a forward speed positive */
};

#define ENDURANCE_PARTED_CLUTCH 0.3f /* pedal beyond which there is no exhaust brake */

static inline struct endurance_out endurance_step(const struct endurance_constants *v,
                                                  struct car_lanes *car,
                                                  const struct endurance_in *in, real dt)
{
    struct endurance_lanes *s = &car->endurance;
    real wanted = endurance_demand(v, s->endurance_wanted, in->brake, in->throttle);
    mask free = (in->clutch > ENDURANCE_PARTED_CLUTCH) | (car->gearbox.shift_remaining_s > 0.0f) |
                (absolute(car->gearbox.gear_engaged) < 0.5f);
    struct endurance_out out;
    out.drag_nm = endurance_exhaust_nm(v, &s->exhaust_brake, wanted, car->engine_radps, free);
    out.wheels_nm =
        endurance_retarder_nm(v, s, wanted * (1.0f - in->let_go), in->cage_radps, in->range, dt);
    return out;
}

#endif
