/* Torque converter with lock-up clutch: between the engine's crankshaft and the gearbox's input, which its turbine turns.
 *
 *     now = converter_at(v, engine_radps, turbine_radps);                                   torques by the speeds
 *     step = converter_step(v, now, engine, turbine, engine_nm, load_nm, lock_nm, dt);     in a substep, and the turbine's speed
 *     lock = converter_lock(v, lock, wanted, dt);
 *
 * Two curves against the speed ratio SR = turbine over engine, both by measurement in steady running: the K-factor, engine
 * speed over the root of its torque, and the torque ratio TR. So T_engine = (w / K(SR))^2 and T_turbine = TR(SR) T_engine. (SAE J643, Hydrodynamic
 * Drive Test Code; T. D. Gillespie, Fundamentals of Vehicle Dynamics, 1992, ch. 2.) Stalled, the engine settles at w = K(0) sqrt(T(w)).
 *  - What the formula reads is C = 1 / K^2, which goes to 0 at SR = 1 whatever the curve has there: nothing turns against anything.
 *  - Overrun: the turbine is faster, and drives the engine as the engine does the turbine, C(w_engine / w_turbine), without
 *    multiplication. (A converter's curve for that is seldom known; Project Chrono mirrors the curve at SR = 1 as well.)
 *  - SR below 0, a car that rolls back: as stalled.
 *  - What goes in and does not come out is heat, T_engine w_engine - T_turbine w_turbine, never negative: TR SR <= 1.
 *  - The lock-up clutch is dry friction between both shafts, which can hold them together: its torque brings their speeds to one
 *    within the substep, up to what it carries.
 * The coupling is linearly implicit in both speeds (backward Euler), so that it is stable where it is stiff, near SR = 1.
 * Assumptions: the curves hold while speeds change; the oil's inertia is part of the engine's and the turbine's. */
#ifndef KAMM_PART_TORQUE_CONVERTER_H
#define KAMM_PART_TORQUE_CONVERTER_H

#include "../base/curve.h"

struct converter_constants {
    num on;                          /* 1 or 0: a friction clutch */
    struct curve_table capacity;     /* 1 / K^2 against SR: N.m.s2/rad2 */
    struct curve_table torque_ratio; /* against SR */
    num turbine_inertia_kgm2, inverse_turbine_inertia, inverse_engine_inertia;
    num lock_nm;                  /* that the closed lock-up clutch carries; 0: none */
    num lock_gear;                /* the lowest in which it closes */
    num lock_radps, unlock_radps; /* of the turbine: above it closes, below it opens */
    num lock_ratio;               /* SR from which on it closes */
    num lock_change;              /* largest in a substep */
};

struct converter_torque {
    real pump_nm; /* on the engine, against it */
    real ratio;   /* turbine's torque over that */
    real per_engine,
        per_turbine; /* how pump_nm grows with the engine's speed, and falls with the turbine's: N.m.s/rad */
};

LANE_INLINE struct converter_torque converter_at(const struct converter_constants *v, real engine,
                                                 real turbine)
{
    mask overrun = turbine > engine;
    real fast = max_real(max_real(engine, turbine), splat(1.0f));
    real slow = max_real(min_real(engine, turbine), splat(0.0f));
    real slope, unused;
    real capacity = curve_at(&v->capacity, slow / fast, &slope);
    real ratio = curve_at(&v->torque_ratio, slow / fast, &unused);
    real torque = capacity * (fast * fast);
    real falls = min_real(slope, splat(0.0f));
    real by_slow = -(falls * fast);
    real by_fast = 2.0f * capacity * fast + by_slow * (slow / fast);
    struct converter_torque now;
    now.pump_nm = pick(overrun, -torque, torque);
    now.ratio = pick(overrun, splat(1.0f), ratio);
    now.per_engine = pick(overrun, by_slow, by_fast);
    now.per_turbine = pick(overrun, by_fast, by_slow);
    return now;
}

/* How far the lock-up clutch is closed, from 0 to 1. Closed, it stays so down to a lower speed. */
LANE_INLINE real converter_lock(const struct converter_constants *v, real lock, real engine,
                                real turbine, real gear, mask shifting)
{
    mask locked = lock > 0.5f;
    mask fast = turbine > pick(locked, lanes(v->unlock_radps), lanes(v->lock_radps));
    mask near = locked | (turbine > v->lock_ratio * engine);
    mask wanted = fast & near & mask_not(shifting) & (gear > v->lock_gear - 0.5f) &
                  (lanes(v->lock_nm) > 0.0f);
    real change = lanes(v->lock_change);
    return clamp(lock + pick(wanted, change, -4.0f * change), splat(0.0f), splat(1.0f));
}

struct converter_motion {
    real engine_load_nm; /* of pump and lock-up clutch together */
    real turbine_radps;
    real heat_w; /* in converter and lock-up clutch, in the substep's mean */
};

/* `engine_nm`: what turns the engine beside; `load_nm`: what holds the turbine; `lock_nm`: what the lock-up clutch may carry. */
LANE_INLINE struct converter_motion converter_step(const struct converter_constants *v,
                                                   struct converter_torque now, real engine,
                                                   real turbine, real engine_nm, real load_nm,
                                                   real lock_nm, real dt)
{
    real per_engine = v->inverse_engine_inertia * dt, per_turbine = v->inverse_turbine_inertia * dt;
    real a = now.per_engine * per_engine, b = now.per_turbine * per_turbine;
    real pump = (now.pump_nm + (a * engine_nm + b * load_nm)) / (1.0f + a + b * now.ratio);
    real driven = engine + (engine_nm - pump) * per_engine;
    real turned = turbine + (now.ratio * pump - load_nm) * per_turbine;
    real joins = (driven - turned) / (per_engine + per_turbine);
    real locked = clamp(joins, -lock_nm, lock_nm);
    struct converter_motion after;
    after.engine_load_nm = pump + locked;
    after.turbine_radps = turned + locked * per_turbine;
    real w_engine = 0.5f * (engine + (driven - locked * per_engine));
    real w_turbine = 0.5f * (turbine + after.turbine_radps);
    after.heat_w = pump * (w_engine - now.ratio * w_turbine) + locked * (w_engine - w_turbine);
    return after;
}

#endif
