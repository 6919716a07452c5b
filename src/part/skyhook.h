/* Skyhook: a damper with two settings that does, as far as a damper can, what one between body and sky would.
 *
 * D. Karnopp, M. J. Crosby and R. A. Harwood, Vibration control using semi-active force generators, ASME Journal of Engineering
 * for Industry 96 (1974): the wanted force is against the body's own vertical speed. Where that is against the damper's motion as
 * well the damper is set hard, else soft; in between it goes over in a valve's time. A damper only ever takes energy, whatever the setting is.
 *
 * The body's speed is what an accelerometer above the hub integrates to, with a leak of a second, so that a climb is none.
 *
 * Assumptions: acceleration and damper speed are measured without noise, the former along the body's own z axis. */
#ifndef KAMM_PART_SKYHOOK_H
#define KAMM_PART_SKYHOOK_H

#include "../base/lane.h"
#include "../base/num.h"

#define SKYHOOK_LEAK_S 1.0

struct skyhook_constants {
    num soft, hard; /* of the damper's force; both 1: it has one setting */
    num blend;      /* share of the way that the valve goes in a substep; 0: no skyhook */
    num dt, kept;   /* of the integral in a substep */
};

struct skyhook_state {
    real body_mps;  /* upwards, as it is integrated */
    real above_one; /* the setting less 1 */
};

LANE_INLINE int has_skyhook(const struct skyhook_constants *c) { return any_num(c->blend > 0.0f); }

/* `body_mps2`: acceleration of the body above the hub, upwards; `travel_mps`: of the wheel towards it. */
LANE_INLINE struct skyhook_state skyhook_step(const struct skyhook_constants *c,
                                              struct skyhook_state state, real body_mps2,
                                              real travel_mps)
{
    state.body_mps = c->kept * state.body_mps + c->dt * body_mps2;
    mask against = state.body_mps * travel_mps < 0.0f;
    real wanted = pick(against, lanes(c->hard), lanes(c->soft)) - 1.0f;
    state.above_one = state.above_one + c->blend * (wanted - state.above_one);
    return state;
}

#endif
