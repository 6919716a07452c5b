/* Broken ground, as one plane. */
#ifndef KAMM_WORLD_TERRAIN_BROKEN_H
#define KAMM_WORLD_TERRAIN_BROKEN_H

#include "patch.h"

/* The plane that stands for broken ground. `*alone`: how far it is a thing below one side of the tyre, 0 to 1. */
struct wheel_plane kamm_broken_plane(const struct patch *p, double *alone);

#endif
