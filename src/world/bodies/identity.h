/* Who is who in a world. */
#ifndef KAMM_WORLD_BODIES_IDENTITY_H
#define KAMM_WORLD_BODIES_IDENTITY_H

#include <kamm/world.h>

/* Groups that have none get theirs: cars that were here before what they had, others the next. */
void kamm_identify_groups(kamm_world *world);
/* Who and what is in which place: groups of cars, dynamic bodies, fixed bodies that move. Equal where a snapshot of one fits the other. */
uint64_t kamm_hash_places(const kamm_world *world);

#endif
