/* Ground of triangles, found through a uniform grid over x and y that lists the triangles of each cell.
 *
 * A triangle counts as ground by its shadow on the plane z = 0. Those that have none (upright, or of no
 * size) are left out. Shadows are a little wider than the triangles (1e-9 of their size), so that nobody
 * falls through the seam of two neighbours. */
#ifndef KAMM_WORLD_TERRAIN_MESH_H
#define KAMM_WORLD_TERRAIN_MESH_H

#include "heights.h"

struct ground_triangle {
    double corner[3][2]; /* counter-clockwise from above */
    double height_m;     /* at the first corner */
    double slope[2];
    double seam; /* how far outside still counts, as area */
};

/* Single: no two triangles lie above one another. Smooth: moreover they leave no border in the cell, and
 * their slopes differ by less than 0.1 where they meet. */
enum mesh_cell_kind { CELL_MANIFOLD, CELL_SINGLE, CELL_SMOOTH };

struct mesh_grid {
    struct ground_triangle *triangles;
    int triangle_count;
    double cell_m, inverse_cell, from_m[2], to_m[2];
    int cells[2];
    int32_t *first; /* of each cell in `list`; one more at the end */
    int32_t *list;
    uint8_t *kinds; /* of each cell: enum mesh_cell_kind */
};

kamm_result kamm_make_mesh_grid(const kamm_mesh *mesh, struct mesh_grid *grid);
void kamm_free_mesh_grid(struct mesh_grid *grid);

/* The cell at a place; -1 beyond the mesh. Its triangles are list[first[cell]] … list[first[cell + 1] - 1]. */
int kamm_mesh_cell(const struct mesh_grid *grid, double x_m, double y_m);
/* 0: the place is not below or above the triangle. */
int kamm_triangle_at(const struct ground_triangle *triangle, double x_m, double y_m,
                     struct place *place);
/* 0: no triangle is in the cells that the box touches. */
int kamm_mesh_near(const struct mesh_grid *grid, const double low_m[2], const double high_m[2]);
/* The least kind of the cells that the box touches. */
enum mesh_cell_kind kamm_mesh_kind(const struct mesh_grid *grid, const double low_m[2],
                                   const double high_m[2]);
/* Of single cells: whether one triangle covers the box. */
int kamm_mesh_is_plane(const struct mesh_grid *grid, const double low_m[2], const double high_m[2]);
/* Nearest point to a place in x and y, with its triangle. */
double kamm_nearest_in_mesh(const struct mesh_grid *grid, const double at_m[2],
                            double nearest_m[2]);

#endif
