/* What a compiled kinematic model is made of. */
#ifndef KAMM_MODEL_KINEMATIC_CONSTANTS_H
#define KAMM_MODEL_KINEMATIC_CONSTANTS_H

#include "../planar/planar.h"

struct kinematic_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
};

#endif
