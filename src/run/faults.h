/* Faults of cars, and what a numeric one does. */
#ifndef KAMM_RUN_FAULTS_H
#define KAMM_RUN_FAULTS_H

#include "cars.h"

/* A numeric fault: the car stands parked where it is, or at the origin where that is no place. */
void kamm_park(kamm_cars *cars, int car);
/* Adds a fault bit to those that the car has. */
void kamm_report_fault(kamm_cars *cars, int car, unsigned bit);

#endif
