/* A swing arm, and the drive that turns with it: how torque at the wheel presses the suspension.
 *
 * A chain's taut run pulls the wheel towards the gearbox's sprocket, along the common tangent u of both sprockets. Wheel and sprocket
 * turn by one chain, so with the hub's path p per travel z, the radius r of the wheel's sprocket and r_g of the gearbox's
 *
 *     r w = r_g w_g - (u . p) z',      work of the torque T on the travel: T (u . p) / r
 *
 * The upper run is taut under drive, the lower one (which has the other sign) under engine braking. With path and wheel radius that gives the squat
 * ratio of V. Cossalter, Motorcycle Dynamics, 2nd ed., section 6.4: the resultant of drive and load passes through the point where chain and
 * arm meet. A shaft in the arm, or an engine on it, holds its torque against the arm, which turns by e per travel: then e takes the place of (u . p) / r.
 *
 * Departure: between the runs it fades over a small torque, as the chain's own weight has it, without lash. Assumptions: the chain has
 * neither mass nor stretch of its own (clutch.shaft_stiffness_nm_per_rad has it). */
#ifndef KAMM_PART_SWING_ARM_H
#define KAMM_PART_SWING_ARM_H

#include "../base/lane.h"
#include "../base/num.h"

struct swing_arm_constants {
    num on;                     /* 1: the last axle's wheel hangs on an arm that feels the drive */
    num chain;                  /* 1: by a chain; 0: within the arm */
    num sprocket_x, sprocket_z; /* of the gearbox, body axes */
    num apart_m;                /* radius of the wheel's sprocket less that of the gearbox's */
    num inverse_radius;         /* of the wheel's sprocket */
    num taut_per_nm;            /* over the torque that makes a run taut */
};

/* The wheel and how it moves, body axes. */
struct arm_place {
    real hub_x, hub_z;
    real path_x;     /* of the hub per travel */
    real turn_per_m; /* of the arm per travel, about the y axis */
    real torque_nm;  /* at the wheel, by which run is taut */
};

/* Slope of the wheel's turn per travel where the drive stands still; times the torque it is the force along the travel. */
static inline real arm_drive_turn(const struct swing_arm_constants *c, const struct arm_place *at)
{
    real x = c->sprocket_x - at->hub_x, z = c->sprocket_z - at->hub_z;
    real inverse = 1.0f / square_root(x * x + z * z);
    real sine = c->apart_m * inverse, cosine = square_root(1.0f - sine * sine);
    x = x * inverse, z = z * inverse;
    real middle = cosine * (x * at->path_x + z), aside = sine * (x - z * at->path_x);
    real taut = clamp(at->torque_nm * c->taut_per_nm, splat(-1.0f), splat(1.0f));
    real by_chain = (taut * middle - absolute(taut) * aside) * c->inverse_radius;
    return pick(lanes(c->chain) > 0.5f, by_chain, -at->turn_per_m);
}

#endif
