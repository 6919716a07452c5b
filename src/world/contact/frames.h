/* Frames of bodies: where those that are active are in this substep. */
#ifndef KAMM_WORLD_CONTACT_FRAMES_H
#define KAMM_WORLD_CONTACT_FRAMES_H

#include <kamm/world.h>

/* Reads the frames of all active bodies, and whether they are covered for one more substep. */
void kamm_read_frames(kamm_world *world);
/* … their motion alone, after kamm_drop_dynamic_bodies. */
void kamm_read_dynamic_motions(kamm_world *world);

#endif
