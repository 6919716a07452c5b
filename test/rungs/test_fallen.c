/* A motorcycle that falls on its side scrapes, slides to rest, stays there, and is picked up. */
#include "support/riding.h"
#include "support/rungs.h"
#include "support/tier.h"

#include "run/cars.h"

#include <kamm/rider.h>
#include <math.h>

enum { MOST_CARS = 16 };

/* One that is thrown down, and what is seen of it. */
struct throw
{
    double speed;
    int side;
    double began[3], rests[3], least_j, rise_j;
};

/* In the air on their sides, out of gear, hands off. energy_j has hubs go straight up, so this fork does. */
static kamm_cars *throw_down(kamm_vehicle_def *def, double rate, double friction,
                             const struct throw *throws, int count)
{
    def->stepping.substeps_per_s = rate;
    def->body.contact_friction = friction;
    def->axles[0].suspension.recession = 0;
    kamm_cars *cars = start_cars(def, count);
    for (int car = 0; car < count; ++car) {
        double lean = throws[car].side * 1.2;
        kamm_placement at = {.position_m = {0, 0, 0.4},
                             .orientation = {cos(lean / 2), sin(lean / 2), 0, 0},
                             .speed_mps = throws[car].speed};
        kamm_place(cars, car, &at);
        kamm_inputs(cars)[car].gear = 0;
        kamm_inputs(cars)[car].free_steering = 1;
    }
    return cars;
}

/* Without the engine, which runs meanwhile. */
static double energy_of(const kamm_cars *cars, int car)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, car)->def->engine.inertia_kgm2 * engine * engine;
}

static void stand_up(kamm_cars *cars, int car)
{
    double lies[3], stands[3];
    read_position(cars, car, lies);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, lies[0], lies[1],
                                          kamm_read(cars, car, KAMM_CHANNEL_yaw_rad));
    at.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, car, &at);
    read_position(cars, car, stands);
    expect_near(hypot(stands[0] - lies[0], stands[1] - lies[1]), 0, 1.5);
}

/* Stood up where they lie, they ride away. */
static void pick_up(kamm_cars *cars)
{
    kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    int count = kamm_count(cars);
    double rate = kamm_model_of(cars, 0)->def->stepping.substeps_per_s;
    for (int car = 0; car < count; ++car) stand_up(cars, car);
    for (int frame = 0; frame < 360; ++frame) {
        for (int car = 0; car < count; ++car) {
            kamm_inputs(cars)[car].throttle = frame < 60 ? 0 : 0.25f;
            must(kamm_ride(cars, car, &request, 1.0 / 60, &error), &error);
        }
        kamm_step(cars, &kamm_flat_ground, (int)(rate / 60));
        for (int car = 0; car < count; ++car)
            expect_near(kamm_read(cars, car, KAMM_CHANNEL_roll_rad), 0, 0.15);
    }
    for (int car = 0; car < count; ++car) {
        expect_above(kamm_read(cars, car, KAMM_CHANNEL_speed_mps), 8);
        assert_int_equal(kamm_fault(cars, car), 0);
    }
}

static void slide(kamm_cars *cars, double rate, struct throw *throws)
{
    int count = kamm_count(cars);
    for (int car = 0; car < count; ++car) read_position(cars, car, throws[car].began);
    kamm_step(cars, &kamm_flat_ground, 1);
    for (int i = 0; i < 25 * rate; ++i) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int car = 0; car < count; ++car) {
            struct throw *t = &throws[car];
            double now = energy_of(cars, car);
            t->rise_j = fmax(t->rise_j, now - t->least_j), t->least_j = fmin(t->least_j, now);
        }
    }
    for (int car = 0; car < count; ++car) read_position(cars, car, throws[car].rests);
}

static void expect_slid(const kamm_cars *cars, int car, double friction, const struct throw *t)
{
    double to[3], expected = t->speed * t->speed / (2 * friction * GRAVITY_MPS2),
                  slid = distance_between(t->began, t->rests);
    read_position(cars, car, to);
    double creep = distance_between(t->rests, to);
    print_message("%3.0f /s, friction %.1f, %4.1f m/s, side %+d: slides %.1f m, of a block %.1f; "
                  "energy rises by %.3f J; creeps by %.2g mm\n",
                  kamm_model_of(cars, car)->def->stepping.substeps_per_s, friction, t->speed,
                  t->side, slid, expected, t->rise_j, 1000 * creep);
    expect_near(slid, expected, 0.17 * expected + 0.15 * t->speed);
    expect_below(t->rise_j, 1);
    expect_below(creep, 0.001);
    expect_near(fabs(kamm_read(cars, car, KAMM_CHANNEL_roll_rad)), PI / 2, 0.3);
}

/* All at once, as cars of one batch. */
static void slide_to_rest(double rate, double friction, struct throw *throws, int count)
{
    kamm_vehicle_def def = machine_of_file("sport-1000");
    kamm_cars *cars = throw_down(&def, rate, friction, throws, count);
    slide(cars, rate, throws);
    kamm_step(cars, &kamm_flat_ground, (int)rate * of_tiers(30, 600, 600));
    for (int car = 0; car < count; ++car) expect_slid(cars, car, friction, &throws[car]);
    pick_up(cars);
    end_cars(cars);
}

static void it_slides_to_rest_and_is_picked_up(void **state)
{
    (void)state;
    for (double rate = 240; rate >= 120; rate /= of_tiers(4, 2, 2))
        for (double friction = 0.4; friction < 0.8; friction += 0.3) {
            struct throw throws[MOST_CARS];
            int count = 0;
            for (double speed = 5; speed < 41; speed += 35.0 / of_tiers(2, 4, 7))
                for (int side = -1; side < 2; side += 2)
                    throws[count++] =
                        (struct throw){.speed = speed, .side = side, .least_j = INFINITY};
            slide_to_rest(rate, friction, throws, count);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_slides_to_rest_and_is_picked_up),
    };
    return cmocka_run_group_tests_name("fallen", tests, NULL, NULL);
}
