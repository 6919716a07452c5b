/* Dynamic similarity (Froude): a vehicle of L times the length and L^3 times the mass has the same densities. On the
 * same ground, under the same gravity and in the same air, it does the same in times that are sqrt(L) as long. So each
 * quantity goes with a power of L that follows from its unit: 1 for metres, 3 for kilograms and newtons, 1/2 for
 * seconds, and what is made of them: stiffness 2, torque 4, inertia 5, engine speed -1/2. Where L is a power of 4 all
 * of these are powers of 2, which floating point multiplies without rounding: then the same holds to the bit. */
#ifndef KAMM_TEST_SUPPORT_SCALES_H
#define KAMM_TEST_SUPPORT_SCALES_H

#include <kamm/kamm.h>

/* The power of L that a quantity of that unit goes with. */
double power_of_length(const char *unit);

/* L to that power. */
double scale_of_unit(const char *unit, double length);

/* The vehicle L times as long, all of its table by each field's unit. */
kamm_vehicle_def scaled_vehicle(const kamm_vehicle_def *def, double length);

#endif
