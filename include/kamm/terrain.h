/* Terrain: ground of layers (planes, height maps, triangle meshes), painted with surfaces, with the roughness of real
 * roads. A terrain is immutable. Any number of cars, worlds and threads may share it.
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

/* -- Layers -- */

/* Heights on a grid: heights_m[row * columns + column] at x = origin + column * cell, y = origin + row * cell. Between
 * the points the height is smooth (C1). Beyond the grid the layer has no ground. */
typedef struct kamm_height_map {
    /* 2 at least. */
    int32_t columns, rows;
    /* Distance of the points, above 0. */
    double cell_m;
    /* World x and y of the first point. */
    double origin_m[2];
    /* Heights, row by row along x. */
    const float *heights_m;
} kamm_height_map;

/* Triangles of any winding. Upright ones, more than 75 degrees steep, stop the points of bodies that come into the
 * ground behind them; below wheels vertical ones are ignored. */
typedef struct kamm_mesh {
    /* Numbers of vertices and triangles. */
    int32_t vertex_count, triangle_count;
    /* Vertices, world axes. */
    const float (*vertices_m)[3];
    /* Indices of vertices. */
    const int32_t (*triangles)[3];
} kamm_mesh;

/* A plane z = height_m + slope[0] * (x - from_m[0]) + slope[1] * (y - from_m[1]), from `from_m` to `to_m`. If both are
 * equal it is everywhere. */
typedef struct kamm_patch_plane {
    /* Height at `from_m`, and slopes along x and y. */
    double height_m, slope[2];
    /* Corners of the rectangle: least and highest x and y. */
    double from_m[2], to_m[2];
} kamm_patch_plane;

/* Kinds of layers. */
typedef enum kamm_layer_kind {
    KAMM_LAYER_PLANE = 0,   /* a plane, or a rectangle of it */
    KAMM_LAYER_HEIGHTS = 1, /* a height map */
    KAMM_LAYER_MESH = 2     /* triangles */
} kamm_layer_kind;

/* A layer. Where layers overlap, a query takes the highest one that is not above its point, so a car under a bridge is
 * not on it. Below all layers it takes the lowest. The comparison has a margin for points that are pressed into the
 * ground. It is a wheel's radius, and 0.25 m for points of bodies and kamm_terrain_at. */
typedef struct kamm_layer {
    /* Kind of the layer, which tells the member in use. */
    kamm_layer_kind kind;
    /* KAMM_LAYER_PLANE. */
    kamm_patch_plane plane;
    /* KAMM_LAYER_HEIGHTS. */
    kamm_height_map heights;
    /* KAMM_LAYER_MESH. */
    kamm_mesh mesh;
    /* Index of a surface; 0 or -1: as painted, and surface 0 without paint. */
    int32_t surface;
} kamm_layer;
/* Surface of a layer that is surface 0, whatever the paint. */
#define KAMM_FIRST_SURFACE (-2)

/* Surfaces on a grid: surfaces[row * columns + column] is the index of the cell that begins at x = origin + column *
 * cell. Beyond the grid: surface 0. */
typedef struct kamm_paint {
    /* 0: surface 0 everywhere. */
    int32_t columns, rows;
    /* Size of a cell. */
    double cell_m;
    /* World x and y of the first cell's corner. */
    double origin_m[2];
    /* Index of the surface of each cell, row by row along x. */
    const uint8_t *surfaces;
} kamm_paint;

/* -- Terrains -- */

/* Most layers of a terrain. Each query checks every layer, so put ground of one kind into one mesh or height map. */
#define KAMM_MAX_LAYERS 1024
/* What a terrain consists of. */
typedef struct kamm_terrain_def {
    /* Layers of the terrain. */
    const kamm_layer *layers;
    /* Number of layers, up to KAMM_MAX_LAYERS; 0: a level plane everywhere at z = 0. */
    int32_t layer_count;
    /* Surfaces of the terrain. */
    const kamm_surface *surfaces;
    /* Number of surfaces, up to 256; the first one is the default. 0: dry asphalt alone. */
    int32_t surface_count;
    /* Surfaces by place. */
    kamm_paint paint;
    /* Each seed gives another road of the same roughness. */
    uint32_t roughness_seed;
    /* 1: the roughness of the surfaces is added to the heights. 0: heights are those of the layers, such as of a
     * measured profile with its own roughness. */
    int32_t rough;
} kamm_terrain_def;

/* A compiled terrain; immutable. */
typedef struct kamm_terrain kamm_terrain;

/* Creates a terrain with a copy of all data of the def. NULL on error: RANGE (a grid, an index, a height that is not
 * finite, with its place), MEMORY. */
KAMM_API kamm_terrain *kamm_create_terrain(const kamm_terrain_def *def, kamm_error *error);
KAMM_API void kamm_destroy_terrain(kamm_terrain *terrain);

/* Returns a ground for stepping, with a query. The terrain must outlive it. A terrain that is one infinite level plane,
 * of one surface without roughness and sinkage, gives `plane` and a `query` of NULL. */
KAMM_API kamm_ground kamm_terrain_ground(const kamm_terrain *terrain);

/* A point of the ground. */
typedef struct kamm_terrain_point {
    /* Height of the ground. */
    double height_m;
    /* Unit normal, upwards. */
    float normal[3];
    /* Index of the surface. */
    int32_t surface;
} kamm_terrain_point;
/* Returns the ground at (x, y) for a query point at height z, for placing and drawing. A large z gives the topmost
 * ground. Outside of all layers it is level, at the height of the nearest point on the border of the nearest layer. */
KAMM_API kamm_terrain_point kamm_terrain_at(const kamm_terrain *terrain, double x_m, double y_m,
                                            double z_m);
/* Returns a surface of the def by its index. */
KAMM_API const kamm_surface *kamm_terrain_surface(const kamm_terrain *terrain, int32_t surface);
/* Returns the number of surfaces. */
KAMM_API int kamm_terrain_surface_count(const kamm_terrain *terrain);
/* Writes the corners, x and y, of the rectangle around all layers. It is infinite with a plane that is everywhere. */
KAMM_API void kamm_terrain_extent(const kamm_terrain *terrain, double from_m[2], double to_m[2]);

#ifdef __cplusplus
}
#endif

#endif
