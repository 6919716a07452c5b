/* A driver who follows a circle that starts at the origin along the x axis. */
#ifndef KAMM_LAB_CIRCLE_H
#define KAMM_LAB_CIRCLE_H

#include "lab/driver.h"

typedef struct kamm_circle_drive {
    double radius_m, side; /* side 1: to the left, -1: to the right */
    double wanted_mps;
    double outside_integral_ms;
    kamm_speed_hold hold;
} kamm_circle_drive;

/* Places a car at the circle's start, rolling, with the steering that a car without slip needs. */
void kamm_circle_start(kamm_bench *bench, int car, const kamm_circle_drive *drive, double speed_mps,
                       int gear);
/* How far the car is outside of its circle, and how fast it moves outwards. */
double kamm_circle_outside_m(const kamm_bench *bench, int car, const kamm_circle_drive *drive,
                             double *rate_mps);
/* Steers along the circle and holds the speed: one action of the driver. */
void kamm_circle_follow(kamm_bench *bench, int car, kamm_circle_drive *drive);

#endif
