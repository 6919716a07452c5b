/* Which contacts of the solver hang together, and which of those may be solved at the same time. */
#ifndef KAMM_WORLD_SOLVER_ISLANDS_H
#define KAMM_WORLD_SOLVER_ISLANDS_H

#include "solver.h"

/* An island with more contacts divides the pairs of one colour among the tasks. */
enum { SMALL_ISLAND = 64 };

/* Pairs, islands and the order in which they are solved. */
void kamm_find_islands(struct solver *solver);
static inline int is_large(const struct island *island) { return island->contacts > SMALL_ISLAND; }

#endif
