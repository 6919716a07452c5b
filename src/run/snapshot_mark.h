/* How a snapshot begins: eight bytes that say what it is of and in which layout. The last says in which order the machine that
 * made it has the bytes of a number, as all that follows is as it lies in memory there. */
#ifndef KAMM_RUN_SNAPSHOT_MARK_H
#define KAMM_RUN_SNAPSHOT_MARK_H

#include "../base/error.h"
#include "../base/little_endian.h"

#include <stdint.h>
#include <string.h>

enum { MARK_SIZE = 8, MARK_ORDER = MARK_SIZE - 1 };

static inline void write_mark(char to[MARK_SIZE], const char mark[MARK_SIZE])
{
    memcpy(to, mark, MARK_SIZE);
    to[MARK_ORDER] = is_little_endian() ? 0 : 'B';
}

/* KAMM_OK: it may be of this machine, by its first bytes. */
static inline kamm_result check_byte_order(const char own[MARK_SIZE], const void *snapshot,
                                           size_t size, kamm_error *error)
{
    const char *mark = snapshot;
    if (size < MARK_SIZE || memcmp(own, mark, MARK_ORDER) != 0) return KAMM_OK;
    if (mark[MARK_ORDER] == own[MARK_ORDER]) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                     "snapshot: made on a %s-endian machine, and this one is the other way round",
                     mark[MARK_ORDER] ? "big" : "little");
}

/* At the end of a snapshot: a sum of all bytes before, which tells any change of eight bytes that lie together, and of more but
 * for one in 2^64. Four sums side by side, each of which every word changes one to one. Words are little-endian, so that equal bytes
 * have equal sums on every machine. */
static inline uint64_t snapshot_sum(const void *snapshot, size_t size)
{
    const char *at = snapshot;
    uint64_t sum[4] = {1, 2, 3, 4}, all = size;
    for (size_t word = 0; word * 8 < size; ++word) {
        size_t left = size - word * 8;
        char last[8] = {0};
        uint64_t bits, *part = &sum[word % 4];
        if (left < 8) memcpy(last, at + word * 8, left);
        copy_little(&bits, left < 8 ? last : at + word * 8, 8);
        *part = (*part ^ bits) * 0x9e3779b97f4a7c15u;
        *part ^= *part >> 29;
    }
    for (int i = 0; i < 4; ++i) {
        all = (all ^ sum[i]) * 0x9e3779b97f4a7c15u;
        all ^= all >> 31;
    }
    return all;
}

/* Writes the sum behind the `size` bytes of a snapshot. */
static inline void write_sum(void *snapshot, size_t size)
{
    uint64_t sum = snapshot_sum(snapshot, size);
    copy_little((char *)snapshot + size, &sum, sizeof sum);
}

static inline kamm_result check_sum(const void *snapshot, size_t size, kamm_error *error)
{
    uint64_t sum = snapshot_sum(snapshot, size), written;
    copy_little(&written, (const char *)snapshot + size, sizeof written);
    if (sum == written) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                     "snapshot: its bytes were changed since it was saved");
}

#endif
