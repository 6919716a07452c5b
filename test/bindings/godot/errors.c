/* Wrong files, values and calls, signals, and nodes that come and go. */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The next frame tells of one error with that text, and the car that drove goes on. */
static void expect_error(struct scene *scene, const char *text)
{
    int before = engine.errors;
    gd_vector3 at = global_of(scene->vehicle).origin;
    run_frames(scene, 2);
    expect(engine.errors == before + 1 && strstr(engine.message, text), text);
    gd_vector3 later = global_of(scene->vehicle).origin;
    expect(later.z < at.z - 0.01f, "the car that drove goes on");
}

static void write_file(const char *name, const char *content)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", engine.user, name);
    FILE *file = fopen(path, "wb");
    expect(file && fputs(content, file) >= 0 && !fclose(file), "a file is written");
}

static void test_wrong_files(struct scene *scene)
{
    set_text(scene->vehicle, "vehicle", "nissan-mikra");
    expect_error(scene, "did you mean \"nissan-micra\"?");
    set_text(scene->vehicle, "vehicle", "res://no/such.json");
    expect_error(scene, "res://no/such.json: No such file or directory");
    set_text(scene->vehicle, "vehicle", "/no/such.json");
    expect_error(scene, "/no/such.json: No such file or directory");
    write_file("broken.json", "{\"body\": {\"mass_kg\": }}");
    set_text(scene->vehicle, "vehicle", "user://broken.json");
    expect_error(scene, "user://broken.json");
    write_file("empty.json", "");
    set_text(scene->vehicle, "vehicle", "user://empty.json");
    expect_error(scene, "user://empty.json: is empty");
    write_file("heavy.json", "{\"body\": {\"mass_kg\": -5}}");
    set_text(scene->vehicle, "vehicle", "user://heavy.json");
    expect_error(scene, "body.mass_kg");
    int before = engine.errors;
    char text[600];
    memset(text, 'x', sizeof text);
    text[599] = 0;
    set_text(scene->vehicle, "vehicle", text);
    expect(engine.errors == before + 1 && strstr(engine.message, "longer than 511 bytes"),
           "a text that is too long");
    set_text(scene->vehicle, "vehicle", "");
    run_frames(scene, 1);
    expect(engine.errors == before + 1, "the default vehicle is there again");
}

static void test_wrong_values(struct scene *scene)
{
    static const struct {
        const char *setting, *text;
    } wrong[] = {{"body.mass_kg", "is not of the form"},
                 {"body.mas_kg = 5", "mass_kg"},
                 {"body.mass_kg = -5", "body.mass_kg"},
                 {"= 5", "="},
                 {"", "is not of the form"},
                 {"gearbox.kind = fast", "gearbox.kind"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        set_texts(scene->vehicle, "settings", &wrong[i].setting, 1);
        expect_error(scene, wrong[i].text);
    }
    set_texts(scene->vehicle, "settings", NULL, 0);
    run_frames(scene, 1);
    set_whole(scene->vehicle, "rung", 9);
    expect_error(scene, "rung: 9 does not exist");
    set_whole(scene->vehicle, "rung", KAMM_FULL);
    run_frames(scene, 1);
}

/* As Godot's own methods do, calls with wrong arguments return an error and have no effect. */
static void test_wrong_calls(struct scene *scene)
{
    gd_variant result, arguments[3];
    const double number = 0.5;
    const int64_t far = 1000;
    gd_string name = string_of("speed_kmh");
    arguments[0] = variant_of(GD_STRING, &name);
    arguments[1] = variant_of(GD_FLOAT, &number);
    arguments[2] = variant_of(GD_INT, &far);
    gd_call_error error = call(scene->vehicle, "set_input", arguments, 2, &result);
    expect(error.error == GD_CALL_ERROR_INVALID_ARGUMENT && error.argument == 0 &&
               error.expected == GD_INT,
           "a text is no index");
    expect(call(scene->vehicle, "set_input", arguments + 1, 1, &result).error ==
               GD_CALL_ERROR_TOO_FEW_ARGUMENTS,
           "too few");
    error = call(scene->vehicle, "get_wheel_count", arguments, 1, &result);
    expect(error.error == GD_CALL_ERROR_TOO_MANY_ARGUMENTS && error.expected == 0, "too many");
    int before = engine.errors;
    expect(call(scene->vehicle, "get_channel", arguments + 2, 1, &result).error == GD_CALL_OK,
           "an index out of range is a call");
    expect(real_of(&result) == 0 && engine.errors == before + 1 &&
               strstr(engine.message, "1000 does not exist"),
           "and an error");
    free_variant(&result);
    expect(call(scene->vehicle, "read", arguments, 1, &result).error == GD_CALL_OK,
           "a wrong name is a call");
    expect(engine.errors == before + 2 && strstr(engine.message, "no channel \"speed_kmh\""),
           "and an error");
    free_variant(&result);
    for (int i = 0; i < 3; ++i) free_variant(&arguments[i]);
    free_string(&name);
    const gd_transform3d nowhere = turned((gd_vector3){NAN, 0, 0}, 0);
    const void *pointers[] = {&nowhere};
    call_by_pointers(scene->vehicle, "place", pointers, NULL);
    expect(engine.errors == before + 3, "a place that is none");
    struct object *shape = new_object("SeparationRayShape3D"), *none = NULL;
    const gd_transform3d here = turned((gd_vector3){0, 0, 0}, 0);
    const void *shapes[] = {&shape, &here}, *missing[] = {&none, &here};
    call_by_pointers(scene->world, "add_shape", shapes, NULL);
    call_by_pointers(scene->world, "add_shape", missing, NULL);
    call_by_pointers(scene->world, "add_mesh", shapes, NULL);
    expect(engine.errors == before + 6, "shapes that Kamm does not know");
    free_object(shape);
}

void test_errors(void)
{
    struct scene scene = new_scene("", KAMM_FULL);
    set_real(scene.vehicle, "throttle", 0.4);
    run_frames(&scene, 120);
    test_wrong_files(&scene);
    test_wrong_values(&scene);
    test_wrong_calls(&scene);
    run_frames(&scene, 10);
    free_scene(&scene);

    /* A world in which the first file is wrong, and nodes outside of what they belong to. */
    scene = new_scene("no-such", KAMM_FULL);
    int before = engine.errors, warned = engine.warnings;
    run_frames(&scene, 5);
    expect(engine.errors == before + 1, "an error is told once");
    expect(get_real(scene.vehicle, "speed_mps") == 0 && get_real(scene.wheels[0], "load_n") == 0,
           "channels of no car are 0");
    struct object *alone = add_vehicle(scene.root, "", KAMM_FULL, (gd_vector3){0, 0, 0}, 0);
    expect(engine.errors == before + 2 && strstr(engine.message, "KammWorld3D"),
           "a vehicle without a world");
    struct object *wheel = new_object("KammWheel3D");
    add_child(scene.root, wheel);
    expect(engine.warnings == warned + 1 && strstr(engine.message, "KammVehicle3D"),
           "a wheel without a vehicle");
    call_by_pointers(alone, "place", (const void *[]){&alone->local}, NULL);
    expect(engine.errors == before + 3, "it can't be placed");
    free_scene(&scene);
    engine.errors = engine.warnings = 0;
}

/* -- Signals -- */

static int faults, shifts, slips, ends;
static int64_t last_bits, last_gear;
static struct object *freed_by_handler;

static void count_signals(struct object *from, const char *signal, const double arguments[3],
                          int count)
{
    (void)from;
    if (!strcmp(signal, "fault")) ++faults, last_bits = (int64_t)arguments[0];
    if (!strcmp(signal, "gear_changed")) ++shifts, last_gear = (int64_t)arguments[0];
    if (!strcmp(signal, "wheel_slipped")) {
        expect(count == 2 && arguments[0] >= 0 && arguments[0] < 4, "a wheel slips");
        ++*(arguments[1] ? &slips : &ends);
    }
}

static void free_on_signal(struct object *from, const char *signal, const double arguments[3],
                           int count)
{
    (void)from, (void)signal, (void)arguments, (void)count;
    if (freed_by_handler) free_object(freed_by_handler);
    freed_by_handler = NULL;
}

void test_signals(void)
{
    struct scene scene = new_scene("", KAMM_FULL);
    engine.hear = count_signals;
    faults = shifts = slips = ends = 0;
    set_real(scene.vehicle, "throttle", 1);
    run_frames(&scene, 600);
    expect(shifts >= 1 && last_gear >= 2, "gears are told");
    set_real(scene.vehicle, "throttle", 0);
    set_real(scene.vehicle, "hand_brake", 1);
    run_frames(&scene, 60);
    expect(slips >= 2, "the hand brake makes wheels slide");
    run_frames(&scene, 600);
    expect(ends == slips, "all of them end to slide as it stands");
    set_real(scene.vehicle, "raised_axles", NAN);
    run_frames(&scene, 30);
    expect(faults == 1 && last_bits == KAMM_FAULT_INPUT, "a NaN is a fault, which is told once");
    free_scene(&scene);

    /* A handler frees the vehicle, the next one, or the world. */
    for (int what = 0; what < 3; ++what) {
        scene = new_scene("", KAMM_FULL);
        const gd_vector3 aside = {10, 0, 0};
        struct object *next = add_vehicle(scene.world, "", KAMM_FULL, aside, 0);
        struct object *const freed[] = {scene.vehicle, next, scene.world};
        engine.hear = free_on_signal;
        freed_by_handler = freed[what];
        set_real(scene.vehicle, "throttle", 1);
        set_real(next, "throttle", 1);
        run_frames(&scene, 300);
        expect(!freed_by_handler, "it was freed");
        if (what < 2)
            expect(get_real(freed[1 - what], "speed_mps") > 3, "the other vehicle goes on");
        free_scene(&scene);
    }
    engine.hear = NULL;
}

static struct object *hit[4];
static double impulses[4], points_m[4];
static int hit_count;

static void count_hits(struct object *from, const char *signal, const double arguments[3],
                       int count)
{
    if (strcmp(signal, "collided") != 0 || hit_count == 4) return;
    expect(count == 3 && arguments[0] > 0 && arguments[1] > 0,
           "a collision has an impulse and a speed");
    hit[hit_count] = from;
    impulses[hit_count] = arguments[0];
    points_m[hit_count++] = arguments[2];
    if (freed_by_handler) free_object(freed_by_handler);
    freed_by_handler = NULL;
}

/* Two cars meet head on, in a world that a third one has left: both hear of the same impulse at the same point. Then a
 * handler of the first frees the second, which hears of nothing. */
void test_collisions(void)
{
    for (int frees = 0; frees < 2; ++frees) {
        struct scene scene = new_scene("", KAMM_FULL);
        const gd_vector3 first = {40, 0, 0}, second = {40, 0, -30};
        struct object *cars[] = {add_vehicle(scene.world, "", KAMM_FULL, first, 0),
                                 add_vehicle(scene.world, "", KAMM_FULL, second, acos(-1))};
        run_frames(&scene, 10);
        free_object(scene.vehicle);
        for (int i = 0; i < 2; ++i) set_real(cars[i], "throttle", 0.6);
        engine.hear = count_hits;
        hit_count = 0;
        freed_by_handler = frees ? cars[1] : NULL;
        run_frames(&scene, 240);
        if (frees)
            for (int i = 0; i < hit_count; ++i)
                expect(hit[i] == cars[0] && !freed_by_handler,
                       "one hears of it, and frees the other");
        else
            expect(hit_count >= 2 && hit[0] == cars[0] && hit[1] == cars[1] &&
                       impulses[0] == impulses[1] && points_m[0] == points_m[1] &&
                       impulses[0] > 1000 && fabs(points_m[0] - hypot(40, 15)) < 1.5,
                   "both hear of their collision");
        free_scene(&scene);
    }
    engine.hear = NULL;
}

/* A car against a box hears of it once. */
void test_collision_with_body(void)
{
    struct scene scene = new_scene("", KAMM_FULL);
    const gd_vector3 size = {8, 4, 1};
    const gd_transform3d ahead = turned((gd_vector3){0, 1, -15}, 0);
    call_by_pointers(scene.world, "add_box", (const void *[]){&size, &ahead}, NULL);
    set_real(scene.vehicle, "throttle", 0.6);
    engine.hear = count_hits;
    hit_count = 0;
    run_frames(&scene, 240);
    engine.hear = NULL;
    expect(hit_count >= 1 && hit[0] == scene.vehicle && impulses[0] > 1000, "it hears of the box");
    expect(hit_count == 1 || impulses[1] != impulses[0], "once");
    free_scene(&scene);
}

/* -- The tree -- */

/* Leaving and entering again starts again; a removed vehicle does not stop the others. */
static void nodes_leave_and_enter_again(void)
{
    struct scene scene = new_scene("", KAMM_FULL);
    struct object *other = add_vehicle(scene.world, "", KAMM_FULL, (gd_vector3){10, 0, 0}, 0);
    set_real(scene.vehicle, "throttle", 1);
    set_real(other, "throttle", 1);
    run_frames(&scene, 120);
    double speed = get_real(other, "speed_mps");
    remove_child(scene.vehicle);
    expect(get_real(scene.vehicle, "speed_mps") == 0, "out of the tree it has no car");
    run_frames(&scene, 60);
    expect(get_real(other, "speed_mps") > speed, "the other goes on");
    add_child(scene.world, scene.vehicle);
    remove_child(scene.wheels[1]);
    run_frames(&scene, 60);
    expect(get_real(scene.vehicle, "speed_mps") > 0.5 &&
               get_real(scene.vehicle, "speed_mps") < speed,
           "it starts again");
    remove_child(scene.world);
    run_frames(&scene, 2);
    add_child(scene.root, scene.world);
    run_frames(&scene, 60);
    expect(get_real(other, "speed_mps") > 0.5 && get_real(other, "speed_mps") < speed,
           "so does a world");
    free_object(scene.wheels[1]);
    free_scene(&scene);
}

/* The same time takes as many substeps; slow motion takes fewer. */
static void other_rates_take_the_same_time(void)
{
    for (int ticks = 30; ticks <= 120; ticks *= 2) {
        struct scene scene = new_scene("", KAMM_FULL);
        engine.ticks = ticks;
        engine.delta_s = 1.0 / ticks;
        set_whole(scene.world, "substeps", 240 / ticks);
        run_frames(&scene, 2 * ticks);
        expect(fabs(get_real(scene.vehicle, "time_s") - 2) < 1e-6, "two seconds");
        engine.delta_s /= 10;
        run_frames(&scene, ticks);
        expect(fabs(get_real(scene.vehicle, "time_s") - 2.1) < 1.0 / 240, "slow motion");
        free_scene(&scene);
    }
    engine.ticks = 60;
    engine.delta_s = 1.0 / 60;
}

static void gravity_may_be_off_or_less(void)
{
    struct scene scene = new_scene("", KAMM_FULL);
    set_vector(scene.world, "gravity_mps2", (gd_vector3){0, 0, 0});
    set_flag(scene.vehicle, "on_ground", 0);
    scene.vehicle->local.origin.y = 5;
    run_frames(&scene, 60);
    expect(fabs(global_of(scene.vehicle).origin.y - 5) < 0.1, "without gravity it floats");
    set_vector(scene.world, "gravity_mps2", (gd_vector3){0, -3.7f, 0});
    run_frames(&scene, 60);
    double fallen = 5 - (double)global_of(scene.vehicle).origin.y;
    expect(fallen > 1 && fallen < 1.95, "on Mars it falls 1.85 m in a second");
    free_scene(&scene);
}

/* There a vehicle without a world is being built. */
static void nothing_drives_in_the_editor(void)
{
    engine.in_editor = 1;
    struct scene scene = new_scene("", KAMM_FULL);
    set_real(scene.vehicle, "throttle", 1);
    run_frames(&scene, 60);
    expect(global_of(scene.vehicle).origin.z == 0 && get_real(scene.vehicle, "time_s") == 0,
           "in the editor nothing drives");
    struct object *alone = add_vehicle(scene.root, "", KAMM_FULL, (gd_vector3){0, 0, 0}, 0);
    struct object *wheel = new_object("KammWheel3D");
    add_child(scene.world, wheel);
    expect(engine.errors == 0 && engine.warnings == 0, "nor is there an error");
    expect(warnings_of(alone) == 1 && warnings_of(wheel) == 1,
           "the editor warns of nodes out of place");
    expect(!warnings_of(scene.vehicle) && !warnings_of(scene.wheels[0]) &&
               !warnings_of(scene.world),
           "and of no others");
    free_scene(&scene);
    engine.in_editor = 0;
}

void test_tree(void)
{
    nodes_leave_and_enter_again();
    other_rates_take_the_same_time();
    gravity_may_be_off_or_less();
    nothing_drives_in_the_editor();
}
