/* Drives that end in rest: how much energy comes back after the last input, how far a stopped car
 * swings back, and how still it stands. */
#ifndef KAMM_TEST_SUPPORT_REST_H
#define KAMM_TEST_SUPPORT_REST_H

#include "cars.h"

/* How a drive ends. */
enum rest_ending {
    BRAKE_PART,
    BRAKE_FULL,
    HAND_BRAKE,
    BOTH_BRAKES,
    GEAR_AND_CLUTCH, /* first gear and some brake; the clutch is pressed as the car comes to a halt */
    NO_BRAKE,        /* neutral */
    REST_ENDINGS
};

struct rest_drive {
    double speed_mps, course_rad; /* at first, and where to against the heading */
    double turn_rate_radps;
    double roll_rad, height_m;
    double steering; /* share of the lock, from the start */
    double throttle; /* until the ending */
    double driven_s; /* until then */
    enum rest_ending ending;
};

struct rest_figures {
    double
        begun_j; /* energy of motion at the ending's start, and of where it is dropped from; or all that it loses from then on */
    double rise_j;                /* greatest rise of energy after the last input */
    double rebound_mps;           /* fastest after the stop */
    double rebound_m;             /* from the stop to where it rests */
    double stop_s;                /* when it stopped; negative: never */
    double speed_5, speed_20;     /* m/s, 5 and 20 s after the stop: fastest of half a second */
    double turning_5, turning_20; /* rad/s, likewise */
    int fault;
};

/* Drives one car for each. The last input is the ending's, or its clutch's. */
void drive_to_rest(const kamm_vehicle_def *def, double friction, const struct rest_drive *drives,
                   int count, double max_time_s, struct rest_figures *figures);

/* The worst of many, each with the number of its drive. */
struct rest_worst {
    double rise_share, rise_j, rebound_mps, rebound_m, speed_5, speed_20, turning_5, turning_20;
    int at_rise, at_rebound, at_speed_5, at_speed_20;
    int drives, unsettled_5, unsettled_20, never_stopped, rising, faults;
};
void add_rest(struct rest_worst *worst, const struct rest_figures *figures, int number);
void print_rest_header(void);
void print_rest(const char *name, const struct rest_worst *worst);

#endif
