/* Triangle meshes for tests: level ones, cut in several ways, and those of boxes. */
#ifndef KAMM_TEST_SUPPORT_MESHES_H
#define KAMM_TEST_SUPPORT_MESHES_H

#include "world.h"

enum { GRID_SIDE = 61, GRID_POINTS = GRID_SIDE * GRID_SIDE };
enum { GRID_TRIANGLES = 2 * (GRID_SIDE - 1) * (GRID_SIDE - 1) };
struct grid {
    double points[GRID_POINTS][3];
    int32_t triangles[GRID_TRIANGLES][3];
};

/* How a level rectangle is cut into triangles. */
enum cutting { TWO, EVEN, TURNED, SHAKEN, CUTTINGS };

/* The faces of a box, seen from outside. */
kamm_shape mesh_of_box(const double half[3], double points[8][3]);

/* Level fixed bodies from x = -5 to 65 and y = -8 to 8, whose top is at 0; `mirrored`: y for -y, and the front still above. */
kamm_body_def level_box(double friction);
kamm_body_def level_mesh(struct grid *grid, enum cutting cutting, double friction, int mirrored);

/* One fixed body and one thing, or NULL, over a ground 100 m below; no air. */
kamm_world *world_with(const kamm_body_def *fixed_body, const kamm_body_def *dynamic_body,
                       double rate);
kamm_ground air_with_gravity(void);

#endif
