/* See sites.h. */
#include "sites.h"

#include "../../base/error.h"
#include "terrain.h"

#include <math.h>

/* Cells are no smaller than this, and not many more than this along an axis. */
#define LEAST_CELL_M 4.0
enum { MOST_CELLS = 512 };

static const struct ground_site unknown = {-1, INFINITY, INFINITY};

/* Returns the site of a box that has only that layer. */
static struct ground_site site_of_layer(const struct layer *layer, int index, const double low[2],
                                        const double high[2])
{
    for (int i = 0; i < 2; ++i)
        if (!(low[i] >= layer->low_m[i] && high[i] <= layer->high_m[i])) return unknown;
    if (layer->kind == KAMM_LAYER_MESH)
        return (struct ground_site){-1, INFINITY,
                                    (float)kamm_mesh_steepness(&layer->mesh, low, high)};
    if (layer->kind == KAMM_LAYER_HEIGHTS)
        return (struct ground_site){index,
                                    (float)kamm_heights_curvature(&layer->heights, low, high),
                                    (float)kamm_heights_steepness(&layer->heights, low, high)};
    const double *slope = layer->slope;
    double steepness = sqrt(slope[0] * slope[0] + slope[1] * slope[1]);
    return (struct ground_site){index, 0, (float)steepness};
}

static struct ground_site site_of_box(const struct layer *layers, int count, const double low[2],
                                      const double high[2])
{
    struct ground_site site = unknown;
    int found = 0;
    for (int i = 0; i < count; ++i) {
        const struct layer *layer = &layers[i];
        if (!(high[0] >= layer->low_m[0] && low[0] <= layer->high_m[0] &&
              high[1] >= layer->low_m[1] && low[1] <= layer->high_m[1]))
            continue;
        if (found++) return unknown;
        site = site_of_layer(layer, i, low, high);
    }
    return site;
}

/* Where layers that end are, and around. 0: all layers are infinite. */
static int find_extent(const struct layer *layers, int count, double low[2], double high[2])
{
    for (int k = 0; k < 2; ++k) {
        low[k] = INFINITY, high[k] = -INFINITY;
        for (int i = 0; i < count; ++i) {
            if (!(layers[i].low_m[k] > -INFINITY)) continue;
            low[k] = fmin(low[k], layers[i].low_m[k] - SITE_MARGIN_M);
            high[k] = fmax(high[k], layers[i].high_m[k] + SITE_MARGIN_M);
        }
        if (!(low[k] < high[k])) return 0;
    }
    return 1;
}

/* Beyond all finite layers the ground is unknown, unless one is infinite. */
static struct ground_site site_beyond(const struct layer *layers, int count)
{
    static const double low[2] = {-INFINITY, -INFINITY}, high[2] = {INFINITY, INFINITY};
    struct ground_site site = unknown;
    for (int i = 0, found = 0; i < count; ++i) {
        if (layers[i].low_m[0] > -INFINITY) continue;
        site = found++ ? unknown : site_of_layer(&layers[i], i, low, high);
    }
    return site;
}

kamm_result kamm_make_site_grid(const struct layer *layers, int count, struct site_grid *grid)
{
    double low[2], high[2];
    grid->beyond = site_beyond(layers, count);
    if (!find_extent(layers, count, low, high)) return KAMM_OK;
    double longest = fmax(high[0] - low[0], high[1] - low[1]);
    double cell_m = fmax(LEAST_CELL_M, longest / MOST_CELLS);
    grid->inverse_cell = 1 / cell_m;
    for (int k = 0; k < 2; ++k) {
        grid->from_m[k] = low[k];
        grid->cells[k] = (int)((high[k] - low[k]) * grid->inverse_cell) + 1;
    }
    grid->at =
        kamm_allocate_array((size_t)grid->cells[0], (size_t)grid->cells[1] * sizeof *grid->at);
    if (!grid->at) return KAMM_ERROR_MEMORY;
    for (int i = 0; i < grid->cells[0] * grid->cells[1]; ++i) {
        const int cell[2] = {i % grid->cells[0], i / grid->cells[0]};
        for (int k = 0; k < 2; ++k) {
            /* a little wider than the cell: that a place falls into is found by a rounded product */
            low[k] = grid->from_m[k] + (cell[k] - 1e-6) * cell_m - SITE_MARGIN_M;
            high[k] = grid->from_m[k] + (cell[k] + 1 + 1e-6) * cell_m + SITE_MARGIN_M;
        }
        grid->at[i] = site_of_box(layers, count, low, high);
    }
    return KAMM_OK;
}

void kamm_free_site_grid(struct site_grid *grid) { kamm_release(grid->at); }
