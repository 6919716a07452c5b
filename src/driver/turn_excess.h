/* What a steady turn of a two-wheeler takes beyond that of its linear machine (src/vehicle/lean_model.h), by the tyres' own curves.
 *
 * In a deep lean camber gives most of the side force, and slip may be on the other side. Near its friction a tyre slips more and its
 * trail goes; there is more of both on slippery ground. Each tyre gives the linear turn's side force under its load at rest, at the lean
 * of that turn. What its slip and the moment about the vertical differ by from the linear tyre's is the excess. */
#ifndef KAMM_DRIVER_TURN_EXCESS_H
#define KAMM_DRIVER_TURN_EXCESS_H

#include <kamm/cars.h>

/* A turn of the linear machine, in its signs (enum lean_state). */
struct linear_turn {
    double lean_rad, linear_rad; /* of the frame as it has to be; as the linear machine has it */
    double steer_rad, side_n[2]; /* the latter of the front and the rear tyre */
};

struct turn_excess {
    double slip_rad[2]; /* of the front and the rear tyre, to the left */
    double moment_nm;   /* of the front tyre about the vertical, to the left */
};

/* None for linear tyres. */
struct turn_excess kamm_turn_excess(const kamm_cars *cars, int car, const struct linear_turn *turn);

#endif
