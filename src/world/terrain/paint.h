/* Which surface lies where, and what of it has to change gently from one to the other: a wheel feels a jump of
 * the height, but not one of the friction. */
#ifndef KAMM_WORLD_TERRAIN_PAINT_H
#define KAMM_WORLD_TERRAIN_PAINT_H

#include <kamm/terrain.h>

/* Relief of each surface: the root of its roughness over that of 1e-6 m^3, and its sinkage. */
struct surface_relief {
    double amplitude, sinkage_m;
};

/* Greatest relief within a tile of the paint and PAINT_REACH_M around it. */
#define PAINT_REACH_M KAMM_STEEPNESS_REACH_M
struct paint_reach {
    float amplitude, amplitude_slope;
};

struct paint_grid {
    int columns, rows;
    int tile_cells, tiles[2];
    struct paint_reach *reach; /* of each tile */
    int16_t *alone; /* … the surface of all of its cells and of those next to them; -1: several */
    double inverse_cell, inverse_tile, origin_m[2];
    uint8_t *surfaces;
};

kamm_result kamm_make_paint_grid(const kamm_paint *paint, const struct surface_relief *of,
                                 struct paint_grid *grid);
void kamm_free_paint_grid(struct paint_grid *grid);

int kamm_paint_at(const struct paint_grid *grid, double x_m, double y_m);
/* The only surface around a place: of what it is painted with and whose relief it has. -1: there may be several. */
int kamm_paint_alone(const struct paint_grid *grid, double x_m, double y_m);

/* Relief at a place, bilinear between the middles of the cells, with its gradient. */
struct relief {
    double amplitude, amplitude_slope[2];
    double sinkage_m, sinkage_slope[2];
};
static inline int kamm_is_rough(const struct relief *relief)
{
    const double *change = relief->amplitude_slope;
    return relief->amplitude > 0 || change[0] != 0 || change[1] != 0;
}
struct relief kamm_paint_relief(const struct paint_grid *grid, const struct surface_relief *of,
                                double x_m, double y_m);

/* Within PAINT_REACH_M around a place. */
struct paint_reach kamm_paint_reach(const struct paint_grid *grid, const struct surface_relief *of,
                                    double x_m, double y_m);

#endif
