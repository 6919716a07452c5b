/* Symmetric matrices within their skyline, and their Cholesky factors: see joint.h. */
#ifndef KAMM_WORLD_SOLVER_SKYLINE_H
#define KAMM_WORLD_SOLVER_SKYLINE_H

#include <stddef.h>
#include <stdint.h>

/* Row i of `count` holds columns first[i] to i, from at[i] on in matrix and factor. */
struct skyline_view {
    int count;
    const int32_t *first;
    const size_t *at;
    double *matrix, *factor;
};

/* Factors the matrix without the rows that are `out`. `pivot` gets the diagonal of the factor; 0: the row is out, or
 * rows before it hold all that it holds. The diagonal counts for `damping` more of itself. */
void kamm_factor_skyline(const struct skyline_view *m, const int8_t *out, double damping,
                         double *pivot);
/* Solves for x, which gets 0 in rows without a pivot. */
void kamm_solve_skyline(const struct skyline_view *m, const double *pivot, double *x);
/* Computes y = matrix x. */
void kamm_multiply_skyline(const struct skyline_view *m, const double *x, double *y);

#endif
