/* What bindings of other languages call: structs by pointer as by value, and a library that does not fit is refused. */
#include "support/cars.h"

#include <string.h>

#include <kamm/bindings.h>

static void structs_by_pointer_are_those_by_value(void **state)
{
    (void)state;
    static kamm_vehicle_def def, by_value;
    by_value = kamm_default_vehicle();
    kamm_default_vehicle_out(&def);
    assert_string_equal(def.name, by_value.name);
    assert_true(def.body.mass_kg == by_value.body.mass_kg && def.axles_count == 2);
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_SINGLE_TRACK, &error);
    assert_non_null(model);
    static kamm_model_info info;
    kamm_describe_out(model, &info);
    assert_true(info.mass_kg == kamm_describe(model).mass_kg && info.mass_kg > 0);
    static kamm_single_track_numbers numbers;
    kamm_describe_single_track_out(model, &numbers);
    assert_true(numbers.mass_kg == kamm_describe_single_track(model).mass_kg &&
                numbers.mass_kg > 0);
    static kamm_single_track_drive drive;
    kamm_describe_single_track_drive_out(model, &drive);
    assert_int_equal(drive.top_gear, 5);
    kamm_destroy_model(model);
    static kamm_tyre_def tyre;
    static kamm_tyre_spec spec;
    kamm_default_tyre_out(&tyre);
    kamm_default_tyre_spec_out(&spec);
    assert_true(tyre.width_m == kamm_default_tyre().width_m && tyre.width_m > 0.1);
    assert_true(spec.width_m == kamm_default_tyre_spec().width_m && spec.width_m > 0.1);
    assert_ptr_equal(kamm_get_flat_ground(), &kamm_flat_ground);
}

static void demands_by_pointer_are_those_by_value(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    def.aids.demands = 1;
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = kamm_create_cars(model, 3, &error);
    kamm_demand demand = {.engine_cut = 0.25f}, out;
    kamm_set_demand(cars, 2, &demand);
    kamm_get_demand_out(cars, 2, &out);
    assert_true(out.engine_cut == 0.25f);
    kamm_get_demand_out(cars, 1, &out);
    assert_true(out.engine_cut == 0);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
}

static void a_library_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    kamm_error error;
    kamm_abi_struct structs[] = {{"kamm_contact", sizeof(kamm_contact)},
                                 {"kamm_vehicle_def", sizeof(kamm_vehicle_def)}};
    assert_int_equal(kamm_version_number(), KAMM_VERSION_NUMBER);
    assert_int_equal(kamm_check_abi(KAMM_VERSION_NUMBER, structs, 2, &error), KAMM_OK);
    assert_int_equal(kamm_check_abi(KAMM_VERSION_NUMBER, NULL, 0, NULL), KAMM_OK);
    structs[1].size -= 8;
    assert_int_equal(kamm_check_abi(KAMM_VERSION_NUMBER, structs, 2, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "kamm_vehicle_def"));
    assert_non_null(strstr(error.text, "in the caller"));
    structs[1].name = "kamm_bicycle_def";
    assert_int_equal(kamm_check_abi(KAMM_VERSION_NUMBER, structs, 2, &error), KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_struct_size("kamm_bicycle_def"), 0);
    int next_minor = KAMM_VERSION_NUMBER + KAMM_MAKE_VERSION(0, 1, 0);
    int next_patch = KAMM_VERSION_NUMBER + KAMM_MAKE_VERSION(0, 0, 1);
    assert_int_equal(kamm_check_abi(next_minor, structs, 1, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, KAMM_VERSION_STRING));
    assert_int_equal(kamm_check_abi(next_patch, structs, 1, &error), KAMM_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_by_pointer_are_those_by_value),
        cmocka_unit_test(demands_by_pointer_are_those_by_value),
        cmocka_unit_test(a_library_that_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
