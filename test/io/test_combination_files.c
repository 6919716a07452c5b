/* Combination files: the shipped ones, and what is wrong with others. */
#include "support/vehicle_files.h"

#include <kamm/io/combination_file.h>

static void every_combination_reads_with_sources(void **state)
{
    (void)state;
    static char names[32][64];
    int count = kamm_list_data("combinations", names, 32);
    assert_in_range(count, 5, 32);
    for (int i = 0; i < count; ++i) {
        kamm_combination_file file;
        kamm_notes notes = {0};
        kamm_error error;
        if (kamm_load_combination(names[i], &file, &notes, &error)) fail_msg("%s", error.text);
        if (notes.count) fail_msg("%s: %s", names[i], notes.text[0]);
        assert_string_equal(file.id, names[i]);
        assert_true(*file.name != 0);
        assert_true(kamm_is_combination_file(names[i]));
        kamm_model *models[KAMM_MAX_UNITS];
        for (int rung = 0; rung < 2; ++rung) {
            if (kamm_create_unit_models(&file, rung ? KAMM_FULL : KAMM_SINGLE_TRACK, models,
                                        &error))
                fail_msg("%s", error.text);
            for (int u = 0; u < file.unit_count; ++u) kamm_destroy_model(models[u]);
        }
        kamm_destroy_combination_file(&file);
        assert_int_equal(file.unit_count, 0);
    }
    assert_false(kamm_is_combination_file("volvo-v40"));
    assert_false(kamm_is_combination_file("no-such-thing"));
}

/* What a combination changes of a unit is changed there alone. */
static void overrides_change_one_unit(void **state)
{
    (void)state;
    kamm_combination_file empty, laden;
    kamm_error error;
    assert_int_equal(kamm_load_combination("tractor-semitrailer-empty", &empty, NULL, &error), 0);
    assert_int_equal(kamm_load_combination("tractor-semitrailer-laden", &laden, NULL, &error), 0);
    kamm_vehicle_def *a = &empty.units[1].def, *b = &laden.units[1].def;
    assert_true(a->payload.mass_kg == 0 && b->payload.mass_kg == 17000);
    assert_true(a->body.mass_kg == b->body.mass_kg);
    assert_true(a->axles[2].behind_front_axle_m == b->axles[2].behind_front_axle_m);
    assert_string_equal(laden.units[1].id, "semitrailer-2-axle");
    kamm_destroy_combination_file(&empty);
    kamm_destroy_combination_file(&laden);
}

static void trailers_are_found_by_name_as_vehicles_are(void **state)
{
    (void)state;
    static kamm_vehicle_file file;
    kamm_error error;
    assert_int_equal(kamm_load_vehicle("caravan-1200", &file, NULL, &error), KAMM_OK);
    assert_true(file.def.drawbar.towed == 1);
    assert_int_equal(kamm_load_vehicle("caravan-1201", &file, NULL, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "did you mean \"caravan-1200\"?"));
}

static void expect_mistake(const char *text, kamm_result code, const char *part)
{
    char path[128];
    kamm_combination_file file = {.unit_count = 77};
    kamm_error error;
    path_in_folder(path, "combination.json");
    write_bytes(path, text, strlen(text));
    kamm_result result = kamm_load_combination(path, &file, NULL, &error);
    if (result != code || !strstr(error.text, part) || !strstr(error.text, path))
        fail_msg("%s: %d, \"%s\" has no \"%s\"", text, result, error.text, part);
    assert_int_equal(file.unit_count, 77);
}

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    expect_mistake("{}", KAMM_ERROR_MISSING, "units: 0 given; allowed: a vehicle and 1 to 7");
    expect_mistake("{\"units\": 3}", KAMM_ERROR_FORMAT, "units: a list of vehicles and trailers");
    expect_mistake("{\"units\": [\"volvo-v40\"]}", KAMM_ERROR_RANGE, "units: 1 given");
    expect_mistake("{\"units\": [\"volvo-v41\", \"caravan-1200\"]}", KAMM_ERROR_UNKNOWN,
                   "units[0]: volvo-v41: no such name");
    expect_mistake("{\"units\": [\"tractor-6x4\", {\"payload\": {}}]}", KAMM_ERROR_MISSING,
                   "units[1].vehicle is missing");
    expect_mistake("{\"units\": [\"tractor-6x4\", {\"vehicle\": \"semitrailer-2-axle\", "
                   "\"payload\": {\"mass_kg\": -1}}]}",
                   KAMM_ERROR_RANGE, "units[1].payload.mass_kg: -1 kg is out of range");
    expect_mistake("{\"units\": [\"tractor-6x4\", {\"vehicle\": \"semitrailer-2-axle\", "
                   "\"paylod\": {}}]}",
                   KAMM_ERROR_UNKNOWN, "did you mean \"payload\"?");
    expect_mistake("{\"units\": [\"volvo-v40\", \"caravan-1200\"]}", KAMM_ERROR_MISSING,
                   "units[0].hitch.kind is none, but volvo-v40 is to pull caravan-1200");
    expect_mistake("{\"units\": [\"tractor-6x4\", \"volvo-v40\"]}", KAMM_ERROR_RANGE,
                   "units[1].drawbar.towed is false: volvo-v40 is no trailer");
    expect_mistake("{\"unit\": []}", KAMM_ERROR_UNKNOWN, "unit");
}

static void what_has_no_source_is_noted(void **state)
{
    (void)state;
    char path[128];
    const char *text = "{\"units\": [\"tractor-6x4\", {\"vehicle\": \"semitrailer-2-axle\", "
                       "\"payload\": {\"mass_kg\": 900}}]}";
    kamm_combination_file file;
    kamm_notes notes = {0};
    kamm_error error;
    path_in_folder(path, "combination.json");
    write_bytes(path, text, strlen(text));
    assert_int_equal(kamm_load_combination(path, &file, &notes, &error), KAMM_OK);
    assert_int_equal(notes.count, 1);
    assert_string_equal(notes.text[0], "no source: units[1].payload.mass_kg");
    kamm_destroy_combination_file(&file);
}

/* Whatever the caller's array held before: what a unit that does not compile leaves can be destroyed. */
static void no_model_is_left_of_units_that_do_not_compile(void **state)
{
    (void)state;
    kamm_combination_file file;
    kamm_model *models[KAMM_MAX_UNITS];
    kamm_error error;
    assert_int_equal(kamm_load_combination("articulated-bus", &file, NULL, &error), KAMM_OK);
    for (int wrong = 0; wrong < file.unit_count; ++wrong) {
        double mass_kg = file.units[wrong].def.body.mass_kg;
        file.units[wrong].def.body.mass_kg = -1;
        memset(models, 0x55, sizeof models);
        assert_int_equal(kamm_create_unit_models(&file, KAMM_FULL, models, &error),
                         KAMM_ERROR_RANGE);
        for (int u = 0; u < file.unit_count; ++u) assert_null(models[u]);
        file.units[wrong].def.body.mass_kg = mass_kg;
    }
    kamm_destroy_combination_file(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_combination_reads_with_sources),
        cmocka_unit_test(overrides_change_one_unit),
        cmocka_unit_test(trailers_are_found_by_name_as_vehicles_are),
        cmocka_unit_test(mistakes_are_told_with_their_place),
        cmocka_unit_test(what_has_no_source_is_noted),
        cmocka_unit_test(no_model_is_left_of_units_that_do_not_compile),
    };
    return cmocka_run_group_tests(tests, set_up_folder, remove_folder);
}
