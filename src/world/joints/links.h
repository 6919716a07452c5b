/* Which bodies joints connect, so that they do not collide. */
#ifndef KAMM_WORLD_JOINTS_LINKS_H
#define KAMM_WORLD_JOINTS_LINKS_H

#include <kamm/world.h>

/* Lists them again. */
void kamm_link_bodies(kamm_world *world);
/* Whether a joint keeps two bodies from colliding. */
int kamm_joints_let_pass(const kamm_world *world, uint32_t first, uint32_t second);

#endif
