/* What is looked at before each substep, four cars at a time: who has come so far that the ground is to be asked for. */
#ifndef KAMM_RUN_CLEARANCE_H
#define KAMM_RUN_CLEARANCE_H

#include "cars.h"

/* Of these cars of a block, bit by bit, those whose wheels' planes still hold. */
unsigned kamm_held_wheels(const kamm_cars *cars, int block, unsigned lanes);
/* Of these cars of a block, bit by bit, those whose body points can't have come to the ground since they were asked
 * for. */
unsigned kamm_held_points(const kamm_cars *cars, int block, unsigned lanes);

#endif
