/* Snapshots and hashes of combinations: each unit's cars, then what the hitches carry and which are closed, and a sum of
 * all. */
#include "../base/error.h"
#include "../base/hash.h"
#include "combination_state.h"
#include "snapshot_mark.h"

#include <math.h>
#include <string.h>

size_t kamm_hitches_size(const kamm_combinations *rigs)
{
    size_t hitches = hitch_count(rigs);
    return hitches * (sizeof *rigs->coupled + sizeof *rigs->force);
}

void kamm_save_hitches(const kamm_combinations *rigs, char *to)
{
    size_t hitches = hitch_count(rigs);
    memcpy(to, rigs->force, hitches * sizeof *rigs->force);
    memcpy(to + hitches * sizeof *rigs->force, rigs->coupled, hitches * sizeof *rigs->coupled);
}

void kamm_restore_hitches(kamm_combinations *rigs, const char *from)
{
    size_t hitches = hitch_count(rigs);
    memcpy(rigs->force, from, hitches * sizeof *rigs->force);
    memcpy(rigs->coupled, from + hitches * sizeof *rigs->force, hitches * sizeof *rigs->coupled);
}

size_t kamm_combinations_snapshot_size(const kamm_combinations *rigs)
{
    KAMM_REQUIRE_ALIVE(rigs, 0);
    size_t size = kamm_hitches_size(rigs) + sizeof(uint64_t);
    for (int u = 0; u < rigs->units; ++u) size += kamm_snapshot_size(rigs->cars[u]);
    return size;
}

void kamm_save_combinations(const kamm_combinations *rigs, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(rigs, );
    KAMM_REQUIRE(snapshot, );
    char *to = snapshot;
    for (int u = 0; u < rigs->units; ++u) {
        kamm_save_snapshot(rigs->cars[u], to);
        to += kamm_snapshot_size(rigs->cars[u]);
    }
    kamm_save_hitches(rigs, to);
    to += kamm_hitches_size(rigs);
    write_sum(snapshot, (size_t)(to - (char *)snapshot));
}

kamm_result kamm_check_hitches(const kamm_combinations *rigs, const char *own, kamm_error *error)
{
    size_t hitches = hitch_count(rigs);
    const char *coupled = own + hitches * sizeof *rigs->force;
    int well = 1;
    for (size_t i = 0; i < hitches; ++i) {
        struct hitch_force force;
        memcpy(&force, own + i * sizeof force, sizeof force);
        double sum = (force.n[0] + force.n[1]) + force.n[2];
        well &=
            isfinite(sum + force.roll_nm + force.yaw_nm + force.stop_nm) && (coupled[i] & ~1) == 0;
    }
    if (well) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                     "snapshot: a hitch has a force that is not finite, or is neither open nor "
                     "closed");
}

kamm_result kamm_restore_combinations(kamm_combinations *rigs, const void *snapshot, size_t size,
                                      kamm_error *error)
{
    KAMM_REQUIRE_ALIVE(rigs, KAMM_ERROR_FORMAT);
    KAMM_REQUIRE(snapshot, KAMM_ERROR_FORMAT);
    if (size != kamm_combinations_snapshot_size(rigs))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %zu bytes, but one of these %d combinations has %zu", size,
                         rigs->count, kamm_combinations_snapshot_size(rigs));
    const char *from = snapshot;
    for (int u = 0; u < rigs->units; from += kamm_snapshot_size(rigs->cars[u++])) {
        size_t own = kamm_snapshot_size(rigs->cars[u]);
        kamm_result result = kamm_check_snapshot(rigs->cars[u], from, own, error);
        if (result != KAMM_OK) return result;
    }
    kamm_result result = kamm_check_hitches(rigs, from, error);
    if (result == KAMM_OK) result = check_sum(snapshot, size - sizeof(uint64_t), error);
    if (result != KAMM_OK) return result;
    from = snapshot;
    for (int u = 0; u < rigs->units; from += kamm_snapshot_size(rigs->cars[u++]))
        kamm_restore_snapshot(rigs->cars[u], from, kamm_snapshot_size(rigs->cars[u]), error);
    kamm_restore_hitches(rigs, from);
    return KAMM_OK;
}

uint64_t kamm_combinations_hash(const kamm_combinations *rigs)
{
    KAMM_REQUIRE_ALIVE(rigs, 0);
    uint64_t hash = HASH_START;
    for (int u = 0; u < rigs->units; ++u) hash = hash_long(hash, kamm_state_hash(rigs->cars[u]));
    for (int i = 0; i < rigs->count * (rigs->units - 1); ++i) {
        uint32_t coupled = rigs->coupled[i];
        hash = hash_words(hash, &coupled, 1);
    }
    return hash;
}
