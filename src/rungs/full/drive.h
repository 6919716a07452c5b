/* Drive: powertrain, brakes and driver aids on the wheels' spins. */
#ifndef KAMM_RUNGS_FULL_DRIVE_H
#define KAMM_RUNGS_FULL_DRIVE_H

#include "active.h"
#include "brake_cycles.h"
#include "motors.h"
#include "powertrain.h"
#include "ride.h"

struct drive_report {
    real brake_nm[WHEEL_ROOM]; /* at the wheels' disposal, not negative */
    real brake_release[WHEEL_ROOM];
    real drive_nm[WHEEL_ROOM]; /* on the hubs */
    real engine_nm, shafts_nm;
    real stability_brake;
    real propeller_n
        [AXLE_ROOM];  /* what the propeller shaft presses a live axle's left wheel down by */
    vec3 reaction_nm; /* of the engine's rotors on the body */
    real arm_turn;    /* arm_drive_turn, of the last axle's wheel */
};

/* Wheels as the shafts see them that turn a beam which rolls. */
static inline void lag_by_roll(const struct full_constants *c, const struct layout *l,
                               const struct state_lanes *s, real spin_radps[WHEEL_ROOM])
{
    for (int a = 0; a < l->axles; ++a) {
        int left = left_hub(l, a), right = right_hub(l, a);
        if (left == right) continue;
        real lag = propeller_lag(c->propeller_per_m[a], s->wheels[left].travel_rate_mps,
                                 s->wheels[right].travel_rate_mps);
        spin_radps[left] = with_added(spin_radps[left], -lag);
        spin_radps[right] = with_added(spin_radps[right], -lag);
    }
}

/* Adds the reaction of the engine's rotors to the body, if they had these speeds before the
 * powertrain's substep. */
static inline vec3 react_to_rotors(const struct full_constants *c, const struct car_lanes *car,
                                   real engine_radps, real turbine_radps, vec3 angular_velocity)
{
    const struct torque_reaction_constants *r = &c->reaction;
    real was = r->engine_kgm2 * engine_radps + r->turbine_kgm2 * turbine_radps;
    real is = r->engine_kgm2 * car->engine_radps + r->turbine_kgm2 * car->converter.turbine_radps;
    real change = (is - was) * c->chassis.inverse_dt;
    vec3 along = rotor_reaction(is, change, angular_velocity);
    if (!KAMM_TAKES_TWO_WHEELERS || !any_num(r->across > 0.5f)) return along;
    return vec3_pick(lanes(r->across) > 0.5f, rotor_reaction_across(is, change, angular_velocity),
                     along);
}

/* The pair of the propeller shafts' torques on live axles, and the rotors'. */
static inline void react_to_drive(const struct full_constants *c, const struct layout *l,
                                  const struct car_lanes *car, const real *wheel_nm,
                                  real engine_radps, real turbine_radps,
                                  const struct body_motion *body, struct drive_report *report)
{
    report->reaction_nm =
        react_to_rotors(c, car, engine_radps, turbine_radps, body->angular_velocity);
    for (int a = 0; a < l->axles; ++a)
        report->propeller_n[a] = propeller_press(
            c->propeller_per_m[a], wheel_nm[left_hub(l, a)] + wheel_nm[right_hub(l, a)]);
}

/* What loads the driveline; nothing of cars without. The anti-lock brakes take back what brakes the wheels (brakes.h). */
static inline struct driveline_load hold_by_driveline(const struct full_constants *c,
                                                      const struct layout *l, struct car_lanes *car,
                                                      const struct input_lanes *input,
                                                      const struct powertrain_in *in, real let_go)
{
    const struct powertrain_constants *v = &c->chassis.powertrain;
    struct driveline_load none = {splat(0.0f), splat(0.0f)};
    if (!is_driveline_loaded(v)) return none;
    struct driveline_now now = {.throttle = input->throttle,
                                .brake = car->brake_state,
                                .endurance_brake = input->endurance_brake,
                                .engine_radps = car->engine_radps,
                                .cage_radps = powertrain_cage_speed(v, l, in),
                                .range = splat(1.0f),
                                .let_go = let_go,
                                .open = driveline_is_open(car, input->clutch)};
    if (in->transfer) now.range = transfer_ratio(&v->transfer, car->transfer.low_range);
    return load_driveline(v, car, &now, lanes(c->chassis.dt));
}

/* Demands of the aids on the drive. */
struct drive_aids {
    real slip;   /* drive_slip */
    real cut;    /* share of the engine's torque that others than traction control take */
    real let_go; /* share of the retarder */
};

static inline struct powertrain_out
drive_shafts(const struct full_constants *c, const struct layout *l, struct state_lanes *s,
             const struct input_lanes *input, struct fitted fitted, const struct body_motion *body,
             const struct drive_aids *aids, real arm_turn, const real *motor_nm)
{
    struct car_lanes *car = &s->car;
    struct powertrain_in in = {.throttle = input->throttle,
                               .clutch = input->clutch,
                               .gear = input->gear,
                               .low_range = input->low_range,
                               .brake = max_real(input->brake, input->hand_brake),
                               .road_speed_mps = body->velocity.x,
                               .brake_pedal = input->brake,
                               .bend_mps2 = body->velocity.x * body->angular_velocity.z,
                               .drive_slip = aids->slip,
                               .transfer = fitted.transfer,
                               .motor_nm = motor_nm,
                               .stability_cut = aids->cut};
    for (int w = 0; w < l->wheels; ++w) in.spin_radps[w] = s->wheels[w].spin_radps;
    if (has_torque_reaction(&c->reaction)) lag_by_roll(c, l, s, in.spin_radps);
    if (has_swing_arm(c)) turn_with_arm(l, s, arm_turn, in.spin_radps);
    in.held = hold_by_driveline(c, l, car, input, &in, aids->let_go);
    return powertrain_step(&c->chassis.powertrain, l, car, s->axles, &in, lanes(c->chassis.dt));
}

/* The tyre's force where the wheel's spin changes by that much until the force is counted. */
LANE_INLINE void follow_spin(struct corner *k, struct wheel_lanes *wheel, real change_radps)
{
    real slip_speed = k->effective_radius_m * change_radps;
    k->fx = clamp(k->fx + k->fx_slope_nspm * slip_speed, -k->max_fx_n, k->max_fx_n);
    wheel->contact_deflection_x_m =
        wheel->contact_deflection_x_m + k->deflection_slope_s * slip_speed;
}

/* Where a substep would turn the wheel past the spin at which its tyre's slide ends, the force of the slide does not
 * last: there the carcass is as it was before, and from there on it bends without sliding. The slope of a sliding tyre
 * is nearly 0. With it a tyre that is pressed hard on a grippy surface would spin a light wheel up the other way, to
 * many times the energy of the slide. */
LANE_INLINE int end_slide(struct corner *k, struct wheel_lanes *wheel, real spin_before, real spin,
                          real dt)
{
    real slide = k->effective_radius_m * spin_before - k->forward_speed;
    real after = k->effective_radius_m * spin - k->forward_speed;
    mask ends = (slide * k->fx > 0.0f) & (slide * after < 0.0f);
    if (!any(ends)) return 0;
    real left = 1.0f / (1.0f + k->along.rolled_out);
    real bent = (k->along.was_m + slide * dt) * left, bends = dt * left;
    ends = ends & (k->along.npm * bends > k->fx_slope_nspm);
    k->fx = pick(ends, k->along.npm * bent, k->fx);
    k->fx_slope_nspm = pick(ends, k->along.npm * bends, k->fx_slope_nspm);
    k->deflection_slope_s = pick(ends, k->along.state_per_m * bends, k->deflection_slope_s);
    wheel->contact_deflection_x_m =
        pick(ends, k->along.state_per_m * bent, wheel->contact_deflection_x_m);
    return 1;
}

/* A wheel's spin after a substep, but for brakes and rolling resistance. */
struct free_spin {
    real spin_radps, inertia_kgm2; /* with what the tyre's slope adds */
    real
        share; /* of the change that the tyre's force has seen: 1/2 midpoint rule, 1 backward Euler */
};

LANE_INLINE struct free_spin spin_freely(const struct full_constants *c, int a, real before,
                                         const struct corner *k, const struct corner *twin,
                                         real drive_nm)
{
    const struct axle_constants *axle = &c->chassis.axles[a];
    real dt = lanes(c->chassis.dt);
    real drag = k->fx_slope_nspm * square(k->effective_radius_m) * dt;
    real free_nm = drive_nm - k->fx * k->effective_radius_m;
    if (twin) {
        drag = drag + twin->fx_slope_nspm * square(twin->effective_radius_m) * dt;
        free_nm = free_nm - twin->fx * twin->effective_radius_m;
    }
    real stiff = drag * axle->inverse_wheel_inertia;
    struct free_spin free;
    free.share = (1.0f + stiff) / (2.0f + stiff);
    free.inertia_kgm2 = axle->wheel_inertia_kgm2 + free.share * drag;
    free.spin_radps = before + free_nm * dt * (1.0f / free.inertia_kgm2);
    return free;
}

struct braked_spin {
    real spin_radps, rolling_nm, brake_nm;
};

LANE_INLINE struct braked_spin hold_back(const struct free_spin *free, real rolling_nm,
                                         real brake_nm, real upright_radps, real dt)
{
    real inertia = free->inertia_kgm2;
    struct braked_wheel rolled = brake_wheel(free->spin_radps, inertia, rolling_nm, dt);
    struct braked_wheel braked =
        brake_wheel(rolled.spin_radps - upright_radps, inertia, brake_nm, dt);
    return (struct braked_spin){braked.spin_radps + upright_radps, -rolled.torque_nm,
                                -braked.torque_nm};
}

/* The wheel's spin after a substep. Brake and rolling resistance are dry friction: they can stop the
 * wheel, and then hold it, exactly; the brake against the upright, which travel turns. (Held against the body instead,
 * a locked wheel on a trailing arm would do work on the travel that no force has put in.) `brake_nm`: at its disposal; gets
 * what traction control brakes with on top. */
static inline struct wheel_torque spin_wheel(const struct full_constants *c, int a,
                                             struct wheel_lanes *wheel, struct corner *k,
                                             struct corner *twin, struct wheel_lanes *twin_wheel,
                                             real drive_nm, real *brake_nm,
                                             const struct traction_brake *traction)
{
    real dt = lanes(c->chassis.dt), before = wheel->spin_radps;
    real rolling_nm = k->rolling_resistance_nm;
    if (twin) rolling_nm = rolling_nm + twin->rolling_resistance_nm;
    real full_nm = lanes(c->chassis.powertrain.brake[a].torque_nm);
    real upright = -(k->caster_slope * wheel->travel_rate_mps);
    struct free_spin free = spin_freely(c, a, before, k, twin, drive_nm);
    *brake_nm =
        *brake_nm + traction_brake_nm(traction, full_nm, free.spin_radps, free.inertia_kgm2, dt);
    struct braked_spin held = hold_back(&free, rolling_nm, *brake_nm, upright, dt);
    int ended = end_slide(k, wheel, before, held.spin_radps, dt);
    if (twin) ended |= end_slide(twin, twin_wheel, before, held.spin_radps, dt);
    if (ended) {
        free = spin_freely(c, a, before, k, twin, drive_nm);
        held = hold_back(&free, rolling_nm, *brake_nm, upright, dt);
    }
    wheel->spin_radps = held.spin_radps;
    real change = free.share * (wheel->spin_radps - before);
    follow_spin(k, wheel, change);
    if (twin) follow_spin(twin, twin_wheel, change);
    real angle = wheel->spin_angle_rad + wheel->spin_radps * dt;
    wheel->spin_angle_rad = angle - 6.2831853f * nearest(angle * 0.15915494f);
    struct wheel_torque torque;
    torque.spin_change_radps2 = (wheel->spin_radps - before) * c->chassis.inverse_dt;
    torque.rolling_nm = held.rolling_nm;
    torque.brake_nm = held.brake_nm;
    return torque;
}

/* An outer twin turns and travels with the inner one. */
static inline void follow_hub(struct wheel_lanes *outer, const struct wheel_lanes *hub)
{
    outer->spin_radps = hub->spin_radps;
    outer->spin_angle_rad = hub->spin_angle_rad;
    outer->travel_m = hub->travel_m;
    outer->travel_rate_mps = hub->travel_rate_mps;
    outer->last_travel_acceleration_mps2 = hub->last_travel_acceleration_mps2;
    outer->abs_release = hub->abs_release;
    outer->spring_friction_share = hub->spring_friction_share;
    outer->damper_bend_m = hub->damper_bend_m;
    outer->damper_setting = hub->damper_setting;
    outer->skyhook_mps = hub->skyhook_mps;
}

/* Hill hold keeps what the brakes have had. */
static inline void hold_on_hill(const struct full_constants *c, struct car_lanes *car,
                                const struct input_lanes *input, const struct body_motion *body,
                                real drive_nm)
{
    struct hill_now now = {.pedal = input->brake,
                           .share = car->brake_state,
                           .accelerator = input->throttle,
                           .speed_mps = body->velocity.x,
                           .pull_mps2 = body->gravity.x,
                           .drive_nm = drive_nm};
    hill_hold_step(&c->chassis.powertrain.hill, &car->hill_hold, &now, lanes(c->chassis.dt));
    real share = car->hill_hold.hill_hold;
    car->brake_state = pick(share > car->brake_state, share, car->brake_state);
}

static inline void weaken_damaged_brakes(const struct layout *l, const struct corner *corners,
                                         real *brake_nm)
{
    for (int w = 0; w < l->wheels; ++w)
        if (l->hub[w] == w) brake_nm[w] = brake_nm[w] * corners[w].brake_share;
}

/* The engine of a power split has turned with the motors already. */
static inline void keep_split_engine(const struct powertrain_constants *powertrain,
                                     const struct electric_out *motors, real engine_radps,
                                     struct car_lanes *car, struct powertrain_out *drive)
{
    mask on = split_on(powertrain);
    car->engine_radps = pick(on, engine_radps, car->engine_radps);
    drive->engine_nm = pick(on, motors->split.engine.torque_nm, drive->engine_nm);
}

static inline struct drive_report drive_wheels(const struct full_constants *c,
                                               const struct layout *l, struct state_lanes *s,
                                               const struct input_lanes *input,
                                               struct fitted fitted, const struct body_motion *body,
                                               struct corner *corners, struct wheel_torque *torques)
{
    const struct powertrain_constants *powertrain = &c->chassis.powertrain;
    struct drive_report report;
    struct seen_wheel seen[WHEEL_ROOM];
    struct stability_motion motion = stability_motion_of(l, s, body, corners);
    if (fitted.active_steering)
        motion.steering_rad =
            motion.steering_rad * active_steering_gain(&c->active.steering, motion.forward_mps);
    struct stability_demand stability = stability_step(&c->stability, &motion);
    see_wheels(c, l, s, corners, seen);
    real cut = fitted.demands ? max_real(stability.cut, s->car.engine_cut_demand) : stability.cut;
    real motor_nm[AXLE_ROOM];
    report.arm_turn = splat(0.0f);
    if (has_swing_arm(c)) report.arm_turn = turn_by_arm(c, l, s, corners, fitted.motors);
    struct electric_out motors;
    if (fitted.motors) {
        struct electric_in in = motors_in(c, l, s, seen, corners, body->velocity.x, cut);
        motors = drive_motors(c, l, s, &in, report.arm_turn, motor_nm);
    }
    real engine_radps = s->car.engine_radps, turbine_radps = s->car.converter.turbine_radps;
    struct drive_aids aids = {drive_slip(c, l, seen, body->velocity.x), cut,
                              retarder_let_go(c, l, seen)};
    struct powertrain_out drive = drive_shafts(c, l, s, input, fitted, body, &aids, report.arm_turn,
                                               fitted.motors ? motor_nm : NULL);
    if (fitted.motors && has_power_split(&powertrain->split))
        keep_split_engine(powertrain, &motors, engine_radps, &s->car, &drive);
    if (has_torque_reaction(&c->reaction))
        react_to_drive(c, l, &s->car, drive.wheel_nm, engine_radps, turbine_radps, body, &report);
    s->car.brake_state = brake_follow(&powertrain->brake[0], s->car.brake_state, input->brake);
    if (fitted.hill_hold) hold_on_hill(c, &s->car, input, body, drive.drive_nm);
    brake_capacities(c, l, s, seen, stability, fitted, input->hand_brake, body, report.brake_nm,
                     report.brake_release);
    weaken_damaged_brakes(l, corners, report.brake_nm);
    if (fitted.motors) blend_brakes(l, &motors, report.brake_nm);
    if (fitted.vectoring) vector_torques(c, l, s, &motion, drive.wheel_nm);
    for (int w = 0; w < l->wheels && fitted.demands; ++w)
        drive.wheel_nm[w] = with_added(drive.wheel_nm[w], s->wheels[w].drive_demand_nm);
    real driving_gear = keep(input->throttle > 0.0f, s->car.gearbox.gear_engaged); /* 0: none */
    for (int w = 0; w < l->wheels; ++w) {
        int a = l->axle[w], hub = l->hub[w];
        if (hub != w) {
            report.brake_nm[w] = report.brake_nm[hub];
            report.brake_release[w] = report.brake_release[hub];
            report.drive_nm[w] = report.drive_nm[hub];
            continue;
        }
        report.drive_nm[w] = drive.wheel_nm[w];
        struct traction_brake traction =
            traction_brake_at(c, l, a, w, &corners[w], seen, driving_gear);
        torques[w] =
            spin_wheel(c, a, &s->wheels[w], &corners[w], has_twins(l, a) ? &corners[w + 2] : NULL,
                       has_twins(l, a) ? &s->wheels[w + 2] : NULL, drive.wheel_nm[w],
                       &report.brake_nm[w], &traction);
    }
    report.stability_brake = max_real(stability.left, stability.right);
    report.engine_nm = drive.engine_nm;
    report.shafts_nm = drive.drive_nm;
    return report;
}

static inline void write_drive_output(struct group *g, const struct drive_report *drive)
{
    g->output.car.engine_torque_nm = drive->engine_nm;
    g->output.car.drive_torque_nm = drive->shafts_nm;
    g->output.car.stability_brake = drive->stability_brake;
}

#endif
