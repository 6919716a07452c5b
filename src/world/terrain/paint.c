/* See paint.h. */
#include "paint.h"

#include "../../base/error.h"

#include <math.h>
#include <string.h>

kamm_result kamm_make_paint_grid(const kamm_paint *paint, struct paint_grid *grid)
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
    return KAMM_OK;
}

void kamm_free_paint_grid(struct paint_grid *grid) { kamm_release(grid->surfaces); }

/* Surface of a cell; 0 beyond the grid. The comparison keeps what is far outside from the cast. */
static int surface_of(const struct paint_grid *grid, double column, double row)
{
    if (!(column >= 0 && column < grid->columns && row >= 0 && row < grid->rows)) return 0;
    return grid->surfaces[(size_t)row * (size_t)grid->columns + (size_t)column];
}

int kamm_paint_at(const struct paint_grid *grid, double x_m, double y_m)
{
    if (!grid->surfaces) return 0;
    return surface_of(grid, (x_m - grid->origin_m[0]) * grid->inverse_cell,
                      (y_m - grid->origin_m[1]) * grid->inverse_cell);
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

int kamm_paint_is_one(const struct paint_grid *grid, const double low_m[2], const double high_m[2],
                      int *surface)
{
    *surface = 0;
    if (!grid->surfaces) return 1;
    double low[2], high[2];
    for (int i = 0; i < 2; ++i) {
        low[i] = floor((low_m[i] - grid->origin_m[i]) * grid->inverse_cell - 0.5);
        high[i] = floor((high_m[i] - grid->origin_m[i]) * grid->inverse_cell - 0.5) + 1;
        /* More cells than looking at them saves; or where adding 1 changes nothing. */
        if (!(high[i] - low[i] < 8 && fabs(low[i]) < 1e9)) return 0;
    }
    *surface = surface_of(grid, low[0], low[1]);
    for (double row = low[1]; row <= high[1]; ++row)
        for (double column = low[0]; column <= high[0]; ++column)
            if (surface_of(grid, column, row) != *surface) return 0;
    return 1;
}
