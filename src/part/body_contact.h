/* The body on the ground: so that a car can lie on its roof, scrape its nose and not fall through.
 *
 * Eight points of the body, each a linear spring and a damper that only pushes. Coulomb friction acts
 * by an elastic deflection that slips where it exceeds what friction holds (Dahl's bristle in its
 * elasto-plastic form: Dupont et al., IEEE Trans. Automatic Control 47 (2002) 787). At rest the
 * deflection is a spring, so a car on its roof stays where it lies.
 *
 * Ground that jumps up is met bit by bit (ground_step.h). Contacts between bodies are the world's. */
#ifndef KAMM_PART_BODY_CONTACT_H
#define KAMM_PART_BODY_CONTACT_H

#include "../base/num.h"
#include "../base/vector.h"

struct body_contact_constants {
    num stiffness_n_per_m, damping_ns_per_m; /* of one point */
    num inverse_stiffness;
    num scrape_damping_s; /* damping of the deflection, over its stiffness */
    num friction;
    num meets_mps; /* how fast it meets ground that has jumped up: ground_step.h */
    num points[8][3];
};

/* A point in contact: its speed relative to the ground, all in one frame. */
struct body_touch {
    vec3 normal;
    vec3 velocity;
    real depth; /* how far it has met the ground; negative above */
};

/* The ground's force on the point. `scrape` is its deflection (state), in the frame of the others. */
static inline vec3 body_point_force(const struct body_contact_constants *c, struct body_touch t,
                                    vec3 *scrape, real dt)
{
    real zero = splat(0.0f), stiffness = lanes(c->stiffness_n_per_m);
    mask touches = t.depth > 0.0f;
    real approach = -vec3_dot(t.velocity, t.normal);
    real push = stiffness * t.depth + c->damping_ns_per_m * approach;
    push = pick(touches, max_real(push, zero), zero);

    vec3 slide = vec3_add(t.velocity, vec3_scale(t.normal, approach));
    vec3 bent = vec3_add(*scrape, vec3_scale(slide, dt));
    bent = vec3_sub(bent, vec3_scale(t.normal, vec3_dot(bent, t.normal)));
    vec3 felt = vec3_add(bent, vec3_scale(slide, lanes(c->scrape_damping_s)));
    real max = c->friction * push * c->inverse_stiffness;
    real tiny = splat(1e-12f);
    real kept = min_real(max / max_real(square_root(vec3_dot(bent, bent)), tiny), splat(1.0f));
    real held = min_real(max / max_real(square_root(vec3_dot(felt, felt)), tiny), splat(1.0f));
    vec3 force = vec3_sub(vec3_scale(t.normal, push), vec3_scale(felt, held * stiffness));
    vec3 none = vec3_zero(); /* not -0: to the bit what a step without any contact leaves */
    *scrape = vec3_pick(touches, vec3_scale(bent, kept), none);
    return vec3_pick(touches, force, none);
}

#endif
