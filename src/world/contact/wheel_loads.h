/* Loads of bodies by the wheels on them. */
#ifndef KAMM_WORLD_CONTACT_WHEEL_LOADS_H
#define KAMM_WORLD_CONTACT_WHEEL_LOADS_H

#include <kamm/world.h>

/* Loads bodies with the forces of all wheels, after the cars' substep. */
void kamm_load_ridden(kamm_world *world);
/* A substep's weight and load of a dynamic body that is loaded. */
void kamm_drop_loaded_body(kamm_world *world, int dynamic);
/* What tyres have lent it is not to keep: see wheel_loads.c. Once the solver has moved it. */
void kamm_return_lent_momentum(kamm_world *world);
/* How it answers an impulse, world axes, about its centre of gravity. */
void kamm_respond_loaded(const kamm_world *world, int dynamic, double out[6][6]);

#endif
