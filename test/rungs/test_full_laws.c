/* Laws that hold whatever the car: mirror symmetry, energy, momentum. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "base/quaternion.h"
#include "support/mirror.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/chassis.h"

#include <math.h>
#include <string.h>

static void steer_at_random(kamm_input *input, struct noise *noise, int frame, double side)
{
    double steer = noise_between(noise, -3, 3), throttle = noise_between(noise, 0, 1);
    input->steering_wheel_rad = (float)(side * steer);
    input->throttle = (float)throttle;
    input->brake = frame % 200 > 150;
    input->hand_brake = frame % 300 > 280;
}

static kamm_cars *start_lopsided(double side, const double orientation[4], double substeps_per_s)
{
    kamm_vehicle_def def = lopsided_car(side);
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{3, 5 * side, 0.2}, {0}, 18, 2, {0}};
    for (int i = 0; i < 4; ++i) placement.orientation[i] = orientation[i] * (i % 2 ? side : 1);
    kamm_place(cars, 0, &placement);
    return cars;
}

static void expect_mirrored_drive(const kamm_ground *ground, const double orientation[4],
                                  double substeps_per_s, int frames)
{
    struct mirrored_ground mirror;
    kamm_ground other_side = mirror_of_ground(&mirror, ground);
    kamm_cars *cars = start_lopsided(1, orientation, substeps_per_s);
    kamm_cars *mirrored = start_lopsided(-1, orientation, substeps_per_s);
    struct noise noise = {3}, same_noise = {3};
    const int substeps = (int)fmax(substeps_per_s / 120, 1);
    for (int frame = 0; frame < frames; ++frame) {
        steer_at_random(&kamm_inputs(cars)[0], &noise, frame, 1);
        steer_at_random(&kamm_inputs(mirrored)[0], &same_noise, frame, -1);
        kamm_step(cars, ground, substeps);
        kamm_step(mirrored, &other_side, substeps);
        expect_mirror_images(cars, mirrored, frame);
    }
    print_message("mirrored to the bit for %d frames, at last at %.1f m/s\n", frames,
                  read_channel(cars, KAMM_CHANNEL_speed_mps));
    end_cars(cars);
    end_cars(mirrored);
}

static void mirrored_inputs_give_the_mirrored_drive(void **state)
{
    (void)state;
    static struct rough_ground rough;
    const double ahead[4] = {1, 0, 0, 0}, askew[4] = {0.96, 0.1, 0.05, 0.25};
    kamm_ground bank = kamm_plane_ground(0.02, 0.08, 0.9), bumps;
    bank.wind_mps[0] = -4;
    bank.wind_mps[1] = 7;
    make_rough(&rough, 11, 2.5, 0.08, 0.8);
    bumps = ground_of_rough(&rough);
    expect_mirrored_drive(&kamm_flat_ground, ahead, of_tier(240, 1200), 1200);
    if (in_long_tier()) expect_mirrored_drive(&bank, askew, 1200, 1200);
    if (in_long_tier()) expect_mirrored_drive(&bumps, askew, 1200, 1200);
    expect_mirrored_drive(&bank, askew, 240, 1200);
    expect_mirrored_drive(&bumps, askew, 240, 1200);
    expect_mirrored_drive(&bumps, askew, 120, 1200);
    expect_mirrored_drive(&bank, askew, 60, 1200);
    expect_mirrored_drive(&bumps, askew, 60, 1200);
}

/* Mechanical energy without that of the engine, which idles by itself behind an open clutch. */
static double energy_of(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    double engine = read_channel(cars, KAMM_CHANNEL_engine_radps);
    return read_channel(cars, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

/* Rolls, slides or tumbles in neutral; energy may not rise by more than 1e-6 of what was lost
 * (floats) beyond `elastic_j`. */
static void expect_energy_falls(const char *what, double substeps_per_s, const kamm_ground *ground,
                                const kamm_placement *placement, double steer_rad, double elastic_j)
{
    kamm_vehicle_def def = default_vehicle();
    def.stepping.substeps_per_s = substeps_per_s;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_place(cars, 0, placement);
    kamm_inputs(cars)[0].gear = 0;
    kamm_inputs(cars)[0].steering_wheel_rad = (float)steer_rad;
    kamm_step(cars, ground, 1); /* wheel loads are known from here on */
    while (fabs(read_channel(cars, KAMM_CHANNEL_steering_wheel_rad) - steer_rad) > 1e-6)
        kamm_step(cars, ground, 1); /* the driver's work */
    double first = energy_of(cars, &def), lowest = first, rise = 0;
    int substeps = (int)fmax(substeps_per_s / 240, 1);
    for (int frame = 0; frame < 20 * substeps_per_s / substeps; ++frame) {
        kamm_step(cars, ground, substeps);
        double energy = energy_of(cars, &def);
        lowest = fmin(lowest, energy);
        rise = fmax(rise, energy - lowest);
    }
    print_message("%s at %g /s: energy from %.1f to %.1f J, greatest rise %.3g J\n", what,
                  substeps_per_s, first, lowest, rise);
    expect_below(rise, 1e-6 * (first - lowest) + 0.005 + elastic_j);
    end_cars(cars);
}

static void energy_never_rises_without_drive(void **state)
{
    (void)state;
    /* A drop of 3 m, of 91 kJ, lands on the rims: there a substep is too long from some 240 a second down. */
    static const struct {
        double substeps_per_s, landing_j;
    } rates[] = {{1200, 0.1}, {240, 20}, {120, 2000}, {60, 40000}};
    /* A tyre that lands on a bump is pressed in while its plane turns below it: up to 50 J of 175 kJ at one such
     * place, starting with 20 to 22.3 m/s, with air and without. */
    const double bump_j = 35; /* 29 in this drive */
    static struct rough_ground rough;
    kamm_ground slope = kamm_plane_ground(-0.1, 0.05, 0.9), bumps;
    const kamm_ground *flat = &kamm_flat_ground;
    make_rough(&rough, 5, 3, 0.1, 0.9);
    bumps = ground_of_rough(&rough);
    const kamm_placement standing = {{0, 0, 0}, {1, 0, 0, 0}, 0, 0, {0}};
    const kamm_placement fast = {{0, 0, 0}, {1, 0, 0, 0}, 30, 0, {0}};
    const kamm_placement on_bumps = {{0, 0, 0.3}, {1, 0, 0, 0}, 20, 0, {0}};
    const kamm_placement dropped = {{0, 0, 3}, {1, 0, 0, 0}, 10, 0, {0}};
    const kamm_placement on_roof = {{0, 0, 3}, {0.1, 0.99, 0.05, 0}, 10, 0, {0}};
    kamm_placement downhill = kamm_placement_on(&slope, 0, 0, 0.3);
    for (size_t i = (size_t)of_tier(1, 0), step = (size_t)of_tier(2, 1);
         i < sizeof rates / sizeof *rates; i += step) {
        double rate = rates[i].substeps_per_s, landing = rates[i].landing_j;
        expect_energy_falls("standing", rate, flat, &standing, 0, 0);
        expect_energy_falls("coasting", rate, flat, &fast, 0, 0);
        expect_energy_falls("cornering", rate, flat, &fast, 1.5, 0);
        expect_energy_falls("sliding", rate, flat, &fast, 8, 0);
        expect_energy_falls("downhill", rate, &slope, &downhill, 0.4, 0);
        expect_energy_falls("bumps", rate, &bumps, &on_bumps, 0.2,
                            fmax(bump_j, rate > 60 ? 0 : landing));
        expect_energy_falls("dropped", rate, flat, &dropped, 0, landing);
        expect_energy_falls("onto its roof", rate, flat, &on_roof, 0, rate > 240 ? 0 : landing);
    }
}

static kamm_ground empty_space(double gravity)
{
    kamm_ground space = kamm_plane_ground(0, 0, 1);
    space.plane.point_m[2] = -1e5;
    space.air_density_kgpm3 = KAMM_NONE;
    space.gravity_mps2[2] = gravity == 0 ? -KAMM_NONE : (float)-gravity;
    return space;
}

static void free_fall_has_the_acceleration_of_gravity(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground space = empty_space(GRAVITY_MPS2);
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{0, 0, 100}, {1, 0, 0, 0}, 20, 0, {0}};
    double x[3], z[3], seconds = 1;
    kamm_place(cars, 0, &placement);
    kamm_inputs(cars)[0].gear = 0;
    drive_for(cars, &space, 2); /* the wheels drop and settle */
    for (int i = 0; i < 3; ++i) {
        x[i] = read_channel(cars, KAMM_CHANNEL_x_m);
        z[i] = read_channel(cars, KAMM_CHANNEL_z_m);
        expect_near(read_channel(cars, KAMM_CHANNEL_acceleration_z_mps2), -GRAVITY_MPS2, 0.01);
        drive_for(cars, &space, seconds);
    }
    expect_share(z[0] - 2 * z[1] + z[2], -GRAVITY_MPS2 * seconds * seconds, 1e-3);
    expect_near(x[2] - x[1], x[1] - x[0], 1e-3);
    expect_near(sum_of_loads(cars, 0), 0, 0);
    end_cars(cars);
}

static void add_cross(const double a[3], const double b[3], double by, double to[3])
{
    to[0] += by * (a[1] * b[2] - a[2] * b[1]);
    to[1] += by * (a[2] * b[0] - a[0] * b[2]);
    to[2] += by * (a[0] * b[1] - a[1] * b[0]);
}

/* Wheel `w` in body axes: where its centre is and how fast it moves, on a body that does so too. */
static void hub_motion(const kamm_cars *cars, int w, const double v[3],
                       const double angular_velocity[3], double at[3], double velocity[3])
{
    const struct axle_constants *axle = &kamm_model_of(cars, 0)->chassis->axles[w / 2];
    const struct suspension_constants *suspension = &axle->suspension;
    double travel = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_travel_m);
    double rate = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_travel_rate_mps), side = w % 2 ? -1 : 1;
    struct wheel_path path = wheel_path_at(suspension, (float)travel, (float)travel);
    at[0] = axle->behind_m + path.forward_m;
    at[1] = side * (axle->half_track_m + path.outward_m) + axle->left_offset_m;
    at[2] = axle->hub_z_m + travel;
    velocity[0] = v[0] + path.forward_slope * rate;
    velocity[1] = v[1] + side * path.outward_slope * rate;
    velocity[2] = v[2] + rate;
    add_cross(angular_velocity, at, 1, velocity);
}

/* Angular momentum about the whole car's centre of gravity, world axes: of the body, of the wheels
 * where they are, and of their spin. */
static void angular_momentum(const kamm_cars *cars, double world[3])
{
    const struct chassis_constants *c = kamm_model_of(cars, 0)->chassis;
    const float *inertia = c->sprung_inertia;
    double position[3], q[4], v[3], sum[3], centre[3] = {0}, momentum[3];
    double w[3] = {read_channel(cars, KAMM_CHANNEL_roll_rate_radps),
                   read_channel(cars, KAMM_CHANNEL_pitch_rate_radps),
                   read_channel(cars, KAMM_CHANNEL_yaw_rate_radps)};
    double moving[3] = {CAR_STATE(cars, 0, car.velocity_x_mps),
                        CAR_STATE(cars, 0, car.velocity_y_mps),
                        CAR_STATE(cars, 0, car.velocity_z_mps)};
    kamm_body_frame(cars, 0, position, q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    kamm_rotate(back, moving, v);
    sum[0] = inertia[0] * w[0] - inertia[3] * w[1] - inertia[4] * w[2];
    sum[1] = inertia[1] * w[1] - inertia[3] * w[0] - inertia[5] * w[2];
    sum[2] = inertia[2] * w[2] - inertia[4] * w[0] - inertia[5] * w[1];
    for (int i = 0; i < 3; ++i) momentum[i] = c->sprung_mass_kg * v[i];
    for (int wheel = 0; wheel < 4; ++wheel) {
        const struct axle_constants *axle = &c->axles[wheel / 2];
        double at[3], velocity[3], mass = axle->unsprung_mass_kg;
        hub_motion(cars, wheel, v, w, at, velocity);
        add_cross(at, velocity, mass, sum);
        for (int i = 0; i < 3; ++i) momentum[i] += mass * velocity[i];
        for (int i = 0; i < 3; ++i) centre[i] += mass * at[i] / c->total_mass_kg;
        sum[1] += axle->wheel_inertia_kgm2 * kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_spin_radps);
    }
    add_cross(centre, momentum, -1, sum);
    kamm_rotate(q, sum, world);
}

/* Energy without weight's: where there is no gravity. */
static double weightless_energy(const kamm_cars *cars, const kamm_vehicle_def *def)
{
    return energy_of(cars, def) -
           def->body.mass_kg * GRAVITY_MPS2 * read_channel(cars, KAMM_CHANNEL_z_m);
}

/* Thrown off the ground spinning, then in empty space: angular momentum stays, with the wheels'. */
static void tumbling_keeps_its_angular_momentum(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground space = empty_space(0);
    const double zero[3] = {0};
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement placement = {{0, 0, 2.5}, {0.85, 0.4, 0.15, 0.3}, 30, 0, {0}};
    double first[3], now[3], worst = 0;
    kamm_place(cars, 0, &placement);
    kamm_inputs(cars)[0].gear = 0;
    drive_for(cars, &kamm_flat_ground, 1.0); /* hits the ground and bounces */
    drive_for(cars, &space, 2);              /* the wheels settle */
    angular_momentum(cars, first);
    expect_above(distance_between(first, zero), 300);
    double energy = weightless_energy(cars, &def);
    for (int i = 0; i < 60; ++i) {
        drive_for(cars, &space, 0.5);
        angular_momentum(cars, now);
        worst = fmax(worst, distance_between(first, now) / distance_between(first, zero));
    }
    print_message(
        "angular momentum %.0f kg m2/s, within %.2f %% for 30 s; energy %.1f J, then %.1f\n",
        distance_between(first, zero), 100 * worst, energy, weightless_energy(cars, &def));
    expect_below(worst, 0.005);
    expect_share(weightless_energy(cars, &def), energy, 0.001);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirrored_inputs_give_the_mirrored_drive),
        cmocka_unit_test(energy_never_rises_without_drive),
        cmocka_unit_test(free_fall_has_the_acceleration_of_gravity),
        cmocka_unit_test(tumbling_keeps_its_angular_momentum),
    };
    return cmocka_run_group_tests_name("laws", tests, NULL, NULL);
}
