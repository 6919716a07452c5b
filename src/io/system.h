/* What the operating system has and C17 has not: folders, files by name, and a clock. POSIX or Windows, also with the headers of
 * Microsoft alone. All else in the floors io and lab is C17. */
#ifndef KAMM_IO_SYSTEM_H
#define KAMM_IO_SYSTEM_H

#include <stdio.h>

int kamm_is_folder(const char *path);
/* Whether there is a file of that name. */
int kamm_file_exists(const char *path);

/* Calls `take` with each name in a folder, in any order, until it returns 0. Returns 0 if the folder can't be read. */
typedef int kamm_take_name(void *user, const char *name);
int kamm_read_folder(const char *path, kamm_take_name *take, void *user);

/* The next three return 1, or 0 with errno. Makes a folder; one that is there is well. */
int kamm_make_folder(const char *path);
/* Hands what was written to the disk, if there is one. */
int kamm_sync_file(FILE *file);
/* A file takes the place of another one, which may be missing, at once. */
int kamm_replace_file(const char *from, const char *to);

/* Keeps other processes from locking the same file until it is closed. 0: another one has it. Where files can't be locked, as on
 * Windows, it is 1. */
int kamm_lock_file(FILE *file);

/* Time of a clock that is never set, in seconds from any moment. */
double kamm_steady_time_s(void);

#endif
