/* Meshes: made from points and triangles, and their tree. See triangle_mesh.h. */
#include "triangle_mesh.h"

#include "../../base/error.h"
#include "../../base/vector_double.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAF_TRIANGLES = 4, MORTON_BITS = 21 };
#define MAX_COORDINATE_M 1e6
/* A triangle that is less high than that share of its longest side is none. */
#define FLAT_SHARE 1e-9

/* 0: it has no area. */
static int find_normal(const double *const p[3], double normal[3])
{
    double u[3], v[3], w[3];
    subtract3(p[1], p[0], u), subtract3(p[2], p[0], v), subtract3(p[2], p[1], w);
    cross3(u, v, normal);
    double length = length3(normal), longest = fmax(fmax(dot3(u, u), dot3(v, v)), dot3(w, w));
    if (!(length > FLAT_SHARE * longest)) return 0;
    for (int i = 0; i < 3; ++i) normal[i] /= length;
    return 1;
}

/* ---- checks ---- */

static const char *check_points(const kamm_shape *shape, char text[MESH_ERROR_TEXT])
{
    if (shape->point_count < 3 || shape->point_count > 3 * KAMM_MAX_MESH_TRIANGLES ||
        !shape->points_m) {
        snprintf(text, MESH_ERROR_TEXT, "a mesh of %d points; 3 to %d are allowed",
                 (int)shape->point_count, 3 * KAMM_MAX_MESH_TRIANGLES);
        return text;
    }
    for (int32_t i = 0; i < shape->point_count; ++i)
        for (int k = 0; k < 3; ++k) {
            if (fabs(shape->points_m[i][k]) < MAX_COORDINATE_M) continue;
            snprintf(text, MESH_ERROR_TEXT,
                     "point %d is at %g m along %c; it has to be within %g m", (int)i,
                     shape->points_m[i][k], "xyz"[k], MAX_COORDINATE_M);
            return text;
        }
    return NULL;
}

const char *kamm_check_mesh(const kamm_shape *shape, char text[MESH_ERROR_TEXT])
{
    int has_area = 0;
    if (check_points(shape, text)) return text;
    if (shape->triangle_count < 1 || shape->triangle_count > KAMM_MAX_MESH_TRIANGLES ||
        !shape->triangles) {
        snprintf(text, MESH_ERROR_TEXT, "a mesh of %d triangles; 1 to %d are allowed",
                 (int)shape->triangle_count, KAMM_MAX_MESH_TRIANGLES);
        return text;
    }
    for (int32_t i = 0; i < shape->triangle_count; ++i) {
        const int32_t *t = shape->triangles[i];
        double normal[3];
        for (int k = 0; k < 3; ++k) {
            if (t[k] >= 0 && t[k] < shape->point_count) continue;
            snprintf(text, MESH_ERROR_TEXT, "triangle %d has point %d; 0 to %d are allowed", (int)i,
                     (int)t[k], (int)shape->point_count - 1);
            return text;
        }
        const double *const p[3] = {shape->points_m[t[0]], shape->points_m[t[1]],
                                    shape->points_m[t[2]]};
        has_area |= find_normal(p, normal);
    }
    return has_area ? NULL : "a mesh whose triangles all have no area";
}

/* ---- points: the same place is the same point ---- */

struct sorted_point {
    const double *at;
    int32_t index;
};

static int compare_points(const void *a, const void *b)
{
    const struct sorted_point *x = a, *y = b;
    for (int k = 0; k < 3; ++k)
        if (x->at[k] != y->at[k]) return x->at[k] < y->at[k] ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int is_same_place(const double a[3], const double b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* same[i]: the first point that is where point i is. 0: out of memory. */
static int find_same(const kamm_shape *shape, int32_t *same)
{
    size_t count = (size_t)shape->point_count;
    struct sorted_point *sorted = kamm_allocate_array(count, sizeof *sorted);
    if (!sorted) return 0;
    for (size_t i = 0; i < count; ++i)
        sorted[i] = (struct sorted_point){shape->points_m[i], (int32_t)i};
    qsort(sorted, count, sizeof *sorted, compare_points);
    for (size_t i = 0; i < count; ++i)
        same[sorted[i].index] = i && is_same_place(sorted[i].at, sorted[i - 1].at)
                                    ? same[sorted[i - 1].index]
                                    : sorted[i].index;
    kamm_release(sorted);
    return 1;
}

static void surround(struct triangle_mesh *mesh, const kamm_shape *shape, struct oriented_box *box)
{
    for (int k = 0; k < 3; ++k) {
        double low = shape->points_m[0][k], high = low;
        for (int32_t i = 1; i < shape->point_count; ++i) {
            low = fmin(low, shape->points_m[i][k]);
            high = fmax(high, shape->points_m[i][k]);
        }
        box->centre[k] = 0.5 * (low + high);
        box->half[k] = 0.5 * (high - low);
        for (int32_t i = 0; i < shape->point_count; ++i)
            mesh->point[i][k] = shape->points_m[i][k] - box->centre[k];
    }
}

/* ---- triangles in order ---- */

struct sorted_triangle {
    uint64_t code;
    int32_t index;
};

static int compare_triangles(const void *a, const void *b)
{
    const struct sorted_triangle *x = a, *y = b;
    if (x->code != y->code) return x->code < y->code ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* The bits of the three coordinates of its middle in turn. */
static uint64_t morton_code(const struct triangle_mesh *mesh, const int32_t t[3], double size)
{
    uint64_t code = 0, cells[3];
    for (int k = 0; k < 3; ++k) {
        double middle = (mesh->point[t[0]][k] + mesh->point[t[1]][k] + mesh->point[t[2]][k]) / 3;
        double share = size > 0 ? middle / size + 0.5 : 0;
        cells[k] = (uint64_t)(fmin(fmax(share, 0), 1) * ((1 << MORTON_BITS) - 1));
    }
    for (int bit = MORTON_BITS - 1; bit >= 0; --bit)
        for (int k = 0; k < 3; ++k) code = code << 1 | (cells[k] >> bit & 1);
    return code;
}

/* Those with an area, by their points' first places. 0: out of memory. */
static int sort_triangles(struct triangle_mesh *mesh, const kamm_shape *shape, const int32_t *same,
                          const double half[3])
{
    size_t count = (size_t)shape->triangle_count;
    struct sorted_triangle *sorted = kamm_allocate_array(count, sizeof *sorted);
    double size = 2 * fmax(fmax(half[0], half[1]), half[2]);
    if (!sorted) return 0;
    for (size_t i = 0; i < count; ++i)
        sorted[i] =
            (struct sorted_triangle){morton_code(mesh, shape->triangles[i], size), (int32_t)i};
    qsort(sorted, count, sizeof *sorted, compare_triangles);
    for (size_t i = 0; i < count; ++i) {
        const int32_t *from = shape->triangles[sorted[i].index];
        int32_t *to = mesh->triangle[mesh->triangle_count];
        for (int k = 0; k < 3; ++k) to[k] = same[from[k]];
        const double *const p[3] = {mesh->point[to[0]], mesh->point[to[1]], mesh->point[to[2]]};
        mesh->triangle_count += find_normal(p, mesh->normal[mesh->triangle_count]);
    }
    kamm_release(sorted);
    return 1;
}

static void list_around(struct triangle_mesh *mesh)
{
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        for (int k = 0; k < 3; ++k) ++mesh->first[mesh->triangle[i][k] + 2];
    for (int32_t i = 0; i < mesh->point_count; ++i) mesh->first[i + 2] += mesh->first[i + 1];
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        for (int k = 0; k < 3; ++k) mesh->around[mesh->first[mesh->triangle[i][k] + 1]++] = i;
}

/* ---- the tree ---- */

static void surround_leaf(const struct triangle_mesh *mesh, struct mesh_node *node)
{
    for (int k = 0; k < 3; ++k) {
        node->low[k] = INFINITY, node->high[k] = -INFINITY;
        for (int32_t i = node->first; i < node->first + node->count; ++i)
            for (int c = 0; c < 3; ++c) {
                node->low[k] = fmin(node->low[k], mesh->point[mesh->triangle[i][c]][k]);
                node->high[k] = fmax(node->high[k], mesh->point[mesh->triangle[i][c]][k]);
            }
    }
}

static void add_node(struct triangle_mesh *mesh, int32_t first, int32_t count)
{
    int32_t at = mesh->node_count++, half = count / 2;
    struct mesh_node *node = &mesh->node[at];
    node->first = first;
    if (count <= LEAF_TRIANGLES) {
        node->count = count;
        surround_leaf(mesh, node);
        node->skip = mesh->node_count;
        return;
    }
    add_node(mesh, first, half);
    int32_t right = mesh->node_count;
    add_node(mesh, first + half, count - half);
    node->skip = mesh->node_count;
    for (int k = 0; k < 3; ++k) {
        node->low[k] = fmin(mesh->node[at + 1].low[k], mesh->node[right].low[k]);
        node->high[k] = fmax(mesh->node[at + 1].high[k], mesh->node[right].high[k]);
    }
}

/* ---- all of it ---- */

void kamm_release_mesh(struct triangle_mesh *mesh)
{
    if (!mesh) return;
    kamm_release(mesh->point);
    kamm_release(mesh->triangle);
    kamm_release(mesh->normal);
    kamm_release(mesh->first);
    kamm_release(mesh->around);
    kamm_release(mesh->node);
    kamm_release(mesh);
}

static int make_lists(struct triangle_mesh *mesh, const kamm_shape *shape)
{
    size_t points = (size_t)shape->point_count, triangles = (size_t)shape->triangle_count;
    mesh->point_count = shape->point_count;
    mesh->point = kamm_allocate_array(points, sizeof *mesh->point);
    mesh->triangle = kamm_allocate_array(triangles, sizeof *mesh->triangle);
    mesh->normal = kamm_allocate_array(triangles, sizeof *mesh->normal);
    mesh->first = kamm_allocate_array(points + 2, sizeof *mesh->first);
    mesh->around = kamm_allocate_array(3 * triangles, sizeof *mesh->around);
    mesh->node = kamm_allocate_array(triangles + 1, sizeof *mesh->node); /* leaves have 2 or more */
    return mesh->point && mesh->triangle && mesh->normal && mesh->first && mesh->around &&
           mesh->node;
}

struct triangle_mesh *kamm_make_mesh(const kamm_shape *shape, struct oriented_box *box)
{
    struct triangle_mesh *mesh = kamm_allocate(sizeof *mesh);
    int32_t *same = kamm_allocate_array((size_t)shape->point_count, sizeof *same);
    int made = mesh && same && make_lists(mesh, shape) && find_same(shape, same);
    if (made) {
        surround(mesh, shape, box);
        made = sort_triangles(mesh, shape, same, box->half);
    }
    kamm_release(same);
    if (!made) {
        kamm_release_mesh(mesh);
        return NULL;
    }
    list_around(mesh);
    add_node(mesh, 0, mesh->triangle_count);
    return mesh;
}

/* ---- asked ---- */

static int is_on_way(const struct mesh_node *node, const struct mesh_way *way)
{
    double first = 0, last = 1;
    for (int k = 0; k < 3; ++k) {
        double low = (node->low[k] - way->reach[k]) - way->from[k];
        double high = (node->high[k] + way->reach[k]) - way->from[k], speed = way->move[k];
        if (speed == 0) {
            if (low > 0 || high < 0) return 0;
            continue;
        }
        double a = low / speed, b = high / speed;
        first = fmax(first, fmin(a, b));
        last = fmin(last, fmax(a, b));
    }
    return first <= last;
}

void kamm_visit_mesh(const struct triangle_mesh *mesh, const struct mesh_way *way,
                     mesh_visit *visit, void *context)
{
    for (int32_t n = 0; n < mesh->node_count;) {
        const struct mesh_node *node = &mesh->node[n];
        if (!is_on_way(node, way)) {
            n = node->skip;
            continue;
        }
        for (int32_t i = 0; i < node->count; ++i) visit(context, node->first + i);
        ++n;
    }
}

void kamm_vector_in_mesh(const struct oriented_box *mesh_box, const double v[3], double out[3])
{
    for (int k = 0; k < 3; ++k) out[k] = dot3(v, mesh_box->axis[k]);
}

void kamm_vector_of_mesh(const struct oriented_box *mesh_box, const double own[3], double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = (own[0] * mesh_box->axis[0][k] + own[1] * mesh_box->axis[1][k]) +
                 own[2] * mesh_box->axis[2][k];
}

void kamm_box_in_mesh(const struct oriented_box *mesh_box, const struct oriented_box *box,
                      struct oriented_box *out)
{
    double apart[3];
    subtract3(box->centre, mesh_box->centre, apart);
    kamm_vector_in_mesh(mesh_box, apart, out->centre);
    for (int i = 0; i < 3; ++i) kamm_vector_in_mesh(mesh_box, box->axis[i], out->axis[i]);
    memcpy(out->half, box->half, sizeof out->half);
    out->buried = 0;
}
