/* Identities of the cars and bodies of a world. */
#ifndef KAMM_WORLD_BODIES_IDENTITY_H
#define KAMM_WORLD_BODIES_IDENTITY_H

#include <kamm/world.h>

/* Groups that have none get theirs: cars that were here before what they had, others the next. */
void kamm_identify_groups(kamm_world *world);
/* Returns a hash of the contents of all places: groups of cars, dynamic bodies, moving fixed
 * bodies. It is equal if a snapshot of one world fits the other. */
uint64_t kamm_hash_places(const kamm_world *world);

#endif
