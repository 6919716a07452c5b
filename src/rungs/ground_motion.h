/* How the ground below a car moves, as one rigid body: what "over the ground" means everywhere in a step.
 *
 * Each wheel's plane has a velocity at the wheel's contact. A rigid field u(r) = v + w x r is fitted to these by least
 * squares: of the parts in the road's plane the mean and the yaw rate, of those square to it the mean, roll and pitch rates. On a
 * deck, a turntable, a seesaw or a lorry's bed the fit is exact; where each wheel has a belt of its own it is the motion
 * that the car as a whole would follow. It is given at the origin of the body's frame.
 *
 * Ground that moves evenly is the same for all wheels, and then w is 0 to the bit; at rest all of it is. */
#ifndef KAMM_RUNGS_GROUND_MOTION_H
#define KAMM_RUNGS_GROUND_MOTION_H

#include "../base/vector.h"
#include "../vehicle/wheel_room.h"

struct ground_motion { /* world axes */
    vec3 velocity;     /* at the body frame's origin */
    vec3 turning;      /* angular velocity */
    vec3 rigid;        /* the same where the fit is that of one body, else nothing */
};

#define RIGID_SHARE 0.1f /* what the fit may leave over of the velocities that turning makes */

/* Share of a wheel in the sums of the fit. */
struct ground_share {
    real spins, polar;               /* its velocity times its arm in the plane; that arm squared */
    real along, across;              /* its velocity square to the plane times its arms … */
    real along_2, across_2, product; /* … and what these arms make */
};

LANE_INLINE struct ground_share ground_share_of(vec3 arm, vec3 v)
{
    real xx = arm.x * arm.x, yy = arm.y * arm.y;
    return (struct ground_share){
        arm.x * v.y - arm.y * v.x, xx + yy, arm.x * v.z, arm.y * v.z, xx, yy, arm.x * arm.y};
}

LANE_INLINE struct ground_share ground_share_sum(struct ground_share a, struct ground_share b)
{
    return (struct ground_share){
        a.spins + b.spins,     a.polar + b.polar,       a.along + b.along,    a.across + b.across,
        a.along_2 + b.along_2, a.across_2 + b.across_2, a.product + b.product};
}

LANE_INLINE vec3 ground_axle_sum(int count, const vec3 *own)
{
    if (count == 1) return own[0];
    vec3 inner = vec3_add(own[0], own[1]);
    return count == 2 ? inner : vec3_add(inner, vec3_add(own[2], own[3]));
}

/* Axle by axle, on each left and right first. */
LANE_INLINE vec3 ground_mean(const struct layout *l, const vec3 *of_wheel)
{
    vec3 sum = ground_axle_sum(l->count[0], of_wheel);
    for (int a = 1; a < l->axles; ++a)
        sum = vec3_add(sum, ground_axle_sum(l->count[a], of_wheel + l->first[a]));
    return vec3_scale(sum, splat(1.0f / (float)l->wheels));
}

LANE_INLINE struct ground_share ground_axle_share(int count, const vec3 *arm, const vec3 *v)
{
    struct ground_share sum = ground_share_of(arm[0], v[0]);
    if (count > 1) sum = ground_share_sum(sum, ground_share_of(arm[1], v[1]));
    if (count < 4) return sum;
    return ground_share_sum(
        sum, ground_share_sum(ground_share_of(arm[2], v[2]), ground_share_of(arm[3], v[3])));
}

LANE_INLINE vec3 ground_turning_of(const struct ground_share *s)
{
    real least = splat(1e-6f);
    real det = max_real(s->along_2 * s->across_2 - s->product * s->product, least);
    real inverse = 1.0f / det;
    return vec3_of((s->along_2 * s->across - s->product * s->along) * inverse,
                   -((s->across_2 * s->along - s->product * s->across) * inverse),
                   s->spins / max_real(s->polar, least));
}

/* Finds the motion of the ground below wheels at those places of the body (body axes). The ground's
 * velocities and all results are in world axes. */
static inline struct ground_motion ground_fit(const struct layout *l, matrix3 rotation,
                                              const vec3 *at, const vec3 *v)
{
    vec3 arm[WHEEL_ROOM], off[WHEEL_ROOM], centre = ground_mean(l, at);
    const vec3 zero = vec3_zero(); /* nothing is +0 */
    off[0] = arm[0] = zero;        /* there is a wheel, which compilers can't know */
    /* Against the front axle's mean, so that a velocity that all have in common leaves nothing. */
    vec3 common = vec3_scale(ground_axle_sum(l->count[0], v), splat(1.0f / (float)l->count[0]));
    for (int w = 0; w < l->wheels; ++w) off[w] = vec3_sub(v[w], common);
    vec3 rest = ground_mean(l, off);
    for (int w = 0; w < l->wheels; ++w) {
        arm[w] = vec3_sub(at[w], centre);
        off[w] = matrix3_apply_transposed(rotation, vec3_sub(off[w], rest));
    }
    struct ground_share sum = ground_axle_share(l->count[0], arm, off);
    for (int a = 1; a < l->axles; ++a) {
        int first = l->first[a];
        sum = ground_share_sum(sum, ground_axle_share(l->count[a], arm + first, off + first));
    }
    vec3 turning = ground_turning_of(&sum);
    vec3 swing = matrix3_apply(rotation, vec3_cross(turning, centre));
    real left = splat(0.0f), made = left; /* whatever the order: there are only two answers */
    for (int w = 0; w < l->wheels; ++w) {
        vec3 own = vec3_cross(turning, arm[w]), rest_of = vec3_sub(off[w], own);
        left = max_real(left, vec3_dot(rest_of, rest_of));
        made = max_real(made, vec3_dot(own, own));
    }
    struct ground_motion fit;
    fit.turning = vec3_add(matrix3_apply(rotation, turning), zero);
    fit.velocity = vec3_add(vec3_sub(vec3_add(common, rest), swing), zero);
    fit.rigid = vec3_pick(left < RIGID_SHARE * RIGID_SHARE * made, fit.turning, zero);
    return fit;
}

#endif
