/* Surface files: data/surfaces.json, see docs/surfaces.md. */
#include "../base/float_mode.h"
#include "data_folder.h"
#include "json_file.h"
#include "json_table.h"

#include <kamm/io/world_file.h>

#include <math.h>
#include <string.h>

/* Soft soil, as the file has it; with a friction angle. */
struct soil_row {
    double cohesion_modulus, friction_modulus, exponent, cohesion_pa, friction_angle_rad, shear_m,
        density_kgpm3, depth_m;
};

/* A surface as the file has it. */
struct surface_row {
    char name[sizeof((kamm_surface *)0)->name];
    double friction, sliding_loss, rolling_resistance, sinkage_m, sinkage_drag, roughness_m3,
        water_m;
    int32_t roughness;
    struct soil_row soil;
};

struct surface_rows {
    int32_t surfaces_count;
    struct surface_row surfaces[KAMM_MAX_SURFACES];
};

#define SHARE(name_, max_, doc_)                                                          \
    {                                                                                     \
        .kind = KAMM_FIELD_NUMBER, .name = #name_, .unit = "1", .max = max_, .doc = doc_, \
        .offset = offsetof(struct surface_row, name_)                                     \
    }

#define SOIL(name_, unit_, default_, min_, max_, doc_)                                       \
    {                                                                                        \
        .kind = KAMM_FIELD_NUMBER, .name = #name_, .unit = unit_, .default_value = default_, \
        .min = min_, .max = max_, .doc = doc_, .offset = offsetof(struct soil_row, name_)    \
    }

static const kamm_field soil_fields[] = {
    SOIL(cohesion_modulus, "1", 0, 0, 1e9, "k_c, N/m^(n+1)"),
    SOIL(friction_modulus, "1", 0, 100, 1e10, "k_phi, N/m^(n+2)"),
    SOIL(exponent, "1", 1, 0.1, 2, "n, of the pressure by the depth"),
    SOIL(cohesion_pa, "Pa", 0, 0, 1e6, "c"),
    SOIL(friction_angle_rad, "rad", 0, 0, 1.1, "phi, angle of internal friction"),
    SOIL(shear_m, "m", 0.02, 0.001, 1, "K, shear modulus"),
    SOIL(density_kgpm3, "kg/m3", 1500, 0, 4000, "Density of the soil that the wheel bulldozes"),
    SOIL(depth_m, "m", 0, 0.005, 10, "Thickness of the soft layer; 0: infinite"),
};

static const kamm_field_table soil_table = {
    "soil", soil_fields, sizeof soil_fields / sizeof *soil_fields, sizeof(struct soil_row)};

static const kamm_field row_fields[] = {
    {.kind = KAMM_FIELD_TEXT,
     .name = "name",
     .max_count = sizeof((kamm_surface *)0)->name,
     .doc = "small letters, digits and _",
     .offset = offsetof(struct surface_row, name)},
    {.kind = KAMM_FIELD_NUMBER,
     .name = "friction",
     .unit = "1",
     .default_value = NAN, /* has to be given */
     .min = 0.001,
     .max = 2,
     .doc = "at the peak, over the tyre's on dry asphalt",
     .offset = offsetof(struct surface_row, friction)},
    SHARE(sliding_loss, 0.95, "share of the friction lost where the tyre slides"),
    SHARE(rolling_resistance, 1, "force per load, beyond the tyre's own"),
    {.kind = KAMM_FIELD_NUMBER,
     .name = "sinkage_m",
     .unit = "m",
     .max = 0.5,
     .doc = "depth of a car's rut",
     .offset = offsetof(struct surface_row, sinkage_m)},
    SHARE(sinkage_drag, 1, "force per load of making the rut"),
    {.kind = KAMM_FIELD_CHOICE,
     .name = "roughness",
     .choices = "none|A|B|C|D|E|F|G|H",
     .doc = "class of ISO 8608, its middle",
     .offset = offsetof(struct surface_row, roughness)},
    {.kind = KAMM_FIELD_NUMBER,
     .name = "roughness_m3",
     .unit = "1",
     .default_value = NAN, /* unless given: by the class */
     .max = 1,
     .doc = "displacement spectral density at 0.1 cycles/m, instead of a class",
     .offset = offsetof(struct surface_row, roughness_m3)},
    {.kind = KAMM_FIELD_NUMBER,
     .name = "water_m",
     .unit = "m",
     .max = 0.1,
     .doc = "depth of the water that stands on it",
     .offset = offsetof(struct surface_row, water_m)},
    {.kind = KAMM_FIELD_GROUP,
     .name = "soil",
     .doc = "soft soil",
     .table = &soil_table,
     .offset = offsetof(struct surface_row, soil)},
};

static const kamm_field_table row_table = {
    "surface", row_fields, sizeof row_fields / sizeof *row_fields, sizeof(struct surface_row)};

static const kamm_field file_fields[] = {
    {.kind = KAMM_FIELD_LIST,
     .name = "surfaces",
     .max_count = KAMM_MAX_SURFACES,
     .table = &row_table,
     .item_size = sizeof(struct surface_row),
     .doc = "one object each",
     .offset = offsetof(struct surface_rows, surfaces),
     .count_offset = offsetof(struct surface_rows, surfaces_count)}};

static const kamm_field_table file_table = {"surface file", file_fields, 1,
                                            sizeof(struct surface_rows)};

static kamm_result check_name(const struct surface_rows *rows, int32_t row, const char *path,
                              kamm_error *error)
{
    const char *name = rows->surfaces[row].name;
    if (!*name || name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_")])
        return kamm_fail(
            error, *name ? KAMM_ERROR_FORMAT : KAMM_ERROR_MISSING, path,
            "%s.name: \"%s\" is no name; small letters, digits and _ make one, such as "
            "\"wet_asphalt\"",
            path, name);
    for (int32_t i = 0; i < row; ++i)
        if (!strcmp(rows->surfaces[i].name, name))
            return kamm_fail(error, KAMM_ERROR_FORMAT, path,
                             "%s.name: \"%s\" is the name of surfaces[%d], too", path, name,
                             (int)i);
    return KAMM_OK;
}

/* Checks that go beyond the ranges of the fields. */
static kamm_result check_row(const struct surface_rows *rows, int32_t row, kamm_error *error)
{
    const struct surface_row *surface = &rows->surfaces[row];
    char path[32];
    snprintf(path, sizeof path, "surfaces[%d]", (int)row);
    kamm_result result = check_name(rows, row, path, error);
    if (result) return result;
    if (isnan(surface->friction))
        return kamm_fail(error, KAMM_ERROR_MISSING, path,
                         "%s.friction is missing: at the peak, as a factor on the tyre's on dry "
                         "asphalt, 0.001 to 2; no surface (here: %s) has it by default",
                         path, surface->name);
    const struct soil_row *soil = &surface->soil;
    if (!(soil->friction_modulus > 0) && (soil->cohesion_modulus > 0 || soil->cohesion_pa > 0 ||
                                          soil->friction_angle_rad > 0 || soil->depth_m > 0))
        return kamm_fail(
            error, KAMM_ERROR_MISSING, path,
            "%s.soil.friction_modulus is missing (of %s): k_phi, 100 to 1e10 N/m^(n+2)", path,
            surface->name);
    if (surface->roughness && !isnan(surface->roughness_m3))
        return kamm_fail(error, KAMM_ERROR_FORMAT, path,
                         "%s: both roughness and roughness_m3 are given (of %s); one of them is "
                         "wanted",
                         path, surface->name);
    return KAMM_OK;
}

/* ISO 8608: 16e-6 m^3 in the middle of class A, four times that with each class. */
static double roughness_of(const struct surface_row *row)
{
    if (!row->roughness) return isnan(row->roughness_m3) ? 0 : row->roughness_m3;
    return ldexp(16e-6, 2 * (row->roughness - 1));
}

static kamm_soil soil_of(const struct soil_row *row)
{
    return (kamm_soil){.cohesion_modulus = (float)row->cohesion_modulus,
                       .friction_modulus = (float)row->friction_modulus,
                       .exponent = (float)row->exponent,
                       .cohesion_pa = (float)row->cohesion_pa,
                       .friction_tangent = (float)tan(row->friction_angle_rad),
                       .shear_m = (float)row->shear_m,
                       .density_kgpm3 = (float)row->density_kgpm3,
                       .depth_m = (float)row->depth_m};
}

static kamm_surface surface_of(const struct surface_row *row)
{
    kamm_surface surface = {.friction = (float)row->friction,
                            .sliding_loss = (float)row->sliding_loss,
                            .rolling_resistance = (float)row->rolling_resistance,
                            .sinkage_m = (float)row->sinkage_m,
                            .sinkage_drag = (float)row->sinkage_drag,
                            .roughness_m3 = (float)roughness_of(row),
                            .water_m = (float)row->water_m};
    if (row->soil.friction_modulus > 0) surface.soil = soil_of(&row->soil);
    memcpy(surface.name, row->name, sizeof surface.name);
    return surface;
}

static kamm_result read_rows(const cJSON *json, kamm_json_reader *reader, struct surface_rows *rows)
{
    kamm_set_defaults(&file_table, rows);
    static const char *const also[] = {"$schema", NULL};
    kamm_result result = kamm_read_object(reader, &file_table, json, rows, also, 0);
    if (result) return result;
    if (!rows->surfaces_count)
        return kamm_fail(reader->error, KAMM_ERROR_MISSING, "surfaces",
                         "surfaces is missing: a list of 1 to %d surfaces", KAMM_MAX_SURFACES);
    for (int32_t i = 0; i < rows->surfaces_count && !result; ++i)
        result = check_row(rows, i, reader->error);
    return result;
}

/* `error` is not NULL. */
static kamm_result find_file(const char *path, char found[KAMM_PATH_TEXT], kamm_error *error)
{
    const char *data = path ? NULL : kamm_data_folder();
    if (!path && !data)
        return kamm_fail(error, KAMM_ERROR_FILE, "",
                         "surfaces.json: there is no data folder; $KAMM_DATA can name one");
    if (snprintf(found, KAMM_PATH_TEXT, "%s%s", path ? path : data, path ? "" : "/surfaces.json") <
        KAMM_PATH_TEXT)
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "%.100s…: the path is too long",
                     path ? path : data);
}

kamm_result kamm_load_surfaces(const char *path, kamm_surface_set *set, kamm_notes *notes,
                               kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, set, KAMM_ERROR_MISUSE);
    char found[KAMM_PATH_TEXT];
    kamm_error ignored;
    if (!error) error = &ignored;
    kamm_result result = find_file(path, found, error);
    cJSON *json = result ? NULL : kamm_load_json(found, error);
    if (!json) return error->code;
    kamm_json_reader reader = {.file = found, .note_end = "", .notes = notes, .error = error};
    struct surface_rows *rows = kamm_allocate(sizeof *rows);
    result = rows ? read_rows(json, &reader, rows)
                  : kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    if (!result) {
        set->count = rows->surfaces_count;
        for (int32_t i = 0; i < set->count; ++i) set->surfaces[i] = surface_of(&rows->surfaces[i]);
    }
    kamm_release(rows);
    cJSON_Delete(json);
    return result ? kamm_prefix_error(result, found, error) : KAMM_OK;
}

const kamm_surface *kamm_surface_named(const kamm_surface_set *set, const char *name)
{
    KAMM_REQUIRE(set, NULL);
    for (int32_t i = 0; name && i < set->count; ++i)
        if (!strcmp(set->surfaces[i].name, name)) return &set->surfaces[i];
    return NULL;
}

/* Class A of ISO 8608, the best of roads, ends there: smoother than that is what all asphalt is. */
#define CLASS_A_M3 32e-6f

/* Rougher than good roads are, and like dry asphalt in all else. */
static int is_only_rough(const kamm_surface *surface)
{
    int plain = !(surface->friction > 0 && surface->friction != 1) &&
                !(surface->sliding_loss > 0) && !(surface->rolling_resistance > 0);
    int hard = !(surface->sinkage_m > 0) && !(surface->sinkage_drag > 0) &&
               !(surface->water_m > 0) && !(surface->soil.friction_modulus > 0);
    return surface->roughness_m3 > CLASS_A_M3 && plain && hard;
}

kamm_result kamm_check_roughness(const kamm_surface *surface, int rough, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, surface, KAMM_ERROR_MISUSE);
    if (rough || !is_only_rough(surface)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "rough",
                     "%s is dry asphalt but for its roughness, which smooth ground has not: take "
                     "dry_asphalt, or rough ground (`rough` of a world; the road test rough-road)",
                     surface->name);
}
