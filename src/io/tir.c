/* Reader of tyre property files. The format: MF-Tyre/MF-Swift 6.2 help manual, TNO 2013; 5.2: MF-Tyre 5.2
 * user's manual. Coefficients count as per radian whatever [UNITS] says, as these programs take them. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../part/tyre/tyre.h"
#include "data_folder.h"
#include "json_file.h"
#include "tir_keys.h"
#include "tir_motorcycle.h"
#include "tir_sense.h"

#include <kamm/io/tyre_file.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIMENSIONED(key, field, ...) {#key, #field, {__VA_ARGS__}},
static const struct dimensioned_key {
    const char *key, *field;
    int power[TIR_UNIT_KINDS];
} dimensioned[] = {KAMM_TIR_KEYS(DIMENSIONED)};
enum { DIMENSIONED_KEYS = sizeof dimensioned / sizeof *dimensioned };

static void flush_list(struct tir_reader *r, struct key_list *list)
{
    if (list->line.length)
        (list->is_warning ? kamm_add_warning : kamm_add_note)(r->notes, "%.60s: %s:%s", r->file,
                                                              list->what, list->line.text);
    list->line.length = 0;
}

static void add_to_list(struct tir_reader *r, struct key_list *list, const char *key, int line)
{
    if (list->line.length > 70) flush_list(r, list);
    kamm_append(&list->line, " %s", key);
    if (line) kamm_append(&list->line, " (line %d)", line);
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
        return kamm_tir_field(with->field);
    }
    strcpy(name, key);
    for (char *c = name; *c; ++c) *c = (char)tolower((unsigned char)*c);
    const kamm_field *field = r->is_motorcycle ? kamm_tir_motorcycle_field(r, name, si) : NULL;
    if (field) return field;
    field = kamm_tir_field(name);
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

/* A value of the body's is no reason to refuse the tyre. */
static void replace_value(struct tir_reader *r, const kamm_field *field, double value)
{
    const struct tir_entry *e = &r->text.entry;
    char allowed[KAMM_NAME_TEXT], what[sizeof r->oddities->what];
    kamm_allowed_text(allowed, kamm_quantity_of(field), kamm_si_unit(field->unit));
    snprintf(what, sizeof what, "%.24s = %.24s makes no sense (allowed: %.40s)", e->key, e->value,
             allowed);
    if (kamm_tir_lists(KAMM_TIR_LIMITS, e->key) && isfinite(value))
        *(double *)kamm_tir_value(r, field) = fmin(fmax(value, field->min), field->max);
    kamm_tir_reject(r, field, e->line, what);
}

static kamm_result take_value(struct tir_reader *r, const kamm_field *field, double si)
{
    const struct tir_entry *e = &r->text.entry;
    int is_body = kamm_tir_lists(KAMM_TIR_BODY, e->key) || kamm_tir_lists(KAMM_TIR_LIMITS, e->key);
    kamm_error *told = is_body ? NULL : r->error;
    double value = NAN;
    int *line = kamm_tir_line(r, field);
    if (!*e->value) {
        if (*line == 0 && !kamm_tir_lists(KAMM_TIR_ESSENTIAL, e->key)) *line = -e->line;
        return add_to_list(r, &r->empty, e->key, e->line), KAMM_OK;
    }
    kamm_result result = kamm_tir_number(&r->text, &value, told);
    if (result && !is_body) return result;
    result = kamm_take_number(kamm_quantity_of(field), kamm_si_unit(field->unit), value * si,
                              kamm_tir_value(r, field), field->name, told);
    if (result && is_body) return replace_value(r, field, value * si), KAMM_OK;
    if (result) return blame_entry(r, result);
    if (*line > 0)
        kamm_add_note(r->notes, "%.60s:%d: %s again, as in line %d; the last one counts", r->file,
                      e->line, e->key, *line);
    *line = e->line;
    return KAMM_OK;
}

static int starts_with(const char *text, const char *word)
{
    while (*word && tolower((unsigned char)*text) == *word) ++text, ++word;
    return !*word;
}

static void take_side(struct tir_reader *r)
{
    static const char *const words[] = {
        [KAMM_TYRE_SYMMETRIC] = "symm", [KAMM_TYRE_LEFT] = "left", [KAMM_TYRE_RIGHT] = "right"};
    const struct tir_entry *e = &r->text.entry;
    r->has_side = 1;
    for (int side = 0; side < (int)(sizeof words / sizeof *words); ++side)
        if (starts_with(e->value, words[side])) {
            r->def.side = side;
            return;
        }
    kamm_add_warning(
        r->notes,
        "%.60s:%d: TYRESIDE = '%.20s' is no side (LEFT, RIGHT, SYMMETRIC); LEFT stands in: ply "
        "steer and conicity may have the wrong sign",
        r->file, e->line, e->value);
}

static kamm_result take_version(struct tir_reader *r)
{
    if (!*r->text.entry.value) return KAMM_OK; /* as if it were not there */
    kamm_result result = kamm_tir_number(&r->text, &r->version, r->error);
    if (result) return result;
    switch (fabs(r->version) < 1000 ? (int)(r->version * 10) : 0) {
    case 50:
    case 60:
    case 210:
    case 600: r->def.magic_formula = KAMM_MF_52; return KAMM_OK;
    case 610: r->def.magic_formula = KAMM_MF_61; return KAMM_OK;
    case 620: r->def.magic_formula = KAMM_MF_62; return KAMM_OK;
    case 510:
    case 520: r->is_motorcycle = 1; return KAMM_OK;
    default:
        return fail_entry(
            r, KAMM_ERROR_FORMAT,
            "is no version of the Magic Formula that Kamm knows; allowed: 5, 6, 21, 60 (5.2), 61 "
            "(6.1), 62 (6.2), 51, 52 (motorcycle tyres)");
    }
}

static kamm_result take_scale(struct tir_reader *r, double *scale)
{
    double value;
    if (!*r->text.entry.value) return KAMM_OK;
    kamm_result result = kamm_tir_number(&r->text, &value, r->error);
    if (result) return result;
    if (!(value >= 0.01 && value <= 100))
        return fail_entry(r, KAMM_ERROR_RANGE, "is out of range; allowed: 0.01 to 100");
    *scale = value;
    return KAMM_OK;
}

/* Numbers of the first pass, whose faults the second one reports. */
static void take_early(struct tir_reader *r)
{
    const struct tir_entry *e = &r->text.entry;
    double value = 0;
    int contour = !strcmp(e->key, "MC_CONTOUR_A") ? 0 : !strcmp(e->key, "MC_CONTOUR_B") ? 1 : -1;
    if (contour < 0 && strcmp(e->key, "PKY1") != 0) return;
    if (kamm_tir_number(&r->text, &value, NULL) || !isfinite(value)) return;
    if (contour < 0)
        r->has_iso_signs = value < 0;
    else
        r->contour[contour] = value;
}

/* First pass: what decides how the rest is to be read. */
static kamm_result take_frame(struct tir_reader *r)
{
    const struct tir_entry *e = &r->text.entry;
    if (!strcmp(e->section, "UNITS")) {
        r->has_units = 1;
        return kamm_tir_take_unit(&r->text, r->si, r->error);
    }
    if (!strcmp(e->key, "FITTYP")) return take_version(r);
    if (!strcmp(e->key, "LCZ")) return take_scale(r, &r->stiffness_scale);
    if (!strcmp(e->key, "LIP")) return take_scale(r, &r->pressure_scale);
    take_early(r);
    if (!strcmp(e->key, "FE_METHOD")) r->has_combined_by_ellipse = starts_with(e->value, "yes");
    if (!strcmp(e->key, "FUNCTION_NAME")) snprintf(r->function, sizeof r->function, "%s", e->value);
    if (!strcmp(e->key, "PROPERTY_FILE_FORMAT"))
        snprintf(r->format, sizeof r->format, "%.63s", e->value);
    return KAMM_OK;
}

/* Refuses a key of another kind of tyre than the file's. No law has a place for it, and without it
 * the tyre would differ. */
static kamm_result refuse_foreign(struct tir_reader *r)
{
    const char *key = r->text.entry.key;
    double value, nothing = kamm_tir_lists(" LCC LEC ", key);
    if (r->is_motorcycle ? nothing == 0 && !kamm_tir_is_foreign(key) : strcmp(key, "PCY2") != 0)
        return KAMM_OK;
    if (!*r->text.entry.value || kamm_tir_number(&r->text, &value, NULL)) return KAMM_OK;
    if (value == nothing) return KAMM_OK;
    if (!r->is_motorcycle)
        return fail_entry(r, KAMM_ERROR_FORMAT,
                          "is a motorcycle tyre's (FITTYP 51, 52), and the file's FITTYP or format "
                          "is another");
    return fail_entry(r, KAMM_ERROR_FORMAT,
                      nothing != 0 ? "is not known to the law of motorcycle tyres; allowed: 1"
                                   : "is not known to the law of motorcycle tyres; allowed: 0");
}

static void warn_of_unused_camber(struct tir_reader *r)
{
    const struct tir_entry *e = &r->text.entry;
    double value;
    if (r->is_motorcycle || r->def.magic_formula != KAMM_MF_52 || r->version == 60) return;
    if (strcmp(e->key, "PKY6") != 0 || kamm_tir_number(&r->text, &value, NULL) || value == 0)
        return;
    kamm_add_warning(
        r->notes, "%.60s:%d: PKY6: Magic Formula 5.2 has no such camber stiffness; it is not used",
        r->file, e->line);
}

/* Second pass. */
static kamm_result take_entry(struct tir_reader *r)
{
    const struct tir_entry *e = &r->text.entry;
    double si, value;
    if (!strcmp(e->section, "UNITS")) return KAMM_OK;
    if (!strcmp(e->key, "TYRESIDE")) return take_side(r), KAMM_OK;
    const kamm_field *field = field_of_key(r, e->key, &si);
    int is_moment =
        !strncmp(e->key, "QSX", 3) || !strncmp(e->key, "SSZ", 3); /* of the crown here */
    if (r->is_motorcycle && is_moment) {
        if (kamm_tir_number(&r->text, &value, NULL) || value != 0)
            add_to_list(r, &r->unused, e->key, 0);
        return KAMM_OK;
    }
    kamm_result result = field && kamm_tir_is_of_motorcycle(field) ? KAMM_OK : refuse_foreign(r);
    if (result) return result;
    warn_of_unused_camber(r);
    if (field) return take_value(r, field, si);
    if (kamm_tir_lists(KAMM_TIR_NOT_MODELLED, e->key)) {
        if (kamm_tir_number(&r->text, &value, NULL) || value != 0)
            add_to_list(r, &r->unused, e->key, 0);
    } else if (!kamm_tir_lists(KAMM_TIR_FORMAL, e->key)) {
        add_to_list(r, &r->unknown, e->key, e->line);
    }
    return KAMM_OK;
}

/* Tables that other programs use instead of a key. */
static void take_section(struct tir_reader *r)
{
    const char *name = r->text.entry.section;
    if (strstr(name, "CURVE")) add_to_list(r, &r->unused, name, r->text.entry.line);
}

static void take_stray(struct tir_reader *r)
{
    char what[40];
    snprintf(what, sizeof what, "\"%.30s\"", r->text.entry.value);
    add_to_list(r, &r->stray, what, r->text.entry.line);
}

static kamm_result each_entry(struct tir_reader *r, const char *text,
                              kamm_result take(struct tir_reader *))
{
    kamm_result result = KAMM_OK;
    enum tir_line found;
    r->text = (struct tir_text){.path = r->text.path, .rest = text};
    while (!result && (found = kamm_tir_next(&r->text)) != TIR_END)
        if (found == TIR_ENTRY)
            result = take(r);
        else if (take == take_entry)
            (found == TIR_SECTION ? take_section : take_stray)(r);
    return result;
}

/* Reports a useful value of such a file: "unloaded radius 0.341 m". */
static kamm_result fail_other_kind(struct tir_reader *r)
{
    const char *mark = *r->function ? r->function : r->format;
    return kamm_fail(
        r->error, KAMM_ERROR_FORMAT, "FITTYP",
        "%.200s: not a Magic Formula tyre: it has no FITTYP%s%.60s%s. Its force law is another, "
        "and Kamm reads FITTYP 5, 6, 21, 60 (Magic Formula 5.2), 61 (6.1), 62 (6.2), 51 and 52 "
        "(motorcycle tyres), PAC2002, MF_05 and PAC_MC only. "
        "Read so far: unloaded radius %.4g m, width %.4g m, vertical stiffness %.6g N/m",
        r->text.path, *mark ? " but the mark '" : "", mark, *mark ? "'" : "",
        r->def.unloaded_radius_m, r->def.width_m, r->def.vertical_stiffness_n_per_m);
}

/* Between the passes: the version of formats that have none, and the unit of pressure where no other is named. */
static void settle_frame(struct tir_reader *r)
{
    for (char *c = r->format; *c; ++c) *c = (char)toupper((unsigned char)*c);
    if (r->version == 0 && kamm_tir_lists(KAMM_TIR_FORMATS_MOTORCYCLE, r->format)) {
        r->version = 52;
        r->is_motorcycle = 1;
    }
    if (r->is_motorcycle) kamm_tir_start_motorcycle(r);
    if (r->version == 0 && kamm_tir_lists(KAMM_TIR_FORMATS_52, r->format)) {
        r->version = 52;
        r->def.magic_formula = KAMM_MF_52;
        kamm_add_note(r->notes, "%.60s: no FITTYP; as a file of %s it is Magic Formula 5.2",
                      r->file, r->format);
    }
    if (r->si[TIR_PRESSURE] == 0)
        r->si[TIR_PRESSURE] = r->si[TIR_FORCE] / (r->si[TIR_LENGTH] * r->si[TIR_LENGTH]);
    if (r->version == 0) r->notes = NULL; /* the keys of other kinds say nothing */
}

/* Version 6.0 has the coefficients of 6.1 but those of pressure; many files of 5.2 call themselves so as well. */
static void settle_version(struct tir_reader *r)
{
    if (r->is_motorcycle || r->version != 60 || !kamm_tir_is_set(r, "pky6")) return;
    r->def.magic_formula = KAMM_MF_61;
    kamm_add_note(r->notes, "%.60s: FITTYP 60 with PKY6: read as version 6.1", r->file);
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
        if (r->is_motorcycle && kamm_tir_is_foreign(key)) continue;
        if (kamm_tir_lists(KAMM_TIR_ESSENTIAL, key))
            return kamm_fail(
                r->error, KAMM_ERROR_MISSING, key,
                "%.300s: %s is missing, and nothing can stand in for it; is the file cut short?",
                r->text.path, key);
        int old = r->def.magic_formula == KAMM_MF_52;
        if (!kamm_tir_lists(KAMM_TIR_RARE, key) && !(old && kamm_tir_lists(KAMM_TIR_SINCE_61, key)))
            add_to_list(r, &r->missing, key, 0);
    }
    return r->is_motorcycle ? kamm_tir_check_motorcycle(r) : KAMM_OK;
}

static void note_frame(struct tir_reader *r)
{
    struct key_list *lists[] = {&r->stray, &r->empty, &r->missing, &r->unknown, &r->unused};
    if (!r->has_units)
        kamm_add_note(r->notes, "%.60s: no [UNITS]; taken as m, N, rad, kg, s", r->file);
    if (!r->has_side) add_to_list(r, &r->missing, "TYRESIDE", 0);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) flush_list(r, lists[i]);
}

/* Puts "FILE:LINE: " before what is wrong with the tyre as a whole: the line of the field that is named. */
static kamm_result blame_line(struct tir_reader *r, kamm_result code)
{
    char prefix[420];
    const kamm_field *field = kamm_tir_field(r->error->path);
    int line = field ? abs(*kamm_tir_line(r, field)) : 0;
    snprintf(prefix, sizeof prefix, line ? "%.300s:%d" : "%.300s", r->text.path, line);
    return kamm_prefix_error(code, prefix, r->error);
}

static void warn_of_camber(struct tir_reader *r)
{
    struct tyre_constants full = kamm_tyre_compile(&r->def), bounded = full;
    kamm_bound_sliding(&r->def, &bounded, NULL);
    if (bounded.ranges.camber_max >= full.ranges.camber_max &&
        bounded.ranges.camber_min <= full.ranges.camber_min)
        return;
    kamm_add_warning(
        r->notes,
        "%.60s: %s: beyond a camber of %.3g rad the tyre is pushed along its slide by more "
        "than holds it back; in a car no more camber counts",
        r->file, r->is_motorcycle ? "PCY2, PKY6, PEY5" : "PVY3, PVY4",
        (double)fmaxf(-bounded.ranges.camber_min, bounded.ranges.camber_max));
}

static kamm_result read_text(struct tir_reader *r, const char *text)
{
    kamm_result result = each_entry(r, text, take_frame);
    settle_frame(r);
    if (!result) result = each_entry(r, text, take_entry);
    if (!result && r->version == 0) result = fail_other_kind(r);
    if (!result) settle_version(r);
    if (!result) result = check_missing(r);
    if (result) return result;
    kamm_tir_make_sense(r);
    if (r->is_motorcycle) kamm_tir_settle_motorcycle(r);
    note_frame(r);
    result = kamm_check_tyre(&r->def, r->error);
    if (result) return blame_line(r, result);
    warn_of_camber(r);
    return KAMM_OK;
}

kamm_result kamm_load_tir(const char *path, kamm_tyre_def *def, kamm_notes *notes,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, path && def, KAMM_ERROR_MISUSE);
    kamm_error own;
    size_t length;
    struct tir_reader reader = {
        .text.path = path,
        .file = kamm_file_name(path),
        .notes = notes,
        .error = error ? error : &own,
        .si = {1, 1, 1, 1, 1, 0},
        .stiffness_scale = 1,
        .pressure_scale = 1,
        .def = kamm_default_tyre(),
        .unknown.what = "unknown keys, left out",
        .missing.what = "missing keys, defaults taken",
        .unused.what = "effects that Kamm does not model",
        .empty = {.what = "keys without a value, defaults taken", .is_warning = 1},
        .stray = {.what = "lines that are no \"key = value\", left out", .is_warning = 1}};
    char *text = kamm_load_text(path, &length, reader.error);
    if (!text) return reader.error->code;
    kamm_result result = KAMM_OK;
    length = kamm_tir_plain_text(text, length);
    if (strlen(text) != length)
        result = kamm_fail(error, KAMM_ERROR_FORMAT, "", "%.400s: is no text file", path);
    kamm_file_id(path, reader.def.name);
    if (!result) result = read_text(&reader, text);
    kamm_release(text);
    if (!result) *def = reader.def;
    return result;
}
