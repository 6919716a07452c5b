/* Wheel travels by the linearly implicit midpoint rule: springs, stops, dampers, bars and tyres act as they will in the
 * middle of the substep, where their own acceleration has brought the hubs.
 *
 * Along its travel a hub with mass m has the force Z and, carried up by the body with b, accelerates against it
 * with r. Over a substep dt that changes rate and travel in its middle by r dt/2 and r dt^2/4. With the slopes
 * c (damping) and k (stiffness) of what acts on it
 *
 *     m (r + b) = Z - S r - T (r + b),   S, T = theta dt (c + theta dt k),   theta = 1/2
 *
 * and theta above 1/2 where the substep does not resolve the motion (implicit_point in corner.h). S is of what is between
 * hub and body, T of the tyre (E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., ch. IV.7:
 * Rosenbrock methods; here of second order, and stable for any slopes). S is a 2 x 2 matrix an axle: its hubs share bar
 * and beam. What S r takes from a hub the body gets, and T (r + b) is the ground's.
 *
 * A wheel that its brake holds goes along the ground with the body, and as its hub travels: by the incline of a fork, by the
 * turn of an arm. The tyre's force there is one more spring and damper, T along the ground. Two-wheelers have it: their hubs are
 * light (10 kg), these paths steep (0.5), and a force on the ground pitches the body. They would need up to twice the substeps without.
 *
 * Assumptions: slopes hold through the substep, but those of a tyre that crosses a kink of its force (tyre_kinks.h); the
 * body's acceleration is that of the last round; the tyre's force along the ground changes with its load in proportion,
 * after the wheel's spin has felt it. */
#ifndef KAMM_RUNGS_FULL_IMPLICIT_TRAVEL_H
#define KAMM_RUNGS_FULL_IMPLICIT_TRAVEL_H

#include "spring_press.h"

enum { KINK_ROUNDS = 2 }; /* of Newton's method, in each round of solve_motion */

/* S of an axle: on each hub by its own acceleration, and by that of the other one. N per m/s2. */
struct travel_slope {
    real own[2], across;
};

/* Third elements: to the hubs' forces and slopes. */
static inline void press_third(const struct axle_constants *axle, struct axle_pair travel,
                               struct axle_pair rate, real dt, real down[2],
                               struct travel_slope *slope)
{
    const struct suspension_constants *c = &axle->suspension;
    num mass = axle->inverse_unsprung_mass;
    real mean = 0.5f * (travel.left + travel.right), speed = 0.5f * (rate.left + rate.right);
    real stiff = keep((heave_press(c, mean) > 0.0f) | (lanes(c->heave_gap_m) <= 0.0f),
                      0.25f * lanes(c->heave_n_per_m));
    real damping = 0.25f * lanes(c->heave_damping), roll = lanes(c->roll_damping);
    real lead = implicit_lead(2.0f * stiff, mass, dt);
    real heave = c->heave_n_per_m * heave_press(c, mean + speed * lead) + c->heave_damping * speed;
    real against = roll * (rate.left - rate.right);
    real alike =
        implicit_slope(damping, stiff, implicit_point(2.0f * damping, 2.0f * stiff, mass, dt));
    real apart =
        implicit_slope(roll, splat(0.0f), implicit_point(2.0f * roll, splat(0.0f), mass, dt));
    down[0] = down[0] + (0.5f * heave + against);
    down[1] = down[1] + (0.5f * heave - against);
    slope->own[0] = slope->own[0] + (alike + apart);
    slope->own[1] = slope->own[1] + (alike + apart);
    slope->across = slope->across + (alike - apart);
}

/* What an axle shares with others: its springs among theirs, left and right, and what joins the axle before with it, or NULL. */
struct sharing {
    struct shared_place at[2];
    const struct load_sharing_constants *before;
};

/* The part of S between the hubs of a bogie's axles, by the springs of an axle: left and right. */
struct bogie_slope {
    struct shared_slope of[2];
};

/* Springs, dampers and anti-roll bar of an axle: forces down on its hubs. `body_mps2`: acceleration of the body above them.
 * `sharing`, with `bogie` to write: NULL where no car shares loads there. */
static inline struct travel_slope press_springs(const struct axle_constants *axle,
                                                struct wheel_lanes *left, struct wheel_lanes *right,
                                                struct bar_force bar, const real body_mps2[2],
                                                real dt, const struct sharing *sharing,
                                                struct bogie_slope *bogie, real down[2])
{
    const struct suspension_constants *c = &axle->suspension;
    struct axle_pair travel = {left->travel_m, right->travel_m};
    struct axle_pair rate = {left->travel_rate_mps, right->travel_rate_mps};
    struct axle_pair t = set_inwards(c, travel), v = set_inwards(c, rate);
    struct spring_place at[2] = {{t.left, v.left}, {t.right, v.right}};
    struct spring_press l, r;
    if (sharing) {
        l = press_shared(axle, sharing->before, at[0], &sharing->at[0], body_mps2[0], left, dt,
                         &bogie->of[0]);
        r = press_shared(axle, sharing->before, at[1], &sharing->at[1], body_mps2[1], right, dt,
                         &bogie->of[1]);
    } else {
        l = press_spring(axle, at[0], body_mps2[0], left, dt);
        r = press_spring(axle, at[1], body_mps2[1], right, dt);
    }
    struct axle_pair force = set_inwards(c, (struct axle_pair){l.down_n, r.down_n});
    down[0] = force.left + bar.left_n;
    down[1] = force.right - bar.left_n;
    real point = implicit_point(splat(0.0f), bar.n_per_m, axle->inverse_unsprung_mass, dt);
    real twist = implicit_slope(splat(0.0f), bar.n_per_m, point);
    real in = lanes(c->inset), out = 1.0f - in, near_2 = out * out, far_2 = in * in;
    struct travel_slope slope = {
        {near_2 * l.slope + far_2 * r.slope + twist, far_2 * l.slope + near_2 * r.slope + twist},
        in * out * (l.slope + r.slope) - twist,
    };
    if (has_third(c)) {
        struct travel_slope with = slope;
        real both[2] = {down[0], down[1]};
        mask third = lanes(c->third) > 0.5f;
        press_third(axle, travel, rate, dt, both, &with);
        for (int i = 0; i < 2; ++i) {
            down[i] = pick(third, both[i], down[i]);
            slope.own[i] = pick(third, with.own[i], slope.own[i]);
        }
        slope.across = pick(third, with.across, slope.across);
    }
    return slope;
}

/* How a tyre's force goes with its load, which goes with its hub's travel. Force, moment and work are of all of its force,
 * along the ground as well, per share of the load. */
struct tyre_travel {
    real
        give; /* by how much the load falls per acceleration of the hub along the travel: N per m/s2 */
    real load_n, inverse_load;
    struct wrench pull; /* about the sprung mass's centre of gravity */
    real along, across; /* work per travel of its own hub, and of the other one: N */
    real path;          /* of the contact along the normal per travel of its own hub */
    real expected_n;    /* by how much more its load is where the hub does not accelerate */
    mask kinked;        /* it crosses a kink: tyre_kinks.h */
    real yielded;       /* the share by which a rim gives way more than its load said, 0 or less */
    real change;        /* of the load in this substep, as a share */
    real level_change;  /* of the force along the ground likewise */
};

/* Not implicit where a side force on a steep path would turn the sign of what the load does. */
static inline struct tyre_travel tyre_travel_of(const struct axle_constants *axle,
                                                const struct corner *k)
{
    num coupling = axle->suspension.coupling;
    struct tyre_travel t = {.load_n = k->load_n, .yielded = splat(0.0f), .change = splat(0.0f)};
    t.inverse_load = 1.0f / max_real(k->load_n, lanes(axle->least_load_n));
    t.pull.force = ground_force(k);
    t.pull.moment = vec3_cross(k->contact, t.pull.force);
    t.along = force_along(coupling, k, t.pull.force);
    t.across = force_across(coupling, k, t.pull.force);
    real path = force_along(coupling, k, k->normal);
    mask yields = path * t.along > 0.0f;
    t.give = keep(yields, k->load_slope * path);
    t.path = path;
    t.kinked = yields & (k->kink_stiffer > 0.0f);
    t.expected_n = keep(yields, k->load_slope * k->expected_mps2);
    return t;
}

/* A hub in the equation above. */
struct hub_travel {
    real carried; /* b, m/s2 */
    real asked_n; /* Z - (m + T) b */
    real slope;   /* m + T + S */
};

static inline struct hub_travel hub_travel_of(const struct axle_constants *axle, int twins,
                                              const struct corner *k, const struct tyre_travel *t,
                                              const struct wheel_share *share, real own_slope,
                                              const struct acceleration *a)
{
    struct hub_travel hub;
    real tyre = lanes(axle->unsprung_mass_kg) + t->give * (t->along * t->inverse_load);
    if (twins) tyre = tyre + t[2].give * (t[2].along * t[2].inverse_load);
    real more = t->expected_n * (t->along * t->inverse_load);
    if (twins) more = more + t[2].expected_n * (t[2].along * t[2].inverse_load);
    hub.carried = carried_travel(k, share, a);
    hub.asked_n = ((share->travel_force_n + share->lean_n) + more) - tyre * hub.carried;
    hub.slope = tyre + own_slope;
    return hub;
}

/* The accelerations r of an axle's hubs. */
static inline void solve_travel(int hubs, const struct hub_travel *hub,
                                const struct travel_slope *slope, real r[2])
{
    if (hubs == 1) { /* what would be the other side goes along */
        r[0] = r[1] = hub[0].asked_n / (hub[0].slope + slope->across);
        return;
    }
    real inverse = 1.0f / (hub[0].slope * hub[1].slope - square(slope->across));
    r[0] = (hub[1].slope * hub[0].asked_n - slope->across * hub[1].asked_n) * inverse;
    r[1] = (hub[0].slope * hub[1].asked_n - slope->across * hub[0].asked_n) * inverse;
}

/* What a tyre's force changes by where its hub accelerates: the load, which never pulls, and the force along the ground in
 * proportion. To `w` and to the travels of its own hub and the other one. */
static inline void change_load(struct tyre_travel *t, real acceleration, struct wrench *w,
                               real *own_n, real *across_n)
{
    real more = t->expected_n - t->give * acceleration;
    real left_n = t->load_n + t->load_n * t->yielded;
    t->change = t->level_change = t->yielded + max_real(more, -left_n) * t->inverse_load;
    w->force = vec3_add_scaled(w->force, t->pull.force, t->change);
    w->moment = vec3_add_scaled(w->moment, t->pull.moment, t->change);
    *own_n = *own_n + t->along * t->change;
    *across_n = *across_n + t->across * t->change;
}

/* Newton's method for a tyre that crosses a kink: its load and slope where its hub accelerates so. */
static inline void follow_kink(const struct axle_constants *axle, const struct corner *k,
                               struct tyre_travel *t, real acceleration, real dt)
{
    if (!any(t->kinked)) return;
    real rises = t->path * acceleration;
    const struct tyre_way way = way_of(k, dt);
    struct falling_load load = mean_load(&axle->tyre_vertical, &way, rises, dt);
    t->give = pick(t->kinked, load.slope * t->path, t->give);
    t->expected_n = pick(t->kinked, (load.load_n + load.slope * rises) - t->load_n, t->expected_n);
}

/* The most by which the force along the ground grows with the load within a substep, as a share. Ours. */
#define LEVEL_RISE 1.0f

/* Slip was found at the load that was expected: where next to none was, and much comes, it says nothing of the slide. The force along
 * the ground of a two-wheeler's tyre then falls short. */
LANE_INLINE void bound_level_force(const struct axle_constants *axle, const struct corner *k,
                                   struct tyre_travel *t, struct wrench *w, real *own_n)
{
    real over = max_real(t->change - LEVEL_RISE, splat(0.0f));
    if (!any(over > 0.0f)) return;
    vec3 level = vec3_add(vec3_scale(k->forward, k->fx), vec3_scale(k->left, k->fy));
    add_force_at(w, k->contact, vec3_scale(level, -over));
    *own_n = *own_n - over * force_along(axle->suspension.coupling, k, level);
    t->level_change = t->change - over;
}

/* The hub's own acceleration takes back the load beyond what a lying wheel's rim holds (press_tyre in corner.h), but less so
 * where a stop keeps the hub from giving way: the rim gives way then. */
static inline void yield_against_stop(const struct axle_constants *axle, struct tyre_travel *t,
                                      real own_slope, struct hub_travel *own,
                                      struct hub_travel *other)
{
    real most = lanes(axle->tyre_vertical.max_load);
    mask beyond = t->load_n > most;
    if (!any(beyond)) return;
    real held = axle->unsprung_mass_kg + own_slope;
    real give = t->give * (t->along * t->inverse_load);
    real yielded = min_real(most * t->inverse_load * ((held + give) / held) - 1.0f, splat(0.0f));
    t->yielded = keep(beyond, yielded);
    own->asked_n = own->asked_n + t->along * t->yielded;
    if (other) other->asked_n = other->asked_n + t->across * t->yielded;
}

/* What the ground does along itself to a wheel that its brake holds, by the acceleration of its contact. */
struct held_drag {
    real path;     /* of the contact forward per travel */
    real per_mps2; /* Fx loses this by the contact's acceleration forward: N per m/s2 */
    real carried;  /* that of the contact which is due to the body, m/s2 */
    real change_n; /* of Fx, in the end */
};

/* A wheel that rolls goes along with the ground: 0. */
static inline struct held_drag held_drag_of(const struct axle_constants *axle,
                                            const struct corner *k, const struct wheel_lanes *wheel,
                                            real dt)
{
    struct held_drag d = {.carried = splat(0.0f), .change_n = splat(0.0f)};
    real turning = -(k->caster_slope * wheel->travel_rate_mps); /* of its upright: spin_wheel */
    mask rolls = (wheel->spin_radps < turning) | (wheel->spin_radps > turning);
    real slope = keep(mask_not(rolls), k->fx_slope_nspm);
    real turned = k->effective_radius_m * k->caster_slope;
    d.path = (k->path_x * k->forward.x + k->forward.z) + turned;
    real damping = slope * square(d.path);
    real time_s = implicit_point(damping, splat(0.0f), axle->inverse_unsprung_mass, dt);
    d.per_mps2 = slope * time_s;
    return d;
}

/* Adds its change at an acceleration of the hub to the wrench, and to the force along the travel. Within friction, at
 * `ratio` times the load that Fx was found with. */
static inline void drag_held(struct held_drag *d, const struct corner *k, real ratio, real r,
                             struct wrench *w, real *own_n)
{
    real zero = splat(0.0f), asked_n = -(d->per_mps2 * (d->path * r + d->carried));
    real ahead_n = max_real(k->max_fx_n - k->fx, zero),
         back_n = max_real(k->max_fx_n + k->fx, zero);
    d->change_n = clamp(asked_n, -(back_n * ratio), ahead_n * ratio);
    add_force_at(w, k->contact, vec3_scale(k->forward, d->change_n));
    *own_n = *own_n + d->path * d->change_n;
}

/* The equations of an axle's hubs, and their accelerations r. */
LANE_INLINE void solve_hubs(const struct axle_constants *axle, int hubs, int twins,
                            const struct travel_slope *slope, const struct corner *k,
                            struct tyre_travel *t, const struct wheel_share *shares,
                            const real *bogie_n, const struct held_drag *held,
                            const struct acceleration *a, struct hub_travel *hub, real r[2])
{
    for (int i = 0; i < hubs; ++i)
        hub[i] = hub_travel_of(axle, twins, &k[i], &t[i], &shares[i], slope->own[i], a);
    for (int i = 0; i < hubs && held; ++i) {
        real along_n = held[i].per_mps2 * held[i].path;
        hub[i].slope = hub[i].slope + along_n * held[i].path;
        hub[i].asked_n = hub[i].asked_n - along_n * held[i].carried;
    }
    for (int i = 0; i < hubs; ++i) {
        struct hub_travel *other = hubs == 1 ? NULL : &hub[1 - i];
        yield_against_stop(axle, &t[i], slope->own[i], &hub[i], other);
        if (twins) yield_against_stop(axle, &t[2 + i], slope->own[i], &hub[i], other);
    }
    for (int i = 0; i < hubs && bogie_n; ++i)
        hub[i].asked_n = with_added(hub[i].asked_n, bogie_n[i]);
    solve_travel(hubs, hub, slope, r);
}

/* Again, with the loads of tyres that cross a kink as they are at these accelerations. */
static KAMM_NEVER_INLINE void solve_over_kinks(const struct axle_constants *axle, int hubs,
                                               int twins, const struct travel_slope *slope,
                                               const struct corner *k, struct tyre_travel *t,
                                               const struct wheel_share *shares,
                                               const real *bogie_n, const struct held_drag *held,
                                               const struct acceleration *a, real dt,
                                               struct hub_travel *hub, real r[2])
{
    for (int round = 0; round < KINK_ROUNDS; ++round) {
        for (int i = 0; i < hubs; ++i) {
            real rises = r[i] + hub[i].carried;
            follow_kink(axle, &k[i], &t[i], rises, dt);
            if (twins) follow_kink(axle, &k[2 + i], &t[2 + i], rises, dt);
        }
        solve_hubs(axle, hubs, twins, slope, k, t, shares, bogie_n, held, a, hub, r);
    }
}

/* Forces along the travels of an axle's hubs, in `shares`, and its tyres' loads as they are in the middle of the
 * substep where the body accelerates by `a`. `bogie_n`: what the other axles of a bogie do to them meanwhile, or NULL; `held` likewise, of each hub. Returned is what that
 * does to the body, left and right added first; `of_hub`, if not NULL, gets the part of each. */
LANE_INLINE struct wrench press_implicitly(const struct axle_constants *axle, int hubs, int twins,
                                           const struct travel_slope *slope, const struct corner *k,
                                           struct tyre_travel *t, struct wheel_share *shares,
                                           const real *bogie_n, struct held_drag *held,
                                           const struct acceleration *a, real dt,
                                           struct wrench *of_hub)
{
    struct hub_travel hub[2];
    struct wrench w[2] = {{vec3_zero(), vec3_zero()}, {vec3_zero(), vec3_zero()}};
    real r[2], own[2], across[2] = {splat(0.0f), splat(0.0f)};
    for (int i = 0; i < hubs && held; ++i) {
        vec3 carried = vec3_add(a->linear, vec3_cross(a->angular, k[i].contact));
        held[i].carried = vec3_dot(k[i].forward, carried);
    }
    solve_hubs(axle, hubs, twins, slope, k, t, shares, bogie_n, held, a, hub, r);
    mask kinked = t[0].kinked;
    for (int i = 1; i < hubs + (twins ? 2 : 0); ++i) kinked = kinked | t[i].kinked;
    if (any(kinked))
        solve_over_kinks(axle, hubs, twins, slope, k, t, shares, bogie_n, held, a, dt, hub, r);
    for (int i = 0; i < hubs; ++i) {
        real acceleration = r[i] + hub[i].carried;
        own[i] = -(slope->own[i] * r[i] + slope->across * r[1 - i]);
        if (bogie_n) own[i] = with_added(own[i], bogie_n[i]);
        change_load(&t[i], acceleration, &w[i], &own[i], &across[i]);
        if (twins) change_load(&t[2 + i], acceleration, &w[i], &own[i], &across[i]);
    }
    for (int i = 0; i < hubs && held; ++i) {
        bound_level_force(axle, &k[i], &t[i], &w[i], &own[i]);
        drag_held(&held[i], &k[i], 1.0f + t[i].level_change, r[i], &w[i], &own[i]);
    }
    for (int i = 0; i < hubs; ++i) {
        shares[i].implicit_n = hubs == 1 ? own[i] : own[i] + across[1 - i];
        add_lift_at(&w[i], k[i].hub, -shares[i].implicit_n);
    }
    for (int i = 0; i < hubs && of_hub; ++i) of_hub[i] = w[i];
    return hubs == 1 ? w[0] : wrench_sum(w[0], w[1]);
}

/* The tyre's forces after that. The patch keeps its deflection: it follows from the velocities that the hub really has. (Each
 * substep's rounding of an acceleration would add up there, and a parked vehicle creep.) */
LANE_INLINE void take_load_change(struct corner *k, const struct tyre_travel *t)
{
    real ratio = 1.0f + t->level_change;
    k->load_n = k->load_n * (1.0f + t->change);
    k->fx = k->fx * ratio;
    k->fy = k->fy * ratio;
}

#endif
