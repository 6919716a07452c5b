/* Who steps and destroys cars: their own caller, a world, combinations; never two of these. */
#include "support/misuse.h"
#include "support/trailers.h"

static kamm_error error;

static void control_nothing(void *user, const kamm_cars *of, int car, kamm_demand *demand)
{
    (void)user, (void)of, (void)car, (void)demand;
}

/* Cars that a world or combinations step have no other stepper, so that their clocks stay together. */
static void cars_of_others_are_not_stepped(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_cars(model, 3, NULL);
    kamm_world *world = kamm_create_world(&(kamm_world_def){0}, &error);
    kamm_set_assert_handler(count_report, NULL);
    kamm_rollout_def rollout = {.steps = 1, .substeps = 1};
    kamm_controller controller = {.control = control_nothing};
    static kamm_hosted hosted[3];
    assert_int_equal(kamm_add_cars(world, cars, &error), KAMM_OK);
    MISUSE(kamm_step(cars, &kamm_flat_ground, 1));
    MISUSE(kamm_step_tasks(cars, &kamm_flat_ground, 1, NULL, NULL));
    MISUSE(kamm_step_hosted(cars, &kamm_flat_ground, 1, hosted));
    MISUSE(kamm_step_controlled(cars, &kamm_flat_ground, 1, &controller));
    MISUSE(kamm_rollout(cars, &kamm_flat_ground, &rollout, NULL, &error));
    assert_true(kamm_read(cars, 0, KAMM_CHANNEL_time_s) == 0);
    assert_int_equal(kamm_remove_cars(world, cars, &error), KAMM_OK);
    reports = 0;
    kamm_step(cars, &kamm_flat_ground, 1);
    assert_int_equal(reports, 0);
    struct combination combination = start_shipped("volvo-v40-caravan", KAMM_FULL, 240, 1);
    kamm_set_assert_handler(count_report, NULL);
    kamm_cars *unit = kamm_combination_cars(combination.combinations, 0);
    MISUSE(kamm_step(unit, &kamm_flat_ground, 1));
    MISUSE(kamm_destroy_cars(unit));
    kamm_world *other = kamm_create_world(&(kamm_world_def){0}, &error);
    assert_int_equal(kamm_add_cars(other, unit, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_add_combinations(other, combination.combinations, &error), KAMM_OK);
    MISUSE(kamm_step_combinations(combination.combinations, &kamm_flat_ground, 1));
    MISUSE(
        kamm_step_combinations_tasks(combination.combinations, &kamm_flat_ground, 1, NULL, NULL));
    kamm_destroy_world(other);
    end_combination(&combination);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    kamm_set_assert_handler(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cars_of_others_are_not_stepped)};
    return cmocka_run_group_tests_name("owners", tests, NULL, NULL);
}
