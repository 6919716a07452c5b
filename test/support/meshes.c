#include "meshes.h"

#include <string.h>

/* The same numbers in each run. */
static double random_in(uint32_t *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / 16777216.0;
}

static void cut_square(int32_t (*out)[3], int32_t a, int32_t b, int32_t c, int32_t d, int turned)
{
    const int32_t straight[2][3] = {{a, b, c}, {a, c, d}}, other[2][3] = {{a, b, d}, {b, c, d}};
    memcpy(out, turned ? other : straight, sizeof straight);
}

/* From (x, y) on, that large, at height z; `mirrored`: y for -y, and the front still above. */
static kamm_shape cut_level(struct grid *grid, enum cutting cutting, double x, double y,
                            double length, double width, double z, int mirrored)
{
    int n = cutting == TWO ? 1 : GRID_SIDE - 1, count = 0;
    uint32_t seed = 7;
    for (int i = 0; i <= n; ++i)
        for (int k = 0; k <= n; ++k) {
            double *p = grid->points[i * (n + 1) + k];
            int inner = cutting == SHAKEN && i > 0 && k > 0 && i < n && k < n;
            double du = inner ? random_in(&seed, -0.24, 0.24) : 0,
                   dv = inner ? random_in(&seed, -0.24, 0.24) : 0;
            p[0] = x + length * (i + du) / n, p[1] = y + width * (k + dv) / n, p[2] = z;
            if (mirrored) p[1] = -p[1];
        }
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k, count += 2) {
            int32_t a = i * (n + 1) + k, b = a + n + 1;
            cut_square(&grid->triangles[count], a, b, b + 1, a + 1,
                       cutting == TURNED && (i + k) % 2);
        }
    for (int i = 0; i < count && mirrored; ++i) {
        int32_t *t = grid->triangles[i], second = t[1];
        t[1] = t[2], t[2] = second;
    }
    return (kamm_shape){.kind = KAMM_SHAPE_MESH,
                        .point_count = (n + 1) * (n + 1),
                        .points_m = (const double(*)[3])grid->points,
                        .triangle_count = count,
                        .triangles = (const int32_t(*)[3])grid->triangles};
}

static const int32_t box_triangles[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                             {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                             {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
kamm_shape mesh_of_box(const double half[3], double points[8][3])
{
    for (int c = 0; c < 8; ++c)
        for (int k = 0; k < 3; ++k) points[c][k] = (c >> k & 1 ? 1 : -1) * half[k];
    return (kamm_shape){.kind = KAMM_SHAPE_MESH,
                        .point_count = 8,
                        .points_m = (const double(*)[3])points,
                        .triangle_count = 12,
                        .triangles = box_triangles};
}

kamm_body_def level_box(double friction)
{
    return (kamm_body_def){.shapes[0].box = {.centre_m = {30, 0, -0.5}, .half_m = {35, 8, 0.5}},
                           .friction = (float)friction};
}

kamm_body_def level_mesh(struct grid *grid, enum cutting cutting, double friction, int mirrored)
{
    return (kamm_body_def){.friction = friction > 0 ? (float)friction : KAMM_NONE,
                           .shapes[0] = cut_level(grid, cutting, -5, -8, 70, 16, 0, mirrored)};
}

kamm_ground air_with_gravity(void)
{
    kamm_ground ground = kamm_flat_ground;
    ground.plane.point_m[2] = -100;
    ground.air_density_kgpm3 = KAMM_NONE;
    return ground;
}

kamm_world *world_with(const kamm_body_def *fixed_body, const kamm_body_def *dynamic_body,
                       double rate)
{
    kamm_world_def def = {.ground = air_with_gravity(),
                          .bodies = join_bodies(dynamic_body, dynamic_body != NULL, fixed_body, 1),
                          .body_count = (dynamic_body != NULL) + 1,
                          .substep_s = 1 / rate};
    return create_world(&def);
}
