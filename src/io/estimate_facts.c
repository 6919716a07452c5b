/* Facts of a data sheet: their table, their words, their file. */
#include "../base/float_mode.h"
#include "json_file.h"
#include "json_table.h"

#include <kamm/io/estimate.h>

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* clang-format off */
#define NUMBER(name_, unit_, default_, min_, max_, doc_)                                              \
    {.kind = KAMM_FIELD_NUMBER, .name = #name_, .unit = unit_, .default_value = default_,             \
     .min = min_, .max = max_, .doc = doc_, .offset = offsetof(kamm_vehicle_facts, name_)},
#define CHOICE(name_, default_, choices_, doc_)                                                       \
    {.kind = KAMM_FIELD_CHOICE, .name = #name_, .default_value = default_,                            \
     .choices = KAMM_CHOICE_WORDS(choices_), .doc = doc_, .offset = offsetof(kamm_vehicle_facts, name_)},
#define TEXT(name_, size_, doc_)                                                                      \
    {.kind = KAMM_FIELD_TEXT, .name = #name_, .doc = doc_, .max_count = size_,                        \
     .offset = offsetof(kamm_vehicle_facts, name_)},
#define NUMBERS(name_, max_count_, unit_, min_, max_, doc_)                                           \
    {.kind = KAMM_FIELD_NUMBERS, .name = #name_, .unit = unit_, .min = min_, .max = max_,             \
     .doc = doc_, .max_count = max_count_, .offset = offsetof(kamm_vehicle_facts, name_),             \
     .count_offset = offsetof(kamm_vehicle_facts, name_##_count)},
static const kamm_field fields[] = {KAMM_FACTS_FIELDS(NUMBER, CHOICE, TEXT, NUMBERS)};
static const kamm_field_table table = {"facts", fields, sizeof fields / sizeof *fields, sizeof(kamm_vehicle_facts)};
/* clang-format on */

const kamm_field_table *kamm_facts_table(void) { return &table; }

kamm_vehicle_facts kamm_default_facts(void)
{
    kamm_vehicle_facts facts;
    memset(&facts, 0, sizeof facts);
    kamm_set_defaults(&table, &facts);
    return facts;
}

static int has_unit(const kamm_field *field)
{
    return field->kind == KAMM_FIELD_NUMBER || field->kind == KAMM_FIELD_NUMBERS;
}

/* The length of the field's name without its unit. */
static size_t base_length(const kamm_field *field)
{
    if (!has_unit(field)) return strlen(field->name);
    return kamm_base_length(field->name, kamm_si_unit(field->unit));
}

/* The fact of that name, without a unit or with one, which then is that of numbers without any. */
static const kamm_field *find_fact(const char *name, const kamm_unit **unit)
{
    size_t length = strlen(name);
    for (int i = 0; i < table.count; ++i) {
        *unit = has_unit(&fields[i]) ? kamm_si_unit(fields[i].unit) : NULL;
        if (base_length(&fields[i]) == length && !strncmp(fields[i].name, name, length))
            return &fields[i];
    }
    return kamm_find_field(&table, name, length, unit);
}

static kamm_result fail_unknown(const char *name, kamm_error *error)
{
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < table.count; ++i) {
        char base[KAMM_NAME_TEXT];
        snprintf(base, sizeof base, "%.*s", (int)base_length(&fields[i]), fields[i].name);
        kamm_suggest_name(&nearest, base);
    }
    if (*nearest.best)
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, name,
                         "there is no fact %.60s; did you mean %s?", name, nearest.best);
    return kamm_fail(error, KAMM_ERROR_UNKNOWN, name,
                     "there is no fact %.60s: kamm new --help lists them", name);
}

/* Whether both are the same but for capitals, points and slashes: km/h and kmh, N.m and nm. */
static int is_alike(const char *written, const char *word)
{
    for (;;) {
        while (*written && strchr("./ ", *written)) ++written;
        while (*word && strchr("./ ", *word)) ++word;
        if (tolower((unsigned char)*written) != tolower((unsigned char)*word)) return 0;
        if (!*written) return 1;
        ++written, ++word;
    }
}

static const kamm_unit *find_unit(const char *si, const char *written)
{
    int count;
    const kamm_unit *units = kamm_units(&count);
    for (int i = 0; i < count; ++i)
        if (!strcmp(units[i].si, si) && *units[i].suffix &&
            (is_alike(written, units[i].suffix) || is_alike(written, units[i].symbol)))
            return &units[i];
    return NULL;
}

static kamm_result fail_unit(const kamm_field *field, const char *written, kamm_error *error)
{
    int count;
    const kamm_unit *units = kamm_units(&count);
    kamm_text_line line = {0};
    for (int i = 0; i < count; ++i)
        if (!strcmp(units[i].si, field->unit) && *units[i].suffix)
            kamm_append(&line, "%s%s", line.length ? ", " : "", units[i].symbol);
    return kamm_fail(error, KAMM_ERROR_FORMAT, field->name, "%s: the unit %.20s is none of: %s",
                     field->name, written, line.length ? line.text : "% or none");
}

static double to_number(const char *text, size_t length, int *is_number)
{
    char copy[64];
    double value = 0;
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    *is_number = length < sizeof copy && kamm_parse_number(copy, &value);
    return value;
}

/* How much of the text is a number. */
static size_t number_length(const char *text)
{
    size_t length = strspn(text, "+-.0123456789");
    if (length && (text[length] == 'e' || text[length] == 'E') &&
        strspn(text + length + 1, "+-0123456789"))
        length += 1 + strspn(text + length + 1, "+-0123456789");
    return length;
}

/* A number, with a unit or without. */
static kamm_result take_number(const kamm_field *field, const kamm_unit *unit, const char *text,
                               double *at, kamm_error *error)
{
    text += strspn(text, " ");
    size_t length = strlen(text), number = number_length(text);
    int is_number, is_percent = length && text[length - 1] == '%' && !strcmp(field->unit, "1");
    double value = to_number(text, number, &is_number);
    const char *written = text + number + strspn(text + number, " ");
    if (!is_number)
        return kamm_fail(error, KAMM_ERROR_FORMAT, field->name, "%s: %.40s is no number",
                         field->name, text);
    if (is_percent)
        value /= 100;
    else if (*written && !(unit = find_unit(field->unit, written)))
        return fail_unit(field, written, error);
    return kamm_take_number(kamm_quantity_of(field), unit, value, at, field->name, error);
}

static kamm_result take_numbers(const kamm_field *field, const kamm_unit *unit, const char *text,
                                kamm_vehicle_facts *facts, kamm_error *error)
{
    double values[32];
    int count = 0;
    for (const char *from = text; *from; ++count) {
        char item[64];
        size_t length = strcspn(from, ",");
        if (count == field->max_count || count == 32)
            return kamm_fail(error, KAMM_ERROR_RANGE, field->name, "%s: at most %d numbers",
                             field->name, (int)field->max_count);
        snprintf(item, sizeof item, "%.*s", (int)length, from);
        kamm_result result = take_number(field, unit, item, &values[count], error);
        if (result) return result;
        from += length + (from[length] == ',');
    }
    memcpy((char *)facts + field->offset, values, (size_t)count * sizeof *values);
    *(int32_t *)((char *)facts + field->count_offset) = count;
    return KAMM_OK;
}

static kamm_result take_word(const kamm_field *field, const char *text, kamm_vehicle_facts *facts,
                             kamm_error *error)
{
    char word[64];
    snprintf(word, sizeof word, "%.63s", text);
    for (char *c = word; *c; ++c) *c = *c == '-' ? '_' : (char)tolower((unsigned char)*c);
    int32_t index = kamm_choice_index(field, word);
    if (index < 0) return kamm_fail_choice(field, text, field->name, error);
    *(int32_t *)((char *)facts + field->offset) = index;
    return KAMM_OK;
}

kamm_result kamm_set_fact(kamm_vehicle_facts *facts, const char *name, const char *text,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, facts && name && text, KAMM_ERROR_MISUSE);
    char own[KAMM_NAME_TEXT];
    const kamm_unit *unit;
    snprintf(own, sizeof own, "%.90s", name);
    for (char *c = own; *c; ++c)
        if (*c == '-') *c = '_';
    const kamm_field *field = find_fact(own, &unit);
    if (!field) return fail_unknown(own, error);
    void *at = (char *)facts + field->offset;
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: return take_number(field, unit, text, at, error);
    case KAMM_FIELD_NUMBERS: return take_numbers(field, unit, text, facts, error);
    case KAMM_FIELD_CHOICE: return take_word(field, text, facts, error);
    default: return kamm_take_text(field, text, at, field->name, error);
    }
}

kamm_result kamm_load_facts(const char *path, kamm_vehicle_facts *facts, kamm_error *error)
{
    static const char *const also[] = {"$schema", NULL};
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, path && facts, KAMM_ERROR_MISUSE);
    kamm_error own;
    if (!error) error = &own;
    cJSON *json = kamm_load_json(path, error);
    if (!json) return error->code;
    kamm_vehicle_facts read = *facts;
    kamm_json_reader reader = {.note_end = "", .error = error};
    kamm_result result = kamm_read_object(&reader, &table, json, &read, also, 0);
    cJSON_Delete(json);
    if (result) return kamm_prefix_error(result, path, error);
    *facts = read;
    return KAMM_OK;
}
