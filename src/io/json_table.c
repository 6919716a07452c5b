#include "json_table.h"

#include "notes.h"

#include <math.h>
#include <string.h>

/* More than any table has. */
enum { MAX_FIELDS = 512 };

/* Provenance from an object's own `sources` and from the objects around it. */
struct provenance {
    int covered; /* a "*" holds for all of it */
    char sourced[MAX_FIELDS];
};

kamm_result kamm_fail_type(kamm_json_reader *reader, const char *wanted, const cJSON *json)
{
    const char *path = reader->path.length ? reader->path.text : "the file";
    char *shown = cJSON_PrintUnformatted(json);
    kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text, "%s: %s is wanted, not %.60s",
              path, wanted, shown ? shown : "this");
    cJSON_free(shown);
    return KAMM_ERROR_FORMAT;
}

static kamm_result read_number(kamm_json_reader *reader, kamm_quantity quantity,
                               const kamm_unit *unit, const cJSON *json, double *at)
{
    char allowed[KAMM_NAME_TEXT], wanted[KAMM_NAME_TEXT + 16];
    if (cJSON_IsNumber(json))
        return kamm_take_number(quantity, unit, json->valuedouble, at, reader->path.text,
                                reader->error);
    snprintf(wanted, sizeof wanted, "a number (%s)", kamm_allowed_text(allowed, quantity, unit));
    return kamm_fail_type(reader, wanted, json);
}

static kamm_result read_choice(kamm_json_reader *reader, const kamm_field *field, const cJSON *json,
                               int32_t *at)
{
    if (!cJSON_IsString(json)) return kamm_fail_type(reader, "a word in quotes", json);
    int32_t index = kamm_choice_index(field, json->valuestring);
    if (index < 0)
        return kamm_fail_choice(field, json->valuestring, reader->path.text, reader->error);
    *at = index;
    return KAMM_OK;
}

static kamm_result read_flag(kamm_json_reader *reader, const cJSON *json, int32_t *at)
{
    if (!cJSON_IsBool(json)) return kamm_fail_type(reader, "true or false", json);
    *at = cJSON_IsTrue(json);
    return KAMM_OK;
}

static kamm_result read_text(kamm_json_reader *reader, const kamm_field *field, const cJSON *json,
                             char *at)
{
    if (!cJSON_IsString(json)) return kamm_fail_type(reader, "a text in quotes", json);
    return kamm_take_text(field, json->valuestring, at, reader->path.text, reader->error);
}

/* A list of numbers, `max` at most. */
static kamm_result read_list_of_numbers(kamm_json_reader *reader, kamm_quantity quantity,
                                        const kamm_unit *unit, const cJSON *json, double *values,
                                        int32_t max, int32_t *count)
{
    if (!cJSON_IsArray(json)) return kamm_fail_type(reader, "a list of numbers", json);
    int size = cJSON_GetArraySize(json), index = 0;
    if (size > max)
        return kamm_fail(reader->error, KAMM_ERROR_RANGE, reader->path.text,
                         "%s: %d numbers; at most %d are allowed", reader->path.text, size,
                         (int)max);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        size_t before = kamm_path_index(&reader->path, index);
        kamm_result result = read_number(reader, quantity, unit, item, &values[index++]);
        if (result) return result;
        kamm_path_cut(&reader->path, before);
    }
    *count = size;
    return KAMM_OK;
}

/* One of a curve's two lists: as x or as y. */
static kamm_result read_axis(kamm_json_reader *reader, const kamm_field *field, const cJSON *json,
                             kamm_curve *curve, const kamm_unit *units[2], int32_t counts[2])
{
    const char *key = json->string;
    kamm_quantity x = kamm_quantity_of_x(field), y = kamm_quantity_of(field);
    const kamm_unit *x_unit = kamm_match_quantity(x, key, strlen(key));
    const kamm_unit *y_unit = kamm_match_quantity(y, key, strlen(key));
    if (!x_unit && !y_unit)
        return kamm_fail_unknown_axis(field, key, strlen(key), reader->path.text, reader->error);
    int axis = !x_unit;
    if (units[axis])
        return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text,
                         "%s: %s is given twice", reader->path.text, axis ? y.name : x.name);
    units[axis] = axis ? y_unit : x_unit;
    size_t before = kamm_path_name(&reader->path, key, strlen(key));
    kamm_result result =
        read_list_of_numbers(reader, axis ? y : x, units[axis], json, axis ? curve->y : curve->x,
                             KAMM_CURVE_POINTS, &counts[axis]);
    if (!result) kamm_path_cut(&reader->path, before);
    return result;
}

static kamm_result read_curve(kamm_json_reader *reader, const kamm_field *field, const cJSON *json,
                              kamm_curve *at)
{
    const char *path = reader->path.text;
    kamm_curve curve = {0};
    const kamm_unit *units[2] = {0};
    int32_t counts[2] = {0};
    if (!cJSON_IsObject(json)) return kamm_fail_type(reader, "an object of two lists", json);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        kamm_result result = read_axis(reader, field, item, &curve, units, counts);
        if (result) return result;
    }
    if (!units[0] || !units[1])
        return kamm_fail(reader->error, KAMM_ERROR_MISSING, path, "%s: the list %s is missing",
                         path, units[0] ? field->y_name : field->x_name);
    if (counts[0] != counts[1])
        return kamm_fail(reader->error, KAMM_ERROR_FORMAT, path,
                         "%s: %d values of %s, but %d of %s; they have to be as many", path,
                         (int)counts[0], field->x_name, (int)counts[1], field->y_name);
    curve.count = counts[0];
    kamm_result result = kamm_check_curve(field, &curve, units[0], path, reader->error);
    if (!result) *at = curve;
    return result;
}

static kamm_result read_list(kamm_json_reader *reader, const kamm_field *field, const cJSON *json,
                             void *object, int covered)
{
    if (!cJSON_IsArray(json)) return kamm_fail_type(reader, "a list of objects", json);
    int size = cJSON_GetArraySize(json), index = 0;
    if (size > field->max_count)
        return kamm_fail(reader->error, KAMM_ERROR_RANGE, reader->path.text,
                         "%s: the list has %d items; at most %d are allowed", reader->path.text,
                         size, (int)field->max_count);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        char *at = (char *)kamm_value_of(field, object) + (size_t)index * field->item_size;
        size_t before = kamm_path_index(&reader->path, index++);
        kamm_result result = kamm_read_object(reader, field->table, item, at, NULL, covered);
        if (result) return result;
        kamm_path_cut(&reader->path, before);
    }
    *kamm_count_of(field, object) = size;
    return KAMM_OK;
}

static kamm_result read_group(kamm_json_reader *reader, const kamm_field *field, const cJSON *json,
                              void *at, int covered)
{
    if (!field->table) {
        *(const cJSON **)at = json;
        return KAMM_OK;
    }
    if (reader->read_tyre && !strcmp(field->table->name, "tyre"))
        return reader->read_tyre(reader, field, json, at, covered);
    return kamm_read_object(reader, field->table, json, at, NULL, covered);
}

static kamm_result read_field(kamm_json_reader *reader, const kamm_field *field,
                              const kamm_unit *unit, const cJSON *json, void *object, int covered)
{
    void *at = kamm_value_of(field, object);
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: return read_number(reader, kamm_quantity_of(field), unit, json, at);
    case KAMM_FIELD_CHOICE: return read_choice(reader, field, json, at);
    case KAMM_FIELD_FLAG: return read_flag(reader, json, at);
    case KAMM_FIELD_TEXT: return read_text(reader, field, json, at);
    case KAMM_FIELD_NUMBERS:
        return read_list_of_numbers(reader, kamm_quantity_of(field), unit, json, at,
                                    field->max_count, kamm_count_of(field, object));
    case KAMM_FIELD_CURVE: return read_curve(reader, field, json, at);
    case KAMM_FIELD_GROUP: return read_group(reader, field, json, at, covered);
    case KAMM_FIELD_LIST: return read_list(reader, field, json, object, covered);
    }
    return KAMM_OK;
}

static int is_listed(const char *const *names, const char *name)
{
    for (; names && *names; ++names)
        if (!strcmp(*names, name)) return 1;
    return 0;
}

static kamm_result read_source(kamm_json_reader *reader, const kamm_field_table *table,
                               const cJSON *json, const char *const *also,
                               struct provenance *provenance)
{
    const char *key = json->string;
    size_t before = kamm_path_name(&reader->path, key, strlen(key));
    if (!cJSON_IsString(json) || !*json->valuestring)
        return kamm_fail_type(reader, "a text that says where the value comes from", json);
    const kamm_field *field = kamm_find_field(table, key, strlen(key), NULL);
    if (!strcmp(key, "*"))
        provenance->covered = 1;
    else if (field)
        provenance->sourced[field - table->fields] = 1;
    else if (!is_listed(also, key))
        return kamm_fail_unknown(table, key, strlen(key), reader->path.text, reader->error);
    kamm_path_cut(&reader->path, before);
    return KAMM_OK;
}

/* One text for all of the object, as `sources` has it for "*". */
static kamm_result read_one_source(kamm_json_reader *reader, const cJSON *json,
                                   struct provenance *provenance)
{
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(json, "source");
    if (!source) return KAMM_OK;
    if (cJSON_IsString(source) && *source->valuestring) {
        provenance->covered = 1;
        return KAMM_OK;
    }
    kamm_path_name(&reader->path, "source", strlen("source"));
    return kamm_fail_type(reader, "a text that says where this comes from", source);
}

static kamm_result read_sources(kamm_json_reader *reader, const kamm_field_table *table,
                                const cJSON *json, const char *const *also,
                                struct provenance *provenance)
{
    kamm_result read = read_one_source(reader, json, provenance);
    if (read) return read;
    const cJSON *sources = cJSON_GetObjectItemCaseSensitive(json, "sources"), *item;
    if (!sources) return KAMM_OK;
    size_t before = kamm_path_name(&reader->path, "sources", strlen("sources"));
    if (!cJSON_IsObject(sources)) return kamm_fail_type(reader, "an object of texts", sources);
    cJSON_ArrayForEach(item, sources)
    {
        kamm_result result = read_source(reader, table, item, also, provenance);
        if (result) return result;
    }
    kamm_path_cut(&reader->path, before);
    return KAMM_OK;
}

static void note_source(kamm_json_reader *reader, const kamm_field *field, int covered)
{
    int wants_source = field->kind == KAMM_FIELD_NUMBER || field->kind == KAMM_FIELD_NUMBERS ||
                       field->kind == KAMM_FIELD_CURVE;
    if (wants_source && !covered)
        kamm_add_note(reader->notes, "no source: %s%s", reader->path.text, reader->note_end);
}

static kamm_result fail_twice(kamm_json_reader *reader, const char *first, const char *second)
{
    return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text,
                     "%s: given twice, as \"%.60s\" and as \"%.60s\"", reader->path.text, first,
                     second);
}

/* It does not distinguish keys without a field. */
static kamm_result check_other_key(kamm_json_reader *reader, const kamm_field_table *table,
                                   const cJSON *json, const cJSON *item, const char *const *also)
{
    const char *key = item->string;
    if (strcmp(key, "sources") != 0 && strcmp(key, "source") != 0 && !is_listed(also, key))
        return kamm_fail_unknown(table, key, strlen(key), reader->path.text, reader->error);
    return cJSON_GetObjectItemCaseSensitive(json, key) == item ? KAMM_OK
                                                               : fail_twice(reader, key, key);
}

kamm_result kamm_read_object(kamm_json_reader *reader, const kamm_field_table *table,
                             const cJSON *json, void *object, const char *const *also, int covered)
{
    const char *given[MAX_FIELDS] = {0};
    struct provenance provenance = {.covered = covered};
    KAMM_REQUIRE(table->count <= MAX_FIELDS, KAMM_ERROR_MISUSE);
    if (!cJSON_IsObject(json)) return kamm_fail_type(reader, "an object in { }", json);
    kamm_result result = read_sources(reader, table, json, also, &provenance);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        if (result) return result;
        const kamm_unit *unit;
        const kamm_field *field = kamm_find_field(table, item->string, strlen(item->string), &unit);
        size_t before = kamm_path_name(&reader->path, item->string, strlen(item->string));
        if (field) {
            const char **first = &given[field - table->fields];
            int sourced = provenance.covered || provenance.sourced[field - table->fields];
            if (*first) return fail_twice(reader, *first, item->string);
            *first = item->string;
            note_source(reader, field, sourced);
            result = read_field(reader, field, unit, item, object, sourced);
        } else {
            result = check_other_key(reader, table, json, item, also);
        }
        if (!result) kamm_path_cut(&reader->path, before);
    }
    return result;
}

/* -- Objects that have keys which have to be there -- */
static void set_defaults(const kamm_field_table *table, void *object)
{
    kamm_set_defaults(table, object);
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        double *values = kamm_value_of(field, object);
        if (field->kind == KAMM_FIELD_NUMBERS)
            for (int j = 0; j < field->max_count; ++j) values[j] = field->default_value;
    }
}

/* Is there nothing where the table has something? */
static int is_empty(const kamm_field *field, const void *object)
{
    const void *at = kamm_value_of(field, object);
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: return isinf(*(const double *)at);
    case KAMM_FIELD_NUMBERS: return *kamm_count_of(field, object) == 0;
    case KAMM_FIELD_TEXT: return !*(const char *)at;
    case KAMM_FIELD_GROUP: return !*(const cJSON *const *)at;
    default: return 0;
    }
}

static kamm_result fail_missing(kamm_json_reader *reader, const kamm_field *field)
{
    char allowed[KAMM_NAME_TEXT];
    int has_range = field->kind == KAMM_FIELD_NUMBER || field->kind == KAMM_FIELD_NUMBERS;
    if (has_range) kamm_allowed_text(allowed, kamm_quantity_of(field), kamm_si_unit(field->unit));
    kamm_path_name(&reader->path, field->name, strlen(field->name));
    return kamm_fail(reader->error, KAMM_ERROR_MISSING, reader->path.text, "%s: is missing: %s%s%s",
                     reader->path.text, field->doc, has_range ? "; allowed: " : "",
                     has_range ? allowed : "");
}

static kamm_result check_presence(kamm_json_reader *reader, const kamm_field_table *table,
                                  const void *object)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        int is_vector = field->kind == KAMM_FIELD_NUMBERS;
        int count = is_vector ? *kamm_count_of(field, object) : 0;
        if (isinf(field->default_value) && is_empty(field, object))
            return fail_missing(reader, field);
        if (!is_vector || !count || count >= field->min_count) continue;
        kamm_path_name(&reader->path, field->name, strlen(field->name));
        return kamm_fail(reader->error, KAMM_ERROR_FORMAT, reader->path.text,
                         "%s: a list of %d numbers is wanted, not of %d", reader->path.text,
                         (int)field->min_count, count);
    }
    return KAMM_OK;
}

kamm_result kamm_read_complete(kamm_json_reader *reader, const kamm_field_table *table,
                               const cJSON *json, void *object, const char *const *also)
{
    set_defaults(table, object);
    kamm_result result = kamm_read_object(reader, table, json, object, also, 1);
    return result ? result : check_presence(reader, table, object);
}
