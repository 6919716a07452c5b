/* Contact planes on their way into the rows of a block. */
#ifndef KAMM_RUN_PLANES_H
#define KAMM_RUN_PLANES_H

#include "cars.h"

/* Finite, with a normal of length 0.95 to 1.05. */
int kamm_is_plane(const kamm_contact *c);
/* None, or one whose numbers can bear a wheel. */
int kamm_is_soil(const kamm_soil *soil);

/* A plane or a query's answer into the rows of one wheel of one car. */
void kamm_write_contact(const struct car_block *block, int wheel, int lane, const kamm_contact *c);
/* The same; one that is no plane is told and left out: 0, and the one before holds. */
int kamm_take_contact(kamm_cars *cars, int block, int wheel, int lane, const kamm_contact *c);
/* The caller's number of what a wheel stands on. */
int32_t kamm_surface_below(const kamm_cars *cars, int car, int wheel);
/* A plane below a body point. One that is none is told, and lies far below: 0. */
int kamm_take_point(kamm_cars *cars, int block, int p, int lane, const kamm_contact *c);

#endif
