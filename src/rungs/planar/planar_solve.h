/* The motion of a planar car under forces, implicit in what resists sliding.
 *
 * Each wheel resists sliding along an axis of its own in the plane with a force -d s. s is the sliding
 * speed and d = F(s) / s the secant of its friction law at the start of the substep. With g the axis as
 * it acts on (forward, left, yaw), the backward Euler step
 *
 *     (M + dt sum d g g^T) change = dt (F - sum d s g)
 *
 * is stable for any d, so that a wheel's slip angle needs no lower speed and no mode switch: towards
 * standstill the wheels become rails. The matrix is symmetric and positive definite. */
#ifndef KAMM_RUNGS_PLANAR_PLANAR_SOLVE_H
#define KAMM_RUNGS_PLANAR_PLANAR_SOLVE_H

#include "planar.h"

struct planar_system {
    real uu, uv, ur, vv, vr, rr; /* M + dt D */
    real u, v, r;                /* dt times force, force, moment */
};

/* An axis in the plane at a point of the body: what moves along it, what a force along it does. */
struct planar_axis {
    real u, v, r;
};

LANE_INLINE struct planar_axis planar_axis_at(real along_x, real along_y, real x, real y)
{
    return (struct planar_axis){along_x, along_y, x * along_y - y * along_x};
}

LANE_INLINE real speed_along(struct planar_axis axis, const struct planar *p)
{
    return (p->forward * axis.u + p->left * axis.v) + p->yaw_rate * axis.r;
}

static inline struct planar_system planar_start(const struct planar_constants *c)
{
    real zero = splat(0.0f), mass = lanes(c->mass_kg);
    return (struct planar_system){.uu = mass,
                                  .uv = zero,
                                  .ur = zero,
                                  .vv = mass,
                                  .vr = zero,
                                  .rr = lanes(c->yaw_inertia_kgm2),
                                  .u = zero,
                                  .v = zero,
                                  .r = zero};
}

/* Returns the share of a wheel along one axis: a resistance d against its sliding speed, and a
 * force. */
LANE_INLINE struct planar_system planar_element(struct planar_axis axis, real sliding_speed,
                                                real resistance, real force, real dt)
{
    real k = resistance * dt, f = (force - resistance * sliding_speed) * dt;
    return (struct planar_system){.uu = k * axis.u * axis.u,
                                  .uv = k * axis.u * axis.v,
                                  .ur = k * axis.u * axis.r,
                                  .vv = k * axis.v * axis.v,
                                  .vr = k * axis.v * axis.r,
                                  .rr = k * axis.r * axis.r,
                                  .u = f * axis.u,
                                  .v = f * axis.v,
                                  .r = f * axis.r};
}

/* Left and right have to be added first: (left + right) is the same for a mirrored car. */
LANE_INLINE struct planar_system planar_sum(struct planar_system a, struct planar_system b)
{
    return (struct planar_system){.uu = a.uu + b.uu,
                                  .uv = a.uv + b.uv,
                                  .ur = a.ur + b.ur,
                                  .vv = a.vv + b.vv,
                                  .vr = a.vr + b.vr,
                                  .rr = a.rr + b.rr,
                                  .u = a.u + b.u,
                                  .v = a.v + b.v,
                                  .r = a.r + b.r};
}

/* Sums the systems of the 1, 2 or 4 wheels of an axle. */
LANE_INLINE struct planar_system planar_axle_sum(int count, const struct planar_system *of_wheel)
{
    if (count == 1) return of_wheel[0];
    struct planar_system inner = planar_sum(of_wheel[0], of_wheel[1]);
    return count == 2 ? inner : planar_sum(inner, planar_sum(of_wheel[2], of_wheel[3]));
}

/* Forces on the centre of gravity and a moment about it. */
LANE_INLINE void planar_push(struct planar_system *s, real forward_n, real left_n, real moment_nm,
                             real dt)
{
    s->u += forward_n * dt;
    s->v += left_n * dt;
    s->r += moment_nm * dt;
}

/* L D L^T. */
static inline struct planar_change planar_solve(const struct planar_system *s)
{
    real d1 = 1.0f / s->uu, l21 = s->uv * d1, l31 = s->ur * d1;
    real d2 = 1.0f / (s->vv - l21 * s->uv), a32 = s->vr - l31 * s->uv, l32 = a32 * d2;
    real d3 = 1.0f / ((s->rr - l31 * s->ur) - l32 * a32);
    real y2 = s->v - l21 * s->u, y3 = (s->r - l31 * s->u) - l32 * y2;
    real r = y3 * d3, v = y2 * d2 - l32 * r;
    return (struct planar_change){(s->u * d1 - l21 * v) - l31 * r, v, r};
}

#endif
