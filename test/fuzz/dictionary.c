/* Words for libFuzzer's dictionaries, from the tables that readers go by. */
#include "fuzz.h"

#include "io/tir_keys.h"
#include "io/world_fields.h"
#include "lab/scenario_fields.h"
#include <kamm/arcade.h>
#include <kamm/fields.h>
#include <kamm/io/estimate.h>

#include <stdio.h>
#include <string.h>

/* Quoted as the format has it; a table that hangs at several places is written once for each. */
static void word(const char *text)
{
    printf("\"%s\"\n", text);
    printf("\"\\\"%s\\\"\"\n", text);
}

static void choices(const char *words)
{
    char text[1024];
    snprintf(text, sizeof text, "%s", words);
    for (char *one = strtok(text, "|"); one; one = strtok(NULL, "|")) word(one);
}

static void table(const kamm_field_table *from, int depth)
{
    for (int i = 0; i < from->count && depth < 8; ++i) {
        const kamm_field *field = &from->fields[i];
        word(field->name);
        if (field->kind == KAMM_FIELD_CHOICE) choices(field->choices);
        if (field->kind == KAMM_FIELD_CURVE) word(field->x_name), word(field->y_name);
        if (field->table) table(field->table, depth + 1);
    }
}

static void channels(const kamm_field_info *fields, int count)
{
    for (int i = 0; i < count; ++i) word(fields[i].name);
}

#define TIR_KEY(key, ...) word(#key);
#define TIR_UNIT(kind, unit, ...) word(unit);
#define WORLD_FIELD(name, ...) word(#name);
#define SCENARIO_TABLE(name, fields) \
    fields(WORLD_FIELD, WORLD_FIELD, WORLD_FIELD, WORLD_FIELD, WORLD_FIELD, WORLD_FIELD)
#define WORLD_KIND(name) word(#name);
#define WORLD_TABLE(name, fields) \
    fields(WORLD_FIELD, WORLD_FIELD, WORLD_FIELD, WORLD_FIELD, WORLD_FIELD)

void fuzz_write_dictionary(void)
{
    int count;
    table(kamm_vehicle_table(), 0);
    table(kamm_tyre_spec_table(), 0);
    table(kamm_facts_table(), 0);
    table(kamm_arcade_table(), 0);
    KAMM_TIR_KEYS(TIR_KEY)
    KAMM_TIR_UNITS(TIR_UNIT)
    KAMM_WORLD_TABLES(WORLD_TABLE)
    KAMM_SCENARIO_TABLES(SCENARIO_TABLE)
    KAMM_WORLD_LAYER_KINDS(WORLD_KIND)
    KAMM_WORLD_BODY_TYPES(WORLD_KIND)
    KAMM_WORLD_SHAPE_KINDS(WORLD_KIND)
    const kamm_field_info *fields = kamm_input_fields(&count);
    channels(fields, count);
    fields = kamm_channel_fields(&count);
    channels(fields, count);
    static const char *const more[] = {
        "units",    "vehicle",        "trailer", "tyre",         "sources", "published",
        "[header]", "[column names]", "[data]",  "velocity kmh", "IHDR",    "IDAT",
        "IEND",     "tRNS",           "gAMA",    "PLTE",         "1e308",   "-1e-320",
        "NaN",      "null",           "true",    "false"};
    for (size_t i = 0; i < sizeof more / sizeof *more; ++i) word(more[i]);
}
