/* Terrain: ground made of layers (planes, height maps, triangle meshes), painted with surfaces, with the
 * roughness of real roads. Immutable once created; any number of cars, worlds and threads may share it.
 *
 *     kamm_terrain *terrain = kamm_create_terrain(&def, &error);
 *     kamm_ground ground = kamm_terrain_ground(terrain);
 *     kamm_step(cars, &ground, 4);
 */
#ifndef KAMM_TERRAIN_H
#define KAMM_TERRAIN_H

#include <kamm/export.h>
#include <kamm/ground.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Heights on a grid: heights_m[row * columns + column] at x = origin + column * cell, y = origin + row *
 * cell. Between the points the height is smooth (C1). Nothing beyond the grid. */
typedef struct kamm_height_map {
    int32_t columns, rows; /* 2 at least */
    double cell_m;         /* above 0 */
    double origin_m[2];
    const float *heights_m;
} kamm_height_map;

/* Triangles; the winding does not matter, but vertical triangles are ignored. */
typedef struct kamm_mesh {
    int32_t vertex_count, triangle_count;
    const float (*vertices_m)[3];
    const int32_t (*triangles)[3]; /* indices of vertices */
} kamm_mesh;

/* z = height_m + slope[0] * (x - from_m[0]) + slope[1] * (y - from_m[1]), from `from_m` to `to_m`;
 * everywhere if these are equal. */
typedef struct kamm_patch_plane {
    double height_m, slope[2];
    double from_m[2], to_m[2];
} kamm_patch_plane;

typedef enum kamm_layer_kind {
    KAMM_LAYER_PLANE = 0,
    KAMM_LAYER_HEIGHTS = 1,
    KAMM_LAYER_MESH = 2
} kamm_layer_kind;

/* Where several layers overlap, the highest one that is not above the query point is used (a car under a
 * bridge is not on it); below all of them, the lowest. "Not above" has a margin: a wheel's radius, and 0.25 m
 * for body points, things and kamm_terrain_at, so that what is pressed into the ground still finds it. */
typedef struct kamm_layer {
    kamm_layer_kind kind;
    kamm_patch_plane plane;
    kamm_height_map heights;
    kamm_mesh mesh;
    int32_t
        surface; /* index of a surface. 0: as painted, and surface 0 where there is no paint; -1: the same */
} kamm_layer;
#define KAMM_FIRST_SURFACE (-2) /* as a layer's surface: surface 0, whatever is painted */

/* Which surface lies where: surfaces[row * columns + column], an index each, of the cell that begins at
 * x = origin + column * cell. Beyond the grid: surface 0. */
typedef struct kamm_paint {
    int32_t columns, rows; /* 0: everything is surface 0 */
    double cell_m;
    double origin_m[2];
    const uint8_t *surfaces;
} kamm_paint;

/* Each layer is looked at wherever ground is asked for: what is large and of one kind is one mesh or map. */
#define KAMM_MAX_LAYERS 1024
typedef struct kamm_terrain_def {
    const kamm_layer *layers;
    int32_t layer_count; /* to KAMM_MAX_LAYERS. 0: a level plane everywhere, at z = 0 */
    const kamm_surface *surfaces;
    int32_t surface_count; /* to 256; the first is the default. 0: dry asphalt alone */
    kamm_paint paint;
    uint32_t roughness_seed; /* another seed, another road of the same roughness */
    int32_t
        rough; /* 1: the surfaces' roughness is added to the heights; 0: heights are as the layers have them, such as a measured
                      profile, which has its own */
} kamm_terrain_def;

typedef struct kamm_terrain kamm_terrain;

/* Copies all that the def points to. NULL on error: RANGE (a grid, an index, a height that is not
 * finite, with its place), MEMORY. */
KAMM_API kamm_terrain *kamm_create_terrain(const kamm_terrain_def *def, kamm_error *error);
KAMM_API void kamm_destroy_terrain(kamm_terrain *terrain);

/* A ground on which cars can be stepped. The terrain must outlive it. Its query tells the planes. Where all of the terrain is one
 * infinite level plane, of one surface without roughness and sinkage, `query` is NULL and `plane` is that plane. */
KAMM_API kamm_ground kamm_terrain_ground(const kamm_terrain *terrain);

/* What lies at a place, for placing and drawing things: the ground at (x, y) for a query
 * point at height z (pass a large z for the topmost). Outside of all layers: the nearest point of the nearest
 * layer's border, level. */
typedef struct kamm_terrain_point {
    double height_m;
    float normal[3];
    int32_t surface;
} kamm_terrain_point;
KAMM_API kamm_terrain_point kamm_terrain_at(const kamm_terrain *terrain, double x_m, double y_m,
                                            double z_m);
/* The surface of that index among those of the def, and how many there are. */
KAMM_API const kamm_surface *kamm_terrain_surface(const kamm_terrain *terrain, int32_t surface);
KAMM_API int kamm_terrain_surface_count(const kamm_terrain *terrain);
/* The corners, x and y, of the rectangle around all layers; infinite with a plane that is everywhere. */
KAMM_API void kamm_terrain_extent(const kamm_terrain *terrain, double from_m[2], double to_m[2]);

#ifdef __cplusplus
}
#endif

#endif
