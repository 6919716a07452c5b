/* A tilting pair of wheels in front or behind, as leaning three-wheelers have it: a parallelogram or leading arms join the hubs, so that one goes up as far
 * as the other goes down. Both wheels stay parallel to the body's plane and lean with it by the same angle.
 *
 * Hubs travel along the body's z axis. On level ground a lean phi moves them by z +- (T/2) tan phi, with the track T across the body and z
 * their mean. Spring, damper and stops act on z alone (suspension_constants.inset is 1/2), so a lean takes no force: it is free, and the
 * steering has to balance it (front.h).
 *
 * The lock is a clutch between body and linkage, as a calliper on a disc is. With the lean u = (z_l - z_r)/T and the
 * lean u_0 at which it has gripped it gives the moment
 *
 *     M = k (u - u_0) + d u',   |M| <= s M_max
 *
 * with the share s of the input `stand`; u_0 goes along where k (u - u_0) would be more. Its store is k (u - u_0)^2 / 2, which a smaller s can
 * only reduce. So it never gives back more than it took.
 *
 * Stops at the largest lean push with the same k and d.
 *
 * Source: the geometry of the linkage, and virtual work on the travels; an elastic clutch that slips is the law of dry friction.
 * Departures: arms that stay level keep the track on the road, these widen it by 1/cos phi; the linkage has no mass and no friction; both
 * wheels steer by one angle, without Ackermann. */
#ifndef KAMM_RUNGS_FULL_TILT_H
#define KAMM_RUNGS_FULL_TILT_H

#include "front.h"
#include "implicit_travel.h"

LANE_INLINE int tilts_with_body(const struct group *g, int axle)
{
    return has_front(g) && hub_count(layout_of(g), axle) == 2;
}

/* A force against the tilt, on the left hub downwards, and S of the hubs' acceleration apart. */
struct tilt_force {
    real n, slope;
};

/* A lock that slips has no slope. */
static inline struct tilt_force lock_tilt(const struct tilt_constants *c, real share, real apart,
                                          real rate, real slope, real *slack)
{
    real most_n = share * c->most_n, most_m = most_n * c->inverse_n_per_m;
    real bend = clamp(apart - *slack, -most_m, most_m);
    real asked_n = c->n_per_m * bend + c->damping * rate;
    *slack = apart - bend;
    return (struct tilt_force){clamp(asked_n, -most_n, most_n),
                               keep(absolute(asked_n) < most_n, slope)};
}

/* They only push. */
static inline struct tilt_force stop_tilt(const struct tilt_constants *c, real apart, real rate,
                                          real slope)
{
    mask right = apart < 0.0f;
    real deep = absolute(apart) - c->stop_m, deepens = pick(right, -rate, rate);
    real push_n = c->n_per_m * deep + c->damping * deepens;
    mask meets = (deep > 0.0f) & (push_n > 0.0f);
    push_n = keep(meets, push_n);
    return (struct tilt_force){pick(right, -push_n, push_n), keep(meets, slope)};
}

/* Adds the forces of lock and stops down on the hubs of axle `a`, by the linearly implicit midpoint rule as springs do. */
static inline void hold_tilt(struct group *g, int a, const struct wheel_lanes *left,
                             const struct wheel_lanes *right, real down[2],
                             struct travel_slope *slope)
{
    const struct full_constants *all = g->constants;
    const struct tilt_constants *c = &all->front.tilt;
    num mass = all->chassis.axles[a].inverse_unsprung_mass;
    real apart = left->travel_m - right->travel_m, dt = lanes(all->chassis.dt);
    real rate = left->travel_rate_mps - right->travel_rate_mps;
    real damping = lanes(c->damping), stiff = lanes(c->n_per_m);
    real point = implicit_point(2.0f * damping, 2.0f * stiff, mass, dt);
    real whole = implicit_slope(damping, stiff, point);
    struct tilt_force lock =
        lock_tilt(c, g->input.stand, apart, rate, whole, &g->state.axles[a].bar_slack_m);
    struct tilt_force stop = stop_tilt(c, apart, rate, whole);
    real force = lock.n + stop.n, both = lock.slope + stop.slope;
    down[0] = down[0] + force;
    down[1] = down[1] - force;
    slope->own[0] = slope->own[0] + both;
    slope->own[1] = slope->own[1] + both;
    slope->across = slope->across - both;
}

#endif
