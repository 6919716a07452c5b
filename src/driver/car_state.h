/* A car's state in a bend as its limits have it (car_limits.h): loads, grip and side forces of its axles. */
#ifndef KAMM_DRIVER_CAR_STATE_H
#define KAMM_DRIVER_CAR_STATE_H

#include "car_limits.h"

static inline double interpolated(double a, double b, double share) { return a + share * (b - a); }
/* These give what fmin and fmax give where neither argument is NaN, without a call: plans ask for millions of limits. */
static inline double lesser(double a, double b) { return a < b ? a : b; }
static inline double greater(double a, double b) { return a > b ? a : b; }

/* The tables' values at a speed. */
struct of_speed {
    double thrust_n, spinning_kg, rolling_share, first_n, last_n;
};

struct axle_state {
    double load_n, side_n[2];                   /* the outer side first */
    double grip_x_n[2], of_side_n[2], grip_y_n; /* the last two sideways, of a side and of both */
    double stiffness_n_per_rad;
    double drive_n[2];              /* that both sides can give along */
    double used, slip_rad, bends_n; /* share of the side grip, and how the bend resists */
};

struct car_state {
    double load_n, bends_n;
    double outwards_nm; /* by forces along that are uneven on both sides */
    int corners;        /* every axle has the side force */
    struct axle_state axle[KAMM_MAX_AXLES];
};

struct car_forces {
    double drives_n, brakes_n; /* at most; the drive's is INFINITY where it is not asked for */
    double outwards_nm;
};

struct of_speed kamm_limits_at(const struct car_limits *limits, double speed_mps);
/* `along_mps2`: what the tyres give along the way, over the mass. The state's outwards_nm is read. */
void kamm_find_car_state(const struct car_limits *limits, const struct of_speed *at,
                         const struct car_demand *demand, double along_mps2, struct car_state *out);
/* Finds what the tyres can give along, and the moment with which a force (above 0: of drive) turns the car outwards. */
void kamm_find_forces(const struct car_limits *limits, const struct of_speed *at, double speed_mps,
                      double force_n, struct car_state *state, struct car_forces *out);

#endif
