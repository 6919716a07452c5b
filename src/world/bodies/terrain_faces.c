/* The upright faces of a terrain's meshes as a body (kamm_add_terrain_faces). */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../terrain/faces.h"

#include <kamm/world.h>
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

static kamm_result add_faces(kamm_world *world, const kamm_terrain *terrain, size_t count,
                             const kamm_body_def *like, kamm_body *body, kamm_error *error)
{
    double(*points)[3] = kamm_allocate_array(3 * count, sizeof *points);
    int32_t(*triangles)[3] = kamm_allocate_array(2 * count, sizeof *triangles);
    kamm_result result = KAMM_ERROR_MEMORY;
    if (points && triangles) {
        kamm_body_def def = like ? *like : (kamm_body_def){.type = KAMM_BODY_STATIC};
        def.type = KAMM_BODY_STATIC;
        def.shape_count = 1;
        def.shapes[0] = kamm_terrain_faces_shape(terrain, points, triangles);
        result = kamm_add_body(world, &def, body, error);
    } else {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    }
    kamm_release(points);
    kamm_release(triangles);
    return result;
}

kamm_result kamm_add_terrain_faces(kamm_world *world, const kamm_terrain *terrain,
                                   const kamm_body_def *like, kamm_body *body, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, world, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, terrain, KAMM_ERROR_MISUSE);
    int32_t count = kamm_count_terrain_faces(terrain);
    if (count) return add_faces(world, terrain, (size_t)count, like, body, error);
    if (body) *body = (kamm_body){0};
    return KAMM_OK;
}
