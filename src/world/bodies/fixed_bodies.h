/* Kinematic bodies. */
#ifndef KAMM_WORLD_BODIES_FIXED_BODIES_H
#define KAMM_WORLD_BODIES_FIXED_BODIES_H

#include <kamm/world.h>

double kamm_fixed_speed(const kamm_world *world, int fixed);
void kamm_fixed_velocity(const kamm_world *world, int fixed, const double at[3], double out[3]);
/* Places its boxes, and its leaf in the tree. */
void kamm_place_fixed_boxes(kamm_world *world, int fixed);
/* Moves them by that number of substeps. */
void kamm_move_kinematic_bodies(kamm_world *world, int substeps);

#endif
