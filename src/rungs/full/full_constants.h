/* What a compiled full model is made of: floats only, read by the kernel through views. */
#ifndef KAMM_RUNGS_FULL_CONSTANTS_H
#define KAMM_RUNGS_FULL_CONSTANTS_H

#include "../../part/stability_control.h"
#include "../../vehicle/chassis.h"

struct full_constants {
    struct chassis_constants chassis; /* first: read through the same view */
    float mobility[6][6]; /* (acceleration, angular acceleration) per (force, moment); see body.h */
    struct stability_constants stability;
};

#define AXLE_CONSTANT_COUNT (sizeof(struct axle_constants) / sizeof(float))

/* What model->own is of. */
struct full_model {
    struct full_constants constants;
    _Alignas(16) float wheel_constants[AXLE_CONSTANT_COUNT][CAR_WHEELS]; /* wheel_lanes.h */
};

#endif
