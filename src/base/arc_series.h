/* Sines and cosines of multiples of an arc tangent, without sine and arc tangent.
 *
 * Let a = atan x, c = cos a = 1 / sqrt(1 + x^2). For a fixed factor C both cos(C a) and sin(C a) / sin a are
 * smooth functions of c on 0 to 1. They have no corners at which sine and arc tangent choose a branch; so
 * are a / sin a and a^2. Polynomials of degree 7 in 2c - 1 give them, for C up to 4.5 to 4e-6, up to 6.5 to
 * 5e-5. The Magic Formula is made of such curves, each with a C that is the tyre's own, and they cost a
 * root, a division and some products: a third of what sine and arc tangent do.
 *
 * Odd functions are odd to the bit. */
#ifndef KAMM_BASE_ARC_SERIES_H
#define KAMM_BASE_ARC_SERIES_H

#include "lane_math.h"
#include "num.h"

enum { ARC_SERIES_TERMS = 8 };
#define ARC_SERIES_MAX_MULTIPLE 6.5 /* C; a curve of a greater one has more waves than the series */

/* Fit cos(multiple a), and sin(multiple a) / sin a. For when a model is compiled. */
void kamm_fit_cosine_series(float series[ARC_SERIES_TERMS], double multiple);
void kamm_fit_sine_series(float series[ARC_SERIES_TERMS], double multiple);

/* The series at an arc's cosine. */
LANE_INLINE real arc_series(const num series[ARC_SERIES_TERMS], real c)
{
    real t = 2.0f * c - 1.0f, tt = square(t);
    real low = (series[0] + series[1] * t) + (series[2] + series[3] * t) * tt;
    real high = (series[4] + series[5] * t) + (series[6] + series[7] * t) * tt;
    return low + high * square(tt);
}

/* sin(C atan x). */
LANE_INLINE real sine_of_multiple(const num series[ARC_SERIES_TERMS], real x)
{
    real c = cosine_of_arc_tangent(x);
    return x * c * arc_series(series, c);
}

/* a / sin a, to 6e-7 of it. */
LANE_INLINE real arc_over_sine(real c)
{
    real t = 2.0f * c - 1.0f, tt = square(t);
    real low = (0x1.358e12p+0f + -0x1.0ded28p-2f * t) + (0x1.1db1a4p-4f + -0x1.4518a4p-6f * t) * tt;
    real high =
        (0x1.7ae5d2p-8f + -0x1.ca1f7ap-10f * t) + (0x1.5df8f6p-11f + -0x1.b46c50p-13f * t) * tt;
    return low + high * square(tt);
}

/* a^2, to 1e-6. */
LANE_INLINE real arc_squared(real c)
{
    real t = 2.0f * c - 1.0f, tt = square(t);
    real low = (0x1.18bc40p+0f + -0x1.358e1ap+0f * t) + (0x1.0df076p-3f + -0x1.7cdd62p-6f * t) * tt;
    real high =
        (0x1.430034p-8f + -0x1.3110a4p-10f * t) + (0x1.679650p-12f + -0x1.7e1768p-14f * t) * tt;
    return max_real(low + high * square(tt), splat(0.0f));
}

/* atan x, to 8e-7 of it, for |x| < 1e18. */
LANE_INLINE real short_arc_tangent(real x)
{
    real c = cosine_of_arc_tangent(x);
    return x * c * arc_over_sine(c);
}

#endif
