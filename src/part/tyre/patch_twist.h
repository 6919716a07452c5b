/* Turn slip: the moment with which the ground holds the contact patch back from being turned about its normal.
 *
 * It is what makes a standing car's steering heavy. The patch is an elasto-plastic spring: with twist t, the angle by which
 * the wheel is turned further than the tread on the road,
 *
 *     dt/d(time) = w - |V| t / l,   M = -k t,   |M| <= M_max
 *
 * w being the turning speed of the wheel about the normal. The brush model (Pacejka, Tire and Vehicle Dynamics, 3rd
 * ed., ch. 3) has the cornering stiffness C = 2 c a^2 on the patch's half length a. For bristles as stiff along as
 * across, on a patch as wide as long, it gives k = C a (1/3 + 1/3) from those across and those along. Friction ends it
 * at M_max = 2/3 mu F a, the mean arm of a patch that turns on the spot; with a = sqrt(F / p) / 2 that is the (mu / 3)
 * sqrt(F^3 / p) by which parking torque is estimated (R. S. Sharp and R. Granger, Proc. IMechE Part D 217, 2003, on
 * this form's use). Rolling renews the tread: of a steadily rolling brush only the bristles beside its middle have a
 * moment, w a / |V| times their half of k, hence l = a / 2. At speed that is next to nothing: 1 N.m at 100 m radius.
 *
 * A patch whose friction the tyre's force uses up has no moment left: M_max takes the factor sqrt(1 - |y|^2) of an ellipsoid
 * as limit surface (S. Goyal, A. Ruina, J. Papadopoulos, Wear 143, 1991), y being the share that is used (contact_patch.h).
 *
 * Storage k t^2 / 2 with constant k; rolling, sliding and the damping (that of the carcass) only take.
 *
 * Departures: the half length is that of a standing tyre at its load, a ~ sqrt(F); k is that at the load at rest, with the
 * vehicle's payload; the moment takes nothing from the forces; camber is no turn slip. */
#ifndef KAMM_PART_TYRE_PATCH_TWIST_H
#define KAMM_PART_TYRE_PATCH_TWIST_H

#include "../../base/num.h"
#include "contact_patch.h"

struct patch_twist_constants {
    num stiffness_nm_per_rad, inverse_stiffness;
    num half_length_per_root_load; /* a / sqrt(F): m/N^0.5 */
    num renewed_per_m;             /* 1 / l */
    num damping_s, per_fade_mps;   /* as of the contact patch */
};

struct patch_turn {
    real turn_radps;   /* of the wheel about the normal */
    real travel_speed; /* |V_x| */
    real load_n, grip_n;
    real sticks; /* sqrt(1 - |y|^2) */
};

/* The moment on the wheel about the normal, N.m. `twist` takes its substep. */
LANE_INLINE real step_patch_twist(const struct patch_twist_constants *c,
                                  const struct patch_turn *turn, real dt, real inverse_dt,
                                  real *twist)
{
    real load = max_real(turn->load_n, splat(0.0f));
    real half_length = c->half_length_per_root_load * square_root(load);
    real max_nm = (2.0f / 3.0f) * turn->grip_n * half_length * turn->sticks;
    real max = max_real(max_nm, splat(0.0f)) * c->inverse_stiffness;
    real carried = turn->travel_speed * c->renewed_per_m * dt;
    real now = clamp((*twist + turn->turn_radps * dt) / (1.0f + carried), -max, max);
    real fade = turn->travel_speed * c->per_fade_mps;
    real damping = c->damping_s * inverse_dt / (1.0f + fade * fade);
    real felt = clamp(now + damping * (now - *twist), -max, max);
    *twist = now;
    return -c->stiffness_nm_per_rad * felt;
}

#endif
