/* Room for everything that depends on how many bodies there are. */
#ifndef KAMM_WORLD_MEMORY_H
#define KAMM_WORLD_MEMORY_H

#include <kamm/world.h>

/* Whether there is room for the bodies that there are. */
int kamm_has_room(const kamm_world *world);
/* 0: out of memory, nothing has changed. */
int kamm_make_room(kamm_world *world);
void kamm_release_room(kamm_world *world);
/* Bodies have come, gone or got other numbers: what is known of them, pairs and touches too, is found again. */
void kamm_forget_bodies(kamm_world *world);
/* The same where only fixed bodies have come or gone: others keep their numbers. */
void kamm_forget_pairs(kamm_world *world);
/* More room for pairs and contacts, if they have come near to filling it: between calls only. */
void kamm_grow_room(kamm_world *world);

#endif
