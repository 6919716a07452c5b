/* The powertrain's step: from the pedals to the torques at the wheels.
 *
 *     wheel_torques[] = powertrain_step(v, layout, car, axles, &in, dt);   v: struct powertrain_constants
 *
 * Speeds of the wheels are taken from the start of the substep; the torques hold through it. */
#ifndef KAMM_RUNGS_FULL_POWERTRAIN_H
#define KAMM_RUNGS_FULL_POWERTRAIN_H

#include "../../vehicle/wheel_room.h"
#include "../charging.h"
#include "../loading.h"
#include "../shifting.h"
#include "dual_clutch_step.h"
#include "transfer_step.h"

struct powertrain_in {
    real throttle, clutch, gear, low_range; /* the driver's inputs, in range */
    real brake; /* the pedal or the hand brake, whichever is pulled more */
    real brake_pedal;
    real road_speed_mps; /* of the body along its x axis */
    real bend_mps2;      /* its lateral acceleration, as yaw rate times that */
    real drive_slip;     /* the largest traction_slip of the driven wheels; 0 without TCS */
    real stability_cut;  /* share of the engine torque that stability control takes away */
    real spin_radps[WHEEL_ROOM];
    struct driveline_load held; /* by parts that load the driveline; 0 where there are none */
    int transfer;               /* some car has couplings between axles, or low range */
    const real *motor_nm;       /* of electric motors, at each axle's differential; NULL: none */
};

struct powertrain_out {
    real engine_nm; /* at the crankshaft */
    real drive_nm;  /* at the wheels, summed */
    real wheel_nm[WHEEL_ROOM];
};

LANE_INLINE int has_converter(const struct powertrain_constants *v)
{
    return any_num(v->converter.on > 0.0f);
}

LANE_INLINE mask converts(const struct powertrain_constants *v)
{
    return lanes(v->converter.on) > 0.0f;
}

/* Masks: who works the clutch, and whether the starter may turn. */
struct powertrain_masks {
    mask automatic, starts;
};

static inline struct powertrain_masks powertrain_masks(const struct powertrain_constants *v,
                                                       const struct car_lanes *s,
                                                       const struct powertrain_in *in)
{
    struct powertrain_masks m;
    m.automatic = gearbox_follows_map(in->gear) | (lanes(v->clutch.automatic) > 0.5f);
    mask open = (in->clutch > GEARBOX_PRESSED_CLUTCH) | (absolute(s->gearbox.gear_engaged) < 0.5f);
    m.starts = m.automatic | (open & (in->throttle > 0.0f));
    return m;
}

/* Returns the additional reduction of low range. */
static inline real powertrain_range(const struct powertrain_constants *v, const struct car_lanes *s,
                                    const struct powertrain_in *in)
{
    return in->transfer ? transfer_ratio(&v->transfer, s->transfer.low_range) : splat(1.0f);
}

/* The engine's speed over that of the wheels, and the other way round; 0 in neutral. */
static inline real powertrain_ratio(const struct powertrain_constants *v, const struct car_lanes *s,
                                    const struct powertrain_in *in, real gear)
{
    real ratio = gearbox_ratio(&v->gearbox, gear);
    if (has_cvt(&v->cvt)) ratio = ratio * cvt_factor(&v->cvt, s->cvt_share, gear);
    return in->transfer ? ratio * transfer_ratio(&v->transfer, s->transfer.low_range) : ratio;
}

static inline real powertrain_per_ratio(const struct powertrain_constants *v,
                                        const struct car_lanes *s, const struct powertrain_in *in,
                                        real gear)
{
    real per_ratio = gearbox_inverse_ratio(&v->gearbox, gear);
    if (has_cvt(&v->cvt)) per_ratio = per_ratio / cvt_factor(&v->cvt, s->cvt_share, gear);
    if (!in->transfer) return per_ratio;
    return per_ratio * transfer_inverse_ratio(&v->transfer, s->transfer.low_range);
}

/* The variator moves. What the inverse of the ratio was on the way from the last substep to this one, over what it is now: the twist
 * has grown by that since then, so that what the engine puts in while the ratio changes comes out to the second order. */
static inline real powertrain_step_cvt(const struct powertrain_constants *v, struct car_lanes *s,
                                       const struct powertrain_in *in, real cage_speed)
{
    real gear = s->gearbox.gear_engaged, was = cvt_factor(&v->cvt, s->cvt_share, gear);
    real low = powertrain_range(v, s, in) * gearbox_ratio(&v->gearbox, splat(1.0f));
    real braked =
        GEARBOX_CVT_SHARE *
        gearbox_brake_load(&v->gearbox, s->gearbox.shift_resistance_mps2, in->brake_pedal);
    real pedal = max_real(s->throttle_state, braked);
    s->cvt_share = cvt_step(&v->cvt, s->cvt_share, pedal, cage_speed * low);
    return 0.5f * (1.0f + cvt_factor(&v->cvt, s->cvt_share, gear) / was);
}

static inline struct dual_clutch_shift powertrain_shift(const struct powertrain_constants *v,
                                                        struct car_lanes *s,
                                                        const struct powertrain_in *in,
                                                        struct powertrain_masks m, real dt)
{
    struct dual_clutch_shift dual = {.runs = splat(0.0f) > 1.0f, .acts = splat(0.0f) > 1.0f};
    real gear_before = s->gearbox.gear_engaged;
    struct gearbox_demand demand = {.gear = in->gear,
                                    .pedal = in->throttle,
                                    .kept_load = s->shift_load,
                                    .road_speed_mps = in->road_speed_mps,
                                    .brake = in->brake_pedal,
                                    .bend_mps2 = in->bend_mps2,
                                    .range = powertrain_range(v, s, in)};
    demand = shift_demand(demand, m.automatic, in->clutch, s->engine_radps);
    shift_step(v, &s->gearbox, &demand, &s->shift_load, dt);
    if (has_dual_clutch(&v->dual_clutch))
        dual = dual_clutch_gears(&v->dual_clutch, &s->gearbox, gear_before, &s->clutch_engagement,
                                 &s->dual_clutch);
    mask free = demand.free_clutch | (absolute(s->gearbox.gear_engaged) < 0.5f);
    if (in->transfer)
        shift_range(&v->transfer, &s->transfer, in->low_range, in->road_speed_mps, free);
    return dual;
}

/* The two clutches' and the engine's part in a shift of a dual clutch gearbox. */
static inline struct dual_clutch_plan powertrain_hand_over(const struct powertrain_constants *v,
                                                           struct car_lanes *s,
                                                           struct engine_torque *torque,
                                                           real offgoing_speed, real oncoming_speed,
                                                           mask acts, real dt)
{
    struct dual_clutch_engine engine = {s->engine_radps,  offgoing_speed,  oncoming_speed,
                                        torque->pedal_nm, torque->drag_nm, torque->max_torque_nm};
    mask up = s->gearbox.target_gear > s->gearbox.gear_engaged;
    struct dual_clutch_plan plan = dual_clutch_plan(
        &v->dual_clutch, &engine, s->dual_clutch.hand_over, s->gearbox.shift_remaining_s, up, dt);
    s->dual_clutch.hand_over = keep(acts, plan.hand_over);
    real held_s = max_real(s->gearbox.shift_remaining_s, v->dual_clutch.half_shift_s + dt);
    s->gearbox.shift_remaining_s = pick(acts & plan.waits, held_s, s->gearbox.shift_remaining_s);
    torque->pedal_nm = pick(acts, plan.gas_nm, torque->pedal_nm);
    plan.oncoming = keep(acts, plan.oncoming);
    return plan;
}

/* While an automatic clutch shifts, the engine is led to the oncoming gear's speed, as far as the
 * shift takes torque away. */
static inline real powertrain_engine_demand(const struct powertrain_constants *v,
                                            const struct car_lanes *s, struct engine_torque torque,
                                            real oncoming_speed, real creep, mask shifting)
{
    const struct engine_constants *engine = &v->engine;
    mask still_old = (s->gearbox.target_gear < s->gearbox.gear_engaged) |
                     (s->gearbox.target_gear > s->gearbox.gear_engaged);
    real share = lanes(v->gearbox.shift_torque_share);
    real led = engine_hold_nm(engine, torque, s->engine_radps, oncoming_speed, splat(1.0f));
    real kept = pick(still_old, share, splat(0.0f));
    real gas = pick(shifting, mix(led, torque.pedal_nm, kept), torque.pedal_nm);
    real load = min_real(creep, s->clutch_engagement) * v->clutch.torque_nm;
    if (has_converter(v)) {
        struct converter_torque now =
            converter_at(&v->converter, s->engine_radps, s->converter.turbine_radps);
        gas = pick(converts(v), torque.pedal_nm, gas);
        load = pick(converts(v), max_real(now.pump_nm, splat(0.0f)), load);
    }
    return max_real(gas, engine_idle_nm(engine, torque, s->engine_radps, load));
}

/* Returns the target of the clutch: the driver's, the shift's or the launch's. */
static inline real powertrain_clutch(const struct powertrain_constants *v,
                                     const struct car_lanes *s, const struct powertrain_in *in,
                                     real ratio, real pull_nm, real input_speed,
                                     real oncoming_speed, real creep, mask shifting)
{
    const struct clutch_constants *clutch = &v->clutch;
    const struct shaft_constants *shaft = &v->shaft;
    real limit = s->clutch_engagement * v->clutch.torque_nm * absolute(ratio);
    mask slips = shaft_slips(shaft, s->shaft_twist_rad, limit);
    real follow = clutch_follow(clutch, in->throttle, pull_nm, s->engine_radps, input_speed, slips);
    real gear = pick(converts(v), splat(1.0f), splat(0.0f)); /* the clutches of its gears */
    real shift = clutch_shift(clutch, lanes(v->gearbox.shift_torque_share), pull_nm,
                              s->engine_radps, oncoming_speed);
    return max_real(pick(shifting, shift, max_real(follow, creep)), gear);
}

/* The engine's load, and the turbine's motion, where a converter lies between engine and gearbox. */
static inline real powertrain_convert(const struct powertrain_constants *v, struct car_lanes *s,
                                      real gas_nm, struct engine_torque torque, real load_nm,
                                      real dt)
{
    const struct converter_constants *c = &v->converter;
    mask shifting = s->gearbox.shift_remaining_s > 0.0f;
    struct converter_torque now = converter_at(c, s->engine_radps, s->converter.turbine_radps);
    s->converter.converter_lock =
        converter_lock(c, s->converter.converter_lock, s->engine_radps, s->converter.turbine_radps,
                       s->gearbox.gear_engaged, shifting);
    struct converter_motion after =
        converter_step(c, now, s->engine_radps, s->converter.turbine_radps, gas_nm - torque.drag_nm,
                       load_nm, s->converter.converter_lock * c->lock_nm, dt);
    s->converter.turbine_radps = pick(converts(v), after.turbine_radps, splat(0.0f));
    s->converter.converter_heat_w = pick(converts(v), after.heat_w, splat(0.0f));
    return pick(converts(v), after.engine_load_nm, load_nm);
}

/* A limiter, or the stop of a stalled engine, changes its torque, and so the mean speed at which the converter loads it. */
static inline void heat_by_engine(const struct powertrain_constants *v, struct car_lanes *s,
                                  real changed_nm, real load_nm, real dt)
{
    real faster = 0.5f * (changed_nm * (v->engine.inverse_inertia * dt));
    real heat = with_added(s->converter.converter_heat_w, load_nm * faster);
    s->converter.converter_heat_w = pick(converts(v), heat, s->converter.converter_heat_w);
}

/* Motion of the gearbox's input shaft during a shift once the clutch is open; otherwise it turns
 * with the engine. */
struct disengaged_shaft {
    mask disengaged;
    real wheels_nm; /* of the synchroniser, on the driven wheels */
};

static inline struct disengaged_shaft powertrain_synchronise(const struct powertrain_constants *v,
                                                             struct car_lanes *s, real ratio,
                                                             real cage_speed, real dt)
{
    const struct synchro_constants *c = &v->synchro;
    mask fitted = lanes(c->torque_nm) > 0.0f;
    mask open = s->clutch_engagement < SYNCHRO_OPEN_CLUTCH;
    mask disengaged = fitted & open & (s->gearbox.shift_remaining_s > 0.0f);
    real needs_s =
        absolute(s->synchro.input_shaft_radps - cage_speed * ratio) * v->gearbox.synchro_s2;
    mask acts = disengaged & (s->gearbox.shift_remaining_s <= 0.5f * v->gearbox.shift_s + needs_s);
    struct synchro_motion pulled =
        synchro_step(c, s->synchro.input_shaft_radps, ratio, cage_speed, dt);
    real joined = synchro_join(c, s->synchro.input_shaft_radps, s->engine_radps);
    s->engine_radps = pick(fitted & mask_not(disengaged), joined, s->engine_radps);
    s->synchro.input_shaft_radps = pick(acts, pulled.input_radps, s->synchro.input_shaft_radps);
    s->synchro.synchro_heat_w = keep(acts, pulled.heat_w);
    return (struct disengaged_shaft){disengaged, keep(acts, pulled.wheels_nm)};
}

/* The engine through a substep, without the input shaft while that is disengaged. */
static inline struct engine_motion powertrain_turn(const struct powertrain_constants *v,
                                                   struct car_lanes *s, real gas_nm, real drag_nm,
                                                   real load_nm, mask disengaged, real dt)
{
    const struct engine_constants *engine = &v->engine;
    if (!has_synchro(&v->synchro))
        return engine_turn(engine, s->engine_radps, gas_nm, drag_nm, load_nm, dt);
    real lighter = pick(disengaged, lanes(v->synchro.lighter), splat(1.0f));
    struct engine_motion turned = engine_turn(engine, s->engine_radps, gas_nm * lighter,
                                              drag_nm * lighter, load_nm * lighter, dt);
    turned.torque_nm = turned.torque_nm / lighter;
    mask fitted = lanes(v->synchro.torque_nm) > 0.0f;
    real input = pick(disengaged, s->synchro.input_shaft_radps, turned.speed_radps);
    s->synchro.input_shaft_radps = keep(fitted, input);
    return turned;
}

struct gears_in {
    real ratio, per_ratio, oncoming_ratio;
    real on_the_way; /* powertrain_step_cvt */
};

/* Computes the torque of clutch or clutches on the drive shafts, and the resulting load of the
 * engine or the turbine. */
static inline struct shaft_state powertrain_carry(const struct powertrain_constants *v,
                                                  struct car_lanes *s,
                                                  const struct powertrain_in *in,
                                                  const struct gears_in *gears, real cage_speed,
                                                  mask automatic, real *load_nm, real dt)
{
    const struct clutch_constants *clutch = &v->clutch;
    mask slips = automatic & mask_not(converts(v)); /* a converter stalls no engine */
    real capacity = clutch_capacity_nm(clutch, s->clutch_engagement, s->engine_radps, slips);
    real limit = capacity * absolute(gears->ratio);
    real input_radps = pick(converts(v), s->converter.turbine_radps, s->engine_radps);
    real apart_radps = input_radps * (gears->per_ratio * gears->on_the_way) - cage_speed;
    struct shaft_state twisted = shaft_twist(&v->shaft, s->shaft_twist_rad, apart_radps, limit, dt);
    *load_nm = twisted.torque_nm * gears->per_ratio;
    if (has_dual_clutch(&v->dual_clutch)) {
        real oncoming = clutch_capacity_nm(clutch, s->dual_clutch.second_clutch_engagement,
                                           s->engine_radps, slips);
        const real ratios[2] = {gears->per_ratio,
                                powertrain_per_ratio(v, s, in, s->gearbox.target_gear)};
        const real limits[2] = {limit, oncoming * absolute(gears->oncoming_ratio)};
        *load_nm = dual_clutch_carry(&v->shaft, s->shaft_twist_rad, cage_speed, s->engine_radps,
                                     ratios, limits, s->dual_clutch.second_clutch_engagement > 0.0f,
                                     &twisted, *load_nm, dt);
    }
    s->shaft_twist_rad = twisted.twist_rad;
    return twisted;
}

static inline real powertrain_cage_speed(const struct powertrain_constants *v,
                                         const struct layout *l, const struct powertrain_in *in)
{
    real cage = splat(0.0f);
    for (int axle = 0; axle < l->axles; ++axle)
        cage += differential_cage_speed(&v->differential[axle], in->spin_radps[left_hub(l, axle)],
                                        in->spin_radps[right_hub(l, axle)]);
    return cage;
}

static inline void powertrain_differentials(const struct powertrain_constants *v,
                                            const struct layout *l, struct car_lanes *s,
                                            struct axle_lanes *axles,
                                            const struct powertrain_in *in,
                                            struct powertrain_out *out, real dt)
{
    real coupled_nm[AXLE_ROOM];
    if (in->transfer)
        couple_axles(v, l, &s->transfer, axles, in->spin_radps, out->drive_nm, in->brake,
                     coupled_nm, dt);
    for (int axle = 0; axle < l->axles; ++axle) {
        const struct differential_constants *differential = &v->differential[axle];
        int left_at = left_hub(l, axle), right_at = right_hub(l, axle);
        real left = in->spin_radps[left_at], right = in->spin_radps[right_at];
        real axle_nm = differential->share * out->drive_nm;
        if (in->transfer) axle_nm = with_added(axle_nm, coupled_nm[axle]);
        if (in->motor_nm) axle_nm = with_added(axle_nm, in->motor_nm[axle]);
        real limit = differential_limit_nm(differential, axle_nm, left, right);
        real twist =
            differential_twist(differential, axles[axle].lock_twist_rad, limit, left, right, dt);
        struct wheel_torques torque =
            differential_split(differential, axle_nm, twist, limit, left, right);
        axles[axle].lock_twist_rad = twist;
        out->wheel_nm[left_at] = torque.left_nm;
        out->wheel_nm[right_at] =
            left_at == right_at ? torque.left_nm + torque.right_nm : torque.right_nm;
    }
}

/* Moves launch control on, which takes that share of the engine's torque and of the clutch away. */
static inline real powertrain_launch(const struct powertrain_constants *v, struct car_lanes *s,
                                     const struct powertrain_in *in, mask automatic)
{
    struct launch_now now = {.accelerator = in->throttle,
                             .brake = in->brake,
                             .speed_mps = in->road_speed_mps,
                             .gear = s->gearbox.gear_engaged,
                             .shifting = s->gearbox.shift_remaining_s > 0.0f,
                             .automatic = automatic};
    s->launch_phase = launch_step(&v->launch, s->launch_phase, &now);
    return launch_over(&v->launch, s->launch_phase, in->drive_slip);
}

/* The engine's gas, no more than holds it at the launch speed while that is asked for. */
static inline real powertrain_launch_gas(const struct powertrain_constants *v,
                                         const struct car_lanes *s, struct engine_torque torque,
                                         real gas_nm)
{
    real held =
        engine_hold_nm(&v->engine, torque, s->engine_radps, lanes(v->launch.radps), splat(1.0f));
    return pick(launch_holds(s->launch_phase), min_real(gas_nm, held), gas_nm);
}

/* And what the clutch is to do. */
static inline real powertrain_launch_clutch(real phase, real wanted, real over)
{
    wanted = pick(over > 0.0f, wanted * (1.0f - over), wanted);
    return keep(mask_not(launch_holds(phase)), wanted);
}

/* Returns the engine's torque with boost and other loads; `over` is the reduction by launch
 * control. */
static inline struct engine_torque powertrain_torque(const struct powertrain_constants *v,
                                                     struct car_lanes *s,
                                                     const struct powertrain_in *in, mask automatic,
                                                     real *over, real dt)
{
    real cut = in->stability_cut;
    *over = splat(0.0f);
    s->throttle_state = engine_throttle(&v->engine, s->throttle_state, in->throttle);
    if (has_launch(&v->launch)) {
        *over = powertrain_launch(v, s, in, automatic);
        cut = max_real(cut, *over);
    }
    s->traction_cut = traction_step(&v->traction, s->traction_cut, in->drive_slip, cut);
    struct engine_torque torque = engine_torque_at(&v->engine, s->engine_radps, s->throttle_state,
                                                   in->road_speed_mps, s->traction_cut);
    torque = turbocharge(&v->turbo, &s->boost, torque, s->engine_radps, dt);
    torque.drag_nm = with_added(torque.drag_nm, in->held.drag_nm);
    return torque;
}

/* The clutches follow what is wanted of them: by the driver, launch control, a dual clutch gearbox's `plan`. */
static inline void powertrain_engage(const struct powertrain_constants *v, struct car_lanes *s,
                                     const struct powertrain_in *in, mask automatic, real wanted,
                                     real over, mask hands_over,
                                     const struct dual_clutch_plan *plan)
{
    if (has_launch(&v->launch)) wanted = powertrain_launch_clutch(s->launch_phase, wanted, over);
    wanted = pick(automatic, wanted, splat(1.0f));
    if (has_dual_clutch(&v->dual_clutch)) {
        wanted = pick(hands_over, plan->offgoing, wanted);
        real oncoming = clutch_engage(&v->clutch, s->dual_clutch.second_clutch_engagement,
                                      plan->oncoming, in->clutch);
        s->dual_clutch.second_clutch_engagement = keep(hands_over, oncoming);
    }
    s->clutch_engagement = clutch_engage(&v->clutch, s->clutch_engagement, wanted, in->clutch);
}

static inline struct powertrain_out powertrain_step(const struct powertrain_constants *v,
                                                    const struct layout *l, struct car_lanes *s,
                                                    struct axle_lanes *axles,
                                                    const struct powertrain_in *in, real dt)
{
    const struct engine_constants *engine = &v->engine;
    const struct clutch_constants *clutch = &v->clutch;
    const struct shaft_constants *shaft = &v->shaft;
    const struct gearbox_constants *gearbox = &v->gearbox;
    struct powertrain_masks m = powertrain_masks(v, s, in);
    struct powertrain_out out;

    real over;
    struct engine_torque torque = powertrain_torque(v, s, in, m.automatic, &over, dt);
    real pull_nm = max_real(torque.pedal_nm - torque.drag_nm, splat(0.0f));
    struct dual_clutch_shift dual = powertrain_shift(v, s, in, m, dt);

    real cage_speed = powertrain_cage_speed(v, l, in);
    real on_the_way = splat(1.0f);
    if (has_cvt(&v->cvt)) on_the_way = powertrain_step_cvt(v, s, in, cage_speed);
    real ratio = powertrain_ratio(v, s, in, s->gearbox.gear_engaged);
    real per_ratio = powertrain_per_ratio(v, s, in, s->gearbox.gear_engaged);
    real oncoming_ratio = powertrain_ratio(v, s, in, s->gearbox.target_gear);
    real oncoming_speed = cage_speed * oncoming_ratio;
    mask shifting = m.automatic & (s->gearbox.shift_remaining_s > 0.0f) & mask_not(dual.runs);
    struct dual_clutch_plan plan = {.oncoming = splat(0.0f)};
    if (has_dual_clutch(&v->dual_clutch))
        plan =
            powertrain_hand_over(v, s, &torque, cage_speed * ratio, oncoming_speed, dual.acts, dt);
    mask creeps = m.automatic & (absolute(s->gearbox.gear_engaged) > 0.5f);
    real creep = keep(creeps, clutch_creep(clutch, cage_speed * ratio, in->brake));
    real gas_nm = powertrain_engine_demand(v, s, torque, oncoming_speed, creep, shifting);
    real wanted = powertrain_clutch(v, s, in, ratio, pull_nm, cage_speed * ratio, oncoming_speed,
                                    creep, shifting);
    if (has_launch(&v->launch)) gas_nm = powertrain_launch_gas(v, s, torque, gas_nm);
    powertrain_engage(v, s, in, m.automatic, wanted, over, dual.acts, &plan);

    struct disengaged_shaft synchro = {.disengaged = splat(0.0f) > 1.0f};
    if (has_synchro(&v->synchro))
        synchro = powertrain_synchronise(v, s, oncoming_ratio, cage_speed, dt);
    struct gears_in gears = {ratio, per_ratio, oncoming_ratio, on_the_way};
    real load_nm;
    struct shaft_state twisted =
        powertrain_carry(v, s, in, &gears, cage_speed, m.automatic, &load_nm, dt);

    gas_nm += engine_starter_nm(engine, m.starts, s->engine_radps);
    if (has_converter(v)) load_nm = powertrain_convert(v, s, gas_nm, torque, load_nm, dt);
    struct engine_motion turned =
        powertrain_turn(v, s, gas_nm, torque.drag_nm, load_nm, synchro.disengaged, dt);
    if (has_converter(v))
        heat_by_engine(v, s, turned.torque_nm - (gas_nm - torque.drag_nm), load_nm, dt);
    s->engine_radps = turned.speed_radps;
    out.engine_nm = turned.torque_nm;
    out.drive_nm = shaft_delivered_nm(shaft, twisted.torque_nm, cage_speed);
    if (has_synchro(&v->synchro)) out.drive_nm = with_added(out.drive_nm, synchro.wheels_nm);
    gearbox_feel(gearbox, &s->gearbox, out.drive_nm, in->road_speed_mps);
    out.drive_nm = with_added(out.drive_nm, -in->held.wheels_nm);
    powertrain_differentials(v, l, s, axles, in, &out, dt);
    for (int axle = 0; axle < l->axles && in->motor_nm; ++axle)
        out.drive_nm = with_added(out.drive_nm, in->motor_nm[axle]);
    return out;
}

#endif
