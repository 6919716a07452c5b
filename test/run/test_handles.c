/* Objects that are destroyed twice or used afterwards (base/handles.h): reported in builds that check it, with a safe answer. */
#include "base/handles.h"
#include "support/misuse.h"
#include "support/rungs.h"
#include "support/trailers.h"

#include <kamm/combinations.h>
#include <kamm/commonroad.h>
#include <kamm/driver.h>
#include <kamm/linear.h>
#include <kamm/single_track.h>
#include <string.h>

/* Misuse in builds that check handles. Else there is no such call, which would read what is gone. */
#define GONE(...)                                       \
    do {                                                \
        if (kamm_checks_handles()) MISUSE(__VA_ARGS__); \
    } while (0)

static kamm_error error;

static void destroying_nothing_is_fine(void **state)
{
    (void)state;
    reports = 0;
    kamm_set_assert_handler(count_report, NULL);
    kamm_destroy_cars(NULL);
    kamm_destroy_model(NULL);
    kamm_destroy_world(NULL);
    kamm_destroy_terrain(NULL);
    kamm_destroy_combinations(NULL);
    kamm_destroy_threads(NULL);
    kamm_destroy_line(NULL);
    kamm_destroy_plan(NULL);
    kamm_destroy_wind(NULL);
    assert_int_equal(reports, 0);
    kamm_set_assert_handler(NULL, NULL);
}

static void destroyed_cars_and_models_are_told(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_cars(model, 2, NULL);
    kamm_set_assert_handler(count_report, NULL);
    kamm_destroy_cars(cars);
    GONE(kamm_destroy_cars(cars));
    GONE(kamm_step(cars, &kamm_flat_ground, 1));
    GONE(kamm_inputs(cars));
    GONE(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps));
    GONE(kamm_snapshot_size(cars));
    kamm_destroy_model(model);
    GONE(kamm_destroy_model(model));
    GONE(kamm_describe(model));
    GONE(kamm_create_cars(model, 1, NULL));
    kamm_set_assert_handler(NULL, NULL);
}

/* Cars keep their models, and plans their lines, also when these are destroyed; a second destruction is reported. */
static void what_is_used_stays_until_its_last_user_goes(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_model *models[2], *other = kamm_create_model(&def, KAMM_FULL, &error);
    for (int i = 0; i < 2; ++i) models[i] = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_mixed_cars((const kamm_model *const *)models, 2, NULL),
              *more = kamm_create_cars(models[0], 1, NULL);
    kamm_destroy_model(models[0]);
    kamm_destroy_model(models[1]);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_destroy_model(models[1]));
    kamm_set_assert_handler(NULL, NULL);
    kamm_step(cars, &kamm_flat_ground, 4);
    kamm_change_model(cars, 1, other);
    kamm_destroy_model(other);
    kamm_step(cars, &kamm_flat_ground, 4);
    assert_true(kamm_describe(kamm_model_of(cars, 1)).mass_kg > 0);
    kamm_destroy_cars(cars);
    kamm_step(more, &kamm_flat_ground, 4);
    assert_true(kamm_describe(kamm_model_of(more, 0)).mass_kg > 0);
    kamm_destroy_cars(more);
    double square[][2] = {{0, 0}, {50, 0}, {50, 50}, {0, 50}};
    const kamm_path path = {
        .name = "square", .points_m = square, .count = 4, .closed = 1, .width_m = 8};
    kamm_line *line = kamm_create_line(&path, &error);
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_plan *plan = kamm_create_plan(line, model, 0.8, &error);
    kamm_destroy_line(line);
    kamm_destroy_model(model);
    assert_true(kamm_planned_speed_mps(plan, 10) > 0);
    kamm_destroy_plan(plan);
}

static void other_destroyed_objects_are_told(void **state)
{
    (void)state;
    double square[][2] = {{0, 0}, {50, 0}, {50, 50}, {0, 50}};
    const kamm_path path = {
        .name = "square", .points_m = square, .count = 4, .closed = 1, .width_m = 8};
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *world = kamm_create_world(&def, &error);
    kamm_line *line = kamm_create_line(&path, &error);
    kamm_threads *threads = kamm_create_threads(2, NULL);
    kamm_set_assert_handler(count_report, NULL);
    kamm_destroy_world(world);
    GONE(kamm_destroy_world(world));
    GONE(kamm_step_world(world, 1));
    GONE(kamm_world_ground(world));
    if (!line) fail_msg("%s", error.text);
    kamm_destroy_line(line);
    GONE(kamm_destroy_line(line));
    GONE(kamm_line_length_m(line));
    kamm_destroy_threads(threads);
    if (threads) GONE(kamm_destroy_threads(threads));
    kamm_set_assert_handler(NULL, NULL);
}

/* Only the last one is gone: what is asked of it first is not what tells. */
static void destroyed_cars_are_told_beside_others_that_live(void **state)
{
    (void)state;
    struct combination combination = start_shipped("volvo-v40-caravan", KAMM_FULL, 240, 1);
    struct combination gone = start_shipped("volvo-v40-caravan", KAMM_FULL, 240, 1);
    kamm_cars *cars = kamm_create_cars(combination.models[0], 1, NULL);
    kamm_cars *gone_cars = kamm_create_cars(combination.models[0], 1, NULL);
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_world *world = kamm_create_world(&def, &error);
    assert_int_equal(kamm_add_cars(world, cars, &error), KAMM_OK);
    assert_int_equal(kamm_add_combinations(world, combination.combinations, &error), KAMM_OK);
    kamm_destroy_cars(gone_cars);
    kamm_destroy_combinations(gone.combinations);
    kamm_set_assert_handler(count_report, NULL);
    GONE(kamm_replace_cars(world, cars, gone_cars, &error));
    GONE(kamm_replace_cars_by_combinations(world, cars, gone.combinations, &error));
    GONE(kamm_replace_combinations(world, combination.combinations, gone.combinations, &error));
    GONE(kamm_replace_combinations_by_cars(world, combination.combinations, gone_cars, &error));
    GONE(kamm_copy_car(cars, 0, gone_cars, 0));
    GONE(kamm_copy_car(gone_cars, 0, cars, 0));
    const kamm_rollout_def rollout = {.from = gone_cars};
    GONE(kamm_rollout(cars, &kamm_flat_ground, &rollout, NULL, &error));
    kamm_set_assert_handler(NULL, NULL);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    end_combination(&combination);
    for (int unit = 0; unit < 2; ++unit) kamm_destroy_model(gone.models[unit]);
}

static void what_reads_a_destroyed_model_or_line_is_told(void **state)
{
    (void)state;
    double square[][2] = {{0, 0}, {50, 0}, {50, 50}, {0, 50}};
    const kamm_path path = {
        .name = "square", .points_m = square, .count = 4, .closed = 1, .width_m = 8};
    double numbers[400] = {0};
    const kamm_trim_target target = {.speed_mps = 10};
    kamm_vehicle_def def = default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_line *line = kamm_create_line(&path, &error);
    if (!model || !line) fail_msg("%s", error.text);
    kamm_set_assert_handler(count_report, NULL);
    kamm_destroy_line(line);
    GONE(kamm_create_plan(line, model, 1, &error));
    line = kamm_create_line(&path, &error);
    kamm_destroy_model(model);
    GONE(kamm_create_plan(line, model, 1, &error));
    GONE(kamm_save_model(model, numbers));
    GONE(kamm_describe_single_track(model));
    GONE(kamm_describe_single_track_drive(model));
    GONE(kamm_commonroad_ks(model, numbers, numbers, numbers));
    GONE(kamm_commonroad_st(model, numbers, numbers, numbers));
    GONE(kamm_trim(model, &kamm_flat_ground, &target, NULL, &error));
    kamm_set_assert_handler(NULL, NULL);
    kamm_destroy_line(line);
}

/* Else these tests would test nothing there. */
static void builds_with_the_address_sanitizer_check_handles(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    assert_true(kamm_checks_handles());
#else
    skip();
#endif
}

/* An allocator gives the same memory again: what lies there is alive. */
static void new_objects_in_old_places_are_alive(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_KINEMATIC, &error);
    reports = 0;
    kamm_set_assert_handler(count_report, NULL);
    for (int i = 0; i < 1000; ++i) {
        kamm_cars *cars = kamm_create_cars(model, 1, NULL);
        kamm_step(cars, &kamm_flat_ground, 1);
        kamm_destroy_cars(cars);
    }
    assert_int_equal(reports, 0);
    kamm_set_assert_handler(NULL, NULL);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(destroying_nothing_is_fine),
        cmocka_unit_test(destroyed_cars_and_models_are_told),
        cmocka_unit_test(what_is_used_stays_until_its_last_user_goes),
        cmocka_unit_test(other_destroyed_objects_are_told),
        cmocka_unit_test(destroyed_cars_are_told_beside_others_that_live),
        cmocka_unit_test(what_reads_a_destroyed_model_or_line_is_told),
        cmocka_unit_test(builds_with_the_address_sanitizer_check_handles),
        cmocka_unit_test(new_objects_in_old_places_are_alive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
