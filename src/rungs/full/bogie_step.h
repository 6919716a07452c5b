/* Bogies in a substep: the axles of one are solved together, since their springs are one on each side (load_sharing.h). */
#ifndef KAMM_RUNGS_FULL_BOGIE_STEP_H
#define KAMM_RUNGS_FULL_BOGIE_STEP_H

#include "full_constants.h"
#include "implicit_travel.h"

/* Whether an axle shares its load with one that is not before it, `rear`: itself, too, of a bogie. */
static inline mask are_joined(const struct full_constants *c, int front, int rear)
{
    mask joined = lanes(c->chassis.axles[front].load_sharing.on) > 0.5f;
    for (int a = front; a < rear; ++a)
        joined = joined & (lanes(c->chassis.axles[a].load_sharing.joins) > 0.5f);
    return joined;
}

/* Where the springs of an axle are, left and right. */
static inline void find_springs(const struct full_constants *c, const struct layout *l,
                                const struct wheel_lanes *wheels, int a, struct spring_place at[2])
{
    const struct suspension_constants *s = &c->chassis.axles[a].suspension;
    const struct wheel_lanes *left = &wheels[left_hub(l, a)], *right = &wheels[right_hub(l, a)];
    struct axle_pair t = set_inwards(s, (struct axle_pair){left->travel_m, right->travel_m});
    struct axle_pair v =
        set_inwards(s, (struct axle_pair){left->travel_rate_mps, right->travel_rate_mps});
    at[0] = (struct spring_place){t.left, v.left};
    at[1] = (struct spring_place){t.right, v.right};
}

/* Returns the share of an axle in the others of its bogie. */
static inline struct sharing sharing_of(const struct full_constants *c, const struct layout *l,
                                        const struct wheel_lanes *wheels, int a)
{
    struct spring_place at[AXLE_ROOM][2], none = {splat(0.0f), splat(0.0f)};
    struct sharing own = {.before = a ? &c->chassis.axles[a - 1].load_sharing : NULL};
    for (int i = 0; i < l->axles; ++i) find_springs(c, l, wheels, i, at[i]);
    for (int side = 0; side < 2; ++side) {
        struct spring_place mean = none;
        for (int i = 0; i < l->axles; ++i) {
            mask joined = i < a ? are_joined(c, i, a) : are_joined(c, a, i);
            num share = c->chassis.axles[i].load_sharing.own;
            mean.travel = pick(joined, mean.travel + share * at[i][side].travel, mean.travel);
            mean.rate = pick(joined, mean.rate + share * at[i][side].rate, mean.rate);
        }
        own.at[side] = (struct shared_place){mean, at[a ? a - 1 : a][side],
                                             at[a + 1 < l->axles ? a + 1 : a][side]};
    }
    return own;
}

/* A symmetric 2 x 2 matrix. */
struct pair_matrix {
    real own[2], across;
};

static inline void solve_pair(const struct pair_matrix *m, const real b[2], real x[2])
{
    real inverse = 1.0f / (m->own[0] * m->own[1] - square(m->across));
    x[0] = (m->own[1] * b[0] - m->across * b[1]) * inverse;
    x[1] = (m->own[0] * b[1] - m->across * b[0]) * inverse;
}

/* The part of S between two axles of a bogie: on a hub of the front one by the acceleration of a hub of the rear one. */
struct between_axles {
    real by[2][2];
};

/* The sum of a hub's terms, left and right. */
#define BOTH(left, right) ((left) + (right))

/* M v, and M' v. */
static inline void times(const struct between_axles *m, const real v[2], real out[2])
{
    for (int i = 0; i < 2; ++i) out[i] = BOTH(m->by[i][0] * v[0], m->by[i][1] * v[1]);
}
static inline void times_transposed(const struct between_axles *m, const real v[2], real out[2])
{
    for (int j = 0; j < 2; ++j) out[j] = BOTH(m->by[0][j] * v[0], m->by[1][j] * v[1]);
}

/* From what joins the springs of either side of axles that are in a bogie. */
static inline struct between_axles
part_between(const struct full_constants *c, const struct bogie_slope *slope, int front, int rear)
{
    const struct axle_constants *first = &c->chassis.axles[front], *last = &c->chassis.axles[rear];
    real through[2];
    for (int side = 0; side < 2; ++side) {
        through[side] = slope->of[side].shared * last->load_sharing.own;
        if (rear == front + 1) through[side] = through[side] - slope->of[side].stop;
    }
    real in = lanes(first->suspension.inset), out = 1.0f - in;
    real far = lanes(last->suspension.inset), near = 1.0f - far;
    real l = through[0], r = through[1];
    return (struct between_axles){{{out * near * l + in * far * r, out * far * l + in * near * r},
                                   {in * near * l + out * far * r, in * far * l + out * near * r}}};
}

/* A^-1 B, by columns. */
static inline void columns_of(const struct pair_matrix *a, const struct between_axles *b,
                              real x[2][2])
{
    for (int j = 0; j < 2; ++j) solve_pair(a, (real[2]){b->by[0][j], b->by[1][j]}, x[j]);
}

/* C - B' A^-1 B. */
static inline struct pair_matrix without_front(const struct pair_matrix *rear,
                                               const struct between_axles *b, const real x[2][2])
{
    struct pair_matrix rest;
    for (int j = 0; j < 2; ++j)
        rest.own[j] = rear->own[j] - BOTH(b->by[0][j] * x[j][0], b->by[1][j] * x[j][1]);
    real one = BOTH(b->by[0][0] * x[1][0], b->by[1][0] * x[1][1]);
    real other = BOTH(b->by[0][1] * x[0][0], b->by[1][1] * x[0][1]);
    rest.across = rear->across - 0.5f * BOTH(one, other);
    return rest;
}

/* An axle's equations: matrix and right side. */
static inline void equations_of(const struct full_constants *c, const struct layout *l, int a,
                                const struct travel_slope *slope, const struct corner *corners,
                                const struct tyre_travel *tyres, const struct wheel_share *shares,
                                const struct acceleration *motion, struct pair_matrix *m,
                                real asked_n[2])
{
    for (int i = 0; i < 2; ++i) {
        int w = l->first[a] + i;
        struct hub_travel hub = hub_travel_of(&c->chassis.axles[a], has_twins(l, a), &corners[w],
                                              &tyres[w], &shares[w], slope->own[i], motion);
        m->own[i] = hub.slope;
        asked_n[i] = hub.asked_n;
    }
    m->across = slope->across;
}

/* The equations of all axles: A r + sum of B r of the others = f. Only what is behind the diagonal is kept of B, which is symmetric. */
struct bogie_system {
    struct pair_matrix own[AXLE_ROOM];
    struct between_axles by[AXLE_ROOM][AXLE_ROOM];
    real f[AXLE_ROOM][2];
};

/* Takes an axle's accelerations out of the equations of those behind it that are joined with it. */
static inline void take_out(const struct full_constants *c, int axles, int a,
                            struct bogie_system *s)
{
    real r[2], force[2];
    solve_pair(&s->own[a], s->f[a], r);
    for (int i = a + 1; i < axles; ++i) {
        mask joined = are_joined(c, a, i);
        if (!any(joined)) return;
        const struct between_axles *b = &s->by[a][i];
        real x[2][2];
        columns_of(&s->own[a], b, x);
        struct pair_matrix rest = without_front(&s->own[i], b, (const real(*)[2])x);
        times_transposed(b, r, force);
        for (int j = 0; j < 2; ++j) {
            s->own[i].own[j] = pick(joined, rest.own[j], s->own[i].own[j]);
            s->f[i][j] = pick(joined, s->f[i][j] - force[j], s->f[i][j]);
        }
        s->own[i].across = pick(joined, rest.across, s->own[i].across);
        for (int k = a + 1; k < i; ++k) { /* what those between do by way of it */
            struct between_axles *to = &s->by[k][i];
            for (int j = 0; j < 2; ++j) {
                times_transposed(&s->by[a][k], x[j], force);
                for (int h = 0; h < 2; ++h)
                    to->by[h][j] = pick(joined, to->by[h][j] - force[h], to->by[h][j]);
            }
        }
    }
}

/* Accelerations, from the last axle on, in the place of f. */
static inline void put_back(const struct full_constants *c, int axles, struct bogie_system *s)
{
    for (int a = axles - 1; a >= 0; --a) {
        real left[2] = {s->f[a][0], s->f[a][1]}, force[2];
        for (int i = a + 1; i < axles; ++i) {
            mask joined = are_joined(c, a, i);
            if (!any(joined)) break;
            times(&s->by[a][i], s->f[i], force);
            for (int h = 0; h < 2; ++h) left[h] = pick(joined, left[h] - force[h], left[h]);
        }
        if (any_num(c->chassis.axles[a].load_sharing.on > 0.5f))
            solve_pair(&s->own[a], left, s->f[a]);
    }
}

/* What the axles of a bogie do to each other by their accelerations r, of which A and f are the axles' own (implicit_travel.h): -B r
 * on the hubs of each axle, 0 on those of none. */
static inline void couple_bogies(const struct full_constants *c, const struct layout *l,
                                 const struct travel_slope *slopes,
                                 const struct bogie_slope *bogies, const struct corner *corners,
                                 const struct tyre_travel *tyres, const struct wheel_share *shares,
                                 const struct acceleration *motion, real (*on_hubs)[2])
{
    struct bogie_system s;
    for (int a = 0; a < l->axles; ++a) {
        on_hubs[a][0] = on_hubs[a][1] = s.f[a][0] = s.f[a][1] = splat(0.0f);
        if (!any_num(c->chassis.axles[a].load_sharing.on > 0.5f)) continue;
        equations_of(c, l, a, &slopes[a], corners, tyres, shares, motion, &s.own[a], s.f[a]);
        for (int i = a + 1; i < l->axles && any(are_joined(c, a, i)); ++i)
            s.by[a][i] = part_between(c, &bogies[a], a, i);
    }
    for (int a = 0; a + 1 < l->axles; ++a)
        if (any_num(c->chassis.axles[a].load_sharing.joins > 0.5f)) take_out(c, l->axles, a, &s);
    put_back(c, l->axles, &s);
    for (int a = 0; a < l->axles; ++a)
        for (int i = a + 1; i < l->axles; ++i) {
            mask joined = are_joined(c, a, i);
            if (!any(joined)) break;
            const struct between_axles b = part_between(c, &bogies[a], a, i);
            real on_front[2], on_rear[2];
            times(&b, s.f[i], on_front);
            times_transposed(&b, s.f[a], on_rear);
            for (int h = 0; h < 2; ++h) {
                on_hubs[a][h] = pick(joined, on_hubs[a][h] - on_front[h], on_hubs[a][h]);
                on_hubs[i][h] = pick(joined, on_hubs[i][h] - on_rear[h], on_hubs[i][h]);
            }
        }
}

#undef BOTH
#endif
