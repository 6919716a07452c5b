/* The plugin's module names the data folder. The build includes this header before src/io/data_folder.c, so that names of
 * vehicles are looked up there, whatever KAMM_DATA says on the player's machine. */
#ifndef KAMM_UNREAL_DATA_FOLDER_H
#define KAMM_UNREAL_DATA_FOLDER_H

#include <stdlib.h>

char *kamm_unreal_getenv(const char *name);

#ifndef KAMM_UNREAL_DATA_FOLDER
#define getenv kamm_unreal_getenv
#endif

#endif
