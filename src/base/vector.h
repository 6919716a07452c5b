/* Vectors, quaternions and 3x3 matrices on lanes.
 *
 * Axes are ISO 8855: x forward, y left, z up. Quaternions turn body axes into world axes and are
 * unit. Mirroring in the plane y = 0 turns the y of positions, velocities and forces, and the x and
 * z of angular velocities, moments and quaternions. Each product below is even or odd under it as a
 * whole, and rounding to nearest is the same for both signs. So every function here mirrors to the
 * bit in any order of its sums; only sums of left and right parts need an order of their own. A sum
 * that cancels is +0 on both sides: code must not read the sign of such a zero.
 */
#ifndef KAMM_BASE_VECTOR_H
#define KAMM_BASE_VECTOR_H

#include "lane.h"

typedef struct {
    real x, y, z;
} vec3;

typedef struct {
    real w, x, y, z;
} quaternion;

/* The rows of a matrix: (m v).x is the dot product of row x and v. */
typedef struct {
    vec3 x, y, z;
} matrix3;

LANE_INLINE vec3 vec3_of(real x, real y, real z) { return (vec3){x, y, z}; }
LANE_INLINE vec3 vec3_zero(void) { return vec3_of(splat(0.0f), splat(0.0f), splat(0.0f)); }
LANE_INLINE vec3 vec3_add(vec3 a, vec3 b) { return vec3_of(a.x + b.x, a.y + b.y, a.z + b.z); }
LANE_INLINE vec3 vec3_sub(vec3 a, vec3 b) { return vec3_of(a.x - b.x, a.y - b.y, a.z - b.z); }
LANE_INLINE vec3 vec3_scale(vec3 a, real by) { return vec3_of(a.x * by, a.y * by, a.z * by); }
LANE_INLINE vec3 vec3_negate(vec3 a) { return vec3_of(-a.x, -a.y, -a.z); }
LANE_INLINE real vec3_dot(vec3 a, vec3 b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
LANE_INLINE real vec3_length(vec3 a) { return square_root(vec3_dot(a, a)); }

/* a + b * by */
LANE_INLINE vec3 vec3_add_scaled(vec3 a, vec3 b, real by) { return vec3_add(a, vec3_scale(b, by)); }

/* a + (b - a) * share */
LANE_INLINE vec3 vec3_towards(vec3 a, vec3 b, real share)
{
    return vec3_add_scaled(a, vec3_sub(b, a), share);
}

LANE_INLINE vec3 vec3_cross(vec3 a, vec3 b)
{
    return vec3_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

LANE_INLINE vec3 vec3_pick(mask m, vec3 a, vec3 b)
{
    return vec3_of(pick(m, a.x, b.x), pick(m, a.y, b.y), pick(m, a.z, b.z));
}

/* NaN for a vector of no length. */
LANE_INLINE vec3 vec3_normalise(vec3 a) { return vec3_scale(a, 1.0f / vec3_length(a)); }

LANE_INLINE vec3 matrix3_apply(matrix3 m, vec3 v)
{
    return vec3_of(vec3_dot(m.x, v), vec3_dot(m.y, v), vec3_dot(m.z, v));
}

/* The transposed matrix times v: the inverse where m is a rotation. */
LANE_INLINE vec3 matrix3_apply_transposed(matrix3 m, vec3 v)
{
    return vec3_add_scaled(vec3_add_scaled(vec3_scale(m.x, v.x), m.y, v.y), m.z, v.z);
}

LANE_INLINE quaternion quat_of(real w, vec3 v) { return (quaternion){w, v.x, v.y, v.z}; }
LANE_INLINE vec3 quat_vector(quaternion q) { return vec3_of(q.x, q.y, q.z); }
LANE_INLINE quaternion quat_conjugate(quaternion q)
{
    return quat_of(q.w, vec3_negate(quat_vector(q)));
}

/* The rotation b, then the rotation a. */
LANE_INLINE quaternion quat_product(quaternion a, quaternion b)
{
    vec3 u = quat_vector(a), v = quat_vector(b);
    vec3 along = vec3_add(vec3_scale(v, a.w), vec3_scale(u, b.w));
    return quat_of(a.w * b.w - vec3_dot(u, v), vec3_add(along, vec3_cross(u, v)));
}

LANE_INLINE quaternion quat_normalise(quaternion q)
{
    vec3 v = quat_vector(q);
    real by = 1.0f / square_root(q.w * q.w + vec3_dot(v, v));
    return quat_of(q.w * by, vec3_scale(v, by));
}

/* Body to world. */
LANE_INLINE vec3 quat_rotate(quaternion q, vec3 v)
{
    vec3 u = quat_vector(q);
    vec3 turn = vec3_scale(vec3_cross(u, v), splat(2.0f));
    return vec3_add(vec3_add_scaled(v, turn, q.w), vec3_cross(u, turn));
}

/* World to body. */
LANE_INLINE vec3 quat_rotate_back(quaternion q, vec3 v)
{
    return quat_rotate(quat_conjugate(q), v);
}

/* The matrix that turns body axes into world axes; its row z is the world's up seen in the body. */
LANE_INLINE matrix3 quat_matrix(quaternion q)
{
    real x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
    real xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    real xy = q.x * y2, yz = q.y * z2, zx = q.z * x2;
    real wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return (matrix3){vec3_of(1.0f - (yy + zz), xy - wz, zx + wy),
                     vec3_of(xy + wz, 1.0f - (zz + xx), yz - wx),
                     vec3_of(zx - wy, yz + wx, 1.0f - (xx + yy))};
}

/* Turns an attitude for a time at an angular velocity in body axes: the exponential map to fifth order
 * of the half angle, with the length drawn back to 1. `rest` keeps what rounding leaves over, so that
 * a turn of 1e-5 rad/s is not lost in steps of 1/1200 s. */
LANE_INLINE void quat_advance(quaternion *q, quaternion *rest, vec3 rate_radps, real time_s)
{
    vec3 half = vec3_scale(rate_radps, 0.5f * time_s);
    real z = vec3_dot(half, half);
    real shrink = z * (z * (1.0f / 24.0f) - 0.5f); /* cosine less 1 of the half angle; sine below */
    real stretch = 1.0f - z * (1.0f / 6.0f - z * (1.0f / 120.0f));
    quaternion d = quat_product(*q, quat_of(shrink, vec3_scale(half, stretch)));
    real length = (q->w * q->w + q->x * q->x) + (q->y * q->y + q->z * q->z);
    real excess = 0.5f * (1.0f - length);
    add_kept(&q->w, &rest->w, d.w + q->w * excess);
    add_kept(&q->x, &rest->x, d.x + q->x * excess);
    add_kept(&q->y, &rest->y, d.y + q->y * excess);
    add_kept(&q->z, &rest->z, d.z + q->z * excess);
}

#endif
