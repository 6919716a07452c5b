/* Samples of a wheel's ground. */
#ifndef KAMM_WORLD_TERRAIN_SAMPLE_H
#define KAMM_WORLD_TERRAIN_SAMPLE_H

#include "patch.h"

/* The ground `ahead` and `left` of the wheel's middle, in axes of the wheel. */
struct profile_point kamm_sample_ground(const struct patch *p, double ahead, double left);

#endif
