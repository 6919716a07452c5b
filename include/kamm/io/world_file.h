/* World files: terrain, surfaces, wind, walls, cones, starts and paths in JSON (library kamm_io). docs/world-files.md
 * describes them. */
#ifndef KAMM_IO_WORLD_FILE_H
#define KAMM_IO_WORLD_FILE_H

#include <kamm/driver.h>
#include <kamm/export.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/terrain.h>
#include <kamm/wind.h>
#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Surfaces -- */

/* Most surfaces of a file. */
#define KAMM_MAX_SURFACES 256
/* Surfaces of data/surfaces.json, or of another such file. */
typedef struct kamm_surface_set {
    /* Number of surfaces. */
    int32_t count;
    /* Surfaces, the first `count` in use. */
    kamm_surface surfaces[KAMM_MAX_SURFACES];
} kamm_surface_set;
/* Reads surfaces. `path` NULL: data/surfaces.json. Errors name file, path, value and allowed values. */
KAMM_IO_API kamm_result kamm_load_surfaces(const char *path, kamm_surface_set *set,
                                           kamm_notes *notes, kamm_error *error);
/* Returns the surface of a name. NULL: no such surface. */
KAMM_IO_API const kamm_surface *kamm_surface_named(const kamm_surface_set *set, const char *name);

/* Checks a surface for a ground. A surface that differs from dry asphalt only by a roughness above class A of
 * ISO 8608 (32e-6 m3) needs rough ground, whatever its name: road_class_b to road_class_e are such surfaces.
 * Errors: RANGE, for such a surface on a ground that is not `rough` (kamm_terrain_def). */
KAMM_IO_API kamm_result kamm_check_roughness(const kamm_surface *surface, int rough,
                                             kamm_error *error);

/* -- Worlds -- */

/* A named place on the ground, with the height and slope of the ground there. */
typedef struct kamm_start {
    /* Name of the place. */
    char name[32];
    /* World position, and heading, positive left of the x axis. */
    double x_m, y_m, yaw_rad;
} kamm_start;

/* A world that was read from a file. kamm_destroy_world_file releases all of it. */
typedef struct kamm_world_file {
    /* Path of the file. */
    char path[512];
    /* Name for display. */
    char name[64];
    /* Ground of the world. */
    kamm_terrain *terrain;
    /* Gusts and turbulence; NULL: none. */
    kamm_wind *wind;
    /* Its ground is the terrain's, with this wind. */
    kamm_world_def def;
    /* Named places. */
    kamm_start *starts;
    /* Number of places. */
    int32_t start_count;
    /* Named paths. */
    kamm_path *paths;
    /* Number of paths. */
    int32_t path_count;
    /* Memory that shapes of the def refer to. */
    void *kept;
} kamm_world_file;

/* Reads a world by path, or by name from data/worlds ("proving-ground"). `notes` may be NULL. On error `file` is not
 * changed, and the text names file, path, value and allowed values. */
KAMM_IO_API kamm_result kamm_load_world(const char *name_or_path, kamm_world_file *file,
                                        kamm_notes *notes, kamm_error *error);
/* Returns 1 if the file exists and has a terrain, as only worlds do. It may contain errors. */
KAMM_IO_API int kamm_is_world_file(const char *name_or_path);
/* Releases the memory of kamm_load_world. A struct of zeros is ignored. */
KAMM_IO_API void kamm_destroy_world_file(kamm_world_file *file);
/* Return the start or path of a name. NULL: no such start or path. */
KAMM_IO_API const kamm_start *kamm_find_start(const kamm_world_file *file, const char *name);
KAMM_IO_API const kamm_path *kamm_find_path(const kamm_world_file *file, const char *name);

#ifdef __cplusplus
}
#endif

#endif
