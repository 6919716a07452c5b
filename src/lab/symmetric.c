#include "lab/symmetric.h"

#include <math.h>

/* Cholesky's factor in the lower triangle; 0: not positive definite. */
static int factorise(int n, double *a)
{
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
            if (i == j && !(sum > 0)) return 0;
            a[i * n + j] = i == j ? sqrt(sum) : sum / a[j * n + j];
        }
    return 1;
}

int kamm_solve_symmetric(int n, double *a, double *b)
{
    if (!factorise(n, a)) return 0;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
    return 1;
}

/* Columns p and q of all rows turn by the angle of that sine and cosine. */
static void turn_columns(int n, double *m, int p, int q, double sine, double cosine)
{
    for (int k = 0; k < n; ++k) {
        double at_p = m[k * n + p], at_q = m[k * n + q];
        m[k * n + p] = cosine * at_p - sine * at_q;
        m[k * n + q] = sine * at_p + cosine * at_q;
    }
}

static void turn_rows(int n, double *m, int p, int q, double sine, double cosine)
{
    for (int k = 0; k < n; ++k) {
        double at_p = m[p * n + k], at_q = m[q * n + k];
        m[p * n + k] = cosine * at_p - sine * at_q;
        m[q * n + k] = sine * at_p + cosine * at_q;
    }
}

/* Makes the element p, q zero. */
static void rotate(int n, double *a, double *vectors, int p, int q)
{
    double slope = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
    double tangent = 1 / (fabs(slope) + sqrt(slope * slope + 1));
    if (slope < 0) tangent = -tangent;
    double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    turn_columns(n, a, p, q, sine, cosine);
    turn_rows(n, a, p, q, sine, cosine);
    turn_columns(n, vectors, p, q, sine, cosine);
}

/* Jacobi's method by rows (Golub and Van Loan, Matrix Computations, 8.5). */
void kamm_find_eigenvectors(int n, double *a, double *values, double *vectors)
{
    enum { SWEEPS = 30 };
    for (int i = 0; i < n * n; ++i) vectors[i] = i % (n + 1) == 0;
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        int turned = 0;
        for (int p = 0; p < n; ++p)
            for (int q = p + 1; q < n; ++q) {
                double least = 1e-15 * sqrt(fabs(a[p * n + p] * a[q * n + q]));
                if (fabs(a[p * n + q]) <= least || a[p * n + q] == 0) continue;
                rotate(n, a, vectors, p, q);
                turned = 1;
            }
        if (!turned) break;
    }
    for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
}
