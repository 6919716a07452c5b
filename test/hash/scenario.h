/* The one hash per rung that every machine, compiler, optimisation level and width has to give.
 *
 * When a model changes on purpose:
 *     build/release/bin/kamm_hash --print yes > build/hashes && cp build/hashes test/hash/constants.inc
 * which stops unless all widths agree. Say in the commit why they changed. */
#ifndef KAMM_HASH_SCENARIO_H
#define KAMM_HASH_SCENARIO_H

#include <kamm/vehicle.h>
#include <stdint.h>

/* Of the world of world.c after a second, and of the combinations of combinations.c after three; 0: they could not be run. */
uint64_t hash_of_world(void);
uint64_t hash_of_combinations(void);
/* Of the motorcycles of two_wheelers.c after three seconds; 0: they could not be run. */
uint64_t hash_of_two_wheelers(void);

#endif
