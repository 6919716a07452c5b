/* The Magic Formula for motorcycle tyres (MF-MC), the fourth law of slip: camber has a sine term of its own, up to 60 degrees.
 *
 * Source: E. J. H. de Vries and H. B. Pacejka, "Motorcycle tyre measurements and models", Vehicle System Dynamics 29 supplement, 1997;
 * H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed. 2012, chapter 11.5; S. Evangelou, "The control and stability analysis of
 * two-wheeled road vehicles", PhD thesis, Imperial College London, 2003, chapter 9 and appendix C, whose form of it is here. With
 * b the tangent of the slip angle and g the camber, in radians, each making force the same way,
 *
 *     Fx0 = Dx sin(Cx atan(u(Bx kappa, Ex))),  u(x, E) = x - E (x - atan x)
 *     Fy0 = -Dy sin(Cy atan(u(By b, Ey)) + Cg atan(u(Bg g, Eg))),  Cy + Cg < 2
 *     Dx = (pDx1 + pDx2 dfz) Fz,  Kxk = (pKx1 + pKx2 dfz) exp(pKx3 dfz) Fz,  Bx = Kxk / (Cx Dx)
 *     Ex = (pEx1 + pEx2 dfz + pEx3 dfz^2) (1 - pEx4 sgn kappa)
 *     Dy = pDy1 exp(pDy2 dfz) / (1 + pDy3 g^2) Fz
 *     Kya = pKy1 Fz0 sin(pKy2 atan(Fz / ((pKy3 + pKy4 g^2) Fz0))) / (1 + pKy5 g^2),  By = Kya / (Cy Dy)
 *     Kyg = (pKy6 + pKy7 dfz) Fz,  Bg = Kyg / (Cg Dy)
 *     Ey = pEy1 + pEy2 g^2 + (pEy3 + pEy4 g) sgn b,  Eg = pEy5
 *     Fx = Fx0 cos(rCx1 atan(Bxa b)),  Bxa = rBx1 cos(atan(rBx2 kappa))
 *     Fy = Fy0 cos(rCy1 atan(Byk kappa)),  Byk = rBy1 cos(atan(rBy2 (b - rBy3)))
 *     Mz = -t Fy(g = 0) - Mzr
 *     t = Fz (R / Fz0) (qDz1 + qDz2 dfz) (1 + qDz3 |g| + qDz4 g^2) cos(Ct atan(u(Bt e_t, Et))) cos(alpha)
 *     Bt = (qBz1 + qBz2 dfz + qBz3 dfz^2) (1 + qBz5 |g| + qBz6 g^2)
 *     Et = (qEz1 + qEz2 dfz + qEz3 dfz^2) (1 + qEz5 g (2 / pi) atan(Bt Ct b))
 *     Mzr = Fz R ((qDz8 + qDz9 dfz) g + (qDz10 + qDz11 dfz) g |g|) cos(alpha) / sqrt(1 + (Br e_r)^2)
 *     Br = qBz9 + qBz10 By Cy
 *
 * where e_t^2 = b^2 + (Kxk kappa / Kya)^2, and e_r the same with b + (qHz3 + qHz4 dfz) g for b. R is moment_length_m.
 *
 * The names of constants are those of magic_formula.h.
 *
 * Assumptions: no turn slip; no Mx, as the contact moves along the crown (touch_ground). Slip lags, camber acts at once
 * (contact_patch.h); the relaxation length is Kya times a compliance that grows with speed (Evangelou, 9.3.10).
 *
 * Departures:
 *  - the argument of camber's sine goes by the friction of the measurement, so on a slippery road camber thrust goes down as
 *    friction does. With Dy of the road it would saturate on ice, where Cg above Cy would push the tyre along its slide;
 *  - Bt and Br go with 1 over the road's friction, Mzr with friction, as in the Magic Formula for cars;
 *  - curvatures are at most 1; weights of combined slip, denominators, friction and stiffness stay positive;
 *  - the force is kept within 1.3 times the ellipse of Dx and Dy;
 *  - camber thrust, trail and twist fade below the tyre's low speed. */
#ifndef KAMM_PART_TYRE_MOTORCYCLE_TYRE_H
#define KAMM_PART_TYRE_MOTORCYCLE_TYRE_H

#include "magic_formula.h"

struct motorcycle_tyre_constants {
    num Cx, mu_x[2], mu_x_min, Ex[3], Ex_sign, Kxk[2], Kxk_exponent, Kxk_min;
    num Cy, mu_y, mu_y_exponent, mu_y_gg, Ey, Ey_gg, Ey_sign, Ey_g;
    num Kya_top, Kya_shape, Kya_load, Kya_load_gg, Kya_gg, Kya_min;
    num Cg, Kyg[2], Eg;
    num Bxa, Bxa_k, Cxa, Byk, Byk_a, Byk_shift, Cyk;
    num Dt[2], Dt_abs_g, Dt_gg, Bt[3], Bt_abs_g, Bt_gg, Ct, Et[3], Et_g;
    num Dr_g[2], Dr_gg[2], Br, Br_By, SHr_g[2];
};

/* atan(x - E (x - atan x)) */
LANE_INLINE real bent_angle(real x, real E)
{
    return short_arc_tangent(x * magic_bend(square(x), min_real(E, splat(1.0f))));
}

/* Kya with the camber squared. */
LANE_INLINE real motorcycle_Kya(const struct motorcycle_tyre_constants *tyre, struct ranged_load at,
                                real gg)
{
    real peak_load =
        max_real(tyre->Kya_load + tyre->Kya_load_gg * gg, 0.1f * lanes(tyre->Kya_load));
    real curve = sine(tyre->Kya_shape * short_arc_tangent(at.ratio / peak_load));
    real least = tyre->Kya_min * min_real(at.ratio, splat(1.0f));
    real falls = max_real(1.0f + tyre->Kya_gg * gg, splat(0.1f));
    return tyre->Kya_top * max_real(curve, least) / falls;
}

/* Returns the friction on the surface of the measurement. */
LANE_INLINE real motorcycle_mu_y(const struct motorcycle_tyre_constants *tyre, real dfz, real gg)
{
    real grown = exponential(clamp(tyre->mu_y_exponent * dfz, splat(-10.0f), splat(3.0f)));
    return max_real(tyre->mu_y * grown / max_real(1.0f + tyre->mu_y_gg * gg, splat(0.1f)),
                    splat(0.05f));
}

LANE_INLINE struct tyre_line motorcycle_tyre_prepare(const struct motorcycle_tyre_constants *tyre,
                                                     struct ranged_load at)
{
    struct tyre_line line;
    real dfz = at.change;
    line.slip_stiffness = at.load * max_real(linear_in(tyre->Kxk, dfz), lanes(tyre->Kxk_min)) *
                          exponential(min_real(tyre->Kxk_exponent * dfz, splat(10.0f)));
    line.cornering_stiffness = motorcycle_Kya(tyre, at, splat(0.0f));
    line.grip_x = at.load * max_real(linear_in(tyre->mu_x, dfz), lanes(tyre->mu_x_min));
    line.grip_y = at.load * motorcycle_mu_y(tyre, dfz, splat(0.0f));
    return line;
}

LANE_INLINE real motorcycle_Fx0(const struct motorcycle_tyre_constants *tyre, struct tyre_patch p,
                                struct tyre_line line)
{
    real D = line.grip_x * p.friction_x;
    real E = quadratic_in(tyre->Ex, p.at.change) * (1.0f - tyre->Ex_sign * sign_of(p.k));
    real angle = bent_angle(line.slip_stiffness / (tyre->Cx * D) * p.k, E);
    return D * sine(tyre->Cx * angle);
}

/* Pure side force at a camber, and what the moment needs of it. */
struct motorcycle_side {
    real F0, D, Kya;
};

LANE_INLINE struct motorcycle_side motorcycle_Fy0(const struct motorcycle_tyre_constants *tyre,
                                                  struct tyre_patch p, real g)
{
    struct motorcycle_side y;
    real gg = square(g), dfz = p.at.change, mu = motorcycle_mu_y(tyre, dfz, gg);
    y.D = mu * p.friction_y * p.at.load;
    y.Kya = motorcycle_Kya(tyre, p.at, gg);
    real E = tyre->Ey + tyre->Ey_gg * gg + (tyre->Ey_sign + tyre->Ey_g * g) * sign_of(p.a);
    real by_slip = tyre->Cy * bent_angle(y.Kya / (tyre->Cy * y.D) * p.a, E);
    real Bg = linear_in(tyre->Kyg, dfz) / (tyre->Cg * mu);
    real by_camber = tyre->Cg * bent_angle(Bg * g * p.fade, lanes(tyre->Eg));
    y.F0 = -(y.D * sine(by_slip + by_camber));
    return y;
}

LANE_INLINE real motorcycle_trail(const struct motorcycle_tyre_constants *tyre, struct tyre_patch p,
                                  real k_k)
{
    real dfz = p.at.change, gg = square(p.g), abs_g = absolute(p.g);
    real Bt = quadratic_in(tyre->Bt, dfz) * (1.0f + tyre->Bt_abs_g * abs_g + tyre->Bt_gg * gg) /
              p.friction_y;
    real side = 0.636619772f * short_arc_tangent(Bt * tyre->Ct * p.a);
    real Et = quadratic_in(tyre->Et, dfz) * (1.0f + tyre->Et_g * p.g * side);
    real angle = bent_angle(Bt * square_root(square(p.a) + k_k), Et);
    real Dt =
        p.at.load * linear_in(tyre->Dt, dfz) * (1.0f + tyre->Dt_abs_g * abs_g + tyre->Dt_gg * gg);
    return Dt * cosine(tyre->Ct * angle) * cosine_of_arc_tangent(p.a) * p.fade;
}

LANE_INLINE real motorcycle_twist(const struct motorcycle_tyre_constants *tyre, struct tyre_patch p,
                                  struct motorcycle_side y, real k_k)
{
    real dfz = p.at.change;
    real Br = tyre->Br / p.friction_y + tyre->Br_By * y.Kya / y.D;
    real ee = square(p.a + linear_in(tyre->SHr_g, dfz) * p.g) + k_k;
    real by_camber = linear_in(tyre->Dr_g, dfz) + linear_in(tyre->Dr_gg, dfz) * absolute(p.g);
    real Dr = p.at.load * by_camber * p.g * p.friction_y * cosine_of_arc_tangent(p.a);
    return Dr * p.fade / square_root(1.0f + square(Br) * ee);
}

LANE_INLINE struct tyre_force motorcycle_tyre(const struct motorcycle_tyre_constants *tyre,
                                              struct tyre_patch p)
{
    struct tyre_force f = {.my = splat(0.0f), .mx = splat(0.0f), .rolling_resistance = splat(0.0f)};
    struct tyre_line line = motorcycle_tyre_prepare(tyre, p.at);
    struct motorcycle_side y = motorcycle_Fy0(tyre, p, p.g);
    struct motorcycle_side upright = motorcycle_Fy0(tyre, p, splat(0.0f));
    real Bxa = tyre->Bxa * cosine_of_arc_tangent(tyre->Bxa_k * p.k);
    real Byk = tyre->Byk * cosine_of_arc_tangent(tyre->Byk_a * (p.a - tyre->Byk_shift));
    real Gxa = cosine(tyre->Cxa * short_arc_tangent(Bxa * p.a));
    real Gyk = max_real(cosine(tyre->Cyk * short_arc_tangent(Byk * p.k)), splat(0.0f));
    f.peak_fx = line.grip_x * p.friction_x;
    f.peak_fy = y.D;
    f.fx = max_real(Gxa, splat(0.0f)) * motorcycle_Fx0(tyre, p, line);
    f.fy = Gyk * y.F0;
    limit_force(&f, splat(1.3f));
    real k_k = square(p.k * line.slip_stiffness / upright.Kya);
    f.mz = -(motorcycle_trail(tyre, p, k_k) * Gyk * upright.F0) - motorcycle_twist(tyre, p, y, k_k);
    return f;
}

#endif
