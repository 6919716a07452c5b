/* Measures of a bench's cars: radii, masses, gears. */
#include "lab/bench.h"

#include <math.h>

#include "run/cars.h"
#include "vehicle/chassis.h"

double kamm_bench_wheel_radius_m(const kamm_bench *bench)
{
    double sum_m = 0;
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        sum_m += bench->info.wheel_radius_m[wheel];
    return sum_m / bench->info.wheel_count;
}

/* A wheel's share in what its axle's def says of a hub: half of twins. */
static double hub_share(const kamm_axle_def *axle)
{
    return axle->wheels == KAMM_WHEELS_TWIN ? 0.5 : 1;
}

static double unsprung_kg(const kamm_bench *bench, int wheel)
{
    const kamm_axle_def *axle = &bench->car->def.axles[bench->info.wheel_axle[wheel]];
    return hub_share(axle) * axle->unsprung_mass_kg;
}

void kamm_bench_centre(const kamm_bench *bench, int car, double at_m[3])
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    double orientation[4], sprung_kg = bench->info.mass_kg;
    kamm_body_frame(bench->cars, car, at_m, orientation);
    kamm_read_pose(bench->cars, car, 1, NULL, wheels);
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        sprung_kg -= unsprung_kg(bench, wheel);
    for (int i = 0; i < 3; ++i) at_m[i] *= sprung_kg / bench->info.mass_kg;
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        for (int i = 0; i < 3; ++i)
            at_m[i] +=
                unsprung_kg(bench, wheel) / bench->info.mass_kg * wheels[wheel].pose.position_m[i];
}

double kamm_bench_engine_radps(const kamm_bench *bench, double speed_mps, int gear)
{
    return speed_mps / kamm_bench_wheel_radius_m(bench) * bench->info.overall_ratio[gear - 1];
}

int kamm_bench_gear_at(const kamm_bench *bench, double speed_mps)
{
    const double min_engine_radps = 2000 * KAMM_PI / 30 / bench->root;
    int gear = bench->info.gear_count;
    if (!gear) return KAMM_GEAR_DRIVE;
    while (gear > 1 && kamm_bench_engine_radps(bench, speed_mps, gear) < min_engine_radps) --gear;
    return gear;
}

int kamm_bench_pulling_gear_at(const kamm_bench *bench, double speed_mps)
{
    int gear = 1;
    while (gear < bench->info.gear_count &&
           kamm_bench_engine_radps(bench, speed_mps, gear) > 0.9 * bench->info.limiter_radps)
        ++gear;
    return gear;
}

double kamm_bench_rolling_radius_m(const kamm_bench *bench, int car, int wheel)
{
    return kamm_bench_read(bench, car, KAMM_CHANNEL_forward_speed_mps) /
           kamm_bench_wheel(bench, car, wheel, KAMM_WHEEL_spin_radps);
}

/* Inertia of an axle's motor, and of a power split's generator that it turns while the engine keeps its speed, at the wheels' speed. */
static double rotors_kgm2(const kamm_bench *bench, int axle)
{
    const kamm_vehicle_def *def = &bench->car->def;
    const kamm_motor_def *motor = &def->axles[axle].motor;
    const struct power_split_constants *split = &bench->model->chassis->powertrain.split;
    if (!(motor->peak_nm > 0) || !(bench->model->features & KAMM_FEATURE_MOTOR)) return 0;
    double inertia_kgm2 = motor->inertia_kgm2, turns = (double)split->sun_per_motor;
    if (has_power_split(split))
        inertia_kgm2 += def->power_split.generator.inertia_kgm2 * turns * turns;
    return inertia_kgm2 * motor->ratio * motor->ratio;
}

double kamm_bench_rolling_mass_kg(const kamm_bench *bench, int car)
{
    double mass_kg = bench->info.mass_kg;
    for (int axle = 0; axle < bench->info.axle_count; ++axle) {
        double radius_m = kamm_bench_rolling_radius_m(bench, car, bench->model->layout.first[axle]);
        mass_kg += rotors_kgm2(bench, axle) / (radius_m * radius_m);
    }
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel) {
        double radius_m = kamm_bench_rolling_radius_m(bench, car, wheel);
        const kamm_axle_def *axle = &bench->car->def.axles[bench->info.wheel_axle[wheel]];
        mass_kg += hub_share(axle) * axle->wheel_inertia_kgm2 / (radius_m * radius_m);
    }
    return mass_kg;
}
