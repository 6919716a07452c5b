/* Models that can be cars of one batch, and those that cannot: the reason is reported, and nothing is created. */
#include "support/rungs.h"
#include "support/shipped.h"

#include <string.h>

static kamm_model *compiled(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static void expect_apart(const kamm_model *const *models, int count, const char *reason)
{
    kamm_error error = {.code = KAMM_OK};
    assert_int_equal(kamm_can_mix(models, count, &error), KAMM_ERROR_RANGE);
    if (!strstr(error.text, reason)) fail_msg("not \"%s\" but \"%s\"", reason, error.text);
    assert_int_equal(kamm_can_mix(models, count, NULL), KAMM_ERROR_RANGE);
    error = (kamm_error){.code = KAMM_OK};
    assert_null(kamm_create_mixed_cars(models, count, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    if (!strstr(error.text, reason)) fail_msg("not \"%s\" but \"%s\"", reason, error.text);
}

/* Each rung with each, as the last of three. */
static void rungs_do_not_mix(void **state)
{
    (void)state;
    kamm_model *models[KAMM_RUNG_COUNT];
    kamm_vehicle_def def = default_vehicle();
    for (int r = 0; r < KAMM_RUNG_COUNT; ++r) models[r] = compiled(&def, (kamm_rung)(r + 1));
    for (int a = 0; a < KAMM_RUNG_COUNT; ++a)
        for (int b = 0; b < KAMM_RUNG_COUNT; ++b) {
            const kamm_model *list[3] = {models[a], models[a], models[b]};
            if (a != b) {
                expect_apart(list, 3, "models[2]: of the rung ");
                continue;
            }
            assert_int_equal(kamm_can_mix(list, 3, NULL), KAMM_OK);
            kamm_cars *cars = kamm_create_mixed_cars(list, 3, NULL);
            assert_non_null(cars);
            kamm_destroy_cars(cars);
        }
    for (int r = 0; r < KAMM_RUNG_COUNT; ++r) kamm_destroy_model(models[r]);
}

static void rates_and_wheels_do_not_mix(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle(), slower = def;
    slower.stepping.substeps_per_s = 600;
    kamm_vehicle_def lorry = shipped_def(shipped_number("kraz-6x4"));
    lorry.stepping.substeps_per_s = def.stepping.substeps_per_s;
    kamm_model *models[3] = {compiled(&def, KAMM_FULL), compiled(&slower, KAMM_FULL),
                             compiled(&lorry, KAMM_FULL)};
    expect_apart((const kamm_model *const[]){models[0], models[1]}, 2,
                 "models[1]: 600 substeps per s, but the first has 1200");
    expect_apart((const kamm_model *const[]){models[0], models[2]}, 2,
                 "models[1]: other axles and wheels");
    kamm_error error;
    assert_int_equal(kamm_can_mix((const kamm_model *const[]){models[0], NULL}, 2, &error),
                     KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "models[1]: there is none (NULL)"));
    assert_int_equal(kamm_can_mix((const kamm_model *const[]){NULL, NULL}, 2, &error),
                     KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "models[0]"));
    for (int i = 0; i < 3; ++i) kamm_destroy_model(models[i]);
}

/* What does not mix meets in a world, as groups of its own. */
static void rungs_meet_in_a_world(void **state)
{
    (void)state;
    kamm_model *models[KAMM_RUNG_COUNT];
    kamm_cars *cars[KAMM_RUNG_COUNT];
    kamm_vehicle_def def = default_vehicle();
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_error error;
    kamm_world *world = kamm_create_world(&world_def, &error);
    for (int r = 0; r < KAMM_RUNG_COUNT; ++r) {
        models[r] = compiled(&def, (kamm_rung)(r + 1));
        cars[r] = kamm_create_cars(models[r], 2, &error);
        must(kamm_add_cars(world, cars[r], &error), &error);
        for (int i = 0; i < 2; ++i) put_car(cars[r], i, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    }
    kamm_step_world(world, 4);
    kamm_destroy_world(world);
    for (int r = 0; r < KAMM_RUNG_COUNT; ++r) {
        for (int i = 0; i < 2; ++i) assert_int_equal(kamm_fault(cars[r], i), 0);
        kamm_destroy_cars(cars[r]);
        kamm_destroy_model(models[r]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rungs_do_not_mix),
        cmocka_unit_test(rates_and_wheels_do_not_mix),
        cmocka_unit_test(rungs_meet_in_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
