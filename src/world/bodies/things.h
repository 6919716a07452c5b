/* Things: free rigid bodies that fall and turn. */
#ifndef KAMM_WORLD_BODIES_THINGS_H
#define KAMM_WORLD_BODIES_THINGS_H

#include <kamm/world.h>

/* Gravity, into their velocities. */
void kamm_drop_things(kamm_world *world);
/* By their velocities. */
void kamm_move_things(kamm_world *world);

#endif
