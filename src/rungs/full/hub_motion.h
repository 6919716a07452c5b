/* A hub on its path, outside of a step: where suspension and travel have it, before steering turns it. */
#ifndef KAMM_RUNGS_FULL_HUB_MOTION_H
#define KAMM_RUNGS_FULL_HUB_MOTION_H

#include "../rung.h"

struct hub_motion {
    double at[3];  /* from the sprung mass's centre of gravity, body axes */
    double own[3]; /* velocity against the body: the travel's rate times the path's slopes */
};

struct hub_motion kamm_hub_motion(const struct car *car, int wheel);

#endif
