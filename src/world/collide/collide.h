/* Where two boxes touch: the narrow phase of the world.
 *
 * Method: separating axes, the 15 of two boxes (Gottschalk, Lin and Manocha, "OBBTree: a hierarchical
 * structure for rapid interference detection", SIGGRAPH 1996; Ericson, Real-Time Collision Detection,
 * 2005, section 4.4). Then the face of one box that lies against a face of the other is clipped to it
 * (Sutherland and Hodgman, "Reentrant polygon clipping", CACM 1974). Otherwise the nearest points of
 * two edges are taken (Ericson, section 5.1.8).
 *
 * Departures and limits:
 * - Contacts of boxes that do not touch yet are given up to a margin (speculative contacts), so that a
 *   fast body is stopped before it is inside or beyond. The gap of a point is measured along the normal,
 *   there. The axis of largest separation is not the nearest way where corner is nearest to corner: boxes
 *   that are apart and do not face each other have no contact, so a car may pass close by a corner. They
 *   do not face if no point of one is over a face of the other and edges do not cross.
 * - A face is preferred to a crossing of edges that is better by less than 5 % (and 5e-4 of the smaller box's size).
 *   The larger of two faces is preferred to the smaller one that is better by less than 1 % (and 1e-4). So a body at
 *   rest does not change its kind of contact from substep to substep. A penetration may be too deep by that much.
 * - Edges less than 1e-4 rad from parallel form no axis: the faces' axes do for them.
 *
 * Arithmetic is + - * / sqrt in a fixed order: the same bits on every machine. Mirrored boxes (y for -y in
 * the world and in the box) have mirrored manifolds, point by point, to the bit. Ties that arithmetic can't
 * break: a centre exactly in the middle plane of the other box. They concern the order of the points, and
 * the side to which a body is pushed out that is equally deep from both.
 */
#ifndef KAMM_WORLD_COLLIDE_COLLIDE_H
#define KAMM_WORLD_COLLIDE_COLLIDE_H

#include <kamm/world.h>
#include <math.h>
#include <stdint.h>

/* A box in world axes. */
struct oriented_box {
    double centre[3];
    double axis[3][3]; /* unit vectors: the box's x, y and z in world axes */
    double half[3];
    uint32_t
        buried; /* faces that another fixed body covers, a bit each (box_face): see kamm_buried_faces */
};

enum { MAX_CONTACT_POINTS = 4 };

struct contact_point {
    double at[3]; /* midway between the two surfaces */
    double gap_m; /* below 0: penetration */
    uint32_t
        feature; /* which corner meets which face, or which edge which edge: the same in the next
                         substep as long as the same ones meet; different for each point of a manifold */
};

struct manifold {
    double normal[3]; /* unit, from a to b; only where count is above 0 */
    int count;        /* 0: further apart than the margin, or not facing each other */
    struct contact_point points[MAX_CONTACT_POINTS];
};

/* A kamm_box that is fixed to a frame, by the frame's place in the world (orientation: w, x, y, z, of
 * any length; all 0: none). Nothing is buried. */
void kamm_orient_box(const kamm_box *box, const double position_m[3], const double orientation[4],
                     struct oriented_box *out);

/* The same of a box in the frame's own axes, by the frame's axes in the world. */
void kamm_move_box(const struct oriented_box *box, const double position_m[3],
                   const double axis[3][3], struct oriented_box *out);

/* … of one whose axes are the frame's. */
void kamm_move_unturned_box(const struct oriented_box *box, const double position_m[3],
                            const double axis[3][3], struct oriented_box *out);

/* The bit of a face in `buried`: of axis 0 to 2, on its + or - side. */
static inline uint32_t box_face(int axis, int positive)
{
    return 1u << (2 * axis + (positive ? 1 : 0));
}
enum { ALL_FACES = 63 };

/* Edge of the cube of the same surface. */
static inline double box_size_m(const struct oriented_box *box)
{
    const double *half = box->half;
    return 2 * sqrt((half[0] * half[1] + half[1] * half[2] + half[2] * half[0]) / 3);
}

/* Corner c lies on the + side of axis k where bit k of c is set. */
void kamm_box_corners(const struct oriented_box *box, double corners[8][3]);
double kamm_box_radius(const struct oriented_box *box); /* of the sphere around it */
void kamm_box_bounds(const struct oriented_box *box, double min[3], double max[3]);

/* Whether a face of one of two boxes lies further from the other than the margin: then there is no contact of them, nor of
 * what is in them. */
int kamm_boxes_are_apart(const struct oriented_box *a, const struct oriented_box *b,
                         double margin_m);

/* Contacts of two boxes that are no further apart than the margin (0 or more). */
void kamm_collide_boxes(const struct oriented_box *a, const struct oriented_box *b, double margin_m,
                        struct manifold *out);

/* The same for bodies that stay in the plane: boxes seen from above, where their height ranges overlap.
 * The normal is horizontal, there are at most two points, at the middle of the common range of heights. A
 * tilted box counts as the upright one around it that heads where its longest horizontal side does. */
void kamm_collide_boxes_in_plane(const struct oriented_box *a, const struct oriented_box *b,
                                 double margin_m, struct manifold *out);

/* Which faces of a box another one that does not move covers, or lies against within 5 cm: a wall's
 * pieces cover each other's ends, in bends of less than some 20 degrees too. No contact normal points out
 * of such a face, so that what slides along the wall does not catch on the joints. For fixed bodies, once, when
 * a world is made; `buried` is what all others give, joined with |. */
uint32_t kamm_buried_faces(const struct oriented_box *box, const struct oriented_box *other);

#endif
