/* Gearbox: ratios, running shifts, the driver's demand and the shift map.
 *
 *     wanted = gearbox_wanted(v, &gearbox, &demand);     rungs/shifting.h: or what holds the car
 *     gearbox_step(v, &gearbox, &demand, wanted, dt);
 *     gearbox_feel(v, &gearbox, drive_nm, road_speed);   with what went to the wheels
 *     ratio = gearbox_ratio(v, gearbox.engaged);         engine speed per speed of the wheels
 *
 * A shift lasts a set time, and where gears are synchronised (part/synchro.h) that which it takes to bring the input shaft from the
 * engine's speed to the oncoming gear's; half of the set time before its end the new gear is in. The clutch follows by itself
 * (clutch.h), or the driver presses it. Who asks for which gear:
 *  - manual: any gear; without an automatic clutch only while the pedal is pressed;
 *  - sequential: one gear up or down at a time;
 *  - automatic: holds the demanded gear, but shifts up at the limiter and down before it stalls;
 *  - "drive" (demand above 50), whatever the kind: the shift map.
 * A change of direction: reverse goes in below 2 m/s forwards only. Forward gears catch a car that rolls backwards, by clutch or converter, as
 * long as the input shaft turns no faster backwards than the engine may: in the lowest gear for which that holds, where the box chooses the
 * gear. What is refused waits in neutral, in the map's and the driver's name alike, until the car is slow enough (gearbox_refuses).
 *
 * Shift map. Each pair of neighbouring gears has a road speed to shift up at and a lower one to
 * shift down at. Both are in proportion to the pedal between light and full throttle. The allowed
 * gears are those between "all upshifts due are made" and "no downshift due is left", and the
 * present gear moves into that range: several gears at once if need be. Source: the full throttle
 * points, where the next gear's wheel torque passes this one's, as in T. D. Gillespie, Fundamentals
 * of Vehicle Dynamics (1992), chapter 2. What keeps it from hunting:
 *  - speeds are the road's. The engine's own may move an upshift forward by 8 % at most, so that
 *    neither slip nor a tyre's radius can keep a car at its limiter;
 *  - a downshift's speed lies 15 % below its upshift's or more, for every pedal;
 *  - a rest after each shift;
 *  - a gear that holds the car is left upwards only for one that can hold it too, at this pedal and at
 *    the speed that is left after the shift: so that it does not fall back to the downshift's
 *    speed, on a slope, behind a trailer or against the wind (gearbox_fits, gearbox_holds).
 *    What resists is felt: the drive's push on the car less the car's acceleration, filtered.
 *    A car that loses speed in its present gear as well shifts as the map says.
 *  - With the pedal released it holds the gear for engine braking.
 *
 * The load for an upshift follows the pedal up at once and falls slowly. So a pedal that is released before a bend, or
 * moved in one, causes no shift (automatic gearboxes of cars do so since the 1990s, "fast off"). While the brake is
 * pressed, or lateral acceleration comes near what the car stands, there is no upshift but one that saves the engine.
 * The brake shifts down: the deceleration counts as a load from light to full, so that the engine is in its range once
 * the brake is released; it looks ahead by what a shift takes, never beyond what the engine stands, and without a rest
 * between shifts. (Shift strategies by driver, bend and braking: R. Fischer et al., The Automotive Transmission Book,
 * 2015; the numbers are estimated.) A box of many gears may leave some out (skip_gears): an upshift goes on to the
 * highest of them that can hold the car. The speeds to shift down lie lower by as many steps, so the map allows such a
 * gear.
 */
#ifndef KAMM_PART_GEARBOX_H
#define KAMM_PART_GEARBOX_H

#include "../base/lane_math.h"
#include "../base/num.h"
#include "../base/state_lanes.h"

#include <kamm/vehicle.h>

#define GEARBOX_PAIRS (KAMM_MAX_GEARS - 1)

struct gearbox_constants {
    num ratio[KAMM_MAX_GEARS + 2]; /* overall; [gear + 1]: reverse (negative), neutral (0), … */
    num inverse_ratio[KAMM_MAX_GEARS + 2];                       /* neutral 0 */
    num up_light_mps[GEARBOX_PAIRS], up_full_mps[GEARBOX_PAIRS]; /* [gear - 1]; 1e9: no such gear */
    num down_light_mps[GEARBOX_PAIRS], down_full_mps[GEARBOX_PAIRS]; /* into [gear - 1] */
    num over_mps[GEARBOX_PAIRS],
        lug_mps[GEARBOX_PAIRS]; /* limits of a gear that the driver holds */
    num top_gear;
    num turn_mps; /* forwards: no reverse beyond */
    num catch_mps; /* times the overall inverse ratio: speed backwards up to which a forward gear goes in */
    num bend_mps2; /* lateral acceleration from which on there is no upshift */
    num braking_from_mps2, per_braking_mps2; /* deceleration as a load: 0 there, and how it grows */
    num forgets;                             /* load that is forgotten in a substep */
    num automatic, sequential;               /* 1 or 0 */
    num shift_s, shift_lockout_s;
    num shift_torque_share;
    num synchro_s2; /* shift time per rad/s that the input shaft has to change by: inertia / torque; 0: none */
    num skip_gears;
    num dual; /* 1 or 0: odd and even gears have a clutch each */
    num preselect_s; /* what a shift takes longer to a gear that is not the neighbour of the present one, if they have */
    num shift_loss_s;    /* time for which a shift leaves the car without drive */
    num radius_m;        /* rolling radius of the driven wheels */
    num push_per_torque; /* m/s2 per N.m at the wheels: 1 / (radius * mass) */
    num efficiency;      /* of the drive, from the engine to the wheels */
    num felt_blend;      /* of the resistance, in one substep … */
    num felt_per_mps;    /* … and its change by the road speed's: blend / substep */
};

#define GEARBOX_LIGHT_PEDAL 0.2f /* below: shift points of light throttle … */
#define GEARBOX_FULL_PEDAL 0.9f  /* … and above those of full throttle */
#define GEARBOX_RELEASED_PEDAL 0.03f
#define GEARBOX_PRESSED_CLUTCH 0.7f /* pedal beyond which a gear can be changed by hand */
#define GEARBOX_TURN_MPS 2.0        /* forwards: no reverse beyond, of an ordinary car */
#define GEARBOX_BRAKED 0.03f        /* pedal from which on the brake counts as pressed */
#define GEARBOX_SAFE_SHARE 0.95f /* of a gear's highest speed, below which the brake shifts down */
#define GEARBOX_LEAD 1.5f /* shifts that the brake looks ahead by: to the middle of the next one */
#define GEARBOX_LET_GO 0.1f /* load that the pedal has lost of late, from which on it was let go */
#define GEARBOX_GAP_SHARE 0.85f  /* of an upshift's speed, that a downshift's is at the most */
#define GEARBOX_CVT_SHARE 0.5f   /* pedal by which a variator goes at full braking */
#define GEARBOX_SLIP_SHARE 0.08f /* most that the engine's speed may count beyond the road's */
#define GEARBOX_SPARE_SHARE 0.1f /* a gear holds the car if it pulls that much more than … */
#define GEARBOX_SPARE_MPS2 0.02f /* … what resists, and that in any case */

struct gearbox_demand {
    real gear;        /* as the driver's input has it */
    mask map;         /* the shift map chooses */
    mask free_clutch; /* open for a shift: it is automatic, or the driver presses it */
    real pedal;
    real kept_load; /* shift_load: of the pedal, kept a while: 0 light, 1 full */
    real road_speed_mps;
    real engine_radps;
    real brake;     /* its pedal */
    real bend_mps2; /* lateral acceleration: yaw rate times speed */
    real
        range; /* by how much more a low range gears down, 1 without; the road's speed is times it */
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

/* The deceleration as a load, while the brake is pressed. */
LANE_INLINE real gearbox_brake_load(const struct gearbox_constants *v, real resistance_mps2,
                                    real brake)
{
    real load = (resistance_mps2 - v->braking_from_mps2) * v->per_braking_mps2;
    return keep(brake > GEARBOX_BRAKED, clamp(load, splat(0.0f), splat(1.0f)));
}

/* Loads by which the map selects gears. */
struct gearbox_loads {
    real down, up, brake;
    real lead_mps; /* that the brake takes while a shift runs */
    mask braked, holds;
};

LANE_INLINE struct gearbox_loads gearbox_loads(const struct gearbox_constants *v,
                                               const struct gearbox_lanes *s,
                                               const struct gearbox_demand *demand)
{
    real load = gearbox_load(demand->pedal), one = splat(1.0f), zero = splat(0.0f);
    struct gearbox_loads now;
    now.braked = demand->brake > GEARBOX_BRAKED;
    now.holds = now.braked | (absolute(demand->bend_mps2) > v->bend_mps2);
    real slowing = keep(now.braked, max_real(s->shift_resistance_mps2, zero));
    now.down = load;
    now.brake = gearbox_brake_load(v, s->shift_resistance_mps2, demand->brake);
    mask let_go =
        (demand->pedal < GEARBOX_RELEASED_PEDAL) | (demand->kept_load > load + GEARBOX_LET_GO);
    now.up = pick(let_go, one, max_real(load, demand->kept_load));
    now.lead_mps = slowing * (GEARBOX_LEAD * v->shift_s * demand->range);
    return now;
}

/* Returns the gap of the gears by the map. With the pedal released it shifts up late, for engine
 * braking. */
LANE_INLINE struct gearbox_gap gearbox_map_gap(const struct gearbox_constants *v, int pair,
                                               const struct gearbox_loads *load)
{
    real over = lanes(v->over_mps[pair]);
    real down = mix(lanes(v->down_light_mps[pair]), lanes(v->down_full_mps[pair]), load->down);
    real up = mix(lanes(v->up_light_mps[pair]), lanes(v->up_full_mps[pair]), load->up);
    real braked = mix(lanes(v->down_light_mps[pair]),
                      GEARBOX_GAP_SHARE * lanes(v->up_full_mps[pair]), load->brake) +
                  load->lead_mps;
    real ahead = max_real(down, min_real(braked, GEARBOX_SAFE_SHARE * over));
    return (struct gearbox_gap){pick(load->braked, ahead, down), pick(load->holds, over, up)};
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
 * engine can stand, as for all that rolls backwards. */
LANE_INLINE real gearbox_allowed(const struct gearbox_constants *v, real present, real engaged,
                                 mask map, const struct gearbox_loads *load, real up_speed,
                                 real road_speed)
{
    real one = splat(1.0f), none = splat(0.0f), min = one, max = one;
    real top = lanes(v->top_gear);
    mask back = road_speed < 0.0f;
    real fast = pick(back, -road_speed, up_speed), slow = absolute(road_speed);
    map = map & mask_not(back);
    for (int pair = 0; pair < GEARBOX_PAIRS && any(top > (float)pair + 1.5f); ++pair) {
        struct gearbox_gap chosen = gearbox_map_gap(v, pair, load);
        struct gearbox_gap guard = gearbox_guard_gap(v, pair, engaged);
        real down = pick(back, 0.7f * lanes(v->over_mps[pair]), guard.down);
        min += pick(fast > pick(map, chosen.up, guard.up), one, none);
        max += pick(slow > pick(map, chosen.down, down), one, none);
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

/* Road speed that a shift costs. */
LANE_INLINE real gearbox_loss_mps(const struct gearbox_constants *v, const struct gearbox_lanes *s,
                                  const struct gearbox_demand *demand)
{
    return max_real(s->shift_resistance_mps2, splat(0.0f)) * (v->shift_loss_s * demand->range);
}

/* Road speed that is left after a shift. */
LANE_INLINE real gearbox_left_mps(const struct gearbox_constants *v, const struct gearbox_lanes *s,
                                  const struct gearbox_demand *demand)
{
    return demand->road_speed_mps - gearbox_loss_mps(v, s, demand);
}

/* Whether the map would stay in a forward gear above the first at that speed. */
LANE_INLINE mask gearbox_fits(const struct gearbox_constants *v, real gear, real pedal, real speed)
{
    lane_int pair = truncate_real(clamp(gear - 2.0f, splat(0.0f), splat(GEARBOX_PAIRS - 1.0f)));
    real down =
        mix(num_at(v->down_light_mps, pair), num_at(v->down_full_mps, pair), gearbox_load(pedal));
    return speed > 1.02f * down;
}

/* Returns the acceleration of the car by an engine's torque in a gear. */
LANE_INLINE real gearbox_pull_mps2(const struct gearbox_constants *v, real gear, real pull_nm)
{
    return pull_nm * gearbox_ratio(v, gear) * v->efficiency * v->push_per_torque;
}

/* How far a pull may lie beside the resistance and still be one that is like it. */
LANE_INLINE real gearbox_spare_mps2(const struct gearbox_lanes *s)
{
    return GEARBOX_SPARE_SHARE * absolute(s->shift_resistance_mps2) + GEARBOX_SPARE_MPS2;
}

/* Whether a gear that pulls like that has some to spare, and whether it lets the car lose speed. */
LANE_INLINE mask gearbox_holds(const struct gearbox_lanes *s, real pull_mps2)
{
    return pull_mps2 > s->shift_resistance_mps2 + gearbox_spare_mps2(s);
}

LANE_INLINE mask gearbox_fails(const struct gearbox_lanes *s, real pull_mps2)
{
    return pull_mps2 < s->shift_resistance_mps2 - gearbox_spare_mps2(s);
}

/* Whether the wanted gear is an upshift by the map, under power, that could begin now. */
LANE_INLINE mask gearbox_asks(const struct gearbox_lanes *s, const struct gearbox_demand *demand,
                              real wanted)
{
    mask by_map = demand->map & (wanted > s->gear_engaged) & (s->gear_engaged > 0.5f) &
                  (demand->pedal >= GEARBOX_RELEASED_PEDAL);
    return by_map & (s->shift_lockout_s <= 0.0f) & (s->shift_remaining_s <= 0.0f);
}

/* Whether the car rolls the other way too fast for a gear of the direction that is not in. */
LANE_INLINE mask gearbox_refuses(const struct gearbox_constants *v, const struct gearbox_lanes *s,
                                 const struct gearbox_demand *demand, real wanted)
{
    mask forward = (wanted > 0.5f) & (s->gear_engaged < 0.5f);
    mask reverse = (wanted < -0.5f) & (s->gear_engaged > -0.5f);
    real most = gearbox_inverse_ratio(v, wanted) * v->catch_mps;
    return (forward & (demand->road_speed_mps < -most)) |
           (reverse & (demand->road_speed_mps > v->turn_mps));
}

/* The gear that is wanted now, be it for the map or the driver, whether it goes in or not. */
LANE_INLINE real gearbox_asked(const struct gearbox_constants *v, const struct gearbox_lanes *s,
                               const struct gearbox_demand *demand)
{
    real asked = clamp(nearest(demand->gear), splat(-1.0f), lanes(v->top_gear));
    mask forward = asked > 0.5f;
    mask guarded = demand->map | (forward & (lanes(v->automatic) > 0.5f));
    real present = pick(demand->map, s->gear_engaged, asked);
    real up_speed =
        gearbox_up_speed(v, s->gear_engaged, demand->engine_radps, demand->road_speed_mps);
    struct gearbox_loads loads = gearbox_loads(v, s, demand);
    real allowed = gearbox_allowed(v, present, s->gear_engaged, demand->map, &loads, up_speed,
                                   demand->road_speed_mps);
    return pick(guarded, allowed, asked);
}

/* The gear that is to go in next. */
LANE_INLINE real gearbox_wanted(const struct gearbox_constants *v, const struct gearbox_lanes *s,
                                const struct gearbox_demand *demand)
{
    real wanted = gearbox_asked(v, s, demand);
    wanted = pick(gearbox_refuses(v, s, demand, wanted), splat(0.0f), wanted);
    real neighbour = s->gear_engaged + clamp(wanted - s->gear_engaged, splat(-1.0f), splat(1.0f));
    return pick(lanes(v->sequential) > 0.5f, neighbour, wanted);
}

/* Where odd and even gears have a clutch each: a gear on the other clutch, by way of which a wanted one on the same is reached. */
LANE_INLINE real gearbox_on_other_clutch(const struct gearbox_constants *v,
                                         const struct gearbox_lanes *s, real wanted)
{
    real half = 0.5f * absolute(wanted - s->gear_engaged);
    mask even = (absolute(half - nearest(half - 0.25f)) < 0.25f) & (half > 0.5f);
    mask both = (wanted > 0.5f) & (s->gear_engaged > 0.5f) & (lanes(v->dual) > 0.0f);
    real between = s->gear_engaged + clamp(wanted - s->gear_engaged, splat(-1.0f), splat(1.0f));
    return pick(both & even, between, wanted);
}

/* Time in which the synchronisers bring the input shaft to the speed that a gear needs. */
LANE_INLINE real gearbox_synchro_s(const struct gearbox_constants *v,
                                   const struct gearbox_demand *demand, real wanted)
{
    real needed = demand->road_speed_mps * gearbox_ratio(v, wanted) / v->radius_m;
    real time = absolute(demand->engine_radps - needed) * v->synchro_s2;
    return keep(absolute(wanted) > 0.5f, time);
}

LANE_INLINE void gearbox_begin_shift(const struct gearbox_constants *v, struct gearbox_lanes *s,
                                     const struct gearbox_demand *demand, real wanted)
{
    mask slows = (demand->brake > GEARBOX_BRAKED) & (wanted < s->gear_engaged);
    mask rested =
        mask_not(demand->map) | (s->shift_lockout_s <= 0.0f) | (s->gear_engaged < 0.5f) | slows;
    mask differs = (wanted < s->gear_engaged) | (wanted > s->gear_engaged);
    mask begins = differs & (s->shift_remaining_s <= 0.0f) & rested & demand->free_clutch;
    real shift = lanes(v->shift_s);
    if (any_num(v->synchro_s2 > 0.0f)) shift = shift + gearbox_synchro_s(v, demand, wanted);
    if (any_num(v->dual > 0.0f)) {
        mask distant = (absolute(wanted - s->gear_engaged) > 1.5f) & (lanes(v->dual) > 0.0f);
        shift = shift + pick(distant, lanes(v->preselect_s), splat(0.0f));
    }
    s->target_gear = pick(begins, wanted, s->target_gear);
    s->shift_remaining_s = pick(begins, shift, s->shift_remaining_s);
    s->shift_lockout_s = pick(begins, shift + v->shift_lockout_s, s->shift_lockout_s);
}

/* `load`: shift_load, which the next substep's demand has as kept_load. */
LANE_INLINE void gearbox_step(const struct gearbox_constants *v, struct gearbox_lanes *s,
                              const struct gearbox_demand *demand, real wanted, real *load, real dt)
{
    gearbox_begin_shift(v, s, demand, wanted);
    mask holds = (demand->brake > GEARBOX_BRAKED) | (absolute(demand->bend_mps2) > v->bend_mps2);
    real kept = *load - keep(mask_not(holds), lanes(v->forgets));
    *load = max_real(gearbox_load(demand->pedal), kept);
    s->shift_remaining_s = max_real(s->shift_remaining_s - dt, splat(0.0f));
    s->shift_lockout_s = max_real(s->shift_lockout_s - dt, splat(0.0f));
    s->gear_engaged =
        pick(s->shift_remaining_s <= 0.5f * v->shift_s, s->target_gear, s->gear_engaged);
}

/* Keeps what resists the car, in proportion to its mass. `drive_nm`: what accelerates the car, at the wheels. Drive and
 * acceleration go through the same lag, so that neither is ahead when they change. */
LANE_INLINE void gearbox_feel(const struct gearbox_constants *v, struct gearbox_lanes *s,
                              real drive_nm, real road_speed_mps)
{
    real push = drive_nm * v->push_per_torque;
    s->shift_resistance_mps2 = mix(s->shift_resistance_mps2, push, lanes(v->felt_blend)) -
                               (road_speed_mps - s->shift_speed_mps) * v->felt_per_mps;
    s->shift_speed_mps = road_speed_mps;
}

#endif
