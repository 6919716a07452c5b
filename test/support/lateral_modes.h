/* The lateral modes of a two-wheeler on full, by kamm_linearise about a straight ride without hands. */
#ifndef KAMM_TEST_SUPPORT_LATERAL_MODES_H
#define KAMM_TEST_SUPPORT_LATERAL_MODES_H

#include "cars.h"

#include <complex.h>
#include <kamm/linear.h>

struct straight_ride {
    const kamm_linear_state *states;
    int count;             /* of the states, up to MOST_ROOTS */
    int settling_substeps; /* before it is linearised */
    double interval_s;     /* over which it is */
};

/* Level, and without resistance to rolling. */
kamm_ground smooth_ground(void);

/* Upright on it, in neutral, the handlebar free. */
kamm_cars *ride_without_hands(const kamm_vehicle_def *def, double speed_mps);

/* The eigenvalues of d/dt x = A x, one for each state. Those that decay within the interval have no digits left. */
void modes_of_ride(const kamm_vehicle_def *def, double speed_mps, const struct straight_ride *ride,
                   double complex *roots);

#endif
