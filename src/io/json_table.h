/* Reading a JSON object into a struct by its field table. */
#ifndef KAMM_IO_JSON_TABLE_H
#define KAMM_IO_JSON_TABLE_H

#include <cjson/cJSON.h>
#include <kamm/io/vehicle_file.h>

#include "../fields/fields.h"

typedef struct kamm_json_reader kamm_json_reader;

/* Reads what stands where the table has a group for a tyre. */
typedef kamm_result kamm_read_tyre_group(kamm_json_reader *reader, const kamm_field *field,
                                         const cJSON *json, void *at, int covered);

struct kamm_json_reader {
    const char *file;
    const char *note_end;            /* after "no source: PATH": " in FILE", or "" */
    kamm_notes *notes;               /* may be NULL */
    kamm_error *error;               /* may be NULL */
    kamm_read_tyre_group *read_tyre; /* NULL: a tyre is a group like all others */
    kamm_field_path path;            /* of what is being read */
};

/* Reads all keys of an object; what it leaves out stays as it is. `also` are further keys that the
 * caller reads itself, ended by NULL. A group without a table is stored as the `const cJSON *` that it
 * is, for the caller to read. `covered`: a "*" of an enclosing object gives the source.
 * On error the struct is left half read. */
kamm_result kamm_read_object(kamm_json_reader *reader, const kamm_field_table *table,
                             const cJSON *json, void *object, const char *const *also, int covered);

/* The same from the defaults, with nothing to be sourced. Keys whose default is infinite have to be there (MISSING), and a list
 * of numbers has `min_count` of them at least, if it is there. */
kamm_result kamm_read_complete(kamm_json_reader *reader, const kamm_field_table *table,
                               const cJSON *json, void *object, const char *const *also);

/* FORMAT at the reader's path: "a number is wanted, …; the file has …". */
kamm_result kamm_fail_type(kamm_json_reader *reader, const char *wanted, const cJSON *json);

#endif
