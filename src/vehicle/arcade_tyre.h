/* Tyres of arcade vehicles. */
#ifndef KAMM_VEHICLE_ARCADE_TYRE_H
#define KAMM_VEHICLE_ARCADE_TYRE_H

#include <kamm/arcade.h>

/* Gives a tyre that curve; numbers of 0 stay the tyre's own. A curve of all 0 changes nothing. Errors: those of
 * kamm_tyre_from_spec. */
kamm_result kamm_arcade_curve(const kamm_grip_curve_def *curve, kamm_tyre_def *tyre,
                              kamm_error *error);

/* Multiplies friction and slip stiffness, so that the peaks stay at their slips. */
void kamm_arcade_grip(double factor, kamm_tyre_def *tyre);

/* Makes a tyre do with that many times the load what it did. `stiffness` is the factor of its vertical stiffness. */
void kamm_arcade_load(double factor, kamm_tyre_def *tyre);

/* Returns the largest side force over load at nominal load and friction 1. */
double kamm_arcade_friction(const kamm_tyre_def *tyre);

#endif
