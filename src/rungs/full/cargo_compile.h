/* Cargo that moves (cargo.h), from the def. */
#ifndef KAMM_RUNGS_FULL_CARGO_COMPILE_H
#define KAMM_RUNGS_FULL_CARGO_COMPILE_H

#include "full.h"

/* RANGE where cargo lies outside of the vehicle's reach, or masses do not make a body. */
kamm_result kamm_compile_cargo(const kamm_model *model, struct cargo_constants *cargo,
                               kamm_error *error);

/* What a load does to the mass matrix of a body that is pushed (full_push.c), in the place of what it would do at rest. */
void kamm_let_cargo_go(const struct car *car, double a[6][6]);
/* A push has changed the body's velocities by so much, body axes. */
void kamm_push_cargo(const struct car *car, const double change[6]);

/* Energy of the loads in the place of what they would have at rest; motion of the body in its own axes. */
double kamm_cargo_energy(const struct car *car, const double velocity[3],
                         const double angular_velocity[3], const double up[3]);

#endif
