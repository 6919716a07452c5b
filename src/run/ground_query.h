/* Asking a ground's query for the planes below cars: their probes, and what becomes of the answers. */
#ifndef KAMM_RUN_GROUND_QUERY_H
#define KAMM_RUN_GROUND_QUERY_H

#include "cars.h"
#include "frames.h"

/* Asks for the wheels of those cars of a block, bit by bit, and for their body points where the ground has them: where what was
 * answered no longer holds, or for all if `again`. 1: below some wheel it moves. */
int kamm_query_ground(kamm_cars *cars, int block, const kamm_ground *ground, unsigned lanes,
                      int again);
/* The probes of the wheels of a car of the block, whose frame is in that lane. */
void kamm_probe_lane(const kamm_cars *cars, int block, const struct body_frames *frames, int lane,
                     kamm_probe *probes);
/* Limits the validity of answers to the interval. */
void kamm_forget_answers(kamm_cars *cars, int block);

#endif
