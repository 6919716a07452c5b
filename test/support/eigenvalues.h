/* Eigenvalues of a small matrix, for linear models. */
#ifndef KAMM_TEST_SUPPORT_EIGENVALUES_H
#define KAMM_TEST_SUPPORT_EIGENVALUES_H

#include <complex.h>

enum { MOST_ROOTS = 32 };

/* Finds the eigenvalues of a real matrix of n by n, by rows; n is at most MOST_ROOTS. Fails the
 * test if they are not found. */
void find_eigenvalues(int n, const double *matrix, double complex *roots);

/* The one that is nearest to `expected`. */
double complex nearest_root(int n, const double complex *roots, double complex expected);

#endif
