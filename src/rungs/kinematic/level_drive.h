/* The same substeps on level ground, where most cars are: a car that lies on it stays there, and only its place in
 * the plane, its heading, its speed and its wheels' angles move.
 *
 * These are carried through all substeps of a call; what only tells (velocities, rates, spins, outputs) is written after
 * the last. Courses are worked out again while the steering moves only. Each number is that of the general step, to the
 * bit: what is left out there multiplies or adds a 0. So it does not matter which cars of a group go this way: all do, or none.
 *
 * Two-wheelers lean and do not go this way. Whatever is out of the ordinary ends it, before the substep in which it is
 * met: the general step goes on from there. */
#ifndef KAMM_RUNGS_KINEMATIC_LEVEL_DRIVE_H
#define KAMM_RUNGS_KINEMATIC_LEVEL_DRIVE_H

#include "travel.h"
#include <kamm/ground.h>

struct level_drive {
    struct travel t;
    struct path_scene scene;
    struct pedals pedals;
    struct pace pace;
    struct attitude q[WIDE_PARTS]; /* x and y are 0 */
    wide x[WIDE_PARTS], y[WIDE_PARTS];
    real spin_angle_rad[WHEEL_ROOM];
    real
        per_speed_limit; /* of what the bounds of half a turn and of park_faulty allow, with some to spare */
    int steady;          /* the steering is where it is wanted */
    real steering_before[3]; /* its states, as the substep found them */
};

/* So that none of what goes with the speed comes near 1 / per. */
LANE_INLINE real inverse_limit(real per, real of_speed, real most)
{
    return max_real(most, absolute(of_speed) * per);
}

static inline real per_speed_limit(const struct group *g, const struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    const struct rolling *end = &t->rolls_at_end;
    real most = inverse_limit(splat(1.0f / 600), end->forward, splat(0.0f));
    most = inverse_limit(splat(1.0f / 600), end->left, most);
    most = inverse_limit(splat(1.0f / 900), end->yaw, most);
    most = inverse_limit(10.0f * lanes(c->planar.dt), t->rolls.yaw, most);
    for (int w = 0; w < layout_of(g)->wheels; ++w)
        most = inverse_limit(splat(1.0f / 9e4f), end->spin[w], most);
    return most;
}

/* Returns 1 if the wind is the same for all cars. */
static inline int is_still(const struct step_job *job)
{
    const float(*wind)[KAMM_BLOCK] = job->wind_mps;
    int lane = job->first;
    return wind[0][lane] == 0 && wind[1][lane] == 0 && wind[2][lane] == 0;
}

/* Nothing but a level plane, below cars that feel neither wind nor any pull but downwards. */
static inline int has_level_ground(const struct step_job *job)
{
    static const float nothing[3], up[3] = {0, 0, 1};
    const kamm_contact *plane = job->plane;
    int lane = job->first; /* where no callback runs between substeps all have the same gravity */
    return plane && memcmp(plane->normal, up, sizeof up) == 0 &&
           memcmp(plane->velocity_mps, nothing, sizeof nothing) == 0 &&
           job->gravity_mps2[0][lane] == 0 && job->gravity_mps2[1][lane] == 0 &&
           job->gravity_mps2[2][lane] < 0 && !job->between && !job->outer && is_still(job);
}

/* The body lies level, its wheels touch the plane to the bit, and it is well. */
static inline mask lies_level(const struct group *g)
{
    const struct kinematic_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    real height = splat(0.0f);
    for (int part = 0; part < WIDE_PARTS; ++part)
        narrow(&height, part,
               load_wide(&g->job->block->position_m[2][g->lane + part * WIDE_CARS]) -
                   g->job->plane->point_m[2]);
    lane_int leans = bits_of(car->orientation_x) | bits_of(car->orientation_y) |
                     bits_of(car->orientation_residual_x) | bits_of(car->orientation_residual_y);
    mask lies = mask_not(is_parked(car->fault)) & (leans == 0);
    for (int w = 0; w < layout_of(g)->wheels; ++w)
        lies = lies & (height + contact_point_at(&c->planar, w).z == 0.0f);
    real length =
        (car->orientation_w * car->orientation_w + car->orientation_z * car->orientation_z) - 1.0f;
    return lies & (absolute(length) < 1e-6f);
}

static inline void start_level_drive(const struct group *g, struct level_drive *d)
{
    const struct layout *l = layout_of(g);
    const struct car_lanes *car = &g->state.car;
    struct planar p;
    p.gravity = gravity_of(g);
    p.rising = splat(0.0f);
    p.carried = vec3_zero();
    p.pressing_mps2 = pressing_of(g->constants, &p);
    for (int w = 0; w < l->wheels; ++w) {
        p.rolling_resistance[w] = splat(g->job->plane->rolling_resistance);
        d->spin_angle_rad[w] = g->state.wheels[w].spin_angle_rad;
    }
    d->scene = (struct path_scene){splat(0.0f), splat(0.0f), path_resistance(g, &p)};
    d->pedals = pedals_of(g);
    d->pace = (struct pace){car->path_speed_mps, car->path_speed_residual_mps};
    for (int part = 0; part < WIDE_PARTS; ++part) {
        int at = g->lane + part * WIDE_CARS;
        d->q[part] = attitude_of(car, part);
        d->q[part].z = d->q[part].z + 0.0;
        d->x[part] = load_wide(&g->job->block->position_m[0][at]) + 0.0;
        d->y[part] = load_wide(&g->job->block->position_m[1][at]) + 0.0;
    }
}

/* What the substeps so far have made of the state; of its attitude and place nothing is lost in between. */
static inline void tell_motion(struct group *g, struct level_drive *d)
{
    const struct wide3 still = {0.0 * d->x[0], 0.0 * d->x[0], 0.0 * d->x[0]};
    struct car_lanes *car = &g->state.car;
    car->path_speed_mps = d->pace.mps;
    car->path_speed_residual_mps = d->pace.rest;
    d->t.forward = d->t.left = d->t.yaw_rate = splat(0.0f);
    for (int part = 0; part < WIDE_PARTS; ++part) {
        write_attitude(car, part, d->q[part]);
        write_velocity(g, &d->t, part, d->q[part], still);
    }
}

static inline void tell_place(const struct group *g, const struct level_drive *d)
{
    for (int part = 0; part < WIDE_PARTS; ++part) {
        int at = g->lane + part * WIDE_CARS;
        store_wide(&g->job->block->position_m[0][at], d->x[part]);
        store_wide(&g->job->block->position_m[1][at], d->y[part]);
    }
}

/* All of the state after at least one substep. */
static inline void tell_state(struct group *g, struct level_drive *d)
{
    const struct kinematic_constants *c = g->constants;
    real gap[WHEEL_ROOM];
    for (int w = 0; w < layout_of(g)->wheels; ++w) {
        struct wheel_lanes *wheel = &g->state.wheels[w];
        gap[w] = splat(0.0f);
        wheel->spin_radps = d->t.rolls_at_end.spin[w] * d->pace.mps;
        wheel->spin_angle_rad = d->spin_angle_rad[w];
    }
    tell_motion(g, d);
    tell_place(g, d);
    write_turning(g, off_the_road(&c->planar, layout_of(g), gap), d->t.yaw_rate, vec3_zero());
    follow_driver(g);
}

/* Whether all substeps to come leave the steering as the last one did: it has not moved, and not because the car is slow. */
static inline int is_steady(const struct group *g, const struct level_drive *d)
{
    const struct car_lanes *car = &g->state.car;
    const struct steering_constants *steering =
        &((const struct kinematic_constants *)g->constants)->planar.steering;
    real lock = lanes(steering->lock_rad);
    mask same = (bits_of(car->steering_rad) == bits_of(d->steering_before[0])) &
                (bits_of(car->steering_residual_rad) == bits_of(d->steering_before[1]));
    mask there = mask_not(g->input.command > 0.5f) &
                 (car->steering_rad == clamp(g->input.steering_wheel_rad, -lock, lock));
    return !any(mask_not(same & (there | mask_not(lanes(steering->return_inverse_mps) > 0.0f))));
}

/* In some cars the steering returns to the middle faster at higher speed. */
static inline void steer_on_level(struct group *g, struct level_drive *d, int done)
{
    const struct kinematic_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    d->steering_before[0] = car->steering_rad;
    d->steering_before[1] = car->steering_residual_rad;
    d->steering_before[2] = car->steering_rate_radps;
    if (done && any(lanes(c->planar.steering.return_inverse_mps) > 0.0f)) tell_motion(g, d);
    steer(g, &d->t, NULL);
    d->per_speed_limit = per_speed_limit(g, &d->t);
    d->steady = is_steady(g, d);
}

/* Where a part of the cars comes. */
static inline void drive_level_arc(struct level_drive *d, wide distance, int part)
{
    const struct travel *t = &d->t;
    struct attitude *q = &d->q[part];
    struct half_turn half = small_half_turn(0.5 * t->mean[part].yaw * distance);
    struct wide3 chord = chord_of(t->mean[part], half, distance);
    if (!d->steady) chord = bent_chord(chord, t->end[part].yaw - t->start[part].yaw, distance);
    wide by = inverse_length_near_1(q->w * q->w + q->z * q->z), w = q->w * by, z = q->z * by;
    wide turn_x = -2.0 * (z * chord.y), turn_y = 2.0 * (z * chord.x);
    d->x[part] = d->x[part] + ((chord.x + w * turn_x) - z * turn_y);
    d->y[part] = d->y[part] + ((chord.y + w * turn_y) + z * turn_x);
    q->w = on_grid(w * half.cosine - z * half.sine);
    q->z = on_grid(z * half.cosine + w * half.sine);
}

/* Not so with a speed that is no number. */
static inline int is_ordinary(const struct level_drive *d, real before, real after)
{
    real fastest = max_real(absolute(before), absolute(after));
    return !any(mask_not(fastest * d->per_speed_limit < 1.0f));
}

static inline void drive_level_arcs(struct group *g, struct level_drive *d,
                                    const struct pace *before)
{
    const struct kinematic_constants *c = g->constants;
    for (int part = 0; part < WIDE_PARTS; ++part) {
        wide distance = distance_of(c, before, &d->pace, d->t.change.mean_correction, part);
        note_distance(c, &d->t, distance, part);
        drive_level_arc(d, distance, part);
    }
    for (int w = 0; w < layout_of(g)->wheels; ++w)
        d->spin_angle_rad[w] = rolled(d->spin_angle_rad[w], d->t.rolls.spin[w], d->t.distance);
    if (has_trailer(c)) pull_trailer(g, &d->t);
}

static inline void forget_steering(struct group *g, const struct level_drive *d)
{
    g->state.car.steering_rad = d->steering_before[0];
    g->state.car.steering_residual_rad = d->steering_before[1];
    g->state.car.steering_rate_radps = d->steering_before[2];
}

/* A substep whose steering is done. 0: it is left to the general step, and nothing has changed. */
static inline int drive_level_once(struct group *g, struct level_drive *d)
{
    const struct pace before = d->pace;
    d->t.change =
        advance_speed(g->constants, &d->pace, path_pull(g, &d->pedals, &d->scene, before.mps));
    if (is_ordinary(d, before.mps, d->pace.mps)) {
        drive_level_arcs(g, d, &before);
        return 1;
    }
    d->pace = before;
    return 0;
}

/* Writes the output as after any last substep. `w` and `z` are those of the attitude at its start. */
static inline void write_level_output(struct group *g, const struct level_drive *d, real w, real z)
{
    struct planar p;
    p.rotation = quat_matrix((quaternion){w, splat(0.0f), splat(0.0f), z});
    p.gravity = gravity_of(g);
    p.rising = splat(0.0f);
    p.ground_turning = p.carried = vec3_zero();
    p.pressing_mps2 = pressing_of(g->constants, &p);
    write_output(g, &p, &d->t);
}

/* Takes as many substeps of the call as possible on level ground, and returns their number. */
static inline int drive_on_level(struct group *g)
{
    if (!has_level_ground(g->job) || any(mask_not(lies_level(g)))) return 0;
    struct level_drive d;
    int done = 0, substeps = g->job->substeps;
    real w = splat(0.0f), z = w;
    start_level_drive(g, &d);
    steer_on_level(g, &d, done);
    for (int steered = 1;;) {
        for (int part = 0; part < WIDE_PARTS && done + 1 == substeps; ++part) {
            narrow(&w, part, d.q[part].w);
            narrow(&z, part, d.q[part].z);
        }
        if (!drive_level_once(g, &d)) {
            if (steered) forget_steering(g, &d);
            break;
        }
        if (++done == substeps) break;
        steered = !d.steady;
        if (steered) steer_on_level(g, &d, done);
    }
    if (done) tell_state(g, &d);
    if (done == substeps) write_level_output(g, &d, w, z);
    return done;
}

#endif
