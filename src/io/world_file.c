/* A world file that has been read: its start places and paths by name, and its release. */
#include <kamm/io/world_file.h>

#include "../base/error.h"
#include "world_reader.h"

#include <string.h>

void kamm_destroy_world_file(kamm_world_file *file)
{
    if (!file) return;
    for (int32_t i = 0; i < file->path_count; ++i) {
        kamm_release(file->paths[i].points_m);
        kamm_release(file->paths[i].sides_m);
    }
    kamm_release(file->paths);
    kamm_release(file->starts);
    kamm_release((void *)(uintptr_t)file->def.bodies);
    if (file->terrain) kamm_destroy_terrain(file->terrain);
    kamm_destroy_wind(file->wind);
    kamm_release_kept(file->kept);
    memset(file, 0, sizeof *file);
}

const kamm_start *kamm_find_start(const kamm_world_file *file, const char *name)
{
    KAMM_REQUIRE(file && name, NULL);
    for (int32_t i = 0; i < file->start_count; ++i)
        if (!strcmp(file->starts[i].name, name)) return &file->starts[i];
    return NULL;
}

const kamm_path *kamm_find_path(const kamm_world_file *file, const char *name)
{
    KAMM_REQUIRE(file && name, NULL);
    for (int32_t i = 0; i < file->path_count; ++i)
        if (!strcmp(file->paths[i].name, name)) return &file->paths[i];
    return NULL;
}
