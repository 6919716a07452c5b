/* Checks before each substep, four cars at a time: which cars have moved so far that the ground has to be queried. */
#ifndef KAMM_RUN_CLEARANCE_H
#define KAMM_RUN_CLEARANCE_H

#include "cars.h"

/* Returns those of these cars of a block, bit by bit, whose wheels' planes still hold. */
unsigned kamm_held_wheels(const kamm_cars *cars, int block, unsigned lanes);
/* Returns those of these cars of a block, bit by bit, whose body points can't have reached the ground since their
 * query. */
unsigned kamm_held_points(const kamm_cars *cars, int block, unsigned lanes);

#endif
