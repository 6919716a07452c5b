/* Wheels of two-wheelers that lie on the ground, implicitly.
 *
 * What gives way to the contact of such a wheel is not its hub, which travels along the ground. It is the light front about its
 * steering axis (some kg), or the vehicle. There an explicit tyre or rim would bounce back faster than it came. With the contact's
 * direction d and its column j = (d, r x d), less what the hub takes along its travel, and its way e = d . (k x (r - p)) per steering,
 *
 *     F = F0 - S (j . (x - x') + e (d'' - d')),   A + S j j',  b + S j e,  D + S e^2
 *
 * where x', d' are the accelerations that F0 was found with. S of the load is that of the tyre (implicit_travel.h), of the side force
 * dt/2 times its secant, F over speed, so that friction never turns a slide round; at most the carcass's.
 *
 * Departures: a change of F is neither bounded nor part of the tyre's load in outputs; a twisting frame feels F0 alone. */
#ifndef KAMM_RUNGS_FULL_LYING_WHEELS_H
#define KAMM_RUNGS_FULL_LYING_WHEELS_H

#include "hinge.h"

#define LYING_COSINE 0.5f /* between travel and normal: below that a wheel lies. Ours. */
#define STILL_ASIDE_MPS 1e-3f

/* A contact's direction: j, e, and what F has gained by x' and d' over S. */
struct lying_contact {
    real j[6], turns, was;
};

static KAMM_NEVER_INLINE struct lying_contact
lying_contact_of(const struct axle_constants *axle, const struct corner *k, vec3 d,
                 const struct hinge *steer, real steered_radps2, const struct acceleration *last)
{
    struct wrench w = {vec3_zero(), vec3_zero()};
    struct lying_contact c;
    add_force_at(&w, k->contact, d);
    add_lift_at(&w, k->hub, -force_along(axle->suspension.coupling, k, d));
    const real j[6] = {w.force.x, w.force.y, w.force.z, w.moment.x, w.moment.y, w.moment.z};
    memcpy(c.j, j, sizeof j);
    c.turns = splat(0.0f);
    if (steer) c.turns = vec3_dot(d, vec3_cross(steer->axis, vec3_sub(k->contact, k->pivot)));
    c.was = vec3_dot(w.force, last->linear) + vec3_dot(w.moment, last->angular);
    c.was = c.was + c.turns * steered_radps2;
    return c;
}

/* Adds it to the equations; `asked` is the wrench of the front. */
static KAMM_NEVER_INLINE void give_way_at(const struct lying_contact *c, real slope,
                                          real a[SYMMETRIC], struct hinge *steer,
                                          struct wrench *asked)
{
    real pull = slope * c->was, turn = slope * c->turns;
    for (int column = 0; column < 6; ++column)
        for (int row = column; row < 6; ++row) {
            real *all = &a[entry(row, column)];
            *all = *all + slope * (c->j[row] * c->j[column]);
        }
    for (int row = 0; row < 6; ++row) steer->b[row] = steer->b[row] + turn * c->j[row];
    steer->inertia = steer->inertia + turn * c->turns;
    steer->moment_nm = steer->moment_nm + turn * c->was;
    asked->force = vec3_add_scaled(asked->force, vec3_of(c->j[0], c->j[1], c->j[2]), pull);
    asked->moment = vec3_add_scaled(asked->moment, vec3_of(c->j[3], c->j[4], c->j[5]), pull);
}

/* All wheels that lie. `a`: A so far. */
static KAMM_NEVER_INLINE void give_way_lying(const struct group *g, const struct corner *corners,
                                             real a[SYMMETRIC], struct hinge *steer,
                                             struct wrench *asked)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    const struct acceleration last = last_acceleration(&g->state.car);
    real dt = lanes(c->chassis.dt);
    real steered = (steer->rate_radps - steer->start_radps) * (2.0f * c->chassis.inverse_dt);
    for (int w = 0; w < l->wheels; ++w) {
        const struct corner *k = &corners[w];
        mask lies = (absolute(k->normal.z) < LYING_COSINE) & (k->load_n > 0.0f);
        if (!any(lies)) continue;
        const struct axle_constants *axle = &c->chassis.axles[l->axle[w]];
        const struct hinge *turned = l->axle[w] ? NULL : steer;
        real speed = max_real(absolute(k->left_speed), splat(STILL_ASIDE_MPS));
        real drag = min_real(absolute(k->fy) / speed, k->along.npm * dt);
        struct lying_contact up = lying_contact_of(axle, k, k->normal, turned, steered, &last);
        struct lying_contact aside = lying_contact_of(axle, k, k->left, turned, steered, &last);
        give_way_at(&up, keep(lies, k->load_slope), a, steer, asked);
        give_way_at(&aside, keep(lies, drag * (0.5f * dt)), a, steer, asked);
    }
}

#endif
