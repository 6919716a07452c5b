/* Two doubles side by side: nearly every machine has instructions for them, and the bits are those of one after the other. */
#ifndef KAMM_BASE_LANE_TWO_H
#define KAMM_BASE_LANE_TWO_H

#include "compiler.h"

#ifdef KAMM_SCALAR
struct two {
    double of[2];
};
typedef struct two two;
static KAMM_ALWAYS_INLINE double two_sum(two a) { return a.of[0] + a.of[1]; }
static KAMM_ALWAYS_INLINE two two_add(two a, two b)
{
    return (two){{a.of[0] + b.of[0], a.of[1] + b.of[1]}};
}
static KAMM_ALWAYS_INLINE two two_times(two a, two b)
{
    return (two){{a.of[0] * b.of[0], a.of[1] * b.of[1]}};
}
static KAMM_ALWAYS_INLINE two two_scale(two a, double by)
{
    return (two){{a.of[0] * by, a.of[1] * by}};
}
#else
typedef double two __attribute__((vector_size(16)));
static KAMM_ALWAYS_INLINE double two_sum(two a) { return a[0] + a[1]; }
static KAMM_ALWAYS_INLINE two two_add(two a, two b) { return a + b; }
static KAMM_ALWAYS_INLINE two two_times(two a, two b) { return a * b; }
static KAMM_ALWAYS_INLINE two two_scale(two a, double by) { return a * by; }
#endif

#endif
