/* The one hash that every machine, compiler, optimisation level and width has to give.
 *
 * When the model changes on purpose, run kamm_hash, check that all widths agree, and put the new
 * numbers here. */
#ifndef KAMM_HASH_SCENARIO_H
#define KAMM_HASH_SCENARIO_H

#include <stdint.h>

/* State hash after so many simulated seconds. */
static const struct {
    int seconds;
    uint64_t hash;
} expected_hashes[] = {
    {2, 0x80bdbb09333969e7u},
    {20, 0xfdffc27d26fe8433u},
};

#endif
