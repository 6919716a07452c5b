/* Bogies in a substep: the axles of one are solved together, since their springs are one on each side (load_sharing.h). */
#ifndef KAMM_RUNGS_FULL_BOGIE_STEP_H
#define KAMM_RUNGS_FULL_BOGIE_STEP_H

#include "full_constants.h"
#include "implicit_travel.h"

static inline struct partner springs_of(const struct full_constants *c, const struct layout *l,
                                        const struct wheel_lanes *wheels, int a)
{
    const struct suspension_constants *s = &c->chassis.axles[a].suspension;
    const struct wheel_lanes *left = &wheels[left_hub(l, a)], *right = &wheels[right_hub(l, a)];
    struct axle_pair t = set_inwards(s, (struct axle_pair){left->travel_m, right->travel_m});
    struct axle_pair v =
        set_inwards(s, (struct axle_pair){left->travel_rate_mps, right->travel_rate_mps});
    return (struct partner){{{t.left, v.left}, {t.right, v.right}}, lanes(s->inset)};
}

/* The springs with which those of an axle share: behind the front axle of a bogie, before its rear one. */
static inline struct partner partner_of(const struct full_constants *c, const struct layout *l,
                                        const struct wheel_lanes *wheels, int a)
{
    mask first = lanes(c->chassis.axles[a].load_sharing.first) > 0.5f;
    struct partner behind = springs_of(c, l, wheels, a + 1 < l->axles ? a + 1 : a), p;
    struct partner before = springs_of(c, l, wheels, a ? a - 1 : a);
    for (int i = 0; i < 2; ++i) {
        p.at[i].travel = pick(first, behind.at[i].travel, before.at[i].travel);
        p.at[i].rate = pick(first, behind.at[i].rate, before.at[i].rate);
    }
    p.inset = pick(first, behind.inset, before.inset);
    return p;
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

/* The sum of a hub's terms, left and right. */
#define BOTH(left, right) ((left) + (right))

/* The front axle's hubs taken out of the rear one's equations: C - B' A^-1 B. */
static inline struct pair_matrix without_front(const struct pair_matrix *front,
                                               const struct pair_matrix *rear,
                                               const struct bogie_slope *s)
{
    real x[2][2]; /* A^-1 B, by columns */
    for (int j = 0; j < 2; ++j) solve_pair(front, (real[2]){s->by[0][j], s->by[1][j]}, x[j]);
    struct pair_matrix rest;
    for (int j = 0; j < 2; ++j)
        rest.own[j] = rear->own[j] - BOTH(s->by[0][j] * x[j][0], s->by[1][j] * x[j][1]);
    real one = BOTH(s->by[0][0] * x[1][0], s->by[1][0] * x[1][1]);
    real other = BOTH(s->by[0][1] * x[0][0], s->by[1][1] * x[0][1]);
    rest.across = rear->across - 0.5f * BOTH(one, other);
    return rest;
}

/* What the axles of a bogie do to each other by their accelerations r,
 *
 *     A r + B u = f,   B' r + C u = g,
 *
 * of which A, C, f and g are the axles' own (implicit_travel.h): -B u on the front hubs and -B' r on the rear ones. */
static inline void couple_hubs(const struct pair_matrix *front, const struct pair_matrix *rear,
                               const struct bogie_slope *s, const real f[2], const real g[2],
                               real on_front[2], real on_rear[2])
{
    struct pair_matrix rest = without_front(front, rear, s);
    real r[2], u[2], left[2];
    solve_pair(front, f, r);
    for (int j = 0; j < 2; ++j) left[j] = g[j] - BOTH(s->by[0][j] * r[0], s->by[1][j] * r[1]);
    solve_pair(&rest, left, u);
    for (int i = 0; i < 2; ++i) on_front[i] = -BOTH(s->by[i][0] * u[0], s->by[i][1] * u[1]);
    solve_pair(front, (real[2]){f[0] + on_front[0], f[1] + on_front[1]}, r);
    for (int j = 0; j < 2; ++j) on_rear[j] = -BOTH(s->by[0][j] * r[0], s->by[1][j] * r[1]);
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

/* That of all bogies: on the hubs of each axle, 0 on those of none. */
static inline void couple_bogies(const struct full_constants *c, const struct layout *l,
                                 const struct travel_slope *slopes,
                                 const struct bogie_slope *bogies, const struct corner *corners,
                                 const struct tyre_travel *tyres, const struct wheel_share *shares,
                                 const struct acceleration *motion, real (*on_hubs)[2])
{
    for (int a = 0; a < l->axles; ++a) on_hubs[a][0] = on_hubs[a][1] = splat(0.0f);
    for (int a = 0; a + 1 < l->axles; ++a) {
        num first = c->chassis.axles[a].load_sharing.first;
        if (!any_num(first > 0.5f)) continue;
        struct pair_matrix front, rear;
        real f[2], g[2], on_front[2], on_rear[2];
        equations_of(c, l, a, &slopes[a], corners, tyres, shares, motion, &front, f);
        equations_of(c, l, a + 1, &slopes[a + 1], corners, tyres, shares, motion, &rear, g);
        couple_hubs(&front, &rear, &bogies[a], f, g, on_front, on_rear);
        for (int i = 0; i < 2; ++i) {
            on_hubs[a][i] = pick(lanes(first) > 0.5f, on_front[i], on_hubs[a][i]);
            on_hubs[a + 1][i] = pick(lanes(first) > 0.5f, on_rear[i], on_hubs[a + 1][i]);
        }
    }
}

#undef BOTH
#endif
