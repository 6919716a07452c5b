/* The tyre against the road along its radius: load from deflection, effective rolling radius.
 *
 * Source: I. J. M. Besselink, A. J. C. Schmeitz, H. B. Pacejka (2010), equations (1) to (7), as in
 * MF-Tyre 6.1; Pacejka (2012), (A3.1) to (A3.7). Version 5.2 is the same law without its quadratic,
 * pressure and speed terms.
 *
 * A rim that comes down on the tyre adds a stiff linear spring with a loss in proportion to force and speed: F = k x
 * (1 + RIM_LOSS dx/dt) (K. H. Hunt and F. R. E. Crossley, Coefficient of restitution interpreted as damping in
 * vibroimpact, J. Applied Mechanics 42, 1975): of an impact at 2 m/s some two thirds of the speed come back. It gives
 * way at max_load, 15 times the nominal load (ours: 60 kN on a tyre of a compact car, far beyond what driving gives),
 * so that no ground can push harder; the way back has the same loss.
 *
 * Departures: the influence of Fx, Fy and camber on the vertical stiffness (Q_FCX, Q_FCY, Q_CAM, a few
 * per cent) is left out; the damper fades in over the first twentieth of the static deflection, so that
 * a touchdown makes no jump; the load never pulls. A standing tyre's damping is some ten times that of a
 * rolling one; the part that rolling takes away fades in the same form as the contact patch's
 * (contact_patch.h), ours. Speeds that are ours go with the root of the tyre's radius (tyre_size.h).
 */
#ifndef KAMM_PART_TYRE_VERTICAL_H
#define KAMM_PART_TYRE_VERTICAL_H

#include "../../base/arc_series.h"
#include "../../base/num.h"

#define RIM_LOSS_SPM 0.25
#define MAX_LOAD_RATIO 15
#define STANDING_FADE_MPS 1.0     /* as the contact patch's damping */
#define FASTEST_SPIN_RADPS 1000.0 /* that the radius and the stiffness go by */

struct tyre_vertical_constants {
    num radius_at_rest, radius_growth; /* m, m/(rad/s)^2 */
    num crown_radius;                  /* of the tread's cross-section, m */
    num stiffness[2];                  /* N/m, N/m^2: with pressure */
    num stiffening;                    /* per rad/s: of the wheel's spin */
    num bottom_deflection, bottom_stiffness;
    num max_load, yields_at;   /* of the rim: N, and the deflection of that load */
    num damping, damping_fade; /* N*s/m, 1/m */
    num standing_damping;      /* N*s/m: on top, at no speed … */
    num per_standing_fade;     /* … and the speed over which it fades, s/m */
    num rim_loss_spm, fastest_radps;
    num load_slope;                /* 1/N: B of the effective radius over nominal load */
    num radius_peak, radius_slope; /* m, m/N */
    num min_radius;
};

/* Free radius of the spinning tyre, less which the height of the axle is the deflection. */
LANE_INLINE real tyre_free_radius(const struct tyre_vertical_constants *tyre, real spin_radps)
{
    real spin = min_real(absolute(spin_radps), lanes(tyre->fastest_radps));
    return tyre->radius_at_rest + tyre->radius_growth * square(spin);
}

/* A factor on the stiffness of the tyre, and of that and `d`, how far it is pressed in, its force; and that of the rim on the tyre
 * that it has pressed flat. */
LANE_INLINE real tyre_stiffening(const struct tyre_vertical_constants *tyre, real spin_radps)
{
    return 1.0f + tyre->stiffening * min_real(absolute(spin_radps), lanes(tyre->fastest_radps));
}

LANE_INLINE real inflated_force(const struct tyre_vertical_constants *tyre, real d, real stiffer)
{
    return (tyre->stiffness[0] + tyre->stiffness[1] * d) * d * stiffer;
}

LANE_INLINE real rim_force(const struct tyre_vertical_constants *tyre, real d)
{
    return tyre->bottom_stiffness * max_real(d - tyre->bottom_deflection, splat(0.0f));
}

/* Both, at rest. */
LANE_INLINE real tyre_spring_force(const struct tyre_vertical_constants *tyre, real deflection_m,
                                   real spin_radps)
{
    real d = max_real(deflection_m, splat(0.0f));
    return inflated_force(tyre, d, tyre_stiffening(tyre, spin_radps)) + rim_force(tyre, d);
}

/* Load of a tyre that is pressed in by `deflection_m` and more so at `deflection_mps`, and rolls at `rolls_mps`; `stiffer`:
 * tyre_stiffening. It gives way at `yields` times max_load. */
LANE_INLINE real tyre_load_up_to(const struct tyre_vertical_constants *tyre, real deflection_m,
                                 real deflection_mps, real stiffer, real rolls_mps, real yields)
{
    real d = max_real(deflection_m, splat(0.0f));
    real fade = rolls_mps * tyre->per_standing_fade;
    real damping = tyre->damping + tyre->standing_damping / (1.0f + fade * fade);
    real damper = damping * deflection_mps * min_real(d * tyre->damping_fade, splat(1.0f));
    real loss = max_real(1.0f + tyre->rim_loss_spm * deflection_mps, splat(0.0f));
    real load = inflated_force(tyre, d, stiffer) + rim_force(tyre, d) * loss + damper;
    return clamp(load, splat(0.0f), tyre->max_load * min_real(loss, splat(1.0f)) * yields);
}

LANE_INLINE real tyre_load(const struct tyre_vertical_constants *tyre, real deflection_m,
                           real deflection_mps, real stiffer, real rolls_mps)
{
    return tyre_load_up_to(tyre, deflection_m, deflection_mps, stiffer, rolls_mps, splat(1.0f));
}

/* How that grows with the deflection and with its rate: N/m and N.s/m. */
struct load_slope {
    real stiffness, damping;
};

static inline struct load_slope tyre_load_slope(const struct tyre_vertical_constants *tyre,
                                                real deflection_m, real deflection_mps,
                                                real stiffer, real rolls_mps)
{
    real d = max_real(deflection_m, splat(0.0f)), zero = splat(0.0f);
    real fade = rolls_mps * tyre->per_standing_fade;
    real damping = (tyre->damping + tyre->standing_damping / (1.0f + fade * fade)) *
                   min_real(d * tyre->damping_fade, splat(1.0f));
    real loss = max_real(1.0f + tyre->rim_loss_spm * deflection_mps, zero);
    real stiffness = (tyre->stiffness[0] + 2.0f * tyre->stiffness[1] * d) * stiffer;
    real rim = pick(d > lanes(tyre->bottom_deflection), tyre->bottom_stiffness * loss, zero);
    return (struct load_slope){stiffness + rim, damping + tyre->rim_loss_spm * rim_force(tyre, d)};
}

/* Distance per radian of the freely rolling wheel. */
LANE_INLINE real tyre_effective_radius(const struct tyre_vertical_constants *tyre, real load_n,
                                       real spin_radps)
{
    real load = max_real(load_n, splat(0.0f));
    real radius = tyre_free_radius(tyre, spin_radps) - tyre->radius_slope * load -
                  tyre->radius_peak * short_arc_tangent(tyre->load_slope * load);
    return max_real(radius, lanes(tyre->min_radius));
}

#endif
