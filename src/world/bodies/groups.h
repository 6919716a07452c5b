/* Cars and combinations that come into a world and leave it. */
#ifndef KAMM_WORLD_BODIES_GROUPS_H
#define KAMM_WORLD_BODIES_GROUPS_H

#include <kamm/world.h>

/* Lets all cars go. */
void kamm_release_groups(kamm_world *world);

#endif
