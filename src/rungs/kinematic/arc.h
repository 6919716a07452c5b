/* Wheels go where they point: the car turns about its instantaneous centre of rotation.
 *
 * From the article "Simple 2D car steering physics in games" (weblog of "The Engineer", 12 April
 * 2010), which moves each axle's middle along its wheels by speed times time and joins them anew,
 * right for small steps only; its comment 24 names the exact way, which is built here. The lines
 * across the wheels of the front and rear axle meet in the centre of rotation, which lies still
 * while the steering does, and the car goes round it on an arc, whatever the length of the step.
 *
 * With road-wheel angles f and r of the axles' middles and wheelbase L, the wheels' directions
 * allow, but for a factor, the velocity (cos f cos r, cos f sin r) at the rear axle's middle and
 * the yaw rate sin(f - r) / L: neither a tangent nor a radius, so that straight ahead and 85
 * degrees are nothing special. The factor makes the commanded point's speed 1. Over a step with
 * mean speed v the car turns by v dt times that yaw rate, and its displacement is the arc's chord,
 * half that turn aside.
 *
 * All of it is in double, as a float's rounding alone would open a circle of 20 m by 1e-5 m. Where
 * the steering moves within a step, its mean counts, with a correction of the chord's direction. */
#ifndef KAMM_RUNGS_KINEMATIC_ARC_H
#define KAMM_RUNGS_KINEMATIC_ARC_H

#include "../../base/wide.h"
#include "kinematic_constants.h"

LANE_INLINE wide precise(const struct precise *of, int part)
{
    return widen(lanes(of->high), part) + widen(lanes(of->low), part);
}

/* Motion in the plane per speed of the commanded point. */
struct course {
    wide forward, left; /* velocity of the body frame's origin, body axes */
    wide yaw;           /* rate */
    wide rear;          /* velocity of the rear axle's middle along its wheels */
};

static inline struct course course_of(const struct kinematic_constants *c, wide steering_wheel,
                                      int part)
{
    wide front_sine, front_cosine, rear_sine, rear_cosine;
    wide front = steering_wheel * precise(&c->steer_per_wheel[0], part);
    wide rear = steering_wheel * precise(&c->steer_per_wheel[1], part);
    wide_sine_cosine_of_acute(front, &front_sine, &front_cosine);
    wide_sine_cosine_of_acute(rear, &rear_sine, &rear_cosine);

    wide along = front_cosine * rear_cosine, aside = front_cosine * rear_sine;
    wide yaw = (front_sine * rear_cosine - front_cosine * rear_sine) *
               precise(&c->inverse_wheelbase, part);
    wide x = along - yaw * precise(&c->commanded_y, part);
    wide y = aside + yaw * precise(&c->commanded_x, part);
    wide scale = 1.0 / wide_square_root(x * x + y * y);
    return (struct course){(along - yaw * precise(&c->origin_y, part)) * scale,
                           (aside + yaw * precise(&c->origin_x, part)) * scale, yaw * scale,
                           front_cosine * scale};
}

struct wide3 {
    wide x, y, z;
};
struct attitude {
    wide w, x, y, z; /* quaternion, body to world */
};

static inline struct wide3 wide_rotate(struct attitude q, struct wide3 v)
{
    wide tx = 2.0 * (q.y * v.z - q.z * v.y);
    wide ty = 2.0 * (q.z * v.x - q.x * v.z);
    wide tz = 2.0 * (q.x * v.y - q.y * v.x);
    return (struct wide3){v.x + q.w * tx + (q.y * tz - q.z * ty),
                          v.y + q.w * ty + (q.z * tx - q.x * tz),
                          v.z + q.w * tz + (q.x * ty - q.y * tx)};
}

/* The attitude after a lean by twice these angles about the body's x and y axes: the pose's way to
 * the road. Unit again, whatever it was. */
static inline struct attitude lean(struct attitude q, wide x, wide y)
{
    struct attitude d = {q.w - (q.x * x + q.y * y), q.x + (q.w * x - q.z * y),
                         q.y + (q.w * y + q.z * x), q.z + (q.x * y - q.y * x)};
    wide by = 1.0 / wide_square_root((d.w * d.w + d.z * d.z) + (d.x * d.x + d.y * d.y));
    return (struct attitude){d.w * by, d.x * by, d.y * by, d.z * by};
}

/* The attitude after a turn about the body's z axis, by sine and cosine of its half. On the level
 * x and y stay 0. */
static inline struct attitude turned(struct attitude q, wide sine, wide cosine)
{
    return (struct attitude){q.w * cosine - q.z * sine, q.x * cosine + q.y * sine,
                             q.y * cosine - q.x * sine, q.z * cosine + q.w * sine};
}

/* A step's displacement in body axes, and sine and cosine of half its turn. Where the steering
 * moves, the yaw rate per speed grows by `bend` and most of the turn comes late: the chord lies
 * bend * distance / 12 less aside. */
static inline struct wide3 chord_of(struct course course, wide bend, wide distance, wide *sine,
                                    wide *cosine)
{
    wide half = 0.5 * course.yaw * distance, late = bend * distance * (1.0 / 12);
    wide_sine_cosine(half, sine, cosine);
    /* The sine over its angle; 1 where that is 0. */
    wide length = distance * ((*sine + 1e-300) / (half + 1e-300));
    wide x = length * (course.forward * *cosine - course.left * *sine);
    wide y = length * (course.forward * *sine + course.left * *cosine);
    wide shrink = 0.5 * late * late;
    return (struct wide3){x - x * shrink + late * y, y - y * shrink - late * x, 0.0 * distance};
}

#endif
