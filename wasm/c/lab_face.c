/* The C side of kamm/lab: road tests, their courses, and the rows of the run that gave the figures. */
#include "face.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

EXPORT(face_test_count) int face_test_count(void) { return kamm_road_test_count(); }

EXPORT(face_test_text) const char *face_test_text(int test, int which)
{
    const kamm_road_test *t = kamm_road_test_at(test);
    const char *const texts[] = {t->name, t->title, t->doc, t->standard};
    return texts[which];
}

EXPORT(face_test_needs) int face_test_needs(int test)
{
    return (int)kamm_lowest_rung_with(kamm_road_test_at(test)->needs);
}

EXPORT(face_test_takes_world) int face_test_takes_world(int test)
{
    return kamm_road_test_at(test)->takes_world;
}

/* NULL on error; `free` takes it back. */
EXPORT(face_read_vehicle_file) kamm_vehicle_file *face_read_vehicle_file(const char *path)
{
    kamm_vehicle_file *file = face_new(sizeof *file);
    if (file && !kamm_load_vehicle(path, file, NULL, &face_error)) return file;
    free(file);
    return NULL;
}

EXPORT(face_file_def) kamm_vehicle_def *face_file_def(kamm_vehicle_file *file)
{
    return &file->def;
}

/* Rows are doubles: time; channels; hand brake, fault; the body's pose; of each wheel its channels, angle of spin and pose. */
enum { POSE = 7, BODY = 3 + POSE, WHEEL = KAMM_WHEEL_CHANNEL_COUNT + 1 + POSE };

static struct {
    double *rows;
    size_t count, room;
    int wheels;
} trace;

static kamm_test_result result;
static kamm_test_course course;

static size_t row_size(void) { return KAMM_CHANNEL_COUNT + BODY + (size_t)trace.wheels * WHEEL; }

static double *write_pose(const kamm_pose *pose, double *to)
{
    memcpy(to, pose->position_m, sizeof pose->position_m);
    memcpy(to + 3, pose->orientation, sizeof pose->orientation);
    return to + POSE;
}

/* Where the next row goes; NULL: there is no room for it, and the trace ends. */
static double *next_row(void)
{
    if (trace.count == trace.room) {
        size_t room = trace.room ? 2 * trace.room : 512;
        double *rows = realloc(trace.rows, room * row_size() * sizeof *rows);
        if (!rows) return NULL;
        trace.rows = rows;
        trace.room = room;
    }
    return trace.rows + trace.count++ * row_size();
}

static void write_row(const kamm_cars *cars, int car, double time_s, void *user)
{
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    (void)user;
    trace.wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    double *to = next_row();
    if (!to) return;
    kamm_read_pose(cars, car, 1, &body, wheels);
    *to++ = time_s;
    for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i) *to++ = kamm_read(cars, car, (kamm_channel)i);
    *to++ = (double)kamm_inputs((kamm_cars *)cars)[car].hand_brake;
    *to++ = kamm_fault(cars, car);
    to = write_pose(&body, to);
    for (int wheel = 0; wheel < trace.wheels; ++wheel) {
        for (int i = 0; i < KAMM_WHEEL_CHANNEL_COUNT; ++i)
            *to++ = kamm_read_wheel(cars, car, wheel, (kamm_wheel_channel)i);
        *to++ = wheels[wheel].spin_angle_rad;
        to = write_pose(&wheels[wheel].pose, to);
    }
}

/* 0 or a kamm_result. `surface` may be NULL; no rows where `interval_s` is 0. */
EXPORT(face_run_test)
int face_run_test(const char *test, const kamm_vehicle_file *car, int rung,
                  const kamm_surface *surface, double interval_s)
{
    trace.count = trace.room = 0;
    free(trace.rows);
    trace.rows = NULL;
    const kamm_test_options options = {.surface = surface,
                                       .rung = (kamm_rung)rung,
                                       .csv_interval_s = interval_s,
                                       .at_row = interval_s > 0 ? write_row : NULL};
    return kamm_run_test(test, car, &options, &result, &face_error);
}

EXPORT(face_figure_count) int face_figure_count(void) { return result.figure_count; }

EXPORT(face_figure_text) const char *face_figure_text(int figure, int which)
{
    const kamm_figure *f = &result.figures[figure];
    const char *const texts[] = {f->name, f->unit, f->doc, f->note, f->published_source};
    return texts[which];
}

EXPORT(face_figure_value) double face_figure_value(int figure)
{
    return result.figures[figure].value;
}

EXPORT(face_figure_published) double face_figure_published(int figure)
{
    return result.figures[figure].published;
}

EXPORT(face_rows) const double *face_rows(void) { return trace.rows; }
EXPORT(face_row_count) int face_row_count(void) { return (int)trace.count; }
EXPORT(face_row_wheels) int face_row_wheels(void) { return trace.wheels; }

EXPORT(face_describe_course)
int face_describe_course(const char *test, const kamm_vehicle_file *car, int rung)
{
    const kamm_test_options options = {.rung = (kamm_rung)rung};
    return kamm_describe_course(test, car, &options, &course, &face_error);
}

EXPORT(face_course_world) const char *face_course_world(void) { return course.world; }
EXPORT(face_course_name) const char *face_course_name(int part) { return course.parts[part].name; }

/* Grade, start, speed and the number of parts; then nine of each part. */
EXPORT(face_course_numbers) void face_course_numbers(double *to)
{
    *to++ = course.grade;
    *to++ = course.start_m[0];
    *to++ = course.start_m[1];
    *to++ = course.entry_mps;
    *to++ = course.part_count;
    for (const kamm_course_part *p = course.parts; p < course.parts + course.part_count; ++p) {
        const double numbers[] = {p->kind,          p->from_m[0],   p->from_m[1],
                                  p->to_m[0],       p->to_m[1],     p->radius_m,
                                  p->from_height_m, p->to_height_m, p->side};
        memcpy(to, numbers, sizeof numbers);
        to += sizeof numbers / sizeof *numbers;
    }
}

EXPORT(face_cone_distance)
double face_cone_distance(const kamm_vehicle_def *def, double cone_x_m, double cone_y_m, int side,
                          double x_m, double y_m, double yaw_rad)
{
    const kamm_course_part cone = {
        .kind = KAMM_COURSE_CONE, .from_m = {cone_x_m, cone_y_m}, .side = side};
    return kamm_cone_distance_m(&cone, def, x_m, y_m, yaw_rad);
}
