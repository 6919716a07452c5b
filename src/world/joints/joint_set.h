/* Joints of a world: added and removed between steps. */
#ifndef KAMM_WORLD_JOINTS_JOINT_SET_H
#define KAMM_WORLD_JOINTS_JOINT_SET_H

#include <kamm/world.h>
#include <kamm/world_joints.h>

struct world_joint;

/* Finds the joint of a handle. Errors: UNKNOWN. */
kamm_result kamm_find_joint(const kamm_world *world, kamm_joint joint, struct world_joint **at,
                            kamm_error *error);
kamm_joint kamm_name_joint(const kamm_world *world, const struct world_joint *joint);
/* kamm_add_joint, of a world that has its calls. */
kamm_result kamm_put_joint(kamm_world *world, const kamm_joint_def *def, kamm_joint *joint,
                           kamm_error *error);
/* Bodies have got other numbers, or are gone: joints of these go as well. */
void kamm_renumber_joints(kamm_world *world);
/* Other cars take the joints of these. */
void kamm_rename_joint_cars(kamm_world *world, const kamm_cars *from, const kamm_cars *to);
/* Wakes the bodies of a joint. */
void kamm_wake_joint(kamm_world *world, const struct world_joint *joint);
void kamm_release_joints(kamm_world *world);

#endif
