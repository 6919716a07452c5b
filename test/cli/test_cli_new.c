/* kamm new: a vehicle file from the figures of a data sheet, and how kamm check judges it. */
#include <string.h>

#include <kamm/io/estimate.h>

#include "support/cli.h"
#include "support/quick.h"

#define NEEDED "--mass 1450 --wheelbase 2.65 --tyres 225/45R17 --power 147kW "

static void test_it_writes_a_file_that_check_and_lab_accept(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("new @/my-car " NEEDED "--drive front");
    expect_in(out, "my-car.json: written");
    char advised[300];
    snprintf(advised, sizeof advised, "%s", strstr(out, "kamm lab ") + strlen("kamm "));
    *strstr(advised, " drives it") = 0;
    strcat(advised, " --tests brake");
    expect_success(advised);
    expect_success("check @/my-car.json");
    expect_in(out, "1450 kg, 60:40, wheelbase 2.650 m, 6 gears");
    assert_null(strstr(out, "no source"));
    static char text[TEXT];
    expect_in(read_file("my-car.json", text), "rule front_ride_frequency, 1.22 Hz, 1 sigma 8 %");
}

static void test_it_replaces_a_file_only_by_force(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("new @/twice " NEEDED);
    expect_failure("new @/twice " NEEDED, BAD_DATA, "exists already; --force");
    expect_success("new @/twice --force " NEEDED);
}

static void test_facts_come_from_a_file_too_and_options_replace_them(void **state)
{
    (void)state;
    write_file("facts.json",
               "{\"name\": \"Own\", \"body\": \"van\", \"mass_t\": 2.2, \"wheelbase_m\": 3.3,"
               " \"tyres\": \"215/65R16C\", \"power_kw\": 96}");
    expect_success("new @/van --from @/facts.json --mass 2300");
    expect_success("check @/van.json");
    expect_in(out, "Own, 2300 kg");
    write_file("facts.json", "{\"mass_kg\": 2200, \"wheelbas_m\": 3.3}");
    expect_failure("new @/other --from @/facts.json", BAD_DATA, "wheelbase_m");
}

static void test_bad_words_are_usage_with_the_nearest_name(void **state)
{
    (void)state;
    expect_failure("new @/x --masss 1450", USAGE, "did you mean --mass?");
    expect_failure("new @/x --mass 12", USAGE, "allowed: 50 to 60000 kg");
    expect_failure("new @/x --mass 1450", BAD_DATA, "wheelbase is missing");
    expect_failure("new @/x " NEEDED "--body cabrio", USAGE, "hatchback");
}

static void answer(const char *answers, const char *words)
{
    char line[1000];
    write_file("answers", answers);
    snprintf(line, sizeof line, "%s <@/answers", words);
    kamm(line);
}

/* Wrong answers are asked again; Enter takes the rules' number, which is in brackets. */
static void test_it_asks_for_the_facts_of_a_car(void **state)
{
    NOT_IN_QUICK_TESTS();
    static char asked[TEXT], told[TEXT];
    (void)state;
    expect_success("new @/told --body hatchback " NEEDED "--drive rear --gears 5 --name asked");
    answer("hatchbak\nhatchback\n\nheavy\n1450\n2650mm\n225/45R17\n147kW\n\nrear\n\n5\n\n\n\n\n\n",
           "new --ask --force @/asked");
    assert_string_equal(err, "");
    expect_in(out, "class: hatchback, saloon, estate");
    expect_in(out, "caravan, trailer [saloon]: ");
    expect_in(out, "it is needed");
    expect_in(out, "length [");
    expect_in(out, "asked.json: written");
    read_file("asked.json", asked);
    assert_string_equal(strstr(asked, "body"), strstr(read_file("told.json", told), "body"));
    expect_in(asked, "\"behind_front_axle_m\": 2.65");
}

static void test_answers_that_end_write_nothing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    answer("hatchback\n1450\n", "new --ask @/ended");
    expect_in(err, "the answers ended at: wheelbase");
    assert_int_equal(kamm("new --ask </dev/null"), BAD_DATA);
    expect_in(err, "the answers ended at: name of the file; nothing is written");
    expect_failure("new </dev/null", USAGE, "NAME is missing");
    expect_failure("check @/ended.json", BAD_DATA, "ended.json");
}

/* Each fact is an option: --front-track is front_track_m. */
static void test_help_lists_each_fact(void **state)
{
    (void)state;
    expect_success("new --help");
    const kamm_field_table *table = kamm_facts_table();
    for (int i = 0; i < table->count; ++i) {
        char option[96] = "--";
        const char *name = table->fields[i].name;
        for (size_t c = 0; name[c] && c < 90; ++c) option[2 + c] = name[c] == '_' ? '-' : name[c];
        char *unit = table->fields[i].kind == KAMM_FIELD_NUMBER ||
                             table->fields[i].kind == KAMM_FIELD_NUMBERS
                         ? strrchr(option, '-')
                         : NULL;
        if (unit && unit > option + 1 && strcmp(table->fields[i].unit, "1") != 0) *unit = 0;
        expect_in(out, option);
    }
}

static void test_rules_are_listed_with_spread_and_source(void **state)
{
    (void)state;
    expect_success("list rules");
    expect_in(out, "yaw_index: yaw inertia over mass and both distances to the axles, 1 sigma 8 %");
    expect_in(out, "hatchback 1.091");
    expect_in(out, "SAE 1999-01-1336");
}

static void test_check_judges_by_the_class_and_fails_what_cant_brake(void **state)
{
    (void)state;
    expect_success("check nissan-micra");
    expect_in(out, "judged as hatchback, a guess");
    expect_in(out, "front_ride_frequency_hz            1.24 Hz     usual 1.05 to 1.45\n");
    expect_success("check nissan-micra --class sports");
    expect_in(out, "usual 1.22 to 1.68");
    expect_in(out, "rolls far");
    expect_failure("check nissan-micra --class sporty", USAGE, "did you mean sports");
    expect_success("new @/weak " NEEDED);
    static char text[TEXT];
    char *torque = strstr(read_file("weak.json", text), "\"brake_torque_nm\": ");
    assert_non_null(torque);
    for (; torque; torque = strstr(torque + 1, "\"brake_torque_nm\": "))
        memset(strpbrk(torque, "123456789"), '0', 3);
    write_file("weak.json", text);
    assert_int_equal(kamm("check @/weak.json"), BAD_DATA);
    expect_in(out, "failure: it can't brake");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_writes_a_file_that_check_and_lab_accept),
        cmocka_unit_test(test_it_replaces_a_file_only_by_force),
        cmocka_unit_test(test_facts_come_from_a_file_too_and_options_replace_them),
        cmocka_unit_test(test_bad_words_are_usage_with_the_nearest_name),
        cmocka_unit_test(test_it_asks_for_the_facts_of_a_car),
        cmocka_unit_test(test_answers_that_end_write_nothing),
        cmocka_unit_test(test_help_lists_each_fact),
        cmocka_unit_test(test_rules_are_listed_with_spread_and_source),
        cmocka_unit_test(test_check_judges_by_the_class_and_fails_what_cant_brake),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
