/* A swing arm in the step: what the drive of its wheel and its travel do to each other (part/swing_arm.h). */
#ifndef KAMM_RUNGS_FULL_ARM_TURN_H
#define KAMM_RUNGS_FULL_ARM_TURN_H

#include "full_constants.h"
#include "ride.h"

/* Whether the last axle's wheel hangs on a swing arm. */
LANE_INLINE int has_swing_arm(const struct full_constants *c)
{
    return KAMM_TAKES_TWO_WHEELERS && !KAMM_TWO_AXLES && any_num(c->swing_arm.on > 0.5f);
}

/* arm_drive_turn, by the torque that the shafts have before the substep. */
static inline real turn_by_arm(const struct full_constants *c, const struct layout *l,
                               const struct state_lanes *s, const struct corner *corners,
                               int motors)
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    int a = l->axles - 1;
    const struct corner *k = &corners[l->first[a]];
    real torque = shaft_bend(&v->shaft, s->car.shaft_twist_rad) *
                  (v->shaft.stiffness_nm_per_rad * v->differential[a].share);
    if (motors && has_motor(&v->motor[a]))
        torque = torque + v->motor_shaft[a].stiffness_nm_per_rad * s->axles[a].motor_twist_rad;
    struct arm_place at = {k->hub.x, k->hub.z, k->path_x, -k->caster_slope, torque};
    return keep(lanes(c->swing_arm.on) > 0.5f, arm_drive_turn(&c->swing_arm, &at));
}

/* The wheel as the drive sees it. */
LANE_INLINE void turn_with_arm(const struct layout *l, const struct state_lanes *s, real arm_turn,
                               real spin_radps[WHEEL_ROOM])
{
    int w = l->first[l->axles - 1];
    spin_radps[w] = with_added(spin_radps[w], arm_turn * s->wheels[w].travel_rate_mps);
}

/* On its arc the hub is accelerated forwards by (1 + p^2) e z'^2, with its path p and the arm's turn e per travel. */
static inline void go_round_pivot(const struct full_constants *c, const struct axle_constants *axle,
                                  const struct corner *k, const struct wheel_lanes *wheel,
                                  struct wheel_share *share)
{
    real turn = keep(lanes(c->swing_arm.on) > 0.5f, -k->caster_slope);
    real ahead = turn * (1.0f + square(k->path_x)) * square(wheel->travel_rate_mps);
    share->bias_mps2.x = with_added(share->bias_mps2.x, ahead);
    vec3 back = vec3_of(-(axle->unsprung_mass_kg * ahead), splat(0.0f), splat(0.0f));
    add_force_at(&share->wrench, k->hub, back);
}

#endif
