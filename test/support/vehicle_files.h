/* What the tests of vehicle files share: a folder of their own with the example car. */
#ifndef KAMM_TEST_SUPPORT_VEHICLE_FILES_H
#define KAMM_TEST_SUPPORT_VEHICLE_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "temporary.h"

#include <cmocka.h>

#include <kamm/io/vehicle_file.h>

enum { MAX_TEXT = 200000 };

/* The folder; the car in it that read_bytes writes; the two examples of docs/vehicle-files.md. */
extern char folder[TEMPORARY_PATH], car_path[128];
extern char example[MAX_TEXT], tyre_example[MAX_TEXT];
/* What read_bytes gives, and what a file looks like that was left alone. */
extern kamm_vehicle_file car_file, untouched;
extern kamm_notes car_notes;
extern kamm_error read_error;

/* Make and remove the folder. */
int set_up_folder(void **state);
int remove_folder(void **state);

void write_bytes(const char *path, const char *bytes, size_t length);
void path_in_folder(char path[128], const char *name);

/* Writes the bytes as the car's file and reads it. */
kamm_result read_bytes(const char *bytes, size_t length);
kamm_result read_text(const char *text);

/* The example with one part of it replaced; overwritten by the next call. */
const char *changed(const char *from, const char *to);

/* The last error's text has that part. */
void assert_text_has(const char *part);
/* No vehicle of that name or path can be read, and nothing is changed. */
void assert_unreadable(const char *name, kamm_result code, const char *part);

#endif
