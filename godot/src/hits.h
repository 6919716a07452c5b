/* Collisions of vehicles in the last step, as signals. */
#ifndef KAMM_GODOT_HITS_H
#define KAMM_GODOT_HITS_H

#include "world.h"

/* Notes which vehicles have begun to touch something. */
void note_hits(const struct world *world);
/* Emits a signal for each of them. Handlers may free vehicles and worlds. */
void emit_hits(void);
/* The vehicle has left its world, and hears of nothing more. */
void forget_hits(const struct vehicle *vehicle);

#endif
