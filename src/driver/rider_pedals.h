/* Throttle and brakes of a two-wheeler's rider: how far they may go, by the loads of both wheels (stance.h). */
#ifndef KAMM_DRIVER_RIDER_PEDALS_H
#define KAMM_DRIVER_RIDER_PEDALS_H

#include <kamm/cars.h>

/* The throttle up to which the front wheel stays on the road and the rear wheel does not spin, in the lean that it has. */
double kamm_throttle_allows(const kamm_cars *cars, int car);

/* The throttle that takes the engine's drag from a rear wheel that slides by it; 0 while the wheel rolls. */
double kamm_throttle_that_rolls(const kamm_cars *cars, int car);

/* The throttle at which the drive pushes with that force in its gear, 0 to 1. */
double kamm_throttle_for(const kamm_cars *cars, int car, double thrust_n);

/* Levers of the front brake, with what it brakes behind (kamm_input.brake), and of the rear brake alone (hand_brake). */
struct brake_levers {
    double front, rear;
};

/* The levers up to which the rear wheel stays on the road and neither wheel locks, in the lean that it has. */
struct brake_levers kamm_brake_allows(const kamm_cars *cars, int car);

/* The levers for a wanted front lever of 0 to 1: as far as these allow, the rear one in proportion. */
struct brake_levers kamm_press_brakes(const kamm_cars *cars, int car, double wanted);

/* The front lever that brakes in front with that force, 0 to 1; the levers that do so behind, while the front wheel is off the road. */
double kamm_front_brake_for(const kamm_cars *cars, int car, double force_n);
struct brake_levers kamm_rear_brake_for(const kamm_cars *cars, int car, double force_n);

/* The force along with which both wheels brake by these levers. */
double kamm_braking_force_n(const kamm_cars *cars, int car, const struct brake_levers *levers);

/* Returns the friction along of the front or rear tyre (stance.h) on the ground below, of a pair the lesser one. */
double kamm_grip_along(const kamm_cars *cars, int car, int end);

#endif
