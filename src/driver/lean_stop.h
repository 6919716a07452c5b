/* Stops out of a lean, by a rider whose brake and turn are asked for together.
 *
 * Only the side force of a turn brings a machine upright: at a lean by tan t it has to go round faster than g tan t / V, and the lock
 * bounds that. So the lean has to come down before the speed does. With the rate r at which it can come up, the speed V_w of a walk, below
 * which steering rights nothing, and the deceleration a,
 *
 *     lean <= upright + r (V - V_w) / a
 *
 * which bounds the lean that is steered for while the brake is pressed, and the brake while it leans. Steered wheels drag, and that
 * slows the machine down as well. r and V_w are those that the shipped machines reach. */
#ifndef KAMM_DRIVER_LEAN_STOP_H
#define KAMM_DRIVER_LEAN_STOP_H

#include "rider_pedals.h"

/* Returns the lean to the right (side 1) or to the left (-1) that the machine is made for, and at which its body stays off the road. */
double kamm_most_lean_rad(const kamm_cars *cars, int car, int side);

/* Returns the largest lean at that speed while the rider asks for that share of the brake. */
double kamm_lean_before_stop_rad(const kamm_cars *cars, int car, double speed_mps, double brake);

/* The levers for a wanted brake of 0 to 1, as kamm_press_brakes, and as far as the lean comes down. */
struct brake_levers kamm_brake_in_lean(const kamm_cars *cars, int car, double wanted);

/* A front tyre at its limit gives no more by more steer, and less with its slip; so the hands give way there. They do not below a walk,
 * where slip comes and goes with each touch. It changes the torque that kamm_ride has written. */
void kamm_give_way(kamm_cars *cars, int car);

#endif
