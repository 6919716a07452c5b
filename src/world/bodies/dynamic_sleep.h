/* Dynamic bodies that fall asleep, and what wakes them. */
#ifndef KAMM_WORLD_BODIES_DYNAMIC_SLEEP_H
#define KAMM_WORLD_BODIES_DYNAMIC_SLEEP_H

#include <kamm/world.h>

/* Those that have lain still for long enough. */
void kamm_rest_dynamic_bodies(kamm_world *world);
/* Whether one has lain still for long enough; lays it to sleep. */
int kamm_has_rested(const kamm_world *world, int dynamic);
void kamm_lay_to_sleep(kamm_world *world, int dynamic);
/* Wakes bodies that slept on a body that is no car, or leant on it, so that they fall. */
void kamm_wake_bodies_on(kamm_world *world, uint32_t body);

#endif
