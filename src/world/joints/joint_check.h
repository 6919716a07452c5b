/* Whether a joint can be one, and where its ends are. */
#ifndef KAMM_WORLD_JOINTS_JOINT_CHECK_H
#define KAMM_WORLD_JOINTS_JOINT_CHECK_H

#include "joint_state.h"
#include <kamm/world_joints.h>

/* Errors: UNKNOWN, RANGE. */
kamm_result kamm_check_joint(const kamm_world *world, const kamm_joint_def *def, kamm_error *error);
kamm_result kamm_check_joint_motor(kamm_joint_kind kind, double speed, double force,
                                   kamm_error *error);
kamm_result kamm_check_joint_limits(kamm_joint_kind kind, int is_limited, double low, double high,
                                    kamm_error *error);
/* The number of an end's body; 0: it is gone. */
int kamm_number_joint_end(const kamm_world *world, const kamm_joint_end *end, uint32_t *body);
/* Whether the position of a joint is that of a winch: its length. */
static inline int has_winch(kamm_joint_kind kind)
{
    return kind == KAMM_JOINT_DISTANCE || kind == KAMM_JOINT_ROPE;
}
static inline int has_axis(kamm_joint_kind kind)
{
    return kind == KAMM_JOINT_HINGE || kind == KAMM_JOINT_SLIDER;
}

#endif
