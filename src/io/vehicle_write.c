/* A def as a vehicle file: every value, so that reading it back gives the same def. */
#include "../base/float_mode.h"
#include "../fields/fields.h"
#include "json_writer.h"

#include <kamm/io/vehicle_file.h>

#include <errno.h>
#include <string.h>

static void write_fields(kamm_json_writer *writer, const kamm_field_table *table,
                         const void *object);

static void write_curve(kamm_json_writer *writer, const kamm_field *field, const kamm_curve *curve)
{
    if (!curve->count) return;
    kamm_json_open(writer, field->name, '{');
    kamm_json_numbers(writer, field->x_name, curve->x, curve->count);
    kamm_json_numbers(writer, field->y_name, curve->y, curve->count);
    kamm_json_close(writer, '}');
}

static void write_object(kamm_json_writer *writer, const char *key, const kamm_field_table *table,
                         const void *object)
{
    kamm_json_open(writer, key, '{');
    write_fields(writer, table, object);
    kamm_json_close(writer, '}');
}

static void write_list(kamm_json_writer *writer, const kamm_field *field, const char *items,
                       int count)
{
    if (!count) return;
    kamm_json_open(writer, field->name, '[');
    for (int i = 0; i < count; ++i)
        write_object(writer, NULL, field->table, items + (size_t)i * field->item_size);
    kamm_json_close(writer, ']');
}

static void write_field(kamm_json_writer *writer, const kamm_field *field, const void *object)
{
    const void *at = kamm_value_of(field, object);
    char word[KAMM_NAME_TEXT];
    switch (field->kind) {
    case KAMM_FIELD_NUMBER: kamm_json_number(writer, field->name, *(const double *)at); break;
    case KAMM_FIELD_CHOICE:
        kamm_json_text(writer, field->name, kamm_choice_word(field, *(const int32_t *)at, word));
        break;
    case KAMM_FIELD_FLAG: kamm_json_flag(writer, field->name, *(const int32_t *)at); break;
    case KAMM_FIELD_TEXT: kamm_json_text(writer, field->name, at); break;
    case KAMM_FIELD_NUMBERS:
        if (*kamm_count_of(field, object))
            kamm_json_numbers(writer, field->name, at, *kamm_count_of(field, object));
        break;
    case KAMM_FIELD_CURVE: write_curve(writer, field, at); break;
    case KAMM_FIELD_GROUP: write_object(writer, field->name, field->table, at); break;
    case KAMM_FIELD_LIST: write_list(writer, field, at, *kamm_count_of(field, object)); break;
    }
}

static void write_fields(kamm_json_writer *writer, const kamm_field_table *table,
                         const void *object)
{
    for (int i = 0; i < table->count; ++i) write_field(writer, &table->fields[i], object);
}

static void write_vehicle(FILE *out, const kamm_vehicle_def *def)
{
    kamm_json_writer writer = {.out = out};
    kamm_json_open(&writer, NULL, '{');
    write_fields(&writer, kamm_vehicle_table(), def);
    kamm_json_open(&writer, "sources", '{');
    kamm_json_text(&writer, "*",
                   "written by Kamm from a def; where its values come from is not known");
    kamm_json_close(&writer, '}');
    kamm_json_close(&writer, '}');
}

kamm_result kamm_write_vehicle(const char *path, const kamm_vehicle_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, path && def, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check(kamm_vehicle_table(), def, error);
    if (result) return result;
    FILE *out = fopen(path, "wb");
    if (out) write_vehicle(out, def);
    int failed = !out || ferror(out);
    if (out && fclose(out)) failed = 1;
    if (!failed) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_FILE, "", "%.300s: cannot be written: %s", path,
                     strerror(errno));
}
