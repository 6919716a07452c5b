/* What a compiled double_track model is made of. */
#ifndef KAMM_MODEL_DOUBLE_TRACK_CONSTANTS_H
#define KAMM_MODEL_DOUBLE_TRACK_CONSTANTS_H

#include "../planar/planar.h"

struct double_track_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
};

#endif
