/* One substep of the kinematic rung. Its equations and their source: arc.h, path_speed.h,
 * trailer.h; the road under it: planar.h. */
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
static struct rolling rolling_of(const struct group *g, const struct course course[WIDE_PARTS])
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
        vec3 at = contact_point(&c->planar, w);
        real x = r.forward - r.yaw * at.y, y = r.left + r.yaw * at.x;
        real speed = square_root(x * x + y * y);
        r.spin[w] = pick(x < 0.0f, -speed, speed) * c->planar.inverse_rolling_radius[l->axle[w]];
    }
    return r;
}

static void find_courses(const struct kinematic_constants *c, struct travel *t, real before,
                         int moves, int part)
{
    wide start = widen(before, part), end = widen(t->steering_end, part);
    t->start[part] = t->end[part] = t->mean[part] = course_of(c, 0.5 * (start + end), part);
    if (moves) {
        t->start[part] = course_of(c, start, part);
        t->end[part] = course_of(c, end, part);
    }
}

static void steer(struct group *g, struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    const struct steering_constants *steering = &c->planar.steering;
    real lock = lanes(steering->lock_rad);
    real before = clamp(g->state.car.steering_rad, -lock, lock);
    turn_steering(g, steering, lanes(c->planar.dt), lanes(c->planar.inverse_dt));
    t->steering_end = clamp(g->state.car.steering_rad, -lock, lock);
    t->steering_mean = 0.5f * (before + t->steering_end);
    int moves = any((before < t->steering_end) | (before > t->steering_end));
    for (int part = 0; part < WIDE_PARTS; ++part) find_courses(c, t, before, moves, part);
    t->rolls = t->rolls_at_end = rolling_of(g, t->mean);
    if (moves) t->rolls_at_end = rolling_of(g, t->end);
}

static struct attitude attitude_of(const struct car_lanes *car, int part)
{
    return (struct attitude){
        widen(car->orientation_w, part) + widen(car->orientation_residual_w, part),
        widen(car->orientation_x, part) + widen(car->orientation_residual_x, part),
        widen(car->orientation_y, part) + widen(car->orientation_residual_y, part),
        widen(car->orientation_z, part) + widen(car->orientation_residual_z, part)};
}

static void write_attitude(struct car_lanes *car, int part, struct attitude q)
{
    narrow_kept(&car->orientation_w, &car->orientation_residual_w, part, q.w);
    narrow_kept(&car->orientation_x, &car->orientation_residual_x, part, q.x);
    narrow_kept(&car->orientation_y, &car->orientation_residual_y, part, q.y);
    narrow_kept(&car->orientation_z, &car->orientation_residual_z, part, q.z);
}

/* Where the ground goes while the car drives on it. */
static struct wide3 ground_velocity(const struct planar *p, int part)
{
    vec3 v = matrix3_apply(p->rotation, p->ground_velocity);
    return (struct wide3){widen(v.x, part), widen(v.y, part), widen(v.z, part)};
}

/* The velocity that belongs to course and speed, in world axes. */
static void write_velocity(struct group *g, struct travel *t, int part, struct attitude q,
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
static wide distance_of(const struct kinematic_constants *c, const struct pace *before,
                        const struct pace *after, real correction, int part)
{
    wide sum = (widen(before->mps, part) + widen(after->mps, part)) +
               (widen(before->rest, part) + widen(after->rest, part));
    return (0.5 * sum + widen(correction, part)) * precise(&c->dt, part);
}

static void note_distance(struct travel *t, wide distance, int part)
{
    narrow(&t->distance, part, distance);
    narrow(&t->turn, part, t->mean[part].yaw * distance);
    narrow(&t->rear_distance, part, t->mean[part].rear * distance);
}

/* Along the arc, and towards the road. */
static void drive_arc(struct group *g, const struct planar *p, wide distance, struct travel *t,
                      vec3 pose, int part)
{
    const struct kinematic_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    wide dt = precise(&c->dt, part), follow = widen(lanes(c->planar.follow), part);
    struct course course = t->mean[part];
    struct half_turn half = half_turn_of(0.5 * course.yaw * distance, part);
    struct wide3 chord = bent_chord(chord_of(course, half, distance),
                                    t->end[part].yaw - t->start[part].yaw, distance);
    struct wide3 ground = ground_velocity(p, part);
    chord.z = widen(pose.z, part) * follow;

    struct attitude q = lean(attitude_of(car, part), 0.5 * follow * widen(pose.x, part),
                             0.5 * follow * widen(pose.y, part), part);
    struct wide3 moved = wide_rotate(q, chord);
    q = turned(q, half);
    write_attitude(car, part, q);
    write_velocity(g, t, part, q, ground);
    wide m[3] = {moved.x + ground.x * dt, moved.y + ground.y * dt, moved.z + ground.z * dt};
    for (int i = 0; i < 3; ++i) store_wide(&t->moved_m[i][part * WIDE_CARS], m[i]);
}

/* What the driver asks for is there at once. */
static void follow_driver(struct group *g)
{
    struct car_lanes *car = &g->state.car;
    car->gear_engaged = car->target_gear = gear_direction(g->input.gear);
    car->throttle_state = g->input.throttle;
    car->brake_state = g->input.brake;
}

/* Towards the road, and round the centre of rotation. */
static void write_turning(struct group *g, vec3 pose, real yaw_rate)
{
    const struct kinematic_constants *c = g->constants;
    num per_time = c->planar.follow * c->planar.inverse_dt;
    g->state.car.roll_rate_radps = pose.x * per_time;
    g->state.car.pitch_rate_radps = pose.y * per_time;
    g->state.car.yaw_rate_radps = yaw_rate;
}

static void drive(struct group *g, const struct planar *p, struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    vec3 pose = off_the_road(&c->planar, layout_of(g), p->gap);
    const struct pace before = {car->path_speed_mps, car->path_speed_residual_mps};
    struct pace pace = before;
    struct path_scene scene =
        path_scene(g, p, vec3_of(t->rolls.forward, t->rolls.left, splat(0.0f)));
    t->change = advance_speed(c, &pace, path_pull(g, &scene, pace.mps));
    car->path_speed_mps = pace.mps;
    car->path_speed_residual_mps = pace.rest;
    t->distance = t->turn = t->rear_distance = splat(0.0f);
    t->forward = t->left = t->yaw_rate = splat(0.0f);
    for (int part = 0; part < WIDE_PARTS; ++part) {
        wide distance = distance_of(c, &before, &pace, t->change.mean_correction, part);
        note_distance(t, distance, part);
        drive_arc(g, p, distance, t, pose, part);
    }
    write_turning(g, pose, t->yaw_rate);
    follow_driver(g);
}

static void pull_trailer(struct group *g, const struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    real per_m = lanes(c->inverse_trailer_m), *articulation = &g->state.car.articulation_rad;
    mask towed = per_m > 0.0f;
    if (!any(towed)) return;
    real rear = t->steering_mean * c->steer_per_wheel[1].high;
    real after = articulate(*articulation, rear, t->turn, t->rear_distance * per_m);
    *articulation = pick(towed, after, *articulation);
}

static real rolled(real angle_rad, real spin_per_speed, real distance)
{
    real angle = angle_rad + spin_per_speed * distance;
    return angle - 6.2831853f * nearest(angle * 0.15915494f);
}

static void roll_wheels(struct group *g, const struct travel *t)
{
    for (int w = 0; w < layout_of(g)->wheels; ++w) {
        struct wheel_lanes *wheel = &g->state.wheels[w];
        wheel->spin_radps = t->rolls_at_end.spin[w] * g->state.car.path_speed_mps;
        wheel->spin_angle_rad = rolled(wheel->spin_angle_rad, t->rolls.spin[w], t->distance);
    }
}

static void move(const struct group *g, const struct travel *t)
{
    const struct car_block *block = g->job->block;
    mask parked = is_parked(g->state.car.fault);
    int32_t stays[KAMM_WIDTH];
    memcpy(stays, &parked, sizeof stays);
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < KAMM_WIDTH; ++i)
            block->position_m[axis][g->lane + i] += stays[i] ? 0.0 : t->moved_m[axis][i];
}

/* Acceleration of the centre of gravity at the end of the step: of the speed along the course, of
 * the course while the steering moves, and towards the centre of rotation. */
static void write_acceleration(struct group *g, struct planar *p, const struct travel *t)
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
    p->rising = splat(0.0f);
    write_planar_output(g, p, change);
}

static void write_output(struct group *g, struct planar *p, const struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    real rack = t->steering_end * c->planar.steering.inverse_ratio;
    const struct layout *l = layout_of(g);
    write_acceleration(g, p, t);
    for (int w = 0; w < l->wheels; ++w) {
        struct wheel_output_lanes *out = &g->output.wheels[w];
        const struct steering_axle_constants *axle = &c->planar.steering_axle[l->axle[w]];
        out->load_n = c->load_per_gravity[w] * max_real(-p->gravity.z, splat(0.0f));
        out->steer_rad = ackermann_angle(axle, rack, splat(l->side[w])).angle_rad;
    }
}

static void step_once(struct group *g, int last)
{
    struct state_lanes before;
    keep_state(g, &before);
    struct planar p = planar_of(g);
    struct travel t;
    steer(g, &t);
    drive(g, &p, &t);
    pull_trailer(g, &t);
    roll_wheels(g, &t);
    park_faulty(g, &before, state_is_bounded(layout_of(g), &g->state));
    move(g, &t);
    if (last) write_output(g, &p, &t);
}

#define KERNEL_RUNG kinematic
#include "../kernel_entry.h"
