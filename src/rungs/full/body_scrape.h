/* The body's own contacts with the ground, at its eight points. */
#ifndef KAMM_RUNGS_FULL_BODY_SCRAPE_H
#define KAMM_RUNGS_FULL_BODY_SCRAPE_H

#include "../../part/body_contact.h"
#include "../group.h"
#include "corner.h"

static vec3 body_point_at(const struct group *g, int p)
{
    const struct full_constants *c = g->constants;
    return vec3_lanes(c->chassis.body_contact.points[p]);
}

/* The ground below a body point. */
struct point_ground {
    vec3 normal;  /* body axes */
    real above_m; /* of the point above the ground */
};

static struct point_ground ground_below_wheel(const struct corner_ground *wheel, vec3 point)
{
    return (struct point_ground){wheel->normal, wheel->height_m + vec3_dot(wheel->normal, point)};
}

/* Its own, or that of the nearest wheel, which gives the velocity anyway. */
static struct point_ground ground_of_point(const struct group *g, const struct body_motion *body,
                                           vec3 point, int p, const struct corner_ground *grounds)
{
    const struct point_block *points = g->job->points;
    if (!points) return ground_below_wheel(&grounds[layout_of(g)->near_point[p]], point);
    const float(*row)[KAMM_BLOCK] = points->normal[p];
    vec3 normal = {load(row[0] + g->lane), load(row[1] + g->lane), load(row[2] + g->lane)};
    vec3 own = matrix3_apply_transposed(body->rotation, normal);
    const struct full_constants *c = g->constants;
    vec3 below = contact_of(g, layout_of(g)->near_point[p]).velocity;
    vec3 passing = vec3_sub(velocity_of(&g->state.car), below);
    real rise = vec3_dot(normal, passing) * (0.5f * c->chassis.dt);
    real height = height_over_level(g, normal, points->level_m[p]) + rise;
    return (struct point_ground){own, height + vec3_dot(own, point)};
}

/* Planes of wheels are true near these: one that is tilted by the edge of a step says nothing of what
 * lies a metre ahead. So a point without a plane of its own is in the ground where all wheels say it. */
static struct point_ground lowest_ground(const struct layout *l, struct point_ground ground,
                                         vec3 point, int p, const struct corner_ground *grounds)
{
    int near_wheel = l->near_point[p];
    for (int i = 0; i < l->axles; ++i) { /* the near axle first, and on each axle the near side */
        int a = (l->axle[near_wheel] + i) % l->axles;
        for (int k = 0; k < l->count[a]; ++k) {
            int w = l->first[a] + (l->count[a] > 1 && l->side[near_wheel] < 0 ? k ^ 1 : k);
            struct point_ground there = ground_below_wheel(&grounds[w], point);
            mask lower = there.above_m > ground.above_m;
            ground.normal = vec3_pick(lower, there.normal, ground.normal);
            ground.above_m = pick(lower, there.above_m, ground.above_m);
        }
    }
    return ground;
}

static struct wrench body_point(struct group *g, const struct body_motion *body, int p,
                                const struct corner_ground *grounds)
{
    const struct full_constants *c = g->constants;
    vec3 point = body_point_at(g, p);
    struct point_ground ground = ground_of_point(g, body, point, p, grounds);
    if (!g->job->points) ground = lowest_ground(layout_of(g), ground, point, p, grounds);
    struct point_lanes *state = &g->state.points[p];
    real dt = lanes(c->chassis.dt);
    vec3 scrape = {state->scrape_x_m, state->scrape_y_m, state->scrape_z_m};
    struct body_touch touch = {
        .normal = ground.normal,
        .velocity =
            vec3_sub(velocity_at(body, point), grounds[layout_of(g)->near_point[p]].velocity),
    };
    real sinks = -vec3_dot(touch.velocity, touch.normal);
    touch.depth = met_depth(-ground.above_m, state->depth_m, sinks,
                            lanes(c->chassis.body_contact.meets_mps), dt);
    state->depth_m = max_real(touch.depth, splat(0.0f));
    vec3 force = body_point_force(&c->chassis.body_contact, touch, &scrape, dt);
    state->scrape_x_m = scrape.x;
    state->scrape_y_m = scrape.y;
    state->scrape_z_m = scrape.z;
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, point, force);
    return w;
}

/* The body's own contacts. Skipped while no point is in the ground on any lane: then all deflections
 * and forces are zero anyway. */
static struct wrench scrape_body(struct group *g, const struct body_motion *body,
                                 const struct corner_ground *grounds)
{
    struct wrench sum = {vec3_zero(), vec3_zero()};
    real lowest = splat(0.0f);
    for (int p = 0; p < BODY_POINTS; ++p)
        lowest =
            min_real(lowest, ground_of_point(g, body, body_point_at(g, p), p, grounds).above_m);
    if (!any(lowest < 0.0f)) {
        memset(g->state.points, 0, sizeof g->state.points);
        return sum;
    }
    for (int p = 0; p < BODY_POINTS; p += 2)
        sum = wrench_sum(
            sum, wrench_sum(body_point(g, body, p, grounds), body_point(g, body, p + 1, grounds)));
    return sum;
}

#endif
