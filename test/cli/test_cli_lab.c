/* The kamm command's road tests: what it prints, and that it prints the same again. */
#include "support/cli.h"
#include "support/quick.h"
#include "support/tier.h"

#include <string.h>

static double figure(const char *words, const char *name)
{
    expect_success(words);
    cJSON *json = parsed_output();
    const cJSON *entry = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "figures"), name);
    if (!entry) fail_msg("there is no figure %s in:\n%s", name, out);
    double value = cJSON_GetObjectItem(entry, "value")->valuedouble;
    cJSON_Delete(json);
    return value;
}

static void json_result_has_the_documented_keys_only(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("run accel --car nissan-micra --json");
    assert_string_equal(err, "");
    cJSON *json = parsed_output(), *entry;
    assert_int_equal(cJSON_GetArraySize(json), 3);
    assert_string_equal(cJSON_GetObjectItem(json, "test")->valuestring, "accel");
    assert_string_equal(cJSON_GetObjectItem(json, "car")->valuestring, "nissan-micra");
    cJSON_ArrayForEach(entry, cJSON_GetObjectItem(json, "figures"))
    {
        assert_int_equal(cJSON_GetArraySize(entry), 3);
        assert_true(cJSON_IsString(cJSON_GetObjectItem(entry, "unit")));
        assert_non_null(cJSON_GetObjectItem(entry, "published"));
    }
    entry = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "figures"), "time_0_200_kmh_s");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(entry, "value"))); /* a Micra does not */
    entry = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "figures"), "time_0_100_kmh_s");
    assert_true(cJSON_IsNumber(cJSON_GetObjectItem(entry, "published")));
    cJSON_Delete(json);
}

static void surface_tyre_and_settings_change_the_figures(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const char *name = "distance_100_0_kmh_m";
    double dry_m = figure("run brake --car nissan-micra --json", name);
    assert_true(figure("run brake --json --car=nissan-micra --surface wet_asphalt", name) > dry_m);
    assert_true(figure("run brake --json --car nissan-micra --surface 0.72", name) > dry_m);
    assert_true(figure("run brake --json --car nissan-micra --tyre 305-30r20-corsa", name) < dry_m);
    assert_true(figure("run brake --json --car nissan-micra --set axles[0].brake_torque_nm=300 "
                       "--set axles[1].brake_torque_nm=200",
                       name) > 1.5 * dry_m);
}

static void a_rung_is_chosen_or_refused(void **state)
{
    (void)state;
    const char *name = "kerb_to_kerb_m";
    double full_m = figure("run turning-circle --car nissan-micra --json", name);
    double flat_m = figure("run turning-circle --car nissan-micra --json --rung rigid2d", name);
    assert_true(flat_m != full_m && flat_m > 0.97 * full_m && flat_m < 1.03 * full_m);
    assert_true(figure("run turning-circle --car nissan-micra --json --rung full", name) == full_m);
    expect_success("run turning-circle --car nissan-micra --rung rigid2d");
    expect_in(out, "(nissan-micra), rung rigid2d");
    expect_failure("run accel --car nissan-micra --rung rigid2d", USAGE,
                   "accel makes no sense on the rung rigid2d: it needs an engine and gears; the "
                   "lowest rung that can is single_track");
}

static void unsuitable_worlds_are_refused(void **state)
{
    (void)state;
    expect_failure("run brake --car nissan-micra --world proving-ground", USAGE,
                   "brake takes no --world: it has a ground of its own");
    expect_failure("run lap --car nissan-micra --surface ice", USAGE,
                   "lap takes no --surface: its world has them");
    expect_failure("run lap --car nissan-micra --world proving-grund", BAD_DATA, "proving-ground");
    write_file("bare.json", "{\"name\": \"bare\", \"terrain\": [{\"kind\": \"plane\"}]}");
    expect_failure("run lap --car nissan-micra --world @/bare.json", BAD_DATA, "no closed path");
}

static void comparison_prints_rungs_side_by_side(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    expect_success("compare brake --car nissan-micra");
    assert_string_equal(err, ""); /* no progress: that is no terminal */
    expect_in(out, "kinematic        rigid2d   single_track   double_track           full");
    expect_in(out, "cost, ns per car and step");
    expect_in(out, "kinematic: brake needs forces at the wheels: from rigid2d upwards");
    expect_success("compare brake --car nissan-micra --surface ice --json");
    cJSON *json = parsed_output();
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "rungs")), 5);
    cJSON_Delete(json);
}

static void a_table_says_what_could_not_be_measured(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("run accel --car nissan-micra");
    expect_in(out, "time_0_100_kmh_s");
    expect_in(out, "13.7 s");
    expect_in(out, "not reached");
}

/* The same figures on one thread, in the same order. Threads share only the list of tests, so one long test as moose shows no
 * more than a short one. */
static void expect_lines_of(const char *table, const char *words)
{
    int lines = 0;
    expect_success(words);
    const char *at = table;
    for (char *line = strtok(out, "\n"); line; line = strtok(NULL, "\n"), ++lines) {
        const char *found = strstr(at, line);
        if (!found) fail_msg("'%s' is no line, or in another place, of:\n%s", line, table);
        at = found + strlen(line);
        assert_int_equal(*at, '\n');
    }
    assert_true(lines > 30);
}

static void the_lab_prints_a_table_and_writes_all_channels(void **state)
{
    static char first[TEXT];
    (void)state;
    LONG_TIER_ONLY();
    expect_success("lab nissan-micra --out @/lab --jobs 2");
    assert_string_equal(err, ""); /* no progress bar: that is no terminal */
    expect_in(out, "(nissan-micra)");
    expect_in(out, "best_entry_speed_kmh");
    strcpy(first, out);
    static const char *const tests[] = {"accel",    "brake",          "top-speed", "coast-down",
                                        "skidpad",  "step-steer",     "moose",     "slope-hold",
                                        "fishhook", "turning-circle", "split-mu",  "rough-road",
                                        "jump",     "rollover",       "crash",     "lap"};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; ++i) {
        char name[64];
        snprintf(name, sizeof name, "lab/nissan-micra/%s.csv", tests[i]);
        expect_in(first, tests[i]);
        expect_in(read_file(name, out), "time_s,");
        assert_true(strlen(out) > 20000);
    }
    expect_lines_of(first, "lab nissan-micra --jobs 1 --tests accel,brake,"
                           "top-speed,step-steer,turning-circle,split-start,jump,crash");
    expect_success("lab nissan-micra --out @/low --rung kinematic");
    expect_in(out, "(nissan-micra), rung kinematic");
    expect_in(out, "accel: needs an engine and gears");
    expect_in(out, "kerb_to_kerb_m");
    write_file("file", "");
    expect_failure("lab nissan-micra --out @/file/lab", BAD_DATA, "the folder can't be made");
    expect_failure("lab nissan-micro", BAD_DATA, "nissan-micra");
}

static void the_lab_takes_the_tests_that_are_named(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success(
        "lab volvo-v40-caravan nissan-micra --tests brake,combination-brake,turning-circle");
    const char *caravan = strstr(out, "(volvo-v40-caravan)"),
               *micra = strstr(out, "(nissan-micra)");
    assert_true(caravan && micra && caravan < micra); /* as they are named */
    const char *brake = strstr(out, "  brake:"), *circle = strstr(out, "  turning-circle:");
    assert_true(brake && circle && micra < brake && brake < circle);
    expect_in(out, "distance_60_0_mph_m"); /* of the combination */
    assert_null(strstr(out, "accel"));
    assert_null(strstr(out, "Channels"));
    expect_in(err, "kamm: 1 of 2 cars, "); /* a line each where that is no terminal */
    expect_in(err, " left\nkamm: 2 of 2 cars\n");
    expect_success("lab nissan-micra --tests turning-circle");
    assert_string_equal(err, ""); /* of one there is no progress */
}

static void tests_of_the_lab_that_do_not_exist_are_told(void **state)
{
    (void)state;
    expect_failure("lab nissan-micra --tests accel,brakes", USAGE,
                   "--tests: there is no road test brakes; did you mean brake?");
    expect_failure("lab nissan-micra --tests zigzagging", USAGE, "see kamm list tests");
    expect_failure("lab nissan-micra --tests accel,", USAGE, "names with commas between them");
    expect_failure("lab nissan-micra --tests ring", USAGE,
                   "none of --tests ring is a test of nissan-micra, which is a single vehicle");
    expect_failure("lab volvo-v40-caravan --tests brake", USAGE, "which is a combination");
    expect_failure("lab nissan-micra --quick --tests brake", USAGE, "leave it out, or --tests");
}

/* Their tests are others, but for some with a rider. */
static void two_wheelers_have_a_list_of_their_own(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("lab test/reference/two_wheels/benchmark-bicycle.json --tests weave,coast-down");
    expect_in(out, "capsize_growth_20_mps_per_s"), expect_in(out, "time_115_15_kmh_s");
    expect_failure("lab nissan-micra --tests weave", USAGE,
                   "none of --tests weave is a test of nissan-micra, which is a single vehicle");
    expect_failure("lab test/reference/two_wheels/benchmark-bicycle.json --tests moose", USAGE,
                   "which is a two-wheeler");
    expect_failure("run slalom --car nissan-micra", BAD_DATA,
                   "slalom is a test of vehicles with two wheels in line alone");
    expect_failure("run moose --car test/reference/two_wheels/benchmark-bicycle.json", BAD_DATA,
                   "moose is no test of vehicles with two wheels in line");
    expect_failure("run slalm --car nissan-micra", USAGE, "did you mean slalom?");
    expect_success("list tests");
    expect_in(out, "of vehicles with two wheels in line");
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) ++count;
    return count;
}

static void a_quick_look_has_ten_figures(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const figures[] = {"time_0_100_kmh_s", "quarter_mile_s", "top_speed_kmh",
                                          "distance_100_0_kmh_m", "kerb_to_kerb_m"};
    expect_success("lab nissan-micra --quick");
    for (size_t i = 0; i < sizeof figures / sizeof *figures; ++i) expect_in(out, figures[i]);
    assert_int_equal(count_of(out, "\n"), 2 + 10); /* name, heads of the columns, figures */
    expect_success("lab nissan-micra --quick --rung kinematic");
    expect_in(out, "  accel: needs an engine and gears");
    expect_in(out, "kerb_to_kerb_m");
}

/* By name, by path, in kamm run and in kamm lab; what is wrong with a file is bad data. */
static void scenarios_are_road_tests(void **state)
{
    (void)state;
    static const char roll[] =
        "{\"title\":\"Roll\",\"doc\":\"D\",\"runs\":[{\"name\":\"roll\",\"start\":{\"speed\":\"20[m/s]\","
        "\"settle\":0},\"phases\":[{\"name\":\"p\",\"lane\":0,\"throttle\":0,\"duration\":\"1[s]\"}]}],"
        "\"figures\":[{\"name\":\"end_kmh\",\"unit\":\"km/h\",\"doc\":\"E\",\"value\":\"last(speed_mps)\"}]}";
    write_file("roll.json", roll);
    double end_kmh =
        figure("run @/roll.json --car nissan-micra --json --csv @/roll.csv", "end_kmh");
    assert_true(end_kmh > 60 && end_kmh < 72);
    expect_in(read_file("roll.csv", out), "time_s,x_m");
    expect_success("run @/roll.json --car nissan-micra --rung rigid2d --substeps 240");
    expect_in(out, "roll: Roll");
    expect_success(
        "lab nissan-micra --tests turning-circle,@/roll.json --rung rigid2d --out @/lab");
    expect_in(out, "kerb_to_kerb_m");
    expect_in(out, "end_kmh");
    expect_in(read_file("lab/nissan-micra/roll.csv", out), "time_s,x_m");
    expect_success("run @/roll.json --car nissan-micra --rung single_track --report @/roll.html");
    expect_in(read_file("roll.html", out), "<h1>Roll: Nissan Micra");
    expect_failure("run sway --car volvo-v40-caravan --report @/x.html", USAGE,
                   "combinations have none");
    expect_failure("check @/roll.json --html @/x.html", USAGE, "is no vehicle");
    expect_success("check nissan-micra --html @/check.html");
    expect_in(read_file("check.html", out), "<h2>Diagnosis</h2>");
    expect_success("check @/roll.json lift-off");
    expect_in(out, "roll.json: well: Roll, figures: 1");
    expect_in(out, "lift-off: well: Lift-off in a turn, figures: 7");
    write_file("wrong.json", "{\"runs\":[]}");
    expect_failure("check @/wrong.json", BAD_DATA, "wrong.json: title: is missing");
    expect_success("list scenarios");
    expect_in(out, "lift-off: Lift-off in a turn (ISO 9816");
    expect_success("schema --scenario");
    expect_in(out, "Kamm scenario file");
    expect_failure("run lift-of --car nissan-micra", USAGE, "did you mean lift-off?");
    expect_failure("run @/none.json --car nissan-micra", BAD_DATA, "none.json");
    expect_failure("lab nissan-micra --tests @/none.json", BAD_DATA, "none.json");
    expect_failure("run lift-off --car nissan-micra --rung kinematic", BAD_DATA, "single_track");
    expect_failure("run lift-off --car volvo-v40-caravan", USAGE, "no road test lift-off");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_result_has_the_documented_keys_only),
        cmocka_unit_test(surface_tyre_and_settings_change_the_figures),
        cmocka_unit_test(a_rung_is_chosen_or_refused),
        cmocka_unit_test(unsuitable_worlds_are_refused),
        cmocka_unit_test(comparison_prints_rungs_side_by_side),
        cmocka_unit_test(a_table_says_what_could_not_be_measured),
        cmocka_unit_test(the_lab_prints_a_table_and_writes_all_channels),
        cmocka_unit_test(the_lab_takes_the_tests_that_are_named),
        cmocka_unit_test(tests_of_the_lab_that_do_not_exist_are_told),
        cmocka_unit_test(two_wheelers_have_a_list_of_their_own),
        cmocka_unit_test(a_quick_look_has_ten_figures),
        cmocka_unit_test(scenarios_are_road_tests),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
