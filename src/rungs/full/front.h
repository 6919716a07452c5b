/* The steered front of a two-wheeler: a body of its own on the steering axis, beside the equations of body.h.
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
 * with A that of body.h with the front where it is. h has the moments about the axis of all that acts on front and
 * wheel (tyre, weight, spinning, what the travel's own equation leaves of the unsprung mass). It also has those of
 * hands, damper, stops and friction (steering_head.h), which are implicit by their slope S on top of D. So
 *
 *     d'' = (h - b . y0) / (D + S - b . y),   y0 = A^-1 w,   y = A^-1 b,   x = y0 - y d''
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

#include "ride.h"
#include "symmetric.h"

/* kamm/lite takes no two-wheelers (model_bytes.c), so that it stays small. */
#ifdef KAMM_LITE
#define KAMM_HAS_FRONTS 0
#else
#define KAMM_HAS_FRONTS 1
#endif

/* Two single wheels in line always have one; where the wheels are pairs nothing is left of this. */
LANE_INLINE int has_front(const struct group *g)
{
    return KAMM_HAS_FRONTS && !KAMM_TWO_AXLES &&
           has_state(g, STATE_NUMBER(car.last_steering_acceleration_radps2));
}

struct front {
    vec3 axis, pivot;      /* k, p */
    vec3 swing, hub_swing; /* s, u */
    struct steer_angle steer;
    real rate_radps;  /* d', in the middle of the substep */
    real start_radps; /* that of its start */
    struct head_torque head;
    struct wrench asked; /* on the vehicle: what of the front does not follow from accelerations */
    vec3 hub_bias;       /* of the hub's acceleration, for d'' = 0 */
    real moment_nm;      /* about the axis, of the same and of the wheel */
    real round_nm;       /* the same in a round of solve_motion */
    real radps2;         /* d'' as it is known by now */
    mask held;           /* by friction */
    real a[SYMMETRIC], y[6], b[6], inertia; /* A factored; D + S - b . y */
};

/* The inertia tensor of the front, steered, times a vector. */
static inline vec3 front_momentum(const struct front_constants *c, const struct front *f, vec3 v)
{
    struct steer_angle back = f->steer;
    back.sine = -back.sine;
    return steered(f->axis, f->steer, angular_momentum(c->inertia, steered(f->axis, back, v)));
}

/* Of a mass at `at` of which `bias` is known: weight and inertia. */
LANE_INLINE struct wrench mass_wrench(vec3 at, real mass, vec3 gravity, vec3 bias)
{
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, at, vec3_scale(vec3_sub(gravity, bias), mass));
    return w;
}

LANE_INLINE vec3 turning_bias(vec3 turning, vec3 at)
{
    return vec3_cross(turning, vec3_cross(turning, at));
}

/* c without d''. */
LANE_INLINE vec3 steering_bias(const struct front *f, vec3 turning, vec3 swing)
{
    vec3 across = vec3_scale(vec3_cross(turning, swing), 2.0f * f->rate_radps);
    return vec3_add_scaled(across, vec3_cross(f->axis, swing), f->rate_radps * f->rate_radps);
}

/* About the axis, of a wrench about the origin. */
LANE_INLINE real about_axis(const struct front *f, vec3 pivot, const struct wrench *w)
{
    return vec3_dot(f->axis, vec3_sub(w->moment, vec3_cross(pivot, w->force)));
}

/* The front where it is, in the place of where it would be at rest, which the sprung mass has already. */
static inline void weigh_front(const struct front_constants *c, const struct body_motion *body,
                               vec3 at, struct front *f)
{
    vec3 w = body->angular_velocity, rest = vec3_lanes(c->at), spin;
    real mass = lanes(c->mass_kg);
    struct wrench own = mass_wrench(at, mass, body->gravity,
                                    vec3_add(turning_bias(w, at), steering_bias(f, w, f->swing)));
    vec3 turning = vec3_add_scaled(w, f->axis, f->rate_radps);
    spin = vec3_cross(front_momentum(c, f, turning), turning);
    vec3 turned = vec3_scale(vec3_cross(w, f->axis), f->rate_radps);
    own.moment = vec3_add(own.moment, vec3_sub(spin, front_momentum(c, f, turned)));
    f->moment_nm = about_axis(f, f->pivot, &own);
    struct wrench was = mass_wrench(rest, mass, body->gravity, turning_bias(w, rest));
    was.moment = vec3_add(was.moment, vec3_cross(angular_momentum(c->inertia, w), w));
    f->asked.force = vec3_sub(own.force, was.force);
    f->asked.moment = vec3_sub(own.moment, was.moment);
}

/* The hub and the spin of its wheel: what steering adds to the share of the wheel. */
static inline void carry_hub(const struct axle_constants *axle, const struct body_motion *body,
                             const struct corner *k, real spin_radps, struct front *f,
                             struct wheel_share *share)
{
    f->hub_swing = vec3_cross(f->axis, vec3_sub(k->hub, k->pivot));
    vec3 more = steering_bias(f, body->angular_velocity, f->hub_swing);
    vec3 level = vec3_of(more.x, more.y, splat(0.0f));
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, k->hub, vec3_scale(level, -lanes(axle->unsprung_mass_kg)));
    vec3 precession = vec3_cross(f->axis, k->axis);
    w.moment = vec3_add_scaled(w.moment, precession,
                               -(axle->wheel_inertia_kgm2 * spin_radps * f->rate_radps));
    share->bias_mps2 = vec3_add(share->bias_mps2, more);
    share->wrench = wrench_sum(share->wrench, w);
    f->hub_bias = share->bias_mps2;
    f->asked = wrench_sum(f->asked, w);
    f->moment_nm = f->moment_nm + about_axis(f, k->pivot, &share->wrench);
}

/* b and D, less S. */
static inline real couple_front(const struct front_constants *c, const struct axle_constants *axle,
                                const struct corner *k, vec3 at, struct front *f)
{
    vec3 turned = front_momentum(c, f, f->axis);
    vec3 along = vec3_scale(f->swing, lanes(c->mass_kg));
    vec3 level = vec3_of(f->hub_swing.x, f->hub_swing.y, splat(0.0f));
    vec3 of_hub = vec3_scale(level, lanes(axle->unsprung_mass_kg));
    vec3 force = vec3_add(along, of_hub);
    vec3 moment = vec3_add(vec3_add(vec3_cross(at, along), turned), vec3_cross(k->hub, of_hub));
    const real b[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    memcpy(f->b, b, sizeof b);
    return vec3_dot(along, f->swing) + vec3_dot(turned, f->axis) + vec3_dot(of_hub, level);
}

/* Columns of the front's own part of A, on what A has without. */
static inline void add_front(const struct front_constants *c, vec3 at, struct front *f)
{
    const real zero = splat(0.0f), one = splat(1.0f);
    for (int i = 0; i < SYMMETRIC; ++i) f->a[i] = lanes(c->matrix[i]);
    for (int column = 0; column < 6; ++column) {
        int axis = column % 3;
        vec3 unit = vec3_of(axis == 0 ? one : zero, axis == 1 ? one : zero, axis == 2 ? one : zero);
        vec3 force = vec3_scale(column < 3 ? unit : vec3_cross(unit, at), lanes(c->mass_kg));
        vec3 moment = vec3_cross(at, force);
        if (column >= 3) moment = vec3_add(moment, front_momentum(c, f, unit));
        const real rows[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
        for (int row = column; row < 6; ++row)
            f->a[entry(row, column)] = f->a[entry(row, column)] + rows[row];
    }
}

LANE_INLINE real dot_six(const real a[6], const real b[6])
{
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) +
           (a[4] * b[4] + a[5] * b[5]);
}

/* The angle and its rate in the middle of the substep, as the rack that the corners are found with. */
LANE_INLINE struct rack front_rack(const struct group *g)
{
    const struct full_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    real by_now = car->last_steering_acceleration_radps2 * (0.5f * c->chassis.dt);
    return (struct rack){car->steering_rad, car->steering_rate_radps + by_now};
}

/* What the rider wants: torque, or angle, or the rate that a planner asks for. */
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

/* All of it; `share` and `k` are those of the front wheel. */
static inline void find_front(const struct group *g, const struct body_motion *body,
                              struct rack rack, const struct corner *k, struct wheel_share *share,
                              struct front *f)
{
    const struct full_constants *c = g->constants;
    const struct front_constants *own = &c->front;
    const struct axle_constants *axle = &c->chassis.axles[0];
    const struct hands hands = hands_of(g);
    mask all = splat(0.0f) < 1.0f;
    f->axis = k->kingpin;
    f->pivot = vec3_lanes(own->pivot);
    f->steer = ackermann_angle(&axle->steering, rack.angle_rad, splat(0.0f));
    f->rate_radps = rack.rate_radps;
    f->start_radps = g->state.car.steering_rate_radps;
    f->head =
        head_torque_of(&own->head, &hands, rack.angle_rad, f->start_radps, lanes(c->chassis.dt));
    vec3 arm = steered(f->axis, f->steer, vec3_sub(vec3_lanes(own->at), f->pivot));
    vec3 at = vec3_add(f->pivot, arm);
    f->swing = vec3_cross(f->axis, arm);
    weigh_front(own, body, at, f);
    carry_hub(axle, body, k, g->state.wheels[0].spin_radps, f, share);
    f->inertia = couple_front(own, axle, k, at, f) + f->head.slope;
    add_front(own, at, f);
    factor_symmetric(f->a, all);
    memcpy(f->y, f->b, sizeof f->y);
    solve_factored(f->a, f->y);
    f->inertia = f->inertia - dot_six(f->b, f->y);
    f->moment_nm = f->moment_nm + f->head.nm;
    f->radps2 = g->state.car.last_steering_acceleration_radps2;
}

/* Before a round: the hub is carried by the steering's acceleration as well, as it is known by now. */
LANE_INLINE void begin_round(struct front *f, struct wheel_share *share)
{
    f->round_nm = f->moment_nm;
    share->bias_mps2 = vec3_add_scaled(f->hub_bias, f->hub_swing, f->radps2);
}

/* What a round does to the front wheel (press_implicitly, lean_on_links). */
LANE_INLINE void feel_wheel(struct front *f, const struct corner *k, const struct wrench *w)
{
    f->round_nm = f->round_nm + about_axis(f, k->pivot, w);
}

/* The hub's true place is in b and D already. */
LANE_INLINE void leave_out_shift(struct front *f, const struct axle_constants *axle,
                                 const struct corner *k, const struct acceleration *a)
{
    struct wrench shift = hub_shift(axle, splat(0.0f), k, a);
    f->round_nm = f->round_nm - about_axis(f, k->pivot, &shift);
}

/* The accelerations of the vehicle under w, and of the steering. Friction stops it if it can. */
static inline struct acceleration accelerate_with_front(const struct full_constants *c,
                                                        struct front *f, const struct wrench *w)
{
    real b[6] = {w->force.x, w->force.y, w->force.z, w->moment.x, w->moment.y, w->moment.z};
    solve_factored(f->a, b);
    real free_nm = f->round_nm - dot_six(f->b, b), most = lanes(c->front.head.friction_nm);
    real stops = -(f->start_radps * c->chassis.inverse_dt);
    real asked = stops * f->inertia - free_nm;
    real friction = clamp(asked, -most, most);
    f->held = (most > 0.0f) & mask_not((friction < asked) | (friction > asked));
    real next = pick(f->held, stops, (free_nm + friction) / f->inertia);
    f->radps2 = f->radps2 + (next - f->radps2) * c->round_step;
    for (int i = 0; i < 6; ++i) b[i] = b[i] - f->y[i] * next;
    return (struct acceleration){vec3_of(b[0], b[1], b[2]), vec3_of(b[3], b[4], b[5])};
}

/* Within the ranges of their states (state_fields.h). */
LANE_INLINE mask front_is_bounded(const struct car_lanes *car)
{
    return (absolute(car->steering_rad) < 60.0f) & (absolute(car->steering_rate_radps) < 1e3f);
}

/* Rate and angle after a substep. */
static inline void advance_front(struct car_lanes *car, const struct front *f, real dt)
{
    car->last_steering_acceleration_radps2 = f->radps2;
    real rate = f->start_radps + f->radps2 * dt;
    car->steering_rate_radps = pick(f->held, splat(0.0f), rate);
    car->steering_rad = car->steering_rad + car->steering_rate_radps * (0.5f * dt);
}

/* What the hands hold. */
LANE_INLINE real hands_torque(const struct front *f)
{
    return f->head.hands_nm - f->head.hands_slope * f->radps2;
}

#endif
