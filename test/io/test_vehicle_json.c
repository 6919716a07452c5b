/* Vehicle files: what is read and written, and where it is found. The car is the example of
 * docs/vehicle-files.md, so that the page stays true. */
#include "support/cars.h"
#include "support/tier.h"
#include "support/vehicle_files.h"

#include "fields/fields.h"

/* -- reading ---------------------------------------------------------------------------------- */

static void the_example_is_read(void **state)
{
    (void)state;
    if (read_text(example)) fail_msg("%s", read_error.text);
    assert_int_equal(car_notes.count, 0);
    assert_string_equal(car_file.id, "car");
    assert_string_equal(car_file.path, car_path);
    assert_string_equal(car_file.def.name, "Example hatchback 1.4");
    assert_float_equal(car_file.def.body.mass_kg, 1150, 0);
    assert_float_equal(car_file.def.axles[1].behind_front_axle_m, 2.51, 0);
    assert_float_equal(car_file.def.axles[0].suspension.spring_n_per_m, 22000, 0);
    assert_float_equal(car_file.def.axles[0].suspension.bump_travel_m, 0.06, 0);
    assert_float_equal(car_file.def.steering.lock_rad, 530 * 3.14159265358979 / 180, 1e-12);
    assert_int_equal(car_file.def.engine.torque_curve.count, 6);
    assert_float_equal(car_file.def.engine.torque_curve.x[5], 680.678408277789, 1e-9);
    assert_float_equal(car_file.def.engine.torque_curve.y[2], 128, 0);
    assert_int_equal(car_file.def.gearbox.ratios_count, 5);
    assert_float_equal(car_file.def.axles[0].tyre.width_m, 0.185, 1e-12);
    assert_float_equal(car_file.def.axles[1].tyre.inflation_pressure_pa, 210000, 1e-9);
    assert_int_equal(car_file.published_count, 1);
    assert_string_equal(car_file.published[0].name, "accel.time_0_100_kmh_s");
    assert_float_equal(car_file.published[0].value, 12.4, 0);
    assert_string_equal(car_file.published[0].source, "made up for this page");
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    static char text[MAX_TEXT];
    strcpy(text, "\xef\xbb\xbf");
    strcat(text, example);
    assert_int_equal(read_text(text), KAMM_OK);
}

static void published_values_get_the_unit_of_their_name(void **state)
{
    (void)state;
    assert_int_equal(
        read_text(changed("\"accel.time_0_100_kmh_s\": { \"value\": 12.4, \"unit\": \"s\"",
                          "\"top-speed.speed_kmh\": { \"value\": 100, \"unit\": \"mph\"")),
        KAMM_OK);
    assert_float_equal(car_file.published[0].value, 160.9344, 1e-9);
    assert_int_equal(
        read_text(changed("\"accel.time_0_100_kmh_s\": { \"value\": 12.4, \"unit\": \"s\"",
                          "\"skidpad.acceleration_mps2\": { \"value\": 1, \"unit\": \"g\"")),
        KAMM_OK);
    assert_float_equal(car_file.published[0].value, 9.80665, 1e-12);
    assert_int_equal(
        read_text(changed("\"accel.time_0_100_kmh_s\": { \"value\": 12.4, \"unit\": \"s\"",
                          "\"skidpad.gradient_deg_per_g\": { \"value\": 2, \"unit\": "
                          "\"deg/g\"")),
        KAMM_OK);
    assert_float_equal(car_file.published[0].value, 2, 0);
}

static void assert_notes(const char *from, const char *to, int count, const char *first)
{
    if (read_text(changed(from, to))) fail_msg("%s", read_error.text);
    assert_int_equal(car_notes.count, count);
    assert_string_equal(car_notes.text[0], first);
}

static void numbers_without_a_source_are_noted(void **state)
{
    (void)state;
    assert_notes("  \"sources\": { \"*\": \"made up for this page\" },",
                 "  \"sources\": { \"axles\": \"x\", \"engine\": \"x\", \"aero\": \"x\" },", 4,
                 "no source: steering.ratio");
    assert_string_equal(car_notes.text[1], "no source: steering.lock_deg");
    assert_string_equal(car_notes.text[2], "no source: gearbox.ratios");
    assert_string_equal(car_notes.text[3], "no source: gearbox.final_drive");
    assert_notes("  \"sources\": { \"*\": \"made up for this page\" },",
                 "  \"sources\": { \"steering\": \"x\", \"gearbox\": \"x\", \"aero\": \"x\" },", 15,
                 "no source: axles[0].track_mm");
    assert_string_equal(car_notes.text[12], "no source: engine.torque_curve");
    if (read_text(changed("\"sources\": { \"*\": \"made up for this page\" }",
                          "\"source\": \"made up for this page\"")))
        fail_msg("%s", read_error.text);
    assert_int_equal(car_notes.count, 0);
}

static void a_tyre_file_notes_its_own_name(void **state)
{
    (void)state;
    char path[128], expected[200];
    kamm_tyre_def tyre;
    path_in_folder(path, "bare.json");
    write_bytes(path, "{\"width_mm\": 175}", 17);
    memset(&car_notes, 0, sizeof car_notes);
    assert_int_equal(kamm_load_tyre(path, &tyre, &car_notes, &read_error), KAMM_OK);
    snprintf(expected, sizeof expected, "no source: width_mm in %s", path);
    assert_int_equal(car_notes.count, 1);
    assert_string_equal(car_notes.text[0], expected);
    assert_float_equal(tyre.width_m, 0.175, 1e-12);
}

/* -- writing ---------------------------------------------------------------------------------- */

/* Fills a struct with values that no default has. */
static void fill(const kamm_field_table *table, void *object, struct noise *random)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        double *numbers = kamm_value_of(field, object);
        kamm_curve *curve = kamm_value_of(field, object);
        int32_t *whole = kamm_value_of(field, object);
        switch (field->kind) {
        case KAMM_FIELD_NUMBER: *numbers = noise_between(random, field->min, field->max); break;
        case KAMM_FIELD_CHOICE:
        case KAMM_FIELD_FLAG: *whole = !(int32_t)field->default_value; break;
        case KAMM_FIELD_TEXT: strcpy((char *)whole, "a \"b\" \\ \n \xc3\xa9"); break;
        case KAMM_FIELD_NUMBERS:
            *kamm_count_of(field, object) = field->max_count;
            for (int k = 0; k < field->max_count; ++k)
                numbers[k] = noise_between(random, field->min, field->max);
            break;
        case KAMM_FIELD_CURVE:
            curve->count = KAMM_CURVE_POINTS;
            for (int k = 0; k < curve->count; ++k) {
                curve->x[k] = k + noise_between(random, 0, 0.9);
                curve->y[k] = noise_between(random, -1e9, 1e9);
            }
            break;
        case KAMM_FIELD_GROUP: fill(field->table, numbers, random); break;
        case KAMM_FIELD_LIST:
            *kamm_count_of(field, object) = field->max_count;
            for (int k = 0; k < field->max_count; ++k)
                fill(field->table, (char *)numbers + (size_t)k * field->item_size, random);
        }
    }
}

static void assert_round_trip(const kamm_vehicle_def *def)
{
    char path[128];
    path_in_folder(path, "written.json");
    memset(&car_notes, 0, sizeof car_notes);
    if (kamm_write_vehicle(path, def, &read_error)) fail_msg("%s", read_error.text);
    if (kamm_load_vehicle(path, &car_file, &car_notes, &read_error))
        fail_msg("%s", read_error.text);
    assert_memory_equal(&car_file.def, def, sizeof *def);
    assert_int_equal(car_notes.count, 0);
}

static void what_is_written_reads_back_the_same(void **state)
{
    (void)state;
    static kamm_vehicle_def def, standard;
    standard = kamm_default_vehicle();
    assert_round_trip(&standard);
    struct noise random = {7};
    for (int round = 0; round < of_tier(5, 20); ++round) {
        memset(&def, 0, sizeof def);
        fill(kamm_vehicle_table(), &def, &random);
        assert_round_trip(&def);
    }
}

static void what_is_not_valid_is_not_written(void **state)
{
    (void)state;
    char path[128];
    struct stat ignored;
    static kamm_vehicle_def def;
    def = kamm_default_vehicle();
    path_in_folder(path, "invalid.json");
    def.body.mass_kg = -1;
    assert_int_equal(kamm_write_vehicle(path, &def, &read_error), KAMM_ERROR_RANGE);
    assert_string_equal(read_error.path, "body.mass_kg");
    assert_int_equal(stat(path, &ignored), -1);
    def = kamm_default_vehicle();
    assert_int_equal(kamm_write_vehicle(folder, &def, &read_error), KAMM_ERROR_FILE);
    assert_text_has(folder);
}

/* -- the data folder -------------------------------------------------------------------------- */

static void names_are_looked_up_in_the_data_folder(void **state)
{
    (void)state;
    char path[128], names[2][64];
    path_in_folder(path, "vehicles");
    mkdir(path, 0777);
    path_in_folder(path, "tyres");
    mkdir(path, 0777);
    path_in_folder(path, "tyres/example.json");
    write_bytes(path, tyre_example, strlen(tyre_example));
    path_in_folder(path, "tyres/other.tir");
    write_bytes(path, "x", 1);
    const char *text = changed("\"example-tyre.json\"", "\"example\"");
    static const char *const cars[] = {"vehicles/micra.json", "vehicles/micra-2.json",
                                       "vehicles/boxster.json", "vehicles/notes.txt"};
    for (size_t i = 0; i < 4; ++i) {
        path_in_folder(path, cars[i]);
        write_bytes(path, text, strlen(text));
    }
    path_in_folder(path, "vehicles/example-tyre.json");
    write_bytes(path, tyre_example, strlen(tyre_example));
    setenv("KAMM_DATA", folder, 1);
    assert_string_equal(kamm_data_folder(), folder);
    assert_int_equal(kamm_list_data("vehicles", names, 2), 4);
    assert_string_equal(names[0], "boxster");
    assert_string_equal(names[1], "example-tyre");
    assert_int_equal(kamm_list_data("tyres", names, 2), 2);
    assert_string_equal(names[1], "other");
    assert_int_equal(kamm_load_vehicle("micra", &car_file, NULL, &read_error), KAMM_OK);
    assert_string_equal(car_file.id, "micra");
    assert_unreadable("mirca", KAMM_ERROR_UNKNOWN, "; did you mean \"micra\"?");
    assert_unreadable("lamborghini", KAMM_ERROR_UNKNOWN, "`kamm list vehicles` lists all");
    setenv("KAMM_DATA", "/nowhere", 1);
    assert_null(kamm_data_folder());
    assert_unreadable("micra", KAMM_ERROR_FILE, "there is no data folder /nowhere");
    unsetenv("KAMM_DATA");
}

/* Of a file with what a car must have and nothing else, on every rung: turned to the left it goes to the left, under throttle it goes
 * forwards. */
static void what_is_left_out_steers_and_drives(void **state)
{
    (void)state;
    static const char least[] =
        "{\"body\": {\"mass_kg\": 1200}, \"axles\": [{}, {\"behind_front_axle_m\": 2.5}],"
        " \"engine\": {\"torque_curve\": {\"speed_rpm\": [1000, 6000], \"torque_nm\": [100, 100]}},"
        " \"gearbox\": {\"ratios\": [3.5, 2, 1.3, 1, 0.8]}}";
    if (read_text(least)) fail_msg("%s", read_error.text);
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_error error;
        kamm_model *model = kamm_create_model(&car_file.def, (kamm_rung)rung, &error);
        if (!model) fail_msg("%s", error.text);
        kamm_cars *cars = kamm_create_cars(model, 1, &error);
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
        kamm_place(cars, 0, &at);
        kamm_inputs(cars)->throttle = 1, kamm_inputs(cars)->steering_wheel_rad = 1;
        kamm_step(cars, &kamm_flat_ground, 1200);
        assert_true(kamm_read(cars, 0, KAMM_CHANNEL_x_m) > 3);
        assert_true(kamm_read(cars, 0, KAMM_CHANNEL_y_m) > 0.5);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
}

/* What says that no axle steers, or drives, is no car, whatever the rung. A word on one axle is a word on all. */
static void a_car_that_cannot_steer_or_drive_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *front, *rear, *path;
    } files[] = {{"\"steer_share\": 0", "\"drive_share\": 1", "axles[0].steer_share"},
                 {"\"steer_share\": 1, \"drive_share\": 0", "", "axles[0].drive_share"},
                 {"", "\"steer_share\": 1, \"drive_share\": 0", "axles[0].drive_share"},
                 {"\"drive_share\": 1", "\"steer_share\": -1", NULL}};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        char text[500];
        snprintf(
            text, sizeof text,
            "{\"body\": {\"mass_kg\": 1200}, \"axles\": [{%s}, {\"behind_front_axle_m\": 2.5%s%s}],"
            " \"engine\": {\"torque_curve\": {\"speed_rpm\": [1000, 6000], \"torque_nm\": [100, 100]}},"
            " \"gearbox\": {\"ratios\": [3.5, 2, 1.3, 1, 0.8]}}",
            files[i].front, *files[i].rear ? ", " : "", files[i].rear);
        if (read_text(text)) fail_msg("%s", read_error.text);
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
            kamm_error error;
            kamm_model *model = kamm_create_model(&car_file.def, (kamm_rung)rung, &error);
            if (!model && !files[i].path) fail_msg("%s", error.text);
            if (files[i].path) {
                assert_null(model);
                assert_string_equal(error.path, files[i].path);
            }
            if (model) kamm_destroy_model(model);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_is_read),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(published_values_get_the_unit_of_their_name),
        cmocka_unit_test(numbers_without_a_source_are_noted),
        cmocka_unit_test(a_tyre_file_notes_its_own_name),
        cmocka_unit_test(what_is_written_reads_back_the_same),
        cmocka_unit_test(what_is_not_valid_is_not_written),
        cmocka_unit_test(names_are_looked_up_in_the_data_folder),
        cmocka_unit_test(what_is_left_out_steers_and_drives),
        cmocka_unit_test(a_car_that_cannot_steer_or_drive_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up_folder, remove_folder);
}
