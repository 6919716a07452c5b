/* Snapshots and hashes: all that moves, as bytes. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/hash.h"
#include "external_forces.h"
#include "legal.h"
#include "snapshot_mark.h"

#include <string.h>

struct snapshot_header {
    char mark[8];
    uint32_t count, block_size; /* cars; bytes of a block */
    uint64_t rung, fingerprint, substeps;
};

static const char mark[8] = "KAMMSND";

/* The parts of cars that a snapshot holds, one after the other. */
enum { PARTS = 11 };
struct part {
    void *at;
    size_t size;
};

static void parts_of(const kamm_cars *cars, struct part parts[PARTS])
{
    size_t blocks = (size_t)cars->blocks;
    parts[0] = (struct part){cars->memory, blocks * block_size(&cars->rows)};
    parts[1] = (struct part){cars->inputs, blocks * KAMM_BLOCK * sizeof *cars->inputs};
    parts[2] = (struct part){cars->stale, blocks * sizeof *cars->stale};
    parts[3] = (struct part){cars->points, cars->points ? blocks * sizeof *cars->points : 0};
    parts[5] = (struct part){cars->asked_wheels, blocks * sizeof *cars->asked_wheels};
    parts[4] =
        (struct part){cars->asked_points, cars->points ? blocks * sizeof *cars->asked_points : 0};
    parts[6] = (struct part){cars->gravity, blocks * sizeof *cars->gravity};
    parts[7] = (struct part){cars->placed, blocks * sizeof *cars->placed};
    parts[8] = (struct part){cars->unsettled, blocks * sizeof *cars->unsettled};
    parts[9] = (struct part){cars->off, blocks * sizeof *cars->off};
    parts[10] = (struct part){cars->generation, blocks * KAMM_BLOCK * sizeof *cars->generation};
}

size_t kamm_snapshot_size(const kamm_cars *cars)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    struct part parts[PARTS];
    size_t size = sizeof(struct snapshot_header);
    parts_of(cars, parts);
    for (int i = 0; i < PARTS; ++i) size += parts[i].size;
    return size + sizeof(uint64_t); /* their sum */
}

/* Returns a fingerprint of all models, in order. */
static uint64_t fingerprint_of(const kamm_cars *cars)
{
    uint64_t hash = 0;
    for (int i = 0; i < (cars->mixed ? cars->count : 1); ++i)
        hash = hash_long(hash, cars->models[i]->fingerprint);
    return hash;
}

static struct snapshot_header header_of(const kamm_cars *cars)
{
    struct snapshot_header header = {.count = (uint32_t)cars->count,
                                     .block_size = (uint32_t)block_size(&cars->rows),
                                     .rung = (uint64_t)cars->rung->info.rung,
                                     .fingerprint = fingerprint_of(cars),
                                     .substeps = cars->substeps};
    write_mark(header.mark, mark);
    return header;
}

void kamm_save_snapshot(const kamm_cars *cars, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(snapshot, );
    struct snapshot_header header = header_of(cars);
    struct part parts[PARTS];
    char *to = snapshot;
    parts_of(cars, parts);
    memcpy(to, &header, sizeof header), to += sizeof header;
    for (int i = 0; i < PARTS; to += parts[i++].size)
        if (parts[i].size) memcpy(to, parts[i].at, parts[i].size);
    write_sum(snapshot, (size_t)(to - (char *)snapshot));
}

/* A row of a block whose bytes may lie anywhere. */
static void copy_row(void *row, const char *block, const void *start, const void *from, size_t size)
{
    memcpy(row, block + ((const char *)from - (const char *)start), size);
}

/* The lane of a car that can't be; -1: all are well. `like`: any block, whose rows lie alike. */
static int strange_lane(const char *block, const struct car_block *like, const struct row_map *rows,
                        int cars)
{
    const void *start = like->position_m;
    struct legal_states states[KAMM_BLOCK];
    double place[3][KAMM_BLOCK];
    float row[KAMM_BLOCK];
    copy_row(place, block, start, like->position_m, sizeof place);
    for (int lane = 0; lane < cars; ++lane)
        states[lane] =
            kamm_start_legal((const double[3]){place[0][lane], place[1][lane], place[2][lane]});
    for (size_t i = 0; i < rows->states; ++i) {
        copy_row(row, block, start, like->state[i], sizeof row);
        for (int lane = 0; lane < cars; ++lane)
            kamm_add_legal(&states[lane], rows->row_state[i], row[lane]);
    }
    for (size_t i = 0; i < rows->outputs; ++i) {
        copy_row(row, block, start, like->output[i], sizeof row);
        for (int lane = 0; lane < cars; ++lane) kamm_add_legal_output(&states[lane], row[lane]);
    }
    for (size_t i = 0; i < CONTACT_COUNT * rows->wheels; ++i) {
        copy_row(row, block, start, contact_floats(like->contact)[i], sizeof row);
        for (int lane = 0; lane < cars; ++lane) kamm_add_legal_output(&states[lane], row[lane]);
    }
    for (int lane = 0; lane < cars; ++lane)
        if (!kamm_are_legal(&states[lane])) return lane;
    return -1;
}

/* Generations are from 1, as handles of cars have them. `end`: of a snapshot's parts. */
static kamm_result check_slots(const kamm_cars *cars, const char *end, kamm_error *error)
{
    size_t blocks = (size_t)cars->blocks;
    const char *generations = end - blocks * KAMM_BLOCK * sizeof *cars->generation;
    const char *off = generations - blocks * sizeof *cars->off;
    for (size_t i = 0; i < blocks * sizeof *cars->off && !KAMM_TAKES_SLOTS; ++i)
        if (off[i])
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: a car is off, and in this build all are on");
    for (int car = 0; car < cars->count; ++car) {
        uint32_t generation;
        memcpy(&generation, generations + (size_t)car * sizeof generation, sizeof generation);
        if (!generation)
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: car %d has generation 0, which no car has", car);
    }
    return KAMM_OK;
}

static kamm_result check_states(const kamm_cars *cars, const char *blocks, kamm_error *error)
{
    for (int i = 0; i < cars->blocks; ++i) {
        int left = cars->count - i * KAMM_BLOCK;
        int lane = strange_lane(blocks + (size_t)i * block_size(&cars->rows), &cars->block[0],
                                &cars->rows, left < KAMM_BLOCK ? left : KAMM_BLOCK);
        if (lane >= 0)
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: car %d has a state that no car has", i * KAMM_BLOCK + lane);
    }
    return KAMM_OK;
}

kamm_result kamm_check_snapshot(const kamm_cars *cars, const void *snapshot, size_t size,
                                kamm_error *error)
{
    struct snapshot_header own = header_of(cars), header;
    int has_header = size >= sizeof header;
    if (check_byte_order(own.mark, snapshot, size, error)) return KAMM_ERROR_FORMAT;
    if (has_header) {
        memcpy(&header, snapshot, sizeof header);
        own.substeps = header.substeps;
        if (own.fingerprint != header.fingerprint) {
            own.fingerprint = header.fingerprint;
            if (memcmp(&own, &header, sizeof own) == 0)
                return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                                 "snapshot: one of %d cars of another model", cars->count);
        }
    }
    if (has_header && memcmp(&own, &header, sizeof own) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: not one of %d cars of the rung %s and of this build",
                         cars->count, cars->rung->info.name);
    if (size != kamm_snapshot_size(cars))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %zu bytes, but one of these %d cars has %zu", size, cars->count,
                         kamm_snapshot_size(cars));
    if (header.substeps > MOST_SUBSTEPS)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %llu substeps, which is longer than anything runs",
                         (unsigned long long)header.substeps);
    kamm_result result = check_states(cars, (const char *)snapshot + sizeof header, error);
    if (result == KAMM_OK)
        result = check_slots(cars, (const char *)snapshot + size - sizeof(uint64_t), error);
    return result == KAMM_OK ? check_sum(snapshot, size - sizeof(uint64_t), error) : result;
}

kamm_result kamm_restore_snapshot(kamm_cars *cars, const void *snapshot, size_t size,
                                  kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check_snapshot(cars, snapshot, size, error);
    if (result != KAMM_OK) return result;
    struct snapshot_header header;
    struct part parts[PARTS];
    const char *from = (const char *)snapshot + sizeof header;
    memcpy(&header, snapshot, sizeof header);
    parts_of(cars, parts);
    for (int i = 0; i < PARTS; from += parts[i++].size)
        if (parts[i].size) memcpy(parts[i].at, from, parts[i].size);
    for (int i = 0; i < cars->blocks; ++i) kamm_forget_plane(cars, i);
    kamm_end_forces(cars);
    cars->substeps = header.substeps;
    memset(cars->source, 0, (size_t)cars->blocks * sizeof *cars->source);
    return KAMM_OK;
}

/* States that the rung does not have count as 0, so that the hash of a car does not tell how its rung keeps it; those of parts
 * that the cars do not have do not count, so that a new part leaves the hashes of all others. */
static uint64_t hash_states(uint64_t hash, const struct car *car, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; ++i) {
        if (car->rows->is_missing[i]) continue;
        float value = state_of(car, i);
        hash = hash_words(hash, &value, 1);
    }
    return hash;
}

/* Car by car, so that spare lanes do not count. Of one that is off only that counts, and how often it was. */
static uint64_t hash_car(uint64_t hash, const kamm_cars *cars, int i)
{
    if (cars->generation[i] != 1) hash = hash_long(hash, cars->generation[i]);
    if (kamm_car_is_off(cars, i)) return hash;
    const struct car car = kamm_car_of(cars, i);
    size_t wheels = (size_t)cars->layout->wheels, axles = (size_t)cars->layout->axles;
    for (int axis = 0; axis < 3; ++axis)
        hash = hash_doubles(hash, &car.block->position_m[axis][car.lane], 1);
    hash = hash_states(hash, &car, STATE_NUMBER(car), FLOATS_OF(car_rows));
    hash = hash_states(hash, &car, STATE_NUMBER(wheels), wheels * FLOATS_OF(wheel_rows));
    hash = hash_states(hash, &car, STATE_NUMBER(axles), axles * FLOATS_OF(axle_rows));
    return hash_states(hash, &car, STATE_NUMBER(points), BODY_POINTS * FLOATS_OF(point_rows));
}

uint64_t kamm_state_hash(const kamm_cars *cars)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    uint64_t hash = HASH_START;
    for (int i = 0; i < cars->count; ++i) hash = hash_car(hash, cars, i);
    return hash;
}
