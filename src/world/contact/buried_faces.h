/* Faces of fixed bodies that others cover. */
#ifndef KAMM_WORLD_CONTACT_BURIED_FACES_H
#define KAMM_WORLD_CONTACT_BURIED_FACES_H

#include <kamm/world.h>

/* Which faces of those that stand others cover. */
void kamm_bury_faces(kamm_world *world);

#endif
