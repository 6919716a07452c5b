/* Sine, arc tangent, exponential and their kin on lanes.
 *
 * Each is a range reduction and a minimax polynomial, made of exactly rounded operations alone, so
 * that its bits are the same at every width, compiler and machine. They are our own because no two
 * libm agree in the last bit. None branches.
 *
 *  - The errors stated are measured maxima in ulp of the true value, over all floats of the stated
 *    range; test_lane_math.c holds them.
 *  - Odd functions are odd to the bit, zeros included, and even ones even, so that the mirrored car
 *    drives the mirrored way.
 *  - NaN gives NaN. A function gives NaN outside its domain.
 *  - The reductions follow W. J. Cody and W. Waite, Software Manual for the Elementary Functions
 *    (1980): the period is split into parts of so few bits that their multiples are exact. The
 *    coefficients are minimax fits in relative error, rounded to floats as a set.
 *  - Polynomials are summed in pairs where that shortens the chain of dependent operations.
 */
#ifndef KAMM_BASE_LANE_MATH_H
#define KAMM_BASE_LANE_MATH_H

#include "lane.h"

#define LANE_PI 0x1.921fb6p+1f
#define LANE_HALF_PI 0x1.921fb6p+0f

/* Added to a float below 2^22, it leaves the nearest whole number in the low bits. */
#define LANE_ROUNDER 12582912.0f
#define LANE_ROUNDER_BITS 0x4b400000

#if KAMM_WIDTH == 1
LANE_INLINE lane_int shift_left(lane_int bits, int by) { return (lane_int)((uint32_t)bits << by); }
#else
LANE_INLINE lane_int shift_left(lane_int bits, int by) { return bits << by; }
#endif

/* Minus the value where the count is odd. */
LANE_INLINE real negate_odd(real value, lane_int count)
{
    return real_of(bits_of(value) ^ shift_left(count, 31));
}

/* x - turns * pi, for turns that are whole or half. All but the last difference is exact near zero
 * while 2 turns < 2^11, that is, for |x| <= 3216. */
LANE_INLINE real less_half_turns(real x, real turns)
{
    real back = 0.0f - turns; /* the middle part is negative; so x = -0 loses +0 thrice and stays */
    return ((x - turns * 0x1.922p+1f) - back * 0x1.2afp-17f) - turns * 0x1.0b4612p-33f;
}

/* sin x for |x| <= pi/2. */
LANE_INLINE real sine_of_acute(real x)
{
    real z = x * x;
    real tail = 0x1.110edap-7f + z * (-0x1.9f70fp-13f + z * 0x1.5dc904p-19f);
    return x + x * (z * -0x1.55554cp-3f + (z * z) * tail); /* the bracket is +0 at 0: -0 stays -0 */
}

/* Computes both for small angles, which are limited to +-1.5. The error is 1e-7 for |x| <= 0.5 and
 * 2e-6 at the ends. */
LANE_INLINE void sine_cosine_of_acute(real x, real *sine_out, real *cosine_out)
{
    real s = sine_of_acute(clamp(x, splat(-1.5f), splat(1.5f)));
    *sine_out = s;
    *cosine_out = square_root(1.0f - s * s);
}

/* 2.1 ulp for |x| <= 100, 2.5 for |x| <= 8192. At most 1 in size. Past 8192 the error grows, and
 * past 4e6 the result is no sine. */
LANE_INLINE real sine(real x)
{
    real shifted = x * 0x1.45f306p-2f + LANE_ROUNDER;
    real acute = less_half_turns(x, shifted - LANE_ROUNDER);
    return negate_odd(sine_of_acute(acute), bits_of(shifted));
}

/* 2.2 ulp for |x| <= 100, 2.5 for |x| <= 3216, 2.5 ulp + 1e-9 for |x| <= 8192. */
LANE_INLINE real cosine(real x)
{
    x = absolute(x);
    real shifted = (x * 0x1.45f306p-2f + 0.5f) + LANE_ROUNDER;
    real acute = less_half_turns(x, (shifted - LANE_ROUNDER) - 0.5f);
    return negate_odd(sine_of_acute(acute), bits_of(shifted));
}

/* 2.8 ulp for |x| <= 10, 3.6 for |x| <= 3216. */
LANE_INLINE real tangent(real x)
{
    real shifted = x * 0x1.45f306p-1f + LANE_ROUNDER;
    real t = less_half_turns(x, (shifted - LANE_ROUNDER) * 0.5f);
    real z = t * t, z2 = z * z;
    real low = 0x1.5554dep-2f + z * 0x1.112dep-3f;
    real high = (0x1.b5873p-5f + z * 0x1.906004p-6f) + z2 * (0x1.97984ep-9f + z * 0x1.33ba98p-7f);
    real value = t + (t * z) * (low + z2 * high);
    return pick((bits_of(shifted) & 1) != 0, -1.0f / value, value);
}

/* `value` where the mask holds, else zero. */
LANE_INLINE real keep(mask m, real value) { return pick(m, value, splat(0.0f)); }

/* Adds the value of a part that only some cars have. Cars without it keep their bits, also -0. */
LANE_INLINE real with_added(real value, real added)
{
    return pick((added > 0.0f) | (added < 0.0f), value + added, value);
}

/* atan(over / under) for over, under >= 0. Three ranges meet at ratios of 0.55 and 1 / 0.55: for a
 * ratio s, atan s, pi/4 + atan((s - 1) / (s + 1)) or pi/2 + atan(-1 / s), all with one division. */
LANE_INLINE real arc_tangent_of_ratio(real over, real under)
{
    mask beyond_first = over > 0.55f * under, beyond_second = 0.55f * over > under;
    mask before_second = mask_not(beyond_second);
    real quarter = splat(0.5f * LANE_HALF_PI);
    real start = keep(beyond_first, quarter) + keep(beyond_second, quarter);
    real t = (keep(before_second, over) - keep(beyond_first, under)) /
             (keep(beyond_first, over) + keep(before_second, under));
    real z = t * t, z2 = z * z;
    real low = -0x1.5554bcp-2f + z * 0x1.995f98p-3f;
    real high = (-0x1.20f3fcp-3f + z * 0x1.930c52p-4f) + z2 * -0x1.79102ep-5f;
    return start + (t + (t * z) * (low + z2 * high));
}

/* 1.6 ulp for all x; pi/2 at infinity. */
LANE_INLINE real arc_tangent(real x)
{
    return copy_sign(arc_tangent_of_ratio(absolute(x), splat(1.0f)), x);
}

/* The angle of (x, y) from the x axis, -pi to pi: 2.5 ulp for |x|, |y| <= 1e38. The signs of zeros
 * count as they do in C, so that the origin has an angle too. NaN where both are infinite. */
LANE_INLINE real arc_tangent2(real y, real x)
{
    real along = absolute(x), across = absolute(y);
    along = pick((along == 0.0f) & (across == 0.0f), splat(1.0f), along);
    real angle = arc_tangent_of_ratio(across, along);
    return copy_sign(pick(sign_of(x) < 0.0f, LANE_PI - angle, angle), y);
}

/* 1 / sqrt(1 + x^2): 2.2 ulp for |x| <= 1.8e19, past that 0. */
LANE_INLINE real cosine_of_arc_tangent(real x) { return 1.0f / square_root(1.0f + x * x); }

/* 2.5 ulp; NaN for |x| > 1. */
LANE_INLINE real arc_sine(real x)
{
    real size = absolute(x);
    mask steep = size > 0.5f;
    real z = pick(steep, (1.0f - size) * 0.5f, size * size);
    real t = pick(steep, square_root(z), size);
    real high = 0x1.747cbep-5f + z * (0x1.8c30b4p-6f + z * 0x1.596a7ep-5f);
    real angle = t + (t * z) * ((0x1.5555c8p-3f + z * 0x1.3301fep-4f) + (z * z) * high);
    return copy_sign(pick(steep, LANE_HALF_PI - 2.0f * angle, angle), x);
}

/* 2^exponent for exponents of -126 to 127; some number, but no trap, for others. */
LANE_INLINE real power_of_two(lane_int exponent)
{
    return real_of(shift_left((exponent + 127) & 255, 23));
}

/* 1 ulp for all x, overflow to infinity and underflow through the subnormals to zero included. */
LANE_INLINE real exponential(real x)
{
    x = min_real(splat(89.0f), x); /* in this order NaN stays NaN */
    x = max_real(splat(-104.0f), x);
    real shifted = x * 0x1.715476p+0f + LANE_ROUNDER;
    real turns = shifted - LANE_ROUNDER;
    real r = (x - turns * 0x1.62ep-1f) - turns * 0x1.0bfbe8p-15f;
    real high = 0x1.555a26p-5f + r * (0x1.123988p-7f + r * 0x1.694cd2p-10f);
    real tail = (0x1.fffffap-2f + r * 0x1.555492p-3f) + (r * r) * high;
    real fraction = 1.0f + (r + (r * r) * tail);
    lane_int exponent = bits_of(shifted) - LANE_ROUNDER_BITS, half = exponent >> 1;
    return (fraction * power_of_two(half)) * power_of_two(exponent - half);
}

/* 2 ulp for all x > 0, subnormals included; minus infinity at 0. With x = 2^e m and m about 1, it
 * is 2 atanh((m - 1) / (m + 1)) + e log 2. */
LANE_INLINE real logarithm(real x)
{
    mask subnormal = x < 0x1p-126f;
    lane_int bits = bits_of(pick(subnormal, x * 0x1p24f, x));
    lane_int exponent = (bits - 0x3f3504f3) >> 23; /* m from sqrt(1/2) to sqrt 2 */
    real m = real_of(bits - shift_left(exponent, 23));
    real e = from_int(exponent) - keep(subnormal, splat(24.0f));
    real s = (m - 1.0f) / (m + 1.0f);
    real z = s * s;
    real tail = (s * z) * (0x1.55557ap-1f + z * (0x1.995ed6p-2f + z * 0x1.31e096p-2f));
    real value = e * 0x1.62ep-1f + (2.0f * s + (tail + e * 0x1.0bfbe8p-15f));
    real outside = pick(x == 0.0f, splat(-__builtin_inff()), splat(__builtin_nanf("")));
    value = pick(x > 0.0f, value, outside);
    return pick(x < __builtin_inff(), value, x); /* infinity and NaN are their own logarithms */
}

/* base^exponent for base > 0 (and 0, for an exponent that is not 0): 1 + 2.5 |log result| ulp. */
LANE_INLINE real power(real base, real exponent) { return exponential(exponent * logarithm(base)); }

#endif
