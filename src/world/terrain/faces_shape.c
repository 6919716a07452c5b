/* The upright faces of a terrain as the shape of a body (faces.h). */
#include "faces.h"

#include <string.h>

int32_t kamm_count_terrain_faces(const kamm_terrain *terrain)
{
    int32_t count = 0;
    for (int i = 0; i < terrain->layer_count; ++i) count += terrain->layers[i].mesh.face_count;
    return count;
}

kamm_shape kamm_terrain_faces_shape(const kamm_terrain *terrain, double (*points)[3],
                                    int32_t (*triangles)[3])
{
    int32_t at = 0, count = 0;
    for (int i = 0; i < terrain->layer_count; ++i) {
        const struct mesh_grid *grid = &terrain->layers[i].mesh;
        for (int f = 0; f < grid->face_count; ++f, at += 3, count += 2) {
            for (int c = 0; c < 3; ++c)
                for (int k = 0; k < 3; ++k) points[at + c][k] = (double)grid->faces[f].corner[c][k];
            memcpy(triangles[count], (const int32_t[3]){at, at + 1, at + 2}, sizeof *triangles);
            memcpy(triangles[count + 1], (const int32_t[3]){at + 1, at, at + 2}, sizeof *triangles);
        }
    }
    return (kamm_shape){.kind = KAMM_SHAPE_MESH,
                        .point_count = at,
                        .points_m = (const double(*)[3])points,
                        .triangle_count = count,
                        .triangles = (const int32_t(*)[3])triangles};
}
