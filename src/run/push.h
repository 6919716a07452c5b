/* A car as a rigid body that is pushed: how it answers an impulse, and what the impulse leaves behind
 * in its state. For contacts between bodies, which are the world's.
 *
 * full: sprung mass and unsprung masses m_i at hubs r_i, which move along their paths by the travel rates
 * q. An impact on the body acts on no travel, so with hub velocities v + omega x r_i + sum of d_ij q_j
 * (d_ij: path of hub i per travel j; both travels of an axle where a beam joins its wheels)
 *
 *     [ A  C ] (change of v, omega)   (force, moment)       A = sprung + sum of m_i J_i' J_i
 *     [ C' M ] (change of q)        = (0)                   C = sum of m_i J_i' d_i,  M = sum of m_i d_i' d_i
 *
 * (J_i takes body to hub velocity), and the response is the inverse of A - C M^-1 C'. All of it from where
 * the hubs are now, to 1/600 of a wheel's radius of their travels (travel_to_respond): momentum of body and wheels together
 * is conserved but for rounding, angular momentum to the moment of the wheels' impulses at that distance. Engine and
 * wheel spins do not take part.
 *
 * rigid2d, single_track, double_track: mass and yaw inertia of the whole car; pushed in the body's x and y
 * and turned about its z only.
 *
 * kinematic: a car on rails. It moves along its course alone (arc.h), one degree of freedom with the mass
 * that goes along; nothing pushes it aside.
 *
 * A car that is parked because of a fault does not move. */
#ifndef KAMM_RUN_PUSH_H
#define KAMM_RUN_PUSH_H

#include "cars.h"

/* World axes, about the body frame's origin. */
struct world_motion {
    double position[3], q[4];
    double velocity[3], angular_velocity[3];
};

void kamm_find_motion(const kamm_cars *cars, int car, struct world_motion *out);

/* A car's response, body axes: a row of numbers of this size, zeros before it is first asked for. It is worked out
 * again only when it has changed. It follows from the car's state alone, so keeping it changes no result. */
size_t kamm_response_size(const kamm_cars *cars);
enum { MAX_RESPONSE = 36 + 7 * MAX_WHEELS + 5 }; /* the largest such size */
void kamm_renew_response(const kamm_cars *cars, int car, double *response);
/* Change of velocity (0 to 2) and of angular velocity (3 to 5) per impulse and angular impulse, world axes, of a car
 * whose axes are these. */
void kamm_turn_response(const double *response, const double axis[3][3], double out[6][6]);

/* Changes its velocity and angular velocity (world axes), which its response has to allow. */
void kamm_push_car(kamm_cars *cars, int car, const double q[4], const double *response,
                   const double velocity_change[3], const double angular_velocity_change[3]);

/* Moves it, and turns it by a small angle (world axes): against penetration. Not its velocity. */
void kamm_shift_car(kamm_cars *cars, int car, const double by_m[3], const double turn_rad[3]);

#endif
