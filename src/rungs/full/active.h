/* Active parts of the chassis on the full model: anti-roll bars, torque vectoring, steering. Cars without them do not get here. */
#ifndef KAMM_RUNGS_FULL_ACTIVE_H
#define KAMM_RUNGS_FULL_ACTIVE_H

#include "brakes.h"

/* The yaw rate that is missing, positive: to the left. */
static inline real yaw_missing(const struct stability_constants *v,
                               const struct stability_motion *motion)
{
    return stability_aim(v, motion) - stability_yaw(v, motion);
}

/* The lateral acceleration that a sensor in the body felt in the last substep. */
LANE_INLINE real felt_lateral(const struct car_lanes *car, const struct body_motion *body)
{
    return car->last_acceleration_y_mps2 - body->gravity.y;
}

/* The active bar's force on the right wheel, downwards positive; 0 while both wheels hang free. */
static inline real work_active_bar(const struct full_constants *c, int a,
                                   const struct car_lanes *car, struct axle_lanes *axle,
                                   const struct body_motion *body, real load_n)
{
    real felt = felt_lateral(car, body);
    axle->active_bar_n =
        active_bar_step(&c->active.bar[a], axle->active_bar_n, felt, body->velocity.x);
    return keep(load_n > 0.0f, axle->active_bar_n);
}

/* Adds the torque that the clutches of the axles' differentials move between the wheels. */
static inline void vector_torques(const struct full_constants *c, const struct layout *l,
                                  struct state_lanes *s, const struct stability_motion *motion,
                                  real *wheel_nm)
{
    const struct active_constants *active = &c->active;
    real fade = stability_fade(&c->stability, motion->forward_mps, splat(1.0f));
    real wanted = active->vectoring_gain * (fade * yaw_missing(&active->vectoring_aim, motion));
    for (int a = 0; a < l->axles; ++a) {
        const struct vectoring_constants *v = &active->vectoring[a];
        int left = left_hub(l, a), right = right_hub(l, a);
        if (left == right) continue;
        real *torque = &s->axles[a].vectoring_nm;
        *torque = vectoring_step(v, *torque, wanted);
        struct vectoring_torques give =
            vectoring_torques(v, *torque, s->wheels[left].spin_radps, s->wheels[right].spin_radps);
        wheel_nm[left] = with_added(wheel_nm[left], give.left_nm);
        wheel_nm[right] = with_added(wheel_nm[right], give.right_nm);
    }
}

/* The rack's angle and rate with what active steering adds; its sensor feels the yaw rate, and no side forces. */
static inline struct rack steer_actively(const struct full_constants *c, const struct layout *l,
                                         struct car_lanes *car, struct rack rack,
                                         const struct body_motion *body,
                                         const struct corner_ground *grounds)
{
    const struct active_steering_constants *v = &c->active.steering;
    real speed = body->velocity.x, none = splat(0.0f), friction = none;
    real gain = active_steering_gain(v, speed), before = car->active_steer_rad;
    for (int a = 0; a < l->axles; ++a)
        friction = friction + WHEEL_SUM(l->count[a], &grounds[l->first[a]], friction);
    struct stability_motion motion = {
        .forward_mps = speed,
        .left_mps = body->velocity.y,
        .yaw_radps = yaw_over_ground(body),
        .steering_rad = car->steering_rad * gain,
        .front_n = none,
        .rear_n = none,
        .grip_mps2 = friction * (1.0f / (float)l->wheels) * absolute(body->gravity.z),
    };
    car->active_steer_rad = active_steering_step(
        v, before, rack.angle_rad, gain, yaw_missing(&c->stability, &motion),
        stability_fade(&c->stability, speed, splat(1.0f)), lanes(c->chassis.dt));
    real rate = (car->active_steer_rad - before) * c->chassis.inverse_dt;
    return (struct rack){with_added(rack.angle_rad, car->active_steer_rad),
                         with_added(rack.rate_radps, rate)};
}

#endif
