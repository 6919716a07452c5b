/* Vehicle files and tyre files: see docs/vehicle-files.md. */
#include "vehicle_read.h"
#include "../base/float_mode.h"
#include "../vehicle/electric_compile.h"
#include "../vehicle/power_split_compile.h"
#include "../vehicle/powertrain_compile.h"
#include "data_folder.h"
#include "json_file.h"
#include "notes.h"
#include "published.h"

#include <kamm/io/tyre_file.h>
#include <kamm/io/vehicle_file.h>

#include <math.h>
#include <string.h>

/* In all of these `error` is not NULL. */
static kamm_result read_spec(const char *path, kamm_tyre_spec *spec, kamm_notes *notes,
                             kamm_error *error)
{
    static const char *const also[] = {"$schema", NULL};
    char note_end[160];
    cJSON *json = kamm_load_json(path, error);
    if (!json) return error->code;
    snprintf(note_end, sizeof note_end, " in %.150s", path);
    kamm_json_reader reader = {.note_end = note_end, .notes = notes, .error = error};
    kamm_result result = kamm_read_object(&reader, kamm_tyre_spec_table(), json, spec, also, 0);
    cJSON_Delete(json);
    return result ? kamm_prefix_error(result, path, error) : KAMM_OK;
}

static kamm_result read_tyre_file(const char *path, kamm_tyre_def *def, kamm_notes *notes,
                                  kamm_error *error)
{
    if (kamm_has_ending(path, ".tir")) return kamm_load_tir(path, def, notes, error);
    kamm_tyre_spec spec;
    kamm_set_defaults(kamm_tyre_spec_table(), &spec);
    kamm_result result = read_spec(path, &spec, notes, error);
    if (result) return result;
    result = kamm_tyre_from_spec(&spec, def, error);
    return result ? kamm_prefix_error(result, path, error) : KAMM_OK;
}

kamm_result kamm_load_tyre(const char *name_or_path, kamm_tyre_def *def, kamm_notes *notes,
                           kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, name_or_path && def, KAMM_ERROR_MISUSE);
    char path[KAMM_PATH_TEXT];
    kamm_tyre_def read;
    kamm_error ignored;
    if (!error) error = &ignored;
    kamm_result result = kamm_find_data("tyres", name_or_path, NULL, path, error);
    if (!result) result = read_tyre_file(path, &read, notes, error);
    if (!result) *def = read;
    return result;
}

/* Reads the file that the tyre names. */
static kamm_result read_named_tyre(kamm_json_reader *reader, const cJSON *name, kamm_tyre_def *def)
{
    char path[KAMM_PATH_TEXT];
    if (!cJSON_IsString(name))
        return kamm_fail_type(reader, "a tyre's name or the path of its file", name);
    kamm_result result =
        kamm_find_data("tyres", name->valuestring, reader->file, path, reader->error);
    if (!result) result = read_tyre_file(path, def, reader->notes, reader->error);
    if (!result) return KAMM_OK;
    memcpy(reader->error->path, reader->path.text, sizeof reader->error->path);
    return kamm_prefix_error(result, reader->path.text, reader->error);
}

/* The few numbers of a tyre, in the vehicle's file. */
static kamm_result read_own_spec(kamm_json_reader *reader, const cJSON *json, kamm_tyre_def *def,
                                 int covered)
{
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    size_t before = kamm_path_name(&reader->path, "spec", strlen("spec"));
    kamm_result result =
        kamm_read_object(reader, kamm_tyre_spec_table(), json, &spec, NULL, covered);
    if (result) return result;
    result = kamm_tyre_from_spec(&spec, def, reader->error);
    if (result) return kamm_prefix_error(result, reader->path.text, reader->error);
    kamm_path_cut(&reader->path, before);
    return KAMM_OK;
}

kamm_result kamm_read_tyre_of_axle(kamm_json_reader *reader, const kamm_field *field,
                                   const cJSON *json, void *at, int covered)
{
    static const char *const also[] = {"file", "spec", NULL};
    if (!cJSON_IsObject(json)) return read_named_tyre(reader, json, at);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "file");
    const cJSON *spec = cJSON_GetObjectItemCaseSensitive(json, "spec");
    if (name && spec)
        return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text,
                         "%s: either file or spec gives the tyre, not both", reader->path.text);
    kamm_result result = name   ? read_named_tyre(reader, name, at)
                         : spec ? read_own_spec(reader, spec, at, covered)
                                : KAMM_OK;
    return result ? result : kamm_read_object(reader, field->table, json, at, also, covered);
}

static kamm_result fail_missing(const char *path, const char *what, kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_MISSING, path, "%s is missing: %s; no car has it by default",
                     path, what);
}

/* Checks the values that no car can have by default. */
static kamm_result check_required(const kamm_vehicle_def *def, kamm_error *error)
{
    if (isnan(def->body.mass_kg))
        return fail_missing("body.mass_kg", "the car's mass, 0.5 kg to 1000 t", error);
    if (def->axles_count < 2)
        return kamm_fail(error, KAMM_ERROR_MISSING, "axles",
                         "axles: %d given, but a car has at least 2", (int)def->axles_count);
    int electric = kamm_is_electric(def) && !kamm_is_power_split(def);
    if (electric || kamm_is_pulled(def)) return KAMM_OK;
    if (!def->engine.torque_curve.count)
        return fail_missing("engine.torque_curve",
                            "torque in N.m against speed in rad/s or rpm, 2 to 24 points, or else "
                            "an axle's motor.peak_nm",
                            error);
    if (!def->gearbox.ratios_count && !kamm_is_gearless(def))
        return fail_missing("gearbox.ratios", "1 to 10 forward gears, each 0.1 to 30", error);
    return KAMM_OK;
}

static int names_any(const cJSON *axles, const char *key)
{
    const cJSON *axle;
    cJSON_ArrayForEach(axle, axles) if (cJSON_GetObjectItemCaseSensitive(axle, key)) return 1;
    return 0;
}

/* A file that says of no axle whether it steers, or whether the engine drives it, is of a car that its front wheels steer and
 * drive, as most are. */
static void complete_axles(const cJSON *json, kamm_vehicle_def *def)
{
    const cJSON *axles = cJSON_GetObjectItemCaseSensitive(json, "axles");
    if (kamm_is_pulled(def) || !def->axles_count) return;
    if (!names_any(axles, "steer_share")) def->axles[0].steer_share = 1;
    if (!names_any(axles, "drive_share") && !kamm_is_gearless(def)) def->axles[0].drive_share = 1;
}

static kamm_result read_root(kamm_json_reader *reader, const cJSON *json, kamm_vehicle_file *file)
{
    static const char *const also[] = {"$schema", "published", NULL};
    kamm_set_defaults(kamm_vehicle_table(), &file->def);
    file->def.body.mass_kg = NAN; /* until it is read */
    kamm_result result = kamm_read_object(reader, kamm_vehicle_table(), json, &file->def, also, 0);
    if (!result) complete_axles(json, &file->def);
    const cJSON *published = cJSON_GetObjectItemCaseSensitive(json, "published");
    if (!result && published) result = kamm_read_published(reader, published, file);
    return result ? result : check_required(&file->def, reader->error);
}

kamm_result kamm_load_vehicle(const char *name_or_path, kamm_vehicle_file *file, kamm_notes *notes,
                              kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, name_or_path && file, KAMM_ERROR_MISUSE);
    kamm_vehicle_file read = {0};
    kamm_error ignored;
    if (!error) error = &ignored;
    kamm_result result = kamm_find_data("vehicles", name_or_path, NULL, read.path, error);
    cJSON *json = result ? NULL : kamm_load_json(read.path, error);
    if (!json) return error->code;
    kamm_json_reader reader = {.file = read.path,
                               .note_end = "",
                               .notes = notes,
                               .error = error,
                               .read_tyre = kamm_read_tyre_of_axle};
    result = read_root(&reader, json, &read);
    cJSON_Delete(json);
    if (result) return kamm_prefix_error(result, read.path, error);
    kamm_file_id(read.path, read.id);
    *file = read;
    return KAMM_OK;
}

kamm_model *kamm_load_model(const char *name_or_path, kamm_rung rung, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    kamm_vehicle_file file;
    KAMM_REQUIRE_WITH(error, name_or_path, NULL);
    if (kamm_load_vehicle(name_or_path, &file, NULL, error)) return NULL;
    return kamm_create_model(&file.def, rung, error);
}
