/* Endurance brakes: the engine's exhaust or compression brake, and a retarder on the gearbox's output shaft.
 *
 *     wanted = endurance_demand(v, lever, brake_pedal, accelerator);
 *     drag_nm = endurance_exhaust_nm(v, &exhaust, wanted, engine_radps, free);      on top of the engine's own drag
 *     wheels_nm = endurance_retarder_nm(v, &retarder, wanted, cage_radps, range, dt);   against the driven wheels
 *
 *  - Exhaust brake: a torque by the engine's speed, as makers publish it, on top of the engine's drag. It acts with the accelerator
 *    released and nothing between engine and gears open, and fades out between 1.4 and 1.1 of the idle speed, so that it stalls no engine.
 *  - Hydrodynamic retarder: a rotor and a stator in oil. Filled it has the torque of Foettinger's similarity law, T = k w^2; a valve holds that to a
 *    set torque by letting oil out, and the pump and cooler to a set power: T = min(k w^2, T_max, P_max / w). (R. Limpert, Brake Design and Safety, 2nd
 *    ed. 1999, on retarders; Bosch Automotive Handbook, continuous-operation braking systems.) At walking pace it does nothing.
 *  - Electromagnetic retarder: eddy currents; the torque is a curve by the shaft's speed in the place of k w^2.
 *  - The torque builds up and goes with a lag of first order: oil or current.
 *  - Heat: what it brakes goes into oil and coolant, whose warmth u runs from 0, that of normal running, to 1, the most that is allowed:
 *    E du/dt = T w - P_cool u, as a body of one temperature that is cooled in proportion to it. From u = 0.8 on the control takes the power back, to
 *    P_cool at u = 1: so it settles where both are equal, and brakes by no more than the cooler takes away. (A lumped model of the kind that Limpert
 *    has for brakes; makers publish P_cool and that their control derates.)
 * It never drives: its torque is against the wheels' speed, and at the most that which halts the driven wheels by themselves in a substep.
 * Departures: losses of the final drive are not counted; the rotor's inertia is part of the wheels'. The lag is the same for on and off. */
#ifndef KAMM_PART_ENDURANCE_BRAKE_H
#define KAMM_PART_ENDURANCE_BRAKE_H

#include "../base/curve.h"
#include "../base/driveline_load.h"
#include "../base/lane_math.h"
#include "../base/state_lanes.h"

#define ENDURANCE_RELEASED 0.03f    /* accelerator below which it counts as released */
#define ENDURANCE_WARM 0.8f         /* from here on the retarder's power is taken back */
#define ENDURANCE_STILL_RADPS 1e-3f /* of the retarder's shaft */

struct endurance_constants {
    num exhaust, retarder;      /* 1: it has one; or 0 */
    struct curve_table drag_nm; /* of the exhaust brake, against the engine's speed */
    num free_radps, per_free_band;
    num exhaust_blend, retarder_blend; /* of the lags, in one substep */
    num per_pedal;                     /* of the brake pedal; 0: it asks for none */
    num by_curve;                      /* 1: electromagnetic */
    struct curve_table curve_nm;
    num fill_nms2_per_rad2, max_nm, max_power_w;
    num cooling_w, taken_w; /* max_power_w less cooling_w, where that is positive */
    num per_heat_j;         /* 1 / heat from 0 to 1 */
    num final_drive;
    num halt_nms_per_rad; /* inertia of the driven wheels over the substep */
};

LANE_INLINE int has_endurance(const struct endurance_constants *v)
{
    return any_num(v->exhaust + v->retarder > 0.0f);
}

/* Returns the demand of lever and pedal; 0 while the driver accelerates. */
LANE_INLINE real endurance_demand(const struct endurance_constants *v, real lever, real brake,
                                  real accelerator)
{
    real wanted = clamp(max_real(lever, brake * v->per_pedal), splat(0.0f), splat(1.0f));
    return keep(accelerator < ENDURANCE_RELEASED, wanted);
}

/* `state`: how far it is in; `free`: the clutch is open, or a shift runs. */
LANE_INLINE real endurance_exhaust_nm(const struct endurance_constants *v, real *state, real wanted,
                                      real engine_radps, mask free)
{
    *state = mix(*state, keep(mask_not(free), wanted) * v->exhaust, lanes(v->exhaust_blend));
    real turns = clamp((engine_radps - v->free_radps) * v->per_free_band, splat(0.0f), splat(1.0f));
    real slope;
    return *state * turns * max_real(curve_at(&v->drag_nm, engine_radps, &slope), splat(0.0f));
}

/* At that speed of the shaft, not negative, filled. */
LANE_INLINE real endurance_full_nm(const struct endurance_constants *v, real speed, real warmth)
{
    real full = min_real(v->fill_nms2_per_rad2 * square(speed), lanes(v->max_nm));
    if (any_num(v->by_curve > 0.0f)) {
        real slope, curve = curve_at(&v->curve_nm, speed, &slope);
        full = pick(lanes(v->by_curve) > 0.0f, max_real(curve, splat(0.0f)), full);
    }
    real hot = clamp((warmth - ENDURANCE_WARM) * (1.0f / (1.0f - ENDURANCE_WARM)), splat(0.0f),
                     splat(1.0f));
    real power_w = v->max_power_w - v->taken_w * hot;
    return min_real(full, power_w / max_real(speed, splat(ENDURANCE_STILL_RADPS)));
}

/* One substep. `range`: by how much more a low range gears down. */
LANE_INLINE real endurance_retarder_nm(const struct endurance_constants *v,
                                       struct endurance_lanes *s, real wanted, real cage_radps,
                                       real range, real dt)
{
    real ratio = v->final_drive * range;
    real shaft = absolute(cage_radps * ratio);
    s->retarder_filling = mix(s->retarder_filling, wanted * v->retarder, lanes(v->retarder_blend));
    real wheels = s->retarder_filling * endurance_full_nm(v, shaft, s->retarder_warmth) * ratio;
    wheels = min_real(wheels, v->halt_nms_per_rad * absolute(cage_radps));
    real braked_w = wheels * absolute(cage_radps);
    real change = (braked_w - v->cooling_w * s->retarder_warmth) * v->per_heat_j * dt;
    s->retarder_warmth = clamp(s->retarder_warmth + change, splat(0.0f), splat(1.0f));
    wheels = keep(wheels > 0.0f, copy_sign(wheels, cage_radps)); /* no -0 without a retarder */
    s->retarder_nm = wheels / max_real(ratio, splat(ENDURANCE_STILL_RADPS));
    return wheels;
}

/* Adds both of them to the loads of a substep. */
LANE_INLINE void endurance_load(const struct endurance_constants *v, struct endurance_lanes *s,
                                const struct driveline_now *now, struct driveline_load *sum,
                                real dt)
{
    real wanted = endurance_demand(v, now->endurance_brake, now->brake, now->throttle);
    real drag = endurance_exhaust_nm(v, &s->exhaust_brake, wanted, now->engine_radps, now->open);
    real wheels =
        endurance_retarder_nm(v, s, wanted * (1.0f - now->let_go), now->cage_radps, now->range, dt);
    sum->drag_nm = with_added(sum->drag_nm, drag);
    sum->wheels_nm = with_added(sum->wheels_nm, wheels);
}

#endif
