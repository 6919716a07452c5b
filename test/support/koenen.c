#include "koenen.h"

#include "rungs.h"

#include <math.h>

#define CASTER 0.52

static const struct machine_part upper_fork = {13.1, {1.165, 0, 0.869}, 0.8, 0.5, 0, ON_FORK},
                                 lower_fork = {17.5, {1.225, 0, 0.867}, 0, 0, 0, ON_FORK},
                                 front_wheel = {25.6,   {KOENEN_WHEELBASE, 0, 0.319}, 1e-6, 1e-6, 0,
                                                ON_FORK},
                                 main_frame = {209.6, {0.680, 0, 0.532}, 6.9, 21.1, 1.7, 0},
                                 rear_wheel = {25.6, {0, 0, 0.321}, 1e-6, 1e-6, 0, 0},
                                 upper_body = {44.5, {0.6, 0, 1.19}, 1.3, 1.4, 0.3, ON_HIP};
static const double damper = 7.4, hip_height = 1.0, head_x = 1.168, head_z = 0.834;

/* The steering axis passes the joint of twist, whose axis is across. The reference's moments of trail and camber are left out. */
struct hinged_machine koenen_machine(int kind, int camber_lags)
{
    const double s = sin(CASTER), c = cos(CASTER);
    const struct hinged_machine m = {
        .hinges = 3,
        .parts = 6,
        .camber_lags = camber_lags,
        .hinge = {{{c, 0, s}, {head_x, 0, head_z}, 34100, 99.7, !(kind & TWISTS)},
                  {{-s, 0, c}, {head_x, 0, head_z}, 0, damper, 0},
                  {{1, 0, 0}, {0.6, 0, hip_height}, 10000, 85.2, !(kind & LEANS)}},
        .part = {upper_fork, lower_fork, front_wheel, main_frame, rear_wheel, upper_body},
        .tyre = {{KOENEN_WHEELBASE, 0.319, 0.049, 0.58, 18500, 1710, 0.25, 0, ON_FORK},
                 {0, 0.321, 0.07, 0.74, 25800, 2800, 0.25, 0, 0}}};
    return m;
}

/* Several parts as one, about their common centre of gravity, in the terms of the linear bicycle. */
static struct bicycle_frame joined(const struct machine_part *const *parts, int count)
{
    struct bicycle_frame f = {0};
    for (int i = 0; i < count; ++i) {
        f.mass += parts[i]->mass;
        f.x += parts[i]->mass * parts[i]->at[0];
        f.z -= parts[i]->mass * parts[i]->at[2];
    }
    f.x /= f.mass, f.z /= f.mass;
    for (int i = 0; i < count; ++i) {
        double x = parts[i]->at[0] - f.x, up = parts[i]->at[2] + f.z, mass = parts[i]->mass;
        f.roll += parts[i]->roll + mass * up * up;
        f.yaw += parts[i]->yaw + mass * x * x;
        f.pitch += parts[i]->roll + parts[i]->yaw + mass * (x * x + up * up);
        f.product += parts[i]->product + mass * x * up;
    }
    return f;
}

static struct bicycle koenen_bicycle(void)
{
    const struct machine_part *const front[] = {&upper_fork, &lower_fork}, *const rear[] = {
                                                                               &main_frame,
                                                                               &upper_body};
    struct bicycle b = {
        .wheelbase = KOENEN_WHEELBASE,
        .trail = head_x + head_z * tan(CASTER) - KOENEN_WHEELBASE,
        .tilt = CASTER,
        .rear = {0.321, rear_wheel.mass, rear_wheel.roll, 0.74},
        .front = {0.319, front_wheel.mass, front_wheel.roll, 0.58},
    };
    b.body = joined(rear, 2);
    b.fork = joined(front, 2);
    return b;
}

void lean_at_hip(kamm_rider_def *rider, const struct machine_part *body, double wheelbase,
                 double hip_m)
{
    rider->mass_kg = body->mass;
    rider->cg_behind_front_axle_m = wheelbase - body->at[0];
    rider->cg_height_m = body->at[2], rider->hip_height_m = hip_m;
    rider->roll_inertia_kgm2 = body->roll, rider->yaw_inertia_kgm2 = body->yaw;
    rider->pitch_inertia_kgm2 = body->roll + body->yaw - 0.1;
    rider->roll_yaw_product_kgm2 = body->product;
    rider->hip_max_nm = 1e5;
}

/* With camber that lags (the linear tyre) or acts at once (the Magic Formula). */
kamm_vehicle_def koenen_vehicle(int kind, int camber_lags)
{
    const struct bicycle b = koenen_bicycle();
    const struct hinged_machine m = koenen_machine(kind, camber_lags);
    kamm_vehicle_def def = vehicle_of_bicycle(&b);
    for (int w = 0; w < 2; ++w) {
        const struct machine_tyre *t = &m.tyre[w];
        kamm_tyre_def *tyre = &def.axles[w].tyre;
        const struct lag of = {t->cornering, t->camber, t->relaxation};
        if (camber_lags)
            put_lagging_linear_tyre(tyre, &of);
        else
            *tyre = lagging_magic_formula(tyre, &of);
        tyre->width_m = 2.5 * t->crown, tyre->crown_radius_m = t->crown;
    }
    def.front_assembly.damping_nms_per_rad = damper;
    if (kind & TWISTS) {
        def.front_assembly.twist_nm_per_rad = m.hinge[TWIST].nm_per_rad;
        def.front_assembly.twist_nms_per_rad = m.hinge[TWIST].nms_per_rad;
        def.front_assembly.twist_behind_front_axle_m = KOENEN_WHEELBASE - head_x;
        def.front_assembly.twist_height_m = head_z;
    }
    if (!(kind & LEANS)) return def;
    lean_at_hip(&def.rider, &upper_body, KOENEN_WHEELBASE, hip_height);
    def.rider.hip_nm_per_rad = m.hinge[LEAN].nm_per_rad;
    def.rider.hip_nms_per_rad = m.hinge[LEAN].nms_per_rad;
    return def;
}

/* On tyres and springs of a motorcycle. */
kamm_vehicle_def koenen_on_springs(int kind, double rate)
{
    kamm_vehicle_def def = koenen_vehicle(kind, 1);
    const struct hinged_machine m = koenen_machine(kind, 1);
    for (int w = 0; w < 2; ++w) {
        kamm_axle_def *axle = &def.axles[w];
        axle->tyre.vertical_stiffness_n_per_m = w ? 170000 : 115000;
        axle->tyre.vertical_damping_ns_per_m = 500;
        axle->tyre.linear.friction_lateral = axle->tyre.linear.friction_longitudinal = 1.2;
        axle->tyre.linear.slip_stiffness = 20;
        axle->tyre.linear.turn_slip = 1;
        axle->tyre.unloaded_radius_m = m.tyre[w].radius + 0.01;
        axle->suspension.spring_n_per_m = w ? 25700 : 9000;
        axle->suspension.bump_damping_ns_per_m = w ? 1100 : 550;
    }
    if (kind & LEANS) def.rider.hip_max_nm = 300;
    def.stepping.substeps_per_s = rate;
    return def;
}

kamm_cars *ride_hands_off(const kamm_vehicle_def *def, double speed)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    kamm_inputs(cars)[0].free_steering = 1;
    return cars;
}
