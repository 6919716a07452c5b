/* Mass properties of things. */
#ifndef KAMM_WORLD_BODIES_THING_MASS_H
#define KAMM_WORLD_BODIES_THING_MASS_H

#include <kamm/world.h>

struct thing_mass {
    double mass_kg;
    double centre_m[3];           /* of gravity, in the thing's frame */
    double inertia_kgm2[3][3];    /* about the centre of gravity, in axes of the thing's frame */
    double inverse_inertia[3][3]; /* of that matrix, 1/(kg m²) */
};

/* Of a thing whose mass is spread evenly over its shapes (what two of them share counts twice). */
void kamm_find_thing_mass(const kamm_thing *thing, struct thing_mass *out);

#endif
