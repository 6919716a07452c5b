/* Names: which field and unit a name means, and what to say when it means none. */
#include "fields.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void kamm_append(kamm_text_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof line->text - line->length;
    int wanted = vsnprintf(line->text + line->length, room, format, arguments);
    va_end(arguments);
    if (wanted > 0) line->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

static void append_to_path(kamm_field_path *path, const char *text, size_t length)
{
    size_t room = sizeof path->text - 1 - path->length;
    if (length > room) length = room;
    memcpy(path->text + path->length, text, length);
    path->length += length;
    path->text[path->length] = 0;
}

size_t kamm_path_name(kamm_field_path *path, const char *name, size_t length)
{
    size_t before = path->length;
    if (before) append_to_path(path, ".", 1);
    append_to_path(path, name, length);
    return before;
}

size_t kamm_path_index(kamm_field_path *path, int index)
{
    size_t before = path->length;
    char text[16];
    append_to_path(path, text, (size_t)snprintf(text, sizeof text, "[%d]", index));
    return before;
}

void kamm_path_cut(kamm_field_path *path, size_t length)
{
    path->length = length;
    path->text[length] = 0;
}

kamm_quantity kamm_quantity_of(const kamm_field *field)
{
    if (field->kind == KAMM_FIELD_CURVE)
        return (kamm_quantity){field->y_name, field->unit, -INFINITY, INFINITY};
    return (kamm_quantity){field->name, field->unit, field->min, field->max};
}

kamm_quantity kamm_quantity_of_x(const kamm_field *curve)
{
    return (kamm_quantity){curve->x_name, curve->x_unit, -INFINITY, INFINITY};
}

size_t kamm_base_length(const char *name, const kamm_unit *si)
{
    size_t length = strlen(name), suffix = strlen(si->suffix);
    if (!suffix || length < suffix + 2 || name[length - suffix - 1] != '_' ||
        strcmp(name + length - suffix, si->suffix) != 0)
        return length;
    return length - suffix - 1;
}

const char *kamm_name_in_unit(char text[KAMM_NAME_TEXT], kamm_quantity quantity,
                              const kamm_unit *unit)
{
    size_t base = kamm_base_length(quantity.name, kamm_si_unit(quantity.unit));
    snprintf(text, KAMM_NAME_TEXT, "%.*s%s%s", (int)base, quantity.name, *unit->suffix ? "_" : "",
             unit->suffix);
    return text;
}

const kamm_unit *kamm_match_quantity(kamm_quantity quantity, const char *name, size_t length)
{
    const kamm_unit *si = kamm_si_unit(quantity.unit);
    size_t base = kamm_base_length(quantity.name, si);
    if (length == strlen(quantity.name) && !memcmp(name, quantity.name, length)) return si;
    if (!quantity.name[base] || length < base + 2 || memcmp(name, quantity.name, base + 1) != 0)
        return NULL;
    int count;
    const kamm_unit *units = kamm_units(&count), *end = units + count;
    for (const kamm_unit *unit = units; unit < end; ++unit)
        if (!strcmp(unit->si, si->si) && strlen(unit->suffix) == length - base - 1 &&
            !memcmp(unit->suffix, name + base + 1, length - base - 1))
            return unit;
    return NULL;
}

static int has_quantity(const kamm_field *field)
{
    return field->kind == KAMM_FIELD_NUMBER || field->kind == KAMM_FIELD_NUMBERS;
}

static int is_named(const kamm_field *field, const char *name, size_t length,
                    const kamm_unit **unit)
{
    *unit = NULL;
    if (!has_quantity(field))
        return strlen(field->name) == length && !memcmp(field->name, name, length);
    *unit = kamm_match_quantity(kamm_quantity_of(field), name, length);
    return *unit != NULL;
}

const kamm_field *kamm_find_field(const kamm_field_table *table, const char *name, size_t length,
                                  const kamm_unit **unit)
{
    const kamm_unit *ignored;
    for (int i = 0; i < table->count; ++i)
        if (is_named(&table->fields[i], name, length, unit ? unit : &ignored))
            return &table->fields[i];
    return NULL;
}

static size_t min_size(size_t a, size_t b) { return a < b ? a : b; }

/* Insertions, deletions, exchanges and swaps of neighbours that turn one word into the other (optimal
 * string alignment). */
static size_t edit_distance(const char *a, const char *b)
{
    enum { MAX_LENGTH = KAMM_NAME_TEXT };
    size_t rows[3][MAX_LENGTH + 1], width = strlen(b);
    for (size_t j = 0; j <= width; ++j) rows[0][j] = j;
    for (size_t i = 1; a[i - 1]; ++i) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= width; ++j) {
            row[j] =
                min_size(above[j - 1] + (a[i - 1] != b[j - 1]), min_size(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = min_size(row[j], higher[j - 2] + 1);
        }
    }
    return rows[strlen(a) % 3][width];
}

kamm_nearest kamm_start_nearest(const char *wanted, size_t length)
{
    kamm_nearest nearest = {.distance = 2 + length / 4};
    for (size_t i = 0; i < length && i + 1 < sizeof nearest.wanted; ++i)
        nearest.wanted[i] = (char)tolower((unsigned char)wanted[i]);
    return nearest;
}

int kamm_suggest_name(kamm_nearest *nearest, const char *name)
{
    if (strlen(name) >= sizeof nearest->best) return 0;
    size_t distance = edit_distance(nearest->wanted, name);
    if (distance >= nearest->distance || distance >= strlen(name)) return 0;
    nearest->distance = distance;
    strcpy(nearest->best, name);
    return 1;
}

/* Offers the quantity's name in each unit that is understood. */
static int offer_quantity(kamm_nearest *nearest, kamm_quantity quantity)
{
    int nearer = kamm_suggest_name(nearest, quantity.name), count;
    if (!quantity.name[kamm_base_length(quantity.name, kamm_si_unit(quantity.unit))]) return nearer;
    const kamm_unit *units = kamm_units(&count);
    char name[KAMM_NAME_TEXT];
    for (int i = 0; i < count; ++i)
        if (!strcmp(units[i].si, quantity.unit))
            nearer |= kamm_suggest_name(nearest, kamm_name_in_unit(name, quantity, &units[i]));
    return nearer;
}

/* Is the name this quantity's with a unit that isn't understood, or without any? */
static int misses_unit(kamm_quantity quantity, const char *name, size_t length)
{
    size_t base = kamm_base_length(quantity.name, kamm_si_unit(quantity.unit));
    return quantity.name[base] && length >= base && !memcmp(name, quantity.name, base) &&
           (length == base || name[base] == '_');
}

static void append_units(kamm_text_line *line, kamm_quantity quantity)
{
    int count, listed = 0;
    const kamm_unit *units = kamm_units(&count);
    char name[KAMM_NAME_TEXT];
    kamm_append(line, "%s", quantity.name);
    if (!quantity.name[kamm_base_length(quantity.name, kamm_si_unit(quantity.unit))]) return;
    for (int i = 0; i < count; ++i)
        if (!strcmp(units[i].si, quantity.unit) && &units[i] != kamm_si_unit(quantity.unit))
            kamm_append(line, "%s%s", listed++ ? ", " : " (or ",
                        kamm_name_in_unit(name, quantity, &units[i]));
    if (listed) kamm_append(line, ")");
}

/* The field whose name comes nearest, or else the one whose name without its unit starts the name. */
static const kamm_field *nearest_field(const kamm_field_table *table, const char *name,
                                       size_t length, kamm_nearest *nearest)
{
    const kamm_field *found = NULL, *misses = NULL;
    *nearest = kamm_start_nearest(name, length);
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        int numeric = has_quantity(field);
        if (numeric ? offer_quantity(nearest, kamm_quantity_of(field))
                    : kamm_suggest_name(nearest, field->name))
            found = field;
        if (numeric && misses_unit(kamm_quantity_of(field), name, length) &&
            (!misses || strlen(field->name) > strlen(misses->name)))
            misses = field;
    }
    return found ? found : misses;
}

static void append_names(kamm_text_line *line, const kamm_field_table *table)
{
    if (table->count > 20) {
        kamm_append(line, "; `kamm catalog` lists all names");
        return;
    }
    for (int i = 0; i < table->count; ++i)
        kamm_append(line, "%s%s", i ? ", " : "; there are ", table->fields[i].name);
}

kamm_result kamm_fail_unknown(const kamm_field_table *table, const char *name, size_t length,
                              const char *path, kamm_error *error)
{
    kamm_nearest nearest;
    kamm_text_line line = {0};
    const kamm_field *field = nearest_field(table, name, length, &nearest);
    int numeric = field && has_quantity(field);
    if (numeric && misses_unit(kamm_quantity_of(field), name, length)) {
        kamm_append(&line, "; its unit is not understood, what is wanted is ");
        append_units(&line, kamm_quantity_of(field));
    } else if (field) {
        kamm_append(&line, "; did you mean \"%s\"?", nearest.best);
    } else {
        append_names(&line, table);
    }
    int shown = length < 60 ? (int)length : 60;
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, path, "%s: unknown name \"%.*s\"%s", path, shown,
                     name, line.text);
}

kamm_result kamm_fail_unknown_axis(const kamm_field *curve, const char *name, size_t length,
                                   const char *path, kamm_error *error)
{
    kamm_text_line line = {0};
    append_units(&line, kamm_quantity_of_x(curve));
    kamm_append(&line, " and ");
    append_units(&line, kamm_quantity_of(curve));
    int shown = length < 60 ? (int)length : 60;
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, path,
                     "%s: unknown name \"%.*s\"; the curve %s has %s", path, shown, name,
                     curve->name, line.text);
}
