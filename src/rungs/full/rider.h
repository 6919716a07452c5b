/* The upper body of a two-wheeler's rider: a mass that leans at the hip, about an axis along the vehicle.
 *
 * It is a hinge (hinge.h): the mass m at r, with the inertia I about r, turns by d about k through the hip p. s = k x (r - p) is its
 * way. Its acceleration, angular acceleration, column and inertia are
 *
 *     a + alpha x r + s d'' + omega x (omega x r) + 2 omega x s d' + k x s d'^2,   alpha + k d'' + omega x k d'
 *     b = (m s, r x m s + I k),   D = m s.s + k.I k
 *
 * Hip and stops are those of part/steering_head.h: muscles that hold the lean which the input asks for, up to their strength. The moment of
 * the rider's hands acts on the machine's body, not on the upper one.
 *
 * Source: the leaning rider of R. S. Sharp and D. J. N. Limebeer, A motorcycle model for stability and control analysis, Multibody
 * System Dynamics 6, 2001. */
#ifndef KAMM_RUNGS_FULL_RIDER_H
#define KAMM_RUNGS_FULL_RIDER_H

#include "hinge.h"

/* A rider who may be thrown off: the mass of all of him then leaves the machine, whose body frame stays where it is. */
LANE_INLINE int may_throw(const struct group *g)
{
    return KAMM_TAKES_TWO_WHEELERS && !KAMM_TWO_AXLES &&
           has_state(g, STATE_NUMBER(car.rider_thrown));
}
LANE_INLINE mask is_thrown(const struct group *g)
{
    const struct full_constants *c = g->constants;
    return (g->state.car.rider_thrown > 0.5f) & (lanes(c->front.thrown.on) > 0.5f);
}

/* The share of the way that a round goes: a machine without him is lighter on its wheels. */
LANE_INLINE real round_step_of(const struct group *g)
{
    const struct full_constants *c = g->constants;
    if (!may_throw(g)) return lanes(c->round_step);
    return pick(is_thrown(g), lanes(c->front.thrown.round_step), lanes(c->round_step));
}

/* Takes off what the sprung mass has of him: weight, and what the inertia of the turning body asks for. */
static inline void leave_rider_out(const struct group *g, const struct body_motion *body,
                                   struct wrench *w)
{
    const struct full_constants *c = g->constants;
    const struct thrown_constants *own = &c->front.thrown;
    mask off = is_thrown(g);
    if (!any(off)) return;
    vec3 turning = body->angular_velocity, at = vec3_lanes(own->at);
    struct wrench was =
        mass_wrench(at, lanes(own->mass_kg), body->gravity, turning_bias(turning, at));
    was.moment = vec3_add(was.moment, vec3_cross(angular_momentum(own->inertia, turning), turning));
    w->force = vec3_pick(off, vec3_sub(w->force, was.force), w->force);
    w->moment = vec3_pick(off, vec3_sub(w->moment, was.moment), w->moment);
}

/* The inertia tensor of the upper body as it leans, times a vector. */
static inline vec3 rider_momentum(const struct rider_constants *c, const struct hinge *h, vec3 v)
{
    vec3 own = angular_momentum(c->inertia, unturned(h->axis, h->turn, v));
    return steered(h->axis, h->turn, own);
}

/* The upper body where it is, in the place of where it is upright, which the sprung mass has already. */
static inline struct wrench weigh_rider(const struct rider_constants *c,
                                        const struct body_motion *body, vec3 at, struct hinge *h)
{
    vec3 w = body->angular_velocity, rest = vec3_lanes(c->at);
    real mass = lanes(c->mass_kg);
    vec3 bias = vec3_add(turning_bias(w, at), hinge_bias(h, w, h->swing));
    struct wrench own = mass_wrench(at, mass, body->gravity, bias);
    vec3 turning = vec3_add_scaled(w, h->axis, h->rate_radps);
    vec3 spin = vec3_cross(rider_momentum(c, h, turning), turning);
    vec3 turned = vec3_scale(vec3_cross(w, h->axis), h->rate_radps);
    own.moment = vec3_add(own.moment, vec3_sub(spin, rider_momentum(c, h, turned)));
    h->moment_nm = about_axis(h, h->pivot, &own);
    struct wrench was = mass_wrench(rest, mass, body->gravity, turning_bias(w, rest));
    was.moment = vec3_add(was.moment, vec3_cross(angular_momentum(c->inertia, w), w));
    return (struct wrench){vec3_sub(own.force, was.force), vec3_sub(own.moment, was.moment)};
}

/* Computes its column and inertia, and its part of A. */
static inline void couple_rider(const struct rider_constants *c, vec3 at, struct hinge *h,
                                real a[SYMMETRIC])
{
    real mass = lanes(c->mass_kg), with[SYMMETRIC];
    vec3 along = vec3_scale(h->swing, mass), turned = rider_momentum(c, h, h->axis);
    write_column(h, along, vec3_add(vec3_cross(at, along), turned));
    h->inertia = vec3_dot(along, h->swing) + vec3_dot(turned, h->axis);
    h->with_steered = splat(0.0f);
    memcpy(with, a, sizeof with);
    for (int column = 0; column < 6; ++column) {
        vec3 unit = unit_of(column);
        vec3 force = vec3_scale(column < 3 ? unit : vec3_cross(unit, at), mass);
        vec3 moment = vec3_cross(at, force);
        if (column >= 3) moment = vec3_add(moment, rider_momentum(c, h, unit));
        add_column(with, column, force, moment);
    }
    for (int i = 0; i < SYMMETRIC; ++i) a[i] = pick(h->on, with[i], a[i]);
}

/* Hip and stops. */
static inline void hold_rider(const struct group *g, struct hinge *h)
{
    const struct full_constants *c = g->constants;
    const struct hands wanted = {.hold = h->on,
                                 .wanted_rad = g->input.rider_lean_rad,
                                 .wanted_radps = splat(0.0f),
                                 .torque_nm = splat(0.0f)};
    struct head_torque torque = head_torque_of(&c->front.rider.hip, &wanted, h->turn.angle_rad,
                                               h->start_radps, lanes(c->chassis.dt));
    hold_hinge(h, &torque);
}

/* All of it: the hinge, its part of A, and what it does to the vehicle that does not follow from accelerations. */
static inline struct wrench find_rider(const struct group *g, const struct body_motion *body,
                                       struct hinge *h, real a[SYMMETRIC])
{
    const struct full_constants *c = g->constants;
    const struct rider_constants *own = &c->front.rider;
    const struct car_lanes *car = &g->state.car;
    struct hinge_motion motion = {car->upper_body_rad, car->upper_body_rate_radps,
                                  car->last_upper_body_acceleration_radps2};
    mask on = lanes(own->on) > 0.5f;
    if (may_throw(g)) on = on & mask_not(is_thrown(g));
    begin_hinge(h, motion, 0.5f * lanes(c->chassis.dt), on);
    h->axis = vec3_of(splat(1.0f), splat(0.0f), splat(0.0f));
    h->pivot = vec3_lanes(own->pivot);
    vec3 arm = steered(h->axis, h->turn, vec3_sub(vec3_lanes(own->at), h->pivot));
    vec3 at = vec3_add(h->pivot, arm);
    h->swing = vec3_cross(h->axis, arm);
    struct wrench w = weigh_rider(own, body, at, h);
    couple_rider(own, at, h, a);
    hold_rider(g, h);
    return w;
}

#endif
