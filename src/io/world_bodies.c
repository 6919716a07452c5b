/* Bodies of a world file, on its terrain: walls, boxes, other shapes, cones, the terrain's upright faces. */
#include "../run/usual.h"
#include "world_parts.h"
#include "world_stand.h"

#include "../world/collide/triangle_mesh.h"
#include "../world/terrain/faces.h"

#include <string.h>

/* The yaw of the direction (c, s), a unit vector, by half-angle formulas. */
static void turn_along(double c, double s, double q[4])
{
    double cosine = sqrt(fmax((1 + c) / 2, 0)), sine = sqrt(fmax((1 - c) / 2, 0));
    q[0] = cosine;
    q[1] = q[2] = 0;
    q[3] = s < 0 ? -sine : sine;
}

/* Copies of a body, one at each place. */
static kamm_result place_bodies(struct world_reader *reader, const cJSON *places,
                                const kamm_body_def *body, double yaw_rad, int has_list)
{
    struct world_points points = {0};
    double yaw[4];
    kamm_result result = kamm_world_reader_points(reader, "at_m", places, 2, 1, &points);
    kamm_world_reader_yaw(yaw_rad, yaw);
    for (int32_t i = 0; !result && i < points.count; ++i) {
        const double *place = &points.values[2 * (size_t)i];
        kamm_body_def *copy = kamm_world_reader_add(reader, &reader->bodies);
        if (!copy) return reader->json.error->code;
        *copy = *body;
        if (body->type == KAMM_BODY_DYNAMIC)
            kamm_world_reader_stand_on_slope(reader, place, yaw, copy);
        else if (has_list)
            kamm_world_reader_stand_frame_level(reader, place, yaw, copy);
        else
            kamm_world_reader_stand_level(reader, place, &copy->shapes[0].box);
        result = kamm_world_reader_check_steps(reader);
    }
    return result;
}

/* -- bodies of a shape ------------------------------------------------------------------------ */

static kamm_result check_frame(struct world_reader *reader, const struct world_body *body)
{
    if (body->at_m && (body->position_m_count || body->orientation_count))
        return kamm_world_reader_fail_at(
            reader, "at_m", KAMM_ERROR_FORMAT,
            "does not belong here: what stands on the terrain has no position_m or orientation");
    return KAMM_OK;
}

static kamm_result check_place(struct world_reader *reader, const struct world_body *body,
                               int has_points)
{
    int has_centre = body->centre_m_count > 0, is_placed = body->at_m != NULL;
    if (has_points && has_centre)
        return kamm_world_reader_fail_at(reader, "centre_m", KAMM_ERROR_FORMAT,
                                         "does not belong to a hull or mesh: its points say where "
                                         "it is");
    if (!has_points && has_centre == is_placed)
        return kamm_world_reader_fail_at(
            reader, "centre_m", is_placed ? KAMM_ERROR_FORMAT : KAMM_ERROR_MISSING,
            "a body has one of centre_m (its middle) and at_m (where it stands on the terrain)");
    return check_frame(reader, body);
}

/* A static or kinematic body whose points say where it is. */
static kamm_result check_points(struct world_reader *reader, const struct world_body *body,
                                int is_dynamic)
{
    const char *key = body->size_m_count                  ? "size_m"
                      : !is_dynamic && body->at_m         ? "at_m"
                      : !body->at_m && body->yaw_rad != 0 ? "yaw_rad"
                                                          : NULL;
    if (!key) return KAMM_OK;
    return kamm_world_reader_fail_at(
        reader, key, KAMM_ERROR_FORMAT,
        "does not belong to a hull or mesh: its points say where it is, "
        "position_m and orientation where its frame is");
}

/* Checks the values that only a dynamic body has, and those that it lacks. */
static kamm_result check_type(struct world_reader *reader, const struct world_body *body,
                              const kamm_body_def *def)
{
    int is_dynamic = def->type == KAMM_BODY_DYNAMIC, has_mass = !isnan(body->mass_kg);
    if (is_dynamic && !has_mass)
        return kamm_world_reader_fail_at(reader, "mass_kg", KAMM_ERROR_MISSING,
                                         "is missing: a dynamic body has a mass; allowed: 0.01 to "
                                         "1e+06 kg");
    if (!is_dynamic && has_mass)
        return kamm_world_reader_fail_at(reader, "mass_kg", KAMM_ERROR_FORMAT,
                                         "does not belong here: only a dynamic body has a mass");
    if (is_dynamic && body->sensor)
        return kamm_world_reader_fail_at(reader, "sensor", KAMM_ERROR_FORMAT,
                                         "a dynamic body is no sensor");
    for (int i = 0; i < def->shape_count && is_dynamic; ++i)
        if (def->shapes[i].kind == KAMM_SHAPE_MESH)
            return kamm_world_reader_fail_at(reader, body->shapes ? "shapes" : "shape",
                                             KAMM_ERROR_FORMAT,
                                             "a dynamic body is no mesh; it may be a hull");
    return KAMM_OK;
}

static kamm_result check_size(struct world_reader *reader, const kamm_shape *shape,
                              int32_t size_count, const double size_m[3])
{
    if (!size_count)
        return kamm_world_reader_fail_at(reader, "size_m", KAMM_ERROR_MISSING,
                                         "is missing: length along x, width along y, height; only "
                                         "a hull or mesh does without");
    return kamm_world_reader_size(reader, shape->kind, size_m);
}

/* Reads the shape and the box that it fills. The box of a hull is that around its points, on which
 * it stands. */
static kamm_result read_shape_of(struct world_reader *reader, const struct world_body *body,
                                 kamm_body_def *def)
{
    struct oriented_box around;
    kamm_shape *shape = &def->shapes[0];
    int is_dynamic = def->type == KAMM_BODY_DYNAMIC;
    kamm_result result = kamm_world_reader_shape(reader, body->shape, shape, &around);
    int has_points = shape->points_m != NULL;
    if (!result) result = check_type(reader, body, def);
    if (!result)
        result = has_points ? check_points(reader, body, is_dynamic)
                            : check_size(reader, shape, body->size_m_count, body->size_m);
    if (!result) result = check_place(reader, body, has_points);
    if (result || (has_points && !is_dynamic)) return result;
    for (int i = 0; i < 3; ++i) {
        shape->box.half_m[i] = has_points ? around.half[i] : body->size_m[i] / 2;
        if (has_points) shape->box.centre_m[i] = around.centre[i];
        if (body->centre_m_count) shape->box.centre_m[i] = body->centre_m[i];
    }
    if (body->at_m && is_dynamic)
        shape->box.orientation[0] = 1; /* its frame is turned */
    else
        kamm_world_reader_yaw(body->yaw_rad, shape->box.orientation);
    return KAMM_OK;
}

/* Several shapes, each at its place in the frame. */
static kamm_result read_shapes_of(struct world_reader *reader, const struct world_body *body,
                                  kamm_body_def *def)
{
    const char *key = body->shape                         ? "shape"
                      : body->size_m_count                ? "size_m"
                      : body->centre_m_count              ? "centre_m"
                      : !body->at_m && body->yaw_rad != 0 ? "yaw_rad"
                                                          : NULL;
    if (key)
        return kamm_world_reader_fail_at(
            reader, key, KAMM_ERROR_FORMAT,
            "does not belong to a body with shapes: each of them says where it is, position_m and "
            "orientation, or at_m and yaw_rad, where their frame is");
    kamm_result result = kamm_world_reader_shapes(reader, body->shapes, def);
    if (!result) result = check_type(reader, body, def);
    return result ? result : check_frame(reader, body);
}

static kamm_result add_body(struct world_reader *reader, const struct world_body *body,
                            const kamm_body_def *def)
{
    if (body->at_m)
        return place_bodies(reader, body->at_m, def, body->yaw_rad, body->shapes != NULL);
    kamm_body_def *added = kamm_world_reader_add(reader, &reader->bodies);
    if (!added) return reader->json.error->code;
    *added = *def;
    return kamm_world_reader_check_steps(reader);
}

static kamm_result read_body(struct world_reader *reader, const cJSON *json)
{
    static const char *const types[] = {KAMM_WORLD_BODY_TYPES(KIND_WORD) NULL};
    struct world_body body;
    struct body_words words;
    kamm_body_def def = {.shape_count = 1};
    int type;
    kamm_result result = kamm_world_reader_word(reader, json, "type", types, &type);
    if (!result) result = kamm_world_reader_object(reader, WORLD_body, json, &body);
    if (result) return result;
    def.type = (kamm_body_type)type;
    result = body.shapes ? read_shapes_of(reader, &body, &def) : read_shape_of(reader, &body, &def);
    if (!result)
        result = kamm_world_reader_common(reader, body.surface, body.filter, body.material, &words);
    if (result) return result;
    if (type == KAMM_BODY_DYNAMIC) def.mass_kg = (float)body.mass_kg, def.asleep = body.asleep;
    def.friction = kamm_meant(body.friction);
    def.restitution = kamm_meant(body.restitution);
    def.sensor = body.sensor;
    def.is_driven_on = body.is_driven_on;
    memcpy(def.position_m, body.position_m, sizeof def.position_m);
    memcpy(def.orientation, body.orientation, sizeof def.orientation);
    def.filter = words.filter, def.material = words.material, def.surface = words.surface;
    return add_body(reader, &body, &def);
}

/* -- walls ------------------------------------------------------------------------------------ */

/* A piece of a wall: its ends, its direction and how much longer its box is at either end, so that the
 * outer corners of two pieces meet. */
struct piece {
    const double *from, *to;
    double along[2], length, more[2];
};

static int is_same_place(const double a[2], const double b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

static struct piece piece_of(const double *from, const double *to)
{
    double dx = to[0] - from[0], dy = to[1] - from[1], length = sqrt(dx * dx + dy * dy);
    return (struct piece){from, to, {dx / length, dy / length}, length, {0, 0}};
}

/* A mitre: half the thickness times the tangent of half the turn; of the thickness at most. */
static double mitre(const struct piece *a, const struct piece *b, double thickness)
{
    double c = a->along[0] * b->along[0] + a->along[1] * b->along[1];
    double s = fabs(a->along[0] * b->along[1] - a->along[1] * b->along[0]);
    return thickness / 2 * (s < 2 * (1 + c) ? s / (1 + c) : 2);
}

/* The lowest and highest ground below the piece's line: at its ends and at most 2 m apart. */
static void ground_below(struct world_reader *reader, const struct piece *piece, double *lowest,
                         double *highest)
{
    enum { MAX_STEPS = 1000 };
    double steps = fmin(fmax(2 * ceil(piece->length / 4), 2), MAX_STEPS);
    *lowest = INFINITY;
    *highest = -INFINITY;
    for (int i = 0; i <= (int)steps; ++i) {
        double share = i / steps;
        double x = piece->from[0] + share * (piece->to[0] - piece->from[0]);
        double y = piece->from[1] + share * (piece->to[1] - piece->from[1]);
        double height = kamm_world_reader_ground_at(reader, x, y).height_m;
        *lowest = fmin(*lowest, height);
        *highest = fmax(*highest, height);
    }
}

static kamm_result add_piece(struct world_reader *reader, const struct world_wall *wall,
                             const struct body_words *words, const struct piece *piece)
{
    double lowest, highest, shift = (piece->more[1] - piece->more[0]) / 2;
    kamm_body_def *body = kamm_world_reader_add(reader, &reader->bodies);
    if (!body) return reader->json.error->code;
    ground_below(reader, piece, &lowest, &highest);
    body->shape_count = 1;
    for (int i = 0; i < 2; ++i)
        body->shapes[0].box.centre_m[i] =
            (piece->from[i] + piece->to[i]) / 2 + shift * piece->along[i];
    body->shapes[0].box.half_m[0] = (piece->length + piece->more[0] + piece->more[1]) / 2;
    body->shapes[0].box.half_m[1] = wall->thickness_m / 2;
    body->shapes[0].box.half_m[2] = (highest + wall->height_m - lowest) / 2;
    body->shapes[0].box.centre_m[2] = lowest + body->shapes[0].box.half_m[2];
    turn_along(piece->along[0], piece->along[1], body->shapes[0].box.orientation);
    body->friction = kamm_meant(wall->friction);
    body->restitution = kamm_meant(wall->restitution);
    body->is_driven_on = wall->is_driven_on;
    body->filter = words->filter, body->material = words->material;
    body->surface = words->surface;
    return kamm_world_reader_check_steps(reader);
}

static kamm_result check_wall(struct world_reader *reader, const struct world_points *points)
{
    for (int32_t i = 1; i < points->count; ++i)
        if (is_same_place(&points->values[2 * i - 2], &points->values[2 * i]))
            return kamm_world_reader_fail_at(reader, "wall_m", KAMM_ERROR_RANGE,
                                             "points %d and %d are the same place", (int)i - 1,
                                             (int)i);
    return KAMM_OK;
}

static kamm_result read_wall(struct world_reader *reader, const cJSON *json)
{
    struct world_wall wall;
    struct world_points points = {0};
    struct body_words words;
    kamm_result result = kamm_world_reader_object(reader, WORLD_wall, json, &wall);
    if (!result)
        result = kamm_world_reader_common(reader, wall.surface, wall.filter, wall.material, &words);
    if (!result) result = kamm_world_reader_points(reader, "wall_m", wall.wall_m, 2, 2, &points);
    if (!result) result = check_wall(reader, &points);
    const double *p = points.values;
    int32_t last = points.count - 2;
    int closed = !result && is_same_place(p, p + 2 * last + 2);
    for (int32_t i = 0; !result && i <= last; ++i) {
        struct piece piece = piece_of(p + 2 * i, p + 2 * i + 2);
        if (i || closed) {
            const double *before = p + 2 * (i ? i - 1 : last);
            struct piece other = piece_of(before, before + 2);
            piece.more[0] = mitre(&other, &piece, wall.thickness_m);
        }
        if (i < last || closed) {
            const double *after = p + 2 * (i < last ? i + 1 : 0);
            struct piece other = piece_of(after, after + 2);
            piece.more[1] = mitre(&piece, &other, wall.thickness_m);
        }
        result = add_piece(reader, &wall, &words, &piece);
    }
    return result;
}

/* -- cones ------------------------------------------------------------------------------------ */

static kamm_result read_cone(struct world_reader *reader, const cJSON *json)
{
    struct world_cone cone;
    struct body_words words;
    kamm_result result = kamm_world_reader_object(reader, WORLD_cone, json, &cone);
    if (!result)
        result = kamm_world_reader_common(reader, cone.surface, cone.filter, cone.material, &words);
    if (result) return result;
    kamm_body_def def = kamm_cone(cone.cone_height_m);
    def.asleep = cone.asleep;
    def.is_driven_on = cone.is_driven_on;
    def.filter = words.filter, def.material = words.material, def.surface = words.surface;
    return place_bodies(reader, cone.at_m, &def, cone.yaw_rad, 0);
}

/* -- upright faces of the terrain -------------------------------------------------------------- */

/* The points and triangles stay with the file. */
static kamm_result shape_faces(struct world_reader *reader, int32_t count, kamm_shape *shape)
{
    char text[MESH_ERROR_TEXT];
    double(*points)[3] = kamm_world_reader_keep(reader, 3 * (size_t)count, sizeof *points);
    int32_t(*triangles)[3] = kamm_world_reader_keep(reader, 2 * (size_t)count, sizeof *triangles);
    if (!points || !triangles) return KAMM_ERROR_MEMORY;
    *shape = kamm_terrain_faces_shape(reader->out.terrain, points, triangles);
    const char *wrong = kamm_check_mesh(shape, text);
    return wrong ? kamm_world_reader_fail_at(reader, "terrain_faces", KAMM_ERROR_RANGE, "%s", wrong)
                 : KAMM_OK;
}

static kamm_result read_faces(struct world_reader *reader, const cJSON *json)
{
    struct world_faces faces;
    struct body_words words;
    int32_t count = kamm_count_terrain_faces(reader->out.terrain);
    kamm_result result = kamm_world_reader_object(reader, WORLD_faces, json, &faces);
    if (!result)
        result =
            kamm_world_reader_common(reader, faces.surface, faces.filter, faces.material, &words);
    if (result || !faces.terrain_faces || !count) return result;
    kamm_body_def *body = kamm_world_reader_add(reader, &reader->bodies);
    if (!body) return reader->json.error->code;
    body->shape_count = 1;
    body->friction = kamm_meant(faces.friction);
    body->restitution = kamm_meant(faces.restitution);
    body->is_driven_on = faces.is_driven_on;
    body->filter = words.filter, body->material = words.material;
    body->surface = words.surface;
    return shape_faces(reader, count, &body->shapes[0]);
}

/* -- the list --------------------------------------------------------------------------------- */

/* Whether an object has a key, in whatever unit. */
static int has_key(const cJSON *json, const char *base)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, json) if (!strncmp(item->string, base, strlen(base))) return 1;
    return 0;
}

static kamm_result read_item(struct world_reader *reader, const cJSON *json, int index,
                             void *context)
{
    (void)index, (void)context;
    if (cJSON_IsObject(json) && has_key(json, "wall_")) return read_wall(reader, json);
    if (cJSON_IsObject(json) && has_key(json, "cone_height_")) return read_cone(reader, json);
    if (cJSON_IsObject(json) && has_key(json, "terrain_faces")) return read_faces(reader, json);
    return read_body(reader, json);
}

kamm_result kamm_world_reader_bodies(struct world_reader *reader, const cJSON *list)
{
    return kamm_world_reader_each(reader, "bodies", list, read_item, NULL);
}
