/* Cargo that moves: the body's equations of motion (body.h) with masses on paths (part/moving_load.h).
 *
 * A load of mass m takes the place of as much mass that the sprung one has at rest, p0: with J = (1, -[p]) the matrix A becomes
 *
 *     A - sum of m J0' J0 + sum of m J' (1 - sum of T T' / (T.T + e)) J
 *
 * The first two are constant (full_compile.c); the rest follows the load. It is positive definite, as a mass matrix is, and
 * solved by Cholesky's method without roots in each round of solve_motion, so that body and loads have one acceleration however
 * heavy the loads are. */
#ifndef KAMM_RUNGS_FULL_CARGO_H
#define KAMM_RUNGS_FULL_CARGO_H

#include "body.h"

struct cargo {
    mask has;
    struct load_motion motion[MOVING_LOADS];
    struct load_place place[MOVING_LOADS];
    struct load_force force[MOVING_LOADS][FREEDOMS];
    vec3 bias[MOVING_LOADS]; /* c - g */
};

LANE_INLINE int moves_cargo(const struct group *g)
{
    return has_state(g, STATE_NUMBER(car.liquid_along_m));
}

static inline void read_loads(const struct car_lanes *car, struct load_motion motion[MOVING_LOADS])
{
    const real none = splat(0.0f);
    motion[LIQUID_ALONG] =
        (struct load_motion){{car->liquid_along_m, none}, {car->liquid_along_mps, none}};
    motion[LIQUID_ASIDE] =
        (struct load_motion){{none, car->liquid_aside_m}, {none, car->liquid_aside_mps}};
}

static inline void write_loads(struct car_lanes *car, const struct load_motion motion[MOVING_LOADS])
{
    car->liquid_along_m = motion[LIQUID_ALONG].u_m[ALONG];
    car->liquid_along_mps = motion[LIQUID_ALONG].rate_mps[ALONG];
    car->liquid_aside_m = motion[LIQUID_ASIDE].u_m[ASIDE];
    car->liquid_aside_mps = motion[LIQUID_ASIDE].rate_mps[ASIDE];
}

LANE_INLINE void drift_loads(struct car_lanes *car, real half_s)
{
    struct load_motion motion[MOVING_LOADS];
    read_loads(car, motion);
    for (int n = 0; n < MOVING_LOADS; ++n)
        for (int i = 0; i < FREEDOMS; ++i)
            motion[n].u_m[i] = motion[n].u_m[i] + motion[n].rate_mps[i] * half_s;
    write_loads(car, motion);
}

/* In the middle of a substep, where the loads are already. */
static inline struct cargo cargo_of(const struct full_constants *c, const struct car_lanes *car)
{
    struct cargo cargo;
    read_loads(car, cargo.motion);
    cargo.has = splat(1.0f) < 0.0f;
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &c->cargo.load[n];
        cargo.place[n] = load_place_at(load, &cargo.motion[n]);
        cargo.has = cargo.has | (lanes(load->mass_kg) > 0.0f);
    }
    return cargo;
}

/* How a load's freedom accelerates while the body does as `a` says. */
LANE_INLINE real load_acceleration(const struct cargo *cargo, int n, int i,
                                   const struct acceleration *a)
{
    const struct load_place *p = &cargo->place[n];
    vec3 carried = vec3_add(vec3_add(a->linear, vec3_cross(a->angular, p->at)), cargo->bias[n]);
    const struct load_force *f = &cargo->force[n][i];
    return (f->q - vec3_dot(p->path[i], carried)) / (p->squared[i] + f->e);
}

/* Forces along the paths, by the body's acceleration as it is known by now. */
static inline void find_load_forces(const struct full_constants *c, struct cargo *cargo,
                                    const struct body_motion *body, const struct acceleration *a,
                                    real dt, int first)
{
    const struct load_force none = {splat(0.0f), splat(0.0f)};
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &c->cargo.load[n];
        real rate[FREEDOMS];
        for (int i = 0; i < FREEDOMS; ++i) {
            rate[i] = cargo->motion[n].rate_mps[i];
            if (!first) rate[i] = rate[i] + 0.5f * (load_acceleration(cargo, n, i, a) * dt);
        }
        cargo->bias[n] =
            vec3_sub(load_bias(&cargo->place[n], rate, body->angular_velocity), body->gravity);
        for (int i = 0; i < FREEDOMS; ++i) {
            const struct load_motion *motion = &cargo->motion[n];
            cargo->force[n][i] = none;
            real free_mps2 = load_acceleration(cargo, n, i, a);
            cargo->force[n][i] =
                load_force_of(&load->freedom[i], motion->u_m[i], motion->rate_mps[i],
                              cargo->place[n].squared[i], free_mps2, dt);
        }
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
        moving = vec3_add_scaled(moving, p->path[i], lanes(load->freedom[i].on) * own);
    }
    vec3 at_rest = vec3_sub(vec3_cross(turning, vec3_cross(turning, rest)), body->gravity);
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, p->at, vec3_scale(moving, lanes(-load->mass_kg)));
    add_force_at(&w, rest, vec3_scale(at_rest, lanes(load->mass_kg)));
    return w;
}

/* Row by row up to the diagonal. */
LANE_INLINE int entry(int row, int column) { return row * (row + 1) / 2 + column; }

/* Columns of m J' (1 - …) J. */
static inline void add_load(const struct full_constants *c, const struct cargo *cargo, int n,
                            real a[21])
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
            kept = vec3_add_scaled(kept, p->path[i], -(share * vec3_dot(p->path[i], moved)));
        }
        vec3 force = vec3_scale(kept, lanes(load->mass_kg)), moment = vec3_cross(p->at, force);
        const real along[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
        for (int row = column; row < 6; ++row)
            a[entry(row, column)] = a[entry(row, column)] + along[row];
    }
}

/* L D L' x = b, in the place of both. Lanes without cargo get numbers that can be reckoned with. */
static inline void solve_symmetric(real a[21], mask has, real b[6])
{
    for (int j = 0; j < 6; ++j) {
        real pivot = pick(has, a[entry(j, j)], splat(1.0f)), inverse = 1.0f / pivot;
        for (int i = j + 1; i < 6; ++i) {
            real factor = a[entry(i, j)] * inverse;
            for (int k = j + 1; k <= i; ++k)
                a[entry(i, k)] = a[entry(i, k)] - factor * a[entry(k, j)];
            b[i] = b[i] - factor * b[j];
        }
    }
    for (int i = 5; i >= 0; --i) {
        real pivot = pick(has, a[entry(i, i)], splat(1.0f));
        for (int k = i + 1; k < 6; ++k) b[i] = b[i] - a[entry(k, i)] * b[k];
        b[i] = b[i] / pivot;
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
    real a[21];
    for (int i = 0; i < 21; ++i) a[i] = lanes(c->cargo.matrix[i]);
    for (int n = 0; n < MOVING_LOADS; ++n) {
        all = wrench_sum(all, load_wrench(c, cargo, n, body));
        add_load(c, cargo, n, a);
    }
    real b[6] = {all.force.x, all.force.y, all.force.z, all.moment.x, all.moment.y, all.moment.z};
    solve_symmetric(a, cargo->has, b);
    return (struct acceleration){vec3_pick(cargo->has, vec3_of(b[0], b[1], b[2]), without.linear),
                                 vec3_pick(cargo->has, vec3_of(b[3], b[4], b[5]), without.angular)};
}

/* Rates, and the other half of the way with the new ones. */
static inline void advance_loads(const struct full_constants *c, struct cargo *cargo,
                                 struct car_lanes *car, const struct acceleration *a, real dt)
{
    for (int n = 0; n < MOVING_LOADS; ++n)
        for (int i = 0; i < FREEDOMS; ++i) {
            struct load_motion *motion = &cargo->motion[n];
            mask on = lanes(c->cargo.load[n].freedom[i].on) > 0.5f;
            real rate = motion->rate_mps[i] + load_acceleration(cargo, n, i, a) * dt;
            motion->rate_mps[i] = keep(on, rate);
            motion->u_m[i] = keep(on, motion->u_m[i] + 0.5f * (motion->rate_mps[i] * dt));
        }
    write_loads(car, cargo->motion);
}

#endif
