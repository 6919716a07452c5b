/* One contact of the solver: its answer to impulses, its step in an iteration. See solver.h. */
#ifndef KAMM_WORLD_SOLVER_CONTACT_H
#define KAMM_WORLD_SOLVER_CONTACT_H

#include "solver.h"

/* Its normal speed and target, from bodies and gap; no impulse yet. */
void kamm_prepare_contact(struct solver *solver, struct constraint *c);
/* The same once the bodies have moved, without a gap. */
void kamm_renew_contact(struct solver *solver, struct constraint *c);
#define MOST_CONTACT_SLIP 4.0 /* times the error: along a way, contacts slip at most by so much */

struct iteration {
    int n;            /* its number: odd ones go backwards */
    int restitution;  /* only the contacts that have some */
    double still_mps; /* smaller changes of speed do not matter */
};

/* The friction of a contact that answers, by its normal impulse: gives the change of speed. */
double kamm_rub_contact(struct solver *solver, struct constraint *c);
/* One step of two bodies' contacts: gives the largest change of speed. */
double kamm_solve_pair(struct solver *solver, const struct contact_pair *pair,
                       const struct iteration *iteration);
/* Carries on what iterations have done to an island's normal impulses: pairs `order`. `way_2`: of the last way, 0 at first. */
void kamm_carry_on(struct solver *solver, const int32_t *order, int count, int n, double *way_2);
/* The same for the pseudo velocities. */
double kamm_shift_pair(struct solver *solver, const struct contact_pair *pair,
                       const struct iteration *iteration);

#endif
