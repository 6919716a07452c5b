/* What a compiled rigid2d model is made of: floats only, read by the kernel through views. */
#ifndef KAMM_RUNGS_RIGID2D_CONSTANTS_H
#define KAMM_RUNGS_RIGID2D_CONSTANTS_H

#include "../planar/planar.h"

struct rigid2d_wheel_constants {
    float side_friction_ns_per_m, roll_friction_ns_per_m;
    float load_per_gravity;                 /* static load over standard gravity: a mass, kg */
    float peak_friction_x, peak_friction_y; /* of the tyre, on a surface of friction 1 */
};

struct rigid2d_axle_constants {
    float wheel_inertia_kgm2, inverse_wheel_inertia;
    float drive_share; /* of each wheel */
    float brake_torque_nm, hand_brake_torque_nm;
};

struct rigid2d_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
    struct rigid2d_wheel_constants wheels[CAR_WHEELS];
    struct rigid2d_axle_constants axles[CAR_AXLES];
    float capped; /* 1 or 0 */
    float inverse_mass, inverse_yaw_inertia;
    float largest_force_n, largest_power_w;
    float top_speed_mps, reverse_speed_mps;
    float drag_area_m2;
};

#endif
