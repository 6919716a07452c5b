#include "values.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t text_mark = 0x74657874, array_mark = 0x61727261, box_mark = 0x626f7862;

/* -- Texts -- */

struct text {
    uint32_t mark;
    struct text *next; /* of names, which are equal if their pointers are */
    int uses;
    char bytes[];
};
static struct text *first_name;

static struct text *new_text(const char *bytes)
{
    struct text *text = malloc(sizeof *text + strlen(bytes) + 1);
    *text = (struct text){.mark = text_mark, .uses = 1};
    strcpy(text->bytes, bytes);
    return text;
}

static struct text *checked(void *opaque)
{
    struct text *text = opaque;
    expect(text && text->mark == text_mark, "a text is one");
    return text;
}

gd_string string_of(const char *text)
{
    ++engine.live_strings;
    return (gd_string){new_text(text)};
}

void free_string(gd_string *string)
{
    struct text *text = checked(string->opaque);
    text->mark = 0;
    free(text);
    string->opaque = NULL;
    --engine.live_strings;
}

const char *text_of_string(const void *string)
{
    return checked(((const gd_string *)string)->opaque)->bytes;
}

/* The empty name is NULL, as in Godot. */
gd_name name_of(const char *text)
{
    if (!*text) return (gd_name){NULL};
    ++engine.live_names;
    for (struct text *name = first_name; name; name = name->next)
        if (!strcmp(name->bytes, text)) return ++name->uses, (gd_name){name};
    struct text *name = new_text(text);
    name->next = first_name;
    first_name = name;
    return (gd_name){name};
}

void free_name(gd_name *name)
{
    if (!name->opaque) return;
    struct text *text = checked(name->opaque), **at = &first_name;
    --engine.live_names;
    name->opaque = NULL;
    if (--text->uses) return;
    while (*at != text) at = &(*at)->next;
    *at = text->next;
    text->mark = 0;
    free(text);
}

const char *text_of_name(const void *name)
{
    void *opaque = ((const gd_name *)name)->opaque;
    return opaque ? checked(opaque)->bytes : "";
}

static void make_name(void *name, const char *text) { *(gd_name *)name = name_of(text); }
static void make_string(void *string, const char *text) { *(gd_string *)string = string_of(text); }

static int64_t copy_text(const void *string, char *text, int64_t room)
{
    const char *bytes = text_of_string(string);
    int64_t length = (int64_t)strlen(bytes);
    memcpy(text, bytes,
           (size_t)(length < room ? length : room)); /* without a final 0, as in Godot */
    return length;
}

/* -- Packed arrays -- */

struct array {
    uint32_t mark;
    enum gd_type type;
    int64_t count;
    size_t size;
    char *items;
};

static size_t item_size(enum gd_type type)
{
    switch (type) {
    case GD_PACKED_BYTE_ARRAY: return 1;
    case GD_PACKED_FLOAT32_ARRAY: return sizeof(float);
    case GD_PACKED_STRING_ARRAY: return sizeof(gd_string);
    default: return sizeof(gd_vector3);
    }
}

gd_packed array_of(enum gd_type type, const void *items, int64_t count)
{
    struct array *array = malloc(sizeof *array);
    *array = (struct array){array_mark, type, count, item_size(type),
                            malloc((size_t)count * item_size(type) + 1)};
    if (type == GD_PACKED_STRING_ARRAY)
        for (int64_t i = 0; i < count; ++i)
            ((gd_string *)(void *)array->items)[i] = string_of(((const char *const *)items)[i]);
    else if (count)
        memcpy(array->items, items, (size_t)count * array->size);
    ++engine.live_arrays;
    return (gd_packed){{array, NULL}};
}

static struct array *checked_array(const void *of, enum gd_type type)
{
    struct array *array = ((const gd_packed *)of)->opaque[0];
    expect(array && array->mark == array_mark && (!type || array->type == type),
           "an array is one, of its type");
    return array;
}

void free_array(gd_packed *of)
{
    struct array *array = checked_array(of, 0);
    if (array->type == GD_PACKED_STRING_ARRAY)
        for (int64_t i = 0; i < array->count; ++i)
            free_string(&((gd_string *)(void *)array->items)[i]);
    array->mark = 0;
    free(array->items);
    free(array);
    of->opaque[0] = NULL;
    --engine.live_arrays;
}

int64_t count_of(const gd_packed *array) { return checked_array(array, 0)->count; }

void replace_array(gd_packed *array, gd_packed by)
{
    free_array(array);
    *array = by;
}

static gd_packed copy_array(const void *of)
{
    struct array *array = checked_array(of, 0);
    if (array->type != GD_PACKED_STRING_ARRAY)
        return array_of(array->type, array->items, array->count);
    const char *texts[64];
    for (int64_t i = 0; i < array->count; ++i)
        texts[i] = text_of_string(&((gd_string *)(void *)array->items)[i]);
    return array_of(array->type, texts, array->count);
}

static void *item_of(const void *of, enum gd_type type, int64_t index)
{
    struct array *array = checked_array(of, type);
    expect(index >= 0 && index < array->count, "an item is in its array");
    return array->items + (size_t)index * array->size;
}
static const uint8_t *byte_at(const void *of, int64_t index)
{
    return item_of(of, GD_PACKED_BYTE_ARRAY, index);
}
static const float *float_at(const void *of, int64_t index)
{
    return item_of(of, GD_PACKED_FLOAT32_ARRAY, index);
}
static void *string_at(const void *of, int64_t index)
{
    return item_of(of, GD_PACKED_STRING_ARRAY, index);
}
static void *vector_at(const void *of, int64_t index)
{
    return item_of(of, GD_PACKED_VECTOR3_ARRAY, index);
}

static void array_size(void *base, const void *const *arguments, void *result, int count)
{
    expect(!arguments && !count, "size() has no arguments");
    *(int64_t *)result = checked_array(base, 0)->count;
}

static void push_back(void *base, const void *const *arguments, void *result, int count)
{
    struct array *array = checked_array(base, GD_PACKED_STRING_ARRAY);
    expect(count == 1, "push_back() has one argument");
    array->items = realloc(array->items, (size_t)(array->count + 1) * array->size);
    ((gd_string *)(void *)array->items)[array->count++] = string_of(text_of_string(arguments[0]));
    *(gd_bool *)result = 0;
}

static gd_builtin_method *find_builtin(int32_t type, const void *method, int64_t hash)
{
    int is_array = type >= GD_PACKED_BYTE_ARRAY && type <= GD_PACKED_VECTOR3_ARRAY;
    const char *name = text_of_name(method);
    if (type == GD_PACKED_STRING_ARRAY && !strcmp(name, "push_back") &&
        hash == GD_HASH_OF_PUSH_BACK)
        return push_back;
    return is_array && !strcmp(name, "size") && hash == GD_HASH_OF_SIZE ? array_size : NULL;
}

/* -- Variants: a type, and a box with the value -- */

struct box {
    uint32_t mark;
    union {
        gd_bool flag;
        int64_t whole;
        double real;
        gd_string string;
        gd_name name;
        gd_vector3 vector;
        gd_transform3d transform;
        void *object;
        gd_packed packed;
    } value;
};

static size_t value_size(int32_t type)
{
    switch (type) {
    case GD_BOOL: return sizeof(gd_bool);
    case GD_VECTOR3: return sizeof(gd_vector3);
    case GD_TRANSFORM3D: return sizeof(gd_transform3d);
    case GD_PACKED_STRING_ARRAY: return sizeof(gd_packed);
    default: return 8;
    }
}

static void copy_value(int32_t type, void *to, const void *from)
{
    if (type == GD_STRING)
        *(gd_string *)to = string_of(text_of_string(from));
    else if (type == GD_STRING_NAME)
        *(gd_name *)to = name_of(text_of_name(from));
    else if (type == GD_PACKED_STRING_ARRAY)
        *(gd_packed *)to = copy_array(from);
    else
        memcpy(to, from, value_size(type));
}

gd_variant variant_of(enum gd_type type, const void *value)
{
    struct box *box = calloc(1, sizeof *box);
    box->mark = box_mark;
    copy_value(type, &box->value, value);
    ++engine.live_variants;
    return (gd_variant){{type, (uint64_t)(uintptr_t)box, 0}};
}

static struct box *box_of(const void *variant)
{
    struct box *box = (struct box *)(uintptr_t)((const gd_variant *)variant)->opaque[1];
    expect(box && box->mark == box_mark, "a variant is one");
    return box;
}

int32_t type_of(const void *variant) { return (int32_t)((const gd_variant *)variant)->opaque[0]; }
const void *value_of(const void *variant) { return &box_of(variant)->value; }

void free_variant(gd_variant *variant)
{
    int32_t type = type_of(variant);
    if (type == GD_NIL) return;
    struct box *box = box_of(variant);
    if (type == GD_STRING) free_string(&box->value.string);
    if (type == GD_STRING_NAME) free_name(&box->value.name);
    if (type == GD_PACKED_STRING_ARRAY) free_array(&box->value.packed);
    box->mark = 0;
    free(box);
    *variant = (gd_variant){{0}};
    --engine.live_variants;
}

double real_of(const gd_variant *variant)
{
    int32_t type = type_of(variant);
    const void *value = value_of(variant);
    expect(type == GD_FLOAT || type == GD_INT || type == GD_BOOL, "a variant is a number");
    return type == GD_FLOAT ? *(const double *)value
           : type == GD_INT ? (double)*(const int64_t *)value
                            : *(const gd_bool *)value;
}

static void make_nil(void *variant) { *(gd_variant *)variant = (gd_variant){{0}}; }
static void destroy_variant(void *variant) { free_variant(variant); }
static int is_number(int32_t type) { return type == GD_BOOL || type == GD_INT || type == GD_FLOAT; }
static gd_bool can_convert(int32_t from, int32_t to)
{
    return from == to || (is_number(from) && is_number(to)) || (from == GD_NIL && to == GD_OBJECT);
}

/* Conversions of both ways, one of each for each type, as Godot hands them out. */
#define TYPES(TYPE)  \
    TYPE(GD_BOOL)    \
    TYPE(GD_INT)     \
    TYPE(GD_FLOAT)   \
    TYPE(GD_STRING)  \
    TYPE(GD_VECTOR3) \
    TYPE(GD_TRANSFORM3D) TYPE(GD_STRING_NAME) TYPE(GD_OBJECT) TYPE(GD_PACKED_STRING_ARRAY)
static void unpack(enum gd_type type, void *value, const void *variant)
{
    if (type == GD_FLOAT && type_of(variant) != GD_FLOAT)
        *(double *)value = real_of(variant);
    else if (type == GD_INT && type_of(variant) != GD_INT)
        *(int64_t *)value = (int64_t)real_of(variant);
    else if (type == GD_OBJECT && type_of(variant) == GD_NIL)
        *(void **)value = NULL;
    else {
        expect(type_of(variant) == (int32_t)type, "a variant has the type that is asked for");
        copy_value(type, value, value_of(variant));
    }
}
#define PACK(type)                                        \
    static void pack_##type(void *variant, void *value)   \
    {                                                     \
        *(gd_variant *)variant = variant_of(type, value); \
    }                                                     \
    static void unpack_##type(void *value, void *variant) { unpack(type, value, variant); }
TYPES(PACK)

static gd_from_type *find_pack(int32_t type)
{
#define PACK_CASE(of) \
    if (type == of) return pack_##of;
    TYPES(PACK_CASE)
    return NULL;
}

static gd_to_type *find_unpack(int32_t type)
{
#define UNPACK_CASE(of) \
    if (type == of) return unpack_##of;
    TYPES(UNPACK_CASE)
    return NULL;
}

/* -- Constructors and destructors by type -- */

#define OWNERS(OWNER)                                                                     \
    OWNER(GD_STRING, gd_string, string_of(""), string_of(text_of_string(*arguments)),     \
          free_string(value))                                                             \
    OWNER(GD_STRING_NAME, gd_name, name_of(""), name_of(text_of_name(*arguments)),        \
          free_name(value))                                                               \
    OWNER(GD_PACKED_BYTE_ARRAY, gd_packed, array_of(GD_PACKED_BYTE_ARRAY, NULL, 0),       \
          copy_array(*arguments), free_array(value))                                      \
    OWNER(GD_PACKED_FLOAT32_ARRAY, gd_packed, array_of(GD_PACKED_FLOAT32_ARRAY, NULL, 0), \
          copy_array(*arguments), free_array(value))                                      \
    OWNER(GD_PACKED_STRING_ARRAY, gd_packed, array_of(GD_PACKED_STRING_ARRAY, NULL, 0),   \
          copy_array(*arguments), free_array(value))                                      \
    OWNER(GD_PACKED_VECTOR3_ARRAY, gd_packed, array_of(GD_PACKED_VECTOR3_ARRAY, NULL, 0), \
          copy_array(*arguments), free_array(value))
#define OWN(type, c_type, empty, copied, freed)                         \
    static void empty_##type(void *value, const void *const *arguments) \
    {                                                                   \
        (void)arguments;                                                \
        *(c_type *)value = empty;                                       \
    }                                                                   \
    static void copy_##type(void *value, const void *const *arguments)  \
    {                                                                   \
        *(c_type *)value = copied;                                      \
    }                                                                   \
    static void free_##type(void *value) { freed; }
OWNERS(OWN)

static gd_constructor *find_constructor(int32_t type, int32_t which)
{
#define CONSTRUCTOR_CASE(of, c_type, empty, copied, freed) \
    if (type == of) return which == 1 ? copy_##of : empty_##of;
    OWNERS(CONSTRUCTOR_CASE)
    return NULL;
}

static gd_destructor *find_destructor(int32_t type)
{
#define DESTRUCTOR_CASE(of, c_type, empty, copied, freed) \
    if (type == of) return free_##of;
    OWNERS(DESTRUCTOR_CASE)
    return NULL;
}

gd_function *find_value_function(const char *name)
{
    static const struct {
        const char *name;
        gd_function *function;
    } all[] = {
        {"string_name_new_with_utf8_chars", (gd_function *)make_name},
        {"string_new_with_utf8_chars", (gd_function *)make_string},
        {"string_to_utf8_chars", (gd_function *)copy_text},
        {"variant_new_nil", (gd_function *)make_nil},
        {"variant_destroy", (gd_function *)destroy_variant},
        {"variant_get_type", (gd_function *)type_of},
        {"variant_can_convert_strict", (gd_function *)can_convert},
        {"get_variant_from_type_constructor", (gd_function *)find_pack},
        {"get_variant_to_type_constructor", (gd_function *)find_unpack},
        {"variant_get_ptr_constructor", (gd_function *)find_constructor},
        {"variant_get_ptr_destructor", (gd_function *)find_destructor},
        {"variant_get_ptr_builtin_method", (gd_function *)find_builtin},
        {"packed_byte_array_operator_index_const", (gd_function *)byte_at},
        {"packed_float32_array_operator_index_const", (gd_function *)float_at},
        {"packed_string_array_operator_index_const", (gd_function *)string_at},
        {"packed_vector3_array_operator_index_const", (gd_function *)vector_at},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (!strcmp(all[i].name, name)) return all[i].function;
    return NULL;
}
