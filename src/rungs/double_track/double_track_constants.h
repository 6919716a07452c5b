/* What a compiled double_track model is made of, and where the rung comes from.
 *
 * Source: "Development of a car physics engine for games" (master thesis), chapters 3 to 9;
 * numbers in brackets are its equations. Its car stands on four wheels, whose loads follow from
 * weight and acceleration without delay of any spring (quasi-static); body and links are posed
 * after that.
 *
 *     stance.h   where the car stands: pose, terrain under four wheels, linkage, walls, flight
 *     loads.h    wheel loads (7-1) to (7-5), lean of the body and deflection of its springs (7-6)
 *     wheel.h    tyre force (5-1) to (5-3), drive, brakes and rolling resistance of a wheel
 *     double_track_kernel.c   the step
 *
 * Each header lists its assumptions and departures; docs/models/double_track.md has them all. */
#ifndef KAMM_RUNGS_DOUBLE_TRACK_CONSTANTS_H
#define KAMM_RUNGS_DOUBLE_TRACK_CONSTANTS_H

#include "../../part/aero.h"
#include "../../part/tyre/tyre.h"
#include "../../vehicle/powertrain_compile.h"
#include "../planar/planar.h"

struct double_track_axle_constants {
    float static_share;  /* of the weight, on the level (7-1) */
    float transfer_x_kg; /* load that leaves it per acceleration; of more than two axles */
    float pitch_per_m;   /* load per pitching moment; of more than two axles */
    float static_load_n; /* of the axle */
    float left_share, right_share; /* of the axle's load, at rest */
    float inverse_track, half_track_m;
    float roll_share;   /* of the moment of roll, where that goes by stiffness */
    float lean_m_per_m; /* height over track: load that moves across per weight and sine of roll */
    float compliance_m_per_n; /* travel of both wheels per load of the axle: springs and tyres */
    float bump_m, rebound_m;  /* bounds of that travel */
    float stiffness_n, stiffness_per_load; /* a wheel's cornering stiffness, and per load, 1/rad */
    float
        slip_share; /* of the slip angle that is left to the tyre: the suspension takes the rest */
    float friction; /* across */
    float along_per_side,
        side_per_along;    /* peak friction along over that across, and its inverse */
    float rolling;         /* rolling resistance of the tyre, force per load */
    float drive_share;     /* of each wheel */
    float hub_share;       /* of each wheel in what its hub has: of twins half */
    float wheel_mass_kg;   /* spin inertia over rolling radius squared, of each wheel */
    float inverse_radius2; /* 1 / rolling radius^2, 1/m2 */
    float trail_m;         /* pneumatic, at small slip angles */
    float caster_trail_m;
    float camber_rad;      /* at rest, positive: top outwards */
    float camber_gain_rad; /* per share of the weight moved from axle to axle, in size; signed */
    float tyre_side;
    struct tyre_constants tyre;
};

struct double_track_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
    float height_m;                 /* of the centre of gravity above the road */
    float per_standard_weight;      /* 1 / weight under standard gravity */
    float transfer_x_kg;            /* load moved between the axles per acceleration (7-2) */
    float transfer_y_kgm;           /* moment of roll per acceleration: mass times height */
    float by_weight; /* 1: axles share it as they share the weight, 0: by roll_share */
    float roll_per_mps2,
        largest_lean_rad; /* lean of the body per lateral acceleration, its bound */
    float load_blend;     /* share of the way to the acceleration in a substep */
    float hasty_follow;   /* share of an excess that the pose makes up for */
    float link_travel_m;
    float fall_m; /* what a falling car is behind by in the pose's time constant */
    float takeoff_m;
    float wall_cosine, wall_height_m, wall_rebound;
    float sliding_share, drive_limit; /* sqrt(1 - share^2) */
    float anti_lock;                  /* 1: the brakes have it */
    float formula;                    /* 1: side force of the axle's tyre, 0: capped */
    float inverse_mass;
    struct aero_constants aero; /* about the whole car's centre of gravity */
    struct powertrain_constants powertrain;
    struct double_track_axle_constants
        axles[MAX_AXLES]; /* last: of a model those in use are there */
};

#define TRACK(field) GET(c, struct double_track_constants, field)

#endif
