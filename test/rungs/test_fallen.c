/* A motorcycle that falls on its side scrapes, slides to rest, stays there, and is picked up. */
#include "support/riding.h"
#include "support/rungs.h"
#include "support/tier.h"

#include "run/cars.h"

#include <kamm/rider.h>
#include <math.h>

/* In the air on its side at that speed, out of gear, hands off. energy_j has hubs go straight up, so this fork does. */
static kamm_cars *throw_down(kamm_vehicle_def *def, double rate, double friction, double speed,
                             double lean)
{
    def->stepping.substeps_per_s = rate;
    def->body.contact_friction = friction;
    def->axles[0].suspension.recession = 0;
    kamm_cars *cars = start_cars(def, 1);
    kamm_placement at = {.position_m = {0, 0, 0.4},
                         .orientation = {cos(lean / 2), sin(lean / 2), 0, 0},
                         .speed_mps = speed};
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)[0].gear = 0;
    kamm_inputs(cars)[0].free_steering = 1;
    return cars;
}

/* Without the engine, which runs meanwhile. */
static double energy_of(const kamm_cars *cars)
{
    double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, 0)->def->engine.inertia_kgm2 * engine * engine;
}

/* Stood up where it lies, it rides away. */
static void pick_up(kamm_cars *cars)
{
    double lies[3], stands[3];
    kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    read_position(cars, 0, lies);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, lies[0], lies[1],
                                          kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad));
    at.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, 0, &at);
    read_position(cars, 0, stands);
    expect_near(hypot(stands[0] - lies[0], stands[1] - lies[1]), 0, 1.5);
    for (int frame = 0; frame < 360; ++frame) {
        double rate = kamm_model_of(cars, 0)->def->stepping.substeps_per_s;
        kamm_inputs(cars)[0].throttle = frame < 60 ? 0 : 0.25f;
        must(kamm_ride(cars, 0, &request, 1.0 / 60, &error), &error);
        kamm_step(cars, &kamm_flat_ground, (int)(rate / 60));
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad), 0, 0.15);
    }
    expect_above(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 8);
}

static void slide_to_rest(double rate, double friction, double speed, int side)
{
    kamm_vehicle_def def = machine_of_file("sport-1000");
    kamm_cars *cars = throw_down(&def, rate, friction, speed, side * 1.2);
    double least = INFINITY, rise = 0, began[3], from[3], to[3];
    read_position(cars, 0, began);
    kamm_step(cars, &kamm_flat_ground, 1);
    for (int i = 0; i < 25 * rate; ++i) {
        kamm_step(cars, &kamm_flat_ground, 1);
        double now = energy_of(cars);
        rise = fmax(rise, now - least), least = fmin(least, now);
    }
    read_position(cars, 0, from);
    kamm_step(cars, &kamm_flat_ground, (int)rate * of_tiers(30, 600, 600));
    read_position(cars, 0, to);
    double slid = distance_between(began, from),
           expected = speed * speed / (2 * friction * GRAVITY_MPS2);
    print_message("%3.0f /s, friction %.1f, %4.1f m/s, side %+d: slides %.1f m, of a block %.1f; "
                  "energy rises by %.3f J; creeps by %.2g mm\n",
                  rate, friction, speed, side, slid, expected, rise,
                  1000 * distance_between(from, to));
    expect_near(slid, expected, 0.17 * expected + 0.15 * speed);
    expect_below(rise, 1);
    expect_below(distance_between(from, to), 0.001);
    expect_near(fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)), PI / 2, 0.3);
    pick_up(cars);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

static void it_slides_to_rest_and_is_picked_up(void **state)
{
    (void)state;
    for (double rate = 240; rate >= 120; rate /= of_tiers(4, 2, 2))
        for (double speed = 5; speed < 41; speed += 35.0 / of_tiers(2, 4, 7))
            for (int side = -1; side < 2; side += 2)
                for (double friction = 0.4; friction < 0.8; friction += 0.3)
                    slide_to_rest(rate, friction, speed, side);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_slides_to_rest_and_is_picked_up),
    };
    return cmocka_run_group_tests_name("fallen", tests, NULL, NULL);
}
