/* The single-track model of CommonRoad, as it stands, in lanes.
 *
 * Source: M. Althoff and G. Wuersching, CommonRoad: Vehicle Models (Version 2020a), chapter 7
 * (single-track model) with section 5.1 (limits of steering and acceleration) and, below 0.1 m/s, the
 * kinematic model about the centre of gravity; signs and low-speed terms as in the authors' code
 * (vehicle_dynamics_st, vehicle_dynamics_ks_cog). State: place, steering angle delta, speed v, heading
 * psi, its rate, and sideslip beta of the centre of gravity; inputs: rate of delta, acceleration a.
 * With l the wheelbase, lf and lr its parts, h the height over which a shifts load,
 *
 *     kf = mu Cf (g lr - a h) / l        kr = mu Cr (g lf + a h) / l
 *     psi''  = m/I (-(lf^2 kf + lr^2 kr) psi'/v + (lr kr - lf kf) beta + lf kf delta)
 *     beta'  = ((lr kr - lf kf)/v^2 - 1) psi' - (kf + kr) beta/v + kf delta/v
 *
 * and, where |v| < 0.1, the place and heading of a car whose wheels go where they point, with
 *
 *     beta'  = lr delta' / (l cos^2 delta (1 + (lr/l tan^2 delta)^2))
 *     psi''  = (a cos beta tan delta - v sin beta beta' tan delta + v cos beta delta'/cos^2 delta) / l
 *
 *  - g is 9.81, as there. Forces do not end at the grip, nothing drags, and slopes do not count. Below
 *    0.1 m/s psi' is carried along but does not turn the car, and beta' has the square of the tangent
 *    where the kinematics would have the tangent: both as in the source.
 *  - In reverse beyond 0.1 m/s the equations are unstable; that too is the source's. Only a straight
 *    line is driven backwards. What runs away is held at 30 rad/s and a sideslip of 1.5 rad.
 *  - Integrated by Runge and Kutta's rule of fourth order, in as many parts of a substep as the quickest
 *    motion at that speed needs; so the substep may be long. What is integrated is the change from
 *    the substep's start, so that small ones are not lost in rounding.
 *  - A car that stands has no direction of motion: its beta is that of the kinematics. */
#ifndef KAMM_RUNGS_SINGLE_TRACK_COMMONROAD_LANES_H
#define KAMM_RUNGS_SINGLE_TRACK_COMMONROAD_LANES_H

#include "single_track_constants.h"

#define COMMONROAD_GRAVITY_MPS2 9.81f
#define COMMONROAD_KINEMATIC_MPS 0.1f
#define COMMONROAD_STEP 0.8f /* largest part of a substep, in times of the quickest motion */
#define COMMONROAD_MAX_PARTS 160
#define COMMONROAD_MAX_YAW_RATE_RADPS 30.0f
#define COMMONROAD_MAX_SIDESLIP_RAD 1.5f

/* The state, axes of the body as it was at the substep's start: changes since then. */
struct commonroad_change {
    real x, y, speed, heading, yaw_rate, sideslip;
};

struct commonroad_start {
    real speed, yaw_rate, sideslip;
    real steer, steer_rate; /* road wheels, and how they turn through the substep */
    real acceleration;      /* as it is asked for */
};

/* Acceleration within the engine's and the brakes' limits: section 5.1 of the source. */
static inline real commonroad_acceleration(const struct single_track_constants *c, real speed,
                                           real asked)
{
    real max = lanes(c->max_acceleration_mps2), top = lanes(c->top_mps), zero = splat(0.0f);
    real power = c->max_power_w_per_kg / max_real(speed, splat(1e-3f));
    real held = clamp(asked, -max, min_real(max, power));
    mask fastest =
        ((speed >= top) & (asked >= 0.0f)) | ((speed <= -c->reverse_mps) & (asked <= 0.0f));
    return pick(fastest, zero, held);
}

static inline struct commonroad_change commonroad_dynamic(const struct single_track_constants *c,
                                                          real v, real steer, real yaw_rate,
                                                          real sideslip, real a)
{
    real shift = a * c->commonroad.height_m, lf = lanes(c->commonroad.front_m),
         lr = lanes(c->commonroad.rear_m);
    real kf = c->commonroad.front_grip * (COMMONROAD_GRAVITY_MPS2 * lr - shift);
    real kr = c->commonroad.rear_grip * (COMMONROAD_GRAVITY_MPS2 * lf + shift);
    real per_v = 1.0f / v, turn = lr * kr - lf * kf;
    struct commonroad_change f;
    f.yaw_rate =
        c->commonroad.mass_per_inertia *
        ((turn * sideslip + lf * kf * steer) - (lf * lf * kf + lr * lr * kr) * (yaw_rate * per_v));
    f.sideslip =
        ((turn * per_v) * per_v - 1.0f) * yaw_rate + (kf * steer - (kf + kr) * sideslip) * per_v;
    f.heading = yaw_rate;
    return f;
}

/* The kinematic model; `course` becomes the sideslip in whose direction it moves. */
static inline struct commonroad_change commonroad_kinematic(const struct single_track_constants *c,
                                                            real v, real steer, real steer_rate,
                                                            real sideslip, real a, real *course)
{
    real s, k, sin_beta, cos_beta, sin_course, cos_course;
    real per_l = lanes(c->commonroad.inverse_wheelbase), rear = c->commonroad.rear_m * per_l;
    sine_cosine_of_acute(steer, &s, &k);
    real tangent = s / k, per_cosine2 = 1.0f / (k * k);
    *course = arc_tangent(tangent * rear);
    sine_cosine_of_acute(*course, &sin_course, &cos_course);
    sine_cosine_of_acute(sideslip, &sin_beta, &cos_beta);
    struct commonroad_change f;
    f.heading = v * cos_course * tangent * per_l;
    f.sideslip = rear * steer_rate * per_cosine2 / (1.0f + square(tangent * tangent * rear));
    f.yaw_rate = ((a * cos_beta - v * sin_beta * f.sideslip) * tangent +
                  v * cos_beta * steer_rate * per_cosine2) *
                 per_l;
    return f;
}

/* The derivatives `time` after the substep's start. */
static inline struct commonroad_change commonroad_derivative(const struct single_track_constants *c,
                                                             const struct commonroad_start *start,
                                                             const struct commonroad_change *now,
                                                             real time)
{
    real v = start->speed + now->speed, sideslip = start->sideslip + now->sideslip;
    real steer = start->steer + start->steer_rate * time;
    real a = commonroad_acceleration(c, v, start->acceleration), course = sideslip;
    mask slow = absolute(v) < COMMONROAD_KINEMATIC_MPS;
    struct commonroad_change f = commonroad_dynamic(c, pick(slow, splat(1.0f), v), steer,
                                                    start->yaw_rate + now->yaw_rate, sideslip, a);
    if (any(slow)) {
        struct commonroad_change own =
            commonroad_kinematic(c, v, steer, start->steer_rate, sideslip, a, &course);
        course = pick(slow, course, sideslip);
        f.heading = pick(slow, own.heading, f.heading);
        f.sideslip = pick(slow, own.sideslip, f.sideslip);
        f.yaw_rate = pick(slow, own.yaw_rate, f.yaw_rate);
    }
    f.x = v * cosine(now->heading + course);
    f.y = v * sine(now->heading + course);
    f.speed = a;
    return f;
}

static inline struct commonroad_change commonroad_add(struct commonroad_change a,
                                                      struct commonroad_change b, real by)
{
    return (struct commonroad_change){a.x + b.x * by,
                                      a.y + b.y * by,
                                      a.speed + b.speed * by,
                                      a.heading + b.heading * by,
                                      a.yaw_rate + b.yaw_rate * by,
                                      a.sideslip + b.sideslip * by};
}

static inline struct commonroad_change commonroad_part(const struct single_track_constants *c,
                                                       const struct commonroad_start *start,
                                                       struct commonroad_change now, real time,
                                                       real step)
{
    real half = 0.5f * step;
    struct commonroad_change k1 = commonroad_derivative(c, start, &now, time);
    struct commonroad_change at = commonroad_add(now, k1, half);
    struct commonroad_change k2 = commonroad_derivative(c, start, &at, time + half);
    at = commonroad_add(now, k2, half);
    struct commonroad_change k3 = commonroad_derivative(c, start, &at, time + half);
    at = commonroad_add(now, k3, step);
    struct commonroad_change k4 = commonroad_derivative(c, start, &at, time + step);
    struct commonroad_change outer = commonroad_add(k1, k4, splat(1.0f));
    struct commonroad_change inner = commonroad_add(k2, k3, splat(1.0f));
    return commonroad_add(now, commonroad_add(outer, inner, splat(2.0f)), step * 0.16666667f);
}

/* In how many parts a substep is taken: by the speed at its slower end. */
static inline real commonroad_parts(const struct single_track_constants *c,
                                    const struct commonroad_start *start)
{
    real dt = lanes(c->planar.dt), limit = splat(COMMONROAD_KINEMATIC_MPS);
    real before = absolute(start->speed);
    real after = absolute(start->speed + start->acceleration * dt);
    real slower = max_real(min_real(before, after), limit);
    real parts = c->commonroad.max_rate_mps * dt * (1.0f / COMMONROAD_STEP) / slower + 1.0f;
    mask kinematic = max_real(before, after) < limit;
    parts = pick(kinematic, splat(1.0f), min_real(parts, splat(COMMONROAD_MAX_PARTS)));
    return from_int(truncate_real(parts));
}

/* Keeps what runs away within bounds that no car comes near. */
static inline void commonroad_bound(const struct commonroad_start *start,
                                    struct commonroad_change *now)
{
    real yaw_rate = start->yaw_rate + now->yaw_rate, sideslip = start->sideslip + now->sideslip;
    real fastest = splat(COMMONROAD_MAX_YAW_RATE_RADPS),
         widest = splat(COMMONROAD_MAX_SIDESLIP_RAD);
    mask turns = absolute(yaw_rate) > fastest, slides = absolute(sideslip) > widest;
    now->yaw_rate = pick(turns, copy_sign(fastest, yaw_rate) - start->yaw_rate, now->yaw_rate);
    now->sideslip = pick(slides, copy_sign(widest, sideslip) - start->sideslip, now->sideslip);
}

static inline struct commonroad_change commonroad_substep(const struct single_track_constants *c,
                                                          const struct commonroad_start *start)
{
    real parts = commonroad_parts(c, start), step = c->planar.dt / parts, zero = splat(0.0f);
    struct commonroad_change now = {zero, zero, zero, zero, zero, zero};
    for (int i = 0; i < COMMONROAD_MAX_PARTS; ++i) {
        mask due = parts > (float)i + 0.5f;
        if (!any(due)) break;
        struct commonroad_change next = commonroad_part(c, start, now, step * (float)i, step);
        commonroad_bound(start, &next);
        now.x = pick(due, next.x, now.x);
        now.y = pick(due, next.y, now.y);
        now.speed = pick(due, next.speed, now.speed);
        now.heading = pick(due, next.heading, now.heading);
        now.yaw_rate = pick(due, next.yaw_rate, now.yaw_rate);
        now.sideslip = pick(due, next.sideslip, now.sideslip);
    }
    return now;
}

#endif
