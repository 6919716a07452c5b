/* Constants of a compiled kinematic model. */
#ifndef KAMM_RUNGS_KINEMATIC_CONSTANTS_H
#define KAMM_RUNGS_KINEMATIC_CONSTANTS_H

#include "../../part/lean.h"
#include "../planar/planar.h"

/* A double as the sum of two floats, as constants are floats. */
struct precise {
    num high, low;
};

struct kinematic_constants {
    struct planar_constants planar; /* first: planar.h knows no other part */
    struct precise dt;
    /* Road-wheel angle per steering-wheel angle, of the first and the last axle; of a car with more those that two
     * axles there would need. */
    struct precise steer_per_wheel[2];
    struct precise inverse_wheelbase;
    /* From the rear axle's middle: the point whose speed is commanded, the body frame's origin. */
    struct precise commanded_x, commanded_y, origin_x, origin_y;
    num max_acceleration_mps2, switch_speed_mps, switch_power_m2ps3; /* power: their product */
    num top_speed_mps, reverse_speed_mps, max_braking_mps2;
    num drag_area_per_mass; /* half of it, in m2/kg */
    num rolling_resistance; /* force per load */
    num load_per_gravity[MAX_WHEELS];
    num inverse_trailer_m;      /* 0: no trailer */
    struct lean_constants lean; /* of a two-wheeler */
};

#endif
