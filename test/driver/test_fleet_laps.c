/* Laps of the shipped two-wheelers on the shipped circuit, on friction of 0.3 to 1.2, with drivers who plan with eight tenths of it;
 * before a release in small steps of the friction, and with six and seven tenths.
 * KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fleet.h"
#include "support/tier.h"

#include "run/cars.h"

#include <kamm/driver.h>
#include <kamm/io/world_file.h>
#include <math.h>
#include <string.h>

enum { CALLS_PER_S = 60 };

static const kamm_path *circuit(void)
{
    static kamm_world_file world;
    static const kamm_path *found;
    kamm_error error = {0};
    if (found) return found;
    must(kamm_load_world("proving-ground", &world, NULL, &error), &error);
    for (int i = 0; i < world.path_count; ++i)
        if (strcmp(world.paths[i].name, "circuit") == 0) found = &world.paths[i];
    assert_non_null(found);
    return found;
}

static void ride_lap(int machine, double friction, double margin)
{
    const kamm_vehicle_def def = fleet_def(machine, 240);
    kamm_ground ground = kamm_flat_ground;
    kamm_error error = {0};
    ground.plane.friction = (float)friction;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_line *line = kamm_create_line(circuit(), &error);
    kamm_plan *plan = kamm_create_plan(line, kamm_model_of(cars, 0), margin * friction, &error);
    if (!plan) fail_msg("%s", error.text);
    kamm_driver driver = kamm_driver_on(plan, 0);
    kamm_placement placement = kamm_driver_start(&driver);
    placement.speed_mps = fmin(placement.speed_mps, 8);
    kamm_place(cars, 0, &placement);
    kamm_inputs(cars)[0].gear = KAMM_GEAR_DRIVE;
    double off_m = 0, lean_rad = 0, time_s = 0, length_m = kamm_line_length_m(line);
    double start_m = 0.05 * length_m, start_s = 0; /* of the lap that is timed, at speed */
    for (; driver.driven_m < length_m + start_m && time_s < 400 && lean_rad < 1.1;
         time_s += 1.0 / CALLS_PER_S) {
        if (driver.driven_m < start_m) start_s = time_s;
        kamm_drive_path(&driver, cars, 0, 1.0 / CALLS_PER_S);
        kamm_step(cars, &ground, (int)def.stepping.substeps_per_s / CALLS_PER_S);
        lean_rad = fmax(lean_rad, fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)));
        off_m = fmax(off_m, fabs(driver.left_m));
    }
    print_message(
        "%-22s friction %.2f, %.1f of it: %.1f s, planned %.1f s; off by up to %.2f m, leans by "
        "up to %.2f rad\n",
        fleet_name(machine), friction, margin, time_s - start_s, kamm_planned_time_s(plan), off_m,
        lean_rad);
    assert_int_equal(kamm_fault(cars, 0), 0);
    if (driver.driven_m < length_m)
        fail_msg("%s falls on friction of %.2f after %.0f m", fleet_name(machine), friction,
                 driver.driven_m);
    expect_below(off_m, 3);
    expect_near((time_s - start_s) / kamm_planned_time_s(plan), 1, 0.1);
    end_cars(cars);
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
}

/* In the short tier a machine has one friction, each another. */
static void no_rider_falls_on_the_circuit(void **state)
{
    int most = in_release_tier() ? 19 : 6;
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int k = of_tier(m % 7, 0); k <= most; k += of_tier(7, 1))
            for (int tenths = of_tiers(8, 8, 6); tenths <= 8; ++tenths)
                ride_lap(m, in_release_tier() ? 0.25 + 0.05 * k : 0.3 + 0.15 * k, 0.1 * tenths);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_rider_falls_on_the_circuit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
