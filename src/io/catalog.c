#include "catalog.h"
#include "../base/float_mode.h"

#include <kamm/cars.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>

#include <string.h>

static int is_tyre(const kamm_field *field)
{
    return field->table && !strcmp(field->table->name, "tyre");
}

/* The fields of a table, then those of the tables below it, but for the tyre. */
static void walk_table(kamm_catalog *c, const kamm_field_table *table, kamm_field_path *path)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        size_t before = kamm_path_name(path, field->name, strlen(field->name));
        if (!field->table) c->format->field(c, path->text, field);
        kamm_path_cut(path, before);
    }
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        char name[KAMM_NAME_TEXT];
        if (!field->table || is_tyre(field)) continue;
        snprintf(name, sizeof name, "%s%s", field->name,
                 field->kind == KAMM_FIELD_LIST ? "[]" : "");
        size_t before = kamm_path_name(path, name, strlen(name));
        c->format->group(c, path->text, field->doc);
        walk_table(c, field->table, path);
        kamm_path_cut(path, before);
    }
}

static const kamm_field_table *tyre_table(void)
{
    const kamm_field *axles = kamm_find_field(kamm_vehicle_table(), "axles", 5, NULL);
    return kamm_find_field(axles->table, "tyre", 4, NULL)->table;
}

static void write_parameters(kamm_catalog *c)
{
    kamm_field_path root = {0}, tyre = {0}, spec = {0};
    kamm_path_name(&tyre, "axles[].tyre", strlen("axles[].tyre"));
    c->format->section(c, "parameters", "Vehicle parameters");
    c->format->group(c, "", "The root of a vehicle file");
    walk_table(c, kamm_vehicle_table(), &root);
    c->format->end_section(c);
    c->format->section(c, "tyre", "Tyre: the Magic Formula's coefficients");
    c->format->group(c, "axles[].tyre",
                     "What a .tir file holds; an axle's tyre may replace values");
    walk_table(c, tyre_table(), &tyre);
    c->format->end_section(c);
    c->format->section(c, "tyre_spec", "Tyre in a few numbers");
    c->format->group(c, "", "The keys of a tyre file in JSON");
    walk_table(c, kamm_tyre_spec_table(), &spec);
    c->format->end_section(c);
}

enum { ALIASED_DOC_TEXT = 700 };

/* The doc of a channel goes on with the words that people try for it, so that a search finds them. */
static const char *with_aliases(const kamm_field_info *info, const kamm_field_info *list,
                                char text[ALIASED_DOC_TEXT])
{
    char words[ALIASED_DOC_TEXT / 2];
    int of_wheel = list == kamm_wheel_channel_fields(NULL);
    if (!of_wheel && list != kamm_channel_fields(NULL)) return info->doc;
    if (!kamm_write_aliases(info->name, of_wheel, words, sizeof words)) return info->doc;
    snprintf(text, ALIASED_DOC_TEXT, "%s. Also tried: %s", info->doc, words);
    return text;
}

static void write_infos(kamm_catalog *c, const char *key, const char *title, const char *doc,
                        const kamm_field_info *infos, int count)
{
    c->format->section(c, key, title);
    c->format->group(c, "", doc);
    for (int i = 0; i < count; ++i) {
        char aliased[ALIASED_DOC_TEXT];
        const kamm_field field = {.kind = KAMM_FIELD_NUMBER,
                                  .name = infos[i].name,
                                  .unit = infos[i].unit,
                                  .doc = with_aliases(&infos[i], infos, aliased),
                                  .default_value = infos[i].default_value,
                                  .min = infos[i].min,
                                  .max = infos[i].max};
        c->format->field(c, field.name, &field);
    }
    c->format->end_section(c);
}

static void write_motion(kamm_catalog *c)
{
    static const struct {
        const char *key, *title, *doc;
        const kamm_field_info *(*infos)(int *count);
    } sections[] = {
        {"inputs", "Inputs", "What the driver does, held until changed", kamm_input_fields},
        {"channels", "Channels of a car", "What kamm_read gives", kamm_channel_fields},
        {"wheel_channels", "Channels of a wheel", "What kamm_read_wheel gives",
         kamm_wheel_channel_fields},
        {"car_states", "States of a car", "Beside three doubles of position",
         kamm_car_state_fields},
        {"body_point_states", "States of a body point", "Of the eight that can touch the ground",
         kamm_body_point_state_fields},
        {"axle_states", "States of an axle", "Of each axle", kamm_axle_state_fields},
        {"wheel_states", "States of a wheel", "Of each wheel", kamm_wheel_state_fields},
    };
    for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i) {
        int count;
        const kamm_field_info *infos = sections[i].infos(&count);
        write_infos(c, sections[i].key, sections[i].title, sections[i].doc, infos, count);
    }
}

static void write_surfaces(kamm_catalog *c, const kamm_surface_set *set)
{
    c->format->section(c, "surfaces", "Surfaces");
    for (int i = 0; i < set->count; ++i) c->format->surface(c, &set->surfaces[i]);
    c->format->end_section(c);
}

static void write_units(kamm_catalog *c)
{
    int count;
    const kamm_unit *units = kamm_units(&count);
    c->format->section(c, "units", "Units at the end of a name");
    for (int i = 0; i < count; ++i)
        if (*units[i].suffix) c->format->unit(c, &units[i]);
    c->format->end_section(c);
}

kamm_result kamm_write_catalog(FILE *out, int format, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    static const kamm_catalog_format *const formats[] = {&kamm_catalog_text, &kamm_catalog_json,
                                                         &kamm_catalog_markdown};
    KAMM_REQUIRE_WITH(error, out && format >= 0 && format < 3, KAMM_ERROR_MISUSE);
    kamm_surface_set surfaces;
    kamm_result result = kamm_load_surfaces(NULL, &surfaces, NULL, error);
    if (result) return result;
    kamm_catalog c = {.out = out, .format = formats[format], .json = {.out = out}};
    c.format->start(&c);
    write_parameters(&c);
    write_motion(&c);
    write_surfaces(&c, &surfaces);
    write_units(&c);
    c.format->end(&c);
    if (!fflush(out) && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the catalogue cannot be written");
}
