/* Instructions of WebAssembly's vectors that compilers do not find by themselves.
 *
 * f32x4.pmin(x, y) is y < x ? y : x and f32x4.pmax(x, y) is x < y ? y : x, NaN and zeros included: with their
 * operands exchanged exactly pick(a < b, a, b) and pick(a > b, a, b). So the bits are those of the portable
 * functions. */
#ifndef KAMM_BASE_LANE_WASM_H
#define KAMM_BASE_LANE_WASM_H

#include <wasm_simd128.h>

LANE_INLINE int any(mask m) { return wasm_v128_any_true((v128_t)m); }
LANE_INLINE real min_real(real a, real b) { return (real)wasm_f32x4_pmin((v128_t)b, (v128_t)a); }
LANE_INLINE real max_real(real a, real b) { return (real)wasm_f32x4_pmax((v128_t)b, (v128_t)a); }
LANE_INLINE real square_root(real value) { return (real)wasm_f32x4_sqrt((v128_t)value); }

#endif
