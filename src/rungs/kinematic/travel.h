/* The parts of a substep of the kinematic rung, in the order in which they come: the steering and the courses that go
 * with it, how far the car goes, what it leaves in the state, its outputs. Equations and their source: arc.h, path_speed.h,
 * trailer.h. */
#ifndef KAMM_RUNGS_KINEMATIC_TRAVEL_H
#define KAMM_RUNGS_KINEMATIC_TRAVEL_H

#include "../planar/riding.h"
#include "arc.h"
#include "path_speed.h"
#include "trailer.h"

/* Motion in the plane per path speed, as course_of has it, of the body frame's origin; and the wheels' spin. */
struct rolling {
    real forward, left, yaw;
    real spin[WHEEL_ROOM];
};

/* What the parts of a substep hand on. */
struct travel {
    real steering_mean, steering_end; /* of the steering wheel */
    struct course start[WIDE_PARTS], mean[WIDE_PARTS], end[WIDE_PARTS];
    struct rolling rolls, rolls_at_end;
    struct path_change change;
    real distance, turn, rear_distance; /* of the car; of its rear axle along its wheels */
    real forward, left, yaw_rate;       /* at the end, body axes */
    double moved_m[3][KAMM_WIDTH];      /* world axes */
};

/* Each wheel rolls as fast as its place moves, which is where it points. */
static inline struct rolling rolling_of(const struct group *g,
                                        const struct course course[WIDE_PARTS])
{
    const struct kinematic_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    struct rolling r;
    r.forward = r.left = r.yaw = splat(0.0f);
    for (int part = 0; part < WIDE_PARTS; ++part) {
        narrow(&r.forward, part, course[part].forward);
        narrow(&r.left, part, course[part].left);
        narrow(&r.yaw, part, course[part].yaw);
    }
    for (int w = 0; w < l->wheels; ++w) {
        vec3 at = contact_point_at(&c->planar, w);
        real x = r.forward - r.yaw * at.y, y = r.left + r.yaw * at.x;
        real speed = square_root(x * x + y * y);
        r.spin[w] = pick(x < 0.0f, -speed, speed) * c->planar.inverse_rolling_radius[l->axle[w]];
    }
    return r;
}

LANE_INLINE void find_courses(const struct kinematic_constants *c, struct travel *t, real before,
                              int moves, int part)
{
    wide start = widen(before, part), end = widen(t->steering_end, part);
    t->start[part] = t->end[part] = t->mean[part] = course_of(c, 0.5 * (start + end), part);
    if (moves) {
        t->start[part] = course_of(c, start, part);
        t->end[part] = course_of(c, end, part);
    }
}

/* The steering angle of a two-wheeler is that of its lean: it goes where its centre of gravity would on a car's wheels,
 * so that the path has no swing to the other side at its beginning. */
static KAMM_NEVER_INLINE void ride_course(struct group *g, const struct planar *p)
{
    const struct kinematic_constants *c = g->constants;
    struct ride r = ride(g, &c->planar, &c->lean, p, splat(0.0f), 0);
    steer_ridden(g, &c->planar, arc_tangent(r.tangent));
}

/* `p`: of a two-wheeler. */
LANE_INLINE void steer(struct group *g, struct travel *t, const struct planar *p)
{
    const struct kinematic_constants *c = g->constants;
    const struct steering_constants *steering = &c->planar.steering;
    real lock = lanes(steering->lock_rad);
    real before = clamp(g->state.car.steering_rad, -lock, lock);
    if (is_ridden(g))
        ride_course(g, p);
    else
        turn_steering(g, steering, lanes(c->planar.dt), lanes(c->planar.inverse_dt));
    t->steering_end = clamp(g->state.car.steering_rad, -lock, lock);
    t->steering_mean = 0.5f * (before + t->steering_end);
    int moves = any((before < t->steering_end) | (before > t->steering_end));
    for (int part = 0; part < WIDE_PARTS; ++part) find_courses(c, t, before, moves, part);
    t->rolls = t->rolls_at_end = rolling_of(g, t->mean);
    if (moves) t->rolls_at_end = rolling_of(g, t->end);
}

static inline struct attitude attitude_of(const struct car_lanes *car, int part)
{
    return (struct attitude){
        widen(car->orientation_w, part) + widen(car->orientation_residual_w, part),
        widen(car->orientation_x, part) + widen(car->orientation_residual_x, part),
        widen(car->orientation_y, part) + widen(car->orientation_residual_y, part),
        widen(car->orientation_z, part) + widen(car->orientation_residual_z, part)};
}

static inline void write_attitude(struct car_lanes *car, int part, struct attitude q)
{
    narrow_kept(&car->orientation_w, &car->orientation_residual_w, part, q.w);
    narrow_kept(&car->orientation_x, &car->orientation_residual_x, part, q.x);
    narrow_kept(&car->orientation_y, &car->orientation_residual_y, part, q.y);
    narrow_kept(&car->orientation_z, &car->orientation_residual_z, part, q.z);
}

/* The velocity that belongs to course and speed, in world axes, on ground that moves so. */
static inline void write_velocity(struct group *g, struct travel *t, int part, struct attitude q,
                                  struct wide3 ground)
{
    struct car_lanes *car = &g->state.car;
    wide speed = widen(car->path_speed_mps, part) + widen(car->path_speed_residual_mps, part);
    wide forward = speed * t->end[part].forward, left = speed * t->end[part].left;
    struct wide3 v = wide_rotate(q, (struct wide3){forward, left, 0.0 * speed});
    narrow_kept(&car->velocity_x_mps, &car->velocity_residual_x_mps, part, v.x + ground.x);
    narrow_kept(&car->velocity_y_mps, &car->velocity_residual_y_mps, part, v.y + ground.y);
    narrow_kept(&car->velocity_z_mps, &car->velocity_residual_z_mps, part, v.z + ground.z);
    narrow(&t->forward, part, forward);
    narrow(&t->left, part, left);
    narrow(&t->yaw_rate, part, speed * t->end[part].yaw);
}

/* How far the commanded point goes. */
static inline wide distance_of(const struct kinematic_constants *c, const struct pace *before,
                               const struct pace *after, real correction, int part)
{
    wide sum = (widen(before->mps, part) + widen(after->mps, part)) +
               (widen(before->rest, part) + widen(after->rest, part));
    return (0.5 * sum + widen(correction, part)) * precise_lanes(&c->dt, part);
}

LANE_INLINE int has_trailer(const struct kinematic_constants *c)
{
    return any(lanes(c->inverse_trailer_m) > 0.0f);
}

/* Its turn and the rear axle's way are a trailer's alone. */
static inline void note_distance(const struct kinematic_constants *c, struct travel *t,
                                 wide distance, int part)
{
    narrow(&t->distance, part, distance);
    if (!has_trailer(c)) return;
    narrow(&t->turn, part, t->mean[part].yaw * distance);
    narrow(&t->rear_distance, part, t->mean[part].rear * distance);
}

/* What the driver asks for is there at once. */
static inline void follow_driver(struct group *g)
{
    struct car_lanes *car = &g->state.car;
    car->gearbox.gear_engaged = car->gearbox.target_gear = gear_direction(g->input.gear);
    car->throttle_state = g->input.throttle;
    car->brake_state = g->input.brake;
}

/* Towards the road, round the centre of rotation, and with the ground. */
static inline void write_turning(struct group *g, vec3 pose, real yaw_rate, vec3 ground)
{
    const struct kinematic_constants *c = g->constants;
    num per_time = c->planar.follow * c->planar.inverse_dt;
    g->state.car.roll_rate_radps = with_added(pose.x * per_time, ground.x);
    g->state.car.pitch_rate_radps = with_added(pose.y * per_time, ground.y);
    g->state.car.yaw_rate_radps = with_added(yaw_rate, ground.z);
}

static KAMM_NEVER_INLINE void pull_trailer(struct group *g, const struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    real per_m = lanes(c->inverse_trailer_m), *articulation = &g->state.car.articulation_rad;
    mask towed = per_m > 0.0f;
    real rear = t->steering_mean * c->steer_per_wheel[1].high;
    real after = articulate(*articulation, rear, t->turn, t->rear_distance * per_m);
    *articulation = pick(towed, after, *articulation);
}

static inline real rolled(real angle_rad, real spin_per_speed, real distance)
{
    real angle = angle_rad + spin_per_speed * distance;
    return angle - 6.2831853f * nearest(angle * 0.15915494f);
}

/* Acceleration of the centre of gravity at the end of the step: of the speed along the course, of
 * the course while the steering moves, and towards the centre of rotation. */
static inline void write_acceleration(struct group *g, struct planar *p, const struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    real dt = lanes(c->planar.dt), forward_change = splat(0.0f), left_change = forward_change;
    for (int part = 0; part < WIDE_PARTS; ++part) {
        wide speed = widen(g->state.car.path_speed_mps, part);
        wide gained = widen(t->change.acceleration * dt, part);
        const struct course *start = &t->start[part], *end = &t->end[part];
        narrow(&forward_change, part,
               gained * end->forward + speed * (end->forward - start->forward));
        narrow(&left_change, part, gained * end->left + speed * (end->left - start->left));
    }
    struct planar_change change = {forward_change - t->yaw_rate * t->left * dt,
                                   left_change + t->yaw_rate * t->forward * dt, splat(0.0f)};
    /* Half of what turning ground takes a moving car along by is in `carried`. */
    vec3 swing =
        vec3_scale(vec3_cross(p->ground_turning, vec3_of(t->forward, t->left, splat(0.0f))), dt);
    p->carried = vec3_with_added(p->carried, swing);
    write_planar_output(g, p, change);
}

static inline void write_output(struct group *g, struct planar *p, const struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    real rack = t->steering_end * c->planar.steering.inverse_ratio;
    const struct layout *l = layout_of(g);
    write_acceleration(g, p, t);
    for (int w = 0; w < l->wheels; ++w) {
        struct wheel_output_lanes *out = &g->output.wheels[w];
        const struct steering_axle_constants *axle = &c->planar.steering_axle[l->axle[w]];
        out->load_n = c->load_per_gravity[w] * p->pressing_mps2;
        out->steer_rad = ackermann_angle(axle, rack, splat(l->side[w])).angle_rad;
    }
}

#endif
