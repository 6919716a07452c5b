/* The steered front (front.h) in the rounds of solve_motion: what it feels of its wheels, and the accelerations of the whole vehicle. */
#ifndef KAMM_RUNGS_FULL_FRONT_ROUNDS_H
#define KAMM_RUNGS_FULL_FRONT_ROUNDS_H

#include "body_scrape.h"
#include "front.h"
#include "implicit_travel.h"

/* Runs before a round: the hubs also move with the hinges' accelerations, as they are known so far. */
LANE_INLINE void begin_round(struct front *f, struct wheel_share *shares)
{
    const struct hinge *s = &f->steer, *t = &f->twist;
    f->steer.round_nm = f->steer.moment_nm;
    for (int i = 0; i < f->hubs; ++i)
        shares[i].bias_mps2 = vec3_add_scaled(f->hub_bias[i], s->hub_swing[i], s->radps2);
    if (f->leans) f->lean.round_nm = f->lean.moment_nm;
    if (!f->twists) return;
    f->twist.round_nm = t->moment_nm;
    for (int i = 0; i < f->hubs; ++i) {
        vec3 with = vec3_add_scaled(shares[i].bias_mps2, t->hub_swing[i], t->radps2);
        shares[i].bias_mps2 = vec3_pick(t->on, with, shares[i].bias_mps2);
    }
}

/* Adds the effect of a round on each of the front wheels (press_implicitly, lean_on_links). */
LANE_INLINE void feel_wheels(struct front *f, const struct corner *k, const struct wrench *of_hub)
{
    f->steer.round_nm = f->steer.round_nm + moment_of_hubs(f, &f->steer, k, of_hub);
    if (!f->twists) return;
    f->twist.round_nm = f->twist.round_nm + moment_of_hubs(f, &f->twist, k, of_hub);
}

/* The hubs' true places are in A, b and D already. Returns the sum of what is left in `of_hub`. */
LANE_INLINE struct wrench leave_out_shift(const struct axle_constants *axle, int hubs,
                                          const struct corner *k, const struct acceleration *a,
                                          struct wrench *of_hub)
{
    for (int i = 0; i < hubs; ++i) {
        struct wrench shift = hub_shift(axle, hub_side(hubs, i), &k[i], a);
        of_hub[i].force = vec3_sub(of_hub[i].force, shift.force);
        of_hub[i].moment = vec3_sub(of_hub[i].moment, shift.moment);
    }
    return wrench_of_hubs(hubs, of_hub);
}

/* The accelerations of the vehicle under w, and of the hinges. Friction stops the steering if it can. */
static inline struct acceleration accelerate_with_front(const struct full_constants *c,
                                                        struct front *f, const struct wrench *w)
{
    struct hinge *s = &f->steer;
    real b[6] = {w->force.x, w->force.y, w->force.z, w->moment.x, w->moment.y, w->moment.z};
    real round_nm = s->round_nm;
    if (f->twists) eliminate_moment(&f->twist, b, &round_nm);
    if (f->leans) eliminate_moment(&f->lean, b, &round_nm);
    solve_factored(f->a, b);
    real free_nm = round_nm - dot_six(s->b, b), most = lanes(c->front.head.friction_nm);
    real stops = -(s->start_radps * c->chassis.inverse_dt);
    real asked = stops * s->inertia - free_nm;
    real friction = clamp(asked, -most, most);
    f->held = (most > 0.0f) & mask_not((friction < asked) | (friction > asked));
    real next = pick(f->held, stops, (free_nm + friction) / s->inertia);
    s->radps2 = s->radps2 + (next - s->radps2) * f->round_step;
    for (int i = 0; i < 6; ++i) b[i] = b[i] - f->y[i] * next;
    if (f->twists) accelerate_hinge(&f->twist, b, next, f->round_step);
    if (f->leans) accelerate_hinge(&f->lean, b, next, f->round_step);
    return (struct acceleration){vec3_of(b[0], b[1], b[2]), vec3_of(b[3], b[4], b[5])};
}

/* What pushes along the normals of body points do to the vehicle with its front as it is steered now: against the body as it is at
 * rest the rounds would diverge. */
static KAMM_NEVER_INLINE void find_yields_with_front(const struct front *f, struct scrape *s)
{
    for (int i = 0; i < BODY_POINTS; ++i) {
        struct point_press *p = &s->points[i];
        vec3 n = p->normal, m = vec3_cross(p->at, n);
        real b[6] = {n.x, n.y, n.z, m.x, m.y, m.z};
        solve_factored(f->a, b);
        real steers = -(dot_six(f->steer.b, b) / f->steer.inertia);
        for (int j = 0; j < 6; ++j) b[j] = b[j] - f->y[j] * steers;
        p->per_n = (struct acceleration){vec3_of(b[0], b[1], b[2]), vec3_of(b[3], b[4], b[5])};
        p->yields = along_normal(p, &p->per_n);
    }
}

static inline void find_held_drags(const struct group *g, const struct corner *corners,
                                   struct held_drag (*held)[2])
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    for (int a = 0; a < l->axles; ++a)
        for (int i = 0, w = l->first[a]; i < hub_count(l, a); ++i, ++w)
            held[a][i] = held_drag_of(&c->chassis.axles[a], &corners[w], &g->state.wheels[w],
                                      lanes(c->chassis.dt));
}

#endif
