/* The speed of the commanded point, from pedals or from a planner's acceleration.
 *
 * The article leaves speed to the game. What is here is beyond it:
 *
 *  - Pedals: acceleration by the throttle's share of the car's largest, which above the switch
 *    speed falls with 1/speed as at constant power (the limit of CommonRoad's vehicle models, M.
 *    Althoff and G. Wuersching, "CommonRoad: Vehicle Models", 2020, section on constraints); in
 *    reverse gear backwards; brake or hand brake, whichever is pressed further, decelerate by their
 *    share of the largest. Drag, rolling resistance and gravity along the path act as well.
 *    Friction of the ground does not: this rung knows no grip. Gear changes take no time.
 *  - A planner's acceleration is obeyed within CommonRoad's limits, and nothing else acts.
 *
 * For constant accelerations, constant power and pure drag each step is exact, with a stop or a
 * reversal within the step too; the mean speed that the arc is driven with is off by the third
 * power of the step where power limits. */
#ifndef KAMM_RUNGS_KINEMATIC_PATH_SPEED_H
#define KAMM_RUNGS_KINEMATIC_PATH_SPEED_H

#include "kinematic_constants.h"

/* Accelerations along the path, in m/s2. */
struct path_pull {
    real push;       /* either way */
    real resistance; /* against the motion, and holding at rest */
};

/* The speed of the commanded point, and what rounding has left over of it. */
struct pace {
    real mps, rest;
};

/* Accelerations of a car along its path besides its driver's. */
struct path_scene {
    real slope; /* gravity and what pushes from outside along the path, in m/s2 */
    real wind;  /* along the path */
    real rolling;
};

struct path_change {
    real acceleration;    /* mean over the step, or up to the end where the motion turns within */
    real mean_correction; /* of the mean speed against the mean of both ends */
};

/* Mean of an acceleration that above the speed `knee` falls as at constant power; speeds in its
 * direction. */
static inline real powered(real acceleration, real knee, real speed, real dt, real inverse_dt)
{
    mask beyond = speed + acceleration * dt > knee;
    if (!any(beyond)) return acceleration;
    real until = splat(0.0f);
    if (any(beyond & (speed < knee))) until = clamp((knee - speed) / acceleration, until, dt);
    real from = max_real(speed, knee), gain = 2.0f * acceleration * knee * (dt - until);
    real change = acceleration * until + gain / (from + square_root(from * from + gain));
    return pick(beyond, change * inverse_dt, acceleration);
}

/* Returns the commanded acceleration of a planner within the limits. */
static inline real commanded_push(const struct kinematic_constants *c, real wanted, real speed)
{
    real max = lanes(c->max_acceleration_mps2);
    real ahead = clamp(wanted, splat(0.0f), max);
    real knee = c->switch_power_m2ps3 / max_real(ahead, splat(1e-6f));
    real push = powered(ahead, knee, speed, lanes(c->planar.dt), lanes(c->planar.inverse_dt));
    return push + clamp(wanted, -max, splat(0.0f));
}

static inline real gear_direction(real gear)
{
    return pick(gear < -0.5f, splat(-1.0f), pick(gear < 0.5f, splat(0.0f), splat(1.0f)));
}

/* What the pedals ask for. */
struct pedals {
    real acceleration, sense; /* the share of the largest, and the direction of the gear */
    real braking_mps2;
};

static inline struct pedals pedals_of(const struct group *g)
{
    const struct kinematic_constants *c = g->constants;
    const struct input_lanes *input = &g->input;
    real direction = gear_direction(input->gear), max = lanes(c->max_acceleration_mps2);
    real share = input->throttle * absolute(direction);
    return (struct pedals){share * max, pick(direction < 0.0f, splat(-1.0f), splat(1.0f)),
                           max_real(input->brake, input->hand_brake) * c->max_braking_mps2};
}

static inline real pedal_push(const struct kinematic_constants *c, const struct pedals *pedals,
                              real speed)
{
    return pedals->sense * powered(pedals->acceleration, lanes(c->switch_speed_mps),
                                   pedals->sense * speed, lanes(c->planar.dt),
                                   lanes(c->planar.inverse_dt));
}

/* Exact for drag alone, so that no step is too long: speed / (1 + k speed t). */
static inline real drag(const struct group *g, real air_mps)
{
    const struct kinematic_constants *c = g->constants;
    real k = c->drag_area_per_mass * g->job->air_density_kgpm3 * absolute(air_mps);
    return -(k * air_mps) / (1.0f + k * c->planar.dt);
}

static inline real path_resistance(const struct group *g, const struct planar *p)
{
    const struct kinematic_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    real ground = splat(0.0f);
    for (int a = 0; a < l->axles; ++a)
        ground = ground + wheel_sum(l->count[a], p->rolling_resistance + l->first[a], 1);
    return (c->rolling_resistance + (1.0f / (float)l->wheels) * ground) * p->pressing_mps2;
}

/* What pushes moves the mass of the car and its yaw inertia along the course; z is its yaw rate. */
static inline real pushed_along(const struct kinematic_constants *c, vec3 push, vec3 course)
{
    real inertia = c->planar.mass_kg * (course.x * course.x + course.y * course.y) +
                   c->planar.yaw_inertia_kgm2 * (course.z * course.z);
    return ((push.x * course.x + push.y * course.y) + push.z * course.z) / inertia;
}

/* `course`: velocity of the centre of gravity per path speed, body axes, and the yaw rate as z. Nothing is +0. */
static inline struct path_scene path_scene(const struct group *g, const struct planar *p,
                                           vec3 course)
{
    const struct kinematic_constants *c = g->constants;
    vec3 wind = vec3_sub(matrix3_apply_transposed(p->rotation, wind_of(g)), p->ground_velocity);
    real slope = (p->gravity.x * course.x + p->gravity.y * course.y) + 0.0f;
    if (g->ground_moves) /* that turns throws a car outwards */
        slope =
            with_added(slope, pushed_along(c, less_carried(&c->planar, p, vec3_zero()), course));
    if (g->job->outer)
        slope = with_added(
            slope, pushed_along(c, with_outer_in_plane(g, p->rotation, vec3_zero()), course));
    return (struct path_scene){slope, (wind.x * course.x + wind.y * course.y) + 0.0f,
                               path_resistance(g, p)};
}

static inline struct path_pull path_pull(const struct group *g, const struct pedals *pedals,
                                         const struct path_scene *scene, real speed)
{
    const struct kinematic_constants *c = g->constants;
    const struct input_lanes *input = &g->input;
    mask commanded = input->command > 0.5f;
    real push = (pedal_push(c, pedals, speed) + scene->slope) + drag(g, speed - scene->wind);
    struct path_pull pull = {push, pedals->braking_mps2 + scene->rolling};
    if (!any(commanded)) return pull;
    pull.push = pick(commanded, commanded_push(c, input->acceleration_mps2, speed), push);
    pull.resistance = pick(commanded, splat(0.0f), pull.resistance);
    return pull;
}

/* Speed at the end of a step in which the car comes to a stop, or starts from one: with what the
 * resistance leaves of the push, in the time that is left. */
static inline real leave_rest(struct path_pull pull, real time)
{
    real left = max_real(absolute(pull.push) - pull.resistance, splat(0.0f));
    return pick(pull.push < 0.0f, -left, left) * time;
}

/* Takes the path speed through a step. */
static inline struct path_change advance_speed(const struct kinematic_constants *c,
                                               struct pace *pace, struct path_pull pull)
{
    real dt = lanes(c->planar.dt), zero = splat(0.0f), before = pace->mps;
    real sense = pick(before > 0.0f, splat(1.0f), pick(before < 0.0f, splat(-1.0f), zero));
    real acceleration = pull.push - sense * pull.resistance;
    real after = before + acceleration * dt, correction = zero;
    mask stops = (sense * after < 0.0f) | (before == 0.0f);
    if (any(stops)) {
        mask at_rest = before == 0.0f;
        real until = zero;
        if (any(stops & mask_not(at_rest)))
            until = pick(at_rest, zero, clamp(-before / acceleration, zero, dt));
        real end = leave_rest(pull, dt - until);
        real mean = 0.5f * (before * until + end * (dt - until)) * c->planar.inverse_dt;
        correction = pick(stops, mean - 0.5f * (before + end), zero);
        after = pick(stops, end, after);
    }
    real held = min_real(after, max_real(before, lanes(c->top_speed_mps)));
    held = max_real(held, min_real(before, lanes(-c->reverse_speed_mps)));
    mask jumps = stops | (held < after) | (held > after);
    add_kept(&pace->mps, &pace->rest, acceleration * dt);
    pace->mps = pick(jumps, held, pace->mps);
    pace->rest = pick(jumps, zero, pace->rest);
    acceleration = pick(jumps, (held - before) * c->planar.inverse_dt, acceleration);
    return (struct path_change){acceleration, correction};
}

#endif
