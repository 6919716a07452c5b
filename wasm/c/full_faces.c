/* The C side of kamm/full: upright faces of terrains. */
#include "face_world.h"

/* The body's index; -1: `like` does not fit; -2: the terrain has no upright face. */
EXPORT(face_add_terrain_faces)
int face_add_terrain_faces(struct face_world *world, const kamm_body_def *like)
{
    kamm_body body;
    const kamm_terrain *terrain = world->file.terrain;
    if (kamm_add_terrain_faces(world->world, terrain, like, &body, &face_error)) return -1;
    return body.generation ? body.index : -2;
}
