/* The files in memory as src/io/system.c has those of a disk: what the readers ask of it. */
#include "files.h"

#include "io/system.h"

#include <string.h>

int kamm_is_folder(const char *path) { return path != NULL; }

int kamm_file_exists(const char *path) { return find_file(path) != NULL; }

/* A folder is the common start of paths. */
int kamm_read_folder(const char *path, kamm_take_name *take, void *user)
{
    const char *start = strcmp(path, "data") ? path_in_data(path) : "";
    size_t length = strlen(start);
    for (const struct file *file = files_in_memory(); file; file = file->next) {
        const char *name = file->path + length;
        if (strncmp(file->path, start, length) || (length && *name++ != '/')) continue;
        if (!strchr(name, '/') && !take(user, name)) break;
    }
    return 1;
}
