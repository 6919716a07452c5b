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

/* The ground `ahead` and `left` of the wheel's middle, in axes of the wheel. */
struct profile_point kamm_sample_ground(const struct patch *p, double ahead, double left);

/* The plane that stands for broken ground. */
struct wheel_plane kamm_broken_plane(const struct patch *p);

/* A part of a plane's or triangle's ground, in axes of the wheel: between its edges a s + b l + c >= 0 its height is
 * height + along s + across l. */
struct ground_piece {
    int edges;
    double edge[4][3];
    double height_m, along, across;
};
enum { MAX_PIECES = 24 };
struct ground_pieces {
    int count;
    struct ground_piece at[MAX_PIECES];
};
/* 0: the ground below the wheel is not only made of them, or of too many. */
int kamm_gather_pieces(const struct patch *p, struct ground_pieces *pieces);
/* The profile at `left` of the wheel's middle; 0: there is a hole in it, or too much. */
int kamm_cut_pieces(const struct patch *p, const struct ground_pieces *pieces, double left,
                    struct profile *profile);

#endif
