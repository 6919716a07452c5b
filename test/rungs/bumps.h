/* Ground that lies higher below some axles than below others. */
#ifndef KAMM_TEST_RUNGS_BUMPS_H
#define KAMM_TEST_RUNGS_BUMPS_H

#include "vehicle/layout.h"

#include <kamm/kamm.h>

/* Level planes, of some axles raised. */
struct bumps {
    const struct layout *layout;
    double height_m[KAMM_MAX_AXLES];
};

static inline void query_bumps(void *user, int count, const kamm_probe *probes,
                               kamm_contact *contacts)
{
    const struct bumps *b = user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = (kamm_contact){.normal = {0, 0, 1}, .friction = 1};
        contacts[i].point_m[2] = b->height_m[b->layout->axle[probes[i].wheel]];
    }
}

#endif
