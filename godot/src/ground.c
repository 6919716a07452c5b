#include "ground.h"

#include "axes.h"
#include "vehicle.h"

#include <math.h>
#include <string.h>

/* A triangle that is steeper than 60 degrees is a wall: terrain has no vertical ones. */
static const double least_up_of_ground = 0.5;

/* -- Lists -- */

/* Makes room for `more` items behind `count`. Returns 0 if memory is missing; the old items stay.
 * Room is a power of two, so that few calls copy. */
static int make_room(void **items, size_t count, size_t more, size_t size, const char *where)
{
    size_t room = 16, needed = count + more;
    if (count)
        while (room < count) room *= 2;
    if (count && needed <= room) return 1;
    while (room < needed) room *= 2;
    void *larger = kamm_allocate(room * size);
    if (!larger) {
        gd_error(where, "out of memory");
        return 0;
    }
    if (count) memcpy(larger, *items, count * size);
    kamm_release(*items);
    *items = larger;
    return 1;
}

static kamm_layer *new_layer(struct ground_parts *parts, const char *where)
{
    void *items = parts->layers;
    if (!make_room(&items, (size_t)parts->layer_count, 1, sizeof *parts->layers, where))
        return NULL;
    parts->layers = items;
    kamm_layer *layer = &parts->layers[parts->layer_count++];
    *layer = (kamm_layer){0};
    return layer;
}

static kamm_body_def *new_body(struct ground_parts *parts, const char *where)
{
    void *items = parts->bodies;
    if (!make_room(&items, (size_t)parts->body_count, 1, sizeof *parts->bodies, where)) return NULL;
    parts->bodies = items;
    kamm_body_def *body = &parts->bodies[parts->body_count++];
    *body = (kamm_body_def){.type = KAMM_BODY_STATIC, .orientation = {1, 0, 0, 0}};
    return body;
}

void free_parts(struct ground_parts *parts)
{
    for (int i = 0; i < parts->layer_count; ++i)
        kamm_release((void *)parts->layers[i].heights.heights_m);
    for (int i = 0; i < parts->body_count; ++i) {
        kamm_release((void *)parts->bodies[i].shapes[0].points_m);
        kamm_release((void *)parts->bodies[i].shapes[0].triangles);
    }
    kamm_release(parts->layers);
    kamm_release(parts->ground_m);
    kamm_release(parts->bodies);
    *parts = (struct ground_parts){0};
}

/* -- Boxes and other convex shapes -- */

/* A shape of half sizes along Godot's axes, at a node's place and with its scale. */
static int add_convex(struct ground_parts *parts, kamm_shape_kind kind, const double half[3],
                      const gd_transform3d *at, const char *where)
{
    double scale[3];
    kamm_body_def *body = new_body(parts, where);
    if (!body) return 0;
    scale_of(at, scale);
    from_godot(at->origin, body->position_m);
    orientation_of(at, body->orientation);
    body->is_driven_on = 1;
    body->shapes[0].kind = kind;
    body->shapes[0].box.half_m[0] = half[2] * scale[2];
    body->shapes[0].box.half_m[1] = half[0] * fabs(scale[0]);
    body->shapes[0].box.half_m[2] = half[1] * scale[1];
    return 1;
}

int add_box(struct ground_parts *parts, gd_vector3 size_m, const gd_transform3d *at,
            const char *where)
{
    return add_convex(parts, KAMM_SHAPE_BOX, (double[3]){size_m.x / 2, size_m.y / 2, size_m.z / 2},
                      at, where);
}

static int add_hull(struct ground_parts *parts, void *shape, const gd_transform3d *at,
                    const char *where)
{
    gd_packed points = gd_make_packed(GD_PACKED_VECTOR3_ARRAY, NULL);
    gd_call(gd_methods.ConvexPolygonShape3D_get_points, shape, NULL, &points);
    int64_t count = gd_packed_size(GD_PACKED_VECTOR3_ARRAY, &points);
    double(*placed)[3] =
        count <= KAMM_MAX_HULL_POINTS ? kamm_allocate(KAMM_MAX_HULL_POINTS * sizeof *placed) : NULL;
    kamm_body_def *body = placed ? new_body(parts, where) : NULL;
    if (count > KAMM_MAX_HULL_POINTS)
        gd_error(where, "a ConvexPolygonShape3D has %lld points; allowed: %d", (long long)count,
                 KAMM_MAX_HULL_POINTS);
    for (int64_t i = 0; body && i < count; ++i)
        place_point(at,
                    *(const gd_vector3 *)gd.packed_vector3_array_operator_index_const(&points, i),
                    placed[i]);
    gd_free_packed(GD_PACKED_VECTOR3_ARRAY, &points);
    if (!body) return kamm_release(placed), 0;
    body->is_driven_on = 1;
    body->shapes[0] = (kamm_shape){.kind = KAMM_SHAPE_HULL,
                                   .point_count = (int32_t)count,
                                   .points_m = (const double(*)[3])placed};
    return 1;
}

/* -- Triangles -- */

/* Triangles that become ground, and those that become walls. */
struct triangles {
    struct ground_parts *parts;
    const char *where;
    double (*wall_m)[3];
    int wall_count; /* points */
    int is_mirrored, failed;
};

static double upward_share(const double a[3], const double b[3], const double c[3])
{
    double u[3], v[3], n[3];
    for (int i = 0; i < 3; ++i) u[i] = b[i] - a[i], v[i] = c[i] - a[i];
    n[0] = u[1] * v[2] - u[2] * v[1];
    n[1] = u[2] * v[0] - u[0] * v[2];
    n[2] = u[0] * v[1] - u[1] * v[0];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return length > 0 ? fabs(n[2]) / length : NAN; /* no area */
}

static void add_ground(struct triangles *to, const double corner[3][3])
{
    struct ground_parts *parts = to->parts;
    void *items = parts->ground_m;
    if (!make_room(&items, (size_t)parts->ground_count, 3, sizeof *parts->ground_m, to->where)) {
        to->failed = 1;
        return;
    }
    parts->ground_m = items;
    for (int k = 0; k < 3; ++k, ++parts->ground_count)
        for (int i = 0; i < 3; ++i) parts->ground_m[parts->ground_count][i] = (float)corner[k][i];
}

/* The front of Godot's triangles is where their corners run clockwise, of Kamm's anticlockwise. */
static void add_wall(struct triangles *to, const double corner[3][3])
{
    void *items = to->wall_m;
    if (!make_room(&items, (size_t)to->wall_count, 3, sizeof *to->wall_m, to->where)) {
        to->failed = 1;
        return;
    }
    to->wall_m = items;
    for (int k = 0; k < 3; ++k)
        memcpy(to->wall_m[to->wall_count++], corner[to->is_mirrored ? k : (3 - k) % 3],
               sizeof *to->wall_m);
}

static void add_triangle(struct triangles *to, const gd_transform3d *at, const gd_vector3 local[3])
{
    double corner[3][3];
    for (int k = 0; k < 3; ++k) place_point(at, local[k], corner[k]);
    double up = upward_share(corner[0], corner[1], corner[2]);
    if (up >= least_up_of_ground)
        add_ground(to, corner);
    else if (up < least_up_of_ground)
        add_wall(to, corner);
}

/* Turns the walls into a body. */
static int end_triangles(struct triangles *to)
{
    int count = to->wall_count / 3;
    int32_t(*indices)[3] =
        count && !to->failed ? kamm_allocate((size_t)count * sizeof *indices) : NULL;
    kamm_body_def *body = indices ? new_body(to->parts, to->where) : NULL;
    for (int i = 0; body && i < count; ++i)
        for (int k = 0; k < 3; ++k) indices[i][k] = 3 * i + k;
    if (!body) {
        kamm_release(indices);
        kamm_release(to->wall_m);
        return !to->failed && !count;
    }
    body->shapes[0] = (kamm_shape){.kind = KAMM_SHAPE_MESH,
                                   .point_count = to->wall_count,
                                   .points_m = (const double(*)[3])to->wall_m,
                                   .triangle_count = count,
                                   .triangles = (const int32_t(*)[3])indices};
    return 1;
}

static struct triangles begin_triangles(struct ground_parts *parts, const gd_transform3d *at,
                                        const char *where)
{
    double scale[3];
    scale_of(at, scale);
    return (struct triangles){.parts = parts, .where = where, .is_mirrored = scale[0] < 0};
}

static int add_faces(struct ground_parts *parts, const void *method, void *of,
                     const gd_transform3d *at, const char *where)
{
    gd_packed faces = gd_make_packed(GD_PACKED_VECTOR3_ARRAY, NULL);
    gd_call(method, of, NULL, &faces);
    int64_t count = gd_packed_size(GD_PACKED_VECTOR3_ARRAY, &faces);
    struct triangles to = begin_triangles(parts, at, where);
    const gd_vector3 *first =
        count > 0 ? gd.packed_vector3_array_operator_index_const(&faces, 0) : NULL;
    for (int64_t i = 0; i + 2 < count && !to.failed; i += 3) add_triangle(&to, at, first + i);
    gd_free_packed(GD_PACKED_VECTOR3_ARRAY, &faces);
    return end_triangles(&to);
}

int add_mesh(struct ground_parts *parts, void *mesh, const gd_transform3d *at, const char *where)
{
    if (gd_cast(mesh, "Mesh")) return add_faces(parts, gd_methods.Mesh_get_faces, mesh, at, where);
    gd_error(where, "add_mesh: the first argument is no Mesh");
    return 0;
}

/* -- Height maps and planes -- */

/* A height map's grid: `width` points along x, `depth` along z, in its middle the node. */
struct grid {
    int width, depth;
    const float *heights;
};

/* Upright and square, so that it is a height map in Kamm as well. */
static int is_upright(const gd_transform3d *at)
{
    const gd_vector3 *r = at->rows;
    double size = r[0].x, rest = fabs(r[0].y) + fabs(r[0].z) + fabs(r[1].x) + fabs(r[1].z) +
                                 fabs(r[2].x) + fabs(r[2].y);
    return size > 0 && r[1].y > 0 && rest < 1e-6 * size && fabs(r[2].z - size) < 1e-6 * size;
}

/* Kamm's columns run along -z of Godot, its rows along -x. */
static int add_heights(struct ground_parts *parts, struct grid grid, const gd_transform3d *at,
                       const char *where)
{
    float *heights = kamm_allocate((size_t)grid.width * (size_t)grid.depth * sizeof *heights);
    kamm_layer *layer = heights ? new_layer(parts, where) : NULL;
    if (!layer) return kamm_release(heights), 0;
    double cell = at->rows[0].x, rise = at->rows[1].y;
    for (int row = 0; row < grid.width; ++row)
        for (int column = 0; column < grid.depth; ++column) {
            int from = (grid.depth - 1 - column) * grid.width + grid.width - 1 - row;
            heights[row * grid.depth + column] = (float)(at->origin.y + rise * grid.heights[from]);
        }
    layer->kind = KAMM_LAYER_HEIGHTS;
    layer->heights = (kamm_height_map){
        .columns = grid.depth, .rows = grid.width, .cell_m = cell, .heights_m = heights};
    layer->heights.origin_m[0] = -at->origin.z - cell * (grid.depth - 1) / 2;
    layer->heights.origin_m[1] = -at->origin.x - cell * (grid.width - 1) / 2;
    return 1;
}

static gd_vector3 grid_point(struct grid grid, int i, int k)
{
    return (gd_vector3){(float)(i - (grid.width - 1) / 2.0), grid.heights[k * grid.width + i],
                        (float)(k - (grid.depth - 1) / 2.0)};
}

/* A height map that is turned or stretched, as triangles. */
static int add_tilted_heights(struct ground_parts *parts, struct grid grid,
                              const gd_transform3d *at, const char *where)
{
    struct triangles to = begin_triangles(parts, at, where);
    for (int k = 0; k + 1 < grid.depth; ++k)
        for (int i = 0; i + 1 < grid.width && !to.failed; ++i) {
            const gd_vector3 a = grid_point(grid, i, k), b = grid_point(grid, i + 1, k);
            const gd_vector3 c = grid_point(grid, i, k + 1), d = grid_point(grid, i + 1, k + 1);
            add_triangle(&to, at, (gd_vector3[3]){a, b, c});
            add_triangle(&to, at, (gd_vector3[3]){b, d, c});
        }
    return end_triangles(&to);
}

static int add_height_map(struct ground_parts *parts, void *shape, const gd_transform3d *at,
                          const char *where)
{
    int64_t width = gd_call_integer(gd_methods.HeightMapShape3D_get_map_width, shape);
    int64_t depth = gd_call_integer(gd_methods.HeightMapShape3D_get_map_depth, shape);
    gd_packed data = gd_make_packed(GD_PACKED_FLOAT32_ARRAY, NULL);
    int added = 0;
    gd_call(gd_methods.HeightMapShape3D_get_map_data, shape, NULL, &data);
    if (width < 2 || depth < 2 || width > 32768 || depth > 32768 ||
        gd_packed_size(GD_PACKED_FLOAT32_ARRAY, &data) != width * depth) {
        gd_error(where, "a HeightMapShape3D has %lld x %lld points; allowed: 2 to 32768 each way",
                 (long long)width, (long long)depth);
    } else {
        struct grid grid = {(int)width, (int)depth,
                            gd.packed_float32_array_operator_index_const(&data, 0)};
        added = is_upright(at) ? add_heights(parts, grid, at, where)
                               : add_tilted_heights(parts, grid, at, where);
    }
    gd_free_packed(GD_PACKED_FLOAT32_ARRAY, &data);
    return added;
}

static int add_plane(struct ground_parts *parts, void *shape, const gd_transform3d *at,
                     const char *where)
{
    gd_plane plane;
    double point[3], tip[3], n[3];
    gd_call(gd_methods.WorldBoundaryShape3D_get_plane, shape, NULL, &plane);
    const gd_vector3 *of = &plane.normal;
    place_point(at, (gd_vector3){of->x * plane.d, of->y * plane.d, of->z * plane.d}, point);
    place_point(
        at, (gd_vector3){of->x * (plane.d + 1), of->y * (plane.d + 1), of->z * (plane.d + 1)}, tip);
    for (int i = 0; i < 3; ++i) n[i] = tip[i] - point[i];
    if (!(n[2] > 0.1 * sqrt(n[0] * n[0] + n[1] * n[1]))) {
        gd_error(where, "a WorldBoundaryShape3D does not face up, so it is no ground");
        return 0;
    }
    kamm_layer *layer = new_layer(parts, where);
    if (!layer) return 0;
    kamm_patch_plane *as = &layer->plane;
    layer->kind = KAMM_LAYER_PLANE;
    as->slope[0] = -n[0] / n[2];
    as->slope[1] = -n[1] / n[2];
    as->height_m = point[2] - as->slope[0] * point[0] - as->slope[1] * point[1];
    return 1;
}

/* -- Nodes -- */

int add_shape(struct ground_parts *parts, void *shape, const gd_transform3d *at, const char *where)
{
    if (gd_cast(shape, "HeightMapShape3D")) return add_height_map(parts, shape, at, where);
    if (gd_cast(shape, "ConcavePolygonShape3D"))
        return add_faces(parts, gd_methods.ConcavePolygonShape3D_get_faces, shape, at, where);
    if (gd_cast(shape, "WorldBoundaryShape3D")) return add_plane(parts, shape, at, where);
    if (gd_cast(shape, "ConvexPolygonShape3D")) return add_hull(parts, shape, at, where);
    if (gd_cast(shape, "BoxShape3D")) {
        gd_vector3 size;
        gd_call(gd_methods.BoxShape3D_get_size, shape, NULL, &size);
        return add_box(parts, size, at, where);
    }
    if (gd_cast(shape, "SphereShape3D")) {
        double r = gd_call_number(gd_methods.SphereShape3D_get_radius, shape);
        return add_convex(parts, KAMM_SHAPE_SPHERE, (double[3]){r, r, r}, at, where);
    }
    if (gd_cast(shape, "CylinderShape3D")) {
        double r = gd_call_number(gd_methods.CylinderShape3D_get_radius, shape);
        double h = gd_call_number(gd_methods.CylinderShape3D_get_height, shape) / 2;
        return add_convex(parts, KAMM_SHAPE_CYLINDER, (double[3]){r, h, r}, at, where);
    }
    if (gd_cast(shape, "CapsuleShape3D")) {
        double r = gd_call_number(gd_methods.CapsuleShape3D_get_radius, shape);
        double h = gd_call_number(gd_methods.CapsuleShape3D_get_height, shape) / 2;
        return add_convex(parts, KAMM_SHAPE_CAPSULE, (double[3]){r, h, r}, at, where);
    }
    gd_error(where, "the shape is missing, or of a class that Kamm does not know");
    return 0;
}

static void collect_shape(struct ground_parts *parts, void *node, const char *where)
{
    void *shape = NULL;
    gd_transform3d at;
    if (!gd_cast(node, "CollisionShape3D") ||
        gd_call_flag(gd_methods.CollisionShape3D_is_disabled, node))
        return;
    gd_call(gd_methods.CollisionShape3D_get_shape, node, NULL, &shape);
    gd_call(gd_methods.Node3D_get_global_transform, node, NULL, &at);
    add_shape(parts, shape, &at, where);
    gd_unreference(shape);
}

void collect_shapes(struct ground_parts *parts, void *node, const char *where)
{
    const gd_bool no = 0;
    int64_t count = 0;
    const void *arguments[] = {&no};
    gd_call(gd_methods.Node_get_child_count, node, arguments, &count);
    int is_body = gd_cast(node, "StaticBody3D") != NULL;
    for (int64_t i = 0; i < count; ++i) {
        const void *which[] = {&i, &no};
        void *child = NULL;
        gd_call(gd_methods.Node_get_child, node, which, &child);
        if (is_body) collect_shape(parts, child, where);
        if (child && !gd_instance_of(child, &vehicle_class)) collect_shapes(parts, child, where);
    }
}

/* -- Terrain -- */

static int add_ground_layer(kamm_layer *layer, const struct ground_parts *parts,
                            int32_t (*indices)[3])
{
    if (!parts->ground_count) return 0;
    for (int i = 0; i < parts->ground_count / 3; ++i)
        for (int k = 0; k < 3; ++k) indices[i][k] = 3 * i + k;
    *layer = (kamm_layer){.kind = KAMM_LAYER_MESH,
                          .mesh = {.vertex_count = parts->ground_count,
                                   .triangle_count = parts->ground_count / 3,
                                   .vertices_m = (const float(*)[3])parts->ground_m,
                                   .triangles = (const int32_t(*)[3])indices}};
    return 1;
}

int make_terrain(const struct ground_parts *const parts[2], double friction, kamm_terrain **terrain,
                 const char *where)
{
    int most = parts[0]->layer_count + parts[1]->layer_count + 2,
        longest = parts[0]->ground_count + parts[1]->ground_count;
    kamm_layer *layers = kamm_allocate((size_t)most * sizeof *layers);
    int32_t(*indices)[3] = kamm_allocate((size_t)(longest / 3 + 1) * sizeof *indices);
    kamm_surface surface = {.name = "ground",
                            .friction = friction > 0 ? (float)friction : KAMM_NONE};
    kamm_terrain_def def = {.layers = layers, .surfaces = &surface, .surface_count = 1};
    kamm_error error = {.text = "out of memory"};
    *terrain = NULL;
    for (int i = 0; layers && indices && i < 2; ++i) {
        for (int k = 0; k < parts[i]->layer_count; ++k)
            layers[def.layer_count++] = parts[i]->layers[k];
        def.layer_count += add_ground_layer(&layers[def.layer_count], parts[i],
                                            indices + (i ? parts[0]->ground_count / 3 : 0));
    }
    int wanted = def.layer_count > 0 || !layers || !indices;
    if (def.layer_count > 0) *terrain = kamm_create_terrain(&def, &error);
    if (wanted && !*terrain) gd_error(where, "the ground: %s", error.text);
    kamm_release(layers);
    kamm_release(indices);
    return !wanted || *terrain != NULL;
}
