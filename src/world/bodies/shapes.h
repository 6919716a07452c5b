/* The boxes by which bodies meet. */
#ifndef KAMM_WORLD_BODIES_SHAPES_H
#define KAMM_WORLD_BODIES_SHAPES_H

#include "body_state.h"

/* `boxes` has room for what the shape keeps. */
void kamm_shape_car(const kamm_model *model, struct oriented_box boxes[KAMM_MAX_BOXES],
                    struct body_shape *shape);
/* Its frame is about `centre_m` of that of the def. 0: out of memory; kamm_release_shape takes back what it has by then. */
int kamm_shape_body(const kamm_body_def *def, const double centre_m[3], struct body_shape *shape);
void kamm_release_shape(const struct body_shape *shape);
/* The box of a shape, in the frame of its body. */
void kamm_start_box(const kamm_shape *shape, struct oriented_box *out);

#endif
