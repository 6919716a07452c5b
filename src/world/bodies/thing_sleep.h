/* Things that fall asleep, and what wakes them. */
#ifndef KAMM_WORLD_BODIES_THING_SLEEP_H
#define KAMM_WORLD_BODIES_THING_SLEEP_H

#include <kamm/world.h>

/* Those that have lain still for long enough. */
void kamm_rest_things(kamm_world *world);
/* What slept on something within that radius, or leant on it, is to fall. */
void kamm_wake_things_around(kamm_world *world, const double position[3], double radius_m);
/* Those that a box comes near wake: upright, as its bounds are. */
void kamm_wake_things_near(kamm_world *world, const double low[3], const double high[3]);

#endif
