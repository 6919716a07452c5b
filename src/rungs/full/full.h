/* The full model's car outside of its kernel: the hooks of struct rung. */
#ifndef KAMM_RUNGS_FULL_FULL_H
#define KAMM_RUNGS_FULL_FULL_H

#include "../rung.h"
#include "full_constants.h"

/* Mechanical energy: what drag, dampers, sliding tyres and brakes can only take from. */
double kamm_full_energy(const struct car *car);

void kamm_full_respond(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6]);
void kamm_full_take_push(const struct car *car, const double change[6], const double (*travel)[6]);

/* Stands a car on the road along which its velocity lies: it turns and lifts the body, sets the
 * wheels' travels and bends the tyres. So its next substep neither lifts nor tilts the body nor
 * moves a wheel along its travel. In the outputs each axle keeps its tyre forces and gets the loads
 * of the balance. The ground is that of the contact rows, gravity is the car's own, and the air is
 * the standard one. Without such a pose within small angles it only bends the tyres. */
void kamm_full_stand(const struct car *car, const struct arrival *arrival);

#endif
