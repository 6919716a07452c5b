/* Dynamic bodies: they fall and turn. */
#ifndef KAMM_WORLD_BODIES_DYNAMIC_BODIES_H
#define KAMM_WORLD_BODIES_DYNAMIC_BODIES_H

#include <kamm/world.h>

/* At rest, with its frame there. */
void kamm_put_dynamic_body(kamm_world *world, int dynamic, const double position_m[3],
                           const double orientation[4]);
/* Gravity, into their velocities. */
void kamm_drop_dynamic_bodies(kamm_world *world);
/* Computes the change of a body's angular velocity per second while no moment acts on it. */
void kamm_find_gyration(const kamm_world *world, int dynamic, double change[3]);
/* Moves them by their velocities. */
void kamm_move_dynamic_bodies(kamm_world *world);

#endif
