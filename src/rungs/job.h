/* Job of a kernel: a block of cars, their inputs, the constants of their model, their surroundings.
 * Only pointers cross from baseline code to the kernels, which are compiled per width. */
#ifndef KAMM_RUNGS_JOB_H
#define KAMM_RUNGS_JOB_H

#include "../base/block.h"
#include "../base/compiler.h"
#include <stddef.h>

struct car_block;
struct layout;
struct row_map;
struct point_block;
struct road_block;
struct kamm_input;
struct kamm_contact;

/* Called before each substep for the `count` lanes from `first` on, `done` substeps after the job's first. The block has their
 * places, orientations and faults as they are then; planes and faults that it writes there count at once. */
typedef void step_between(void *host, int first, int count, int done);

/* Gravity at the cars of a block, world axes. */
struct gravity_rows {
    _Alignas(64) float mps2[3][KAMM_BLOCK];
};

/* Default of step_job.wind_mps. */
static KAMM_UNUSED _Alignas(64) const float still_air[3][KAMM_BLOCK];

/* Forces from outside on each car of a block, world axes; moments about the origin of its body frame. */
struct external_forces {
    _Alignas(64) float force_n[3][KAMM_BLOCK];
    float moment_nm[3][KAMM_BLOCK];
};

struct step_job {
    const struct car_block *block;
    const struct layout *layout;
    const struct row_map *rows;
    const struct kamm_contact *plane; /* below all wheels; NULL: the block's contacts differ */
    const struct point_block *points; /* full; NULL: body points use the nearest wheel's plane */
    const struct road_block *road;    /* full; NULL: the block's contacts are all of the ground */
    const float *constants;           /* of the rung; of a mixed kernel see base/num.h */
    size_t constant_count;            /* of a model, as floats */
    const struct kamm_input *inputs;  /* of the block's 16 cars */
    int first, cars; /* the first lane to step, and how many are in use from there on */
    int substeps;
    const float (*gravity_mps2)[KAMM_BLOCK]; /* of each car: rows of x, y and z, 64-byte aligned */
    float air_density_kgpm3;
    const float (*wind_mps)[KAMM_BLOCK]; /* … as well */
    const struct external_forces *outer; /* NULL: no force acts on them */
    step_between *between;               /* NULL: the ground stays as it is */
    void *host;                          /* for it */
};

typedef void step_kernel(const struct step_job *job);

/* The kernels of a rung, one per width and, from width 4, one more for cars of mixed models. */
enum {
    KERNEL_1,
    KERNEL_4,
    KERNEL_4_MIXED,
    KERNEL_8,
    KERNEL_8_MIXED,
    KERNEL_16,
    KERNEL_16_MIXED,
    KERNEL_COUNT
};
/* Each for any wheels and for those of TWO_AXLES (vehicle/layout.h), which takes a tenth less time. */
enum { ANY_WHEELS, TWO_AXLES_ONLY, WHEEL_KINDS };

/* The widest that is built in: 4 where no vectors are wider, 1 where there are none. */
#ifdef KAMM_SCALAR
#undef KAMM_WIDEST
#define KAMM_WIDEST 1
#elif !defined(KAMM_WIDEST)
#define KAMM_WIDEST 16
#endif

#if KAMM_WIDEST >= 4
#define KERNELS_OF_4(rung, wheels) \
    , kamm_##rung##_kernel_4##wheels, kamm_##rung##_kernel_4_mixed##wheels
#else
#define KERNELS_OF_4(rung, wheels)
#endif
#if KAMM_WIDEST >= 8
#define KERNELS_OF_8(rung, wheels) \
    , kamm_##rung##_kernel_8##wheels, kamm_##rung##_kernel_8_mixed##wheels
#else
#define KERNELS_OF_8(rung, wheels)
#endif
#if KAMM_WIDEST >= 16
#define KERNELS_OF_16(rung, wheels) \
    , kamm_##rung##_kernel_16##wheels, kamm_##rung##_kernel_16_mixed##wheels
#else
#define KERNELS_OF_16(rung, wheels)
#endif
#define KERNELS_OF_WHEELS(rung, wheels)                                                  \
    kamm_##rung##_kernel_1##wheels KERNELS_OF_4(rung, wheels) KERNELS_OF_8(rung, wheels) \
        KERNELS_OF_16(rung, wheels)
/* Single: one kernel for all cars, a sixth of the code. Lean: those that most cars run on; others run on one for any wheels, or
 * on a narrower one (dispatch.c). Native: one car, the widest, and half of it for two axles. cmake/kernels.cmake
 * compiles the same. */
#if defined(KAMM_SINGLE) && KAMM_WIDEST == 1
#define DECLARE_KERNELS(rung) step_kernel kamm_##rung##_kernel_1
#define LIST_KERNELS(rung) [ANY_WHEELS] = {[KERNEL_1] = kamm_##rung##_kernel_1}
#elif defined(KAMM_SINGLE)
#define DECLARE_KERNELS(rung) step_kernel kamm_##rung##_kernel_4_mixed
#define LIST_KERNELS(rung) [ANY_WHEELS] = {[KERNEL_4_MIXED] = kamm_##rung##_kernel_4_mixed}
#elif defined(KAMM_LEAN)
#if KAMM_WIDEST >= 16
#define LEAN_KERNEL_OF_16(rung) , kamm_##rung##_kernel_16
#define LEAN_LIST_OF_16(rung) , 0, 0 LEAN_KERNEL_OF_16(rung)
#else
#define LEAN_KERNEL_OF_16(rung)
#define LEAN_LIST_OF_16(rung)
#endif
#define LEAN_WIDE_KERNELS(rung) KERNELS_OF_8(rung, _two_axles) KERNELS_OF_16(rung, _two_axles)
#define DECLARE_KERNELS(rung)                                                        \
    step_kernel kamm_##rung##_kernel_1 KERNELS_OF_4(rung, ) LEAN_KERNEL_OF_16(rung), \
        kamm_##rung##_kernel_1_two_axles LEAN_WIDE_KERNELS(rung)
/* Nothing stands for the kernels that come between those that there are: 8 and 8_MIXED, 4 and 4_MIXED. */
#define LIST_KERNELS(rung)                                                              \
    [ANY_WHEELS] = {kamm_##rung##_kernel_1 KERNELS_OF_4(rung, ) LEAN_LIST_OF_16(rung)}, \
    [TWO_AXLES_ONLY] = {kamm_##rung##_kernel_1_two_axles, 0, 0 LEAN_WIDE_KERNELS(rung)}
#elif defined(KAMM_NATIVE) && KAMM_WIDEST > 1
#if KAMM_WIDEST >= 16
#define WIDE_KERNELS(rung, wheels) [KERNEL_16] = kamm_##rung##_kernel_16##wheels
#define TWO_AXLE_KERNELS(rung) \
    [KERNEL_8] = kamm_##rung##_kernel_8_two_axles, WIDE_KERNELS(rung, _two_axles)
#elif KAMM_WIDEST >= 8
#define WIDE_KERNELS(rung, wheels) [KERNEL_8] = kamm_##rung##_kernel_8##wheels
#define TWO_AXLE_KERNELS(rung) \
    [KERNEL_4] = kamm_##rung##_kernel_4_two_axles, WIDE_KERNELS(rung, _two_axles)
#else
#define WIDE_KERNELS(rung, wheels) [KERNEL_4] = kamm_##rung##_kernel_4##wheels
#define TWO_AXLE_KERNELS(rung) WIDE_KERNELS(rung, _two_axles)
#endif
#define DECLARE_KERNELS(rung) \
    step_kernel KERNELS_OF_WHEELS(rung, ), KERNELS_OF_WHEELS(rung, _two_axles)
#define LIST_KERNELS(rung)                                                      \
    [ANY_WHEELS] = {[KERNEL_1] = kamm_##rung##_kernel_1, WIDE_KERNELS(rung, )}, \
    [TWO_AXLES_ONLY] = {TWO_AXLE_KERNELS(rung)}
#else
#define DECLARE_KERNELS(rung) \
    step_kernel KERNELS_OF_WHEELS(rung, ), KERNELS_OF_WHEELS(rung, _two_axles)
#define LIST_KERNELS(rung)                                           \
    [ANY_WHEELS] = {KERNELS_OF_WHEELS(rung, )}, [TWO_AXLES_ONLY] = { \
                                                    KERNELS_OF_WHEELS(rung, _two_axles)}
#endif

#endif
