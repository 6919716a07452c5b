/* Small symmetric matrices, row by row. Only + - * / and roots, so the results are the same everywhere. */
#ifndef KAMM_LAB_SYMMETRIC_H
#define KAMM_LAB_SYMMETRIC_H

/* Largest size. */
enum { KAMM_SYMMETRIC_MAX = 32 };

/* Solves a x = b for a positive definite matrix; `b` becomes x, and `a` is overwritten. 0: it is not positive definite. */
int kamm_solve_symmetric(int n, double *a, double *b);
/* Eigenvalues and eigenvectors: vectors[k n + i] is component k of the i-th. `a` is overwritten. */
void kamm_find_eigenvectors(int n, double *a, double *values, double *vectors);

#endif
