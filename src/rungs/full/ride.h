/* Ride: what springs, dampers, bars, tyres and weight do to the wheels' travel and to the body. */
#ifndef KAMM_RUNGS_FULL_RIDE_H
#define KAMM_RUNGS_FULL_RIDE_H

#include "../../part/anti_roll_bar.h"
#include "corner.h"

/* The torques about a wheel's spin axis in this substep. */
struct wheel_torque {
    real spin_change_radps2; /* of the wheel's spin */
    real brake_nm;           /* of the brake on the upright; positive while rolling forward */
    real rolling_nm;         /* rolling resistance on the wheel; positive while rolling forward */
};

struct bar_force {
    real left_n, n_per_m; /* on the left wheel, downwards; and per difference in travel */
};

/* The anti-roll bar's force on the left wheel of the axle, downwards positive. Off while both wheels
 * hang free; NULL for `slack`: there is none. */
static inline struct bar_force twist_bar(const struct axle_constants *axle,
                                         const struct body_motion *body, real load_n,
                                         const struct wheel_lanes *left,
                                         const struct wheel_lanes *right, real *slack)
{
    const struct anti_roll_bar_constants *bar = &axle->anti_roll_bar;
    if (!slack) return (struct bar_force){splat(0.0f), splat(0.0f)};
    real apart = left->travel_m - right->travel_m;
    mask off = mask_not(load_n > 0.0f);
    *slack = anti_roll_bar_slack(*slack, apart, off);
    real share = anti_roll_bar_share(bar, body->velocity);
    real force = share * anti_roll_bar_force(bar, apart - *slack);
    return (struct bar_force){force, pick(off, splat(0.0f), share * anti_roll_bar_slope(bar))};
}

/* Share of a hub in the equations of motion (body.h). */
struct wheel_share {
    struct wrench wrench;
    real travel_force_n; /* Z, but for what the unsprung mass's own side force does */
    real lean_n;         /* that, see lean_on_links */
    real implicit_n;     /* what Z changes by within the substep, see press_implicitly */
    vec3 bias_mps2;      /* c: acceleration of the hub that is due to rotation alone */
};

LANE_INLINE vec3 ground_force(const struct corner *k)
{
    vec3 level = vec3_add(vec3_scale(k->forward, k->fx), vec3_scale(k->left, k->fy));
    return vec3_add(level, vec3_scale(k->push, k->load_n));
}

/* Work of a force at the contact per travel of the wheel's own hub, and of the other one. */
LANE_INLINE real force_along(num coupling, const struct corner *k, vec3 force)
{
    return k->path_x * force.x + force.z + vec3_dot(k->tilt_path, force) * (1.0f - coupling);
}
LANE_INLINE real force_across(num coupling, const struct corner *k, vec3 force)
{
    return -(vec3_dot(k->tilt_path, force) * coupling);
}

/* Work of the tyre forces per travel of the wheel. Through the beam of a dependent axle the travel
 * also moves the other wheel sideways. */
static inline real path_force(const struct axle_constants *axle, const struct corner *k,
                              const struct corner *other)
{
    num coupling = axle->suspension.coupling;
    vec3 own = ground_force(k);
    real tilt = vec3_dot(k->tilt_path, own) * (1.0f - coupling) -
                vec3_dot(other->tilt_path, ground_force(other)) * coupling;
    return k->path_x * own.x + own.z + tilt;
}

/* Tyre force and moment. The Magic Formula gives Fx at the effective radius as far as the wheel's
 * spin is concerned; at the loaded radius the difference is a moment about the spin axis. */
static inline struct wrench tyre_wrench(const struct corner *k, struct wheel_torque torque)
{
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, k->contact, ground_force(k));
    vec3 own = vec3_add(vec3_scale(k->forward, k->mx), vec3_scale(k->normal, k->mz));
    real about_axis = k->fx * (k->loaded_radius_m - k->effective_radius_m) - torque.rolling_nm;
    w.moment = vec3_add(w.moment, vec3_add(own, vec3_scale(k->axis, about_axis)));
    return w;
}

/* Acceleration of the hub that remains when body and travel do not accelerate. */
static inline vec3 hub_bias(const struct body_motion *body, const struct corner *k,
                            real travel_rate)
{
    vec3 centripetal =
        vec3_cross(body->angular_velocity, vec3_cross(body->angular_velocity, k->hub));
    vec3 along_path =
        vec3_scale(vec3_of(k->path_x, k->hub_path_y, splat(1.0f)), 2.0f * travel_rate);
    return vec3_add(centripetal, vec3_cross(body->angular_velocity, along_path));
}

/* The spinning wheel turned about: torque on the body. */
static inline vec3 gyroscopic_moment(const struct axle_constants *axle,
                                     const struct body_motion *body, const struct corner *k,
                                     real spin, struct wheel_torque torque)
{
    num inertia = axle->wheel_inertia_kgm2;
    vec3 momentum = vec3_scale(k->axis, inertia * spin);
    vec3 change = vec3_add(vec3_scale(k->axis, inertia * torque.spin_change_radps2),
                           vec3_cross(body->angular_velocity, momentum));
    return vec3_negate(change);
}

static inline struct wheel_share wheel_share_of(const struct axle_constants *axle,
                                                const struct body_motion *body,
                                                const struct corner *k, const struct corner *other,
                                                const struct wheel_lanes *wheel,
                                                struct wheel_torque torque, real suspension_down)
{
    struct wheel_share share;
    real mass = lanes(axle->unsprung_mass_kg);
    share.wrench = tyre_wrench(k, torque);
    share.wrench.moment =
        vec3_add(share.wrench.moment, gyroscopic_moment(axle, body, k, wheel->spin_radps, torque));
    share.travel_force_n = path_force(axle, k, other) - k->caster_slope * torque.brake_nm +
                           mass * body->gravity.z - suspension_down;
    vec3 bias = hub_bias(body, k, wheel->travel_rate_mps);
    share.bias_mps2 = bias;
    share.lean_n = share.implicit_n = splat(0.0f);
    vec3 at_hub = vec3_scale(
        vec3_of(body->gravity.x - bias.x, body->gravity.y - bias.y, body->gravity.z), mass);
    at_hub.z = at_hub.z - share.travel_force_n;
    add_force_at(&share.wrench, k->hub, at_hub);
    return share;
}

/* Adds the share of the outer tyre of twins to that of its hub. Its rolling resistance is in the
 * hub's torque. */
static inline void add_outer_twin(const struct axle_constants *axle, const struct corner *k,
                                  const struct corner *other, struct wheel_share *share)
{
    const struct wheel_torque none = {splat(0.0f), splat(0.0f), splat(0.0f)};
    real along = path_force(axle, k, other);
    share->wrench = wrench_sum(share->wrench, tyre_wrench(k, none));
    share->travel_force_n = share->travel_force_n + along;
    add_lift_at(&share->wrench, k->hub, -along);
}

/* What the equations of body.h leave out in their first answer `a`: the hub is not quite where A has
 * it at rest, and the unsprung mass's own side force works along the hub's path. */
static inline struct wrench hub_shift(const struct axle_constants *axle, real side,
                                      const struct corner *k, const struct acceleration *a)
{
    num mass = axle->unsprung_mass_kg;
    vec3 rest = {lanes(axle->behind_m), side * axle->hub_out_m + axle->left_offset_m,
                 lanes(axle->hub_z_m)};
    vec3 there = vec3_add(a->linear, vec3_cross(a->angular, rest));
    vec3 here = vec3_add(a->linear, vec3_cross(a->angular, k->hub));
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_level_force_at(&w, rest, mass * there.x, mass * there.y);
    add_level_force_at(&w, k->hub, -(mass * here.x), -(mass * here.y));
    return w;
}

/* The side of a hub on an axle with that number of them. */
LANE_INLINE real hub_side(int hubs, int i) { return splat(hubs == 1 ? 0.0f : i ? -1.0f : 1.0f); }

/* Acceleration upwards that a hub has of the body, which accelerates as `a` says. */
LANE_INLINE real carried_travel(const struct corner *k, const struct wheel_share *share,
                                const struct acceleration *a)
{
    real carried = a->linear.z + (a->angular.x * k->hub.y - a->angular.y * k->hub.x);
    return carried + share->bias_mps2.z;
}

/* Acceleration of a wheel's travel under its force Z. */
LANE_INLINE real travel_acceleration(const struct axle_constants *axle, const struct corner *k,
                                     const struct wheel_share *share, const struct acceleration *a)
{
    real force = share->travel_force_n + share->implicit_n + share->lean_n;
    return force * axle->inverse_unsprung_mass - carried_travel(k, share, a);
}

/* What the hubs of an axle do forward and sideways because they travel: left and right. */
static inline void sideways_by_travel(const struct axle_constants *axle, int hubs,
                                      const struct corner *k, const struct wheel_share *shares,
                                      const struct acceleration *a, vec3 sideways[2])
{
    const struct suspension_constants *suspension = &axle->suspension;
    real own[2];
    for (int i = 0; i < hubs; ++i) own[i] = travel_acceleration(axle, &k[i], &shares[i], a);
    for (int i = 0; i < hubs; ++i)
        sideways[i] = vec3_of(
            k[i].path_x * own[i],
            k[i].hub_path_y * tilting_travel(suspension, own[i], own[hubs - 1 - i]), splat(0.0f));
}

/* Weight and inertia of the unsprung mass, as a force at its hub. */
LANE_INLINE vec3 unsprung_force(const struct axle_constants *axle, const struct body_motion *body,
                                const struct corner *k, const struct wheel_share *share,
                                const struct acceleration *a, vec3 sideways)
{
    vec3 hub = vec3_add(vec3_add(a->linear, vec3_cross(a->angular, k->hub)), share->bias_mps2);
    return vec3_scale(vec3_sub(body->gravity, vec3_add(hub, sideways)),
                      lanes(axle->unsprung_mass_kg));
}

/* What that force does along the travel, and what all this does to the body; `of_hub`, if not NULL, gets the part of each. `hubs`: of the
 * axle, 1 or 2. */
static inline struct wrench lean_on_links(const struct axle_constants *axle, int hubs,
                                          const struct body_motion *body, const struct corner *k,
                                          struct wheel_share *shares, const struct acceleration *a,
                                          struct wrench *of_hub)
{
    real coupling = lanes(axle->suspension.coupling), along[2],
         mass = lanes(axle->unsprung_mass_kg);
    struct wrench both[2];
    vec3 force[2], sideways[2];
    sideways_by_travel(axle, hubs, k, shares, a, sideways);
    for (int i = 0; i < hubs; ++i)
        force[i] = unsprung_force(axle, body, &k[i], &shares[i], a, sideways[i]);
    for (int i = 0; i < hubs; ++i) {
        int across = hubs - 1 - i;
        along[i] = k[i].path_x * force[i].x + (k[i].hub_path_y * force[i].y * (1.0f - coupling) -
                                               k[across].hub_path_y * force[across].y * coupling);
    }
    for (int i = 0; i < hubs; ++i) {
        vec3 reaction = vec3_scale(sideways[i], -mass);
        reaction.z = reaction.z - along[i];
        shares[i].lean_n = along[i];
        both[i] = hub_shift(axle, hub_side(hubs, i), &k[i], a);
        add_force_at(&both[i], k[i].hub, reaction);
    }
    for (int i = 0; i < hubs && of_hub; ++i) of_hub[i] = both[i];
    return hubs == 1 ? both[0] : wrench_sum(both[0], both[1]);
}

/* The wheel's travel after a substep. */
static inline void advance_travel(const struct axle_constants *axle, struct wheel_lanes *wheel,
                                  const struct corner *k, struct wheel_share share,
                                  const struct acceleration *a, real dt)
{
    real own = travel_acceleration(axle, k, &share, a);
    wheel->last_travel_acceleration_mps2 = own;
    wheel->travel_rate_mps = wheel->travel_rate_mps + own * dt;
    wheel->travel_m = wheel->travel_m + wheel->travel_rate_mps * (0.5f * dt);
}

/* The acceleration upwards that a sensor in the body above a hub felt in the last substep. */
static inline real body_vertical_acceleration(const struct car_lanes *car, vec3 hub)
{
    struct acceleration a = last_acceleration(car);
    return a.linear.z + (a.angular.x * hub.y - a.angular.y * hub.x);
}

#endif
