/* Which pairs to look at, for how long, and which bodies that leaves alone. */
#ifndef KAMM_WORLD_CONTACT_PAIRS_H
#define KAMM_WORLD_CONTACT_PAIRS_H

#include <kamm/world.h>

/* Looks for pairs where those there are do not hold. */
void kamm_refresh_pairs(kamm_world *world);
/* Whether a body whose frame is read is still covered for the next substep; whether all active ones are. */
int kamm_frame_is_covered(const kamm_world *world, uint32_t body);
int kamm_active_are_covered(const kamm_world *world);
/* Whether all are, after others may have moved them. */
int kamm_all_are_covered(kamm_world *world);

#endif
