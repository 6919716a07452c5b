/* Loads the addon's library without Godot, drives, unloads it, and loads it again.
 *
 * Usage: godot_host LIBRARY PROJECT USER [FRAMES]    what res:// and user:// are; frames of each drive, 600 */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
static void *open_library(const char *path) { return LoadLibraryA(path); }
static void *find_symbol(void *library, const char *name)
{
    return (void *)(uintptr_t)GetProcAddress(library, name);
}
static void close_library(void *library) { FreeLibrary(library); }
static int is_open(const char *path) { return GetModuleHandleA(path) != NULL; }
#else
#include <dlfcn.h>
static void *open_library(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }
static void *find_symbol(void *library, const char *name) { return dlsym(library, name); }
static void close_library(void *library) { dlclose(library); }
static int is_open(const char *path) { return dlopen(path, RTLD_NOW | RTLD_NOLOAD) != NULL; }
#endif

typedef gd_bool entry(gd_function *(*find)(const char *name), void *library,
                      gd_initialization *initialization);

struct loaded {
    void *library;
    entry *begin;
    gd_initialization levels;
};

static struct loaded load(const char *path)
{
    struct loaded loaded = {open_library(path), NULL, {0}};
    expect(loaded.library != NULL, "the library loads");
    loaded.begin = (entry *)find_symbol(loaded.library, "kamm_godot_init");
    expect(loaded.begin != NULL, "it has its entry");
    return loaded;
}

static void begin(struct loaded *loaded)
{
    expect(loaded->begin(find_function, &engine, &loaded->levels) == 1,
           "the entry takes this Godot");
    expect(loaded->levels.minimum_initialization_level == GD_LEVEL_SCENE, "it begins with scenes");
    for (int level = GD_LEVEL_SCENE; level <= GD_LEVEL_EDITOR; ++level)
        loaded->levels.initialize(loaded->levels.userdata, level);
}

static void end(struct loaded *loaded)
{
    for (int level = GD_LEVEL_EDITOR; level >= GD_LEVEL_SCENE; --level)
        loaded->levels.deinitialize(loaded->levels.userdata, level);
    expect(!class_named("KammVehicle3D") && !class_named("KammWheel3D") &&
               !class_named("KammWorld3D"),
           "no class stays");
    expect(engine.live_objects == 0, "all objects are freed");
    expect(engine.live_variants == 0, "all variants are freed");
    expect(engine.live_strings == 0, "all strings are freed");
    expect(engine.live_names == 0, "all names are freed");
    expect(engine.live_arrays == 0, "all arrays are freed");
}

/* A list of fields as properties of a class: unit, range, what may be written. */
static void compare_fields(const char *class_name, const kamm_field_info *fields, int count,
                           int is_written)
{
    const struct extension_class *class = class_named(class_name);
    for (int i = 0; i < count; ++i) {
        char suffix[40], range[64];
        const struct property *property = property_of(class, fields[i].name);
        expect(property && property->type == GD_FLOAT && property->index == i, fields[i].name);
        snprintf(suffix, sizeof suffix, "suffix:%s", fields[i].unit);
        snprintf(range, sizeof range, "%g,%g,", fields[i].min, fields[i].max);
        const char *unit = strstr(property->hint_text, "suffix:");
        expect(strcmp(fields[i].unit, "1") ? unit && !strcmp(unit, suffix) : !unit,
               "a property has the field's unit");
        if (is_written)
            expect(*property->setter && property->hint == GD_HINT_RANGE &&
                       !strncmp(property->hint_text, range, strlen(range)),
                   range);
        else
            expect(!*property->setter && property->usage == (GD_USAGE_EDITOR | GD_USAGE_READ_ONLY),
                   "a channel is read alone");
    }
}

void test_classes(void)
{
    int inputs, channels, wheels;
    const kamm_field_info *input = kamm_input_fields(&inputs),
                          *channel = kamm_channel_fields(&channels);
    const kamm_field_info *wheel = kamm_wheel_channel_fields(&wheels);
    compare_fields("KammVehicle3D", input, inputs, 1);
    compare_fields("KammWheel3D", wheel, wheels, 0);
    for (int i = 0; i < channels; ++i) {
        const struct property *property =
            property_of(class_named("KammVehicle3D"), channel[i].name);
        expect(property && (*property->setter || property->index == i), channel[i].name);
    }
    for (int i = 1; i <= KAMM_RUNG_COUNT; ++i) {
        char word[64];
        snprintf(word, sizeof word, "%s:%d", kamm_describe_rung((kamm_rung)i)->name, i);
        expect(strstr(property_of(class_named("KammVehicle3D"), "rung")->hint_text, word) != NULL,
               word);
    }
    struct object *vehicle = new_object("KammVehicle3D");
    for (int i = 0; i < inputs; ++i)
        expect(get_real(vehicle, input[i].name) == input[i].default_value, input[i].name);
    expect(get_whole(vehicle, "rung") == KAMM_FULL && get_whole(vehicle, "assisted") == 1,
           "defaults");
    free_object(vehicle);
    expect(engine.helps == 3 && strstr(engine.help, "<member name=\"throttle\" type=\"float\""),
           "the editor has help");
}

static void drive_all(int frames)
{
    test_classes();
    test_same_bits(frames);
    test_axes();
    test_poses();
    test_mirrored_cars();
    test_changes();
    test_grounds();
    test_obstacles();
    test_errors();
    test_signals();
    test_collisions();
    test_collision_with_body();
    test_tree();
}

/* The help, for the caller to parse. */
static void write_help(void)
{
    char path[600];
    snprintf(path, sizeof path, "%s/help.xml", engine.user);
    FILE *file = fopen(path, "wb");
    expect(file && fputs(engine.help, file) >= 0 && !fclose(file), "the help is written");
}

int main(int count, char **arguments)
{
    if (count < 4)
        return fprintf(stderr, "usage: %s LIBRARY PROJECT USER [FRAMES]\n", *arguments), 2;
    int frames = count > 4 ? atoi(arguments[4]) : 600;
    engine.project = arguments[2];
    engine.user = arguments[3];
    for (int round = 0; round < 2; ++round) {
        struct loaded loaded = load(arguments[1]);
        engine.helps = *engine.help = 0;
        begin(&loaded);
        drive_all(round ? 30 : frames);
        if (!round) write_help();
        end(&loaded);
        close_library(loaded.library);
        expect(!is_open(arguments[1]), "the library is unloaded");
    }
    /* A Godot that lacks a function of 4.2 is refused; one that lacks what came later is not. */
    struct loaded loaded = load(arguments[1]);
    engine.lacks = "classdb_register_extension_class2";
    expect(loaded.begin(find_function, &engine, &loaded.levels) == 0, "Godot 4.1 is refused");
    engine.lacks = NULL;
    engine.minor = 2;
    engine.helps = 0;
    begin(&loaded);
    expect(class_named("KammVehicle3D") && !engine.helps, "4.2 has the classes, without help");
    end(&loaded);
    close_library(loaded.library);
    printf("the addon drives: %016llx\n", (unsigned long long)hash_of_all);
    return 0;
}
