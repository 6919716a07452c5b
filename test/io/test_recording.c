/* Recordings: what is read is what was in the world, to the resolution of the format, also of a file that breaks off. */
#include "support/trailers.h"
#include "support/vehicle_files.h"
#include "support/world.h"

#include <kamm/io/recording.h>
#include <kamm/slots.h>
#include <math.h>

enum { FRAMES = 150, SUBSTEPS = 10, MOST_BODIES = 8, MOST_CARS = 8, LATER = 40 };

/* What the world had at a frame. */
struct seen_car {
    int is_on, wheels, gear;
    kamm_pose body;
    kamm_wheel_pose wheel[KAMM_MAX_WHEELS];
    double spin_radps[KAMM_MAX_WHEELS], brake, steering_wheel_rad;
};
struct seen_body {
    int is_on;
    kamm_body_motion motion;
};
static struct seen_frame {
    double time_s;
    struct seen_car cars[MOST_CARS];
    struct seen_body bodies[MOST_BODIES];
} seen[FRAMES];

static const double hull[5][3] = {{0, -2, 0}, {0, 2, 0}, {6, -2, 0}, {6, 2, 0}, {6, 0, 1}};
static const double surface[4][3] = {{0, 0, 0}, {4, 0, 0.5}, {4, 4, 0}, {0, 4, 0.25}};
static const int32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};

struct recorded_world {
    kamm_model *models[3];
    kamm_cars *players, *traffic;
    kamm_combinations *road_train;
    kamm_world *world;
    kamm_body bodies[MOST_BODIES];
    int body_count;
};

static kamm_model *compiled(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static void add_body(struct recorded_world *w, const kamm_body_def *def)
{
    assert_int_equal(kamm_add_body(w->world, def, &w->bodies[w->body_count++], NULL), KAMM_OK);
}

static void add_bodies(struct recorded_world *w)
{
    add_body(w, &(kamm_body_def){
                    .type = KAMM_BODY_DYNAMIC,
                    .mass_kg = 20,
                    .position_m = {4, 0.4, 0},
                    .shape_count = 2,
                    .shapes = {{.box = {{0, 0, 0.1}, {0.4, 0.4, 0.1}, {0}}},
                               {.box = {{0, 0.1, 0.6}, {0.2, 0.3, 0.4}, {0.96, 0, 0.28, 0}}}}});
    add_body(w, &(kamm_body_def){.type = KAMM_BODY_DYNAMIC,
                                 .mass_kg = 5,
                                 .position_m = {3, 8, 4},
                                 .shapes = {{.kind = KAMM_SHAPE_SPHERE,
                                             .box = {{0.1, 0, 0}, {0.5, 0.5, 0.5}, {0}}}}});
    add_body(w, &(kamm_body_def){
                    .type = KAMM_BODY_STATIC,
                    .position_m = {80, 20, 0},
                    .orientation = {0.8, 0, 0, 0.6},
                    .shapes = {{.kind = KAMM_SHAPE_HULL, .point_count = 5, .points_m = hull}}});
    add_body(w, &(kamm_body_def){.type = KAMM_BODY_STATIC,
                                 .position_m = {-40, 0, 0},
                                 .shapes = {{.kind = KAMM_SHAPE_MESH,
                                             .point_count = 4,
                                             .points_m = surface,
                                             .triangle_count = 2,
                                             .triangles = triangles}}});
    add_body(w, &(kamm_body_def){.type = KAMM_BODY_KINEMATIC,
                                 .position_m = {0, 30, 1},
                                 .shapes = {{.kind = KAMM_SHAPE_CAPSULE,
                                             .box = {{0, 0, 0}, {0.5, 0.5, 1}, {0}}}}});
    kamm_set_body_motion(w->world, w->bodies[4],
                         &(kamm_body_motion){.position_m = {0, 30, 1},
                                             .velocity_mps = {1, 0, 0},
                                             .angular_velocity_radps = {0, 0, 1}},
                         NULL);
}

static void make_world(struct recorded_world *w)
{
    kamm_vehicle_def car = towing_car(), trailer = caravan();
    kamm_world_def def = {.ground = kamm_flat_ground};
    *w = (struct recorded_world){.body_count = 0};
    w->models[0] = compiled(&car, KAMM_FULL);
    w->models[1] = compiled(&car, KAMM_RIGID2D);
    w->models[2] = compiled(&trailer, KAMM_FULL);
    w->world = kamm_create_world(&def, NULL);
    w->players = kamm_create_cars(w->models[0], 3, NULL);
    w->traffic = kamm_create_cars(w->models[1], 1, NULL);
    w->road_train =
        kamm_create_combinations((const kamm_model *[]){w->models[0], w->models[2]}, 2, 1, NULL);
    kamm_switch_all_off(w->players);
    const kamm_placement start = {.speed_mps = 15, .gear = 2};
    kamm_switch_on(w->players, 0, &start, NULL, NULL);
    kamm_placement other = {.position_m = {0, 12, 0}, .orientation = {0, 0, 0, 1}, .speed_mps = 5};
    kamm_place(w->traffic, 0, &other);
    kamm_place_combination(w->road_train, 0, &(kamm_placement){.position_m = {0, -12, 0}}, NULL);
    kamm_add_cars(w->world, w->players, NULL);
    kamm_add_cars(w->world, w->traffic, NULL);
    kamm_add_combinations(w->world, w->road_train, NULL);
}

static void destroy_world(struct recorded_world *w)
{
    kamm_destroy_world(w->world);
    kamm_destroy_combinations(w->road_train);
    if (w->traffic) kamm_destroy_cars(w->traffic);
    kamm_destroy_cars(w->players);
    for (int i = 0; i < 3; ++i) kamm_destroy_model(w->models[i]);
}

static void see_car(struct seen_car *to, const kamm_cars *cars, int car)
{
    to->is_on = kamm_is_on(cars, car);
    to->wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    kamm_read_pose(cars, car, 1, &to->body, to->wheel);
    to->gear = (int)kamm_read(cars, car, KAMM_CHANNEL_gear);
    to->brake = kamm_read(cars, car, KAMM_CHANNEL_brake);
    to->steering_wheel_rad = kamm_read(cars, car, KAMM_CHANNEL_steering_wheel_rad);
    for (int i = 0; i < to->wheels; ++i)
        to->spin_radps[i] = kamm_read_wheel(cars, car, i, KAMM_WHEEL_spin_radps);
}

static void see(struct seen_frame *to, struct recorded_world *w, double time_s)
{
    to->time_s = time_s;
    for (int i = 0; i < 3; ++i) see_car(&to->cars[i], w->players, i);
    if (w->traffic) see_car(&to->cars[3], w->traffic, 0);
    for (int i = 0; i < 2; ++i)
        see_car(&to->cars[4 + i], kamm_combination_cars(w->road_train, i), 0);
    for (int i = 0; i < w->body_count; ++i)
        to->bodies[i].is_on =
            !kamm_read_body_motion(w->world, w->bodies[i], &to->bodies[i].motion, NULL);
}

/* A player comes, another car goes, so does a body; one comes in place of it. */
static void change(struct recorded_world *w, int frame)
{
    const kamm_placement start = {.position_m = {-20, 4, 0}, .speed_mps = 8};
    kamm_input *inputs = kamm_inputs(w->players);
    inputs[0].steering_wheel_rad = (float)(3 * sin(0.05 * frame));
    inputs[0].brake = frame > 60 ? 0.7f : 0;
    kamm_inputs(kamm_combination_cars(w->road_train, 0))[0].throttle = 0.8f;
    if (frame == LATER) {
        kamm_switch_on(w->players, 2, &start, NULL, NULL);
        inputs[2].gear = -1;
        kamm_remove_body(w->world, w->bodies[1], NULL);
        add_body(w, &(kamm_body_def){.type = KAMM_BODY_DYNAMIC,
                                     .mass_kg = 9,
                                     .position_m = {2, 3, 1},
                                     .shapes = {{.kind = KAMM_SHAPE_CYLINDER,
                                                 .box = {{0, 0, 0}, {0.3, 0.3, 0.5}, {0}}}}});
    }
    if (frame == LATER + 10) kamm_switch_off(w->players, kamm_slot_of(w->players, 0), NULL);
    if (frame == LATER + 20) {
        kamm_destroy_cars(w->traffic);
        w->traffic = NULL;
    }
}

static uint32_t paint(const kamm_cars *cars, int car, void *user)
{
    (void)cars, (void)user;
    return 0x102030u + (uint32_t)car;
}

static void record(const char *path)
{
    struct recorded_world w;
    kamm_error error;
    make_world(&w);
    add_bodies(&w);
    kamm_recording_def def = {.world = w.world, .title = "A \"run\"", .paint = paint};
    kamm_recording *recording = kamm_begin_recording(path, &def, &error);
    if (!recording) fail_msg("%s", error.text);
    for (int frame = 0; frame < FRAMES; ++frame) {
        change(&w, frame);
        kamm_step_world(w.world, SUBSTEPS);
        double time_s = SUBSTEPS * (frame + 1) / 1200.0;
        see(&seen[frame], &w, time_s);
        if (kamm_record_frame(recording, time_s, &error)) fail_msg("%s", error.text);
    }
    assert_int_equal(kamm_end_recording(recording, &error), KAMM_OK);
    destroy_world(&w);
}

static double angle_between(const double a[4], const double b[4])
{
    double d = fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
    return 2 * sqrt(fmax(0, 2 * (1 - fmin(d, 1))));
}

static void assert_pose(const kamm_pose *read, const double position_m[3], const double q[4],
                        double factor)
{
    for (int k = 0; k < 3; ++k)
        assert_float_equal(read->position_m[k], position_m[k], factor * KAMM_RECORDED_LENGTH_M);
    assert_true(angle_between(read->orientation, q) <= factor * KAMM_RECORDED_ANGLE_RAD);
}

/* A wheel also has the error of the body's angle at its distance. */
static void assert_car(const kamm_recorded_car *read, const struct seen_car *was)
{
    assert_int_equal(read->is_on, was->is_on);
    if (!was->is_on) return;
    assert_pose(&read->body, was->body.position_m, was->body.orientation, 0.6);
    assert_int_equal(read->gear, was->gear);
    assert_float_equal(read->brake, was->brake, 0.5 / 255 + 1e-6);
    assert_float_equal(read->steering_wheel_rad, was->steering_wheel_rad, 0.0011);
    for (int i = 0; i < was->wheels; ++i) {
        double turn = read->spin_angle_rad[i] - was->wheel[i].spin_angle_rad;
        assert_pose(&read->wheels[i], was->wheel[i].pose.position_m, was->wheel[i].pose.orientation,
                    3);
        assert_true(fabs(remainder(turn, 2 * 3.141592653589793)) < 1e-4);
        assert_float_equal(read->spin_radps[i], was->spin_radps[i], 0.026);
    }
}

/* Cars in the order in which they came: players 0 to 2, traffic, both units. */
static void assert_frame(kamm_recorded *recorded, int frame)
{
    static kamm_recorded_car car;
    static kamm_recorded_body body;
    assert_int_equal(kamm_show_recorded(recorded, frame, NULL), KAMM_OK);
    assert_float_equal(kamm_recorded_time_s(recorded, frame), seen[frame].time_s, 0);
    for (int i = 0; i < 6; ++i) {
        assert_int_equal(kamm_read_recorded_car(recorded, i, &car, NULL), KAMM_OK);
        assert_car(&car, &seen[frame].cars[i]);
    }
    int count = kamm_describe_recorded(recorded).body_count;
    for (int i = 0; i < count; ++i) {
        assert_int_equal(kamm_read_recorded_body(recorded, i, &body, NULL), KAMM_OK);
        const struct seen_body *was = &seen[frame].bodies[i];
        assert_int_equal(body.is_on, was->is_on);
        if (was->is_on)
            assert_pose(&body.pose, was->motion.position_m, was->motion.orientation, 0.6);
    }
}

static kamm_recorded *load(const char *path, kamm_notes *notes)
{
    kamm_error error;
    kamm_recorded *recorded = kamm_load_recording(path, notes, &error);
    if (!recorded) fail_msg("%s", error.text);
    return recorded;
}

static void assert_whole(const char *path)
{
    kamm_notes notes = {0};
    kamm_recorded *recorded = load(path, &notes);
    kamm_recorded_info info = kamm_describe_recorded(recorded);
    assert_int_equal(notes.count, 0);
    assert_int_equal(info.frame_count, FRAMES);
    assert_int_equal(info.is_complete, 1);
    assert_int_equal(info.model_count, 3);
    assert_int_equal(info.car_count, 6);
    assert_int_equal(info.body_count, 6);
    for (int frame = 0; frame < FRAMES; ++frame) assert_frame(recorded, frame);
    for (int frame = FRAMES - 1; frame >= 0; frame -= 7) assert_frame(recorded, frame);
    kamm_destroy_recorded(recorded);
}

static void what_is_read_is_what_was_there(void **state)
{
    (void)state;
    char path[128];
    path_in_folder(path, "run.kammrec");
    record(path);
    assert_int_equal(seen[FRAMES - 1].cars[2].is_on, 1);
    assert_int_equal(seen[FRAMES - 1].bodies[1].is_on, 0);
    assert_true(seen[FRAMES - 1].bodies[0].motion.position_m[0] > 4.5); /* a car hit it */
    assert_whole(path);
}

/* From rows of its own: models, shapes and the ground. */
static void it_has_vehicles_shapes_and_ground(void **state)
{
    (void)state;
    char path[128];
    float points[5][3];
    int32_t corners[2][3];
    static kamm_recorded_model model;
    static kamm_recorded_body body;
    static kamm_recorded_car car;
    kamm_box boxes[KAMM_MAX_BOXES];
    kamm_vehicle_def def = towing_car();
    kamm_model *compiled_model = compiled(&def, KAMM_FULL);
    path_in_folder(path, "run.kammrec");
    kamm_recorded *recorded = load(path, NULL);
    kamm_recorded_info info = kamm_describe_recorded(recorded);
    assert_string_equal(info.title, "A \"run\"");
    assert_int_equal(info.ground, KAMM_RECORDED_PLANE);
    assert_float_equal(info.plane_normal[2], 1, 0);
    assert_int_equal(kamm_read_recorded_model(recorded, 0, &model, NULL), KAMM_OK);
    assert_string_equal(model.name, def.name);
    assert_int_equal(model.box_count, kamm_car_boxes(compiled_model, boxes));
    assert_memory_equal(model.boxes, boxes, (size_t)model.box_count * sizeof *boxes);
    assert_int_equal(model.wheel_count, 4);
    assert_int_equal(model.wheels[3].side, -1);
    assert_int_equal(model.wheels[3].axle, 1);
    kamm_read_recorded_car(recorded, 5, &car, NULL);
    assert_int_equal(car.unit, 1);
    assert_int_equal(car.paint, 0x102030);
    kamm_read_recorded_body(recorded, 0, &body, NULL);
    assert_int_equal(body.shape_count, 2);
    assert_int_equal(body.type, KAMM_BODY_DYNAMIC);
    assert_float_equal(body.shapes[1].box.centre_m[1], 0.1, 1e-9);
    assert_float_equal(body.shapes[1].box.centre_m[2], 0.6, 1e-9);
    assert_float_equal(body.shapes[1].box.orientation[2], 0.28, 1e-9);
    kamm_read_recorded_body(recorded, 1, &body, NULL);
    assert_int_equal(body.shapes[0].kind, KAMM_SHAPE_SPHERE);
    assert_float_equal(body.shapes[0].box.centre_m[0], 0.1, 1e-9);
    assert_int_equal(kamm_read_recorded_points(recorded, 2, 0, points, NULL, NULL), KAMM_OK);
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < 3; ++k) assert_float_equal(points[i][k], hull[i][k], 1e-6);
    assert_int_equal(kamm_read_recorded_points(recorded, 3, 0, points, corners, NULL), KAMM_OK);
    for (int i = 0; i < 4; ++i) assert_float_equal(points[i][2], surface[i][2], 1e-6);
    assert_true(corners[0][0] != corners[0][1] && corners[1][2] < 4);
    assert_int_equal(kamm_read_recorded_points(recorded, 3, 1, NULL, NULL, NULL), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_read_recorded_car(recorded, 6, &car, NULL), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_show_recorded(recorded, FRAMES, NULL), KAMM_ERROR_RANGE);
    kamm_destroy_recorded(recorded);
    kamm_destroy_model(compiled_model);
}

/* ---- files that are not whole ---- */

static unsigned char file_bytes[1 << 20];

static size_t load_bytes(const char *path)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t size = fread(file_bytes, 1, sizeof file_bytes, in);
    fclose(in);
    assert_true(size < sizeof file_bytes);
    return size;
}

static void a_file_that_breaks_off_is_read_up_to_there(void **state)
{
    (void)state;
    char path[128], cut[128];
    path_in_folder(path, "run.kammrec");
    path_in_folder(cut, "cut.kammrec");
    size_t size = load_bytes(path);
    int last = 0;
    for (size_t length = 0; length < size; length += 1 + size / 60) {
        kamm_error error = {0};
        kamm_notes notes = {0};
        write_bytes(cut, (const char *)file_bytes, length);
        kamm_recorded *recorded = kamm_load_recording(cut, &notes, &error);
        if (!recorded) {
            assert_int_equal(error.code, KAMM_ERROR_FORMAT);
            assert_true(last == 0);
            continue;
        }
        kamm_recorded_info info = kamm_describe_recorded(recorded);
        assert_true(info.frame_count >= last);
        last = info.frame_count;
        assert_int_equal(info.is_complete, 0);
        assert_int_equal(notes.count, 1);
        assert_non_null(strstr(notes.text[0], "breaks off"));
        assert_frame(recorded, last - 1);
        kamm_destroy_recorded(recorded);
    }
    assert_true(last > FRAMES * 9 / 10);
}

static void a_changed_byte_ends_it_before_its_block(void **state)
{
    (void)state;
    char path[128], other[128];
    path_in_folder(path, "run.kammrec");
    path_in_folder(other, "changed.kammrec");
    size_t size = load_bytes(path);
    for (size_t at = 0; at < size; at += 1 + size / 60) {
        kamm_notes notes = {0};
        file_bytes[at] ^= 0x10;
        write_bytes(other, (const char *)file_bytes, size);
        file_bytes[at] ^= 0x10;
        kamm_recorded *recorded = kamm_load_recording(other, &notes, NULL);
        if (!recorded) continue;
        assert_int_equal(notes.count, 1);
        assert_frame(recorded, kamm_describe_recorded(recorded).frame_count - 1);
        kamm_destroy_recorded(recorded);
    }
    kamm_error error;
    file_bytes[8] = 2;
    write_bytes(other, (const char *)file_bytes, size);
    assert_null(kamm_load_recording(other, NULL, &error));
    assert_non_null(strstr(error.text, "version 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_what_was_there),
        cmocka_unit_test(it_has_vehicles_shapes_and_ground),
        cmocka_unit_test(a_file_that_breaks_off_is_read_up_to_there),
        cmocka_unit_test(a_changed_byte_ends_it_before_its_block),
    };
    return cmocka_run_group_tests(tests, set_up_folder, remove_folder);
}
