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

/* A lap of one friction and one share of it that is planned with. */
struct lap {
    double friction, margin;
    kamm_plan *plan;
    kamm_driver driver;
    double off_m, lean_rad, time_s, started_s;
    int is_over;
};

enum { MOST_LAPS = 64 };

static void start_lap(kamm_cars *cars, int car, const kamm_line *line, struct lap *lap)
{
    kamm_error error = {0};
    lap->plan =
        kamm_create_plan(line, kamm_model_of(cars, car), lap->margin * lap->friction, &error);
    if (!lap->plan) fail_msg("%s", error.text);
    lap->driver = kamm_driver_on(lap->plan, 0);
    kamm_placement placement = kamm_driver_start(&lap->driver);
    placement.speed_mps = fmin(placement.speed_mps, 8);
    kamm_place(cars, car, &placement);
    kamm_inputs(cars)[car].gear = KAMM_GEAR_DRIVE;
}

/* The lap that is timed begins at speed. */
static void ride_on(kamm_cars *cars, int car, double length_m, double time_s, struct lap *lap)
{
    double start_m = 0.05 * length_m;
    if (lap->is_over) return;
    if (lap->driver.driven_m < start_m) lap->started_s = time_s;
    kamm_drive_path(&lap->driver, cars, car, 1.0 / CALLS_PER_S);
}

static void judge(const kamm_cars *cars, int car, double length_m, double time_s, struct lap *lap)
{
    if (lap->is_over) return;
    lap->time_s = time_s - lap->started_s;
    lap->lean_rad = fmax(lap->lean_rad, fabs(kamm_read(cars, car, KAMM_CHANNEL_roll_rad)));
    lap->off_m = fmax(lap->off_m, fabs(lap->driver.left_m));
    lap->is_over = lap->driver.driven_m >= 1.05 * length_m || lap->lean_rad >= 1.1;
    if (lap->is_over) assert_int_equal(kamm_fault(cars, car), 0);
}

static void end_lap(const char *name, double length_m, struct lap *lap)
{
    print_message(
        "%-22s friction %.2f, %.1f of it: %.1f s, planned %.1f s; off by up to %.2f m, leans by "
        "up to %.2f rad\n",
        name, lap->friction, lap->margin, lap->time_s, kamm_planned_time_s(lap->plan), lap->off_m,
        lap->lean_rad);
    if (lap->driver.driven_m < length_m)
        fail_msg("%s falls on friction of %.2f after %.0f m", name, lap->friction,
                 lap->driver.driven_m);
    assert_true(lap->is_over);
    expect_below(lap->off_m, 3);
    expect_near(lap->time_s / kamm_planned_time_s(lap->plan), 1, 0.1);
    kamm_destroy_plan(lap->plan);
}

/* All laps of a machine at once, as cars of one batch whose wheels have ground of their own. */
static void ride_laps(int machine, struct lap *laps, int count)
{
    static kamm_contact contacts[2 * MOST_LAPS];
    const kamm_vehicle_def def = fleet_def(machine, 240);
    kamm_ground ground = kamm_flat_ground;
    kamm_error error = {0};
    kamm_line *line = kamm_create_line(circuit(), &error);
    kamm_cars *cars = start_cars(&def, count);
    double length_m = kamm_line_length_m(line);
    assert_int_equal(kamm_describe(kamm_model_of(cars, 0)).wheel_count, 2);
    for (int car = 0; car < count; ++car) {
        start_lap(cars, car, line, &laps[car]);
        contacts[2 * car] = contacts[2 * car + 1] =
            (kamm_contact){.normal = {0, 0, 1}, .friction = (float)laps[car].friction};
    }
    ground.contacts = contacts;
    for (int call = 0, going = count; going && call < 400 * CALLS_PER_S; ++call) {
        double time_s = (double)call / CALLS_PER_S;
        for (int car = 0; car < count; ++car) ride_on(cars, car, length_m, time_s, &laps[car]);
        kamm_step(cars, &ground, (int)def.stepping.substeps_per_s / CALLS_PER_S);
        going = 0;
        for (int car = 0; car < count; ++car) {
            judge(cars, car, length_m, time_s + 1.0 / CALLS_PER_S, &laps[car]);
            going += !laps[car].is_over;
        }
    }
    for (int car = 0; car < count; ++car) end_lap(fleet_name(machine), length_m, &laps[car]);
    end_cars(cars);
    kamm_destroy_line(line);
}

/* In the short tier a machine has one friction, each another. */
static void no_rider_falls_on_the_circuit(void **state)
{
    int most = in_release_tier() ? 19 : 6;
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        struct lap laps[MOST_LAPS] = {{0}};
        int count = 0;
        for (int k = of_tier(m % 7, 0); k <= most; k += of_tier(7, 1))
            for (int tenths = of_tiers(8, 8, 6); tenths <= 8; ++tenths)
                laps[count++] =
                    (struct lap){.friction = in_release_tier() ? 0.25 + 0.05 * k : 0.3 + 0.15 * k,
                                 .margin = 0.1 * tenths};
        ride_laps(m, laps, count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_rider_falls_on_the_circuit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
