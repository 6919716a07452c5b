#include "classes.h"

#include "help.h"

#include <stdio.h>
#include <string.h>

enum { MOST_CLASSES = 4, MOST_ACCESSORS = 64 };

/* The class that is being registered; accessors of fields, which Godot calls by these structs; help of classes. */
static const struct gd_class *current;
static struct gd_method accessors[MOST_ACCESSORS];
static char accessor_names[MOST_ACCESSORS][48];
static int accessor_count;
static char *help[MOST_CLASSES];
static int help_count;

/* -- Calls from Godot -- */

static size_t size_of(enum gd_type type)
{
    switch (type) {
    case GD_BOOL: return sizeof(gd_bool);
    case GD_INT: return sizeof(int64_t);
    case GD_FLOAT: return sizeof(double);
    case GD_STRING: return sizeof(gd_string);
    case GD_VECTOR3: return sizeof(gd_vector3);
    case GD_TRANSFORM3D: return sizeof(gd_transform3d);
    case GD_OBJECT: return sizeof(void *);
    case GD_PACKED_STRING_ARRAY: return sizeof(gd_packed);
    default: return 0;
    }
}

static int fits(const struct gd_method *method, const void *const *arguments, int64_t count,
                gd_call_error *error)
{
    *error = (gd_call_error){.expected = method->argument_count};
    if (count != method->argument_count) {
        error->error = count < method->argument_count ? GD_CALL_ERROR_TOO_FEW_ARGUMENTS
                                                      : GD_CALL_ERROR_TOO_MANY_ARGUMENTS;
        return 0;
    }
    for (int i = 0; i < count; ++i) {
        int32_t is = gd.variant_get_type(arguments[i]), should = method->arguments[i].type;
        if (is == should || gd.variant_can_convert_strict(is, should)) continue;
        *error = (gd_call_error){GD_CALL_ERROR_INVALID_ARGUMENT, i, should};
        return 0;
    }
    return 1;
}

static void call_by_variants(void *userdata, void *instance, const void *const *arguments,
                             int64_t count, void *result, gd_call_error *error)
{
    const struct gd_method *method = userdata;
    union gd_value in[GD_MOST_ARGUMENTS] = {0}, out = {0};
    if (!fits(method, arguments, count, error)) return;
    for (int i = 0; i < count; ++i)
        gd.get_variant_to_type_constructor(method->arguments[i].type)(&in[i], (void *)arguments[i]);
    method->body(instance, method->data, in, &out);
    for (int i = 0; i < count; ++i) gd_free_value(method->arguments[i].type, &in[i]);
    if (method->returns == GD_NIL) return;
    gd.get_variant_from_type_constructor(method->returns)(result, &out);
    gd_free_value(method->returns, &out);
}

/* Arguments stay the caller's. */
static void call_by_pointers(void *userdata, void *instance, const void *const *arguments,
                             void *result)
{
    const struct gd_method *method = userdata;
    union gd_value in[GD_MOST_ARGUMENTS] = {0}, out = {0};
    for (int i = 0; i < method->argument_count; ++i)
        memcpy(&in[i], arguments[i], size_of(method->arguments[i].type));
    method->body(instance, method->data, in, &out);
    if (method->returns == GD_NIL) return;
    gd_free_value(method->returns, result); /* a value, which the new one takes the place of */
    memcpy(result, &out, size_of(method->returns));
}

/* -- Instances -- */

static void no_free(void *token, void *node, void *binding)
{
    (void)token, (void)node, (void)binding;
}
static gd_bool no_reference(void *token, void *binding, gd_bool reference)
{
    (void)token, (void)binding, (void)reference;
    return 1;
}
static const gd_instance_binding_callbacks callbacks = {NULL, no_free, no_reference};

static void *make_instance(const struct gd_class *class, void *node)
{
    struct gd_instance *instance = kamm_allocate(class->size);
    if (!instance) {
        gd_error(class->name, "out of memory");
        return NULL;
    }
    instance->class = class;
    instance->node = node;
    class->start(instance);
    gd.object_set_instance_binding(node, gd_library, instance, &callbacks);
    return instance;
}

static void *create(void *class_userdata)
{
    const struct gd_class *class = class_userdata;
    gd_name parent = gd_make_name("Node3D"), name = gd_make_name(class->name);
    void *node = gd.classdb_construct_object(&parent);
    void *instance = node ? make_instance(class, node) : NULL;
    if (instance) gd.object_set_instance(node, &name, instance);
    if (node && !instance) gd.object_destroy(node), node = NULL;
    gd_free_name(&name);
    gd_free_name(&parent);
    return node;
}

static void free_instance(void *class_userdata, void *instance)
{
    const struct gd_class *class = class_userdata;
    if (!instance) return;
    class->end(instance);
    kamm_release(instance);
}

static void notify(void *instance, int32_t what, gd_bool reversed)
{
    struct gd_instance *of = instance;
    (void)reversed;
    if (of) of->class->notify(instance, what);
}

/* Godot's method _get_configuration_warnings. */
static void get_warnings(void *instance, const void *const *arguments, void *result)
{
    const struct gd_instance *of = instance;
    const char *warning = of->class->warning(instance);
    (void)arguments;
    if (warning) gd_append_text(result, warning);
}

static gd_virtual *find_virtual(void *class_userdata, const void *name)
{
    gd_name warnings = gd_make_name("_get_configuration_warnings");
    int is_asked = ((const gd_name *)name)->opaque == warnings.opaque; /* equal names are one */
    (void)class_userdata;
    gd_free_name(&warnings);
    return is_asked ? get_warnings : NULL;
}

void *gd_instance_of(void *node, const struct gd_class *class)
{
    struct gd_instance *instance =
        node ? gd.object_get_instance_binding(node, gd_library, NULL) : NULL;
    return instance && instance->class == class ? instance : NULL;
}

/* -- Registration -- */

/* A property's description with the names that it points to. */
struct description {
    gd_property_info info;
    gd_name name, class_name;
    gd_string hint_text;
};

static void describe(struct description *as, const char *name, enum gd_type type,
                     const char *class_name)
{
    as->name = gd_make_name(name);
    as->class_name = gd_make_name(class_name ? class_name : "");
    as->hint_text = gd_make_string("");
    as->info = (gd_property_info){type,         &as->name,      &as->class_name,
                                  GD_HINT_NONE, &as->hint_text, GD_USAGE_DEFAULT};
}

static void free_description(struct description *of)
{
    gd_free_string(&of->hint_text);
    gd_free_name(&of->class_name);
    gd_free_name(&of->name);
}

void gd_register_class(const struct gd_class *class)
{
    gd_name name = gd_make_name(class->name), parent = gd_make_name("Node3D");
    gd_class_creation_info2 info = {.is_exposed = 1,
                                    .notification_func = notify,
                                    .create_instance_func = create,
                                    .free_instance_func = free_instance,
                                    .get_virtual_func = find_virtual,
                                    .class_userdata = (void *)class};
    gd.classdb_register_extension_class2(gd_library, &name, &parent, &info);
    gd_free_name(&parent);
    gd_free_name(&name);
    current = class;
    help_begin(class);
    class->add_members();
    if (help_count < MOST_CLASSES) help[help_count++] = help_end();
}

void gd_unregister_class(const struct gd_class *class)
{
    gd_name name = gd_make_name(class->name);
    gd.classdb_unregister_extension_class(gd_library, &name);
    gd_free_name(&name);
}

static void register_method(const struct gd_method *method)
{
    struct description result, arguments[GD_MOST_ARGUMENTS];
    gd_property_info infos[GD_MOST_ARGUMENTS];
    int32_t metadata[GD_MOST_ARGUMENTS] = {0};
    gd_name class_name = gd_make_name(current->name), name = gd_make_name(method->name);
    describe(&result, "", method->returns, NULL);
    for (int i = 0; i < method->argument_count; ++i) {
        const struct gd_argument *argument = &method->arguments[i];
        describe(&arguments[i], argument->name, argument->type, argument->class_name);
        infos[i] = arguments[i].info;
    }
    gd_class_method_info info = {.name = &name,
                                 .method_userdata = (void *)method,
                                 .call_func = call_by_variants,
                                 .ptrcall_func = call_by_pointers,
                                 .method_flags = GD_METHOD_NORMAL,
                                 .has_return_value = method->returns != GD_NIL,
                                 .return_value_info = &result.info,
                                 .argument_count = (uint32_t)method->argument_count,
                                 .arguments_info = infos,
                                 .arguments_metadata = metadata};
    gd.classdb_register_extension_class_method(gd_library, &class_name, &info);
    for (int i = 0; i < method->argument_count; ++i) free_description(&arguments[i]);
    free_description(&result);
    gd_free_name(&name);
    gd_free_name(&class_name);
}

void gd_add_method(const struct gd_method *method)
{
    register_method(method);
    help_method(method);
}

void gd_add_indexed(const struct gd_indexed *property)
{
    struct description as;
    gd_name class_name = gd_make_name(current->name), getter = gd_make_name(property->getter),
            setter = gd_make_name(property->setter ? property->setter : "");
    describe(&as, property->name, property->type, NULL);
    gd_free_string(&as.hint_text);
    as.hint_text = gd_make_string(property->hint_text ? property->hint_text : "");
    as.info.hint = property->hint;
    if (!property->setter) as.info.usage = GD_USAGE_EDITOR | GD_USAGE_READ_ONLY;
    gd.classdb_register_extension_class_property_indexed(gd_library, &class_name, &as.info, &setter,
                                                         &getter, property->index);
    help_property(property->name, property->type, property->help);
    free_description(&as);
    gd_free_name(&setter);
    gd_free_name(&getter);
    gd_free_name(&class_name);
}

static void read_field(void *instance, const void *data, const union gd_value *in,
                       union gd_value *out)
{
    const struct gd_field *field = data;
    const char *at = (const char *)instance + field->offset;
    (void)in;
    if (field->type == GD_STRING)
        out->string = gd_make_string(at);
    else if (field->type == GD_PACKED_STRING_ARRAY)
        out->packed = gd_make_packed(field->type, (const gd_packed *)(const void *)at);
    else
        memcpy(out, at, size_of(field->type));
}

/* Texts are stored as C's. A longer one than fits is refused, as no file and no preset has such a name. */
static void store_text(const struct gd_instance *instance, const struct gd_field *field,
                       const gd_string *string, char *at)
{
    char text[GD_TEXT_ROOM];
    if (gd_copy_text(string, text, sizeof text) >= GD_TEXT_ROOM)
        gd_error(instance->class->name, "%s: the text is longer than %d bytes", field->name,
                 GD_TEXT_ROOM - 1);
    else
        strcpy(at, text);
}

static void write_field(void *instance, const void *data, const union gd_value *in,
                        union gd_value *out)
{
    const struct gd_field *field = data;
    const struct gd_instance *of = instance;
    char *at = (char *)instance + field->offset;
    (void)out;
    if (field->type == GD_STRING) {
        store_text(of, field, &in->string, at);
    } else if (field->type == GD_PACKED_STRING_ARRAY) {
        gd_packed copy = gd_make_packed(field->type, &in->packed);
        gd_free_packed(field->type, (gd_packed *)(void *)at);
        memcpy(at, &copy, sizeof copy);
    } else
        memcpy(at, in, size_of(field->type));
    of->class->changed(instance, field->offset);
}

static const char *add_accessor(const struct gd_field *field, const char *verb,
                                struct gd_method method)
{
    char *name = accessor_names[accessor_count];
    snprintf(name, sizeof *accessor_names, "%s_%s", verb, field->name);
    method.name = name;
    method.data = field;
    accessors[accessor_count] = method;
    register_method(&accessors[accessor_count++]);
    return name;
}

void gd_add_field(const struct gd_field *field)
{
    if (accessor_count + 2 > MOST_ACCESSORS) {
        gd_error(current->name, "%s: there are more than %d accessors", field->name,
                 MOST_ACCESSORS);
        return;
    }
    const char *setter = add_accessor(
        field, "set",
        (struct gd_method){
            .body = write_field, .argument_count = 1, .arguments = {{"value", field->type, NULL}}});
    const char *getter =
        add_accessor(field, "get", (struct gd_method){.body = read_field, .returns = field->type});
    gd_add_indexed(&(struct gd_indexed){.name = field->name,
                                        .help = field->help,
                                        .type = field->type,
                                        .setter = setter,
                                        .getter = getter,
                                        .index = -1,
                                        .hint = field->hint,
                                        .hint_text = field->hint_text});
}

void gd_add_group(const char *name)
{
    gd_name class_name = gd_make_name(current->name);
    gd_string group = gd_make_string(name), prefix = gd_make_string("");
    gd.classdb_register_extension_class_property_group(gd_library, &class_name, &group, &prefix);
    gd_free_string(&prefix);
    gd_free_string(&group);
    gd_free_name(&class_name);
}

void gd_add_signal(const char *name, const char *text, const struct gd_argument *arguments,
                   int count)
{
    struct description as[GD_MOST_ARGUMENTS];
    gd_property_info infos[GD_MOST_ARGUMENTS];
    gd_name class_name = gd_make_name(current->name), signal = gd_make_name(name);
    for (int i = 0; i < count; ++i) {
        describe(&as[i], arguments[i].name, arguments[i].type, arguments[i].class_name);
        infos[i] = as[i].info;
    }
    gd.classdb_register_extension_class_signal(gd_library, &class_name, &signal, infos, count);
    help_signal(name, text, arguments, count);
    for (int i = 0; i < count; ++i) free_description(&as[i]);
    gd_free_name(&signal);
    gd_free_name(&class_name);
}

void gd_show_help(void)
{
    for (int i = 0; i < help_count; ++i)
        if (help[i] && gd.editor_help_load_xml_from_utf8_chars)
            gd.editor_help_load_xml_from_utf8_chars(help[i]);
}

void gd_forget_classes(void)
{
    for (int i = 0; i < help_count; ++i) kamm_release(help[i]);
    help_count = accessor_count = 0;
}
