/* What recordings say once of each vehicle, car and body. */
#include "recording_write.h"

#include "../base/error.h"
#include "../base/vector_double.h"
#include "../rungs/car.h"
#include "../world/state.h"

#include <string.h>

/* -- The beginning -- */

static const kamm_ground *ground_of(const kamm_recording *recording)
{
    const kamm_recording_def *def = &recording->def;
    if (def->world) return kamm_world_ground(def->world);
    return def->ground ? def->ground : &kamm_flat_ground;
}

void kamm_record_head(kamm_recording *recording)
{
    const kamm_recording_def *def = &recording->def;
    const kamm_ground *ground = ground_of(recording);
    recording_bytes *out = &recording->block;
    kamm_recording_text(out, "{\"format\":\"kamm recording\",\"version\":1,\"title\":");
    kamm_recording_quoted(out, def->title ? def->title : "");
    kamm_recording_numbers(out, ",\"origin_m\":", recording->origin_m, 3);
    if (def->world_file) {
        kamm_recording_text(out, ",\"ground\":{\"kind\":\"world\",\"world\":");
        kamm_recording_quoted(out, def->world_file);
    } else if (ground->query || ground->contacts) {
        kamm_recording_text(out, ",\"ground\":{\"kind\":\"unknown\"");
    } else {
        double normal[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) normal[k] = (double)ground->plane.normal[k];
        if (length3(normal) == 0) normal[2] = 1;
        kamm_recording_numbers(
            out, ",\"ground\":{\"kind\":\"plane\",\"point_m\":", ground->plane.point_m, 3);
        kamm_recording_numbers(out, ",\"normal\":", normal, 3);
    }
    kamm_recording_text(out, "}}");
    kamm_write_block(recording, RECORDING_HEAD);
}

/* -- Vehicles -- */

static void write_box(recording_bytes *out, const kamm_box *box)
{
    kamm_recording_numbers(out, "\"centre_m\":", box->centre_m, 3);
    kamm_recording_numbers(out, ",\"half_m\":", box->half_m, 3);
    kamm_recording_numbers(out, ",\"orientation\":", box->orientation, 4);
}

static void write_wheels(recording_bytes *out, const kamm_model_info *info)
{
    kamm_recording_text(out, ",\"wheels\":[");
    for (int i = 0; i < info->wheel_count; ++i) {
        kamm_recording_numbers(
            out, i ? ",{\"centre_m\":" : "{\"centre_m\":", info->wheel_position_m[i], 3);
        kamm_recording_number(out, ",\"radius_m\":", info->wheel_radius_m[i]);
        kamm_recording_number(out, ",\"width_m\":", info->wheel_width_m[i]);
        kamm_recording_number(out, ",\"rim_radius_m\":", info->rim_radius_m[i]);
        kamm_recording_number(out, ",\"axle\":", info->wheel_axle[i]);
        kamm_recording_number(out, ",\"side\":", info->wheel_side[i]);
        kamm_recording_text(out, "}");
    }
    kamm_recording_text(out, "]");
}

static void write_model(kamm_recording *recording, const kamm_model *model,
                        struct recorded_vehicle *vehicle)
{
    const kamm_model_info info = kamm_describe(model);
    vehicle->model = model;
    vehicle->wheel_count = info.wheel_count;
    memcpy(vehicle->centre_m, info.wheel_position_m, sizeof vehicle->centre_m);
    kamm_box boxes[KAMM_MAX_BOXES];
    int count = kamm_car_boxes(model, boxes);
    recording_bytes *out = &recording->block;
    kamm_recording_text(out, "{\"name\":");
    kamm_recording_quoted(out, model->def->name);
    kamm_recording_number(out, ",\"length_m\":", info.length_m);
    kamm_recording_number(out, ",\"width_m\":", info.width_m);
    kamm_recording_number(out, ",\"height_m\":", info.height_m);
    kamm_recording_text(out, ",\"boxes\":[");
    for (int i = 0; i < count; ++i) {
        kamm_recording_text(out, i ? ",{" : "{");
        write_box(out, &boxes[i]);
        kamm_recording_text(out, "}");
    }
    kamm_recording_text(out, "]");
    write_wheels(out, &info);
    kamm_recording_text(out, "}");
    kamm_write_block(recording, RECORDING_MODEL);
}

int kamm_record_model(kamm_recording *recording, const kamm_model *model)
{
    for (int i = 0; i < recording->model_count; ++i)
        if (recording->models[i].model == model) return i;
    if (!kamm_recording_grow(recording, &recording->models, recording->model_count,
                             &recording->model_room, sizeof *recording->models))
        return -1;
    write_model(recording, model, &recording->models[recording->model_count]);
    return recording->model_count++;
}

static int32_t add_thing(kamm_recording *recording)
{
    if (!kamm_recording_grow(recording, &recording->things, recording->thing_count,
                             &recording->thing_room, sizeof *recording->things))
        return -1;
    recording->things[recording->thing_count] = (struct recorded_thing){NULL, 0};
    return recording->thing_count++;
}

int32_t kamm_record_car(kamm_recording *recording, const struct recorded_part *part, int car,
                        int model)
{
    const kamm_recording_def *def = &recording->def;
    recording_bytes *out = &recording->block;
    int32_t id = add_thing(recording);
    if (id < 0) return -1;
    kamm_recording_number(out, "{\"id\":", id);
    kamm_recording_number(out, ",\"model\":", model);
    kamm_recording_number(out, ",\"group\":", part->group);
    kamm_recording_number(out, ",\"index\":", car);
    kamm_recording_number(out, ",\"unit\":", part->unit);
    if (def->paint)
        kamm_recording_number(out,
                              ",\"paint\":", def->paint(part->cars, car, def->user) & 0xffffff);
    kamm_recording_text(out, "}");
    kamm_write_block(recording, RECORDING_CAR);
    return id;
}

/* -- Bodies -- */

/* The quaternion of axes of unit length, by the largest of its members. */
static void quaternion_of_axes(const double axis[3][3], double q[4])
{
    double trace = axis[0][0] + axis[1][1] + axis[2][2];
    int most = -1;
    double largest = trace;
    for (int k = 0; k < 3; ++k)
        if (axis[k][k] > largest) largest = axis[k][k], most = k;
    if (most < 0) {
        q[0] = 1 + trace;
        for (int k = 0; k < 3; ++k)
            q[1 + k] = axis[(k + 1) % 3][(k + 2) % 3] - axis[(k + 2) % 3][(k + 1) % 3];
    } else {
        int i = most, j = (most + 1) % 3, k = (most + 2) % 3;
        q[0] = axis[j][k] - axis[k][j];
        q[1 + i] = 1 + axis[i][i] - axis[j][j] - axis[k][k];
        q[1 + j] = axis[i][j] + axis[j][i];
        q[1 + k] = axis[i][k] + axis[k][i];
    }
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) q[k] /= length;
}

/* A body's shapes, and where its frame is in theirs: a dynamic body's shapes lie about its centre of gravity. */
struct described_body {
    const struct body_traits *traits;
    const struct body_shape *shape;
    double centre_m[3];
};

static struct described_body describe_body(const kamm_world *world, int index)
{
    const struct body_slot *slot = &world->slots[index];
    struct described_body body = {0};
    if (!slot->is_dynamic) {
        body.traits = &world->fixed_traits[slot->place];
        body.shape = &world->fixed_shapes[slot->place];
        return body;
    }
    body.traits = &world->dynamic_traits[slot->place];
    body.shape = &world->dynamic_shapes[slot->place];
    memcpy(body.centre_m, world->dynamic_masses[slot->place].centre_m, sizeof body.centre_m);
    return body;
}

static void write_shape(recording_bytes *out, const struct described_body *body, int i)
{
    const struct oriented_box *box = &body->shape->boxes[i];
    const struct convex *convex = body->shape->convexes[i];
    const struct triangle_mesh *mesh = body->shape->meshes[i];
    kamm_box own = {.half_m = {box->half[0], box->half[1], box->half[2]}};
    if (mesh) {
        kamm_recording_number(out, "{\"kind\":\"mesh\",\"points\":", mesh->point_count);
        kamm_recording_number(out, ",\"triangles\":", mesh->triangle_count);
        return;
    }
    if (convex && convex->radius == 0) {
        kamm_recording_number(out, "{\"kind\":\"hull\",\"points\":", convex->point_count);
        return;
    }
    for (int k = 0; k < 3; ++k) own.centre_m[k] = box->centre[k] + body->centre_m[k];
    quaternion_of_axes(box->axis, own.orientation);
    kamm_recording_text(out, !convex                    ? "{\"kind\":\"box\","
                             : convex->point_count == 1 ? "{\"kind\":\"sphere\","
                                                        : "{\"kind\":\"capsule\",");
    write_box(out, &own);
}

/* Points in the frame of the body, and triangles. */
static void write_points(recording_bytes *out, const struct described_body *body, int i)
{
    const struct oriented_box *box = &body->shape->boxes[i];
    const struct convex *convex = body->shape->convexes[i];
    const struct triangle_mesh *mesh = body->shape->meshes[i];
    if (!mesh && !(convex && convex->radius == 0)) return;
    const double(*points)[3] =
        mesh ? (const double(*)[3])mesh->point : (const double(*)[3])convex->point;
    int count = mesh ? mesh->point_count : convex->point_count;
    for (int p = 0; p < count; ++p)
        for (int k = 0; k < 3; ++k)
            kamm_recording_f32(out,
                               body->centre_m[k] + box->centre[k] + points[p][0] * box->axis[0][k] +
                                   points[p][1] * box->axis[1][k] + points[p][2] * box->axis[2][k]);
    for (int t = 0; mesh && t < mesh->triangle_count; ++t)
        for (int c = 0; c < 3; ++c) kamm_recording_u32(out, (uint32_t)mesh->triangle[t][c]);
}

int32_t kamm_record_body(kamm_recording *recording, int index)
{
    static const char *const types[] = {[KAMM_BODY_STATIC] = "static",
                                        [KAMM_BODY_KINEMATIC] = "kinematic",
                                        [KAMM_BODY_DYNAMIC] = "dynamic"};
    const struct described_body body = describe_body(recording->def.world, index);
    recording_bytes *out = &recording->block;
    int32_t id = add_thing(recording);
    if (id < 0) return -1;
    kamm_recording_u32(out, 0);
    kamm_recording_number(out, "{\"id\":", id);
    kamm_recording_number(out, ",\"index\":", index);
    kamm_recording_text(out, ",\"type\":");
    kamm_recording_quoted(out, types[body.traits->type]);
    if (body.traits->sensor) kamm_recording_text(out, ",\"sensor\":true");
    kamm_recording_text(out, ",\"shapes\":[");
    for (int i = 0; i < body.shape->box_count; ++i) {
        if (i) kamm_recording_text(out, ",");
        write_shape(out, &body, i);
        kamm_recording_text(out, "}");
    }
    kamm_recording_text(out, "]}");
    size_t length = out->count - RECORDING_BLOCK_BYTES - 4;
    for (int i = 0; i < 4 && !out->has_failed; ++i)
        out->at[RECORDING_BLOCK_BYTES + i] = (unsigned char)(length >> (8 * i));
    for (int i = 0; i < body.shape->box_count; ++i) write_points(out, &body, i);
    kamm_write_block(recording, RECORDING_BODY);
    return id;
}
