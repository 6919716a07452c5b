/* A wheel's patch of ground from inside: patch.c finds out of which kind it is, broken.c has what stands for broken
 * ground, pieces.c its exact profile where it is made of planes and triangles. */
#ifndef KAMM_WORLD_TERRAIN_PATCH_H
#define KAMM_WORLD_TERRAIN_PATCH_H

#include "envelope.h"
#include "terrain.h"

struct patch {
    const kamm_terrain *terrain;
    double x_m, y_m, forward[2]; /* horizontal, unit */
    double radius_m, half_width_m;
    double limit_m; /* for the choice of layers */
    double cap_m;   /* of heights on broken ground */
    int alone;      /* 1: one layer is near */
    int even, broken, rough;
    double reach_m;           /* for which the answer holds */
    double room_m;            /* of a mesh's plane, as it was found last */
    struct relief relief;     /* of the middle */
    struct ground_search mid; /* the middle, without roughness */
};

#endif
