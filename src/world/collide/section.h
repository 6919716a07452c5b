/* Section of a convex body below a wheel: its upper side in an upright plane. */
#ifndef KAMM_WORLD_COLLIDE_SECTION_H
#define KAMM_WORLD_COLLIDE_SECTION_H

#include "convex.h"

/* An upright plane through a wheel: at `ahead` (s) of `at` along `forward`, which is level and of length 1. */
struct cut {
    double at[3], forward[2];
    double reach_m; /* s from -reach to +reach */
    double floor_m,
        ceiling_m; /* heights over `at`: what is below counts as that deep, what is above as that high */
};

/* A straight piece of the upper side: heights over `at`; `across`: its rise per metre to the left. */
struct section_piece {
    double from_m, to_m; /* s */
    double from_height_m, to_height_m;
    double across;
    int owner; /* for queries */
};

enum { MAX_SECTION = 24 };

/* The pieces of a box, from behind to ahead. 0: the plane passes beside it, above it or below; or it is higher than the ceiling
 * right in the wheel's middle, so that nothing stands on it. */
int kamm_cut_box(const struct oriented_box *box, const struct cut *cut,
                 struct section_piece pieces[MAX_SECTION]);

/* The same of a body in that box; a round one counts as the polyhedron of ROUND_PLANES faces around it, which is up to 3 % larger. */
int kamm_cut_convex(const struct convex *convex, const struct oriented_box *box,
                    const struct cut *cut, struct section_piece pieces[MAX_SECTION]);

/* … of a mesh in that box: its triangles that look up, below the ceiling. Where they lie above each other, layer after layer, each from
 * behind to ahead. Pieces that are straight together are one; where more than 12 are left, those that are nearly so, too. */
struct triangle_mesh;
int kamm_cut_mesh(const struct triangle_mesh *mesh, const struct oriented_box *box,
                  const struct cut *cut, struct section_piece pieces[MAX_SECTION]);

/* From the hindmost to the foremost. */
void kamm_order_pieces(struct section_piece *pieces, int count);

#endif
