/* The layers of a world file's terrain: height maps, planes and meshes. */
#include "world_parts.h"

#include "height_map.h"
#include "notes.h"

/* Checks that from_m and to_m are both given, the second beyond the first, or neither. */
static kamm_result check_extent(struct world_reader *reader, const struct world_plane *plane)
{
    if (!plane->from_m_count != !plane->to_m_count)
        return kamm_world_reader_fail_at(reader, plane->from_m_count ? "to_m" : "from_m",
                                         KAMM_ERROR_MISSING,
                                         "is missing; there are from_m and to_m, or neither");
    for (int i = 0; i < plane->to_m_count; ++i)
        if (!(plane->to_m[i] > plane->from_m[i]))
            return kamm_world_reader_fail_at(reader, "to_m", KAMM_ERROR_RANGE,
                                             "%.9g m along %c; allowed: above from_m's %.9g m",
                                             plane->to_m[i], "xy"[i], plane -> from_m[i]);
    return KAMM_OK;
}

static kamm_result read_plane(struct world_reader *reader, const cJSON *json, kamm_layer *layer,
                              const char **surface)
{
    struct world_plane *plane = kamm_world_reader_scratch(reader, 1, sizeof *plane);
    if (!plane) return KAMM_ERROR_MEMORY;
    kamm_result result = kamm_world_reader_object(reader, WORLD_plane, json, plane);
    if (!result) result = check_extent(reader, plane);
    if (result) return result;
    layer->kind = KAMM_LAYER_PLANE;
    layer->plane.height_m = plane->height_m;
    *surface = plane->surface;
    for (int i = 0; i < 2; ++i) {
        layer->plane.slope[i] = plane->slope[i];
        layer->plane.from_m[i] = plane->from_m_count ? plane->from_m[i] : 0;
        layer->plane.to_m[i] = plane->to_m_count ? plane->to_m[i] : 0;
    }
    return KAMM_OK;
}

/* -- height maps ------------------------------------------------------------------------------ */

static kamm_result fail_key(struct world_reader *reader, const char *key, int wanted,
                            const char *why)
{
    return kamm_world_reader_fail_at(reader, key, wanted ? KAMM_ERROR_MISSING : KAMM_ERROR_FORMAT,
                                     "%s: %s", wanted ? "is missing" : "does not belong here", why);
}

/* A picture says its size but not its heights; raw floats say their heights but not their size. */
static kamm_result check_keys(struct world_reader *reader, const struct world_heights *heights,
                              int is_picture)
{
    const struct {
        const char *key;
        double value;
        int of_picture;
    } keys[] = {{"min_height_m", heights->min_height_m, 1},
                {"max_height_m", heights->max_height_m, 1},
                {"columns", heights->columns, 0},
                {"rows", heights->rows, 0}};
    for (int i = 0; i < 4; ++i)
        if (isnan(keys[i].value) == (keys[i].of_picture == is_picture))
            return fail_key(
                reader, keys[i].key, keys[i].of_picture == is_picture,
                is_picture ? "a PNG comes with min_height_m and max_height_m, without columns and "
                             "rows"
                           : "a file that does not end in .png holds raw floats and comes "
                             "with columns and rows, without min_height_m and max_height_m");
    if (is_picture && heights->min_height_m > heights->max_height_m)
        return kamm_world_reader_fail_at(reader, "max_height_m", KAMM_ERROR_RANGE,
                                         "%.9g m; allowed: min_height_m (%.9g m) or above",
                                         heights->max_height_m, heights->min_height_m);
    kamm_result result = kamm_world_reader_check_integer(reader, "columns", heights->columns);
    return result ? result : kamm_world_reader_check_integer(reader, "rows", heights->rows);
}

static void note_coarse(struct world_reader *reader, const struct world_heights *heights)
{
    kamm_add_note(
        reader->notes,
        "%s.file: %.60s has 8 bits a pixel: its heights come in steps of %.3g m; 16 bits are "
        "finer",
        reader->json.path.text, heights->file,
        (heights->max_height_m - heights->min_height_m) / 255);
}

static kamm_result load_heights(struct world_reader *reader, const struct world_heights *heights,
                                int is_picture, kamm_heights *map)
{
    char path[KAMM_PATH_TEXT];
    kamm_result result = kamm_world_reader_beside(reader, "file", heights->file, path);
    if (result) return result;
    if (is_picture) {
        result = kamm_load_height_picture(path, heights->min_height_m, heights->max_height_m, map,
                                          reader->json.error);
    } else {
        map->columns = (int32_t)heights->columns;
        map->rows = (int32_t)heights->rows;
        result = kamm_load_raw_heights(path, map, reader->json.error);
    }
    return result ? kamm_world_reader_blame(reader, "file", result) : KAMM_OK;
}

static kamm_result read_heights(struct world_reader *reader, const cJSON *json, kamm_layer *layer,
                                const char **surface)
{
    struct world_heights *heights = kamm_world_reader_scratch(reader, 1, sizeof *heights);
    kamm_heights map = {0};
    if (!heights) return KAMM_ERROR_MEMORY;
    kamm_result result = kamm_world_reader_object(reader, WORLD_heights, json, heights);
    int is_picture = !result && kamm_has_ending(heights->file, ".png");
    if (!result) result = check_keys(reader, heights, is_picture);
    if (!result) result = load_heights(reader, heights, is_picture, &map);
    if (result) return result;
    if (map.bits == 8) note_coarse(reader, heights);
    layer->kind = KAMM_LAYER_HEIGHTS;
    layer->heights.columns = map.columns;
    layer->heights.rows = map.rows;
    layer->heights.cell_m = heights->cell_m;
    layer->heights.heights_m = map.heights_m;
    for (int i = 0; i < 2; ++i) layer->heights.origin_m[i] = heights->origin_m[i];
    *surface = heights->surface;
    return KAMM_OK;
}

/* -- meshes ----------------------------------------------------------------------------------- */

static kamm_result read_mesh(struct world_reader *reader, const cJSON *json, kamm_layer *layer,
                             const char **surface)
{
    struct world_mesh *mesh = kamm_world_reader_scratch(reader, 1, sizeof *mesh);
    struct world_points points = {0};
    if (!mesh) return KAMM_ERROR_MEMORY;
    kamm_result result = kamm_world_reader_object(reader, WORLD_mesh, json, mesh);
    if (!result)
        result = kamm_world_reader_points(reader, "vertices_m", mesh->vertices_m, 3, 3, &points);
    if (result) return result;
    float(*vertices_m)[3] =
        kamm_world_reader_scratch(reader, (size_t)points.count, sizeof *vertices_m);
    if (!vertices_m) return KAMM_ERROR_MEMORY;
    for (int32_t i = 0; i < points.count; ++i)
        for (int j = 0; j < 3; ++j) vertices_m[i][j] = (float)points.values[3 * i + j];
    layer->kind = KAMM_LAYER_MESH;
    layer->mesh.vertex_count = points.count;
    layer->mesh.vertices_m = (const float(*)[3])vertices_m;
    *surface = mesh->surface;
    return kamm_world_reader_triangles(reader, mesh->triangles, points.count,
                                       &layer->mesh.triangle_count, &layer->mesh.triangles);
}

/* -- all -------------------------------------------------------------------------------------- */

static kamm_result read_layer(struct world_reader *reader, const cJSON *json, int index,
                              void *context)
{
    static const char *const words[] = {KAMM_WORLD_LAYER_KINDS(KIND_WORD) NULL};
    static kamm_result (*const read[])(struct world_reader *, const cJSON *, kamm_layer *,
                                       const char **) = {KAMM_WORLD_LAYER_KINDS(KIND_READER)};
    kamm_layer *layer = (kamm_layer *)context + index;
    const char *surface = "";
    int kind;
    kamm_result result = kamm_world_reader_kind(reader, json, words, &kind);
    if (!result) result = read[kind](reader, json, layer, &surface);
    layer->surface = -1;
    if (!result && *surface)
        result = kamm_world_reader_surface(reader, "surface", surface, &layer->surface);
    if (layer->surface == 0) layer->surface = KAMM_FIRST_SURFACE;
    return result;
}

kamm_result kamm_world_reader_layers(struct world_reader *reader, const cJSON *list,
                                     kamm_terrain_def *def)
{
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 1;
    if (!count)
        return kamm_world_reader_fail_at(reader, "terrain", KAMM_ERROR_RANGE,
                                         "there is no layer; allowed: 1 to %d", KAMM_MAX_LAYERS);
    if (count > KAMM_MAX_LAYERS)
        return kamm_world_reader_fail_at(reader, "terrain", KAMM_ERROR_RANGE,
                                         "%d layers; allowed: 1 to %d", count, KAMM_MAX_LAYERS);
    reader->layers = count;
    kamm_layer *layers = kamm_world_reader_scratch(reader, (size_t)count, sizeof *layers);
    if (!layers) return KAMM_ERROR_MEMORY;
    def->layers = layers;
    def->layer_count = count;
    return kamm_world_reader_each(reader, "terrain", list, read_layer, layers);
}

void kamm_world_reader_release_layers(const kamm_terrain_def *def)
{
    for (int32_t i = 0; i < def->layer_count; ++i)
        kamm_release((void *)(uintptr_t)def->layers[i].heights.heights_m);
}
