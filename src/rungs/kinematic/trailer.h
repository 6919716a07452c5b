/* A trailer of one axle behind a hitch on the car's rear axle.
 *
 * The hitch moves where the rear wheels point, the trailer's wheels where the trailer points. p is
 * the articulation (car's heading less trailer's), r the rear wheels' angle, w the car's yaw rate
 * and v the hitch's speed. dp/dt = w - (v / length) sin(p + r) (J.-P. Laumond (ed.), Robot Motion
 * Planning and Control, 1998, ch. 1: the car with a trailer hooked up on-axle). For constant w, v
 * and r this is a Riccati equation in tan((p + r) / 2), hence solved in closed form by a linear
 * one: exact for a step of any length, forwards, where the trailer settles, and backwards, where it
 * unfolds.
 *
 * Nothing stops trailer and car from folding into each other. */
#ifndef KAMM_RUNGS_KINEMATIC_TRAILER_H
#define KAMM_RUNGS_KINEMATIC_TRAILER_H

#include "../../base/lane_math.h"

/* tanh(x)/x and 1 for z = x^2 >= 0, sin(x)/x and cos(x) for z = -x^2, but for a common factor. */
static inline void linear_solution(real z, real *sine_out, real *cosine_out)
{
    mask small = absolute(z) < 0.04f;
    real series = 1.0f - z * (1.0f / 3.0f -
                              z * (2.0f / 15.0f - z * (17.0f / 315.0f - z * (62.0f / 2835.0f))));
    *sine_out = series;
    *cosine_out = splat(1.0f);
    if (!any(mask_not(small))) return;
    real x = square_root(absolute(z)), inverse = 1.0f / max_real(x, splat(0.1f));
    real decay = exponential(-2.0f * x);
    mask settles = z > 0.0f;
    real s = pick(settles, (1.0f - decay) / (1.0f + decay), sine(x)) * inverse;
    *sine_out = pick(small, series, s);
    *cosine_out = pick(small | settles, splat(1.0f), cosine(x));
}

/* The articulation after a step in which the car turns by `turn` while the hitch moves on by `pull`
 * trailer lengths. */
static inline real articulate(real articulation, real rear_steer, real turn, real pull)
{
    real s, co;
    linear_solution(0.25f * (pull * pull - turn * turn), &s, &co);
    real angle = articulation + rear_steer;
    real across = 0.5f * s * (turn - pull * sine(angle));
    real along = co + 0.5f * s * (pull * cosine(angle));
    real after = articulation + 2.0f * arc_tangent2(across, along);
    return after - 2.0f * LANE_PI * nearest(after * (0.5f / LANE_PI));
}

#endif
