/* Scenario files: what is wrong with them, how their cases end, and what their schema and page say. */
#include "support/cars.h"
#include "support/scenarios.h"
#include "support/tier.h"

#include <math.h>

#include "lab/scenario_fields.h"

/* The example with one part of it replaced. */
static const char *replaced(const char *from, const char *to)
{
    static char text[4000];
    const char *whole = with_figure("1", "1"), *at = strstr(whole, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from));
    return text;
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *part;
        kamm_result code;
    } rows[] = {
        {"\"title\"", "\"titel\"", "titel", KAMM_ERROR_UNKNOWN},
        {"\"title\": \"T\", ", "", "title: is missing", KAMM_ERROR_MISSING},
        {"\"doc\": \"D\"", "\"doc\": \"D\", \"needs\": \"wings\"",
         "\"wings\" is not one of the words forces", KAMM_ERROR_UNKNOWN},
        {"\"two\": 2", "\"two\": []", "constants.two: a number, or an expression",
         KAMM_ERROR_FORMAT},
        {"\"two\": 2", "\"two\": \"speed_mps\"", "not known before the run", KAMM_ERROR_FORMAT},
        {"\"two\": 2", "\"speed_mps\": 2", "has another meaning", KAMM_ERROR_FORMAT},
        {"\"two\": 2", "\"v\": 2", "constants.v: \"v\", character 1: the name is taken",
         KAMM_ERROR_FORMAT},
        {"[1, 2, 4]", "[]", "runs[0].cases.k: is no list of 1 to 32", KAMM_ERROR_RANGE},
        {"[1, 2, 4]", "[\"1[s]\", \"2[m]\"]", "k[1]: has another unit", KAMM_ERROR_FORMAT},
        {"\"k\": [1, 2, 4]", "\"k\": [1, 2], \"l\": [1]", "runs[0].cases.l", KAMM_ERROR_RANGE},
        {"\"speed\": \"v\", \"settle\"", "\"speed\": \"2[s]\", \"settle\"",
         "runs[0].start.speed: a value in m/s is wanted, not in s", KAMM_ERROR_FORMAT},
        {"\"steering\": 0", "\"steering\": 0, \"lane\": 0", "only one of steering, lane",
         KAMM_ERROR_FORMAT},
        {"\"steering\": 0", "\"throttle\": 0", "only one of speed", KAMM_ERROR_FORMAT},
        {"\"steering\": 0", "\"steering_rate\": 1", "steering_rate: needs steering",
         KAMM_ERROR_FORMAT},
        {"\"steering\": 0", "\"path\": {\"x_m\": [1, 0], \"y_m\": [0, 0]}", "does not ascend",
         KAMM_ERROR_RANGE},
        {"\"steering\": 0", "\"path\": {\"x_m\": [1], \"y_m\": [0]}", "at least 2 numbers",
         KAMM_ERROR_RANGE},
        {", \"duration\": \"1.5[s]\"", "", "runs[0].phases[1]: until or duration",
         KAMM_ERROR_MISSING},
        {"\"second\"", "\"first\"", "runs[0].phases[1].name: the name is taken", KAMM_ERROR_FORMAT},
        {"\"second\"", "\"No 2\"", "small letters", KAMM_ERROR_FORMAT},
        {"\"across\": \"first\"", "\"across\": \"all\"", "figures[0].across", KAMM_ERROR_UNKNOWN},
        {"\"across\": \"first\"", "\"run\": \"none\"", "figures[0].run: there is no such run",
         KAMM_ERROR_UNKNOWN},
        {"[{\"name\": \"x\", \"unit\"", "[{\"name\": \"X\", \"unit\"", "figures[0].name",
         KAMM_ERROR_FORMAT},
        {"\"runs\": [{", "\"runs\": [], \"r\": [{", "", KAMM_ERROR_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        kamm_scenario *scenario = read_scenario(replaced(rows[i].from, rows[i].to));
        if (scenario) fail_msg("%s is taken", rows[i].to);
        if (scenario_error.code != rows[i].code || !strstr(scenario_error.text, rows[i].part))
            fail_msg("%s: %d, %s", rows[i].to, scenario_error.code, scenario_error.text);
    }
    assert_null(kamm_load_scenario("lift-of", &scenario_error));
    assert_non_null(strstr(scenario_error.text, "did you mean \"lift-off\"?"));
}

/* A value of a run is known to its own later values, to figures and to later runs, not while it drives. */
static void values_are_known_in_their_time(void **state)
{
    (void)state;
    static const char early[] =
        "{\"title\": \"T\", \"doc\": \"D\", \"runs\": [{\"name\": \"a\", \"phases\": [{\"name\": \"p\", \"duration\": "
        "\"%s\"}], \"values\": [{\"name\": \"x\", \"value\": 1}]}, {\"name\": \"b\", \"phases\": [{\"name\": \"p\", "
        "\"duration\": \"a.x\"}], \"values\": [{\"name\": \"y\", \"value\": 1}]}], \"figures\": [{\"name\": \"z\", "
        "\"unit\": \"1\", \"doc\": \"Z\", \"run\": \"%s\", \"value\": \"%s\"}]}";
    static const struct {
        const char *duration, *run, *value, *part;
    } rows[] = {{"1", "b", "a.x + b.y + y", NULL},
                {"1", "a", "x", NULL},
                {"x", "b", "1", "there is no x"},
                {"1", "a", "b.y", "b.y is known only after the run"},
                {"1", "b", "mean(b.y * time_s)", "b.y is known only after the run"},
                {"1", "b", "mean(a.x * time_s) / 1[s]", NULL},
                {"1", "b", "x", "there is no x"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[2000];
        snprintf(text, sizeof text, early, rows[i].duration, rows[i].run, rows[i].value);
        kamm_scenario *scenario = read_scenario(text);
        if (!scenario != !!rows[i].part) fail_msg("%d: %s", (int)i, scenario_error.text);
        if (rows[i].part && !strstr(scenario_error.text, rows[i].part))
            fail_msg("%d: %s", (int)i, scenario_error.text);
        kamm_destroy_scenario(scenario);
    }
}

static kamm_figure only_figure(const char *text)
{
    const kamm_vehicle_file car = {.id = "car", .def = kamm_default_vehicle()};
    const kamm_test_options options = {.rung = KAMM_KINEMATIC, .substeps_per_s = 200};
    kamm_test_result result;
    kamm_scenario *scenario = read_scenario(text);
    if (!scenario) fail_msg("%s", scenario_error.text);
    if (kamm_run_scenario(scenario, &car, &options, &result, &scenario_error))
        fail_msg("%s", scenario_error.text);
    kamm_figure figure = result.figures[0];
    figure.name = figure.unit = figure.doc = ""; /* those of the scenario go with it */
    kamm_destroy_scenario(scenario);
    return figure;
}

/* A run of 2 s at 20 m/s with something of its own, and a figure that is the time it took. */
static const char *with_rules(const char *rules, const char *figure)
{
    static char text[4000];
    snprintf(
        text, sizeof text,
        "{\"title\": \"T\", \"doc\": \"D\", \"runs\": [{\"name\": \"a\", \"start\": {\"speed\": 20, \"settle\": 0}, %s "
        "\"phases\": [{\"name\": \"p\", \"speed\": 20, \"steering\": 0, \"until\": \"time_s >= 2\"}], \"values\": "
        "[{\"name\": \"took\", \"value\": \"last(time_s)\"}]}, {\"name\": \"b\", \"phases\": [{\"name\": \"p\", "
        "\"duration\": 0}]}], \"figures\": [{\"name\": \"x\", \"unit\": \"s\", \"doc\": \"X\", %s}]}",
        rules, figure);
    return text;
}

static void a_case_ends_by_its_rules_and_tells_the_reason(void **state)
{
    (void)state;
    static const char of_last[] = "\"value\": \"a.took\"";
    static const struct {
        const char *rules, *figure;
        double wanted; /* NaN: the note */
        const char *note;
    } rows[] = {
        {"", "\"run\": \"a\", \"value\": \"took\"", 2, ""},
        {"", of_last, 2, ""},
        {"\"stop\": \"travelled_m >= 10\",", "\"run\": \"a\", \"value\": \"took\"", 0.5, ""},
        {"\"fails\": [{\"when\": \"time_s > 1\", \"note\": \"too late\"}],",
         "\"run\": \"a\", \"value\": \"took\"", NAN, "too late"},
        {"\"fails\": [{\"when\": \"time_s > 1\", \"note\": \"too late\"}],", of_last, NAN,
         "too late"},
        {"\"time_limit\": 1,", "\"run\": \"a\", \"value\": \"took\"", NAN,
         "p is not over after 1 s"},
        {"\"requires\": [{\"that\": \"took < 1\", \"note\": \"slow\"}],",
         "\"run\": \"a\", \"value\": \"took\"", NAN, "slow"},
        {"\"solve\": {\"name\": \"s\", \"first\": 1, \"reached\": \"s * s\", \"target\": 9, \"tolerance\": 0.01, "
         "\"attempts\": 20},",
         "\"run\": \"a\", \"value\": \"s * 1[s]\"", 3, ""},
        {"\"solve\": {\"name\": \"s\", \"first\": 1, \"reached\": \"2 + 0 * s\", \"target\": 9, \"tolerance\": 0.01},",
         "\"run\": \"a\", \"value\": \"s * 1[s]\"", NAN, "2 reached instead of 9"},
        {"", "\"value\": \"none\", \"missing\": \"as it is\"", NAN, "as it is"},
        {"", "\"value\": \"0 / 0\"", NAN, "not reached"},
        {"", "\"needs\": \"roll\", \"value\": \"a.took\"", NAN, "the rung kinematic has no"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        kamm_figure figure = only_figure(with_rules(rows[i].rules, rows[i].figure));
        if (isnan(rows[i].wanted) != isnan(figure.value) || !strstr(figure.note, rows[i].note))
            fail_msg("%d: %g, %s", (int)i, figure.value, figure.note);
        if (!isnan(rows[i].wanted)) expect_near(figure.value, rows[i].wanted, 0.02);
    }
}

static void values_of_cases_become_one(void **state)
{
    (void)state;
    static const struct {
        const char *across, *value;
        double wanted;
    } rows[] = {{"mean", "k", 7.0 / 3},
                {"highest", "k", 4},
                {"lowest", "k", 1},
                {"first", "k", 1},
                {"last", "k", 4},
                {"highest", "if(k < 3, k, none)", 2},
                {"lowest", "if(k > 1, k, none)", 2},
                {"mean", "if(k > 1, k, none)", NAN}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[4000], across[40];
        snprintf(text, sizeof text, "%s", with_figure(rows[i].value, "1"));
        char *at = strstr(text, "\"across\": \"first\"");
        assert_non_null(at);
        snprintf(across, sizeof across, "\"across\": \"%s\"", rows[i].across);
        size_t before = strlen("\"across\": \"first\"");
        memmove(at + strlen(across), at + before, strlen(at + before) + 1);
        memcpy(at, across, strlen(across));
        kamm_figure figure = only_figure(text);
        if (isnan(rows[i].wanted))
            assert_true(isnan(figure.value));
        else
            expect_near(figure.value, rows[i].wanted, 1e-12);
    }
}

/* A run may record 8 million numbers; more is an scenario_error, and not all of the memory. */
static void a_record_has_its_limit(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    const kamm_vehicle_file car = {.id = "car", .def = kamm_default_vehicle()};
    const kamm_test_options options = {.rung = KAMM_KINEMATIC, .substeps_per_s = 1000};
    kamm_test_result result;
    static char text[20000];
    size_t length = (size_t)snprintf(
        text, sizeof text,
        "{\"title\": \"T\", \"doc\": \"D\", \"runs\": [{\"name\": \"a\", \"tick_s\": 0.001, \"cases\": {\"k\": [1");
    for (int i = 1; i < 32; ++i)
        length += (size_t)snprintf(text + length, sizeof text - length, ",1");
    length +=
        (size_t)snprintf(text + length, sizeof text - length,
                         "]}, \"phases\": [{\"name\": \"p\", \"duration\": 50}], \"values\": [");
    for (int i = 0; i < 8; ++i)
        length += (size_t)snprintf(
            text + length, sizeof text - length,
            "%s{\"name\": \"v%d\", \"value\": \"mean(time_s + %d) + mean(time_s * %d)\"}",
            i ? "," : "", i, i, i + 1);
    snprintf(
        text + length, sizeof text - length,
        "]}], \"figures\": [{\"name\": \"x\", \"unit\": \"s\", \"doc\": \"X\", \"value\": \"v1\"}]}");
    kamm_scenario *scenario = read_scenario(text);
    if (!scenario) fail_msg("%s", scenario_error.text);
    assert_int_equal(kamm_run_scenario(scenario, &car, &options, &result, &scenario_error),
                     KAMM_ERROR_RANGE);
    assert_non_null(strstr(scenario_error.text, "records more than 8388608 numbers"));
    kamm_destroy_scenario(scenario);
}

/* docs/scenario.schema.json is what the table says; `kamm schema --scenario` writes it. */
static void the_schema_is_up_to_date(void **state)
{
    (void)state;
    static char committed[MAX_TEXT], written[MAX_TEXT];
    FILE *out = fopen(scenario_path, "wb+");
    assert_non_null(out);
    assert_int_equal(kamm_write_scenario_schema(out, &scenario_error), KAMM_OK);
    rewind(out);
    written[fread(written, 1, sizeof written - 1, out)] = 0;
    fclose(out);
    FILE *in = fopen("docs/scenario.schema.json", "rb");
    assert_non_null(in);
    committed[fread(committed, 1, sizeof committed - 1, in)] = 0;
    fclose(in);
    if (strcmp(committed, written) != 0)
        fail_msg("kamm schema --scenario > docs/scenario.schema.json writes it again");
}

static const char *read_page(void)
{
    static char page[MAX_TEXT];
    FILE *in = fopen("docs/scenarios.md", "rb");
    assert_non_null(in);
    page[fread(page, 1, sizeof page - 1, in)] = 0;
    fclose(in);
    return page;
}

static void the_page_knows_every_key(void **state)
{
    (void)state;
    const char *page = read_page();
    for (int table = 0; table < SCENARIO_TABLES; ++table) {
        const kamm_field_table *fields = kamm_scenario_fields((enum scenario_table)table);
        for (int i = 0; i < fields->count; ++i) {
            char quoted[96];
            snprintf(quoted, sizeof quoted, "`%s`", fields->fields[i].name);
            if (!strstr(page, quoted)) fail_msg("docs/scenarios.md lacks %s", quoted);
        }
    }
}

/* The example of the page: a car answers its second, quicker step within a second. */
static void the_example_of_the_page_runs(void **state)
{
    (void)state;
    static char shown[8000];
    const char *page = read_page(), *from = strstr(page, "```json\n"), *end;
    assert_non_null(from);
    from += strlen("```json\n");
    end = strstr(from, "```");
    assert_true(end && end - from < (long)sizeof shown);
    snprintf(shown, sizeof shown, "%.*s", (int)(end - from), from);
    const kamm_vehicle_file car = {.id = "car", .def = kamm_default_vehicle()};
    const kamm_test_options options = {.rung = KAMM_SINGLE_TRACK};
    kamm_test_result result;
    kamm_scenario *scenario = read_scenario(shown);
    if (!scenario) fail_msg("%s", scenario_error.text);
    assert_int_equal(kamm_run_scenario(scenario, &car, &options, &result, &scenario_error),
                     KAMM_OK);
    assert_true(result.figures[0].value > 5 && result.figures[0].value < 20);
    assert_true(result.figures[1].value > -1 && result.figures[1].value < 50);
    assert_true(result.figures[2].value > 0.05 && result.figures[2].value < 1);
    kamm_destroy_scenario(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(values_are_known_in_their_time),
        cmocka_unit_test(a_case_ends_by_its_rules_and_tells_the_reason),
        cmocka_unit_test(values_of_cases_become_one),
        cmocka_unit_test(a_record_has_its_limit),
        cmocka_unit_test(the_schema_is_up_to_date),
        cmocka_unit_test(the_page_knows_every_key),
        cmocka_unit_test(the_example_of_the_page_runs),
    };
    return cmocka_run_group_tests(tests, set_up_scenarios, remove_folder);
}
