/* From the chassis to what all planar rungs read. */
#ifndef KAMM_RUNGS_PLANAR_PLANAR_COMPILE_H
#define KAMM_RUNGS_PLANAR_PLANAR_COMPILE_H

#include "../car.h"
#include "planar.h"

/* `pose_lag_s`: time constant with which the body follows the road; 0: at once. */
void kamm_planar_compile(const kamm_model *model, double pose_lag_s,
                         struct planar_constants *constants);

/* Share of the way that a first-order lag goes in a substep; 1 without a lag. */
double kamm_lag_blend(double substep_s, double lag_s);

/* Time constant of the rungs that leave it to Kamm: about that of a car on its springs; of others it goes with the root of the length. */
#define PLANAR_POSE_LAG_S 0.08

/* Hooks of struct rung for a rung whose constants begin with planar_constants. */
double kamm_planar_energy(const struct car *car);
void kamm_planar_respond(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6]);

#endif
