/* Planetary power split: an engine on the carrier, a generator motor on the sun, and the ring geared to the axle together with a traction
 * motor; no clutch and no gears. The control that leads the engine.
 *
 *     lead = split_lead(v, &now, runs);                        whether the engine runs, and where
 *     nm = split_generator_wanted_nm(v, &lead, …);             what the generator does for that
 *     load = split_engine_load_nm(v, …);                       the three-port node through a substep: the engine, engine.h …
 *     rate = split_motor_radps2(v, …);                         … and the motor; the generator turns as both do
 *
 * Source of the node: J. Liu, H. Peng, Modeling and control of a power-split hybrid vehicle, IEEE Trans. Control Systems Technology 16 (2008)
 * 1242-1251. With R and S teeth on ring and sun, Willis' relation is
 *     w_sun = (1 + R/S) w_carrier - (R/S) w_ring = a w_engine - b w_motor,   b = (R/S) / (motor's speed over the ring's).
 * Their rigid gears leave two speeds free. From the kinetic energy of the three rotors, (J_e w_e^2 + J_m w_m^2 + J_g (a w_e - b w_m)^2) / 2,
 *     (J_e + a^2 J_g) w_e' - a b J_g w_m' = T_e + a T_g
 *     -a b J_g w_e' + (J_m + b^2 J_g) w_m' = T_m - b T_g - T_shaft,
 * whose matrix is inverted when the model is compiled, so that the node is solved at once at any substep: speeds change by torques
 * that hold through it, and what the torques do at the mean speeds is what the rotors gain, to rounding.
 * The engine's crank only turns forwards (engine.h): where its drag or its compression holds it, the rest of the node turns.
 *
 * Source of the control: the rules that Liu and Peng, ch. III, take from the car: the engine gives the power that
 * driver and battery charge demand, at the speed of its line of best efficiency, where the generator holds it; the
 * traction motor gives what the ring does not.
 *  - The charge asks for power in proportion to what it is off its aim, within limits. Far above the aim, as in a plug-in car that
 *    was charged, the battery so gives all that it can before the engine is started.
 *  - The engine starts above one power and stops below another one; it turns above a road speed, and wherever the generator would
 *    else turn too fast.
 *  - The generator spins it up, and brings it to a stop.
 * Departures: the generator works by the engine's torque, which is known here, and in proportion to the error of its speed; Liu and Peng have an
 * integral law. What the generator's torque and the change of its speed push the ring by, the motor makes up for.
 * Assumptions: rigid gears; their losses are those between motor and wheels (motor.efficiency). */
#ifndef KAMM_PART_POWER_SPLIT_H
#define KAMM_PART_POWER_SPLIT_H

#include "../base/curve.h"
#include "../base/lane_math.h"

#include <kamm/vehicle.h>

#define SPLIT_REACTION_SHARE 0.9f /* of the generator's torque, that the engine's may need */

struct power_split_constants {
    num on;                            /* 1 or 0 */
    num sun_per_engine, sun_per_motor; /* a, b */
    num inverse_sun_per_engine;        /* 1 / a */
    num engine_kgm2,
        inverse_engine; /* what a torque on the engine turns, all else free, and 1 / that */
    num cross_share;    /* of a torque on the motor, that the engine feels */
    num cross_inverse, inverse_motor; /* the other entries of the inverse matrix, 1/kg.m2 */
    num held_kgm2, inverse_held; /* what it turns while the motor's speed is held, and 1 / that */
    num coupled_kgm2;            /* a b J_g */
    struct curve_table engine_radps; /* against the power asked for, W */
    num most_w;                      /* the curve's end */
    num on_w, off_w;                 /* powers at which the engine starts and stops */
    num aim_charge, w_per_charge;    /* what the charge asks for */
    num charging_w, discharging_w;   /* at most */
    num pull_nm;                     /* of the engine at its most power, at the motor's shaft */
    num electric_radps;              /* motor's speed up to which the engine may stand */
    num sun_radps;                   /* the generator is kept below */
    num speed_gain_nms;              /* torque on the carrier per error of the engine's speed */
    num gas_blend;                   /* share of the way to the wanted gas in a substep */
    num least_gas_nm;                /* what the gas counts as all, while the engine hardly turns */
    num axle[KAMM_MAX_AXLES];        /* 1: the ring's axle */
    num dt, inverse_dt;
};

LANE_INLINE int has_power_split(const struct power_split_constants *v)
{
    return any_num(v->on > 0.0f);
}

/* The generator's speed. */
LANE_INLINE real split_sun_radps(const struct power_split_constants *v, real engine_radps,
                                 real motor_radps)
{
    return v->sun_per_engine * engine_radps - v->sun_per_motor * motor_radps;
}

/* Quantities for the control. */
struct split_now {
    real wanted_w; /* by the driver, at the motor's shaft */
    real charge;
    real motor_radps;
    mask in_gear;
};

struct split_lead {
    real runs;         /* 1 or 0 */
    real engine_radps; /* 0: it is to stand */
    real engine_w;
};

LANE_INLINE struct split_lead split_lead(const struct power_split_constants *v,
                                         const struct split_now *now, real runs)
{
    real zero = splat(0.0f), one = splat(1.0f);
    real asked = clamp((v->aim_charge - now->charge) * v->w_per_charge, lanes(-v->discharging_w),
                       lanes(v->charging_w));
    real power = keep(now->in_gear, now->wanted_w + asked);
    mask fast = now->motor_radps > lanes(v->electric_radps);
    mask slower = now->motor_radps < 0.95f * v->electric_radps;
    mask starts = fast | (power > lanes(v->on_w));
    mask stops = slower & (power < lanes(v->off_w));
    struct split_lead lead;
    lead.runs = pick(starts, one, pick(stops, zero, runs));
    lead.engine_w = lead.runs * clamp(power, zero, lanes(v->most_w));
    real slope, best = curve_at(&v->engine_radps, lead.engine_w, &slope);
    real turned = v->sun_per_motor * now->motor_radps;
    real highest = (v->sun_radps + turned) * v->inverse_sun_per_engine;
    real lowest = (turned - v->sun_radps) * v->inverse_sun_per_engine;
    lead.engine_radps = lead.runs * max_real(max_real(min_real(best, highest), lowest), zero);
    return lead;
}

/* Returns the engine's target torque, as far as the generator can hold it. */
LANE_INLINE real split_engine_wanted_nm(const struct power_split_constants *v,
                                        const struct split_lead *lead, real generator_most_nm)
{
    real held = SPLIT_REACTION_SHARE * v->sun_per_engine * generator_most_nm;
    return min_real(lead->engine_w / max_real(lead->engine_radps, splat(1.0f)), held);
}

/* The generator's torque; `engine_nm`: gas less drag. A standing engine asks for none. */
LANE_INLINE real split_generator_wanted_nm(const struct power_split_constants *v,
                                           const struct split_lead *lead, real engine_radps,
                                           real engine_nm)
{
    real error = lead->engine_radps - engine_radps;
    real carrier = v->speed_gain_nms * error - lead->runs * engine_nm;
    return carrier * v->inverse_sun_per_engine;
}

/* Torque by which the motor keeps the generator from moving the wheels, while the engine's speed changes by that much
 * in a second. */
LANE_INLINE real split_hold_nm(const struct power_split_constants *v, real generator_nm,
                               real engine_radps2)
{
    return v->sun_per_motor * generator_nm - v->coupled_kgm2 * engine_radps2;
}

/* Torque on the motor's shaft beside the engine's way. */
LANE_INLINE real split_shaft_nm(const struct power_split_constants *v, real motor_nm,
                                real generator_nm, real load_nm)
{
    return motor_nm - v->sun_per_motor * generator_nm - load_nm;
}

/* Returns the load on the engine by all but its own torque, which alone turns `engine_kgm2`. */
LANE_INLINE real split_engine_load_nm(const struct power_split_constants *v, real generator_nm,
                                      real shaft_nm)
{
    return -(v->sun_per_engine * generator_nm + v->cross_share * shaft_nm);
}

/* By how much the motor's speed changes in a second. */
LANE_INLINE real split_motor_radps2(const struct power_split_constants *v, real engine_nm,
                                    real generator_nm, real shaft_nm)
{
    return v->cross_inverse * (engine_nm + v->sun_per_engine * generator_nm) +
           v->inverse_motor * shaft_nm;
}

#endif
