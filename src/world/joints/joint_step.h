/* Joints in a substep: to the solver and back. */
#ifndef KAMM_WORLD_JOINTS_JOINT_STEP_H
#define KAMM_WORLD_JOINTS_JOINT_STEP_H

#include <kamm/world.h>

/* Wakes bodies that joints connect to what is awake. */
void kamm_wake_linked_bodies(kamm_world *world);
/* Gives the solver the joints of this substep, with their bodies. */
void kamm_aim_joints(kamm_world *world);
/* The same once bodies have moved: where they are now. */
void kamm_aim_joints_again(kamm_world *world);
/* Forces of the substep; what breaks by them; lengths of winches. */
void kamm_end_joints(kamm_world *world);
/* Bodies that joints connect fall asleep together. */
void kamm_rest_linked_bodies(kamm_world *world);
/* Cars on joints stay awake. */
void kamm_keep_linked_cars_awake(kamm_world *world);

#endif
