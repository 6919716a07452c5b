/* The C side of kamm/full: joints. */
#include "face.h"

#include <kamm/world_joints.h>

/* `point_m` NULL: the ends have their own points and axes. The answer: the new joint's index; -1: it does not fit. */
EXPORT(face_add_joint)
int face_add_joint(kamm_world *world, kamm_joint_def *def, const double *point_m,
                   const double *axis)
{
    kamm_joint joint;
    if (point_m && kamm_place_joint(world, def, point_m, axis, &face_error) != KAMM_OK) return -1;
    return kamm_add_joint(world, def, &joint, &face_error) == KAMM_OK ? joint.index : -1;
}

/* 0: there is none at that index. */
EXPORT(face_joint_generation) uint32_t face_joint_generation(const kamm_world *world, int index)
{
    return kamm_joint_at(world, index).generation;
}

EXPORT(face_has_joint) int face_has_joint(const kamm_world *world, int index, uint32_t generation)
{
    return kamm_has_joint(world, (kamm_joint){index, generation});
}

EXPORT(face_remove_joint) int face_remove_joint(kamm_world *world, int index, uint32_t generation)
{
    return kamm_remove_joint(world, (kamm_joint){index, generation}, &face_error);
}

EXPORT(face_read_joint)
int face_read_joint(const kamm_world *world, int index, uint32_t generation,
                    kamm_joint_state *state)
{
    return kamm_read_joint(world, (kamm_joint){index, generation}, state, &face_error);
}

EXPORT(face_set_joint_motor)
int face_set_joint_motor(kamm_world *world, int index, uint32_t generation, double speed,
                         double force)
{
    const kamm_joint joint = {index, generation};
    return kamm_set_joint_motor(world, joint, speed, force, &face_error);
}

EXPORT(face_set_joint_limits)
int face_set_joint_limits(kamm_world *world, int index, uint32_t generation, int is_limited,
                          double low, double high)
{
    const kamm_joint joint = {index, generation};
    return kamm_set_joint_limits(world, joint, is_limited, low, high, &face_error);
}
