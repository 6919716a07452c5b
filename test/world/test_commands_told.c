/* An acceleration that is commanded is obeyed or reported, on every rung and in every call that steps cars: nowhere is it dropped
 * without a word. */
#include "support/rungs.h"
#include "support/trailers.h"
#include "support/world.h"

#include <kamm/control.h>
#include <kamm/hosted.h>
#include <math.h>

enum { CARS = 19, SUBSTEPS = 24, RATE = 240 }; /* more than a block */

/* Some of the cars command, with the wheels' rate at 0; others have only one of the two. */
static int is_commanded(int car) { return car % 3 == 1; }

static void ask(kamm_cars *cars, int car, double acceleration_mps2)
{
    kamm_input *input = &kamm_inputs(cars)[car];
    input->command = car % 3 != 2;
    input->acceleration_mps2 = car % 3 ? (float)acceleration_mps2 : 0;
}

static void demand_nothing(void *user, const kamm_cars *cars, int car, kamm_demand *demand)
{
    (void)user, (void)cars, (void)car, (void)demand;
}

enum way { STEP, TASKS, CONTROLLED, WORLD, HOSTED, WAYS };

static void step_by(enum way way, kamm_cars *cars)
{
    static kamm_hosted hosted[32];
    const kamm_controller controller = {.control = demand_nothing};
    const kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *world;
    switch (way) {
    case TASKS: kamm_step_tasks(cars, &kamm_flat_ground, SUBSTEPS, NULL, NULL); break;
    case CONTROLLED: kamm_step_controlled(cars, &kamm_flat_ground, SUBSTEPS, &controller); break;
    case WORLD:
        world = create_world(&def);
        add_cars(world, cars);
        kamm_step_world(world, SUBSTEPS);
        kamm_destroy_world(world);
        break;
    case HOSTED:
        for (int car = 0; car < CARS; ++car) kamm_start_hosted(cars, car, &hosted[car]);
        kamm_step_hosted(cars, &kamm_flat_ground, SUBSTEPS, hosted);
        break;
    default: kamm_step(cars, &kamm_flat_ground, SUBSTEPS);
    }
}

static kamm_cars *rolling(kamm_rung rung)
{
    kamm_vehicle_def def = plain_car();
    def.stepping.substeps_per_s = RATE;
    kamm_cars *cars = start_rung(&def, rung, CARS);
    for (int car = 0; car < CARS; ++car) {
        kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 6 * car, 0);
        placement.speed_mps = 10;
        kamm_place(cars, car, &placement);
    }
    return cars;
}

/* v + a t where it is obeyed; where not, a fault of these cars alone. */
static void expect_obeyed_or_told(kamm_rung rung, enum way way, double acceleration_mps2)
{
    kamm_cars *cars = rolling(rung);
    int obeys = kamm_describe(kamm_model_of(cars, 0)).takes_commands;
    for (int car = 0; car < CARS; ++car) ask(cars, car, acceleration_mps2);
    step_by(way, cars);
    for (int car = 0; car < CARS; ++car) {
        unsigned fault = kamm_fault(cars, car), told = KAMM_FAULT_INPUT;
        if (fault != (is_commanded(car) && !obeys ? told : 0))
            fail_msg("%s, way %d, car %d: fault %u", rung_name(rung), way, car, fault);
        if (obeys && is_commanded(car) && way != HOSTED) /* whose speed the host has */
            expect_near(kamm_read(cars, car, KAMM_CHANNEL_forward_speed_mps) - 10,
                        acceleration_mps2 * SUBSTEPS / RATE,
                        0.05 * fabs(acceleration_mps2) * SUBSTEPS / RATE);
    }
    end_cars(cars);
}

static void every_step_obeys_or_tells(void **state)
{
    (void)state;
    for (EACH_RUNG(rung))
        for (int way = 0; way < WAYS; ++way) {
            if (way == HOSTED && rung != KAMM_FULL) continue; /* the others have no hosts */
            expect_obeyed_or_told(rung, (enum way)way, -2);
            expect_obeyed_or_told(rung, (enum way)way, 1.5);
        }
}

static void combinations_tell(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        if (rung != KAMM_SINGLE_TRACK && rung != KAMM_FULL) continue; /* the others feel no hitch */
        kamm_vehicle_def defs[2] = {towing_car(), caravan()};
        struct combination combination = start_combination(defs, 2, rung, 2);
        kamm_cars *cars = kamm_combination_cars(combination.combinations, 0);
        int obeys = kamm_describe(kamm_model_of(cars, 0)).takes_commands;
        for (int i = 0; i < 2; ++i) place_combination(&combination, i, 10);
        ask(cars, 1, -1);
        kamm_step_combinations(combination.combinations, &kamm_flat_ground, 4);
        assert_int_equal(kamm_fault(cars, 0), 0);
        assert_int_equal(kamm_fault(cars, 1), obeys ? 0 : KAMM_FAULT_INPUT);
        end_combination(&combination);
    }
}

/* After one report a car drives on as if nothing had been commanded, until it is placed again. */
static void it_reads_as_nothing(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_cars *with = rolling(rung), *without = rolling(rung);
        if (kamm_describe(kamm_model_of(with, 0)).takes_commands) {
            end_cars(with), end_cars(without);
            continue;
        }
        ask(with, 1, 3), ask(without, 1, 0);
        kamm_step(with, &kamm_flat_ground, SUBSTEPS),
            kamm_step(without, &kamm_flat_ground, SUBSTEPS);
        for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
            assert_true(kamm_read(with, 1, (kamm_channel)i) ==
                        kamm_read(without, 1, (kamm_channel)i));
        assert_int_equal(kamm_fault(without, 1), 0);
        put_car(with, 1, &kamm_flat_ground, 0, 10, KAMM_GEAR_DRIVE);
        kamm_step(with, &kamm_flat_ground, 1);
        assert_int_equal(kamm_fault(with, 1), 0);
        end_cars(with), end_cars(without);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_obeys_or_tells),
        cmocka_unit_test(combinations_tell),
        cmocka_unit_test(it_reads_as_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
