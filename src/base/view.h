/* A view: how a kernel reads the constants of a model.
 *
 * A part keeps its constants in a plain struct of floats (arrays of floats and nested structs of
 * floats are fine). Where all cars of a batch share one model there is one such struct, and a read
 * spreads one float over all lanes. Where each car has a model of its own, the structs of KAMM_WIDTH
 * cars lie interleaved, [field][KAMM_WIDTH], and a read is a row. Kernels are compiled for either case
 * (KAMM_MIXED 0 or 1), so that the common case costs nothing. At width 1 there is one model at a time.
 *
 *     real stiffness = GET(spring, struct spring_constants, stiffness_n_per_m);
 */
#ifndef KAMM_BASE_VIEW_H
#define KAMM_BASE_VIEW_H

#include "num.h"

typedef struct {
    const float *at; /* the first constant: of the only model, or of this group's first car */
} view;

/* Floats from a constant to the next, and from a lane to the next. */
#if KAMM_MIXED
#define VIEW_STRIDE ((ptrdiff_t)KAMM_WIDTH)
#define VIEW_LANE_STEP 1
#else
#define VIEW_STRIDE ((ptrdiff_t)1)
#define VIEW_LANE_STEP 0
#endif

LANE_INLINE real view_read(view v, size_t index)
{
    const float *at = v.at + (ptrdiff_t)index * VIEW_STRIDE;
#if KAMM_WIDTH > 1 && KAMM_MIXED
    return load(at);
#else
    return splat(*at);
#endif
}

/* Whether any lane's constant compares so with a number: a plain branch where all share one model. */
#if KAMM_MIXED
#define VIEW_ANY(v, index, compare, value) any(view_read(v, index) compare value)
#else
#define VIEW_ANY(v, index, compare, value) ((v).at[index] compare value)
#endif

/* Each lane reads the constant that its own index names: tables and gear ratios. */
LANE_INLINE real view_gather(view v, size_t first, whole index)
{
    const float *at = v.at + (ptrdiff_t)first * VIEW_STRIDE;
    int32_t indices[KAMM_WIDTH];
    float lanes[KAMM_WIDTH];
    real result;
    memcpy(indices, &index, sizeof indices);
    for (int lane = 0; lane < KAMM_WIDTH; ++lane)
        lanes[lane] = at[indices[lane] * VIEW_STRIDE + lane * VIEW_LANE_STEP];
    memcpy(&result, lanes, sizeof result);
    return result;
}

/* The view of a struct nested `index` floats inside. */
LANE_INLINE view view_inside(view v, size_t index)
{
    v.at += (ptrdiff_t)index * VIEW_STRIDE;
    return v;
}

#define FLOAT_INDEX(type, field) (offsetof(type, field) / sizeof(float))
#define GET(v, type, field) view_read(v, FLOAT_INDEX(type, field))
#define INSIDE(v, type, field) view_inside(v, FLOAT_INDEX(type, field))
#define GATHER(v, type, field, index) view_gather(v, FLOAT_INDEX(type, field), index)

#endif
