/* Ride: what springs, dampers, bars, tyres and weight do to the wheels' travel and to the body. */
#ifndef KAMM_MODEL_FULL_RIDE_H
#define KAMM_MODEL_FULL_RIDE_H

#include "../../part/anti_roll_bar.h"
#include "corner.h"

#define AXLE(field) GET(axle, struct full_axle_constants, field)

/* The torques about a wheel's spin axis in this substep. */
struct wheel_torque {
    real spin_change_radps2; /* of the wheel's spin */
    real brake_nm;           /* of the brake on the upright; positive while rolling forward */
    real rolling_nm;         /* rolling resistance on the wheel; positive while rolling forward */
};

/* Suspension forces of an axle on its wheels, downwards positive. */
static inline void suspension_forces(view axle, const struct full_wheel *left,
                                     const struct full_wheel *right, real *on_left, real *on_right)
{
    view suspension = INSIDE(axle, struct full_axle_constants, suspension);
    real bar = anti_roll_bar_force(AXLE(anti_roll_bar_n_per_m), left->travel_m, right->travel_m);
    struct axle_pair travel = {left->travel_m, right->travel_m};
    struct axle_pair rate = {left->travel_rate_mps, right->travel_rate_mps};
    struct axle_pair force = suspension_force(suspension, travel, rate);
    *on_left = force.left + bar;
    *on_right = force.right - bar;
}

/* What one wheel brings to the equations of motion (body.h). */
struct wheel_share {
    struct wrench wrench;
    real travel_force_n;    /* Z */
    real bias_mps2;         /* z . c: acceleration of the hub that is due to rotation alone */
};

LANE_INLINE vec3 ground_force(const struct corner *k)
{
    vec3 level = vec3_add(vec3_scale(k->forward, k->fx), vec3_scale(k->left, k->fy));
    return vec3_add(level, vec3_scale(k->normal, k->load_n));
}

/* Work of the tyre forces per travel of the wheel. Through the beam of a dependent axle the travel
 * also moves the other wheel sideways. */
static inline real path_force(view axle, const struct corner *k, const struct corner *other)
{
    real coupling = AXLE(suspension.coupling);
    vec3 own = ground_force(k);
    real side = k->path.y * own.y * (1.0f - coupling) -
                other->path.y * ground_force(other).y * coupling;
    return k->path.x * own.x + own.z + side;
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
static inline vec3 hub_bias(const struct body_motion *body, const struct corner *k, real travel_rate)
{
    vec3 centripetal = vec3_cross(body->spin, vec3_cross(body->spin, k->hub));
    vec3 coriolis = vec3_cross(body->spin, vec3_scale(k->path, 2.0f * travel_rate));
    return vec3_add(centripetal, coriolis);
}

/* The spinning wheel turned about: torque on the body. */
static inline vec3 gyroscopic_moment(view axle, const struct body_motion *body,
                                     const struct corner *k, real spin, struct wheel_torque torque)
{
    real inertia = AXLE(wheel_inertia_kgm2);
    vec3 momentum = vec3_scale(k->axis, inertia * spin);
    vec3 change = vec3_add(vec3_scale(k->axis, inertia * torque.spin_change_radps2),
                           vec3_cross(body->spin, momentum));
    return vec3_negate(change);
}

static inline struct wheel_share wheel_share_of(view axle, const struct body_motion *body,
                                                const struct corner *k, const struct corner *other,
                                                const struct full_wheel *wheel,
                                                struct wheel_torque torque, real suspension_down)
{
    struct wheel_share share;
    real mass = AXLE(unsprung_mass_kg);
    share.wrench = tyre_wrench(k, torque);
    share.wrench.moment = vec3_add(share.wrench.moment,
                                   gyroscopic_moment(axle, body, k, wheel->spin_radps, torque));
    share.travel_force_n = path_force(axle, k, other) - k->caster_slope * torque.brake_nm +
                           mass * body->gravity.z - suspension_down;
    vec3 bias = hub_bias(body, k, wheel->travel_rate_mps);
    share.bias_mps2 = bias.z;
    vec3 at_hub = vec3_scale(vec3_of(body->gravity.x - bias.x, body->gravity.y - bias.y,
                                     body->gravity.z), mass);
    at_hub.z = at_hub.z - share.travel_force_n;
    add_force_at(&share.wrench, k->hub, at_hub);
    return share;
}

/* The matrix A of body.h has the hub where it is at rest. What its inertia asks for where it is now,
 * beyond that, at accelerations that are nearly the right ones. */
static inline struct wrench hub_shift(view axle, const struct corner *k,
                                      const struct acceleration *a)
{
    real mass = AXLE(unsprung_mass_kg);
    vec3 rest = {k->hub.x, k->hub.y, AXLE(hub_z_m)};
    vec3 there = vec3_add(a->linear, vec3_cross(a->angular, rest));
    vec3 here = vec3_add(a->linear, vec3_cross(a->angular, k->hub));
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, rest, vec3_of(mass * there.x, mass * there.y, splat(0.0f)));
    add_force_at(&w, k->hub, vec3_of(-mass * here.x, -mass * here.y, splat(0.0f)));
    return w;
}

/* The wheel's travel after a substep. Half a decimetre beyond its stops it is held: only a fall from
 * several metres gets there. */
static inline void advance_travel(view axle, struct full_wheel *wheel, const struct corner *k,
                                  struct wheel_share share, const struct acceleration *a, real dt)
{
    view s = INSIDE(axle, struct full_axle_constants, suspension);
    real highest = GET(s, struct suspension_constants, bump_travel_m) + 0.15f;
    real lowest = -GET(s, struct suspension_constants, rebound_travel_m) - 0.15f;
    real carried = a->linear.z + (a->angular.x * k->hub.y - a->angular.y * k->hub.x);
    real own = share.travel_force_n * AXLE(inverse_unsprung_mass) - carried - share.bias_mps2;
    real rate = wheel->travel_rate_mps + own * dt;
    real travel = wheel->travel_m + rate * dt;
    mask held = (travel > highest) | (travel < lowest);
    wheel->travel_m = clamp(travel, lowest, highest);
    wheel->travel_rate_mps = pick(held, splat(0.0f), rate);
}

#undef AXLE

#endif
