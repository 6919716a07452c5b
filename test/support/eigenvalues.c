#include "eigenvalues.h"

#include "cars.h"

#include <math.h>
#include <string.h>

typedef double complex row[MOST_ROOTS];

/* Similar to a matrix of nothing below its first subdiagonal, by elimination with pivots. */
static void make_hessenberg(int n, row *a)
{
    for (int p = 1; p < n - 1; ++p) {
        int best = p;
        for (int i = p + 1; i < n; ++i)
            if (cabs(a[i][p - 1]) > cabs(a[best][p - 1])) best = i;
        if (cabs(a[best][p - 1]) <= 0) continue;
        for (int k = 0; k < n; ++k) {
            double complex kept = a[p][k];
            a[p][k] = a[best][k], a[best][k] = kept;
        }
        for (int k = 0; k < n; ++k) {
            double complex kept = a[k][p];
            a[k][p] = a[k][best], a[k][best] = kept;
        }
        for (int i = p + 1; i < n; ++i) {
            double complex factor = a[i][p - 1] / a[p][p - 1];
            for (int k = 0; k < n; ++k) a[i][k] -= factor * a[p][k];
            for (int k = 0; k < n; ++k) a[k][p] += factor * a[k][i];
        }
    }
}

/* The eigenvalue of the last two rows up to `last` that is nearer to the last entry (Wilkinson's shift). */
static double complex shift_of(row *a, int last)
{
    double complex x = a[last - 1][last - 1], y = a[last][last];
    double complex half = (x - y) / 2;
    double complex root = csqrt(half * half + a[last - 1][last] * a[last][last - 1]);
    double complex far = cabs(half + root) > cabs(half - root) ? half + root : half - root;
    if (cabs(far) <= 0) return y;
    return y - a[last - 1][last] * a[last][last - 1] / far;
}

/* One step of QR by rotations of neighbouring rows, of the rows from `first` to `last`. */
static void rotate_rows(row *a, int first, int last, double complex shift)
{
    double complex c[MOST_ROOTS], s[MOST_ROOTS];
    for (int i = first; i <= last; ++i) a[i][i] -= shift;
    for (int i = first; i < last; ++i) {
        double length = hypot(cabs(a[i][i]), cabs(a[i + 1][i]));
        c[i] = length > 0 ? a[i][i] / length : 1;
        s[i] = length > 0 ? a[i + 1][i] / length : 0;
        for (int k = i; k <= last; ++k) {
            double complex x = a[i][k], y = a[i + 1][k];
            a[i][k] = conj(c[i]) * x + conj(s[i]) * y;
            a[i + 1][k] = c[i] * y - s[i] * x;
        }
    }
    for (int i = first; i < last; ++i)
        for (int k = first; k <= i + 1; ++k) {
            double complex x = a[k][i], y = a[k][i + 1];
            a[k][i] = x * c[i] + y * s[i];
            a[k][i + 1] = y * conj(c[i]) - x * conj(s[i]);
        }
    for (int i = first; i <= last; ++i) a[i][i] += shift;
}

void find_eigenvalues(int n, const double *matrix, double complex *roots)
{
    row a[MOST_ROOTS];
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) a[i][k] = matrix[i * n + k];
    make_hessenberg(n, a);
    for (int last = n - 1, tries = 0; last >= 0;) {
        int first = last;
        while (first > 0 && cabs(a[first][first - 1]) >
                                1e-14 * (cabs(a[first][first]) + cabs(a[first - 1][first - 1])))
            --first;
        if (first == last) {
            roots[last] = a[last][last];
            --last, tries = 0;
            continue;
        }
        if (++tries > 200) fail_msg("no eigenvalues after %d steps", tries);
        double complex shift = shift_of(a, last);
        if (tries % 20 == 0) shift += cabs(a[last][last - 1]);
        rotate_rows(a, first, last, shift);
    }
}

double complex nearest_root(int n, const double complex *roots, double complex expected)
{
    double complex best = roots[0];
    for (int i = 1; i < n; ++i)
        if (cabs(roots[i] - expected) < cabs(best - expected)) best = roots[i];
    return best;
}
