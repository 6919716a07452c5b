/* See paint.h. */
#include "paint.h"

#include "../../base/compiler.h"
#include "../../base/error.h"

#include <math.h>
#include <string.h>

/* Surface of a cell; 0 beyond the grid. The comparison keeps what is far outside from the cast. */
static int surface_of(const struct paint_grid *grid, double column, double row)
{
    if (!(column >= 0 && column < grid->columns && row >= 0 && row < grid->rows)) return 0;
    return grid->surfaces[(size_t)row * (size_t)grid->columns + (size_t)column];
}

static int surface_of_cell(const struct paint_grid *grid, int column, int row)
{
    if (column < 0 || column >= grid->columns || row < 0 || row >= grid->rows) return 0;
    return grid->surfaces[(size_t)row * (size_t)grid->columns + (size_t)column];
}

static float larger(float a, float b) { return a > b ? a : b; }

/* Finds the reach of a tile's own cells and from them to the next ones. Relief is bilinear between
 * the middles of cells: its gradient is at most two differences of neighbours.
 * Functions of tiles are never inlined: see heights.c. */
static KAMM_NEVER_INLINE struct paint_reach own_reach(const struct paint_grid *grid,
                                                      const float amplitude[256], int tile)
{
    if (grid->alone[tile] >= 0) return (struct paint_reach){amplitude[grid->alone[tile]], 0};
    int size = grid->tile_cells;
    int left = tile % grid->tiles[0] * size, bottom = tile / grid->tiles[0] * size;
    float max = 0, step = 0;
    for (int row = bottom ? bottom : -1; row < bottom + size; ++row)
        for (int column = left ? left : -1; column < left + size; ++column) {
            int here = surface_of_cell(grid, column, row);
            int ahead = surface_of_cell(grid, column + 1, row),
                beside = surface_of_cell(grid, column, row + 1);
            max = larger(max, amplitude[here]);
            if (here == ahead && here == beside) continue;
            step = larger(step, fabsf(amplitude[ahead] - amplitude[here]));
            step = larger(step, fabsf(amplitude[beside] - amplitude[here]));
        }
    return (struct paint_reach){max, step * 1.4143f * (float)grid->inverse_cell};
}

/* The greatest reach of the tiles that are up to `around` from number `at` of a line of tiles, and of
 * the ground beyond its ends. */
static struct paint_reach reach_along(const struct paint_reach *line, int apart, int count, int at,
                                      int around, float beyond)
{
    int from = at > around ? at - around : 0, to = at + around;
    struct paint_reach reach = {at < around || to >= count ? beyond : 0, 0};
    for (int i = from; i <= to && i < count; ++i) {
        const struct paint_reach *there = &line[(size_t)i * (size_t)apart];
        reach.amplitude = larger(reach.amplitude, there->amplitude);
        reach.amplitude_slope = larger(reach.amplitude_slope, there->amplitude_slope);
    }
    return reach;
}

/* Finds the reach of the tiles around each, of their own: along rows, then along columns. */
static void reach_around(struct paint_grid *grid, struct paint_reach *own, float beyond)
{
    int around = (int)(PAINT_REACH_M * grid->inverse_cell + 1) / grid->tile_cells + 1;
    int columns = grid->tiles[0], rows = grid->tiles[1];
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            grid->reach[row * columns + column] =
                reach_along(own + row * columns, 1, columns, column, around, beyond);
    memcpy(own, grid->reach, (size_t)columns * (size_t)rows * sizeof *own);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            grid->reach[row * columns + column] =
                reach_along(own + column, columns, rows, row, around, beyond);
}

/* Whether a cell of a row is of another surface; four at a time, as millions of cells are asked for. */
static int row_differs(const uint8_t *cells, int count, uint8_t surface)
{
    uint32_t all = surface * 0x01010101u, differs = 0, four;
    if (count < (int)sizeof four) {
        for (int i = 0; i < count; ++i) differs |= (uint32_t)(cells[i] ^ surface);
        return differs != 0;
    }
    for (int i = 0; i < count; i += (int)sizeof four) {
        int left = count - (int)sizeof four;
        memcpy(&four, cells + (i < left ? i : left), sizeof four);
        differs |= four ^ all;
    }
    return differs != 0;
}

/* A place that rounding takes for one of the tile next to its own is at their border, and a cell from others. Beyond the
 * grid all is of surface 0. */
static KAMM_NEVER_INLINE int16_t alone_in(const struct paint_grid *grid, int tile)
{
    int size = grid->tile_cells;
    int left = tile % grid->tiles[0] * size - 1, bottom = tile / grid->tiles[0] * size - 1;
    int right = left + size + 1, top = bottom + size + 1;
    int leaves = left < 0 || bottom < 0 || right >= grid->columns || top >= grid->rows;
    int first = surface_of_cell(grid, left + 1, bottom + 1), differs = leaves && first;
    int from = left < 0 ? 0 : left, to = right < grid->columns ? right : grid->columns - 1;
    for (int row = bottom < 0 ? 0 : bottom; !differs && row <= top && row < grid->rows; ++row)
        differs = row_differs(grid->surfaces + (size_t)row * (size_t)grid->columns + from,
                              to - from + 1, (uint8_t)first);
    return differs ? -1 : (int16_t)first;
}

static kamm_result measure_reach(struct paint_grid *grid, const struct surface_relief *of)
{
    double cells = floor(PAINT_REACH_M * grid->inverse_cell);
    float amplitude[256];
    for (int i = 0; i < 256; ++i) amplitude[i] = (float)of[i].amplitude * 1.0001f;
    grid->tile_cells = cells > 1 ? cells < 256 ? (int)cells : 256 : 1;
    grid->tiles[0] = (grid->columns - 1) / grid->tile_cells + 1;
    grid->tiles[1] = (grid->rows - 1) / grid->tile_cells + 1;
    grid->inverse_tile = grid->inverse_cell / grid->tile_cells;
    int count = grid->tiles[0] * grid->tiles[1];
    struct paint_reach *own = kamm_allocate_array((size_t)count, sizeof *own);
    grid->reach = kamm_allocate_array((size_t)count, sizeof *grid->reach);
    grid->alone = kamm_allocate_array((size_t)count, sizeof *grid->alone);
    kamm_result result = own && grid->reach && grid->alone ? KAMM_OK : KAMM_ERROR_MEMORY;
    for (int i = 0; !result && i < count; ++i) grid->alone[i] = alone_in(grid, i);
    for (int i = 0; !result && i < count; ++i) own[i] = own_reach(grid, amplitude, i);
    if (!result) reach_around(grid, own, amplitude[0]);
    kamm_release(own);
    return result;
}

kamm_result kamm_make_paint_grid(const kamm_paint *paint, const struct surface_relief *of,
                                 struct paint_grid *grid)
{
    size_t cells = (size_t)paint->columns * (size_t)paint->rows;
    grid->columns = paint->columns;
    grid->rows = paint->rows;
    if (!cells) return KAMM_OK;
    grid->inverse_cell = 1 / paint->cell_m;
    for (int i = 0; i < 2; ++i) grid->origin_m[i] = paint->origin_m[i];
    grid->surfaces = kamm_allocate_array((size_t)paint->columns, (size_t)paint->rows);
    if (!grid->surfaces) return KAMM_ERROR_MEMORY;
    memcpy(grid->surfaces, paint->surfaces, cells);
    return measure_reach(grid, of);
}

void kamm_free_paint_grid(struct paint_grid *grid)
{
    kamm_release(grid->surfaces);
    kamm_release(grid->reach);
    kamm_release(grid->alone);
}

int kamm_paint_at(const struct paint_grid *grid, double x_m, double y_m)
{
    if (!grid->surfaces) return 0;
    return surface_of(grid, (x_m - grid->origin_m[0]) * grid->inverse_cell,
                      (y_m - grid->origin_m[1]) * grid->inverse_cell);
}

int kamm_paint_alone(const struct paint_grid *grid, double x_m, double y_m)
{
    if (!grid->surfaces) return 0;
    double column = (x_m - grid->origin_m[0]) * grid->inverse_tile;
    double row = (y_m - grid->origin_m[1]) * grid->inverse_tile;
    if (!(column >= 0 && column < grid->tiles[0] && row >= 0 && row < grid->tiles[1])) return -1;
    return grid->alone[(int)row * grid->tiles[0] + (int)column];
}

/* a, b, c, d: along x at the near row, then at the far one. */
static double blend(const double h[4], double u, double v, double inverse_cell, double slope[2])
{
    double near = h[0] + (h[1] - h[0]) * u, far = h[2] + (h[3] - h[2]) * u;
    slope[0] = ((h[1] - h[0]) * (1 - v) + (h[3] - h[2]) * v) * inverse_cell;
    slope[1] = (far - near) * inverse_cell;
    return near + (far - near) * v;
}

struct relief kamm_paint_relief(const struct paint_grid *grid, const struct surface_relief *of,
                                double x_m, double y_m)
{
    struct relief relief = {.amplitude = of[0].amplitude, .sinkage_m = of[0].sinkage_m};
    if (!grid->surfaces) return relief;
    double x = (x_m - grid->origin_m[0]) * grid->inverse_cell - 0.5;
    double y = (y_m - grid->origin_m[1]) * grid->inverse_cell - 0.5;
    double column = floor(x), row = floor(y), amplitude[4], sinkage[4];
    int index[4];
    for (int i = 0; i < 4; ++i) index[i] = surface_of(grid, column + (i & 1), row + (i >> 1));
    relief.amplitude = of[index[0]].amplitude;
    relief.sinkage_m = of[index[0]].sinkage_m;
    if (index[1] == index[0] && index[2] == index[0] && index[3] == index[0]) return relief;
    for (int i = 0; i < 4; ++i) {
        amplitude[i] = of[index[i]].amplitude;
        sinkage[i] = of[index[i]].sinkage_m;
    }
    double u = x - column, v = y - row;
    relief.amplitude = blend(amplitude, u, v, grid->inverse_cell, relief.amplitude_slope);
    relief.sinkage_m = blend(sinkage, u, v, grid->inverse_cell, relief.sinkage_slope);
    return relief;
}

/* Places beyond the grid but near it are not classified yet. */
struct paint_reach kamm_paint_reach(const struct paint_grid *grid, const struct surface_relief *of,
                                    double x_m, double y_m)
{
    struct paint_reach everywhere = {(float)of[0].amplitude * 1.0001f, 0};
    if (!grid->surfaces) return everywhere;
    double column = (x_m - grid->origin_m[0]) * grid->inverse_cell;
    double row = (y_m - grid->origin_m[1]) * grid->inverse_cell;
    double around = PAINT_REACH_M * grid->inverse_cell + 1;
    if (!(column > -around && column < grid->columns + around && row > -around &&
          row < grid->rows + around))
        return everywhere;
    if (!(column >= 0 && column < grid->columns && row >= 0 && row < grid->rows))
        return (struct paint_reach){INFINITY, INFINITY};
    return grid
        ->reach[(int)row / grid->tile_cells * grid->tiles[0] + (int)column / grid->tile_cells];
}
