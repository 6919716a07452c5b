/* Godot's extension interface, versions 4.2 and later: what this addon uses of it, under names of its own.
 *
 * Numbers, members and signatures are those of the published description
 * (gdextension_interface.json and extension_api.json). tools/check_godot_api.py compares this file
 * with them. Sizes are those of Godot's usual build, with single precision. */
#ifndef KAMM_GODOT_INTERFACE_H
#define KAMM_GODOT_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

/* -- Values -- */

/* Types of a Variant. */
enum gd_type {
    GD_NIL = 0,
    GD_BOOL = 1,
    GD_INT = 2,
    GD_FLOAT = 3,
    GD_STRING = 4,
    GD_VECTOR3 = 9,
    GD_PLANE = 14,
    GD_TRANSFORM3D = 18,
    GD_STRING_NAME = 21,
    GD_OBJECT = 24,
    GD_PACKED_BYTE_ARRAY = 29,
    GD_PACKED_FLOAT32_ARRAY = 32,
    GD_PACKED_STRING_ARRAY = 34,
    GD_PACKED_VECTOR3_ARRAY = 36,
    GD_TYPE_COUNT = 40 /* more than are used */
};

typedef uint8_t gd_bool;
/* String and StringName: a pointer. A packed array: two. */
typedef struct gd_string {
    void *opaque;
} gd_string;
typedef struct gd_name {
    void *opaque;
} gd_name;
typedef struct gd_packed {
    void *opaque[2];
} gd_packed;
typedef struct gd_variant {
    uint64_t opaque[3];
} gd_variant;
typedef struct gd_vector3 {
    float x, y, z;
} gd_vector3;
typedef struct gd_plane {
    gd_vector3 normal;
    float d;
} gd_plane;
/* Rows of the basis: its columns are the axes of the local frame. */
typedef struct gd_transform3d {
    gd_vector3 rows[3];
    gd_vector3 origin;
} gd_transform3d;

/* -- Calls -- */

enum {
    GD_CALL_OK = 0,
    GD_CALL_ERROR_INVALID_ARGUMENT = 2,
    GD_CALL_ERROR_TOO_MANY_ARGUMENTS = 3,
    GD_CALL_ERROR_TOO_FEW_ARGUMENTS = 4
};
typedef struct gd_call_error {
    int32_t error;
    int32_t argument;
    int32_t expected;
} gd_call_error;

typedef void gd_from_type(void *variant, void *value);
typedef void gd_to_type(void *value, void *variant);
typedef void gd_constructor(void *value, const void *const *arguments);
typedef void gd_destructor(void *value);
typedef void gd_builtin_method(void *base, const void *const *arguments, void *result, int count);

/* -- Descriptions of classes -- */

enum { GD_HINT_NONE = 0, GD_HINT_RANGE = 1, GD_HINT_ENUM = 2, GD_HINT_FILE = 13 };
enum {
    GD_USAGE_STORAGE = 2,
    GD_USAGE_EDITOR = 4,
    GD_USAGE_DEFAULT = 6,
    GD_USAGE_READ_ONLY = 268435456
};
enum { GD_METHOD_NORMAL = 1, GD_METHOD_CONST = 4 };
enum {
    GD_NOTIFICATION_ENTER_TREE = 10,
    GD_NOTIFICATION_EXIT_TREE = 11,
    GD_NOTIFICATION_READY = 13,
    GD_NOTIFICATION_INTERNAL_PHYSICS_PROCESS = 26
};

typedef struct gd_property_info {
    int32_t type;
    void *name;
    void *class_name;
    uint32_t hint;
    void *hint_string;
    uint32_t usage;
} gd_property_info;

typedef void gd_method_call(void *method_userdata, void *instance, const void *const *arguments,
                            int64_t count, void *result, gd_call_error *error);
typedef void gd_method_ptrcall(void *method_userdata, void *instance, const void *const *arguments,
                               void *result);

typedef struct gd_class_method_info {
    void *name;
    void *method_userdata;
    gd_method_call *call_func;
    gd_method_ptrcall *ptrcall_func;
    uint32_t method_flags;
    gd_bool has_return_value;
    gd_property_info *return_value_info;
    int32_t return_value_metadata;
    uint32_t argument_count;
    gd_property_info *arguments_info;
    int32_t *arguments_metadata;
    uint32_t default_argument_count;
    void **default_arguments;
} gd_class_method_info;

/* A virtual method of Godot that a class overrides. */
typedef void gd_virtual(void *instance, const void *const *arguments, void *result);

/* The second version of this struct, of 4.2; later versions of Godot take it as well. */
typedef struct gd_class_creation_info2 {
    gd_bool is_virtual;
    gd_bool is_abstract;
    gd_bool is_exposed;
    void *set_func;
    void *get_func;
    void *get_property_list_func;
    void *free_property_list_func;
    void *property_can_revert_func;
    void *property_get_revert_func;
    void *validate_property_func;
    void (*notification_func)(void *instance, int32_t what, gd_bool reversed);
    void *to_string_func;
    void *reference_func;
    void *unreference_func;
    void *(*create_instance_func)(void *class_userdata);
    void (*free_instance_func)(void *class_userdata, void *instance);
    void *(*recreate_instance_func)(void *class_userdata, void *object);
    gd_virtual *(*get_virtual_func)(void *class_userdata, const void *name);
    void *get_virtual_call_data_func;
    void *call_virtual_with_data_func;
    void *get_rid_func;
    void *class_userdata;
} gd_class_creation_info2;

typedef struct gd_instance_binding_callbacks {
    void *(*create_callback)(void *token, void *instance);
    void (*free_callback)(void *token, void *instance, void *binding);
    gd_bool (*reference_callback)(void *token, void *binding, gd_bool reference);
} gd_instance_binding_callbacks;

/* -- Initialization -- */

typedef struct gd_version {
    uint32_t major;
    uint32_t minor;
    uint32_t patch;
    const char *string;
} gd_version;

enum { GD_LEVEL_SCENE = 2, GD_LEVEL_EDITOR = 3 };
typedef struct gd_initialization {
    int32_t minimum_initialization_level;
    void *userdata;
    void (*initialize)(void *userdata, int32_t level);
    void (*deinitialize)(void *userdata, int32_t level);
} gd_initialization;

typedef void gd_function(void);
typedef gd_function *gd_get_proc_address(const char *name);

/* -- Functions -- */

/* FUNCTION(name, result, parameters). Objects, method binds and Godot's other pointers are void pointers. */
#define GD_FUNCTIONS(FUNCTION)                                                                     \
    FUNCTION(get_godot_version, void, (gd_version * version))                                      \
    FUNCTION(print_error, void,                                                                    \
             (const char *description, const char *function, const char *file, int32_t line,       \
              gd_bool tells_editor))                                                               \
    FUNCTION(print_warning, void,                                                                  \
             (const char *description, const char *function, const char *file, int32_t line,       \
              gd_bool tells_editor))                                                               \
    FUNCTION(string_name_new_with_utf8_chars, void, (void *name, const char *text))                \
    FUNCTION(string_new_with_utf8_chars, void, (void *string, const char *text))                   \
    FUNCTION(string_to_utf8_chars, int64_t, (const void *string, char *text, int64_t room))        \
    FUNCTION(variant_new_nil, void, (void *variant))                                               \
    FUNCTION(variant_destroy, void, (void *variant))                                               \
    FUNCTION(variant_get_type, int32_t, (const void *variant))                                     \
    FUNCTION(variant_can_convert_strict, gd_bool, (int32_t from, int32_t to))                      \
    FUNCTION(get_variant_from_type_constructor, gd_from_type *, (int32_t type))                    \
    FUNCTION(get_variant_to_type_constructor, gd_to_type *, (int32_t type))                        \
    FUNCTION(variant_get_ptr_constructor, gd_constructor *, (int32_t type, int32_t constructor))   \
    FUNCTION(variant_get_ptr_destructor, gd_destructor *, (int32_t type))                          \
    FUNCTION(variant_get_ptr_builtin_method, gd_builtin_method *,                                  \
             (int32_t type, const void *method, int64_t hash))                                     \
    FUNCTION(packed_byte_array_operator_index_const, const uint8_t *,                              \
             (const void *array, int64_t index))                                                   \
    FUNCTION(packed_float32_array_operator_index_const, const float *,                             \
             (const void *array, int64_t index))                                                   \
    FUNCTION(packed_string_array_operator_index_const, void *, (const void *array, int64_t index)) \
    FUNCTION(packed_vector3_array_operator_index_const, void *,                                    \
             (const void *array, int64_t index))                                                   \
    FUNCTION(object_method_bind_call, void,                                                        \
             (const void *method, void *object, const void *const *arguments, int64_t count,       \
              void *result, gd_call_error *error))                                                 \
    FUNCTION(object_method_bind_ptrcall, void,                                                     \
             (const void *method, void *object, const void *const *arguments, void *result))       \
    FUNCTION(object_destroy, void, (void *object))                                                 \
    FUNCTION(global_get_singleton, void *, (const void *name))                                     \
    FUNCTION(object_get_instance_binding, void *,                                                  \
             (void *object, void *token, const gd_instance_binding_callbacks *callbacks))          \
    FUNCTION(object_set_instance_binding, void,                                                    \
             (void *object, void *token, void *binding,                                            \
              const gd_instance_binding_callbacks *callbacks))                                     \
    FUNCTION(object_set_instance, void, (void *object, const void *class_name, void *instance))    \
    FUNCTION(object_cast_to, void *, (const void *object, void *class_tag))                        \
    FUNCTION(classdb_construct_object, void *, (const void *class_name))                           \
    FUNCTION(classdb_get_method_bind, const void *,                                                \
             (const void *class_name, const void *method, int64_t hash))                           \
    FUNCTION(classdb_get_class_tag, void *, (const void *class_name))                              \
    FUNCTION(classdb_register_extension_class2, void,                                              \
             (void *library, const void *class_name, const void *parent,                           \
              const gd_class_creation_info2 *info))                                                \
    FUNCTION(classdb_register_extension_class_method, void,                                        \
             (void *library, const void *class_name, const gd_class_method_info *info))            \
    FUNCTION(classdb_register_extension_class_property_indexed, void,                              \
             (void *library, const void *class_name, const gd_property_info *info,                 \
              const void *setter, const void *getter, int64_t index))                              \
    FUNCTION(classdb_register_extension_class_property_group, void,                                \
             (void *library, const void *class_name, const void *group, const void *prefix))       \
    FUNCTION(classdb_register_extension_class_signal, void,                                        \
             (void *library, const void *class_name, const void *signal,                           \
              const gd_property_info *arguments, int64_t count))                                   \
    FUNCTION(classdb_unregister_extension_class, void, (void *library, const void *class_name))

/* Functions of 4.3 and later. An older Godot reports an error if it is asked for them. */
#define GD_LATER_FUNCTIONS(FUNCTION) \
    FUNCTION(editor_help_load_xml_from_utf8_chars, void, (const char *text))

/* METHOD(class, method, hash of its signature): those of engine classes. Hashes are equal in 4.2 to 4.7. */
#define GD_METHODS(METHOD)                                   \
    METHOD(Object, emit_signal, 4047867050)                  \
    METHOD(RefCounted, unreference, 2240911060)              \
    METHOD(Node, get_parent, 3160264692)                     \
    METHOD(Node, get_child, 541253412)                       \
    METHOD(Node, get_child_count, 894402480)                 \
    METHOD(Node, set_physics_process_internal, 2586408642)   \
    METHOD(Node, get_physics_process_delta_time, 1740695150) \
    METHOD(Node3D, set_transform, 2952846383)                \
    METHOD(Node3D, set_global_transform, 2952846383)         \
    METHOD(Node3D, get_global_transform, 3229777777)         \
    METHOD(Engine, is_editor_hint, 36873697)                 \
    METHOD(Engine, get_physics_ticks_per_second, 3905245786) \
    METHOD(CollisionShape3D, get_shape, 3214262478)          \
    METHOD(CollisionShape3D, is_disabled, 36873697)          \
    METHOD(BoxShape3D, get_size, 3360562783)                 \
    METHOD(SphereShape3D, get_radius, 1740695150)            \
    METHOD(CylinderShape3D, get_radius, 1740695150)          \
    METHOD(CylinderShape3D, get_height, 1740695150)          \
    METHOD(CapsuleShape3D, get_radius, 1740695150)           \
    METHOD(CapsuleShape3D, get_height, 1740695150)           \
    METHOD(ConvexPolygonShape3D, get_points, 497664490)      \
    METHOD(ConcavePolygonShape3D, get_faces, 497664490)      \
    METHOD(WorldBoundaryShape3D, get_plane, 2753500971)      \
    METHOD(HeightMapShape3D, get_map_width, 3905245786)      \
    METHOD(HeightMapShape3D, get_map_depth, 3905245786)      \
    METHOD(HeightMapShape3D, get_map_data, 675695659)        \
    METHOD(Mesh, get_faces, 497664490)                       \
    METHOD(FileAccess, file_exists, 2323990056)              \
    METHOD(FileAccess, get_file_as_bytes, 659035735)         \
    METHOD(DirAccess, dir_exists_absolute, 2323990056)       \
    METHOD(DirAccess, get_files_at, 3538744774)
/* The methods `size` of all packed arrays, and `push_back` of those of texts. */
#define GD_HASH_OF_SIZE 3173160232
#define GD_HASH_OF_PUSH_BACK 816187996

#endif
