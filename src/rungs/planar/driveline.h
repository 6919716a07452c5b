/* Engine, gears and brakes of the rungs below the full model: no shafts, no spinning wheels, and a
 * clutch that is no more than a rule.
 *
 *     driveline_brakes(v, car, pedal);
 *     drive = driveline_step(v, car, &demand, dt);         v: struct powertrain_constants
 *     motors = driveline_motors(v, …);                      where cars have them
 *     driveline_brake_nm(v, axle, car, hand_brake, &motors)   per hub
 *
 * Source: Development of a car physics engine for games (master thesis), chapter 4 and chapter 6,
 * steps 6 to 12: the engine's speed is that of the driven wheels times the overall ratio. Its torque
 * curve gives the torque for that speed and the pedal, and that times the ratio is at the wheels (4-1
 * to 4-4). Torque curve, part load, drag, limiter and shift map are the full model's own
 * (part/engine.h, part/gearbox.h), where the thesis has three straight lines and one speed per gear.
 *  - Departure: the thesis holds the engine's speed between a least one and the redline and lets the curve's torque
 *    through all the same. Here the clutch slips below: the engine runs up to the launch speed of the pedal (idle,
 *    released; that of clutch.h) in 50 ms (of an ordinary car) or as fast as its torque allows. The rest of its torque
 *    goes to the wheels until their speed meets its own. It opens again where they would pull the engine below idle.
 *    Above the limiter there is no torque but drag.
 *  - Departure: (4-2) has no losses; clutch.efficiency is taken here.
 *  - Departure: the thesis replaces traction by a force of its own while the brake is pressed, and in
 *    reverse gear. Here both act, and reverse is a gear.
 *  - Departure: the thesis's engine does not brake. Here it does while the clutch is closed, and idle
 *    control takes that to 0 at idle speed, so a car is never pushed backwards by it.
 *  - A clutch that creeps (part/clutch.h) carries its creep torque at the least while it slips; idle control gives it.
 *  - A torque converter is a clutch that slips up to the speed at which the engine stalls it, and multiplies the torque by
 *    its curve meanwhile; from there on it is closed. Its slip beyond, and the lock-up clutch, are left out.
 *  - Couplings between axles are left out: the wheels roll with the ground, so that axles differ in speed as their ways do, and
 *    drive_share splits the torque. Low range is in.
 *  - A shift takes its time, in which shift_torque_share of the torque is left.
 *  - The pressed clutch lets the engine run free, and so does neutral; half pressed it limits the
 *    torque. The engine never stalls; there is no traction control.
 *  - A continuously variable gearbox that changes its ratio turns the engine faster or slower, which takes torque from the wheels or
 *    gives it.
 *  - The engine of a power split (part/power_split.h) turns as if the motor's speed were held: the inertia that the generator
 *    lends between engine and wheels is left out.
 *  - inertia_kgm2 is what the engine adds to the wheels' while it turns with them; the thesis has none. */
#ifndef KAMM_RUNGS_DRIVELINE_H
#define KAMM_RUNGS_DRIVELINE_H

#include "../../base/lane_math.h"
#include "../../vehicle/wheel_room.h"
#include "../car_lanes.h"
#include "../charging.h"
#include "../electric.h"
#include "../loading.h"
#include "../shifting.h"

struct driveline_demand {
    real pedal, clutch, gear; /* the driver's inputs, in range */
    real brake;               /* the pedal or the hand brake, whichever is pulled more */
    real road_speed_mps;      /* along the body's x axis */
    real cage_radps;          /* of the driven wheels: driveline_cage_speed */
    real brake_pedal;
    real bend_mps2;                  /* lateral acceleration: yaw rate times road speed */
    real low_range, endurance_brake; /* inputs */
};

struct driveline_drive {
    real engine_nm;    /* at the crankshaft */
    real wheels_nm;    /* summed over the driven wheels; split it by drive_share */
    real inertia_kgm2; /* of the engine, at the wheels */
};

/* Mean spin of the driven wheels, weighted by the axles' shares. */
static inline real driveline_cage_speed(const struct powertrain_constants *v,
                                        const struct layout *l, const real spin_radps[WHEEL_ROOM])
{
    real cage = splat(0.0f);
    for (int a = 0; a < l->axles; ++a)
        cage += differential_cage_speed(&v->differential[a], spin_radps[left_hub(l, a)],
                                        spin_radps[right_hub(l, a)]);
    return cage;
}

/* Returns the ratio of a gear in the present range: the engine's speed over that of the wheels. */
static inline real driveline_ratio(const struct powertrain_constants *v,
                                   const struct car_lanes *car, real gear)
{
    real ratio = gearbox_ratio(&v->gearbox, gear);
    if (has_cvt(&v->cvt)) ratio = ratio * cvt_factor(&v->cvt, car->cvt_share, gear);
    return has_low_range(&v->transfer)
               ? ratio * transfer_ratio(&v->transfer, car->transfer.low_range)
               : ratio;
}

/* The variator moves. What it takes to turn the engine faster by that, at the crankshaft. */
static inline real driveline_vary(const struct powertrain_constants *v, struct car_lanes *car,
                                  real cage_radps, real brake, real dt)
{
    real before = driveline_ratio(v, car, car->gearbox.gear_engaged);
    real low = gearbox_ratio(&v->gearbox, splat(1.0f));
    if (has_low_range(&v->transfer))
        low = low * transfer_ratio(&v->transfer, car->transfer.low_range);
    real braked = GEARBOX_CVT_SHARE *
                  gearbox_brake_load(&v->gearbox, car->gearbox.shift_resistance_mps2, brake);
    real pedal = max_real(car->throttle_state, braked);
    car->cvt_share = cvt_step(&v->cvt, car->cvt_share, pedal, cage_radps * low);
    real change = driveline_ratio(v, car, car->gearbox.gear_engaged) - before;
    return keep(lanes(v->cvt.on) > 0.0f, v->engine.inertia_kgm2 * (cage_radps * change) / dt);
}

/* The brakes follow the pedal, once a substep. */
static inline void driveline_brakes(const struct powertrain_constants *v, struct car_lanes *car,
                                    real pedal)
{
    car->brake_state = brake_follow(&v->brake[0], car->brake_state, pedal);
}

/* … or auto-hold, in cars that have it. `now`: without the brakes' share. */
static inline void driveline_hold(const struct powertrain_constants *v, struct car_lanes *car,
                                  struct hill_now now, real dt)
{
    now.share = car->brake_state;
    hill_hold_step(&v->hill, &car->hill_hold, &now, dt);
    real share = car->hill_hold.hill_hold;
    car->brake_state = pick(share > car->brake_state, share, car->brake_state);
}

/* What the clutch does in this substep. */
struct driveline_clutch {
    mask disengaged; /* neutral, or the pedal pressed: the engine runs by itself */
    mask shifting;   /* a shift has opened it in part */
    mask closed;
    real speed_radps; /* the engine's, disengaged as it was */
};

static inline struct driveline_clutch driveline_clutch(const struct powertrain_constants *v,
                                                       const struct car_lanes *car,
                                                       const struct driveline_demand *in, real dt)
{
    const struct clutch_constants *clutch = &v->clutch;
    real engaged_speed = in->cage_radps * driveline_ratio(v, car, car->gearbox.gear_engaged);
    real oncoming_speed = in->cage_radps * driveline_ratio(v, car, car->gearbox.target_gear);
    real idle = lanes(clutch->idle_radps);
    num rise = clutch->launch_rise_radps;
    struct driveline_clutch now;
    now.disengaged =
        (absolute(car->gearbox.gear_engaged) < 0.5f) | (in->clutch > GEARBOX_PRESSED_CLUTCH);
    now.shifting = car->gearbox.shift_remaining_s > 0.0f;
    real wanted =
        pick(now.shifting, max_real(oncoming_speed, idle), idle + rise * car->throttle_state);
    real blend = min_real(dt * clutch->follows_per_s, splat(1.0f));
    real led = max_real(mix(car->engine_radps, wanted, blend), idle);
    mask meet = (engaged_speed >= led) | (car->clutch_engagement > 0.5f);
    now.closed = mask_not(now.disengaged | now.shifting) & meet & (engaged_speed >= idle);
    now.speed_radps = pick(now.closed, engaged_speed, pick(now.disengaged, car->engine_radps, led));
    return now;
}

/* What an engine runs up by under a slipping clutch in a substep, at most `rise_radps`: its own torque does it. */
static inline real driveline_run_up(const struct powertrain_constants *v,
                                    struct engine_torque torque, real rise_radps, real dt)
{
    real pull = max_real(torque.pedal_nm - torque.drag_nm, splat(0.0f));
    real max = pull * v->engine.inverse_inertia * dt;
    return clamp(rise_radps, splat(0.0f), max);
}

/* Torque that goes through the clutch; `spent_nm` runs the engine up. */
static inline real driveline_carried_nm(const struct powertrain_constants *v,
                                        struct engine_torque torque, struct driveline_clutch now,
                                        real spent_nm, real creep_nm, real pedal)
{
    real idle = engine_idle_nm(&v->engine, torque, now.speed_radps, splat(0.0f));
    num share = v->gearbox.shift_torque_share;
    real pull = max_real(torque.pedal_nm - torque.drag_nm, splat(0.0f));
    real closed = max_real(torque.pedal_nm, idle) - torque.drag_nm;
    real slipping = pull - spent_nm;
    slipping = pick(creep_nm > max_real(slipping, splat(0.0f)), creep_nm, slipping);
    real carried = pick(now.closed, closed, pick(now.shifting, share * pull, slipping));
    real max =
        v->clutch.torque_nm * max_real(1.0f - pedal * (1.0f / GEARBOX_PRESSED_CLUTCH), splat(0.0f));
    return keep(mask_not(now.disengaged), clamp(carried, -max, max));
}

/* What a torque converter makes of the engine's torque while it slips. */
static inline real driveline_torque_ratio(const struct powertrain_constants *v,
                                          struct driveline_clutch now, real turbine_radps)
{
    real one = splat(1.0f), slope;
    if (!any_num(v->converter.on > 0.0f)) return one;
    real speed_ratio = turbine_radps / max_real(now.speed_radps, one);
    real ratio = curve_at(&v->converter.torque_ratio, clamp(speed_ratio, splat(0.0f), one), &slope);
    mask slips = mask_not(now.closed | now.disengaged) & (lanes(v->converter.on) > 0.0f);
    return pick(slips, ratio, one);
}

/* `net_nm`: what accelerates the car, at the wheels. */
static inline void driveline_shift(const struct powertrain_constants *v, struct car_lanes *car,
                                   const struct driveline_demand *in, real net_nm, real dt)
{
    mask automatic = gearbox_follows_map(in->gear) | (lanes(v->clutch.automatic) > 0.5f);
    struct gearbox_lanes *s = &car->gearbox;
    real range = transfer_ratio(&v->transfer, car->transfer.low_range);
    struct gearbox_demand demand = {.gear = in->gear,
                                    .pedal = in->pedal,
                                    .kept_load = car->shift_load,
                                    .road_speed_mps = in->road_speed_mps,
                                    .brake = in->brake_pedal,
                                    .bend_mps2 = in->bend_mps2,
                                    .range = range};
    demand = shift_demand(demand, automatic, in->clutch, car->engine_radps);
    shift_step(v, s, &demand, &car->shift_load, dt);
    mask free = demand.free_clutch | (absolute(s->gear_engaged) < 0.5f);
    if (has_low_range(&v->transfer))
        car->transfer.low_range = transfer_range(&v->transfer, car->transfer.low_range,
                                                 in->low_range, in->road_speed_mps, free);
    gearbox_feel(&v->gearbox, s, net_nm, in->road_speed_mps);
}

/* Electric motors, which turn as their wheels do; their torques go to the axles. */
struct driveline_motors {
    int any;
    real wheels_nm[AXLE_ROOM];    /* summed over the axle's wheels */
    real taken_nm[AXLE_ROOM];     /* off the friction brake of each hub */
    real inertia_kgm2[AXLE_ROOM]; /* at the wheels */
    mask splits;                  /* cars with a power split … */
    real engine_nm;               /* … and their engine's torque */
};

/* Torque that the brake of each hub of an axle has at its disposal, beside what its motor does. */
static inline real driveline_brake_nm(const struct powertrain_constants *v, int axle,
                                      const struct car_lanes *car, real hand_brake,
                                      const struct driveline_motors *motors)
{
    real nm = brake_capacity_nm(&v->brake[axle], car->brake_state, splat(0.0f), hand_brake);
    return motors->any ? with_added(nm, -min_real(motors->taken_nm[axle], nm)) : nm;
}

/* Returns the sum of the torques of engine and motors at the wheels. */
static inline real driveline_wheels_nm(const struct layout *l, real engine_nm,
                                       const struct driveline_motors *motors)
{
    for (int a = 0; a < l->axles && motors->any; ++a)
        engine_nm = with_added(engine_nm, motors->wheels_nm[a]);
    return engine_nm;
}

/* Torque at the crankshaft. */
static inline real driveline_engine_nm(real engine_nm, const struct driveline_motors *motors)
{
    return motors->any ? pick(motors->splits, motors->engine_nm, engine_nm) : engine_nm;
}

/* Computes the motors after driveline_step. `spin_radps` is that of each axle's differential; with
 * `idle` a planner leads, and the motors are not used. */
static inline struct driveline_motors
driveline_motors(const struct powertrain_constants *v, const struct layout *l,
                 struct car_lanes *car, struct axle_lanes *axles, const real spin_radps[AXLE_ROOM],
                 real road_speed_mps, mask idle)
{
    real zero = splat(0.0f);
    struct driveline_motors out = {.any = 1, .engine_nm = zero};
    struct electric_in in = {.pedal = car->throttle_state,
                             .brake = car->brake_state,
                             .gear = pick(idle, zero, car->gearbox.gear_engaged),
                             .stability_cut = zero};
    in.allowed = engine_fade(lanes(v->engine.speed_limit_end_mps),
                             lanes(v->engine.per_speed_limit_band), absolute(road_speed_mps));
    for (int a = 0; a < l->axles; ++a) {
        in.drive_slip[a] = in.brake_slip[a] = zero;
        axles[a].motor_radps = spin_radps[a] * v->motor[a].ratio;
    }
    struct electric_out electric = electric_torques(v, l, car, axles, &in);
    int splits = has_power_split(&v->split);
    out.splits = split_on(v);
    if (splits) {
        out.engine_nm = electric.split.engine.torque_nm;
        car->engine_radps = pick(out.splits, electric.split.engine.speed_radps, car->engine_radps);
    }
    electric_draw(v, l, car, axles, &electric);
    for (int a = 0; a < l->axles; ++a) {
        const struct motor_constants *motor = &v->motor[a];
        real nm = axles[a].motor_nm;
        if (splits) nm = pick(lanes(v->split.axle[a]) > 0.0f, nm - electric.split.hold_nm, nm);
        real torque = nm * motor->ratio;
        out.wheels_nm[a] = shaft_delivered_nm(&v->motor_shaft[a], torque, spin_radps[a]);
        out.taken_nm[a] = electric.taken_nm[a];
        out.inertia_kgm2[a] = lanes(motor->inertia_kgm2 * motor->ratio * motor->ratio);
    }
    return out;
}

/* What else loads engine and wheels; nothing of cars without. */
static inline struct driveline_load driveline_held(const struct powertrain_constants *v,
                                                   struct car_lanes *car,
                                                   const struct driveline_demand *in, real dt)
{
    struct driveline_load none = {splat(0.0f), splat(0.0f)};
    if (!is_driveline_loaded(v)) return none;
    struct driveline_now now = {.throttle = in->pedal,
                                .brake = car->brake_state,
                                .endurance_brake = in->endurance_brake,
                                .engine_radps = car->engine_radps,
                                .cage_radps = in->cage_radps,
                                .range = splat(1.0f),
                                .let_go = splat(0.0f),
                                .open = driveline_is_open(car, in->clutch)};
    if (has_low_range(&v->transfer))
        now.range = transfer_ratio(&v->transfer, car->transfer.low_range);
    return load_driveline(v, car, &now, dt);
}

/* The engine of a power split turns in driveline_motors. */
static inline void driveline_leave_split(const struct powertrain_constants *v,
                                         struct car_lanes *car, real was_radps,
                                         struct driveline_drive *drive)
{
    mask other = mask_not(split_on(v));
    car->engine_radps = pick(other, car->engine_radps, was_radps);
    drive->wheels_nm = keep(other, drive->wheels_nm);
    drive->inertia_kgm2 = keep(other, drive->inertia_kgm2);
}

/* One substep. Changes throttle, engine speed, gears and clutch of the state. */
static inline struct driveline_drive driveline_step(const struct powertrain_constants *v,
                                                    struct car_lanes *car,
                                                    const struct driveline_demand *in, real dt)
{
    const struct engine_constants *engine = &v->engine;
    real was_radps = car->engine_radps;
    car->throttle_state = engine_throttle(engine, car->throttle_state, in->pedal);
    real varied = splat(0.0f);
    if (has_cvt(&v->cvt)) varied = driveline_vary(v, car, in->cage_radps, in->brake_pedal, dt);
    struct driveline_clutch now = driveline_clutch(v, car, in, dt);
    struct engine_torque torque = engine_torque_at(engine, now.speed_radps, car->throttle_state,
                                                   in->road_speed_mps, splat(0.0f));
    torque = turbocharge(&v->turbo, &car->boost, torque, now.speed_radps, dt);
    struct driveline_load held = driveline_held(v, car, in, dt);
    torque.drag_nm = with_added(torque.drag_nm, held.drag_nm);
    mask runs_up = mask_not(now.disengaged | now.shifting | now.closed);
    real rise = keep(runs_up, max_real(now.speed_radps - car->engine_radps, splat(0.0f)));
    real run_up = driveline_run_up(v, torque, rise, dt);
    real spent = engine->inertia_kgm2 * run_up / dt;
    real ratio = driveline_ratio(v, car, car->gearbox.gear_engaged);
    real creep = v->clutch.torque_nm * clutch_creep(&v->clutch, in->cage_radps * ratio, in->brake);
    real carried = driveline_carried_nm(v, torque, now, spent, creep, in->clutch);
    real gas =
        max_real(torque.pedal_nm, engine_idle_nm(engine, torque, now.speed_radps, splat(0.0f)));
    struct engine_motion alone =
        engine_turn(engine, now.speed_radps, gas, torque.drag_nm, splat(0.0f), dt);

    mask turns = now.closed & (car->clutch_engagement > 0.5f); /* the engine, with the wheels */
    real spin_up = keep(turns, (now.speed_radps - car->engine_radps) * engine->inertia_kgm2 / dt);
    car->engine_radps = pick(now.disengaged, alone.speed_radps, now.speed_radps - (rise - run_up));
    real grip = keep(now.closed, splat(1.0f)); /* a shift gives back what it took */
    car->clutch_engagement = pick(now.shifting, car->clutch_engagement, grip);
    struct driveline_drive drive;
    drive.engine_nm = pick(now.disengaged, alone.torque_nm, carried);
    carried = with_added(carried, -keep(turns, varied));
    real turned = carried * driveline_torque_ratio(v, now, in->cage_radps * ratio);
    drive.wheels_nm = shaft_delivered_nm(&v->shaft, turned * ratio, in->cage_radps);
    drive.inertia_kgm2 = keep(now.closed, engine->inertia_kgm2 * ratio * ratio);
    driveline_shift(v, car, in, drive.wheels_nm - spin_up * ratio, dt);
    drive.wheels_nm = with_added(drive.wheels_nm, -held.wheels_nm);
    if (has_power_split(&v->split)) driveline_leave_split(v, car, was_radps, &drive);
    return drive;
}

#endif
