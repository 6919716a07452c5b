/* The reader of recordings. Its checksums would stop a fuzzer at once: the input is a list of blocks, which get their sums here. */
#include "bytes.h"
#include "fuzz.h"

#include <kamm/io/recording.h>

#include <stdio.h>
#include <stdlib.h>

enum { START = 12, HEAD = 12, MOST = 1 << 18 };

static void set_word(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; ++i) at[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t word_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Gives each block that is whole its sum, which the format's page describes. */
static void sum_up(uint8_t *bytes, size_t size)
{
    for (size_t at = START; at + HEAD <= size;) {
        uint32_t length = word_at(bytes + at + 4), sum = 0x811c9dc5u;
        if (length > size - at - HEAD) return;
        for (size_t i = 0; i < length; ++i) sum = (sum ^ bytes[at + HEAD + i]) * 0x01000193u;
        set_word(bytes + at + 8, sum ^ word_at(bytes + at));
        at += HEAD + length;
    }
}

static void look_at_models(const kamm_recorded *recorded, int count)
{
    static kamm_recorded_model model;
    for (int i = 0; i < count && i < 8; ++i) {
        hold(kamm_read_recorded_model(recorded, i, &model, NULL) == KAMM_OK);
        hold(model.wheel_count <= KAMM_MAX_WHEELS && model.box_count <= KAMM_MAX_BOXES);
    }
}

static void look_at_bodies(const kamm_recorded *recorded, int count)
{
    static kamm_recorded_body body;
    for (int i = 0; i < count && i < 8; ++i) {
        hold(kamm_read_recorded_body(recorded, i, &body, NULL) == KAMM_OK);
        for (int s = 0; s < body.shape_count; ++s) {
            const kamm_recorded_shape *shape = &body.shapes[s];
            float(*points)[3] = malloc(((size_t)shape->point_count + 1) * sizeof *points);
            int32_t(*corners)[3] = malloc(((size_t)shape->triangle_count + 1) * sizeof *corners);
            hold(points && corners);
            hold(kamm_read_recorded_points(recorded, i, s, points, corners, NULL) == KAMM_OK);
            for (int t = 0; t < shape->triangle_count; ++t)
                hold(corners[t][0] >= 0 && corners[t][0] < shape->point_count);
            free(points), free(corners);
        }
        hold(isfinite(body.pose.position_m[0] + body.pose.orientation[0]));
    }
}

static void look_at(kamm_recorded *recorded)
{
    static kamm_recorded_car car;
    kamm_recorded_info info = kamm_describe_recorded(recorded);
    hold(info.frame_count > 0);
    look_at_models(recorded, info.model_count);
    for (int frame = info.frame_count - 1; frame >= 0; frame -= 1 + info.frame_count / 4) {
        hold(kamm_show_recorded(recorded, frame, NULL) == KAMM_OK);
        hold(isfinite(kamm_recorded_time_s(recorded, frame)));
        look_at_bodies(recorded, info.body_count);
        for (int i = 0; i < info.car_count && i < 8; ++i) {
            hold(kamm_read_recorded_car(recorded, i, &car, NULL) == KAMM_OK);
            hold(isfinite(car.body.position_m[2] + car.wheels[0].orientation[0]));
        }
    }
}

void fuzz_recording(const uint8_t *data, size_t size)
{
    static uint8_t bytes[MOST];
    if (size > MOST) size = MOST;
    memcpy(bytes, data, size);
    sum_up(bytes, size);
    kamm_notes notes = {0};
    kamm_error error = {0};
    kamm_recorded *recorded =
        kamm_load_recording(fuzz_file("run.kammrec", bytes, size), &notes, &error);
    if (!recorded) {
        hold_refusal(error.code, &error);
        return;
    }
    look_at(recorded);
    kamm_destroy_recorded(recorded);
}

/* A car and two bodies, of which one is a mesh, for some frames. */
void seeds_recording(fuzz_take *take, void *user)
{
    static const double points[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int32_t corners[1][3] = {{0, 1, 2}};
    const kamm_body_def bodies[] = {
        {.type = KAMM_BODY_DYNAMIC, .mass_kg = 5, .shapes = {{.box = {{0}, {1, 1, 1}, {0}}}}},
        {.shapes = {{.kind = KAMM_SHAPE_MESH,
                     .point_count = 3,
                     .points_m = points,
                     .triangle_count = 1,
                     .triangles = corners}}}};
    const kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 2};
    static uint8_t bytes[MOST];
    kamm_model *model = kamm_load_model("nissan-micra", KAMM_KINEMATIC, NULL);
    kamm_world *world = kamm_create_world(&def, NULL);
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    hold(kamm_add_cars(world, cars, NULL) == KAMM_OK);
    const char *path = fuzz_file("seed.kammrec", "", 0);
    kamm_recording *recording =
        kamm_begin_recording(path, &(kamm_recording_def){.world = world}, NULL);
    for (int i = 0; i < 4; ++i) {
        kamm_step_world(world, 4);
        hold(kamm_record_frame(recording, i, NULL) == KAMM_OK);
    }
    hold(kamm_end_recording(recording, NULL) == KAMM_OK);
    FILE *in = fopen(path, "rb");
    hold(in);
    size_t size = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    take("run.kammrec", bytes, size, user);
    kamm_destroy_cars(cars);
    kamm_destroy_world(world);
    kamm_destroy_model(model);
}
