#include "engine.h"
#include "natives.h"
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct engine engine = {.minor = 3, .ticks = 60, .delta_s = 1.0 / 60};

static struct extension_class extensions[4];
static int extension_count;
static char group[32];

void expect(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "does not hold: %s (last message of the addon: %s)\n", what, engine.message);
    exit(1);
}

/* -- Messages -- */

static void keep_message(const char *text)
{
    snprintf(engine.message, sizeof engine.message, "%s", text);
}
static void print_error(const char *text, const char *function, const char *file, int32_t line,
                        gd_bool tells_editor)
{
    (void)line, (void)tells_editor;
    expect(*text && *function && *file, "an error has a text, and tells where it was found");
    ++engine.errors;
    keep_message(text);
}
static void print_warning(const char *text, const char *function, const char *file, int32_t line,
                          gd_bool tells_editor)
{
    (void)function, (void)file, (void)line, (void)tells_editor;
    ++engine.warnings;
    keep_message(text);
}
static void get_version(gd_version *version)
{
    *version = (gd_version){4, engine.minor, 0, "Godot"};
}
static void load_help(const char *text)
{
    ++engine.helps;
    expect(strlen(engine.help) + strlen(text) < sizeof engine.help, "the help has room");
    strcat(engine.help, text);
}

/* -- Objects -- */

const struct extension_class *class_named(const char *name)
{
    for (int i = 0; i < extension_count; ++i)
        if (!strcmp(extensions[i].name, name)) return &extensions[i];
    return NULL;
}

static void *construct(const void *class_name)
{
    struct object *object = calloc(1, sizeof *object);
    object->class = native_named(text_of_name(class_name));
    expect(object->class != NULL, "an engine class has that name");
    for (int i = 0; i < 3; ++i) (&object->local.rows[i].x)[i] = 1;
    object->references = 1;
    ++engine.live_objects;
    return object;
}

struct object *new_object(const char *class_name)
{
    const struct extension_class *class = class_named(class_name);
    if (class) return class->info.create_instance_func(class->info.class_userdata);
    gd_name name = name_of(class_name);
    struct object *object = construct(&name);
    free_name(&name);
    return object;
}

static void notify(struct object *object, int32_t what)
{
    if (object->extension && object->extension->info.notification_func)
        object->extension->info.notification_func(object->instance, what, 0);
}

static void enter(struct object *object)
{
    object->is_in_tree = 1;
    notify(object, GD_NOTIFICATION_ENTER_TREE);
    for (int i = 0; i < object->child_count; ++i) enter(object->children[i]);
}

static void leave(struct object *object)
{
    for (int i = object->child_count; i-- > 0;) leave(object->children[i]);
    notify(object, GD_NOTIFICATION_EXIT_TREE);
    object->is_in_tree = 0;
}

void add_child(struct object *parent, struct object *child)
{
    expect(parent->child_count < MOST_CHILDREN && !child->parent, "a child has room");
    parent->children[parent->child_count++] = child;
    child->parent = parent;
    if (parent->is_in_tree) enter(child);
}

void remove_child(struct object *child)
{
    struct object *parent = child->parent;
    int i = 0;
    if (child->is_in_tree) leave(child);
    while (parent->children[i] != child) ++i;
    memmove(&parent->children[i], &parent->children[i + 1],
            (size_t)(--parent->child_count - i) * sizeof child);
    child->parent = NULL;
}

void free_object(struct object *object)
{
    if (object->parent) remove_child(object);
    while (object->child_count) free_object(object->children[object->child_count - 1]);
    if (object->shape && !--object->shape->references) free_object(object->shape);
    if (object->extension)
        object->extension->info.free_instance_func(object->extension->info.class_userdata,
                                                   object->instance);
    free(object);
    --engine.live_objects;
}
static void destroy(void *object) { free_object(object); }

struct object *new_root(void)
{
    struct object *root = new_object("Node");
    root->is_in_tree = 1;
    return root;
}

/* Handlers of signals may free nodes: they are asked for their places again. */
void physics_frame(struct object *object)
{
    if (object->steps && object->is_in_tree)
        notify(object, GD_NOTIFICATION_INTERNAL_PHYSICS_PROCESS);
    else
        for (int i = 0; i < object->child_count; ++i) physics_frame(object->children[i]);
}

static void *get_binding(void *of, void *token, const gd_instance_binding_callbacks *callbacks)
{
    struct object *object = of;
    expect(token == &engine && !callbacks, "a binding is asked for and not made");
    return object->binding;
}
static void set_binding(void *of, void *token, void *binding,
                        const gd_instance_binding_callbacks *callbacks)
{
    struct object *object = of;
    expect(token == &engine && callbacks && callbacks->free_callback && !object->binding,
           "a binding is set once");
    object->binding = binding;
}
static void set_instance(void *of, const void *class_name, void *instance)
{
    struct object *object = of;
    object->extension = class_named(text_of_name(class_name));
    object->instance = instance;
    expect(object->extension && native_is(object->class, object->extension->parent),
           "an instance extends the object's class");
}
static void *class_tag(const void *name) { return (void *)native_named(text_of_name(name)); }
static void *cast_to(const void *object, void *tag)
{
    const struct native_class *class = tag;
    return native_is(((const struct object *)object)->class, class->name) ? (void *)object : NULL;
}
static void *singleton(const void *name)
{
    static struct object only;
    only.class = native_named(text_of_name(name));
    expect(only.class && !strcmp(only.class->name, "Engine"), "a singleton is there");
    return &only;
}
static const void *get_bind(const void *class, const void *method, int64_t hash)
{
    return find_native_method(text_of_name(class), text_of_name(method), hash);
}

/* Only emit_signal takes any number of variants. */
static void call_bind(const void *method, void *object, const void *const *arguments, int64_t count,
                      void *result, gd_call_error *error)
{
    struct object *from = object;
    double numbers[3] = {0}; /* a vector's is its length */
    expect(is_emit_signal(method) && count >= 1 && count <= 4 &&
               type_of(arguments[0]) == GD_STRING_NAME,
           "a signal is emitted");
    const char *name = text_of_name(value_of(arguments[0]));
    char copy[64];
    int known = -1;
    for (int i = 0; i < from->extension->signal_count; ++i)
        if (!strcmp(from->extension->signals[i].name, name))
            known = from->extension->signals[i].argument_count;
    expect(known == count - 1, "a signal was registered with as many arguments");
    for (int i = 1; i < count; ++i) {
        const gd_vector3 *v = type_of(arguments[i]) == GD_VECTOR3 ? value_of(arguments[i]) : NULL;
        numbers[i - 1] = v ? sqrt(v->x * v->x + v->y * v->y + v->z * v->z) : real_of(arguments[i]);
    }
    *(gd_variant *)result = (gd_variant){{0}};
    error->error = GD_CALL_OK;
    ++engine.emitted;
    snprintf(copy, sizeof copy, "%s", name);
    if (engine.hear) engine.hear(from, copy, numbers, (int)count - 1);
}

/* -- Registration -- */

static struct extension_class *registered(void *library, const void *name)
{
    struct extension_class *class = (struct extension_class *)class_named(text_of_name(name));
    expect(library == &engine && class, "a class is registered before its members");
    return class;
}

static void register_class(void *library, const void *name, const void *parent,
                           const gd_class_creation_info2 *info)
{
    expect(library == &engine && extension_count < 4 && !class_named(text_of_name(name)),
           "a class is registered once");
    expect(info->create_instance_func && info->free_instance_func && info->is_exposed &&
               !info->is_abstract,
           "a class can be made");
    struct extension_class *class = &extensions[extension_count++];
    *class = (struct extension_class){.info = *info};
    strcpy(class->name, text_of_name(name));
    strcpy(class->parent, text_of_name(parent));
    *group = 0;
}

static void unregister_class(void *library, const void *name)
{
    struct extension_class *class = registered(library, name);
    *class = extensions[--extension_count];
}

static void register_method(void *library, const void *class_name, const gd_class_method_info *info)
{
    struct extension_class *class = registered(library, class_name);
    expect(class->method_count < MOST_METHODS, "methods have room");
    struct method *method = &class->methods[class->method_count++];
    *method = (struct method){.userdata = info->method_userdata,
                              .call = info->call_func,
                              .ptrcall = info->ptrcall_func,
                              .argument_count = (int)info->argument_count};
    expect(info->call_func && info->ptrcall_func && info->method_flags == GD_METHOD_NORMAL,
           "a method can be called both ways");
    if (info->has_return_value) method->returns = info->return_value_info->type;
    snprintf(method->name, sizeof method->name, "%s", text_of_name(info->name));
    for (uint32_t i = 0; i < info->argument_count; ++i) {
        method->arguments[i] = info->arguments_info[i].type;
        expect(*text_of_name(info->arguments_info[i].name) && !info->arguments_metadata[i],
               "an argument has a name");
        text_of_string(info->arguments_info[i].hint_string);
        if (method->arguments[i] == GD_OBJECT)
            expect(*text_of_name(info->arguments_info[i].class_name), "an object has a class");
    }
}

static const struct method *method_of(const struct extension_class *class, const char *name)
{
    for (int i = 0; i < class->method_count; ++i)
        if (!strcmp(class->methods[i].name, name)) return &class->methods[i];
    return NULL;
}

static void register_property(void *library, const void *class_name, const gd_property_info *info,
                              const void *setter, const void *getter, int64_t index)
{
    struct extension_class *class = registered(library, class_name);
    expect(class->property_count < MOST_PROPERTIES && !property_of(class, text_of_name(info->name)),
           "a property is registered once");
    struct property *property = &class->properties[class->property_count++];
    *property = (struct property){
        .type = info->type, .hint = info->hint, .usage = info->usage, .index = index};
    strcpy(property->name, text_of_name(info->name));
    snprintf(property->hint_text, sizeof property->hint_text, "%s",
             text_of_string(info->hint_string));
    strcpy(property->setter, text_of_name(setter));
    strcpy(property->getter, text_of_name(getter));
    strcpy(property->group, group);
    const struct method *set = method_of(class, property->setter),
                        *get = method_of(class, property->getter);
    expect(get && get->argument_count == (index >= 0) && get->returns == info->type,
           "a getter is there before its property");
    expect(!*property->setter || (set && set->argument_count == (index >= 0 ? 2 : 1)),
           "a setter is, too");
}

static void register_group(void *library, const void *class_name, const void *name,
                           const void *prefix)
{
    registered(library, class_name);
    expect(!*text_of_string(prefix), "a group has no prefix");
    snprintf(group, sizeof group, "%s", text_of_string(name));
}

static void register_signal(void *library, const void *class_name, const void *name,
                            const gd_property_info *arguments, int64_t count)
{
    struct extension_class *class = registered(library, class_name);
    struct signal *signal = &class->signals[class->signal_count++];
    strcpy(signal->name, text_of_name(name));
    signal->argument_count = (int)count;
    for (int64_t i = 0; i < count; ++i)
        expect(*text_of_name(arguments[i].name), "a signal's argument has a name");
}

const struct property *property_of(const struct extension_class *class, const char *name)
{
    for (int i = 0; i < class->property_count; ++i)
        if (!strcmp(class->properties[i].name, name)) return &class->properties[i];
    return NULL;
}

/* -- Calls of the addon -- */

gd_call_error call(struct object *object, const char *name, const gd_variant *arguments, int count,
                   gd_variant *result)
{
    const struct method *method = method_of(object->extension, name);
    const void *pointers[3] = {0};
    gd_call_error error = {-1, 0, 0};
    expect(method != NULL, name);
    for (int i = 0; i < count && i < 3; ++i) pointers[i] = &arguments[i];
    *result = (gd_variant){{0}};
    method->call(method->userdata, object->instance, pointers, count, result, &error);
    return error;
}

void call_by_pointers(struct object *object, const char *name, const void *const *arguments,
                      void *result)
{
    const struct method *method = method_of(object->extension, name);
    expect(method != NULL, name);
    method->ptrcall(method->userdata, object->instance, arguments, result);
}

/* Sets a property to a variant, which it frees. */
static void set(struct object *object, const char *name, gd_variant value)
{
    const struct property *property = property_of(object->extension, name);
    expect(property && *property->setter, name);
    gd_variant index = variant_of(GD_INT, &property->index), result;
    gd_variant arguments[] = {index, value};
    int indexed = property->index >= 0;
    expect(call(object, property->setter, arguments + !indexed, 1 + indexed, &result).error ==
               GD_CALL_OK,
           name);
    expect(type_of(&result) == GD_NIL, "a setter returns nothing");
    free_variant(&index);
    free_variant(&value);
}

static gd_variant get(struct object *object, const char *name)
{
    const struct property *property = property_of(object->extension, name);
    expect(property != NULL, name);
    gd_variant index = variant_of(GD_INT, &property->index), result;
    expect(call(object, property->getter, &index, property->index >= 0, &result).error ==
               GD_CALL_OK,
           name);
    expect(type_of(&result) == property->type, "a getter returns the property's type");
    free_variant(&index);
    return result;
}

void set_real(struct object *object, const char *property, double value)
{
    set(object, property, variant_of(GD_FLOAT, &value));
}
void set_whole(struct object *object, const char *property, int64_t value)
{
    set(object, property, variant_of(GD_INT, &value));
}
void set_flag(struct object *object, const char *property, int value)
{
    gd_bool flag = (gd_bool)value;
    set(object, property, variant_of(GD_BOOL, &flag));
}
void set_vector(struct object *object, const char *property, gd_vector3 value)
{
    set(object, property, variant_of(GD_VECTOR3, &value));
}
void set_text(struct object *object, const char *property, const char *value)
{
    gd_string string = string_of(value);
    set(object, property, variant_of(GD_STRING, &string));
    free_string(&string);
}
gd_packed strings_of(const char *const *texts, int count)
{
    return array_of(GD_PACKED_STRING_ARRAY, texts, count);
}
void free_strings(gd_packed *strings) { free_array(strings); }

void set_texts(struct object *object, const char *property, const char *const *texts, int count)
{
    gd_packed array = array_of(GD_PACKED_STRING_ARRAY, texts, count);
    set(object, property, variant_of(GD_PACKED_STRING_ARRAY, &array));
    free_array(&array);
}

double get_real(struct object *object, const char *property)
{
    gd_variant variant = get(object, property);
    double value = real_of(&variant);
    free_variant(&variant);
    return value;
}

int64_t get_whole(struct object *object, const char *property)
{
    return (int64_t)get_real(object, property);
}

void get_text(struct object *object, const char *property, char text[512])
{
    gd_variant variant = get(object, property);
    snprintf(text, 512, "%s", text_of_string(value_of(&variant)));
    free_variant(&variant);
}

int warnings_of(struct object *object)
{
    gd_name name = name_of("_get_configuration_warnings"), other = name_of("_physics_process");
    gd_virtual *(*find)(void *, const void *) = object->extension->info.get_virtual_func;
    gd_virtual *get_warnings = find(object->extension->info.class_userdata, &name);
    gd_packed warnings = strings_of(NULL, 0);
    expect(get_warnings && !find(object->extension->info.class_userdata, &other),
           "one method is overridden, others are not");
    get_warnings(object->instance, NULL, &warnings);
    int count = (int)count_of(&warnings);
    free_name(&name);
    free_name(&other);
    free_array(&warnings);
    return count;
}

gd_function *find_function(const char *name)
{
    static const struct {
        const char *name;
        gd_function *function;
    } all[] = {
        {"get_godot_version", (gd_function *)get_version},
        {"print_error", (gd_function *)print_error},
        {"print_warning", (gd_function *)print_warning},
        {"editor_help_load_xml_from_utf8_chars", (gd_function *)load_help},
        {"object_method_bind_call", (gd_function *)call_bind},
        {"object_method_bind_ptrcall", (gd_function *)call_native},
        {"object_destroy", (gd_function *)destroy},
        {"global_get_singleton", (gd_function *)singleton},
        {"object_get_instance_binding", (gd_function *)get_binding},
        {"object_set_instance_binding", (gd_function *)set_binding},
        {"object_set_instance", (gd_function *)set_instance},
        {"object_cast_to", (gd_function *)cast_to},
        {"classdb_construct_object", (gd_function *)construct},
        {"classdb_get_method_bind", (gd_function *)get_bind},
        {"classdb_get_class_tag", (gd_function *)class_tag},
        {"classdb_register_extension_class2", (gd_function *)register_class},
        {"classdb_register_extension_class_method", (gd_function *)register_method},
        {"classdb_register_extension_class_property_indexed", (gd_function *)register_property},
        {"classdb_register_extension_class_property_group", (gd_function *)register_group},
        {"classdb_register_extension_class_signal", (gd_function *)register_signal},
        {"classdb_unregister_extension_class", (gd_function *)unregister_class},
    };
    expect(engine.minor >= 3 || strncmp(name, "editor_help", 11) != 0,
           "4.2 is not asked for what came later");
    if (engine.lacks && !strcmp(engine.lacks, name)) return NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (!strcmp(all[i].name, name)) return all[i].function;
    return find_value_function(name);
}
