/* Bodies by their numbers: which car or body it is, its shape, its boxes and its motion. */
#ifndef KAMM_WORLD_BODIES_BODIES_H
#define KAMM_WORLD_BODIES_BODIES_H

#include "../state.h"

/* The group of a body that is a car, and which of its cars it is; of a block. */
const struct car_group *kamm_group_of(const kamm_world *world, uint32_t body, int *car);
const struct car_group *kamm_group_of_block(const kamm_world *world, int block);
/* Which of the groups these cars are; -1: none. */
int kamm_find_group(const kamm_world *world, const kamm_cars *cars);
kamm_body_id kamm_name_body(const kamm_world *world, uint32_t body);
/* Finds the number of a handle's body. Errors: UNKNOWN. */
kamm_result kamm_find_body(const kamm_world *world, kamm_body body, uint32_t *number,
                           kamm_error *error);

const struct body_shape *kamm_shape_of(const kamm_world *world, uint32_t body);
/* Its motion, axes and speed. */
void kamm_read_motion_of(const kamm_world *world, uint32_t body, struct body_frame *frame);

/* The first box of a car or dynamic body in world.frame_boxes. */
int kamm_first_frame_box(const kamm_world *world, uint32_t body);
/* A body's boxes as they are now: one for each of its shapes. */
int kamm_boxes_of(const kamm_world *world, uint32_t body, const struct oriented_box **boxes);
/* Returns the boxes of a static or kinematic body. */
static inline const struct oriented_box *fixed_boxes_of(const kamm_world *world, int fixed)
{
    return world->fixed_shapes[fixed].placed;
}

/* Whether it is a car that is off (kamm/slots.h): it is nowhere. */
int kamm_body_is_off(const kamm_world *world, uint32_t body);
/* Whether wheels roll on it. */
int kamm_is_rolled_on(const kamm_world *world, uint32_t body);

#endif
