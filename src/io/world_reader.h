/* Reading a world file: what its parts share. See docs/world-files.md.
 *
 * All functions return OK, or an error whose text begins with the JSON path. */
#ifndef KAMM_IO_WORLD_READER_H
#define KAMM_IO_WORLD_READER_H

#include <kamm/io/world_file.h>

#include "../base/error.h"
#include "data_folder.h"
#include "json_table.h"
#include "world_fields.h"

/* Items that grow in number. */
struct world_list {
    void *items;
    int32_t count, room;
    size_t item_size;
};

/* The names of a list's items, sorted. */
struct world_name {
    const char *text;
    int32_t index;
};
struct world_names {
    struct world_name *sorted;
    int32_t count;
};

/* How much reading a world may take, in steps of about a nanosecond: filling a cell of the canvas, comparing
 * a polygon's side with a row of it, looking whether a layer is the ground at a place. */
#define WORLD_MAX_STEPS 1e9
/* Most bodies; each piece of a wall is one. */
enum { WORLD_MAX_ITEMS = 1 << 16 };

struct world_scratch; /* a piece of memory that is released when all is read */

struct world_reader {
    kamm_json_reader json;
    const char *file;  /* the world file's path */
    kamm_notes *notes; /* may be NULL */
    kamm_surface_set known;
    kamm_surface used[KAMM_MAX_SURFACES]; /* by the terrain: the default is the first */
    int32_t used_count;
    struct world_scratch *scratch;
    kamm_world_file out; /* so far */
    struct world_list bodies;
    struct world_names paths; /* those of out.paths */
    double steps;             /* taken so far */
    int32_t layers;           /* of the terrain */
};

/* Zeroed memory until all is read. NULL: the error is filled in. */
void *kamm_world_reader_scratch(struct world_reader *reader, size_t count, size_t item_size);
void kamm_world_reader_release_scratch(struct world_reader *reader);
/* The same for as long as the world file lives (kamm_world_file.kept), and its release. */
void *kamm_world_reader_keep(struct world_reader *reader, size_t count, size_t item_size);
void kamm_release_kept(void *kept);
/* MEMORY, with the file's name. */
kamm_result kamm_world_reader_fail_memory(struct world_reader *reader);
/* One more item, zeroed, of at most WORLD_MAX_ITEMS. NULL: the error is filled in. */
void *kamm_world_reader_add(struct world_reader *reader, struct world_list *list);

/* Sorts the names of items that begin with theirs, for as long as the reader lives; FORMAT if two have the
 * same. `key` is that of the list. */
kamm_result kamm_world_reader_names(struct world_reader *reader, const char *key, const void *items,
                                    int32_t count, size_t item_size, struct world_names *names);
/* The index of the item with that name; -1 if none has it. */
int32_t kamm_world_reader_named(const struct world_names *names, const char *name);

/* RANGE once all that has been read took more than WORLD_MAX_STEPS. */
kamm_result kamm_world_reader_check_steps(struct world_reader *reader);

/* An error at the reader's path; the text follows "PATH: ". */
kamm_result kamm_world_reader_fail(struct world_reader *reader, kamm_result code,
                                   const char *format, ...) KAMM_PRINTF(3, 4);
/* The same for the reader's path with that key; NULL: without. */
kamm_result kamm_world_reader_fail_at(struct world_reader *reader, const char *key,
                                      kamm_result code, const char *format, ...) KAMM_PRINTF(4, 5);

/* Reads an object with its defaults, and checks that what it needs is there. */
kamm_result kamm_world_reader_object(struct world_reader *reader, enum world_table table,
                                     const cJSON *json, void *object);
/* A list of kinds (world_fields.h) as words, ended by NULL, and as the functions read_NAME. */
#define KIND_WORD(name) #name,
#define KIND_READER(name) read_##name,
/* Which of the words, ended by NULL, its key `kind` has. */
kamm_result kamm_world_reader_kind(struct world_reader *reader, const cJSON *json,
                                   const char *const *words, int *kind);
/* … or another key. */
kamm_result kamm_world_reader_word(struct world_reader *reader, const cJSON *json, const char *key,
                                   const char *const *words, int *word);

/* Calls `read` for each item of a list that stands at that key; NULL is an empty list. */
typedef kamm_result world_read_item(struct world_reader *reader, const cJSON *json, int index,
                                    void *context);
kamm_result kamm_world_reader_each(struct world_reader *reader, const char *key, const cJSON *list,
                                   world_read_item *read, void *context);

/* At least `min` points of `size` coordinates each, one after the other, in scratch memory. */
struct world_points {
    int32_t count;
    double *values;
};
kamm_result kamm_world_reader_points(struct world_reader *reader, const char *key,
                                     const cJSON *json, int size, int min,
                                     struct world_points *points);
/* A whole number from 0 to `max`. */
kamm_result kamm_world_reader_index(struct world_reader *reader, const cJSON *json, int32_t max,
                                    int32_t *index);
/* At least one triangle of indices of so many points, in scratch memory. */
kamm_result kamm_world_reader_triangles(struct world_reader *reader, const cJSON *json,
                                        int32_t point_count, int32_t *count,
                                        const int32_t (**triangles)[3]);
/* Checks that the written value is a whole number. */
kamm_result kamm_world_reader_check_integer(struct world_reader *reader, const char *key,
                                            double value);

/* The index among `used` of the surface that is named at that key; NULL: at the reader's path. */
kamm_result kamm_world_reader_surface(struct world_reader *reader, const char *key,
                                      const char *name, int32_t *index);
/* The path of a file that is named relative to the world file. */
kamm_result kamm_world_reader_beside(struct world_reader *reader, const char *key, const char *name,
                                     char path[KAMM_PATH_TEXT]);
/* Puts the JSON path before an error about the file that is named at that key. */
kamm_result kamm_world_reader_blame(struct world_reader *reader, const char *key,
                                    kamm_result result);

#endif
