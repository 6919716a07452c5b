/* How the ground below a car moves, for readers of states: the fit of rungs/ground_motion.h in double. */
#ifndef KAMM_RUN_OVER_GROUND_H
#define KAMM_RUN_OVER_GROUND_H

#include "seen_frame.h"

/* Motion of the ground that the car's wheels have met last, or were placed on; world axes. */
struct ground_seen {
    double velocity[3]; /* at the body frame's origin */
    double turning[3];  /* angular velocity */
};
struct ground_seen kamm_ground_seen(const kamm_cars *cars, int car);

/* How a car moves over it, as seen_velocity has it in the world: of the point that channels tell of, body axes, and the yaw
 * rate. */
struct motion_over_ground {
    double velocity[3], yaw_radps;
};
struct motion_over_ground kamm_motion_over_ground(const kamm_cars *cars, int car);

#endif
