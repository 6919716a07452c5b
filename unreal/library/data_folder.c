#define KAMM_UNREAL_DATA_FOLDER
#include "data_folder.h"

#include <kamm/unreal.h>

#include <string.h>

static char data_folder[1024];

int kamm_unreal_set_data(const char *path)
{
    size_t size = strlen(path) + 1;
    if (size > sizeof data_folder) return 0;
    memcpy(data_folder, path, size);
    return 1;
}

char *kamm_unreal_getenv(const char *name)
{
    return strcmp(name, "KAMM_DATA") ? getenv(name) : data_folder;
}
