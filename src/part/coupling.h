/* Couplings between driven axles: the lock of a centre or inter-axle differential, its friction, or a clutch in its place.
 *
 *     rate = coupling_rate(v, axles, axle_spin);                       front less rear
 *     limit = coupling_limit_nm(v, drive_nm) or the clutch's;          drive_nm: of the engine, at the wheels
 *     now = coupling_step(v, twist, limit, rate, dt);
 *     axle_nm[a] -= v->apart[a] * now.torque_nm;
 *
 * The open differentials of a driveline make one sum, the axles' speeds weighed by their shares (differential.h). A
 * coupling joins the mean speeds of two of its parts, front and rear; what it takes from one it gives to the other. So
 * its torque times the difference of their speeds is stored in its spring or turned to heat by its friction. Axles of a
 * part share its torque as they share the engine's.
 *  - Shafts and friction lie in series, as in clutch.h (Prandtl, Jenkins): within the limit the shafts are a spring beside a damper,
 *    beyond it they slip. The limit of plates and gears is preload + 1/2 S |drive torque|, differential.h. So with S = (B - 1) / (B + 1) and equal
 *    outputs their torques are as the bias ratio B to 1 while they slip.
 *  - A viscous coupling is a dashpot beside that friction (R. L. Taureg, J. Horst, Induced torque amplification in
 *    viscous couplings, SAE 900557, has the torque against the speed difference, nearly straight before the hump). In
 *    series with the spring k it slips by backward Euler. For a spring that would hold `over` more than the limit, k s
 *    = (limit + v dt k over / (v + dt k)): steadily it holds limit + v * difference, at any substep.
 *  - Stiffness and damping are scaled as in clutch.h, with half of the axles' inertia left to drive shafts and tyres.
 * Assumptions: friction is the same sticking and sliding; oil that does not warm up, no hump; mass of shafts is the wheels'. */
#ifndef KAMM_PART_COUPLING_H
#define KAMM_PART_COUPLING_H

#include "../base/lane_math.h"
#include "../base/num.h"

#include <kamm/vehicle.h>

struct coupling_constants {
    num stiffness_nm_per_rad, inverse_stiffness, damping_nms_per_rad; /* scaled; 0: none */
    num preload_nm, drive_lock, coast_lock; /* half of S while the engine drives, and brakes */
    num viscous_share; /* of what the spring would hold beyond the limit: v / (v + dt k) */
    num apart
        [KAMM_MAX_AXLES]; /* share of the axle in its part's speed: front positive, rear negative */
};

struct coupling_state {
    real twist_rad;
    real torque_nm; /* from the front to the rear part */
    real slip_rad;  /* by which the friction gave way in the substep */
};

LANE_INLINE int has_coupling(const struct coupling_constants *v)
{
    return any_num(v->stiffness_nm_per_rad > 0.0f);
}

LANE_INLINE real coupling_rate(const struct coupling_constants *v, int axles,
                               const real *axle_radps)
{
    real rate = splat(0.0f);
    for (int a = 0; a < axles; ++a) rate = rate + v->apart[a] * axle_radps[a];
    return rate;
}

LANE_INLINE real coupling_limit_nm(const struct coupling_constants *v, real drive_nm)
{
    real lock = pick(drive_nm < 0.0f, lanes(v->coast_lock), lanes(v->drive_lock));
    return v->preload_nm + lock * absolute(drive_nm);
}

LANE_INLINE struct coupling_state coupling_step(const struct coupling_constants *v, real twist,
                                                real limit_nm, real rate, real dt)
{
    real tried = twist + dt * rate;
    real spring = v->stiffness_nm_per_rad * tried, size = absolute(spring);
    mask slips = size > limit_nm;
    real held = copy_sign(limit_nm + v->viscous_share * (size - limit_nm), spring);
    real damped = clamp(spring + v->damping_nms_per_rad * rate, -limit_nm, limit_nm);
    struct coupling_state now;
    now.twist_rad = pick(slips, held * v->inverse_stiffness, tried);
    now.torque_nm = pick(slips, held, damped);
    now.slip_rad = tried - now.twist_rad;
    mask there = lanes(v->stiffness_nm_per_rad) > 0.0f;
    now.twist_rad = keep(there, now.twist_rad);
    now.torque_nm = keep(there, now.torque_nm);
    now.slip_rad = keep(there, now.slip_rad);
    return now;
}

#endif
