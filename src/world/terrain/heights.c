/* See heights.h. */
#include "heights.h"

#include "../../base/compiler.h"
#include "../../base/error.h"

#include <math.h>
#include <string.h>

enum { TILE_CELLS = 8 };

static float *point_of(const struct height_grid *grid, int column, int row)
{
    return grid->heights_m + (size_t)(row + 1) * (size_t)grid->stride + (column + 1);
}

static void extend_row(struct height_grid *grid, int row)
{
    float *first = point_of(grid, 0, row), *last = point_of(grid, grid->columns - 1, row);
    first[-1] = 2 * first[0] - first[1];
    last[1] = 2 * last[0] - last[-1];
}

static void extend_column(struct height_grid *grid, int column)
{
    float *first = point_of(grid, column, 0), *last = point_of(grid, column, grid->rows - 1);
    first[-grid->stride] = 2 * first[0] - first[grid->stride];
    last[grid->stride] = 2 * last[0] - last[-grid->stride];
}

/* Inline, as fmax is not: millions of points ask for it. */
static double larger(double a, double b) { return a > b ? a : b; }

/* Second derivative along `step` at both ends of a cell, and the twist: what bends the cell most. */
static double bend_along(const float *p, int step)
{
    double a = ((double)p[-step] - p[0]) - ((double)p[0] - p[step]);
    double b = ((double)p[0] - p[step]) - ((double)p[step] - p[2 * step]);
    double at_start = fabs(2 * a - b), at_end = fabs(2 * b - a);
    return larger(at_start, at_end);
}

/* Engines of WebAssembly optimise a function that is called often, but not within a call of it: so
 * functions of tiles are never inlined.
 *
 * The greatest in cells from `from` up to `to`, whose heights are of the four points around a cell each way. */
static KAMM_NEVER_INLINE double bend_in(const struct height_grid *grid, const int from[2],
                                        const int to[2])
{
    double max = 0;
    int stride = grid->stride;
    for (int row = from[1] - 1; row <= to[1] + 1; ++row)
        for (int column = from[0]; column < to[0]; ++column)
            max = larger(max, bend_along(point_of(grid, column, row), 1));
    for (int row = from[1]; row < to[1]; ++row)
        for (int column = from[0] - 1; column <= to[0] + 1; ++column)
            max = larger(max, bend_along(point_of(grid, column, row), stride));
    for (int row = from[1] - 1; row <= to[1]; ++row)
        for (int column = from[0] - 1; column <= to[0]; ++column) {
            const float *p = point_of(grid, column, row);
            max = larger(max, fabs(((double)p[0] - p[1]) - ((double)p[stride] - p[stride + 1])));
        }
    return max;
}

static void measure_curvature(struct height_grid *grid)
{
    for (int row = 0; row < grid->tiles[1]; ++row)
        for (int column = 0; column < grid->tiles[0]; ++column) {
            int from[2] = {column * TILE_CELLS, row * TILE_CELLS}, to[2];
            to[0] = from[0] + TILE_CELLS < grid->columns ? from[0] + TILE_CELLS : grid->columns - 1;
            to[1] = from[1] + TILE_CELLS < grid->rows ? from[1] + TILE_CELLS : grid->rows - 1;
            double bend = bend_in(grid, from, to);
            grid->curvature[row * grid->tiles[0] + column] =
                (float)(bend * grid->inverse_cell * grid->inverse_cell);
        }
}

/* Range of the differences from point to point along `step`, of all that the cells of a tile are made of. */
struct rises {
    double low, high;
};

static KAMM_NEVER_INLINE struct rises rises_in(const struct height_grid *grid, const int from[2],
                                               const int to[2], int step)
{
    struct rises rises = {INFINITY, -INFINITY};
    int along_x = step == 1;
    for (int row = from[1]; row < to[1] + along_x; ++row)
        for (int column = from[0]; column < to[0] + !along_x; ++column) {
            const float *p = point_of(grid, column, row);
            double rise = (double)p[step] - p[0];
            if (rise < rises.low) rises.low = rise;
            if (rise > rises.high) rises.high = rise;
        }
    return rises;
}

/* The weights of a slope in the differences around it sum up to 1, their sizes to 1.875 at most: 1.5 along the slope
 * times 1.25 across it. */
static double slope_of(const struct rises *rises)
{
    double size = fmax(fabs(rises->low), fabs(rises->high));
    return size + 0.4375 * (rises->high - rises->low);
}

static void measure_steepness(struct height_grid *grid)
{
    for (int row = 0; row < grid->tiles[1]; ++row)
        for (int column = 0; column < grid->tiles[0]; ++column) {
            int from[2] = {column * TILE_CELLS - 1, row * TILE_CELLS - 1}, to[2];
            to[0] =
                from[0] + TILE_CELLS + 2 < grid->columns ? from[0] + TILE_CELLS + 2 : grid->columns;
            to[1] = from[1] + TILE_CELLS + 2 < grid->rows ? from[1] + TILE_CELLS + 2 : grid->rows;
            struct rises x = rises_in(grid, from, to, 1);
            struct rises y = rises_in(grid, from, to, grid->stride);
            double gx = slope_of(&x), gy = slope_of(&y);
            grid->steepness[row * grid->tiles[0] + column] =
                (float)(1.0001 * grid->inverse_cell * sqrt(gx * gx + gy * gy));
        }
}

kamm_result kamm_make_height_grid(const kamm_height_map *map, struct height_grid *grid)
{
    size_t columns = (size_t)map->columns, rows = (size_t)map->rows;
    grid->columns = map->columns;
    grid->rows = map->rows;
    grid->stride = map->columns + 2;
    grid->cell_m = map->cell_m;
    grid->inverse_cell = 1 / map->cell_m;
    for (int i = 0; i < 2; ++i) {
        int points = i ? map->rows : map->columns;
        grid->from_m[i] = map->origin_m[i];
        grid->to_m[i] = map->origin_m[i] + (points - 1) * map->cell_m;
        grid->tiles[i] = (points - 2) / TILE_CELLS + 1;
    }
    grid->heights_m = kamm_allocate_array(kamm_product(columns + 2, rows + 2), sizeof(float));
    grid->curvature =
        kamm_allocate_array((size_t)grid->tiles[0], (size_t)grid->tiles[1] * sizeof(float));
    grid->steepness =
        kamm_allocate_array((size_t)grid->tiles[0], (size_t)grid->tiles[1] * sizeof(float));
    if (!grid->heights_m || !grid->curvature || !grid->steepness) return KAMM_ERROR_MEMORY;
    for (int row = 0; row < map->rows; ++row) {
        memcpy(point_of(grid, 0, row), map->heights_m + (size_t)row * columns,
               columns * sizeof(float));
        extend_row(grid, row);
    }
    for (int column = -1; column <= map->columns; ++column) extend_column(grid, column);
    measure_curvature(grid);
    measure_steepness(grid);
    return KAMM_OK;
}

void kamm_free_height_grid(struct height_grid *grid)
{
    kamm_release(grid->heights_m);
    kamm_release(grid->curvature);
    kamm_release(grid->steepness);
}

/* The cell in which a coordinate lies, and how far in it, 0 to 1. */
static int cell_of(double at, int points, double *within)
{
    int cell = (int)at;
    if (cell > points - 2) cell = points - 2;
    *within = at - cell;
    return cell;
}

struct spline {
    double value, slope;
};

/* Through b at 0 and c at 1, with slopes (c - a) / 2 and (d - b) / 2 there. From differences: equal
 * points give exactly their value. */
static inline struct spline spline_at(double a, double b, double c, double d, double u)
{
    double bc = c - b, rise = 0.5 * (c - a), fall = 0.5 * (d - b);
    double quadratic = 3 * bc - 2 * rise - fall, cubic = rise + fall - 2 * bc;
    return (struct spline){b + u * (rise + u * (quadratic + u * cubic)),
                           rise + u * (2 * quadratic + 3 * u * cubic)};
}

int kamm_heights_at(const struct height_grid *grid, double x_m, double y_m, struct place *place)
{
    if (!(x_m >= grid->from_m[0] && x_m <= grid->to_m[0] && y_m >= grid->from_m[1] &&
          y_m <= grid->to_m[1]))
        return 0;
    double u, v;
    int column = cell_of((x_m - grid->from_m[0]) * grid->inverse_cell, grid->columns, &u);
    int row = cell_of((y_m - grid->from_m[1]) * grid->inverse_cell, grid->rows, &v);
    struct spline line[4];
    const float *p = point_of(grid, column, row - 1);
    if (grid->steepness[row / TILE_CELLS * grid->tiles[0] + column / TILE_CELLS] == 0) {
        *place = (struct place){p[0], {0, 0}}; /* level: what the splines would give */
        return 1;
    }
    for (int i = 0; i < 4; ++i, p += grid->stride) line[i] = spline_at(p[-1], p[0], p[1], p[2], u);
    struct spline across = spline_at(line[0].value, line[1].value, line[2].value, line[3].value, v);
    struct spline along = spline_at(line[0].slope, line[1].slope, line[2].slope, line[3].slope, v);
    place->height_m = across.value;
    place->slope[0] = along.value * grid->inverse_cell;
    place->slope[1] = across.slope * grid->inverse_cell;
    return 1;
}

static int tile_of(const struct height_grid *grid, int axis, double at_m)
{
    int tile = (int)((at_m - grid->from_m[axis]) * grid->inverse_cell) / TILE_CELLS;
    return tile < 0 ? 0 : tile >= grid->tiles[axis] ? grid->tiles[axis] - 1 : tile;
}

static double largest_in(const struct height_grid *grid, const float *of_tile,
                         const double low_m[2], const double high_m[2])
{
    float max = 0;
    int first = tile_of(grid, 0, low_m[0]), last = tile_of(grid, 0, high_m[0]);
    int bottom = tile_of(grid, 1, low_m[1]), top = tile_of(grid, 1, high_m[1]);
    for (int row = bottom; row <= top; ++row)
        for (int column = first; column <= last; ++column) {
            float value = of_tile[row * grid->tiles[0] + column];
            if (value > max) max = value;
        }
    return max;
}

double kamm_heights_curvature(const struct height_grid *grid, const double low_m[2],
                              const double high_m[2])
{
    return largest_in(grid, grid->curvature, low_m, high_m);
}

double kamm_heights_steepness(const struct height_grid *grid, const double low_m[2],
                              const double high_m[2])
{
    return largest_in(grid, grid->steepness, low_m, high_m);
}
