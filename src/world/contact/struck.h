/* What dynamic bodies meet that are struck within a substep.
 *
 * Contacts are looked for as far as bodies move in a substep by their own speed. A crate that stood before a wall and was struck by a
 * car had none with the wall: it went into it by the car's way, and the car after it. But what is struck goes on no faster than
 * what strikes it, as long as it is the lighter one, nor in another direction. So it has contacts as far as by the velocity of what
 * may strike it: with what lies that way. It may strike the next one in turn. What sleeps has no pairs with what lies still
 * beside it, and wakes a substep before. A body that is struck by a lighter one keeps to its own speed. */
#ifndef KAMM_WORLD_CONTACT_STRUCK_H
#define KAMM_WORLD_CONTACT_STRUCK_H

#include "../state.h"

#define CONTACT_MARGIN_M 0.005 /* beyond what the substep can close, of bodies of the usual size */

/* Nothing is struck yet. */
void kamm_forget_strikes(kamm_world *world);
/* Whether one of a pair may strike the other in this substep, and that one is faster by it than was known. */
int kamm_strike_pair(kamm_world *world, const struct body_pair *pair);
/* How fast one of a pair comes to the other after it was struck; 0: not that way. */
double kamm_struck_speed_towards(const kamm_world *world, const struct body_pair *pair);
/* Whether a body, by its own velocity, may strike another within so many substeps. */
int kamm_comes_to(const kamm_world *world, uint32_t by, uint32_t body, int substeps);

#endif
