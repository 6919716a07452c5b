/* Broken ground, as one plane. */
#ifndef KAMM_WORLD_TERRAIN_BROKEN_H
#define KAMM_WORLD_TERRAIN_BROKEN_H

#include "patch.h"

/* The plane that stands for broken ground. */
struct wheel_plane kamm_broken_plane(const struct patch *p);

#endif
