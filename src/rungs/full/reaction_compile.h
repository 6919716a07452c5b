/* What the engine's rotors and the propeller shafts of live axles do to the body (torque_reaction.h). */
#ifndef KAMM_RUNGS_FULL_REACTION_COMPILE_H
#define KAMM_RUNGS_FULL_REACTION_COMPILE_H

#include "full.h"

/* A live axle that lacks something is an error. */
kamm_result kamm_compile_reaction(const kamm_model *model, struct full_constants *c,
                                  kamm_error *error);

#endif
