/* The upright faces of a mesh: no height, but what a point of a body meets that has come into the ground through one.
 *
 * A point below the ground has come down from above or in from the side. It has come through the nearer of both: the
 * ground above it, or a face that it is behind and beyond which there is room for it. So a body is held by the side of
 * a rock, and lifted only onto what it nearly stands on. The winding of the triangles does not matter. */
#ifndef KAMM_WORLD_TERRAIN_FACES_H
#define KAMM_WORLD_TERRAIN_FACES_H

#include "terrain.h"

#include <kamm/world.h>

/* The plane that a point is behind. */
struct face_plane {
    double at_m[3], normal[3]; /* out of the ground */
};

/* Finds the face by which a point came so far below the ground, if it is one; 0: none. */
int kamm_find_face(const kamm_terrain *terrain, const double at_m[3], double below_m,
                   struct face_plane *face);

/* Makes the list of upright faces of a mesh whose cells are known. */
kamm_result kamm_make_mesh_faces(const kamm_mesh *mesh, struct mesh_grid *grid);

/* The number of upright faces of all meshes of a terrain, and the shape of a body of them: each has three points of its
 * own and a triangle to either side, for which there is room in the arrays. */
int32_t kamm_count_terrain_faces(const kamm_terrain *terrain);
kamm_shape kamm_terrain_faces_shape(const kamm_terrain *terrain, double (*points)[3],
                                    int32_t (*triangles)[3]);

#endif
