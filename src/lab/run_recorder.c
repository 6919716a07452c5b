/* A road test's measured run as a recording (include/kamm/io/report.h). */
#include "base/error.h"

#include <kamm/io/recording.h>
#include <kamm/io/report.h>
#include <stdio.h>
#include <string.h>

struct kamm_run_recorder {
    char path[512], title[128], world_file[64];
    kamm_world *scenery; /* with what stands beside the road; NULL: unknown */
    kamm_recording *recording;
    kamm_recording_def def;
    double last_s;
    int has_rows, has_failed;
    kamm_error error;
};

/* -- What stands beside the road -- */

/* The foot of a cone touches the place of the part from outside of the lane. */
static kamm_body_def body_of_cone(const kamm_course_part *part)
{
    kamm_body_def body = kamm_cone(0.5);
    double foot_m = body.shapes[0].box.half_m[1];
    body.type = KAMM_BODY_STATIC;
    body.mass_kg = 0;
    body.asleep = 0;
    body.position_m[0] = part->from_m[0];
    body.position_m[1] = part->from_m[1] + part->side * foot_m;
    return body;
}

/* `points` has room for eight. A ramp rises from one height to the other, a block has the second one. */
static kamm_body_def body_of_ramp(const kamm_course_part *part, double points[8][3])
{
    int is_ramp = part->kind == KAMM_COURSE_RAMP;
    for (int i = 0; i < 8; ++i) {
        int ahead = i & 1, left = i >> 1 & 1, up = i >> 2;
        double from_m = is_ramp ? part->from_height_m : part->to_height_m;
        points[i][0] = ahead ? part->to_m[0] : part->from_m[0];
        points[i][1] = left ? part->to_m[1] : part->from_m[1];
        points[i][2] = !up ? -0.05 : ahead ? part->to_height_m : from_m;
    }
    return (kamm_body_def){
        .shapes = {
            {.kind = KAMM_SHAPE_HULL, .point_count = 8, .points_m = (const double(*)[3])points}}};
}

/* Bodies that no car meets: the test has them in its own way. What makes no body is left out. */
static kamm_world *make_scenery(const kamm_test_course *course, kamm_error *error)
{
    const kamm_world_def def = {.ground = kamm_plane_ground(course->grade, 0, 1)};
    kamm_world *world = kamm_create_world(&def, error);
    for (int i = 0; world && i < course->part_count; ++i) {
        const kamm_course_part *part = &course->parts[i];
        double points[8][3];
        if (part->kind == KAMM_COURSE_CONE) {
            kamm_body_def cone = body_of_cone(part);
            kamm_add_body(world, &cone, NULL, NULL);
        } else if (part->kind == KAMM_COURSE_RAMP || part->kind == KAMM_COURSE_BLOCK) {
            kamm_body_def ramp = body_of_ramp(part, points);
            kamm_add_body(world, &ramp, NULL, NULL);
        }
    }
    return world;
}

void kamm_destroy_run_recorder(kamm_run_recorder *recorder)
{
    if (!recorder) return;
    kamm_destroy_recording(recorder->recording);
    kamm_destroy_world(recorder->scenery);
    kamm_release(recorder);
}

kamm_run_recorder *kamm_create_run_recorder(const char *path, const char *title,
                                            const kamm_test_course *course, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, path && title, NULL);
    kamm_run_recorder *recorder = kamm_allocate(sizeof *recorder);
    if (!recorder) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory"), NULL;
    snprintf(recorder->path, sizeof recorder->path, "%s", path);
    snprintf(recorder->title, sizeof recorder->title, "%.120s", title);
    if (!course) return recorder;
    snprintf(recorder->world_file, sizeof recorder->world_file, "%s", course->world);
    recorder->scenery = make_scenery(course, error);
    if (recorder->scenery) return recorder;
    kamm_destroy_run_recorder(recorder);
    return NULL;
}

/* -- Rows -- */

static int is_same(const kamm_recording_def *a, const kamm_recording_def *b)
{
    return a->cars == b->cars && a->first_car == b->first_car &&
           a->combinations == b->combinations && a->first_combination == b->first_combination;
}

/* A run of other cars, or one that begins again, takes the place of the one before. */
static void record_row(kamm_run_recorder *recorder, kamm_recording_def wanted, double time_s)
{
    if (recorder->has_failed) return;
    recorder->has_rows = 1;
    if (recorder->recording && (!is_same(&wanted, &recorder->def) || time_s < recorder->last_s)) {
        recorder->has_failed = kamm_end_recording(recorder->recording, &recorder->error) != KAMM_OK;
        recorder->recording = NULL;
    }
    recorder->last_s = time_s;
    if (!recorder->recording && !recorder->has_failed) {
        recorder->def = wanted;
        wanted.world = recorder->scenery;
        wanted.title = recorder->title;
        if (recorder->world_file[0]) wanted.world_file = recorder->world_file;
        recorder->recording = kamm_begin_recording(recorder->path, &wanted, &recorder->error);
    }
    recorder->has_failed |= !recorder->recording || kamm_record_frame(recorder->recording, time_s,
                                                                      &recorder->error) != KAMM_OK;
}

void kamm_record_run_row(const kamm_cars *cars, int car, double time_s, void *user)
{
    KAMM_REQUIRE(cars && user, );
    KAMM_REQUIRE(car >= 0 && car < kamm_count(cars), );
    const kamm_recording_def wanted = {.cars = cars, .first_car = car, .car_count = 1};
    record_row(user, wanted, time_s);
}

void kamm_record_combination_row(kamm_combinations *combinations, int index, double time_s,
                                 void *user)
{
    KAMM_REQUIRE(combinations && user, );
    KAMM_REQUIRE(index >= 0 && index < kamm_combination_count(combinations), );
    const kamm_recording_def wanted = {
        .combinations = combinations, .first_combination = index, .combination_count = 1};
    record_row(user, wanted, time_s);
}

int kamm_has_run_recorder_failed(const kamm_run_recorder *recorder)
{
    return recorder && recorder->has_failed;
}

kamm_result kamm_end_run_recorder(kamm_run_recorder *recorder, kamm_error *error)
{
    if (!recorder) return KAMM_OK;
    kamm_result result = recorder->error.code;
    if (recorder->has_failed) {
        if (error) *error = recorder->error;
    } else if (!recorder->has_rows) {
        result = kamm_fail(error, KAMM_ERROR_RANGE, "record",
                           "%.300s: the test has no run that it measures", recorder->path);
    } else {
        result = kamm_end_recording(recorder->recording, error);
        recorder->recording = NULL;
    }
    kamm_destroy_run_recorder(recorder);
    return result;
}
