/* Enough of Godot, without Godot, to load the addon: values that are counted, objects in a tree, classes, methods and
 * signals. Every use of a value that was never made, or was freed, ends the program. */
#ifndef KAMM_TEST_GODOT_ENGINE_H
#define KAMM_TEST_GODOT_ENGINE_H

#include "interface.h"

enum { MOST_CHILDREN = 16, MOST_METHODS = 64, MOST_PROPERTIES = 128, MOST_SIGNALS = 8 };

/* An engine class, by its name and that which it extends. */
struct native_class {
    const char *name, *parent;
};

struct object {
    const struct native_class *class;
    const struct extension_class *extension;
    void *instance, *binding;
    struct object *parent, *children[MOST_CHILDREN];
    int child_count, is_in_tree, steps, references;
    gd_transform3d local;
    /* Data of shapes and meshes. */
    struct object *shape;
    gd_bool disabled;
    gd_vector3 size;
    double radius, height;
    gd_plane plane;
    int64_t width, depth, number_count;
    const float *numbers;
};

struct method {
    char name[64];
    void *userdata;
    gd_method_call *call;
    gd_method_ptrcall *ptrcall;
    int32_t returns, arguments[3];
    char argument_class[32];
    int argument_count;
};
struct property {
    char name[64], hint_text[512], setter[64], getter[64], group[32];
    int32_t type;
    uint32_t hint, usage;
    int64_t index;
};
struct signal {
    char name[64];
    int argument_count;
};
struct extension_class {
    char name[64], parent[64];
    gd_class_creation_info2 info;
    struct method methods[MOST_METHODS];
    struct property properties[MOST_PROPERTIES];
    struct signal signals[MOST_SIGNALS];
    int method_count, property_count, signal_count;
};

/* What the program may look at and set. */
struct engine {
    int live_strings, live_names, live_variants, live_arrays, live_objects;
    int in_editor, ticks;
    double delta_s;
    /* Where res:// and user:// are. */
    const char *project, *user;
    /* Errors and warnings, and the last of them. */
    int errors, warnings;
    char message[1024];
    int helps;
    char help[1 << 17];
    /* Signals so far, and what hears them. */
    int emitted;
    void (*hear)(struct object *from, const char *signal, const double arguments[3], int count);
    /* Version 4.minor, and the name of a function that it has not. */
    uint32_t minor;
    const char *lacks;
};
extern struct engine engine;

/* Ends the program with a message unless `holds`. */
void expect(int holds, const char *what);

gd_function *find_function(const char *name);

/* An object of an engine's or the addon's class. */
struct object *new_object(const char *class_name);
void free_object(struct object *object);
void add_child(struct object *parent, struct object *child);
void remove_child(struct object *child);
/* The root of the tree, which is in it. */
struct object *new_root(void);
/* A physics frame of all nodes that asked for it. */
void physics_frame(struct object *root);
gd_transform3d global_of(const struct object *object);

const struct extension_class *class_named(const char *name);
const struct property *property_of(const struct extension_class *class, const char *name);

/* Properties, by their setters and getters with variants. */
void set_real(struct object *object, const char *property, double value);
void set_whole(struct object *object, const char *property, int64_t value);
void set_flag(struct object *object, const char *property, int value);
void set_text(struct object *object, const char *property, const char *value);
void set_vector(struct object *object, const char *property, gd_vector3 value);
void set_texts(struct object *object, const char *property, const char *const *texts, int count);
double get_real(struct object *object, const char *property);
int64_t get_whole(struct object *object, const char *property);
void get_text(struct object *object, const char *property, char text[512]);

/* Texts of the node's configuration warnings. */
int warnings_of(struct object *object);

/* Methods: by variants, and by pointers. The variants are the caller's. */
gd_call_error call(struct object *object, const char *method, const gd_variant *arguments,
                   int count, gd_variant *result);
void call_by_pointers(struct object *object, const char *method, const void *const *arguments,
                      void *result);
gd_variant variant_of(enum gd_type type, const void *value);
void free_variant(gd_variant *variant);
double real_of(const gd_variant *variant);
gd_string string_of(const char *text);
void free_string(gd_string *string);
gd_packed strings_of(const char *const *texts, int count);
void free_strings(gd_packed *strings);

#endif
