/* Ground of triangles, found through a uniform grid over x and y that lists the triangles and the bends of each cell.
 *
 * A triangle counts as ground by its shadow on the plane z = 0. Those that have none (upright, or of no
 * size) are left out. Whether a place is in a shadow is computed in floats from the triangle's first corner, which is
 * exact, as vertices are floats; heights are doubles. Shadows are a little wider than the triangles (5e-7 of their
 * size), so that no body falls through the seam of two neighbours.
 *
 * Bends are the edges at which the mesh is not one plane, found once: what has none of them near is even. */
#ifndef KAMM_WORLD_TERRAIN_MESH_H
#define KAMM_WORLD_TERRAIN_MESH_H

#include "heights.h"

/* A cache line. */
struct ground_triangle {
    double slope[2];
    float height_m, corner[2]; /* of the first corner */
    float edge
        [3]
        [3]; /* inside is where edge[0] dx + edge[1] dy + edge[2] >= 0, metres, from the corner */
};

/* Sharp: of one triangle alone, of more than two, or of two whose slopes differ by 0.1 or more. */
struct mesh_bend {
    float from_m[2], to_m[2], normal[2];
    int32_t sharp,
        torn; /* torn: the ground may jump there, as it is not an edge of two neighbours */
};

/* A triangle that stands upright or nearly so (faces.h). */
struct mesh_face {
    double normal[3]; /* to either side */
    float corner[3][3];
};

/* Layered: triangles may lie above one another. */
enum mesh_bending { MESH_EVEN, MESH_BENT, MESH_BROKEN, MESH_LAYERED };

struct mesh_grid {
    struct ground_triangle *triangles;
    struct mesh_bend *bends;
    int triangle_count, bend_count;
    double cell_m, inverse_cell, from_m[2], to_m[2];
    int cells[2];
    int32_t *first, *list; /* triangles: the first of each cell in `list`; one more at the end */
    int32_t *first_bend, *bend_list; /* bends in the same way */
    uint8_t *bending;                /* of each cell: the worst of its bends */
    struct mesh_face *faces;
    int face_count;
    int32_t *first_face, *face_list; /* … in the same way; NULL without any */
};

kamm_result kamm_make_mesh_grid(const kamm_mesh *mesh, struct mesh_grid *grid);
void kamm_free_mesh_grid(struct mesh_grid *grid);

struct cell_range {
    int low[2], high[2];
};
/* The cells that a box touches; of one beyond the grid, those nearest to it. */
struct cell_range kamm_mesh_cells(const struct mesh_grid *grid, const double low_m[2],
                                  const double high_m[2]);

/* The cell at a place; -1 beyond the mesh. Its triangles are list[first[cell]] … list[first[cell + 1] - 1]. */
int kamm_mesh_cell(const struct mesh_grid *grid, double x_m, double y_m);
/* 0: the place is not below or above the triangle. */
int kamm_triangle_at(const struct ground_triangle *triangle, double x_m, double y_m,
                     struct place *place);

/* Heights over `level_m` at four places around a middle, of a mesh that is not layered there; `start`: a triangle to look
 * at first. 0: some place has no ground. */
int kamm_mesh_heights(const struct mesh_grid *grid, int start, const double middle_m[2],
                      const float dx_m[4], const float dy_m[4], double level_m, float heights_m[4]);
/* 1: some triangle is below or above the place. */
int kamm_mesh_covers(const struct mesh_grid *grid, double x_m, double y_m);

/* What bends a mesh within a box. Even: one plane or nothing at all is there. `room_m`: how far an even box is from the next bend at least. */
enum mesh_bending kamm_mesh_bending(const struct mesh_grid *grid, const double low_m[2],
                                    const double high_m[2], double *room_m);
/* The greatest slope in a box that is all one sheet of triangles; INFINITY: it is not. */
double kamm_mesh_steepness(const struct mesh_grid *grid, const double low_m[2],
                           const double high_m[2]);
/* How far a bend is from a box at least; 0: it touches it. */
float kamm_bend_apart(const struct mesh_bend *bend, const double middle_m[2],
                      const float half_m[2]);

/* Nearest point to a place in x and y. */
double kamm_nearest_in_mesh(const struct mesh_grid *grid, const double at_m[2],
                            double nearest_m[2]);

#endif
