#include "lanes_lane_math.h"

#include "base/lane_math.h"
#include "base/num.h"

static real apply(enum lane_function function, real x, real y)
{
    switch (function) {
    case SINE: return sine(x);
    case COSINE: return cosine(x);
    case TANGENT: return tangent(x);
    case ARC_TANGENT: return arc_tangent(x);
    case ARC_TANGENT2: return arc_tangent2(y, x);
    case ARC_SINE: return arc_sine(x);
    case COSINE_OF_ARC_TANGENT: return cosine_of_arc_tangent(x);
    case EXPONENTIAL: return exponential(x);
    case LOGARITHM: return logarithm(x);
    default: return power(x, y);
    }
}

#define NAME_OF(name, width, mixed) name##_##width##_##mixed
#define NAME(name, width, mixed) NAME_OF(name, width, mixed)

void NAME(lane_row, KAMM_WIDTH, KAMM_MIXED)(enum lane_function function, const float *x,
                                            const float *y, float *result)
{
    for (int i = 0; i < LANE_ROW; i += KAMM_WIDTH)
        store(result + i, apply(function, load(x + i), load(y + i)));
}
