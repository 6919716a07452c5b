/* The linear model of a vehicle with a trailer: two units in the plane at constant speed u. v is the sideslip velocity
 * of the first, r its yaw rate, s the trailer's yaw rate, and t the articulation, the trailer's heading less the
 * first's. Newton's and Euler's laws for small angles with the hitch force eliminated by virtual work (H. B. Pacejka,
 * Tire and Vehicle Dynamics, 3rd ed., ch. 1.3 and 11.2 has the same model). */
#ifndef KAMM_TEST_SUPPORT_LINEAR_COMBINATION_H
#define KAMM_TEST_SUPPORT_LINEAR_COMBINATION_H

#include <complex.h>

enum { ORDER = 4 };

struct linear_combination {
    double mass[2], inertia[2];
    double front_m, rear_m, ball_m; /* of the first unit, from its centre of gravity */
    double to_cg_m, to_axle_m;      /* of the trailer, from the hitch; the middle of its axles */
    int trailer_axles;
    double spread_m;        /* from each of them to the next */
    double stiffness[3];    /* front, rear, all of the trailer's: N/rad */
    double relaxation_m[3]; /* front, rear, trailer */
};

struct mode {
    double hz, damping;
};

/* dx/dt = A x + B delta of v, r, s, t and the steer angle of the front axle. */
void system_of(const struct linear_combination *l, double u, double a[ORDER][ORDER],
               double steered[ORDER]);
/* The least damped pair of poles. */
struct mode worst_of(const double complex root[ORDER]);
struct mode linear_mode(const struct linear_combination *l, double u);
/* Where its damping goes through 0. */
double critical_mps(const struct linear_combination *l);
/* v, r, s, t per steer angle that goes as a sine of that frequency; 0: held. */
void linear_response(const struct linear_combination *l, double u, double hz,
                     double complex x[ORDER]);
/* Roots of z^4 + c[3] z^3 + … + c[0]. */
void find_roots(const double c[ORDER], double complex root[ORDER]);

#endif
