/* From pairs that may touch to the solver's constraints. */
#ifndef KAMM_WORLD_CONTACT_CONTACTS_H
#define KAMM_WORLD_CONTACT_CONTACTS_H

#include <kamm/world.h>

void kamm_find_contacts(kamm_world *world);

#endif
