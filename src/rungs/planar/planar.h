/* Shared code of the rungs below the full model: a car that moves in the plane of the road.
 *
 * Its body frame is the whole car's centre of gravity. In that frame it has two velocities, forward and
 * to the left, and a yaw rate; velocities stay in world axes in the state, as in the full model. So a
 * straight drive is straight to the last bit and a gentle acceleration is not lost.
 *
 * The road is a contact plane per wheel. The gap below each wheel, measured where its contact point is
 * at rest, says how far body and road differ in height, pitch and roll; the pose follows with a time
 * constant (follow_road), so that neither an edge in the ground nor a change of rung makes the car
 * jump. On a plane ground the gaps stay exactly 0. What the pose rises by beyond the velocity's own way the car pays
 * for with its motion (climb), so that a step of the ground adds neither motion nor height. Where the ground moves and turns, forces are those of the motion over it, and
 * the pose turns with it (ground_motion.h). Speed is carried through crests and dips: the
 * velocity turns with the pose, gravity works along the slope, wherever up is, and crests take from the loads what
 * dips add. Planes that jump up are met bit by bit
 * (part/ground_step.h), but on kinematic, whose substep may be a second long.
 *
 * Departures from a free body: no vertical dynamics, no forces from pitching and rolling. A road that falls away faster than
 * the car could is followed, without load and so without grip.
 */
#ifndef KAMM_RUNGS_PLANAR_PLANAR_H
#define KAMM_RUNGS_PLANAR_PLANAR_H

#include "../../base/lane_math.h"
#include "../../part/ground_step.h"
#include "../group.h"

/* First in the constants of every planar rung. */
struct planar_constants {
    num dt, inverse_dt;
    num mass_kg, yaw_inertia_kgm2;
    num contact[MAX_WHEELS][3];           /* of the tyres with the road at rest, body frame */
    num inverse_wheelbase, inverse_track; /* track: mean of the axles that have one */
    num pitch_per_gap[MAX_AXLES]; /* of the plane of least squares, per gap of both sides, 1/m */
    num follow;                   /* share of a gap that the pose makes up for in a substep */
    num length, root;             /* scales, of speeds and times the latter: src/vehicle/scale.h */
    num meets_mps;                /* how fast it meets ground that has jumped up */
    num lifts[MAX_AXLES];         /* 1: goes up when the lift axles are raised */
    num rolling_radius_m[MAX_AXLES], inverse_rolling_radius[MAX_AXLES];
    struct steering_constants steering;
    struct steering_wheel_constants steering_wheel;
    struct steering_axle_constants steering_axle[MAX_AXLES];
};

/* A car on its road, at the start of a substep. Body axes but where it says world. */
struct planar {
    matrix3 rotation;   /* body to world */
    real forward, left; /* velocity over the ground, which itself may move */
    real rising;        /* the velocity's part along the body's z axis, to be taken away */
    real yaw_rate;      /* over the ground … */
    real turn_rate;     /* … and in the world */
    vec3 gravity;       /* of the world, body axes: {0, 0, -9.81} on the level */
    real pressing_mps2; /* what the road bears, per mass: see pressing_of */
    vec3 ground_velocity, ground_turning; /* below the body frame's origin (ground_motion.h) */
    vec3
        carried; /* what the substep adds to the velocity of a car that goes with turning ground … */
    vec3 bent; /* … and how much the mean velocity on that arc is off the mean of both ends */
    real gap[WHEEL_ROOM]; /* between tyre and ground, negative: pressed in */
    real friction[WHEEL_ROOM], rolling_resistance[WHEEL_ROOM];
    real brake_share[WHEEL_ROOM]; /* of the brakes' torque, that damage has left */
    real
        bank_rad; /* of the road against the body frame, of wheels in line, which have no gaps to tell */
};

/* Change of the motion in a substep, in body axes at its start. */
struct planar_change {
    real forward, left, yaw_rate;
};

/* The wheels' angles, which are worked out while the steering moves only. */
struct wheel_angles {
    int known;
    real rack;                            /* that they belong to */
    struct steer_angle wheel[WHEEL_ROOM]; /* of a rung with one track: of its axles */
};

static inline void find_wheel_angles(const struct planar_constants *c, const struct layout *l,
                                     real rack, struct wheel_angles *angles)
{
    if (angles->known && !any(bits_of(rack) != bits_of(angles->rack))) return;
    angles->known = 1;
    angles->rack = rack;
    for (int w = 0; w < l->wheels; ++w)
        angles->wheel[w] = ackermann_angle(&c->steering_axle[l->axle[w]], rack, splat(l->side[w]));
}

LANE_INLINE vec3 contact_point_at(const struct planar_constants *c, int wheel)
{
    return vec3_lanes(c->contact[wheel]);
}

LANE_INLINE vec3 axle_vec3_sum(const struct layout *l, int a, const vec3 *of_wheel)
{
    const vec3 *own = of_wheel + l->first[a];
    if (l->count[a] == 1) return own[0];
    vec3 inner = vec3_add(own[0], own[1]);
    return l->count[a] == 2 ? inner : vec3_add(inner, vec3_add(own[2], own[3]));
}

/* Axle by axle, on each left and right first. */
static inline vec3 sum_over_wheels(const struct layout *l, const vec3 *of_wheel)
{
    vec3 sum = axle_vec3_sum(l, 0, of_wheel);
    for (int a = 1; a < l->axles; ++a) sum = vec3_add(sum, axle_vec3_sum(l, a, of_wheel));
    return sum;
}

/* Returns 1 for an axle with its wheels on the road, 0 while it is raised. */
LANE_INLINE real axle_down(const struct group *g, int a)
{
    const struct planar_constants *c = g->constants;
    return 1.0f - raised_axles(&g->input) * c->lifts[a];
}

/* Finds the grip of the ground below a wheel: none in the air. */
static inline void find_grip(const struct group *g, struct planar *p, int w)
{
    struct contact_lanes contact = contact_of(g, w);
    real down = axle_down(g, layout_of(g)->axle[w]);
    p->friction[w] = contact.friction * down;
    p->rolling_resistance[w] = contact.rolling_resistance * down;
    p->brake_share[w] = 1.0f - contact.brake_loss;
}

/* Each wheel's plane, and how high above it the body frame's origin is, or would be on an undamaged wheel. Where one plane
 * is below all of them that is one height. */
static inline void find_heights(const struct group *g, vec3 normal[WHEEL_ROOM],
                                real height[WHEEL_ROOM])
{
    const int wheels = layout_of(g)->wheels;
    for (int w = 0; w < wheels; ++w) {
        int same = w > 0 && g->job->plane;
        normal[w] = same ? normal[0] : contact_of(g, w).normal;
        height[w] = same ? height[0] : height_above(g, w, normal[w]);
    }
    for (int w = 0; w < wheels; ++w) height[w] = height[w] + contact_of(g, w).radius_loss_m;
}

/* The car stays on its road, which bears what gravity presses it on with and what it takes to turn its velocity with the road: on
 * a hill of radius R there are g - v^2/R, in a dip g + v^2/R. The velocity loses what leads off the road in this substep.
 * Less than 0 the road can't bear. */
LANE_INLINE real pressing_of(const struct planar_constants *c, const struct planar *p)
{
    return max_real(-(p->gravity.z + with_added(p->rising, -p->carried.z) * c->inverse_dt),
                    splat(0.0f));
}

/* Finds how the ground moves below the car. */
static inline void find_ground_motion(struct group *g, matrix3 rotation)
{
    g->ground_moves = moves_below(g);
    rest_ground(g);
    if (!g->ground_moves) return;
    vec3 at[WHEEL_ROOM];
    for (int w = 0; w < layout_of(g)->wheels; ++w) at[w] = contact_point_at(g->constants, w);
    fit_ground(g, rotation, at);
}

/* The car's motion over the ground, in a frame that goes and turns with it. A car that keeps its velocity in the world
 * gains -w x v over ground that turns: `carried` is that, to third order of the turn. */
static inline void move_over_ground(const struct group *g, struct planar *p)
{
    const struct planar_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    vec3 over = matrix3_apply_transposed(p->rotation, velocity_over_ground(g));
    p->forward = over.x, p->left = over.y, p->rising = over.z;
    p->yaw_rate = p->turn_rate = car->yaw_rate_radps;
    p->ground_velocity = matrix3_apply_transposed(p->rotation, g->ground.velocity);
    p->ground_turning = p->carried = p->bent = vec3_zero();
    if (!g->ground_moves) return;
    real dt = lanes(c->dt);
    vec3 own = matrix3_apply_transposed(p->rotation, velocity_of(car));
    p->ground_turning = matrix3_apply_transposed(p->rotation, g->ground.turning);
    p->yaw_rate = with_added(p->yaw_rate, -p->ground_turning.z);
    vec3 turn = vec3_scale(p->ground_turning, dt);
    vec3 once = vec3_cross(turn, own), twice = vec3_cross(turn, once);
    vec3 thrice = vec3_cross(turn, twice);
    p->carried =
        vec3_add_scaled(vec3_add_scaled(once, twice, splat(0.5f)), thrice, splat(1.0f / 6));
    p->bent = vec3_scale(vec3_add_scaled(twice, thrice, splat(0.5f)), splat(-1.0f / 12));
}

/* A change over the ground as that of the velocity in the world, and a force, of which turning ground takes some, the other way
 * round. */
LANE_INLINE vec3 with_carried(const struct planar *p, struct planar_change change, real rising)
{
    return vec3_with_added(vec3_of(change.forward, change.left, rising), p->carried);
}
LANE_INLINE vec3 less_carried(const struct planar_constants *c, const struct planar *p, vec3 force)
{
    num per_time = c->mass_kg * c->inverse_dt;
    return vec3_of(with_added(force.x, -per_time * p->carried.x),
                   with_added(force.y, -per_time * p->carried.y), force.z);
}

/* The ground's velocity where it has the car at the substep's end, world axes. */
static inline vec3 ground_velocity_after(const struct group *g, const struct planar *p)
{
    return vec3_add(g->ground.velocity, matrix3_apply(p->rotation, p->carried));
}

/* The turn about the body's x axis after which it stands upright on the planes below its wheels. */
static inline real bank_of(const struct layout *l, matrix3 rotation, const vec3 normal[WHEEL_ROOM])
{
    real sum = splat(0.0f);
    for (int w = 0; w < l->wheels; ++w) sum = sum + matrix3_apply_transposed(rotation, normal[w]).y;
    return -(1.0f / (float)l->wheels) * sum;
}

static inline struct planar planar_of(struct group *g)
{
    const struct layout *l = layout_of(g);
    const struct car_lanes *car = &g->state.car;
    vec3 normal[WHEEL_ROOM];
    real height[WHEEL_ROOM];
    struct planar p;
    find_heights(g, normal, height);
    p.rotation = quat_matrix(orientation_of(car));
    for (int w = 0; w < l->wheels; ++w) {
        vec3 arm = matrix3_apply(p.rotation, contact_point_at(g->constants, w));
        p.gap[w] = height[w] + vec3_dot(normal[w], arm);
        find_grip(g, &p, w);
    }
    int in_line = KAMM_TAKES_TWO_WHEELERS && !l->pairs;
    p.bank_rad = in_line ? bank_of(l, p.rotation, normal) : splat(0.0f);
    find_ground_motion(g, p.rotation);
    move_over_ground(g, &p);
    p.forward = p.forward + 0.0f, p.left = p.left + 0.0f, p.rising = p.rising + 0.0f; /* not -0 */
    p.gravity = matrix3_apply_transposed(p.rotation, gravity_of(g));
    p.pressing_mps2 = pressing_of(g->constants, &p);
    return p;
}

/* Adds what pushes from outside: x forwards, y to the left, z the moment about the normal. */
static inline vec3 with_outer_in_plane(const struct group *g, matrix3 rotation, vec3 push)
{
    vec3 force = push, moment = push;
    add_outer(g, rotation, &force, &moment);
    return (vec3){force.x, force.y, moment.z};
}

/* How fast a wheel's contact with the road moves over the ground, world axes. */
static inline vec3 contact_velocity(const struct group *g, matrix3 rotation, int w)
{
    const struct car_lanes *car = &g->state.car;
    vec3 angular_velocity = {car->roll_rate_radps, car->pitch_rate_radps, car->yaw_rate_radps};
    vec3 turning =
        matrix3_apply(rotation, vec3_cross(angular_velocity, contact_point_at(g->constants, w)));
    return vec3_sub(vec3_add(velocity_of(car), turning), contact_of(g, w).velocity);
}

LANE_INLINE mask has_jumped(const struct planar_constants *c, real depth, real before)
{
    return depth > before + c->meets_mps * c->dt;
}

/* Ground that has jumped up is met bit by bit: until then the gap below the wheel is so much larger. It is not reported
 * as a fault: a pose that lags behind rough ground jumps on its own. */
static inline void meet_wheel_ground(struct group *g, matrix3 rotation, int w, real *gap)
{
    const struct planar_constants *c = g->constants;
    int a = layout_of(g)->axle[w];
    real before = g->state.wheels[w].deflection_m, dt = lanes(c->dt), depth = -*gap;
    vec3 v = contact_velocity(g, rotation, w);
    real sinks = -vec3_dot(v, contact_of(g, w).normal);
    real unmet =
        pick(has_jumped(c, depth, before),
             depth - met_depth(depth, before, sinks, lanes(c->meets_mps), dt), splat(0.0f));
    unmet = unmet - climbed(unmet, vec3_length(v), lanes(c->inverse_rolling_radius[a]), dt);
    *gap = pick(unmet > 0.0f, *gap + unmet, *gap);
}

static inline void meet_ground(struct group *g, matrix3 rotation, real gap[WHEEL_ROOM])
{
    const struct planar_constants *c = g->constants;
    int wheels = layout_of(g)->wheels;
    mask jumps = splat(0.0f) > 0.0f;
    for (int w = 0; w < wheels; ++w)
        jumps = jumps | has_jumped(c, -gap[w], g->state.wheels[w].deflection_m);
    for (int w = 0; w < wheels; ++w) {
        if (any(jumps)) meet_wheel_ground(g, rotation, w, &gap[w]);
        g->state.wheels[w].deflection_m = max_real(-gap[w], splat(0.0f));
    }
}

/* The gaps of an axle as those of one wheel on the left and one on the right: their sum and their difference. */
LANE_INLINE real axle_gap(const struct layout *l, int a, const real gap[WHEEL_ROOM])
{
    const real *own = gap + l->first[a];
    if (l->count[a] == 1) return 2.0f * own[0];
    real sum = wheel_sum(l->count[a], own, 1);
    return l->count[a] == 4 ? 0.5f * sum : sum;
}

LANE_INLINE real axle_tilt(const struct layout *l, int a, const real gap[WHEEL_ROOM])
{
    const real *own = gap + l->first[a];
    if (l->count[a] == 1) return splat(0.0f);
    real inner = own[0] - own[1];
    return l->count[a] == 4 ? 0.5f * (inner + (own[2] - own[3])) : inner;
}

/* Turn that closes gaps, by least squares: x roll, y pitch. */
static inline vec3 closing_turn(const struct planar_constants *c, const struct layout *l,
                                const real gap[WHEEL_ROOM])
{
    real left_high = splat(0.0f), pitch = left_high;
    float pairs = KAMM_TAKES_TWO_WHEELERS && !l->pairs ? 1.0f : (float)l->pairs; /* see bank_rad */
    for (int a = 0; a < l->axles; ++a) left_high = left_high + axle_tilt(l, a, gap);
    for (int a = 0; a < l->axles && l->axles > 2; ++a)
        pitch = pitch + c->pitch_per_gap[a] * axle_gap(l, a, gap);
    if (l->axles == 2)
        pitch = 0.5f * (axle_gap(l, 0, gap) - axle_gap(l, 1, gap)) * c->inverse_wheelbase;
    return (vec3){-(1.0f / pairs) * left_high * c->inverse_track, pitch, splat(0.0f)};
}

/* How far the body has to turn (x: roll, y: pitch) and rise (z) to lie on the road. */
static inline vec3 off_the_road(const struct planar_constants *c, const struct layout *l,
                                const real gap[WHEEL_ROOM])
{
    vec3 off = closing_turn(c, l, gap);
    real sum = splat(0.0f);
    for (int a = 0; a < l->axles; ++a) sum = sum + axle_gap(l, a, gap);
    off.z = -(0.5f / (float)l->axles) * sum;
    return off;
}

/* The change into the velocities. Gives the sum of the world velocities before and after. */
static inline vec3 planar_accelerate(struct group *g, const struct planar *p,
                                     struct planar_change change)
{
    struct car_lanes *car = &g->state.car;
    vec3 before = velocity_of(car);
    push_velocity(car, matrix3_apply(p->rotation, with_carried(p, change, -p->rising)));
    return vec3_add(before, velocity_of(car));
}

/* Turns the body by a mean yaw rate, and its pose with the ground and towards `pose`. */
static inline void planar_turn(struct group *g, const struct planar *p, real mean_yaw_rate,
                               vec3 pose)
{
    const struct planar_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    num per_time = c->follow * c->inverse_dt;
    vec3 turn = {with_added(pose.x * per_time, p->ground_turning.x),
                 with_added(pose.y * per_time, p->ground_turning.y), mean_yaw_rate};
    car->roll_rate_radps = turn.x;
    car->pitch_rate_radps = turn.y;
    turn_orientation_or_rest(car, turn, lanes(c->dt));
}

/* A held car that lies on its road to within rounding stays as it lies. */
static inline vec3 settled_pose(vec3 pose, num length, mask held)
{
    mask settled = held & (absolute(pose.x) < 2e-6f) & (absolute(pose.y) < 2e-6f) &
                   (absolute(pose.z) < 2e-6f * length);
    return vec3_pick(settled, vec3_zero(), pose);
}

/* The way of a substep, of which a held car goes on the ground's own arc: what a chord leaves out of each substep would be
 * millimetres after minutes. */
static inline vec3 held_way(const struct group *g, const struct planar *p, mask held, vec3 way)
{
    const struct planar_constants *c = g->constants;
    if (!g->ground_moves) return way;
    vec3 bend = vec3_scale(matrix3_apply(p->rotation, p->bent), lanes(c->dt));
    return vec3_pick(held, vec3_add(way, bend), way);
}

/* How far the pose rises of the `lift` that closes its gaps, and by what share of its energy a car is slower for it.
 *
 * The body's weight works on that way as on any other: v^2 / 2 loses g times it. A car climbs by its way, up to CLIMBS_PER_WAY of it, and
 * no higher than its motion reaches; the slower it is, the less, so that no step holds on to a car that leaves it. Sinking gives back
 * what climbing takes, as far as the way goes; a fall of a car that hardly moves is lost. One that stands in its ground is let out at a
 * tenth of meets_mps, which is work of the host's. */
struct climbing {
    real lift_m, kept; /* kept: v^2 afterwards over v^2 before */
};

#define CLIMBS_PER_WAY 1.0f
#define CLIMBS_STANDING 0.02f /* of meets_mps: below that a car stands */
#define CLIMBS_FROM_M \
    1e-4f /* of an ordinary car: below that it is rounding, and what a lean moves the body by beyond its small angles */

static inline struct climbing climb(const struct planar_constants *c, real gravity_z, real lift,
                                    real speed_2)
{
    real down = max_real(-gravity_z, splat(1e-3f)), meets_2 = square(lanes(c->meets_mps));
    real stands_2 = square(lanes(CLIMBS_STANDING * c->meets_mps));
    real most = square_root(speed_2) * (CLIMBS_PER_WAY * c->dt) * (speed_2 / (speed_2 + meets_2));
    real high = min_real(most, 0.5f * speed_2 / down);
    real out = (LET_OUT_SHARE * c->meets_mps * c->dt) * (stands_2 / (speed_2 + stands_2));
    mask counts = absolute(lift) > CLIMBS_FROM_M * c->length * c->follow;
    real paid = clamp(lift, -most, high);
    real kept = max_real(1.0f - 2.0f * down * paid / max_real(speed_2, splat(1e-12f)), splat(0.0f));
    return (struct climbing){pick(counts, min_real(lift, high + out), lift),
                             pick(counts, kept, splat(1.0f))};
}

/* Returns the climb of a car with that lift. Where `pays` is set, slopes and the lift count. */
static inline real climb_with(struct group *g, const struct planar *p, real lift, mask pays)
{
    const struct planar_constants *c = g->constants;
    vec3 v = vec3_sub(velocity_of(&g->state.car), ground_velocity_after(g, p));
    struct climbing own = climb(c, p->gravity.z, lift, vec3_dot(v, v));
    mask changes = pays & mask_not(own.kept == 1.0f);
    if (any(changes))
        push_velocity_where(&g->state.car, changes, vec3_scale(v, square_root(own.kept) - 1.0f));
    return pick(pays, own.lift_m, lift);
}

/* Moves the car by `moved`, world axes, and up or down towards `pose`, for which it `pays` with its motion. A car whose motion is not well
 * is parked as it was at the start of the substep. */
static inline void planar_move(struct group *g, const struct state_lanes *substep_before,
                               const struct planar *p, vec3 moved, vec3 pose, mask pays)
{
    const struct planar_constants *c = g->constants;
    real rises = climb_with(g, p, pose.z * c->follow, pays);
    vec3 lift = matrix3_apply(p->rotation, vec3_of(splat(0.0f), splat(0.0f), rises));
    vec3 way = vec3_add(lift, moved);
    park_faulty(g, substep_before,
                state_is_bounded(layout_of(g), &g->state) & move_is_bounded(way));
    move_by(g, vec3_pick(is_parked(g->state.car.fault), vec3_zero(), way));
}

/* Moves the car on by a substep: the change into the velocities, their mean into place and heading,
 * and the pose towards `pose` (off_the_road, or what a rung makes of it). Works on the world's axes, so
 * ground and car may move together: a held car moves with the ground, and not by what rounding would leave. A car whose
 * motion is not well is parked as it was at the start of the substep, which the caller has kept. */
static inline void planar_advance(struct group *g, const struct state_lanes *substep_before,
                                  const struct planar *p, struct planar_change change, mask held,
                                  vec3 pose)
{
    const struct planar_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    real half_dt = lanes(0.5f * c->dt);
    pose = settled_pose(pose, c->length, held);
    vec3 moved = held_way(g, p, held, vec3_scale(planar_accelerate(g, p, change), half_dt));
    planar_turn(g, p, car->yaw_rate_radps + 0.5f * change.yaw_rate, pose);
    car->yaw_rate_radps += change.yaw_rate;
    stop_where(car, held, ground_velocity_after(g, p), p->ground_turning.z);
    planar_move(g, substep_before, p, moved, pose, splat(1.0f) > 0.0f);
}

/* Accelerations as the channels have them: along the heading and level, to the left, upwards. */
static inline void write_planar_output(struct group *g, const struct planar *p,
                                       struct planar_change change)
{
    const struct planar_constants *c = g->constants;
    real inverse_dt = lanes(c->inverse_dt);
    vec3 a = vec3_scale(with_carried(p, change, -p->rising), inverse_dt);
    write_acceleration_output(g, p->rotation, a);
    struct car_output_lanes *out = &g->output.car;
    out->air_speed_mps = air_speed_of(g);
}

/* A substep whose wheels' angles outlast it. */
typedef void planar_step_function(struct group *g, struct wheel_angles *angles, int last);

LANE_INLINE void take_planar_steps(struct group *g, planar_step_function *step)
{
    struct wheel_angles angles;
    angles.known = 0, angles.rack = splat(0.0f);
    for (int n = 1; n <= g->job->substeps; ++n) {
        if (g->job->between) look_for_ground(g, n - 1);
        step(g, &angles, n == g->job->substeps);
    }
}

#endif
