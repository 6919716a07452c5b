/* Shared code of the narrow phase: two boxes relative to each other, and the numbers of features. */
#ifndef KAMM_WORLD_COLLIDE_PAIR_H
#define KAMM_WORLD_COLLIDE_PAIR_H

#include "collide.h"

#include "../../base/vector_double.h"

#include <math.h>

/* Two boxes seen from the first. */
struct box_pair {
    const struct oriented_box *first, *second;
    int swapped;             /* first is the caller's b */
    double size_m;           /* of the smaller one */
    double turn[3][3];       /* axis i of the first times axis j of the second */
    double magnitude[3][3];  /* of these */
    double offset_first[3];  /* from the first's centre to the second's, in the first's axes */
    double offset_second[3]; /* the same vector in the second's axes */
};

/* The side on which a coordinate lies. All orders of corners and points start from such sides, which
 * makes them the same for mirrored boxes. */
static inline double side_of(double coordinate) { return coordinate < 0 ? -1.0 : 1.0; }

/* How far a face may lie from what covers it. */
#define BURIED_WITHIN_M 0.05

/* The next axes after one, in a circle. */
static inline int axis_after(int axis) { return axis == 2 ? 0 : axis + 1; }
static inline int axis_before(int axis) { return axis == 0 ? 2 : axis - 1; }

/* Numbers of a box's features: corners 0 to 7, faces 0 to 5 and edges 0 to 11. `sides` are -1 or 1. */
static inline uint32_t corner_number(const double sides[3])
{
    return (sides[0] > 0 ? 1u : 0u) | (sides[1] > 0 ? 2u : 0u) | (sides[2] > 0 ? 4u : 0u);
}
static inline uint32_t face_number(int axis, double side)
{
    return 2u * (uint32_t)axis + (side > 0 ? 1u : 0u);
}
static inline uint32_t edge_number(int axis, const double sides[3])
{
    return 4u * (uint32_t)axis + (sides[axis_after(axis)] > 0 ? 1u : 0u) +
           (sides[axis_before(axis)] > 0 ? 2u : 0u);
}

/* A corner on a face, and an edge across an edge, whatever kind of contact has found them. */
static inline uint32_t corner_on_face(int corner_of_b, uint32_t corner, uint32_t face)
{
    return (corner_of_b ? 64u : 0u) | corner << 3 | face;
}
static inline uint32_t edge_on_edge(uint32_t edge_of_a, uint32_t edge_of_b)
{
    return 256u | edge_of_a << 4 | edge_of_b;
}

/* Whether a direction, away from the box, leaves it through a buried face. A direction along such a
 * face, give or take 0.02 rad, does not. */
static inline int leaves_buried(const struct oriented_box *box, const double direction[3],
                                double sign)
{
    for (int k = 0; k < 3; ++k) {
        double along = sign * dot3(box->axis[k], direction);
        if ((box->buried & box_face(k, 1)) && along > 0.02) return 1;
        if ((box->buried & box_face(k, 0)) && along < -0.02) return 1;
    }
    return 0;
}

static inline int either_buried(const struct oriented_box *a, const struct oriented_box *b,
                                const double normal[3])
{
    return (a->buried && leaves_buried(a, normal, 1)) ||
           (b->buried && leaves_buried(b, normal, -1));
}

/* By how much another axis has to separate more before it is taken instead, for bodies of a size. */
static inline double face_bias(double size_m, double separation_m)
{
    return 1e-4 * size_m + 0.01 * fabs(separation_m);
}
static inline double edge_bias(double size_m, double separation_m)
{
    return 5e-4 * size_m + 0.05 * fabs(separation_m);
}

/* Contacts with a face of the first box. `overlap`: no axis separates the boxes, so that there has to
 * be a contact. */
void kamm_collide_face(const struct box_pair *pair, int axis, double margin_m, int overlap,
                       struct manifold *out);

#endif
