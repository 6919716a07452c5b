/* Dynamic bodies: they fall and turn. */
#ifndef KAMM_WORLD_BODIES_THINGS_H
#define KAMM_WORLD_BODIES_THINGS_H

#include <kamm/world.h>

/* At rest, with its frame there. */
void kamm_put_thing(kamm_world *world, int thing, const double position_m[3],
                    const double orientation[4]);
/* Gravity, into their velocities. */
void kamm_drop_things(kamm_world *world);
/* By their velocities. */
void kamm_move_things(kamm_world *world);

#endif
