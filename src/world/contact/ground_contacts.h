/* Contacts of dynamic bodies with the ground. */
#ifndef KAMM_WORLD_CONTACT_GROUND_CONTACTS_H
#define KAMM_WORLD_CONTACT_GROUND_CONTACTS_H

#include <kamm/world.h>

void kamm_touch_ground(kamm_world *world);

#endif
