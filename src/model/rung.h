/* A rung of the ladder: what compile, step and dispatch have to know of it. Each stands in its own
 * folder and says in its header where its equations come from. */
#ifndef KAMM_MODEL_RUNG_H
#define KAMM_MODEL_RUNG_H

#include "job.h"
#include <kamm/vehicle.h>

struct rung {
    kamm_rung_info info;
    size_t constants_at;   /* its constants in struct kamm_model, in bytes */
    size_t constant_count; /* of floats */
    int needs_powertrain;  /* its cars have an engine and gears; others keep the gear as it is */
    int whole_body; /* the body frame's origin is the whole car's centre of gravity; else it is
                       that of the sprung mass, which moves on its springs */
    /* From the def and what all rungs share (chassis.h) to its constants. */
    kamm_result (*compile)(kamm_model *model, kamm_error *error);
    step_kernel *kernels[KERNEL_COUNT];
};

extern const struct rung kamm_kinematic_rung, kamm_rigid2d_rung, kamm_single_track_rung,
    kamm_double_track_rung, kamm_full_rung;

const struct rung *kamm_rung_of(kamm_rung rung);

#endif
