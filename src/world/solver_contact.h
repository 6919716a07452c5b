/* One contact of the solver: its answer to impulses, its turn in a sweep. See solver.h. */
#ifndef KAMM_WORLD_SOLVER_CONTACT_H
#define KAMM_WORLD_SOLVER_CONTACT_H

#include "solver.h"

#define STILL_MPS 1e-4   /* a sweep that changes less is the last … */
#define STILL_SHARE 1e-4 /* … or less than this share of the first one's change */

/* Its normal speed and target, from bodies and gap; no impulse yet. */
void kamm_prepare_contact(struct solver *solver, struct constraint *c);
/* The same once the bodies have moved, without a gap. */
void kamm_renew_contact(struct solver *solver, struct constraint *c);
/* The turn of two bodies' contacts in sweep `n`, with `restitution` of those only that have some: gives the largest
 * change of speed. Odd sweeps go backwards. */
double kamm_settle_bond(struct solver *solver, const struct bond *bond, int n, int restitution);
/* The same for the pseudo velocities. */
double kamm_shift_bond(struct solver *solver, const struct bond *bond, int n, int restitution);

#endif
