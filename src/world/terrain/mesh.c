/* See mesh.h. */
#include "mesh.h"

#include "../../base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Entries of all cells' lists together that are worth their memory. */
enum { ENTRIES_A_TRIANGLE = 12, SPARE_ENTRIES = 4096 };

/* Twice the area of a, b, p: positive where p lies to the left of a to b. */
static double turn_of(const double a[2], const double b[2], double x, double y)
{
    return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

/* 0: no ground. */
static int make_triangle(const kamm_mesh *mesh, int index, struct ground_triangle *t)
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
    t->height_m = v[0][2];
    t->seam = -1e-9 * longest;
    for (int i = 0; i < 3; ++i) {
        const double *from = v[area > 0 ? i : (3 - i) % 3];
        t->corner[i][0] = from[0], t->corner[i][1] = from[1];
    }
    return 1;
}

static void bounds_of(const struct ground_triangle *t, double low[2], double high[2])
{
    for (int i = 0; i < 2; ++i) {
        low[i] = fmin(fmin(t->corner[0][i], t->corner[1][i]), t->corner[2][i]);
        high[i] = fmax(fmax(t->corner[0][i], t->corner[1][i]), t->corner[2][i]);
    }
}

static int cell_along(const struct mesh_grid *grid, int axis, double at_m)
{
    double at = (at_m - grid->from_m[axis]) * grid->inverse_cell;
    return !(at > 0) ? 0 : at >= grid->cells[axis] ? grid->cells[axis] - 1 : (int)at;
}

struct cell_range {
    int low[2], high[2];
};

static struct cell_range range_of(const struct mesh_grid *grid, const double low[2],
                                  const double high[2])
{
    struct cell_range range;
    for (int i = 0; i < 2; ++i) {
        range.low[i] = cell_along(grid, i, low[i]);
        range.high[i] = cell_along(grid, i, high[i]);
    }
    return range;
}

/* The cells in reach of a triangle, with a margin for its seams. */
static struct cell_range cells_of(const struct mesh_grid *grid, const struct ground_triangle *t)
{
    double low[2], high[2], margin = 1e-6 * grid->cell_m;
    bounds_of(t, low, high);
    for (int i = 0; i < 2; ++i) low[i] -= margin, high[i] += margin;
    return range_of(grid, low, high);
}

static double count_entries(const struct mesh_grid *grid)
{
    double entries = 0;
    for (int i = 0; i < grid->triangle_count; ++i) {
        struct cell_range r = cells_of(grid, &grid->triangles[i]);
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
static void choose_cells(struct mesh_grid *grid)
{
    for (int i = 0; i < 2; ++i) grid->from_m[i] = INFINITY, grid->to_m[i] = -INFINITY;
    for (int t = 0; t < grid->triangle_count; ++t) {
        double low[2], high[2];
        bounds_of(&grid->triangles[t], low, high);
        for (int i = 0; i < 2; ++i) {
            grid->from_m[i] = fmin(grid->from_m[i], low[i]);
            grid->to_m[i] = fmax(grid->to_m[i], high[i]);
        }
    }
    double width = grid->to_m[0] - grid->from_m[0], depth = grid->to_m[1] - grid->from_m[1];
    double cell = sqrt(width * depth / grid->triangle_count);
    set_cell(grid, fmax(cell, fmax(width, depth) / 4096));
    double worth = (double)ENTRIES_A_TRIANGLE * grid->triangle_count + SPARE_ENTRIES;
    while (count_entries(grid) > worth && (grid->cells[0] > 1 || grid->cells[1] > 1))
        set_cell(grid, 2 * grid->cell_m);
}

/* Counts (list NULL) or enters every triangle; `next` is where each cell's next entry goes. */
static void enter_triangles(const struct mesh_grid *grid, int32_t *next, int32_t *list)
{
    for (int t = 0; t < grid->triangle_count; ++t) {
        struct cell_range r = cells_of(grid, &grid->triangles[t]);
        for (int row = r.low[1]; row <= r.high[1]; ++row)
            for (int column = r.low[0]; column <= r.high[0]; ++column) {
                int32_t *at = &next[row * grid->cells[0] + column];
                if (list) list[*at] = t;
                ++*at;
            }
    }
}

/* Some edge of `a` has all of `b` on its outer side, or nearly. */
static int parts_from(const struct ground_triangle *a, const struct ground_triangle *b)
{
    for (int i = 0; i < 3; ++i) {
        const double *from = a->corner[i], *to = a->corner[(i + 1) % 3];
        double max = -INFINITY;
        for (int j = 0; j < 3; ++j)
            max = fmax(max, turn_of(from, to, b->corner[j][0], b->corner[j][1]));
        if (max <= -10 * (a->seam + b->seam)) return 1;
    }
    return 0;
}

static int is_single(const struct mesh_grid *grid, int cell)
{
    const int32_t *list = grid->list + grid->first[cell];
    int count = grid->first[cell + 1] - grid->first[cell];
    if (count > 64) return 0; /* not worth the time to find out */
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j) {
            const struct ground_triangle *a = &grid->triangles[list[i]];
            const struct ground_triangle *b = &grid->triangles[list[j]];
            if (!parts_from(a, b) && !parts_from(b, a)) return 0;
        }
    return 1;
}

static kamm_result list_triangles(struct mesh_grid *grid)
{
    size_t cells = (size_t)grid->cells[0] * (size_t)grid->cells[1];
    grid->first = kamm_allocate_array(cells + 2, sizeof(int32_t));
    grid->kinds = kamm_allocate(cells);
    if (!grid->first || !grid->kinds) return KAMM_ERROR_MEMORY;
    enter_triangles(grid, grid->first + 2, NULL);
    for (size_t i = 2; i < cells + 2; ++i) grid->first[i] += grid->first[i - 1];
    grid->list = kamm_allocate_array((size_t)grid->first[cells + 1] + 1, sizeof(int32_t));
    if (!grid->list) return KAMM_ERROR_MEMORY;
    enter_triangles(grid, grid->first + 1, grid->list);
    for (size_t i = 0; i < cells; ++i)
        grid->kinds[i] = is_single(grid, (int)i) ? CELL_SMOOTH : CELL_MANIFOLD;
    return KAMM_OK;
}

/* An edge by the heights and places of its ends, the lesser first, so that neighbours have the same. */
struct mesh_edge {
    float ends[2][3];
    int32_t triangle;
};

static int compare_points(const float a[3], const float b[3])
{
    for (int i = 0; i < 3; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_edges(const void *a, const void *b)
{
    const struct mesh_edge *one = a, *other = b;
    int order = compare_points(one->ends[0], other->ends[0]);
    return order ? order : compare_points(one->ends[1], other->ends[1]);
}

static void list_edges(const kamm_mesh *mesh, int index, int triangle, struct mesh_edge *edges)
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

static int bends_gently(const struct ground_triangle *a, const struct ground_triangle *b)
{
    return fabs(a->slope[0] - b->slope[0]) < 0.1 && fabs(a->slope[1] - b->slope[1]) < 0.1;
}

/* Cells that the edge's box touches are not smooth. */
static void mark_edge(struct mesh_grid *grid, const struct mesh_edge *edge)
{
    double low[2], high[2], margin = 1e-6 * grid->cell_m;
    for (int i = 0; i < 2; ++i) {
        low[i] = fmin(edge->ends[0][i], edge->ends[1][i]) - margin;
        high[i] = fmax(edge->ends[0][i], edge->ends[1][i]) + margin;
    }
    struct cell_range r = range_of(grid, low, high);
    for (int row = r.low[1]; row <= r.high[1]; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column) {
            uint8_t *kind = &grid->kinds[row * grid->cells[0] + column];
            if (*kind == CELL_SMOOTH) *kind = CELL_SINGLE;
        }
}

/* Edges of one triangle alone, of more than two, or of two that meet sharply. */
static void mark_edges(struct mesh_grid *grid, struct mesh_edge *edges, size_t count)
{
    qsort(edges, count, sizeof *edges, compare_edges);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && !compare_edges(&edges[i], &edges[next]); ++next) {}
        if (next - i != 2 || !bends_gently(&grid->triangles[edges[i].triangle],
                                           &grid->triangles[edges[i + 1].triangle]))
            mark_edge(grid, &edges[i]);
    }
}

static kamm_result fill_mesh_grid(const kamm_mesh *mesh, struct mesh_grid *grid,
                                  struct mesh_edge *edges)
{
    for (int i = 0; i < mesh->triangle_count; ++i) {
        int triangle = grid->triangle_count;
        if (!make_triangle(mesh, i, &grid->triangles[triangle])) continue;
        list_edges(mesh, i, triangle, &edges[3 * (size_t)triangle]);
        ++grid->triangle_count;
    }
    if (!grid->triangle_count) return KAMM_ERROR_RANGE;
    choose_cells(grid);
    kamm_result result = list_triangles(grid);
    if (result == KAMM_OK) mark_edges(grid, edges, 3 * (size_t)grid->triangle_count);
    return result;
}

kamm_result kamm_make_mesh_grid(const kamm_mesh *mesh, struct mesh_grid *grid)
{
    size_t count = (size_t)mesh->triangle_count;
    struct mesh_edge *edges = kamm_allocate_array(count, 3 * sizeof *edges);
    grid->triangles = kamm_allocate_array(count, sizeof *grid->triangles);
    kamm_result result =
        edges && grid->triangles ? fill_mesh_grid(mesh, grid, edges) : KAMM_ERROR_MEMORY;
    kamm_release(edges);
    return result;
}

void kamm_free_mesh_grid(struct mesh_grid *grid)
{
    kamm_release(grid->triangles);
    kamm_release(grid->first);
    kamm_release(grid->list);
    kamm_release(grid->kinds);
}

int kamm_mesh_cell(const struct mesh_grid *grid, double x_m, double y_m)
{
    double margin = 1e-6 * grid->cell_m;
    if (!(x_m >= grid->from_m[0] - margin && x_m <= grid->to_m[0] + margin &&
          y_m >= grid->from_m[1] - margin && y_m <= grid->to_m[1] + margin))
        return -1;
    return cell_along(grid, 1, y_m) * grid->cells[0] + cell_along(grid, 0, x_m);
}

static int covers(const struct ground_triangle *t, double x, double y)
{
    return turn_of(t->corner[0], t->corner[1], x, y) >= t->seam &&
           turn_of(t->corner[1], t->corner[2], x, y) >= t->seam &&
           turn_of(t->corner[2], t->corner[0], x, y) >= t->seam;
}

int kamm_triangle_at(const struct ground_triangle *t, double x_m, double y_m, struct place *place)
{
    if (!covers(t, x_m, y_m)) return 0;
    place->slope[0] = t->slope[0];
    place->slope[1] = t->slope[1];
    place->height_m = t->height_m + (t->slope[0] * (x_m - t->corner[0][0]) +
                                     t->slope[1] * (y_m - t->corner[0][1]));
    return 1;
}

int kamm_mesh_near(const struct mesh_grid *grid, const double low_m[2], const double high_m[2])
{
    for (int i = 0; i < 2; ++i)
        if (!(high_m[i] >= grid->from_m[i] && low_m[i] <= grid->to_m[i])) return 0;
    struct cell_range r = range_of(grid, low_m, high_m);
    for (int row = r.low[1]; row <= r.high[1]; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column) {
            int cell = row * grid->cells[0] + column;
            if (grid->first[cell + 1] > grid->first[cell]) return 1;
        }
    return 0;
}

static int covers_box(const struct ground_triangle *t, const double low[2], const double high[2])
{
    return covers(t, low[0], low[1]) && covers(t, high[0], low[1]) && covers(t, low[0], high[1]) &&
           covers(t, high[0], high[1]);
}

enum mesh_cell_kind kamm_mesh_kind(const struct mesh_grid *grid, const double low_m[2],
                                   const double high_m[2])
{
    struct cell_range r = range_of(grid, low_m, high_m);
    int min = CELL_SMOOTH;
    for (int row = r.low[1]; row <= r.high[1]; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column) {
            int kind = grid->kinds[row * grid->cells[0] + column];
            if (kind < min) min = kind;
        }
    return (enum mesh_cell_kind)min;
}

int kamm_mesh_is_plane(const struct mesh_grid *grid, const double low_m[2], const double high_m[2])
{
    int cell = cell_along(grid, 1, low_m[1]) * grid->cells[0] + cell_along(grid, 0, low_m[0]);
    for (int i = grid->first[cell]; i < grid->first[cell + 1]; ++i)
        if (covers_box(&grid->triangles[grid->list[i]], low_m, high_m)) return 1;
    return 0;
}

/* Squared distance to the nearest point of a to b. */
static double nearest_on_edge(const double a[2], const double b[2], const double at[2],
                              double nearest[2])
{
    double dx = b[0] - a[0], dy = b[1] - a[1];
    double along = (dx * (at[0] - a[0]) + dy * (at[1] - a[1])) / (dx * dx + dy * dy);
    along = !(along > 0) ? 0 : along > 1 ? 1 : along;
    nearest[0] = along < 1 ? a[0] + along * dx : b[0];
    nearest[1] = along < 1 ? a[1] + along * dy : b[1];
    dx = at[0] - nearest[0], dy = at[1] - nearest[1];
    return dx * dx + dy * dy;
}

static void nearest_in_cell(const struct mesh_grid *grid, int cell, const double at[2],
                            double nearest[2], double *best)
{
    for (int i = grid->first[cell]; i < grid->first[cell + 1]; ++i) {
        const struct ground_triangle *t = &grid->triangles[grid->list[i]];
        for (int edge = 0; edge < 3; ++edge) {
            double point[2];
            double squared = nearest_on_edge(t->corner[edge], t->corner[(edge + 1) % 3], at, point);
            if (squared >= *best) continue;
            *best = squared;
            nearest[0] = point[0], nearest[1] = point[1];
        }
    }
}

/* Rings of cells around the one that is nearest to the place, until no further ring can be nearer: no point
 * of the ring r is nearer than r - 1 cells. */
double kamm_nearest_in_mesh(const struct mesh_grid *grid, const double at_m[2], double nearest_m[2])
{
    int middle[2] = {cell_along(grid, 0, at_m[0]), cell_along(grid, 1, at_m[1])};
    int rings = grid->cells[0] > grid->cells[1] ? grid->cells[0] : grid->cells[1];
    double best = INFINITY;
    for (int i = 0; i < 2; ++i) nearest_m[i] = grid->triangles[0].corner[0][i];
    for (int ring = 0; ring < rings; ++ring) {
        double min = (ring - 1) * grid->cell_m;
        if (ring > 1 && min * min > best) break;
        for (int row = middle[1] - ring; row <= middle[1] + ring; ++row) {
            if (row < 0 || row >= grid->cells[1]) continue;
            int inner = row > middle[1] - ring && row < middle[1] + ring;
            int step = inner && ring ? 2 * ring : 1;
            for (int column = middle[0] - ring; column <= middle[0] + ring; column += step)
                if (column >= 0 && column < grid->cells[0])
                    nearest_in_cell(grid, row * grid->cells[0] + column, at_m, nearest_m, &best);
        }
    }
    return sqrt(best);
}
