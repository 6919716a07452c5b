/* The scenario's cars: each is another one. */
#ifndef KAMM_HASH_CARS_H
#define KAMM_HASH_CARS_H

#include <kamm/vehicle.h>

/* None but what all have; those of cars; those of trucks and off the road. */
enum parts { PLAIN_CAR, CAR_PARTS, HEAVY_PARTS };

kamm_vehicle_def vary_car(enum parts parts);

/* By random numbers of their own: what follows is as without them. */
void fit_parts(kamm_vehicle_def *def);
void fit_heavy_parts(kamm_vehicle_def *def);

#endif
