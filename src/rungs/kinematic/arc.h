/* Wheels go where they point: the car turns about its instantaneous centre of rotation.
 *
 * Source: the article "Simple 2D car steering physics in games" (weblog of "The Engineer", 12 April
 * 2010). It moves each axle's middle along its wheels by speed times time and joins them again. That
 * is right for small steps only; its comment 24 names the exact way, which is built here. The lines
 * across the wheels of the front and rear axle meet in the centre of rotation. It is fixed while
 * the steering is, and the car goes round it on an arc, for any length of the step.
 *
 * f and r are the road-wheel angles of the axles' middles, L is the wheelbase. Except for a factor,
 * the wheels' directions give the velocity (cos f cos r, cos f sin r) at the rear axle's middle.
 * They also give the yaw rate sin(f - r) / L: neither a tangent nor a radius, so that straight
 * ahead and 85 degrees are nothing special. The factor makes the commanded point's speed 1. Over a
 * step with mean speed v the car turns by v dt times that yaw rate, and its displacement is the
 * arc's chord, half that turn aside.
 *
 * All of it is in double, as a float's rounding alone would open a circle of 20 m by 1e-5 m. Where
 * the steering moves within a step, its mean counts, with a correction of the chord's direction. */
#ifndef KAMM_RUNGS_KINEMATIC_ARC_H
#define KAMM_RUNGS_KINEMATIC_ARC_H

#include "../../base/wide.h"
#include "kinematic_constants.h"

LANE_INLINE wide precise_lanes(const struct precise *of, int part)
{
    return widen(lanes(of->high), part) + widen(lanes(of->low), part);
}

/* Motion in the plane per speed of the commanded point. */
struct course {
    wide forward, left; /* velocity of the body frame's origin, body axes */
    wide yaw;           /* rate */
    wide rear;          /* velocity of the rear axle's middle along its wheels */
};

/* Finds sine and cosine of the rear axle's angle; most cars have none. */
static inline void rear_of(const struct kinematic_constants *c, wide steering_wheel, int part,
                           wide *sine, wide *cosine)
{
    *sine = 0.0 * steering_wheel + 0.0;
    *cosine = *sine + 1.0;
    mask steered = lanes(c->steer_per_wheel[1].high) != 0.0f;
    wide own_sine, own_cosine;
    if (!any(steered)) return;
    wide_sine_cosine_of_acute(steering_wheel * precise_lanes(&c->steer_per_wheel[1], part),
                              &own_sine, &own_cosine);
    *sine = wide_pick(steered, part, own_sine, *sine);
    *cosine = wide_pick(steered, part, own_cosine, *cosine);
}

static inline struct course course_of(const struct kinematic_constants *c, wide steering_wheel,
                                      int part)
{
    wide front_sine, front_cosine, rear_sine, rear_cosine;
    wide front = steering_wheel * precise_lanes(&c->steer_per_wheel[0], part);
    wide_sine_cosine_of_acute(front, &front_sine, &front_cosine);
    rear_of(c, steering_wheel, part, &rear_sine, &rear_cosine);

    wide along = front_cosine * rear_cosine, aside = front_cosine * rear_sine;
    wide yaw = (front_sine * rear_cosine - front_cosine * rear_sine) *
               precise_lanes(&c->inverse_wheelbase, part);
    wide x = along - yaw * precise_lanes(&c->commanded_y, part);
    wide y = aside + yaw * precise_lanes(&c->commanded_x, part);
    wide scale = 1.0 / wide_square_root(x * x + y * y);
    return (struct course){(along - yaw * precise_lanes(&c->origin_y, part)) * scale,
                           (aside + yaw * precise_lanes(&c->origin_x, part)) * scale, yaw * scale,
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

/* 1 / sqrt(square): by its series where that is next to 1, as it is but after a lean, or in a state that was set. */
LANE_INLINE wide inverse_length_near_1(wide square)
{
    wide off = square - 1.0;
    return 1.0 - off * (0.5 - 0.375 * off);
}

static inline wide inverse_length(wide square, int part)
{
    real off = splat(0.0f);
    narrow(&off, part, square - 1.0);
    mask near = absolute(off) < 1e-5f;
    wide by = inverse_length_near_1(square);
    if (!any(mask_not(near))) return by;
    return wide_pick(near, part, by, 1.0 / wide_square_root(square));
}

/* The attitude after a lean by twice these angles about the body's x and y axes: the pose's way to
 * the road. Unit again, whatever it was. */
static inline struct attitude leaned(struct attitude q, wide x, wide y, int part)
{
    struct attitude d = {q.w - (q.x * x + q.y * y), q.x + (q.w * x - q.z * y),
                         q.y + (q.w * y + q.z * x), q.z + (q.x * y - q.y * x)};
    wide by = inverse_length((d.w * d.w + d.z * d.z) + (d.x * d.x + d.y * d.y), part);
    return (struct attitude){d.w * by, d.x * by, d.y * by, d.z * by};
}

/* Rounds to a whole number of 2^-46 as states are: two floats hold it to the bit. */
LANE_INLINE wide on_grid(wide of_unit) { return (of_unit + 96.0) - 96.0; }

/* Half of a step's turn. */
struct half_turn {
    wide sine, cosine;
    wide per_angle; /* the sine over the angle */
};

static inline struct half_turn small_half_turn(wide half)
{
    struct half_turn h;
    wide_sine_cosine_of_small(half, &h.per_angle, &h.cosine);
    h.sine = half * h.per_angle;
    return h;
}

static inline struct half_turn half_turn_of(wide half, int part)
{
    struct half_turn h = small_half_turn(half), all;
    real about = splat(0.0f);
    narrow(&about, part, half);
    mask small = absolute(about) <= 0.0625f;
    if (!any(mask_not(small))) return h;
    wide_sine_cosine(half, &all.sine, &all.cosine);
    all.per_angle = (all.sine + 1e-300) / (half + 1e-300);
    return (struct half_turn){wide_pick(small, part, h.sine, all.sine),
                              wide_pick(small, part, h.cosine, all.cosine),
                              wide_pick(small, part, h.per_angle, all.per_angle)};
}

/* The attitude after a turn about the body's z axis. On the level x and y stay 0. */
static inline struct attitude turned(struct attitude q, struct half_turn h)
{
    return (struct attitude){
        on_grid(q.w * h.cosine - q.z * h.sine), on_grid(q.x * h.cosine + q.y * h.sine),
        on_grid(q.y * h.cosine - q.x * h.sine), on_grid(q.z * h.cosine + q.w * h.sine)};
}

/* A step's displacement in body axes while the steering is held: the chord of an arc. */
static inline struct wide3 chord_of(struct course course, struct half_turn h, wide distance)
{
    wide length = distance * h.per_angle;
    return (struct wide3){length * (course.forward * h.cosine - course.left * h.sine),
                          length * (course.forward * h.sine + course.left * h.cosine),
                          0.0 * distance};
}

/* Where the steering moves, the yaw rate per speed grows by `bend` and most of the turn comes late: the chord
 * lies bend * distance / 12 less aside. */
static inline struct wide3 bent_chord(struct wide3 chord, wide bend, wide distance)
{
    wide late = bend * distance * (1.0 / 12), shrink = 0.5 * late * late;
    return (struct wide3){chord.x - chord.x * shrink + late * chord.y,
                          chord.y - chord.y * shrink - late * chord.x, chord.z};
}

#endif
