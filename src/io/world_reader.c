/* Shared code of the parts of the world reader. */
#include "world_reader.h"

#include "json_file.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* More points than the largest readable file can hold. */
enum { MAX_POINTS = 1 << 24 };

struct world_scratch {
    struct world_scratch *next;
    char bytes[56]; /* to the end of the allocation; the first is 64-byte aligned on 64 bits */
};

kamm_result kamm_world_reader_fail_memory(struct world_reader *reader)
{
    return kamm_world_reader_fail(reader, KAMM_ERROR_MEMORY, "out of memory");
}

/* A piece before others; NULL: out of memory. */
static struct world_scratch *add_piece(size_t count, size_t item_size, struct world_scratch *next)
{
    size_t head = sizeof(struct world_scratch), size = kamm_product(count, item_size);
    struct world_scratch *piece = size < SIZE_MAX - head ? kamm_allocate(head + size) : NULL;
    if (piece) piece->next = next;
    return piece;
}

void *kamm_world_reader_scratch(struct world_reader *reader, size_t count, size_t item_size)
{
    struct world_scratch *piece = add_piece(count, item_size, reader->scratch);
    if (!piece) return kamm_world_reader_fail_memory(reader), NULL;
    reader->scratch = piece;
    return piece + 1;
}

void *kamm_world_reader_keep(struct world_reader *reader, size_t count, size_t item_size)
{
    struct world_scratch *piece = add_piece(count, item_size, reader->out.kept);
    if (!piece) return kamm_world_reader_fail_memory(reader), NULL;
    reader->out.kept = piece;
    return piece + 1;
}

void kamm_release_kept(void *kept)
{
    for (struct world_scratch *piece = kept; piece;) {
        struct world_scratch *next = piece->next;
        kamm_release(piece);
        piece = next;
    }
}

void kamm_world_reader_release_scratch(struct world_reader *reader)
{
    kamm_release_kept(reader->scratch);
    reader->scratch = NULL;
}

kamm_result kamm_world_reader_check_steps(struct world_reader *reader)
{
    if (reader->steps <= WORLD_MAX_STEPS) return KAMM_OK;
    return kamm_world_reader_fail(
        reader, KAMM_ERROR_RANGE,
        "with all before it takes more than %g steps to paint or to stand "
        "on the terrain; larger cells, fewer regions, corners of polygons, "
        "layers or pieces take fewer",
        WORLD_MAX_STEPS);
}

static int make_room(struct world_list *list)
{
    int32_t room = list->room ? 2 * list->room : 16;
    char *items = kamm_allocate_array((size_t)room, list->item_size);
    if (!items) return 0;
    if (list->count) memcpy(items, list->items, (size_t)list->count * list->item_size);
    kamm_release(list->items);
    list->items = items;
    list->room = room;
    return 1;
}

void *kamm_world_reader_add(struct world_reader *reader, struct world_list *list)
{
    if (list->count == WORLD_MAX_ITEMS)
        return kamm_world_reader_fail(reader, KAMM_ERROR_RANGE,
                                      "is one too many; a world takes %d bodies, pieces of walls "
                                      "among them",
                                      WORLD_MAX_ITEMS),
               NULL;
    if (list->count == list->room && !make_room(list))
        return kamm_world_reader_fail_memory(reader), NULL;
    return (char *)list->items + (size_t)list->count++ * list->item_size;
}

/* -- errors ----------------------------------------------------------------------------------- */

static kamm_result fail_with(struct world_reader *reader, kamm_result code, const char *format,
                             va_list arguments)
{
    char text[400];
    const char *path = reader->json.path.text;
    vsnprintf(text, sizeof text, format, arguments);
    return kamm_fail(reader->json.error, code, path, "%s%s%s", path, *path ? ": " : "", text);
}

kamm_result kamm_world_reader_fail(struct world_reader *reader, kamm_result code,
                                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_with(reader, code, format, arguments);
    va_end(arguments);
    return code;
}

kamm_result kamm_world_reader_fail_at(struct world_reader *reader, const char *key,
                                      kamm_result code, const char *format, ...)
{
    va_list arguments;
    if (key) kamm_path_name(&reader->json.path, key, strlen(key));
    va_start(arguments, format);
    fail_with(reader, code, format, arguments);
    va_end(arguments);
    return code;
}

kamm_result kamm_world_reader_blame(struct world_reader *reader, const char *key,
                                    kamm_result result)
{
    kamm_field_path *path = &reader->json.path;
    kamm_path_name(path, key, strlen(key));
    memcpy(reader->json.error->path, path->text, sizeof reader->json.error->path);
    return kamm_prefix_error(result, path->text, reader->json.error);
}

/* -- objects ---------------------------------------------------------------------------------- */

kamm_result kamm_world_reader_object(struct world_reader *reader, enum world_table table,
                                     const cJSON *json, void *object)
{
    static const char *const also[] = {"$schema", NULL};
    return kamm_read_complete(&reader->json, kamm_world_fields(table), json, object,
                              also + (table != WORLD_root));
}

static kamm_result fail_word(struct world_reader *reader, const char *key, const char *const *words,
                             const char *found)
{
    kamm_text_line line = {0};
    kamm_nearest nearest = kamm_start_nearest(found ? found : "", found ? strlen(found) : 0);
    for (int i = 0; words[i]; ++i) {
        kamm_append(&line, "%s\"%s\"", i ? ", " : "", words[i]);
        if (found) kamm_suggest_name(&nearest, words[i]);
    }
    if (!found)
        return kamm_world_reader_fail_at(reader, key, KAMM_ERROR_MISSING,
                                         "is missing; there are %s", line.text);
    return kamm_world_reader_fail_at(reader, key, KAMM_ERROR_UNKNOWN,
                                     "\"%.60s\" is not one of the words %s%s%s%s", found, line.text,
                                     *nearest.best ? "; did you mean \"" : "", nearest.best,
                                     *nearest.best ? "\"?" : "");
}

kamm_result kamm_world_reader_word(struct world_reader *reader, const cJSON *json, const char *key,
                                   const char *const *words, int *word)
{
    if (!cJSON_IsObject(json)) return kamm_fail_type(&reader->json, "an object in { }", json);
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (item && !cJSON_IsString(item)) {
        kamm_path_name(&reader->json.path, key, strlen(key));
        return kamm_fail_type(&reader->json, "a word in quotes", item);
    }
    for (*word = 0; item && words[*word]; ++*word)
        if (!strcmp(item->valuestring, words[*word])) return KAMM_OK;
    return fail_word(reader, key, words, item ? item->valuestring : NULL);
}

kamm_result kamm_world_reader_kind(struct world_reader *reader, const cJSON *json,
                                   const char *const *words, int *kind)
{
    return kamm_world_reader_word(reader, json, "kind", words, kind);
}

/* -- lists ------------------------------------------------------------------------------------ */

kamm_result kamm_world_reader_each(struct world_reader *reader, const char *key, const cJSON *list,
                                   world_read_item *read, void *context)
{
    kamm_field_path *path = &reader->json.path;
    size_t before = kamm_path_name(path, key, strlen(key));
    int index = 0;
    if (list && !cJSON_IsArray(list)) return kamm_fail_type(&reader->json, "a list in [ ]", list);
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        size_t list_length = kamm_path_index(path, index);
        kamm_result result = read(reader, item, index++, context);
        if (result) return result;
        kamm_path_cut(path, list_length);
    }
    kamm_path_cut(path, before);
    return KAMM_OK;
}

static kamm_result read_coordinate(struct world_reader *reader, const cJSON *json, double *value)
{
    static const kamm_quantity coordinate = {"coordinate", "m", -MAX_COORDINATE_M,
                                             MAX_COORDINATE_M};
    const kamm_unit *metre = kamm_si_unit("m");
    char allowed[KAMM_NAME_TEXT], wanted[KAMM_NAME_TEXT + 16];
    if (cJSON_IsNumber(json))
        return kamm_take_number(coordinate, metre, json->valuedouble, value, reader->json.path.text,
                                reader->json.error);
    snprintf(wanted, sizeof wanted, "a number (%s)", kamm_allowed_text(allowed, coordinate, metre));
    return kamm_fail_type(&reader->json, wanted, json);
}

struct point_context {
    int size;
    double *next;
};

static kamm_result read_point(struct world_reader *reader, const cJSON *json, int index,
                              void *context)
{
    struct point_context *point = context;
    const char *wanted = point->size == 2 ? "a point [x, y]" : "a point [x, y, z]";
    (void)index;
    if (!cJSON_IsArray(json) || cJSON_GetArraySize(json) != point->size)
        return kamm_fail_type(&reader->json, wanted, json);
    const cJSON *item;
    int axis = 0;
    cJSON_ArrayForEach(item, json)
    {
        size_t before = kamm_path_index(&reader->json.path, axis++);
        kamm_result result = read_coordinate(reader, item, point->next++);
        if (result) return result;
        kamm_path_cut(&reader->json.path, before);
    }
    return KAMM_OK;
}

kamm_result kamm_world_reader_points(struct world_reader *reader, const char *key,
                                     const cJSON *json, int size, int min,
                                     struct world_points *points)
{
    int count = cJSON_IsArray(json) ? cJSON_GetArraySize(json) : min;
    if (count < min || count > MAX_POINTS)
        return kamm_world_reader_fail_at(reader, key, KAMM_ERROR_RANGE,
                                         "%d points; allowed: %d to %d", count, min, MAX_POINTS);
    points->count = count;
    points->values =
        kamm_world_reader_scratch(reader, (size_t)count, (size_t)size * sizeof *points->values);
    if (!points->values) return KAMM_ERROR_MEMORY;
    struct point_context context = {size, points->values};
    return kamm_world_reader_each(reader, key, json, read_point, &context);
}

kamm_result kamm_world_reader_index(struct world_reader *reader, const cJSON *json, int32_t max,
                                    int32_t *index)
{
    if (!cJSON_IsNumber(json)) return kamm_fail_type(&reader->json, "a whole number", json);
    double value = json->valuedouble;
    if (!(value >= 0 && value <= max && value == floor(value)))
        return kamm_world_reader_fail(reader, KAMM_ERROR_RANGE,
                                      "%.9g is no such index; allowed: whole numbers from 0 to %d",
                                      value, (int)max);
    *index = (int32_t)value;
    return KAMM_OK;
}

kamm_result kamm_world_reader_check_integer(struct world_reader *reader, const char *key,
                                            double value)
{
    if (isnan(value) || value == floor(value)) return KAMM_OK;
    return kamm_world_reader_fail_at(reader, key, KAMM_ERROR_RANGE, "%.9g is not a whole number",
                                     value);
}

struct triangle_context {
    int32_t vertex_count;
    int32_t (*next)[3];
};

static kamm_result read_triangle(struct world_reader *reader, const cJSON *json, int index,
                                 void *context)
{
    struct triangle_context *triangles = context;
    int32_t *corner = *triangles->next++;
    int number = 0;
    (void)index;
    if (!cJSON_IsArray(json) || cJSON_GetArraySize(json) != 3)
        return kamm_fail_type(&reader->json, "a triangle [a, b, c] of indices of vertices", json);
    const cJSON *item;
    cJSON_ArrayForEach(item, json)
    {
        size_t before = kamm_path_index(&reader->json.path, number);
        kamm_result result =
            kamm_world_reader_index(reader, item, triangles->vertex_count - 1, &corner[number++]);
        if (result) return result;
        kamm_path_cut(&reader->json.path, before);
    }
    return KAMM_OK;
}

kamm_result kamm_world_reader_triangles(struct world_reader *reader, const cJSON *json,
                                        int32_t point_count, int32_t *count,
                                        const int32_t (**triangles)[3])
{
    int given = cJSON_IsArray(json) ? cJSON_GetArraySize(json) : 1;
    if (!given)
        return kamm_world_reader_fail_at(reader, "triangles", KAMM_ERROR_RANGE, "there are none");
    int32_t(*read)[3] = kamm_world_reader_scratch(reader, (size_t)given, sizeof *read);
    if (!read) return KAMM_ERROR_MEMORY;
    struct triangle_context context = {point_count, read};
    *count = given;
    *triangles = (const int32_t(*)[3])read;
    return kamm_world_reader_each(reader, "triangles", json, read_triangle, &context);
}

/* -- surfaces and files ----------------------------------------------------------------------- */

static kamm_result fail_surface(struct world_reader *reader, const char *key, const char *name)
{
    kamm_text_line line = {0};
    kamm_nearest nearest = kamm_start_nearest(name, strlen(name));
    for (int i = 0; i < reader->known.count; ++i) {
        kamm_suggest_name(&nearest, reader->known.surfaces[i].name);
        kamm_append(&line, "%s%s", i ? ", " : "", reader->known.surfaces[i].name);
    }
    const char *hint = *nearest.best ? "did you mean" : "there are";
    return kamm_world_reader_fail_at(reader, key, KAMM_ERROR_UNKNOWN,
                                     "no surface is named \"%.60s\"; %s %s", name, hint,
                                     *nearest.best ? nearest.best : line.text);
}

kamm_result kamm_world_reader_surface(struct world_reader *reader, const char *key,
                                      const char *name, int32_t *index)
{
    for (*index = 0; *index < reader->used_count; ++*index)
        if (!strcmp(reader->used[*index].name, name)) return KAMM_OK;
    const kamm_surface *surface = kamm_surface_named(&reader->known, name);
    if (!surface) return fail_surface(reader, key, name);
    reader->used[reader->used_count++] = *surface;
    return KAMM_OK;
}

kamm_result kamm_world_reader_beside(struct world_reader *reader, const char *key, const char *name,
                                     char path[KAMM_PATH_TEXT])
{
    if (kamm_path_beside(reader->file, name, path)) return KAMM_OK;
    return kamm_world_reader_fail_at(reader, key, KAMM_ERROR_FILE, "%.60s…: the path is too long",
                                     name);
}
