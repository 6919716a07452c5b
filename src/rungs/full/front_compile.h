/* The steered front of a two-wheeler (front.h), from the def; and outside of a step. */
#ifndef KAMM_RUNGS_FULL_FRONT_COMPILE_H
#define KAMM_RUNGS_FULL_FRONT_COMPILE_H

#include "full.h"

/* The feet of a stand, and their springs. */
void kamm_compile_stand(const kamm_model *model, struct stand_constants *stand);

/* Takes the rider out of the mass matrix of a machine that is pushed (full_push.c), if he is thrown off. */
void kamm_let_rider_go(const struct car *car, double a[6][6]);

/* RANGE where masses do not make a body with the front on it. */
kamm_result kamm_compile_front(const kamm_model *model, struct front_constants *front,
                               kamm_error *error);

/* Energy of front and front wheel in the place of what they would have steered straight and held; motion of the body in
 * its own axes. */
double kamm_front_energy(const struct car *car, const double velocity[3],
                         const double angular_velocity[3], const double up[3]);

#endif
