/* Moments of the road on the steering, about the steering axes and at the steering wheel. */
#ifndef KAMM_RUNGS_FULL_STEERING_MOMENT_H
#define KAMM_RUNGS_FULL_STEERING_MOMENT_H

#include "ride.h"

/* What a wheel does about its steering axis, on the upright: tyre force and moment, less what turns the wheel about its spin axis,
 * of which the upright gets the brake's part alone. So a braked wheel pulls with the scrub radius as its arm, and a driven
 * or rolling one with the axis's distance from the wheel's centre. */
static inline real kingpin_moment(const struct corner *k, real brake_nm)
{
    vec3 force = ground_force(k);
    vec3 about_hub = vec3_cross(vec3_sub(k->contact, k->hub), force);
    real spun = vec3_dot(k->axis, about_hub) - brake_nm;
    vec3 moment = vec3_add(vec3_cross(vec3_sub(k->contact, k->pivot), force),
                           vec3_add(vec3_scale(k->forward, k->mx), vec3_scale(k->normal, k->mz)));
    return vec3_dot(k->kingpin, vec3_add_scaled(moment, k->axis, -spun));
}

/* Seen at the hand wheel, which does the work of these moments. */
static inline real hand_wheel_torque(const struct group *g, const struct corner *corners,
                                     const struct wheel_torque *torques)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    real sum = splat(0.0f);
    for (int a = 0; a < l->axles; ++a) {
        real moment[4] = {splat(0.0f), splat(0.0f), splat(0.0f), splat(0.0f)};
        for (int i = 0; i < l->count[a]; ++i) {
            int w = l->first[a] + i;
            real brake_nm = l->hub[w] == w ? torques[w].brake_nm : splat(0.0f);
            moment[i] = corners[w].steer_per_rack * kingpin_moment(&corners[w], brake_nm);
        }
        sum = sum - wheel_sum(l->count[a], moment, 1);
    }
    const struct steering_constants *steering = &c->chassis.steering;
    return sum * steering->inverse_ratio;
}

#endif
