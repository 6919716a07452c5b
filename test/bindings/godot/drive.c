/* The addon drives as the C interface does. */
#include "axes.h"
#include "scene.h"

#include <kamm/input_assist.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

gd_transform3d turned(gd_vector3 at, double yaw)
{
    float c = (float)cos(yaw), s = (float)sin(yaw);
    return (gd_transform3d){{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}, at};
}

struct object *add_vehicle(struct object *world, const char *preset, kamm_rung rung, gd_vector3 at,
                           double yaw)
{
    struct object *vehicle = new_object("KammVehicle3D");
    set_text(vehicle, "vehicle", preset);
    set_whole(vehicle, "rung", rung);
    vehicle->local = turned(at, yaw);
    add_child(world, vehicle);
    return vehicle;
}

struct scene new_scene(const char *preset, kamm_rung rung)
{
    struct scene scene = {new_root(), new_object("KammWorld3D"), NULL, {0}};
    add_child(scene.root, scene.world);
    scene.vehicle = add_vehicle(scene.world, preset, rung, (gd_vector3){0, 0, 0}, 0);
    for (int i = 0; i < 4; ++i) {
        scene.wheels[i] = new_object("KammWheel3D");
        set_whole(scene.wheels[i], "wheel", i);
        add_child(scene.vehicle, scene.wheels[i]);
    }
    return scene;
}

void free_scene(struct scene *scene) { free_object(scene->root); }

void run_frames(struct scene *scene, int count)
{
    for (int i = 0; i < count; ++i) physics_frame(scene->root);
}

struct twin new_twin(const char *preset, kamm_rung rung)
{
    static kamm_vehicle_file file;
    kamm_error error;
    const kamm_world_def flat = {.body_count = 0};
    struct twin twin = {kamm_create_world(&flat, &error), NULL};
    if (*preset)
        expect(!kamm_load_vehicle(preset, &file, NULL, &error), preset);
    else
        file.def = kamm_default_vehicle();
    file.def.stepping.substeps_per_s = 240;
    kamm_model *model = kamm_create_model(&file.def, rung, &error);
    expect(model != NULL, error.text);
    twin.cars = kamm_create_cars(model, 1, &error);
    kamm_add_cars(twin.world, twin.cars, &error);
    kamm_placement start = kamm_placement_in_world(twin.world, model, 0, 0, 0);
    kamm_place(twin.cars, 0, &start);
    kamm_destroy_model(model);
    return twin;
}

void free_twin(struct twin *twin)
{
    kamm_destroy_cars(twin->cars);
    kamm_destroy_world(twin->world);
}

/* A drive with all pedals, to both sides, in every frame other numbers, which are equal on all machines. */
static kamm_driver_request asked_at(int frame)
{
    int phase = frame % 300, rise = phase < 75 ? phase : phase < 225 ? 150 - phase : phase - 300;
    return (kamm_driver_request){.steer = (float)rise / 125,
                                 .throttle = frame < 250 ? 0.8f : 0.1f,
                                 .brake = frame > 400 ? 0.5f : 0,
                                 .hand_brake = frame > 300 && frame < 320 ? 1.0f : 0};
}

static void write_request(struct object *vehicle, const kamm_driver_request *request,
                          double lock_rad)
{
    set_real(vehicle, "steer", request->steer);
    set_real(vehicle, "steering_wheel_rad", request->steer * lock_rad);
    set_real(vehicle, "throttle", request->throttle);
    set_real(vehicle, "brake", request->brake);
    set_real(vehicle, "hand_brake", request->hand_brake);
}

/* An assisted car is asked, another gets the inputs themselves. */
static void step_twin(struct twin *twin, const kamm_driver_request *request, int assisted,
                      double lock_rad)
{
    kamm_input *input = kamm_inputs(twin->cars);
    const kamm_input_assist assist = kamm_default_input_assist();
    if (assisted)
        kamm_assist_input(&assist, twin->cars, 0, request, 1.0 / 60);
    else {
        input->steering_wheel_rad = (float)(request->steer * lock_rad);
        input->throttle = request->throttle;
        input->brake = request->brake;
        input->hand_brake = request->hand_brake;
    }
    kamm_step_world(twin->world, 4);
}

uint64_t hash_of_all;

void note_state(struct object *world)
{
    int64_t hash;
    call_by_pointers(world, "get_state_hash", NULL, &hash);
    hash_of_all = hash_of_all * 31 + (uint64_t)hash;
}

static void compare_hashes(struct object *of, uint64_t hash, const char *what)
{
    gd_variant result;
    int64_t by_pointer;
    expect(call(of, "get_state_hash", NULL, 0, &result).error == GD_CALL_OK, what);
    call_by_pointers(of, "get_state_hash", NULL, &by_pointer);
    expect((uint64_t)by_pointer == hash, what);
    note_state(of);
    expect(real_of(&result) == (double)by_pointer, "a call by variants gives the same");
    free_variant(&result);
}

static void compare_channels(const struct scene *scene, const struct twin *twin)
{
    int count, wheels = kamm_describe(kamm_model_of(twin->cars, 0)).wheel_count;
    const kamm_field_info *channels = kamm_channel_fields(&count);
    for (int i = 0; i < count; ++i) {
        const struct property *property = property_of(scene->vehicle->extension, channels[i].name);
        if (*property->setter) continue; /* an input, too */
        expect(get_real(scene->vehicle, channels[i].name) ==
                   kamm_read(twin->cars, 0, (kamm_channel)i),
               channels[i].name);
    }
    channels = kamm_wheel_channel_fields(&count);
    for (int w = 0; w < 4 && w < wheels; ++w)
        for (int i = 0; i < count; ++i)
            expect(get_real(scene->wheels[w], channels[i].name) ==
                       kamm_read_wheel(twin->cars, 0, w, (kamm_wheel_channel)i),
                   channels[i].name);
}

static void drive_both(const char *preset, kamm_rung rung, int assisted, int frames)
{
    struct scene scene = new_scene(preset, rung);
    struct twin twin = new_twin(preset, rung);
    const kamm_model_info info = kamm_describe(kamm_model_of(twin.cars, 0));
    double lock = info.steering_lock_rad * 0.2;
    set_flag(scene.vehicle, "assisted", assisted);
    for (int frame = 0; frame < frames; ++frame) {
        kamm_driver_request request = asked_at(frame);
        write_request(scene.vehicle, &request, lock);
        run_frames(&scene, 1);
        step_twin(&twin, &request, assisted, lock);
        if (frame % 100 == 99) compare_hashes(scene.vehicle, kamm_state_hash(twin.cars), preset);
    }
    compare_hashes(scene.world, kamm_world_state_hash(twin.world), "the world's state");
    compare_channels(&scene, &twin);
    expect(engine.errors == 0, "no errors");
    free_twin(&twin);
    free_scene(&scene);
}

void test_same_bits(int frames)
{
    static char names[128][64];
    for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung)
        for (int assisted = 0; assisted < 2; ++assisted)
            drive_both("", (kamm_rung)rung, assisted, frames);
    for (int folder = 0; folder < 2; ++folder) {
        int count = kamm_list_data(folder ? "two-wheelers" : "vehicles", names, 128);
        expect(count > 5, "there are vehicles");
        for (int i = 0; i < count; ++i) drive_both(names[i], KAMM_FULL, 1, frames / 3);
    }
}

/* -- Poses -- */

/* Turns of whole scenes: each orientation comes back, and its heading is that of the C library's atan2. */
void test_axes(void)
{
    for (int i = 0; i < 2000; ++i) {
        double a = 0.37 * i, b = 0.61 * i, c = 0.83 * i, q[4], back[4];
        const double turns[3][4] = {
            {cos(a), 0, 0, sin(a)}, {cos(b), 0, sin(b), 0}, {cos(c), sin(c), 0, 0}};
        turn_by(turns[0], turns[1], back);
        turn_by(back, turns[2], q);
        gd_transform3d transform = transform_of((double[3]){1, 2, 3}, q);
        orientation_of(&transform, back);
        double same = fabs(q[0] * back[0] + q[1] * back[1] + q[2] * back[2] + q[3] * back[3]);
        expect(fabs(same - 1) < 1e-6, "an orientation comes back");
        expect(fabs(angle_of(cos(a), sin(a)) - atan2(sin(a), cos(a))) < 1e-15 * 8,
               "an angle is that of its sine and cosine");
        for (int k = 0; k < 3; ++k) transform.rows[k].x *= -2; /* mirrored and stretched */
        orientation_of(&transform, back);
        same = fabs(q[0] * back[0] + q[1] * back[1] + q[2] * back[2] + q[3] * back[3]);
        expect(fabs(same - 1) < 1e-6, "without scale and mirror");
    }
}

/* v turned by q: v + 2 q_v x (q_v x v + w v). */
static void rotate(const double q[4], const double v[3], double to[3])
{
    const double c[3] = {q[2] * v[2] - q[3] * v[1] + q[0] * v[0],
                         q[3] * v[0] - q[1] * v[2] + q[0] * v[1],
                         q[1] * v[1] - q[2] * v[0] + q[0] * v[2]};
    to[0] = v[0] + 2 * (q[2] * c[2] - q[3] * c[1]);
    to[1] = v[1] + 2 * (q[3] * c[0] - q[1] * c[2]);
    to[2] = v[2] + 2 * (q[1] * c[1] - q[2] * c[0]);
}

/* A vector of Kamm (forward, left, up) lies in Godot along -z, -x and y. */
static double apart(const double kamm[3], double x, double y, double z)
{
    return fabs(kamm[0] + z) + fabs(kamm[1] + x) + fabs(kamm[2] - y);
}

/* A frame's three axes, and its place. */
static void compare_frame(const gd_transform3d *is, const kamm_pose *pose, double spin,
                          double tolerance, const char *what)
{
    const double forward[3] = {cos(spin), 0, -sin(spin)}, left[3] = {0, 1, 0},
                 up[3] = {sin(spin), 0, cos(spin)};
    const gd_vector3 *r = is->rows;
    double turned_axis[3];
    rotate(pose->orientation, forward, turned_axis);
    expect(apart(turned_axis, -r[0].z, -r[1].z, -r[2].z) < tolerance, what);
    rotate(pose->orientation, left, turned_axis);
    expect(apart(turned_axis, -r[0].x, -r[1].x, -r[2].x) < tolerance, what);
    rotate(pose->orientation, up, turned_axis);
    expect(apart(turned_axis, r[0].y, r[1].y, r[2].y) < tolerance, what);
    expect(apart(pose->position_m, is->origin.x, is->origin.y, is->origin.z) < 20 * tolerance,
           what);
}

void test_poses(void)
{
    struct scene scene = new_scene("nissan-micra", KAMM_FULL);
    struct twin twin = new_twin("nissan-micra", KAMM_FULL);
    for (int frame = 0; frame < 200; ++frame) {
        kamm_driver_request request = {.steer = 0.5f, .throttle = 0.6f};
        kamm_pose body;
        kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
        write_request(scene.vehicle, &request, 0);
        if (frame == 150) set_flag(scene.wheels[3], "spins", 0);
        run_frames(&scene, 1);
        step_twin(&twin, &request, 1, 0);
        kamm_read_pose(twin.cars, 0, 1, &body, wheels);
        gd_transform3d is = global_of(scene.vehicle);
        compare_frame(&is, &body, 0, 1e-6, "the vehicle's pose");
        for (int i = 0; i < 4; ++i) {
            is = global_of(scene.wheels[i]);
            compare_frame(&is, &wheels[i].pose,
                          frame >= 150 && i == 3 ? 0 : wheels[i].spin_angle_rad, 3e-6,
                          "a wheel's pose");
        }
    }
    gd_transform3d end = global_of(scene.vehicle);
    expect(end.origin.z < -10 && end.origin.x < -3, "forward is -z, left is -x");
    free_twin(&twin);
    free_scene(&scene);
}

/* Mirrored cars move as mirror images, to the bit: x and all turns out of the plane x = 0 change their signs. */
void test_mirrored_cars(void)
{
    for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) {
        struct scene scene = new_scene("", (kamm_rung)rung);
        free_object(scene.vehicle);
        struct object *cars[2];
        for (int side = 0; side < 2; ++side) {
            cars[side] = add_vehicle(scene.world, "", (kamm_rung)rung,
                                     (gd_vector3){side ? 8 : -8, 0, 3}, side ? -0.25 : 0.25);
            set_flag(cars[side], "assisted", 0);
        }
        for (int frame = 0; frame < 240; ++frame) {
            for (int side = 0; side < 2; ++side) {
                set_real(cars[side], "throttle", 0.7);
                set_real(cars[side], "steering_wheel_rad", (side ? -1 : 1) * sin(0.03 * frame));
            }
            run_frames(&scene, 1);
            const gd_transform3d left = global_of(cars[0]), right = global_of(cars[1]);
            expect(left.origin.x == -right.origin.x && left.origin.y == right.origin.y &&
                       left.origin.z == right.origin.z,
                   "mirrored cars are at mirrored places");
            for (int i = 0; i < 3; ++i)
                for (int k = 0; k < 3; ++k) {
                    float a = (&left.rows[i].x)[k], b = (&right.rows[i].x)[k];
                    expect(a == ((i == 0) != (k == 0) ? -b : b),
                           "mirrored cars have mirrored axes");
                }
        }
        expect(fabs(get_real(cars[0], "yaw_rad") + get_real(cars[1], "yaw_rad")) == 0 &&
                   get_real(cars[0], "speed_mps") > 2,
               "they have turned and driven");
        free_scene(&scene);
    }
}

/* What a call by pointers returns takes the place of a value that is there, which is freed. */
static void compare_by_pointers(struct object *vehicle)
{
    gd_string text = string_of("before");
    gd_packed settings = strings_of((const char *const[]){"before", "as well"}, 2);
    int before = engine.live_strings;
    call_by_pointers(vehicle, "get_vehicle", NULL, &text);
    call_by_pointers(vehicle, "get_settings", NULL, &settings);
    expect(engine.live_strings == before && engine.live_arrays >= 1,
           "two strings for two, and one for one");
    free_string(&text);
    free_strings(&settings);
}

/* Another rung, another vehicle and another value while it drives: pose and speed go on. */
void test_changes(void)
{
    struct scene scene = new_scene("nissan-micra", KAMM_FULL);
    const char *settings[] = {"body.mass_kg = 1100", "aids.abs=true"};
    char text[512];
    set_real(scene.vehicle, "throttle", 1);
    run_frames(&scene, 200);
    for (int rung = KAMM_FULL; rung >= 1; --rung) {
        gd_transform3d before = global_of(scene.vehicle);
        double speed = get_real(scene.vehicle, "speed_mps");
        set_whole(scene.vehicle, "rung", rung);
        if (rung == KAMM_SINGLE_TRACK) set_texts(scene.vehicle, "settings", settings, 2);
        if (rung == KAMM_RIGID2D) set_text(scene.vehicle, "vehicle", "volvo-v40");
        run_frames(&scene, 1);
        gd_transform3d after = global_of(scene.vehicle);
        expect(engine.errors == 0 && get_whole(scene.vehicle, "rung") == rung,
               "it is another rung");
        expect(fabs(get_real(scene.vehicle, "speed_mps") - speed) < 0.5, "the speed goes on");
        expect(fabs(before.origin.z - after.origin.z - speed / 60) < 0.05, "the pose goes on");
    }
    get_text(scene.vehicle, "vehicle", text);
    expect(!strcmp(text, "volvo-v40"), "a property keeps its text");
    compare_by_pointers(scene.vehicle);
    free_scene(&scene);
}
