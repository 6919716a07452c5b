/* One substep of the kinematic rung. Its equations and their source: arc.h, path_speed.h,
 * trailer.h; the road under it: planar.h. */
#include "level_drive.h"

static struct wide3 wide3_of(vec3 v, int part)
{
    return (struct wide3){widen(v.x, part), widen(v.y, part), widen(v.z, part)};
}

/* About the body's z axis. */
static struct wide3 about_z(struct wide3 v, wide sine, wide cosine)
{
    return (struct wide3){v.x * cosine - v.y * sine, v.y * cosine + v.x * sine, v.z};
}

/* Takes the car along with ground that moves and turns: its attitude, its way over the ground, `chord` in body axes, and what
 * the ground itself goes, which is an arc as well. Gives the ground's velocity where the car then is, world axes. */
static struct wide3 ride_along(struct group *g, const struct planar *p, struct attitude *q,
                               struct wide3 *chord, struct wide3 *ground_way, int part)
{
    const struct kinematic_constants *c = g->constants;
    wide dt = precise_lanes(&c->dt, part);
    struct wide3 own = wide3_of(p->ground_velocity, part),
                 turns = wide3_of(p->ground_turning, part);
    struct half_turn half = half_turn_of(0.5 * turns.z * dt, part);
    wide sine = 2.0 * half.sine * half.cosine, cosine = 1.0 - 2.0 * half.sine * half.sine;
    wide length = dt * half.per_angle;
    struct wide3 way = about_z(own, half.sine, half.cosine), after = about_z(own, sine, cosine);
    *chord = about_z(*chord, sine, cosine);
    *ground_way = wide_rotate(*q, (struct wide3){way.x * length, way.y * length, way.z * dt});
    mask gentle = absolute(p->ground_turning.z) * c->planar.dt < 0.5f; /* else it is undefined */
    after.x = wide_pick(gentle, part, after.x - turns.z * chord->y, after.x);
    after.y = wide_pick(gentle, part, after.y + turns.z * chord->x, after.y);
    struct wide3 velocity = wide_rotate(*q, after);
    mask turning = p->ground_turning.z != 0.0f; /* others keep what the grid would take */
    const struct attitude on = turned(*q, half);
    q->w = wide_pick(turning, part, on.w, q->w), q->x = wide_pick(turning, part, on.x, q->x);
    q->y = wide_pick(turning, part, on.y, q->y), q->z = wide_pick(turning, part, on.z, q->z);
    return velocity;
}

/* Drives along the arc, and towards the road. */
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
    struct wide3 ground = wide3_of(g->ground.velocity, part), way = ground;
    way.x = ground.x * dt, way.y = ground.y * dt, way.z = ground.z * dt;
    chord.z = widen(pose.z, part);

    wide roll = follow * widen(pose.x, part), pitch = follow * widen(pose.y, part);
    if (g->ground_moves) {
        roll = roll + widen(p->ground_turning.x, part) * dt;
        pitch = pitch + widen(p->ground_turning.y, part) * dt;
    }
    struct attitude q = leaned(attitude_of(car, part), 0.5 * roll, 0.5 * pitch, part), on = q;
    if (g->ground_moves) ground = ride_along(g, p, &on, &chord, &way, part);
    struct wide3 moved = wide_rotate(q, chord);
    q = turned(on, half);
    write_attitude(car, part, q);
    write_velocity(g, t, part, q, ground);
    wide m[3] = {moved.x + way.x, moved.y + way.y, moved.z + way.z};
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

/* What of `lift` the car climbs, which its speed pays for unless it is commanded. */
static real climb_on_path(const struct group *g, const struct planar *p, vec3 course, real lift,
                          struct pace *pace)
{
    const struct kinematic_constants *c = g->constants;
    mask pays = mask_not(g->input.command > 0.5f);
    real inertia = c->planar.mass_kg * (course.x * course.x + course.y * course.y) +
                   c->planar.yaw_inertia_kgm2 * (course.z * course.z);
    real speed_2 = pace->mps * pace->mps * (inertia / c->planar.mass_kg);
    struct climbing own = climb(&c->planar, p->gravity.z, lift, speed_2);
    mask changes = pays & mask_not(own.kept == 1.0f);
    pace->mps = pick(changes, pace->mps * square_root(own.kept), pace->mps);
    pace->rest = keep(mask_not(changes), pace->rest);
    return pick(pays, own.lift_m, lift);
}

static void drive(struct group *g, const struct planar *p, struct travel *t)
{
    const struct kinematic_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    vec3 pose = off_the_road(&c->planar, layout_of(g), p->gap);
    if (is_ridden(g)) pose.x = p->bank_rad;
    const struct pace before = {car->path_speed_mps, car->path_speed_residual_mps};
    struct pace pace = before;
    vec3 course = vec3_of(t->rolls.forward, t->rolls.left, t->rolls.yaw);
    struct path_scene scene = path_scene(g, p, course);
    const struct pedals pedals = pedals_of(g);
    t->change = advance_speed(c, &pace, path_pull(g, &pedals, &scene, pace.mps));
    pose.z = climb_on_path(g, p, course, pose.z * c->planar.follow, &pace);
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
    write_turning(g, pose, t->yaw_rate, p->ground_turning);
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

static KAMM_NEVER_INLINE void step_rolling(struct group *g, int last)
{
    struct state_lanes before;
    keep_state(g, &before);
    struct planar p = planar_of(g);
    bend_with_road(g, &p);
    struct travel t;
    steer(g, &t, &p);
    drive(g, &p, &t);
    if (has_trailer(g->constants)) pull_trailer(g, &t);
    roll_wheels(g, &t);
    park_faulty(g, &before, state_is_bounded(layout_of(g), &g->state));
    move(g, &t);
    if (last) write_output(g, &p, &t);
}

/* The first look at the ground in a call settles the speed of cars whose velocity was set (run/motion.c). */
static void take_settled_speed(struct group *g)
{
    const struct row_map *map = g->job->rows;
    float(*rows)[KAMM_BLOCK] = g->job->block->state;
    size_t speed = STATE_NUMBER(car.path_speed_mps),
           rest = STATE_NUMBER(car.path_speed_residual_mps);
    g->state.car.path_speed_mps = load(rows[map->state_row[speed]] + g->lane);
    g->state.car.path_speed_residual_mps = load(rows[map->state_row[rest]] + g->lane);
}

static void take_substeps(struct group *g)
{
    for (int done = is_ridden(g) ? 0 : drive_on_level(g); done < g->job->substeps; ++done) {
        if (g->job->between) look_for_ground(g, done);
        if (g->job->between && !done) take_settled_speed(g);
        step_rolling(g, done + 1 == g->job->substeps);
    }
}

#define KERNEL_RUNG kinematic
#include "../kernel_entry.h"
