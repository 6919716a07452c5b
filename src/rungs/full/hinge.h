/* Hinges of the vehicle: about its axis k through p each turns a mass by d against the body, or against what the hinge before it
 * turns. The steered front has two in series, twist and then steering (front.h), the rider's upper body one (rider.h).
 *
 * s = k x (r - p) is the way of the mass per angle, W the angular velocity of what k is fixed to. A hinge that turns with the rate d'
 * and does not accelerate adds
 *
 *     2 W x s d' + k x s d'^2      to the acceleration of the mass
 *     W x k d'                     to its angular acceleration
 *
 * For hinges q with columns b_i, couplings D_ij and moments h_i about their axes, the equations
 * of motion are
 *
 *     A x + sum of b_i q_i'' = w,   b_i . x + sum of D_ij q_j'' + S_i q_i'' = h_i
 *
 * (front.h). A hinge that is coupled to no other one but the steering is eliminated from body and steering:
 *
 *     A - b b'/E,   b_s - b c/E,   D_s - c^2/E,   w - b h/E,   h_s - c h/E,   E = D + S,  c = D_s,
 *
 * whose solution gives q'' = (h - b . x - c d_s'')/E. Its spring and damper are implicit by S (steering_head.h), so that
 * no stiffness limits the substep.
 *
 * Source: T. R. Kane and D. A. Levinson, Dynamics: Theory and Applications, 1985 (virtual work on hinged bodies); the elimination
 * is Schur's complement. */
#ifndef KAMM_RUNGS_FULL_HINGE_H
#define KAMM_RUNGS_FULL_HINGE_H

#include "ride.h"
#include "symmetric.h"

/* Where the wheels are pairs nothing is left of these. */
LANE_INLINE int has_twist(const struct group *g)
{
    return KAMM_TAKES_TWO_WHEELERS && !KAMM_TWO_AXLES && has_state(g, STATE_NUMBER(car.twist_rad));
}
LANE_INLINE int has_rider(const struct group *g)
{
    return KAMM_TAKES_TWO_WHEELERS && !KAMM_TWO_AXLES &&
           has_state(g, STATE_NUMBER(car.upper_body_rad));
}

struct hinge {
    vec3 axis, pivot;         /* k, p */
    vec3 swing, hub_swing[2]; /* s of the mass, and of the hubs that it takes along */
    struct steer_angle turn;
    real rate_radps;   /* d', in the middle of the substep */
    real start_radps;  /* that of its start */
    real moment_nm;    /* about the axis: of what does not follow from accelerations */
    real round_nm;     /* the same in a round of solve_motion */
    real radps2;       /* d'' as it is known by now */
    real b[6];         /* b */
    real inertia;      /* D + S */
    real inverse;      /* of that, of a hinge to be eliminated */
    real with_steered; /* c */
    mask on;           /* on lanes whose vehicle has it */
};

/* A hinge's angle in the middle of the substep, and the rates there and at its start. */
struct hinge_motion {
    real angle_rad, start_radps, last_radps2;
};

LANE_INLINE struct steer_angle turn_by(real angle_rad)
{
    return (struct steer_angle){angle_rad, sine(angle_rad), cosine(angle_rad), splat(1.0f)};
}

LANE_INLINE vec3 unturned(vec3 axis, struct steer_angle turn, vec3 v)
{
    turn.sine = -turn.sine;
    return steered(axis, turn, v);
}

/* On lanes without it a hinge turns by 0 about what is given. */
static inline void begin_hinge(struct hinge *h, struct hinge_motion motion, real half_s, mask on)
{
    h->on = on;
    h->turn = turn_by(keep(on, motion.angle_rad));
    h->start_radps = keep(on, motion.start_radps);
    h->radps2 = keep(on, motion.last_radps2);
    h->rate_radps = h->start_radps + h->radps2 * half_s;
}

/* Returns weight and inertia of a mass at `at` whose `bias` is known. */
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

/* Returns the acceleration of a place with that swing by a hinge's rotation. */
LANE_INLINE vec3 hinge_bias(const struct hinge *h, vec3 turning, vec3 swing)
{
    vec3 across = vec3_scale(vec3_cross(turning, swing), 2.0f * h->rate_radps);
    return vec3_add_scaled(across, vec3_cross(h->axis, swing), h->rate_radps * h->rate_radps);
}

/* About the axis through that pivot, of a wrench about the origin. */
LANE_INLINE real about_axis(const struct hinge *h, vec3 pivot, const struct wrench *w)
{
    return vec3_dot(h->axis, vec3_sub(w->moment, vec3_cross(pivot, w->force)));
}

LANE_INLINE void write_column(struct hinge *h, vec3 force, vec3 moment)
{
    const real b[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    memcpy(h->b, b, sizeof b);
}

/* Column of a mass with inertia in the matrix A: what the unit acceleration asks for, to the entries below the diagonal. */
LANE_INLINE void add_column(real a[SYMMETRIC], int column, vec3 force, vec3 moment)
{
    const real rows[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
    for (int row = column; row < 6; ++row)
        a[entry(row, column)] = a[entry(row, column)] + rows[row];
}

LANE_INLINE vec3 unit_of(int column)
{
    const real zero = splat(0.0f), one = splat(1.0f);
    int axis = column % 3;
    return vec3_of(axis == 0 ? one : zero, axis == 1 ? one : zero, axis == 2 ? one : zero);
}

LANE_INLINE real dot_six(const real a[6], const real b[6])
{
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) +
           (a[4] * b[4] + a[5] * b[5]);
}

/* Spring, damper and stops of a hinge that nothing but them holds. */
static inline void hold_hinge(struct hinge *h, const struct head_torque *torque)
{
    h->moment_nm = h->moment_nm + torque->nm;
    h->inertia = h->inertia + torque->slope;
    h->inverse = keep(h->on, 1.0f / pick(h->on, h->inertia, splat(1.0f)));
}

/* A hinge yields: out of A, and out of the steering's column and inertia. */
static inline void eliminate_hinge(const struct hinge *h, real a[SYMMETRIC], struct hinge *steer)
{
    real share[6], with = h->with_steered * h->inverse;
    for (int i = 0; i < 6; ++i) share[i] = h->b[i] * h->inverse;
    for (int column = 0; column < 6; ++column)
        for (int row = column; row < 6; ++row) {
            real *all = &a[entry(row, column)];
            *all = pick(h->on, *all - h->b[row] * share[column], *all);
        }
    for (int i = 0; i < 6; ++i)
        steer->b[i] = pick(h->on, steer->b[i] - h->b[i] * with, steer->b[i]);
    steer->inertia = pick(h->on, steer->inertia - h->with_steered * with, steer->inertia);
}

/* The same of the right-hand sides, in a round. */
static inline void eliminate_moment(const struct hinge *h, real w[6], real *steering_nm)
{
    real yields = h->round_nm * h->inverse;
    for (int i = 0; i < 6; ++i) w[i] = pick(h->on, w[i] - h->b[i] * yields, w[i]);
    *steering_nm = pick(h->on, *steering_nm - h->with_steered * yields, *steering_nm);
}

/* q'' under the accelerations x and that of the steering, of which a round goes `round_step`. */
static inline void accelerate_hinge(struct hinge *h, const real x[6], real steering_radps2,
                                    real round_step)
{
    real left_nm = (h->round_nm - dot_six(h->b, x)) - h->with_steered * steering_radps2;
    real next = left_nm * h->inverse;
    h->radps2 = keep(h->on, h->radps2 + (next - h->radps2) * round_step);
}

/* Rate and angle after a substep; the angle has gone half of the way already. */
LANE_INLINE void advance_hinge(const struct hinge *h, real *angle, real *rate, real *last, real dt)
{
    *last = h->radps2;
    *rate = keep(h->on, h->start_radps + h->radps2 * dt);
    *angle = keep(h->on, *angle + *rate * (0.5f * dt));
}

#endif
