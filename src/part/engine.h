/* Engine: torque map, idle control, limiter, starter and the crankshaft's speed.
 *
 *     throttle = engine_throttle(v, throttle, pedal);
 *     torque = engine_torque_at(v, speed, throttle, road_speed, traction_cut);
 *     gas = max_real(torque.pedal_nm, engine_idle_nm(v, torque, speed));
 *     engine = engine_turn(v, speed, gas, torque.drag_nm, clutch_torque, dt);
 *
 * Source: a mean-torque model, as in U. Kiencke and L. Nielsen, Automotive Control Systems, 2nd ed.
 * (2005), chapters 6 and 7: inertia * d(speed)/dt = gas torque - drag torque - clutch torque.
 *  - The curve gives the net torque at full throttle; drag is what the engine takes closed. What
 *    combustion gives is their sum times a share phi of the throttle u,
 *        phi = u (1 + k) / (1 + k u),  k = part_load * (1 - speed / limiter), not below 0,
 *    0 at closed and 1 at full throttle: at low speed a small opening already fills the cylinders.
 *  - Idle control is a proportional law around the drag that it knows, so that the unloaded engine
 *    idles without error; a few rad/s above idle it is silent and leaves engine braking alone. It
 *    acts past the throttle's lag, as ignition timing does.
 *  - The limiter and the speed limit fade the gas over a band rather than cut it: no hunting.
 *  - Drag is dry friction to the standing engine: it holds until a torque above it turns it. The
 *    crankshaft never turns backwards: compression is a stop. (A real one gives way at some torque.)
 *  - Below half of idle speed combustion fades out, and the engine stalls if it is loaded. The
 *    starter brings it to idle when asked.
 */
#ifndef KAMM_PART_ENGINE_H
#define KAMM_PART_ENGINE_H

#include "../base/curve.h"

struct engine_constants {
    struct curve_table full_load; /* N.m at full throttle against rad/s */
    float part_load, inverse_limiter;
    float drag_nm, drag_nms_per_rad;
    float inertia_kgm2, inverse_inertia;
    float idle_radps;
    float firing_radps, per_firing_band; /* where combustion sets in, 1 / width of the fade */
    float hold_gain;                     /* N.m per rad/s of the idle control and of rev matching */
    float starter_nm;
    float limiter_end_radps, per_limiter_band;
    float speed_limit_end_mps, per_speed_limit_band;
    float response_blend; /* share of the way to the pedal in one substep */
};

#define ENGINE(field) GET(v, struct engine_constants, field)

struct engine_torque {
    real drag_nm;
    real most_nm;  /* of combustion, at full throttle */
    real pedal_nm; /* of combustion, as the driver and the aids have it */
};

/* The throttle follows the pedal. */
LANE_INLINE real engine_throttle(view v, real throttle, real pedal)
{
    return mix(throttle, pedal, ENGINE(response_blend));
}

LANE_INLINE real engine_fade(real end, real per_band, real value)
{
    return clamp((end - value) * per_band, splat(0.0f), splat(1.0f));
}

LANE_INLINE struct engine_torque engine_torque_at(view v, real speed, real throttle,
                                                  real road_speed, real traction_cut)
{
    real slope, full = curve_at(INSIDE(v, struct engine_constants, full_load), speed, &slope);
    real drag = ENGINE(drag_nm) + ENGINE(drag_nms_per_rad) * speed;
    real firing =
        clamp((speed - ENGINE(firing_radps)) * ENGINE(per_firing_band), splat(0.0f), splat(1.0f));
    real fuel = engine_fade(ENGINE(limiter_end_radps), ENGINE(per_limiter_band), speed);
    real most = (full + drag) * (firing * fuel);

    real k = ENGINE(part_load) * max_real(1.0f - speed * ENGINE(inverse_limiter), splat(0.0f));
    real share = throttle * (1.0f + k) / (1.0f + k * throttle);
    real allowed = engine_fade(ENGINE(speed_limit_end_mps), ENGINE(per_speed_limit_band),
                               absolute(road_speed));
    return (struct engine_torque){drag, most, most * (share * allowed * (1.0f - traction_cut))};
}

/* The gas that brings the engine to a speed and holds it there, up to `share` of what there is. */
LANE_INLINE real engine_hold_nm(view v, struct engine_torque torque, real speed, real wanted,
                                real share)
{
    real demand = torque.drag_nm + (wanted - speed) * ENGINE(hold_gain);
    return clamp(demand, splat(0.0f), torque.most_nm * share);
}

LANE_INLINE real engine_idle_nm(view v, struct engine_torque torque, real speed)
{
    return engine_hold_nm(v, torque, speed, ENGINE(idle_radps), splat(0.5f));
}

/* The starter's torque where it is `asked` for; it lets go once the engine runs. */
LANE_INLINE real engine_starter_nm(view v, mask asked, real speed)
{
    mask cranks = asked & (speed < 0.6f * ENGINE(idle_radps));
    return pick(cranks, ENGINE(starter_nm), splat(0.0f));
}

struct engine_motion {
    real speed_radps;
    real torque_nm; /* mean over the substep at the crankshaft: gas less drag, or the standing
                       engine's reaction */
};

/* One substep under a load. Drag brings the engine to a stop exactly, and holds it. */
LANE_INLINE struct engine_motion engine_turn(view v, real speed, real gas_nm, real drag_nm,
                                             real load_nm, real dt)
{
    real per_torque = ENGINE(inverse_inertia) * dt;
    real driven = speed + (gas_nm - load_nm) * per_torque;
    real next = max_real(driven - drag_nm * per_torque, splat(0.0f));
    mask turns = next > 0.0f;
    real stopping = load_nm - speed * ENGINE(inertia_kgm2) / dt;
    return (struct engine_motion){next, pick(turns, gas_nm - drag_nm, stopping)};
}

#endif
