/* Shapes as lines. */
#ifndef KAMM_WORLD_DRAW_DRAW_SHAPES_H
#define KAMM_WORLD_DRAW_DRAW_SHAPES_H

#include "../collide/triangle_mesh.h"
#include "pen.h"

void kamm_draw_box(const kamm_debug_draw_def *pen, const struct oriented_box *box, uint32_t rgb);
/* What is in a box: the box itself where convex and mesh are NULL. */
void kamm_draw_shape(const kamm_debug_draw_def *pen, const struct oriented_box *box,
                     const struct convex *convex, const struct triangle_mesh *mesh, uint32_t rgb);

#endif
