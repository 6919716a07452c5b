/* Defaults, and checking a whole struct. */
#include "../base/float_mode.h"
#include "fields.h"

#include <string.h>

static void set_default(const kamm_field *field, void *object)
{
    char *at = kamm_value_of(field, object);
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: *(double *)at = field->default_value; break;
    case KAMM_FIELD_CHOICE:
    case KAMM_FIELD_FLAG: *(int32_t *)at = (int32_t)field->default_value; break;
    case KAMM_FIELD_GROUP:
        if (field->table) kamm_set_defaults(field->table, at);
        break;
    case KAMM_FIELD_LIST:
        for (int i = 0; i < field->max_count; ++i)
            kamm_set_defaults(field->table, at + (size_t)i * field->item_size);
        break;
    case KAMM_FIELD_TEXT:
    case KAMM_FIELD_NUMBERS:
    case KAMM_FIELD_CURVE: break; /* empty */
    }
}

void kamm_set_defaults(const kamm_field_table *table, void *object)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(table && object, );
    memset(object, 0, table->size);
    for (int i = 0; i < table->count; ++i) set_default(&table->fields[i], object);
}

static kamm_result check_table(const kamm_field_table *table, const char *object,
                               kamm_field_path *path, kamm_error *error);

static kamm_result check_integer(int32_t value, int32_t max, const char *path, kamm_error *error)
{
    if (value >= 0 && value <= max) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, path, "%s: %d is out of range; allowed: 0 to %d",
                     path, (int)value, (int)max);
}

static int32_t last_choice(const kamm_field *field)
{
    int32_t last = 0;
    for (const char *bar = field->choices; (bar = strchr(bar, '|')); ++bar) ++last;
    return last;
}

static kamm_result check_numbers(const kamm_field *field, const double *values, int32_t count,
                                 kamm_field_path *path, kamm_error *error)
{
    kamm_quantity quantity = kamm_quantity_of(field);
    double ignored;
    for (int i = 0; i < count; ++i) {
        size_t before = kamm_path_index(path, i);
        if (kamm_take_number(quantity, kamm_si_unit(field->unit), values[i], &ignored, path->text,
                             error))
            return KAMM_ERROR_RANGE;
        kamm_path_cut(path, before);
    }
    return KAMM_OK;
}

static kamm_result check_list(const kamm_field *field, const char *items, int32_t count,
                              kamm_field_path *path, kamm_error *error)
{
    for (int i = 0; i < count; ++i) {
        size_t before = kamm_path_index(path, i);
        kamm_result result =
            check_table(field->table, items + (size_t)i * field->item_size, path, error);
        if (result) return result;
        kamm_path_cut(path, before);
    }
    return KAMM_OK;
}

static kamm_result check_counted(const kamm_field *field, const void *object, const void *at,
                                 kamm_field_path *path, kamm_error *error)
{
    int32_t count = *kamm_count_of(field, object);
    if (count < 0 || count > field->max_count)
        return kamm_fail(error, KAMM_ERROR_RANGE, path->text,
                         "%s: a count of %d is out of range; allowed: 0 to %d", path->text,
                         (int)count, (int)field->max_count);
    return field->kind == KAMM_FIELD_LIST ? check_list(field, at, count, path, error)
                                          : check_numbers(field, at, count, path, error);
}

static kamm_result check_field(const kamm_field *field, const void *object, kamm_field_path *path,
                               kamm_error *error)
{
    const void *at = kamm_value_of(field, object);
    double ignored;
    switch (field->kind) {
    case KAMM_FIELD_NUMBER:
        return kamm_take_number(kamm_quantity_of(field), kamm_si_unit(field->unit),
                                *(const double *)at, &ignored, path->text, error);
    case KAMM_FIELD_CHOICE:
        return check_integer(*(const int32_t *)at, last_choice(field), path->text, error);
    case KAMM_FIELD_FLAG: return check_integer(*(const int32_t *)at, 1, path->text, error);
    case KAMM_FIELD_TEXT:
        if (memchr(at, 0, (size_t)field->max_count)) return KAMM_OK;
        return kamm_fail(error, KAMM_ERROR_RANGE, path->text,
                         "%s: the text does not end within its %d bytes", path->text,
                         field->max_count);
    case KAMM_FIELD_CURVE:
        if (!((const kamm_curve *)at)->count) return KAMM_OK;
        return kamm_check_curve(field, at, kamm_si_unit(field->x_unit), path->text, error);
    case KAMM_FIELD_GROUP: return check_table(field->table, at, path, error);
    case KAMM_FIELD_NUMBERS:
    case KAMM_FIELD_LIST: return check_counted(field, object, at, path, error);
    }
    return KAMM_OK;
}

static kamm_result check_table(const kamm_field_table *table, const char *object,
                               kamm_field_path *path, kamm_error *error)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        size_t before = kamm_path_name(path, field->name, strlen(field->name));
        kamm_result result = check_field(field, object, path, error);
        if (result) return result;
        kamm_path_cut(path, before);
    }
    return KAMM_OK;
}

kamm_result kamm_check(const kamm_field_table *table, const void *object, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, table && object, KAMM_ERROR_MISUSE);
    kamm_field_path path = {0};
    return check_table(table, object, &path, error);
}
