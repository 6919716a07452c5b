/* Where body, wheels and tyres of a car that is moving have to be so that springs, bars, stops and carcasses bear
 * the forces of its tyres: in a steady turn, and while it brakes. For a car that comes from a rung without springs. */
#ifndef KAMM_MODEL_FULL_BALANCE_H
#define KAMM_MODEL_FULL_BALANCE_H

#include "../cars.h"

/* Of a car on the full rung whose velocity lies along the road: turns and lifts its body, sets its wheels'
 * travels and bends its tyres, so that its next substep neither lifts nor tilts the body nor moves a wheel along
 * its travel. `up` is the road's normal in world axes. The outputs have the tyres' forces, of which each axle keeps
 * its own, and the loads under which they were; they get those of the balance. Ground is what the contact rows
 * have, gravity and air are standard ones. 0, with nothing but the tyres bent, if there is no such pose within small
 * angles. */
int kamm_full_balance(kamm_cars *cars, int car, const double up[3]);

#endif
