/* The JSON Schema of scenario files, from their table. */
#include "lab/scenario_fields.h"

#include <string.h>

#include <kamm/io/scenario.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "fields/fields.h"
#include "io/json_writer.h"

/* What the keys of kind OTHER are: a list of objects, an object, or names with values. */
static const struct {
    const char *key, *table;
    char kind;
} others[] = {
    {"constants", NULL, 'c'},     {"runs", "run", '['},    {"figures", "figure", '['},
    {"cases", NULL, 'v'},         {"solve", "solve", '{'}, {"start", "start", '{'},
    {"phases", "phase", '['},     {"fails", "fail", '['},  {"values", "value", '['},
    {"requires", "require", '['}, {"path", "path", '{'},
};

static void write_reference(kamm_json_writer *w, const char *key, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    if (key) kamm_json_open(w, key, '{');
    kamm_json_text(w, "$ref", path);
    if (key) kamm_json_close(w, '}');
}

static void write_doc(kamm_json_writer *w, const kamm_field *field)
{
    kamm_json_text(w, "description", field->doc);
}

static void write_number_in(kamm_json_writer *w, const char *key, const kamm_field *field,
                            const kamm_unit *unit)
{
    int is_list = field->kind == KAMM_FIELD_NUMBERS;
    kamm_json_open(w, key, '{');
    if (is_list) {
        kamm_json_text(w, "type", "array");
        kamm_json_number(w, "maxItems", field->max_count);
        kamm_json_open(w, "items", '{');
    }
    kamm_json_text(w, "type", "number");
    kamm_json_number(w, "minimum", kamm_from_si(unit, field->min));
    kamm_json_number(w, "maximum", kamm_from_si(unit, field->max));
    if (is_list) kamm_json_close(w, '}');
    write_doc(w, field);
    kamm_json_close(w, '}');
}

static void write_number(kamm_json_writer *w, const kamm_field *field)
{
    int count;
    const kamm_unit *units = kamm_units(&count), *si = kamm_si_unit(field->unit);
    kamm_quantity quantity = kamm_quantity_of(field);
    char name[KAMM_NAME_TEXT];
    write_number_in(w, field->name, field, si);
    for (int i = 0; i < count && *si->suffix; ++i)
        if (&units[i] != si && !strcmp(units[i].si, field->unit))
            write_number_in(w, kamm_name_in_unit(name, quantity, &units[i]), field, &units[i]);
}

static void write_expression(kamm_json_writer *w, const kamm_field *field)
{
    char doc[200];
    snprintf(doc, sizeof doc, *field->unit == '?' ? "%s" : "%s [%s]", field->doc, field->unit);
    kamm_json_open(w, field->name, '{');
    write_reference(w, NULL, "expression");
    kamm_json_text(w, "description", doc);
    kamm_json_close(w, '}');
}

static void write_other(kamm_json_writer *w, const kamm_field *field)
{
    size_t i = 0;
    while (i + 1 < sizeof others / sizeof *others && strcmp(others[i].key, field->name) != 0) ++i;
    kamm_json_open(w, field->name, '{');
    kamm_json_text(w, "type", others[i].kind == '[' ? "array" : "object");
    if (others[i].kind == '[') write_reference(w, "items", others[i].table);
    if (others[i].kind == '{') write_reference(w, NULL, others[i].table);
    if (others[i].kind == 'c') write_reference(w, "additionalProperties", "expression");
    if (others[i].kind == 'v') {
        kamm_json_open(w, "additionalProperties", '{');
        kamm_json_text(w, "type", "array");
        write_reference(w, "items", "expression");
        kamm_json_close(w, '}');
    }
    write_doc(w, field);
    kamm_json_close(w, '}');
}

static void write_text(kamm_json_writer *w, const kamm_field *field)
{
    const char *const *words = !strcmp(field->name, "needs")    ? kamm_scenario_needs
                               : !strcmp(field->name, "across") ? kamm_scenario_across
                                                                : NULL;
    kamm_json_open(w, field->name, '{');
    if (words) {
        kamm_json_open(w, "enum", '[');
        for (; *words; ++words) kamm_json_text(w, NULL, *words);
        kamm_json_close(w, ']');
    } else {
        kamm_json_text(w, "type", "string");
        kamm_json_number(w, "maxLength", field->max_count - 1);
    }
    write_doc(w, field);
    kamm_json_close(w, '}');
}

static void write_flag(kamm_json_writer *w, const kamm_field *field)
{
    kamm_json_open(w, field->name, '{');
    kamm_json_text(w, "type", "boolean");
    write_doc(w, field);
    kamm_json_close(w, '}');
}

static void write_field(kamm_json_writer *w, const kamm_field *field)
{
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
    case KAMM_FIELD_NUMBERS: write_number(w, field); break;
    case KAMM_FIELD_FLAG: write_flag(w, field); break;
    case KAMM_FIELD_TEXT: write_text(w, field); break;
    default:
        if (field->unit)
            write_expression(w, field);
        else
            write_other(w, field);
    }
}

static void write_string(kamm_json_writer *w, const char *key, const char *doc)
{
    kamm_json_open(w, key, '{');
    kamm_json_text(w, "type", "string");
    kamm_json_text(w, "description", doc);
    kamm_json_close(w, '}');
}

static void write_members(kamm_json_writer *w, enum scenario_table index)
{
    const kamm_field_table *table = kamm_scenario_fields(index);
    kamm_json_text(w, "type", "object");
    kamm_json_open(w, "required", '[');
    for (int i = 0; i < table->count; ++i)
        if (isinf(table->fields[i].default_value)) kamm_json_text(w, NULL, table->fields[i].name);
    kamm_json_close(w, ']');
    kamm_json_open_rows(w, "properties", '{');
    if (index == SCENARIO_root) write_string(w, "$schema", "This schema, for editors");
    for (int i = 0; i < table->count; ++i) write_field(w, &table->fields[i]);
    write_string(w, "source", "Where all of this object comes from");
    kamm_json_open(w, "sources", '{');
    kamm_json_text(w, "type", "object");
    kamm_json_close(w, '}');
    kamm_json_close(w, '}');
    kamm_json_flag(w, "additionalProperties", 0);
}

static void write_definitions(kamm_json_writer *w)
{
    static const char *const types[] = {"number", "string", "boolean"};
    for (int i = SCENARIO_root + 1; i < SCENARIO_TABLES; ++i) {
        kamm_json_open(w, kamm_scenario_fields((enum scenario_table)i)->name, '{');
        write_members(w, (enum scenario_table)i);
        kamm_json_close(w, '}');
    }
    kamm_json_open(w, "expression", '{');
    kamm_json_open(w, "type", '[');
    for (int i = 0; i < 3; ++i) kamm_json_text(w, NULL, types[i]);
    kamm_json_close(w, ']');
    kamm_json_close(w, '}');
}

kamm_result kamm_write_scenario_schema(FILE *out, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, out, KAMM_ERROR_MISUSE);
    kamm_json_writer w = {.out = out};
    kamm_json_open(&w, NULL, '{');
    kamm_json_text(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    kamm_json_text(&w, "title", "Kamm scenario file");
    write_members(&w, SCENARIO_root);
    kamm_json_open(&w, "$defs", '{');
    write_definitions(&w);
    kamm_json_close(&w, '}');
    kamm_json_close(&w, '}');
    if (!fflush(out) && !ferror(out)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "the schema cannot be written");
}
