/* Electric motors on the full model's axles: rotor, shafts, and what wheels and battery see of them. */
#ifndef KAMM_RUNGS_FULL_MOTORS_H
#define KAMM_RUNGS_FULL_MOTORS_H

#include "../electric.h"
#include "brakes.h"

/* More than any motor's shafts carry: they do not slip. */
#define MOTOR_SHAFT_LIMIT_NM 1e6f

static inline struct electric_in motors_in(const struct full_constants *c, const struct layout *l,
                                           const struct state_lanes *s,
                                           const struct seen_wheel *seen, real speed_mps,
                                           real stability_cut)
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    struct electric_in in = {.pedal = s->car.throttle_state,
                             .brake = s->car.brake_state,
                             .gear = s->car.gear_engaged,
                             .stability_cut = stability_cut};
    in.allowed = engine_fade(lanes(v->engine.speed_limit_end_mps),
                             lanes(v->engine.per_speed_limit_band), absolute(speed_mps));
    for (int a = 0; a < l->axles; ++a) {
        int left = left_hub(l, a), right = right_hub(l, a);
        in.drive_slip[a] = traction_axle_slip(&v->motor_traction[a], seen[left].drive_slip,
                                              seen[right].drive_slip, speed_mps);
        in.brake_slip[a] = max_real(seen[left].brake_slip / aids_friction(&seen[left].wheel),
                                    seen[right].brake_slip / aids_friction(&seen[right].wheel));
    }
    return in;
}

/* Rotor and shafts of an axle through a substep. The torque at the differential. */
static inline real turn_motor(const struct motor_constants *v, const struct shaft_constants *shafts,
                              struct axle_lanes *axle, real cage_radps, real dt)
{
    real rate = axle->motor_radps * v->inverse_ratio - cage_radps;
    struct shaft_state shaft =
        shaft_twist(shafts, axle->motor_twist_rad, rate, splat(MOTOR_SHAFT_LIMIT_NM), dt);
    real against = shaft.torque_nm * v->inverse_ratio;
    axle->motor_twist_rad = shaft.twist_rad;
    axle->motor_radps = axle->motor_radps + (axle->motor_nm - against) * (v->inverse_inertia * dt);
    return shaft_delivered_nm(shafts, shaft.torque_nm, cage_radps);
}

/* `axle_nm`: at the axles' differentials. */
static inline struct electric_out drive_motors(const struct full_constants *c,
                                               const struct layout *l, struct state_lanes *s,
                                               const struct electric_in *in,
                                               real axle_nm[AXLE_ROOM])
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    struct electric_out out = electric_torques(v, l, &s->car, s->axles, in);
    for (int a = 0; a < l->axles; ++a) {
        axle_nm[a] = splat(0.0f);
        if (!has_motor(&v->motor[a])) continue;
        real cage =
            0.5f * (s->wheels[left_hub(l, a)].spin_radps + s->wheels[right_hub(l, a)].spin_radps);
        axle_nm[a] =
            turn_motor(&v->motor[a], &v->motor_shaft[a], &s->axles[a], cage, lanes(c->chassis.dt));
    }
    electric_draw(v, l, &s->car, s->axles, &out);
    return out;
}

/* What the motors do of the pedal's braking the friction brakes need not. */
static inline void blend_brakes(const struct layout *l, const struct electric_out *motors,
                                real *brake_nm)
{
    for (int a = 0; a < l->axles; ++a)
        for (int w = left_hub(l, a); w <= right_hub(l, a); ++w)
            brake_nm[w] = with_added(brake_nm[w], -min_real(motors->taken_nm[a], brake_nm[w]));
}

#endif
