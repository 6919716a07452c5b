/* The mean of a force that begins at a kink, over the way of a substep.
 *
 * A contact that lands within a substep is above its kink, the ground, at first and beyond it at the end. Its force V'
 * in the middle would store more or less than what moves has lost. The mean over the way from x0 to x1,
 *
 *     F = (V(x1) - V(x0)) / (x1 - x0),   V: the stored energy,
 *
 * takes just what is stored, however far it goes (O. Gonzalez, Time integration and discrete Hamiltonian systems,
 * J. Nonlinear Science 6, 1996: the discrete gradient, which in one dimension is this quotient). On a straight line it
 * is the midpoint rule. */
#ifndef KAMM_BASE_KINK_H
#define KAMM_BASE_KINK_H

#include "lane.h"

/* A way, as much of it as is beyond a kink. */
struct beyond {
    real from, to;
    real share; /* of the way */
};

LANE_INLINE struct beyond beyond_kink(real begin_m, real end_m, real kink_m)
{
    struct beyond b = {max_real(begin_m - kink_m, splat(0.0f)),
                       max_real(end_m - kink_m, splat(0.0f)), splat(0.0f)};
    real all = end_m - begin_m;
    mask moves = absolute(all) > 1e-7f;
    b.share = pick(moves, (b.to - b.from) / pick(moves, all, splat(1.0f)),
                   pick(b.to > 0.0f, splat(1.0f), splat(0.0f)));
    return b;
}

/* A force that grows from a kink on: its mean, and that at the end. */
struct mean_force {
    real mean, end;
};

LANE_INLINE struct mean_force mean_of_line(struct beyond b, real stiffness)
{
    return (struct mean_force){stiffness * (b.share * (0.5f * (b.from + b.to))), stiffness * b.to};
}

#endif
