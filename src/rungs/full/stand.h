/* The stand of a parked two-wheeler: one foot beside the wheels, or one on each side (a centre stand).
 *
 * The foot is a point of the body that touches the ground while the stand is down, as the body's own points do (part/body_contact.h): a
 * spring and a damper that only push, and friction by an elastic deflection that slips. So the machine leans on foot and wheels as on three
 * springs, and rests. It falls over where the plumb line from its centre of gravity leaves their triangle.
 *
 * A foot that comes down in the ground meets it slowly (ground_step.h): that is how fast a centre stand lifts the machine.
 *
 * Departures: the leg has no mass and neither swings nor folds by itself, and the ground below is that of the wheels. */
#ifndef KAMM_RUNGS_FULL_STAND_H
#define KAMM_RUNGS_FULL_STAND_H

#include "body_scrape.h"

/* Where the wheels are pairs nothing is left of this. */
LANE_INLINE int has_stand(const struct group *g)
{
    return KAMM_TAKES_TWO_WHEELERS && !KAMM_TWO_AXLES &&
           has_state(g, STATE_NUMBER(car.foot_depth_m));
}

/* What a foot deflects, and how deep it is. */
struct foot_state {
    real *x, *y, *z, *depth;
};

/* The force of the ground on a foot; none on lanes where it is not down. */
static struct wrench press_foot(const struct group *g, const struct body_motion *body, int i,
                                mask down, const struct corner_ground *grounds,
                                struct foot_state state)
{
    const struct full_constants *c = g->constants;
    vec3 foot = vec3_lanes(c->stand.foot[i]), scrape = {*state.x, *state.y, *state.z};
    struct point_ground ground = ground_below_wheel(&grounds[1], foot);
    struct point_ground ahead = ground_below_wheel(&grounds[0], foot);
    mask lower = ahead.above_m < ground.above_m;
    real dt = lanes(c->chassis.dt);
    vec3 normal = vec3_pick(lower, ahead.normal, ground.normal);
    vec3 v = vec3_sub(velocity_at(body, foot), grounds[1].velocity);
    real above = pick(lower, ahead.above_m, ground.above_m), sinks = -vec3_dot(v, normal);
    real met = met_depth(-above, *state.depth, sinks, lanes(c->stand.contact.meets_mps), dt);
    real depth = pick(down, met, splat(-1.0f));
    mask touches = depth > 0.0f;
    *state.depth = max_real(depth, splat(0.0f));
    const struct body_contact_constants *contact = &c->stand.contact;
    real push = body_point_press(contact, depth, sinks);
    vec3 slide = vec3_add(v, vec3_scale(normal, sinks));
    struct body_bend bend = bend_point(contact, normal, slide, scrape, dt);
    vec3 force = vec3_pick(touches, body_point_force(contact, normal, &bend, push), vec3_zero());
    scrape = scrape_after(contact, &bend, push, touches);
    *state.x = scrape.x, *state.y = scrape.y, *state.z = scrape.z;
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, foot, force);
    return w;
}

/* Adds the forces of the feet. A function of its own, so that cars which share the kernel do not pay for it. */
static KAMM_NEVER_INLINE void lean_on_stand(struct group *g, const struct body_motion *body,
                                            const struct corner_ground *grounds,
                                            struct wrench *total)
{
    const struct full_constants *c = g->constants;
    struct stand_lanes *s = &g->state.car.stand;
    mask down = (g->input.stand > 0.5f) & (lanes(c->stand.on) > 0.5f);
    if (!any(down)) {
        memset(s, 0, sizeof *s);
        return;
    }
    mask both = down & (lanes(c->stand.both_sides) > 0.5f);
    const struct foot_state own = {&s->foot_scrape_x_m, &s->foot_scrape_y_m, &s->foot_scrape_z_m,
                                   &s->foot_depth_m},
                            other = {&s->other_foot_scrape_x_m, &s->other_foot_scrape_y_m,
                                     &s->other_foot_scrape_z_m, &s->other_foot_depth_m};
    struct wrench w = press_foot(g, body, 0, down, grounds, own);
    w = wrench_sum(w, press_foot(g, body, 1, both, grounds, other));
    total->force = vec3_with_added(total->force, w.force);
    total->moment = vec3_with_added(total->moment, w.moment);
}

#endif
