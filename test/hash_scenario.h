/* The one hash per rung that every machine, compiler, optimisation level and width has to give.
 *
 * When a model changes on purpose:
 *     build/release/bin/kamm_hash --print yes > build/hashes && cp build/hashes test/hash_constants.inc
 * which stops unless all widths agree. Say in the commit why they changed. */
#ifndef KAMM_HASH_SCENARIO_H
#define KAMM_HASH_SCENARIO_H

#include <kamm/vehicle.h>
#include <stdint.h>

/* State hash after so many simulated seconds. */
static const struct {
    kamm_rung rung;
    int seconds;
    uint64_t hash;
} expected_hashes[] = {
#include "hash_constants.inc"
};

#endif
