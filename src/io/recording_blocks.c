/* Writing the blocks of recordings, and what has gone wrong meanwhile. */
#include "recording_write.h"

#include "../base/error.h"

#include <errno.h>
#include <string.h>

int kamm_recording_grow(kamm_recording *recording, void *list, int count, int *room, size_t size)
{
    if (count < *room) return 1;
    void *old, *more;
    memcpy(&old, list, sizeof old);
    int bigger = *room ? 2 * *room : 16;
    more = kamm_enlarge(old, (size_t)count * size, kamm_product((size_t)bigger, size));
    if (!more) return recording->has_no_memory = 1, 0;
    memset((char *)more + (size_t)count * size, 0, ((size_t)bigger - (size_t)count) * size);
    memcpy(list, &more, sizeof more);
    *room = bigger;
    return 1;
}

void kamm_set_recorded_u32(unsigned char *at, size_t value)
{
    for (int i = 0; i < 4; ++i) at[i] = (unsigned char)(value >> (8 * i));
}

void kamm_start_block(recording_bytes *bytes, size_t size)
{
    bytes->count = 0;
    kamm_recording_room(bytes, size);
}

void kamm_write_recorded(kamm_recording *recording, const void *bytes, size_t size)
{
    errno = 0;
    if (!recording->code && fwrite(bytes, 1, size, recording->file) != size)
        recording->code = errno ? errno : -1;
}

void kamm_write_as_block(kamm_recording *recording, recording_bytes *bytes,
                         enum recording_block kind)
{
    if (bytes->has_failed) recording->has_no_memory = 1;
    if (recording->has_no_memory) return;
    size_t length = bytes->count - RECORDING_BLOCK_BYTES;
    kamm_set_recorded_u32(bytes->at, kind);
    kamm_set_recorded_u32(bytes->at + 4, length);
    kamm_set_recorded_u32(bytes->at + 8,
                          kamm_recording_checksum(bytes->at + RECORDING_BLOCK_BYTES, length) ^
                              (uint32_t)kind);
    kamm_write_recorded(recording, bytes->at, bytes->count);
}

void kamm_write_block(kamm_recording *recording, enum recording_block kind)
{
    kamm_write_as_block(recording, &recording->block, kind);
    kamm_start_block(&recording->block, RECORDING_BLOCK_BYTES);
}

kamm_result kamm_recording_outcome(const kamm_recording *recording, kamm_error *error)
{
    if (recording->has_no_memory)
        return kamm_fail(error, KAMM_ERROR_MEMORY, recording->path, "%.300s: out of memory",
                         recording->path);
    if (recording->code)
        return kamm_fail(error, KAMM_ERROR_FILE, recording->path, "%.300s: can't be written: %s",
                         recording->path,
                         recording->code > 0 ? strerror(recording->code) : "no reason is known");
    return KAMM_OK;
}
