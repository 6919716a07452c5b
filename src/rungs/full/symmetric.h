/* Symmetric positive definite matrices of six rows on lanes, by Cholesky's method without roots. */
#ifndef KAMM_RUNGS_FULL_SYMMETRIC_H
#define KAMM_RUNGS_FULL_SYMMETRIC_H

#include "../../base/lane.h"

enum { SYMMETRIC = 21 }; /* entries, row by row up to the diagonal */
LANE_INLINE int entry(int row, int column) { return row * (row + 1) / 2 + column; }

/* a to L D L', in its place: L D below the diagonal, D on it. Lanes that are not of `has` get harmless numbers. */
static inline void factor_symmetric(real a[SYMMETRIC], mask has)
{
    for (int j = 0; j < 6; ++j) {
        real pivot = pick(has, a[entry(j, j)], splat(1.0f)), inverse = 1.0f / pivot;
        a[entry(j, j)] = pivot;
        for (int i = j + 1; i < 6; ++i) {
            real factor = a[entry(i, j)] * inverse;
            for (int k = j + 1; k <= i; ++k)
                a[entry(i, k)] = a[entry(i, k)] - factor * a[entry(k, j)];
        }
    }
}

/* L D L' x = b, in the place of b. */
static inline void solve_factored(const real a[SYMMETRIC], real b[6])
{
    for (int j = 0; j < 6; ++j) {
        real inverse = 1.0f / a[entry(j, j)];
        for (int i = j + 1; i < 6; ++i) b[i] = b[i] - a[entry(i, j)] * inverse * b[j];
    }
    for (int i = 5; i >= 0; --i) {
        for (int k = i + 1; k < 6; ++k) b[i] = b[i] - a[entry(k, i)] * b[k];
        b[i] = b[i] / a[entry(i, i)];
    }
}

#endif
