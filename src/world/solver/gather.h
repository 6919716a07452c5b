/* Copies between the world's bodies and the solver's. */
#ifndef KAMM_WORLD_SOLVER_GATHER_H
#define KAMM_WORLD_SOLVER_GATHER_H

#include "solver.h"
#include <kamm/world.h>

/* The solver's body for one of the world's. */
int kamm_solver_slot(kamm_world *world, uint32_t body);
/* One more; NULL: there is no room. */
struct constraint *kamm_add_constraint(kamm_world *world, int32_t first_body, int32_t second_body);

/* All of the solver's bodies, from those of the world and the other way round. */
void kamm_gather_solver_bodies(kamm_world *world);
void kamm_gather_restituting_bodies(kamm_world *world);
void kamm_write_solver_bodies(kamm_world *world);

/* The solver asks for the response of one of its bodies. */
void kamm_respond(void *world, int32_t slot);

#endif
