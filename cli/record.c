/* A road test's measured run as a recording: kamm run TEST --record FILE. */
#include "record.h"

#include <string.h>

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
static kamm_world *make_scenery(const kamm_test_course *course)
{
    const kamm_world_def def = {.ground = kamm_plane_ground(course->grade, 0, 1)};
    kamm_world *world = kamm_create_world(&def, NULL);
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

/* -- Rows -- */

int cli_start_recorder(cli_recorder *recorder, const char *path, const char *title,
                       const kamm_test_course *course, kamm_error *error)
{
    *recorder = (cli_recorder){.path = path, .last_s = -1};
    snprintf(recorder->title, sizeof recorder->title, "%s", title);
    snprintf(recorder->world_file, sizeof recorder->world_file, "%s", course ? course->world : "");
    if (!course) return 1;
    recorder->scenery = make_scenery(course);
    if (recorder->scenery) return 1;
    *error = (kamm_error){.code = KAMM_ERROR_MEMORY, .text = "out of memory"};
    return 0;
}

/* A run of other cars, or one that begins again, takes the place of the one before. */
void cli_record_row(cli_recorder *recorder, const kamm_cars *cars, int car, double time_s)
{
    kamm_recording_def *def = &recorder->def;
    if (recorder->has_failed) return;
    if (recorder->recording &&
        (cars != def->cars || car != def->first_car || time_s < recorder->last_s)) {
        recorder->has_failed = kamm_end_recording(recorder->recording, &recorder->error) != KAMM_OK;
        recorder->recording = NULL;
    }
    recorder->last_s = time_s;
    if (!recorder->recording && !recorder->has_failed) {
        *def = (kamm_recording_def){.world = recorder->scenery,
                                    .cars = cars,
                                    .first_car = car,
                                    .car_count = 1,
                                    .title = recorder->title};
        if (recorder->world_file[0]) def->world_file = recorder->world_file;
        recorder->recording = kamm_begin_recording(recorder->path, def, &recorder->error);
    }
    recorder->has_failed |= !recorder->recording || kamm_record_frame(recorder->recording, time_s,
                                                                      &recorder->error) != KAMM_OK;
}

int cli_end_recorder(cli_recorder *recorder)
{
    int is_empty = !recorder->recording && !recorder->has_failed && recorder->path;
    kamm_result result =
        kamm_end_recording(recorder->recording, recorder->has_failed ? NULL : &recorder->error);
    kamm_destroy_world(recorder->scenery);
    recorder->recording = NULL;
    recorder->scenery = NULL;
    if (recorder->has_failed || result) return cli_fail(&recorder->error);
    return is_empty ? cli_fail_text("--record: the test has no run that it measures") : CLI_OK;
}
