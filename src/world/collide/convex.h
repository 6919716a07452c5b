/* Convex bodies that are no boxes: a polyhedron, or a point or line with a radius.
 *
 * Sphere: a point with a radius; capsule: a line with one; cylinder: a prism with SIDES faces around, whose edges lie on the cylinder; hull:
 * what is spanned by some points. All lie in the axes of a box that surrounds them (struct oriented_box), which is what moves, and which the
 * broad phase and the in-plane rungs know. Only + - * / and roots: the same bits on every machine. */
#ifndef KAMM_WORLD_COLLIDE_CONVEX_H
#define KAMM_WORLD_COLLIDE_CONVEX_H

#include "collide.h"

enum {
    CONVEX_SIDES = 16, /* of a cylinder */
    CONVEX_POINTS = KAMM_MAX_HULL_POINTS,
    CONVEX_FACES = 2 * CONVEX_POINTS,
    CONVEX_EDGES = 3 * CONVEX_POINTS,
    CONVEX_CORNERS = 6 * CONVEX_POINTS, /* of all faces */
    ROUND_PLANES = 98                   /* of what wheels feel of a round body */
};

struct convex_face {
    double normal[3], level; /* normal . x = level */
    int first, count;        /* corners, counterclockwise from outside */
};

struct convex_edge {
    int point[2], face[2];
};

/* Convex body in axes of its box, about the box's centre. */
struct convex {
    int point_count, face_count, edge_count, corner_count;
    double radius;
    double point[CONVEX_POINTS][3];
    struct convex_face face[CONVEX_FACES];
    struct convex_edge edge[CONVEX_EDGES];
    int corner[CONVEX_CORNERS];
    double volume, centre[3], inertia[3][3]; /* inertia about the centre, per mass */
};

/* From a shape with its box, in that box's frame; `box` becomes the one around it. Errors, as words that say what is wrong: NULL is none. */
const char *kamm_make_convex(const kamm_shape *shape, struct oriented_box *box, struct convex *out);

/* … of points, in the box's axes about its centre. */
const char *kamm_make_hull(struct convex *out);

/* The same body at a place: world axes. */
struct placed_convex {
    const struct convex *of;
    double point[CONVEX_POINTS][3];
    double normal[CONVEX_FACES][3], level[CONVEX_FACES];
    double centre[3];
    double size_m; /* of its box */
};
void kamm_place_convex(const struct convex *convex, const struct oriented_box *box,
                       struct placed_convex *out);
/* Returns a box as a convex body. */
const struct convex *kamm_box_convex(const double half[3], struct convex *space);

/* One of a body's parts: a box, and what is in it. */
struct collider {
    const struct oriented_box *box;
    const struct convex *convex; /* NULL: the box itself */
};
/* Either, as a convex body; `space` is for that of a box. */
void kamm_place_collider(const struct collider *collider, struct convex *space,
                         struct placed_convex *out);
/* Does the same as kamm_collide_boxes for two colliders of which one is no box. */
void kamm_collide_colliders(const struct collider *a, const struct collider *b, double margin_m,
                            struct manifold *out);

/* Does the same as kamm_collide_boxes for convex bodies. */
void kamm_collide_convex(const struct placed_convex *a, const struct placed_convex *b,
                         double margin_m, struct manifold *out);

#endif
