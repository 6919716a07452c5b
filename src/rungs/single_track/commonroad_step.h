/* A substep of CommonRoad's single track (commonroad_lanes.h) on the road of the planar rungs. */
#ifndef KAMM_RUNGS_SINGLE_TRACK_COMMONROAD_STEP_H
#define KAMM_RUNGS_SINGLE_TRACK_COMMONROAD_STEP_H

#include "commonroad_lanes.h"

/* Where CommonRoad's equations start from. With the pedals the acceleration is a share of the limits, and
 * brakes stop the car. */
static inline struct commonroad_start commonroad_start_of(const struct group *g,
                                                          const struct planar *p, real steer_before,
                                                          real steer_after, mask *stops)
{
    const struct single_track_constants *c = g->constants;
    const struct input_lanes *in = &g->input;
    struct commonroad_start start;
    real backwards = pick(p->forward < 0.0f, splat(-1.0f), splat(1.0f)), zero = splat(0.0f);
    start.speed = backwards * square_root(p->forward * p->forward + p->left * p->left);
    mask stands = (p->forward == 0.0f) & (p->left == 0.0f);
    real s, k;
    sine_cosine_of_acute(steer_before, &s, &k);
    real course = arc_tangent(s / k * (c->commonroad.rear_m * c->commonroad.inverse_wheelbase));
    real moving = arc_tangent2(backwards * p->left, absolute(p->forward));
    start.sideslip = pick(stands, course, moving);
    start.yaw_rate = p->yaw_rate;
    start.steer = steer_before;
    start.steer_rate = (steer_after - steer_before) * c->planar.inverse_dt;

    real gear = clamp(in->gear, splat(-1.0f), splat(1.0f));
    real pedals = commonroad_acceleration(c, start.speed, gear * in->throttle * 1e3f);
    pedals = absolute(pedals) * (gear * in->throttle);
    real brake = max_real(g->state.car.brake_state, in->hand_brake) * c->braking_mps2;
    real stopping = start.speed * c->planar.inverse_dt + pedals;
    mask driven = in->command > 0.5f;
    *stops = mask_not(driven) & (brake > 0.0f) & (absolute(stopping) <= brake);
    pedals = pedals - clamp(stopping, -brake, brake);
    start.acceleration = pick(driven, in->acceleration_mps2, pick(*stops, zero, pedals));
    return start;
}

/* A substep as one rule for both kinds of equations. */
struct track_motion {
    struct planar_change change;
    real mean_yaw_rate;
    vec3 moved; /* world axes */
    mask held;
};

/* The change of the velocity (v, beta) as its parts in body axes, without cancellation. */
static inline struct track_motion commonroad_motion(const struct group *g, const struct planar *p,
                                                    real steer_before, real steer_after)
{
    const struct single_track_constants *c = g->constants;
    struct track_motion m;
    struct commonroad_start start = commonroad_start_of(g, p, steer_before, steer_after, &m.held);
    struct commonroad_change now = commonroad_substep(c, &start);
    real turn = now.heading + now.sideslip, half = 2.0f * start.speed * sine(0.5f * turn);
    real middle = start.sideslip + 0.5f * turn, end = start.sideslip + turn;
    m.change.forward = now.speed * cosine(end) - half * sine(middle);
    m.change.left = now.speed * sine(end) + half * cosine(middle);
    m.change.yaw_rate = now.yaw_rate;
    m.mean_yaw_rate = with_added(now.heading * c->planar.inverse_dt, p->ground_turning.z);
    num dt = c->planar.dt;
    vec3 own = vec3_of(now.x + p->ground_velocity.x * dt, now.y + p->ground_velocity.y * dt,
                       p->ground_velocity.z * dt);
    /* These equations know no forces that could hold it back: the car's motion turns with the ground. */
    real turned = p->ground_turning.z * dt;
    vec3 swing = {-(turned * p->left), turned * p->forward, splat(0.0f)};
    m.change.forward = with_added(m.change.forward, swing.x);
    m.change.left = with_added(m.change.left, swing.y);
    own = vec3_with_added(own, vec3_scale(vec3_add(p->carried, swing), lanes(0.5f * dt)));
    m.moved = matrix3_apply(p->rotation, own);
    return m;
}

#endif
