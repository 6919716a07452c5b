/* Contacts that began or ended during a call. */
#ifndef KAMM_WORLD_CONTACT_EVENTS_H
#define KAMM_WORLD_CONTACT_EVENTS_H

#include <kamm/world.h>

void kamm_forget_contact_events(kamm_world *world);
/* Records the events of a substep. */
void kamm_record_contact_events(kamm_world *world);
/* Bodies of cars on the ground, of blocks that have taken so many substeps. */
void kamm_record_scrapes(kamm_world *world, const int *blocks, int count, int substeps);
void kamm_publish_contact_events(kamm_world *world);

#endif
