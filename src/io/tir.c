/* Reader of tyre property files. The format: MF-Tyre/MF-Swift 6.2 help manual, TNO 2013; 5.2: MF-Tyre 5.2
 * user's manual. Coefficients count as per radian whatever [UNITS] says, as these programs take them. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../fields/fields.h"
#include "data_folder.h"
#include "json_file.h"
#include "notes.h"
#include "tir_keys.h"
#include "tir_text.h"

#include <kamm/io/tyre_file.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 320 };

/* Keys that are to be noted together. */
struct key_list {
    const char *what;
    kamm_line line;
};

struct tir_reader {
    struct tir_text text;
    const char *file; /* the path's last part, for notes */
    kamm_notes *notes;
    kamm_error *error;
    double si[TIR_UNIT_KINDS];
    int has_units, has_side;
    double version; /* FITTYP; 0: none */
    char kind[160]; /* PROPERTY_FILE_FORMAT or FUNCTION_NAME */
    kamm_tyre_def def;
    int line_of[MAX_FIELDS]; /* where each field was set; 0: not */
    struct key_list unknown, missing, unused;
};

#define DIMENSIONED(key, field, ...) {#key, #field, {__VA_ARGS__}},
static const struct dimensioned_key {
    const char *key, *field;
    int power[TIR_UNIT_KINDS];
} dimensioned[] = {KAMM_TIR_KEYS(DIMENSIONED)};
enum { DIMENSIONED_KEYS = sizeof dimensioned / sizeof *dimensioned };

static void flush_list(struct tir_reader *r, struct key_list *list)
{
    if (list->line.length)
        kamm_add_note(r->notes, "%.60s: %s:%s", r->file, list->what, list->line.text);
    list->line.length = 0;
}

static void add_to_list(struct tir_reader *r, struct key_list *list, const char *key, int line)
{
    if (list->line.length > 70) flush_list(r, list);
    kamm_append(&list->line, " %s", key);
    if (line) kamm_append(&list->line, " (line %d)", line);
}

static const kamm_field *field_called(const char *name)
{
    const kamm_field_table *table = kamm_tyre_table();
    for (int i = 0; i < table->count; ++i)
        if (!strcmp(table->fields[i].name, name)) return &table->fields[i];
    return NULL;
}

static const struct dimensioned_key *dimensioned_key(const char *key)
{
    for (int i = 0; i < DIMENSIONED_KEYS; ++i)
        if (!strcmp(dimensioned[i].key, key)) return &dimensioned[i];
    return NULL;
}

/* The number that a key sets, and what one of its units is in SI; NULL if there is none. */
static const kamm_field *field_of_key(const struct tir_reader *r, const char *key, double *si)
{
    const struct dimensioned_key *with = dimensioned_key(key);
    char name[sizeof r->text.entry.key];
    *si = 1;
    if (with) {
        for (int kind = 0; kind < TIR_UNIT_KINDS; ++kind)
            *si *= pow(r->si[kind], with->power[kind]);
        return field_called(with->field);
    }
    strcpy(name, key);
    for (char *c = name; *c; ++c) *c = (char)tolower((unsigned char)*c);
    const kamm_field *field = field_called(name);
    return field && field->kind == KAMM_FIELD_NUMBER && !strcmp(field->unit, "1") ? field : NULL;
}

static kamm_result fail_entry(struct tir_reader *r, kamm_result code, const char *what)
{
    const struct tir_entry *e = &r->text.entry;
    return kamm_fail(r->error, code, e->key, "%.300s:%d: %s = '%.40s' %s", r->text.path, e->line,
                     e->key, e->value, what);
}

/* Puts "FILE:LINE: " before what a field's own check said, and the key that set the field. */
static kamm_result blame_entry(struct tir_reader *r, kamm_result code)
{
    char prefix[420];
    const struct tir_entry *e = &r->text.entry;
    char *hint = strstr(r->error->text, " (did you mean"); /* of other units in names: not here */
    if (hint) *hint = 0;
    snprintf(prefix, sizeof prefix, "%.300s:%d: %s = %.40s", r->text.path, e->line, e->key,
             e->value);
    return kamm_prefix_error(code, prefix, r->error);
}

static kamm_result take_value(struct tir_reader *r, const kamm_field *field, double si)
{
    const struct tir_entry *e = &r->text.entry;
    double value, *at = kamm_value_of(field, &r->def);
    int *line = &r->line_of[field - kamm_tyre_table()->fields];
    kamm_result result = kamm_tir_number(&r->text, &value, r->error);
    if (result) return result;
    result = kamm_take_number(kamm_quantity_of(field), kamm_si_unit(field->unit), value * si, at,
                              field->name, r->error);
    if (result) return blame_entry(r, result);
    if (*line)
        kamm_add_note(r->notes, "%.60s:%d: %s again, as in line %d; the last one counts", r->file,
                      e->line, e->key, *line);
    *line = e->line;
    return KAMM_OK;
}

static kamm_result take_side(struct tir_reader *r)
{
    static const char *const words[] = {
        [KAMM_TYRE_SYMMETRIC] = "symm", [KAMM_TYRE_LEFT] = "left", [KAMM_TYRE_RIGHT] = "right"};
    for (int side = 0; side < (int)(sizeof words / sizeof *words); ++side) {
        size_t length = strlen(words[side]), same = 0;
        const char *value = r->text.entry.value;
        while (same < length && tolower((unsigned char)value[same]) == words[side][same]) ++same;
        if (same < length) continue;
        r->def.side = side;
        r->has_side = 1;
        return KAMM_OK;
    }
    return fail_entry(r, KAMM_ERROR_FORMAT, "is no side; allowed: LEFT, RIGHT, SYMMETRIC");
}

static kamm_result take_version(struct tir_reader *r)
{
    kamm_result result = kamm_tir_number(&r->text, &r->version, r->error);
    if (result) return result;
    switch ((int)(r->version * 10)) {
    case 50:
    case 60:
    case 210:
    case 510:
    case 520:
    case 600: r->def.magic_formula = KAMM_MF_52; return KAMM_OK;
    case 610: r->def.magic_formula = KAMM_MF_61; return KAMM_OK;
    case 620: r->def.magic_formula = KAMM_MF_62; return KAMM_OK;
    default:
        return fail_entry(
            r, KAMM_ERROR_FORMAT,
            "is no version of the Magic Formula that Kamm knows; allowed: 5, 6, 21, 51, 52, 60 "
            "(5.2), 61 (6.1), 62 (6.2)");
    }
}

/* First pass: what decides how the rest is to be read. */
static kamm_result take_frame(struct tir_reader *r)
{
    const struct tir_entry *e = &r->text.entry;
    if (!strcmp(e->section, "UNITS")) {
        r->has_units = 1;
        return kamm_tir_take_unit(&r->text, r->si, r->error);
    }
    if (!strcmp(e->key, "TYRESIDE")) return take_side(r);
    if (!strcmp(e->key, "FITTYP")) return take_version(r);
    if (!strcmp(e->key, "FUNCTION_NAME") || (!strcmp(e->key, "PROPERTY_FILE_FORMAT") && !*r->kind))
        snprintf(r->kind, sizeof r->kind, "%s", e->value);
    return KAMM_OK;
}

/* Second pass. */
static kamm_result take_entry(struct tir_reader *r)
{
    const struct tir_entry *e = &r->text.entry;
    double si, value;
    if (!strcmp(e->section, "UNITS")) return KAMM_OK;
    const kamm_field *field = field_of_key(r, e->key, &si);
    if (field) return take_value(r, field, si);
    if (kamm_tir_lists(KAMM_TIR_NOT_MODELLED, e->key)) {
        if (kamm_tir_number(&r->text, &value, NULL) || value != 0)
            add_to_list(r, &r->unused, e->key, 0);
    } else if (!kamm_tir_lists(KAMM_TIR_FORMAL, e->key)) {
        add_to_list(r, &r->unknown, e->key, e->line);
    }
    return KAMM_OK;
}

static kamm_result each_entry(struct tir_reader *r, const char *text,
                              kamm_result take(struct tir_reader *))
{
    kamm_result result = KAMM_OK;
    int found = 0;
    r->text = (struct tir_text){.path = r->text.path, .rest = text};
    while (!result && (found = kamm_tir_next_entry(&r->text, r->error)) > 0) result = take(r);
    return found < 0 ? KAMM_ERROR_FORMAT : result;
}

/* What such a file does say, for people who wonder: "unloaded radius 0.341 m". */
static kamm_result fail_other_kind(struct tir_reader *r)
{
    return kamm_fail(
        r->error, KAMM_ERROR_FORMAT, "FITTYP",
        "%.200s: not a Magic Formula tyre: it has no FITTYP%s%.60s%s. Its force law is another, "
        "and Kamm reads FITTYP 5, 6, 21, 51, 52, 60 (Magic Formula 5.2), 61 (6.1) and 62 (6.2) only. "
        "Read so far: unloaded radius %.4g m, width %.4g m, vertical stiffness %.6g N/m",
        r->text.path, *r->kind ? " but the mark '" : "", r->kind, *r->kind ? "'" : "",
        r->def.unloaded_radius_m, r->def.width_m, r->def.vertical_stiffness_n_per_m);
}

static int is_set(const struct tir_reader *r, const char *field)
{
    return r->line_of[field_called(field) - kamm_tyre_table()->fields];
}

static const char *key_of_field(const kamm_field *field, char key[48])
{
    for (int i = 0; i < DIMENSIONED_KEYS; ++i)
        if (!strcmp(dimensioned[i].field, field->name)) return dimensioned[i].key;
    snprintf(key, 48, "%s", field->name);
    for (char *c = key; *c; ++c) *c = (char)toupper((unsigned char)*c);
    return key;
}

static kamm_result check_missing(struct tir_reader *r)
{
    const kamm_field_table *table = kamm_tyre_table();
    char text[48];
    for (int i = 0; i < table->count; ++i) {
        if (table->fields[i].kind != KAMM_FIELD_NUMBER || r->line_of[i]) continue;
        const char *key = key_of_field(&table->fields[i], text);
        if (kamm_tir_lists(KAMM_TIR_ESSENTIAL, key))
            return kamm_fail(
                r->error, KAMM_ERROR_MISSING, key,
                "%.300s: %s is missing, and nothing can stand in for it; is the file cut short?",
                r->text.path, key);
        int old = r->def.magic_formula == KAMM_MF_52;
        if (!kamm_tir_lists(KAMM_TIR_RARE, key) && !(old && kamm_tir_lists(KAMM_TIR_SINCE_61, key)))
            add_to_list(r, &r->missing, key, 0);
    }
    return KAMM_OK;
}

/* Defaults that follow from what the file does say. */
static void fill_gaps(struct tir_reader *r)
{
    kamm_tyre_def *d = &r->def;
    if (!is_set(r, "nominal_pressure_pa") && is_set(r, "inflation_pressure_pa"))
        d->nominal_pressure_pa = d->inflation_pressure_pa;
    if (is_set(r, "nominal_pressure_pa") && !is_set(r, "inflation_pressure_pa"))
        d->inflation_pressure_pa = d->nominal_pressure_pa;
    if (!is_set(r, "load_max_n")) d->load_max_n = fmax(d->load_max_n, 2.5 * d->nominal_load_n);
    if (!is_set(r, "rim_radius_m"))
        d->rim_radius_m = fmin(d->rim_radius_m, 0.65 * d->unloaded_radius_m);
    if (!r->has_units)
        kamm_add_note(r->notes, "%.60s: no [UNITS]; taken as m, N, rad, kg, s", r->file);
    if (!r->has_side) add_to_list(r, &r->missing, "TYRESIDE", 0);
}

static kamm_result read_text(struct tir_reader *r, const char *text)
{
    kamm_result result = each_entry(r, text, take_frame);
    if (r->version == 0) r->notes = NULL; /* the keys of other kinds say nothing */
    if (!result) result = each_entry(r, text, take_entry);
    if (!result && r->version == 0) result = fail_other_kind(r);
    if (!result) result = check_missing(r);
    if (result) return result;
    fill_gaps(r);
    flush_list(r, &r->missing);
    flush_list(r, &r->unknown);
    flush_list(r, &r->unused);
    result = kamm_check_tyre(&r->def, r->error);
    return result ? kamm_prefix_error(result, r->text.path, r->error) : KAMM_OK;
}

kamm_result kamm_load_tir(const char *path, kamm_tyre_def *def, kamm_notes *notes,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(path && def, KAMM_ERROR_FILE);
    kamm_error own;
    size_t length;
    struct tir_reader reader = {.text.path = path,
                                .file = kamm_file_name(path),
                                .notes = notes,
                                .error = error ? error : &own,
                                .si = {1, 1, 1, 1, 1},
                                .def = kamm_default_tyre(),
                                .unknown.what = "unknown keys, left out",
                                .missing.what = "missing keys, defaults taken",
                                .unused.what = "effects that Kamm does not model"};
    char *text = kamm_load_text(path, &length, reader.error);
    if (!text) return reader.error->code;
    kamm_result result = KAMM_OK;
    if (strlen(text) != length)
        result = kamm_fail(error, KAMM_ERROR_FORMAT, "", "%.400s: is no text file", path);
    kamm_file_id(path, reader.def.name);
    if (!result) result = read_text(&reader, text);
    free(text);
    if (!result) *def = reader.def;
    return result;
}
