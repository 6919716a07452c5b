/* Ends of joints: where they are, and how they move. */
#ifndef KAMM_WORLD_JOINTS_JOINT_ENDS_H
#define KAMM_WORLD_JOINTS_JOINT_ENDS_H

#include "joint_state.h"

/* Frame of the body of an end as the solver has it, and its motion; the world's if it is fixed to that. */
void kamm_read_joint_body(const kamm_world *world, uint32_t body, struct world_motion *motion);
/* The points of both ends, from its def: other cars may have taken it. */
void kamm_place_joint_points(const kamm_world *world, struct world_joint *joint);
/* Where both ends are now. */
void kamm_pose_joint(const kamm_world *world, const struct world_joint *joint,
                     struct joint_pose pose[2]);
/* A point of the world in the frame that the caller has of an end's body. */
void kamm_localise_joint_point(const kamm_world *world, uint32_t body, const double point_m[3],
                               double out[3]);
/* A direction of the world in that frame. */
void kamm_localise_joint_axis(const kamm_world *world, uint32_t body, const double axis[3],
                              double out[3]);
/* Sets points, frames, length and position of a joint that is new. 0: a length of nothing. */
int kamm_start_joint(const kamm_world *world, struct world_joint *joint);

#endif
