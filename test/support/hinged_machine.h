/* A machine of two wheels whose parts turn against each other on hinges: its linear equations about straight riding, in double and
 * by Lagrange, for any tree of hinges. Independent of the engine's equations. */
#ifndef KAMM_TEST_SUPPORT_HINGED_MACHINE_H
#define KAMM_TEST_SUPPORT_HINGED_MACHINE_H

#include <complex.h>

/* x forward from the rear contact, y to the left, z up from the road. Freedoms: lateral, yaw, roll, then the hinges. */
enum { MOST_HINGES = 3, MOST_FREEDOMS = 3 + MOST_HINGES, MOST_PARTS = 8 };

/* Turns about `axis` through `point`, against the body or against what the hinges `on` turn, outer ones first. */
struct machine_hinge {
    double axis[3], point[3];
    double nm_per_rad, nms_per_rad;
    int locked;
};

/* A mass with its inertia, and the hinges that carry it: bits, which are in order from the body outwards. */
struct machine_part {
    double mass, at[3], roll, yaw, product; /* product: integral of x*z */
    unsigned on;
};

struct machine_tyre {
    double x, radius, crown, spin; /* m; inertia about the axle */
    double cornering, camber;      /* N/rad */
    double relaxation, trail;      /* m */
    unsigned on;
};

struct hinged_machine {
    int hinges, parts, camber_lags;
    struct machine_hinge hinge[MOST_HINGES];
    struct machine_part part[MOST_PARTS];
    struct machine_tyre tyre[2]; /* front, rear */
};

/* Eigenvalues at a speed: yaw rate, lateral speed, roll and free hinges with their rates, and both tyres. Returned is their number. */
int hinged_machine_roots(const struct hinged_machine *machine, double gravity, double speed,
                         double complex *roots);

#endif
