/* The obstacle-avoidance course of ISO 3888-2 and how close a car comes to its cones. x runs along
 * the course from the start of the entry lane, y to the left of that lane's middle; the side lane is
 * to the left. */
#ifndef KAMM_ENV_CONES_H
#define KAMM_ENV_CONES_H

#include <kamm/vehicle.h>

typedef struct kamm_lane {
    const char *name;
    double start_m, end_m, right_m, left_m;
} kamm_lane;

enum { KAMM_LANES = 3, KAMM_CONES_PER_SIDE = 5 };
typedef struct kamm_course {
    kamm_lane lanes[KAMM_LANES]; /* entry, side, exit */
} kamm_course;

/* The course for a car of that width without mirrors:
 *   entry lane 12 m long, 1.1 b + 0.25 m wide; 13.5 m; side lane 11 m, b + 1 m, beginning 1 m left
 *   of the entry lane; 12.5 m; exit lane 12 m, 1.3 b + 0.25 m but 3 m at most, its right edge in
 *   line with the entry lane's.
 * Cones stand on both sides of each lane at its ends and three times between, their feet outside
 * and touching the lane. */
kamm_course kamm_iso_3888_2_course(double width_m);

/* A car's outline in plan, from the point that its position tells. */
typedef struct kamm_outline {
    double front_m, rear_m, half_width_m;
} kamm_outline;
kamm_outline kamm_outline_of(const kamm_vehicle_def *def);

/* How far a cone in the car's axes is from the outline. Alongside the car it has to be on its own
 * side (1: left, -1: right); else the lane was missed. */
double kamm_point_clearance_m(const kamm_outline *outline, double ahead_m, double left_m,
                              double side);

/* Distance from the outline to the nearest cone, negative if that is inside, or on the wrong side of
 * the car: the lane was missed; `lane` (may be NULL) gets the number of the lane where it stands. */
double kamm_cone_clearance_m(const kamm_course *course, const kamm_outline *outline, double x_m,
                             double y_m, double yaw_rad, int *lane);

#endif
