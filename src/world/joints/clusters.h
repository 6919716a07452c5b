/* Which joints hang together, and in which order they are solved. */
#ifndef KAMM_WORLD_JOINTS_CLUSTERS_H
#define KAMM_WORLD_JOINTS_CLUSTERS_H

#include "joint_state.h"

/* Rows of a joint of that kind. */
int kamm_joint_rows(kamm_joint_kind kind);
/* Clusters of all joints, their order and their matrices' skylines. */
void kamm_find_clusters(kamm_world *world);

/* Makes room for the matrix of so many joints that are solved one by one, so kamm_find_clusters never fails. 0: out of memory. */
int kamm_make_joint_matrix(struct joint_set *set, int joints);

#endif
