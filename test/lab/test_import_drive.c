/* Imported cars drive: loads, gear speeds, top speed and acceleration follow from the numbers of the imported files by closed
 * forms, which are typed here again. */
#include "support/cars.h"
#include "support/imported_car.h"

#include <kamm/io/import.h>
#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

#define AIR_KG_PER_M3 1.2041

static kamm_vehicle_file car;

static void import(const char *name)
{
    char path[200];
    kamm_error error = {0};
    kamm_vehicle_facts facts = kamm_default_facts();
    facts.drive = KAMM_DRIVEN_REAR;
    snprintf(path, sizeof path, "%s%s", imported_path, name);
    if (kamm_import_vehicle(path, KAMM_IMPORT_BY_NAME, &facts, imported_out, NULL, &error) ||
        kamm_load_vehicle(imported_out, &car, NULL, &error))
        fail_msg("%s", error.text);
}

static double figure(const char *test, const char *name)
{
    kamm_test_options options = {.substeps_per_s = 240};
    static kamm_test_result result;
    kamm_error error;
    if (kamm_run_test(test, &car, &options, &result, &error)) fail_msg("%s", error.text);
    for (int i = 0; i < result.figure_count; ++i)
        if (!strcmp(result.figures[i].name, name)) return result.figures[i].value;
    fail_msg("%s", name);
    return NAN;
}

static kamm_cars *standing(double speed_mps, int gear)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(&car.def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    kamm_placement at = {.orientation = {1}, .speed_mps = speed_mps, .gear = gear};
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)[0] = (kamm_input){.gear = (int8_t)gear, .brake = speed_mps > 0 ? 0 : 1};
    kamm_destroy_model(model);
    return cars;
}

/* CG_LOCATION is the front share of the weight. */
static void test_axle_loads_are_those_of_the_file(void **state)
{
    (void)state;
    import("");
    kamm_cars *cars = standing(0, 0);
    kamm_step(cars, &kamm_flat_ground, 1200);
    double front = 0, rear = 0;
    for (int wheel = 0; wheel < 4; ++wheel)
        *(wheel < 2 ? &front : &rear) += kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
    expect_share(front, 1320 * GRAVITY_MPS2 * 0.53, 0.001);
    expect_share(rear, 1320 * GRAVITY_MPS2 * 0.47, 0.001);
    kamm_destroy_cars(cars);
}

/* Effective rolling radius of the rear tyres of RADIUS, RATE and FZ0, by the Magic Formula (Pacejka 2012) with the usual
 * coefficients 8.4, 0.27 and 0.07. */
static double rolling_radius(void)
{
    double nominal_n = 3000, stiffness = 250000, share = 1320 * GRAVITY_MPS2 * 0.47 / 2 / nominal_n;
    return 0.320 - nominal_n / stiffness * (0.27 * atan(8.4 * share) + 0.07 * share);
}

static void test_gears_turn_the_engine_as_the_ratios_say(void **state)
{
    static const double ratios[] = {3.63, 2.19, 1.54, 1.21, 1.00, 0.77};
    (void)state;
    import("");
    double radius = rolling_radius();
    for (int gear = 1; gear <= 6; ++gear) {
        double speed = 4000 * PI / 30 * radius / (ratios[gear - 1] * 4.1);
        kamm_cars *cars = standing(speed, gear);
        kamm_inputs(cars)[0].throttle = 0.15f;
        kamm_step(cars, &kamm_flat_ground, 240);
        double v = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
               engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
        double slip = kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_slip_ratio);
        expect_share(engine / (1 + slip), v / radius * ratios[gear - 1] * 4.1, 0.005);
        kamm_destroy_cars(cars);
    }
}

/* Force at the wheels of the file's curve in the best gear below the limiter; 0 above. */
static double drive_n(double speed, double radius, double *used)
{
    static const double ratios[] = {3.63, 2.19, 1.54, 1.21, 1.00, 0.77};
    static const double rpm[] = {0, 1000, 2000, 3000, 4000, 5000, 6000, 6500, 7000, 7500};
    static const double nm[] = {80, 140, 170, 185, 195, 200, 190, 180, 165, 120};
    double best = 0;
    for (int gear = 0; gear < 6; ++gear) {
        double ratio = ratios[gear] * 4.1, turns = speed / radius * ratio * 30 / PI;
        if (turns > 7200) continue;
        int i = 1;
        while (rpm[i] < turns) ++i;
        double share = (turns - rpm[i - 1]) / (rpm[i] - rpm[i - 1]);
        double force = (nm[i - 1] + share * (nm[i] - nm[i - 1])) * ratio / radius;
        if (force > best) best = force, *used = ratio;
    }
    return best;
}

/* Wings have 2 * 0.30 + 0.42 * 0.06 m2. Tyres have 0.011 in front and 0.0105 behind, and 0.6 % more per m/s. */
static double resistance_n(double speed)
{
    return 0.5 * AIR_KG_PER_M3 * 0.6252 * speed * speed +
           1320 * GRAVITY_MPS2 * 0.0108 * (1 + 0.006 * speed);
}

static void test_top_speed_is_where_power_equals_drag(void **state)
{
    (void)state;
    import("");
    double radius = rolling_radius(), speed = 30, ratio;
    while (drive_n(speed, radius, &ratio) > resistance_n(speed)) speed += 0.01;
    expect_share(figure("top-speed", "top_speed_kmh"), 3.6 * speed, 0.03);
}

/* Force over the mass, with the inertias of ANGULAR_INERTIA and of the engine in its gear. An upshift takes 0.22 s without
 * drive, and slows the engine down, whose energy goes into the car. */
static void test_acceleration_follows_from_torque_and_mass(void **state)
{
    (void)state;
    import("");
    double radius = rolling_radius(), time = 0, last = 0, ratio = 0;
    double mass = 1320 + 2 * 1.2 / (0.314 * 0.314) + 2 * 1.3 / (0.320 * 0.320);
    for (double v = 100 / 3.6; v < 160.934 / 3.6; v += 0.01) {
        double force = drive_n(v, radius, &ratio) - resistance_n(v), turns = v / radius;
        time += 0.01 * (mass + 0.14 * ratio * ratio / (radius * radius)) / force;
        if (last > ratio) {
            time += 0.22;
            v += 0.14 / 2 * turns * turns * (last * last - ratio * ratio) / (mass * v);
        }
        last = ratio;
    }
    double seen = figure("accel", "time_0_100_mph_s") - figure("accel", "time_0_100_kmh_s");
    expect_share(seen, time, 0.04);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axle_loads_are_those_of_the_file),
        cmocka_unit_test(test_gears_turn_the_engine_as_the_ratios_say),
        cmocka_unit_test(test_top_speed_is_where_power_equals_drag),
        cmocka_unit_test(test_acceleration_follows_from_torque_and_mass),
    };
    return cmocka_run_group_tests(tests, set_up_imported, clear_up_imported);
}
