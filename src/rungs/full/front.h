/* The steered front of what leans freely: a body of its own on the steering axis, beside the equations of body.h.
 *
 * The front assembly (mass m, centre of gravity at r, inertia I about it, with the wheel's own) turns by d about the axis k
 * through p. With its way per steering s = k x (r - p), its acceleration and angular acceleration are
 *
 *     a + alpha x r + s d'' + c,   c = omega x (omega x r) + 2 omega x (s d') + k x s d'^2
 *     alpha + k d'' + omega x k d'
 *
 * and the hub's, which the axis takes along, likewise with u = k x (r_h - p_h). Newton and Euler for the whole vehicle, and virtual work about
 * the axis, are
 *
 *     A x + b d'' = w,   b . x + D d'' = h,   x = (a, alpha)
 *     b = (m s, r x m s + I k) + (m_h P u, r_h x m_h P u),   D = m s.s + k.I k + m_h Pu.Pu
 *
 * with A that of body.h with the front and both hubs where they are. h has the moments about the axis of all that acts
 * on front and wheel (tyre, weight, spinning, what the travel's own equation leaves of the unsprung mass). It also has those of
 * hands, damper, stops and friction (steering_head.h), which are implicit by their slope S on top of D. So
 *
 *     d'' = (h - b . y0) / (D + S - b . y),   y0 = A^-1 w,   y = A^-1 b,   x = y0 - y d''
 *
 * A front may twist against the body: a hinge about t, across the steering axis, in series before it (hinge.h). It carries k and p, so
 * that W = omega + t d_t' takes the place of omega in the terms of steering, and its own terms come on top. The rider's
 * upper body is one more hinge (rider.h). A tilting pair of wheels (tilt.h) has a hub on either side. Each goes round an axis of its own, in
 * parallel, by the same d: the sums of b, D and h have both.
 *
 * What turns the wheel about its spin axis reaches the front by the brake alone, and the drive of a motor in its hub; the wheel's spin
 * H = J Omega e has the gyroscopic moment of body and steering, -(omega + k d') x H.
 *
 * Source: virtual work on a hinge between two bodies, as T. R. Kane and D. A. Levinson, Dynamics: Theory and Applications, 1985, have it;
 * the bicycle's linear equations, which these have as their limit, are those of J. P. Meijaard, J. M. Papadopoulos, A. Ruina and A. L.
 * Schwab, Proc. R. Soc. A 463, 2007 (test_whipple).
 *
 * Departures: the front's own mass does not travel with the fork; it, and not the hub, has the lower fork's inertia. Impulses of
 * contacts find the front rigidly on the body, as it is steered straight (full_push.c). */
#ifndef KAMM_RUNGS_FULL_FRONT_H
#define KAMM_RUNGS_FULL_FRONT_H

#include "lying_wheels.h"
#include "rider.h"
#include "twisted_corner.h"

/* What leans freely (layout.h) always has one; where all axles have pairs nothing is left of this. */
LANE_INLINE int has_front(const struct group *g)
{
    return KAMM_TAKES_TWO_WHEELERS && !KAMM_TWO_AXLES &&
           has_state(g, STATE_NUMBER(car.last_steering_acceleration_radps2));
}

/* Rounds of solve_motion: a fork is a steep wheel path (0.6 at a caster of 30 degrees), and what its hinges carry is a large part of
 * the vehicle. Three left 3 % of a braking force there, six leave 0.6 %. */
enum { FRONT_ROUNDS = 6 };

struct front {
    struct hinge steer;
    int twists, leans;  /* whether any vehicle of the batch does */
    struct hinge twist; /* of all of the front, which carries the steering axis */
    struct hinge lean;  /* of the rider (rider.h) */
    vec3 frame_radps;   /* angular velocity of what carries the steering axis */
    struct head_torque head;
    struct wrench asked; /* on the vehicle: what of the front does not follow from accelerations */
    int hubs;            /* on the front axle: 2 of a tilting pair (tilt.h) */
    vec3 hub_bias[2];    /* of the hubs' accelerations, where no hinge accelerates */
    mask held;           /* by friction */
    real round_step;     /* share of the way that a round goes */
    real a[SYMMETRIC], y[6]; /* A factored; A^-1 b */
};

/* The inertia tensor of the front, twisted and steered, times a vector. */
static inline vec3 front_momentum(const struct front_constants *c, const struct front *f, vec3 v)
{
    const struct hinge *s = &f->steer, *t = &f->twist;
    vec3 own = unturned(s->axis, s->turn, v);
    if (!f->twists) return steered(s->axis, s->turn, angular_momentum(c->inertia, own));
    own = vec3_pick(t->on, unturned(t->axis, t->turn, own), own);
    own = angular_momentum(c->inertia, own);
    own = vec3_pick(t->on, steered(t->axis, t->turn, own), own);
    return steered(s->axis, s->turn, own);
}

/* c, of a place that both hinges carry. */
LANE_INLINE vec3 carried_bias(const struct front *f, vec3 turning, vec3 swing, vec3 twist_swing)
{
    vec3 bias = hinge_bias(&f->steer, f->frame_radps, swing);
    if (!f->twists) return bias;
    vec3 more = hinge_bias(&f->twist, turning, twist_swing);
    return vec3_pick(f->twist.on, vec3_add(bias, more), bias);
}

/* Angular acceleration of the front where no hinge accelerates, and body does not. */
LANE_INLINE vec3 carried_turning(const struct front *f, vec3 turning)
{
    const struct hinge *t = &f->twist;
    vec3 bias = vec3_scale(vec3_cross(f->frame_radps, f->steer.axis), f->steer.rate_radps);
    if (!f->twists) return bias;
    vec3 more = vec3_scale(vec3_cross(turning, t->axis), t->rate_radps);
    return vec3_pick(t->on, vec3_add(bias, more), bias);
}

/* The front where it is, in the place of where it would be at rest, which the sprung mass has already. */
static inline void weigh_front(const struct front_constants *c, const struct body_motion *body,
                               vec3 at, struct front *f)
{
    vec3 w = body->angular_velocity, rest = vec3_lanes(c->at), spin;
    real mass = lanes(c->mass_kg);
    vec3 bias = carried_bias(f, w, f->steer.swing, f->twist.swing);
    struct wrench own = mass_wrench(at, mass, body->gravity, vec3_add(turning_bias(w, at), bias));
    vec3 turning = vec3_add_scaled(f->frame_radps, f->steer.axis, f->steer.rate_radps);
    spin = vec3_cross(front_momentum(c, f, turning), turning);
    vec3 turned = carried_turning(f, w);
    own.moment = vec3_add(own.moment, vec3_sub(spin, front_momentum(c, f, turned)));
    f->steer.moment_nm = about_axis(&f->steer, f->steer.pivot, &own);
    if (f->twists) f->twist.moment_nm = about_axis(&f->twist, f->twist.pivot, &own);
    struct wrench was = mass_wrench(rest, mass, body->gravity, turning_bias(w, rest));
    was.moment = vec3_add(was.moment, vec3_cross(angular_momentum(c->inertia, w), w));
    f->asked.force = vec3_sub(own.force, was.force);
    f->asked.moment = vec3_sub(own.moment, was.moment);
}

/* Adds the acceleration of a travelling hub by the twist. */
LANE_INLINE vec3 with_twisted_travel(const struct hinge *t, const struct corner *k,
                                     real travel_rate, vec3 bias)
{
    vec3 along = vec3_of(k->path_x, k->hub_path_y, splat(1.0f));
    vec3 more = vec3_scale(vec3_cross(t->axis, along), 2.0f * (travel_rate * t->rate_radps));
    return vec3_pick(t->on, vec3_add(bias, more), bias);
}

/* The part across a hub's travel. */
LANE_INLINE vec3 level_of(vec3 v) { return vec3_of(v.x, v.y, splat(0.0f)); }

/* The moment by which a hinge turns a spinning wheel's axis. */
LANE_INLINE vec3 with_precession(const struct hinge *h, vec3 moment, vec3 spin_axis,
                                 real spin_momentum)
{
    return vec3_add_scaled(moment, vec3_cross(h->axis, spin_axis),
                           -(spin_momentum * h->rate_radps));
}

/* A hub and the spin of its wheel: what steering and twist add to the share of the wheel. Of a tilting pair each goes round its own axis. */
static inline void carry_hub(const struct axle_constants *axle, const struct body_motion *body,
                             const struct corner *k, const struct wheel_lanes *wheel, int i,
                             struct front *f, struct wheel_share *share, struct wrench *asked)
{
    vec3 *swing = &f->steer.hub_swing[i], *twist_swing = &f->twist.hub_swing[i];
    *swing = vec3_cross(f->steer.axis, vec3_sub(k->hub, k->pivot));
    if (f->twists) *twist_swing = vec3_cross(f->twist.axis, vec3_sub(k->hub, f->twist.pivot));
    vec3 more = carried_bias(f, body->angular_velocity, *swing, *twist_swing);
    if (f->twists) more = with_twisted_travel(&f->twist, k, wheel->travel_rate_mps, more);
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, k->hub, vec3_scale(level_of(more), -lanes(axle->unsprung_mass_kg)));
    real spin_momentum = axle->wheel_inertia_kgm2 * wheel->spin_radps;
    w.moment = with_precession(&f->steer, w.moment, k->axis, spin_momentum);
    if (f->twists)
        w.moment = vec3_pick(
            f->twist.on, with_precession(&f->twist, w.moment, k->axis, spin_momentum), w.moment);
    share->bias_mps2 = vec3_add(share->bias_mps2, more);
    share->wrench = wrench_sum(share->wrench, w);
    f->hub_bias[i] = share->bias_mps2;
    *asked = w;
}

/* The sum of what both hubs of a pair have, or that of the one: left and right first, so that mirrored vehicles do the mirrored thing. */
LANE_INLINE real of_hubs(const struct front *f, const real of_hub[2])
{
    return f->hubs == 1 ? of_hub[0] : of_hub[0] + of_hub[1];
}
LANE_INLINE struct wrench wrench_of_hubs(int hubs, const struct wrench of_hub[2])
{
    return hubs == 1 ? of_hub[0] : wrench_sum(of_hub[0], of_hub[1]);
}

/* The moment about a hinge of a wrench at each hub, which go round their own steering axes. */
LANE_INLINE real moment_of_hubs(const struct front *f, const struct hinge *h,
                                const struct corner *k, const struct wrench of_hub[2])
{
    real about[2];
    for (int i = 0; i < f->hubs; ++i)
        about[i] = about_axis(h, h == &f->steer ? k[i].pivot : h->pivot, &of_hub[i]);
    return of_hubs(f, about);
}

static inline void carry_hubs(const struct group *g, const struct body_motion *body,
                              const struct corner *k, struct front *f, struct wheel_share *shares)
{
    const struct full_constants *c = g->constants;
    struct wrench asked[2], whole[2];
    for (int i = 0; i < f->hubs; ++i) {
        carry_hub(&c->chassis.axles[0], body, &k[i], &g->state.wheels[i], i, f, &shares[i],
                  &asked[i]);
        whole[i] = shares[i].wrench;
    }
    f->asked = wrench_sum(f->asked, wrench_of_hubs(f->hubs, asked));
    f->steer.moment_nm = f->steer.moment_nm + moment_of_hubs(f, &f->steer, k, whole);
    if (!f->twists) return;
    f->twist.moment_nm = f->twist.moment_nm + moment_of_hubs(f, &f->twist, k, whole);
}

/* Momenta per rate of a hinge: of the front's mass, of its turning, of the hubs across their travel. */
struct hinge_momenta {
    vec3 along, turned, of_hub[2];
};

static inline struct hinge_momenta momenta_of(const struct front_constants *c,
                                              const struct axle_constants *axle,
                                              const struct front *f, const struct hinge *h)
{
    struct hinge_momenta m = {vec3_scale(h->swing, lanes(c->mass_kg)),
                              front_momentum(c, f, h->axis),
                              {vec3_zero(), vec3_zero()}};
    for (int i = 0; i < f->hubs; ++i)
        m.of_hub[i] = vec3_scale(level_of(h->hub_swing[i]), lanes(axle->unsprung_mass_kg));
    return m;
}

/* b, and D less S. `k` are the corners of the front's hubs. */
static inline void couple_hinge(const struct front *f, const struct hinge_momenta *m, vec3 at,
                                const struct corner *k, struct hinge *h)
{
    struct wrench own = {m->along, vec3_add(vec3_cross(at, m->along), m->turned)}, of_hub[2];
    real inertia[2];
    for (int i = 0; i < f->hubs; ++i) {
        of_hub[i].force = m->of_hub[i];
        of_hub[i].moment = vec3_cross(k[i].hub, m->of_hub[i]);
        inertia[i] = vec3_dot(m->of_hub[i], level_of(h->hub_swing[i]));
    }
    own = wrench_sum(own, wrench_of_hubs(f->hubs, of_hub));
    write_column(h, own.force, own.moment);
    h->inertia = vec3_dot(m->along, h->swing) + vec3_dot(m->turned, h->axis) + of_hubs(f, inertia);
}

static inline void couple_front(const struct front_constants *c, const struct axle_constants *axle,
                                const struct corner *k, vec3 at, struct front *f)
{
    struct hinge_momenta m = momenta_of(c, axle, f, &f->steer);
    couple_hinge(f, &m, at, k, &f->steer);
    if (!f->twists) return;
    struct hinge *t = &f->twist;
    m = momenta_of(c, axle, f, t);
    couple_hinge(f, &m, at, k, t);
    real of_hub[2];
    for (int i = 0; i < f->hubs; ++i) of_hub[i] = vec3_dot(m.of_hub[i], f->steer.hub_swing[i]);
    t->with_steered =
        vec3_dot(m.along, f->steer.swing) + vec3_dot(m.turned, f->steer.axis) + of_hubs(f, of_hub);
}

/* Columns of the front's own part of A, on what A has without. */
static inline void add_front(const struct group *g, vec3 at, struct front *f)
{
    const struct full_constants *all = g->constants;
    const struct front_constants *c = &all->front;
    for (int i = 0; i < SYMMETRIC; ++i) f->a[i] = lanes(c->matrix[i]);
    for (int i = 0; i < SYMMETRIC && may_throw(g); ++i)
        f->a[i] = pick(is_thrown(g), lanes(c->thrown.matrix[i]), f->a[i]);
    for (int column = 0; column < 6; ++column) {
        vec3 unit = unit_of(column);
        vec3 force = vec3_scale(column < 3 ? unit : vec3_cross(unit, at), lanes(c->mass_kg));
        vec3 moment = vec3_cross(at, force);
        if (column >= 3) moment = vec3_add(moment, front_momentum(c, f, unit));
        add_column(f->a, column, force, moment);
    }
}

/* A front that turns by so much more within a substep has been struck, and its last acceleration foretells nothing. Ours. */
#define STRUCK_RAD 0.05f

/* The angle and its rate in the middle of the substep, as the rack that the corners are found with. */
LANE_INLINE struct rack front_rack(const struct group *g)
{
    const struct full_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    real by_now = car->last_steering_acceleration_radps2 * (0.5f * c->chassis.dt);
    mask struck = absolute(by_now) > STRUCK_RAD * c->chassis.inverse_dt;
    by_now = keep(mask_not(struck), by_now);
    return (struct rack){car->steering_rad, car->steering_rate_radps + by_now};
}

/* Returns the rider's demand: torque, or angle, or the rate that a planner commands. */
static inline struct hands hands_of(const struct group *g)
{
    const struct full_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    mask led = g->input.command > 0.5f;
    real lock = lanes(c->chassis.steering.lock_rad), rate = g->input.road_wheel_rate_radps;
    real wanted = clamp(g->input.steering_wheel_rad, -lock, lock);
    return (struct hands){
        .hold = mask_not(free_steering_of(g)),
        .wanted_rad = pick(led, car->steering_rad + rate * (0.5f * c->chassis.dt), wanted),
        .wanted_radps = keep(led, rate),
        .torque_nm = g->input.steering_wheel_nm,
    };
}

/* A hub where it is, in the place of where A has it at rest: a column of A. It goes along with the body across its travel alone. */
static inline struct wrench move_hub(const struct axle_constants *axle, real side, int is_pair,
                                     vec3 to, int column)
{
    real left = lanes(axle->left_offset_m);
    if (is_pair) left = left + side * lanes(axle->hub_out_m);
    const vec3 rest = vec3_of(lanes(axle->behind_m), left, lanes(axle->hub_z_m));
    real mass = lanes(axle->unsprung_mass_kg);
    vec3 unit = unit_of(column), here = unit, there = unit;
    if (column >= 3) here = vec3_cross(unit, to), there = vec3_cross(unit, rest);
    here = vec3_scale(level_of(here), mass);
    there = vec3_scale(level_of(there), mass);
    return (struct wrench){vec3_sub(here, there),
                           vec3_sub(vec3_cross(to, here), vec3_cross(rest, there))};
}

static inline void move_hubs(const struct axle_constants *axle, int hubs, const struct corner *k,
                             real a[SYMMETRIC])
{
    for (int column = 0; column < 6; ++column) {
        struct wrench of_hub[2];
        for (int i = 0; i < hubs; ++i)
            of_hub[i] = move_hub(axle, hub_side(hubs, i), hubs > 1, k[i].hub, column);
        struct wrench both = wrench_of_hubs(hubs, of_hub);
        add_column(a, column, both.force, both.moment);
    }
}

/* The twist in the middle of the substep. */
static inline void find_twist(const struct group *g, struct hinge *t)
{
    const struct full_constants *c = g->constants;
    const struct twist_constants *own = &c->front.twist;
    const struct car_lanes *car = &g->state.car;
    struct hinge_motion motion = {car->twist_rad, car->twist_rate_radps,
                                  car->last_twist_acceleration_radps2};
    begin_hinge(t, motion, 0.5f * lanes(c->chassis.dt), lanes(own->on) > 0.5f);
    t->axis = vec3_lanes(own->axis);
    t->pivot = vec3_lanes(own->pivot);
}

/* Adds its spring and damper. */
static inline void hold_twist(const struct full_constants *c, struct hinge *t)
{
    const struct hands frame = {.hold = t->on,
                                .wanted_rad = splat(0.0f),
                                .wanted_radps = splat(0.0f),
                                .torque_nm = splat(0.0f)};
    struct head_torque torque = head_torque_of(&c->front.twist.spring, &frame, t->turn.angle_rad,
                                               t->start_radps, lanes(c->chassis.dt));
    hold_hinge(t, &torque);
}

/* Where axis and centre of gravity are; the latter is returned. */
static inline vec3 place_front(const struct full_constants *c, const struct corner *k,
                               struct rack rack, struct front *f)
{
    const struct front_constants *own = &c->front;
    struct hinge *s = &f->steer, *t = &f->twist;
    s->axis = k->kingpin;
    s->pivot = vec3_lanes(own->pivot);
    s->turn = ackermann_angle(&c->chassis.axles[0].steering, rack.angle_rad, splat(0.0f));
    vec3 arm = vec3_sub(vec3_lanes(own->at), s->pivot);
    if (f->twists) {
        turn_place(t, &s->pivot);
        turn_direction(t, &arm);
    }
    arm = steered(s->axis, s->turn, arm);
    vec3 at = vec3_add(s->pivot, arm);
    s->swing = vec3_cross(s->axis, arm);
    if (f->twists) t->swing = vec3_cross(t->axis, vec3_sub(at, t->pivot));
    return at;
}

LANE_INLINE void begin_steering(const struct group *g, const struct body_motion *body,
                                struct rack rack, struct front *f)
{
    const struct full_constants *c = g->constants;
    const struct hands hands = hands_of(g);
    f->steer.rate_radps = rack.rate_radps;
    f->steer.start_radps = g->state.car.steering_rate_radps;
    f->steer.radps2 = g->state.car.last_steering_acceleration_radps2;
    f->head = head_torque_of(&c->front.head, &hands, rack.angle_rad, f->steer.start_radps,
                             lanes(c->chassis.dt));
    f->frame_radps = body->angular_velocity;
    if (!f->twists) return;
    vec3 turning = vec3_add_scaled(f->frame_radps, f->twist.axis, f->twist.rate_radps);
    f->frame_radps = vec3_pick(f->twist.on, turning, f->frame_radps);
}

/* All of it; `shares` are those of the front wheels, `k` are all corners. `twist` is that of find_twist, of what has it. A function
 * of its own, so that cars which share the kernel do not pay for it. */
static KAMM_NEVER_INLINE void find_front(const struct group *g, const struct body_motion *body,
                                         struct rack rack, const struct hinge *twist,
                                         const struct corner *k, struct wheel_share *shares,
                                         struct front *f)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    const struct front_constants *own = &c->front;
    const struct axle_constants *axle = &c->chassis.axles[0];
    f->twists = has_twist(g), f->leans = has_rider(g);
    f->hubs = hub_count(l, 0);
    f->round_step = round_step_of(g);
    if (f->twists) f->twist = *twist;
    begin_steering(g, body, rack, f);
    vec3 at = place_front(c, k, rack, f);
    weigh_front(own, body, at, f);
    carry_hubs(g, body, k, f, shares);
    couple_front(own, axle, k, at, f);
    f->steer.inertia = f->steer.inertia + f->head.slope;
    f->steer.moment_nm = f->steer.moment_nm + f->head.nm;
    add_front(g, at, f);
    if (may_throw(g)) leave_rider_out(g, body, &f->asked);
    give_way_lying(g, k, f->a, &f->steer, &f->asked);
    for (int a = 0; a < 2; ++a)
        move_hubs(&c->chassis.axles[a], hub_count(l, a), &k[l->first[a]], f->a);
    if (f->twists) {
        hold_twist(c, &f->twist);
        eliminate_hinge(&f->twist, f->a, &f->steer);
    }
    if (f->leans) {
        struct wrench with = wrench_sum(f->asked, find_rider(g, body, &f->lean, f->a));
        f->asked.force = vec3_pick(f->lean.on, with.force, f->asked.force);
        f->asked.moment = vec3_pick(f->lean.on, with.moment, f->asked.moment);
        eliminate_hinge(&f->lean, f->a, &f->steer);
    }
    factor_symmetric(f->a, splat(0.0f) < 1.0f);
    memcpy(f->y, f->steer.b, sizeof f->y);
    solve_factored(f->a, f->y);
    f->steer.inertia = f->steer.inertia - dot_six(f->steer.b, f->y);
}

/* Within the ranges of their states (state_fields.h). Vehicles without a hinge have 0 there. */
LANE_INLINE mask front_is_bounded(const struct car_lanes *car)
{
    return (absolute(car->steering_rad) < 60.0f) & (absolute(car->steering_rate_radps) < 1e3f) &
           (absolute(car->twist_rad) < 60.0f) & (absolute(car->twist_rate_radps) < 1e3f) &
           (absolute(car->upper_body_rad) < 60.0f) & (absolute(car->upper_body_rate_radps) < 1e3f);
}

/* The first half of a substep's way. */
LANE_INLINE void half_step_front(struct car_lanes *car, const struct group *g, real half_s)
{
    car->steering_rad = car->steering_rad + car->steering_rate_radps * half_s;
    if (has_twist(g)) car->twist_rad = car->twist_rad + car->twist_rate_radps * half_s;
    if (has_rider(g))
        car->upper_body_rad = car->upper_body_rad + car->upper_body_rate_radps * half_s;
}

/* Rates and angles after a substep. */
static inline void advance_front(struct car_lanes *car, const struct front *f, real dt)
{
    car->last_steering_acceleration_radps2 = f->steer.radps2;
    real rate = f->steer.start_radps + f->steer.radps2 * dt;
    car->steering_rate_radps = pick(f->held, splat(0.0f), rate);
    car->steering_rad = car->steering_rad + car->steering_rate_radps * (0.5f * dt);
    if (f->twists)
        advance_hinge(&f->twist, &car->twist_rad, &car->twist_rate_radps,
                      &car->last_twist_acceleration_radps2, dt);
    if (f->leans)
        advance_hinge(&f->lean, &car->upper_body_rad, &car->upper_body_rate_radps,
                      &car->last_upper_body_acceleration_radps2, dt);
}

/* Returns the torque of the hands. */
LANE_INLINE real hands_torque(const struct front *f)
{
    return f->head.hands_nm - f->head.hands_slope * f->steer.radps2;
}

#endif
