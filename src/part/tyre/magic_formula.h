/* The Magic Formula, the first law of slip: forces (the moments are in magic_formula_moments.h).
 *
 * Source: H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed. 2012, chapter 4, equations (4.E1) to (4.E78), with the
 * corrections of I. J. M. Besselink, A. J. C. Schmeitz, H. B. Pacejka, "An improved Magic
 * Formula/Swift tyre model that can handle inflation pressure changes", Vehicle System Dynamics 48
 * (2010): (A47) to (A60), and equation (49) of that paper's draft for Mx. Where these texts differ,
 * the choice is that of M. Furlan's MFeval 4.0 in use mode 121 (limits on, alpha* = tan alpha, no
 * turn slip); version 5.2 follows the MF-Tyre equation manual, as MFeval does. All versions run
 * through one path: magic_formula_compile.c turns their differences into constants.
 *
 * Symbols are the book's:
 *
 *     dfz       relative change of load                       (4.E2a)
 *     Fx0, Fy0  force of pure slip                            (4.E9), (4.E19)
 *     Cx, Cy    shape factor                                  (4.E11), (4.E21)
 *     Dx, Dy    peak: mu Fz                                   (4.E12), (4.E22)
 *     mu_x, mu_y  friction                                    (4.E13), (4.E23)
 *     Ex, Ey    curvature                                     (4.E14), (4.E24)
 *     Kxk       slip stiffness, of kappa                      (4.E15)
 *     Kya       cornering stiffness, of alpha                 (4.E25)
 *     Bx, By    stiffness factor: K / (C D)                   (4.E16), (4.E26)
 *     SHx, SHy  horizontal shift                              (4.E17), (4.E27)
 *     SVx, SVy  vertical shift; SVyg: by camber               (4.E18), (4.E29); (4.E28)
 *     Kyg0      camber stiffness                              (4.E30)
 *     Gxa       weight of Fx by alpha: Bxa, Cxa, Exa, SHxa    (4.E51) to (4.E57)
 *     Gyk       weight of Fy by kappa: Byk, Cyk, Eyk, SHyk    (4.E59) to (4.E65)
 *     SVyk, DVyk  side force that kappa makes (ply steer)     (4.E66), (4.E67)
 *     t         pneumatic trail: Bt, Ct, Dt, Et, SHt          (4.E33), (4.E35), (4.E40) to (4.E44)
 *     Mzr       residual moment: Br, Dr, SHf                  (4.E36) to (4.E38), (4.E45) to (4.E47)
 *     s         lever of Fx in Mz                             (4.E76)
 *     kappa, alpha, gamma  slip ratio, tan of slip angle, camber; gamma* = sin gamma  (4.E3), (4.E4)
 *
 * Suffixes of symbols in the table of a tyre's constants: [2] constant and linear in dfz, [3]
 * also quadratic; `_g`, `_gg`, `_abs_g` belong to camber, its square, its magnitude, `_k` to
 * kappa, `_a` to alpha, `_sign` to the sign of the slip; `_min` is a lower bound. Scale factors
 * (lambda) and pressure are multiplied in. Signs: K and B of the side force are negative in the
 * book's ISO-W axes; here Kya is positive and By negative.
 *
 * Assumptions: steady state (the contact patch computes deflection and relaxation); no turn slip
 * (zeta = 1); A_mu = 1 in (4.E8); no decay of friction with slip speed (LMUV = 0).
 *
 * The sines and cosines of multiples of arc tangents are polynomials fitted for the tyre's own shape
 * factors (base/arc_series.h).
 *
 * Departures, all outside a tyre's measured range:
 *  - factors that have to be positive (friction, stiffness, weights of combined slip) are kept so;
 *  - where tan alpha exceeds pi/2, functions of the "angle" tan alpha saturate and do not wrap round;
 *  - the force is kept within `limit` times the ellipse of pure peak friction.
 */
#ifndef KAMM_PART_TYRE_MAGIC_FORMULA_H
#define KAMM_PART_TYRE_MAGIC_FORMULA_H

#include "../../base/arc_series.h"
#include "tyre_slip.h"

/* `has_`: 1 where that part of the formula is not 0, so that it may be left out elsewhere.
 * [ARC_SERIES_TERMS]: a sine's or cosine's curve, for the shape factor C that is the tyre's own. */
struct magic_formula_constants {
    num moment_load_min, inv_moment_load_min, inv_load0; /* loads of the moments, and 1 / Fz0 */
    /* Guards against odd files. */
    num mu_x_min, mu_y_min, Kya_share_min, G_min, G0_min, limit;
    /* Stiffness of slip. Kya_top: the greatest, of (4.E25); Kya_load: the load ratio that has it. */
    num Kxk[2], Kxk_exponent, Kxk_min;
    num Kya_top, Kya_load[2], inv_Kya_load, Kya_min, Kya_abs_g, Kya_sine[ARC_SERIES_TERMS];
    /* Pure slip. `SHy_by_Kyg`: 1 where camber shifts the curve by way of camber stiffness (6.x). */
    num Cx, Cx_sine[ARC_SERIES_TERMS], mu_x[2], mu_x_gg, Ex[3], Ex_sign, SHx[2], SVx[2];
    num Cy, Cy_sine[ARC_SERIES_TERMS], mu_y[2], mu_y_gg, Ey[2], Ey_sign, Ey_g, Ey_gg;
    num SHy[2], SHy_g, SVy[2], SVyg[2], Kyg0[2], SHy_by_Kyg;
    /* Combined slip. `_cosine` is the curve of C, `_small` its series about no slip. */
    num Bxa, Bxa_gg, Bxa_k, SHxa, Gxa_cosine[ARC_SERIES_TERMS], Gxa_small[3], Exa[2];
    num Byk, Byk_gg, Byk_a, Byk_shift, Gyk_cosine[ARC_SERIES_TERMS], Gyk_small[3], Eyk[2];
    num SHyk[2], has_SVyk, DVyk[2], DVyk_g, DVyk_a, SVyk_k, SVyk_sine[ARC_SERIES_TERMS];
    /* Mz. `t_upright`: 1 where the trail acts on the upright wheel's side force (6.x). */
    num has_t, Dt[2], Dt_g, Dt_gg, Bt[3], Bt_g, Bt_abs_g, Ct, Ct_cosine[ARC_SERIES_TERMS];
    num has_Et_sign, Et[3], Et_sign, Et_g, SHt[2], SHt_g[2], t_upright;
    num has_Dr, Dr[2], Dr_g[2], Dr_gg[2], Br, Br_By, s, s_Fy, s_g[2];
    /* Mx, over the unscaled nominal load. */
    num has_Mx, Mx, Mx_g, Mx_g_abs_g, Mx_Fy, Mx_force, Mx_force_g;
    num has_Mx_mixed, Mx_mixed, Mx_mixed_load, Mx_mixed_g, Mx_mixed_Fy, Mx_mixed_Fy_slope;
    num Mx_mixed_cosine[ARC_SERIES_TERMS], has_Mx_load, Mx_load, Mx_load_slope;
    /* RVY5 and QCZ1 where they are too large for SVyk_sine and Ct_cosine, or 0. */
    num SVyk_unfitted, Ct_unfitted;
};

/* The value where the wheel's tyre has that part of the formula. */
LANE_INLINE real where(num has_part, real value) { return keep(lanes(has_part) != 0.0f, value); }

/* x - E (x - atan x), over x: what the curvature makes of the argument, of x squared. */
LANE_INLINE real magic_bend(real xx, real E)
{
    if (!any(E != 0.0f)) return splat(1.0f);
    real c = 1.0f / square_root(1.0f + xx);
    return 1.0f - E * (1.0f - c * arc_over_sine(c));
}

/* sin(C atan(...)) and cos(C atan(...)) of the Magic Formula, for the C of the fitted curve. */
LANE_INLINE real magic_sine(const num curve[ARC_SERIES_TERMS], real x, real E)
{
    real u = x * magic_bend(square(x), E), c = cosine_of_arc_tangent(u);
    return u * c * arc_series(curve, c);
}

LANE_INLINE real magic_cosine(const num curve[ARC_SERIES_TERMS], real xx, real E)
{
    xx = min_real(xx, splat(1e30f)); /* the bend may be 0 */
    real uu = xx * square(magic_bend(xx, E));
    return arc_series(curve, 1.0f / square_root(1.0f + uu));
}

/* Measured tyres have shape factors of up to 30 in the side force by slip ratio, and some files in the trail. No series of this
 * length is such a curve; they take the sine and the arc tangent themselves, which is good to 1.3e-6 times the factor. `shape` is 0
 * where the series is fitted. */
COLD_PATH void take_exact_sine(const num *shape, const real *x, real *curve)
{
    *curve = pick(lanes(*shape) != 0.0f, sine(*shape * short_arc_tangent(*x)), *curve);
}

COLD_PATH void take_exact_cosine(const num *shape, const real *x, real *curve)
{
    *curve = pick(lanes(*shape) != 0.0f, cosine(*shape * short_arc_tangent(*x)), *curve);
}

/* sin(C atan x) and cos(C atan x) for any C; of the latter x is what the bend has made of it. */
LANE_INLINE real exact_sine(const num *shape, real x, real curve)
{
    take_exact_sine(shape, &x, &curve);
    return curve;
}

LANE_INLINE real exact_cosine(const num *shape, real x, real curve)
{
    take_exact_cosine(shape, &x, &curve);
    return curve;
}

/* (4.E25) for a load over that of the greatest Kya; `ratio` is the load over the nominal one. */
LANE_INLINE real Kya_at_load(const struct magic_formula_constants *tyre, real over_peak, real ratio)
{
    real curve = sine_of_multiple(tyre->Kya_sine, over_peak);
    return tyre->Kya_top * max_real(curve, tyre->Kya_min * min_real(ratio, splat(1.0f)));
}

/* Force that friction 1 holds at this load, pure slip and no camber. */
LANE_INLINE real grip_of(const num mu[2], struct ranged_load at)
{
    return max_real(linear_in(mu, at.change), splat(0.05f)) * at.load;
}

/* Kxk and Kya0, and the grip. */
LANE_INLINE struct tyre_line magic_formula_prepare(const struct magic_formula_constants *tyre,
                                                   struct ranged_load at)
{
    struct tyre_line line;
    real dfz = at.change;
    line.slip_stiffness =
        at.load * max_real(linear_in(tyre->Kxk, dfz), lanes(tyre->Kxk_min)) *
        exponential(min_real(tyre->Kxk_exponent * dfz, splat(10.0f))); /* (4.E15) */
    line.cornering_stiffness = Kya_at_load(tyre, at.ratio * tyre->inv_Kya_load, at.ratio);
    line.grip_x = grip_of(tyre->mu_x, at);
    line.grip_y = grip_of(tyre->mu_y, at);
    return line;
}

/* Shared values of the formula's parts. */
struct magic_slip {
    real Fz, dfz, kappa, alpha, gamma;
    real gamma_star, abs_gamma_star; /* (4.E4) */
    real fade, friction_x, friction_y, inv_friction_y;
};

LANE_INLINE struct magic_slip magic_slip_of(struct tyre_patch p)
{
    struct magic_slip m = {.Fz = p.at.load,
                           .dfz = p.at.change,
                           .kappa = p.k,
                           .alpha = p.a,
                           .gamma = p.g,
                           .fade = p.fade,
                           .friction_x = p.friction_x,
                           .friction_y = p.friction_y};
    m.gamma_star = sine(p.g);
    m.abs_gamma_star = absolute(m.gamma_star);
    m.inv_friction_y = 1.0f / p.friction_y;
    return m;
}

/* A pure-slip force and what others need of it. */
struct magic_pure {
    real F0, D, B, SH, SV;
    real inv_BCD;     /* with the sign of B */
    real mu_by_gamma; /* what camber leaves of the friction */
};

LANE_INLINE struct magic_pure pure_longitudinal(const struct magic_formula_constants *tyre,
                                                struct magic_slip m, real Kxk)
{
    struct magic_pure x;
    real dfz = m.dfz;
    real mu_x = max_real(linear_in(tyre->mu_x, dfz) * (1.0f - tyre->mu_x_gg * square(m.gamma)),
                         lanes(tyre->mu_x_min));
    x.D = mu_x * m.friction_x * m.Fz;                                /* (4.E12), (4.E13) */
    x.B = Kxk / (tyre->Cx * x.D);                                    /* (4.E16) */
    x.SH = linear_in(tyre->SHx, dfz) * m.fade;                       /* (4.E17) */
    x.SV = m.Fz * linear_in(tyre->SVx, dfz) * m.friction_x * m.fade; /* (4.E18) */
    real kappa_x = m.kappa + x.SH;                                   /* (4.E10) */
    real sign = pick(kappa_x > 0.0f, splat(1.0f), pick(kappa_x < 0.0f, splat(-1.0f), splat(0.0f)));
    real Ex = quadratic_in(tyre->Ex, dfz) * (1.0f - tyre->Ex_sign * sign); /* (4.E14) */
    Ex = min_real(Ex, splat(1.0f));
    real curve = magic_sine(tyre->Cx_sine, x.B * kappa_x, Ex);
    x.F0 = x.D * curve + x.SV; /* (4.E9) */
    return x;
}

LANE_INLINE struct magic_pure pure_lateral(const struct magic_formula_constants *tyre,
                                           struct magic_slip m, real Kya)
{
    struct magic_pure y;
    real dfz = m.dfz, g = m.gamma_star, mu_Fz = m.Fz * m.friction_y;
    y.mu_by_gamma = 1.0f - tyre->mu_y_gg * square(g);
    real mu_y =
        max_real(linear_in(tyre->mu_y, dfz) * y.mu_by_gamma, lanes(tyre->mu_y_min)); /* (4.E23) */
    y.D = mu_y * mu_Fz;                                                              /* (4.E22) */
    y.B = -Kya / (tyre->Cy * y.D);                                                   /* (4.E26) */
    y.inv_BCD = -1.0f / Kya;
    real SVyg = mu_Fz * linear_in(tyre->SVyg, dfz) * g;  /* (4.E28) */
    real Kyg0_g = m.Fz * linear_in(tyre->Kyg0, dfz) * g; /* (4.E30) */
    real SHyg = tyre->SHy_g * g + tyre->SHy_by_Kyg * y.inv_BCD * (Kyg0_g - SVyg);
    y.SH = (linear_in(tyre->SHy, dfz) + SHyg) * m.fade;         /* (4.E27) */
    y.SV = (mu_Fz * linear_in(tyre->SVy, dfz) + SVyg) * m.fade; /* (4.E29) */
    real alpha_y = m.alpha + y.SH;                              /* (4.E20) */
    real asymmetry = (tyre->Ey_sign + tyre->Ey_g * g) * sign_of(alpha_y);
    real Ey = linear_in(tyre->Ey, dfz) * (1.0f + tyre->Ey_gg * square(g) - asymmetry); /* (4.E24) */
    Ey = min_real(Ey, splat(1.0f));
    y.F0 = y.D * magic_sine(tyre->Cy_sine, y.B * alpha_y, Ey) + y.SV; /* (4.E19) */
    return y;
}

/* The same force as it would be without camber. */
LANE_INLINE real upright_lateral(const struct magic_formula_constants *tyre, struct magic_slip m,
                                 real Kya0)
{
    real dfz = m.dfz, mu_Fz = m.Fz * m.friction_y;
    real Dy = max_real(linear_in(tyre->mu_y, dfz), lanes(tyre->mu_y_min)) * mu_Fz;
    real By = -Kya0 / (tyre->Cy * Dy), alpha_y = m.alpha + linear_in(tyre->SHy, dfz) * m.fade;
    real Ey = linear_in(tyre->Ey, dfz) * (1.0f - tyre->Ey_sign * sign_of(alpha_y));
    Ey = min_real(Ey, splat(1.0f));
    return Dy * magic_sine(tyre->Cy_sine, By * alpha_y, Ey) +
           mu_Fz * linear_in(tyre->SVy, dfz) * m.fade;
}

/* Kya with camber (4.E25); the load curve is worked out again only where pky5 asks for it. */
LANE_INLINE real Kya_with_camber(const struct magic_formula_constants *tyre, struct magic_slip m,
                                 real Kya)
{
    real by_camber = tyre->Kya_load[1] * square(m.gamma_star);
    mask shifted = by_camber != 0.0f;
    if (any(shifted)) {
        real ratio = m.dfz + 1.0f;
        real over_peak = ratio / max_real(tyre->Kya_load[0] + by_camber, splat(0.001f));
        Kya = pick(shifted, Kya_at_load(tyre, over_peak, ratio), Kya);
    }
    return Kya * max_real(1.0f - tyre->Kya_abs_g * m.abs_gamma_star, lanes(tyre->Kya_share_min));
}

/* A weight G of combined slip is a cosine curve over its value at no slip, (4.E51) and (4.E59). There x is
 * the shift alone and most often so small that its series does, to 1e-5. */
LANE_INLINE real combined_weight(const struct magic_formula_constants *tyre,
                                 const num curve[ARC_SERIES_TERMS], const num small[3], real x,
                                 real x0, real E)
{
    real xx = square(x0), strength = xx * (1.0f + absolute(E));
    real G0 = 1.0f - xx * (small[0] - xx * (small[1] + small[2] * E));
    mask far = strength > 0.04f;
    if (any(far)) G0 = pick(far, magic_cosine(curve, xx, E), G0);
    real now = magic_cosine(curve, square(x), E);
    return max_real(now, lanes(tyre->G_min)) / max_real(G0, lanes(tyre->G0_min));
}

LANE_INLINE real Gxa_of(const struct magic_formula_constants *tyre, struct magic_slip m)
{
    real dfz = m.dfz, SHxa = lanes(tyre->SHxa); /* (4.E57) */
    real Bxa = (tyre->Bxa + tyre->Bxa_gg * square(m.gamma_star)) *
               cosine_of_arc_tangent(tyre->Bxa_k * m.kappa);     /* (4.E54) */
    real Exa = min_real(linear_in(tyre->Exa, dfz), splat(1.0f)); /* (4.E56) */
    return combined_weight(tyre, tyre->Gxa_cosine, tyre->Gxa_small, Bxa * (m.alpha + SHxa),
                           Bxa * SHxa, Exa);
}

LANE_INLINE real Gyk_of(const struct magic_formula_constants *tyre, struct magic_slip m)
{
    real dfz = m.dfz, SHyk = linear_in(tyre->SHyk, dfz); /* (4.E65) */
    real Byk = (tyre->Byk + tyre->Byk_gg * square(m.gamma_star)) *
               cosine_of_arc_tangent(tyre->Byk_a * (m.alpha - tyre->Byk_shift)); /* (4.E62) */
    real Eyk = min_real(linear_in(tyre->Eyk, dfz), splat(1.0f));                 /* (4.E64) */
    return combined_weight(tyre, tyre->Gyk_cosine, tyre->Gyk_small, Byk * (m.kappa + SHyk),
                           Byk * SHyk, Eyk);
}

LANE_INLINE real SVyk_curve(const struct magic_formula_constants *tyre, real x)
{
    real curve = sine_of_multiple(tyre->SVyk_sine, x);
    int is_rare = any_num(tyre->SVyk_unfitted != 0.0f);
    return KAMM_RARELY(is_rare) ? exact_sine(&tyre->SVyk_unfitted, x, curve) : curve;
}

/* The side force that slip ratio makes by itself, (4.E66) and (4.E67). */
LANE_INLINE real SVyk_of(const struct magic_formula_constants *tyre, struct magic_slip m, real Dy)
{
    if (!any_num(tyre->has_SVyk != 0.0f)) return splat(0.0f);
    real dfz = m.dfz;
    real SVyk = Dy * (linear_in(tyre->DVyk, dfz) + tyre->DVyk_g * m.gamma_star) *
                cosine_of_arc_tangent(tyre->DVyk_a * m.alpha) *
                SVyk_curve(tyre, tyre->SVyk_k * m.kappa) * m.fade;
    return where(tyre->has_SVyk, SVyk);
}

#endif
