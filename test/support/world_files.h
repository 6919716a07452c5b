/* What the tests of world files share: a folder with the example of docs/world-files.md and the files
 * that it names. */
#ifndef KAMM_TEST_SUPPORT_WORLD_FILES_H
#define KAMM_TEST_SUPPORT_WORLD_FILES_H

#include "vehicle_files.h"

#include <kamm/io/world_file.h>

/* The example; the folder's path of it that read_world_text writes. */
extern char world_example[MAX_TEXT], world_path[128];
extern kamm_world_file world_file, untouched_world;
extern kamm_notes world_notes;

/* Make and remove the folder. hills.png: 41 x 21 heights of 16 bits, dunes.f32: 5 x 4, paint.png: 400 x
 * 200, surfaces.json: those of the example without roughness and sinkage. */
int set_up_worlds(void **state);

/* A grey (or whatever `colour` is) PNG whose rows, from the top, are `bytes`. */
void write_png(const char *name, int columns, int rows, int bits, int colour, int interlace,
               const unsigned char *bytes);
/* What the example's files hold, at column and row from the lowest y. */
double hill_height_m(double x, double y);
float dune_height_m(int column, int row);

/* Writes the text as the world's file and reads it into world_file. */
kamm_result read_world_text(const char *text);
/* The example with one part of it replaced; overwritten by the next call. */
const char *changed_world(const char *from, const char *to);

/* Hooks for kamm_set_allocator that count, with a struct counted_memory as `user`. */
struct counted_memory {
    int left;  /* allocations until there is no more memory */
    int alive; /* pieces that are not released */
};
void *allocate_while_left(size_t size, size_t alignment, void *user);
void release_counted(void *piece, void *user);

/* The world is refused with that code and JSON path, the text starts with the file's name and has that
 * part, nothing is changed and no memory stays behind. */
void assert_world_refused(const char *text, kamm_result code, const char *path, const char *part);
/* The same for the example with one part of it replaced. */
struct world_mistake {
    const char *from, *to;
    kamm_result code;
    const char *path, *part;
};
void assert_world_mistakes(const struct world_mistake *mistakes, size_t count);
#define ASSERT_WORLD_MISTAKES(mistakes) \
    assert_world_mistakes(mistakes, sizeof(mistakes) / sizeof *(mistakes))

#endif
