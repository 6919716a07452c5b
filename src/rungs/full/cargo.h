/* Cargo that moves: the body's equations of motion (body.h) with masses on paths (part/moving_load.h).
 *
 * A load of mass m takes the place of as much mass that the sprung one has at rest, p0: with J = (1, -[p]) the matrix A becomes
 *
 *     A - sum of m J0' J0 + sum of m J' (1 - sum of T T' / (T.T + e)) J
 *
 * The first two are constant (full_compile.c); the rest follows the load. It is positive definite, as a mass matrix is,
 * and solved by Cholesky's method without roots in each round of solve_motion. So body and loads have one acceleration
 * however heavy the loads are. Of a load that friction holds by a share, 1 - share of T T' is taken away: the share
 * follows from round to round.
 *
 * What lies on the floor does not drift with the first half of a substep: a load that comes to rest within a substep
 * stays where it was at its start. So it does not creep under the pushes of hitches and contacts, which come between
 * substeps. */
#ifndef KAMM_RUNGS_FULL_CARGO_H
#define KAMM_RUNGS_FULL_CARGO_H

#include "body.h"
#include "symmetric.h"

struct cargo {
    int carried[MOVING_LOADS]; /* by any car of the batch */
    mask own[MOVING_LOADS], has;
    struct load_motion motion[MOVING_LOADS];
    struct load_place place[MOVING_LOADS];
    struct load_force force[MOVING_LOADS][FREEDOMS];
    vec3 bias[MOVING_LOADS]; /* c - g */
    real held_share[MOVING_LOADS], stopping_mps2[MOVING_LOADS][FREEDOMS];
};

LANE_INLINE int has_liquid(const struct group *g)
{
    return has_state(g, STATE_NUMBER(car.liquid_along_m));
}
LANE_INLINE int has_shifting_load(const struct group *g)
{
    return has_state(g, STATE_NUMBER(car.shifted_along_m));
}
LANE_INLINE int moves_cargo(const struct group *g) { return has_liquid(g) || has_shifting_load(g); }

static inline void read_loads(const struct car_lanes *car, struct load_motion motion[MOVING_LOADS])
{
    const real none = splat(0.0f);
    motion[LIQUID_ALONG] =
        (struct load_motion){{car->liquid_along_m, none}, {car->liquid_along_mps, none}};
    motion[LIQUID_ASIDE] =
        (struct load_motion){{none, car->liquid_aside_m}, {none, car->liquid_aside_mps}};
    motion[ON_FLOOR] = (struct load_motion){{car->shifted_along_m, car->shifted_aside_m},
                                            {car->shifting_along_mps, car->shifting_aside_mps}};
}

static inline void write_loads(struct car_lanes *car, const struct load_motion motion[MOVING_LOADS])
{
    car->liquid_along_m = motion[LIQUID_ALONG].u_m[ALONG];
    car->liquid_along_mps = motion[LIQUID_ALONG].rate_mps[ALONG];
    car->liquid_aside_m = motion[LIQUID_ASIDE].u_m[ASIDE];
    car->liquid_aside_mps = motion[LIQUID_ASIDE].rate_mps[ASIDE];
    car->shifted_along_m = motion[ON_FLOOR].u_m[ALONG];
    car->shifted_aside_m = motion[ON_FLOOR].u_m[ASIDE];
    car->shifting_along_mps = motion[ON_FLOOR].rate_mps[ALONG];
    car->shifting_aside_mps = motion[ON_FLOOR].rate_mps[ASIDE];
}

LANE_INLINE void half_step_load(struct load_motion *motion, real half_s)
{
    for (int i = 0; i < FREEDOMS; ++i)
        motion->u_m[i] = motion->u_m[i] + motion->rate_mps[i] * half_s;
}

LANE_INLINE void half_step_loads(struct car_lanes *car, real half_s)
{
    struct load_motion motion[MOVING_LOADS];
    read_loads(car, motion);
    for (int n = 0; n < ON_FLOOR; ++n) half_step_load(&motion[n], half_s);
    write_loads(car, motion);
}

/* Within the ranges of their states (state_fields.h). Cars without have 0 there. */
LANE_INLINE mask loads_are_bounded(const struct car_lanes *car)
{
    struct load_motion motion[MOVING_LOADS];
    read_loads(car, motion);
    mask well = splat(0.0f) < 1.0f;
    for (int n = 0; n < MOVING_LOADS; ++n)
        for (int i = 0; i < FREEDOMS; ++i)
            well = well & (absolute(motion[n].u_m[i]) < 100.0f) &
                   (absolute(motion[n].rate_mps[i]) < 1e3f);
    return well;
}

/* In the middle of a substep, where liquids are already. */
static inline struct cargo cargo_of(const struct group *g)
{
    const struct full_constants *c = g->constants;
    struct cargo cargo;
    read_loads(&g->state.car, cargo.motion);
    half_step_load(&cargo.motion[ON_FLOOR], 0.5f * lanes(c->chassis.dt));
    cargo.has = splat(1.0f) < 0.0f;
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &c->cargo.load[n];
        cargo.carried[n] = n == ON_FLOOR ? has_shifting_load(g) : has_liquid(g);
        if (!cargo.carried[n]) continue;
        cargo.place[n] = load_place_at(load, &cargo.motion[n]);
        cargo.own[n] = lanes(load->mass_kg) > 0.0f;
        cargo.has = cargo.has | cargo.own[n];
        cargo.held_share[n] = splat(0.0f);
        for (int i = 0; i < FREEDOMS; ++i)
            cargo.stopping_mps2[n][i] = -(cargo.motion[n].rate_mps[i] * c->chassis.inverse_dt);
    }
    return cargo;
}

/* Acceleration of the place that a load is at, less gravity, while the body does as `a` says. */
LANE_INLINE vec3 carried_along(const struct cargo *cargo, int n, const struct acceleration *a)
{
    const struct load_place *p = &cargo->place[n];
    return vec3_add(vec3_add(a->linear, vec3_cross(a->angular, p->at)), cargo->bias[n]);
}

/* How a load's freedom accelerates while the body does as `a` says. */
LANE_INLINE real load_acceleration(const struct cargo *cargo, int n, int i,
                                   const struct acceleration *a)
{
    const struct load_place *p = &cargo->place[n];
    vec3 carried = carried_along(cargo, n, a);
    const struct load_force *f = &cargo->force[n][i];
    real free = (f->q - vec3_dot(p->path[i], carried)) / (p->squared[i] + f->e);
    return let_go(cargo->held_share[n], free, cargo->stopping_mps2[n][i]);
}

/* Stops the load by friction, as far as it holds the forces along the load's paths that are known
 * so far. */
static inline void hold_by_friction(const struct load_constants *load, struct cargo *cargo, int n,
                                    const struct acceleration *a)
{
    const struct load_place *p = &cargo->place[n];
    vec3 carried = carried_along(cargo, n, a);
    real asked[FREEDOMS];
    for (int i = 0; i < FREEDOMS; ++i) {
        const struct load_force *f = &cargo->force[n][i];
        asked[i] = (p->squared[i] + f->e) * cargo->stopping_mps2[n][i] -
                   (f->q - vec3_dot(p->path[i], carried));
        asked[i] = keep(lanes(load->freedom[i].on) > 0.5f, asked[i]);
    }
    real pressed = max_real(carried.z, splat(0.0f)) + load->pressed_mps2;
    cargo->held_share[n] = held_share(asked, load->friction * pressed);
}

/* Forces along the paths, by the body's acceleration as it is known by now. */
static inline void find_load_forces(const struct full_constants *c, struct cargo *cargo,
                                    const struct body_motion *body, const struct acceleration *a,
                                    real dt, int first)
{
    const struct load_force none = {splat(0.0f), splat(0.0f)};
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &c->cargo.load[n];
        if (!cargo->carried[n]) continue;
        real rate[FREEDOMS];
        for (int i = 0; i < FREEDOMS; ++i) {
            rate[i] = cargo->motion[n].rate_mps[i];
            if (!first) rate[i] = rate[i] + 0.5f * (load_acceleration(cargo, n, i, a) * dt);
        }
        cargo->bias[n] =
            vec3_sub(load_bias(&cargo->place[n], rate, body->angular_velocity), body->gravity);
        cargo->force[n][ALONG] = cargo->force[n][ASIDE] = none;
        if (n == ON_FLOOR) hold_by_friction(load, cargo, n, a);
        for (int i = 0; i < FREEDOMS; ++i) {
            const struct load_motion *motion = &cargo->motion[n];
            real free_mps2 = load_acceleration(cargo, n, i, a);
            cargo->force[n][i] =
                load_force_of(&load->freedom[i], motion->u_m[i], motion->rate_mps[i],
                              cargo->place[n].squared[i], free_mps2, dt);
        }
        if (n == ON_FLOOR) hold_by_friction(load, cargo, n, a);
    }
}

/* What a load does to the body that does not follow from the body's acceleration, in the place of what it would do at rest. */
static inline struct wrench load_wrench(const struct full_constants *c, const struct cargo *cargo,
                                        int n, const struct body_motion *body)
{
    const struct load_constants *load = &c->cargo.load[n];
    const struct load_place *p = &cargo->place[n];
    vec3 rest = vec3_lanes(load->rest), turning = body->angular_velocity, moving = cargo->bias[n];
    for (int i = 0; i < FREEDOMS; ++i) {
        const struct load_force *f = &cargo->force[n][i];
        real own = (f->q - vec3_dot(p->path[i], cargo->bias[n])) / (p->squared[i] + f->e);
        own = let_go(cargo->held_share[n], own, cargo->stopping_mps2[n][i]);
        moving = vec3_add_scaled(moving, p->path[i], lanes(load->freedom[i].on) * own);
    }
    vec3 at_rest = vec3_sub(vec3_cross(turning, vec3_cross(turning, rest)), body->gravity);
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, p->at, vec3_scale(moving, lanes(-load->mass_kg)));
    add_force_at(&w, rest, vec3_scale(at_rest, lanes(load->mass_kg)));
    return w;
}

/* Columns of m J' (1 - …) J. */
static inline void add_load(const struct full_constants *c, const struct cargo *cargo, int n,
                            real a[SYMMETRIC])
{
    const struct load_constants *load = &c->cargo.load[n];
    const struct load_place *p = &cargo->place[n];
    const real zero = splat(0.0f), one = splat(1.0f);
    for (int column = 0; column < 6; ++column) {
        int axis = column % 3;
        vec3 unit = vec3_of(axis == 0 ? one : zero, axis == 1 ? one : zero, axis == 2 ? one : zero);
        vec3 moved = column < 3 ? unit : vec3_cross(unit, p->at), kept = moved;
        for (int i = 0; i < FREEDOMS; ++i) {
            real share = lanes(load->freedom[i].on) / (p->squared[i] + cargo->force[n][i].e);
            share = let_go(cargo->held_share[n], share, splat(0.0f));
            kept = vec3_add_scaled(kept, p->path[i], -(share * vec3_dot(p->path[i], moved)));
        }
        vec3 force = vec3_scale(kept, lanes(load->mass_kg)), moment = vec3_cross(p->at, force);
        const real along[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
        for (int row = column; row < 6; ++row) {
            real *of_all = &a[entry(row, column)];
            *of_all = pick(cargo->own[n], *of_all + along[row], *of_all);
        }
    }
}

/* The body's acceleration under w, of cars with cargo in the place of `without`. */
static inline struct acceleration accelerate_with_cargo(const struct full_constants *c,
                                                        const struct cargo *cargo,
                                                        const struct body_motion *body,
                                                        const struct wrench *w,
                                                        struct acceleration without)
{
    struct wrench all = *w;
    real a[SYMMETRIC];
    for (int i = 0; i < SYMMETRIC; ++i) a[i] = lanes(c->cargo.matrix[i]);
    for (int n = 0; n < MOVING_LOADS; ++n) {
        if (!cargo->carried[n]) continue;
        struct wrench with = wrench_sum(all, load_wrench(c, cargo, n, body));
        all.force = vec3_pick(cargo->own[n], with.force, all.force);
        all.moment = vec3_pick(cargo->own[n], with.moment, all.moment);
        add_load(c, cargo, n, a);
    }
    real b[6] = {all.force.x, all.force.y, all.force.z, all.moment.x, all.moment.y, all.moment.z};
    factor_symmetric(a, cargo->has);
    solve_factored(a, b);
    return (struct acceleration){vec3_pick(cargo->has, vec3_of(b[0], b[1], b[2]), without.linear),
                                 vec3_pick(cargo->has, vec3_of(b[3], b[4], b[5]), without.angular)};
}

/* Rates, and the other half of the way with the new ones. */
static inline void advance_loads(const struct full_constants *c, struct cargo *cargo,
                                 struct car_lanes *car, const struct acceleration *a, real dt)
{
    struct load_motion start[MOVING_LOADS];
    read_loads(car, start);
    for (int n = 0; n < MOVING_LOADS; ++n) {
        if (!cargo->carried[n]) continue;
        mask rests = cargo->held_share[n] >= 1.0f;
        for (int i = 0; i < FREEDOMS; ++i) {
            struct load_motion *motion = &cargo->motion[n];
            mask on = lanes(c->cargo.load[n].freedom[i].on) > 0.5f;
            real rate = motion->rate_mps[i] + load_acceleration(cargo, n, i, a) * dt;
            motion->rate_mps[i] = keep(on & mask_not(rests), rate);
            real to = motion->u_m[i] + 0.5f * (motion->rate_mps[i] * dt);
            motion->u_m[i] = keep(on, pick(rests, start[n].u_m[i], to));
        }
    }
    write_loads(car, cargo->motion);
}

#endif
