/* The exact profile of ground that is made of planes and triangles. */
#ifndef KAMM_WORLD_TERRAIN_PIECES_H
#define KAMM_WORLD_TERRAIN_PIECES_H

#include "patch.h"

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
