#include "arc_series.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static double cosine_curve(double multiple, double angle) { return cos(multiple * angle); }

static double sine_curve(double multiple, double angle)
{
    return angle > 1e-7 ? sin(multiple * angle) / sin(angle) : multiple;
}

/* Interpolation in Chebyshev's points over angles of 0 to a quarter turn; then from Chebyshev
 * polynomials to powers of t = 2 cos(angle) - 1. */
static void fit(float series[ARC_SERIES_TERMS], double curve(double, double), double multiple)
{
    enum { N = ARC_SERIES_TERMS };
    double values[N], powers[N] = {0}, before[N] = {0}, now[N] = {1};
    for (int i = 0; i < N; ++i)
        values[i] = curve(multiple, acos(0.5 + 0.5 * cos((2 * i + 1) * PI / (2 * N))));
    for (int term = 0; term < N; ++term) {
        double weight = 0, next[N];
        for (int i = 0; i < N; ++i) weight += values[i] * cos(term * (2 * i + 1) * PI / (2 * N));
        for (int i = 0; i < N; ++i) powers[i] += now[i] * weight * (term ? 2.0 : 1.0) / N;
        for (int i = 0; i < N; ++i) next[i] = (i ? now[i - 1] * (term ? 2 : 1) : 0) - before[i];
        for (int i = 0; i < N; ++i) before[i] = now[i], now[i] = next[i];
    }
    /* A zero comes out as the last bits of a libm's cosines, which differ from one to the next. */
    for (int i = 0; i < N; ++i) series[i] = fabs(powers[i]) < 1e-11 ? 0 : (float)powers[i];
}

void kamm_fit_cosine_series(float series[ARC_SERIES_TERMS], double multiple)
{
    fit(series, cosine_curve, multiple);
}

void kamm_fit_sine_series(float series[ARC_SERIES_TERMS], double multiple)
{
    fit(series, sine_curve, multiple);
}
