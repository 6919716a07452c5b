/* A tyre that lives: its warmth (heat.h) and its wear, and the condition that these put it in.
 *
 * Wear: the tread loses rubber in proportion to the work of sliding (J. F. Archard, Contact and rubbing of flat surfaces, J. Applied
 * Physics 24, 1953; A. Schallamach, D. M. Turner, The wear of slipping wheels, Wear 3, 1960, for tyres), evenly around the wheel and
 * across it, down to no tread. Friction and stiffness of slip go in proportion to the share that is worn. What the abrasion
 * has of temperature, and what the radius loses by it (2 % of it at most), is left out.
 *
 * A missing part costs a car nothing, and the car has the same bits beside cars with that part. */
#ifndef KAMM_PART_TYRE_CONDITION_H
#define KAMM_PART_TYRE_CONDITION_H

#include "heat.h"
#include "tyre_slip.h"

struct tyre_wear_constants {
    num on;                     /* 1: the tread wears */
    num worn_m_per_w;           /* in a substep, by power of sliding */
    num depth_m, inverse_depth; /* of the new tread */
    num grip, stiffness;        /* changes of these with all of it worn */
};

struct tyre_life_constants {
    num on; /* 1: either is */
    struct tyre_heat_constants heat;
    struct tyre_wear_constants wear;
};

struct tyre_life {
    struct tyre_warmth warmth;
    real worn_m, worn_residual_m;
};

/* Factors on what the tyre's file says. */
struct tyre_condition {
    real grip;                     /* of friction */
    real stiffness_x, stiffness_y; /* of the stiffness of slip */
    real spring;                   /* of the vertical stiffness */
};

LANE_INLINE int tyre_lives(const struct tyre_life_constants *c) { return any_num(c->on > 0.0f); }

LANE_INLINE struct tyre_condition condition_as_new(void)
{
    return (struct tyre_condition){splat(1.0f), splat(1.0f), splat(1.0f), splat(1.0f)};
}

COLD_PATH void find_tyre_condition(const struct tyre_life_constants *c,
                                   const struct tyre_life *life, struct tyre_condition *now)
{
    const struct tyre_heat_constants *heat = &c->heat;
    const struct tyre_wear_constants *wear = &c->wear;
    const struct tyre_warmth *warmth = &life->warmth;
    mask warms = lanes(heat->on) > 0.0f, wears = lanes(wear->on) > 0.0f;
    real one = splat(1.0f), softer = stiffness_of_warmth(heat, warmth->carcass);
    real worn = min_real(life->worn_m * wear->inverse_depth, one);
    real grip = pick(wears, 1.0f + wear->grip * worn, one);
    real stiffness = pick(wears, 1.0f + wear->stiffness * worn, one);
    now->grip = grip * pick(warms, grip_of_warmth(heat, warmth->surface), one);
    now->stiffness_x =
        stiffness * pick(warms, softer * by_pressure(heat->pressure_x, warmth->gas), one);
    now->stiffness_y =
        stiffness * pick(warms, softer * by_pressure(heat->pressure_y, warmth->gas), one);
    now->spring = pick(warms, by_pressure(heat->spring, warmth->gas), one);
}

/* A substep of it. */
COLD_PATH void age_tyre(const struct tyre_life_constants *c, const struct tyre_heating *by,
                        struct tyre_life *life)
{
    const struct tyre_heat_constants *heat = &c->heat;
    const struct tyre_wear_constants *wear = &c->wear;
    struct tyre_life next = *life;
    mask warms = lanes(heat->on) > 0.0f, wears = lanes(wear->on) > 0.0f;
    warm_tyre(heat, by, &next.warmth);
    mask some_left = wears & (life->worn_m < wear->depth_m);
    add_kept(&next.worn_m, &next.worn_residual_m, wear->worn_m_per_w * by->slide_w);
    struct tyre_warmth *t = &life->warmth;
    t->surface = pick(warms, next.warmth.surface, t->surface);
    t->carcass = pick(warms, next.warmth.carcass, t->carcass);
    t->carcass_residual = pick(warms, next.warmth.carcass_residual, t->carcass_residual);
    t->gas = pick(warms, next.warmth.gas, t->gas);
    life->worn_m = pick(some_left, next.worn_m, life->worn_m);
    life->worn_residual_m = pick(some_left, next.worn_residual_m, life->worn_residual_m);
}

#endif
