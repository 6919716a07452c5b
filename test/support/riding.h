/* Two-wheelers with a rider, on the rungs where they lean: files, planned curves, and the closed form of the lean in
 * a turn. */
#ifndef KAMM_TEST_SUPPORT_RIDING_H
#define KAMM_TEST_SUPPORT_RIDING_H

#include "rungs.h"

enum { RIDDEN = 2 };
extern const kamm_rung ridden[RIDDEN]; /* kinematic and single_track */

/* Returns the machine of a file in test/reference/two_wheels, by its name without ending. */
kamm_vehicle_def machine_of_file(const char *name);
/* Neither air nor rolling slows it down. */
kamm_vehicle_def coasting(kamm_vehicle_def def);

kamm_model_info info_of(const kamm_cars *cars);
/* Along the x axis of flat ground. */
kamm_cars *ride(const kamm_vehicle_def *def, kamm_rung rung, double speed);
/* Asks for a curve, positive to the left, and holds the speed as a planner does. */
void ride_curve(kamm_cars *cars, const kamm_ground *ground, double per_m, double speed,
                double seconds);

/* For a company of cars, each of which does something else (company.h). */
void ride_differently(kamm_cars *cars, int car, int number);
/* Steers to the left and right by that angle on a lower rung, goes over to full with that torque, and back: to the bit. */
void expect_mirrored_hand_over(const kamm_vehicle_def *def, kamm_rung rung, float steer_rad,
                               float torque_nm);

/* To the left. */
double lean_of_car(const kamm_cars *cars);
double yaw_rate(const kamm_cars *cars);
/* Rate of the heading on level ground, whatever the lean. */
double heading_rate(const kamm_cars *cars);
/* `to` goes on as `from` did; springs give way in a turn, by up to that height. */
void expect_same_ride(const kamm_cars *from, const kamm_cars *to, double height_within_m);
/* Returns the horizontal speed of the centre of gravity. */
double level_speed(const kamm_cars *cars);
/* The lean of a steady turn with that acceleration, on treads of the radius c (V. Cossalter, Motorcycle Dynamics, section 4.1):
 *
 *     t + asin(c sin t / (h - c)),   tan t = a / g (1 + sum(I / r) / (m h)) */
double closed_form_lean(const kamm_cars *cars, double side_mps2);

#endif
