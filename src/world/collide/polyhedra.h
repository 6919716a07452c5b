/* Separating axes of two polyhedra, and the contacts along them: see collide_convex.c. */
#ifndef KAMM_WORLD_COLLIDE_POLYHEDRA_H
#define KAMM_WORLD_COLLIDE_POLYHEDRA_H

#include "convex.h"

#define NO_SEPARATION (-1e300)

struct face_axis {
    int face;
    double separation;
};

struct edge_axis {
    int edge_a, edge_b;
    double separation, normal[3]; /* normal: from a to b */
};

/* Whether the arcs of two edges on the Gauss sphere cross, by the normals beside each; the second's is turned over. */
int kamm_is_minkowski_face(const double a[3], const double b[3], const double c[3],
                           const double d[3]);
/* Takes the axis of edge i of a and edge k of b if it separates more than the best so far. */
void kamm_consider_edges(const struct placed_convex *a, int i, const struct placed_convex *b, int k,
                         struct edge_axis *best);
/* 0: their nearest points lie beyond their ends. */
int kamm_touch_edges(const struct placed_convex *a, const struct placed_convex *b,
                     const struct edge_axis *axis, struct manifold *out);

/* The face that looks most against a direction. */
int kamm_incident_face(const struct placed_convex *b, const double normal[3]);
/* A face of b against one of a; `overlap`: there has to be a point. The normal is that of a's face. */
void kamm_touch_face(const struct placed_convex *a, int face, const struct placed_convex *b,
                     int incident, double margin_m, int overlap, struct manifold *out);

#endif
