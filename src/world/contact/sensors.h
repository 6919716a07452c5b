/* Sensors: which bodies enter and leave, and when. */
#ifndef KAMM_WORLD_CONTACT_SENSORS_H
#define KAMM_WORLD_CONTACT_SENSORS_H

#include <kamm/world.h>

/* Runs at the beginning of a call; a body that sleeps inside a sensor has entered it. */
void kamm_forget_sensor_events(kamm_world *world);
/* Pairs of sensors among those that were found. */
void kamm_list_sensor_pairs(kamm_world *world);
/* Before a substep moves anybody, and after it. */
void kamm_aim_sensors(kamm_world *world);
void kamm_watch_sensors(kamm_world *world);

#endif
