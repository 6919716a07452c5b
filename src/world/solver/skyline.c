#include "skyline.h"

#include <math.h>

#define LEAST_PIVOT 1e-7 /* of the diagonal: less is what others hold already, but for rounding */

/* Sum of both rows' products, over the columns that both have, up to `end`. */
static double product_of_rows(const struct skyline_view *m, int i, int j, int end)
{
    const double *a = m->factor + m->at[i] - m->first[i], *b = m->factor + m->at[j] - m->first[j];
    double sum = 0;
    for (int k = m->first[i] > m->first[j] ? m->first[i] : m->first[j]; k < end; ++k)
        sum += a[k] * b[k];
    return sum;
}

void kamm_factor_skyline(const struct skyline_view *m, const int8_t *out, double damping,
                         double *pivot)
{
    for (int i = 0; i < m->count; ++i) {
        double *row = m->factor + m->at[i] - m->first[i];
        const double *from = m->matrix + m->at[i] - m->first[i];
        for (int j = m->first[i]; j < i; ++j)
            row[j] =
                !out[i] && pivot[j] > 0 ? (from[j] - product_of_rows(m, i, j, j)) / pivot[j] : 0;
        double left = (1 + damping) * from[i] - product_of_rows(m, i, i, i);
        pivot[i] = !out[i] && left > LEAST_PIVOT * from[i] ? sqrt(left) : 0;
        row[i] = pivot[i];
        for (int j = m->first[i]; j < i && !(pivot[i] > 0); ++j) row[j] = 0;
    }
}

void kamm_solve_skyline(const struct skyline_view *m, const double *pivot, double *x)
{
    for (int i = 0; i < m->count; ++i) {
        const double *row = m->factor + m->at[i] - m->first[i];
        for (int j = m->first[i]; j < i; ++j) x[i] -= row[j] * x[j];
        x[i] = pivot[i] > 0 ? x[i] / pivot[i] : 0;
    }
    for (int i = m->count - 1; i >= 0; --i) {
        const double *row = m->factor + m->at[i] - m->first[i];
        x[i] = pivot[i] > 0 ? x[i] / pivot[i] : 0;
        for (int j = m->first[i]; j < i; ++j) x[j] -= row[j] * x[i];
    }
}

void kamm_multiply_skyline(const struct skyline_view *m, const double *x, double *y)
{
    for (int i = 0; i < m->count; ++i) {
        const double *row = m->matrix + m->at[i] - m->first[i];
        y[i] = row[i] * x[i];
        for (int j = m->first[i]; j < i; ++j) {
            y[i] += row[j] * x[j];
            y[j] += row[j] * x[i];
        }
    }
}
