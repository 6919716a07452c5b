/* Constants of a compiled double_track model, and the source of the rung.
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
 * Each header lists its assumptions and departures; docs/theory/loads.md and docs/models/double_track.md have them all. */
#ifndef KAMM_RUNGS_DOUBLE_TRACK_CONSTANTS_H
#define KAMM_RUNGS_DOUBLE_TRACK_CONSTANTS_H

#include "../../part/aero.h"
#include "../../part/tyre/tyre.h"
#include "../../vehicle/powertrain_compile.h"
#include "../planar/planar.h"

struct double_track_axle_constants {
    num static_share;            /* of the weight, on the level (7-1) */
    num transfer_x_kg;           /* load that leaves it per acceleration; of more than two axles */
    num pitch_per_m;             /* load per pitching moment; of more than two axles */
    num static_load_n;           /* of the axle */
    num left_share, right_share; /* of the axle's load, at rest */
    num inverse_track, half_track_m;
    num roll_share;   /* of the moment of roll, where that goes by stiffness */
    num lean_m_per_m; /* height over track: load that moves across per weight and sine of roll */
    num compliance_m_per_n; /* travel of both wheels per load of the axle: springs and tyres */
    num bump_m, rebound_m;  /* bounds of that travel */
    num stiffness_n, stiffness_per_load; /* a wheel's cornering stiffness, and per load, 1/rad */
    num slip_share; /* of the slip angle that is left to the tyre: the suspension takes the rest */
    num friction;   /* across */
    num along_per_side, side_per_along; /* peak friction along over that across, and its inverse */
    num rolling;                        /* rolling resistance of the tyre, force per load */
    num drive_share;                    /* of each wheel */
    num hub_share;                      /* of each wheel in what its hub has: of twins half */
    num wheel_mass_kg;   /* spin inertia over rolling radius squared, of each wheel */
    num inverse_radius2; /* 1 / rolling radius^2, 1/m2 */
    num trail_m;         /* pneumatic, at small slip angles */
    num caster_trail_m;
    num hub_height_m;    /* above the road at rest */
    num camber_rad;      /* at rest, positive: top outwards */
    num camber_gain_rad; /* per share of the weight moved from axle to axle, in size; signed */
    num tyre_side;
    num root; /* scale of speeds */
    struct tyre_constants tyre;
};

struct double_track_constants {
    struct planar_constants planar; /* first: planar.h knows no other part */
    num height_m;                   /* of the centre of gravity above the road */
    num per_standard_weight;        /* 1 / weight under standard gravity */
    num transfer_x_kg;              /* load moved between the axles per acceleration (7-2) */
    num transfer_y_kgm;             /* moment of roll per acceleration: mass times height */
    num by_weight; /* 1: axles share it as they share the weight, 0: by roll_share */
    num roll_per_mps2, max_lean_rad; /* lean of the body per lateral acceleration, its bound */
    num load_blend;                  /* share of the way to the acceleration in a substep */
    num hasty_follow;                /* share of an excess that the pose makes up for */
    num link_travel_m;
    num fall_s;  /* the pose's time constant */
    num pitch_m; /* half the wheelbase */
    num takeoff_m;
    num wall_cosine, wall_height_m, wall_rebound;
    num sliding_share, drive_limit; /* sqrt(1 - share^2) */
    num anti_lock;                  /* 1: the brakes have it */
    num formula;                    /* 1: side force of the axle's tyre, 0: capped */
    num inverse_mass;
    struct aero_constants aero; /* about the whole car's centre of gravity */
    struct powertrain_constants powertrain;
    struct double_track_axle_constants
        axles[MAX_AXLES]; /* last: of a model those in use are there */
};

#endif
