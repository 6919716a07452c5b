/* Roads with drivers among others, for tests. */
#ifndef KAMM_TEST_SUPPORT_TRAFFIC_H
#define KAMM_TEST_SUPPORT_TRAFFIC_H

#include "cars.h"

#include <kamm/traffic.h>

enum { ROAD_CARS = 32 };

/* A level road with cars of one def, each with a driver. */
struct road {
    kamm_line *line;
    kamm_plan *plan;
    kamm_cars *cars;
    kamm_world *world; /* NULL: cars pass through each other */
    kamm_traffic_driver drivers[ROAD_CARS];
    int count; /* of drivers; hosts may add obstacles behind the cars */
    int substeps;
    double time_s;
};

/* Calls of drivers a second. */
enum { ROAD_CALLS_PER_S = 60 };

/* A straight road of 4 km along the x axis, from x = -50 m; and one of other length. */
kamm_line *straight_line(double width_m);
kamm_line *long_straight_line(double width_m, int hectometres);
/* A circle of that radius, anticlockwise. */
kamm_line *round_line(double radius_m, double width_m);

/* `line` belongs to the road from now on. */
struct road start_road(kamm_line *line, const kamm_vehicle_def *def, kamm_rung rung, int count,
                       const kamm_traffic_style *style);
void end_road(struct road *road);
/* The cars of a road in a world with these bodies. */
void give_world(struct road *road, const kamm_body_def *bodies, int count);
/* Places a car on the road at that speed. */
void put_on_road(struct road *road, int car, double station_m, double left_m, double yaw_rad,
                 double speed_mps);
/* One call of the drivers, and the steps of its time. */
void drive_road(struct road *road);
void drive_road_for(struct road *road, double seconds);

/* Gap along the line from one driver's nose to another's tail. */
double gap_between(const struct road *road, int behind, int ahead);
/* Least distance of two drivers' rectangles along any axis of either; below 0: they overlap. */
double clearance_m(const kamm_traffic_body *a, const kamm_traffic_body *b);
double least_clearance_m(const struct road *road);

#endif
