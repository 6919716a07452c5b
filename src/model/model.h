/* A compiled model: what kamm_model points to. */
#ifndef KAMM_MODEL_MODEL_H
#define KAMM_MODEL_MODEL_H

#include "full/full_constants.h"
#include "full/full_settle.h"
#include "full/full_statics.h"
#include <kamm/vehicle.h>

struct kamm_model {
    kamm_rung rung;
    kamm_vehicle_def def;
    kamm_model_info info;
    struct full_statics statics;
    struct full_rest rest;
    struct full_constants full;
    _Alignas(16) float wheel_constants[FULL_AXLE_CONSTANT_COUNT][FULL_WHEELS]; /* wheel_lanes.h */
};

#endif
