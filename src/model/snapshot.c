/* Snapshots and hashes: all that moves, as bytes. */
#include "../base/error.h"
#include "../base/hash.h"
#include "cars.h"

#include <string.h>

struct snapshot_header {
    char mark[8];
    uint32_t count, block_size; /* cars; bytes of a block */
    uint64_t rung, substeps;
};

static const char mark[8] = "KAMMSN2";

size_t kamm_snapshot_size(const kamm_cars *cars)
{
    KAMM_REQUIRE(cars, 0);
    size_t blocks = (size_t)cars->blocks;
    return sizeof(struct snapshot_header) +
           blocks * (sizeof *cars->block + sizeof *cars->stale + KAMM_BLOCK * sizeof *cars->inputs);
}

static struct snapshot_header header_of(const kamm_cars *cars)
{
    struct snapshot_header header = {.count = (uint32_t)cars->count,
                                     .block_size = sizeof *cars->block,
                                     .rung = (uint64_t)cars->rung->info.rung,
                                     .substeps = cars->substeps};
    memcpy(header.mark, mark, sizeof mark);
    return header;
}

void kamm_save_snapshot(const kamm_cars *cars, void *snapshot)
{
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(snapshot, );
    struct snapshot_header header = header_of(cars);
    size_t blocks = (size_t)cars->blocks;
    char *to = snapshot;
    memcpy(to, &header, sizeof header), to += sizeof header;
    memcpy(to, cars->block, blocks * sizeof *cars->block), to += blocks * sizeof *cars->block;
    memcpy(to, cars->inputs, blocks * KAMM_BLOCK * sizeof *cars->inputs);
    to += blocks * KAMM_BLOCK * sizeof *cars->inputs;
    memcpy(to, cars->stale, blocks * sizeof *cars->stale);
}

kamm_result kamm_restore_snapshot(kamm_cars *cars, const void *snapshot, size_t size,
                                  kamm_error *error)
{
    KAMM_REQUIRE(cars, KAMM_ERROR_FORMAT);
    KAMM_REQUIRE(snapshot, KAMM_ERROR_FORMAT);
    struct snapshot_header own = header_of(cars), header;
    if (size != kamm_snapshot_size(cars))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %zu bytes, but one of these %d cars has %zu", size, cars->count,
                         kamm_snapshot_size(cars));
    memcpy(&header, snapshot, sizeof header);
    own.substeps = header.substeps;
    if (memcmp(&own, &header, sizeof own) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: not one of %d cars of the rung %s and of this build",
                         cars->count, cars->rung->info.name);
    size_t blocks = (size_t)cars->blocks;
    const char *from = (const char *)snapshot + sizeof header;
    memcpy(cars->block, from, blocks * sizeof *cars->block), from += blocks * sizeof *cars->block;
    memcpy(cars->inputs, from, blocks * KAMM_BLOCK * sizeof *cars->inputs);
    from += blocks * KAMM_BLOCK * sizeof *cars->inputs;
    memcpy(cars->stale, from, blocks * sizeof *cars->stale);
    cars->substeps = header.substeps;
    return KAMM_OK;
}

/* Car by car, so that spare lanes do not count. */
static uint64_t hash_car(uint64_t hash, const struct car_block *block, int lane)
{
    float row[STATE_COUNT];
    for (int i = 0; i < 3; ++i) hash = hash_words(hash, &block->position_m[i][lane], 2);
    for (size_t i = 0; i < STATE_COUNT; ++i) row[i] = block->state[i][lane];
    return hash_words(hash, row, STATE_COUNT);
}

uint64_t kamm_state_hash(const kamm_cars *cars)
{
    KAMM_REQUIRE(cars, 0);
    uint64_t hash = HASH_START;
    for (int i = 0; i < cars->count; ++i)
        hash = hash_car(hash, &cars->block[i / KAMM_BLOCK], i % KAMM_BLOCK);
    return hash;
}
