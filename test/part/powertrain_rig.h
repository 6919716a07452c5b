/* A car on a straight road, to try the powertrain on: wheels that cannot slip, a mass, rolling
 * resistance, air drag and a slope. Lane code, so that it runs at any width. */
#ifndef POWERTRAIN_RIG_H
#define POWERTRAIN_RIG_H

#include "rungs/full/powertrain.h"

#define RIG_CARS 16

struct rig {
    /* what drives it */
    float throttle[RIG_CARS], clutch[RIG_CARS], gear[RIG_CARS];
    float brake_nm[RIG_CARS];                       /* dry friction, at all wheels together */
    float slope[RIG_CARS];                          /* weight along the road over weight */
    float mass_kg[RIG_CARS], wheels_kgm2[RIG_CARS]; /* inertia of all wheels that turn */
    float rolling_n[RIG_CARS], drag_ns2_per_m2[RIG_CARS];
    float drive_slip[RIG_CARS];
    /* state */
    float spin_radps[RIG_CARS];
    float throttle_state[RIG_CARS], engine_radps[RIG_CARS], shaft_twist_rad[RIG_CARS];
    float clutch_engagement[RIG_CARS], traction_cut[RIG_CARS];
    float gear_engaged[RIG_CARS], target_gear[RIG_CARS], shift_remaining_s[RIG_CARS];
    float shift_lockout_s[RIG_CARS], shift_speed_mps[RIG_CARS], resistance_mps2[RIG_CARS];
    /* of the last substep */
    float engine_nm[RIG_CARS], drive_nm[RIG_CARS];
} __attribute__((aligned(64)));

static inline struct car_lanes rig_state(const struct rig *rig, int car)
{
    return (struct car_lanes){
        .throttle_state = load(rig->throttle_state + car),
        .engine_radps = load(rig->engine_radps + car),
        .shaft_twist_rad = load(rig->shaft_twist_rad + car),
        .clutch_engagement = load(rig->clutch_engagement + car),
        .traction_cut = load(rig->traction_cut + car),
        .gearbox = {load(rig->gear_engaged + car), load(rig->target_gear + car),
                    load(rig->shift_remaining_s + car), load(rig->shift_lockout_s + car),
                    load(rig->shift_speed_mps + car), load(rig->resistance_mps2 + car)}};
}

static inline void rig_keep(struct rig *rig, int car, const struct car_lanes *s)
{
    store(rig->throttle_state + car, s->throttle_state);
    store(rig->engine_radps + car, s->engine_radps);
    store(rig->shaft_twist_rad + car, s->shaft_twist_rad);
    store(rig->clutch_engagement + car, s->clutch_engagement);
    store(rig->traction_cut + car, s->traction_cut);
    store(rig->gear_engaged + car, s->gearbox.gear_engaged);
    store(rig->target_gear + car, s->gearbox.target_gear);
    store(rig->shift_remaining_s + car, s->gearbox.shift_remaining_s);
    store(rig->shift_lockout_s + car, s->gearbox.shift_lockout_s);
    store(rig->shift_speed_mps + car, s->gearbox.shift_speed_mps);
    store(rig->resistance_mps2 + car, s->gearbox.shift_resistance_mps2);
}

/* All wheels and the car's mass turn as one. */
static inline real rig_road(const struct rig *rig, int car, real radius, real spin, real drive_nm,
                            real dt)
{
    real mass = load(rig->mass_kg + car), speed = spin * radius;
    real force = -(mass * 9.80665f * load(rig->slope + car) +
                   load(rig->drag_ns2_per_m2 + car) * speed * absolute(speed));
    real inertia = mass * radius * radius + load(rig->wheels_kgm2 + car);
    real friction = load(rig->brake_nm + car) + load(rig->rolling_n + car) * radius;
    return brake_wheel(spin + (drive_nm + force * radius) * dt / inertia, inertia, friction, dt)
        .spin_radps;
}

static inline void rig_step_group(const struct powertrain_constants *v, struct rig *rig, int car,
                                  real dt)
{
    struct car_lanes state = rig_state(rig, car);
    struct axle_lanes axles[2];
    memset(axles, 0, sizeof axles);
    real radius = lanes(v->gearbox.radius_m);
    real spin = load(rig->spin_radps + car);
    struct powertrain_in in = {.throttle = load(rig->throttle + car),
                               .clutch = load(rig->clutch + car),
                               .gear = load(rig->gear + car),
                               .road_speed_mps = spin * radius,
                               .drive_slip = load(rig->drive_slip + car)};
    static const struct layout two_axles = {
        .axles = 2, .wheels = 4, .first = {0, 2}, .count = {2, 2}};
    for (int wheel = 0; wheel < two_axles.wheels; ++wheel) in.spin_radps[wheel] = spin;
    struct powertrain_out out = powertrain_step(v, &two_axles, &state, axles, &in, dt);
    real wheels_nm = (out.wheel_nm[0] + out.wheel_nm[1]) + (out.wheel_nm[2] + out.wheel_nm[3]);
    store(rig->spin_radps + car, rig_road(rig, car, radius, spin, wheels_nm, dt));
    store(rig->engine_nm + car, out.engine_nm);
    store(rig->drive_nm + car, out.drive_nm);
    rig_keep(rig, car, &state);
}

#endif
