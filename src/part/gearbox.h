/* Gearbox: ratios, running shifts, the driver's demand and the shift map.
 *
 *     gearbox_step(v, &gearbox, &demand, dt);
 *     ratio = gearbox_ratio(v, gearbox.engaged);         engine speed per speed of the wheels
 *
 * A shift lasts a set time; halfway through, the new gear is in. The clutch follows by itself
 * (clutch.h), or the driver presses it. Who asks for which gear:
 *  - manual: any gear; without an automatic clutch only while the pedal is pressed;
 *  - sequential: one gear up or down at a time;
 *  - automatic: holds the demanded gear, but shifts up at the limiter and down before it stalls;
 *  - "drive" (demand above 50), whatever the kind: the shift map.
 * Reverse goes in below 2 m/s forwards only, forward gears below 2 m/s backwards.
 *
 * Shift map. For each pair of neighbouring gears there is a road speed to shift up at and a lower
 * one to shift down at, both in proportion to the pedal between light and full throttle. The
 * allowed gears are those between "all upshifts due are made" and "no downshift due is left", and
 * the present gear moves into that range: several gears at once if need be. Source: the full
 * throttle points, where the next gear's wheel torque passes this one's, as in T. D. Gillespie,
 * Fundamentals of Vehicle Dynamics (1992), chapter 2. What keeps it from hunting:
 *  - speeds are the road's. The engine's own may move an upshift forward by 8 % at most, so that
 *    neither slip nor a tyre's radius can keep a car at its limiter;
 *  - a downshift's speed lies 15 % below its upshift's or more, for every pedal;
 *  - a rest after each shift;
 *  - after a downshift under power, and until the pedal is eased to half of what it was then, it
 *    shifts up only if the car gains speed faster than the shift takes away. So on a slope that the
 *    next gear can't climb it tries once and then stays.
 *  - With the pedal released it holds the gear for engine braking.
 */
#ifndef KAMM_PART_GEARBOX_H
#define KAMM_PART_GEARBOX_H

#include "../base/num.h"

#include <kamm/vehicle.h>

#define GEARBOX_PAIRS (KAMM_MAX_GEARS - 1)

struct gearbox_constants {
    num ratio[KAMM_MAX_GEARS + 2]; /* overall; [gear + 1]: reverse (negative), neutral (0), … */
    num inverse_ratio[KAMM_MAX_GEARS + 2]; /* neutral 0 */
    num lost_light[KAMM_MAX_GEARS + 2];    /* share of the pull that the next gear lacks … */
    num lost_full[KAMM_MAX_GEARS + 2];     /* … at light and full throttle; 1 in the top gear */
    num up_light_mps[GEARBOX_PAIRS], up_full_mps[GEARBOX_PAIRS]; /* [gear - 1]; 1e9: no such gear */
    num down_light_mps[GEARBOX_PAIRS], down_full_mps[GEARBOX_PAIRS]; /* into [gear - 1] */
    num over_mps[GEARBOX_PAIRS],
        lug_mps[GEARBOX_PAIRS]; /* limits of a gear that the driver holds */
    num top_gear;
    num automatic, sequential; /* 1 or 0 */
    num shift_s, shift_lockout_s;
    num shift_torque_share;
    num radius_m;        /* rolling radius of the driven wheels */
    num pull_per_torque; /* m/s2 per N.m at the wheels: efficiency / (radius * mass) */
    num lag_blend;       /* of the filtered road speed, in one substep */
};

#define GEARBOX_LIGHT_PEDAL 0.2f /* below: shift points of light throttle … */
#define GEARBOX_FULL_PEDAL 0.9f  /* … and above those of full throttle */
#define GEARBOX_RELEASED_PEDAL 0.03f
#define GEARBOX_POWER_PEDAL 0.1f    /* above: a downshift is one under power */
#define GEARBOX_PRESSED_CLUTCH 0.7f /* pedal beyond which a gear can be changed by hand */
#define GEARBOX_TURN_MPS 2.0f       /* no change between forward and reverse beyond */
#define GEARBOX_SLIP_SHARE 0.08f    /* most that the engine's speed may count beyond the road's */

struct gearbox_state {
    real engaged, target; /* gears; they differ in the first half of a shift */
    real shift_remaining_s, lockout_s;
    real
        filtered_speed_mps; /* filtered road speed: what the road's is ahead of it is acceleration */
    real
        kickdown_pedal; /* the pedal at a downshift under power, until it is eased to half of that */
};

struct gearbox_demand {
    real gear;        /* as the driver's input has it */
    mask map;         /* the shift map chooses */
    mask free_clutch; /* open for a shift: it is automatic, or the driver presses it */
    real pedal;
    real road_speed_mps;
    real engine_radps;
    real pull_nm; /* of the engine, by the pedal and less drag */
};

LANE_INLINE mask gearbox_follows_map(real gear) { return gear > 50.0f; }

/* In the tables whatever the state holds. */
LANE_INLINE lane_int gearbox_index(real gear)
{
    return truncate_real(clamp(gear, splat(-1.0f), splat(KAMM_MAX_GEARS))) + 1;
}

LANE_INLINE real gearbox_ratio(const struct gearbox_constants *v, real gear)
{
    return num_at(v->ratio, gearbox_index(gear));
}

LANE_INLINE real gearbox_inverse_ratio(const struct gearbox_constants *v, real gear)
{
    return num_at(v->inverse_ratio, gearbox_index(gear));
}

/* How far the pedal lies between light and full throttle. */
LANE_INLINE real gearbox_load(real pedal)
{
    return clamp((pedal - GEARBOX_LIGHT_PEDAL) *
                     (1.0f / (GEARBOX_FULL_PEDAL - GEARBOX_LIGHT_PEDAL)),
                 splat(0.0f), splat(1.0f));
}

/* Road speeds between which the lower and the higher gear of a pair are both allowed. */
struct gearbox_gap {
    real down, up;
};

/* By the map. With the pedal released it shifts up late, for engine braking. */
LANE_INLINE struct gearbox_gap gearbox_map_gap(const struct gearbox_constants *v, int pair,
                                               real pedal)
{
    real load = gearbox_load(pedal);
    real up_load = pick(pedal < GEARBOX_RELEASED_PEDAL, splat(1.0f), load);
    return (struct gearbox_gap){
        mix(lanes(v->down_light_mps[pair]), lanes(v->down_full_mps[pair]), load),
        mix(lanes(v->up_light_mps[pair]), lanes(v->up_full_mps[pair]), up_load)};
}

/* By what the engine can stand: out of a gear at its limits, back some way inside of them. */
LANE_INLINE struct gearbox_gap gearbox_guard_gap(const struct gearbox_constants *v, int pair,
                                                 real engaged)
{
    mask above = engaged > (float)pair + 1.5f;
    real lug = lanes(v->lug_mps[pair]), over = lanes(v->over_mps[pair]);
    return (struct gearbox_gap){pick(above, lug, 1.15f * lug), pick(above, 0.85f * over, over)};
}

/* The gear nearest to `present` in the allowed range: by the map where it chooses, else by what the
 * engine can stand. */
LANE_INLINE real gearbox_allowed(const struct gearbox_constants *v, real present, real engaged,
                                 mask map, real pedal, real up_speed, real road_speed)
{
    real one = splat(1.0f), none = splat(0.0f), min = one, max = one;
    real top = lanes(v->top_gear);
    for (int pair = 0; pair < GEARBOX_PAIRS && any(top > (float)pair + 1.5f); ++pair) {
        struct gearbox_gap chosen = gearbox_map_gap(v, pair, pedal);
        struct gearbox_gap guard = gearbox_guard_gap(v, pair, engaged);
        min += pick(up_speed > pick(map, chosen.up, guard.up), one, none);
        max += pick(road_speed > pick(map, chosen.down, guard.down), one, none);
    }
    return clamp(present, min, min_real(max, top));
}

/* The map's speed for upshifts: by the engine, but near the road's. */
LANE_INLINE real gearbox_up_speed(const struct gearbox_constants *v, real gear, real engine_speed,
                                  real road_speed)
{
    real by_engine = engine_speed * gearbox_inverse_ratio(v, gear) * v->radius_m;
    return clamp(by_engine, road_speed, road_speed * (1.0f + GEARBOX_SLIP_SHARE));
}

/* Acceleration that an upshift would take away. */
LANE_INLINE real gearbox_lost_pull(const struct gearbox_constants *v, real gear,
                                   const struct gearbox_demand *demand)
{
    lane_int index = gearbox_index(gear);
    real lost =
        mix(num_at(v->lost_light, index), num_at(v->lost_full, index), gearbox_load(demand->pedal));
    real ratio = num_at(v->ratio, index);
    return demand->pull_nm * ratio * v->pull_per_torque * lost;
}

/* The gear that is wanted now, be it for the map or the driver. */
LANE_INLINE real gearbox_wanted(const struct gearbox_constants *v, const struct gearbox_state *s,
                                const struct gearbox_demand *demand)
{
    real asked = clamp(nearest(demand->gear), splat(-1.0f), lanes(v->top_gear));
    mask forward = asked > 0.5f;
    mask guarded = demand->map | (forward & (lanes(v->automatic) > 0.5f));
    real present = pick(demand->map, s->engaged, asked);
    real up_speed = gearbox_up_speed(v, s->engaged, demand->engine_radps, demand->road_speed_mps);
    real allowed = gearbox_allowed(v, present, s->engaged, demand->map, demand->pedal, up_speed,
                                   demand->road_speed_mps);
    real wanted = pick(guarded, allowed, asked);

    mask doubted =
        demand->map & (wanted > s->engaged) & (s->engaged > 0.5f) & (s->kickdown_pedal > 0.0f);
    mask stays = doubted & (demand->road_speed_mps <= s->filtered_speed_mps);
    wanted = pick(stays, s->engaged, wanted);
    mask too_fast = pick_int(wanted > 0.5f, demand->road_speed_mps < -GEARBOX_TURN_MPS,
                             (wanted < -0.5f) & (demand->road_speed_mps > GEARBOX_TURN_MPS));
    wanted = pick(too_fast, s->engaged, wanted);
    real neighbour = s->engaged + clamp(wanted - s->engaged, splat(-1.0f), splat(1.0f));
    return pick(lanes(v->sequential) > 0.5f, neighbour, wanted);
}

LANE_INLINE void gearbox_begin_shift(const struct gearbox_constants *v, struct gearbox_state *s,
                                     const struct gearbox_demand *demand)
{
    real wanted = gearbox_wanted(v, s, demand);
    mask rested = mask_not(demand->map) | (s->lockout_s <= 0.0f);
    mask differs = (wanted < s->engaged) | (wanted > s->engaged);
    mask begins = differs & (s->shift_remaining_s <= 0.0f) & rested & demand->free_clutch;
    mask forced = begins & demand->map & (wanted < s->engaged) & (wanted > 0.5f) &
                  (demand->pedal > GEARBOX_POWER_PEDAL);
    real shift = lanes(v->shift_s);
    s->target = pick(begins, wanted, s->target);
    s->shift_remaining_s = pick(begins, shift, s->shift_remaining_s);
    s->lockout_s = pick(begins, shift + v->shift_lockout_s, s->lockout_s);
    s->kickdown_pedal =
        pick(demand->pedal < 0.5f * s->kickdown_pedal, splat(0.0f), s->kickdown_pedal);
    s->kickdown_pedal = pick(forced, demand->pedal, s->kickdown_pedal);
}

/* A speed that lags behind the road's. In doubt it gains what an upshift would take away: then the
 * road's is ahead of it just where the next gear can hold the speed, seen through the same lag. */
LANE_INLINE real gearbox_lagging_speed(const struct gearbox_constants *v,
                                       const struct gearbox_state *s,
                                       const struct gearbox_demand *demand, real dt)
{
    real lagging = mix(s->filtered_speed_mps, demand->road_speed_mps, lanes(v->lag_blend));
    mask doubts = s->kickdown_pedal > 0.0f;
    if (!any(doubts)) return lagging;
    real raised = lagging + gearbox_lost_pull(v, s->engaged, demand) * dt;
    return pick(doubts, raised, lagging);
}

LANE_INLINE void gearbox_step(const struct gearbox_constants *v, struct gearbox_state *s,
                              const struct gearbox_demand *demand, real dt)
{
    gearbox_begin_shift(v, s, demand);
    s->shift_remaining_s = max_real(s->shift_remaining_s - dt, splat(0.0f));
    s->lockout_s = max_real(s->lockout_s - dt, splat(0.0f));
    s->engaged = pick(s->shift_remaining_s <= 0.5f * v->shift_s, s->target, s->engaged);
    s->filtered_speed_mps = gearbox_lagging_speed(v, s, demand, dt);
}

#endif
