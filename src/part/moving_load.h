/* A load that moves on or in the vehicle: a mass on a path in the body, with one or two freedoms.
 *
 * p(u) is the place of a mass m, T = dp/du its path, (a, alpha) the body's acceleration at p. Without accelerations of
 * body and u the mass has c = omega x (omega x p) + 2 omega x (T du/dt) + dT/du (du/dt)^2. Newton's law along the path
 * is
 *
 *     (T.T + e) d2u/dt2 = q - T . (a + alpha x p + c - g)
 *
 * with q - e d2u/dt2 the force along the path over m: damping, a stop. The body gets -m (a + alpha x p + c + T d2u/dt2 - g),
 * so that nothing is lost between both.
 *
 * Paths: a circle of radius l, u along it, or the parabola z = u^2 / (2 l), u level. Both swing with w^2 = g / l. As
 * the liquid's surface tilts, its centre of gravity moves on a circle about the axis of a round horizontal tank, and
 * on a parabola in a rectangular one (R. Ranganathan, S. Rakheja and S. Sankar, Steady turning stability of partially
 * filled tank vehicles with arbitrary tank geometry, 1989): a mass that swings on such a path leads it along the same
 * way at any tilt.
 *
 * A load that lies on a floor has a level straight path in both freedoms, 1 / l = 0.
 *
 * Damping is 2 zeta w of the path's speed. A stop is a damped spring that never pulls, by backward Euler: a mass that hits a critically
 * damped one loses all but a tenth of its speed.
 *
 * Dry friction on the floor is Coulomb's, the same in all directions, by implicit time stepping (J. J. Moreau, Unilateral contact and dry
 * friction in finite freedom dynamics, 1988; D. E. Stewart and J. C. Trinkle, An implicit time-stepping scheme for rigid body dynamics
 * with inelastic collisions and Coulomb friction, 1996). With w the acceleration that stops the load within a substep, less what it has
 * without friction, the floor gives the share of w that its limit allows:
 *
 *     share = min(1, mu (N / m) / |w|),   d2u/dt2 = (1 - share) (that without friction) - share (du/dt) / dt
 *
 * which turns against the new speed, or stops the load: with a share of 1 its speed is 0 to the bit, and it stays where
 * it is. In the equations of the body its mass counts as free by 1 - share. N presses it to the floor: the force that
 * Newton's law gives across the floor, with the vehicle's acceleration and slope, not below 0, and the pre-tension of
 * lashings between floor and load (EN 12195-1: lashings over the top hold by the friction that they make). Assumptions:
 * one factor of friction for a load that rests and one that slides (EN 12195-1 works with one as well); a load that
 * neither tips nor turns on the floor, nor leaves it where the floor falls away from under it; lashings whose tension
 * does not change with the load's way. */
#ifndef KAMM_PART_MOVING_LOAD_H
#define KAMM_PART_MOVING_LOAD_H

#include "../base/lane_math.h"
#include "../base/num.h"
#include "../base/vector.h"

enum { ALONG, ASIDE, FREEDOMS };

struct freedom_constants {
    num on;         /* 1: free */
    num per_radius; /* 1 / l; 0: straight */
    num damping_per_s;
    num middle_m; /* between the stops */
    num reach_m;  /* of the stops, to either side of that */
    num stop_per_s2, stop_damping_per_s;
};

struct load_constants {
    num mass_kg;
    num rest[3];                /* body axes */
    num round;                  /* 1: on circles; 0: on parabolas */
    num friction, pressed_mps2; /* on the floor; by lashings, over the mass */
    struct freedom_constants freedom[FREEDOMS];
};

/* Where a mass is on its path. */
struct load_place {
    vec3 at;
    vec3 path[FREEDOMS], bend[FREEDOMS]; /* T, dT/du */
    real squared[FREEDOMS];              /* T.T */
};

struct load_motion {
    real u_m[FREEDOMS], rate_mps[FREEDOMS];
};

/* Forwards or to the left, upwards, and the slopes of both by u. */
struct path_point {
    real level, rise, level_slope, rise_slope, level_bend, rise_bend;
};

LANE_INLINE struct path_point path_point_at(const struct load_constants *v, int freedom, real u)
{
    real per_radius = lanes(v->freedom[freedom].per_radius), turn = u * per_radius;
    mask is_round = lanes(v->round) > 0.5f;
    real half = clamp(0.5f * turn, splat(-3.0f), splat(3.0f)), s = sine(half), c = cosine(half);
    real inverse = 1.0f / max_real(per_radius, splat(1e-9f));
    struct path_point p;
    p.level = pick(is_round, 2.0f * (s * c) * inverse, u);
    p.rise = pick(is_round, 2.0f * (s * s) * inverse, 0.5f * turn * u);
    p.level_slope = pick(is_round, c * c - s * s, splat(1.0f));
    p.rise_slope = pick(is_round, 2.0f * (s * c), turn);
    p.level_bend = pick(is_round, -(p.rise_slope * per_radius), splat(0.0f));
    p.rise_bend = p.level_slope * per_radius;
    return p;
}

LANE_INLINE struct load_place load_place_at(const struct load_constants *v,
                                            const struct load_motion *motion)
{
    struct load_place out = {.at = {lanes(v->rest[0]), lanes(v->rest[1]), lanes(v->rest[2])}};
    for (int i = 0; i < FREEDOMS; ++i) {
        struct path_point p = path_point_at(v, i, motion->u_m[i]);
        real on = lanes(v->freedom[i].on), none = splat(0.0f);
        real level = on * p.level, slope = on * p.level_slope, bend = on * p.level_bend;
        out.at = vec3_add(out.at, i == ALONG ? vec3_of(level, none, on * p.rise)
                                             : vec3_of(none, level, on * p.rise));
        out.path[i] = i == ALONG ? vec3_of(slope, none, on * p.rise_slope)
                                 : vec3_of(none, slope, on * p.rise_slope);
        out.bend[i] = i == ALONG ? vec3_of(bend, none, on * p.rise_bend)
                                 : vec3_of(none, bend, on * p.rise_bend);
        out.squared[i] = pick(on > 0.5f, vec3_dot(out.path[i], out.path[i]), splat(1.0f));
    }
    return out;
}

/* c: the mass's acceleration that is due to motion alone. */
LANE_INLINE vec3 load_bias(const struct load_place *p, const real rate_mps[FREEDOMS], vec3 turning)
{
    vec3 speed = vec3_add(vec3_scale(p->path[ALONG], rate_mps[ALONG]),
                          vec3_scale(p->path[ASIDE], rate_mps[ASIDE]));
    vec3 bent = vec3_add(vec3_scale(p->bend[ALONG], square(rate_mps[ALONG])),
                         vec3_scale(p->bend[ASIDE], square(rate_mps[ASIDE])));
    vec3 centripetal = vec3_cross(turning, vec3_cross(turning, p->at));
    return vec3_add(centripetal, vec3_add_scaled(bent, vec3_cross(turning, speed), splat(2.0f)));
}

/* q and e, over the mass. */
struct load_force {
    real q, e;
};

/* The share of the braking that stops a load within a substep which friction can give: of `asked`, up to `limit`, m/s^2. */
LANE_INLINE real held_share(const real asked[FREEDOMS], real limit)
{
    real all = square_root(square(asked[ALONG]) + square(asked[ASIDE]));
    mask slides = all > limit;
    return pick(slides, limit / pick(slides, all, splat(1.0f)), splat(1.0f));
}

/* Returns the rest of `free` for a load that friction holds by that share; `held` if it held all.
 * Others keep their bits. */
LANE_INLINE real let_go(real share, real free, real held)
{
    return pick(share > 0.0f, (1.0f - share) * free + share * held, free);
}

/* `free_mps2`: how u would accelerate without a stop; u is that of the substep's middle. */
LANE_INLINE struct load_force load_force_of(const struct freedom_constants *v, real u, real rate,
                                            real squared, real free_mps2, real dt)
{
    u = u - v->middle_m;
    real drag = v->damping_per_s * squared, side = sign_of(u);
    struct load_force f = {-(drag * rate), 0.5f * (drag * dt)};
    real deep = absolute(u) - v->reach_m + side * (0.5f * (rate * dt));
    real outward = side * rate, push = side * (free_mps2 * dt);
    real deep_then = deep + 0.5f * (push * dt);
    real trial = v->stop_per_s2 * deep_then + v->stop_damping_per_s * (outward + push);
    mask hits = (deep_then > 0.0f) & (trial > 0.0f);
    real press = v->stop_per_s2 * deep + v->stop_damping_per_s * outward;
    f.q = pick(hits, f.q - side * press, f.q);
    f.e = pick(hits, f.e + dt * (0.5f * (v->stop_per_s2 * dt) + v->stop_damping_per_s), f.e);
    return f;
}

#endif
