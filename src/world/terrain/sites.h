/* Precomputed knowledge of the ground: a grid over all of a terrain. Its cells have the only layer
 * in and around them, and the greatest curvature and slope there. For most of a ground a wheel
 * needs no further search. */
#ifndef KAMM_WORLD_TERRAIN_SITES_H
#define KAMM_WORLD_TERRAIN_SITES_H

#include <kamm/terrain.h>

struct layer;

/* How far around its cell a site's word holds. */
#define SITE_MARGIN_M KAMM_STEEPNESS_REACH_M

/* A cell and SITE_MARGIN_M around it. */
struct ground_site {
    int layer;       /* a plane or height map; -1: not known */
    float curvature; /* 1/m, at most; INFINITY: not known */
    float steepness; /* … the length of its gradient, of a mesh as well */
};

struct site_grid {
    int cells[2];
    double inverse_cell, from_m[2];
    struct ground_site *at;
    struct ground_site beyond; /* of all places beyond the grid */
};

kamm_result kamm_make_site_grid(const struct layer *layers, int count, struct site_grid *grid);
void kamm_free_site_grid(struct site_grid *grid);

static inline const struct ground_site *kamm_site_at(const struct site_grid *grid, double x_m,
                                                     double y_m)
{
    double column = (x_m - grid->from_m[0]) * grid->inverse_cell;
    double row = (y_m - grid->from_m[1]) * grid->inverse_cell;
    if (!(column >= 0 && column < grid->cells[0] && row >= 0 && row < grid->cells[1]))
        return &grid->beyond;
    return &grid->at[(int)row * grid->cells[0] + (int)column];
}

#endif
