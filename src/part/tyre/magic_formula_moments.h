/* The Magic Formula's moments, and all of it together: source, symbols and assumptions are in magic_formula.h. */
#ifndef KAMM_PART_TYRE_MAGIC_FORMULA_MOMENTS_H
#define KAMM_PART_TYRE_MAGIC_FORMULA_MOMENTS_H

#include "magic_formula.h"

/* (A54), (A55), squared: slip angle and slip ratio as one angle. `k` is the slip ratio as a slip angle;
 * cos(atan(sqrt(tan^2 a + k^2))) = cos a / sqrt(1 + k^2 cos^2 a). */
LANE_INLINE real equivalent_angle_squared(real angle, real k)
{
    real c = cosine(min_real(absolute(angle), splat(1.55f)));
    return arc_squared(c * cosine_of_arc_tangent(k * c));
}

/* (4.E44) */
LANE_INLINE real Et_of(const struct magic_formula_constants *tyre, struct magic_slip m, real Bt,
                       real alpha_t)
{
    real dfz = m.dfz, Et = quadratic_in(tyre->Et, dfz);
    if (any_num(tyre->has_Et_sign != 0.0f)) {
        real side = 0.636619772f * short_arc_tangent(Bt * tyre->Ct * alpha_t);
        real uneven = (tyre->Et_sign + tyre->Et_g * m.gamma_star) * side;
        Et = Et * (1.0f + where(tyre->has_Et_sign, uneven));
    }
    return min_real(Et, splat(1.0f));
}

LANE_INLINE real trail_curve(const struct magic_formula_constants *tyre, real xx, real E)
{
    real curve = magic_cosine(tyre->Ct_cosine, xx, E);
    int is_rare = any_num(tyre->Ct_unfitted != 0.0f);
    if (KAMM_RARELY(is_rare))
        curve = exact_cosine(&tyre->Ct_unfitted, square_root(xx) * magic_bend(xx, E), curve);
    return curve;
}

/* (4.E33) to (4.E43), (4.E73): t, the lever of the side force behind the contact point. */
LANE_INLINE real pneumatic_trail(const struct magic_formula_constants *tyre, struct magic_slip m,
                                 real k)
{
    real dfz = m.dfz, Fz = max_real(m.Fz, lanes(tyre->moment_load_min));
    real Dt =
        Fz * linear_in(tyre->Dt, dfz) * (1.0f + (tyre->Dt_g + tyre->Dt_gg * m.gamma) * m.gamma);
    real Bt = quadratic_in(tyre->Bt, dfz) * m.inv_friction_y *
              (1.0f + tyre->Bt_g * m.gamma + tyre->Bt_abs_g * absolute(m.gamma));
    real alpha_t = m.alpha + linear_in(tyre->SHt, dfz) + linear_in(tyre->SHt_g, dfz) * m.gamma_star;
    real xx = square(Bt) * equivalent_angle_squared(alpha_t, k);
    real curve = trail_curve(tyre, xx, Et_of(tyre, m, Bt, alpha_t));
    return Dt * curve * cosine_of_arc_tangent(m.alpha) * m.fade;
}

/* Mzr: (4.E36), (4.E45) to (4.E47), (4.E75). */
LANE_INLINE real residual_moment(const struct magic_formula_constants *tyre, struct magic_slip m,
                                 struct magic_pure y, real k)
{
    if (!any_num(tyre->has_Dr != 0.0f)) return splat(0.0f);
    real dfz = m.dfz, Fz = max_real(m.Fz, lanes(tyre->moment_load_min));
    real by_gamma = (linear_in(tyre->Dr_g, dfz) + linear_in(tyre->Dr_gg, dfz) * m.abs_gamma_star) *
                    m.gamma_star;
    real Dr = Fz * (linear_in(tyre->Dr, dfz) + by_gamma) * m.friction_y *
              cosine(min_real(absolute(m.alpha), splat(LANE_HALF_PI)));
    real Br = tyre->Br * m.inv_friction_y + tyre->Br_By * y.B * tyre->Cy;
    real alpha_r = m.alpha + y.SH + y.SV * y.inv_BCD; /* SHf of (4.E38) */
    real xx = square(Br) * equivalent_angle_squared(alpha_r, k);
    return where(tyre->has_Dr, Dr / square_root(1.0f + xx) * m.fade);
}

/* The part of Mx where load, side force and camber mix. */
LANE_INLINE real mixed_overturning(const struct magic_formula_constants *tyre, real ratio,
                                   real side, real gamma)
{
    if (!any_num(tyre->has_Mx_mixed != 0.0f)) return splat(0.0f);
    real by_load = square(tyre->Mx_mixed_load * ratio);
    real angle = tyre->Mx_mixed_g * gamma +
                 tyre->Mx_mixed_Fy * short_arc_tangent(tyre->Mx_mixed_Fy_slope * side);
    real moment = tyre->Mx_mixed * sine(angle) *
                  arc_series(tyre->Mx_mixed_cosine, cosine_of_arc_tangent(by_load));
    return where(tyre->has_Mx_mixed, moment);
}

LANE_INLINE real overturning_by_load(const struct magic_formula_constants *tyre, real ratio,
                                     real gamma)
{
    if (!any_num(tyre->has_Mx_load != 0.0f)) return splat(0.0f);
    real moment = tyre->Mx_load * short_arc_tangent(tyre->Mx_load_slope * ratio) * gamma;
    return where(tyre->has_Mx_load, moment);
}

/* Equation (49) of the draft paper. */
LANE_INLINE real overturning_moment(const struct magic_formula_constants *tyre, struct magic_slip m,
                                    real Fy)
{
    if (!any_num(tyre->has_Mx != 0.0f)) return splat(0.0f);
    mask light = m.Fz < tyre->moment_load_min;
    real Fz = m.Fz * pick(light, square(m.Fz * tyre->inv_moment_load_min), splat(1.0f));
    real ratio = Fz * tyre->inv_load0, side = Fy * tyre->inv_load0, abs_g = absolute(m.gamma);
    real arm = tyre->Mx - (tyre->Mx_g + tyre->Mx_g_abs_g * abs_g) * m.gamma + tyre->Mx_Fy * side +
               mixed_overturning(tyre, ratio, side, m.gamma) +
               overturning_by_load(tyre, ratio, m.gamma);
    real moment = Fz * arm + Fy * (tyre->Mx_force + tyre->Mx_force_g * abs_g);
    return where(tyre->has_Mx, moment);
}

/* The part of the side force that the pneumatic trail acts on: 6.x takes the upright wheel's (4.E74),
 * 5.2 all but what slip ratio makes by itself, which MFeval takes at the upright wheel's friction. */
LANE_INLINE real trail_force(const struct magic_formula_constants *tyre, struct magic_slip m,
                             struct magic_pure y, real Kya0, real Gyk, real SVyk)
{
    mask upright = lanes(tyre->t_upright) > 0.5f;
    real force = Gyk * y.F0 + SVyk - SVyk / max_real(y.mu_by_gamma, splat(0.1f));
    if (any(upright)) force = pick(upright, Gyk * upright_lateral(tyre, m, Kya0), force);
    return force;
}

/* (4.E71) to (4.E76) and the paper's (A56). */
LANE_INLINE real aligning_moment(const struct magic_formula_constants *tyre, struct magic_slip m,
                                 struct tyre_line line, struct magic_pure y, struct tyre_force f,
                                 real Gyk, real SVyk)
{
    real dfz = m.dfz, k = m.kappa * line.slip_stiffness * y.inv_BCD;
    real s = tyre->s + tyre->s_Fy * f.fy + linear_in(tyre->s_g, dfz) * m.gamma;
    real Mz = residual_moment(tyre, m, y, k) + s * f.fx;
    if (any_num(tyre->has_t != 0.0f)) {
        real by_trail = pneumatic_trail(tyre, m, k) *
                        trail_force(tyre, m, y, line.cornering_stiffness, Gyk, SVyk);
        Mz = Mz - where(tyre->has_t, by_trail);
    }
    return Mz;
}

/* The whole formula. Unused contributions cost no time once this is inlined. */
LANE_INLINE struct tyre_force magic_formula(const struct magic_formula_constants *tyre,
                                            struct tyre_patch p, struct tyre_line line)
{
    struct tyre_force f = {.my = splat(0.0f), .rolling_resistance = splat(0.0f)};
    struct magic_slip m = magic_slip_of(p);
    struct magic_pure x = pure_longitudinal(tyre, m, line.slip_stiffness);
    struct magic_pure y = pure_lateral(tyre, m, Kya_with_camber(tyre, m, line.cornering_stiffness));
    real Gyk = Gyk_of(tyre, m), SVyk = SVyk_of(tyre, m, y.D);
    f.peak_fx = x.D;
    f.peak_fy = y.D;
    f.fx = Gxa_of(tyre, m) * x.F0; /* (4.E50) */
    f.fy = Gyk * y.F0 + SVyk;      /* (4.E58) */
    limit_force(&f, lanes(tyre->limit));
    f.mz = aligning_moment(tyre, m, line, y, f, Gyk, SVyk);
    f.mx = overturning_moment(tyre, m, f.fy);
    return f;
}

#endif
