/* What a compiled single_track model is made of. */
#ifndef KAMM_RUNGS_SINGLE_TRACK_CONSTANTS_H
#define KAMM_RUNGS_SINGLE_TRACK_CONSTANTS_H

#include "../../vehicle/powertrain_compile.h"
#include "../planar/planar.h"

struct track_axle_constants { /* of both wheels together */
    float x_m;                /* ahead of the centre of gravity */
    float load_share;         /* of the weight */
    float friction;           /* sideways */
    float side_per_along;     /* that over the friction along the wheels */
    float stiffness_per_rad;  /* cornering stiffness per load, friction included */
    float rolling;            /* tyre's rolling resistance per load */
    float wheel_mass_kg;      /* spin inertia over radius squared */
    float drive_share, brake_share;
    float steering_arm; /* torque at the steering wheel per side force: trail * share / ratio */
    float trail_m;      /* pneumatic */
};

/* The single-track model of CommonRoad, see commonroad_lanes.h. */
struct commonroad_constants {
    float front_m, rear_m; /* centre of gravity to axles */
    float inverse_wheelbase;
    float height_m;              /* over which acceleration shifts load */
    float front_grip, rear_grip; /* friction * cornering coefficient / wheelbase */
    float mass_per_inertia;      /* mass / yaw inertia */
    float fastest_rate_mps;      /* speed times the rate of its quickest motion, at most */
};

struct single_track_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
    struct powertrain_constants powertrain;
    struct track_axle_constants axles[CAR_AXLES];
    struct commonroad_constants commonroad;
    float follows_commonroad, linear; /* 1 or 0 */
    float sliding_share;              /* of the grip, sideways, while too much is asked for */
    float drag_area_m2;
    float
        load_shift_kg; /* load that goes from the front axle to the rear per acceleration: m h / wheelbase */
    float load_blend; /* share of the way that the loads' acceleration goes in a substep */
    float heavier;    /* with the wheels' spin over without: what an acceleration has to move */
    /* Limits on an acceleration that is commanded. */
    float most_mps2, most_w_per_kg, braking_mps2, top_mps, reverse_mps;
};

#endif
