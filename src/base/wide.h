/* Doubles on lanes, for places and for what a float's rounding would spoil: half of a group's cars
 * at a time, part 0 and part 1, so that a vector of doubles is as long as one of floats. The rules
 * of lane.h hold; there are no comparisons, but masks of floats may pick. */
#ifndef KAMM_BASE_WIDE_H
#define KAMM_BASE_WIDE_H

#include "lane.h"

#if KAMM_WIDTH == 1
enum { WIDE_PARTS = 1, WIDE_CARS = 1 };
typedef double wide;
#else
enum { WIDE_PARTS = 2, WIDE_CARS = KAMM_WIDTH / 2 };
typedef double wide __attribute__((vector_size(4 * KAMM_WIDTH)));
typedef float wide_source __attribute__((vector_size(2 * KAMM_WIDTH)));
#endif

#if KAMM_WIDTH == 1
LANE_INLINE wide widen(real value, int part) { return (void)part, (wide)value; }
LANE_INLINE void narrow(real *to, int part, wide value) { (void)part, *to = (real)value; }
LANE_INLINE wide wide_pick(mask m, int part, wide a, wide b) { return (void)part, m ? a : b; }
LANE_INLINE double wide_of(wide value, int car) { return (void)car, value; }
LANE_INLINE void set_wide(wide *value, int car, double to) { (void)car, *value = to; }
LANE_INLINE wide splat_wide(double value) { return value; }
#else

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define WIDE_SHUFFLES 1 /* in registers; through memory the parts wait for one another */
#endif
#endif
#if KAMM_WIDTH == 4
#define WIDE_LOWER 0, 1
#define WIDE_UPPER 2, 3
#elif KAMM_WIDTH == 8
#define WIDE_LOWER 0, 1, 2, 3
#define WIDE_UPPER 4, 5, 6, 7
#else
#define WIDE_LOWER 0, 1, 2, 3, 4, 5, 6, 7
#define WIDE_UPPER 8, 9, 10, 11, 12, 13, 14, 15
#endif

LANE_INLINE wide_source part_of(real value, int part)
{
#ifdef WIDE_SHUFFLES
    return part ? __builtin_shufflevector(value, value, WIDE_UPPER)
                : __builtin_shufflevector(value, value, WIDE_LOWER);
#else
    wide_source half;
    memcpy(&half, (const char *)&value + (size_t)part * sizeof half, sizeof half);
    return half;
#endif
}

LANE_INLINE void set_part(real *value, int part, wide_source to)
{
#ifdef WIDE_SHUFFLES
    wide_source other = part_of(*value, !part);
    *value = part ? __builtin_shufflevector(other, to, WIDE_LOWER, WIDE_UPPER)
                  : __builtin_shufflevector(to, other, WIDE_LOWER, WIDE_UPPER);
#else
    memcpy((char *)value + (size_t)part * sizeof to, &to, sizeof to);
#endif
}

LANE_INLINE wide widen(real value, int part)
{
    return __builtin_convertvector(part_of(value, part), wide);
}
/* Writes one part of `to`. The other part is kept, so it must have a value before. */
LANE_INLINE void narrow(real *to, int part, wide value)
{
    set_part(to, part, __builtin_convertvector(value, wide_source));
}

LANE_INLINE double wide_of(wide value, int car) { return value[car]; }
LANE_INLINE void set_wide(wide *value, int car, double to) { (*value)[car] = to; }
LANE_INLINE wide splat_wide(double value) { return value - (wide){0}; }

typedef int32_t wide_mask_source __attribute__((vector_size(2 * KAMM_WIDTH)));
typedef int64_t wide_mask __attribute__((vector_size(4 * KAMM_WIDTH)));

/* a where that part of the mask holds, else b. */
LANE_INLINE wide wide_pick(mask m, int part, wide a, wide b)
{
    wide_mask_source half = (wide_mask_source)part_of((real)m, part);
    wide_mask holds = __builtin_convertvector(half, wide_mask);
    return (wide)(((wide_mask)a & holds) | ((wide_mask)b & ~holds));
}
#endif

/* Writes a value as a float and the residual of its rounding. */
LANE_INLINE void narrow_kept(real *to, real *rest, int part, wide value)
{
    narrow(to, part, value);
    narrow(rest, part, value - widen(*to, part));
}

/* WIDE_CARS doubles in memory, such as positions. */
LANE_INLINE wide load_wide(const double *from)
{
    wide value;
    memcpy(&value, from, sizeof value);
    return value;
}
LANE_INLINE void store_wide(double *to, wide value) { memcpy(to, &value, sizeof value); }

LANE_INLINE wide wide_square_root(wide value)
{
    double lanes[WIDE_CARS];
    memcpy(lanes, &value, sizeof lanes);
    for (int lane = 0; lane < WIDE_CARS; ++lane) lanes[lane] = KAMM_ROOT(lanes[lane]);
    memcpy(&value, lanes, sizeof lanes);
    return value;
}

/* The nearest whole number, ties to even, for |value| < 2^51. */
LANE_INLINE wide wide_nearest(wide value)
{
    return (value + 6755399441055744.0) - 6755399441055744.0;
}

/* Computes both by Taylor's series, for |x| <= pi/2, to 1e-13. */
LANE_INLINE void wide_sine_cosine_of_acute(wide x, wide *sine_out, wide *cosine_out)
{
    wide z = x * x;
    wide s = 1.0 / 6227020800 - z * (1.0 / 1307674368000 - z * (1.0 / 355687428096000));
    wide c = 1.0 / 479001600 -
             z * (1.0 / 87178291200 - z * (1.0 / 20922789888000 - z * (1.0 / 6402373705728000)));
    s = 1.0 / 120 - z * (1.0 / 5040 - z * (1.0 / 362880 - z * (1.0 / 39916800 - z * s)));
    c = 1.0 / 24 - z * (1.0 / 720 - z * (1.0 / 40320 - z * (1.0 / 3628800 - z * c)));
    *sine_out = x - x * z * (1.0 / 6 - z * s);
    *cosine_out = 1.0 - z * (0.5 - z * c);
}

/* The sine over its angle, and the cosine: to 1e-15 for |x| <= 1/16. */
LANE_INLINE void wide_sine_cosine_of_small(wide x, wide *sine_per_angle, wide *cosine_out)
{
    wide z = x * x;
    *sine_per_angle = 1.0 - z * (1.0 / 6 - z * (1.0 / 120 - z * (1.0 / 5040)));
    *cosine_out = 1.0 - z * (0.5 - z * (1.0 / 24 - z * (1.0 / 720 - z * (1.0 / 40320))));
}

/* To 1e-13 for |x| <= 100, whose half turns are taken away first. */
LANE_INLINE void wide_sine_cosine(wide x, wide *sine_out, wide *cosine_out)
{
    wide turns = wide_nearest(x * 0.31830988618379067);
    wide odd = turns - 2.0 * wide_nearest(0.5 * turns), sign = 1.0 - 2.0 * (odd * odd), s, c;
    x = (x - turns * 3.141592653589793) - turns * 1.2246467991473532e-16;
    wide_sine_cosine_of_acute(x, &s, &c);
    *sine_out = sign * s;
    *cosine_out = sign * c;
}

#endif
