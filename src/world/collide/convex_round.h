/* Round bodies (a point or a line with a radius) against others: see collide_convex.c. */
#ifndef KAMM_WORLD_COLLIDE_CONVEX_ROUND_H
#define KAMM_WORLD_COLLIDE_CONVEX_ROUND_H

#include "convex.h"

void kamm_collide_round(const struct placed_convex *a, const struct placed_convex *b,
                        double margin_m, struct manifold *out);
/* The normal points from the polyhedron to the round body. */
void kamm_collide_round_on(const struct placed_convex *polyhedron,
                           const struct placed_convex *round, double margin_m,
                           struct manifold *out);

/* Collides on the front of a triangle (triangle_mesh.h). */
void kamm_collide_round_on_triangle(const struct placed_convex *triangle,
                                    const struct placed_convex *round, double margin_m,
                                    struct manifold *out);

/* Whether a point lies over a face, between its edges. */
int kamm_is_over_face(const struct placed_convex *c, int face, const double point[3]);
/* Outwards across a side of a face, of length 1; its corner. */
const double *kamm_side_of_face(const struct placed_convex *c, int face, int side, double out[3]);

#endif
