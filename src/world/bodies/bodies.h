/* Bodies by their numbers: which car or body it is, its shape, its boxes and its motion. */
#ifndef KAMM_WORLD_BODIES_BODIES_H
#define KAMM_WORLD_BODIES_BODIES_H

#include "../contact/contact_state.h"
#include <kamm/world_events.h>

/* The group of a body that is a car, and which of its cars it is; of a block. */
const struct car_group *kamm_group_of(const kamm_world *world, uint32_t body, int *car);
const struct car_group *kamm_group_of_block(const kamm_world *world, int block);
/* Which of the groups these cars are; -1: none. */
int kamm_find_group(const kamm_world *world, const kamm_cars *cars);
kamm_body_id kamm_name_body(const kamm_world *world, uint32_t body);
/* Of a handle. Errors: UNKNOWN. */
kamm_result kamm_find_body(const kamm_world *world, kamm_body body, uint32_t *number,
                           kamm_error *error);

/* Of a car or dynamic body. */
const struct body_shape *kamm_shape_of(const kamm_world *world, uint32_t body);
/* Its motion, axes and speed. */
void kamm_read_motion_of(const kamm_world *world, uint32_t body, struct body_frame *frame);

/* A body's boxes as they are now. */
int kamm_boxes_of(const kamm_world *world, uint32_t body, const struct oriented_box **boxes);
/* … and what is in each. */
struct convex *const *kamm_convexes_of(const kamm_world *world, uint32_t body);

/* Whether wheels roll on it. */
int kamm_is_rolled_on(const kamm_world *world, uint32_t body);

#endif
