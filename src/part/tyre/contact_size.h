/* Length and width of the contact patch.
 *
 * Source: Besselink, Schmeitz, Pacejka (2010), equations (9) and (10): half of the length and half of the width from the deflection
 * rho, as
 *
 *     a = R0 (q_ra1 sqrt(rho / R0) + q_ra2 rho / R0),  b = w (q_rb1 (rho / R0)^(1/3) + q_rb2 rho / R0)
 *
 * with the free radius R0, the section width w and the tyre's own coefficients. The paper has F_z over the vertical stiffness for
 * rho; here it is the deflection that there is, so that inflation pressure shortens the patch by way of it.
 *
 * Assumptions: an upright tyre on a plane. Camber, side force and the pattern's voids are left out. A tyre that is pressed flat
 * has a patch no longer than itself and no wider than its section. */
#ifndef KAMM_PART_TYRE_CONTACT_SIZE_H
#define KAMM_PART_TYRE_CONTACT_SIZE_H

#include "../../base/lane_math.h"
#include "../../base/num.h"

struct contact_size_constants {
    num inverse_radius;                      /* 1 / R0 */
    num root_length, linear_length, longest; /* 2 R0 q_ra1, 2 R0 q_ra2, 2 R0 */
    num root_width, linear_width, widest;    /* 2 w q_rb1, 2 w q_rb2, w */
};

struct contact_size {
    real length_m, width_m;
};

LANE_INLINE struct contact_size contact_size_of(const struct contact_size_constants *c,
                                                real deflection_m)
{
    real ratio = min_real(deflection_m * c->inverse_radius, splat(1.0f)), zero = splat(0.0f);
    mask touches = ratio > 1e-6f;
    real some = pick(touches, ratio, splat(1e-6f));
    real cube_root = exponential((1.0f / 3) * logarithm(some));
    real length = c->root_length * square_root(some) + c->linear_length * some;
    real width = c->root_width * cube_root + c->linear_width * some;
    return (struct contact_size){keep(touches, clamp(length, zero, lanes(c->longest))),
                                 keep(touches, clamp(width, zero, lanes(c->widest)))};
}

#endif
