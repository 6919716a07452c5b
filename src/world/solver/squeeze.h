/* What is squeezed between two of which one is much heavier: a crate between a car and a wall.
 *
 * An iteration passes on only what the light body can hold: of the car's momentum the share that the crate's mass is of both. After
 * thirty of them a car still went on with a third of its speed, and a lorry drove a crate of 50 kg through a wall. So the normal
 * impulses of a small island are found at once, with friction as it is: a linear complementarity problem with bounds,
 *
 *     u = b + K (x - p),   0 <= x <= most,   u = 0 within, u >= 0 at 0, u <= 0 at the most
 *
 * by block principal pivoting (J. J. Judice and F. M. Pires, "A block principal pivoting algorithm for large-scale strictly monotone
 * linear complementarity problems", Computers Oper. Res. 21 (1994) 587): contacts on the wrong side change it all at once, and one at
 * a time where that does not help. Friction follows by sweeps over the contacts, each with new normal impulses after it. */
#ifndef KAMM_WORLD_SOLVER_SQUEEZE_H
#define KAMM_WORLD_SOLVER_SQUEEZE_H

#include "contact.h"

/* More contacts are left to the iterations; so are those of cars alone, from fewer on: a pile of them would cost 7 % more. */
enum { MOST_SQUEEZED = 64, MOST_OF_CARS = 32 };

/* Solves the pairs `order` of an island, after so many iterations. 0: not done, there are too many contacts or no solution was found. */
int kamm_solve_squeezed(struct solver *solver, const int32_t *order, int count,
                        const struct iteration *iteration);

#endif
