/* Portable snapshots of combinations: records of their hitches, and a portable snapshot of the cars of each unit. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "cars.h"
#include "combination_state.h"
#include "portable.h"

#include <stdio.h>
#include <string.h>

/* A force is so many doubles. */
enum { FORCE_PARTS = sizeof(struct hitch_force) / sizeof(double), UNIT_NAME = 16 };
static const char force_name[] = "hitch.force", coupled_name[] = "hitch.coupled";

static void name_unit(int unit, char name[UNIT_NAME])
{
    snprintf(name, UNIT_NAME, "unit.%d", unit);
}

static size_t write_combinations(const kamm_combinations *combinations, void *to)
{
    struct record_writer writer = {.to = to};
    const uint32_t counts[] = {(uint32_t)combinations->count, (uint32_t)combinations->units};
    size_t hitches = hitch_count(combinations);
    kamm_begin_records(&writer);
    kamm_put_record(&writer, "combinations", RECORD_UINT, &counts[0], 1);
    kamm_put_record(&writer, "units", RECORD_UINT, &counts[1], 1);
    kamm_put_record(&writer, force_name, RECORD_DOUBLE, combinations->force, hitches * FORCE_PARTS);
    kamm_put_record(&writer, coupled_name, RECORD_BYTES, combinations->coupled, hitches);
    for (int unit = 0; unit < combinations->units; ++unit) {
        char name[UNIT_NAME];
        name_unit(unit, name);
        kamm_put_cars(&writer, name, combinations->cars[unit]);
    }
    kamm_end_records(&writer);
    return writer.size;
}

size_t kamm_portable_combinations_size(const kamm_combinations *combinations)
{
    KAMM_REQUIRE_ALIVE(combinations, 0);
    return write_combinations(combinations, NULL);
}

void kamm_save_portable_combinations(const kamm_combinations *combinations, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE(snapshot, );
    write_combinations(combinations, snapshot);
}

/* -- Reading -- */

/* The records that there are; those that there are not have no name. */
struct combination_records {
    struct record combinations, units, force, coupled, unit[KAMM_MAX_UNITS];
};

static struct record *place_of_record(const struct record *record, int units,
                                      struct combination_records *found)
{
    if (kamm_record_is(record, "", "combinations")) return &found->combinations;
    if (kamm_record_is(record, "", "units")) return &found->units;
    if (kamm_record_is(record, "", force_name)) return &found->force;
    if (kamm_record_is(record, "", coupled_name)) return &found->coupled;
    for (int unit = 0; unit < units; ++unit) {
        char name[UNIT_NAME];
        name_unit(unit, name);
        if (kamm_record_is(record, "", name)) return &found->unit[unit];
    }
    return NULL;
}

static kamm_result find_records(const kamm_combinations *combinations, struct record_reader reader,
                                struct combination_records *found, kamm_portable_report *report,
                                kamm_error *error)
{
    struct record record;
    *found = (struct combination_records){0};
    while (kamm_next_record(&reader, &record)) {
        struct record *place = place_of_record(&record, combinations->units, found);
        if (!place) {
            kamm_tell_unknown(report, &record);
            continue;
        }
        if (place->name) return kamm_fail_record(&record, "is there twice", error);
        *place = record;
    }
    if (!found->force.name) kamm_tell_missing(report, "", force_name);
    if (!found->coupled.name) kamm_tell_missing(report, "", coupled_name);
    return KAMM_OK;
}

/* A number that has to be the combinations' own. */
static int is_count(const struct record *record, int own)
{
    uint32_t count = 0;
    if (record->name && record->type == RECORD_UINT && record->size == sizeof count)
        kamm_read_value(record, 0, &count);
    return count == (uint32_t)own;
}

/* Without a record: no force, and coupled as they are. */
static void read_hitch(const kamm_combinations *combinations,
                       const struct combination_records *from, size_t hitch,
                       struct hitch_force *force, uint8_t *coupled)
{
    double parts[FORCE_PARTS] = {0};
    *coupled = combinations->coupled[hitch];
    for (size_t i = 0; i < FORCE_PARTS && from->force.name; ++i)
        kamm_read_value(&from->force, hitch * FORCE_PARTS + i, &parts[i]);
    if (from->coupled.name) kamm_read_value(&from->coupled, hitch, coupled);
    memcpy(force, parts, sizeof *force);
}

static int has_size(const struct record *record, int type, size_t values)
{
    return !record->name ||
           (record->type == type && record->size == values * record_value_size(type));
}

static kamm_result check_hitches(const kamm_combinations *combinations,
                                 const struct combination_records *from, kamm_error *error)
{
    size_t hitches = hitch_count(combinations);
    if (!is_count(&from->combinations, combinations->count) ||
        !is_count(&from->units, combinations->units))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: not one of %d combinations of %d units", combinations->count,
                         combinations->units);
    if (!has_size(&from->force, RECORD_DOUBLE, hitches * FORCE_PARTS))
        return kamm_fail_record(&from->force, "has another type or size than here", error);
    if (!has_size(&from->coupled, RECORD_BYTES, hitches))
        return kamm_fail_record(&from->coupled, "has another type or size than here", error);
    for (size_t i = 0; i < hitches; ++i) {
        struct hitch_force force;
        uint8_t coupled;
        read_hitch(combinations, from, i, &force, &coupled);
        if (!kamm_hitch_is_legal(&force, coupled))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                             "snapshot: a hitch has a force that is not finite, or is neither "
                             "open nor closed");
    }
    return KAMM_OK;
}

static kamm_result check_units(const kamm_combinations *combinations,
                               const struct combination_records *from, kamm_portable_report *report,
                               kamm_error *error)
{
    for (int unit = 0; unit < combinations->units; ++unit) {
        const struct record *cars = &from->unit[unit];
        if (!cars->name)
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot", "snapshot: without unit %d",
                             unit);
        kamm_result result = kamm_check_portable(combinations->cars[unit], 0, combinations->count,
                                                 cars->values, cars->size, report, error);
        if (result != KAMM_OK) return result;
    }
    return KAMM_OK;
}

kamm_result kamm_restore_portable_combinations(kamm_combinations *combinations,
                                               const void *snapshot, size_t size,
                                               kamm_portable_report *report, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, combinations, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    kamm_portable_report told = {0};
    struct combination_records found;
    struct record_reader reader;
    kamm_result result = kamm_open_records(snapshot, size, &reader, error);
    if (result == KAMM_OK) result = find_records(combinations, reader, &found, &told, error);
    if (result == KAMM_OK) result = check_hitches(combinations, &found, error);
    if (result == KAMM_OK) result = check_units(combinations, &found, &told, error);
    if (result != KAMM_OK) return result;
    for (int unit = 0; unit < combinations->units; ++unit)
        kamm_restore_portable(combinations->cars[unit], 0, combinations->count,
                              found.unit[unit].values, found.unit[unit].size, NULL, NULL);
    for (size_t i = 0; i < hitch_count(combinations); ++i)
        read_hitch(combinations, &found, i, &combinations->force[i], &combinations->coupled[i]);
    if (report) *report = told;
    return KAMM_OK;
}
