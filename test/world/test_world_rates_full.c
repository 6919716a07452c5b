/* Every shipped car on the full model against a wall, against its like and against a crate, at every rate of substeps: nothing
 * leaves the numbers, no body gets through, and energy only goes. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"
#include "world/state.h"

#include "run/cars.h"

#include <math.h>

/* Substeps per second, and the share of its energy that a drive may gain on the way; at 240 it is 0.3 % and at 600 0.1 % but
 * for the formula car that takes a crate on its thin front wing at 30 m/s. */
struct rate {
    double substeps_per_s, max_gain;
};
static const struct rate rates[] = {
    {60, 0.07}, {120, 0.02}, {240, 0.004}, {600, 0.0035}, {1200, 0.001}};
enum { RATES = 5, PAIR = 2 };

/* Without the engine, which idles by itself. */
static double energy_of(const kamm_cars *cars, int count)
{
    double sum = 0;
    for (int car = 0; car < count; ++car) {
        double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
        sum += kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
               0.5 * kamm_model_of(cars, car)->def->engine.inertia_kgm2 * engine * engine;
    }
    return sum;
}

/* Of the crate of a metre's side, if there is one: a low nose lifts it, and it comes down on the car. */
static double energy_of_crate(const kamm_world *world, double last[4], double rate)
{
    double velocity[3], dot = 0, chord = 0, mass_kg = (double)crate().mass_kg;
    kamm_body_motion pose;
    if (world->dynamic_count == 0) return 0;
    read_centre(world, 0, &pose, velocity);
    for (int i = 0; i < 4; ++i) dot += pose.orientation[i] * last[i];
    for (int i = 0; i < 4; ++i) {
        double turned = pose.orientation[i] - (dot < 0 ? -last[i] : last[i]);
        chord += turned * turned;
        last[i] = pose.orientation[i];
    }
    double turning = 4 * chord * rate * rate, inertia = mass_kg / 6;
    double speed2 =
        velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2];
    double *q = last, height_m = pose.position_m[2] + 0.5 - q[1] * q[1] - q[2] * q[2];
    return mass_kg * (0.5 * speed2 + GRAVITY_MPS2 * height_m) + 0.5 * inertia * turning;
}

/* Three seconds, in which the cars have to touch something. `what`: the drive, for messages. */
static void drive_into(const char *what, kamm_cars *cars, int count, const kamm_world_def *def,
                       double rate, double max_x_m, double max_gain)
{
    kamm_world *world = create_world(def);
    double first, lowest = 1e300, rise = 0, touched = 0, orientation[4] = {1, 0, 0, 0};
    add_cars(world, cars);
    kamm_step_world(world, 1); /* wheel loads are known from here on */
    first = energy_of(cars, count);
    for (int i = 0; i < (int)(3 * rate); ++i) {
        int touches;
        kamm_step_world(world, 1);
        kamm_contact_events(world, &touches);
        touched += touches;
        double energy = energy_of(cars, count) + energy_of_crate(world, orientation, rate);
        lowest = fmin(lowest, energy);
        rise = fmax(rise, energy - lowest);
        for (int car = 0; car < count; ++car)
            expect_below(kamm_read(cars, car, KAMM_CHANNEL_x_m), max_x_m);
    }
    for (int car = 0; car < count; ++car) assert_int_equal(kamm_fault(cars, car), 0);
    if (rise > max_gain * first) print_message("%s at %g /s:\n", what, rate);
    expect_below(rise, max_gain * first);
    if (!(touched > 0)) print_message("%s at %g /s:\n", what, rate);
    expect_above(touched, 0);
    kamm_destroy_world(world);
}

static kamm_cars *rolling(int vehicle, double rate, int count, kamm_model **model)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    def.converter.k_curve.count = def.converter.torque_ratio_curve.count = 0; /* at idle it pulls */
    def.aero.frontal_area_m2 = 0; /* downforce does work on a body that comes down */
    for (int a = 0; a < def.axles_count; ++a)
        def.axles[a].motor.lift_share =
            0; /* it does work until its torque has turned with the wheels */
    return cars_of(&def, KAMM_FULL, count, model);
}

static void meet_all(int vehicle, struct rate at, double speed, double yaw)
{
    double rate = at.substeps_per_s, max_gain = at.max_gain;
    kamm_model *model;
    kamm_cars *cars = rolling(vehicle, rate, 1, &model);
    const kamm_car_body_def *body = &kamm_model_of(cars, 0)->def->body;
    rate = kamm_model_of(cars, 0)->def->stepping.substeps_per_s;
    double nose = body->cg_behind_front_axle_m + body->front_overhang_m;
    double way = nose + body->width_m / 2 * sin(yaw) + 0.5 * speed;
    kamm_body_def wall = wall_across(way, 0.5, 0.1);
    kamm_body_def dynamic_body = placed_at(crate(), way + 0.5, 0.2, 0, 1);
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    roll_at(cars, 0, 0, 0, yaw, speed);
    drive_into("a wall", cars, 1, &def, rate, way, max_gain);
    def = (kamm_world_def){.ground = kamm_flat_ground, .bodies = &dynamic_body, .body_count = 1};
    roll_at(cars, 0, 0, 0, 0, speed);
    drive_into("a crate", cars, 1, &def, rate, 1e9, max_gain);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    cars = rolling(vehicle, rate, PAIR, &model);
    def = (kamm_world_def){.ground = kamm_flat_ground};
    roll_at(cars, 0, 0, 0, 0, speed);
    roll_at(cars, 1, 2 * way, 0.4 + yaw, PI, speed);
    drive_into("its like", cars, PAIR, &def, rate, 1e9, max_gain);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void contacts_hold_at_every_rate(void **state)
{
    (void)state;
    static const double speeds[] = {3, 12, 30}, yaws[] = {0, 0.4};
    int counter = 0;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int rate = 0; rate < RATES; ++rate)
            for (int i = 0; i < 6; ++i)
                if (counter++ % of_tiers(115, 23, 2) == 0)
                    meet_all(vehicle, rates[rate], speeds[i / 2], yaws[i % 2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(contacts_hold_at_every_rate)};
    return cmocka_run_group_tests_name("world_rates_full", tests, NULL, NULL);
}
