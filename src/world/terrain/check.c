/* Checks of a terrain's def: each error names the place, the value and the allowed values. */
#include "../../base/error.h"
#include "../../run/contact_planes.h"
#include "../../run/usual.h"
#include "terrain.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { MAX_POINTS = 1 << 28, MAX_SURFACES = 256 };

/* Begin of a message's path: "layers[3].heights". */
struct where {
    char text[64];
};

static struct where layer_path(int index, const char *field)
{
    struct where where;
    snprintf(where.text, sizeof where.text, "layers[%d].%s", index, field);
    return where;
}

static kamm_result check_grid(const char *path, int32_t columns, int32_t rows, int32_t min,
                              double cell_m, const double origin_m[2], kamm_error *error)
{
    if (columns < min || rows < min || (double)columns * rows > MAX_POINTS)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s: %d columns and %d rows; at least %d of each are needed, and at most "
                         "%d together",
                         path, (int)columns, (int)rows, (int)min, (int)MAX_POINTS);
    if (!(cell_m > 0 && cell_m <= 1e6))
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s: cell_m is %g m, but has to be above 0 and at most 1e6 m", path,
                         cell_m);
    for (int i = 0; i < 2; ++i)
        if (!(fabs(origin_m[i]) <= 1e9))
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s: origin_m[%d] is %g m, but has to be between -1e9 and 1e9 m", path,
                             i, origin_m[i]);
    return KAMM_OK;
}

static kamm_result fail_missing(const char *path, const char *what, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_RANGE, path, "%s: %s is NULL", path, what);
}

static kamm_result check_heights(int index, const kamm_height_map *map, kamm_error *error)
{
    struct where path = layer_path(index, "heights");
    kamm_result result =
        check_grid(path.text, map->columns, map->rows, 2, map->cell_m, map->origin_m, error);
    if (result != KAMM_OK) return result;
    if (!map->heights_m) return fail_missing(path.text, "heights_m", error);
    for (int row = 0; row < map->rows; ++row)
        for (int column = 0; column < map->columns; ++column) {
            double height = map->heights_m[(size_t)row * (size_t)map->columns + (size_t)column];
            if (!(fabs(height) <= 1e6))
                return kamm_fail(error, KAMM_ERROR_RANGE, path.text,
                                 "%s: the height in column %d, row %d is %g m, but has to be "
                                 "between -1e6 and 1e6 m",
                                 path.text, column, row, height);
        }
    return KAMM_OK;
}

static kamm_result check_vertices(const char *path, const kamm_mesh *mesh, kamm_error *error)
{
    for (int i = 0; i < mesh->vertex_count; ++i)
        for (int j = 0; j < 3; ++j)
            if (!(fabs((double)mesh->vertices_m[i][j]) <= 1e6))
                return kamm_fail(error, KAMM_ERROR_RANGE, path,
                                 "%s: vertices_m[%d][%d] is %g m, but has to be between -1e6 and "
                                 "1e6 m",
                                 path, i, j, (double)mesh->vertices_m[i][j]);
    return KAMM_OK;
}

static kamm_result check_mesh(int index, const kamm_mesh *mesh, kamm_error *error)
{
    struct where where = layer_path(index, "mesh");
    const char *path = where.text;
    if (mesh->vertex_count < 3 || mesh->triangle_count < 1 || mesh->triangle_count > MAX_POINTS)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s: %d vertices and %d triangles; at least 3 and 1 are needed, and at "
                         "most %d triangles",
                         path, (int)mesh->vertex_count, (int)mesh->triangle_count, (int)MAX_POINTS);
    if (!mesh->vertices_m) return fail_missing(path, "vertices_m", error);
    if (!mesh->triangles) return fail_missing(path, "triangles", error);
    kamm_result result = check_vertices(path, mesh, error);
    if (result != KAMM_OK) return result;
    for (int i = 0; i < mesh->triangle_count; ++i)
        for (int j = 0; j < 3; ++j) {
            int vertex = mesh->triangles[i][j];
            if (vertex < 0 || vertex >= mesh->vertex_count)
                return kamm_fail(error, KAMM_ERROR_RANGE, path,
                                 "%s: triangles[%d][%d] is %d, but there are vertices 0 to %d",
                                 path, i, j, vertex, (int)mesh->vertex_count - 1);
        }
    return KAMM_OK;
}

static kamm_result check_plane(int index, const kamm_patch_plane *plane, kamm_error *error)
{
    struct where path = layer_path(index, "plane");
    const double values[] = {plane->height_m,  plane->slope[0], plane->slope[1], plane->from_m[0],
                             plane->from_m[1], plane->to_m[0],  plane->to_m[1]};
    static const struct {
        const char *name;
        double max;
    } fields[] = {{"height_m", 1e6},  {"slope[0]", 100}, {"slope[1]", 100}, {"from_m[0]", 1e9},
                  {"from_m[1]", 1e9}, {"to_m[0]", 1e9},  {"to_m[1]", 1e9}};
    for (int i = 0; i < 7; ++i)
        if (!(fabs(values[i]) <= fields[i].max))
            return kamm_fail(error, KAMM_ERROR_RANGE, path.text,
                             "%s: %s is %g, but has to be between %g and %g", path.text,
                             fields[i].name, values[i], -fields[i].max, fields[i].max);
    int everywhere = plane->from_m[0] == plane->to_m[0] && plane->from_m[1] == plane->to_m[1];
    for (int i = 0; i < 2 && !everywhere; ++i)
        if (!(plane->to_m[i] > plane->from_m[i]))
            return kamm_fail(error, KAMM_ERROR_RANGE, path.text,
                             "%s: to_m[%d] is %g m, but has to be above from_m[%d] = %g m, or both "
                             "points equal for an infinite plane",
                             path.text, i, plane->to_m[i], i, plane->from_m[i]);
    return KAMM_OK;
}

static kamm_result check_layer(const kamm_terrain_def *def, int index, kamm_error *error)
{
    const kamm_layer *layer = &def->layers[index];
    struct where path = layer_path(index, "surface");
    if (layer->surface < KAMM_FIRST_SURFACE || layer->surface >= def->surface_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, path.text,
                         "%s is %d, but there are surfaces 0 to %d, and -1 for what is painted",
                         path.text, (int)layer->surface, (int)def->surface_count - 1);
    switch (layer->kind) {
    case KAMM_LAYER_PLANE: return check_plane(index, &layer->plane, error);
    case KAMM_LAYER_HEIGHTS: return check_heights(index, &layer->heights, error);
    case KAMM_LAYER_MESH: return check_mesh(index, &layer->mesh, error);
    }
    path = layer_path(index, "kind");
    return kamm_fail(error, KAMM_ERROR_RANGE, path.text,
                     "%s is %d, but has to be KAMM_LAYER_PLANE, _HEIGHTS or _MESH", path.text,
                     (int)layer->kind);
}

static kamm_result check_surface(int index, const kamm_surface *s, kamm_error *error)
{
    const struct {
        const char *name;
        double value, min, max;
    } fields[] = {{"friction", kamm_usual_friction(s->friction), KAMM_NONE, 2},
                  {"sliding_loss", s->sliding_loss, 0, 0.95},
                  {"rolling_resistance", s->rolling_resistance, 0, 1},
                  {"sinkage_m", s->sinkage_m, 0, 0.5},
                  {"sinkage_drag", s->sinkage_drag, 0, 1},
                  {"roughness_m3", s->roughness_m3, 0, 1},
                  {"water_m", s->water_m, 0, 0.1}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i)
        if (!((float)fields[i].value >= (float)fields[i].min &&
              (float)fields[i].value <= (float)fields[i].max)) {
            struct where path;
            snprintf(path.text, sizeof path.text, "surfaces[%d].%s", index, fields[i].name);
            return kamm_fail(error, KAMM_ERROR_RANGE, path.text,
                             "%s of \"%.31s\" is %g, but has to be between %g and %g", path.text,
                             s->name, fields[i].value, fields[i].min, fields[i].max);
        }
    if (!kamm_is_soil(&s->soil))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "surfaces",
            "surfaces[%d].soil of \"%.31s\": friction_modulus %g, exponent %g, shear_m %g, "
            "depth_m %g and the others have to be in the ranges of kamm_soil (ground.h)",
            index, s->name, (double)s->soil.friction_modulus, (double)s->soil.exponent,
            (double)s->soil.shear_m, (double)s->soil.depth_m);
    return KAMM_OK;
}

static kamm_result check_surfaces(const kamm_terrain_def *def, kamm_error *error)
{
    if (def->surface_count < 1 || def->surface_count > MAX_SURFACES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "surfaces",
                         "surfaces: there are %d, but 1 to %d are needed", (int)def->surface_count,
                         (int)MAX_SURFACES);
    if (!def->surfaces) return fail_missing("surfaces", "the array", error);
    for (int i = 0; i < def->surface_count; ++i) {
        kamm_result result = check_surface(i, &def->surfaces[i], error);
        if (result != KAMM_OK) return result;
    }
    return KAMM_OK;
}

static kamm_result check_paint(const kamm_terrain_def *def, kamm_error *error)
{
    const kamm_paint *paint = &def->paint;
    if (paint->columns == 0 && paint->rows == 0) return KAMM_OK;
    kamm_result result =
        check_grid("paint", paint->columns, paint->rows, 1, paint->cell_m, paint->origin_m, error);
    if (result != KAMM_OK) return result;
    if (!paint->surfaces) return fail_missing("paint", "surfaces", error);
    for (int row = 0; row < paint->rows; ++row)
        for (int column = 0; column < paint->columns; ++column) {
            int index = paint->surfaces[(size_t)row * (size_t)paint->columns + (size_t)column];
            if (index >= def->surface_count)
                return kamm_fail(error, KAMM_ERROR_RANGE, "paint",
                                 "paint: the surface in column %d, row %d is %d, but there are "
                                 "surfaces 0 to %d",
                                 column, row, index, (int)def->surface_count - 1);
        }
    return KAMM_OK;
}

kamm_result kamm_check_terrain(const kamm_terrain_def *def, kamm_error *error)
{
    if (def->layer_count < 1 || def->layer_count > KAMM_MAX_LAYERS)
        return kamm_fail(error, KAMM_ERROR_RANGE, "layers",
                         "layers: there are %d, but at least 1 is needed, and at most %d",
                         (int)def->layer_count, KAMM_MAX_LAYERS);
    if (!def->layers) return fail_missing("layers", "the array", error);
    kamm_result result = check_surfaces(def, error);
    for (int i = 0; result == KAMM_OK && i < def->layer_count; ++i)
        result = check_layer(def, i, error);
    return result == KAMM_OK ? check_paint(def, error) : result;
}
