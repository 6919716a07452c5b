/* A compiled model: what kamm_model points to. */
#ifndef KAMM_MODEL_MODEL_H
#define KAMM_MODEL_MODEL_H

#include "double_track/double_track_constants.h"
#include "full/full_constants.h"
#include "full/full_settle.h"
#include "kinematic/kinematic_constants.h"
#include "rigid2d/rigid2d_constants.h"
#include "single_track/single_track_constants.h"
#include "statics.h"
#include <kamm/vehicle.h>

struct kamm_model {
    kamm_rung rung;
    int has_powertrain;   /* full.powertrain is compiled */
    uint64_t fingerprint; /* of the rung and its constants: what a snapshot goes on with */
    kamm_vehicle_def def;
    kamm_model_info info;
    struct statics statics;
    struct full_rest rest;
    double origin
        [3]; /* the body frame's, in the vehicle frame: what position_m and velocity_… are of */
    double reported[3]; /* the point that x_m, y_m, speed_mps, … tell of, vehicle frame */
    /* Of every rung: axles, tyres, body; from full itself: mobility. */
    struct full_constants full;
    _Alignas(16) float wheel_constants[FULL_AXLE_CONSTANT_COUNT][CAR_WHEELS]; /* wheel_lanes.h */
    /* Of the model's own rung only. */
    struct kinematic_constants kinematic;
    struct rigid2d_constants rigid2d;
    struct single_track_constants single_track;
    struct double_track_constants double_track;
};

#endif
