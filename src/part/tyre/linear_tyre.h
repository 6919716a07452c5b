/* The linear tyre with a cap, the third law of slip: force in proportion to slip, up to friction.
 *
 * Source: side force as cornering stiffness times slip angle, at most friction times load, in the source of
 * double_track (equations (5-1) and (5-3) there); the linear tyre of accident reconstruction, such as PC-Crash's (R. M.
 * Brach and R. M. Brach, "Tire Models for Vehicle Dynamic Simulation and Accident Reconstruction", SAE 2009-01-0102,
 * compares it with others).
 *
 *     Fx = C_kappa Fz kappa, Fy = -C_alpha Fz alpha, both scaled down together to
 *     (Fx / (mu_x Fz))^2 + (Fy / (mu_y Fz))^2 <= 1
 *
 * the friction circle where mu_x = mu_y. All is in proportion to the load.
 *
 * The slip angle enters as its tangent, as in all laws here: below the cap, at 0.05 rad or so, they differ by 0.1 %, and a wheel that
 * slides is held back along its slide where both stiffnesses are the same.
 *
 * Aligning moment: the side force by slip at a trail that falls with the square of the share of friction in use, as the capped
 * tyre of double_track has it; the sources have none. Camber's force is slip of the contact patch (contact_patch.h), and has no
 * trail: its part of a steady force is taken off. No overturning moment. */
#ifndef KAMM_PART_TYRE_LINEAR_TYRE_H
#define KAMM_PART_TYRE_LINEAR_TYRE_H

#include "tyre_slip.h"

/* All over load. */
struct linear_tyre_constants {
    num slip_stiffness, cornering_stiffness, mu_x, mu_y;
    num inv_mu_x, inv_mu_y;
    num trail; /* m */
    num camber_stiffness;
};

LANE_INLINE struct tyre_line linear_tyre_prepare(const struct linear_tyre_constants *tyre,
                                                 struct ranged_load at)
{
    return (struct tyre_line){at.load * tyre->slip_stiffness, at.load * tyre->cornering_stiffness,
                              at.load * tyre->mu_x, at.load * tyre->mu_y};
}

LANE_INLINE struct tyre_force linear_tyre(const struct linear_tyre_constants *tyre,
                                          struct tyre_patch p)
{
    struct tyre_force f = {.my = splat(0.0f), .mx = splat(0.0f), .rolling_resistance = splat(0.0f)};
    real load = p.at.load;
    real fx = tyre->slip_stiffness * p.k, fy = -(tyre->cornering_stiffness * p.a);
    real used =
        square(fx * (tyre->inv_mu_x / p.friction_x)) + square(fy * (tyre->inv_mu_y / p.friction_y));
    real kept = load / square_root(max_real(used, splat(1.0f)));
    f.fx = fx * kept;
    f.fy = fy * kept;
    real by_slip = f.fy;
    if (any_num(tyre->camber_stiffness > 0.0f))
        by_slip = with_added(f.fy, tyre->camber_stiffness * load * p.g);
    f.mz = -tyre->trail * max_real(1.0f - used, splat(0.0f)) * by_slip * p.fade;
    f.peak_fx = tyre->mu_x * p.friction_x * load;
    f.peak_fy = tyre->mu_y * p.friction_y * load;
    return f;
}

#endif
