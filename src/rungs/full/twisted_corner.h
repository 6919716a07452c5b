/* The corner of a front wheel whose frame twists (front.h): found in axes that go with the twisted front, and given in the body's.
 *
 * A place r of the front at rest is at p + R (r - p), where R turns by the twist about its axis k through p. Body axes that twist along,
 * and whose origin is at p - R p, therefore find suspension, steering and contact as those of a front that does not twist; the origin moves
 * with v + omega x r + d' k x (r - p) and the axes turn with omega + d' k.
 *
 * Assumption: the hub's way along the body's z axis is its travel: by half of the square of the twist it is less. */
#ifndef KAMM_RUNGS_FULL_TWISTED_CORNER_H
#define KAMM_RUNGS_FULL_TWISTED_CORNER_H

#include "hinge.h"

LANE_INLINE vec3 place_by(const struct hinge *h, vec3 rest)
{
    return vec3_add(h->pivot, steered(h->axis, h->turn, vec3_sub(rest, h->pivot)));
}

/* The motion of those axes, and gravity in them. */
static inline struct body_motion twisted_motion(const struct hinge *t,
                                                const struct body_motion *body)
{
    struct body_motion own = *body;
    vec3 origin = place_by(t, vec3_zero());
    vec3 swing = vec3_cross(t->axis, vec3_sub(origin, t->pivot));
    vec3 v = vec3_add_scaled(velocity_at(body, origin), swing, t->rate_radps);
    vec3 w = vec3_add_scaled(body->angular_velocity, t->axis, t->rate_radps);
    own.velocity = vec3_pick(t->on, unturned(t->axis, t->turn, v), body->velocity);
    own.angular_velocity = vec3_pick(t->on, unturned(t->axis, t->turn, w), body->angular_velocity);
    own.gravity = vec3_pick(t->on, unturned(t->axis, t->turn, body->gravity), body->gravity);
    return own;
}

static inline struct corner_ground twisted_ground(const struct hinge *t,
                                                  const struct corner_ground *ground)
{
    struct corner_ground own = *ground;
    vec3 origin = place_by(t, vec3_zero());
    own.height_m = pick(t->on, ground->height_m + vec3_dot(ground->normal, origin), own.height_m);
    own.normal = vec3_pick(t->on, unturned(t->axis, t->turn, ground->normal), own.normal);
    own.velocity = vec3_pick(t->on, unturned(t->axis, t->turn, ground->velocity), own.velocity);
    own.turning = vec3_pick(t->on, unturned(t->axis, t->turn, ground->turning), own.turning);
    return own;
}

LANE_INLINE void turn_place(const struct hinge *t, vec3 *place)
{
    *place = vec3_pick(t->on, place_by(t, *place), *place);
}
LANE_INLINE void turn_direction(const struct hinge *t, vec3 *direction)
{
    *direction = vec3_pick(t->on, steered(t->axis, t->turn, *direction), *direction);
}

/* Ways per travel, of the hub and of the contact. */
static inline void turn_paths(const struct hinge *t, struct corner *k)
{
    const real none = splat(0.0f), one = splat(1.0f);
    vec3 hub = vec3_of(k->path_x, k->hub_path_y, one);
    vec3 contact = vec3_add(k->tilt_path, vec3_of(k->path_x, none, one));
    turn_direction(t, &hub);
    turn_direction(t, &contact);
    real inverse = 1.0f / hub.z;
    k->path_x = pick(t->on, hub.x * inverse, k->path_x);
    k->hub_path_y = pick(t->on, hub.y * inverse, k->hub_path_y);
    vec3 tilt = vec3_sub(contact, vec3_of(k->path_x, none, one));
    k->tilt_path = vec3_pick(t->on, tilt, k->tilt_path);
}

/* From the twisted axes to the body's. */
static inline void tell_in_body(const struct hinge *t, struct corner *k)
{
    vec3 *places[] = {&k->hub, &k->pivot, &k->contact};
    vec3 *directions[] = {&k->axis, &k->upright_turn, &k->kingpin, &k->forward,
                          &k->left, &k->normal,       &k->push};
    turn_paths(t, k);
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) turn_place(t, places[i]);
    for (size_t i = 0; i < sizeof directions / sizeof *directions; ++i)
        turn_direction(t, directions[i]);
}

/* All of it, into `k`, as find_corner. */
static KAMM_NEVER_INLINE void
find_twisted_corner(const struct axle_constants *axle, struct wheel_place place, struct rack rack,
                    const struct body_motion *body, const struct corner_ground *ground,
                    struct wheel_lanes *wheel, struct opposite_wheel other, struct substep step,
                    const struct hinge *twist, struct corner *k)
{
    const struct body_motion motion = twisted_motion(twist, body);
    const struct corner_ground below = twisted_ground(twist, ground);
    find_corner(axle, place, rack, &motion, &below, wheel, other, step, k);
    tell_in_body(twist, k);
}

#endif
