/* Instructions of x86 that compilers do not find by themselves.
 *
 * MINPS and MAXPS give their second operand where one is NaN and where both are zero: exactly
 * pick(a < b, a, b) and pick(a > b, a, b). Roots are exact. So the bits are those of the portable functions. */
#ifndef KAMM_BASE_LANE_X86_H
#define KAMM_BASE_LANE_X86_H

#include <immintrin.h>

#if KAMM_WIDTH == 16
LANE_INLINE int any(mask m) { return _mm512_movepi32_mask((__m512i)m) != 0; }
LANE_INLINE real min_real(real a, real b) { return (real)_mm512_min_ps((__m512)a, (__m512)b); }
LANE_INLINE real max_real(real a, real b) { return (real)_mm512_max_ps((__m512)a, (__m512)b); }
LANE_INLINE real square_root(real value) { return (real)_mm512_sqrt_ps((__m512)value); }
/* Each lane's own float of those from `at` on. (At width 8 loads one by one are faster.) */
#define LANES_GATHER 1
LANE_INLINE real gather(const float *at, lane_int index)
{
    return (real)_mm512_i32gather_ps((__m512i)index, at, 4);
}
#elif KAMM_WIDTH == 8
LANE_INLINE int any(mask m) { return _mm256_movemask_ps((__m256)m) != 0; }
LANE_INLINE real min_real(real a, real b) { return (real)_mm256_min_ps((__m256)a, (__m256)b); }
LANE_INLINE real max_real(real a, real b) { return (real)_mm256_max_ps((__m256)a, (__m256)b); }
LANE_INLINE real square_root(real value) { return (real)_mm256_sqrt_ps((__m256)value); }
#elif KAMM_WIDTH == 4
LANE_INLINE int any(mask m) { return _mm_movemask_ps((__m128)m) != 0; }
LANE_INLINE real min_real(real a, real b) { return (real)_mm_min_ps((__m128)a, (__m128)b); }
LANE_INLINE real max_real(real a, real b) { return (real)_mm_max_ps((__m128)a, (__m128)b); }
LANE_INLINE real square_root(real value) { return (real)_mm_sqrt_ps((__m128)value); }
#endif

#endif
