/* Vehicle files with mistakes: each is refused with a message that names file, path, value and what
 * is allowed, and nothing is changed. */
#include "support/cars.h"
#include "support/tier.h"
#include "support/vehicle_files.h"

#include "fields/fields.h"

/* The file is refused with that code and path, the text starts with the file's name and has that
 * part, and nothing is changed. */
static void assert_refused(const char *bytes, size_t length, kamm_result code, const char *path,
                           const char *part)
{
    kamm_result result = read_bytes(bytes, length);
    if (result != code)
        fail_msg("%d instead of %d for \"%s\": %s", result, code, part, read_error.text);
    assert_int_equal(read_error.code, code);
    assert_string_equal(read_error.path, path);
    assert_memory_equal(read_error.text, car_path, strlen(car_path));
    assert_text_has(part);
    assert_memory_equal(&car_file, &untouched, sizeof car_file);
}

struct mistake {
    const char *from, *to;
    kamm_result code;
    const char *path, *part;
};

static void assert_mistakes(const struct mistake *mistakes, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const char *text = changed(mistakes[i].from, mistakes[i].to);
        assert_refused(text, strlen(text), mistakes[i].code, mistakes[i].path, mistakes[i].part);
    }
}

#define ASSERT_MISTAKES(mistakes) assert_mistakes(mistakes, sizeof(mistakes) / sizeof *(mistakes))

static void keys_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"mass_kg\": 1150", "\"mass_lbs\": 2500", KAMM_ERROR_UNKNOWN, "body.mass_lbs",
         ": body.mass_lbs: unknown name \"mass_lbs\"; its unit is not understood, what is wanted is "
         "mass_kg (or mass_g, mass_t, mass_lb)"},
        {"\"track_mm\": 1460", "\"track_mps\": 1.46", KAMM_ERROR_UNKNOWN, "axles[0].track_mps",
         "what is wanted is track_m (or track_mm"},
        {"\"track_mm\": 1460", "\"trak_mm\": 1460", KAMM_ERROR_UNKNOWN, "axles[0].trak_mm",
         "did you mean \"track_mm\"?"},
        {"\"steering\": {", "\"stering\": {", KAMM_ERROR_UNKNOWN, "stering",
         "did you mean \"steering\"?"},
        {"\"steering\": {", "\"steering\": { \"file\": \"x\",", KAMM_ERROR_UNKNOWN, "steering.file",
         "unknown name \"file\""},
        {"\"track_mm\": 1460", "\"track_mm\": 1460, \"track_mm\": 1470", KAMM_ERROR_FORMAT,
         "axles[0].track_mm", "given twice, as \"track_mm\" and as \"track_mm\""},
        {"\"track_mm\": 1460", "\"track_mm\": 1460, \"track_m\": 1.46", KAMM_ERROR_FORMAT,
         "axles[0].track_m", "given twice, as \"track_mm\" and as \"track_m\""},
        {"\"$schema\": \"vehicle.schema.json\"", "\"$schema\": \"a\", \"$schema\": \"b\"",
         KAMM_ERROR_FORMAT, "$schema", "given twice"},
        {"\"track_mm\": 1460",
         "\"track_mm\": 1460, \"tyre\": {\"file\": \"205-55r16-touring\", \"spec\": {}}",
         KAMM_ERROR_FORMAT, "axles[0].tyre", "either file or spec gives the tyre, not both"},
        {"\"track_mm\": 1460", "\"track_mm\": 1460, \"tyre\": {\"spec\": {\"widht_mm\": 205}}",
         KAMM_ERROR_UNKNOWN, "axles[0].tyre.spec.widht_mm", "did you mean \"width_mm\"?"},
        {"\"speed_rpm\"", "\"speed_mps\"", KAMM_ERROR_UNKNOWN, "engine.torque_curve",
         "unknown name \"speed_mps\"; the curve torque_curve has speed_radps (or speed_rpm"},
        {"\"torque_nm\": [90", "\"speed_radps\": [90", KAMM_ERROR_FORMAT, "engine.torque_curve",
         "speed_radps is given twice"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void values_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"track_mm\": 1460", "\"track_m\": 1460", KAMM_ERROR_RANGE, "axles[0].track_m",
         ": axles[0].track_m: 1460 m is out of range; allowed: 0.04 to 20 m"},
        {"\"mass_kg\": 1150", "\"mass_kg\": 1e999", KAMM_ERROR_RANGE, "body.mass_kg",
         "body.mass_kg: the value is not finite; allowed: 0.5 to 1e+06 kg"},
        {"\"mass_kg\": 1150", "\"mass_kg\": -1150", KAMM_ERROR_RANGE, "body.mass_kg",
         "-1150 kg is out of range; allowed: 0.5 to 1e+06 kg"},
        {"[3.55, 1.90", "[3.55, 190", KAMM_ERROR_RANGE, "gearbox.ratios[1]",
         "190 is out of range; allowed: 0.1 to 30"},
        {"[3.55, 1.90", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3.55, 1.90",
         KAMM_ERROR_RANGE, "gearbox.ratios", "20 numbers; at most 18 are allowed"},
        {"\"manual\"", "\"manuel\"", KAMM_ERROR_RANGE, "gearbox.kind",
         "\"manuel\" is not one of the words \"manual\", \"sequential\", \"automatic\""},
        {"[1000, 2000,", "[2000, 1000,", KAMM_ERROR_RANGE, "engine.torque_curve",
         "engine.torque_curve.speed_rpm[1]: 1000 rpm does not rise from 2000 rpm before"},
        {"[1000, 2000,", "[1000, 1e999,", KAMM_ERROR_RANGE, "engine.torque_curve.speed_rpm[1]",
         "not finite; allowed: any finite number of rpm"},
        {"[1000, 2000, 3500, 4500, 6000, 6500]", "[1000]", KAMM_ERROR_FORMAT, "engine.torque_curve",
         "1 values of speed_radps, but 6 of torque_nm"},
        {"\"axles\": [", "\"axles\": [{}, {}, {}, {}, {}, {}, {}, {}, {},", KAMM_ERROR_RANGE,
         "axles", "the list has 11 items; at most 10 are allowed"},
        {"\"inflation_pressure_bar\": 2.1", "\"inflation_pressure_bar\": 210", KAMM_ERROR_RANGE,
         "axles[1].tyre.inflation_pressure_bar",
         "210 bar is out of range; allowed: 0.002 to 50 bar"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void values_of_another_type_are_refused(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"mass_kg\": 1150", "\"mass_kg\": \"1150\"", KAMM_ERROR_FORMAT, "body.mass_kg",
         "body.mass_kg: a number (0.5 to 1e+06 kg) is wanted, not \"1150\""},
        {"\"mass_kg\": 1150", "\"mass_kg\": null", KAMM_ERROR_FORMAT, "body.mass_kg", "not null"},
        {"\"mass_kg\": 1150", "\"mass_kg\": [1150]", KAMM_ERROR_FORMAT, "body.mass_kg",
         "not [1150]"},
        {"\"manual\"", "0", KAMM_ERROR_FORMAT, "gearbox.kind", "a word in quotes is wanted, not 0"},
        {"\"gearbox\": {", "\"aids\": { \"abs\": 1 }, \"gearbox\": {", KAMM_ERROR_FORMAT,
         "aids.abs", "true or false is wanted, not 1"},
        {"\"Example hatchback 1.4\"", "12", KAMM_ERROR_FORMAT, "name",
         "a text in quotes is wanted, not 12"},
        {"\"Example hatchback 1.4\"",
         "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"", KAMM_ERROR_FORMAT,
         "name", "64 bytes; at most 63 are allowed"},
        {"[3.55, 1.90", "[3.55, \"1.90\"", KAMM_ERROR_FORMAT, "gearbox.ratios[1]",
         "a number (0.1 to 30) is wanted, not \"1.90\""},
        {"[3.55, 1.90, 1.28, 0.95, 0.76]", "3.55", KAMM_ERROR_FORMAT, "gearbox.ratios",
         "a list of numbers is wanted, not 3.55"},
        {"\"steering\": { \"ratio\": 15.8, \"lock_deg\": 530 }", "\"steering\": 16",
         KAMM_ERROR_FORMAT, "steering", "an object in { } is wanted, not 16"},
        {"\"tyre\": \"example-tyre.json\"\n    },", "\"tyre\": 1 }, 7], \"x\": [",
         KAMM_ERROR_FORMAT, "axles[0].tyre", "not 1"},
        {"\"axles\": [", "\"axles\": [7], \"x\": [", KAMM_ERROR_FORMAT, "axles[0]", "not 7"},
        {"[1000, 2000, 3500, 4500, 6000, 6500]", "1000", KAMM_ERROR_FORMAT,
         "engine.torque_curve.speed_rpm", "a list of numbers is wanted"},
        {"\"made up for this page\" },\n  \"pub", "1 },\n  \"pub", KAMM_ERROR_FORMAT, "sources.*",
         "a text that says where the value comes from is wanted, not 1"},
        {"{ \"*\": \"made up for this page\" },\n  \"pub", "\"x\",\n  \"pub", KAMM_ERROR_FORMAT,
         "sources", "an object of texts is wanted, not \"x\""},
        {"\"mass_kg\": \"brochure", "\"mass_kgs\": \"brochure", KAMM_ERROR_UNKNOWN,
         "body.sources.mass_kgs", "mass_kg (or"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"mass_kg\": 1150,", "", KAMM_ERROR_MISSING, "body.mass_kg",
         ": body.mass_kg is missing: the car's mass, 0.5 kg to 1000 t"},
        {"\"torque_curve\": {", "\"x\": {", KAMM_ERROR_UNKNOWN, "engine.x", "unknown name \"x\""},
        {"\"kind\": \"manual\", \"ratios\": [3.55, 1.90, 1.28, 0.95, 0.76],", "",
         KAMM_ERROR_MISSING, "gearbox.ratios", "gearbox.ratios is missing: 1 to 10 forward gears"},
        {"[3.55, 1.90, 1.28, 0.95, 0.76]", "[]", KAMM_ERROR_MISSING, "gearbox.ratios", "missing"},
        {"\"speed_rpm\": [1000, 2000, 3500, 4500, 6000, 6500],", "", KAMM_ERROR_MISSING,
         "engine.torque_curve", "the list speed_radps is missing"},
    };
    ASSERT_MISTAKES(mistakes);
    const char *axles = "{\"body\": {\"mass_kg\": 1000}}";
    assert_refused(axles, strlen(axles), KAMM_ERROR_MISSING, "axles",
                   "axles: 0 given, but a car has at least 2");
    const char *curve = "{\"body\": {\"mass_kg\": 1000}, \"axles\": [{}, {}]}";
    assert_refused(curve, strlen(curve), KAMM_ERROR_MISSING, "engine.torque_curve",
                   "engine.torque_curve is missing: torque in N.m");
    assert_refused("[1]", 3, KAMM_ERROR_FORMAT, "",
                   ": the file: an object in { } is wanted, not [1]");
}

static void published_figures_are_checked(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"unit\": \"s\"", "\"unit\": \"km\"", KAMM_ERROR_FORMAT,
         "published.accel.time_0_100_kmh_s",
         "the unit \"km\" is not of the kind that the name ends in"},
        {"\"value\": 12.4", "\"value\": \"12.4\"", KAMM_ERROR_FORMAT,
         "published.accel.time_0_100_kmh_s", "\"value\": a number"},
        {"\"value\": 12.4", "\"value\": 1e999", KAMM_ERROR_FORMAT,
         "published.accel.time_0_100_kmh_s", "\"value\": a number"},
        {"\"value\": 12.4", "\"valu\": 12.4", KAMM_ERROR_UNKNOWN,
         "published.accel.time_0_100_kmh_s",
         "unknown name \"valu\"; there are value, unit, source"},
        {"\"value\": 12.4, ", "", KAMM_ERROR_FORMAT, "published.accel.time_0_100_kmh_s",
         "\"value\": a number"},
        {"\"value\": 12.4", "\"value\": 12.4, \"value\": 12", KAMM_ERROR_FORMAT,
         "published.accel.time_0_100_kmh_s", "\"value\" is given twice"},
        {"\"published\": {", "\"published\": { \"a\": 3,", KAMM_ERROR_FORMAT, "published.a",
         "not 3"},
        {"\"published\": {", "\"published\": { \"a\": [1],", KAMM_ERROR_FORMAT, "published.a",
         "is wanted, not [1]"},
        {"\"published\": {", "\"published\": { \"a\": [[{}], \"b\"],", KAMM_ERROR_FORMAT,
         "published.a", "\"value\": a number"},
        {"\"published\": {", "\"published\": 3, \"x\": {", KAMM_ERROR_UNKNOWN, "x", "unknown name"},
    };
    ASSERT_MISTAKES(mistakes);
}

static void broken_json_is_refused_with_line_and_column(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {"\"mass_kg\": 1150", "\"mass_kg\": NaN", KAMM_ERROR_FORMAT, "5:16",
         ":5:16: not JSON here: \"NaN,\": JSON has no NaN"},
        {"\"mass_kg\": 1150", "\"mass_kg\": -Infinity", KAMM_ERROR_FORMAT, "5:16",
         "JSON has no infinity"},
        {"\"mass_kg\": 1150", "// heavy\n\"mass_kg\": 1150", KAMM_ERROR_FORMAT, "5:5",
         ":5:5: not JSON here: \"// heavy\": JSON has no comments"},
        {"\"mass_kg\": 1150", "'mass_kg': 1150", KAMM_ERROR_FORMAT, "5:5", "in double quotes"},
        {"\"lock_deg\": 530 }", "\"lock_deg\": 530, }", KAMM_ERROR_FORMAT, "39:49",
         "a comma too many"},
        {"\"mass_kg\": 1150,", "\"mass_kg\": 1150", KAMM_ERROR_FORMAT, "6:5",
         "a comma or colon missing before it"},
        {"{\n  \"$schema\"", "{\n  \"$schema", KAMM_ERROR_FORMAT, "2:14",
         "not JSON here: \"vehicle.sche\""},
    };
    ASSERT_MISTAKES(mistakes);
    static char text[MAX_TEXT];
    strcat(strcpy(text, example), "}");
    assert_refused(text, strlen(text), KAMM_ERROR_FORMAT, "55:1", "not JSON here: \"}\"");
    snprintf(text, sizeof text, "%s", example);
    assert_refused(text, strlen(example) / 2, KAMM_ERROR_FORMAT, read_error.path, "");
    memset(text, '[', 100000);
    assert_refused(text, 100000, KAMM_ERROR_FORMAT, "1:1001", "nested too deeply");
}

static void files_that_are_no_text_are_refused(void **state)
{
    (void)state;
    assert_refused("", 0, KAMM_ERROR_FILE, "", ": is empty");
    assert_refused(" \n", 2, KAMM_ERROR_FORMAT, "2:1",
                   "the file ends here, in the middle of the JSON");
    assert_refused("\xff\xfe{\0}\0", 6, KAMM_ERROR_FORMAT, "1:4", "a byte 0 is no text");
    static char text[MAX_TEXT];
    memcpy(text, example, sizeof text);
    size_t length = strlen(text);
    static const char rest[] = "\0garbage";
    memcpy(text + length, rest, sizeof rest);
    assert_refused(text, length + 8, KAMM_ERROR_FORMAT, "55:1", "a byte 0 is no text");
    char *huge = malloc(2000000);
    assert_non_null(huge);
    memset(huge, ' ', 2000000);
    assert_refused(huge, 2000000, KAMM_ERROR_FILE, "", ": is larger than 1 MiB");
    free(huge);
}

static void files_that_cannot_be_opened_are_named(void **state)
{
    (void)state;
    char missing[128];
    path_in_folder(missing, "none.json");
    assert_unreadable(missing, KAMM_ERROR_FILE, missing);
    assert_text_has("No such file");
    assert_unreadable(folder, KAMM_ERROR_FILE, "Is a directory");
    char path[900];
    memset(path, 'a', sizeof path);
    memcpy(path + sizeof path - 6, ".json", 6);
    assert_unreadable(path, KAMM_ERROR_FILE, "the path is too long");
}

static void mistakes_in_a_tyre_name_both_files(void **state)
{
    (void)state;
    char path[128], part[300];
    path_in_folder(path, "bad-tyre.json");
    write_bytes(path, "{\"width_m\": 185}", 16);
    const char *text = changed("\"example-tyre.json\"", "\"bad-tyre.json\"");
    snprintf(part, sizeof part,
             ": axles[0].tyre: %s: width_m: 185 m is out of range; allowed: 0.002 to 5 m", path);
    assert_refused(text, strlen(text), KAMM_ERROR_RANGE, "axles[0].tyre", part);
    static const struct mistake mistakes[] = {
        {"\"example-tyre.json\"", "\"no-tyre.json\"", KAMM_ERROR_FILE, "axles[0].tyre",
         "/no-tyre.json: No such file"},
        {"\"example-tyre.json\"", "17", KAMM_ERROR_FORMAT, "axles[0].tyre",
         "axles[0].tyre: a tyre's name or the path of its file is wanted, not 17"},
        {"\"file\": \"example-tyre.json\"", "\"file\": 17", KAMM_ERROR_FORMAT, "axles[1].tyre",
         "a tyre's name or the path of its file is wanted, not 17"},
        {"\"file\": \"example-tyre.json\"", "\"file\": \"no-such-tyre\"", KAMM_ERROR_UNKNOWN,
         "axles[1].tyre", "no-such-tyre: no such name in"},
        {"\"inflation_pressure_bar\": 2.1", "\"inflation_presure_bar\": 2.1", KAMM_ERROR_UNKNOWN,
         "axles[1].tyre.inflation_presure_bar", "did you mean \"inflation_pressure_bar\"?"},
    };
    ASSERT_MISTAKES(mistakes);
}

/* -- any bytes -------------------------------------------------------------------------------- */

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length + 2 < strlen(example); length += (size_t)of_tier(7, 1)) {
        if (read_bytes(example, length) == KAMM_OK) fail_msg("%zu bytes were accepted", length);
        assert_memory_equal(&car_file, &untouched, sizeof car_file);
        assert_memory_equal(read_error.text, car_path, strlen(car_path));
    }
}

/* Either the file is refused and nothing changes, or what was read passes every check. */
static void random_bytes_do_no_harm(void **state)
{
    (void)state;
    static const char bytes[] = "{}[]\":,.-+eE0123456789 \n\\/u*_ax\t\xc3\xff";
    static char text[MAX_TEXT];
    struct noise random = {1};
    int accepted = 0;
    for (int round = 0; round < of_tier(500, 2000); ++round) {
        size_t length = strlen(example);
        memcpy(text, example, length + 1);
        for (uint64_t i = noise_bits(&random) % 3 + 1; i; --i)
            text[noise_bits(&random) % length] = bytes[noise_bits(&random) % (sizeof bytes - 1)];
        if (read_bytes(text, length)) {
            assert_memory_equal(&car_file, &untouched, sizeof car_file);
            continue;
        }
        ++accepted;
        assert_int_equal(kamm_check(kamm_vehicle_table(), &car_file.def, &read_error), KAMM_OK);
    }
    assert_in_range(accepted, of_tier(12, 50),
                    of_tier(488, 1950)); /* both kinds occur, or the mutations test nothing */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_do_not_fit_are_refused),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(values_of_another_type_are_refused),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(published_figures_are_checked),
        cmocka_unit_test(broken_json_is_refused_with_line_and_column),
        cmocka_unit_test(files_that_are_no_text_are_refused),
        cmocka_unit_test(files_that_cannot_be_opened_are_named),
        cmocka_unit_test(mistakes_in_a_tyre_name_both_files),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(random_bytes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, set_up_folder, remove_folder);
}
