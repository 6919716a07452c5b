/* A car on a straight road, to try the powertrain on: wheels that cannot slip, a mass, rolling
 * resistance, air drag and a slope. Lane code, so that it runs at any width. */
#ifndef POWERTRAIN_BENCH_H
#define POWERTRAIN_BENCH_H

#include "rungs/full/powertrain.h"

#define BENCH_CARS 16

struct bench {
    /* what drives it */
    float throttle[BENCH_CARS], clutch[BENCH_CARS], gear[BENCH_CARS];
    float brake_nm[BENCH_CARS];                         /* dry friction, at all wheels together */
    float slope[BENCH_CARS];                            /* weight along the road over weight */
    float mass_kg[BENCH_CARS], wheels_kgm2[BENCH_CARS]; /* inertia of all wheels that turn */
    float rolling_n[BENCH_CARS], drag_ns2_per_m2[BENCH_CARS];
    float drive_slip[BENCH_CARS];
    /* state */
    float spin_radps[BENCH_CARS];
    float throttle_state[BENCH_CARS], engine_radps[BENCH_CARS], shaft_twist_rad[BENCH_CARS];
    float clutch_engagement[BENCH_CARS], traction_cut[BENCH_CARS];
    float gear_engaged[BENCH_CARS], target_gear[BENCH_CARS], shift_remaining_s[BENCH_CARS];
    float shift_lockout_s[BENCH_CARS], shift_speed_mps[BENCH_CARS], resistance_mps2[BENCH_CARS];
    /* of the last substep */
    float engine_nm[BENCH_CARS], drive_nm[BENCH_CARS];
} __attribute__((aligned(64)));

static inline struct car_lanes bench_state(const struct bench *bench, int car)
{
    return (struct car_lanes){
        .throttle_state = load(bench->throttle_state + car),
        .engine_radps = load(bench->engine_radps + car),
        .shaft_twist_rad = load(bench->shaft_twist_rad + car),
        .clutch_engagement = load(bench->clutch_engagement + car),
        .traction_cut = load(bench->traction_cut + car),
        .gearbox = {load(bench->gear_engaged + car), load(bench->target_gear + car),
                    load(bench->shift_remaining_s + car), load(bench->shift_lockout_s + car),
                    load(bench->shift_speed_mps + car), load(bench->resistance_mps2 + car)}};
}

static inline void bench_keep(struct bench *bench, int car, const struct car_lanes *s)
{
    store(bench->throttle_state + car, s->throttle_state);
    store(bench->engine_radps + car, s->engine_radps);
    store(bench->shaft_twist_rad + car, s->shaft_twist_rad);
    store(bench->clutch_engagement + car, s->clutch_engagement);
    store(bench->traction_cut + car, s->traction_cut);
    store(bench->gear_engaged + car, s->gearbox.gear_engaged);
    store(bench->target_gear + car, s->gearbox.target_gear);
    store(bench->shift_remaining_s + car, s->gearbox.shift_remaining_s);
    store(bench->shift_lockout_s + car, s->gearbox.shift_lockout_s);
    store(bench->shift_speed_mps + car, s->gearbox.shift_speed_mps);
    store(bench->resistance_mps2 + car, s->gearbox.shift_resistance_mps2);
}

/* All wheels and the car's mass turn as one. */
static inline real bench_road(const struct bench *bench, int car, real radius, real spin,
                              real drive_nm, real dt)
{
    real mass = load(bench->mass_kg + car), speed = spin * radius;
    real force = -(mass * 9.80665f * load(bench->slope + car) +
                   load(bench->drag_ns2_per_m2 + car) * speed * absolute(speed));
    real inertia = mass * radius * radius + load(bench->wheels_kgm2 + car);
    real friction = load(bench->brake_nm + car) + load(bench->rolling_n + car) * radius;
    return brake_wheel(spin + (drive_nm + force * radius) * dt / inertia, inertia, friction, dt)
        .spin_radps;
}

static inline void bench_step_group(const struct powertrain_constants *v, struct bench *bench,
                                    int car, real dt)
{
    struct car_lanes state = bench_state(bench, car);
    struct axle_lanes axles[2];
    memset(axles, 0, sizeof axles);
    real radius = lanes(v->gearbox.radius_m);
    real spin = load(bench->spin_radps + car);
    struct powertrain_in in = {.throttle = load(bench->throttle + car),
                               .clutch = load(bench->clutch + car),
                               .gear = load(bench->gear + car),
                               .road_speed_mps = spin * radius,
                               .drive_slip = load(bench->drive_slip + car)};
    static const struct layout two_axles = {
        .axles = 2, .wheels = 4, .first = {0, 2}, .count = {2, 2}};
    for (int wheel = 0; wheel < two_axles.wheels; ++wheel) in.spin_radps[wheel] = spin;
    struct powertrain_out out = powertrain_step(v, &two_axles, &state, axles, &in, dt);
    real wheels_nm = (out.wheel_nm[0] + out.wheel_nm[1]) + (out.wheel_nm[2] + out.wheel_nm[3]);
    store(bench->spin_radps + car, bench_road(bench, car, radius, spin, wheels_nm, dt));
    store(bench->engine_nm + car, out.engine_nm);
    store(bench->drive_nm + car, out.drive_nm);
    bench_keep(bench, car, &state);
}

#endif
