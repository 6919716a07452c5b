/* The full model's car outside of its kernel: the hooks of struct rung. */
#ifndef KAMM_RUNGS_FULL_FULL_H
#define KAMM_RUNGS_FULL_FULL_H

#include "../rung.h"
#include "full_constants.h"

/* Mechanical energy: what drag, dampers, sliding tyres and brakes can only take from. */
double kamm_full_energy(const struct car *car);

void kamm_full_respond(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6]);
void kamm_full_take_push(const struct car *car, const double change[6], const double (*travel)[6]);

/* Of a car whose velocity lies along the road: turns and lifts its body, sets its wheels' travels and bends its tyres.
 * So its next substep neither lifts nor tilts the body nor moves a wheel along its travel. The outputs have the tyres'
 * forces, of which each axle keeps its own, and the loads under which they were; they get those of the balance. Ground
 * is what the contact rows have, gravity is the car's own, air the standard one. Where there is no such pose within
 * small angles nothing but the tyres is bent. */
void kamm_full_stand(const struct car *car, const struct arrival *arrival);

#endif
