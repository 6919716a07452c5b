/* The road that a car stands on when it is handed over. */
#ifndef KAMM_RUN_HAND_OVER_ROAD_H
#define KAMM_RUN_HAND_OVER_ROAD_H

#include "hand_over_lean.h"

/* The vehicle frame as a car without springs would have it there, heading as the car does. */
struct road {
    double position[3], q[4], up[3];
    double ahead[3];    /* of the body, which leans: the frame heads there as seen along its up */
    double velocity[3]; /* of the ground at the body frame's origin … */
    double turning[3];  /* … and its angular velocity */
    int stands;         /* on wheels that carry; else the frame is the flying body's own */
    struct upright ridden; /* of a two-wheeler, whose lean is no tilt of the road */
};

/* A body that leans does so as it does at rest, until the ground below its wheels says otherwise. One that lies on its road lags
 * behind hilly ground: a body that leans starts on the ground as it is. */
struct road kamm_road_of(const kamm_cars *cars, int car, const kamm_cars *to);

/* The planes below its wheels are those of where it is. */
static inline int knows_its_ground(const kamm_cars *cars, int car)
{
    return !(cars->stale[car / KAMM_BLOCK] >> (car % KAMM_BLOCK) & 1);
}

#endif
