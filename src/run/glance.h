/* A driver's view of a car: place and motion, computed from one reading of its body frame. */
#ifndef KAMM_RUN_GLANCE_H
#define KAMM_RUN_GLANCE_H

#include <kamm/cars.h>

/* The values of the channels of these names; `left_mps` is lateral_speed_mps. */
struct car_glance {
    double x_m, y_m, yaw_rad, roll_rad, speed_mps, forward_mps, left_mps;
};
struct car_glance kamm_glance(const kamm_cars *cars, int car);

#endif
