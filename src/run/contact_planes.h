/* Contact planes on their way into the rows of a block. */
#ifndef KAMM_RUN_CONTACT_PLANES_H
#define KAMM_RUN_CONTACT_PLANES_H

#include "cars.h"

/* Finite, with a normal of length 0.95 to 1.05. */
int kamm_is_plane(const kamm_contact *c);
/* None, or one whose numbers can bear a wheel. */
int kamm_is_soil(const kamm_soil *soil);

/* A plane or a query's answer into the rows of one wheel of one car. */
void kamm_write_contact(const struct car_block *block, int wheel, int lane, const kamm_contact *c);
/* The same; one that is no plane is reported and left out: 0, and the one before holds. */
int kamm_take_contact(kamm_cars *cars, int block, int wheel, int lane, const kamm_contact *c);
/* The level road that a car stands on as it is placed: for one that never had another. */
kamm_contact kamm_level_below(const kamm_cars *cars, int block, int lane);
/* A plane that stands for ground and bodies together, in place of the ground's. */
struct laid_plane {
    double point_m[3], normal[3],
        velocity_mps[3]; /* velocity of what bodies carry, times their share */
    double friction;     /* mean of the bodies' … */
    double share;        /* … which carry that much of the load */
    int32_t surface;     /* of the body that carries most */
    int is_body;         /* it carries more than the ground does */
};
void kamm_lay_plane(kamm_cars *cars, int block, int wheel, int lane,
                    const struct laid_plane *plane);
/* The caller's number of what a wheel stands on. */
int32_t kamm_surface_below(const kamm_cars *cars, int car, int wheel);
/* A plane below a body point. One that is none is reported, and lies far below: 0. */
int kamm_take_point(kamm_cars *cars, int block, int p, int lane, const kamm_contact *c);

#endif
