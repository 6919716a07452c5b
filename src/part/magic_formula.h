/* The Magic Formula: what a tyre's contact patch does, given its slip.
 *
 * Source: H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed. 2012, equations (4.E1) to (4.E78), with the
 * corrections of I. J. M. Besselink, A. J. C. Schmeitz, H. B. Pacejka, "An improved Magic
 * Formula/Swift tyre model that can handle inflation pressure changes", Vehicle System Dynamics 48
 * (2010): (A47) to (A60), and equation (49) of that paper's draft for Mx. Where these texts differ,
 * the choice is that of M. Furlan's MFeval 4.0 in use mode 121 (limits on, alpha* = tan alpha, no
 * turn slip); version 5.2 follows the MF-Tyre equation manual, as MFeval does. All versions run
 * through one path: tyre_compile.c turns their differences into constants.
 *
 * Axes and signs: ISO-W. tan_slip_angle = Vy / |Vx| of the contact point, so that a positive one
 * gives a negative Fy; slip_ratio = (Re*omega - Vx) / |Vx|.
 *
 * Assumptions: steady state (deflection and relaxation are the contact patch's business), no turn
 * slip, A_mu = 1 in (4.E8), no decay of friction with slip speed (LMUV = 0).
 *
 * How it is evaluated: with c = cos(atan x) = 1 / sqrt(1 + x^2), both cos(C atan x) and
 * sin(C atan x) / sin(atan x) are smooth functions of c alone, without the corner that sine and arc
 * tangent need a choice of branch for. tyre_compile.c fits a polynomial of degree 7 to them for the
 * tyre's own C, good to 1e-6 for C up to 4.5 and to 5e-5 for C up to 6.5. So the curves cost roots,
 * divisions and products, a third of what sine and arc tangent do.
 *
 * Departures, all outside a tyre's measured range:
 *  - above the highest valid load, friction stays what it is there and force grows in proportion;
 *  - factors that have to be positive (friction, stiffness, weights of combined slip) are kept so;
 *  - where tan alpha exceeds pi/2, functions of the "angle" tan alpha saturate and do not wrap round;
 *  - rolling backwards is the mirror image of rolling forwards;
 *  - the force is kept within `force_limit` times the ellipse of pure peak friction.
 */
#ifndef KAMM_PART_MAGIC_FORMULA_H
#define KAMM_PART_MAGIC_FORMULA_H

#include "../base/lane_math.h"
#include "../base/view.h"

/* [2]: constant and linear in relative load change, [3]: also quadratic. Scale factors and pressure
 * are multiplied in. `_g`, `_gg`, `_abs` belong to camber, its square, its magnitude. */
enum { TYRE_SERIES_TERMS = 8 };

struct tyre_constants {
    float inv_nominal_load, load_floor, load_top; /* load range of the coefficients */
    float moment_load_min, inv_moment_load_min;   /* below it moments fade or hold */
    float slip_ratio_min, slip_ratio_max;
    float tan_min, tan_max; /* of the slip angle */
    float camber_min, camber_max;
    float quarter_turn_per_speed; /* pi/2 over the low speed */
    float mu_floor_x, mu_floor_y, force_limit;

    float kx[2], kx_exponent, kx_floor; /* slip stiffness over load */
    float ky_top, ky_load[2], ky_curve[TYRE_SERIES_TERMS], ky_floor,
        ky_abs; /* cornering stiffness */
    float carcass_x[3], carcass_y[3], carcass_floor_x, carcass_floor_y;

    float shape_x, sine_x[TYRE_SERIES_TERMS]; /* C, and the curve that it makes */
    float mu_x[2], mu_x_gg, curvature_x[3], curvature_x_drive, shift_x[2], offset_x[2];
    float shape_y, sine_y[TYRE_SERIES_TERMS];
    float mu_y[2], mu_y_gg, curvature_y[2], curvature_y_sign, curvature_y_g, curvature_y_gg;
    float shift_y[2], shift_y_g, offset_y[2], offset_y_g[2];
    float camber_stiffness[2], camber_by_stiffness; /* 6.x: shift from camber stiffness */

    float weight_x_slope, weight_x_slope_gg, weight_x_slope_k, weight_x_shift;
    float weight_x[TYRE_SERIES_TERMS], weight_x_curvature[2];
    float weight_y_slope, weight_y_slope_gg, weight_y_slope_a, weight_y_slope_shift;
    float weight_y[TYRE_SERIES_TERMS], weight_y_curvature[2], weight_y_shift[2];
    float ply_y[2], ply_y_g, ply_y_a, ply_y_k, ply_y_curve[TYRE_SERIES_TERMS]; /* by slip ratio */

    float trail_peak[2], trail_peak_g, trail_peak_gg; /* length over load */
    float trail_slope[3], trail_slope_g, trail_slope_abs;
    float trail_shape, trail[TYRE_SERIES_TERMS];
    float trail_curvature[3], trail_curvature_sign, trail_curvature_g;
    float trail_shift[2], trail_shift_g[2];
    float trail_without_camber; /* 6.x: trail acts on Fy at zero camber */
    float residual[2], residual_g[2], residual_gg[2], residual_slope, residual_slope_y;
    float lever_x, lever_x_fy, lever_x_g[2];

    float radius, inv_load0; /* unscaled nominal load here and below */
    float mx, mx_g, mx_g_abs, mx_fy, mx_mixed, mx_mixed_curve[TYRE_SERIES_TERMS];
    float mx_mixed_load, mx_mixed_g;
    float mx_mixed_fy, mx_mixed_fy_slope, mx_load, mx_load_slope, mx_force, mx_force_g;

    float rolling, rolling_fx, rolling_v, rolling_v4, rolling_gg, rolling_load_gg, rolling_exponent;
    float inv_test_speed;
};

/* What the load alone decides. Relaxation lengths are kx/carcass_x and ky/carcass_y. */
struct tyre_at_load {
    real load;   /* that the formula sees, N */
    real scale;  /* of forces: true load over that */
    real change; /* of load, relative to nominal */
    real kx, ky; /* slip stiffness in N, cornering stiffness in N/rad without camber; positive */
    real carcass_x, carcass_y; /* N/m */
};

struct tyre_slip {
    real slip_ratio, tan_slip_angle, camber_rad;
    real speed_mps;              /* Vx of the contact point; its sign is the rolling direction */
    real friction_x, friction_y; /* of the surface; 1 is where the tyre was measured */
    real side;                   /* +1 where the file's tyre sits, -1 for its mirror image */
};

struct tyre_force {
    real fx, fy, mx, my, mz; /* my fades to 0 as the wheel stops */
    real rolling_resistance; /* moment, >= 0, of a wheel that turns however slowly */
    real peak_fx, peak_fy;   /* what pure slip could reach, N */
};

#define TYRE(field) GET(tyre, struct tyre_constants, field)
#define TYRE_LINEAR(field) (TYRE(field[0]) + TYRE(field[1]) * change)
#define TYRE_QUADRATIC(field) (TYRE(field[0]) + (TYRE(field[1]) + TYRE(field[2]) * change) * change)

#define TYRE_CURVE(field, c) tyre_series(tyre, FLOAT_INDEX(struct tyre_constants, field), c)

/* One of the tyre's fitted polynomials, in 2c - 1. */
LANE_INLINE real tyre_series(view tyre, size_t first, real c)
{
    real t = 2.0f * c - 1.0f, tt = square(t);
    real low = (view_read(tyre, first) + view_read(tyre, first + 1) * t) +
               (view_read(tyre, first + 2) + view_read(tyre, first + 3) * t) * tt;
    real high = (view_read(tyre, first + 4) + view_read(tyre, first + 5) * t) +
                (view_read(tyre, first + 6) + view_read(tyre, first + 7) * t) * tt;
    return low + high * square(tt);
}

/* Arc tangent to 5e-7 of its value: the same idea for a / sin a, with a = atan x. */
LANE_INLINE real slip_arc_tangent(real x)
{
    real c = cosine_of_arc_tangent(x), t = 2.0f * c - 1.0f, tt = square(t);
    real low = (0x1.358e12p+0f + -0x1.0ded28p-2f * t) + (0x1.1db1a4p-4f + -0x1.4518a4p-6f * t) * tt;
    real high =
        (0x1.7ae5d2p-8f + -0x1.ca1f7ap-10f * t) + (0x1.5df8f6p-11f + -0x1.b46c50p-13f * t) * tt;
    return x * c * (low + high * square(tt));
}

/* The argument of the Magic Formula's outer arc tangent. */
LANE_INLINE real magic_bend(real x, real curvature)
{
    return x - curvature * (x - slip_arc_tangent(x));
}

/* sin(C atan x) and cos(C atan x), for the C that the curve was fitted to. */
#define SINE_CURVE(field, x) \
    ((x)*cosine_of_arc_tangent(x) * TYRE_CURVE(field, cosine_of_arc_tangent(x)))
#define COSINE_CURVE(field, x) TYRE_CURVE(field, cosine_of_arc_tangent(x))

/* (4.E25) over its greatest value, for a load and what camber adds to the load of the peak. */
LANE_INLINE real cornering_load_curve(view tyre, real ratio, real camber_term)
{
    real x = ratio / max_real(TYRE(ky_load[0]) + camber_term, splat(0.001f));
    return max_real(SINE_CURVE(ky_curve, x), TYRE(ky_floor) * min_real(ratio, splat(1.0f)));
}

LANE_INLINE struct tyre_at_load tyre_at_load(view tyre, real load_n)
{
    struct tyre_at_load at;
    at.load = clamp(load_n, TYRE(load_floor), TYRE(load_top));
    at.scale = clamp(load_n, splat(0.0f), splat(1e9f)) / at.load;
    real ratio = at.load * TYRE(inv_nominal_load), change = ratio - 1.0f;
    at.change = change;
    at.kx = at.load * max_real(TYRE_LINEAR(kx), TYRE(kx_floor)) *
            exponential(TYRE(kx_exponent) * change); /* (4.E15) */
    at.ky = TYRE(ky_top) * cornering_load_curve(tyre, ratio, splat(0.0f));
    at.carcass_x = max_real(TYRE_QUADRATIC(carcass_x), TYRE(carcass_floor_x));
    at.carcass_y = max_real(TYRE_QUADRATIC(carcass_y), TYRE(carcass_floor_y));
    return at;
}

/* The slip as the formula takes it: in range, as if rolling forwards on the file's side. */
struct tyre_patch {
    real load, change;
    real k, a, g, sin_g, abs_sin_g; /* slip ratio, tan of slip angle, camber */
    real fade;                      /* of offsets, as the speed goes to 0 */
    real friction_x, friction_y, inv_friction_y;
    real direction; /* -1: rolls backwards */
};

LANE_INLINE real low_speed_fade(view tyre, real speed)
{
    real angle = magnitude(speed) * TYRE(quarter_turn_per_speed);
    mask slow = angle < LANE_HALF_PI;
    if (!any(slow)) return splat(1.0f);
    return pick(slow, square(sine(min_real(angle, splat(LANE_HALF_PI)))), splat(1.0f));
}

LANE_INLINE struct tyre_patch tyre_patch_of(view tyre, struct tyre_at_load at,
                                            struct tyre_slip slip)
{
    struct tyre_patch p = {.load = at.load, .change = at.change};
    p.direction = sign_of(slip.speed_mps);
    p.k = clamp(p.direction * slip.slip_ratio, TYRE(slip_ratio_min), TYRE(slip_ratio_max));
    p.a = clamp(slip.side * slip.tan_slip_angle, TYRE(tan_min), TYRE(tan_max));
    p.g = clamp(slip.side * slip.camber_rad, TYRE(camber_min), TYRE(camber_max));
    p.sin_g = sine(p.g);
    p.abs_sin_g = magnitude(p.sin_g);
    p.fade = low_speed_fade(tyre, slip.speed_mps);
    p.friction_x = clamp(slip.friction_x, splat(0.001f), splat(100.0f));
    p.friction_y = clamp(slip.friction_y, splat(0.001f), splat(100.0f));
    p.inv_friction_y = 1.0f / p.friction_y;
    return p;
}

/* A pure-slip force and what others need of it. */
struct tyre_pure {
    real force, peak, shift, offset;
    real slope;         /* B of (4.E16), (4.E26) */
    real inv_stiffness; /* 1 / (B C D) */
    real camber_loss;   /* what camber leaves of the friction */
};

LANE_INLINE struct tyre_pure pure_longitudinal(view tyre, struct tyre_patch p, real kx)
{
    struct tyre_pure x;
    real change = p.change;
    x.camber_loss = 1.0f - TYRE(mu_x_gg) * square(p.g);
    real mu = max_real(TYRE_LINEAR(mu_x) * x.camber_loss, TYRE(mu_floor_x));
    x.peak = mu * p.friction_x * p.load; /* (4.E12), (4.E13) */
    x.inv_stiffness = 1.0f / kx;
    x.slope = kx / (TYRE(shape_x) * x.peak);                           /* (4.E16) */
    x.shift = TYRE_LINEAR(shift_x) * p.fade;                           /* (4.E17) */
    x.offset = p.load * TYRE_LINEAR(offset_x) * p.friction_x * p.fade; /* (4.E18) */
    real k = p.k + x.shift;
    real sign = pick(k > 0.0f, splat(1.0f), pick(k < 0.0f, splat(-1.0f), splat(0.0f)));
    real curvature = TYRE_QUADRATIC(curvature_x) * (1.0f - TYRE(curvature_x_drive) * sign);
    real bend = magic_bend(x.slope * k, min_real(curvature, splat(1.0f))); /* (4.E14) */
    x.force = x.peak * SINE_CURVE(sine_x, bend) + x.offset;                /* (4.E9) */
    return x;
}

/* What pure side slip gives but for the offset: (4.E19) with a bend factor still to be limited. */
LANE_INLINE real lateral_curve(view tyre, struct tyre_pure y, real a, real curvature)
{
    real bend = magic_bend(y.slope * a, min_real(curvature, splat(1.0f))); /* (4.E24) */
    return y.peak * SINE_CURVE(sine_y, bend);
}

LANE_INLINE struct tyre_pure pure_lateral(view tyre, struct tyre_patch p, real ky)
{
    struct tyre_pure y;
    real change = p.change, g = p.sin_g, friction_load = p.load * p.friction_y;
    y.camber_loss = 1.0f - TYRE(mu_y_gg) * square(g);
    real mu = max_real(TYRE_LINEAR(mu_y) * y.camber_loss, TYRE(mu_floor_y));
    y.peak = mu * friction_load;              /* (4.E22), (4.E23) */
    y.slope = -ky / (TYRE(shape_y) * y.peak); /* (4.E26) */
    y.inv_stiffness = -1.0f / ky;
    real camber_offset = friction_load * TYRE_LINEAR(offset_y_g) * g; /* (4.E28) */
    real camber_force = p.load * TYRE_LINEAR(camber_stiffness) * g;   /* (4.E30) */
    real camber_shift = TYRE(shift_y_g) * g + TYRE(camber_by_stiffness) * y.inv_stiffness *
                                                  (camber_force - camber_offset);
    y.shift = (TYRE_LINEAR(shift_y) + camber_shift) * p.fade;                    /* (4.E27) */
    y.offset = (friction_load * TYRE_LINEAR(offset_y) + camber_offset) * p.fade; /* (4.E29) */
    real a = p.a + y.shift;
    real asymmetry = (TYRE(curvature_y_sign) + TYRE(curvature_y_g) * g) * sign_of(a);
    real curvature =
        TYRE_LINEAR(curvature_y) * (1.0f + TYRE(curvature_y_gg) * square(g) - asymmetry);
    y.force = lateral_curve(tyre, y, a, curvature) + y.offset;
    return y;
}

/* The same force as it would be without camber. */
LANE_INLINE real upright_lateral(view tyre, struct tyre_patch p, real ky)
{
    struct tyre_pure y;
    real change = p.change, friction_load = p.load * p.friction_y;
    y.peak = max_real(TYRE_LINEAR(mu_y), TYRE(mu_floor_y)) * friction_load;
    y.slope = -ky / (TYRE(shape_y) * y.peak);
    real a = p.a + TYRE_LINEAR(shift_y) * p.fade;
    real curvature = TYRE_LINEAR(curvature_y) * (1.0f - TYRE(curvature_y_sign) * sign_of(a));
    return lateral_curve(tyre, y, a, curvature) + friction_load * TYRE_LINEAR(offset_y) * p.fade;
}

/* Cornering stiffness with camber; the load curve is worked out anew only where pky5 asks for it. */
LANE_INLINE real cambered_stiffness(view tyre, struct tyre_patch p, real ky)
{
    real camber_term = TYRE(ky_load[1]) * square(p.sin_g);
    mask shifted = camber_term != 0.0f;
    if (any(shifted)) {
        real curve = cornering_load_curve(tyre, p.change + 1.0f, camber_term);
        ky = pick(shifted, TYRE(ky_top) * curve, ky);
    }
    return ky * max_real(1.0f - TYRE(ky_abs) * p.abs_sin_g, splat(0.05f));
}

/* Weights of combined slip, (4.E51) and (4.E59): 1 without the other slip, never negative. */
LANE_INLINE real weight_of_fx(view tyre, struct tyre_patch p)
{
    real change = p.change;
    real slope = (TYRE(weight_x_slope) + TYRE(weight_x_slope_gg) * square(p.sin_g)) *
                 cosine_of_arc_tangent(TYRE(weight_x_slope_k) * p.k);        /* (4.E54) */
    real curvature = min_real(TYRE_LINEAR(weight_x_curvature), splat(1.0f)); /* (4.E56) */
    real at_rest = magic_bend(slope * TYRE(weight_x_shift), curvature);
    real now = magic_bend(slope * (p.a + TYRE(weight_x_shift)), curvature);
    return max_real(COSINE_CURVE(weight_x, now), splat(0.0f)) /
           max_real(COSINE_CURVE(weight_x, at_rest), splat(0.1f));
}

LANE_INLINE real weight_of_fy(view tyre, struct tyre_patch p)
{
    real change = p.change, shift = TYRE_LINEAR(weight_y_shift); /* (4.E65) */
    real slope = (TYRE(weight_y_slope) + TYRE(weight_y_slope_gg) * square(p.sin_g)) *
                 cosine_of_arc_tangent(TYRE(weight_y_slope_a) * (p.a - TYRE(weight_y_slope_shift)));
    real curvature = min_real(TYRE_LINEAR(weight_y_curvature), splat(1.0f)); /* (4.E64) */
    real at_rest = magic_bend(slope * shift, curvature);
    real now = magic_bend(slope * (p.k + shift), curvature);
    return max_real(COSINE_CURVE(weight_y, now), splat(0.0f)) /
           max_real(COSINE_CURVE(weight_y, at_rest), splat(0.1f));
}

/* The side force that slip ratio makes by itself, (4.E66) and (4.E67). */
LANE_INLINE real ply_side_force(view tyre, struct tyre_patch p, real peak)
{
    real change = p.change, x = TYRE(ply_y_k) * p.k;
    if (!any(x != 0.0f)) return splat(0.0f);
    return peak * (TYRE_LINEAR(ply_y) + TYRE(ply_y_g) * p.sin_g) *
           cosine_of_arc_tangent(TYRE(ply_y_a) * p.a) * SINE_CURVE(ply_y_curve, x) * p.fade;
}

/* (A54), (A55): slip angle and slip ratio as one angle. `k` is the slip ratio as a slip angle. */
LANE_INLINE real equivalent_angle(real angle, real k)
{
    real a = tangent(clamp(angle, splat(-1.55f), splat(1.55f)));
    return copy_sign(slip_arc_tangent(root(square(a) + square(k))), angle);
}

/* (4.E33) to (4.E44), (4.E73): the lever of the side force behind the contact point. */
LANE_INLINE real pneumatic_trail(view tyre, struct tyre_patch p, real k)
{
    real change = p.change, load = max_real(p.load, TYRE(moment_load_min));
    real peak = load * TYRE_LINEAR(trail_peak) *
                (1.0f + (TYRE(trail_peak_g) + TYRE(trail_peak_gg) * p.g) * p.g);
    real slope = TYRE_QUADRATIC(trail_slope) * p.inv_friction_y *
                 (1.0f + TYRE(trail_slope_g) * p.g + TYRE(trail_slope_abs) * magnitude(p.g));
    real a = p.a + TYRE_LINEAR(trail_shift) + TYRE_LINEAR(trail_shift_g) * p.sin_g;
    real side = 0.636619772f * slip_arc_tangent(slope * TYRE(trail_shape) * a);
    real curvature =
        TYRE_QUADRATIC(trail_curvature) *
        (1.0f + (TYRE(trail_curvature_sign) + TYRE(trail_curvature_g) * p.sin_g) * side);
    real bend = magic_bend(slope * equivalent_angle(a, k), min_real(curvature, splat(1.0f)));
    return peak * COSINE_CURVE(trail, bend) * cosine_of_arc_tangent(p.a) * p.fade;
}

/* (4.E36), (4.E45) to (4.E47), (4.E75). */
LANE_INLINE real residual_moment(view tyre, struct tyre_patch p, struct tyre_pure y, real k)
{
    real change = p.change, load = max_real(p.load, TYRE(moment_load_min));
    real camber = (TYRE_LINEAR(residual_g) + TYRE_LINEAR(residual_gg) * p.abs_sin_g) * p.sin_g;
    real peak = load * (TYRE_LINEAR(residual) + camber) * p.friction_y *
                cosine(min_real(magnitude(p.a), splat(LANE_HALF_PI)));
    real slope =
        TYRE(residual_slope) * p.inv_friction_y + TYRE(residual_slope_y) * y.slope * TYRE(shape_y);
    real a = equivalent_angle(p.a + y.shift + y.offset * y.inv_stiffness, k);
    return peak * cosine_of_arc_tangent(slope * a) * p.fade;
}

/* The part of it where load, side force and camber mix; many tyres have none. */
LANE_INLINE real mixed_overturning(view tyre, real ratio, real side, real g)
{
    if (!any(TYRE(mx_mixed) != 0.0f)) return splat(0.0f);
    real angle =
        TYRE(mx_mixed_g) * g + TYRE(mx_mixed_fy) * slip_arc_tangent(TYRE(mx_mixed_fy_slope) * side);
    return TYRE(mx_mixed) * COSINE_CURVE(mx_mixed_curve, square(TYRE(mx_mixed_load) * ratio)) *
           sine(angle);
}

/* Equation (49) of the draft paper. */
LANE_INLINE real overturning_moment(view tyre, struct tyre_patch p, real fy)
{
    mask light = p.load < TYRE(moment_load_min);
    real load = p.load * pick(light, square(p.load * TYRE(inv_moment_load_min)), splat(1.0f));
    real ratio = load * TYRE(inv_load0), side = fy * TYRE(inv_load0), abs_g = magnitude(p.g);
    real by_load = TYRE(mx_load) * p.g;
    if (any(by_load != 0.0f)) by_load = by_load * slip_arc_tangent(TYRE(mx_load_slope) * ratio);
    real arm = TYRE(mx) - (TYRE(mx_g) + TYRE(mx_g_abs) * abs_g) * p.g + TYRE(mx_fy) * side +
               mixed_overturning(tyre, ratio, side, p.g) + by_load;
    return load * arm + fy * (TYRE(mx_force) + TYRE(mx_force_g) * abs_g);
}

/* (A48) without its sign: the moment that holds back a turning wheel, at any load. */
LANE_INLINE real rolling_moment(view tyre, real load_n, real fx, real speed, real g)
{
    real load = max_real(load_n, splat(0.0f));
    mask light = load < TYRE(moment_load_min);
    load = load * pick(light, load * TYRE(inv_moment_load_min), splat(1.0f));
    real ratio = load * TYRE(inv_load0),
         v = min_real(magnitude(speed) * TYRE(inv_test_speed), splat(30.0f));
    real factor = TYRE(rolling) + TYRE(rolling_fx) * fx + TYRE(rolling_v) * v +
                  TYRE(rolling_v4) * square(square(v)) +
                  (TYRE(rolling_gg) + TYRE(rolling_load_gg) * ratio) * square(g);
    mask curved = TYRE(rolling_exponent) != 1.0f;
    if (any(curved)) {
        real bent = power(max_real(ratio, splat(1e-6f)), TYRE(rolling_exponent));
        ratio = pick(curved & (ratio > 0.0f), bent, ratio);
    }
    return factor * ratio;
}

/* Keeps the force inside the (somewhat widened) friction ellipse. */
LANE_INLINE void limit_force(view tyre, struct tyre_force *force)
{
    real x = force->fx * force->peak_fy, y = force->fy * force->peak_fx;
    real used = square(x) + square(y), limit = TYRE(force_limit) * force->peak_fx * force->peak_fy;
    mask beyond = used > square(limit);
    if (!any(beyond)) return;
    real kept = pick(beyond, limit / root(used), splat(1.0f));
    force->fx = force->fx * kept;
    force->fy = force->fy * kept;
}

/* (4.E71) to (4.E76) and the paper's (A56). */
LANE_INLINE real aligning_moment(view tyre, struct tyre_patch p, real fx, real fy, real trail_force,
                                 struct tyre_pure y, real kx)
{
    real change = p.change, k = p.k * kx * y.inv_stiffness;
    real lever = TYRE(lever_x) + TYRE(lever_x_fy) * fy + TYRE_LINEAR(lever_x_g) * p.g;
    return residual_moment(tyre, p, y, k) - pneumatic_trail(tyre, p, k) * trail_force + lever * fx;
}

/* +1 for a wheel that turns forwards, -1 backwards, smoothly by way of 0. */
LANE_INLINE real turning_sense(view tyre, struct tyre_patch p, struct tyre_slip slip)
{
    real wheel = (1.0f + p.direction * slip.slip_ratio) * magnitude(slip.speed_mps);
    real turn = wheel * TYRE(quarter_turn_per_speed);
    mask slow = magnitude(turn) < LANE_HALF_PI;
    if (!any(slow)) return sign_of(turn);
    return pick(slow, sine(clamp(turn, splat(-LANE_HALF_PI), splat(LANE_HALF_PI))), sign_of(turn));
}

/* From the formula's load, side and rolling direction to the wheel's own. */
LANE_INLINE struct tyre_force turned_back(struct tyre_force f, real scale, real side,
                                          real direction)
{
    f.fx = f.fx * (scale * direction);
    f.fy = f.fy * (scale * side);
    f.mx = f.mx * (scale * side);
    f.my = f.my * direction;
    f.mz = f.mz * (scale * side * direction);
    f.peak_fx = f.peak_fx * scale;
    f.peak_fy = f.peak_fy * scale;
    return f;
}

/* The part of the side force that the pneumatic trail acts on: 6.x takes the upright wheel's (4.E74),
 * 5.2 all but what slip ratio makes by itself, which MFeval takes at the upright wheel's friction. */
LANE_INLINE real trail_force(view tyre, struct tyre_patch p, struct tyre_pure y, real upright_ky,
                             real weight, real ply)
{
    mask upright = TYRE(trail_without_camber) > 0.5f;
    real force = weight * y.force + ply - ply / max_real(y.camber_loss, splat(0.1f));
    if (any(upright)) force = pick(upright, weight * upright_lateral(tyre, p, upright_ky), force);
    return force;
}

/* The whole formula. Contributions that nobody reads cost nothing once this is inlined. */
LANE_INLINE struct tyre_force magic_formula(view tyre, struct tyre_at_load at,
                                            struct tyre_slip slip)
{
    struct tyre_force f;
    struct tyre_patch p = tyre_patch_of(tyre, at, slip);
    struct tyre_pure x = pure_longitudinal(tyre, p, at.kx);
    struct tyre_pure y = pure_lateral(tyre, p, cambered_stiffness(tyre, p, at.ky));
    real weight = weight_of_fy(tyre, p), ply = ply_side_force(tyre, p, y.peak);
    f.peak_fx = x.peak;
    f.peak_fy = y.peak;
    f.fx = weight_of_fx(tyre, p) * x.force; /* (4.E50) */
    f.fy = weight * y.force + ply;          /* (4.E58) */
    limit_force(tyre, &f);
    real carried = trail_force(tyre, p, y, at.ky, weight, ply);
    f.mz = aligning_moment(tyre, p, f.fx, f.fy, carried, y, at.kx);
    f.mx = overturning_moment(tyre, p, f.fy);
    real rolling = rolling_moment(tyre, at.load * at.scale, f.fx * at.scale, slip.speed_mps, p.g);
    f.rolling_resistance = max_real(rolling, splat(0.0f));
    f.my = -rolling * turning_sense(tyre, p, slip);
    return turned_back(f, at.scale, slip.side, p.direction);
}

#undef TYRE
#undef TYRE_LINEAR
#undef TYRE_QUADRATIC
#undef TYRE_CURVE
#undef SINE_CURVE
#undef COSINE_CURVE

#endif
