/* Files that are never half there, and folders that one process uses at a time. */
#ifndef KAMM_LAB_SAFE_FILE_H
#define KAMM_LAB_SAFE_FILE_H

#include <kamm/error.h>
#include <stdio.h>

enum { KAMM_SAFE_PATH = 640 };

/* "FOLDER/NAME". FILE: too long. */
kamm_result kamm_path_in(char path[KAMM_SAFE_PATH], const char *folder, const char *name,
                         kamm_error *error);

/* A file that takes its place under its name, in that of an older one, when it is complete and on the disk. */
typedef struct kamm_safe_file {
    FILE *file; /* to be written to */
    char path[KAMM_SAFE_PATH], temporary[KAMM_SAFE_PATH];
} kamm_safe_file;
kamm_result kamm_begin_file(kamm_safe_file *file, const char *folder, const char *name,
                            kamm_error *error);
/* On error the older one is still there. */
kamm_result kamm_end_file(kamm_safe_file *file, kamm_error *error);

/* Makes a folder and those above it. */
kamm_result kamm_make_folders(const char *path, kamm_error *error);

/* Keeps other processes out of a folder until it is closed, or the process ends, by a file `lock` there. NULL: another
 * one has it, or the file can't be written. */
FILE *kamm_lock_folder(const char *folder, kamm_error *error);

/* FILE: "PATH: what: errno's text". */
kamm_result kamm_fail_path(kamm_error *error, const char *path, const char *what);

#endif
