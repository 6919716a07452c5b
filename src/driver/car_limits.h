/* Limits of a car at a speed, under a load, in a bend: its g-g-V diagram.
 *
 * Quasi-steady (D. L. Brayshaw, M. F. Harrison: A quasi steady state approach to race car lap simulation, Proc. IMechE D 219
 * (2005) 383; Milliken & Milliken, Race Car Vehicle Dynamics, ch. 9 and 18): weight, downforce and the moments of acceleration
 * and drag share out to the axles and, by the rung's own stiffness in roll, to their sides. The tyre's friction at those loads is
 * what a wheel has; an axle's side force, by its share of the mass, takes its part of it and the friction ellipse leaves the rest
 * for drive and brakes. Sideways the car can do what its first axle holds at a steady speed, and the others at some acceleration.
 *
 * Drive: full throttle in the best gear; an open differential gives both wheels what the lesser one has, one of limited slip by
 * its bias more; what turns speeds up too.
 * Brakes: their torque, what anti-lock brakes leave at each wheel, or without these what the first wheel that would lock allows.
 * Where the outer wheels brake more than the inner ones, that turns the car outwards: its first axle gives more, its last one less.
 * Neither pedal goes so far that the axle which it unloads can't keep the bend.
 * A bend holds the car back by side force times slip angle, and steered wheels by their angle. A car whose tail is out has the air
 * from outside, which pushes its nose inwards: at high speed some per cent of what the tyres do.
 *
 * Departures: gears change in no time; a turbocharger's boost is there; camber, toe and aligning moments do not count, nor
 * does a roll so far that springs meet their stops. Ride height follows the steady downforce alone. */
#ifndef KAMM_DRIVER_CAR_LIMITS_H
#define KAMM_DRIVER_CAR_LIMITS_H

#include <kamm/vehicle.h>

enum { LIMIT_LOADS = 24, LIMIT_SPEEDS = 64, LIMIT_USES = 16 };

struct axle_limits {
    double share, share_first, share_last; /* in weight, and in downforce at both ends */
    double per_nm;                         /* load that comes with a moment that dips the nose */
    double across_n_per_mps2;              /* from the inner side to the outer one */
    double half_track_m;
    int sides, tyres;            /* tyres on a side */
    double drive_share, brake_n; /* of the whole axle at full pedal */
    /* Both wheels together may drive with twice the grip of the lesser one times `bias`, plus the differential's own
     * friction; INFINITY: with the grip of each. */
    double bias, preload_n, viscous_n_per_mps;
    double load_step_n; /* of the tables, of a tyre */
    double grip_x_n[LIMIT_LOADS], grip_y_n[LIMIT_LOADS], stiffness_n_per_rad[LIMIT_LOADS];
    /* Slip angle over that of a linear tyre at the limit, by the share of the side grip that is used. */
    double slip_share[LIMIT_USES];
};

struct car_limits {
    int axles, has_abs, has_driven, has_spin, drives_by_sum;
    double length; /* scale: src/vehicle/scale.h */
    double mass_kg, wheelbase_m, height_m, drag_height_m, drag_n_per_m2ps2;
    /* Force of the air across per sideslip and speed squared, its share at the first axle, and the last axle's distance. */
    double across_n_per_rad_m2ps2, across_first, to_rear_m;
    double top_mps, max_braking_mps2, speed_step_mps;
    /* Acceleration and deceleration by tyres at which a two-wheeler lifts a wheel, over the load per mass; INFINITY for cars. */
    double wheelie, stoppie;
    /* Side acceleration over the load per mass at which an outfit lifts a wheel, in turns to the left and to the right; INFINITY for others. */
    double lifts_aside[2];
    double pedal_mps2; /* that a whole brake pedal asks of the brakes */
    struct {
        double thrust_n, spinning_kg, rolling_share;
        double first_n, last_n; /* downforce at the first and last axle */
    } at[LIMIT_SPEEDS];
    struct axle_limits axle[KAMM_MAX_AXLES];
};

/* How the road and the car's way press on it: accelerations of its road's own axes. */
struct car_demand {
    double speed_mps, normal_mps2; /* weight and all, without air */
    double lateral_mps2;           /* that tyres have to give; of either sign */
    double uphill_mps2;            /* gravity's part against the way */
};

/* `grip`: factor on the tyres' friction. */
void kamm_find_car_limits(const kamm_model *model, double grip, struct car_limits *limits);

/* Whether the axles have that side force: the first one while the speed stays, all of them at some acceleration. */
int kamm_can_corner(const struct car_limits *limits, const struct car_demand *demand);
/* Whether each axle has it while the speed stays and the drive turns the car nowhere. */
int kamm_holds_rolling(const struct car_limits *limits, const struct car_demand *demand);
/* Highest and lowest (negative) acceleration along the way. */
double kamm_can_accelerate(const struct car_limits *limits, const struct car_demand *demand);
double kamm_can_brake(const struct car_limits *limits, const struct car_demand *demand);
/* Whether it can accelerate that much, which is found sooner than the most. */
int kamm_accelerates_by(const struct car_limits *limits, const struct car_demand *demand,
                        double gained_mps2);
/* Returns the thrust at full throttle, if the tyres can take it, and the resistance, on level and
 * straight road, in N. */
double kamm_limit_thrust_n(const struct car_limits *limits, double speed_mps);
double kamm_limit_drag_n(const struct car_limits *limits, double speed_mps);

#endif
