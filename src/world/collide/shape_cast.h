/* When what moves along a straight line, without turning, overlaps a box: for sensors and casts.
 *
 * Boxes: separating axes that move (Ericson, Real-Time Collision Detection, 2005, section 5.5.8; after Gottschalk, Lin and Manocha,
 * SIGGRAPH 1996). Along each of the 15 axes of two boxes they overlap during one interval, and the boxes do while all of these
 * hold. Exact; edges less than 1e-4 rad from parallel form no axis, as those of faces do for them. Rays: slabs (section 5.3.3).
 * Spheres: their distance from a box is a convex function of the way, so Newton's method comes from outside and never
 * oversteps. Other shapes: the same by their distance (collide/distance.h), from where the boxes around them touch; rays against
 * polyhedra: by their faces, as slabs. */
#ifndef KAMM_WORLD_COLLIDE_SHAPE_CAST_H
#define KAMM_WORLD_COLLIDE_SHAPE_CAST_H

#include "triangle_mesh.h"

struct overlap_time {
    double first, last;
    double normal[3]; /* unit, out of the box, where it comes in; 0: they have always overlapped */
};

/* From where the boxes are, 0, on by `move` per unit of time of the first, and back for times below 0. 0: they never
 * overlap. Boxes that touch overlap. */
int kamm_cast_boxes(const struct oriented_box *box, const double move[3],
                    const struct oriented_box *other, struct overlap_time *time);

/* The same of a point. */
int kamm_cast_point(const double from[3], const double move[3], const struct oriented_box *box,
                    struct overlap_time *time);

/* The first touch of a sphere from time 0 on; `last` is not set. 0: there is none. */
int kamm_cast_sphere(const double from[3], double radius_m, const double move[3],
                     const struct oriented_box *box, struct overlap_time *time);

/* … of a box or another shape, where not both are boxes, from time 0 on; `normal` is 0 if they overlap by then. */
int kamm_cast_collider(const struct collider *moving, const double move[3],
                       const struct collider *other, struct overlap_time *time);
/* … of a sphere or, without a radius, a point. */
int kamm_cast_ball(const double from[3], double radius_m, const double move[3],
                   const struct collider *other, struct overlap_time *time);

/* Casts bodies in place from `time` on. At that time they touch at most, with that normal, and do
 * not overlap. At time 0 they may overlap. */
int kamm_cast_placed(const struct placed_convex *moving, const double move[3],
                     const struct placed_convex *other, struct overlap_time *time);

/* The same at a mesh's front: `touch` is where. */
struct mesh_touch {
    struct overlap_time time;
    double touch[3];
};
int kamm_cast_ball_at_mesh(const double from[3], double radius_m, const double move[3],
                           const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                           struct mesh_touch *out);
int kamm_cast_box_at_mesh(const struct oriented_box *box, const double move[3],
                          const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                          struct mesh_touch *out);
/* Does the same as kamm_cast_past for a mesh: it finds when the shape is in any triangle, from
 * either side. */
int kamm_cast_past_mesh(const struct collider *moving, const double move[3],
                        const struct triangle_mesh *mesh, const struct oriented_box *mesh_box,
                        struct overlap_time *time);

/* Does the same as kamm_cast_boxes for any two shapes, but searches first and last only between -1
 * and 0. */
int kamm_cast_past(const struct collider *moving, const double move[3],
                   const struct collider *other, struct overlap_time *time);

/* The point of a box that is nearest to another one, which may be inside. */
void kamm_nearest_in_box(const struct oriented_box *box, const double to[3], double nearest[3]);

#endif
