/* One substep of the kinematic rung. Its equations and their source: arc.h, path_speed.h,
 * trailer.h; the road under it: planar.h. */
#include "level_drive.h"

/* Where the ground goes while the car drives on it. */
static struct wide3 ground_velocity(const struct planar *p, int part)
{
    vec3 v = matrix3_apply(p->rotation, p->ground_velocity);
    return (struct wide3){widen(v.x, part), widen(v.y, part), widen(v.z, part)};
}

/* Along the arc, and towards the road. */
static void drive_arc(struct group *g, const struct planar *p, wide distance, struct travel *t,
                      vec3 pose, int part)
{
    const struct kinematic_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    wide dt = precise_lanes(&c->dt, part), follow = widen(lanes(c->planar.follow), part);
    struct course course = t->mean[part];
    struct half_turn half = half_turn_of(0.5 * course.yaw * distance, part);
    struct wide3 chord = bent_chord(chord_of(course, half, distance),
                                    t->end[part].yaw - t->start[part].yaw, distance);
    struct wide3 ground = ground_velocity(p, part);
    chord.z = widen(pose.z, part) * follow;

    struct attitude q = leaned(attitude_of(car, part), 0.5 * follow * widen(pose.x, part),
                               0.5 * follow * widen(pose.y, part), part);
    struct wide3 moved = wide_rotate(q, chord);
    q = turned(q, half);
    write_attitude(car, part, q);
    write_velocity(g, t, part, q, ground);
    wide m[3] = {moved.x + ground.x * dt, moved.y + ground.y * dt, moved.z + ground.z * dt};
    for (int i = 0; i < 3; ++i) store_wide(&t->moved_m[i][part * WIDE_CARS], m[i]);
}

/* What rounding keeps of a lean on level ground that the wheels no longer feel is taken away: then the car lies level, to
 * the bit. */
static void settle(struct group *g, const struct planar *p)
{
    struct car_lanes *car = &g->state.car;
    real zero = splat(0.0f), x = absolute(car->orientation_x), y = absolute(car->orientation_y);
    mask lies = ((x > 0.0f) | (y > 0.0f)) & (x < 1e-7f) & (y < 1e-7f);
    if (!any(lies)) return;
    for (int w = 0; w < layout_of(g)->wheels; ++w) {
        vec3 normal = contact_of(g, w).normal;
        lies = lies & (p->gap[w] == 0.0f) & (normal.x == 0.0f) & (normal.y == 0.0f);
    }
    car->orientation_x = pick(lies, zero, car->orientation_x);
    car->orientation_y = pick(lies, zero, car->orientation_y);
    car->orientation_residual_x = pick(lies, zero, car->orientation_residual_x);
    car->orientation_residual_y = pick(lies, zero, car->orientation_residual_y);
}

static void drive(struct group *g, const struct planar *p, struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    vec3 pose = off_the_road(&c->planar, layout_of(g), p->gap);
    const struct pace before = {car->path_speed_mps, car->path_speed_residual_mps};
    struct pace pace = before;
    struct path_scene scene =
        path_scene(g, p, vec3_of(t->rolls.forward, t->rolls.left, t->rolls.yaw));
    const struct pedals pedals = pedals_of(g);
    t->change = advance_speed(c, &pace, path_pull(g, &pedals, &scene, pace.mps));
    car->path_speed_mps = pace.mps;
    car->path_speed_residual_mps = pace.rest;
    t->distance = t->turn = t->rear_distance = splat(0.0f);
    t->forward = t->left = t->yaw_rate = splat(0.0f);
    for (int part = 0; part < WIDE_PARTS; ++part) {
        wide distance = distance_of(c, &before, &pace, t->change.mean_correction, part);
        note_distance(c, t, distance, part);
        drive_arc(g, p, distance, t, pose, part);
    }
    settle(g, p);
    write_turning(g, pose, t->yaw_rate);
    follow_driver(g);
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

/* The velocity is that of course and speed, and lies in the road: what leads off it in a substep is what the pose turns by. */
static void bend_with_road(const struct group *g, struct planar *p)
{
    const struct kinematic_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    real off = car->pitch_rate_radps * p->forward - car->roll_rate_radps * p->left;
    p->rising = off * c->planar.dt + 0.0f; /* and not -0 */
    p->pressing_mps2 = pressing_of(&c->planar, p);
}

static void step_once(struct group *g, int last)
{
    struct state_lanes before;
    keep_state(g, &before);
    struct planar p = planar_of(g);
    bend_with_road(g, &p);
    struct travel t;
    steer(g, &t);
    drive(g, &p, &t);
    if (has_trailer(g->constants)) pull_trailer(g, &t);
    roll_wheels(g, &t);
    park_faulty(g, &before, state_is_bounded(layout_of(g), &g->state));
    move(g, &t);
    if (last) write_output(g, &p, &t);
}

static void take_substeps(struct group *g) { take_steps(g, drive_on_level(g), step_once); }

#define KERNEL_RUNG kinematic
#define KERNEL_SUBSTEPS take_substeps
#include "../kernel_entry.h"
