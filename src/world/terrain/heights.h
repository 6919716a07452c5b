/* Heights on a grid, with a C1 interpolation.
 *
 * Source: R. G. Keys, "Cubic Convolution Interpolation for Digital Image Processing", IEEE Trans. Acoustics,
 * Speech, and Signal Processing 29 (1981) 1153, with a = -1/2 (third order; the Catmull-Rom spline), along
 * x and then along y.
 *
 * Departure: the ghost points beyond the border continue the last two in a straight line (Keys continues a
 * parabola). So a plane stays a plane up to the border, and a border oscillates no more than its inside. */
#ifndef KAMM_WORLD_TERRAIN_HEIGHTS_H
#define KAMM_WORLD_TERRAIN_HEIGHTS_H

#include <kamm/terrain.h>

/* The ground of one layer at a place. */
struct place {
    double height_m, slope[2];
};

struct height_grid {
    int columns, rows;
    double cell_m, inverse_cell, from_m[2], to_m[2];
    int stride;       /* of the points with their ghosts: columns + 2 */
    float *heights_m; /* with ghosts */
    float *curvature; /* 1/m, the largest of each tile of TILE_CELLS by TILE_CELLS cells */
    float *steepness; /* … the length of its gradient at most */
    int tiles[2];
};

kamm_result kamm_make_height_grid(const kamm_height_map *map, struct height_grid *grid);
void kamm_free_height_grid(struct height_grid *grid);

/* 0 beyond the grid. */
int kamm_heights_at(const struct height_grid *grid, double x_m, double y_m, struct place *place);

/* The largest curvature in the tiles that the box touches; the box lies in the grid. */
double kamm_heights_curvature(const struct height_grid *grid, const double low_m[2],
                              const double high_m[2]);
/* The longest gradient in those tiles. */
double kamm_heights_steepness(const struct height_grid *grid, const double low_m[2],
                              const double high_m[2]);

#endif
