/* The body on the ground: so that a car can lie on its roof, scrape its nose and not fall through.
 *
 * Eight points of the body, each a linear spring and a damper that only pushes. Coulomb friction acts
 * by an elastic deflection that slips where it exceeds what friction holds (Dahl's bristle in its
 * elasto-plastic form: Dupont et al., IEEE Trans. Automatic Control 47 (2002) 787). At rest the
 * deflection is a spring, so a car on its roof stays where it lies.
 *
 * What a point presses with in a substep is the mean over its way, of spring and damper (base/kink.h):
 * the body loses just what the spring stores and the damper takes, also where the point lands or
 * leaves within the substep.
 *
 * Ground that jumps up is met bit by bit (ground_step.h). Contacts between bodies are the world's. */
#ifndef KAMM_PART_BODY_CONTACT_H
#define KAMM_PART_BODY_CONTACT_H

#include "../base/kink.h"
#include "../base/lane_math.h"
#include "../base/num.h"
#include "../base/vector.h"

struct body_contact_constants {
    num stiffness_n_per_m, damping_ns_per_m; /* of one point */
    num inverse_stiffness;
    num scrape_damping_s; /* damping of the deflection, over its stiffness */
    num friction;
    num meets_mps;            /* how fast it meets ground that has jumped up: ground_step.h */
    num points[8][3], span_m; /* and how far the farthest of them is away */
};

/* How deep a point is in the ground at a substep's start and, if it does not accelerate, at its end; negative above. */
struct body_way {
    real begin_m, coast_m;
};

/* A push along the normal, and by how much it falls per acceleration of the point along that: N per m/s2. */
struct body_push {
    real push_n, slope;
};

LANE_INLINE real way_end(struct body_way way, real rises_mps2, real dt)
{
    return way.coast_m - rises_mps2 * (0.5f * dt * dt);
}

/* The push where the point's acceleration along the normal is `rises_mps2`. */
static inline struct body_push body_point_push(const struct body_contact_constants *c,
                                               struct body_way way, real rises_mps2, real dt)
{
    real zero = splat(0.0f), end = way_end(way, rises_mps2, dt), all = end - way.begin_m;
    struct beyond in = beyond_kink(way.begin_m, end, zero);
    struct mean_force spring = mean_of_line(in, lanes(c->stiffness_n_per_m));
    real damping = c->damping_ns_per_m / dt;
    real push = spring.mean + damping * (in.to - in.from);
    mask moves = absolute(all) > 1e-6f;
    real grows = pick(moves, (spring.end - spring.mean) / pick(moves, all, splat(1.0f)),
                      lanes(0.5f * c->stiffness_n_per_m));
    real slope = (max_real(grows, zero) + damping) * (0.5f * dt * dt);
    return (struct body_push){max_real(push, zero), keep((push > 0.0f) & (end > 0.0f), slope)};
}

/* What it presses with at a moment, at that depth and rate. */
LANE_INLINE real body_point_press(const struct body_contact_constants *c, real depth, real rate)
{
    real push = c->stiffness_n_per_m * depth + c->damping_ns_per_m * rate;
    return keep(depth > 0.0f, max_real(push, splat(0.0f)));
}

/* The deflection of a point that scrapes, as its way would bend it and with its damping. */
struct body_bend {
    vec3 bent, felt;
    real bent_m, felt_m; /* lengths, not 0 */
};

/* `slide`: velocity over the ground, in its plane. `scrape`: deflection before, in the same axes. */
static inline struct body_bend bend_point(const struct body_contact_constants *c, vec3 normal,
                                          vec3 slide, vec3 scrape, real dt)
{
    struct body_bend b;
    real tiny = splat(1e-12f);
    b.bent = vec3_add(scrape, vec3_scale(slide, dt));
    b.bent = vec3_sub(b.bent, vec3_scale(normal, vec3_dot(b.bent, normal)));
    b.felt = vec3_add(b.bent, vec3_scale(slide, lanes(c->scrape_damping_s)));
    b.bent_m = max_real(square_root(vec3_dot(b.bent, b.bent)), tiny);
    b.felt_m = max_real(square_root(vec3_dot(b.felt, b.felt)), tiny);
    return b;
}

/* The ground's force on the point, along and across the normal. */
LANE_INLINE vec3 body_point_force(const struct body_contact_constants *c, vec3 normal,
                                  const struct body_bend *b, real push_n)
{
    real max = c->friction * push_n * c->inverse_stiffness;
    real held = min_real(max / b->felt_m, splat(1.0f));
    return vec3_sub(vec3_scale(normal, push_n), vec3_scale(b->felt, held * c->stiffness_n_per_m));
}

/* The deflection after the substep; none where the point was not in the ground. */
LANE_INLINE vec3 scrape_after(const struct body_contact_constants *c, const struct body_bend *b,
                              real push_n, mask touches)
{
    real max = c->friction * push_n * c->inverse_stiffness;
    real kept = min_real(max / b->bent_m, splat(1.0f));
    return vec3_pick(touches, vec3_scale(b->bent, kept), vec3_zero());
}

#endif
