/* Cars with a load on their floor. */
#ifndef KAMM_TEST_SUPPORT_FLOOR_LOAD_H
#define KAMM_TEST_SUPPORT_FLOOR_LOAD_H

#include "cars.h"

/* Over the middle of the car, with that share of its mass and as much free way to all sides, across it no more than 5 m. */
void put_load(kamm_vehicle_def *def, double share, double friction, double gap_m);

/* How far the load of car 0 has slid, and how fast it slides; 0: along, 1: aside. */
double shifted(const kamm_cars *cars, int i);
double shifting(const kamm_cars *cars, int i);

#endif
