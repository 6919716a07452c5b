/* What a compiled rigid2d model is made of. */
#ifndef KAMM_MODEL_RIGID2D_CONSTANTS_H
#define KAMM_MODEL_RIGID2D_CONSTANTS_H

#include "../planar/planar.h"

struct rigid2d_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
};

#endif
