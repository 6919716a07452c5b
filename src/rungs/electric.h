/* What the rungs with an engine share of electric motors and the battery: from the pedals to the motors' torques, and from what
 * they turned at to the battery's charge. */
#ifndef KAMM_RUNGS_ELECTRIC_H
#define KAMM_RUNGS_ELECTRIC_H

#include "../vehicle/layout.h"
#include "../vehicle/powertrain_compile.h"
#include "car_state.h"

struct electric_in {
    real pedal, brake, gear; /* the brake as its response has it; the gear that is in */
    real allowed;            /* share of the torque that a limit of speed leaves */
    real stability_cut;
    real drive_slip[AXLE_ROOM], brake_slip[AXLE_ROOM]; /* over the ground's friction */
};

struct electric_out {
    real taken_nm[AXLE_ROOM];  /* off the friction brake of each of the axle's hubs */
    real was_radps[AXLE_ROOM]; /* the motors' speeds at the substep's start */
};

static inline struct motor_demand electric_demand(const struct electric_in *in, int a, real cut)
{
    return (struct motor_demand){in->pedal,         in->brake,
                                 in->gear,          in->allowed * (1.0f - cut),
                                 in->brake_slip[a], 1.0f - in->stability_cut};
}

/* The torques, as states of the axles. */
static inline struct electric_out electric_torques(const struct powertrain_constants *v,
                                                   const struct layout *l,
                                                   const struct car_lanes *car,
                                                   struct axle_lanes *axles,
                                                   const struct electric_in *in)
{
    real zero = splat(0.0f);
    real slower = battery_nominal_over_present(&v->battery, car->battery_used, car->battery_a);
    struct battery_load asked = {zero, zero, lanes(v->battery.auxiliary_w)};
    struct motor_request request[AXLE_ROOM];
    struct electric_out out;
    for (int a = 0; a < l->axles; ++a) {
        const struct motor_constants *motor = &v->motor[a];
        real speed = axles[a].motor_radps;
        out.was_radps[a] = speed, out.taken_nm[a] = zero;
        if (!has_motor(motor)) continue;
        real max = motor_max_nm(motor, speed, slower, axles[a].motor_warmth_k);
        real cut = traction_step(&v->motor_traction[a], axles[a].motor_cut, in->drive_slip[a],
                                 in->stability_cut);
        struct motor_demand demand = electric_demand(in, a, cut);
        request[a] = motor_request(motor, &demand, speed, max);
        real nm = mix(axles[a].motor_nm, request[a].wanted_nm, lanes(motor->response_blend));
        axles[a].motor_cut = keep(lanes(motor->peak_nm) > 0.0f, cut);
        axles[a].motor_nm = clamp(nm, -max, max);
        asked.losses_w += motor_load_loss_w(motor, axles[a].motor_nm);
        asked.shafts_w += axles[a].motor_nm * speed;
        asked.always_w += motor_standing_loss_w(motor, speed);
    }
    real share = battery_share(&v->battery, car->battery_used, &asked);
    for (int a = 0; a < l->axles; ++a) {
        const struct motor_constants *motor = &v->motor[a];
        if (!has_motor(motor)) continue;
        axles[a].motor_nm = axles[a].motor_nm * share;
        real braking = motor_braking_nm(&request[a], axles[a].motor_nm, axles[a].motor_radps);
        out.taken_nm[a] = braking * motor->ratio * motor->hub_share;
    }
    return out;
}

static inline void electric_warm(const struct motor_constants *v, struct axle_lanes *axle,
                                 real loss_w)
{
    real change = motor_warming_k(v, axle->motor_warmth_k, loss_w) + axle->motor_warmth_residual_k;
    real sum = axle->motor_warmth_k + change;
    axle->motor_warmth_residual_k = change - (sum - axle->motor_warmth_k);
    axle->motor_warmth_k = sum;
}

/* What the substep took from the battery, by the motors' mean speeds, and how warm it made them. */
static inline void electric_draw(const struct powertrain_constants *v, const struct layout *l,
                                 struct car_lanes *car, struct axle_lanes *axles,
                                 const struct electric_out *out)
{
    real power = lanes(v->battery.auxiliary_w);
    for (int a = 0; a < l->axles; ++a) {
        const struct motor_constants *motor = &v->motor[a];
        if (!has_motor(motor)) continue;
        real speed = 0.5f * (out->was_radps[a] + axles[a].motor_radps);
        real loss =
            motor_load_loss_w(motor, axles[a].motor_nm) + motor_standing_loss_w(motor, speed);
        electric_warm(motor, &axles[a], loss);
        power = power + (axles[a].motor_nm * speed + loss);
    }
    car->battery_a =
        battery_draw(&v->battery, &car->battery_used, &car->battery_used_residual, power);
}

#endif
