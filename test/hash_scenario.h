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
    {2, 0x9c717d4b8c2dc5e7u},
    {20, 0x341d0b8bc44e2a8fu},
};

#endif
