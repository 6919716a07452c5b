/* The lane type: one `real` is KAMM_WIDTH cars side by side.
 *
 * Every kernel is written once on `real`, `lane_int` and `mask` and compiled once per width (1, 4, 8
 * and 16) as a translation unit of its own. At width 1 a `real` is a plain float, so one car is the
 * batch code at width 1. Only operations that IEEE 754 rounds exactly are used (+ - * / sqrt,
 * comparisons, conversions), contraction is off and sums have a fixed order. So a lane's bits depend
 * neither on the width nor on what its neighbours do.
 *
 * Rules for kernel code:
 *  - no `if` on lane values, but `pick(mask, a, b)`; `any(mask)` may skip work whose result would be
 *    picked away on every lane;
 *  - a mask is what a comparison gives; join masks with `&` and `|`, turn one over with `mask_not`;
 *  - min and max are `pick(a < b, a, b)` on every target, so NaN goes the same way everywhere.
 */
#ifndef KAMM_BASE_LANE_H
#define KAMM_BASE_LANE_H

#include "block.h"
#include "compiler.h"
#include "float_method.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef KAMM_WIDTH
#define KAMM_WIDTH 1
#endif

#if defined(KAMM_SCALAR) && KAMM_WIDTH > 1
#error "no vectors with this compiler or for this machine: configure with KAMM_KERNELS=scalar"
#endif

#ifdef KAMM_LITE /* calls are smaller than what they call */
#define LANE_INLINE static inline KAMM_UNUSED
#else
#define LANE_INLINE static KAMM_ALWAYS_INLINE
#endif

#if KAMM_WIDTH == 1

typedef float real;
typedef int32_t lane_int;
typedef int32_t mask; /* 0 or 1 */

LANE_INLINE real splat(float value) { return value; }
LANE_INLINE lane_int splat_int(int32_t value) { return value; }
LANE_INLINE real pick(mask m, real a, real b) { return m ? a : b; }
LANE_INLINE lane_int pick_int(mask m, lane_int a, lane_int b) { return m ? a : b; }
LANE_INLINE mask mask_not(mask m) { return !m; }
LANE_INLINE int any(mask m) { return m; }
LANE_INLINE lane_int bits_of(real value)
{
    lane_int bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
LANE_INLINE real real_of(lane_int bits)
{
    real value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
LANE_INLINE lane_int truncate_real(real value) { return (lane_int)value; }
LANE_INLINE real from_int(lane_int value) { return (real)value; }
LANE_INLINE float lane_of(real value, int lane) { return (void)lane, value; }
LANE_INLINE void set_lane(real *value, int lane, float to) { (void)lane, *value = to; }
LANE_INLINE int32_t lane_of_int(lane_int value, int lane) { return (void)lane, value; }

#else

typedef float real __attribute__((vector_size(4 * KAMM_WIDTH)));
typedef int32_t lane_int __attribute__((vector_size(4 * KAMM_WIDTH)));
typedef lane_int mask; /* 0 or -1 in each lane */

LANE_INLINE real splat(float value) { return value - (real){0}; }
LANE_INLINE lane_int splat_int(int32_t value) { return value - (lane_int){0}; }
LANE_INLINE lane_int pick_int(mask m, lane_int a, lane_int b) { return (a & m) | (b & ~m); }
LANE_INLINE real pick(mask m, real a, real b)
{
    return (real)pick_int(m, (lane_int)a, (lane_int)b);
}
LANE_INLINE mask mask_not(mask m) { return ~m; }
LANE_INLINE lane_int bits_of(real value) { return (lane_int)value; }
LANE_INLINE real real_of(lane_int bits) { return (real)bits; }
LANE_INLINE lane_int truncate_real(real value) { return __builtin_convertvector(value, lane_int); }
LANE_INLINE real from_int(lane_int value) { return __builtin_convertvector(value, real); }
LANE_INLINE float lane_of(real value, int lane) { return value[lane]; }
LANE_INLINE void set_lane(real *value, int lane, float to) { (*value)[lane] = to; }
LANE_INLINE int32_t lane_of_int(lane_int value, int lane) { return value[lane]; }

#endif

/* A row of KAMM_WIDTH floats in memory: aligned to its own size, as blocks of state are. */
LANE_INLINE real load(const float *row)
{
    real value;
    memcpy(&value, KAMM_ALIGNED_TO(row, 4 * KAMM_WIDTH), sizeof value);
    return value;
}
LANE_INLINE void store(float *row, real value)
{
    memcpy(KAMM_ALIGNED_TO(row, 4 * KAMM_WIDTH), &value, sizeof value);
}

/* any, min_real, max_real, square_root. */
#if (defined(__AVX512DQ__) && KAMM_WIDTH == 16) || (defined(__AVX2__) && KAMM_WIDTH == 8) || \
    (defined(__SSE2__) && KAMM_WIDTH == 4)
#include "lane_x86.h"
#elif defined(__wasm_simd128__) && KAMM_WIDTH == 4
#include "lane_wasm.h"
#else
#if KAMM_WIDTH > 1
LANE_INLINE int any(mask m)
{
    int found = 0;
    for (int lane = 0; lane < KAMM_WIDTH; ++lane) found |= m[lane];
    return found;
}
#endif
LANE_INLINE real min_real(real a, real b) { return pick(a < b, a, b); }
LANE_INLINE real max_real(real a, real b) { return pick(a > b, a, b); }
LANE_INLINE real square_root(real value)
{
    float lanes[KAMM_WIDTH]; /* a loop over memory is what compilers turn into one instruction */
    memcpy(lanes, &value, sizeof lanes);
    for (int lane = 0; lane < KAMM_WIDTH; ++lane) lanes[lane] = KAMM_ROOT_OF_FLOAT(lanes[lane]);
    memcpy(&value, lanes, sizeof lanes);
    return value;
}
#endif

/* `low` where the value is NaN. */
LANE_INLINE real clamp(real value, real low, real high)
{
    return min_real(max_real(value, low), high);
}
LANE_INLINE real absolute(real value) { return real_of(bits_of(value) & 0x7fffffff); }
/* The magnitude of the first with the sign of the second. */
LANE_INLINE real copy_sign(real value, real sign)
{
    return real_of((bits_of(value) & 0x7fffffff) | (bits_of(sign) & (int32_t)0x80000000u));
}
/* +1 or -1; the sign of +0 is +1, of -0 is -1, so that a mirrored car sees the mirrored sign. */
LANE_INLINE real sign_of(real value) { return copy_sign(splat(1.0f), value); }
LANE_INLINE real square(real value) { return value * value; }
LANE_INLINE real mix(real a, real b, real t) { return a + (b - a) * t; }

/* A sum that keeps what rounding leaves over: at 30 m/s a float can't hold the 1e-6 m/s that a
 * gentle acceleration adds in a substep. */
LANE_INLINE void add_kept(real *sum, real *rest, real increment)
{
    real wanted = *rest + increment;
    real next = *sum + wanted;
    *rest = wanted - (next - *sum);
    *sum = next;
}

/* The nearest whole number, ties to even, for |value| < 2^22. */
LANE_INLINE real nearest(real value) { return (value + 12582912.0f) - 12582912.0f; }

#endif
