/* Load sharing between neighbouring axles, side by side: a bogie.
 *
 * A walking beam bears on both wheels of a side at its ends and is pivoted at the spring in its middle. The arms are a
 * before and b behind the pivot, t and u the wheels' travels. The spring's travel is q = (b t + a u) / (a + b). The
 * beam has no mass of its own. It puts b / (a + b) of the spring's force S(q) on the front and a / (a + b) on the rear
 * wheel: the law of the lever (J. Y. Wong, Theory of Ground Vehicles, 4th ed., ch. 4; UMTRI-86-12, Factbook of the
 * Mechanical Properties of the Components for Single-Unit and Articulated Heavy Trucks, 1986, on four-spring and
 * walking-beam suspensions).
 *
 * More axles hang in levers on levers, or by equalisers between their leaf springs, which are levers on the frame: the ends of neighbouring
 * springs on an equaliser go opposite ways, so that all of them drop out of the sum of the travels (UMTRI-86-12, four-spring
 * suspensions). Either way the travels q_i of a side do work on one spring alone: with shares w_i that add to 1
 *
 *     q = sum of w_i q_i,   F_i = w_i S(q).
 *
 * A difference between neighbours is free until the beam or equaliser between them meets its
 * stop, a spring whose couple the frame bears.
 *
 * Air: the bellows of all axles have one pressure, and what each bears is that times its area A_i. Their volume goes with
 * the sum of A_i q_i, so that it is the same law with w_i = A_i / sum of A; stops are the axles' own.
 *
 * The forces are the slopes of the stored energy U(q) along the travels. Nothing is lost and nothing comes of it, however the wheels
 * move.
 *
 * Assumptions: small angles of the beams; torque rods bear the torque of brakes and drive, so that it does not tilt them (what
 * links leave over is in the axles' own longitudinal and caster curves); the beams' mass is in the unsprung masses. Air
 * goes through the pipe without delay: real ones take a quarter of a second and more, and let quick bumps be borne
 * unequally. Dampers, anti-roll bars and third springs are each axle's own. */
#ifndef KAMM_PART_LOAD_SHARING_H
#define KAMM_PART_LOAD_SHARING_H

#include "../base/lane_math.h"
#include "../base/num.h"

struct load_sharing_constants {
    num on;                /* 1: of a bogie, 0: not */
    num air;               /* 1: by air, 0: by beams */
    num joins;             /* 1: the axle behind is of the same bogie */
    num own;               /* share w; those of a bogie add to 1 */
    num mean_inverse_mass; /* of S by q, over own: what a slope along the axle's travel is worth */
    /* Stop and mass of the joint with the axle behind, in the difference of their travels; 0 without a
     * joint. */
    num stop_m, stop_n_per_m;
    num difference_inverse_mass; /* of the stop's force */
};

LANE_INLINE int shares_load(const struct load_sharing_constants *c)
{
    return any_num(c->on > 0.5f);
}

/* How far the beam is in its stop, with the sign of what travels differ by. */
LANE_INLINE real beyond_stop(const struct load_sharing_constants *c, real apart)
{
    real beyond = max_real(absolute(apart) - c->stop_m, splat(0.0f));
    return copy_sign(beyond, apart);
}

#endif
