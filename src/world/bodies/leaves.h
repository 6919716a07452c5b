/* Leaves of a world's trees: what they bound, and when they move. */
#ifndef KAMM_WORLD_BODIES_LEAVES_H
#define KAMM_WORLD_BODIES_LEAVES_H

#include <kamm/world.h>

/* The upright box around a static or kinematic body. */
void kamm_bound_fixed(const kamm_world *world, int fixed, double low[3], double high[3]);
/* The leaf of one that is so fast is then no smaller than these bounds. */
void kamm_cover_fixed(kamm_world *world, int fixed, const double low[3], const double high[3],
                      double speed_mps);
/* The leaf of a dynamic body then has the sphere around it. */
void kamm_cover_dynamic(kamm_world *world, int dynamic);

#endif
