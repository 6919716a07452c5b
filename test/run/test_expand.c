/* Variants of a vehicle as one batch, cars that change their model, and copies of cars. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world_files.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 19 };

static const char *const paths[] = {"body.mass_kg", "axles[1].track_mm", "axles[0].tyre.lmuy",
                                    "aids.abs", "axles[1].differential"};
enum { PATHS = sizeof paths / sizeof *paths };
static double values[PATHS][COUNT];

/* Around what the vehicle has, but for a flag and a choice. Hardpoints bear a change of the track by millimetres. */
static void fill_values(const kamm_vehicle_def *def)
{
    for (int path = 0; path < PATHS; ++path)
        for (int i = 0; i < COUNT; ++i) {
            double own = 0;
            assert_int_equal(kamm_get_number(kamm_vehicle_table(), def, paths[path], &own, NULL),
                             KAMM_OK);
            double step = path == 1 && def->axles[1].suspension.hardpoints.kind ? 0.0005 : 0.01;
            values[path][i] = path < 3    ? own * (1 + step * ((5 * i + path) % COUNT))
                              : path == 3 ? i % 2
                                          : i / 2 % 2;
        }
}

static kamm_variants variants_of(int path_count)
{
    return (kamm_variants){
        .count = COUNT, .path_count = path_count, .paths = paths, .values = values[0]};
}

static void expand(const kamm_vehicle_def *def, kamm_rung rung, const kamm_variants *variants,
                   kamm_model *models[COUNT])
{
    kamm_error error;
    if (kamm_expand(def, rung, variants, models, &error) != KAMM_OK) fail_msg("%s", error.text);
}

static void destroy_models(kamm_model *models[COUNT])
{
    for (int i = 0; i < COUNT; ++i) kamm_destroy_model(models[i]);
}

static kamm_cars *mixed_cars(kamm_model *const models[COUNT])
{
    kamm_cars *cars = kamm_create_mixed_cars((const kamm_model *const *)models, COUNT, NULL);
    assert_non_null(cars);
    return cars;
}

static void place_all(kamm_cars *cars)
{
    for (int i = 0; i < COUNT; ++i)
        put_car(cars, i, &kamm_flat_ground, 0.3 * i, 5 + i, KAMM_GEAR_DRIVE);
}

static void drive(kamm_cars *cars, const kamm_ground *ground, int frames)
{
    for (int frame = 0; frame < frames; ++frame) {
        for (int i = 0; i < COUNT; ++i) {
            kamm_inputs(cars)[i].steering_wheel_rad = 0.1f * (float)((frame + i) % 20 - 10);
            kamm_inputs(cars)[i].throttle = frame % 8 < 5 ? 0.7f : 0;
            kamm_inputs(cars)[i].brake = frame % 8 < 6 ? 0 : 0.9f;
        }
        kamm_step(cars, ground, 20);
    }
}

/* -- Variants -- */
static void by_hand(const kamm_vehicle_def *def, kamm_rung rung, kamm_model *models[COUNT])
{
    for (int i = 0; i < COUNT; ++i) {
        kamm_vehicle_def own = *def;
        kamm_error error;
        own.body.mass_kg = values[0][i];
        own.axles[1].track_m = values[1][i] / 1000;
        own.axles[0].tyre.lmuy = values[2][i];
        own.aids.abs = (int32_t)values[3][i];
        own.axles[1].differential = (int32_t)values[4][i];
        models[i] = kamm_create_model(&own, rung, &error);
        if (!models[i]) fail_msg("%s", error.text);
    }
}

static void run_backwards(void *user, int count, kamm_task *task, void *context)
{
    (void)user;
    for (int i = count - 1; i >= 0; --i) task(context, i);
}

static void expect_variants(const kamm_vehicle_def *def, kamm_rung rung, kamm_run_tasks *run,
                            void *user)
{
    kamm_model *models[COUNT], *expected[COUNT];
    kamm_variants variants = variants_of(PATHS);
    variants.run = run, variants.user = user;
    expand(def, rung, &variants, models);
    by_hand(def, rung, expected);
    kamm_cars *cars = mixed_cars(models), *others = mixed_cars(expected);
    place_all(cars);
    place_all(others);
    drive(cars, &kamm_flat_ground, 8);
    drive(others, &kamm_flat_ground, 8);
    assert_true(kamm_state_hash(cars) == kamm_state_hash(others));
    for (int i = 0; i < COUNT; ++i)
        assert_true(kamm_describe(models[i]).mass_kg == kamm_describe(expected[i]).mass_kg);
    kamm_destroy_cars(cars);
    kamm_destroy_cars(others);
    destroy_models(models);
    destroy_models(expected);
}

static void variants_are_what_one_compiles_by_hand(void **state)
{
    (void)state;
    kamm_threads *threads = kamm_create_threads(3, NULL);
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(13, 1)) {
        kamm_vehicle_def def = shipped_def(vehicle);
        kamm_rung rung = (kamm_rung)(1 + vehicle % KAMM_RUNG_COUNT);
        fill_values(&def);
        expect_variants(&def, rung, vehicle % 2 ? kamm_run_on_threads : NULL, threads);
    }
    kamm_vehicle_def def = kamm_default_vehicle();
    fill_values(&def);
    for (EACH_RUNG(rung))
        if ((int)rung % of_tier(2, 1) == 0) expect_variants(&def, rung, run_backwards, NULL);
    kamm_destroy_threads(threads);
}

/* With `value` at a path of one variant. */
static void expect_refused(int path, const char *name, int variant, double value,
                           kamm_result result, const char *words)
{
    kamm_threads *threads = kamm_create_threads(2, NULL);
    const char *names[PATHS];
    kamm_model *models[COUNT];
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_variants variants = variants_of(PATHS);
    memcpy(names, paths, sizeof names);
    names[path] = name;
    variants.paths = names;
    fill_values(&def);
    for (int i = 0; i < COUNT; ++i) values[path][i] = i < variant ? values[path][i] : value;
    for (int i = 0; i < 3; ++i) {
        kamm_error error = {0};
        variants.run = i == 0 ? NULL : i == 1 ? run_backwards : kamm_run_on_threads;
        variants.user = threads;
        for (int n = 0; n < COUNT; ++n) models[n] = (kamm_model *)&def;
        assert_int_equal(kamm_expand(&def, KAMM_FULL, &variants, models, &error), result);
        assert_int_equal(kamm_expand(&def, KAMM_FULL, &variants, models, NULL), result);
        if (!strstr(error.text, words)) fail_msg("%s: not in \"%s\"", words, error.text);
        assert_int_equal(error.code, result);
        for (int n = 0; n < COUNT; ++n) assert_null(models[n]);
    }
    kamm_destroy_threads(threads);
}

static void errors_name_the_variant(void **state)
{
    (void)state;
    expect_refused(0, "body.mass_kg", 11, -5, KAMM_ERROR_RANGE, "variant 11: body.mass_kg: -5 kg");
    expect_refused(1, "axles[1].track_mm", 3, 0.0 / 0.0, KAMM_ERROR_RANGE,
                   "variant 3: axles[1].track_mm");
    expect_refused(0, "body.mas_kg", 0, 1, KAMM_ERROR_UNKNOWN,
                   "variant 0: body.mas_kg: unknown name \"mas_kg\"; did you mean");
}

static void cars_of_a_batch_share_substep_and_wheels(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    const char *const names[] = {"stepping.substeps_per_s", "axles[1].wheels"};
    const char *const words[] = {"variant 2: stepping.substeps_per_s: 2400, but variant 0 has 1200",
                                 "variant 2: axles: other wheels"};
    const double own[][3] = {{1200, 1200, 2400},
                             {KAMM_WHEELS_PAIR, KAMM_WHEELS_PAIR, KAMM_WHEELS_TWIN}};
    for (int i = 0; i < 2; ++i) {
        kamm_model *models[3];
        kamm_error error;
        kamm_variants variants = {
            .count = 3, .path_count = 1, .paths = &names[i], .values = own[i]};
        assert_int_equal(kamm_expand(&def, KAMM_FULL, &variants, models, &error), KAMM_ERROR_RANGE);
        if (!strstr(error.text, words[i])) fail_msg("%s", error.text);
    }
}

/* As long as there is too little of it, whatever of it is there is given back. */
static void a_lack_of_memory_is_told(void **state)
{
    (void)state;
    kamm_model *models[COUNT];
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_variants variants = variants_of(PATHS);
    kamm_result result = KAMM_ERROR_MEMORY;
    kamm_rung rung = (kamm_rung)of_tier(KAMM_RIGID2D, KAMM_SINGLE_TRACK);
    int last = 0;
    fill_values(&def);
    for (int left = 0; result != KAMM_OK; ++left, ++last) {
        struct counted_memory memory = {left, 0};
        kamm_error error = {0};
        kamm_set_allocator(allocate_while_left, release_counted, &memory);
        result = kamm_expand(&def, rung, &variants, models, &error);
        if (!result) destroy_models(models);
        kamm_set_allocator(NULL, NULL, NULL);
        assert_int_equal(memory.alive, 0);
        assert_true(result == KAMM_OK || result == KAMM_ERROR_MEMORY);
        if (result && !strstr(error.text, "out of memory")) fail_msg("%s", error.text);
    }
    assert_true(last > COUNT);
}

/* -- Another model -- */
/* As if the cars had been of those models from the start, and been put where they are. */
static void expect_change(kamm_rung rung, const kamm_ground *ground, int width)
{
    kamm_model *models[COUNT], *new_models[COUNT];
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_variants variants = variants_of(PATHS);
    fill_values(&def);
    expand(&def, rung, &variants, models);
    for (int i = 0; i < COUNT; ++i) values[0][i] += 100;
    expand(&def, rung, &variants, new_models);
    kamm_cars *cars = mixed_cars(models), *others = mixed_cars(new_models);
    place_all(cars);
    drive(cars, ground, 3);
    for (int i = 0; i < COUNT; ++i) kamm_copy_car(cars, i, others, i);
    for (int i = 0; i < COUNT; ++i) kamm_change_model(cars, i, new_models[i]);
    destroy_models(models);
    kamm_set_width(width, NULL);
    drive(cars, ground, 3);
    drive(others, ground, 3);
    kamm_set_width(0, NULL);
    assert_true(kamm_state_hash(cars) == kamm_state_hash(others));
    for (int i = 0; i < COUNT; ++i) assert_ptr_equal(kamm_model_of(cars, i), new_models[i]);

    size_t size = kamm_snapshot_size(cars);
    void *snapshot = malloc(size); /* is one of the new models */
    kamm_save_snapshot(cars, snapshot);
    assert_int_equal(kamm_restore_snapshot(others, snapshot, size, NULL), KAMM_OK);
    kamm_change_model(others, 7, new_models[8]);
    assert_int_equal(kamm_restore_snapshot(others, snapshot, size, NULL), KAMM_ERROR_FORMAT);
    free(snapshot);
    kamm_destroy_cars(cars);
    kamm_destroy_cars(others);
    destroy_models(new_models);
}

static void a_car_takes_another_model(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_ground slope = kamm_plane_ground(0.05, 0.02, 0.8);
    for (EACH_RUNG(rung))
        for (int width = 0;
             width <= 4 && (in_long_tier() || rung == KAMM_FULL || rung == KAMM_RIGID2D);
             width += width ? 3 : 1)
            expect_change(rung, width ? &slope : &kamm_flat_ground, width);
}

/* -- Copies -- */
/* From cars that stand on another ground than those among which the copy goes on. */
static void a_copy_goes_on_as_the_original(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground ice = kamm_plane_ground(0, 0, 0.2);
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_rung(&def, rung, COUNT), *others = start_rung(&def, rung, COUNT);
        place_all(cars);
        place_all(others);
        drive(cars, &kamm_flat_ground, 3);
        drive(others, &ice, 3);
        kamm_copy_car(cars, 17, others, 2);
        kamm_copy_car(cars, 4, cars, 4);
        for (int i = 0; i < 10; ++i) {
            kamm_step(cars, &ice, 20);
            kamm_step(others, &ice, 20);
        }
        for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
            assert_true(kamm_read(cars, 17, (kamm_channel)i) ==
                        kamm_read(others, 2, (kamm_channel)i));
        for (int i = 0; i < COUNT; ++i) /* neighbours are as they were */
            if (i != 2) expect_above(kamm_read(others, i, KAMM_CHANNEL_speed_mps), 1);
        end_cars(cars);
        end_cars(others);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variants_are_what_one_compiles_by_hand),
        cmocka_unit_test(errors_name_the_variant),
        cmocka_unit_test(cars_of_a_batch_share_substep_and_wheels),
        cmocka_unit_test(a_lack_of_memory_is_told),
        cmocka_unit_test(a_car_takes_another_model),
        cmocka_unit_test(a_copy_goes_on_as_the_original),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
