/* Combination files: see docs/trailers.md. */
#include <kamm/io/combination_file.h>

#include "../base/float_mode.h"
#include "data_folder.h"
#include "json_file.h"
#include "published.h"
#include "vehicle_read.h"

#include <string.h>

static const char units_key[] = "units";

/* The file of a combination apart from its units, which stay JSON here. */
struct combination_root {
    char name[sizeof((kamm_combination_file *)0)->name];
};

static const kamm_field root_fields[] = {{.kind = KAMM_FIELD_TEXT,
                                          .name = "name",
                                          .max_count = sizeof((kamm_combination_file *)0)->name,
                                          .doc = "The combination's name, for people",
                                          .offset = offsetof(struct combination_root, name)}};
static const kamm_field_table root_table = {"combination", root_fields, 1,
                                            sizeof(struct combination_root)};

static kamm_result load_unit(kamm_json_reader *reader, const cJSON *name, kamm_vehicle_file *unit)
{
    char path[KAMM_PATH_TEXT];
    if (!cJSON_IsString(name) || !*name->valuestring)
        return kamm_fail_type(reader, "the name of a vehicle or trailer, or the path of its file",
                              name);
    kamm_result result =
        kamm_find_data("vehicles", name->valuestring, reader->file, path, reader->error);
    if (!result) result = kamm_load_vehicle(path, unit, reader->notes, reader->error);
    if (!result) return KAMM_OK;
    memcpy(reader->error->path, reader->path.text, sizeof reader->error->path);
    return kamm_prefix_error(result, reader->path.text, reader->error);
}

/* A name, or an object that names it and has what is otherwise here. */
static kamm_result read_unit(kamm_json_reader *reader, const cJSON *json, kamm_vehicle_file *unit)
{
    static const char *const also[] = {"vehicle", NULL};
    if (!cJSON_IsObject(json)) return load_unit(reader, json, unit);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "vehicle");
    if (!name)
        return kamm_fail(reader->error, KAMM_ERROR_MISSING, reader->path.text,
                         "%s.vehicle is missing: the name of a vehicle or trailer, or the path of "
                         "its file",
                         reader->path.text);
    size_t before = kamm_path_name(&reader->path, "vehicle", strlen("vehicle"));
    kamm_result result = load_unit(reader, name, unit);
    if (result) return result;
    kamm_path_cut(&reader->path, before);
    return kamm_read_object(reader, kamm_vehicle_table(), json, &unit->def, also, 0);
}

static kamm_result read_units(kamm_json_reader *reader, const cJSON *json,
                              kamm_combination_file *file)
{
    const cJSON *units = cJSON_GetObjectItemCaseSensitive(json, units_key), *item;
    size_t root = kamm_path_name(&reader->path, units_key, strlen(units_key));
    if (units && !cJSON_IsArray(units))
        return kamm_fail_type(reader, "a list of vehicles and trailers", units);
    int count = units ? cJSON_GetArraySize(units) : 0;
    if (count < 2 || count > KAMM_MAX_UNITS)
        return kamm_fail(reader->error, units ? KAMM_ERROR_RANGE : KAMM_ERROR_MISSING, units_key,
                         "units: %d given; allowed: a vehicle and 1 to %d trailers, from front to "
                         "rear",
                         count, KAMM_MAX_UNITS - 1);
    file->units = kamm_allocate_array((size_t)count, sizeof *file->units);
    if (!file->units) return kamm_fail(reader->error, KAMM_ERROR_MEMORY, "", "out of memory");
    cJSON_ArrayForEach(item, units)
    {
        size_t before = kamm_path_index(&reader->path, file->unit_count);
        kamm_result result = read_unit(reader, item, &file->units[file->unit_count]);
        if (result) return result;
        ++file->unit_count;
        kamm_path_cut(&reader->path, before);
    }
    kamm_path_cut(&reader->path, root);
    return KAMM_OK;
}

/* Checks what the units need from each other, whatever the rung. */
static kamm_result check_couplings(const kamm_combination_file *file, kamm_error *error)
{
    for (int u = 0; u < file->unit_count; ++u) {
        const kamm_vehicle_def *def = &file->units[u].def;
        char path[48];
        snprintf(path, sizeof path, "units[%d].%s", u, u ? "drawbar.towed" : "hitch.kind");
        if (u && !def->drawbar.towed)
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s is false: %s is no trailer; all units but the first are", path,
                             file->units[u].id);
        snprintf(path, sizeof path, "units[%d].hitch.kind", u);
        if (u + 1 < file->unit_count && def->hitch.kind == KAMM_HITCH_NONE)
            return kamm_fail(error, KAMM_ERROR_MISSING, path,
                             "%s is none, but %s is to pull %s; allowed: ball, fifth_wheel", path,
                             file->units[u].id, file->units[u + 1].id);
    }
    return KAMM_OK;
}

static kamm_result read_root(kamm_json_reader *reader, const cJSON *json,
                             kamm_combination_file *file)
{
    static const char *const also[] = {"$schema", units_key, "published", NULL};
    struct combination_root root = {""};
    kamm_result result = kamm_read_object(reader, &root_table, json, &root, also, 0);
    if (!result) result = read_units(reader, json, file);
    if (!result) result = check_couplings(file, reader->error);
    if (result) return result;
    memcpy(file->name, root.name, sizeof file->name);
    const cJSON *published = cJSON_GetObjectItemCaseSensitive(json, "published");
    for (int u = 0; u < file->unit_count; ++u) file->units[u].published_count = 0;
    return published ? kamm_read_published(reader, published, &file->units[0]) : KAMM_OK;
}

kamm_result kamm_load_combination(const char *name_or_path, kamm_combination_file *file,
                                  kamm_notes *notes, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, name_or_path && file, KAMM_ERROR_MISUSE);
    kamm_combination_file read = {.units = NULL};
    kamm_error ignored;
    if (!error) error = &ignored;
    kamm_result result = kamm_find_data("combinations", name_or_path, NULL, read.path, error);
    cJSON *json = result ? NULL : kamm_load_json(read.path, error);
    if (!json) return error->code;
    kamm_json_reader reader = {.file = read.path,
                               .note_end = "",
                               .notes = notes,
                               .error = error,
                               .read_tyre = kamm_read_tyre_of_axle};
    result = read_root(&reader, json, &read);
    cJSON_Delete(json);
    if (result) {
        kamm_prefix_error(result, read.path, error);
        kamm_destroy_combination_file(&read);
        return result;
    }
    kamm_file_id(read.path, read.id);
    *file = read;
    return KAMM_OK;
}

int kamm_is_combination_file(const char *name_or_path)
{
    KAMM_REQUIRE(name_or_path, 0);
    char path[KAMM_PATH_TEXT];
    kamm_error error;
    if (kamm_find_data("combinations", name_or_path, NULL, path, &error)) return 0;
    cJSON *json = kamm_load_json(path, &error);
    int has_units = cJSON_GetObjectItemCaseSensitive(json, units_key) != NULL;
    cJSON_Delete(json);
    return has_units;
}

void kamm_destroy_combination_file(kamm_combination_file *file)
{
    if (!file) return;
    kamm_release(file->units);
    memset(file, 0, sizeof *file);
}

kamm_result kamm_create_unit_models(const kamm_combination_file *file, kamm_rung rung,
                                    kamm_model *models[KAMM_MAX_UNITS], kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, file && models, KAMM_ERROR_MISUSE);
    kamm_error own;
    if (!error) error = &own;
    for (int u = 0; u < file->unit_count; ++u) {
        char where[KAMM_PATH_TEXT + 80];
        models[u] = kamm_create_model(&file->units[u].def, rung, error);
        if (models[u]) continue;
        snprintf(where, sizeof where, "%s, units[%d]", file->path, u);
        for (int k = 0; k < u; ++k) kamm_destroy_model(models[k]);
        for (int k = 0; k < file->unit_count; ++k) models[k] = NULL;
        return kamm_prefix_error(error->code, where, error);
    }
    return KAMM_OK;
}
