/* Ground below bodies that are no cars. */
#ifndef KAMM_WORLD_TERRAIN_GROUND_H
#define KAMM_WORLD_TERRAIN_GROUND_H

#include <kamm/ground.h>

/* The ground's, or what its query says of that place. */
void kamm_gravity_at(const kamm_ground *ground, const double position[3], double gravity[3]);

#endif
