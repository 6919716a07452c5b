/* Ground and obstacles from Godot's shapes. */
#include "scene.h"

#include <math.h>
#include <string.h>

/* A slope that no mirrored or exchanged axes leave as it is: y = 0.08 x + 0.03 z + 0.5. */
static double height(double x, double z) { return 0.08 * x + 0.03 * z + 0.5; }

enum { SIDE_X = 61, SIDE_Z = 41 };
static float heights[SIDE_X * SIDE_Z], points[6 * SIDE_X * SIDE_Z * 3];

/* Heights of the slope for a map whose node is turned to the left by a quarter `turns` times, about the origin. */
static struct object *height_map(int turns, float rise)
{
    struct object *shape = new_object("HeightMapShape3D");
    shape->width = SIDE_X;
    shape->depth = SIDE_Z;
    for (int k = 0; k < SIDE_Z; ++k)
        for (int i = 0; i < SIDE_X; ++i) {
            double x = i - (SIDE_X - 1) / 2.0, z = k - (SIDE_Z - 1) / 2.0;
            heights[k * SIDE_X + i] = (float)((turns ? height(z, -x) : height(x, z)) / rise);
        }
    shape->numbers = heights;
    shape->number_count = SIDE_X * SIDE_Z;
    return shape;
}

static float *put(float *at, double x, double z)
{
    at[0] = (float)x;
    at[1] = (float)height(x, z);
    at[2] = (float)z;
    return at + 3;
}

static struct object *triangles(const char *class)
{
    struct object *shape = new_object(class);
    float *at = points;
    for (int k = 0; k < 8; ++k)
        for (int i = 0; i < 8; ++i) {
            double x = 5 * i - 20, z = 5 * k - 20;
            at = put(put(put(at, x, z), x + 5, z), x, z + 5);
            at = put(put(put(at, x + 5, z), x + 5, z + 5), x, z + 5);
        }
    shape->numbers = points;
    shape->number_count = at - points;
    return shape;
}

/* n . p = d with the slope's normal. */
static struct object *boundary(void)
{
    struct object *shape = new_object("WorldBoundaryShape3D");
    double length = sqrt(0.08 * 0.08 + 1 + 0.03 * 0.03);
    shape->plane =
        (gd_plane){{(float)(-0.08 / length), (float)(1 / length), (float)(-0.03 / length)},
                   (float)(0.5 / length)};
    return shape;
}

static struct object *add_body(struct object *parent, const char *class, struct object *shape,
                               gd_transform3d at)
{
    struct object *body = new_object(class), *node = new_object("CollisionShape3D");
    node->shape = shape;
    node->local = at;
    add_child(parent, body);
    add_child(body, node);
    return node;
}

/* A braked car of `full` comes to rest on the slope, with its nose to -z, where it was put. */
static void expect_on_slope(struct scene *scene, const char *what)
{
    const gd_vector3 at = {3, 2, -5};
    const gd_transform3d start = turned(at, 0.4);
    scene->vehicle->local = start;
    set_flag(scene->vehicle, "assisted", 0);
    set_real(scene->vehicle, "brake", 1);
    run_frames(scene, 120);
    gd_transform3d is = global_of(scene->vehicle);
    note_state(scene->world);
    expect(engine.errors == 0, what);
    expect(fabs(is.origin.x - at.x) < 0.01 && fabs(is.origin.z - at.z) < 0.01, what);
    expect(fabs(is.origin.y - height(is.origin.x, is.origin.z)) < 0.002, what);
    /* Its upward axis is the slope's normal, but for the body's lean on its springs. */
    expect(fabs(is.rows[0].y + 0.08) < 0.008 && fabs(is.rows[2].y + 0.03) < 0.008 &&
               is.rows[1].y > 0.99,
           what);
    expect(get_real(scene->vehicle, "speed_mps") < 0.01, what);
}

static gd_transform3d stretched(float x, float y, float z)
{
    return (gd_transform3d){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}, {0, 0, 0}};
}

void test_grounds(void)
{
    const gd_transform3d middle = turned((gd_vector3){0, 0, 0}, 0);
    for (int kind = 0; kind < 6; ++kind) {
        struct scene scene = new_scene("", KAMM_FULL);
        static const char *const whats[] = {
            "a height map", "a height map with a scale", "a height map that is turned", "triangles",
            "a plane",      "a mesh, by a method"};
        struct object *mesh = kind == 5 ? triangles("ArrayMesh") : NULL;
        if (kind == 0) add_body(scene.world, "StaticBody3D", height_map(0, 1), middle);
        if (kind == 1)
            add_body(scene.world, "StaticBody3D", height_map(0, 0.25f), stretched(1, 0.25f, 1));
        if (kind == 2)
            add_body(scene.world, "StaticBody3D", height_map(1, 1),
                     turned((gd_vector3){0, 0, 0}, acos(-1) / 2));
        if (kind == 3)
            add_body(scene.world, "StaticBody3D", triangles("ConcavePolygonShape3D"), middle);
        if (kind == 4) add_body(scene.world, "StaticBody3D", boundary(), middle);
        if (mesh) {
            const void *arguments[] = {&mesh, &middle};
            call_by_pointers(scene.world, "add_mesh", arguments, NULL);
        }
        expect_on_slope(&scene, whats[kind]);
        free_scene(&scene);
        if (mesh) free_object(mesh);
    }
}

/* Drives to -z for some seconds, and returns where the vehicle is then. */
static gd_vector3 end_of_drive(struct scene *scene, int frames)
{
    set_real(scene->vehicle, "throttle", 0.5);
    run_frames(scene, frames);
    expect(engine.errors == 0, "a drive without errors");
    return global_of(scene->vehicle).origin;
}

/* Two triangles that stand in the way at z, with their front to the car: clockwise as seen from there. */
static struct object *standing(float z, int front)
{
    static float corners[18];
    const float a[3] = {-5, -1, z}, b[3] = {-5, 3, z}, c[3] = {5, 3, z}, d[3] = {5, -1, z};
    const float *order[2][6] = {{a, c, b, a, d, c}, {a, b, c, a, c, d}};
    struct object *shape = new_object("ConcavePolygonShape3D");
    for (int i = 0; i < 6; ++i) memcpy(&corners[3 * i], order[front][i], sizeof a);
    shape->numbers = corners;
    shape->number_count = 18;
    return shape;
}

static struct object *solid(const char *class, gd_vector3 size)
{
    struct object *shape = new_object(class);
    shape->size = size;
    shape->radius = size.x / 2;
    shape->height = size.y;
    return shape;
}

/* A car that is stopped has its nose, 1.8 m before its origin, at the obstacle's face. Others drive on. */
static void expect_stopped(struct object *shape, gd_transform3d at, double face, int stops,
                           const char *what)
{
    struct scene scene = new_scene("", KAMM_FULL);
    add_body(scene.world, "StaticBody3D", shape, at);
    double end = end_of_drive(&scene, 360).z;
    expect(stops ? fabs(end - face - 1.8) < 0.15 : end < face - 5, what);
    free_scene(&scene);
}

void test_obstacles(void)
{
    static const float octahedron[] = {5, 0, 0, -5, 0, 0, 0, 3, 0, 0, -3, 0, 0, 0, 2, 0, 0, -2};
    const gd_transform3d there = turned((gd_vector3){0, 1, -20}, 0);
    struct object *hull = new_object("ConvexPolygonShape3D");
    hull->numbers = octahedron;
    hull->number_count = 18;
    expect_stopped(standing(-20, 1), turned((gd_vector3){0, 0, 0}, 0), -20, 1,
                   "a wall of triangles stops it");
    expect_stopped(standing(-20, 0), turned((gd_vector3){0, 0, 0}, 0), -20, 0,
                   "it comes through from behind, as in Godot");
    /* 8 m along x stop it; along z, after a quarter turn, as well. */
    expect_stopped(solid("BoxShape3D", (gd_vector3){8, 4, 0.5f}), there, -19.75, 1,
                   "a box stops it");
    expect_stopped(solid("BoxShape3D", (gd_vector3){0.5f, 4, 8}),
                   turned((gd_vector3){0, 1, -20}, acos(-1) / 2), -19.75, 1, "a turned box");
    expect_stopped(solid("BoxShape3D", (gd_vector3){8, 4, 0.5f}),
                   turned((gd_vector3){9, 1, -20}, 0), -20, 0, "a box at the side does not");
    expect_stopped(solid("SphereShape3D", (gd_vector3){6, 0, 0}), there, -17, 1,
                   "a sphere stops it");
    expect_stopped(solid("CylinderShape3D", (gd_vector3){6, 4, 0}), there, -17, 1,
                   "a cylinder stops it");
    expect_stopped(solid("CapsuleShape3D", (gd_vector3){6, 8, 0}), there, -17, 1,
                   "a capsule stops it");
    expect_stopped(hull, there, -18, 1, "a hull stops it");

    /* Only static bodies are taken, and no disabled shapes. */
    struct scene scene = new_scene("", KAMM_FULL);
    add_body(scene.world, "RigidBody3D", solid("BoxShape3D", (gd_vector3){8, 4, 1}), there);
    add_body(scene.world, "StaticBody3D", solid("BoxShape3D", (gd_vector3){8, 4, 1}), there)
        ->disabled = 1;
    expect(end_of_drive(&scene, 360).z < -25, "others do not stop it");
    free_scene(&scene);

    /* A box is a floor as well, and a method adds one while it drives. */
    scene = new_scene("", KAMM_FULL);
    const gd_vector3 size = {200, 1, 200}, wall = {8, 4, 0.5f};
    const gd_transform3d floor = turned((gd_vector3){0, 2.5f, 0}, 0),
                         ahead = turned((gd_vector3){0, 4, -20}, 0);
    const void *arguments[] = {&size, &floor}, *wall_arguments[] = {&wall, &ahead};
    call_by_pointers(scene.world, "add_box", arguments, NULL);
    scene.vehicle->local.origin.y = 3;
    gd_vector3 start = end_of_drive(&scene, 60);
    expect(fabs(start.y - 3) < 0.06, "it drives on the box");
    call_by_pointers(scene.world, "add_box", wall_arguments, NULL);
    expect(end_of_drive(&scene, 300).z > -20.5, "and against the other");
    gd_variant result;
    expect(call(scene.world, "clear", NULL, 0, &result).error == GD_CALL_OK,
           "clear has no arguments");
    gd_vector3 fallen = end_of_drive(&scene, 300);
    expect(fallen.y < 2.5, "without boxes it falls to the ground");
    free_scene(&scene);
}
