/* Common values of bodies in a world file: shape, filters, and values for wheels and hosts. */
#include "world_parts.h"
#include "world_stand.h"

#include "../world/collide/triangle_mesh.h"

#include <string.h>

/* -- filters, and what is reported of it ------------------------------------------------------ */

static kamm_result read_filter(struct world_reader *reader, const cJSON *json, kamm_filter *filter)
{
    struct world_filter given;
    *filter = (kamm_filter){0, 0};
    if (!json) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "filter", strlen("filter"));
    kamm_result result = kamm_world_reader_object(reader, WORLD_filter, json, &given);
    if (!result) result = kamm_world_reader_check_integer(reader, "category", given.category);
    if (!result) result = kamm_world_reader_check_integer(reader, "mask", given.mask);
    if (result) return result;
    kamm_path_cut(&reader->json.path, before);
    *filter = (kamm_filter){(uint32_t)given.category, (uint32_t)given.mask};
    return KAMM_OK;
}

kamm_result kamm_world_reader_common(struct world_reader *reader, const char *surface,
                                     const cJSON *filter, double material, struct body_words *out)
{
    out->surface = 0;
    kamm_result result = read_filter(reader, filter, &out->filter);
    if (!result) result = kamm_world_reader_check_integer(reader, "material", material);
    if (!result && *surface)
        result = kamm_world_reader_surface(reader, "surface", surface, &out->surface);
    if (!result) out->material = (int32_t)material;
    return result;
}

/* A value that is no text is refused when the object is read. */
static kamm_result find_surface(struct world_reader *reader, const cJSON *json, int index,
                                void *context)
{
    int32_t number;
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "surface");
    (void)index, (void)context;
    if (!cJSON_IsString(name) || !*name->valuestring) return KAMM_OK;
    return kamm_world_reader_surface(reader, "surface", name->valuestring, &number);
}

kamm_result kamm_world_reader_body_surfaces(struct world_reader *reader, const cJSON *list)
{
    return kamm_world_reader_each(reader, "bodies", list, find_surface, NULL);
}

/* -- shapes ----------------------------------------------------------------------------------- */

static kamm_result fail_count(struct world_reader *reader, int count)
{
    return kamm_world_reader_fail_at(reader, "points_m", KAMM_ERROR_RANGE,
                                     "%d points; allowed: 4 to %d", count, KAMM_MAX_HULL_POINTS);
}

/* The points stay with the file. `around` gets the box around them, in their frame. */
static kamm_result read_hull(struct world_reader *reader, const cJSON *points_m, kamm_shape *shape,
                             struct oriented_box *around)
{
    struct world_points points = {0};
    int count = cJSON_IsArray(points_m) ? cJSON_GetArraySize(points_m) : 4;
    if (count < 4 || count > KAMM_MAX_HULL_POINTS) return fail_count(reader, count);
    kamm_result result = kamm_world_reader_points(reader, "points_m", points_m, 3, 4, &points);
    if (result) return result;
    double(*kept)[3] = kamm_world_reader_keep(reader, (size_t)count, sizeof *kept);
    struct convex *convex = kamm_world_reader_scratch(reader, 1, sizeof *convex);
    if (!kept || !convex) return KAMM_ERROR_MEMORY;
    memcpy(kept, points.values, (size_t)count * sizeof *kept);
    shape->point_count = count;
    shape->points_m = (const double(*)[3])kept;
    const char *wrong = kamm_make_convex(shape, around, convex);
    return wrong ? kamm_world_reader_fail_at(reader, "points_m", KAMM_ERROR_RANGE, "%s", wrong)
                 : KAMM_OK;
}

/* Points and triangles stay with the file. */
static kamm_result read_mesh(struct world_reader *reader, const struct world_shape *given,
                             kamm_shape *shape)
{
    char text[MESH_ERROR_TEXT];
    struct world_points points = {0};
    const int32_t(*triangles)[3] = NULL;
    int32_t count = 0;
    kamm_result result =
        kamm_world_reader_points(reader, "points_m", given->points_m, 3, 3, &points);
    if (!result)
        result =
            kamm_world_reader_triangles(reader, given->triangles, points.count, &count, &triangles);
    if (result) return result;
    double(*kept)[3] = kamm_world_reader_keep(reader, (size_t)points.count, sizeof *kept);
    int32_t(*kept_triangles)[3] =
        kamm_world_reader_keep(reader, (size_t)count, sizeof *kept_triangles);
    if (!kept || !kept_triangles) return KAMM_ERROR_MEMORY;
    memcpy(kept, points.values, (size_t)points.count * sizeof *kept);
    memcpy(kept_triangles, triangles, (size_t)count * sizeof *kept_triangles);
    shape->point_count = points.count, shape->points_m = (const double(*)[3])kept;
    shape->triangle_count = count, shape->triangles = (const int32_t(*)[3])kept_triangles;
    const char *wrong = kamm_check_mesh(shape, text);
    return wrong ? kamm_world_reader_fail(reader, KAMM_ERROR_RANGE, "%s", wrong) : KAMM_OK;
}

/* Checks a key that a kind of shape needs, or may not have. */
static kamm_result check_key(struct world_reader *reader, const char *key, const cJSON *given,
                             int is_wanted, const char *what)
{
    if (!given == !is_wanted) return KAMM_OK;
    return kamm_world_reader_fail_at(reader, key, given ? KAMM_ERROR_FORMAT : KAMM_ERROR_MISSING,
                                     "%s: %s", given ? "does not belong here" : "is missing", what);
}

static kamm_result read_points(struct world_reader *reader, const struct world_shape *given,
                               kamm_shape *shape, struct oriented_box *around)
{
    int is_hull = shape->kind == KAMM_SHAPE_HULL, is_mesh = shape->kind == KAMM_SHAPE_MESH;
    kamm_result result =
        check_key(reader, "points_m", given->points_m, is_hull || is_mesh,
                  "a hull has 4 to 64 points [x, y, z], a mesh 3 or more, other shapes none");
    if (!result)
        result = check_key(reader, "triangles", given->triangles, is_mesh,
                           "a mesh has triangles, other shapes none");
    if (result) return result;
    if (is_mesh) return read_mesh(reader, given, shape);
    return is_hull ? read_hull(reader, given->points_m, shape, around) : KAMM_OK;
}

kamm_result kamm_world_reader_shape(struct world_reader *reader, const cJSON *json,
                                    kamm_shape *shape, struct oriented_box *around)
{
    static const char *const words[] = {KAMM_WORLD_SHAPE_KINDS(KIND_WORD) NULL};
    struct world_shape given;
    int kind;
    *shape = (kamm_shape){0};
    *around = (struct oriented_box){.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (!json) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "shape", strlen("shape"));
    kamm_result result = kamm_world_reader_kind(reader, json, words, &kind);
    if (!result) result = kamm_world_reader_object(reader, WORLD_shape, json, &given);
    if (result) return result;
    shape->kind = (kamm_shape_kind)kind;
    result = read_points(reader, &given, shape, around);
    if (!result) kamm_path_cut(&reader->json.path, before);
    return result;
}

kamm_result kamm_world_reader_size(struct world_reader *reader, kamm_shape_kind kind,
                                   const double size_m[3])
{
    int is_round = size_m[0] == size_m[1];
    const char *allowed = NULL;
    if (kind == KAMM_SHAPE_SPHERE && !(is_round && size_m[2] == size_m[0]))
        allowed = "a sphere has its diameter three times";
    if (kind == KAMM_SHAPE_CAPSULE && !(is_round && size_m[2] >= size_m[0]))
        allowed = "a capsule has its diameter twice and its length, which is no smaller";
    if (kind == KAMM_SHAPE_CYLINDER && !is_round)
        allowed = "a cylinder has its diameter twice and its height";
    if (!allowed) return KAMM_OK;
    return kamm_world_reader_fail_at(reader, "size_m", KAMM_ERROR_RANGE, "[%.9g, %.9g, %.9g] m; %s",
                                     size_m[0], size_m[1], size_m[2], allowed);
}

/* -- several shapes --------------------------------------------------------------------------- */

static kamm_result check_own_place(struct world_reader *reader, const struct world_part *given)
{
    const char *key = given->size_m_count        ? "size_m"
                      : given->centre_m_count    ? "centre_m"
                      : !isnan(given->yaw_rad)   ? "yaw_rad"
                      : given->orientation_count ? "orientation"
                                                 : NULL;
    if (!key) return KAMM_OK;
    return kamm_world_reader_fail_at(reader, key, KAMM_ERROR_FORMAT,
                                     "does not belong to a hull or mesh: its points say where it "
                                     "is");
}

static kamm_result read_box(struct world_reader *reader, const struct world_part *given,
                            kamm_shape *shape)
{
    if (!given->size_m_count)
        return kamm_world_reader_fail_at(reader, "size_m", KAMM_ERROR_MISSING,
                                         "is missing: length along x, width along y, height; only "
                                         "a hull or mesh does without");
    if (given->orientation_count && !isnan(given->yaw_rad))
        return kamm_world_reader_fail_at(reader, "yaw_rad", KAMM_ERROR_FORMAT,
                                         "does not belong here: orientation says how it is turned");
    for (int i = 0; i < 3; ++i) {
        shape->box.half_m[i] = given->size_m[i] / 2;
        shape->box.centre_m[i] = given->centre_m[i];
    }
    if (given->orientation_count)
        memcpy(shape->box.orientation, given->orientation, sizeof shape->box.orientation);
    else
        kamm_world_reader_yaw(isnan(given->yaw_rad) ? 0 : given->yaw_rad, shape->box.orientation);
    return kamm_world_reader_size(reader, shape->kind, given->size_m);
}

/* The box of a hull or mesh is that around its points: on that it stands. */
static void surround_points(kamm_shape *shape)
{
    for (int k = 0; k < 3; ++k) {
        double low = shape->points_m[0][k], high = low;
        for (int i = 1; i < shape->point_count; ++i) {
            low = fmin(low, shape->points_m[i][k]);
            high = fmax(high, shape->points_m[i][k]);
        }
        shape->box.centre_m[k] = (low + high) / 2;
        shape->box.half_m[k] = (high - low) / 2;
    }
}

static kamm_result read_part(struct world_reader *reader, const cJSON *json, int index,
                             void *context)
{
    static const char *const words[] = {KAMM_WORLD_SHAPE_KINDS(KIND_WORD) NULL};
    kamm_body_def *def = context;
    struct oriented_box around = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    struct world_part given;
    kamm_shape *shape = &def->shapes[index];
    int kind;
    kamm_result result = kamm_world_reader_kind(reader, json, words, &kind);
    if (!result) result = kamm_world_reader_object(reader, WORLD_part, json, &given);
    if (result) return result;
    const struct world_shape points = {.points_m = given.points_m, .triangles = given.triangles};
    shape->kind = (kamm_shape_kind)kind;
    result = read_points(reader, &points, shape, &around);
    if (result) return result;
    if (!shape->points_m) return read_box(reader, &given, shape);
    surround_points(shape);
    return check_own_place(reader, &given);
}

kamm_result kamm_world_reader_shapes(struct world_reader *reader, const cJSON *list,
                                     kamm_body_def *def)
{
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 1;
    if (count < 1 || count > KAMM_MAX_SHAPES)
        return kamm_world_reader_fail_at(reader, "shapes", KAMM_ERROR_RANGE,
                                         "%d shapes; a body has 1 to %d", count, KAMM_MAX_SHAPES);
    def->shape_count = count;
    return kamm_world_reader_each(reader, "shapes", list, read_part, def);
}
