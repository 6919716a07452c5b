/* A host engine in a few lines, for the tests of kamm/hosted.h: one rigid body under gravity. */
#ifndef KAMM_TEST_SUPPORT_HOST_H
#define KAMM_TEST_SUPPORT_HOST_H

#include <kamm/kamm.h>

/* The body, with the mass that Kamm says, in double or, as most engines have it, in float. */
struct host {
    kamm_hosted body;
    kamm_wheel_push pushes[KAMM_MAX_WHEELS];
    kamm_host_mass mass;
    double inverse[3][3]; /* of the inertia, body axes */
    int in_float;
};

/* A body where a car is. */
struct host start_host(const kamm_cars *cars, int car);

/* Symplectic Euler, no gyroscopic term, quaternions by q' = q + step / 2 (0, angular_velocity) q. */
void step_host(struct host *h, const kamm_ground *ground, double step_s);

/* A vector turned by a quaternion w, x, y, z. */
void host_rotate(const double q[4], const double v[3], double out[3]);

/* A frame of the only car of `cars`. */
void step_frame(kamm_cars *cars, struct host *h, const kamm_ground *ground, int substeps);

#endif
