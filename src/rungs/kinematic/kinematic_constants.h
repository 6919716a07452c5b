/* What a compiled kinematic model is made of. */
#ifndef KAMM_RUNGS_KINEMATIC_CONSTANTS_H
#define KAMM_RUNGS_KINEMATIC_CONSTANTS_H

#include "../planar/planar.h"

/* A double as the sum of two floats, as constants are floats. */
struct precise {
    float high, low;
};

struct kinematic_constants {
    struct planar_constants planar; /* first: planar.h reads it through the same view */
    struct precise dt;
    struct precise steer_per_wheel[CAR_AXLES]; /* road-wheel angle per steering-wheel angle */
    struct precise inverse_wheelbase;
    /* From the rear axle's middle: the point whose speed is commanded, the body frame's origin. */
    struct precise commanded_x, commanded_y, origin_x, origin_y;
    float largest_acceleration_mps2, switch_speed_mps,
        switch_power_m2ps3; /* power: their product */
    float top_speed_mps, reverse_speed_mps, largest_braking_mps2;
    float drag_area_per_mass; /* half of it, in m2/kg */
    float rolling_resistance; /* force per load */
    float load_per_gravity[CAR_WHEELS];
    float inverse_trailer_m; /* 0: no trailer */
};

#endif
