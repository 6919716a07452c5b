/* How a snapshot begins: eight bytes that say what it is of and in which layout. The last says in which order the machine that
 * made it has the bytes of a number, as all that follows is as it lies in memory there. */
#ifndef KAMM_RUN_SNAPSHOT_MARK_H
#define KAMM_RUN_SNAPSHOT_MARK_H

#include "../base/error.h"

#include <stdint.h>
#include <string.h>

enum { MARK_SIZE = 8, MARK_ORDER = MARK_SIZE - 1 };

static inline void write_mark(char to[MARK_SIZE], const char mark[MARK_SIZE])
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, sizeof first);
    memcpy(to, mark, MARK_SIZE);
    to[MARK_ORDER] = first ? 0 : 'B';
}

/* KAMM_OK: it may be of this machine, as far as its first bytes tell. */
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

#endif
