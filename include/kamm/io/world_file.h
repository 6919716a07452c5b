/* World files: terrain, surfaces, wind, walls, cones, start places and paths in JSON (library kamm_io).
 * docs/world-files.md describes them. */
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

/* The surfaces of data/surfaces.json, or of another such file. */
#define KAMM_MAX_SURFACES 256
typedef struct kamm_surface_set {
    int32_t count;
    kamm_surface surfaces[KAMM_MAX_SURFACES];
} kamm_surface_set;
/* `path` NULL: data/surfaces.json. Errors name file, path, value and what is allowed. */
KAMM_IO_API kamm_result kamm_load_surfaces(const char *path, kamm_surface_set *set,
                                           kamm_notes *notes, kamm_error *error);
/* NULL if no surface has that name. */
KAMM_IO_API const kamm_surface *kamm_surface_named(const kamm_surface_set *set, const char *name);

/* A surface that is like dry asphalt but for a roughness beyond class A of ISO 8608, 32e-6 m3, is nothing but that, whatever its name: RANGE
 * for one on ground that is not `rough` (kamm_terrain_def). road_class_b to road_class_e are such surfaces. */
KAMM_IO_API kamm_result kamm_check_roughness(const kamm_surface *surface, int rough,
                                             kamm_error *error);

/* A named place on the ground. */
typedef struct kamm_start {
    char name[32];
    double x_m, y_m, yaw_rad; /* height and tilt: those of the ground there */
} kamm_start;

/* A world as read from a file. All of it belongs to the file; kamm_free_world_file releases it. */
typedef struct kamm_world_file {
    char path[512]; /* where it was found */
    char name[64];
    kamm_terrain *terrain;
    kamm_wind *wind;    /* gusts and turbulence; NULL: none */
    kamm_world_def def; /* its ground is the terrain's, with this wind */
    kamm_start *starts;
    int32_t start_count;
    kamm_path *paths;
    int32_t path_count;
    void *kept; /* what shapes of the def point to */
} kamm_world_file;

/* Reads a world by path, or by name from data/worlds ("proving-ground"). `notes` may be NULL. On error
 * `file` is left as it was, and the text names file, path, value and what is allowed. */
KAMM_IO_API kamm_result kamm_load_world(const char *name_or_path, kamm_world_file *file,
                                        kamm_notes *notes, kamm_error *error);
/* Is there such a file, and does it have a terrain, as only worlds do? It may have mistakes. */
KAMM_IO_API int kamm_is_world_file(const char *name_or_path);
/* Releases what kamm_load_world has allocated; a file of zeros has nothing. */
KAMM_IO_API void kamm_free_world_file(kamm_world_file *file);
/* NULL if none has that name. */
KAMM_IO_API const kamm_start *kamm_find_start(const kamm_world_file *file, const char *name);
KAMM_IO_API const kamm_path *kamm_find_path(const kamm_world_file *file, const char *name);

#ifdef __cplusplus
}
#endif

#endif
