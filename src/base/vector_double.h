/* Vectors of three doubles, for what runs once for a car and not on lanes. Fixed order, so that the bits are the same
 * everywhere. */
#ifndef KAMM_BASE_VECTOR_DOUBLE_H
#define KAMM_BASE_VECTOR_DOUBLE_H

#include <math.h>

static inline double dot3(const double a[3], const double b[3])
{
    return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2];
}

static inline double length3(const double v[3]) { return sqrt(dot3(v, v)); }

static inline void subtract3(const double a[3], const double b[3], double out[3])
{
    out[0] = a[0] - b[0], out[1] = a[1] - b[1], out[2] = a[2] - b[2];
}

/* `out` may be one of both. */
static inline void cross3(const double a[3], const double b[3], double out[3])
{
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
}

#endif
