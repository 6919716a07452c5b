/* What the tests of world files share: a folder with the example of docs/world-files.md and the files
 * that it names. */
#ifndef KAMM_TEST_SUPPORT_WORLD_FILES_H
#define KAMM_TEST_SUPPORT_WORLD_FILES_H

#include "support_vehicle_files.h"

#include <kamm/world_file.h>

/* The example; the folder's path of it that read_world_text writes. */
extern char world_example[MOST_TEXT], world_path[128];
extern kamm_world_file world_file;
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

#endif
