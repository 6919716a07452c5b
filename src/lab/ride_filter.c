#include "lab/ride_filter.h"

#include <math.h>

/* (n0 + n1 p + n2 p^2) / (d0 + d1 p + d2 p^2), p in rad/s; exact at the frequency, or at 0.4 of the rate if that is
 * below it. */
static void make_section(kamm_ride_filter *filter, int section, const double n[3],
                         const double d[3], double at_radps, double rate_hz)
{
    double at = fmin(at_radps, 0.4 * 2 * acos(-1) * rate_hz), k = at / tan(at / (2 * rate_hz));
    double a0 = d[0] + d[1] * k + d[2] * k * k;
    double *b = filter->sections[section].b, *a = filter->sections[section].a;
    b[0] = (n[0] + n[1] * k + n[2] * k * k) / a0;
    b[1] = 2 * (n[0] - n[2] * k * k) / a0;
    b[2] = (n[0] - n[1] * k + n[2] * k * k) / a0;
    a[0] = 2 * (d[0] - d[2] * k * k) / a0;
    a[1] = (d[0] - d[1] * k + d[2] * k * k) / a0;
}

kamm_ride_filter kamm_make_ride_filter(double rate_hz)
{
    const double turn = 2 * acos(-1), w1 = 0.4 * turn, w2 = 100 * turn, w3 = 12.5 * turn;
    const double w4 = w3, q4 = 0.63, w5 = 2.37 * turn, q5 = 0.91, w6 = 3.35 * turn, q6 = 0.91;
    const double root2 = sqrt(2), step = w5 * w5 / (w6 * w6);
    kamm_ride_filter filter = {0};
    make_section(&filter, 0, (double[3]){0, 0, 1}, (double[3]){w1 * w1, root2 * w1, 1}, w1,
                 rate_hz);
    make_section(&filter, 1, (double[3]){1, 0, 0}, (double[3]){1, root2 / w2, 1 / (w2 * w2)}, w2,
                 rate_hz);
    make_section(&filter, 2, (double[3]){1, 1 / w3, 0},
                 (double[3]){1, 1 / (q4 * w4), 1 / (w4 * w4)}, w4, rate_hz);
    make_section(&filter, 3, (double[3]){step, step / (q5 * w5), step / (w5 * w5)},
                 (double[3]){1, 1 / (q6 * w6), 1 / (w6 * w6)}, w6, rate_hz);
    return filter;
}

double kamm_filter_ride(kamm_ride_filter *filter, double acceleration_mps2)
{
    double value = acceleration_mps2;
    for (int i = 0; i < KAMM_RIDE_SECTIONS; ++i) {
        const double *b = filter->sections[i].b, *a = filter->sections[i].a;
        double *in = filter->sections[i].in, *out = filter->sections[i].out;
        double next = b[0] * value + b[1] * in[0] + b[2] * in[1] - a[0] * out[0] - a[1] * out[1];
        in[1] = in[0];
        in[0] = value;
        out[1] = out[0];
        out[0] = value = next;
    }
    return value;
}
