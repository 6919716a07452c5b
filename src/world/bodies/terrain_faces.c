/* The upright faces of a terrain's meshes as a body (kamm_add_terrain_faces). */
#include "../../base/error.h"
#include "../../base/float_mode.h"
#include "../terrain/faces.h"

#include <kamm/world.h>

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
