/* The JSON Schema of vehicle files, from the field tables. */
#include "../base/float_mode.h"
#include "../fields/fields.h"
#include "json_writer.h"

#include <kamm/io/vehicle_file.h>

#include <math.h>
#include <string.h>

/* {"type": "number", …} without its end. */
static void open_number(kamm_json_writer *w, const char *key, kamm_quantity quantity,
                        const kamm_unit *unit)
{
    kamm_json_open(w, key, '{');
    kamm_json_text(w, "type", "number");
    if (isinf(quantity.min)) return;
    kamm_json_number(w, "minimum", kamm_from_si(unit, quantity.min));
    kamm_json_number(w, "maximum", kamm_from_si(unit, quantity.max));
}

static void open_list(kamm_json_writer *w, const char *key, int min_count, int max_count)
{
    kamm_json_open(w, key, '{');
    kamm_json_text(w, "type", "array");
    if (min_count) kamm_json_number(w, "minItems", min_count);
    kamm_json_number(w, "maxItems", max_count);
}

static void write_doc(kamm_json_writer *w, const kamm_field *field, const kamm_unit *unit)
{
    kamm_text_line line = {0};
    if (unit && *unit->symbol)
        kamm_append(&line, "%s [%s]", field->doc, unit->symbol);
    else
        kamm_append(&line, "%s", field->doc);
    kamm_json_text(w, "description", line.text);
}

static void write_numeric(kamm_json_writer *w, const char *key, const kamm_field *field,
                          const kamm_unit *unit)
{
    kamm_quantity quantity = kamm_quantity_of(field);
    if (field->kind == KAMM_FIELD_NUMBERS) {
        open_list(w, key, 0, field->max_count);
        open_number(w, "items", quantity, unit);
        kamm_json_close(w, '}');
    } else {
        open_number(w, key, quantity, unit);
        kamm_json_number(w, "default", kamm_from_si(unit, field->default_value));
    }
    write_doc(w, field, unit);
    kamm_json_close(w, '}');
}

/* Calls `write` for the quantity's name in every unit that is understood. */
typedef void write_in_unit(kamm_json_writer *w, const char *key, const kamm_field *field,
                           const kamm_unit *unit);

static void write_in_all_units(kamm_json_writer *w, const kamm_field *field, kamm_quantity quantity,
                               write_in_unit *write)
{
    int count;
    const kamm_unit *units = kamm_units(&count), *si = kamm_si_unit(quantity.unit);
    char name[KAMM_NAME_TEXT];
    write(w, quantity.name, field, si);
    if (!quantity.name[kamm_base_length(quantity.name, si)]) return;
    for (int i = 0; i < count; ++i)
        if (&units[i] != si && !strcmp(units[i].si, quantity.unit))
            write(w, kamm_name_in_unit(name, quantity, &units[i]), field, &units[i]);
}

static void write_axis(kamm_json_writer *w, const char *key, const kamm_field *field,
                       const kamm_unit *unit)
{
    (void)field, (void)unit;
    open_list(w, key, 2, KAMM_CURVE_POINTS);
    kamm_json_open(w, "items", '{');
    kamm_json_text(w, "type", "number");
    kamm_json_close(w, '}');
    kamm_json_close(w, '}');
}

static void write_curve(kamm_json_writer *w, const kamm_field *field)
{
    kamm_json_open(w, field->name, '{');
    kamm_json_text(w, "type", "object");
    write_doc(w, field, NULL);
    kamm_json_open(w, "properties", '{');
    write_in_all_units(w, field, kamm_quantity_of_x(field), write_axis);
    write_in_all_units(w, field, kamm_quantity_of(field), write_axis);
    kamm_json_close(w, '}');
    kamm_json_number(w, "minProperties", 2);
    kamm_json_number(w, "maxProperties", 2);
    kamm_json_flag(w, "additionalProperties", 0);
    kamm_json_close(w, '}');
}

static void write_choice(kamm_json_writer *w, const kamm_field *field)
{
    char word[KAMM_NAME_TEXT];
    kamm_json_open(w, field->name, '{');
    kamm_json_open(w, "enum", '[');
    for (int i = 0; kamm_choice_word(field, i, word); ++i) kamm_json_text(w, NULL, word);
    kamm_json_close(w, ']');
    kamm_json_text(w, "default", kamm_choice_word(field, (int)field->default_value, word));
    write_doc(w, field, NULL);
    kamm_json_close(w, '}');
}

static void write_flag(kamm_json_writer *w, const kamm_field *field)
{
    kamm_json_open(w, field->name, '{');
    kamm_json_text(w, "type", "boolean");
    kamm_json_flag(w, "default", field->default_value != 0);
    write_doc(w, field, NULL);
    kamm_json_close(w, '}');
}

static void write_text(kamm_json_writer *w, const kamm_field *field)
{
    kamm_json_open(w, field->name, '{');
    kamm_json_text(w, "type", "string");
    kamm_json_number(w, "maxLength", field->max_count - 1);
    write_doc(w, field, NULL);
    kamm_json_close(w, '}');
}

static void write_reference(kamm_json_writer *w, const char *key, const char *name)
{
    char path[KAMM_NAME_TEXT];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    if (key) kamm_json_open(w, key, '{');
    kamm_json_text(w, "$ref", path);
    if (key) kamm_json_close(w, '}');
}

/* A list has to be complete where it is given: a car has all of its axles. */
static void write_list(kamm_json_writer *w, const kamm_field *field)
{
    open_list(w, field->name, field->min_count, field->max_count);
    write_reference(w, "items", field->table->name);
    write_doc(w, field, NULL);
    kamm_json_close(w, '}');
}

static void write_group(kamm_json_writer *w, const kamm_field *field)
{
    kamm_json_open(w, field->name, '{');
    write_reference(w, NULL, field->table->name);
    write_doc(w, field, NULL);
    kamm_json_close(w, '}');
}

static void write_field(kamm_json_writer *w, const kamm_field *field)
{
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
    case KAMM_FIELD_NUMBERS:
        write_in_all_units(w, field, kamm_quantity_of(field), write_numeric);
        break;
    case KAMM_FIELD_CURVE: write_curve(w, field); break;
    case KAMM_FIELD_CHOICE: write_choice(w, field); break;
    case KAMM_FIELD_FLAG: write_flag(w, field); break;
    case KAMM_FIELD_TEXT: write_text(w, field); break;
    case KAMM_FIELD_LIST: write_list(w, field); break;
    case KAMM_FIELD_GROUP: write_group(w, field); break;
    }
}

static void write_requirement(kamm_json_writer *w, const char *const *names)
{
    kamm_json_open(w, "required", '[');
    for (; *names; ++names) kamm_json_text(w, NULL, *names);
    kamm_json_close(w, ']');
}

static void write_mass_in_any_unit(kamm_json_writer *w, const char *key, const kamm_field *field,
                                   const kamm_unit *unit)
{
    (void)field, (void)unit;
    const char *const names[] = {key, NULL};
    kamm_json_open(w, NULL, '{');
    write_requirement(w, names);
    kamm_json_close(w, '}');
}

static void write_part_requirement(kamm_json_writer *w, const char *part, const char *member)
{
    const char *const members[] = {member, NULL};
    kamm_json_open(w, part, '{');
    write_requirement(w, members);
    kamm_json_close(w, '}');
}

/* An engine with gears, or a motor at an axle. */
static void write_drive(kamm_json_writer *w)
{
    static const char *const parts[] = {"engine", "gearbox", NULL};
    kamm_json_open_rows(w, "anyOf", '[');
    kamm_json_open(w, NULL, '{');
    write_requirement(w, parts);
    kamm_json_open(w, "properties", '{');
    write_part_requirement(w, "engine", "torque_curve");
    write_part_requirement(w, "gearbox", "ratios");
    kamm_json_close(w, '}');
    kamm_json_close(w, '}');
    kamm_json_open(w, NULL, '{');
    kamm_json_open(w, "properties", '{');
    kamm_json_open(w, "axles", '{');
    write_part_requirement(w, "contains", "motor");
    kamm_json_close(w, '}');
    kamm_json_close(w, '}');
    kamm_json_close(w, '}');
    kamm_json_close(w, ']');
}

/* Writes the values that no car has by default, as vehicle_read.c checks them. */
static void write_required(kamm_json_writer *w, const kamm_field_table *table)
{
    static const char *const of_vehicle[] = {"body", "axles", NULL};
    if (!strcmp(table->name, "vehicle")) {
        write_requirement(w, of_vehicle);
        write_drive(w);
    }
    if (!strcmp(table->name, "car_body")) {
        const kamm_field *mass = kamm_find_field(table, "mass_kg", strlen("mass_kg"), NULL);
        kamm_json_open_rows(w, "oneOf", '[');
        write_in_all_units(w, mass, kamm_quantity_of(mass), write_mass_in_any_unit);
        kamm_json_close(w, ']');
    }
}

static void write_plain_text(kamm_json_writer *w, const char *key, const char *description)
{
    kamm_json_open(w, key, '{');
    kamm_json_text(w, "type", "string");
    if (description) kamm_json_text(w, "description", description);
    kamm_json_close(w, '}');
}

/* The keys of an object, into the object that describes it. */
static void write_members(kamm_json_writer *w, const kamm_field_table *table)
{
    int is_root = table == kamm_vehicle_table();
    kamm_json_text(w, "type", "object");
    write_required(w, table);
    kamm_json_open_rows(w, "properties", '{');
    if (is_root) write_plain_text(w, "$schema", "This schema, for editors");
    if (!strcmp(table->name, "tyre"))
        write_plain_text(w, "file", "Name or path of the tyre that the other keys change");
    if (table == kamm_tyre_table()) write_reference(w, "spec", "tyre_spec");
    for (int i = 0; i < table->count; ++i) write_field(w, &table->fields[i]);
    write_reference(w, "sources", "sources");
    write_plain_text(w, "source", "Where all values of this object come from");
    if (is_root) write_reference(w, "published", "published");
    kamm_json_close(w, '}');
    kamm_json_flag(w, "additionalProperties", 0);
}

/* A tyre is named, or an object. */
static void write_tyre(kamm_json_writer *w, const kamm_field_table *table)
{
    kamm_json_open(w, table->name, '{');
    kamm_json_open(w, "oneOf", '[');
    write_plain_text(w, NULL, "Name from data/tyres, or a path ending in .tir or .json");
    kamm_json_open(w, NULL, '{');
    write_members(w, table);
    kamm_json_close(w, '}');
    kamm_json_close(w, ']');
    kamm_json_close(w, '}');
    kamm_json_open(w, "tyre_spec", '{'); /* by a few numbers, within that object */
    write_members(w, kamm_tyre_spec_table());
    kamm_json_close(w, '}');
}

static void write_tables_below(kamm_json_writer *w, const kamm_field_table *table)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field_table *below = table->fields[i].table;
        if (!below) continue;
        if (!strcmp(below->name, "tyre")) {
            write_tyre(w, below);
        } else {
            kamm_json_open(w, below->name, '{');
            write_members(w, below);
            kamm_json_close(w, '}');
        }
        write_tables_below(w, below);
    }
}

static void write_sources(kamm_json_writer *w)
{
    kamm_json_open_rows(w, "sources", '{');
    kamm_json_text(w, "description",
                   "Where the values of this object come from, by key; \"*\": all others");
    kamm_json_text(w, "type", "object");
    kamm_json_open(w, "additionalProperties", '{');
    kamm_json_text(w, "type", "string");
    kamm_json_number(w, "minLength", 1);
    kamm_json_close(w, '}');
    kamm_json_close(w, '}');
}

static void write_published(kamm_json_writer *w)
{
    static const char *const required[] = {"value", "unit", "source", NULL};
    kamm_json_open_rows(w, "published", '{');
    kamm_json_text(w, "description", "Published road-test figures, as TEST.FIGURE");
    kamm_json_text(w, "type", "object");
    kamm_json_number(w, "maxProperties", KAMM_MAX_PUBLISHED);
    kamm_json_open(w, "additionalProperties", '{');
    kamm_json_text(w, "type", "object");
    write_requirement(w, required);
    kamm_json_open(w, "properties", '{');
    kamm_json_open(w, "value", '{');
    kamm_json_text(w, "type", "number");
    kamm_json_close(w, '}');
    for (int i = 1; i < 3; ++i) {
        kamm_json_open(w, required[i], '{');
        kamm_json_text(w, "type", "string");
        kamm_json_close(w, '}');
    }
    kamm_json_close(w, '}');
    kamm_json_flag(w, "additionalProperties", 0);
    kamm_json_close(w, '}');
    kamm_json_close(w, '}');
}

kamm_result kamm_write_schema(FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, out, KAMM_ERROR_MISUSE);
    kamm_json_writer w = {.out = out};
    kamm_json_open(&w, NULL, '{');
    kamm_json_text(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    kamm_json_text(&w, "title", "Kamm vehicle file");
    write_members(&w, kamm_vehicle_table());
    kamm_json_open(&w, "$defs", '{');
    write_tables_below(&w, kamm_vehicle_table());
    write_sources(&w);
    write_published(&w);
    kamm_json_close(&w, '}');
    kamm_json_close(&w, '}');
    if (!fflush(out) && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the schema cannot be written");
}
