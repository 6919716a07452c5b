/* The linear tyre with a cap, the third law of slip: force in proportion to slip, up to friction.
 *
 * Source: side force as cornering stiffness times slip angle, at most friction times load, in the source of double_track
 * (equations (5-1) and (5-3) there), and the linear tyre of accident reconstruction, such as PC-Crash's (R. M. Brach and R. M. Brach,
 * "Tire Models for Vehicle Dynamic Simulation and Accident Reconstruction", SAE 2009-01-0102, compares it with others).
 *
 *     Fx = C_kappa Fz kappa, Fy = -C_alpha Fz alpha, both scaled down together to
 *     (Fx / (mu_x Fz))^2 + (Fy / (mu_y Fz))^2 <= 1
 *
 * the friction circle where mu_x = mu_y. All is in proportion to the load.
 *
 * The slip angle enters as its tangent, as in all laws here: below the cap, at 0.05 rad or so, they differ by 0.1 %, and a wheel that
 * slides is held back along its slide where both stiffnesses are the same.
 *
 * Aligning moment: the side force at a trail that falls with the square of the share of friction in use, as the capped
 * tyre of double_track has it; the sources have none. No camber force, no overturning moment. */
#ifndef KAMM_PART_TYRE_LINEAR_TYRE_H
#define KAMM_PART_TYRE_LINEAR_TYRE_H

#include "tyre_slip.h"

/* All over load. */
struct linear_tyre_constants {
    float slip_stiffness, cornering_stiffness, mu_x, mu_y;
    float inv_mu_x, inv_mu_y;
    float trail; /* m */
};

#define LINEAR(field) GET(tyre, struct linear_tyre_constants, field)

LANE_INLINE struct tyre_line linear_tyre_prepare(view tyre, struct ranged_load at)
{
    return (struct tyre_line){at.load * LINEAR(slip_stiffness),
                              at.load * LINEAR(cornering_stiffness), at.load * LINEAR(mu_x),
                              at.load * LINEAR(mu_y)};
}

LANE_INLINE struct tyre_force linear_tyre(view tyre, struct tyre_patch p)
{
    struct tyre_force f = {.my = splat(0.0f), .mx = splat(0.0f), .rolling_resistance = splat(0.0f)};
    real load = p.at.load;
    real fx = LINEAR(slip_stiffness) * p.k, fy = -(LINEAR(cornering_stiffness) * p.a);
    real used = square(fx * (LINEAR(inv_mu_x) / p.friction_x)) +
                square(fy * (LINEAR(inv_mu_y) / p.friction_y));
    real kept = load / square_root(max_real(used, splat(1.0f)));
    f.fx = fx * kept;
    f.fy = fy * kept;
    f.mz = -LINEAR(trail) * max_real(1.0f - used, splat(0.0f)) * f.fy * p.fade;
    f.peak_fx = LINEAR(mu_x) * p.friction_x * load;
    f.peak_fy = LINEAR(mu_y) * p.friction_y * load;
    return f;
}

#undef LINEAR

#endif
