/* Files of a Godot project. The build includes this header before those sources of kamm_io that open files and folders,
 * so that these read res:// and user:// through Godot: an exported game has its files in a pack. */
#ifndef KAMM_GODOT_FILES_H
#define KAMM_GODOT_FILES_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

FILE *godot_fopen(const char *path, const char *mode);
int godot_access(const char *path, int mode);
/* A game has the data that it was exported with, whatever KAMM_DATA says on the player's machine. */
char *godot_getenv(const char *name);
DIR *godot_opendir(const char *path);
struct dirent *godot_readdir(DIR *folder);
int godot_closedir(DIR *folder);

#ifndef KAMM_GODOT_FILES
#define fopen godot_fopen
#define access godot_access
#define getenv godot_getenv
#define opendir godot_opendir
#define readdir godot_readdir
#define closedir godot_closedir
#endif

#endif
