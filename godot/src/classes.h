/* Classes of the addon as Godot knows them: their methods, properties, signals and help. */
#ifndef KAMM_GODOT_CLASSES_H
#define KAMM_GODOT_CLASSES_H

#include "engine.h"

/* A value of one of the types of parameters and properties. */
union gd_value {
    gd_bool flag;
    int64_t integer;
    double number;
    gd_string string;
    gd_vector3 vector;
    gd_transform3d transform;
    void *object;
    gd_packed packed;
};

/* Bytes of a text that is a property, with its final 0. */
enum { GD_TEXT_ROOM = 512 };

struct gd_class;
/* All instances begin like this. */
struct gd_instance {
    const struct gd_class *class;
    /* The node in Godot. */
    void *node;
};

/* A class that extends Node3D. */
struct gd_class {
    const char *name, *brief, *help;
    /* Bytes of an instance, which are 0 at first. */
    size_t size;
    void (*start)(void *instance);
    void (*end)(void *instance);
    void (*notify)(void *instance, int32_t what);
    /* After the property with that offset was set. */
    void (*changed)(void *instance, size_t offset);
    /* What is wrong with its place in the tree, for the editor; or NULL. */
    const char *(*warning)(const void *instance);
    /* Registers what the class has, by the functions below. */
    void (*add_members)(void);
};

struct gd_argument {
    const char *name;
    enum gd_type type;
    /* The class of an object. */
    const char *class_name;
};
enum { GD_MOST_ARGUMENTS = 3 };
typedef void gd_body(void *instance, const void *data, const union gd_value *in,
                     union gd_value *out);
struct gd_method {
    const char *name, *help;
    gd_body *body;
    /* GD_NIL: nothing. */
    enum gd_type returns;
    int argument_count;
    struct gd_argument arguments[GD_MOST_ARGUMENTS];
    /* Handed to the body. */
    const void *data;
};

/* A member of the instance that is a property, with a setter and a getter. */
struct gd_field {
    const char *name, *help;
    enum gd_type type;
    size_t offset;
    uint32_t hint;
    const char *hint_text;
};

/* A property whose accessors take its index. No setter: it is only read, and not saved. */
struct gd_indexed {
    const char *name, *help;
    enum gd_type type;
    const char *setter, *getter;
    int index;
    uint32_t hint;
    const char *hint_text;
};

/* Registers a class with its members; unregisters it. The struct has to stay. */
void gd_register_class(const struct gd_class *class);
void gd_unregister_class(const struct gd_class *class);
/* For add_members. */
void gd_add_method(const struct gd_method *method);
void gd_add_field(const struct gd_field *field);
void gd_add_indexed(const struct gd_indexed *property);
void gd_add_group(const char *name);
void gd_add_signal(const char *name, const char *help, const struct gd_argument *arguments,
                   int count);

/* Hands the help of all registered classes to the editor. */
void gd_show_help(void);
/* Forgets what registration has kept. */
void gd_forget_classes(void);

/* The instance of a node, if it is of that class; else NULL. */
void *gd_instance_of(void *node, const struct gd_class *class);

#endif
