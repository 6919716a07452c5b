/* Snapshots and hashes of combinations: each unit's cars, then what the hitches carry and which are closed, and a sum of
 * all. */
#include "../base/error.h"
#include "../base/hash.h"
#include "combination_state.h"
#include "snapshot_mark.h"

#include <math.h>
#include <string.h>

size_t kamm_hitches_size(const kamm_combinations *combinations)
{
    size_t hitches = hitch_count(combinations);
    return hitches * (sizeof *combinations->coupled + sizeof *combinations->force);
}

void kamm_save_hitches(const kamm_combinations *combinations, char *to)
{
    size_t hitches = hitch_count(combinations);
    memcpy(to, combinations->force, hitches * sizeof *combinations->force);
    memcpy(to + hitches * sizeof *combinations->force, combinations->coupled,
           hitches * sizeof *combinations->coupled);
}

void kamm_restore_hitches(kamm_combinations *combinations, const char *from)
{
    size_t hitches = hitch_count(combinations);
    memcpy(combinations->force, from, hitches * sizeof *combinations->force);
    memcpy(combinations->coupled, from + hitches * sizeof *combinations->force,
           hitches * sizeof *combinations->coupled);
}

size_t kamm_combinations_snapshot_size(const kamm_combinations *combinations)
{
    KAMM_REQUIRE_ALIVE(combinations, 0);
    size_t size = kamm_hitches_size(combinations) + sizeof(uint64_t);
    for (int u = 0; u < combinations->units; ++u) size += kamm_snapshot_size(combinations->cars[u]);
    return size;
}

void kamm_save_combinations(const kamm_combinations *combinations, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE(snapshot, );
    char *to = snapshot;
    for (int u = 0; u < combinations->units; ++u) {
        kamm_save_snapshot(combinations->cars[u], to);
        to += kamm_snapshot_size(combinations->cars[u]);
    }
    kamm_save_hitches(combinations, to);
    to += kamm_hitches_size(combinations);
    write_sum(snapshot, (size_t)(to - (char *)snapshot));
}

int kamm_hitch_is_legal(const struct hitch_force *force, unsigned coupled)
{
    double sum = (force->n[0] + force->n[1]) + force->n[2];
    return isfinite(sum + force->roll_nm + force->yaw_nm + force->stop_nm) && coupled <= 1;
}

kamm_result kamm_check_hitches(const kamm_combinations *combinations, const char *own,
                               kamm_error *error)
{
    size_t hitches = hitch_count(combinations);
    const char *coupled = own + hitches * sizeof *combinations->force;
    int well = 1;
    for (size_t i = 0; i < hitches; ++i) {
        struct hitch_force force;
        memcpy(&force, own + i * sizeof force, sizeof force);
        well &= kamm_hitch_is_legal(&force, (unsigned char)coupled[i]);
    }
    if (well) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                     "snapshot: a hitch has a force that is not finite, or is neither open nor "
                     "closed");
}

kamm_result kamm_restore_combinations(kamm_combinations *combinations, const void *snapshot,
                                      size_t size, kamm_error *error)
{
    KAMM_REQUIRE_ALIVE_WITH(error, combinations, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    if (size != kamm_combinations_snapshot_size(combinations))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %zu bytes, but one of these %d combinations has %zu", size,
                         combinations->count, kamm_combinations_snapshot_size(combinations));
    const char *from = snapshot;
    for (int u = 0; u < combinations->units; from += kamm_snapshot_size(combinations->cars[u++])) {
        size_t own = kamm_snapshot_size(combinations->cars[u]);
        kamm_result result = kamm_check_snapshot(combinations->cars[u], from, own, error);
        if (result != KAMM_OK) return result;
    }
    kamm_result result = kamm_check_hitches(combinations, from, error);
    if (result == KAMM_OK) result = check_sum(snapshot, size - sizeof(uint64_t), error);
    if (result != KAMM_OK) return result;
    from = snapshot;
    for (int u = 0; u < combinations->units; from += kamm_snapshot_size(combinations->cars[u++]))
        kamm_restore_snapshot(combinations->cars[u], from,
                              kamm_snapshot_size(combinations->cars[u]), error);
    kamm_restore_hitches(combinations, from);
    return KAMM_OK;
}

uint64_t kamm_combinations_hash(const kamm_combinations *combinations)
{
    KAMM_REQUIRE_ALIVE(combinations, 0);
    uint64_t hash = HASH_START;
    for (int u = 0; u < combinations->units; ++u)
        hash = hash_long(hash, kamm_state_hash(combinations->cars[u]));
    for (int i = 0; i < combinations->count * (combinations->units - 1); ++i) {
        uint32_t coupled = combinations->coupled[i];
        hash = hash_words(hash, &coupled, 1);
    }
    return hash;
}
