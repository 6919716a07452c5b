/* World files: see docs/world-files.md. */
#include "../base/float_mode.h"
#include "world_parts.h"

#include "json_file.h"

#include <string.h>

/* A mesh of half a million triangles. */
static const size_t max_bytes = (size_t)64 << 20;

/* -- paths and starts ------------------------------------------------------------------------- */

static kamm_result check_points(struct world_reader *reader, const kamm_path *path)
{
    for (int32_t i = 0; i < path->count; ++i) {
        int32_t next = (i + 1) % path->count;
        if (!next && !path->closed) break;
        if (path->points_m[i][0] == path->points_m[next][0] &&
            path->points_m[i][1] == path->points_m[next][1])
            return kamm_world_reader_fail_at(
                reader, "points_m", KAMM_ERROR_RANGE, "points %d and %d are the same place%s",
                (int)i, (int)next, next ? "" : "; a closed path comes back by itself");
    }
    return KAMM_OK;
}

/* From the path to the road's edges, as many as it has points. */
static kamm_result read_sides(struct world_reader *reader, const cJSON *json, kamm_path *path)
{
    struct world_points sides = {0};
    if (!json) return KAMM_OK;
    kamm_result result = kamm_world_reader_points(reader, "sides_m", json, 2, 0, &sides);
    if (result) return result;
    if (sides.count != path->count)
        return kamm_world_reader_fail_at(reader, "sides_m", KAMM_ERROR_RANGE,
                                         "%d sides, but the path has %d points", (int)sides.count,
                                         (int)path->count);
    const double *values = sides.values;
    for (int i = 0; i < 2 * sides.count; ++i)
        if (!(values[i] >= 0 && values[i] <= 1000))
            return kamm_world_reader_fail_at(reader, "sides_m", KAMM_ERROR_RANGE,
                                             "side %d is %.9g m; allowed: 0 to 1000 m", i / 2,
                                             values[i]);
    path->sides_m = kamm_allocate_array((size_t)sides.count, sizeof *path->sides_m);
    if (!path->sides_m) return kamm_world_reader_fail_memory(reader);
    memcpy(path->sides_m, values, (size_t)sides.count * sizeof *path->sides_m);
    return KAMM_OK;
}

static kamm_result read_path(struct world_reader *reader, const cJSON *json, int index,
                             void *context)
{
    struct world_path given;
    struct world_points points = {0};
    kamm_path *path = &reader->out.paths[index];
    (void)context;
    kamm_result result = kamm_world_reader_object(reader, WORLD_path, json, &given);
    if (!result)
        result = kamm_world_reader_points(reader, "points_m", given.points_m, 2,
                                          given.closed ? 3 : 2, &points);
    if (result) return result;
    size_t count = (size_t)points.count;
    path->points_m = kamm_allocate_array(count, sizeof *path->points_m);
    if (!path->points_m) return kamm_world_reader_fail_memory(reader);
    memcpy(path->points_m, points.values, count * sizeof *path->points_m);
    memcpy(path->name, given.name, sizeof path->name);
    path->count = points.count;
    path->width_m = given.width_m;
    path->closed = given.closed;
    result = check_points(reader, path);
    return result ? result : read_sides(reader, given.sides_m, path);
}

static kamm_result read_start(struct world_reader *reader, const cJSON *json, int index,
                              void *context)
{
    struct world_start given;
    kamm_start *start = &reader->out.starts[index];
    (void)context;
    kamm_result result = kamm_world_reader_object(reader, WORLD_start, json, &given);
    if (result) return result;
    memcpy(start->name, given.name, sizeof start->name);
    start->x_m = given.at_m[0];
    start->y_m = given.at_m[1];
    start->yaw_rad = given.yaw_rad;
    return KAMM_OK;
}

/* An array for as many items as the list has; NULL, without an error, if it has none. */
static kamm_result allocate_for(struct world_reader *reader, const cJSON *list, size_t item_size,
                                int32_t *count, void **items)
{
    *count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    *items = *count ? kamm_allocate_array((size_t)*count, item_size) : NULL;
    if (!*count || *items) return KAMM_OK;
    *count = 0;
    return kamm_world_reader_fail_memory(reader);
}

static kamm_result read_paths(struct world_reader *reader, const cJSON *list)
{
    void *items;
    kamm_result result =
        allocate_for(reader, list, sizeof(kamm_path), &reader->out.path_count, &items);
    reader->out.paths = items;
    if (!result) result = kamm_world_reader_each(reader, "paths", list, read_path, NULL);
    return result ? result
                  : kamm_world_reader_names(reader, "paths", items, reader->out.path_count,
                                            sizeof(kamm_path), &reader->paths);
}

static kamm_result read_starts(struct world_reader *reader, const cJSON *list)
{
    void *items;
    kamm_result result =
        allocate_for(reader, list, sizeof(kamm_start), &reader->out.start_count, &items);
    reader->out.starts = items;
    if (!result) result = kamm_world_reader_each(reader, "starts", list, read_start, NULL);
    struct world_names names;
    return result ? result
                  : kamm_world_reader_names(reader, "starts", items, reader->out.start_count,
                                            sizeof(kamm_start), &names);
}

/* -- terrain ---------------------------------------------------------------------------------- */

static kamm_result read_surfaces(struct world_reader *reader, const char *name)
{
    char path[KAMM_PATH_TEXT];
    if (!*name) return kamm_load_surfaces(NULL, &reader->known, reader->notes, reader->json.error);
    kamm_result result = kamm_world_reader_beside(reader, "surfaces", name, path);
    if (result) return result;
    result = kamm_load_surfaces(path, &reader->known, reader->notes, reader->json.error);
    return result ? kamm_world_reader_blame(reader, "surfaces", result) : KAMM_OK;
}

static kamm_result read_default_surface(struct world_reader *reader, const struct world_root *root)
{
    int32_t index;
    kamm_result result = read_surfaces(reader, root->surfaces);
    if (result) return result;
    return kamm_world_reader_surface(reader, "default_surface",
                                     *root->default_surface ? root->default_surface : "dry_asphalt",
                                     &index);
}

/* A class of roads on smooth ground is a mistake. */
static kamm_result check_classes(struct world_reader *reader, const struct world_root *root)
{
    for (int i = 0; i < reader->used_count; ++i)
        if (kamm_check_roughness(&reader->used[i], root->rough, reader->json.error))
            return kamm_world_reader_blame(reader, "rough", reader->json.error->code);
    return KAMM_OK;
}

static kamm_result create_terrain(struct world_reader *reader, const struct world_root *root,
                                  kamm_terrain_def *def)
{
    kamm_result result = kamm_world_reader_layers(reader, root->terrain, def);
    if (!result) result = kamm_world_reader_paint(reader, root->paint, &def->paint);
    if (!result) result = kamm_world_reader_body_surfaces(reader, root->bodies);
    if (result) return result;
    def->surfaces = reader->used;
    def->surface_count = reader->used_count;
    def->rough = root->rough;
    def->roughness_seed = (uint32_t)root->roughness_seed;
    result = check_classes(reader, root);
    if (result) return result;
    reader->out.terrain = kamm_create_terrain(def, reader->json.error);
    if (!reader->out.terrain)
        return kamm_world_reader_blame(reader, "terrain", reader->json.error->code);
    reader->out.def.ground = kamm_terrain_ground(reader->out.terrain);
    return KAMM_OK;
}

static kamm_result read_terrain(struct world_reader *reader, const struct world_root *root)
{
    kamm_terrain_def def = {0};
    kamm_result result = create_terrain(reader, root, &def);
    kamm_world_reader_release_layers(&def);
    return result;
}

/* -- all -------------------------------------------------------------------------------------- */

static kamm_result read_parts(struct world_reader *reader, const struct world_root *root)
{
    kamm_result result =
        kamm_world_reader_check_integer(reader, "roughness_seed", root->roughness_seed);
    if (!result) result = read_default_surface(reader, root);
    if (!result) result = read_paths(reader, root->paths);
    if (!result) result = read_starts(reader, root->starts);
    if (!result) result = read_terrain(reader, root);
    if (!result) result = kamm_world_reader_wind(reader, root);
    return result ? result : kamm_world_reader_bodies(reader, root->bodies);
}

static kamm_result read_root(struct world_reader *reader, const cJSON *json)
{
    struct world_root root;
    kamm_world_file *out = &reader->out;
    kamm_result result = kamm_world_reader_object(reader, WORLD_root, json, &root);
    if (!result) result = read_parts(reader, &root);
    kamm_file_id(out->path, out->name);
    if (!result && *root.name) memcpy(out->name, root.name, sizeof out->name);
    out->def.bodies = reader->bodies.items;
    out->def.body_count = reader->bodies.count;
    out->def.cars_are_driven_on = root.cars_are_driven_on;
    return result;
}

static kamm_result read_file(kamm_world_file *file, kamm_notes *notes, kamm_error *error)
{
    cJSON *json = kamm_load_large_json(file->path, max_bytes, error);
    if (!json) return error->code;
    struct world_reader *reader = kamm_allocate(sizeof *reader);
    if (!reader) {
        cJSON_Delete(json);
        return kamm_fail(error, KAMM_ERROR_MEMORY, "", "%.300s: out of memory", file->path);
    }
    reader->json = (kamm_json_reader){.file = file->path, .note_end = "", .error = error};
    reader->file = file->path;
    reader->notes = notes;
    reader->bodies.item_size = sizeof(kamm_body_def);
    reader->out = *file;
    kamm_result result = read_root(reader, json);
    *file = reader->out;
    kamm_world_reader_release_scratch(reader);
    kamm_release(reader);
    cJSON_Delete(json);
    return result ? kamm_prefix_error(result, file->path, error) : KAMM_OK;
}

kamm_result kamm_load_world(const char *name_or_path, kamm_world_file *file, kamm_notes *notes,
                            kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, name_or_path && file, KAMM_ERROR_MISUSE);
    kamm_world_file read = {0};
    kamm_error ignored;
    if (!error) error = &ignored;
    kamm_result result = kamm_find_data("worlds", name_or_path, NULL, read.path, error);
    if (!result) result = read_file(&read, notes, error);
    if (result)
        kamm_destroy_world_file(&read);
    else
        *file = read;
    return result;
}

int kamm_is_world_file(const char *name_or_path)
{
    KAMM_REQUIRE(name_or_path, 0);
    char path[KAMM_PATH_TEXT];
    kamm_error error;
    if (kamm_find_data("worlds", name_or_path, NULL, path, &error)) return 0;
    cJSON *json = kamm_load_large_json(path, max_bytes, &error);
    int is_world = cJSON_GetObjectItemCaseSensitive(json, "terrain") != NULL;
    cJSON_Delete(json);
    return is_world;
}
