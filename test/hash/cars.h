/* The scenario's cars: each is another one. */
#ifndef KAMM_HASH_CARS_H
#define KAMM_HASH_CARS_H

#include <kamm/vehicle.h>

kamm_vehicle_def vary_car(int with_parts);

/* By random numbers of their own: what follows is as without them. */
void fit_parts(kamm_vehicle_def *def);

#endif
