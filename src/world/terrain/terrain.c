/* Terrain: creation, and the ground that it is. See include/kamm/terrain.h. */
#include "terrain.h"

#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../../run/usual.h"

#include <math.h>
#include <string.h>

static kamm_result make_plane(const kamm_patch_plane *plane, struct layer *layer)
{
    int everywhere = plane->from_m[0] == plane->to_m[0] && plane->from_m[1] == plane->to_m[1];
    layer->height_m = plane->height_m;
    for (int i = 0; i < 2; ++i) {
        layer->slope[i] = plane->slope[i];
        layer->height_m -= plane->slope[i] * plane->from_m[i];
        layer->low_m[i] = everywhere ? -INFINITY : plane->from_m[i];
        layer->high_m[i] = everywhere ? INFINITY : plane->to_m[i];
    }
    return KAMM_OK;
}

/* Below 0: as painted. */
static int surface_of(const kamm_terrain_def *terrain, const kamm_layer *layer)
{
    if (layer->surface == KAMM_FIRST_SURFACE) return 0;
    if (layer->surface > 0) return layer->surface;
    return terrain->paint.columns > 0 || layer->surface < 0 ? -1 : 0;
}

static kamm_result make_layer(const kamm_layer *def, int layer_surface, int index,
                              struct layer *layer, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    const double *low = layer->heights.from_m, *high = layer->heights.to_m;
    layer->kind = def->kind;
    layer->surface = layer_surface;
    if (def->kind == KAMM_LAYER_PLANE) return make_plane(&def->plane, layer);
    if (def->kind == KAMM_LAYER_HEIGHTS) {
        result = kamm_make_height_grid(&def->heights, &layer->heights);
    } else {
        result = kamm_make_mesh_grid(&def->mesh, &layer->mesh);
        low = layer->mesh.from_m, high = layer->mesh.to_m;
    }
    memcpy(layer->low_m, low, sizeof layer->low_m);
    memcpy(layer->high_m, high, sizeof layer->high_m);
    if (result == KAMM_ERROR_RANGE)
        return kamm_fail(error, result, "mesh",
                         "layers[%d].mesh: all %d triangles stand upright or have no size; at "
                         "least one has to be ground",
                         index, (int)def->mesh.triangle_count);
    return result;
}

static kamm_result make_layers(const kamm_terrain_def *def, kamm_terrain *terrain,
                               kamm_error *error)
{
    terrain->layers = kamm_allocate_array((size_t)def->layer_count, sizeof *terrain->layers);
    if (!terrain->layers) return KAMM_ERROR_MEMORY;
    for (int i = 0; i < def->layer_count; ++i) {
        ++terrain->layer_count;
        int surface = surface_of(def, &def->layers[i]);
        kamm_result result = make_layer(&def->layers[i], surface, i, &terrain->layers[i], error);
        if (result != KAMM_OK) return result;
    }
    return KAMM_OK;
}

static kamm_result make_surfaces(const kamm_terrain_def *def, kamm_terrain *terrain,
                                 kamm_error *error)
{
    size_t count = (size_t)def->surface_count;
    int is_rough = 0;
    terrain->surface_count = def->surface_count;
    terrain->surfaces = kamm_allocate_array(count, sizeof *def->surfaces);
    if (!terrain->surfaces) return KAMM_ERROR_MEMORY;
    memcpy(terrain->surfaces, def->surfaces, count * sizeof *def->surfaces);
    for (int i = 0; i < def->surface_count; ++i) {
        const kamm_surface *surface = &def->surfaces[i];
        terrain->surfaces[i].friction = kamm_usual_friction(surface->friction);
        double roughness_m3 = def->rough ? (double)surface->roughness_m3 : 0;
        terrain->relief[i].amplitude = sqrt(roughness_m3 / 1e-6);
        double sinkage_m = surface->soil.friction_modulus > 0 ? 0 : (double)surface->sinkage_m;
        terrain->relief[i].sinkage_m = sinkage_m;
        is_rough |= roughness_m3 > 0;
        terrain->sinks |= sinkage_m > 0;
    }
    return is_rough ? kamm_make_roughness(def->roughness_seed, &terrain->roughness, error)
                    : KAMM_OK;
}

static kamm_result make_terrain(const kamm_terrain_def *def, kamm_terrain *terrain,
                                kamm_error *error)
{
    kamm_result result = make_surfaces(def, terrain, error);
    if (result == KAMM_OK)
        result = kamm_make_paint_grid(&def->paint, terrain->relief, &terrain->paint);
    if (result == KAMM_OK) result = make_layers(def, terrain, error);
    if (result == KAMM_OK)
        result = kamm_make_site_grid(terrain->layers, terrain->layer_count, &terrain->sites);
    if (result == KAMM_ERROR_MEMORY)
        kamm_fail(error, result, "", "out of memory for a terrain of %d layers",
                  (int)def->layer_count);
    return result;
}

static kamm_terrain_def completed(const kamm_terrain_def *def)
{
    static const kamm_layer level = {.kind = KAMM_LAYER_PLANE};
    static const kamm_surface asphalt = {.name = "dry_asphalt", .friction = 1};
    kamm_terrain_def all = *def;
    if (!all.layers && all.layer_count == 0) all.layers = &level, all.layer_count = 1;
    if (!all.surfaces && all.surface_count == 0) all.surfaces = &asphalt, all.surface_count = 1;
    return all;
}

kamm_terrain *kamm_create_terrain(const kamm_terrain_def *given, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, given, NULL);
    const kamm_terrain_def all = completed(given), *def = &all;
    if (kamm_check_terrain(def, error) != KAMM_OK) return NULL;
    kamm_terrain *terrain = kamm_allocate(sizeof *terrain);
    if (!terrain) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a terrain");
        return NULL;
    }
    if (make_terrain(def, terrain, error) == KAMM_OK) return terrain;
    kamm_destroy_terrain(terrain);
    return NULL;
}

void kamm_destroy_terrain(kamm_terrain *terrain)
{
    if (!terrain) return;
    KAMM_REQUIRE_ALIVE(terrain, );
    kamm_note_destroyed(terrain);
    for (int i = 0; i < terrain->layer_count; ++i) {
        kamm_free_height_grid(&terrain->layers[i].heights);
        kamm_free_mesh_grid(&terrain->layers[i].mesh);
    }
    kamm_release(terrain->layers);
    kamm_release(terrain->surfaces);
    kamm_free_paint_grid(&terrain->paint);
    kamm_free_site_grid(&terrain->sites);
    if (terrain->roughness) kamm_free_roughness(terrain->roughness);
    kamm_release(terrain);
}

static void query_terrain(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    kamm_touch_terrain(user, count, probes, contacts);
}

/* One infinite level plane, of one surface that is neither rough nor soft: no query is needed. (The normal
 * of one with a slope is rounded, which far from a point of it is a height.) */
static int is_one_level(const kamm_terrain *terrain)
{
    const struct layer *layer = &terrain->layers[0];
    if (terrain->layer_count > 1 || layer->kind != KAMM_LAYER_PLANE) return 0;
    if (layer->slope[0] != 0 || layer->slope[1] != 0) return 0;
    if (layer->low_m[0] > -INFINITY || (layer->surface < 0 && terrain->paint.surfaces)) return 0;
    const struct surface_relief *relief = &terrain->relief[layer->surface < 0 ? 0 : layer->surface];
    return !(relief->amplitude > 0 || relief->sinkage_m > 0);
}

/* A query says for how far its answer holds (patch.c), so it may come before each substep. */
kamm_ground kamm_terrain_ground(const kamm_terrain *terrain)
{
    kamm_ground ground = kamm_flat_ground;
    KAMM_REQUIRE_ALIVE(terrain, ground);
    if (is_one_level(terrain)) {
        const kamm_probe probe = {.forward = {1, 0, 0}, .left = {0, 1, 0}};
        kamm_touch_terrain(terrain, 1, &probe, &ground.plane);
        return ground;
    }
    ground.query = query_terrain;
    ground.user = (void *)(uintptr_t)terrain;
    ground.body_points = 2;
    ground.plane.friction = terrain->surfaces[0].friction;
    return ground;
}

kamm_terrain_point kamm_terrain_at(const kamm_terrain *terrain, double x_m, double y_m, double z_m)
{
    KAMM_FLOAT_MODE;
    kamm_terrain_point point = {.normal = {0, 0, 1}};
    KAMM_REQUIRE_ALIVE(terrain, point);
    struct ground_search found = kamm_ground_at(terrain, x_m, y_m, z_m + POINT_MARGIN_M);
    const double *slope = found.place.slope;
    double inverse = 1 / sqrt(1 + (slope[0] * slope[0] + slope[1] * slope[1]));
    point.height_m = found.place.height_m;
    point.normal[0] = (float)(-slope[0] * inverse);
    point.normal[1] = (float)(-slope[1] * inverse);
    point.normal[2] = (float)inverse;
    point.surface = kamm_surface_of_layer(terrain, found.layer, x_m, y_m);
    return point;
}

const kamm_surface *kamm_terrain_surface(const kamm_terrain *terrain, int32_t surface)
{
    KAMM_REQUIRE_ALIVE(terrain, NULL);
    KAMM_REQUIRE(surface >= 0 && surface < terrain->surface_count, NULL);
    return &terrain->surfaces[surface];
}

int kamm_terrain_surface_count(const kamm_terrain *terrain)
{
    KAMM_REQUIRE_ALIVE(terrain, 0);
    return terrain->surface_count;
}

void kamm_terrain_extent(const kamm_terrain *terrain, double from_m[2], double to_m[2])
{
    KAMM_REQUIRE_ALIVE(terrain, );
    KAMM_REQUIRE(from_m && to_m, );
    for (int k = 0; k < 2; ++k) {
        from_m[k] = INFINITY, to_m[k] = -INFINITY;
        for (int i = 0; i < terrain->layer_count; ++i) {
            from_m[k] = fmin(from_m[k], terrain->layers[i].low_m[k]);
            to_m[k] = fmax(to_m[k], terrain->layers[i].high_m[k]);
        }
    }
}
