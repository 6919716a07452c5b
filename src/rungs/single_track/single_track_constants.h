/* Constants of a compiled single_track model. */
#ifndef KAMM_RUNGS_SINGLE_TRACK_CONSTANTS_H
#define KAMM_RUNGS_SINGLE_TRACK_CONSTANTS_H

#include "../../part/lean.h"
#include "../../vehicle/powertrain_compile.h"
#include "../planar/planar.h"

struct track_axle_constants {            /* of all of its wheels together */
    num x_m;                             /* ahead of the centre of gravity */
    num load_share;                      /* of the weight */
    num raised_share;                    /* of the weight, while the lift axles are up */
    num hitch_share, raised_hitch_share; /* of what rests on the hitch */
    num load_shift_kg;     /* load that leaves it per acceleration; of more than two axles */
    num hubs, per_wheel;   /* hubs of the axle, and 1 over its wheels */
    num friction;          /* sideways */
    num side_per_along;    /* that over the friction along the wheels */
    num stiffness_per_rad; /* cornering stiffness per load, friction included */
    num rolling;           /* tyre's rolling resistance per load */
    num wheel_mass_kg;     /* spin inertia over radius squared */
    num drive_share, brake_share;
    num steering_arm; /* torque at the steering wheel per side force: trail * share / ratio */
    num trail_m;      /* pneumatic */
    num slip_per_share,
        camber_slip; /* slip angle per side force over load, and what lean takes off it */
};

/* The single-track model of CommonRoad, see commonroad_lanes.h. */
struct commonroad_constants {
    num front_m, rear_m; /* centre of gravity to axles */
    num inverse_wheelbase;
    num height_m;              /* over which acceleration shifts load */
    num front_grip, rear_grip; /* friction * cornering coefficient / wheelbase */
    num mass_per_inertia;      /* mass / yaw inertia */
    num max_rate_mps;          /* speed times the rate of its quickest motion, at most */
};

struct single_track_constants {
    struct planar_constants planar; /* first: planar.h knows no other part */
    struct powertrain_constants powertrain;
    struct track_axle_constants axles[MAX_AXLES];
    struct commonroad_constants commonroad;
    num follows_commonroad, linear; /* 1 or 0 */
    num has_lift_axles;             /* 1 or 0 */
    num sliding_share;              /* of the grip, sideways, while too much is asked for */
    num drag_area_m2;
    num load_shift_kg; /* load that goes from the front axle to the rear per acceleration: m h / wheelbase */
    num inverse_arms_m2; /* 1 / sum of the load shares times the squares of x_m; of more than two axles */
    num load_blend; /* share of the way that the loads' acceleration goes in a substep */
    num heavier;    /* with the wheels' spin over without: what an acceleration has to move */
    struct lean_constants lean; /* of a two-wheeler … */
    num inverse_height;         /* … 1 over the height of its centre of gravity, upright … */
    num inverse_rear_m;         /* … 1 over the distance of the rear axle … */
    num share_per_radps; /* … and side force over load that the rider steers for per yaw rate that is missing */
    /* Limits on an acceleration that is commanded. */
    num max_acceleration_mps2, max_power_w_per_kg, braking_mps2, top_mps, reverse_mps;
};

#endif
