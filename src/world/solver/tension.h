/* Links of chains that are stretched: they swing across faster than substeps can follow. See tension.c. */
#ifndef KAMM_WORLD_SOLVER_TENSION_H
#define KAMM_WORLD_SOLVER_TENSION_H

#include "joint.h"

/* Adds to the stiffness of a body that a force pulls at an arm. */
void kamm_add_tension(double stiffness[6], const double arm_m[3], const double force_n[3]);
/* The response to moments of a dynamic body whose joints are in tension, and its angular velocity. */
void kamm_respond_in_tension(const kamm_world *world, int dynamic, const double axis[3][3],
                             struct response *response, double turning[3]);

#endif
