#include "engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct gd_functions gd;
struct gd_methods gd_methods;
void *gd_library;

static gd_destructor *destructors[GD_TYPE_COUNT];
static gd_constructor *empty[GD_TYPE_COUNT], *copies[GD_TYPE_COUNT];
static gd_builtin_method *sizes[GD_TYPE_COUNT], *append_text;

static gd_function *find_function(gd_get_proc_address *find, const char *name, int *missing)
{
    gd_function *found = find(name);
    if (!found) {
        fprintf(stderr, "Kamm: this Godot has no %s; 4.2 or later is needed\n", name);
        *missing = 1;
    }
    return found;
}

/* Values that own memory: texts and packed arrays. */
static void load_values(void)
{
    static const enum gd_type owning[] = {GD_STRING,
                                          GD_STRING_NAME,
                                          GD_PACKED_BYTE_ARRAY,
                                          GD_PACKED_FLOAT32_ARRAY,
                                          GD_PACKED_STRING_ARRAY,
                                          GD_PACKED_VECTOR3_ARRAY};
    for (size_t i = 0; i < sizeof owning / sizeof *owning; ++i) {
        destructors[owning[i]] = gd.variant_get_ptr_destructor(owning[i]);
        empty[owning[i]] = gd.variant_get_ptr_constructor(owning[i], 0);
        copies[owning[i]] = gd.variant_get_ptr_constructor(owning[i], 1);
    }
    gd_name size = gd_make_name("size"), push_back = gd_make_name("push_back");
    append_text =
        gd.variant_get_ptr_builtin_method(GD_PACKED_STRING_ARRAY, &push_back, GD_HASH_OF_PUSH_BACK);
    gd_free_name(&push_back);
    for (size_t i = 2; i < sizeof owning / sizeof *owning; ++i)
        sizes[owning[i]] = gd.variant_get_ptr_builtin_method(owning[i], &size, GD_HASH_OF_SIZE);
    gd_free_name(&size);
}

int gd_load_functions(gd_get_proc_address *find, void *library)
{
    int missing = 0;
    gd_library = library;
#define GD_LOAD(name, result, parameters) \
    gd.name = (result(*) parameters)find_function(find, #name, &missing);
#define GD_LOAD_LATER(name, result, parameters) gd.name = (result(*) parameters)find(#name);
    GD_FUNCTIONS(GD_LOAD)
    if (missing) return 0;
    gd_version version;
    gd.get_godot_version(&version);
    if (version.major > 4 || version.minor >= 3) {
        GD_LATER_FUNCTIONS(GD_LOAD_LATER)
    }
    load_values();
    return 1;
}

static const void *find_method(const char *class, const char *method, int64_t hash, int *missing)
{
    gd_name class_name = gd_make_name(class), method_name = gd_make_name(method);
    const void *found = gd.classdb_get_method_bind(&class_name, &method_name, hash);
    gd_free_name(&method_name);
    gd_free_name(&class_name);
    if (!found) {
        gd_error("Kamm", "this Godot has no method %s.%s with the hash %lld", class, method,
                 (long long)hash);
        *missing = 1;
    }
    return found;
}

int gd_load_methods(void)
{
    int missing = 0;
#define GD_FIND(class, method, hash) \
    gd_methods.class##_##method = find_method(#class, #method, hash, &missing);
    GD_METHODS(GD_FIND)
    return !missing;
}

void gd_error(const char *where, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gd.print_error(text, where, "kamm", 0, 1);
}

void gd_warning(const char *where, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gd.print_warning(text, where, "kamm", 0, 1);
}

gd_name gd_make_name(const char *text)
{
    gd_name name;
    gd.string_name_new_with_utf8_chars(&name, text);
    return name;
}

void gd_free_name(gd_name *name) { destructors[GD_STRING_NAME](name); }

gd_string gd_make_string(const char *text)
{
    gd_string string;
    gd.string_new_with_utf8_chars(&string, text);
    return string;
}

void gd_free_string(gd_string *string) { destructors[GD_STRING](string); }

int64_t gd_copy_text(const gd_string *string, char *text, size_t size)
{
    int64_t length = gd.string_to_utf8_chars(string, text, (int64_t)size - 1);
    text[length < (int64_t)size - 1 ? (size_t)length : size - 1] = 0;
    return length;
}

gd_packed gd_make_packed(enum gd_type type, const gd_packed *copied)
{
    gd_packed array;
    const void *arguments[] = {copied};
    if (copied)
        copies[type](&array, arguments);
    else
        empty[type](&array, NULL);
    return array;
}

void gd_free_packed(enum gd_type type, gd_packed *array) { destructors[type](array); }

void gd_append_text(gd_packed *array, const char *text)
{
    gd_string string = gd_make_string(text);
    const void *arguments[] = {&string};
    gd_bool failed;
    append_text(array, arguments, &failed, 1);
    gd_free_string(&string);
}

int64_t gd_packed_size(enum gd_type type, const gd_packed *array)
{
    int64_t size;
    gd_packed *base = (gd_packed *)array; /* which the method does not change */
    sizes[type](base, NULL, &size, 0);
    return size;
}

void gd_free_value(enum gd_type type, void *value)
{
    if (destructors[type]) destructors[type](value);
}

void gd_call(const void *method, void *object, const void *const *arguments, void *result)
{
    gd.object_method_bind_ptrcall(method, object, arguments, result);
}

double gd_call_number(const void *method, void *object)
{
    double number = 0;
    gd_call(method, object, NULL, &number);
    return number;
}

int64_t gd_call_integer(const void *method, void *object)
{
    int64_t integer = 0;
    gd_call(method, object, NULL, &integer);
    return integer;
}

int gd_call_flag(const void *method, void *object)
{
    gd_bool flag = 0;
    gd_call(method, object, NULL, &flag);
    return flag != 0;
}

void *gd_cast(void *object, const char *class_name)
{
    gd_name name = gd_make_name(class_name);
    void *tag = gd.classdb_get_class_tag(&name);
    gd_free_name(&name);
    return tag && object ? gd.object_cast_to(object, tag) : NULL;
}

void gd_unreference(void *reference)
{
    if (reference && gd_call_flag(gd_methods.RefCounted_unreference, reference))
        gd.object_destroy(reference);
}

static void *engine_singleton(void)
{
    gd_name name = gd_make_name("Engine");
    void *engine = gd.global_get_singleton(&name);
    gd_free_name(&name);
    return engine;
}

int gd_in_editor(void)
{
    return gd_call_flag(gd_methods.Engine_is_editor_hint, engine_singleton());
}

int gd_physics_ticks(void)
{
    return (int)gd_call_integer(gd_methods.Engine_get_physics_ticks_per_second, engine_singleton());
}

gd_variant gd_variant_of(enum gd_type type, const void *value)
{
    gd_variant variant;
    gd.get_variant_from_type_constructor(type)(&variant, (void *)value); /* which it only reads */
    return variant;
}

void gd_emit(void *object, const char *signal, gd_variant *arguments, int count)
{
    gd_name name = gd_make_name(signal);
    gd_variant first = gd_variant_of(GD_STRING_NAME, &name), result;
    const void *all[5] = {&first};
    gd_call_error error = {0};
    for (int i = 0; i < count; ++i) all[i + 1] = &arguments[i];
    gd.object_method_bind_call(gd_methods.Object_emit_signal, object, all, count + 1, &result,
                               &error);
    gd.variant_destroy(&result);
    gd.variant_destroy(&first);
    for (int i = 0; i < count; ++i) gd.variant_destroy(&arguments[i]);
    gd_free_name(&name);
}
