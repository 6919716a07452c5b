/* Shared code of the rungs with an engine for electric motors and battery. It leads from the pedals
 * to the motors' torques, and from their speeds to the battery's charge. */
#ifndef KAMM_RUNGS_ELECTRIC_H
#define KAMM_RUNGS_ELECTRIC_H

#include "../vehicle/powertrain_compile.h"
#include "../vehicle/wheel_room.h"
#include "car_lanes.h"
#include "power_split.h"

struct electric_in {
    real pedal, brake, gear; /* the brake as its response has it; the gear that is in */
    real allowed;            /* share of the torque that a limit of speed leaves */
    real stability_cut;
    real drive_slip[AXLE_ROOM], brake_slip[AXLE_ROOM]; /* over the ground's friction */
};

struct electric_out {
    real taken_nm[AXLE_ROOM];  /* off the friction brake of each of the axle's hubs */
    real was_radps[AXLE_ROOM]; /* the motors' speeds at the substep's start */
    struct split_step split;   /* of cars with a power split */
};

static inline struct motor_demand electric_demand(const struct electric_in *in, int a, real cut)
{
    return (struct motor_demand){in->pedal,         in->brake,
                                 in->gear,          in->allowed * (1.0f - cut),
                                 in->brake_slip[a], 1.0f - in->stability_cut};
}

/* Request to an axle's motor. */
struct electric_request {
    struct motor_request motor;
    real max_nm;
    real engine_nm; /* that the driver asks for on top, of the engine of a power split */
};

static inline struct electric_request electric_request(const struct powertrain_constants *v,
                                                       struct axle_lanes *axle,
                                                       const struct electric_in *in, int a,
                                                       real slower)
{
    const struct motor_constants *motor = &v->motor[a];
    struct electric_request out;
    out.max_nm = motor_max_nm(motor, axle->motor_radps, slower, axle->motor_warmth_k);
    real cut =
        traction_step(&v->motor_traction[a], axle->motor_cut, in->drive_slip[a], in->stability_cut);
    struct motor_demand demand = electric_demand(in, a, cut);
    out.motor = motor_request(motor, &demand, axle->motor_radps, out.max_nm);
    out.engine_nm = keep(in->gear > 0.5f, v->split.pull_nm * in->pedal * demand.allowed);
    axle->motor_cut = keep(lanes(motor->peak_nm) > 0.0f, cut);
    return out;
}

/* Leads the engine and the generator of a power split. */
static inline struct split_step
electric_split(const struct powertrain_constants *v, const struct layout *l, struct car_lanes *car,
               const struct axle_lanes *axles, const struct electric_in *in,
               const struct electric_request *requests, real slower, struct battery_load *asked)
{
    real zero = splat(0.0f);
    struct split_in now = {zero, zero, zero, slower, absolute(in->gear) > 0.5f};
    for (int a = 0; a < l->axles; ++a) {
        mask here = lanes(v->split.axle[a]) > 0.0f;
        if (!any_num(v->split.axle[a] > 0.0f)) continue;
        real drive_nm = requests[a].motor.wanted_nm + requests[a].engine_nm;
        now.motor_radps = pick(here, axles[a].motor_radps, now.motor_radps);
        now.drive_nm = pick(here, drive_nm, now.drive_nm);
        now.motor_w = pick(here, axles[a].motor_nm * axles[a].motor_radps, now.motor_w);
    }
    return split_control(v, car, &now, asked);
}

/* The motor on the ring's axle: for the driver, after its lag, and against the generator. */
static inline real electric_split_nm(const struct powertrain_constants *v, struct car_lanes *car,
                                     const struct electric_request *request, int a, real hold_nm,
                                     real nm)
{
    mask here = lanes(v->split.axle[a]) > 0.0f;
    real wanted = request->motor.wanted_nm + request->engine_nm;
    real drive = mix(car->power_split.split_drive_nm, wanted, lanes(v->motor[a].response_blend));
    car->power_split.split_drive_nm = pick(here, drive, car->power_split.split_drive_nm);
    return pick(here, drive + hold_nm, nm);
}

/* The torques, as states of the axles. */
static inline struct electric_out electric_torques(const struct powertrain_constants *v,
                                                   const struct layout *l, struct car_lanes *car,
                                                   struct axle_lanes *axles,
                                                   const struct electric_in *in)
{
    real zero = splat(0.0f);
    real slower = battery_nominal_over_present(&v->battery, car->battery.battery_used,
                                               car->battery.battery_a);
    struct battery_load asked = {zero, zero, lanes(v->battery.auxiliary_w)};
    struct electric_request request[AXLE_ROOM];
    struct electric_out out;
    int splits = has_power_split(&v->split);
    for (int a = 0; a < l->axles; ++a) {
        out.was_radps[a] = axles[a].motor_radps, out.taken_nm[a] = zero;
        request[a] = (struct electric_request){{zero, zero}, zero, zero};
        if (has_motor(&v->motor[a])) request[a] = electric_request(v, &axles[a], in, a, slower);
    }
    if (splits) out.split = electric_split(v, l, car, axles, in, request, slower, &asked);
    for (int a = 0; a < l->axles; ++a) {
        const struct motor_constants *motor = &v->motor[a];
        if (!has_motor(motor)) continue;
        real speed = axles[a].motor_radps, max = request[a].max_nm;
        real nm = mix(axles[a].motor_nm, request[a].motor.wanted_nm, lanes(motor->response_blend));
        if (splits) nm = electric_split_nm(v, car, &request[a], a, out.split.hold_nm, nm);
        axles[a].motor_nm = clamp(nm, -max, max);
        asked.losses_w += motor_load_loss_w(motor, axles[a].motor_nm);
        asked.shafts_w += axles[a].motor_nm * speed;
        asked.always_w += motor_standing_loss_w(motor, speed);
    }
    real share = battery_share(&v->battery, car->battery.battery_used, &asked);
    for (int a = 0; a < l->axles; ++a) {
        const struct motor_constants *motor = &v->motor[a];
        if (!has_motor(motor)) continue;
        axles[a].motor_nm = axles[a].motor_nm * share;
        real nm = axles[a].motor_nm;
        if (splits) nm = pick(lanes(v->split.axle[a]) > 0.0f, nm - out.split.hold_nm, nm);
        real braking = motor_braking_nm(&request[a].motor, nm, axles[a].motor_radps);
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

/* Records the energy that the substep took from the battery, by the motors' mean speeds, and the
 * motors' warming. */
static inline void electric_draw(const struct powertrain_constants *v, const struct layout *l,
                                 struct car_lanes *car, struct axle_lanes *axles,
                                 const struct electric_out *out)
{
    real power = lanes(v->battery.auxiliary_w);
    if (has_power_split(&v->split)) {
        real ring_motor = splat(0.0f);
        for (int a = 0; a < l->axles; ++a)
            ring_motor = pick(lanes(v->split.axle[a]) > 0.0f, axles[a].motor_radps, ring_motor);
        power = with_added(power, split_draw_w(v, car, &out->split, ring_motor));
    }
    for (int a = 0; a < l->axles; ++a) {
        const struct motor_constants *motor = &v->motor[a];
        if (!has_motor(motor)) continue;
        real speed = 0.5f * (out->was_radps[a] + axles[a].motor_radps);
        real loss =
            motor_load_loss_w(motor, axles[a].motor_nm) + motor_standing_loss_w(motor, speed);
        electric_warm(motor, &axles[a], loss);
        power = power + (axles[a].motor_nm * speed + loss);
    }
    car->battery.battery_a = battery_draw(&v->battery, &car->battery.battery_used,
                                          &car->battery.battery_used_residual, power);
}

#endif
