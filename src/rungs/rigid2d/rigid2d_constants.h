/* Constants of a compiled rigid2d model: nums only, as its kernel reads them. */
#ifndef KAMM_RUNGS_RIGID2D_CONSTANTS_H
#define KAMM_RUNGS_RIGID2D_CONSTANTS_H

#include "../planar/planar.h"

struct rigid2d_wheel_constants {
    num side_friction_ns_per_m, roll_friction_ns_per_m;
    num load_per_gravity; /* static load over standard gravity: a mass, kg */
    num inverse_peak_friction_x,
        inverse_peak_friction_y; /* of the tyre, on a surface of friction 1 */
};

struct rigid2d_axle_constants {
    num wheel_inertia_kgm2, inverse_wheel_inertia;
    num drive_share; /* of each wheel */
    num brake_torque_nm, hand_brake_torque_nm;
};

struct rigid2d_constants {
    struct planar_constants planar; /* first: planar.h knows no other part */
    struct rigid2d_wheel_constants wheels[MAX_WHEELS];
    struct rigid2d_axle_constants axles[MAX_AXLES];
    num capped; /* 1 or 0 */
    num inverse_mass, inverse_yaw_inertia;
    num max_force_n, max_power_w;
    num top_speed_mps, reverse_speed_mps;
    num fade_ns_per_m; /* near these the drive fades out in proportion to what is missing to them */
    num drag_area_m2;
};

#endif
