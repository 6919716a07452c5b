#include "natives.h"
#include "values.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct native_class classes[] = {
    {"Object", ""},
    {"Node", "Object"},
    {"Node3D", "Node"},
    {"StaticBody3D", "Node3D"},
    {"RigidBody3D", "Node3D"},
    {"CollisionShape3D", "Node3D"},
    {"RefCounted", "Object"},
    {"Shape3D", "RefCounted"},
    {"BoxShape3D", "Shape3D"},
    {"SphereShape3D", "Shape3D"},
    {"CylinderShape3D", "Shape3D"},
    {"CapsuleShape3D", "Shape3D"},
    {"ConvexPolygonShape3D", "Shape3D"},
    {"ConcavePolygonShape3D", "Shape3D"},
    {"WorldBoundaryShape3D", "Shape3D"},
    {"HeightMapShape3D", "Shape3D"},
    {"SeparationRayShape3D", "Shape3D"},
    {"Mesh", "RefCounted"},
    {"ArrayMesh", "Mesh"},
    {"Engine", "Object"},
    {"FileAccess", "RefCounted"},
    {"DirAccess", "RefCounted"},
};

const struct native_class *native_named(const char *name)
{
    for (size_t i = 0; i < sizeof classes / sizeof *classes; ++i)
        if (!strcmp(classes[i].name, name)) return &classes[i];
    return NULL;
}

int native_is(const struct native_class *class, const char *base)
{
    for (; class; class = native_named(class->parent))
        if (!strcmp(class->name, base)) return 1;
    return 0;
}

/* -- Transforms -- */

static gd_transform3d product(const gd_transform3d *a, const gd_transform3d *b)
{
    gd_transform3d c;
    for (int i = 0; i < 3; ++i) {
        const gd_vector3 *r = &a->rows[i];
        for (int k = 0; k < 3; ++k)
            (&c.rows[i].x)[k] =
                r->x * (&b->rows[0].x)[k] + r->y * (&b->rows[1].x)[k] + r->z * (&b->rows[2].x)[k];
        (&c.origin.x)[i] =
            r->x * b->origin.x + r->y * b->origin.y + r->z * b->origin.z + (&a->origin.x)[i];
    }
    return c;
}

gd_transform3d global_of(const struct object *object)
{
    if (!object->parent || !native_is(object->parent->class, "Node3D")) return object->local;
    gd_transform3d above = global_of(object->parent);
    return product(&above, &object->local);
}

/* -- Methods: each has the object, pointers to its arguments and that to its result -- */

#define METHOD(name) static void name(struct object *o, const void *const *in, void *out)
#define UNUSED (void)o, (void)in, (void)out

METHOD(emit_signal) { UNUSED, expect(0, "emit_signal is called with variants"); }
METHOD(unreference)
{
    UNUSED;
    *(gd_bool *)out = --o->references == 0;
}
METHOD(get_parent)
{
    UNUSED;
    *(void **)out = o->parent;
}
METHOD(get_child)
{
    UNUSED;
    int64_t index = *(const int64_t *)in[0];
    expect(index >= 0 && index < o->child_count && !*(const gd_bool *)in[1], "a child is there");
    *(void **)out = o->children[index];
}
METHOD(get_child_count)
{
    UNUSED;
    expect(!*(const gd_bool *)in[0], "children that others see");
    *(int64_t *)out = o->child_count;
}
METHOD(set_physics_process_internal)
{
    UNUSED;
    o->steps = *(const gd_bool *)in[0];
}
METHOD(get_physics_process_delta_time)
{
    UNUSED;
    *(double *)out = engine.delta_s;
}
METHOD(set_transform)
{
    UNUSED;
    o->local = *(const gd_transform3d *)in[0];
}
METHOD(set_global_transform)
{
    UNUSED;
    gd_transform3d is = *(const gd_transform3d *)in[0],
                   above = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}};
    if (o->parent && native_is(o->parent->class, "Node3D")) above = global_of(o->parent);
    gd_transform3d inverse = {0}; /* of a rotation and a shift */
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) (&inverse.rows[i].x)[k] = (&above.rows[k].x)[i];
    for (int i = 0; i < 3; ++i) {
        const gd_vector3 *r = &inverse.rows[i];
        (&inverse.origin.x)[i] =
            -(r->x * above.origin.x + r->y * above.origin.y + r->z * above.origin.z);
    }
    o->local = product(&inverse, &is);
}
METHOD(get_global_transform)
{
    UNUSED;
    expect(o->is_in_tree, "a global transform is that of a node in the tree");
    *(gd_transform3d *)out = global_of(o);
}
METHOD(is_editor_hint)
{
    UNUSED;
    *(gd_bool *)out = (gd_bool)engine.in_editor;
}
METHOD(get_physics_ticks_per_second)
{
    UNUSED;
    *(int64_t *)out = engine.ticks;
}
METHOD(get_shape)
{
    UNUSED;
    if (o->shape) ++o->shape->references; /* the result is a reference */
    *(void **)out = o->shape;
}
METHOD(is_disabled)
{
    UNUSED;
    *(gd_bool *)out = o->disabled;
}
METHOD(get_size)
{
    UNUSED;
    *(gd_vector3 *)out = o->size;
}
METHOD(get_radius)
{
    UNUSED;
    *(double *)out = o->radius;
}
METHOD(get_height)
{
    UNUSED;
    *(double *)out = o->height;
}
METHOD(get_plane)
{
    UNUSED;
    *(gd_plane *)out = o->plane;
}
METHOD(get_map_width)
{
    UNUSED;
    *(int64_t *)out = o->width;
}
METHOD(get_map_depth)
{
    UNUSED;
    *(int64_t *)out = o->depth;
}
METHOD(get_map_data)
{
    UNUSED;
    replace_array(out, array_of(GD_PACKED_FLOAT32_ARRAY, o->numbers, o->number_count));
}
METHOD(get_faces)
{
    UNUSED;
    replace_array(out, array_of(GD_PACKED_VECTOR3_ARRAY, o->numbers, o->number_count / 3));
}

/* -- Files -- */

static void path_of(const void *string, char path[512])
{
    const char *text = text_of_string(string);
    if (!strncmp(text, "res://", 6))
        snprintf(path, 512, "%s/%s", engine.project, text + 6);
    else if (!strncmp(text, "user://", 7))
        snprintf(path, 512, "%s/%s", engine.user, text + 7);
    else
        snprintf(path, 512, "%s", text);
}

METHOD(file_exists)
{
    UNUSED;
    char path[512];
    path_of(in[0], path);
    FILE *file = fopen(path, "rb");
    DIR *folder = opendir(path);
    *(gd_bool *)out = file && !folder;
    if (file) fclose(file);
    if (folder) closedir(folder);
}
METHOD(get_file_as_bytes)
{
    UNUSED;
    static char bytes[1 << 20];
    char path[512];
    path_of(in[0], path);
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    replace_array(out, array_of(GD_PACKED_BYTE_ARRAY, bytes, (int64_t)size));
}
METHOD(dir_exists_absolute)
{
    UNUSED;
    char path[512];
    path_of(in[0], path);
    DIR *folder = opendir(path);
    *(gd_bool *)out = folder != NULL;
    if (folder) closedir(folder);
}
METHOD(get_files_at)
{
    UNUSED;
    char path[512], names[64][256];
    const char *all[64];
    int64_t count = 0;
    path_of(in[0], path);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && count < 64 && (entry = readdir(folder));)
        if (*entry->d_name != '.') all[count] = strcpy(names[count], entry->d_name), ++count;
    if (folder) closedir(folder);
    replace_array(out, array_of(GD_PACKED_STRING_ARRAY, all, count));
}

/* Hashes as Godot's extension_api.json has them. */
static const struct native_method {
    const char *class, *name;
    int64_t hash;
    int is_static;
    void (*call)(struct object *object, const void *const *in, void *out);
} methods[] = {
    {"Object", "emit_signal", 4047867050, 0, emit_signal},
    {"RefCounted", "unreference", 2240911060, 0, unreference},
    {"Node", "get_parent", 3160264692, 0, get_parent},
    {"Node", "get_child", 541253412, 0, get_child},
    {"Node", "get_child_count", 894402480, 0, get_child_count},
    {"Node", "set_physics_process_internal", 2586408642, 0, set_physics_process_internal},
    {"Node", "get_physics_process_delta_time", 1740695150, 0, get_physics_process_delta_time},
    {"Node3D", "set_transform", 2952846383, 0, set_transform},
    {"Node3D", "set_global_transform", 2952846383, 0, set_global_transform},
    {"Node3D", "get_global_transform", 3229777777, 0, get_global_transform},
    {"Engine", "is_editor_hint", 36873697, 0, is_editor_hint},
    {"Engine", "get_physics_ticks_per_second", 3905245786, 0, get_physics_ticks_per_second},
    {"CollisionShape3D", "get_shape", 3214262478, 0, get_shape},
    {"CollisionShape3D", "is_disabled", 36873697, 0, is_disabled},
    {"BoxShape3D", "get_size", 3360562783, 0, get_size},
    {"SphereShape3D", "get_radius", 1740695150, 0, get_radius},
    {"CylinderShape3D", "get_radius", 1740695150, 0, get_radius},
    {"CylinderShape3D", "get_height", 1740695150, 0, get_height},
    {"CapsuleShape3D", "get_radius", 1740695150, 0, get_radius},
    {"CapsuleShape3D", "get_height", 1740695150, 0, get_height},
    {"ConvexPolygonShape3D", "get_points", 497664490, 0, get_faces},
    {"ConcavePolygonShape3D", "get_faces", 497664490, 0, get_faces},
    {"WorldBoundaryShape3D", "get_plane", 2753500971, 0, get_plane},
    {"HeightMapShape3D", "get_map_width", 3905245786, 0, get_map_width},
    {"HeightMapShape3D", "get_map_depth", 3905245786, 0, get_map_depth},
    {"HeightMapShape3D", "get_map_data", 675695659, 0, get_map_data},
    {"Mesh", "get_faces", 497664490, 0, get_faces},
    {"FileAccess", "file_exists", 2323990056, 1, file_exists},
    {"FileAccess", "get_file_as_bytes", 659035735, 1, get_file_as_bytes},
    {"DirAccess", "dir_exists_absolute", 2323990056, 1, dir_exists_absolute},
    {"DirAccess", "get_files_at", 3538744774, 1, get_files_at},
};

const void *find_native_method(const char *class, const char *method, int64_t hash)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i)
        if (!strcmp(methods[i].class, class) && !strcmp(methods[i].name, method) &&
            methods[i].hash == hash)
            return &methods[i];
    return NULL;
}

void call_native(const void *of, void *object, const void *const *arguments, void *result)
{
    const struct native_method *method = of;
    struct object *on = object;
    expect(method->is_static ? !on : on && native_is(on->class, method->class),
           "a method is called on an object of its class");
    method->call(on, arguments, result);
}

int is_emit_signal(const void *method)
{
    return ((const struct native_method *)method)->call == emit_signal;
}
