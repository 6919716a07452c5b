/* The bodies of a world: made from its def, added and removed between steps. */
#ifndef KAMM_WORLD_BODIES_BODY_SET_H
#define KAMM_WORLD_BODIES_BODY_SET_H

#include <kamm/world.h>

/* 0: out of memory. */
int kamm_copy_bodies(kamm_world *world, const kamm_world_def *def);
void kamm_release_bodies(kamm_world *world);

#endif
