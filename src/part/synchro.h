/* Synchronisers: friction that brings a gearbox's input shaft, disengaged from the engine by the open clutch, to the speed that the
 * oncoming gear gives it.
 *
 *     step = synchro_step(v, input_radps, ratio, cage_radps, dt);      while a shift has disengaged it
 *     engine = synchro_join(v, input_radps, engine_radps);             once the clutch carries again
 *
 * Source: H. Naunheimer, B. Bertsche, J. Ryborz, W. Novak, Automotive Transmissions, 2nd ed. (2011), ch. 9: dry friction of a cone, T_s at the
 * input shaft, whose inertia J takes J |change of speed| / T_s to follow; the cone turns T_s times the difference of speeds into heat,
 * J (difference)^2 / 2 in all where the output keeps its speed.
 *  - The torque reacts on the wheels by the oncoming gear's ratio. It brings both to one speed within the substep at the most, as
 *    a plastic collision of shaft and driven wheels: so it never gives back anything.
 *  - The inertia is a part of the engine's. While it is disengaged the engine turns without it. When the clutch closes again they join in a
 *    plastic collision, whose loss counts as the clutch's.
 * Departure: the shaft parts at the engine's speed, also where a driver has held the clutch open in the old gear for a while: the
 * engine that he has brought to the oncoming gear's speed leaves the synchroniser nothing to do. Drag of the shaft in its oil is left out. */
#ifndef KAMM_PART_SYNCHRO_H
#define KAMM_PART_SYNCHRO_H

#include "../base/lane_math.h"
#include "../base/num.h"

#define SYNCHRO_OPEN_CLUTCH 0.02f /* engagement below which nothing else turns the shaft */

struct synchro_constants {
    num torque_nm; /* 0: none */
    num inertia_kgm2, inverse_inertia;
    num share;            /* of the engine's inertia */
    num lighter;          /* the engine's inertia over what is left without */
    num cage_per_inertia; /* of the driven wheels */
};

LANE_INLINE int has_synchro(const struct synchro_constants *v)
{
    return any_num(v->torque_nm > 0.0f);
}

struct synchro_motion {
    real input_radps;
    real wheels_nm; /* on the driven wheels */
    real heat_w;
};

LANE_INLINE struct synchro_motion synchro_step(const struct synchro_constants *v, real input,
                                               real ratio, real cage, real dt)
{
    real apart = cage * ratio - input, per_wheels = square(ratio) * v->cage_per_inertia;
    real joins = apart / (dt * (v->inverse_inertia + per_wheels));
    real torque = clamp(joins, lanes(-v->torque_nm), lanes(v->torque_nm));
    torque = keep(absolute(ratio) > 0.0f, torque);
    struct synchro_motion after;
    after.input_radps = input + torque * (v->inverse_inertia * dt);
    after.wheels_nm = -(torque * ratio);
    after.heat_w = torque * (apart - 0.5f * dt * torque * (v->inverse_inertia + per_wheels));
    return after;
}

/* The speed of engine and input shaft as one again. */
LANE_INLINE real synchro_join(const struct synchro_constants *v, real input, real engine)
{
    return engine + (input - engine) * v->share;
}

#endif
