/* Portable snapshots of cars (include/kamm/portable.h). */
#include "portable.h"
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "contact_planes.h"
#include "external_forces.h"
#include "legal.h"
#include "portable_fields.h"

#include <string.h>

/* Some cars of a batch, and the rows that any of them has. */
struct car_range {
    kamm_cars *cars;
    int first, count;
    struct row_map rows;
};

static void range_of_cars(const kamm_cars *cars, int first, int count, struct car_range *range)
{
    kamm_feature features = 0;
    for (int i = 0; i < (cars->mixed ? count : 1); ++i)
        features |= kamm_model_at(cars, first + i)->features;
    *range =
        (struct car_range){.cars = (kamm_cars *)(uintptr_t)cars, .first = first, .count = count};
    kamm_map_rows(cars->layout, features, &range->rows);
}

static int is_range(const kamm_cars *cars, int first, int count)
{
    return first >= 0 && count > 0 && first < cars->count && count <= cars->count - first;
}

/* -- Saving -- */

/* What is said of all cars together, beside their models. */
static void put_head(struct record_writer *writer, const struct car_range *range)
{
    const kamm_cars *cars = range->cars;
    const uint32_t counts[] = {(uint32_t)range->count, (uint32_t)cars->layout->wheels,
                               (uint32_t)cars->layout->axles};
    const double substep_s = cars->models[0]->info.substep_s;
    const char *rung = cars->rung->info.name;
    kamm_put_record(writer, "rung", RECORD_BYTES, rung, strlen(rung));
    kamm_put_record(writer, "cars", RECORD_UINT, &counts[0], 1);
    kamm_put_record(writer, "wheels", RECORD_UINT, &counts[1], 1);
    kamm_put_record(writer, "axles", RECORD_UINT, &counts[2], 1);
    kamm_put_record(writer, "substeps", RECORD_LONG, &cars->substeps, 1);
    kamm_put_record(writer, "substep_s", RECORD_DOUBLE, &substep_s, 1);
    kamm_begin_record(writer, "", "models", RECORD_LONG, (size_t)range->count);
    for (int i = 0; i < range->count; ++i)
        kamm_put_values(writer, RECORD_LONG, &kamm_model_at(cars, range->first + i)->fingerprint,
                        1);
}

static size_t write_portable(const struct car_range *range, void *to)
{
    struct record_writer writer = {.to = to};
    struct portable_field field = before_first_field();
    double value;
    kamm_begin_records(&writer);
    put_head(&writer, range);
    while (kamm_next_field(range->cars, &range->rows, &field)) {
        kamm_begin_record(&writer, field.prefix, field.name, field.type,
                          (size_t)range->count * (size_t)field.items);
        for (int i = 0; i < range->count; ++i)
            for (int item = 0; item < field.items; ++item) {
                kamm_get_field(range->cars, range->first + i, &field, item, &value);
                kamm_put_values(&writer, field.type, &value, 1);
            }
    }
    kamm_end_records(&writer);
    return writer.size;
}

void kamm_put_cars(struct record_writer *writer, const char *name, const kamm_cars *cars)
{
    size_t size = kamm_portable_size(cars, 0, cars->count);
    kamm_begin_record(writer, "", name, RECORD_BYTES, size);
    if (writer->to) kamm_save_portable(cars, 0, cars->count, writer->to + writer->size);
    writer->size += size;
}

size_t kamm_portable_size(const kamm_cars *cars, int first, int count)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(is_range(cars, first, count), 0);
    struct car_range range;
    range_of_cars(cars, first, count, &range);
    return write_portable(&range, NULL);
}

void kamm_save_portable(const kamm_cars *cars, int first, int count, void *snapshot)
{
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(is_range(cars, first, count), );
    KAMM_REQUIRE(snapshot, );
    struct car_range range;
    range_of_cars(cars, first, count, &range);
    write_portable(&range, snapshot);
}

/* -- Reading: what is said of all cars together -- */

struct portable_head {
    struct record rung, models;
    uint32_t cars, wheels, axles;
    uint64_t substeps;
    double substep_s;
};

/* 0: the record is none of the head's; -1: it has another type or size. */
static int take_head(const struct record *record, struct portable_head *head)
{
    const struct {
        const char *name;
        int type;
        void *value;
    } values[] = {{"cars", RECORD_UINT, &head->cars},
                  {"wheels", RECORD_UINT, &head->wheels},
                  {"axles", RECORD_UINT, &head->axles},
                  {"substeps", RECORD_LONG, &head->substeps},
                  {"substep_s", RECORD_DOUBLE, &head->substep_s}};
    if (kamm_record_is(record, "", "rung")) return head->rung = *record, 1;
    if (kamm_record_is(record, "", "models")) {
        head->models = *record;
        return record->type == RECORD_LONG ? 1 : -1;
    }
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        if (!kamm_record_is(record, "", values[i].name)) continue;
        if (record->type != values[i].type || record->size != record_value_size(values[i].type))
            return -1;
        kamm_read_value(record, 0, values[i].value);
        return 1;
    }
    return 0;
}

kamm_result kamm_fail_record(const struct record *record, const char *what, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot", "snapshot: %.*s %s",
                     (int)record->name_length, record->name, what);
}

static kamm_result read_head(struct record_reader reader, struct portable_head *head,
                             kamm_error *error)
{
    struct record record;
    *head = (struct portable_head){0};
    while (kamm_next_record(&reader, &record))
        if (take_head(&record, head) < 0)
            return kamm_fail_record(&record, "has another type or size than here", error);
    return KAMM_OK;
}

/* Substeps of these cars for the time that the snapshot has; above MOST_SUBSTEPS: none. */
static uint64_t substeps_of(const struct portable_head *head, double substep_s)
{
    if (head->substep_s == substep_s) return head->substeps;
    double substeps = (double)head->substeps * (head->substep_s / substep_s) + 0.5;
    return substeps >= 0 && substeps < (double)MOST_SUBSTEPS ? (uint64_t)substeps : UINT64_MAX;
}

static kamm_result check_head(const struct car_range *range, const struct portable_head *head,
                              kamm_error *error)
{
    const kamm_cars *cars = range->cars;
    const char *rung = cars->rung->info.name;
    if (head->cars != (uint32_t)range->count)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot", "snapshot: of %u cars, not of %d",
                         (unsigned)head->cars, range->count);
    if (!head->rung.name || head->rung.size != strlen(rung) ||
        memcmp(head->rung.values, rung, strlen(rung)) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: of cars of another rung than %s", rung);
    if (head->wheels != (uint32_t)cars->layout->wheels ||
        head->axles != (uint32_t)cars->layout->axles)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: of cars with %u wheels on %u axles; these have %d on %d",
                         (unsigned)head->wheels, (unsigned)head->axles, cars->layout->wheels,
                         cars->layout->axles);
    if (head->models.size != (size_t)range->count * sizeof(uint64_t))
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: without a number of each car's model");
    if (substeps_of(head, cars->models[0]->info.substep_s) > MOST_SUBSTEPS)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: %llu substeps of %g s, which is longer than anything runs",
                         (unsigned long long)head->substeps, head->substep_s);
    return KAMM_OK;
}

static int count_other_models(const struct car_range *range, const struct portable_head *head)
{
    int others = 0;
    for (int i = 0; i < range->count; ++i) {
        uint64_t fingerprint;
        kamm_read_value(&head->models, (size_t)i, &fingerprint);
        others += fingerprint != kamm_model_at(range->cars, range->first + i)->fingerprint;
    }
    return others;
}

/* -- Reading: fields -- */

/* The records of a snapshot that are fields of these cars. */
struct field_reader {
    const struct car_range *range;
    struct record_reader records;
    struct record record;
    struct portable_field field; /* of the record, or of the last one that was one */
};

static int find_from(const struct field_reader *reader, struct portable_field *field)
{
    while (kamm_next_field(reader->range->cars, &reader->range->rows, field))
        if (kamm_record_is(&reader->record, field->prefix, field->name)) return 1;
    return 0;
}

/* Fields mostly come in the order in which they are written here. */
static int find_field(struct field_reader *reader)
{
    struct portable_field field = reader->field;
    if (!find_from(reader, &field)) {
        field = before_first_field();
        if (!find_from(reader, &field)) return 0;
    }
    reader->field = field;
    return 1;
}

static int next_of_fields(struct field_reader *reader)
{
    while (kamm_next_record(&reader->records, &reader->record))
        if (find_field(reader)) return 1;
    return 0;
}

static struct field_reader read_fields(const struct car_range *range, struct record_reader records)
{
    return (struct field_reader){.range = range, .records = records, .field = before_first_field()};
}

/* Names may be any bytes; a text has printable ones. */
static void tell_first(char first[64], const char *prefix, const char *name, size_t length)
{
    size_t at = strlen(prefix);
    if (*first) return;
    memcpy(first, prefix, at);
    for (size_t i = 0; i < length && at < 63; ++i, ++at) first[at] = name[i];
    if (!at) ++at;
    first[at] = 0;
    while (at--)
        if (first[at] < ' ' || first[at] > '~') first[at] = '?';
}

void kamm_tell_unknown(kamm_portable_report *report, const struct record *record)
{
    ++report->unknown;
    tell_first(report->first_unknown, "", record->name, record->name_length);
}

void kamm_tell_missing(kamm_portable_report *report, const char *prefix, const char *name)
{
    ++report->missing;
    tell_first(report->first_missing, prefix, name, strlen(name));
}

/* Those of the cars that the snapshot lacks; FORMAT: it has no places, without which there are no cars. */
static kamm_result find_lacking(const struct car_range *range, const char *has,
                                kamm_portable_report *report, kamm_error *error)
{
    struct portable_field field = before_first_field();
    while (kamm_next_field(range->cars, &range->rows, &field)) {
        if (has[kamm_field_number(&field)]) continue;
        if (is_position_field(&field))
            return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot", "snapshot: without %s%s",
                             field.prefix, field.name);
        kamm_tell_missing(report, field.prefix, field.name);
    }
    return KAMM_OK;
}

static kamm_result check_fields(const struct car_range *range, struct record_reader records,
                                kamm_portable_report *report, kamm_error *error)
{
    char has[MOST_FIELDS] = {0};
    struct portable_head unused = {0};
    struct field_reader reader = read_fields(range, records);
    const struct record *record = &reader.record;
    while (kamm_next_record(&reader.records, &reader.record)) {
        if (take_head(record, &unused)) continue;
        if (!find_field(&reader)) {
            kamm_tell_unknown(report, record);
            continue;
        }
        size_t values = (size_t)range->count * (size_t)reader.field.items;
        char *is_there = &has[kamm_field_number(&reader.field)];
        if (record->type != reader.field.type ||
            record->size != values * record_value_size(record->type))
            return kamm_fail_record(record, "has another type or size than here", error);
        if (*is_there) return kamm_fail_record(record, "is there twice", error);
        *is_there = 1;
    }
    return find_lacking(range, has, report, error);
}

/* A value of a car from `first` on, as those of the range are counted. */
static size_t value_index(const struct portable_field *field, int car, int item)
{
    return (size_t)car * (size_t)field->items + (size_t)item;
}

static void add_legal_value(struct legal_states *states, const struct portable_field *field,
                            int item, const struct record *record, size_t index)
{
    double place[3] = {0};
    uint32_t generation;
    float value;
    if (is_position_field(field)) {
        kamm_read_value(record, index, place);
        states->is_well &= kamm_start_legal(place).is_well;
    } else if (field->kind == FIELD_GENERATION) {
        kamm_read_value(record, index, &generation);
        states->is_well &= generation != 0;
    } else if (is_output_field(field)) {
        kamm_read_value(record, index, &value);
        kamm_add_legal_output(states, value);
    } else if (kamm_field_state(field, item) != STATE_COUNT) {
        kamm_read_value(record, index, &value);
        kamm_add_legal(states, kamm_field_state(field, item), value);
    }
}

static void add_legal_values(const struct field_reader *reader, int first, int count,
                             struct legal_states *states)
{
    const struct portable_field *field = &reader->field;
    for (int i = 0; i < count; ++i)
        for (int item = 0; item < field->items; ++item)
            add_legal_value(&states[i], field, item, &reader->record,
                            value_index(field, first + i, item));
}

static kamm_result check_legal(const struct car_range *range, struct record_reader records,
                               kamm_error *error)
{
    for (int first = 0; first < range->count; first += KAMM_BLOCK) {
        int left = range->count - first, count = left < KAMM_BLOCK ? left : KAMM_BLOCK;
        struct legal_states states[KAMM_BLOCK];
        struct field_reader reader = read_fields(range, records);
        for (int i = 0; i < count; ++i) states[i] = kamm_start_legal((const double[3]){0});
        while (next_of_fields(&reader)) add_legal_values(&reader, first, count, states);
        for (int i = 0; i < count; ++i)
            if (!kamm_are_legal(&states[i]))
                return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                                 "snapshot: car %d has a state that no car has", first + i);
    }
    return KAMM_OK;
}

/* -- Restoring -- */

/* Handles of cars that go elsewhere stay those of their new places. */
static int takes_field(const struct car_range *range, const struct portable_field *field)
{
    return field->kind != FIELD_GENERATION || range->count == range->cars->count;
}

static void take_fields(const struct car_range *range, struct record_reader records)
{
    struct field_reader reader = read_fields(range, records);
    double value;
    while (next_of_fields(&reader))
        if (takes_field(range, &reader.field))
            for (int i = 0; i < range->count; ++i)
                for (int item = 0; item < reader.field.items; ++item) {
                    kamm_read_value(&reader.record, value_index(&reader.field, i, item), &value);
                    kamm_set_field(range->cars, range->first + i, &reader.field, item, &value);
                }
}

/* A car that has its pose, velocity and gear, but not all of its states: those of a car that is placed so. */
static void place_as_it_is(kamm_cars *cars, int car)
{
    kamm_placement placement = {.gear = (int32_t)CAR_STATE(cars, car, car.gear_engaged)};
    double forward[3];
    kamm_body_frame(cars, car, placement.position_m, placement.orientation);
    kamm_rotate(placement.orientation, (const double[3]){1, 0, 0}, forward);
    placement.speed_mps = (forward[0] * (double)CAR_STATE(cars, car, car.velocity_x_mps) +
                           forward[1] * (double)CAR_STATE(cars, car, car.velocity_y_mps)) +
                          forward[2] * (double)CAR_STATE(cars, car, car.velocity_z_mps);
    if (kamm_check_place(&placement, NULL) != KAMM_OK) placement.speed_mps = 0;
    kamm_place_lane(cars, car, &placement);
    kamm_set_placed(cars, car, 0);
}

/* Level ground and standard gravity until its ground is asked for, which is at once. */
static void put_on_unknown_ground(kamm_cars *cars, int car)
{
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK;
    const kamm_contact level = kamm_level_below(cars, block, lane),
                       far_below = {.point_m = {0, 0, -1e6}, .normal = {0, 0, 1}, .friction = 1};
    for (int w = 0; w < cars->layout->wheels; ++w)
        kamm_write_contact(&cars->block[block], w, lane, &level);
    for (int p = 0; cars->points && p < BODY_POINTS; ++p)
        kamm_take_point(cars, block, p, lane, &far_below);
    cars->asked_wheels[block].reach_m[lane] = 0;
    if (cars->points) cars->asked_points[block].clearance_m[lane] = 0;
    kamm_put_gravity(cars, car, (const double[3]){0, 0, -KAMM_STANDARD_GRAVITY});
}

/* Twice, as what is missing follows from pose, speed and gear; of these what is missing is that of a car at rest at the origin. */
static void complete_cars(const struct car_range *range, struct record_reader records)
{
    const kamm_placement origin = {.gear = 0};
    kamm_cars *cars = range->cars;
    int first = range->first, end = first + range->count;
    for (int car = first; car < end; ++car) kamm_place_lane(cars, car, &origin);
    take_fields(range, records);
    for (int car = first; car < end; ++car) {
        cars->off[car / KAMM_BLOCK] &= (uint16_t) ~(1u << car % KAMM_BLOCK);
        place_as_it_is(cars, car);
        put_on_unknown_ground(cars, car);
    }
    take_fields(range, records);
    for (int car = first; car < end; ++car)
        cars->stale[car / KAMM_BLOCK] |= (uint16_t)(1u << car % KAMM_BLOCK);
}

static void restore_portable(const struct car_range *range, struct record_reader records,
                             const struct portable_head *head, int missing)
{
    kamm_cars *cars = range->cars;
    if (missing)
        complete_cars(range, records);
    else
        take_fields(range, records);
    for (int car = range->first; car < range->first + range->count; ++car) {
        kamm_drop_parts(cars, car);
        kamm_drop_force(cars, car);
        kamm_forget_plane(cars, car / KAMM_BLOCK);
    }
    if (range->count < cars->count) return;
    cars->substeps = substeps_of(head, cars->models[0]->info.substep_s);
    memset(cars->source, 0, (size_t)cars->blocks * sizeof *cars->source);
}

static kamm_result open_portable(const struct car_range *range, const void *snapshot, size_t size,
                                 struct record_reader *records, struct portable_head *head,
                                 kamm_portable_report *report, kamm_error *error)
{
    kamm_result result = kamm_open_records(snapshot, size, records, error);
    if (result == KAMM_OK) result = read_head(*records, head, error);
    if (result == KAMM_OK) result = check_head(range, head, error);
    if (result == KAMM_OK) result = check_fields(range, *records, report, error);
    if (result == KAMM_OK) result = check_legal(range, *records, error);
    if (result == KAMM_OK) report->other_models += count_other_models(range, head);
    return result;
}

kamm_result kamm_check_portable(const kamm_cars *cars, int first, int count, const void *snapshot,
                                size_t size, kamm_portable_report *report, kamm_error *error)
{
    struct car_range range;
    struct record_reader records;
    struct portable_head head;
    range_of_cars(cars, first, count, &range);
    return open_portable(&range, snapshot, size, &records, &head, report, error);
}

kamm_result kamm_restore_portable(kamm_cars *cars, int first, int count, const void *snapshot,
                                  size_t size, kamm_portable_report *report, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, is_range(cars, first, count), KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, snapshot, KAMM_ERROR_MISUSE);
    kamm_portable_report found = {0};
    struct car_range range;
    struct record_reader records;
    struct portable_head head;
    range_of_cars(cars, first, count, &range);
    kamm_result result = open_portable(&range, snapshot, size, &records, &head, &found, error);
    if (result != KAMM_OK) return result;
    restore_portable(&range, records, &head, found.missing);
    if (report) *report = found;
    return KAMM_OK;
}
