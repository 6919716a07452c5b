/* Engine: torque map, idle control, limiter, starter and the crankshaft's speed.
 *
 *     throttle = engine_throttle(v, throttle, pedal);
 *     torque = engine_torque_at(v, speed, throttle, road_speed, traction_cut);
 *     gas = max_real(torque.pedal_nm, engine_idle_nm(v, torque, speed, load));
 *     engine = engine_turn(v, speed, gas, torque.drag_nm, clutch_torque, dt);
 *
 * Source: a mean-torque model, as in U. Kiencke and L. Nielsen, Automotive Control Systems, 2nd ed.
 * (2005), chapters 6 and 7: inertia * d(speed)/dt = gas torque - drag torque - clutch torque.
 *  - The curve gives the net torque at full throttle; drag is what the engine takes closed. What
 *    combustion gives is their sum times a share phi of the throttle u,
 *        phi = u (1 + k) / (1 + k u),  k = part_load * (1 - speed / limiter), not below 0,
 *    0 at closed and 1 at full throttle: at low speed a small opening already fills the cylinders.
 *    Where a map is given instead (as J. B. Heywood, Internal Combustion Engine Fundamentals, 1988, ch. 15 has engines measured: torque by
 *    speed and load), phi is bilinear in it; and a pedal's throttle may be a curve.
 *  - Idle control is a proportional law around the drag and the load that it knows (a creeping clutch's), so that
 *    the engine idles without error; a few rad/s above idle it is silent and leaves engine braking alone. It
 *    acts past the throttle's lag, as ignition timing does.
 *  - The limiter and the speed limit fade the gas over a band rather than cut it: no hunting. The limiter's band is
 *    narrow for a substep: there the gas is linearly implicit in the speed, and turns the engine no farther than to its end.
 *  - Drag is dry friction to the standing engine: it holds until a torque above it turns it. The
 *    crankshaft never turns backwards: compression is a stop. (A real one gives way at some torque.)
 *  - Below half of idle speed combustion fades out, and the engine stalls if it is loaded. The
 *    starter brings it to idle when asked.
 */
#ifndef KAMM_PART_ENGINE_H
#define KAMM_PART_ENGINE_H

#include "../base/curve.h"

#include <kamm/vehicle.h>

/* Rows by throttle, columns by speed; what is not in use adds nothing. */
struct load_map {
    num on; /* 1 or 0: by the law of part load */
    num throttle[KAMM_MAX_LOADS], per_throttle[KAMM_MAX_LOADS]; /* [row]: from the row before */
    num speed_radps[KAMM_MAX_LOAD_SPEEDS], per_speed[KAMM_MAX_LOAD_SPEEDS]; /* … column */
    num first[KAMM_MAX_LOAD_SPEEDS];                                        /* of the first row */
    num rise[KAMM_MAX_LOADS][KAMM_MAX_LOAD_SPEEDS]; /* over the row before */
};

struct engine_constants {
    struct curve_table full_load; /* N.m at full throttle against rad/s */
    num part_load, inverse_limiter;
    num drag_nm, drag_nms_per_rad;
    num inertia_kgm2, inverse_inertia;
    num idle_radps;
    num firing_radps, per_firing_band; /* where combustion sets in, 1 / width of the fade */
    num hold_gain;                     /* N.m per rad/s of the idle control and of rev matching */
    num starter_nm;
    num limiter_radps, limiter_end_radps, per_limiter_band;
    num speed_limit_end_mps, per_speed_limit_band;
    num response_blend; /* share of the way to the pedal in one substep */
    num by_pedal;       /* 1: throttle by the curve; 0: it is the pedal */
    struct curve_table pedal;
    struct load_map load;
};

struct engine_torque {
    real drag_nm;
    real max_torque_nm; /* of combustion, at full throttle */
    real pedal_nm;      /* of combustion, as the driver and the aids have it */
};

/* The throttle that a pedal asks for. */
LANE_INLINE real engine_pedal(const struct engine_constants *v, real pedal)
{
    if (!any_num(v->by_pedal > 0.0f)) return pedal;
    real slope, throttle = clamp(curve_at(&v->pedal, pedal, &slope), splat(0.0f), splat(1.0f));
    return pick(lanes(v->by_pedal) > 0.0f, throttle, pedal);
}

/* The throttle follows the pedal. */
LANE_INLINE real engine_throttle(const struct engine_constants *v, real throttle, real pedal)
{
    return mix(throttle, engine_pedal(v, pedal), lanes(v->response_blend));
}

/* The map, linear between its rows and columns, held beyond. */
LANE_INLINE real engine_mapped_share(const struct load_map *m, real throttle, real speed)
{
    real share[KAMM_MAX_LOAD_SPEEDS], zero = splat(0.0f), one = splat(1.0f);
    for (int j = 0; j < KAMM_MAX_LOAD_SPEEDS; ++j) share[j] = lanes(m->first[j]);
    for (int i = 1; i < KAMM_MAX_LOADS; ++i) {
        real on = clamp((throttle - m->throttle[i]) * m->per_throttle[i], zero, one);
        for (int j = 0; j < KAMM_MAX_LOAD_SPEEDS; ++j) share[j] = share[j] + on * m->rise[i][j];
    }
    real at = share[0];
    for (int j = 1; j < KAMM_MAX_LOAD_SPEEDS; ++j) {
        real on = clamp((speed - m->speed_radps[j]) * m->per_speed[j], zero, one);
        at = at + (share[j] - share[j - 1]) * on;
    }
    return at;
}

/* Share of what combustion gives at full throttle. */
LANE_INLINE real engine_load_share(const struct engine_constants *v, real throttle, real speed)
{
    real k = v->part_load * max_real(1.0f - speed * v->inverse_limiter, splat(0.0f));
    real share = throttle * (1.0f + k) / (1.0f + k * throttle);
    if (!any_num(v->load.on > 0.0f)) return share;
    return pick(lanes(v->load.on) > 0.0f, engine_mapped_share(&v->load, throttle, speed), share);
}

LANE_INLINE real engine_fade(real end, real per_band, real value)
{
    return clamp((end - value) * per_band, splat(0.0f), splat(1.0f));
}

LANE_INLINE struct engine_torque engine_torque_at(const struct engine_constants *v, real speed,
                                                  real throttle, real road_speed, real traction_cut)
{
    real slope, full = curve_at(&v->full_load, speed, &slope);
    real drag = v->drag_nm + v->drag_nms_per_rad * speed;
    real firing = clamp((speed - v->firing_radps) * v->per_firing_band, splat(0.0f), splat(1.0f));
    real fuel = engine_fade(lanes(v->limiter_end_radps), lanes(v->per_limiter_band), speed);
    real max = (full + drag) * (firing * fuel);

    real share = engine_load_share(v, throttle, speed);
    real allowed = engine_fade(lanes(v->speed_limit_end_mps), lanes(v->per_speed_limit_band),
                               absolute(road_speed));
    return (struct engine_torque){drag, max, max * (share * allowed * (1.0f - traction_cut))};
}

/* The gas that brings the engine to a speed and holds it there, up to `share` of what there is. */
LANE_INLINE real engine_hold_nm(const struct engine_constants *v, struct engine_torque torque,
                                real speed, real wanted, real share)
{
    real demand = torque.drag_nm + (wanted - speed) * v->hold_gain;
    return clamp(demand, splat(0.0f), torque.max_torque_nm * share);
}

LANE_INLINE real engine_idle_nm(const struct engine_constants *v, struct engine_torque torque,
                                real speed, real load_nm)
{
    torque.drag_nm = torque.drag_nm + load_nm;
    return engine_hold_nm(v, torque, speed, lanes(v->idle_radps), splat(0.5f));
}

/* The starter's torque where it is `asked` for; it lets go once the engine runs. */
LANE_INLINE real engine_starter_nm(const struct engine_constants *v, mask asked, real speed)
{
    mask cranks = asked & (speed < 0.6f * v->idle_radps);
    return pick(cranks, lanes(v->starter_nm), splat(0.0f));
}

/* The gas in the middle of a substep in which the limiter takes it back: in its band, where it falls from all to nothing,
 * by as much as the speed changes. Near it, within a band's width below, no gas brings the engine past its end. */
LANE_INLINE real engine_limited_nm(const struct engine_constants *v, real speed, real gas_nm,
                                   real load_nm, real per_torque)
{
    real fuel = (v->limiter_end_radps - speed) * v->per_limiter_band;
    mask near = fuel < 2.0f;
    if (!any(near)) return gas_nm;
    mask fades = (fuel > 0.0f) & (fuel < 1.0f);
    real slope = gas_nm * (lanes(v->per_limiter_band) / pick(fades, fuel, splat(1.0f)));
    real stiff = slope * per_torque;
    real implicit = gas_nm - (gas_nm - load_nm) * (stiff / (1.0f + stiff));
    real faded = pick(fades, max_real(implicit, splat(0.0f)), gas_nm);
    real to_end = (v->limiter_end_radps - speed) / per_torque + load_nm;
    return pick(near, min_real(faded, max_real(to_end, splat(0.0f))), gas_nm);
}

struct engine_motion {
    real speed_radps;
    real torque_nm; /* mean over the substep at the crankshaft: gas less drag, or the standing
                       engine's reaction */
};

/* One substep under a load, of an engine that turns that inertia. Drag brings it to a stop exactly, and holds it. */
LANE_INLINE struct engine_motion engine_turn_inertia(const struct engine_constants *v,
                                                     real inertia_kgm2, real inverse_inertia,
                                                     real speed, real gas_nm, real drag_nm,
                                                     real load_nm, real dt)
{
    real per_torque = inverse_inertia * dt;
    gas_nm = engine_limited_nm(v, speed, gas_nm, drag_nm + load_nm, per_torque);
    real driven = speed + (gas_nm - load_nm) * per_torque;
    real next = max_real(driven - drag_nm * per_torque, splat(0.0f));
    mask turns = next > 0.0f;
    real stopping = load_nm - speed * inertia_kgm2 / dt;
    return (struct engine_motion){next, pick(turns, gas_nm - drag_nm, stopping)};
}

LANE_INLINE struct engine_motion engine_turn(const struct engine_constants *v, real speed,
                                             real gas_nm, real drag_nm, real load_nm, real dt)
{
    return engine_turn_inertia(v, lanes(v->inertia_kgm2), lanes(v->inverse_inertia), speed, gas_nm,
                               drag_nm, load_nm, dt);
}

#endif
