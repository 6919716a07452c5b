/* See records.h. */
#include "records.h"

#include "../base/error.h"
#include "../base/little_endian.h"
#include "snapshot_mark.h"

#include <string.h>

static const char records_mark[] = {'K', 'A', 'M', 'M', 'P', 'R', 'T'};
enum { FORM = 1, HEAD = sizeof records_mark + 1, RECORD_HEAD = 6, SUM = sizeof(uint64_t) };

/* -- Writing -- */

static void put_raw(struct record_writer *writer, const void *bytes, size_t size)
{
    if (writer->to && size) memcpy(writer->to + writer->size, bytes, size);
    writer->size += size;
}

void kamm_begin_records(struct record_writer *writer)
{
    const char form = FORM;
    put_raw(writer, records_mark, sizeof records_mark);
    put_raw(writer, &form, sizeof form);
}

void kamm_begin_record(struct record_writer *writer, const char *prefix, const char *name, int type,
                       size_t count)
{
    uint32_t size = (uint32_t)(count * record_value_size(type));
    char head[RECORD_HEAD] = {(char)type, (char)(strlen(prefix) + strlen(name))};
    copy_little(head + 2, &size, sizeof size);
    put_raw(writer, head, sizeof head);
    put_raw(writer, prefix, strlen(prefix));
    put_raw(writer, name, strlen(name));
}

void kamm_put_values(struct record_writer *writer, int type, const void *values, size_t count)
{
    size_t size = record_value_size(type);
    for (size_t i = 0; writer->to && i < count; ++i)
        copy_little(writer->to + writer->size + i * size, (const char *)values + i * size, size);
    writer->size += count * size;
}

void kamm_put_record(struct record_writer *writer, const char *name, int type, const void *values,
                     size_t count)
{
    kamm_begin_record(writer, "", name, type, count);
    kamm_put_values(writer, type, values, count);
}

void kamm_end_records(struct record_writer *writer)
{
    if (writer->to) write_sum(writer->to, writer->size);
    writer->size += SUM;
}

/* -- Reading -- */

int kamm_next_record(struct record_reader *reader, struct record *record)
{
    size_t left = (size_t)(reader->end - reader->at);
    uint32_t size;
    if (left < RECORD_HEAD) return 0;
    copy_little(&size, reader->at + 2, sizeof size);
    record->type = reader->at[0];
    record->name_length = (unsigned char)reader->at[1];
    record->size = size;
    record->name = reader->at + RECORD_HEAD;
    left -= RECORD_HEAD;
    if (record->type < 'a' || record->type > 'z' || !record->name_length) return 0;
    if (left < record->name_length || left - record->name_length < size) return 0;
    record->values = record->name + record->name_length;
    reader->at = record->values + size;
    return 1;
}

kamm_result kamm_open_records(const void *bytes, size_t size, struct record_reader *reader,
                              kamm_error *error)
{
    const char *at = bytes;
    struct record record;
    if (size < HEAD + SUM || memcmp(at, records_mark, sizeof records_mark) != 0)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot", "snapshot: not a portable one");
    if (at[HEAD - 1] != FORM)
        return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                         "snapshot: of form %d; this version reads form %d", at[HEAD - 1], FORM);
    kamm_result result = check_sum(bytes, size - SUM, error);
    if (result != KAMM_OK) return result;
    *reader = (struct record_reader){at + HEAD, at + size - SUM};
    struct record_reader all = *reader;
    while (kamm_next_record(&all, &record)) continue;
    if (all.at == all.end) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FORMAT, "snapshot",
                     "snapshot: byte %zu begins no record that ends within it",
                     (size_t)(all.at - at));
}

int kamm_record_is(const struct record *record, const char *prefix, const char *name)
{
    size_t first = strlen(prefix), second = strlen(name);
    return record->name_length == first + second && memcmp(record->name, prefix, first) == 0 &&
           memcmp(record->name + first, name, second) == 0;
}

void kamm_read_value(const struct record *record, size_t index, void *value)
{
    size_t size = record_value_size(record->type);
    copy_little(value, record->values + index * size, size);
}
