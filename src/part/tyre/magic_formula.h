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
 * The sines and cosines of multiples of arc tangents are polynomials fitted for the tyre's own shape
 * factors (base/arc_series.h).
 *
 * Departures, all outside a tyre's measured range:
 *  - above the highest valid load, friction stays what it is there and force grows in proportion;
 *  - factors that have to be positive (friction, stiffness, weights of combined slip) are kept so;
 *  - where tan alpha exceeds pi/2, functions of the "angle" tan alpha saturate and do not wrap round;
 *  - rolling backwards is the mirror image of rolling forwards;
 *  - the force is kept within `force_limit` times the ellipse of pure peak friction.
 */
#ifndef KAMM_PART_TYRE_MAGIC_FORMULA_H
#define KAMM_PART_TYRE_MAGIC_FORMULA_H

#include "../../base/arc_series.h"
#include "../../base/lane_math.h"
#include "../../base/view.h"

/* [2]: constant and linear in relative load change, [3]: also quadratic. Scale factors and pressure
 * are multiplied in. `_g`, `_gg`, `_abs` belong to camber, its square, its magnitude.
 * `has_`: 1 where that part of the formula is not 0, so that it may be left out elsewhere.
 * [ARC_SERIES_TERMS]: a sine's or cosine's curve, for the shape factor C that is the tyre's own. */
struct tyre_constants {
    /* Ranges of load, slips and camber; floors and limit: guards against odd files. */
    float inv_nominal_load, load_floor, load_top, moment_load_min, inv_moment_load_min;
    float slip_ratio_min, slip_ratio_max, tan_min, tan_max, camber_min, camber_max;
    float slip_bound_x, slip_bound_y; /* both of a sliding wheel's slips are scaled down to these */
    float quarter_turn_per_speed, inv_test_speed; /* pi/2 over the low speed; 1 over the file's */
    float mu_floor_x, mu_floor_y, camber_floor, weight_floor, weight_rest_floor, force_limit;
    /* Slip stiffness over load, cornering stiffness, stiffness of the carcass. */
    float kx[2], kx_exponent, kx_floor;
    float ky_top, ky_load[2], inv_ky_load, ky_floor, ky_abs, ky_curve[ARC_SERIES_TERMS];
    float carcass_x[3], carcass_y[3], carcass_floor_x, carcass_floor_y;
    /* Pure slip. `camber_by_stiffness`: camber shifts the curve by way of camber stiffness (6.x). */
    float shape_x, sine_x[ARC_SERIES_TERMS], mu_x[2], mu_x_gg;
    float curvature_x[3], curvature_x_drive, shift_x[2], offset_x[2];
    float shape_y, sine_y[ARC_SERIES_TERMS], mu_y[2], mu_y_gg;
    float curvature_y[2], curvature_y_sign, curvature_y_g, curvature_y_gg;
    float shift_y[2], shift_y_g, offset_y[2], offset_y_g[2], camber_stiffness[2];
    float camber_by_stiffness;
    /* Combined slip; `ply`: side force that slip ratio makes. */
    float weight_x_slope, weight_x_slope_gg, weight_x_slope_k, weight_x_shift;
    float weight_x[ARC_SERIES_TERMS], weight_x_small[3], weight_x_curvature[2];
    float weight_y_slope, weight_y_slope_gg, weight_y_slope_a, weight_y_slope_shift;
    float weight_y[ARC_SERIES_TERMS], weight_y_small[3], weight_y_curvature[2], weight_y_shift[2];
    float has_ply, ply_y[2], ply_y_g, ply_y_a, ply_y_k, ply_y_curve[ARC_SERIES_TERMS];
    /* Mz. `trail_without_camber`: the trail acts on the upright wheel's side force (6.x). */
    float has_trail, trail_peak[2], trail_peak_g, trail_peak_gg, trail_slope[3], trail_slope_g;
    float trail_slope_abs, trail_shape, trail[ARC_SERIES_TERMS];
    float has_trail_side, trail_curvature[3], trail_curvature_sign, trail_curvature_g;
    float trail_shift[2], trail_shift_g[2], trail_without_camber;
    float has_residual, residual[2], residual_g[2], residual_gg[2];
    float residual_slope, residual_slope_y, lever_x, lever_x_fy, lever_x_g[2];
    /* Mx and rolling resistance, over the unscaled nominal load. */
    float inv_load0, has_mx, mx, mx_g, mx_g_abs, mx_fy, mx_force, mx_force_g;
    float has_mx_mixed, mx_mixed, mx_mixed_load, mx_mixed_g, mx_mixed_fy, mx_mixed_fy_slope;
    float mx_mixed_curve[ARC_SERIES_TERMS], has_mx_load, mx_load, mx_load_slope;
    float rolling, rolling_fx, rolling_v, rolling_v4, rolling_gg, rolling_load_gg, rolling_exponent;
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

/* x - E (x - atan x), over x: what the curvature makes of the argument, of x squared. */
LANE_INLINE real magic_bend(real xx, real curvature)
{
    if (!any(curvature != 0.0f)) return splat(1.0f);
    real c = 1.0f / square_root(1.0f + xx);
    return 1.0f - curvature * (1.0f - c * arc_over_sine(c));
}

/* sin(C atan(...)) and cos(C atan(...)) of the Magic Formula, for the C of the fitted curve. */
LANE_INLINE real magic_sine(view tyre, size_t curve, real x, real curvature)
{
    real u = x * magic_bend(square(x), curvature), c = cosine_of_arc_tangent(u);
    return u * c * arc_series(tyre, curve, c);
}

LANE_INLINE real magic_cosine(view tyre, size_t curve, real xx, real curvature)
{
    xx = min_real(xx, splat(1e30f)); /* the bend may be 0 */
    real uu = xx * square(magic_bend(xx, curvature));
    return arc_series(tyre, curve, 1.0f / square_root(1.0f + uu));
}

#define CURVE(field) FLOAT_INDEX(struct tyre_constants, field)

/* Does any of these wheels' tyres have that part of the formula? Then its value where it has. */
#define TYRE_HAS(part) any(TYRE(part) != 0.0f)
#define WHERE_TYRE_HAS(part, value) pick(TYRE(part) != 0.0f, value, splat(0.0f))

/* (4.E25) for a load over that of the peak; `ratio` is the load over the nominal one. */
LANE_INLINE real cornering_curve(view tyre, real over_peak, real ratio)
{
    real curve = sine_of_multiple(tyre, CURVE(ky_curve), over_peak);
    return TYRE(ky_top) * max_real(curve, TYRE(ky_floor) * min_real(ratio, splat(1.0f)));
}

LANE_INLINE struct tyre_at_load tyre_at_load(view tyre, real load_n)
{
    struct tyre_at_load at;
    at.load = clamp(load_n, TYRE(load_floor), TYRE(load_top));
    mask outside = at.load != load_n;
    at.scale = splat(1.0f);
    if (any(outside)) at.scale = clamp(load_n, splat(0.0f), splat(1e9f)) / at.load;
    real ratio = at.load * TYRE(inv_nominal_load), change = ratio - 1.0f;
    at.change = change;
    at.kx = at.load * max_real(TYRE_LINEAR(kx), TYRE(kx_floor)) *
            exponential(min_real(TYRE(kx_exponent) * change, splat(10.0f))); /* (4.E15) */
    at.ky = cornering_curve(tyre, ratio * TYRE(inv_ky_load), ratio);
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
    real angle = absolute(speed) * TYRE(quarter_turn_per_speed);
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
    p.abs_sin_g = absolute(p.sin_g);
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
    real mu = max_real(TYRE_LINEAR(mu_x) * (1.0f - TYRE(mu_x_gg) * square(p.g)), TYRE(mu_floor_x));
    x.peak = mu * p.friction_x * p.load;                               /* (4.E12), (4.E13) */
    x.slope = kx / (TYRE(shape_x) * x.peak);                           /* (4.E16) */
    x.shift = TYRE_LINEAR(shift_x) * p.fade;                           /* (4.E17) */
    x.offset = p.load * TYRE_LINEAR(offset_x) * p.friction_x * p.fade; /* (4.E18) */
    real k = p.k + x.shift;
    real sign = pick(k > 0.0f, splat(1.0f), pick(k < 0.0f, splat(-1.0f), splat(0.0f)));
    real curvature = TYRE_QUADRATIC(curvature_x) * (1.0f - TYRE(curvature_x_drive) * sign);
    curvature = min_real(curvature, splat(1.0f)); /* (4.E14) */
    real curve = magic_sine(tyre, CURVE(sine_x), x.slope * k, curvature);
    x.force = x.peak * curve + x.offset; /* (4.E9) */
    return x;
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
    curvature = min_real(curvature, splat(1.0f)); /* (4.E24) */
    y.force = y.peak * magic_sine(tyre, CURVE(sine_y), y.slope * a, curvature) + y.offset;
    return y;
}

/* The same force as it would be without camber. */
LANE_INLINE real upright_lateral(view tyre, struct tyre_patch p, real ky)
{
    real change = p.change, friction_load = p.load * p.friction_y;
    real peak = max_real(TYRE_LINEAR(mu_y), TYRE(mu_floor_y)) * friction_load;
    real slope = -ky / (TYRE(shape_y) * peak), a = p.a + TYRE_LINEAR(shift_y) * p.fade;
    real curvature = TYRE_LINEAR(curvature_y) * (1.0f - TYRE(curvature_y_sign) * sign_of(a));
    curvature = min_real(curvature, splat(1.0f));
    return peak * magic_sine(tyre, CURVE(sine_y), slope * a, curvature) +
           friction_load * TYRE_LINEAR(offset_y) * p.fade;
}

/* Cornering stiffness with camber; the load curve is worked out anew only where pky5 asks for it. */
LANE_INLINE real cambered_stiffness(view tyre, struct tyre_patch p, real ky)
{
    real camber_term = TYRE(ky_load[1]) * square(p.sin_g);
    mask shifted = camber_term != 0.0f;
    if (any(shifted)) {
        real ratio = p.change + 1.0f;
        real over_peak = ratio / max_real(TYRE(ky_load[0]) + camber_term, splat(0.001f));
        ky = pick(shifted, cornering_curve(tyre, over_peak, ratio), ky);
    }
    return ky * max_real(1.0f - TYRE(ky_abs) * p.abs_sin_g, TYRE(camber_floor));
}

/* A weight of combined slip is a cosine curve over its value at no slip, (4.E51) and (4.E59). There x is
 * the shift alone and most often so small that its series does, to 1e-5. */
LANE_INLINE real combined_weight(view tyre, size_t curve, size_t small, real x, real x_rest,
                                 real curvature)
{
    real xx = square(x_rest), strength = xx * (1.0f + absolute(curvature));
    real at_rest =
        1.0f - xx * (view_read(tyre, small) -
                     xx * (view_read(tyre, small + 1) + view_read(tyre, small + 2) * curvature));
    mask far = strength > 0.04f;
    if (any(far)) at_rest = pick(far, magic_cosine(tyre, curve, xx, curvature), at_rest);
    real now = magic_cosine(tyre, curve, square(x), curvature);
    return max_real(now, TYRE(weight_floor)) / max_real(at_rest, TYRE(weight_rest_floor));
}

LANE_INLINE real weight_of_fx(view tyre, struct tyre_patch p)
{
    real change = p.change, shift = TYRE(weight_x_shift);
    real slope = (TYRE(weight_x_slope) + TYRE(weight_x_slope_gg) * square(p.sin_g)) *
                 cosine_of_arc_tangent(TYRE(weight_x_slope_k) * p.k);        /* (4.E54) */
    real curvature = min_real(TYRE_LINEAR(weight_x_curvature), splat(1.0f)); /* (4.E56) */
    return combined_weight(tyre, CURVE(weight_x), CURVE(weight_x_small), slope * (p.a + shift),
                           slope * shift, curvature);
}

LANE_INLINE real weight_of_fy(view tyre, struct tyre_patch p)
{
    real change = p.change, shift = TYRE_LINEAR(weight_y_shift); /* (4.E65) */
    real slope = (TYRE(weight_y_slope) + TYRE(weight_y_slope_gg) * square(p.sin_g)) *
                 cosine_of_arc_tangent(TYRE(weight_y_slope_a) * (p.a - TYRE(weight_y_slope_shift)));
    real curvature = min_real(TYRE_LINEAR(weight_y_curvature), splat(1.0f)); /* (4.E64) */
    return combined_weight(tyre, CURVE(weight_y), CURVE(weight_y_small), slope * (p.k + shift),
                           slope * shift, curvature);
}

/* The side force that slip ratio makes by itself, (4.E66) and (4.E67). */
LANE_INLINE real ply_side_force(view tyre, struct tyre_patch p, real peak)
{
    if (!TYRE_HAS(has_ply)) return splat(0.0f);
    real change = p.change;
    real force = peak * (TYRE_LINEAR(ply_y) + TYRE(ply_y_g) * p.sin_g) *
                 cosine_of_arc_tangent(TYRE(ply_y_a) * p.a) *
                 sine_of_multiple(tyre, CURVE(ply_y_curve), TYRE(ply_y_k) * p.k) * p.fade;
    return WHERE_TYRE_HAS(has_ply, force);
}

/* (A54), (A55), squared: slip angle and slip ratio as one angle. `k` is the slip ratio as a slip angle;
 * cos(atan(sqrt(tan^2 a + k^2))) = cos a / sqrt(1 + k^2 cos^2 a). */
LANE_INLINE real equivalent_angle_squared(real angle, real k)
{
    real c = cosine(min_real(absolute(angle), splat(1.55f)));
    return arc_squared(c * cosine_of_arc_tangent(k * c));
}

/* (4.E44) */
LANE_INLINE real trail_curvature(view tyre, struct tyre_patch p, real slope, real a)
{
    real change = p.change, curvature = TYRE_QUADRATIC(trail_curvature);
    if (TYRE_HAS(has_trail_side)) {
        real side = 0.636619772f * short_arc_tangent(slope * TYRE(trail_shape) * a);
        real uneven = (TYRE(trail_curvature_sign) + TYRE(trail_curvature_g) * p.sin_g) * side;
        curvature = curvature * (1.0f + WHERE_TYRE_HAS(has_trail_side, uneven));
    }
    return min_real(curvature, splat(1.0f));
}

/* (4.E33) to (4.E43), (4.E73): the lever of the side force behind the contact point. */
LANE_INLINE real pneumatic_trail(view tyre, struct tyre_patch p, real k)
{
    real change = p.change, load = max_real(p.load, TYRE(moment_load_min));
    real peak = load * TYRE_LINEAR(trail_peak) *
                (1.0f + (TYRE(trail_peak_g) + TYRE(trail_peak_gg) * p.g) * p.g);
    real slope = TYRE_QUADRATIC(trail_slope) * p.inv_friction_y *
                 (1.0f + TYRE(trail_slope_g) * p.g + TYRE(trail_slope_abs) * absolute(p.g));
    real a = p.a + TYRE_LINEAR(trail_shift) + TYRE_LINEAR(trail_shift_g) * p.sin_g;
    real xx = square(slope) * equivalent_angle_squared(a, k);
    real curve = magic_cosine(tyre, CURVE(trail), xx, trail_curvature(tyre, p, slope, a));
    return peak * curve * cosine_of_arc_tangent(p.a) * p.fade;
}

/* (4.E36), (4.E45) to (4.E47), (4.E75). */
LANE_INLINE real residual_moment(view tyre, struct tyre_patch p, struct tyre_pure y, real k)
{
    if (!TYRE_HAS(has_residual)) return splat(0.0f);
    real change = p.change, load = max_real(p.load, TYRE(moment_load_min));
    real camber = (TYRE_LINEAR(residual_g) + TYRE_LINEAR(residual_gg) * p.abs_sin_g) * p.sin_g;
    real peak = load * (TYRE_LINEAR(residual) + camber) * p.friction_y *
                cosine(min_real(absolute(p.a), splat(LANE_HALF_PI)));
    real slope =
        TYRE(residual_slope) * p.inv_friction_y + TYRE(residual_slope_y) * y.slope * TYRE(shape_y);
    real angle = p.a + y.shift + y.offset * y.inv_stiffness;
    real xx = square(slope) * equivalent_angle_squared(angle, k);
    return WHERE_TYRE_HAS(has_residual, peak / square_root(1.0f + xx) * p.fade);
}

/* The part of it where load, side force and camber mix. */
LANE_INLINE real mixed_overturning(view tyre, real ratio, real side, real g)
{
    if (!TYRE_HAS(has_mx_mixed)) return splat(0.0f);
    real by_load = square(TYRE(mx_mixed_load) * ratio);
    real angle = TYRE(mx_mixed_g) * g +
                 TYRE(mx_mixed_fy) * short_arc_tangent(TYRE(mx_mixed_fy_slope) * side);
    real moment = TYRE(mx_mixed) * sine(angle) *
                  arc_series(tyre, CURVE(mx_mixed_curve), cosine_of_arc_tangent(by_load));
    return WHERE_TYRE_HAS(has_mx_mixed, moment);
}

LANE_INLINE real overturning_by_load(view tyre, real ratio, real g)
{
    if (!TYRE_HAS(has_mx_load)) return splat(0.0f);
    real moment = TYRE(mx_load) * short_arc_tangent(TYRE(mx_load_slope) * ratio) * g;
    return WHERE_TYRE_HAS(has_mx_load, moment);
}

/* Equation (49) of the draft paper. */
LANE_INLINE real overturning_moment(view tyre, struct tyre_patch p, real fy)
{
    if (!TYRE_HAS(has_mx)) return splat(0.0f);
    mask light = p.load < TYRE(moment_load_min);
    real load = p.load * pick(light, square(p.load * TYRE(inv_moment_load_min)), splat(1.0f));
    real ratio = load * TYRE(inv_load0), side = fy * TYRE(inv_load0), abs_g = absolute(p.g);
    real arm = TYRE(mx) - (TYRE(mx_g) + TYRE(mx_g_abs) * abs_g) * p.g + TYRE(mx_fy) * side +
               mixed_overturning(tyre, ratio, side, p.g) + overturning_by_load(tyre, ratio, p.g);
    real moment = load * arm + fy * (TYRE(mx_force) + TYRE(mx_force_g) * abs_g);
    return WHERE_TYRE_HAS(has_mx, moment);
}

/* (A48) without its sign: the moment that holds back a turning wheel, at any load. */
LANE_INLINE real rolling_moment(view tyre, real load_n, real fx, real speed, real g)
{
    real load = max_real(load_n, splat(0.0f));
    mask light = load < TYRE(moment_load_min);
    load = load * pick(light, load * TYRE(inv_moment_load_min), splat(1.0f));
    real ratio = min_real(load * TYRE(inv_load0), splat(100.0f));
    real v = min_real(absolute(speed) * TYRE(inv_test_speed), splat(30.0f));
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
    real kept = pick(beyond, limit / square_root(used), splat(1.0f));
    force->fx = force->fx * kept;
    force->fy = force->fy * kept;
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

/* (4.E71) to (4.E76) and the paper's (A56). */
LANE_INLINE real aligning_moment(view tyre, struct tyre_patch p, struct tyre_at_load at,
                                 struct tyre_pure y, struct tyre_force f, real weight, real ply)
{
    real change = p.change, k = p.k * at.kx * y.inv_stiffness;
    real lever = TYRE(lever_x) + TYRE(lever_x_fy) * f.fy + TYRE_LINEAR(lever_x_g) * p.g;
    real moment = residual_moment(tyre, p, y, k) + lever * f.fx;
    if (TYRE_HAS(has_trail)) {
        real by_trail = pneumatic_trail(tyre, p, k) * trail_force(tyre, p, y, at.ky, weight, ply);
        moment = moment - WHERE_TYRE_HAS(has_trail, by_trail);
    }
    return moment;
}

/* +1 for a wheel that turns forwards, -1 backwards, smoothly by way of 0. */
LANE_INLINE real turning_sense(view tyre, struct tyre_patch p, struct tyre_slip slip)
{
    real wheel = (1.0f + p.direction * slip.slip_ratio) * absolute(slip.speed_mps);
    real turn = wheel * TYRE(quarter_turn_per_speed);
    mask slow = absolute(turn) < LANE_HALF_PI;
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
    f.mz = aligning_moment(tyre, p, at, y, f, weight, ply);
    f.mx = overturning_moment(tyre, p, f.fy);
    real rolling = rolling_moment(tyre, at.load * at.scale, f.fx * at.scale, slip.speed_mps, p.g);
    f.rolling_resistance = max_real(rolling, splat(0.0f));
    f.my = -rolling * turning_sense(tyre, p, slip);
    return turned_back(f, at.scale, slip.side, p.direction);
}

#undef TYRE
#undef TYRE_LINEAR
#undef TYRE_QUADRATIC
#undef TYRE_HAS
#undef WHERE_TYRE_HAS
#undef CURVE

#endif
