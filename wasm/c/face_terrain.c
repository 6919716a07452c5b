/* The C side of the TypeScript face: terrains of arrays, and the worlds that stand on them. */
#include "face_world.h"

#include <kamm/io/world_file.h>

#include <stdlib.h>
#include <string.h>

/* A terrain that is being put together. What the layers point to belongs to the caller. */
struct face_terrain {
    kamm_terrain_def def;
    kamm_layer *layers;
    kamm_surface *surfaces;
};

EXPORT(face_free_terrain) void face_free_terrain(struct face_terrain *terrain)
{
    if (!terrain) return;
    free(terrain->layers);
    free(terrain->surfaces);
    free(terrain);
}

EXPORT(face_start_terrain)
struct face_terrain *face_start_terrain(int layer_count, int surface_count, int rough,
                                        unsigned seed)
{
    struct face_terrain *terrain = face_new(sizeof *terrain);
    if (!terrain) return NULL;
    terrain->layers = face_new((size_t)layer_count * sizeof *terrain->layers);
    terrain->surfaces = face_new((size_t)surface_count * sizeof *terrain->surfaces);
    terrain->def = (kamm_terrain_def){
        terrain->layers, layer_count, terrain->surfaces, surface_count, {0}, seed, rough};
    if (terrain->layers && terrain->surfaces) return terrain;
    face_free_terrain(terrain);
    return NULL;
}

EXPORT(face_put_surface)
void face_put_surface(struct face_terrain *terrain, int index, const kamm_surface *surface)
{
    terrain->surfaces[index] = *surface;
}

EXPORT(face_put_heights)
void face_put_heights(struct face_terrain *terrain, int index, int surface, int columns, int rows,
                      double cell_m, double x_m, double y_m, const float *heights_m)
{
    terrain->layers[index] = (kamm_layer){.kind = KAMM_LAYER_HEIGHTS,
                                          .heights = {columns, rows, cell_m, {x_m, y_m}, heights_m},
                                          .surface = surface};
}

EXPORT(face_put_mesh)
void face_put_mesh(struct face_terrain *terrain, int index, int surface, int vertex_count,
                   const float (*vertices_m)[3], int triangle_count, const int32_t (*triangles)[3])
{
    terrain->layers[index] =
        (kamm_layer){.kind = KAMM_LAYER_MESH,
                     .mesh = {vertex_count, triangle_count, vertices_m, triangles},
                     .surface = surface};
}

EXPORT(face_put_plane)
void face_put_plane(struct face_terrain *terrain, int index, int surface,
                    const kamm_patch_plane *plane)
{
    terrain->layers[index] =
        (kamm_layer){.kind = KAMM_LAYER_PLANE, .plane = *plane, .surface = surface};
}

EXPORT(face_put_paint)
void face_put_paint(struct face_terrain *terrain, int columns, int rows, double cell_m, double x_m,
                    double y_m, const uint8_t *surfaces)
{
    terrain->def.paint = (kamm_paint){columns, rows, cell_m, {x_m, y_m}, surfaces};
}

/* Whether its surfaces may be as smooth as it is; else the error is set. */
static kamm_result check_surfaces(const kamm_terrain_def *def)
{
    kamm_result result = KAMM_OK;
    for (int i = 0; i < def->surface_count && !result; ++i)
        result = kamm_check_roughness(&def->surfaces[i], def->rough, &face_error);
    return result;
}

EXPORT(face_create_terrain_world)
struct face_world *face_create_terrain_world(const struct face_terrain *terrain, const char *name)
{
    struct face_world *world = face_new(sizeof *world);
    if (!world) return NULL;
    strncpy(world->file.name, name, sizeof world->file.name - 1);
    if (!check_surfaces(&terrain->def))
        world->file.terrain = kamm_create_terrain(&terrain->def, &face_error);
    if (world->file.terrain) {
        world->file.def.ground = kamm_terrain_ground(world->file.terrain);
        if (!face_finish_world(world)) return world;
    }
    face_destroy_world(world);
    return NULL;
}
