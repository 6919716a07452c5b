/* A tyre on soft soil: how deep it sinks, what that resists, and what the soil holds.
 *
 * Sources. M. G. Bekker, Theory of Land Locomotion, 1956; J. Y. Wong, Theory of Ground Vehicles, ch. 2. The pressure at
 * a depth z below a plate b wide is p = (k_c / b + k_phi) z^n = k z^n. A wheel of diameter D that does not flatten
 * sinks under a load W by z_r. A tyre whose pressure, with its carcass's, is p_g flattens where the soil would press
 * harder, and sinks by z_e; a soft layer on firm ground ends at its depth. The least of these is z_0:
 *
 *     z_r = (3 W / (b (3 - n) k sqrt(D)))^(2 / (2 n + 1)),   z_e = (p_g / k)^(1 / n)
 *
 * The round part of the tyre then carries b p(z_0) sqrt(D z_0) (3 - n) / 3, the flat part below it the rest at p_g. So
 * the patch is l = sqrt(D z_0) + (what is left) / (b p_g) long. On hard soil that is the patch of the road.
 *
 * Slip digs: at a slip i the depth is z_0 (1 + i) / (1 - i / 2) (M. Lyasko, Slip sinkage effect in soil-vehicle mechanics, J. Terramechanics 47,
 * 2010, of driven wheels). A rut that is pressed down to z_0 has taken b k z_0^(n+1) / (n + 1) of work per way: the resistance to rolling. That of a
 * round wheel is its load times sqrt(z / D) but for a factor; so what is dug deeper resists by sqrt(z / z_0) more (ours: the soil that slip carries
 * out is not pressed down).
 *
 * The soil holds (b l) c + W tan(phi) at most (Mohr, Coulomb). What it holds at a shear displacement j = i l is the share
 *
 *     J(q) = 1 - (1 - e^-q) / q,   q = j / K
 *
 * of that (Z. Janosi, B. Hanamoto, 1961, over a patch whose pressure is even). The tyre's own stiffness of slip is in
 * series with the soil's, which has the slope J'(0) = 1 / 2 at no slip. A driven wheel has to overcome the rut's
 * resistance by the soil's shear force. So the pull at the hub is the difference, the drawbar pull (not below 0 where
 * the hub stands); what is braked or locked has the resistance on its side. A wheel that is locked, or slides sideways,
 * ploughs: it pushes soil ahead of it; this resists with b (gamma z^2 N / 2 + 2 c z sqrt(N)); N = tan^2(45 deg + phi /
 * 2) (Rankine's passive earth pressure; E. Hegedus, 1960; sideways with l for b: G. Ishigami et al., J. Field Robotics
 * 24, 2007).
 *
 * The depth of a wheel is a state z. It grows to z_0 within SETTLES_S as the load presses. Slip digs further, along the
 * way of a patch as it rolls and within a turn where it spins on the spot (ours); soil is plastic and gives nothing
 * back. Rolling on, the wheel comes to soil that is as it was, and rises over the length of the patch. That work, the
 * load times the rise, is taken from the wheel like the rut's: nothing comes from nowhere. A locked wheel does not
 * rise.
 *
 * Departures. A second wheel in the same rut pays again. Strength and stiffness do not depend on the speed. Tread and lugs count
 * as smooth rubber. The tyre's heat does not change p_g. Not felt below the body, whose points touch the soil as it was. */
#ifndef KAMM_PART_TYRE_SOFT_SOIL_H
#define KAMM_PART_TYRE_SOFT_SOIL_H

#include "soft_soil_constants.h"
#include "tyre_slip.h"

#define SETTLES_S 0.02f
#define DEEPEST_RUT_M 1.0f
#define STANDS_STILL_MPS 0.3f
#define DRIVES_AT 0.2f

/* The values of kamm_soil, with the specific weight in place of the density. */
struct soil {
    real cohesion_modulus, friction_modulus, exponent;
    real cohesion_pa, friction_tangent, shear_m, weight_npm3, depth_m;
};

/* Bearing of the soil at a load, without slip. */
struct soil_bearing {
    real sinkage_m, slope_m_per_n; /* z_0 and what it grows with the load */
    real length_m;                 /* of the patch */
    real log_stiffness;            /* of k */
};

COLD_PATH void soil_bears(const struct soft_soil_constants *c, const struct soil *soil, real load_n,
                          struct soil_bearing *b)
{
    real n = soil->exponent, load = max_real(load_n, splat(1.0f)), rest = 3.0f - n;
    real k = soil->cohesion_modulus * c->inverse_width + soil->friction_modulus;
    real power_of_load = 2.0f / (2.0f * n + 1.0f);
    real even = 3.0f * load * c->inverse_width * c->inverse_root_diameter / (rest * k);
    b->log_stiffness = logarithm(k);
    real deep = min_real(power_of_load * logarithm(even), (c->log_pressure - b->log_stiffness) / n);
    real layer = pick(soil->depth_m > 0.0f, soil->depth_m, splat(DEEPEST_RUT_M));
    deep = min_real(deep, logarithm(layer));
    b->sinkage_m = exponential(deep);
    b->slope_m_per_n = b->sinkage_m * power_of_load / load;
    real pressure = exponential(b->log_stiffness + n * deep);
    real round = square_root(c->diameter_m * b->sinkage_m);
    real carried = c->width_m * pressure * round * (rest * (1.0f / 3));
    real flat = max_real(load - carried, splat(0.0f)) * (c->inverse_width * c->inverse_pressure);
    b->length_m = min_real(round + flat, lanes(c->diameter_m));
}

/* A wheel's rim and hub over the ground, and what it is to settle with. */
struct soil_motion {
    real rim_mps, hub_mps;
    real load_n, tyre_n_per_m;
};

/* How much the faster of rim and hub exceeds the other, of the faster; 0 where both stand. */
LANE_INLINE real soil_slip(real rim_mps, real hub_mps)
{
    real most = max_real(absolute(rim_mps), absolute(hub_mps));
    return min_real(absolute(rim_mps - hub_mps) / max_real(most, splat(STANDS_STILL_MPS)),
                    splat(1.0f));
}

/* A substep of the depth; returns the rise per way ahead, which the load has to be carried up. */
LANE_INLINE real sink(const struct soft_soil_constants *c, const struct soil_bearing *b,
                      const struct soil *soil, const struct soil_motion *m, real dt, real *rut_m)
{
    real rim = absolute(m->rim_mps), hub = absolute(m->hub_mps), was = *rut_m;
    real slip = keep(rim > hub, soil_slip(m->rim_mps, m->hub_mps));
    real layer = pick(soil->depth_m > 0.0f, soil->depth_m, splat(DEEPEST_RUT_M));
    real wanted = b->sinkage_m * (1.0f + slip) / (1.0f - 0.5f * slip);
    wanted = min_real(wanted, max_real(layer, b->sinkage_m));
    real by_way = dt / b->length_m, travel = hub * by_way;
    real rolled = keep(m->rim_mps * m->hub_mps > 0.0f, min_real(rim, hub)) * by_way;
    real turns = absolute(m->rim_mps - m->hub_mps) * c->inverse_circumference * dt;
    real settles = travel + dt * (1.0f / SETTLES_S), digs = travel + turns;
    real yields = 1.0f / (1.0f + m->tyre_n_per_m * b->slope_m_per_n);
    real down =
        max_real(b->sinkage_m - was, splat(0.0f)) * yields * (settles / (1.0f + settles)) +
        max_real(wanted - max_real(was, b->sinkage_m), splat(0.0f)) * (digs / (1.0f + digs));
    real above = max_real(was - wanted, splat(0.0f));
    real up = above * (rolled / (1.0f + rolled));
    *rut_m = was + (down - up);
    return above / (b->length_m * (1.0f + rolled));
}

/* Strength of the soil and its resistance. */
struct soil_hold {
    real strength_x, strength_y; /* that it can be sheared with, N; across with what is ploughed */
    real grip_x;                 /* of that with what resists: what the patch can pull at most */
    real stiffness_x, stiffness_y; /* of slip: N */
    real resistance_n;             /* to rolling on */
    real drag_n, drag_slope_nspm;  /* of that on a moving hub, forward; and per speed of the rim */
    real holds_back_n;             /* of that, what a hub that stands has to overcome first */
};

/* Pressure of soil that is pushed ahead, times the depth: N/m. */
LANE_INLINE real ploughing_npm(const struct soil *soil, real depth_m)
{
    real t = soil->friction_tangent, sine = t / square_root(1.0f + t * t);
    real n = (1.0f + sine) / (1.0f - sine);
    return depth_m *
           (0.5f * soil->weight_npm3 * depth_m * n + 2.0f * soil->cohesion_pa * square_root(n));
}

/* From -1, a wheel that is dragged locked, over 0, rolling freely, to 1, spinning; and its slope by the rim's speed. */
struct drive_share {
    real share, slope_spm;
};

LANE_INLINE struct drive_share drive_shares(real rim_mps, real hub_mps)
{
    real rim_2 = square(rim_mps), hub_2 = square(hub_mps);
    real still = splat(STANDS_STILL_MPS * STANDS_STILL_MPS), sum = 1.0f / (rim_2 + hub_2 + still);
    real way = (rim_2 - hub_2) * sum, root = way * way + DRIVES_AT * DRIVES_AT;
    real share = way / square_root(root);
    real by_way = DRIVES_AT * DRIVES_AT / (root * square_root(root));
    real by_rim = 2.0f * absolute(rim_mps) * (2.0f * hub_2 + still) * square(sum);
    return (struct drive_share){share, by_way * by_rim};
}

LANE_INLINE void soil_holds(const struct soft_soil_constants *c, const struct soil *soil,
                            const struct soil_bearing *b, const struct soil_motion *m,
                            real left_mps, real rise, real rut_m, struct soil_hold *hold)
{
    real n = soil->exponent, load = max_real(m->load_n, splat(1.0f)), zero = splat(0.0f);
    real settled = max_real(b->sinkage_m, splat(1e-6f));
    real work = exponential(b->log_stiffness + (n + 1.0f) * logarithm(settled)) / (n + 1.0f);
    work = work * square_root(rut_m / settled);
    real strength = c->width_m * b->length_m * soil->cohesion_pa + load * soil->friction_tangent;
    real pushed = ploughing_npm(soil, rut_m), left_2 = square(left_mps);
    struct drive_share drive = drive_shares(m->rim_mps, m->hub_mps);
    mask braked = drive.share < 0.0f;
    real aside = left_2 / (left_2 + square(m->hub_mps) + STANDS_STILL_MPS * STANDS_STILL_MPS);
    real moves = m->hub_mps / square_root(square(m->hub_mps) + STANDS_STILL_MPS * STANDS_STILL_MPS);
    hold->resistance_n = c->width_m * work + load * rise;
    real against = hold->resistance_n + pick(braked, c->width_m * pushed, zero);
    hold->strength_x = max_real(strength, load * 0.001f);
    hold->strength_y = hold->strength_x + aside * (b->length_m * pushed);
    hold->grip_x = max_real(strength - drive.share * against, load * 0.001f);
    real per_slip = 0.5f * b->length_m / soil->shear_m;
    hold->stiffness_x = hold->strength_x * per_slip;
    hold->stiffness_y = hold->strength_y * per_slip;
    hold->drag_n = -(absolute(drive.share) * against) * moves;
    hold->holds_back_n = max_real(drive.share, zero) * against * (1.0f - absolute(moves));
    hold->drag_slope_nspm = pick(braked, against * drive.slope_spm, zero);
}

/* J. */
LANE_INLINE real sheared_share(real q)
{
    real some = max_real(q, splat(1e-3f));
    real share = 1.0f - (1.0f - exponential(-min_real(some, splat(80.0f)))) / some;
    return pick(q < 0.05f, q * (0.5f - q * (1.0f / 6)), share);
}

/* Force of a slip, forward and to the left; `stiffness`: of tyre and soil in series. */
LANE_INLINE void shear_soil(real grip_x, real grip_y, real stiffness_x, real stiffness_y,
                            real slip_x, real tan_y, real *fx, real *fy)
{
    real q_x = 2.0f * stiffness_x * slip_x / grip_x, q_y = 2.0f * stiffness_y * tan_y / grip_y;
    real q = square_root(q_x * q_x + q_y * q_y);
    real share = sheared_share(q) / max_real(q, splat(1e-6f));
    *fx = grip_x * q_x * share;
    *fy = -grip_y * q_y * share;
}

#endif
