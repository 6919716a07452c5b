/* Field tables at run time: every table is well formed, paths set and read values in any unit, and
 * each mistake gets a message that says what is wanted. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <kamm/cars.h>
#include <kamm/vehicle.h>

#include "fields/fields.h"

static kamm_vehicle_def def;
static kamm_error error;

static int reset(void **state)
{
    (void)state;
    def = kamm_default_vehicle();
    memset(&error, 0, sizeof error);
    return 0;
}

static kamm_result set(const char *path, const char *text)
{
    return kamm_set(kamm_vehicle_table(), &def, path, text, &error);
}

static double get(const char *path)
{
    double value = NAN;
    assert_int_equal(kamm_get_number(kamm_vehicle_table(), &def, path, &value, &error), KAMM_OK);
    return value;
}

static void assert_text_has(const char *part)
{
    if (!strstr(error.text, part)) fail_msg("\"%s\" lacks \"%s\"", error.text, part);
}

/* The call fails with that code at that path, changes nothing, and its text has that part. */
static void assert_refused(const char *path, const char *text, kamm_result code,
                           const char *error_path, const char *part)
{
    kamm_vehicle_def before = def;
    assert_int_equal(set(path, text), code);
    assert_int_equal(error.code, code);
    assert_string_equal(error.path, error_path);
    assert_text_has(part);
    assert_memory_equal(&before, &def, sizeof def);
}

/* -- the tables ------------------------------------------------------------------------------- */

/* A doc is shown by itself, in an editor or on the page: it must not lean on the one above it. */
static void expect_stands_alone(const char *name, const char *doc)
{
    static const char *const leaning[] = {"Its ", "How far it ", "The same", "Their ",
                                          "It ",  "They ",       "…"};
    static const char *const inside[] = {"the above", "left over of it", "this one"};
    for (size_t i = 0; i < sizeof leaning / sizeof *leaning; ++i)
        if (!strncmp(doc, leaning[i], strlen(leaning[i]))) fail_msg("%s: \"%s\"", name, doc);
    for (size_t i = 0; i < sizeof inside / sizeof *inside; ++i)
        if (strstr(doc, inside[i])) fail_msg("%s: \"%s\"", name, doc);
}

static void expect_table_stands_alone(const kamm_field_table *table)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        if (field->doc) expect_stands_alone(field->name, field->doc);
        if (field->table) expect_table_stands_alone(field->table);
    }
}

static void every_doc_stands_alone(void **state)
{
    (void)state;
    const kamm_field_info *(*const lists[])(int *) = {
        kamm_input_fields,      kamm_channel_fields,          kamm_wheel_channel_fields,
        kamm_car_state_fields,  kamm_body_point_state_fields, kamm_axle_state_fields,
        kamm_wheel_state_fields};
    expect_table_stands_alone(kamm_vehicle_table());
    for (size_t list = 0; list < sizeof lists / sizeof *lists; ++list) {
        int count;
        const kamm_field_info *fields = lists[list](&count);
        assert_true(count > 0);
        for (int i = 0; i < count; ++i) expect_stands_alone(fields[i].name, fields[i].doc);
    }
}

static void check_quantity(kamm_quantity quantity)
{
    const kamm_unit *si = kamm_si_unit(quantity.unit);
    if (!si) fail_msg("unit %s of %s is not in the table of units", quantity.unit, quantity.name);
    size_t base = kamm_base_length(quantity.name, si);
    if (*si->suffix && !quantity.name[base])
        fail_msg("%s does not end in its unit %s", quantity.name, si->suffix);
}

static void check_names_differ(const kamm_field_table *table)
{
    int count;
    const kamm_unit *units = kamm_units(&count);
    char name[KAMM_NAME_TEXT];
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        assert_ptr_equal(kamm_find_field(table, field->name, strlen(field->name), NULL), field);
        if (field->kind != KAMM_FIELD_NUMBER && field->kind != KAMM_FIELD_NUMBERS) continue;
        for (int u = 0; u < count; ++u)
            if (!strcmp(units[u].si, field->unit)) {
                kamm_name_in_unit(name, kamm_quantity_of(field), &units[u]);
                assert_ptr_equal(kamm_find_field(table, name, strlen(name), NULL), field);
            }
    }
}

static void check_table(const kamm_field_table *table)
{
    check_names_differ(table);
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        assert_non_null(field->doc);
        assert_true(field->offset < table->size);
        if (field->kind == KAMM_FIELD_NUMBER || field->kind == KAMM_FIELD_NUMBERS)
            check_quantity(kamm_quantity_of(field));
        if (field->kind == KAMM_FIELD_CURVE) {
            check_quantity(kamm_quantity_of_x(field));
            check_quantity(kamm_quantity_of(field));
        }
        if (field->table) check_table(field->table);
    }
}

static void tables_are_well_formed(void **state)
{
    (void)state;
    check_table(kamm_vehicle_table());
    check_table(kamm_tyre_spec_table());
    assert_int_equal(kamm_vehicle_table()->size, sizeof(kamm_vehicle_def));
}

static void defaults_lie_in_their_ranges(void **state)
{
    (void)state;
    kamm_tyre_spec spec;
    kamm_vehicle_def empty;
    kamm_set_defaults(kamm_tyre_spec_table(), &spec);
    kamm_set_defaults(kamm_vehicle_table(), &empty);
    assert_int_equal(kamm_check(kamm_tyre_spec_table(), &spec, &error), KAMM_OK);
    assert_int_equal(kamm_check(kamm_vehicle_table(), &empty, &error), KAMM_OK);
    assert_int_equal(kamm_check(kamm_vehicle_table(), &def, &error), KAMM_OK);
    assert_float_equal(empty.axles[1].track_m, 1.5, 0);
    assert_float_equal(empty.axles[1].tyre.pdx1, 1.3, 0);
    assert_int_equal(empty.axles_count, 0);
    assert_int_equal(empty.aids.abs, 1);
}

static void channels_are_listed_in_order(void **state)
{
    (void)state;
    int count;
    const kamm_field_info *channels = kamm_channel_fields(&count);
    assert_int_equal(count, KAMM_CHANNEL_COUNT);
    assert_string_equal(channels[KAMM_CHANNEL_yaw_rate_radps].name, "yaw_rate_radps");
    assert_string_equal(channels[KAMM_CHANNEL_speed_mps].unit, "m/s");
    const kamm_field_info *wheel = kamm_wheel_channel_fields(&count);
    assert_int_equal(count, KAMM_WHEEL_CHANNEL_COUNT);
    assert_string_equal(wheel[KAMM_WHEEL_slip_ratio].name, "slip_ratio");
    const kamm_field_info *inputs = kamm_input_fields(NULL);
    assert_string_equal(inputs[1].name, "throttle");
    assert_float_equal(inputs[5].default_value, KAMM_GEAR_DRIVE, 0);
}

/* -- setting ---------------------------------------------------------------------------------- */

static void paths_reach_every_kind_of_field(void **state)
{
    (void)state;
    assert_int_equal(set("axles[1].suspension.anti_roll_bar_n_per_m", "12500"), KAMM_OK);
    assert_float_equal(def.axles[1].suspension.anti_roll_bar_n_per_m, 12500, 0);
    assert_int_equal(set("gearbox.ratios[2]", "1.5"), KAMM_OK);
    assert_float_equal(def.gearbox.ratios[2], 1.5, 0);
    assert_int_equal(set("engine.torque_curve.torque_nm[3]", "123"), KAMM_OK);
    assert_float_equal(def.engine.torque_curve.y[3], 123, 0);
    assert_int_equal(set("gearbox.kind", "automatic"), KAMM_OK);
    assert_int_equal(def.gearbox.kind, KAMM_GEARBOX_AUTOMATIC);
    assert_int_equal(set("aids.abs", "false"), KAMM_OK);
    assert_int_equal(def.aids.abs, 0);
    assert_int_equal(set("name", "Mine"), KAMM_OK);
    assert_string_equal(def.name, "Mine");
    assert_int_equal(set("axles[0].tyre.lmuy", "0.9"), KAMM_OK);
    assert_float_equal(def.axles[0].tyre.lmuy, 0.9, 0);
    assert_float_equal(def.axles[1].tyre.lmuy, 1, 0);
}

static void units_at_the_end_of_a_name_convert(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text, *si_path;
        double si, tolerance;
    } cases[] = {
        {"axles[0].track_mm", "1475", "axles[0].track_m", 1.475, 0},
        {"body.length_cm", "398", "body.length_m", 3.98, 0},
        {"body.length_ft", "10", "body.length_m", 3.048, 0},
        {"axles[0].tyre.rim_radius_in", "7.5", "axles[0].tyre.rim_radius_m", 0.1905, 0},
        {"steering.lock_deg", "540", "steering.lock_rad", 9.42477796076938, 1e-14},
        {"engine.idle_rpm", "800", "engine.idle_radps", 83.7758040957278, 1e-12},
        {"steering.max_rate_degps", "180", "steering.max_rate_radps", 3.14159265358979, 1e-14},
        {"engine.speed_limit_kmh", "250", "engine.speed_limit_mps", 69.4444444444444, 1e-12},
        {"engine.speed_limit_mph", "155", "engine.speed_limit_mps", 69.2912, 1e-12},
        {"axles[0].suspension.spring_n_per_mm", "22", "axles[0].suspension.spring_n_per_m", 22000,
         0},
        {"axles[0].suspension.spring_kgf_per_mm", "2", "axles[0].suspension.spring_n_per_m",
         19613.3, 1e-10},
        {"axles[0].suspension.spring_lbf_per_in", "100", "axles[0].suspension.spring_n_per_m",
         17512.6835, 1e-4},
        {"axles[0].suspension.camber_gain_deg_per_m", "-20",
         "axles[0].suspension.camber_gain_rad_per_m", -0.349065850398866, 1e-14},
        {"axles[0].suspension.bump_damping_ns_per_mm", "1.5",
         "axles[0].suspension.bump_damping_ns_per_m", 1500, 0},
        {"axles[0].tyre.inflation_pressure_bar", "2.4", "axles[0].tyre.inflation_pressure_pa",
         240000, 1e-9},
        {"axles[0].tyre.inflation_pressure_psi", "32", "axles[0].tyre.inflation_pressure_pa",
         220632.2338, 1e-3},
        {"body.mass_lb", "2500", "body.mass_kg", 1133.980925, 1e-9},
        {"body.mass_t", "1.2", "body.mass_kg", 1200, 1e-12},
        {"gearbox.shift_ms", "80", "gearbox.shift_s", 0.08, 0},
        {"clutch.torque_lbft", "200", "clutch.torque_nm", 271.1635897, 1e-6},
        {"engine.torque_curve.speed_rpm[0]", "1000", "engine.torque_curve.speed_radps[0]",
         104.719755119660, 1e-10},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        if (set(cases[i].path, cases[i].text)) fail_msg("%s", error.text);
        assert_float_equal(get(cases[i].si_path), cases[i].si, cases[i].tolerance);
        assert_float_equal(get(cases[i].path), strtod(cases[i].text, NULL), 1e-9);
    }
}

static void numbers_are_set_by_path(void **state)
{
    (void)state;
    const kamm_field_table *table = kamm_vehicle_table();
    assert_int_equal(kamm_set_number(table, &def, "body.mass_t", 1.5, &error), KAMM_OK);
    assert_float_equal(def.body.mass_kg, 1500, 0);
    assert_int_equal(kamm_set_number(table, &def, "gearbox.kind", 1, &error), KAMM_OK);
    assert_int_equal(def.gearbox.kind, KAMM_GEARBOX_SEQUENTIAL);
    assert_int_equal(kamm_set_number(table, &def, "gearbox.kind", 9, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_number(table, &def, "gearbox.kind", 0.5, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_number(table, &def, "gearbox.kind", NAN, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_number(table, &def, "aids.tcs", 2, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_set_number(table, &def, "aids.tcs", 1, &error), KAMM_OK);
    assert_float_equal(get("aids.tcs"), 1, 0);
    assert_int_equal(kamm_set_number(table, &def, "body.mass_kg", NAN, &error), KAMM_ERROR_RANGE);
    assert_text_has("body.mass_kg: the value is not finite; allowed: 0.5 to 1e+06 kg");
    assert_int_equal(kamm_set_number(table, &def, "name", 1, &error), KAMM_ERROR_FORMAT);
    assert_float_equal(def.body.mass_kg, 1500, 0);
}

/* -- refusing --------------------------------------------------------------------------------- */

static void unknown_names_get_the_nearest(void **state)
{
    (void)state;
    assert_refused("axles[0].trak_m", "1", KAMM_ERROR_UNKNOWN, "axles[0].trak_m",
                   "axles[0].trak_m: unknown name \"trak_m\"; did you mean \"track_m\"?");
    assert_refused("boddy.mass_kg", "1", KAMM_ERROR_UNKNOWN, "boddy", "did you mean \"body\"?");
    assert_refused("axles[0].suspension.bump_stop_lenght_m", "1", KAMM_ERROR_UNKNOWN,
                   "axles[0].suspension.bump_stop_lenght_m",
                   "did you mean \"bump_stop_length_m\"?");
    assert_refused("gearbox.Kind", "manual", KAMM_ERROR_UNKNOWN, "gearbox.Kind", "mean \"kind\"?");
    assert_refused("brakes.qqqqqqqq", "1", KAMM_ERROR_UNKNOWN, "brakes.qqqqqqqq",
                   "there are response_s");
    assert_refused("axles[0].tyre.qqqqqqqqqq", "1", KAMM_ERROR_UNKNOWN, "axles[0].tyre.qqqqqqqqqq",
                   "kamm catalog");
}

static void wrong_units_get_the_units_understood(void **state)
{
    (void)state;
    assert_refused(
        "body.mass_lbs", "1", KAMM_ERROR_UNKNOWN, "body.mass_lbs",
        "unknown name \"mass_lbs\"; its unit is not understood, what is wanted is mass_kg "
        "(or mass_g, mass_t, mass_lb)");
    assert_refused("axles[0].track_mps", "1", KAMM_ERROR_UNKNOWN, "axles[0].track_mps",
                   "what is wanted is track_m (or track_mm, track_cm, track_in, track_ft)");
    assert_refused("axles[0].track", "1", KAMM_ERROR_UNKNOWN, "axles[0].track", "track_m (or");
    assert_refused("axles[0].suspension.spring_stiffness", "1", KAMM_ERROR_UNKNOWN,
                   "axles[0].suspension.spring_stiffness", "spring_n_per_m (or spring_n_per_mm");
    assert_refused("engine.torque_curve.speed_mps[0]", "1", KAMM_ERROR_UNKNOWN,
                   "engine.torque_curve",
                   "speed_radps (or speed_rpm, speed_degps) and torque_nm (or");
}

static void values_out_of_range_name_what_is_allowed(void **state)
{
    (void)state;
    assert_refused("axles[0].track_m", "1475", KAMM_ERROR_RANGE, "axles[0].track_m",
                   "axles[0].track_m: 1475 m is out of range; allowed: 0.04 to 20 m");
    assert_refused("axles[0].track_mm", "1.475", KAMM_ERROR_RANGE, "axles[0].track_mm",
                   "1.475 mm is out of range; allowed: 40 to 20000 mm");
    assert_refused("axles[0].suspension.camber_rad", "-1.5", KAMM_ERROR_RANGE,
                   "axles[0].suspension.camber_rad", "allowed: -0.3 to 0.3 rad");
    assert_refused("engine.limiter_radps", "6500", KAMM_ERROR_RANGE, "engine.limiter_radps",
                   "6500 rad/s is out of range; allowed: 30 to 5000 rad/s");
    assert_refused("body.mass_kg", "0.4", KAMM_ERROR_RANGE, "body.mass_kg",
                   "0.4 kg is out of range; allowed: 0.5 to 1e+06 kg");
    assert_refused("aids.abs_slip", "7", KAMM_ERROR_RANGE, "aids.abs_slip",
                   "7 is out of range; allowed: 0.02 to 0.5");
    assert_refused("body.mass_kg", "inf", KAMM_ERROR_RANGE, "body.mass_kg", "not finite");
    assert_refused("body.mass_kg", "nan", KAMM_ERROR_RANGE, "body.mass_kg", "not finite");
    assert_refused("body.mass_kg", "1e999", KAMM_ERROR_RANGE, "body.mass_kg", "not finite");
    assert_refused(
        "gearbox.kind", "automtic", KAMM_ERROR_RANGE, "gearbox.kind",
        "\"automtic\" is not one of the words \"manual\", \"sequential\", \"automatic\"");
}

static void texts_that_are_no_value_are_refused(void **state)
{
    (void)state;
    assert_refused("body.mass_kg", "heavy", KAMM_ERROR_FORMAT, "body.mass_kg",
                   "body.mass_kg: \"heavy\" is not a number; allowed: 0.5 to 1e+06 kg");
    assert_refused("body.mass_kg", "", KAMM_ERROR_FORMAT, "body.mass_kg", "not a number");
    assert_refused("body.mass_kg", "1200kg", KAMM_ERROR_FORMAT, "body.mass_kg", "not a number");
    assert_refused("aids.abs", "yes", KAMM_ERROR_FORMAT, "aids.abs", "allowed: true or false");
    char longest[80];
    memset(longest, 'x', sizeof longest);
    longest[64] = 0;
    assert_refused("name", longest, KAMM_ERROR_FORMAT, "name", "at most 63 are allowed");
    longest[63] = 0;
    assert_int_equal(set("name", longest), KAMM_OK);
}

static void broken_paths_are_refused(void **state)
{
    (void)state;
    static const char *const broken[] = {"",
                                         ".",
                                         "body.",
                                         ".mass_kg",
                                         "body..mass_kg",
                                         "axles[",
                                         "axles[]",
                                         "axles[x].track_m",
                                         "axles[-1].track_m",
                                         "axles[0]track_m",
                                         "axles[0.track_m",
                                         "axles[99999999999].track_m",
                                         "axles[0][0].track_m",
                                         "body[0].mass_kg",
                                         "body",
                                         "axles",
                                         "axles[0]",
                                         "axles.track_m",
                                         "engine.torque_curve",
                                         "engine.torque_curve[0]",
                                         "engine.torque_curve.torque_nm",
                                         "engine.torque_curve.torque_nm[0].x",
                                         "gearbox.ratios",
                                         "gearbox.ratios[0].x",
                                         "body.mass_kg[0]",
                                         "body.mass_kg.x",
                                         "name[0]",
                                         "gearbox.kind.x",
                                         "]",
                                         "[0]"};
    kamm_vehicle_def before = def;
    for (size_t i = 0; i < sizeof broken / sizeof *broken; ++i) {
        double ignored;
        if (set(broken[i], "1") != KAMM_ERROR_FORMAT) fail_msg("%s was not refused", broken[i]);
        assert_int_equal(kamm_get_number(kamm_vehicle_table(), &def, broken[i], &ignored, NULL),
                         KAMM_ERROR_FORMAT);
    }
    assert_memory_equal(&before, &def, sizeof def);
    assert_refused("axles[2].track_m", "1", KAMM_ERROR_UNKNOWN, "axles[2]",
                   "no item 2; the list has 2");
    assert_refused("gearbox.ratios[5]", "1", KAMM_ERROR_UNKNOWN, "gearbox.ratios[5]", "has 5");
    assert_refused("engine.torque_curve.torque_nm[7]", "1", KAMM_ERROR_UNKNOWN,
                   "engine.torque_curve.torque_nm[7]", "has 7");
}

static void very_long_paths_are_refused(void **state)
{
    (void)state;
    char path[1000];
    memset(path, 'a', sizeof path - 1);
    path[sizeof path - 1] = 0;
    assert_int_equal(set(path, "1"), KAMM_ERROR_UNKNOWN);
    memcpy(path, "body.mass_kg", 12);
    assert_int_equal(set(path, "1"), KAMM_ERROR_UNKNOWN);
}

static void curves_stay_ascending(void **state)
{
    (void)state;
    assert_refused("engine.torque_curve.speed_rpm[1]", "900000", KAMM_ERROR_RANGE,
                   "engine.torque_curve.speed_rpm[1]", "x must ascend strictly");
    assert_refused("engine.torque_curve.speed_rpm[1]", "nan", KAMM_ERROR_RANGE,
                   "engine.torque_curve.speed_rpm[1]", "not finite");
    assert_int_equal(set("engine.torque_curve.speed_rpm[1]", "1400"), KAMM_OK);
}

/* -- checking --------------------------------------------------------------------------------- */

static void assert_check_names(const char *path, const char *part)
{
    assert_int_equal(kamm_check(kamm_vehicle_table(), &def, &error), KAMM_ERROR_RANGE);
    assert_string_equal(error.path, path);
    assert_text_has(part);
    reset(NULL);
}

static void check_names_the_offender(void **state)
{
    (void)state;
    def.axles[1].suspension.spring_n_per_m = -1;
    assert_check_names("axles[1].suspension.spring_n_per_m", "-1 N/m is out of range; allowed: 20");
    def.axles[1].tyre.pdy1 = NAN;
    assert_check_names("axles[1].tyre.pdy1", "not finite");
    def.gearbox.ratios[4] = 1e9;
    assert_check_names("gearbox.ratios[4]", "allowed: 0.1 to 30");
    def.gearbox.ratios_count = KAMM_MAX_GEARS + 1;
    assert_check_names("gearbox.ratios", "a count of 19 is out of range; allowed: 0 to 18");
    def.axles_count = -1;
    assert_check_names("axles", "a count of -1");
    def.gearbox.kind = 9;
    assert_check_names("gearbox.kind", "allowed: 0 to 4");
    def.aids.tcs = 2;
    assert_check_names("aids.tcs", "allowed: 0 to 1");
    def.engine.torque_curve.x[2] = def.engine.torque_curve.x[1];
    assert_check_names("engine.torque_curve", "engine.torque_curve.speed_radps[2]: 157.07963");
    def.engine.torque_curve.y[2] = INFINITY;
    assert_check_names("engine.torque_curve", "point 2 is not finite");
    def.engine.torque_curve.count = 25;
    assert_check_names("engine.torque_curve", "a curve has 2 to 24");
    memset(def.name, 'x', sizeof def.name);
    assert_check_names("name", "does not end within its 64 bytes");
}

/* Numbers as text read back as the same bits. */
static void numbers_read_back_from_text_bit_for_bit(void **state)
{
    (void)state;
    static const double values[] = {0, -0.0, 0.1, 1.475, 1.0 / 3, 5e-324, 1.7976931348623157e308,
                                    84};
    char text[KAMM_NUMBER_TEXT];
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        double back = -1;
        assert_true(kamm_parse_number(kamm_format_number(text, values[i]), &back));
        assert_memory_equal(&back, &values[i], sizeof back);
    }
    assert_string_equal(kamm_format_number(text, 1.475), "1.475");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_doc_stands_alone),
        cmocka_unit_test_setup(tables_are_well_formed, reset),
        cmocka_unit_test_setup(defaults_lie_in_their_ranges, reset),
        cmocka_unit_test_setup(channels_are_listed_in_order, reset),
        cmocka_unit_test_setup(paths_reach_every_kind_of_field, reset),
        cmocka_unit_test_setup(units_at_the_end_of_a_name_convert, reset),
        cmocka_unit_test_setup(numbers_are_set_by_path, reset),
        cmocka_unit_test_setup(unknown_names_get_the_nearest, reset),
        cmocka_unit_test_setup(wrong_units_get_the_units_understood, reset),
        cmocka_unit_test_setup(values_out_of_range_name_what_is_allowed, reset),
        cmocka_unit_test_setup(texts_that_are_no_value_are_refused, reset),
        cmocka_unit_test_setup(broken_paths_are_refused, reset),
        cmocka_unit_test_setup(very_long_paths_are_refused, reset),
        cmocka_unit_test_setup(curves_stay_ascending, reset),
        cmocka_unit_test_setup(check_names_the_offender, reset),
        cmocka_unit_test_setup(numbers_read_back_from_text_bit_for_bit, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
