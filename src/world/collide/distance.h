/* How far two convex bodies are from each other. */
#ifndef KAMM_WORLD_COLLIDE_DISTANCE_H
#define KAMM_WORLD_COLLIDE_DISTANCE_H

#include "convex.h"

struct nearest_points {
    double distance; /* of the bodies without their radii; 0: these overlap */
    double out[3];   /* unit, from b to a; only where the distance is above 0 */
    double on_b[3];  /* b's point that is nearest, without its radius */
};

/* With a moved by `shift`.
 *
 * E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", IEEE Journal of Robotics and Automation, 1988: the point of the Minkowski difference that is nearest to the
 * origin, by simplices. The nearest point of a simplex is the nearest of those that lie within its corners, edges, faces, each worked out by
 * itself (at most 14), which bears degenerate simplices. To 1e-12 of the distance, or to rounding. */
void kamm_find_nearest(const struct placed_convex *a, const double shift[3],
                       const struct placed_convex *b, struct nearest_points *out);

#endif
