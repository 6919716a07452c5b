/* A num: a constant of a model, as a kernel computes with it.
 *
 * A part keeps its constants in a plain struct of nums (arrays of nums and nested structs are fine), and a kernel has a
 * pointer to it:
 *
 *     real drag = 0.5f * density * c->drag_area_m2 * speed;
 *
 * Where all cars of a batch share one model a num is a float; so it is in all scalar code. Where each car has a model of its
 * own it is a lane of numbers, one of each car: the structs of KAMM_WIDTH cars lie interleaved, [constant][KAMM_WIDTH], which is
 * the same struct with a vector where the other has a float. Kernels are compiled for either case (KAMM_MIXED 0 or
 * 1), so that the common case costs nothing. At width 1 there is one model at a time.
 *
 * Arithmetic and comparisons take a num beside a real as it is. Where a real is asked for (an argument, a variable, a member
 * of an initialiser) and where a num is compared with a number, lanes(num) is one: without it such a mask is a plain 0 or
 * 1 where the num is a float, which `&` and `|` would spread over the lanes as bits. Compilers refuse or warn (-Wmissing-braces)
 * of all others, the hash test tells of that one. A branch is any_num(condition).
 */
#ifndef KAMM_BASE_NUM_H
#define KAMM_BASE_NUM_H

#include "lane.h"

#ifndef KAMM_MIXED
#define KAMM_MIXED 0
#endif

#if KAMM_MIXED && KAMM_WIDTH > 1
typedef real num;
LANE_INLINE real lanes(num value) { return value; }
#else
typedef float num;
LANE_INLINE real lanes(num value) { return splat(value); }
#endif

/* Whether a condition on nums alone holds for any lane: where cars share a model a plain branch. */
#if KAMM_MIXED && KAMM_WIDTH > 1
LANE_INLINE int any_num(mask holds) { return any(holds); }
#else
LANE_INLINE int any_num(int holds) { return holds; }
#endif

/* Each lane reads the entry of a table (of gear ratios, of a curve) that its own index names. */
LANE_INLINE real num_at(const num *table, lane_int index)
{
    enum { STRIDE = sizeof(num) / sizeof(float) };
    const float *at = (const float *)table;
    int32_t indices[KAMM_WIDTH];
    memcpy(indices, &index, sizeof indices);
    for (int lane = 0; lane < KAMM_WIDTH; ++lane)
        indices[lane] = indices[lane] * STRIDE + (STRIDE > 1 ? lane : 0);
#ifdef LANES_GATHER
    memcpy(&index, indices, sizeof index);
    return gather(at, index);
#else
    float entries[KAMM_WIDTH];
    real result;
    for (int lane = 0; lane < KAMM_WIDTH; ++lane) entries[lane] = at[indices[lane]];
    memcpy(&result, entries, sizeof result);
    return result;
#endif
}

/* Puts a model's `count` constants where a mixed kernel of that width has those of a lane: each group of `width` lanes takes
 * count * width floats from `to` on, which is aligned to one vector. */
static inline KAMM_UNUSED void interleave_lane(float *to, size_t count, int width, int lane,
                                               const float *constants)
{
    to += (size_t)(lane / width * width) * count + (size_t)(lane % width);
    for (size_t i = 0; i < count; ++i) to[i * (size_t)width] = constants[i];
}

#endif
