/* The JSON in recordings. */
#include "recording_read.h"

#include "../base/error.h"
#include "json_grammar.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

const char kamm_recording_no_memory[] = "out of memory";

/* `what`: NULL, or what is wrong. The caller calls cJSON_Delete. */
static cJSON *parse(const kamm_recorded *recorded, struct recorded_part part, const char **what)
{
    cJSON *json = NULL;
    char *text = part.size <= RECORDING_MAX_JSON ? kamm_allocate(part.size + 1) : NULL;
    *what = part.size > RECORDING_MAX_JSON ? "a description is too long" : kamm_recording_no_memory;
    if (!text) return NULL;
    memcpy(text, recorded->bytes + part.at, part.size);
    text[part.size] = 0;
    if (!kamm_is_json(text))
        *what = "a description is not JSON";
    else
        json = cJSON_Parse(text);
    kamm_release(text);
    if (!json) return NULL;
    *what = cJSON_IsObject(json) ? NULL : "a description is not an object";
    return json;
}

static int take_number(const cJSON *json, const char *key, double *value)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!cJSON_IsNumber(item) || !(fabs(item->valuedouble) <= 1e12)) return 0;
    *value = item->valuedouble;
    return 1;
}

/* A whole number from 0 to `most`. */
static int take_count(const cJSON *json, const char *key, int32_t most, int32_t *value)
{
    double number;
    if (!take_number(json, key, &number) || !(number >= 0 && number <= most)) return 0;
    *value = (int32_t)number;
    return 1;
}

static int take_numbers(const cJSON *json, const char *key, double *values, int count)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, key), *item;
    int found = 0;
    if (!cJSON_IsArray(list)) return 0;
    cJSON_ArrayForEach(item, list)
    {
        if (found == count || !cJSON_IsNumber(item) || !(fabs(item->valuedouble) <= 1e12)) return 0;
        values[found++] = item->valuedouble;
    }
    return found == count;
}

static int take_text(const cJSON *json, const char *key, char *text, size_t size)
{
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    if (!value) return 0;
    snprintf(text, size, "%s", value);
    return 1;
}

static int take_box(const cJSON *json, kamm_box *box)
{
    return take_numbers(json, "centre_m", box->centre_m, 3) &&
           take_numbers(json, "half_m", box->half_m, 3) &&
           take_numbers(json, "orientation", box->orientation, 4);
}

/* -- Head -- */

static int take_ground(const cJSON *ground, kamm_recorded_info *info)
{
    char kind[16];
    if (!take_text(ground, "kind", kind, sizeof kind)) return 0;
    if (strcmp(kind, "world") == 0) {
        info->ground = KAMM_RECORDED_WORLD;
        return take_text(ground, "world", info->world_file, sizeof info->world_file);
    }
    if (strcmp(kind, "plane") != 0) return 1;
    info->ground = KAMM_RECORDED_PLANE;
    return take_numbers(ground, "point_m", info->plane_point_m, 3) &&
           take_numbers(ground, "normal", info->plane_normal, 3);
}

const char *kamm_take_recorded_head(kamm_recorded *recorded, struct recorded_part part)
{
    const char *what;
    char format[32];
    cJSON *json = parse(recorded, part, &what);
    if (!what && !(take_text(json, "format", format, sizeof format) &&
                   strcmp(format, "kamm recording") == 0 &&
                   take_text(json, "title", recorded->info.title, sizeof recorded->info.title) &&
                   take_numbers(json, "origin_m", recorded->origin_m, 3) &&
                   take_ground(cJSON_GetObjectItemCaseSensitive(json, "ground"), &recorded->info)))
        what = "the beginning lacks title, origin_m or ground";
    cJSON_Delete(json);
    return what;
}

/* -- Vehicles and cars -- */

static int take_boxes(const cJSON *list, kamm_recorded_model *model)
{
    const cJSON *item;
    if (!cJSON_IsArray(list)) return 0;
    cJSON_ArrayForEach(item, list) if (model->box_count == KAMM_MAX_BOXES ||
                                       !take_box(item, &model->boxes[model->box_count++])) return 0;
    return 1;
}

static int take_wheel(const cJSON *item, kamm_recorded_wheel *wheel)
{
    double axle, side;
    if (!take_numbers(item, "centre_m", wheel->centre_m, 3) ||
        !take_number(item, "radius_m", &wheel->radius_m) ||
        !take_number(item, "width_m", &wheel->width_m) ||
        !take_number(item, "rim_radius_m", &wheel->rim_radius_m) ||
        !take_number(item, "axle", &axle) || !take_number(item, "side", &side))
        return 0;
    wheel->axle = (int32_t)fmin(fmax(axle, 0), KAMM_MAX_WHEELS);
    wheel->side = side > 0 ? 1 : side < 0 ? -1 : 0;
    return 1;
}

static int take_wheels(const cJSON *list, kamm_recorded_model *model)
{
    const cJSON *item;
    if (!cJSON_IsArray(list)) return 0;
    cJSON_ArrayForEach(item,
                       list) if (model->wheel_count == KAMM_MAX_WHEELS ||
                                 !take_wheel(item, &model->wheels[model->wheel_count++])) return 0;
    return 1;
}

const char *kamm_take_recorded_model(const kamm_recorded *recorded, struct recorded_part part,
                                     kamm_recorded_model *model)
{
    const char *what;
    cJSON *json = parse(recorded, part, &what);
    *model = (kamm_recorded_model){.box_count = 0};
    if (!what && !(take_text(json, "name", model->name, sizeof model->name) &&
                   take_number(json, "length_m", &model->length_m) &&
                   take_number(json, "width_m", &model->width_m) &&
                   take_number(json, "height_m", &model->height_m) &&
                   take_boxes(cJSON_GetObjectItemCaseSensitive(json, "boxes"), model) &&
                   take_wheels(cJSON_GetObjectItemCaseSensitive(json, "wheels"), model)))
        what = "a vehicle lacks its name, size, boxes or wheels";
    cJSON_Delete(json);
    return what;
}

const char *kamm_take_recorded_car(const kamm_recorded *recorded, struct recorded_part part,
                                   int *id, kamm_recorded_car *car)
{
    const char *what;
    cJSON *json = parse(recorded, part, &what);
    *car = (kamm_recorded_car){.paint = -1};
    if (!what && !(take_count(json, "id", INT32_MAX, id) &&
                   take_count(json, "model", recorded->info.model_count - 1, &car->model) &&
                   take_count(json, "group", INT32_MAX, &car->group) &&
                   take_count(json, "index", INT32_MAX, &car->index) &&
                   take_count(json, "unit", KAMM_MAX_UNITS, &car->unit)))
        what = "a car lacks its id, model, group, index or unit";
    if (!what) take_count(json, "paint", 0xffffff, &car->paint);
    cJSON_Delete(json);
    return what;
}

/* -- Bodies -- */

static const char *const shape_words[] = {
    [KAMM_SHAPE_BOX] = "box",         [KAMM_SHAPE_SPHERE] = "sphere",
    [KAMM_SHAPE_CAPSULE] = "capsule", [KAMM_SHAPE_CYLINDER] = "cylinder",
    [KAMM_SHAPE_HULL] = "hull",       [KAMM_SHAPE_MESH] = "mesh"};
static const char *const type_words[] = {[KAMM_BODY_STATIC] = "static",
                                         [KAMM_BODY_KINEMATIC] = "kinematic",
                                         [KAMM_BODY_DYNAMIC] = "dynamic"};

/* -1: none of them. */
static int take_word(const cJSON *json, const char *key, const char *const *words, size_t count)
{
    const char *word = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    for (size_t i = 0; word && i < count; ++i)
        if (strcmp(words[i], word) == 0) return (int)i;
    return -1;
}

static int take_shape(const cJSON *json, kamm_recorded_shape *shape)
{
    int kind = take_word(json, "kind", shape_words, sizeof shape_words / sizeof *shape_words);
    if (kind < 0) return 0;
    *shape = (kamm_recorded_shape){.kind = (kamm_shape_kind)kind};
    if (kind != KAMM_SHAPE_HULL && kind != KAMM_SHAPE_MESH) return take_box(json, &shape->box);
    if (!take_count(json, "points", 3 * KAMM_MAX_MESH_TRIANGLES, &shape->point_count)) return 0;
    return kind == KAMM_SHAPE_HULL ||
           take_count(json, "triangles", KAMM_MAX_MESH_TRIANGLES, &shape->triangle_count);
}

static int take_shapes(const cJSON *list, kamm_recorded_body *body, uint64_t *offsets)
{
    const cJSON *item;
    if (!cJSON_IsArray(list)) return 0;
    offsets[0] = 0;
    cJSON_ArrayForEach(item, list)
    {
        if (body->shape_count == KAMM_MAX_SHAPES ||
            !take_shape(item, &body->shapes[body->shape_count]))
            return 0;
        const kamm_recorded_shape *shape = &body->shapes[body->shape_count];
        offsets[body->shape_count + 1] =
            offsets[body->shape_count] +
            12 * ((uint64_t)shape->point_count + (uint64_t)shape->triangle_count);
        ++body->shape_count;
    }
    return 1;
}

const char *kamm_take_recorded_body(const kamm_recorded *recorded, struct recorded_part part,
                                    int *id, kamm_recorded_body *body,
                                    uint64_t offsets[KAMM_MAX_SHAPES + 1])
{
    const char *what;
    cJSON *json = parse(recorded, part, &what);
    *body = (kamm_recorded_body){.index = 0};
    int type =
        what ? -1 : take_word(json, "type", type_words, sizeof type_words / sizeof *type_words);
    if (!what && !(type >= 0 && take_count(json, "id", INT32_MAX, id) &&
                   take_count(json, "index", INT32_MAX, &body->index) &&
                   take_shapes(cJSON_GetObjectItemCaseSensitive(json, "shapes"), body, offsets)))
        what = "a body lacks its id, index, type or shapes";
    if (type >= 0) body->type = (kamm_body_type)type;
    body->sensor = what == NULL && cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "sensor"));
    cJSON_Delete(json);
    return what;
}
