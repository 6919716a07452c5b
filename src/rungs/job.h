/* What a kernel is given: a block of cars, their inputs, the constants of their model, what surrounds
 * them. Only pointers cross from baseline code to the kernels, which are compiled per width. */
#ifndef KAMM_RUNGS_JOB_H
#define KAMM_RUNGS_JOB_H

#include <stddef.h>

struct car_block;
struct layout;
struct row_map;
struct point_block;
struct kamm_input;

struct step_job {
    const struct car_block *block;
    const struct layout *layout;
    const struct row_map *rows;
    const struct point_block *points; /* full; NULL: body points use the nearest wheel's plane */
    const float *constants;           /* of the rung; of a mixed kernel see base/num.h */
    size_t constant_count;            /* of a model, as floats */
    const struct kamm_input *inputs;  /* of the block's 16 cars */
    int first, cars; /* the first lane to step, and how many are in use from there on */
    int substeps;
    float gravity_mps2[3];
    float air_density_kgpm3;
    float wind_mps[3];
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

/* The widest that is built in: 4 where no vectors are wider. */
#ifndef KAMM_WIDEST
#define KAMM_WIDEST 16
#endif

#if KAMM_WIDEST >= 8
#define KERNELS_OF_8(rung) , kamm_##rung##_kernel_8, kamm_##rung##_kernel_8_mixed
#else
#define KERNELS_OF_8(rung)
#endif
#if KAMM_WIDEST >= 16
#define KERNELS_OF_16(rung) , kamm_##rung##_kernel_16, kamm_##rung##_kernel_16_mixed
#else
#define KERNELS_OF_16(rung)
#endif
/* A compact build has one kernel for all cars: a third of the code, the same bits. */
#ifdef KAMM_COMPACT
#define DECLARE_KERNELS(rung) step_kernel kamm_##rung##_kernel_4_mixed
#define LIST_KERNELS(rung) NULL, NULL, kamm_##rung##_kernel_4_mixed
#else
#define LIST_KERNELS(rung)                          \
    kamm_##rung##_kernel_1, kamm_##rung##_kernel_4, \
        kamm_##rung##_kernel_4_mixed KERNELS_OF_8(rung) KERNELS_OF_16(rung)
#define DECLARE_KERNELS(rung) step_kernel LIST_KERNELS(rung)
#endif

#endif
