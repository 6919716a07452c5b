/* A road with snow under the left wheels and what was asked to drive on under the right ones. */
#ifndef KAMM_LAB_SPLIT_ROAD_H
#define KAMM_LAB_SPLIT_ROAD_H

#include "lab/bench.h"

/* Surfaces to the left and to the right of the x axis. */
typedef struct kamm_split_road {
    kamm_contact left, right;
} kamm_split_road;

/* Makes it the bench's ground, which goes on to use it. 0: surfaces.json can't be read or has no snow, as `outcome`
 * says. */
int kamm_split_road_lay(kamm_bench *bench, kamm_split_road *road);

/* Lays out the parts of the course that other tests use. */
void kamm_split_road_lay_out(kamm_test_course *course);

#endif
