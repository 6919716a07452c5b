/* The kinematic car outside of its kernel: the hooks of struct rung. */
#ifndef KAMM_RUNGS_KINEMATIC_KINEMATIC_H
#define KAMM_RUNGS_KINEMATIC_KINEMATIC_H

#include "../car.h"
#include "kinematic_constants.h"

/* A car on rails: one degree of freedom, along its course. */
void kamm_kinematic_respond(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6]);
void kamm_kinematic_take_push(const struct car *car, const double change[6],
                              const double (*travel)[6]);
/* Sets the speed of its centre of gravity, in the direction of the wheels. */
void kamm_kinematic_take_velocity(const struct car *car, const double q[4],
                                  const double velocity[3]);
/* The effects of kinematic.drawn_delay_s and drawn_drift. */
void kamm_kinematic_draw(const struct car *car, double q[4]);

#endif
