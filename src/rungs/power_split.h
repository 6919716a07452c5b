/* Shared code of the rungs with an engine for a planetary power split: the control of engine and
 * generator, once a substep. */
#ifndef KAMM_RUNGS_POWER_SPLIT_H
#define KAMM_RUNGS_POWER_SPLIT_H

#include "../vehicle/powertrain_compile.h"
#include "car_lanes.h"

struct split_in {
    real motor_radps;
    real drive_nm; /* that the driver asks for, at the motor's shaft */
    real motor_w;  /* at the motor's shaft in the last substep */
    real slower;   /* battery.h */
    mask in_gear;
};

/* Energies and torques of a substep. */
struct split_step {
    real gas_nm, drag_nm;        /* of the engine */
    real sun_was_radps;          /* the generator's speed at the start */
    struct engine_motion engine; /* what it comes to: first as if the motor's speed were held */
    real hold_nm; /* what of the motor's torque keeps the generator from moving the wheels */
};

LANE_INLINE mask split_on(const struct powertrain_constants *v)
{
    return lanes(v->split.on) > 0.0f;
}

/* Most torque of the generator with which battery and motor together take what it generates. */
static inline real split_generating_nm(const struct powertrain_constants *v, real used,
                                       const struct split_in *in, real sun_radps)
{
    real takes = battery_takes_w(&v->battery, used) + max_real(in->motor_w, splat(0.0f));
    return takes / max_real(absolute(sun_radps), splat(1.0f));
}

/* The gas that the engine has after the lag, for what the control wants of it. */
static inline struct engine_torque split_gas(const struct powertrain_constants *v,
                                             struct car_lanes *car, const struct split_lead *lead,
                                             real generator_nm)
{
    real zero = splat(0.0f);
    struct engine_torque torque = engine_torque_at(&v->engine, car->engine_radps, zero, zero, zero);
    real wanted = split_engine_wanted_nm(&v->split, lead, generator_nm) + torque.drag_nm;
    real share = wanted / max_real(torque.max_torque_nm, lanes(v->split.least_gas_nm));
    share = lead->runs * clamp(share, zero, splat(1.0f));
    car->power_split.split_gas = mix(car->power_split.split_gas, share, lanes(v->split.gas_blend));
    torque.pedal_nm = torque.max_torque_nm * car->power_split.split_gas;
    return torque;
}

/* Leads engine and generator, whose torque it sets. What that draws from the battery comes on top of what is `asked` anyway. */
static inline struct split_step split_control(const struct powertrain_constants *v,
                                              struct car_lanes *car, const struct split_in *in,
                                              struct battery_load *asked)
{
    const struct power_split_constants *c = &v->split;
    const struct motor_constants *generator = &v->generator;
    mask on = split_on(v);
    real engine = car->engine_radps, used = car->battery.battery_used;
    real sun = split_sun_radps(c, engine, in->motor_radps);
    struct split_now now = {max_real(in->drive_nm * in->motor_radps, splat(0.0f)),
                            battery_charge(&v->battery, used), in->motor_radps, in->in_gear};
    struct split_lead lead = split_lead(c, &now, car->power_split.split_runs);
    real max = motor_max_nm(generator, sun, in->slower, car->power_split.generator_warmth_k);
    real generates = min_real(max, split_generating_nm(v, used, in, sun));
    struct engine_torque torque = split_gas(v, car, &lead, generates);
    real wanted = split_generator_wanted_nm(c, &lead, engine, torque.pedal_nm - torque.drag_nm);
    real nm = mix(car->power_split.generator_nm, wanted, lanes(generator->response_blend));
    real most = pick(nm * sun < 0.0f, generates, max);
    nm = clamp(nm, -most, most);
    struct split_step step = {
        torque.pedal_nm, torque.drag_nm, sun, {engine, splat(0.0f)}, splat(0.0f)};
    step.engine = engine_turn_inertia(&v->engine, lanes(c->held_kgm2), lanes(c->inverse_held),
                                      engine, torque.pedal_nm, torque.drag_nm,
                                      -(c->sun_per_engine * nm), lanes(c->dt));
    real faster = (step.engine.speed_radps - engine) * c->inverse_dt;
    step.hold_nm = keep(on, split_hold_nm(c, nm, faster));
    car->power_split.split_runs = keep(on, lead.runs);
    car->power_split.split_gas = keep(on, car->power_split.split_gas);
    car->power_split.generator_nm = keep(on, nm);
    real power =
        nm * sun + motor_load_loss_w(generator, nm) + motor_standing_loss_w(generator, sun);
    asked->always_w = with_added(asked->always_w, keep(on, power));
    return step;
}

/* Returns the power that the generator took from the battery in a substep, after which engine and
 * motor turn at those speeds. */
static inline real split_draw_w(const struct powertrain_constants *v, struct car_lanes *car,
                                const struct split_step *step, real motor_radps)
{
    const struct motor_constants *generator = &v->generator;
    mask on = split_on(v);
    real sun = split_sun_radps(&v->split, car->engine_radps, motor_radps);
    real speed = 0.5f * (step->sun_was_radps + sun);
    real loss = motor_load_loss_w(generator, car->power_split.generator_nm) +
                motor_standing_loss_w(generator, speed);
    real change = motor_warming_k(generator, car->power_split.generator_warmth_k, loss) +
                  car->power_split.generator_warmth_residual_k;
    real warmth = car->power_split.generator_warmth_k + change;
    car->power_split.generator_warmth_residual_k =
        keep(on, change - (warmth - car->power_split.generator_warmth_k));
    car->power_split.generator_warmth_k = keep(on, warmth);
    return keep(on, car->power_split.generator_nm * speed + loss);
}

#endif
