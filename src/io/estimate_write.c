/* An estimate as a vehicle file: its values, and where each comes from. */
#include <stdlib.h>
#include <string.h>

#include "estimate.h"
#include "json_writer.h"

struct writer {
    kamm_json_writer json;
    const struct estimate *estimate;
};

static const char *source_of(const struct estimate *e, const char *path)
{
    for (int i = 0; i < e->mark_count; ++i)
        if (!strcmp(e->marks[i].path, path)) return e->marks[i].source;
    return NULL;
}

/* Whether the estimate has values below the path. */
static int has_below(const struct estimate *e, const char *path)
{
    size_t length = strlen(path);
    for (int i = 0; i < e->mark_count; ++i) {
        const char *at = e->marks[i].path;
        if (!strncmp(at, path, length) && (at[length] == '.' || at[length] == '[')) return 1;
    }
    return 0;
}

static void join(char path[MARK_PATH], const char *before, const char *name)
{
    snprintf(path, MARK_PATH, "%s%s%s", before, *before ? "." : "", name);
}

static void write_curve(kamm_json_writer *json, const kamm_field *field, const kamm_curve *curve)
{
    kamm_json_open(json, field->name, '{');
    kamm_json_numbers(json, field->x_name, curve->x, curve->count);
    kamm_json_numbers(json, field->y_name, curve->y, curve->count);
    kamm_json_close(json, '}');
}

static void write_value(kamm_json_writer *json, const kamm_field *field, const void *object)
{
    const void *at = kamm_value_of(field, object);
    char word[KAMM_NAME_TEXT];
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: kamm_json_number(json, field->name, *(const double *)at); break;
    case KAMM_FIELD_CHOICE:
        kamm_json_text(json, field->name, kamm_choice_word(field, *(const int32_t *)at, word));
        break;
    case KAMM_FIELD_FLAG: kamm_json_flag(json, field->name, *(const int32_t *)at); break;
    case KAMM_FIELD_NUMBERS:
        kamm_json_numbers(json, field->name, at, *kamm_count_of(field, object));
        break;
    case KAMM_FIELD_CURVE: write_curve(json, field, at); break;
    default: break;
    }
}

static void write_sources(const struct writer *w, kamm_json_writer *json,
                          const kamm_field_table *table, const char *path)
{
    char below[MARK_PATH];
    kamm_json_open(json, "sources", '{');
    for (int i = 0; i < table->count; ++i) {
        join(below, path, table->fields[i].name);
        const char *source = source_of(w->estimate, below);
        if (source) kamm_json_text(json, table->fields[i].name, source);
    }
    kamm_json_close(json, '}');
}

static void write_tyre(struct writer *w, int axle)
{
    enum end end = end_of(w->estimate, axle);
    const kamm_field_table *table = kamm_tyre_spec_table();
    const kamm_tyre_spec *spec = &w->estimate->tyres[end];
    char path[MARK_PATH], below[MARK_PATH];
    snprintf(path, sizeof path, "tyres[%d]", (int)end);
    kamm_json_open(&w->json, "tyre", '{');
    kamm_json_open(&w->json, "spec", '{');
    kamm_json_text(&w->json, "name", spec->name);
    for (int i = 0; i < table->count; ++i) {
        join(below, path, table->fields[i].name);
        if (source_of(w->estimate, below)) write_value(&w->json, &table->fields[i], spec);
    }
    write_sources(w, &w->json, table, path);
    kamm_json_close(&w->json, '}');
    kamm_json_close(&w->json, '}');
}

static void write_members(struct writer *w, const kamm_field_table *table, const void *object,
                          const char *path);

static void write_list(struct writer *w, const kamm_field *field, const void *object,
                       const char *path)
{
    const char *items = kamm_value_of(field, object);
    int count = *kamm_count_of(field, object);
    kamm_json_open(&w->json, field->name, '[');
    for (int i = 0; i < count; ++i) {
        char below[MARK_PATH];
        snprintf(below, sizeof below, "%s[%d]", path, i);
        kamm_json_open(&w->json, NULL, '{');
        write_members(w, field->table, items + (size_t)i * field->item_size, below);
        kamm_json_close(&w->json, '}');
    }
    kamm_json_close(&w->json, ']');
}

static void write_field(struct writer *w, const kamm_field *field, const void *object,
                        const char *path)
{
    if (field->kind == KAMM_FIELD_LIST && has_below(w->estimate, path)) {
        write_list(w, field, object, path);
    } else if (field->kind == KAMM_FIELD_GROUP && !strcmp(field->table->name, "tyre")) {
        write_tyre(w, atoi(path + strlen("axles[")));
    } else if (field->kind == KAMM_FIELD_GROUP && has_below(w->estimate, path)) {
        kamm_json_open(&w->json, field->name, '{');
        write_members(w, field->table, kamm_value_of(field, object), path);
        kamm_json_close(&w->json, '}');
    } else if (source_of(w->estimate, path)) {
        write_value(&w->json, field, object);
    }
}

static void write_members(struct writer *w, const kamm_field_table *table, const void *object,
                          const char *path)
{
    for (int i = 0; i < table->count; ++i) {
        char below[MARK_PATH];
        join(below, path, table->fields[i].name);
        write_field(w, &table->fields[i], object, below);
    }
    if (*path) write_sources(w, &w->json, table, path);
}

void kamm_write_estimated(FILE *out, const struct estimate *e)
{
    struct writer w = {.json = {.out = out}, .estimate = e};
    kamm_json_open(&w.json, NULL, '{');
    kamm_json_text(&w.json, "name", e->def.name);
    write_members(&w, kamm_vehicle_table(), &e->def, "");
    kamm_json_close(&w.json, '}');
}
