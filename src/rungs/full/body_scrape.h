/* The body's own contacts with the ground, at its eight points.
 *
 * A point's push is the mean over its way in the substep (body_contact.h), which ends where the car's acceleration takes it. So
 * pushes are found with that, in the rounds of solve_motion: by Gauss-Seidel over pairs of points with the car's mobility at
 * rest (body.h), each by a step of Newton's method. Friction takes the push of the round before. */
#ifndef KAMM_RUNGS_FULL_BODY_SCRAPE_H
#define KAMM_RUNGS_FULL_BODY_SCRAPE_H

#include "../../part/body_contact.h"
#include "../group.h"
#include "corner.h"
#include <kamm/cars.h>

static vec3 body_point_at(const struct group *g, int p)
{
    const struct full_constants *c = g->constants;
    return vec3_lanes(c->chassis.body_contact.points[p]);
}

/* The ground below a body point. */
struct point_ground {
    vec3 normal;  /* body axes */
    real above_m; /* of the point above the ground */
    real rise_m;  /* of the body's origin over it, in half of the substep */
};

static struct point_ground ground_below_wheel(const struct corner_ground *wheel, vec3 point)
{
    return (struct point_ground){wheel->normal, wheel->height_m + vec3_dot(wheel->normal, point),
                                 wheel->rise_m};
}

/* The velocity of the ground below a wheel, world axes. */
static vec3 ground_velocity_below(const struct group *g, int wheel)
{
    const struct road_block *road = g->job->road;
    return road ? load_vec3(g, road->velocity_mps[wheel]) : contact_of(g, wheel).velocity;
}

/* Changes a wheel's ground to that without the bodies that carry the wheel. */
static void leave_bodies_out(const struct group *g, const struct body_motion *body, int wheel,
                             struct corner_ground *ground)
{
    const struct full_constants *c = g->constants;
    const struct road_block *road = g->job->road;
    vec3 normal = load_vec3(g, road->normal[wheel]), v = ground_velocity_below(g, wheel);
    vec3 passing = vec3_sub(velocity_of(&g->state.car), v);
    real rise = vec3_dot(normal, passing) * (0.5f * c->chassis.dt);
    ground->normal = matrix3_apply_transposed(body->rotation, normal);
    ground->velocity = matrix3_apply_transposed(body->rotation, vec3_sub(v, g->ground.velocity));
    ground->height_m = height_over_point(g, road->point_m[wheel], normal) + rise;
    ground->rise_m = rise;
}

/* What the body meets below each wheel, in worlds where wheels roll on bodies: their planes say nothing of what lies
 * beside them, and the car's boxes meet the bodies themselves. A function of its own, for which no other car pays. */
static KAMM_NEVER_INLINE void find_roads(const struct group *g, const struct body_motion *body,
                                         const struct corner_ground *grounds,
                                         struct corner_ground *own)
{
    for (int w = 0; w < layout_of(g)->wheels; ++w) {
        own[w] = grounds[w];
        leave_bodies_out(g, body, w, &own[w]);
    }
}

/* The ground that the body meets: that of the wheels, or in `own`. */
static inline struct corner_ground *roads_of(const struct group *g, const struct body_motion *body,
                                             struct corner_ground *grounds,
                                             struct corner_ground *own)
{
    if (!g->job->road) return grounds;
    find_roads(g, body, grounds, own);
    return own;
}

/* Height of the body frame's origin above a plane n . x = level. */
static inline real height_over_level(const struct group *g, vec3 normal, const double *level_m)
{
    const struct car_block *block = g->job->block;
    real height = splat(0.0f);
    for (int part = 0; part < WIDE_PARTS; ++part) {
        int at = g->lane + part * WIDE_CARS;
        wide x = load_wide(&block->position_m[0][at]), y = load_wide(&block->position_m[1][at]),
             z = load_wide(&block->position_m[2][at]);
        wide along =
            (x * widen(normal.x, part) + y * widen(normal.y, part)) + z * widen(normal.z, part);
        narrow(&height, part, along - load_wide(&level_m[at]));
    }
    return height;
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
    vec3 below = ground_velocity_below(g, layout_of(g)->near_point[p]);
    vec3 passing = vec3_sub(velocity_of(&g->state.car), below);
    real rise = vec3_dot(normal, passing) * (0.5f * c->chassis.dt);
    real height = height_over_level(g, normal, points->level_m[p]) + rise;
    return (struct point_ground){own, height + vec3_dot(own, point), rise};
}

/* What the wheels have not met yet (ground_step.h) the body has not either: of the `roads` those that are no other than
 * the wheel's. A plane above a wheel's centre cannot be driven on, and is reported. */
static void lower_unmet_ground(struct group *g, const struct corner *corners,
                               struct corner_ground *grounds, struct corner_ground *roads)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    mask absurd = splat(0.0f) > 0.0f, unmet = absurd;
    for (int w = 0; w < l->wheels; ++w) unmet = unmet | (corners[w].unmet_m > 0.0f);
    if (!any(unmet)) return;
    for (int w = 0; w < l->wheels; ++w) {
        real radius = lanes(c->chassis.axles[l->axle[w]].rest_radius_m);
        real above = corners[w].unmet_m, height = grounds[w].height_m, road = roads[w].height_m;
        real lowered = pick(above > 0.0f, height + above, height);
        roads[w].height_m = pick((road < height) | (road > height), road, lowered);
        grounds[w].height_m = lowered;
        absurd = absurd | (above > radius);
    }
    g->state.car.fault = with_fault(g->state.car.fault, absurd, KAMM_FAULT_GROUND);
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

/* A point that presses on the ground in this substep. */
struct point_press {
    vec3 at, normal; /* body axes */
    struct body_way way;
    struct body_bend bend;
    struct acceleration per_n; /* of the car, by a push */
    real yields;               /* of the point along the normal by its own push: m/s2 per N */
    real push_n;
};

struct scrape {
    mask touching;
    int touches; /* any lane; else the points are not set */
    struct point_press points[BODY_POINTS];
};

LANE_INLINE real along_normal(const struct point_press *p, const struct acceleration *a)
{
    return vec3_dot(p->normal, vec3_add(a->linear, vec3_cross(a->angular, p->at)));
}

/* What a push along the normal does to the car. */
static void find_yield(const struct full_constants *c, struct point_press *p)
{
    struct wrench w = {p->normal, vec3_cross(p->at, p->normal)};
    p->per_n = accelerate(c, &w);
    p->yields = along_normal(p, &p->per_n);
}

/* Ground that has jumped up is met bit by bit (ground_step.h). From middle to middle the point goes as fast as at the substep's
 * start. */
static void meet_point(const struct full_constants *c, struct point_press *p,
                       struct point_lanes *state, real depth, real sinks, real begins)
{
    real dt = lanes(c->chassis.dt), meets = lanes(c->chassis.body_contact.meets_mps);
    real met = met_depth(depth, state->depth_m, max_real(sinks, begins), meets, dt);
    state->depth_m = max_real(met, splat(0.0f));
    p->way.begin_m = met - begins * (0.5f * dt);
    p->way.coast_m = met + begins * (0.5f * dt);
    p->push_n = body_point_press(&c->chassis.body_contact, p->way.begin_m, begins);
}

static void find_point(struct group *g, const struct body_motion *body, int p,
                       const struct corner_ground *grounds, struct point_press *out)
{
    const struct full_constants *c = g->constants;
    vec3 point = body_point_at(g, p);
    struct point_ground ground = ground_of_point(g, body, point, p, grounds);
    if (!g->job->points) ground = lowest_ground(layout_of(g), ground, point, p, grounds);
    const struct point_lanes *state = &g->state.points[p];
    vec3 scrape = {state->scrape_x_m, state->scrape_y_m, state->scrape_z_m};
    vec3 v = vec3_sub(velocity_at(body, point), grounds[layout_of(g)->near_point[p]].velocity);
    real sinks = -vec3_dot(v, ground.normal);
    real begins = sinks + vec3_dot(gained_at(body, point), ground.normal);
    out->at = point;
    out->normal = ground.normal;
    out->bend =
        bend_point(&c->chassis.body_contact, ground.normal,
                   vec3_add(v, vec3_scale(ground.normal, sinks)), scrape, lanes(c->chassis.dt));
    meet_point(c, out, &g->state.points[p], -ground.above_m, sinks, begins);
    find_yield(c, out);
}

/* How far a point may come down in half a substep by the turning and the acceleration of the body, at most. */
static real reach_by_turning(const struct full_constants *c, const struct body_motion *body)
{
    vec3 w = body->angular_velocity, v = body->gained_mps;
    real turns = (absolute(w.x) + absolute(w.y)) + absolute(w.z);
    real gains = (absolute(v.x) + absolute(v.y)) + absolute(v.z);
    real swings = turns * c->chassis.body_contact.span_m;
    return (swings + 2.0f * gains) * (0.5f * c->chassis.dt);
}

/* Over the planes of the nearest wheels: a few operations for each point. */
static real lowest_over_wheels(const struct group *g, real reach,
                               const struct corner_ground *grounds)
{
    real lowest = splat(0.0f);
    for (int p = 0; p < BODY_POINTS; ++p) {
        const struct corner_ground *wheel = &grounds[layout_of(g)->near_point[p]];
        real above = wheel->height_m + vec3_dot(wheel->normal, body_point_at(g, p));
        lowest = min_real(lowest, above - (absolute(wheel->rise_m) + reach));
    }
    return lowest;
}

/* Returns 0, or less where a point may come into the ground: how far at most. */
static real lowest_point_m(const struct group *g, const struct body_motion *body,
                           const struct corner_ground *grounds)
{
    real lowest = splat(0.0f), reach = reach_by_turning(g->constants, body);
    if (!g->job->points) return lowest_over_wheels(g, reach, grounds);
    for (int p = 0; p < BODY_POINTS; ++p) {
        struct point_ground ground = ground_of_point(g, body, body_point_at(g, p), p, grounds);
        lowest = min_real(lowest, ground.above_m - (absolute(ground.rise_m) + reach));
    }
    return lowest;
}

/* The points in the ground. Skipped while none comes into it on any lane: then all deflections and
 * forces are zero anyway. */
static void find_scrape(struct group *g, const struct body_motion *body,
                        const struct corner_ground *grounds, struct scrape *s)
{
    s->touching = lowest_point_m(g, body, grounds) < 0.0f;
    s->touches = any(s->touching);
    if (!s->touches && !g->points_are_clear) memset(g->state.points, 0, sizeof g->state.points);
    g->points_are_clear = !s->touches;
    if (!s->touches) return;
    for (int p = 0; p < BODY_POINTS; ++p) find_point(g, body, p, grounds, &s->points[p]);
}

/* The push of a point where the car accelerates by `a` with the one that it has: a step of Newton's method. */
static real push_at(const struct full_constants *c, const struct point_press *p,
                    const struct acceleration *a)
{
    struct body_push push =
        body_point_push(&c->chassis.body_contact, p->way, along_normal(p, a), lanes(c->chassis.dt));
    real falls = push.slope * p->yields;
    return (push.push_n + falls * p->push_n) / (1.0f + falls);
}

static vec3 pushed(vec3 by_left, real left_n, vec3 by_right, real right_n)
{
    return vec3_add(vec3_scale(by_left, left_n), vec3_scale(by_right, right_n));
}

enum { PUSH_SWEEPS = 2 };

/* Changes the points' pushes to those of their ways as the car accelerates, and that by what they change: Gauss-Seidel, left and
 * right at once. */
static void push_points(const struct full_constants *c, struct scrape *s, struct acceleration *a)
{
    struct acceleration b = *a;
    for (int i = 0; i < PUSH_SWEEPS * BODY_POINTS; i += 2) {
        struct point_press *left = &s->points[i % BODY_POINTS], *right = left + 1;
        real left_n = push_at(c, left, &b), right_n = push_at(c, right, &b);
        real more_left = left_n - left->push_n, more_right = right_n - right->push_n;
        b.linear = vec3_add(b.linear,
                            pushed(left->per_n.linear, more_left, right->per_n.linear, more_right));
        b.angular = vec3_add(
            b.angular, pushed(left->per_n.angular, more_left, right->per_n.angular, more_right));
        left->push_n = left_n;
        right->push_n = right_n;
    }
    a->linear = vec3_pick(s->touching, b.linear, a->linear);
    a->angular = vec3_pick(s->touching, b.angular, a->angular);
}

/* What the ground does to the body at its points. */
static struct wrench scrape_wrench(const struct full_constants *c, const struct scrape *s)
{
    struct wrench sum = {vec3_zero(), vec3_zero()};
    for (int i = 0; i < BODY_POINTS; i += 2) {
        struct wrench two[2] = {{vec3_zero(), vec3_zero()}, {vec3_zero(), vec3_zero()}};
        for (int k = 0; k < 2; ++k) {
            const struct point_press *p = &s->points[i + k];
            add_force_at(
                &two[k], p->at,
                body_point_force(&c->chassis.body_contact, p->normal, &p->bend, p->push_n));
        }
        sum = wrench_sum(sum, wrench_sum(two[0], two[1]));
    }
    return sum;
}

static struct wrench with_scrape(const struct full_constants *c, const struct scrape *s,
                                 struct wrench w)
{
    struct wrench more = wrench_sum(w, scrape_wrench(c, s));
    return (struct wrench){vec3_pick(s->touching, more.force, w.force),
                           vec3_pick(s->touching, more.moment, w.moment)};
}

/* The deflections after the substep. */
static void keep_scrape(struct group *g, const struct scrape *s, const struct acceleration *a)
{
    const struct full_constants *c = g->constants;
    if (!s->touches) return;
    for (int i = 0; i < BODY_POINTS; ++i) {
        const struct point_press *p = &s->points[i];
        real end = way_end(p->way, along_normal(p, a), lanes(c->chassis.dt));
        vec3 after = scrape_after(&c->chassis.body_contact, &p->bend, p->push_n,
                                  (p->way.begin_m > 0.0f) | (end > 0.0f));
        struct point_lanes *state = &g->state.points[i];
        state->scrape_x_m = after.x;
        state->scrape_y_m = after.y;
        state->scrape_z_m = after.z;
    }
}

/* The pushes that acted. */
static void write_scrape_output(struct group *g, const struct scrape *s)
{
    for (int p = 0; p < BODY_POINTS; ++p)
        g->output.points[p].press_n =
            s->touches ? keep(s->touching, s->points[p].push_n) : splat(0.0f);
}

#endif
