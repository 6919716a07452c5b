/* Electric motors on the full model's axles: rotor, shafts, and what wheels and battery see of them. */
#ifndef KAMM_RUNGS_FULL_MOTORS_H
#define KAMM_RUNGS_FULL_MOTORS_H

#include "../electric.h"
#include "arm_turn.h"
#include "brakes.h"

/* More than any motor's shafts carry: they do not slip. */
#define MOTOR_SHAFT_LIMIT_NM 1e9f

/* By how much the rotor runs ahead of the wheels, at these, and what its torque adds to that until control and motor have answered.
 * Traction control goes by the rotor, which it acts on: the wheels are behind shafts, on which the rotor would swing against them; and
 * by where the rotor will be, or it would be late by both lags (lead compensation). The ring of a power split, which turns with the
 * generator as well, has none. `gains_radps2`: what wheels gain that roll with the car. */
static inline real rotor_lead_radps(const struct powertrain_constants *v, int a,
                                    const struct axle_lanes *axle, real cage_radps,
                                    real gains_radps2, real dt)
{
    const struct motor_constants *motor = &v->motor[a];
    real ahead = axle->motor_radps * motor->inverse_ratio - cage_radps;
    struct shaft_state shaft = shaft_twist(&v->motor_shaft[a], axle->motor_twist_rad, ahead,
                                           splat(MOTOR_SHAFT_LIMIT_NM), dt);
    real left_nm = axle->motor_nm - shaft.torque_nm * motor->inverse_ratio;
    real gained = left_nm * motor->inverse_inertia * motor->inverse_ratio;
    mask alone = (lanes(motor->peak_nm) > 0.0f) & mask_not(lanes(v->split.axle[a]) > 0.0f);
    return keep(alone, ahead + v->motor_traction[a].lead_s * (gained - gains_radps2));
}

/* Returns the slip of a wheel that turns faster by that lead. */
static inline real slip_ahead(const struct seen_wheel *seen, const struct corner *corner,
                              real lead_radps, real gear)
{
    struct aids_wheel wheel = seen->wheel;
    wheel.rolling_mps = wheel.rolling_mps + lead_radps * corner->effective_radius_m;
    return traction_slip(&wheel, gear);
}

static inline real motor_slip(const struct full_constants *c, const struct layout *l,
                              const struct state_lanes *s, int a, const struct seen_wheel *seen,
                              const struct corner *corners, real speed_mps)
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    int left = left_hub(l, a), right = right_hub(l, a);
    real cage = 0.5f * (s->wheels[left].spin_radps + s->wheels[right].spin_radps);
    real radii = corners[left].effective_radius_m + corners[right].effective_radius_m;
    real gains = 2.0f * s->car.last_acceleration_x_mps2 / radii;
    real lead = rotor_lead_radps(v, a, &s->axles[a], cage, gains, lanes(c->chassis.dt));
    real gear = s->car.gearbox.gear_engaged;
    return traction_axle_slip(&v->motor_traction[a],
                              slip_ahead(&seen[left], &corners[left], lead, gear),
                              slip_ahead(&seen[right], &corners[right], lead, gear), speed_mps);
}

static inline struct electric_in motors_in(const struct full_constants *c, const struct layout *l,
                                           const struct state_lanes *s,
                                           const struct seen_wheel *seen,
                                           const struct corner *corners, real speed_mps,
                                           real stability_cut)
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    struct electric_in in = {.pedal = s->car.throttle_state,
                             .brake = s->car.brake_state,
                             .gear = s->car.gearbox.gear_engaged,
                             .stability_cut = stability_cut};
    in.allowed = engine_fade(lanes(v->engine.speed_limit_end_mps),
                             lanes(v->engine.per_speed_limit_band), absolute(speed_mps));
    for (int a = 0; a < l->axles; ++a) {
        int left = left_hub(l, a), right = right_hub(l, a);
        in.drive_slip[a] = splat(0.0f);
        if (has_motor(&v->motor[a]))
            in.drive_slip[a] = motor_slip(c, l, s, a, seen, corners, speed_mps);
        in.brake_slip[a] = max_real(seen[left].brake_slip / aids_friction(&seen[left].wheel),
                                    seen[right].brake_slip / aids_friction(&seen[right].wheel));
    }
    return in;
}

/* Rotor and shafts of an axle through a substep. The torque at the differential; `against_nm`: the shafts' on the rotor. */
static inline real turn_motor(const struct motor_constants *v, const struct shaft_constants *shafts,
                              struct axle_lanes *axle, real cage_radps, real *against_nm, real dt)
{
    real rate = axle->motor_radps * v->inverse_ratio - cage_radps;
    struct shaft_state shaft =
        shaft_twist(shafts, axle->motor_twist_rad, rate, splat(MOTOR_SHAFT_LIMIT_NM), dt);
    real against = *against_nm = shaft.torque_nm * v->inverse_ratio;
    axle->motor_twist_rad = shaft.twist_rad;
    axle->motor_radps = axle->motor_radps + (axle->motor_nm - against) * (v->inverse_inertia * dt);
    return shaft_delivered_nm(shafts, shaft.torque_nm, cage_radps);
}

/* Engine, generator and motor of a power split through a substep, by the torques that they have. */
static inline void turn_split(const struct powertrain_constants *v, int a, struct car_lanes *car,
                              struct axle_lanes *axle, real was_radps, real against_nm,
                              struct split_step *step, real dt)
{
    const struct power_split_constants *c = &v->split;
    mask here = lanes(c->axle[a]) > 0.0f;
    real shaft = split_shaft_nm(c, axle->motor_nm, car->power_split.generator_nm, against_nm);
    real load = split_engine_load_nm(c, car->power_split.generator_nm, shaft);
    struct engine_motion engine =
        engine_turn_inertia(&v->engine, lanes(c->engine_kgm2), lanes(c->inverse_engine),
                            car->engine_radps, step->gas_nm, step->drag_nm, load, dt);
    real faster = split_motor_radps2(c, engine.torque_nm, car->power_split.generator_nm, shaft);
    axle->motor_radps = pick(here, was_radps + faster * dt, axle->motor_radps);
    car->engine_radps = pick(here, engine.speed_radps, car->engine_radps);
    step->engine.torque_nm = pick(here, engine.torque_nm, step->engine.torque_nm);
}

/* `axle_nm`: at the axles' differentials; `arm_turn`: arm_drive_turn. */
static inline struct electric_out drive_motors(const struct full_constants *c,
                                               const struct layout *l, struct state_lanes *s,
                                               const struct electric_in *in, real arm_turn,
                                               real axle_nm[AXLE_ROOM])
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    struct electric_out out = electric_torques(v, l, &s->car, s->axles, in);
    for (int a = 0; a < l->axles; ++a) {
        axle_nm[a] = splat(0.0f);
        if (!has_motor(&v->motor[a])) continue;
        real cage =
            0.5f * (s->wheels[left_hub(l, a)].spin_radps + s->wheels[right_hub(l, a)].spin_radps);
        if (has_swing_arm(c) && a == l->axles - 1)
            cage = with_added(cage, arm_turn * s->wheels[l->first[a]].travel_rate_mps);
        real against, dt = lanes(c->chassis.dt);
        axle_nm[a] = turn_motor(&v->motor[a], &v->motor_shaft[a], &s->axles[a], cage, &against, dt);
        if (any_num(v->split.axle[a] > 0.0f))
            turn_split(v, a, &s->car, &s->axles[a], out.was_radps[a], against, &out.split, dt);
    }
    electric_draw(v, l, &s->car, s->axles, &out);
    return out;
}

/* Reduces the pedal's friction braking by that of the motors. */
static inline void blend_brakes(const struct layout *l, const struct electric_out *motors,
                                real *brake_nm)
{
    for (int a = 0; a < l->axles; ++a)
        for (int w = left_hub(l, a); w <= right_hub(l, a); ++w)
            brake_nm[w] = with_added(brake_nm[w], -min_real(motors->taken_nm[a], brake_nm[w]));
}

#endif
