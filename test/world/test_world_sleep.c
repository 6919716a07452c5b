/* Cars and dynamic bodies that sleep: those that stand, to the bit, until something concerns them; and no others. */
#include "support/quick.h"
#include "support/shipped.h"
#include "support/world.h"

#include "world/state.h"

#include <kamm/act.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_world *world_of(const kamm_ground *ground, kamm_cars *cars)
{
    kamm_world_def def = {.ground = *ground};
    kamm_world *world = create_world(&def);
    add_cars(world, cars);
    kamm_let_cars_sleep(world, 1);
    return world;
}

static kamm_cars *shipped_cars(int vehicle, double rate, int count, kamm_model **model)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate;
    return cars_of(&def, KAMM_FULL, count, model);
}

static void park(kamm_cars *cars, int car, const kamm_ground *ground, double y, int gear)
{
    kamm_placement at = kamm_placement_on(ground, 0, y, 0);
    at.gear = gear;
    kamm_place(cars, car, &at);
    kamm_inputs(cars)[car].gear = (float)gear;
    kamm_inputs(cars)[car].hand_brake = 1;
    kamm_inputs(cars)[car].brake = 1;
}

/* Steps until the car sleeps; the time that it took, or -1. */
static double falls_asleep_after(kamm_world *world, const kamm_cars *cars, double rate,
                                 double limit_s)
{
    for (int n = 0; n * 0.25 < limit_s; ++n) {
        if (kamm_car_is_asleep(world, cars, 0)) return n * 0.25;
        kamm_step_world(world, (int)(rate / 4));
    }
    return -1;
}

/* Every shipped vehicle, on level ground in neutral and on a slope of 10 % on its brakes: it sleeps within seconds and stays to the bit. */
static void every_vehicle_sleeps_where_it_stands(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int v = 0; v < shipped_count(); ++v)
        for (int on_slope = 0; on_slope < 2; ++on_slope) {
            kamm_model *model;
            double rate = 240;
            kamm_ground ground = kamm_plane_ground(on_slope ? 0.1 : 0, 0, 1);
            kamm_cars *cars = shipped_cars(v, rate, 1, &model);
            kamm_world *world = world_of(&ground, cars);
            park(cars, 0, &ground, 0, 0);
            if (falls_asleep_after(world, cars, rate, 12) < 0)
                fail_msg("%s does not sleep %s: %g m/s, %g rad/s", shipped_name(v),
                         on_slope ? "on the slope" : "on level ground",
                         kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
                         kamm_read(cars, 0, KAMM_CHANNEL_engine_radps));
            uint64_t hash = kamm_state_hash(cars);
            double before = kamm_read(cars, 0, KAMM_CHANNEL_time_s);
            kamm_step_world(world, 2400);
            assert_true(kamm_state_hash(cars) == hash);
            expect_near(kamm_read(cars, 0, KAMM_CHANNEL_time_s), before + 2400 / rate, 1e-6);
            kamm_destroy_world(world);
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
}

/* After a sleep a car that is driven off moves as one that never slept, but for the engine's place in its idling: 3 % of the first
 * seconds from rest. */
static void who_has_slept_drives_as_who_has_not(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const names[] = {"bmw-m3-e46", "nissan-micra", "kraz-6x4"};
    for (int i = 0; i < 3; ++i) {
        double way[2], speed[2];
        for (int sleeps = 0; sleeps < 2; ++sleeps) {
            kamm_model *model;
            kamm_cars *cars = shipped_cars(shipped_number(names[i]), 240, 1, &model);
            kamm_world *world = world_of(&kamm_flat_ground, cars);
            kamm_let_cars_sleep(world, sleeps);
            park(cars, 0, &kamm_flat_ground, 0, KAMM_GEAR_DRIVE);
            kamm_step_world(world, 240 * 10);
            assert_int_equal(kamm_car_is_asleep(world, cars, 0), sleeps);
            kamm_inputs(cars)[0].brake = kamm_inputs(cars)[0].hand_brake = 0;
            kamm_inputs(cars)[0].throttle = 0.5f;
            double from = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
            kamm_step_world(world, 240 * 4);
            assert_false(kamm_car_is_asleep(world, cars, 0));
            way[sleeps] = kamm_read(cars, 0, KAMM_CHANNEL_x_m) - from;
            speed[sleeps] = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
            kamm_destroy_world(world);
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
        expect_above(way[0], 2);
        expect_share(way[1], way[0], 0.03);
        expect_share(speed[1], speed[0], 0.03);
    }
}

enum { CARS = 33 };
struct lot {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
};

/* A row of parked cars, all asleep: three blocks. */
static struct lot start_lot(void)
{
    struct lot lot;
    kamm_vehicle_def def = plain_car();
    def.stepping.substeps_per_s = 240;
    lot.cars = cars_of(&def, KAMM_FULL, CARS, &lot.model);
    lot.world = world_of(&kamm_flat_ground, lot.cars);
    for (int i = 0; i < CARS; ++i) park(lot.cars, i, &kamm_flat_ground, 5 * i, 0);
    kamm_step_world(lot.world, 240 * 6);
    for (int i = 0; i < CARS; ++i) assert_true(kamm_car_is_asleep(lot.world, lot.cars, i));
    return lot;
}

static void end_lot(struct lot *lot)
{
    kamm_destroy_world(lot->world);
    kamm_destroy_cars(lot->cars);
    kamm_destroy_model(lot->model);
}

/* Which blocks are awake after a step, as bits; then all sleep again. */
static int awake_after(struct lot *lot, int substeps)
{
    kamm_step_world(lot->world, substeps);
    int awake = 0;
    for (int i = 0; i < CARS; i += KAMM_CARS_PER_BLOCK)
        awake |= !kamm_car_is_asleep(lot->world, lot->cars, i) << i / KAMM_CARS_PER_BLOCK;
    return awake;
}

/* Whatever concerns one car wakes its block, and no other. */
static void what_concerns_a_car_wakes_its_block(void **state)
{
    (void)state;
    struct lot lot = start_lot();
    assert_int_equal(awake_after(&lot, 1), 0);
    kamm_inputs(lot.cars)[20].steering_wheel_rad = 0.01f;
    assert_int_equal(awake_after(&lot, 1), 2);
    assert_int_equal(awake_after(&lot, 1440), 0);
    const double push[3] = {100, 0, 0};
    must(kamm_apply_force(lot.cars, 3, push, (const double[3]){0, 15, 0.5}, NULL), NULL);
    assert_int_equal(awake_after(&lot, 1), 1);
    assert_int_equal(awake_after(&lot, 1440), 0);
    kamm_set_wheel_grip(lot.cars, 32, 0, 0.5, NULL);
    assert_int_equal(awake_after(&lot, 1), 4);
    assert_int_equal(awake_after(&lot, 1440), 0);
    park(lot.cars, 0, &kamm_flat_ground, 300, 0);
    assert_int_equal(awake_after(&lot, 1), 1);
    assert_int_equal(awake_after(&lot, 1440), 0);
    must(kamm_set_world_ground(lot.world, &kamm_flat_ground, NULL), NULL);
    assert_int_equal(awake_after(&lot, 1), 7);
    assert_int_equal(awake_after(&lot, 1440), 0);
    kamm_wake_cars(lot.world);
    assert_int_equal(awake_after(&lot, 1), 7);
    assert_int_equal(awake_after(&lot, 1440), 0);
    kamm_let_cars_sleep(lot.world, 0);
    assert_int_equal(awake_after(&lot, 1440), 7);
    end_lot(&lot);
}

/* A car that drives into one that sleeps wakes it before it strikes, and its block alone; both move on as if it had been awake. */
static void who_is_struck_wakes_at_once(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    double pushed_m[2];
    for (int sleeps = 0; sleeps < 2; ++sleeps) {
        struct lot lot = start_lot();
        kamm_vehicle_def def = plain_car();
        def.stepping.substeps_per_s = 240;
        kamm_model *model;
        kamm_cars *other = cars_of(&def, KAMM_FULL, 1, &model);
        kamm_let_cars_sleep(lot.world, sleeps);
        add_cars(lot.world, other);
        roll_at(other, 0, -12, 5 * 20, 0, 10);
        int struck = 0;
        for (int n = 0; n < 480; ++n) {
            int count;
            kamm_step_world(lot.world, 1);
            kamm_contact_events(lot.world, &count);
            struck |= count > 0;
            if (sleeps) assert_true(kamm_car_is_asleep(lot.world, lot.cars, 0));
            if (sleeps && struck && n < 240)
                assert_false(kamm_car_is_asleep(lot.world, lot.cars, 20));
        }
        assert_true(struck);
        pushed_m[sleeps] = kamm_read(lot.cars, 20, KAMM_CHANNEL_x_m);
        kamm_destroy_world(lot.world);
        kamm_destroy_cars(other);
        kamm_destroy_model(model);
        kamm_destroy_cars(lot.cars);
        kamm_destroy_model(lot.model);
    }
    expect_above(pushed_m[0], 0.1);
    expect_share(pushed_m[1], pushed_m[0], 0.01);
}

/* Falling asleep and waking have the same bits in one call as in many, and from a snapshot in the middle of it. */
static uint64_t sleep_and_wake(int substeps_a_call, int from_snapshot)
{
    struct lot lot;
    kamm_vehicle_def def = plain_car();
    def.stepping.substeps_per_s = 240;
    lot.cars = cars_of(&def, KAMM_FULL, CARS, &lot.model);
    lot.world = world_of(&kamm_flat_ground, lot.cars);
    for (int i = 0; i < CARS; ++i) park(lot.cars, i, &kamm_flat_ground, 5 * i, 0);
    roll_at(lot.cars, 32, -30, 5 * 3, 0, 6); /* into the first block, which sleeps by then */
    for (int done = 0; done < 1800; done += substeps_a_call) {
        kamm_step_world(lot.world, substeps_a_call);
        if (!from_snapshot || done + substeps_a_call != 900) continue;
        size_t size = kamm_world_snapshot_size(lot.world);
        char *snapshot = malloc(size);
        kamm_save_world_snapshot(lot.world, snapshot);
        kamm_inputs(lot.cars)[0].throttle = 1;
        kamm_inputs(lot.cars)[20].throttle = 1;
        kamm_step_world(lot.world, 77);
        must(kamm_restore_world_snapshot(lot.world, snapshot, size, NULL), NULL);
        free(snapshot);
    }
    uint64_t hash = kamm_world_state_hash(lot.world);
    end_lot(&lot);
    return hash;
}

static void calls_and_snapshots_change_no_bit(void **state)
{
    (void)state;
    uint64_t hash = sleep_and_wake(1800, 0);
    assert_true(sleep_and_wake(1, 0) == hash);
    assert_true(sleep_and_wake(18, 0) == hash);
    assert_true(sleep_and_wake(3, 1) == hash);
    assert_true(sleep_and_wake(900, 1) == hash);
}

/* docs/world.md: after 0.7 s, of the usual size and under the usual gravity; others by similarity. */
static void a_body_that_lies_still_sleeps_after_seven_tenths_of_a_second(void **state)
{
    static const double rates[] = {120, 240, 1200}, pulls[] = {GRAVITY_MPS2, 1.62, 25};
    (void)state;
    for (int i = 0; i < 9; ++i) {
        double rate = rates[i / 3], pull = pulls[i % 3];
        const kamm_body_def body = placed_at(crate(), 0, 0, 0, 0);
        kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &body, .body_count = 1};
        def.ground.gravity_mps2[2] = (float)-pull;
        def.substep_s = 1 / rate;
        kamm_world *world = create_world(&def);
        double size = world->dynamic_shapes[0].scale; /* over the usual one */
        double wanted_s = 0.7 * sqrt(size * GRAVITY_MPS2 / pull);
        int substeps = 0;
        for (; !world->dynamic_states[0].asleep && substeps < 5 * rate; ++substeps)
            kamm_step_world(world, 1);
        expect_near(substeps / rate, wanted_s, 0.02 * wanted_s + 2 / rate);
        kamm_destroy_world(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_vehicle_sleeps_where_it_stands),
        cmocka_unit_test(who_has_slept_drives_as_who_has_not),
        cmocka_unit_test(what_concerns_a_car_wakes_its_block),
        cmocka_unit_test(who_is_struck_wakes_at_once),
        cmocka_unit_test(calls_and_snapshots_change_no_bit),
        cmocka_unit_test(a_body_that_lies_still_sleeps_after_seven_tenths_of_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
