/* A motorcycle whose frame twists and whose rider leans: R. S. Sharp and D. J. N. Limebeer, A motorcycle model for stability and control
 * analysis, Multibody System Dynamics 6, 2001, with the parameters of C. Koenen, The dynamic behaviour of a motorcycle when running
 * straight ahead and when cornering, Delft 1983, as G. D. Wood's motorcycle model definition (MathWorks, 1990 to 2002) has them. */
#ifndef KAMM_TEST_SUPPORT_KOENEN_H
#define KAMM_TEST_SUPPORT_KOENEN_H

#include "hinged_machine.h"
#include "two_wheels.h"

#define KOENEN_WHEELBASE 1.539
enum { TWIST, STEER, LEAN }; /* hinges */
enum { ON_FRAME = 1 << TWIST, ON_FORK = 1 << TWIST | 1 << STEER, ON_HIP = 1 << LEAN };

/* Which of the two yield. */
enum { RIGID, TWISTS, LEANS, BOTH, KINDS };

/* Its linear equations. Camber acts with the lag of the slip, or at once. */
struct hinged_machine koenen_machine(int kind, int camber_lags);
/* On `full`: on thin, stiff tyres, as of vehicle_of_bicycle. */
kamm_vehicle_def koenen_vehicle(int kind, int camber_lags);
/* On tyres and springs of a motorcycle, at that many substeps a second. */
kamm_vehicle_def koenen_on_springs(int kind, double rate);

/* The rider's upper body of a vehicle, as strong as can be. */
void lean_at_hip(kamm_rider_def *rider, const struct machine_part *body, double wheelbase,
                 double hip_m);

/* Rolls straight ahead out of gear. */
kamm_cars *ride_hands_off(const kamm_vehicle_def *def, double speed);

#endif
