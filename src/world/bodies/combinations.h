/* Combinations in a world: their units, and what their hitches do. */
#ifndef KAMM_WORLD_BODIES_COMBINATIONS_H
#define KAMM_WORLD_BODIES_COMBINATIONS_H

#include "../state.h"

/* Units of one combination, one behind the other, that do not touch now: they are coupled, or still one inside the other. */
int kamm_are_joined(const kamm_world *world, uint32_t a, uint32_t b);
/* Finds how far each hitch has to come apart before the boxes of its units do. */
void kamm_nest_combinations(const kamm_world *world, struct world_combinations *combinations);
/* They run before the cars of a substep, and after it. */
void kamm_prepare_world_combinations(kamm_world *world);
void kamm_pull_world_combinations(kamm_world *world);

#endif
