/* The kernels of the full model, one per width, and what they are given. Only pointers cross. */
#ifndef KAMM_MODEL_FULL_KERNEL_H
#define KAMM_MODEL_FULL_KERNEL_H

#include <stddef.h>

struct full_block;
struct kamm_input;

struct full_job {
    struct full_block *block;
    const float *constants;          /* struct full_constants, or 16 of them interleaved */
    const float *wheel_constants;    /* for width 1: see wheel_lanes.h */
    const struct kamm_input *inputs; /* of the block's 16 cars */
    int first, cars; /* the first lane to step, and how many are in use from there on */
    int substeps;
    float gravity_mps2[3];
    float air_density_kgpm3;
    float wind_mps[3];
};

typedef void full_kernel(const struct full_job *job);

full_kernel full_kernel_1, full_kernel_4, full_kernel_4_mixed, full_kernel_8, full_kernel_8_mixed,
    full_kernel_16, full_kernel_16_mixed;

#endif
