/* The boxes by which bodies meet. */
#ifndef KAMM_WORLD_BODIES_SHAPES_H
#define KAMM_WORLD_BODIES_SHAPES_H

#include "body_state.h"

void kamm_shape_car(const kamm_model *model, struct body_shape *shape);
/* 0: out of memory. kamm_release_shape takes back what it has. */
int kamm_shape_thing(const kamm_body_def *def, const struct thing_mass *mass,
                     struct body_shape *shape);
void kamm_release_shape(struct body_shape *shape);
/* What is in a box, in its frame, and the box around it; NULL: a box, or out of memory. */
struct convex *kamm_new_convex(const kamm_shape *shape, struct oriented_box *box);
/* The box of a shape, in the frame of its body. */
void kamm_start_box(const kamm_shape *shape, struct oriented_box *out);

#endif
