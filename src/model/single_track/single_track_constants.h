/* What a compiled single_track model is made of. */
#ifndef KAMM_MODEL_SINGLE_TRACK_CONSTANTS_H
#define KAMM_MODEL_SINGLE_TRACK_CONSTANTS_H

#include "../planar/planar.h"

struct single_track_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
};

#endif
