/* The driver of a line on two wheels: which bend to ask the rider for, and how fast the line may be ridden. */
#ifndef KAMM_DRIVER_PATH_RIDER_H
#define KAMM_DRIVER_PATH_RIDER_H

#include "../run/glance.h"
#include "path_plan.h"

/* Steers for the line by kamm_ride. `speed_mps` forwards. */
void kamm_ride_line(const kamm_driver *driver, kamm_cars *cars, int car,
                    const struct car_glance *now, double interval_s);

/* In a bend riders plan with that share of the side grip that a car's driver would use: leaning and coming back to the line
 * take the rest. */
#define KAMM_STEADY_SHARE 0.7

/* The highest speed up to `most_mps` at which a two-wheeler leans from one side to the other as fast as the line bends there. */
double kamm_lean_speed_mps(const kamm_plan *plan, int sample, double most_mps);

#endif
