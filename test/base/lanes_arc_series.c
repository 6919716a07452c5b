#include "lanes_arc_series.h"

#include "base/arc_series.h"

#if !KAMM_MIXED
#define NAME_OF(name, width) name##_##width##_0
#define NAME(name, width) NAME_OF(name, width)

void NAME(arc_block, KAMM_WIDTH)(const float *cosine_series, const float *sine_series,
                                 const float *x, float out[ARC_RESULTS][16])
{
    for (int i = 0; i < KAMM_BLOCK; i += KAMM_WIDTH) {
        real now = load(x + i), c = cosine_of_arc_tangent(now);
        store(&out[ARC_COSINE][i], arc_series(cosine_series, c));
        store(&out[ARC_SINE][i], sine_of_multiple(sine_series, now));
        store(&out[ARC_TANGENT][i], short_arc_tangent(now));
        store(&out[ARC_SQUARED][i], arc_squared(c));
    }
}
#else
typedef int nothing_of_mixed_models;
#endif
