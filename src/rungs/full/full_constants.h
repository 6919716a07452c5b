/* Constants of a compiled full model: nums only, as its kernel reads them. */
#ifndef KAMM_RUNGS_FULL_CONSTANTS_H
#define KAMM_RUNGS_FULL_CONSTANTS_H

#include "../../part/active_bar.h"
#include "../../part/active_steering.h"
#include "../../part/body_contact.h"
#include "../../part/moving_load.h"
#include "../../part/stability_control.h"
#include "../../part/steering_head.h"
#include "../../part/swing_arm.h"
#include "../../part/torque_reaction.h"
#include "../../part/torque_vectoring.h"
#include "../../vehicle/chassis.h"

/* Active parts; all off on cars without them. */
struct active_constants {
    struct active_bar_constants bar[MAX_AXLES];
    struct vectoring_constants vectoring[MAX_AXLES];
    num vectoring_gain; /* N.m per rad/s */
    struct stability_constants vectoring_aim;
    struct active_steering_constants steering;
};

/* Cargo that moves; no load has a mass on cars without. */
enum { LIQUID_ALONG, LIQUID_ASIDE, ON_FLOOR, MOVING_LOADS };
struct cargo_constants {
    num matrix[21]; /* A of body.h without these loads, row by row up to the diagonal */
    struct load_constants load[MOVING_LOADS];
};

/* A hinge by which all of the front twists against the body (front.h); with that axis and through that point, body axes. */
struct twist_constants {
    num on, axis[3], pivot[3];
    struct steering_head_constants spring;
};

/* A rider's upper body that leans (rider.h), upright, body axes. */
struct rider_constants {
    num on, mass_kg, at[3], pivot[3], inertia[6];
    struct steering_head_constants hip;
};

/* The whole rider, who may be thrown off (rider.h), body axes. */
struct thrown_constants {
    num on, mass_kg, at[3], inertia[6];
    num matrix[21]; /* A of body.h without him and without the front */
    num round_step; /* that of the machine without him */
};

/* Lock and stops of a tilting pair (tilt.h): at each wheel, per difference of the travels. */
struct tilt_constants {
    num n_per_m, inverse_n_per_m, damping, most_n, stop_m;
};

/* A stand (stand.h): its feet, body axes, and how a foot presses on the ground. */
struct stand_constants {
    num on, both_sides, foot[2][3];
    struct body_contact_constants contact; /* its points are not used */
};

/* The steered front of a two-wheeler (front.h), body axes, steered straight. */
struct front_constants {
    num matrix[21]; /* A of body.h without the front, and without a rider who leans */
    num mass_kg, at[3], pivot[3];
    num inertia
        [6]; /* about its centre of gravity, with the wheel's own: as that of the sprung mass */
    struct steering_head_constants head;
    struct twist_constants twist;
    struct rider_constants rider;
    struct thrown_constants thrown;
    struct tilt_constants tilt;
};

struct full_constants {
    num mobility[6][6]; /* (acceleration, angular acceleration) per (force, moment); see body.h */
    num bogies;         /* 1: axles share their loads */
    num round_step;     /* share of the way that a round of solve_motion goes */
    struct stability_constants stability;
    struct torque_reaction_constants reaction;
    num propeller_per_m[MAX_AXLES]; /* sense over final drive and track; 0: no live axle */
    struct active_constants active;
    struct cargo_constants cargo;
    struct front_constants front;
    struct stand_constants stand;
    struct swing_arm_constants swing_arm; /* of the last axle */
    struct chassis_constants chassis;     /* ends with the axles in use */
};

#define AXLE_CONSTANT_COUNT (sizeof(struct axle_constants) / sizeof(float))

/* Behind them lie the axles' constants once more, interleaved by wheel (wheel_lanes.h). */
static inline const float *lane_constants_of(const float *own, const struct layout *l)
{
    size_t size = offsetof(struct full_constants, chassis.axles) +
                  (size_t)l->axles * sizeof(struct axle_constants);
    return own + (size + 63) / 64 * 64 / sizeof(float);
}

#endif
