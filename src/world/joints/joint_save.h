/* Joints in snapshots and hashes. A world without joints has none of it. */
#ifndef KAMM_WORLD_JOINTS_JOINT_SAVE_H
#define KAMM_WORLD_JOINTS_JOINT_SAVE_H

#include <kamm/world.h>

size_t kamm_joints_size(const kamm_world *world);
void kamm_save_joints(const kamm_world *world, char *to);
kamm_result kamm_check_joints(const kamm_world *world, const char *from, kamm_error *error);
void kamm_restore_joints(kamm_world *world, const char *from);
/* Which joints they are. */
uint64_t kamm_hash_joint_places(const kamm_world *world, uint64_t hash);
/* Their state. */
uint64_t kamm_hash_joints(const kamm_world *world, uint64_t hash);

#endif
