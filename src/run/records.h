/* Records: named values as bytes, which any later build can read, or skip. include/kamm/portable.h describes their form. */
#ifndef KAMM_RUN_RECORDS_H
#define KAMM_RUN_RECORDS_H

#include <kamm/error.h>
#include <stddef.h>
#include <stdint.h>

/* Types of values. */
enum {
    RECORD_BYTES = 'b',
    RECORD_UINT = 'u',
    RECORD_LONG = 'l',
    RECORD_FLOAT = 'f',
    RECORD_DOUBLE = 'd'
};

/* Bytes of a value of that type. */
static inline size_t record_value_size(int type)
{
    if (type == RECORD_LONG || type == RECORD_DOUBLE) return 8;
    return type == RECORD_BYTES ? 1 : 4;
}

/* Where records are written, one after the other. */
struct record_writer {
    char *to;    /* NULL: they are only counted */
    size_t size; /* so far */
};
/* The mark before all records. */
void kamm_begin_records(struct record_writer *writer);
/* A record of `count` values, which are then put. Its name is both parts together. */
void kamm_begin_record(struct record_writer *writer, const char *prefix, const char *name, int type,
                       size_t count);
void kamm_put_values(struct record_writer *writer, int type, const void *values, size_t count);
/* Both. */
void kamm_put_record(struct record_writer *writer, const char *name, int type, const void *values,
                     size_t count);
/* The sum behind all records. */
void kamm_end_records(struct record_writer *writer);

struct record {
    const char *name;
    size_t name_length;
    int type;
    size_t size;
    const char *values;
};
/* Records to be read, from `at` to `end`. */
struct record_reader {
    const char *at, *end;
};
/* FORMAT: these bytes are no records, or were changed. */
kamm_result kamm_open_records(const void *bytes, size_t size, struct record_reader *reader,
                              kamm_error *error);
/* 0: none is left, or what is left begins with none: a type of a small letter, and a name. */
int kamm_next_record(struct record_reader *reader, struct record *record);
int kamm_record_is(const struct record *record, const char *prefix, const char *name);
/* Copies the `index`-th of its values. */
void kamm_read_value(const struct record *record, size_t index, void *value);

#endif
