/* Ground below a probe. It is found one by one; roughness and planes follow, four at a time. */
#ifndef KAMM_WORLD_TERRAIN_ANSWER_H
#define KAMM_WORLD_TERRAIN_ANSWER_H

#include "faces.h"

struct answer {
    struct place place;   /* without what is felt of roughness, and without sinkage */
    struct relief relief; /* of what is felt */
    int feels;            /* 1: of the roughness, … */
    double felt_apart_m;  /* … as kamm_find_felt has it */
    int surface;
    float reach_m, steepness; /* as kamm_contact */
    struct felt_place felt;   /* set from the above */
    int faced;                /* 1: a point that meets this face instead */
    struct face_plane face;
};

/* A wheel's: patch.c. */
void kamm_look_below_wheel(const kamm_terrain *terrain, const kamm_probe *probe,
                           struct answer *answer);

#endif
