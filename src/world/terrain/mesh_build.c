/* Making the grid of a mesh. See mesh.h. */
#include "mesh.h"

#include "../../base/error.h"
#include "faces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries of all cells' lists together that are worth their memory. */
enum { ENTRIES_A_TRIANGLE = 12, SPARE_ENTRIES = 4096 };
/* Slopes that differ by less are of one plane; by that or more, an edge is sharp. */
#define BENT 1e-5
#define SHARPLY_BENT 0.1
/* How much wider than its triangle a shadow is: the rounding of its floats. */
#define SEAM_SHARE 5e-7

/* A triangle's shadow, counter-clockwise. */
struct shadow {
    double corner[3][2];
    double nearly; /* the area that is as good as none */
};

/* An edge by the heights and places of its ends, the lesser first, so that neighbours have the same. */
struct edge {
    float ends[2][3];
    int32_t triangle;
};

struct mesh_build {
    const kamm_mesh *mesh;
    struct mesh_grid *grid;
    struct shadow *shadows;
    struct edge *edges;
};

/* Twice the area of a, b, p: positive where p lies to the left of a to b. */
static double turn_of(const double a[2], const double b[2], double x, double y)
{
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static void make_edges(const struct shadow *shadow, double longest_m, struct ground_triangle *t)
{
    const double *corner = shadow->corner[0];
    for (int i = 0; i < 3; ++i) {
        const double *from = shadow->corner[i], *to = shadow->corner[(i + 1) % 3];
        double dx = to[0] - from[0], dy = to[1] - from[1], inverse = 1 / sqrt(dx * dx + dy * dy);
        double nx = -dy * inverse, ny = dx * inverse;
        t->edge[i][0] = (float)nx;
        t->edge[i][1] = (float)ny;
        t->edge[i][2] = (float)(nx * (corner[0] - from[0]) + ny * (corner[1] - from[1]) +
                                SEAM_SHARE * longest_m);
    }
}

/* 0: no ground. */
static int make_triangle(const kamm_mesh *mesh, int index, struct ground_triangle *t,
                         struct shadow *shadow)
{
    double v[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) v[i][j] = mesh->vertices_m[mesh->triangles[index][i]][j];
    double area = turn_of(v[0], v[1], v[2][0], v[2][1]), longest = 0;
    for (int i = 0; i < 3; ++i) {
        double dx = v[(i + 1) % 3][0] - v[i][0], dy = v[(i + 1) % 3][1] - v[i][1];
        longest = fmax(longest, dx * dx + dy * dy);
    }
    if (!(fabs(area) > 1e-6 * longest)) return 0;
    double up[2] = {v[1][2] - v[0][2], v[2][2] - v[0][2]};
    double e[2][2] = {{v[1][0] - v[0][0], v[1][1] - v[0][1]},
                      {v[2][0] - v[0][0], v[2][1] - v[0][1]}};
    t->slope[0] = (up[0] * e[1][1] - up[1] * e[0][1]) / area;
    t->slope[1] = (up[1] * e[0][0] - up[0] * e[1][0]) / area;
    t->height_m = (float)v[0][2];
    for (int i = 0; i < 3; ++i) {
        const double *from = v[area > 0 ? i : (3 - i) % 3];
        shadow->corner[i][0] = from[0], shadow->corner[i][1] = from[1];
    }
    for (int i = 0; i < 2; ++i) t->corner[i] = (float)v[0][i];
    shadow->nearly = 1e-8 * longest;
    make_edges(shadow, sqrt(longest), t);
    return 1;
}

static void bounds_of(const struct shadow *t, double low[2], double high[2])
{
    for (int i = 0; i < 2; ++i) {
        low[i] = fmin(fmin(t->corner[0][i], t->corner[1][i]), t->corner[2][i]);
        high[i] = fmax(fmax(t->corner[0][i], t->corner[1][i]), t->corner[2][i]);
    }
}

/* The cells in reach of a triangle, with a margin for its seams. */
static struct cell_range cells_of(const struct mesh_build *build, int triangle)
{
    double low[2], high[2], margin = 1e-6 * build->grid->cell_m;
    bounds_of(&build->shadows[triangle], low, high);
    for (int i = 0; i < 2; ++i) low[i] -= margin, high[i] += margin;
    return kamm_mesh_cells(build->grid, low, high);
}

static double count_entries(const struct mesh_build *build)
{
    double entries = 0;
    for (int i = 0; i < build->grid->triangle_count; ++i) {
        struct cell_range r = cells_of(build, i);
        entries += (double)(r.high[0] - r.low[0] + 1) * (r.high[1] - r.low[1] + 1);
    }
    return entries;
}

static void set_cell(struct mesh_grid *grid, double cell_m)
{
    grid->cell_m = cell_m;
    grid->inverse_cell = 1 / cell_m;
    for (int i = 0; i < 2; ++i)
        grid->cells[i] = (int)((grid->to_m[i] - grid->from_m[i]) * grid->inverse_cell) + 1;
}

/* About as many cells as triangles; fewer where triangles are so large that the lists would be long. */
static void choose_cells(const struct mesh_build *build)
{
    struct mesh_grid *grid = build->grid;
    for (int i = 0; i < 2; ++i) grid->from_m[i] = INFINITY, grid->to_m[i] = -INFINITY;
    for (int t = 0; t < grid->triangle_count; ++t) {
        double low[2], high[2];
        bounds_of(&build->shadows[t], low, high);
        for (int i = 0; i < 2; ++i) {
            grid->from_m[i] = fmin(grid->from_m[i], low[i]);
            grid->to_m[i] = fmax(grid->to_m[i], high[i]);
        }
    }
    double width = grid->to_m[0] - grid->from_m[0], depth = grid->to_m[1] - grid->from_m[1];
    double cell = sqrt(width * depth / grid->triangle_count);
    set_cell(grid, fmax(cell, fmax(width, depth) / 4096));
    double worth = (double)ENTRIES_A_TRIANGLE * grid->triangle_count + SPARE_ENTRIES;
    while (count_entries(build) > worth && (grid->cells[0] > 1 || grid->cells[1] > 1))
        set_cell(grid, 2 * grid->cell_m);
}

/* Whether something is in a cell, up to a margin for its seams. */
typedef int touching_function(const struct mesh_build *build, int index, const double middle_m[2],
                              const float half_m[2]);

static int triangle_touches(const struct mesh_build *build, int index, const double middle_m[2],
                            const float half_m[2])
{
    const struct ground_triangle *t = &build->grid->triangles[index];
    float dx = (float)(middle_m[0] - (double)t->corner[0]);
    float dy = (float)(middle_m[1] - (double)t->corner[1]);
    for (int i = 0; i < 3; ++i) {
        const float *e = t->edge[i];
        float reach = half_m[0] * fabsf(e[0]) + half_m[1] * fabsf(e[1]);
        if (e[0] * dx + e[1] * dy + e[2] + reach < 0) return 0;
    }
    return 1;
}

static int bend_touches(const struct mesh_build *build, int index, const double middle_m[2],
                        const float half_m[2])
{
    return !(kamm_bend_apart(&build->grid->bends[index], middle_m, half_m) > 0);
}

/* Counts (list NULL) or enters something; `next` is where each cell's next entry goes. */
static void enter(const struct mesh_build *build, struct cell_range r, int index,
                  touching_function *touches, int32_t *next, int32_t *list)
{
    const struct mesh_grid *grid = build->grid;
    float half = (float)(0.5001 * grid->cell_m);
    const float half_m[2] = {half, half};
    for (int row = r.low[1]; row <= r.high[1]; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column) {
            const double middle_m[2] = {grid->from_m[0] + (column + 0.5) * grid->cell_m,
                                        grid->from_m[1] + (row + 0.5) * grid->cell_m};
            int32_t *at = &next[row * grid->cells[0] + column];
            if (!touches(build, index, middle_m, half_m)) continue;
            if (list) list[*at] = index;
            ++*at;
        }
}

static void enter_triangles(const struct mesh_build *build, int32_t *next, int32_t *list)
{
    for (int t = 0; t < build->grid->triangle_count; ++t)
        enter(build, cells_of(build, t), t, triangle_touches, next, list);
}

static void enter_bends(const struct mesh_build *build, int32_t *next, int32_t *list)
{
    double margin = 1e-4 * build->grid->cell_m;
    for (int b = 0; b < build->grid->bend_count; ++b) {
        const struct mesh_bend *bend = &build->grid->bends[b];
        double low[2], high[2];
        for (int i = 0; i < 2; ++i) {
            low[i] = (double)fminf(bend->from_m[i], bend->to_m[i]) - margin;
            high[i] = (double)fmaxf(bend->from_m[i], bend->to_m[i]) + margin;
        }
        enter(build, kamm_mesh_cells(build->grid, low, high), b, bend_touches, next, list);
    }
}

/* Makes the list of each cell from the entries of `enter_all`. */
static kamm_result make_lists(const struct mesh_build *build, int32_t **first, int32_t **list,
                              void (*enter_all)(const struct mesh_build *, int32_t *, int32_t *))
{
    size_t cells = (size_t)build->grid->cells[0] * (size_t)build->grid->cells[1];
    int32_t *starts = *first = kamm_allocate_array(cells + 2, sizeof(int32_t));
    if (!starts) return KAMM_ERROR_MEMORY;
    enter_all(build, starts + 2, NULL);
    for (size_t i = 2; i < cells + 2; ++i) starts[i] += starts[i - 1];
    *list = kamm_allocate_array((size_t)starts[cells + 1] + 1, sizeof(int32_t));
    if (!*list) return KAMM_ERROR_MEMORY;
    enter_all(build, starts + 1, *list);
    return KAMM_OK;
}

/* Some edge of `a` has all of `b` on its outer side, or nearly. */
static int parts_from(const struct shadow *a, const struct shadow *b)
{
    for (int i = 0; i < 3; ++i) {
        const double *from = a->corner[i], *to = a->corner[(i + 1) % 3];
        double max = -INFINITY;
        for (int j = 0; j < 3; ++j)
            max = fmax(max, turn_of(from, to, b->corner[j][0], b->corner[j][1]));
        if (max <= a->nearly + b->nearly) return 1;
    }
    return 0;
}

static int is_layered(const struct mesh_build *build, int cell)
{
    const struct mesh_grid *grid = build->grid;
    const int32_t *list = grid->list + grid->first[cell];
    int count = grid->first[cell + 1] - grid->first[cell];
    if (count > 64) return 1; /* not worth the time to find out */
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) {
            const struct shadow *a = &build->shadows[list[i]];
            const struct shadow *b = &build->shadows[list[j]];
            if (!parts_from(a, b) && !parts_from(b, a)) return 1;
        }
    return 0;
}

static int compare_points(const float a[3], const float b[3])
{
    for (int i = 0; i < 3; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_edges(const void *a, const void *b)
{
    const struct edge *one = a, *other = b;
    int order = compare_points(one->ends[0], other->ends[0]);
    return order ? order : compare_points(one->ends[1], other->ends[1]);
}

static void list_edges(const kamm_mesh *mesh, int index, int triangle, struct edge *edges)
{
    for (int i = 0; i < 3; ++i) {
        const float *a = mesh->vertices_m[mesh->triangles[index][i]];
        const float *b = mesh->vertices_m[mesh->triangles[index][(i + 1) % 3]];
        int turned = compare_points(a, b) > 0;
        memcpy(edges[i].ends[0], turned ? b : a, sizeof edges[i].ends[0]);
        memcpy(edges[i].ends[1], turned ? a : b, sizeof edges[i].ends[1]);
        edges[i].triangle = triangle;
    }
}

/* On which side of an edge its triangle lies. */
static double side_of(const struct mesh_build *build, const struct edge *edge)
{
    const struct shadow *shadow = &build->shadows[edge->triangle];
    double from[2] = {edge->ends[0][0], edge->ends[0][1]};
    double to[2] = {edge->ends[1][0], edge->ends[1][1]}, sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += turn_of(from, to, shadow->corner[i][0], shadow->corner[i][1]);
    return sum;
}

/* By how much slopes differ across an edge that some triangles share; infinite unless they are two neighbours. */
static double bend_of(const struct mesh_build *build, const struct edge *edges, size_t count)
{
    if (count != 2 || !(side_of(build, &edges[0]) * side_of(build, &edges[1]) < 0)) return INFINITY;
    const double *a = build->grid->triangles[edges[0].triangle].slope;
    const double *b = build->grid->triangles[edges[1].triangle].slope;
    return fmax(fabs(a[0] - b[0]), fabs(a[1] - b[1]));
}

static void add_bend(struct mesh_grid *grid, const struct edge *edge, double by)
{
    struct mesh_bend *bend = &grid->bends[grid->bend_count];
    double dx = (double)edge->ends[1][0] - (double)edge->ends[0][0];
    double dy = (double)edge->ends[1][1] - (double)edge->ends[0][1];
    double length = sqrt(dx * dx + dy * dy);
    if (!(length > 0)) return; /* upright */
    ++grid->bend_count;
    for (int i = 0; i < 2; ++i)
        bend->from_m[i] = edge->ends[0][i], bend->to_m[i] = edge->ends[1][i];
    bend->normal[0] = (float)(-dy / length);
    bend->normal[1] = (float)(dx / length);
    bend->sharp = !(by < SHARPLY_BENT);
    bend->torn = !(by < INFINITY);
}

static kamm_result find_bends(const struct mesh_build *build)
{
    struct mesh_grid *grid = build->grid;
    const struct edge *edges = build->edges;
    size_t count = 3 * (size_t)grid->triangle_count;
    grid->bends = kamm_allocate_array(count, sizeof *grid->bends);
    if (!grid->bends) return KAMM_ERROR_MEMORY;
    qsort(build->edges, count, sizeof *edges, compare_edges);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && !compare_edges(&edges[i], &edges[next]); ++next) {}
        double bend = bend_of(build, &edges[i], next - i);
        if (bend > BENT) add_bend(grid, &edges[i], bend);
    }
    return KAMM_OK;
}

static enum mesh_bending bending_of(const struct mesh_build *build, int cell)
{
    const struct mesh_grid *grid = build->grid;
    enum mesh_bending worst = MESH_EVEN;
    if (is_layered(build, cell)) return MESH_LAYERED;
    for (int i = grid->first_bend[cell]; i < grid->first_bend[cell + 1]; ++i) {
        if (grid->bends[grid->bend_list[i]].sharp) return MESH_BROKEN;
        worst = MESH_BENT;
    }
    return worst;
}

static kamm_result fill_mesh_grid(const struct mesh_build *build)
{
    struct mesh_grid *grid = build->grid;
    for (int i = 0; i < build->mesh->triangle_count; ++i) {
        int t = grid->triangle_count;
        if (!make_triangle(build->mesh, i, &grid->triangles[t], &build->shadows[t])) continue;
        list_edges(build->mesh, i, t, &build->edges[3 * (size_t)t]);
        ++grid->triangle_count;
    }
    if (!grid->triangle_count) return KAMM_ERROR_RANGE;
    choose_cells(build);
    kamm_result result = find_bends(build);
    if (result == KAMM_OK) result = make_lists(build, &grid->first, &grid->list, enter_triangles);
    if (result == KAMM_OK)
        result = make_lists(build, &grid->first_bend, &grid->bend_list, enter_bends);
    if (result == KAMM_OK) result = kamm_make_mesh_faces(build->mesh, grid);
    int cells = grid->cells[0] * grid->cells[1];
    grid->bending = kamm_allocate((size_t)cells);
    if (result != KAMM_OK || !grid->bending) return KAMM_ERROR_MEMORY;
    for (int i = 0; i < cells; ++i) grid->bending[i] = (uint8_t)bending_of(build, i);
    return KAMM_OK;
}

kamm_result kamm_make_mesh_grid(const kamm_mesh *mesh, struct mesh_grid *grid)
{
    size_t count = (size_t)mesh->triangle_count;
    struct mesh_build build = {.mesh = mesh, .grid = grid};
    build.edges = kamm_allocate_array(count, 3 * sizeof *build.edges);
    build.shadows = kamm_allocate_array(count, sizeof *build.shadows);
    grid->triangles = kamm_allocate_array(count, sizeof *grid->triangles);
    kamm_result result = build.edges && build.shadows && grid->triangles ? fill_mesh_grid(&build)
                                                                         : KAMM_ERROR_MEMORY;
    kamm_release(build.edges);
    kamm_release(build.shadows);
    return result;
}

void kamm_free_mesh_grid(struct mesh_grid *grid)
{
    kamm_release(grid->triangles);
    kamm_release(grid->bends);
    kamm_release(grid->first);
    kamm_release(grid->list);
    kamm_release(grid->first_bend);
    kamm_release(grid->bend_list);
    kamm_release(grid->bending);
    kamm_release(grid->faces);
    kamm_release(grid->first_face);
    kamm_release(grid->face_list);
}
