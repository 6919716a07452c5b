/* Density of the air where no other is given: dry, at 15 °C and 101325 Pa, the standard atmosphere at sea level (ISO 2533). One
 * number for the ground, limits, plans, road tests and estimates: a car that is geared for one air does not reach its speed in another. */
#ifndef KAMM_BASE_STANDARD_AIR_H
#define KAMM_BASE_STANDARD_AIR_H

#define KAMM_STANDARD_AIR_KGPM3 1.225

#endif
