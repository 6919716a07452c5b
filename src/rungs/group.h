/* Shared code of all rungs' kernels: a group of KAMM_WIDTH cars from a block, checks of their
 * inputs, stops of faulty cars, motion of positions, and the loop over groups and substeps. A
 * kernel's last lines are
 *
 *     static void take_substeps(struct group *g) { take_steps(g, 0, step_once); }
 *     #define KERNEL_RUNG single_track
 *     #include "../kernel_entry.h"
 *
 * A kernel uses the state of car and wheels; that of axles and body points as well if it defines KERNEL_HAS_SPRINGS as 1
 * ahead of the last. */
#ifndef KAMM_RUNGS_GROUP_H
#define KAMM_RUNGS_GROUP_H

#include "../base/num.h"
#include "../base/wide.h"
#include "../part/steering.h"
#include "../part/steering_wheel.h"
#include "../vehicle/wheel_room.h"
#include "faults.h"
#include "ground_motion.h"
#include "job.h"
#include "motion.h"
#include <kamm/cars.h>

struct group {
    const struct step_job *job;
    int lane;              /* the group's first */
    const void *constants; /* of the rung: its struct, as nums */
    struct state_lanes state;
    struct input_lanes input;
    struct output_lanes output;
    struct ground_motion ground; /* below the cars in this substep */
    int ground_moves;            /* 0: it is at rest below all of them */
    int points_are_clear; /* full: 1 if body points have no deflection since an earlier substep */
};

/* The wheels of the group's cars. Where they are a constant the compiler unrolls and drops what goes through them. */
LANE_INLINE const struct layout *layout_in(const struct step_job *job)
{
    return KAMM_TWO_AXLES ? &TWO_AXLES : job->layout;
}
LANE_INLINE const struct layout *layout_of(const struct group *g) { return layout_in(g->job); }

/* Whether the batch's cars have that state, by its number: what only some cars have costs the others nothing. */
LANE_INLINE int has_state(const struct group *g, size_t number)
{
    return g->job->rows->state_row[number] != NO_ROW;
}

/* Sum over the 1, 2 or 4 wheels of an axle, left and right added first; `stride` reals from one to the next. */
LANE_INLINE real wheel_sum(int count, const real *of_wheel, size_t stride)
{
    if (count == 1) return of_wheel[0];
    real inner = of_wheel[0] + of_wheel[stride];
    return count == 2 ? inner : inner + (of_wheel[2 * stride] + of_wheel[3 * stride]);
}

/* The same of a member of structs of reals, one for each wheel of the axle. */
#define WHEEL_SUM(count, wheels, member) \
    wheel_sum(count, &(wheels)[0].member, sizeof *(wheels) / sizeof(real))

LANE_INLINE vec3 vec3_lanes(const num v[3])
{
    return (vec3){lanes(v[0]), lanes(v[1]), lanes(v[2])};
}

static inline vec3 load_vec3(const struct group *g, const float (*row)[KAMM_BLOCK])
{
    return (vec3){load(row[0] + g->lane), load(row[1] + g->lane), load(row[2] + g->lane)};
}

/* Velocity of the air at the cars, world axes. */
static inline vec3 wind_of(const struct group *g) { return load_vec3(g, g->job->wind_mps); }

/* Gravity at the cars, world axes. */
static inline vec3 gravity_of(const struct group *g) { return load_vec3(g, g->job->gravity_mps2); }

/* Against gravity; the world's z where there is none. */
static inline vec3 up_of(const struct group *g)
{
    vec3 gravity = gravity_of(g), z = {splat(0.0f), splat(0.0f), splat(1.0f)};
    real length = vec3_length(gravity);
    mask falls = length > 1e-6f;
    length = pick(falls, length, splat(1.0f));
    vec3 up = {-gravity.x / length, -gravity.y / length, -gravity.z / length};
    return vec3_pick(falls, up, z);
}

/* An acceleration in body axes as the channels have it: along the heading and level, to the left, upwards. */
static inline void write_acceleration_output(struct group *g, matrix3 rotation, vec3 own)
{
    vec3 world = matrix3_apply(rotation, own), up = up_of(g);
    vec3 ahead = {rotation.x.x, rotation.y.x, rotation.z.x};
    ahead = vec3_add_scaled(ahead, up, -vec3_dot(ahead, up));
    real level = 1.0f / max_real(vec3_length(ahead), splat(1e-6f));
    struct car_output_lanes *out = &g->output.car;
    out->acceleration_x_mps2 = vec3_dot(world, ahead) * level;
    out->acceleration_y_mps2 = vec3_dot(world, vec3_cross(up, ahead)) * level;
    out->acceleration_z_mps2 = vec3_dot(world, up);
}

/* Speed through it. */
static inline real air_speed_of(const struct group *g)
{
    return vec3_length(vec3_sub(velocity_of(&g->state.car), wind_of(g)));
}

/* Adds what pushes the cars from outside, along the axes of a rotation. Those that nothing pushes keep every bit. */
static inline void add_outer(const struct group *g, matrix3 axes, vec3 *force, vec3 *moment)
{
    const struct external_forces *outer = g->job->outer;
    if (!outer) return;
    vec3 push = matrix3_apply_transposed(axes, load_vec3(g, outer->force_n));
    vec3 turn = matrix3_apply_transposed(axes, load_vec3(g, outer->moment_nm));
    *force = vec3_with_added(*force, push);
    *moment = vec3_with_added(*moment, turn);
}

/* A wheel's contact plane as the block has it, world axes; its point is among the block's doubles. */
struct contact_lanes {
    vec3 normal, velocity;
    real friction, rolling_resistance, sliding_loss, water_m;
    real radius_loss_m, brake_loss; /* of the wheel (kamm_damage_wheel) */
};

static inline struct contact_lanes contact_of(const struct group *g, int wheel)
{
    const struct contact_rows *rows = &g->job->block->contact[wheel];
    return (struct contact_lanes){
        .normal = load_vec3(g, (const float(*)[KAMM_BLOCK])rows->normal),
        .velocity = load_vec3(g, (const float(*)[KAMM_BLOCK])rows->velocity_mps),
        .friction = load(rows->friction + g->lane),
        .rolling_resistance = load(rows->rolling_resistance + g->lane),
        .sliding_loss = load(rows->sliding_loss + g->lane),
        .water_m = load(rows->water_m + g->lane),
        .radius_loss_m = load(rows->wheel.radius_loss_m + g->lane),
        .brake_loss = load(rows->wheel.brake_loss + g->lane),
    };
}

static inline int moves_below(const struct group *g)
{
    const kamm_contact *plane = g->job->plane;
    if (plane)
        return plane->velocity_mps[0] != 0 || plane->velocity_mps[1] != 0 ||
               plane->velocity_mps[2] != 0;
    mask moves = splat(0.0f) > 0.0f;
    for (int w = 0; w < layout_of(g)->wheels; ++w) {
        vec3 v = contact_of(g, w).velocity;
        moves = moves | (v.x != 0.0f) | (v.y != 0.0f) | (v.z != 0.0f);
    }
    return any(moves);
}

/* `at`: the wheels' contacts with the road, body axes. */
static inline void fit_ground(struct group *g, matrix3 rotation, const vec3 *at)
{
    vec3 velocity[WHEEL_ROOM];
    for (int w = 0; w < layout_of(g)->wheels; ++w) velocity[w] = contact_of(g, w).velocity;
    g->ground = ground_fit(layout_of(g), rotation, at, velocity);
}

/* For as long as none moves. */
LANE_INLINE void rest_ground(struct group *g)
{
    g->ground = (struct ground_motion){vec3_zero(), vec3_zero(), vec3_zero()};
}

/* The rest of rounding matters where the velocity is mostly the ground's. */
LANE_INLINE real over_ground(real own, real rest, real ground)
{
    real over = own - ground;
    return pick((ground > 0.0f) | (ground < 0.0f), over + rest, over);
}

/* The car's velocity over the ground, world axes. */
static inline vec3 velocity_over_ground(const struct group *g)
{
    const struct car_lanes *car = &g->state.car;
    const vec3 *ground = &g->ground.velocity;
    if (!g->ground_moves) return vec3_sub(velocity_of(car), *ground);
    return vec3_of(over_ground(car->velocity_x_mps, car->velocity_residual_x_mps, ground->x),
                   over_ground(car->velocity_y_mps, car->velocity_residual_y_mps, ground->y),
                   over_ground(car->velocity_z_mps, car->velocity_residual_z_mps, ground->z));
}

/* Height of the body frame's origin above a plane through those points, in double as positions are. */
static inline real height_over_point(const struct group *g, const double (*point_m)[KAMM_BLOCK],
                                     vec3 normal)
{
    const struct car_block *block = g->job->block;
    real height = splat(0.0f);
    for (int part = 0; part < WIDE_PARTS; ++part) {
        int at = g->lane + part * WIDE_CARS;
        wide from[3];
        for (int i = 0; i < 3; ++i)
            from[i] = load_wide(&block->position_m[i][at]) - load_wide(&point_m[i][at]);
        narrow(&height, part,
               (from[0] * widen(normal.x, part) + from[1] * widen(normal.y, part)) +
                   from[2] * widen(normal.z, part));
    }
    return height;
}

/* The same above a wheel's ground plane. */
static inline real height_above(const struct group *g, int wheel, vec3 normal)
{
    return height_over_point(g, (const double(*)[KAMM_BLOCK])g->job->block->contact_point_m[wheel],
                             normal);
}

/* The cars whose steering wheel goes by torques. */
LANE_INLINE mask free_steering_of(const struct group *g)
{
    return (g->input.free_steering > 0.5f) & mask_not(g->input.command > 0.5f);
}

/* The rack's angle, in terms of the road wheels, after the driver or a planner has turned it; where `freed`, its own
 * rate. A rate that is held for long keeps what rounding leaves over. */
static inline real turn_steering_or_let(struct group *g, const struct steering_constants *steering,
                                        mask freed, real dt, real inverse_dt)
{
    struct car_lanes *car = &g->state.car;
    real lock = lanes(steering->lock_rad), before = car->steering_rad;
    mask led = g->input.command > 0.5f;
    real led_change = g->input.road_wheel_rate_radps * dt * steering->ratio;
    real change = pick(led, clamp(led_change, -lock - before, lock - before),
                       clamp(g->input.steering_wheel_rad, -lock, lock) - before);
    change = steering_change(steering, before, change, velocity_over_ground(g), dt);
    real rolled = car->steering_rate_radps * dt;
    real most = steering->most_radps * dt;
    real within = clamp(clamp(rolled, -lock - before, lock - before), -most, most);
    mask rolls = freed & mask_not((within < rolled) | (within > rolled));
    change = pick(freed, within, change);
    led = led | freed;
    car->steering_residual_rad = pick(led, car->steering_residual_rad, splat(0.0f));
    add_kept(&car->steering_rad, &car->steering_residual_rad, change);
    car->steering_residual_rad = pick(led, car->steering_residual_rad, splat(0.0f));
    car->steering_rate_radps =
        pick(rolls, car->steering_rate_radps, (car->steering_rad - before) * inverse_dt);
    return car->steering_rad * steering->inverse_ratio;
}

/* The same on rungs that have no torque at the steering wheel. */
static inline real turn_steering(struct group *g, const struct steering_constants *steering,
                                 real dt, real inverse_dt)
{
    return turn_steering_or_let(g, steering, splat(0.0f) > 0.0f, dt, inverse_dt);
}

/* The rate with which a free steering wheel goes on, once the torque of the substep is known; its stops take what would lead
 * beyond them. */
static inline void let_steering_go(struct group *g, const struct steering_constants *steering,
                                   const struct steering_wheel_constants *wheel, mask freed,
                                   real torque_nm, real inverse_dt)
{
    struct car_lanes *car = &g->state.car;
    real lock = lanes(steering->lock_rad), at = car->steering_rad;
    real rate = steering_wheel_rate(wheel, car->steering_rate_radps, g->input.steering_wheel_nm,
                                    torque_nm, vec3_length(velocity_over_ground(g)));
    rate = clamp(rate, (-lock - at) * inverse_dt, (lock - at) * inverse_dt);
    mask well = (absolute(rate) < 1e3f) & mask_not(is_parked(car->fault));
    car->steering_rate_radps = pick(freed, keep(well, rate), car->steering_rate_radps);
}

/* Positions by a displacement in metres, world axes. */
static inline void move_by(const struct group *g, vec3 displacement)
{
    const real *d = (const real *)&displacement;
    for (int axis = 0; axis < 3; ++axis)
        for (int part = 0; part < WIDE_PARTS; ++part) {
            double *at = &g->job->block->position_m[axis][g->lane + part * WIDE_CARS];
            store_wide(at, load_wide(at) + widen(d[axis], part));
        }
}

/* Positions by the velocity of the state. */
static inline void advance_positions(const struct group *g, real dt)
{
    const struct car_block *block = g->job->block;
    float step[KAMM_WIDTH], v[3][KAMM_WIDTH];
    memcpy(step, &dt, sizeof step);
    memcpy(v[0], &g->state.car.velocity_x_mps, sizeof v[0]);
    memcpy(v[1], &g->state.car.velocity_y_mps, sizeof v[1]);
    memcpy(v[2], &g->state.car.velocity_z_mps, sizeof v[2]);
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < KAMM_WIDTH; ++i)
            block->position_m[axis][g->lane + i] += (double)v[axis][i] * (double)step[i];
}

/* Finite, and within all reason. */
static inline mask state_is_bounded(const struct layout *l, const struct state_lanes *s)
{
    vec3 v = velocity_of(&s->car);
    vec3 angular_velocity = {s->car.roll_rate_radps, s->car.pitch_rate_radps,
                             s->car.yaw_rate_radps};
    mask well = (vec3_dot(v, v) < 1e6f) & (vec3_dot(angular_velocity, angular_velocity) < 1e6f) &
                (absolute(s->car.engine_radps) < 1e5f);
    for (int w = 0; w < l->wheels; ++w) well = well & (absolute(s->wheels[w].spin_radps) < 1e5f);
    return well;
}

/* A displacement that is a number; one of a kilometre at once may be a terrain's. */
LANE_INLINE mask move_is_bounded(vec3 moved) { return vec3_dot(moved, moved) < 1e30f; }

/* The stretches of struct state_lanes that a kernel uses. */
struct lane_range {
    size_t first, count; /* of reals */
};

enum { RANGES_WITHOUT_SPRINGS = 1, RANGES_WITH_SPRINGS = 3 };

LANE_INLINE struct lane_range lane_range(const struct step_job *job, int i)
{
    const size_t wheels = (size_t)layout_in(job)->wheels, axles = (size_t)layout_in(job)->axles;
    const struct lane_range ranges[] = {
        {0, FLOATS_OF(car_rows) + wheels * FLOATS_OF(wheel_rows)},
        {STATE_NUMBER(axles), axles * FLOATS_OF(axle_rows)},
        {STATE_NUMBER(points), BODY_POINTS * FLOATS_OF(point_rows)},
    };
    return ranges[i];
}

/* The state as it is now, for park_faulty. Row by row: as one block it is copied by an instruction that takes its time. */
LANE_INLINE void keep_state(const struct group *g, struct state_lanes *kept)
{
    const struct row_map *map = g->job->rows;
    const real *state = (const real *)&g->state;
    real *to = (real *)kept;
    for (size_t i = 0; i < map->states; ++i) to[map->row_state[i]] = state[map->row_state[i]];
}

/* A car whose motion is not well goes back to where it was before this substep, without motion, and
 * stays there. The position must not have been moved yet. */
static inline void park_faulty(struct group *g, const struct state_lanes *before, mask well)
{
    struct state_lanes *s = &g->state;
    mask parked = mask_not(well) | is_parked(before->car.fault);
    if (!any(parked)) return;
    const real *old = (const real *)before;
    real *now = (real *)s;
    const struct row_map *map = g->job->rows;
    for (size_t i = 0; i < map->states; ++i) {
        size_t n = map->row_state[i];
        now[n] = pick(parked, old[n], now[n]);
    }
    real *still[] = {&s->car.velocity_x_mps,
                     &s->car.velocity_y_mps,
                     &s->car.velocity_z_mps,
                     &s->car.roll_rate_radps,
                     &s->car.pitch_rate_radps,
                     &s->car.yaw_rate_radps,
                     &s->car.velocity_residual_x_mps,
                     &s->car.velocity_residual_y_mps,
                     &s->car.velocity_residual_z_mps,
                     &s->car.steering_rate_radps,
                     &s->car.path_speed_mps,
                     &s->car.last_acceleration_x_mps2,
                     &s->car.last_acceleration_y_mps2,
                     &s->car.last_acceleration_z_mps2,
                     &s->car.last_roll_acceleration_radps2,
                     &s->car.last_pitch_acceleration_radps2,
                     &s->car.last_yaw_acceleration_radps2,
                     &s->car.last_steering_acceleration_radps2,
                     &s->car.twist_rate_radps,
                     &s->car.last_twist_acceleration_radps2,
                     &s->car.upper_body_rate_radps,
                     &s->car.last_upper_body_acceleration_radps2,
                     &s->car.lean_rate_radps};
    for (size_t i = 0; i < sizeof still / sizeof *still; ++i)
        *still[i] = pick(parked, splat(0.0f), *still[i]);
    for (int w = 0; w < layout_of(g)->wheels; ++w) {
        s->wheels[w].spin_radps = pick(parked, splat(0.0f), s->wheels[w].spin_radps);
        s->wheels[w].travel_rate_mps = pick(parked, splat(0.0f), s->wheels[w].travel_rate_mps);
        s->wheels[w].last_travel_acceleration_mps2 =
            pick(parked, splat(0.0f), s->wheels[w].last_travel_acceleration_mps2);
    }
    s->car.fault = with_fault(s->car.fault, parked, KAMM_FAULT_NUMERIC);
}

/* The inputs of a group, finite and in range. One that is not finite is reported. */
static inline void read_inputs(struct group *g)
{
    enum { COUNT = sizeof(kamm_input) / sizeof(float) };
#define KAMM_LOW(name, unit, default_value, min, max, doc) (float)(min),
#define KAMM_HIGH(name, unit, default_value, min, max, doc) (float)(max),
    static const float low[] = {KAMM_INPUT_FIELDS(KAMM_LOW)},
                       high[] = {KAMM_INPUT_FIELDS(KAMM_HIGH)};
    real *values = (real *)&g->input;
    mask strange = splat(0.0f) > 0.0f;
    for (int f = 0; f < COUNT; ++f) {
        float row[KAMM_WIDTH];
        for (int i = 0; i < KAMM_WIDTH; ++i)
            row[i] = ((const float *)(g->job->inputs + g->lane + i))[f];
        memcpy(&values[f], row, sizeof row);
        mask finite = absolute(values[f]) < 3e38f;
        strange = strange | mask_not(finite);
        values[f] = clamp(pick(finite, values[f], splat(0.0f)), splat(low[f]), splat(high[f]));
    }
    g->state.car.fault = with_fault(g->state.car.fault, strange, KAMM_FAULT_INPUT);
}

typedef void step_function(struct group *g, int last);
/* All substeps of a call; what it carries from one to the next is no state. */
typedef void substeps_function(struct group *g);

LANE_INLINE void store_row(const struct group *g, size_t number)
{
    size_t row = g->job->rows->state_row[number];
    if (row != NO_ROW)
        store(g->job->block->state[row] + g->lane, ((const real *)&g->state)[number]);
}

/* Publishes place, orientation, velocities and faults of a car before the ground below is queried. */
LANE_INLINE void look_for_ground(struct group *g, int done)
{
    const size_t fault = STATE_NUMBER(car.fault);
    for (size_t i = 0; i < 4; ++i) {
        store_row(g, STATE_NUMBER(car.orientation_w) + i);
        store_row(g, STATE_NUMBER(car.orientation_residual_w) + i);
    }
    for (size_t i = 0; i < 3; ++i) {
        store_row(g, STATE_NUMBER(car.velocity_x_mps) + i);
        store_row(g, STATE_NUMBER(car.roll_rate_radps) + i);
    }
    store_row(g, fault);
    g->job->between(g->job->host, g->lane, KAMM_WIDTH, done);
    g->state.car.fault = load(g->job->block->state[g->job->rows->state_row[fault]] + g->lane);
}

LANE_INLINE void take_steps(struct group *g, int done, step_function *step)
{
    for (int n = done + 1; n <= g->job->substeps; ++n) {
        if (g->job->between) look_for_ground(g, n - 1);
        step(g, n == g->job->substeps);
    }
}

/* A group has 0 for states that its rung lacks. */
LANE_INLINE void load_state(struct group *g, int ranges)
{
    const struct row_map *map = g->job->rows;
    float(*rows)[KAMM_BLOCK] = g->job->block->state;
    real *state = (real *)&g->state;
    for (int part = 0; part < ranges; ++part) {
        struct lane_range r = lane_range(g->job, part);
        memset(state + r.first, 0, r.count * sizeof(real));
    }
    for (size_t i = 0; i < map->states; ++i) state[map->row_state[i]] = load(rows[i] + g->lane);
}

LANE_INLINE void store_state(const struct group *g)
{
    const struct row_map *map = g->job->rows;
    float(*rows)[KAMM_BLOCK] = g->job->block->state;
    const real *state = (const real *)&g->state;
    for (size_t i = 0; i < map->states; ++i) store(rows[i] + g->lane, state[map->row_state[i]]);
}

/* A parked car's forces may be anything but numbers; what turns a wheel by them gets none of that. */
LANE_INLINE void store_output(const struct group *g)
{
    const struct row_map *map = g->job->rows;
    float(*rows)[KAMM_BLOCK] = g->job->block->output;
    mask parked = is_parked(g->state.car.fault);
    for (size_t i = 0; i < map->outputs; ++i) {
        real output = ((const real *)&g->output)[map->row_output[i]];
        store(rows[i] + g->lane,
              pick(mask_not(parked) & (absolute(output) < 3e38f), output, splat(0.0f)));
    }
}

/* Steps the group that starts at `lane`. */
LANE_INLINE void run_group(const struct step_job *job, int lane, int ranges,
                           substeps_function *substeps)
{
    struct group g;
    g.job = job;
    g.lane = lane;
    g.constants = job->constants + (KAMM_MIXED ? (size_t)lane * job->constant_count : 0);
    g.ground_moves = 0;
    g.points_are_clear = 0;
    rest_ground(&g);
    memset(&g.output, 0, OUTPUT_NUMBER(wheels[layout_in(job)->wheels]) * sizeof(real));
    load_state(&g, ranges);
    read_inputs(&g);
    substeps(&g);
    store_state(&g);
    store_output(&g);
}

#endif
