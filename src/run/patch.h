/* Where a wheel's contact patch is, and how its axes lie. */
#ifndef KAMM_RUN_PATCH_H
#define KAMM_RUN_PATCH_H

#include "cars.h"

/* World axes. `forward` has the length of the axle's share that lies along the plane: 1 but for camber. */
struct wheel_patch {
    double forward[3], normal[3], point_m[3];
};

struct wheel_patch kamm_patch_of(const kamm_cars *cars, int car, int w,
                                 const kamm_wheel_pose *wheel);

/* How far its tyre is pressed in: a state of the wheel on springs; as its load presses it in at rest where the rung has none. */
double kamm_tyre_pressed_m(const kamm_cars *cars, int car, int wheel);

#endif
