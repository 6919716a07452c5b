#include "lab/fit.h"

#include <math.h>

void kamm_fit_add(kamm_line_fit *fit, double x, double y)
{
    fit->count += 1;
    fit->x += x;
    fit->y += y;
    fit->xx += x * x;
    fit->xy += x * y;
}

double kamm_fit_slope(const kamm_line_fit *fit)
{
    double spread = fit->count * fit->xx - fit->x * fit->x;
    return spread > 0 ? (fit->count * fit->xy - fit->x * fit->y) / spread : NAN;
}

double kamm_fit_value(const kamm_line_fit *fit, double x)
{
    return (fit->y + kamm_fit_slope(fit) * (fit->count * x - fit->x)) / fit->count;
}

/* Polynomials orthogonal over the points (Forsythe, J. SIAM 5, 1957): no matrix to be solved. */
void kamm_fit_parabola(int count, const double *x, const double *y, double c[3])
{
    double mean = 0, xx = 0, xxx = 0;
    for (int i = 0; i < count; ++i) mean += x[i] / count;
    for (int i = 0; i < count; ++i) {
        double d = x[i] - mean;
        xx += d * d;
        xxx += d * d * d;
    }
    /* p0 = 1, p1 = d, p2 = d^2 - skew d - spread, with d = x - mean. */
    double skew = xxx / xx, spread = xx / count;
    double y0 = 0, y1 = 0, y2 = 0, norm2 = 0;
    for (int i = 0; i < count; ++i) {
        double d = x[i] - mean, p2 = d * d - skew * d - spread;
        y0 += y[i] / count;
        y1 += y[i] * d / xx;
        y2 += y[i] * p2;
        norm2 += p2 * p2;
    }
    y2 /= norm2;
    double slope = y1 - y2 * skew;
    c[0] = y0 - y2 * spread - slope * mean + y2 * mean * mean;
    c[1] = slope - 2 * y2 * mean;
    c[2] = y2;
}
