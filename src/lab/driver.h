/* Hands and feet of the test driver, shared by the road tests. All act once per tick. */
#ifndef KAMM_LAB_DRIVER_H
#define KAMM_LAB_DRIVER_H

#include "lab/bench.h"
#include "run/glance.h"

/* Holds a speed with the accelerator, and with the brake where `may_brake`. */
typedef struct kamm_speed_hold {
    double integral; /* of the accelerator's position; 0 to 1 */
    int may_brake;
    double rising_mps2; /* how fast the speed to be held changes, as far as the driver knows */
} kamm_speed_hold;
void kamm_drive_hold_speed(kamm_bench *bench, int car, kamm_speed_hold *hold, double speed_mps);
/* The same where the car's forward speed has been read already. */
void kamm_drive_hold_from(kamm_bench *bench, int car, kamm_speed_hold *hold, double speed_mps,
                          double forward_mps);

/* A point of the road ahead to aim at. */
typedef struct kamm_road_point {
    double x_m, y_m;
} kamm_road_point;

/* Turns the steering wheel towards an angle, no faster than the driver can: of an ordinary car. */
void kamm_drive_turn(kamm_bench *bench, int car, double angle_rad, double rate_radps);

/* Aims at a point ahead by the circle through it (pure pursuit): the steering-wheel angle that a
 * car without slip would need, times `gain`. */
double kamm_drive_aim_rad(const kamm_bench *bench, const struct car_glance *now,
                          kamm_road_point point, double gain);

/* Keeps the car on the x axis, or on the line beside it that has that y. */
void kamm_drive_straight(kamm_bench *bench, int car);
void kamm_drive_lane(kamm_bench *bench, int car, double y_m);

/* Drives all lined-up cars along the x axis at their speeds for 4 s (of an ordinary car), so that
 * springs and driveline come to rest. `holds` keeps each driver's foot. */
#define KAMM_SETTLING_S 4
void kamm_drive_settle(kamm_bench *bench, kamm_speed_hold *holds, const double *speeds_mps);
/* The same for a time of one's own. */
void kamm_drive_straight_for(kamm_bench *bench, kamm_speed_hold *holds, const double *speeds_mps,
                             double time_s);
/* Lets all lined-up cars stand with the brakes on for as long. */
void kamm_drive_stand(kamm_bench *bench);

#endif
