/* Mass properties of dynamic bodies. */
#ifndef KAMM_WORLD_BODIES_BODY_MASS_H
#define KAMM_WORLD_BODIES_BODY_MASS_H

#include "body_state.h"

/* Finds the mass of a body with uniform density in its shapes; an overlap of two counts twice. */
void kamm_find_body_mass(const kamm_body_def *def, struct body_mass *out);

#endif
