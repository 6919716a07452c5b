/* Which of many contact points a body of many shapes keeps. */
#ifndef KAMM_WORLD_CONTACT_LOWEST_POINTS_H
#define KAMM_WORLD_CONTACT_LOWEST_POINTS_H

#include "../collide/triangle_mesh.h"

/* Leaves `most` points, `most_alike` of those that touch alike: with the smallest gaps. `scale`: of the body over the usual size. */
void kamm_keep_lowest(struct mesh_contacts *points, int most_alike, int most, double size_m,
                      double scale);

#endif
