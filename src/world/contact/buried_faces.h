/* Faces of fixed bodies that others cover. */
#ifndef KAMM_WORLD_CONTACT_BURIED_FACES_H
#define KAMM_WORLD_CONTACT_BURIED_FACES_H

#include <kamm/world.h>

/* Finds the covered faces of all. */
void kamm_bury_faces(kamm_world *world);
/* Finds those of one that has come or has another filter, and those of its neighbours that it covers. */
void kamm_bury_faces_around(kamm_world *world, int fixed);
/* Finds those of the neighbours of one that is no longer in the tree, or has another filter. */
void kamm_uncover_faces_around(kamm_world *world, int fixed);

#endif
