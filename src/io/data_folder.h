/* Where vehicle and tyre files lie. */
#ifndef KAMM_IO_DATA_FOLDER_H
#define KAMM_IO_DATA_FOLDER_H

#include "file_path.h"

#include <kamm/error.h>

/* Does the name end like that, in whatever case? */
int kamm_has_ending(const char *name, const char *ending);

/* Turns a name or path into the file's path. A name without a folder and without one of the folder's
 * endings is looked up in that folder of the data folder ("tyres"; …; "vehicles" has those of "two-wheelers" and "trailers" too). A path is
 * taken as it is, relative to the file `beside` if that is not NULL.
 * Errors: UNKNOWN (the text offers the nearest name), FILE (no data folder, path too long). */
kamm_result kamm_find_data(const char *folder, const char *name_or_path, const char *beside,
                           char path[KAMM_PATH_TEXT], kamm_error *error);

/* File name without folders and ending, cut to 63 bytes. */
void kamm_file_id(const char *path, char id[64]);

#endif
