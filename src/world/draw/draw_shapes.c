#include "draw_shapes.h"

void kamm_draw_box(const kamm_debug_draw_def *pen, const struct oriented_box *box, uint32_t rgb)
{
    double corners[8][3];
    kamm_box_corners(box, corners);
    for (int c = 0; c < 8; ++c)
        for (int k = 0; k < 3; ++k)
            if (!(c >> k & 1)) kamm_draw_line(pen, corners[c], corners[c | 1 << k], rgb);
}

static void draw_polyhedron(const kamm_debug_draw_def *pen, const struct placed_convex *placed,
                            uint32_t rgb)
{
    for (int i = 0; i < placed->of->edge_count; ++i) {
        const int *ends = placed->of->edge[i].point;
        kamm_draw_line(pen, placed->point[ends[0]], placed->point[ends[1]], rgb);
    }
}

/* Spheres at the ends, and four lines along a capsule. */
static void draw_round(const kamm_debug_draw_def *pen, const struct oriented_box *box,
                       const struct placed_convex *placed, uint32_t rgb)
{
    double radius = placed->of->radius;
    for (int i = 0; i < placed->of->point_count; ++i)
        for (int k = 0; k < 3; ++k)
            kamm_draw_circle(pen, placed->point[i], radius, box->axis[k], box->axis[(k + 1) % 3],
                             rgb);
    for (int side = 0; side < 4 && placed->of->point_count == 2; ++side) {
        const double *axis = box->axis[side / 2];
        double ends[2][3], by = side % 2 ? radius : -radius;
        for (int i = 0; i < 2; ++i)
            for (int k = 0; k < 3; ++k) ends[i][k] = placed->point[i][k] + by * axis[k];
        kamm_draw_line(pen, ends[0], ends[1], rgb);
    }
}

static void draw_mesh(const kamm_debug_draw_def *pen, const struct oriented_box *box,
                      const struct triangle_mesh *mesh, uint32_t rgb)
{
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        double corners[3][3];
        for (int c = 0; c < 3; ++c) {
            kamm_vector_of_mesh(box, mesh->point[mesh->triangle[i][c]], corners[c]);
            for (int k = 0; k < 3; ++k) corners[c][k] += box->centre[k];
        }
        for (int c = 0; c < 3; ++c) kamm_draw_line(pen, corners[c], corners[(c + 1) % 3], rgb);
    }
}

void kamm_draw_shape(const kamm_debug_draw_def *pen, const struct oriented_box *box,
                     const struct convex *convex, const struct triangle_mesh *mesh, uint32_t rgb)
{
    struct placed_convex placed;
    if (mesh) {
        draw_mesh(pen, box, mesh, rgb);
    } else if (!convex) {
        kamm_draw_box(pen, box, rgb);
    } else {
        kamm_place_convex(convex, box, &placed);
        if (convex->radius > 0)
            draw_round(pen, box, &placed, rgb);
        else
            draw_polyhedron(pen, &placed, rgb);
    }
}
