/* Kinematic bodies. */
#ifndef KAMM_WORLD_BODIES_SOLIDS_H
#define KAMM_WORLD_BODIES_SOLIDS_H

#include <kamm/world.h>

double kamm_solid_speed(const kamm_world *world, int solid);
void kamm_solid_velocity(const kamm_world *world, int solid, const double at[3], double out[3]);
void kamm_place_solid_boxes(kamm_world *world, int solid);
/* By so many substeps. */
void kamm_move_solids(kamm_world *world, int substeps);

#endif
