/* Wheels on bodies: what they roll on beside the ground. */
#ifndef KAMM_WORLD_CONTACT_WHEELS_H
#define KAMM_WORLD_CONTACT_WHEELS_H

#include "../bodies/body_state.h"
#include "broad_phase.h"

/* Which of both has wheels near the other: see is_rolled_on. */
int kamm_wheels_meet(const kamm_world *world, const struct body_pair *pair);
/* From these: what the wheels of each car are near, in this substep. */
void kamm_list_rides(kamm_world *world);
void kamm_forget_rides(kamm_world *world);
/* A substep of a block, whose wheels roll on what they are near. */
void kamm_step_riding_block(kamm_world *world, const struct car_group *group, int block);
/* They stand on the ground alone. */
void kamm_forget_supports(const struct car_group *group, int block);

#endif
