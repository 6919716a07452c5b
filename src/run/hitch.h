/* Hitches: the impulses by which the units of a combination move together. Equations in kamm/combinations.h. */
#ifndef KAMM_RUN_HITCH_H
#define KAMM_RUN_HITCH_H

#include "push.h"
#include <kamm/combinations.h>

/* Constants of a hitch and of the drawbar behind it. */
struct hitch {
    double towing_m[3], towed_m[3]; /* the coupled points, in the frames of the units' bodies */
    int fifth_wheel, lifts;         /* lifts: it carries weight too, as of units on springs */
    double play_m;
    double yaw_damping, yaw_friction_nm;
    double roll_stiffness, roll_damping;
    double stop_rad, stop_stiffness, stop_damping; /* stop_rad 0: there is none */
};

/* A unit in a substep. `w`: change of velocity and angular velocity per impulse and angular impulse, world axes. */
struct hitched_unit {
    struct world_motion motion;
    double axis[3][3]; /* of the body, in the world */
    double w[6][6];
    double change[6], shift[6]; /* out: of velocity and angular velocity, of place and attitude */
};

/* Forces of a hitch on the towed unit, in axes of the towing one. */
struct hitch_force {
    double n[3], roll_nm, yaw_nm;
    double stop_nm; /* of the stop, about the same axis as yaw_nm */
};

struct hitch kamm_hitch_between(const kamm_model *towing, const kamm_model *towed);

/* Where the coupled points are, world axes, from the units' body frames' origins. */
void kamm_hitch_arms(const struct hitch *hitch, const struct hitched_unit *towing,
                     const struct hitched_unit *towed, double arm_towing[3], double arm_towed[3],
                     double gap[3]);

/* Heading of the towed unit less that of the towing one, in the towing one's plane; -pi to pi. */
double kamm_articulation_rad(const struct hitched_unit *towing, const struct hitched_unit *towed);

/* A row of `count` units, 2 to KAMM_MAX_UNITS, with a closed hitch between each and the next, after a substep of dt in which the
 * hitches carried `forces`: what their motion and places have to change by, and what the hitches carry in the next one. */
void kamm_solve_hitches(const struct hitch *hitches, struct hitched_unit *units, int count,
                        double dt, struct hitch_force *forces);

/* A hitch's force and moment on both units, body axes, about their frames' origins. */
void kamm_hitch_wrenches(const struct hitch *hitch, const struct hitched_unit *towing,
                         const struct hitched_unit *towed, const struct hitch_force *force,
                         double on_towing[6], double on_towed[6]);

#endif
