/* Load sharing between two neighbouring axles, side by side: a bogie.
 *
 * A walking beam bears on both wheels of a side at its ends and is pivoted at the spring in its middle. With the arms a
 * before and b behind the pivot the spring's travel is q = (b t + a u) / (a + b) of the wheels' travels t and u, and of its
 * force S(q) the beam, which has no mass of its own, lays b / (a + b) on the front and a / (a + b) on the rear wheel: the law of the
 * lever (J. Y. Wong, Theory of Ground Vehicles, 4th ed., ch. 4; UMTRI-86-12, Factbook of the Mechanical Properties of the
 * Components for Single-Unit and Articulated Heavy Trucks, 1986, on four-spring and walking-beam suspensions). What t and u
 * differ by is free until the beam meets its stop, a spring whose couple the frame bears.
 *
 * Air: the bellows of both axles have one pressure, and what each bears is that times its area A. Their volume goes with
 * A t + B u, so that it is the same law with the areas' shares in the place of the arms'; stops are the axles' own.
 *
 * With own + other = 1 the force on a wheel is its own share of S at q = own t + other u: of the stored energy U(q)
 * the slopes along t and u. Nothing is lost and nothing comes of it, however the wheels move.
 *
 * Assumptions: small angles of the beam; torque rods bear the torque of brakes and drive, so that it does not tilt the beam (what
 * links leave over is in the axles' own longitudinal and caster curves); the beam's mass is in the unsprung masses. Air
 * goes through the pipe without delay: real ones take a quarter of a second and more, and let quick bumps be borne
 * unequally. Dampers, anti-roll bars and third springs are each axle's own. */
#ifndef KAMM_PART_LOAD_SHARING_H
#define KAMM_PART_LOAD_SHARING_H

#include "../base/lane_math.h"
#include "../base/num.h"

struct load_sharing_constants {
    num on;                      /* 1: of a bogie, 0: not */
    num air;                     /* 1: by air, 0: by a beam */
    num first;                   /* 1: of the bogie's axles the front one */
    num own, other;              /* shares; they add to 1 */
    num mean_inverse_mass;       /* of S by q, over own: what a slope along t is worth */
    num stop_m, stop_n_per_m;    /* in t - u */
    num difference_inverse_mass; /* of the stop's force */
};

LANE_INLINE int shares_load(const struct load_sharing_constants *c)
{
    return any_num(c->on > 0.5f);
}

/* Travel, or its rate, of what the axles share. */
LANE_INLINE real shared_travel(const struct load_sharing_constants *c, real own, real other)
{
    return c->own * own + c->other * other;
}

/* How far the beam is in its stop, with the sign of what travels differ by. */
LANE_INLINE real beyond_stop(const struct load_sharing_constants *c, real apart)
{
    real beyond = max_real(absolute(apart) - c->stop_m, splat(0.0f));
    return copy_sign(beyond, apart);
}

#endif
