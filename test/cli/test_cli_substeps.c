/* The kamm command's road tests at another rate of substeps, and at several side by side. */
#include "support/cli.h"
#include "support/quick.h"

#include <string.h>

static void a_rate_is_the_short_way_to_the_setting(void **state)
{
    NOT_IN_QUICK_TESTS();
    static char set[TEXT];
    (void)state;
    expect_success("run turning-circle --car nissan-micra --json "
                   "--set stepping.substeps_per_s=1500");
    strcpy(set, out);
    expect_success("run turning-circle --car nissan-micra --json --substeps 1500");
    assert_string_equal(out, set);
    expect_success("run turning-circle --car nissan-micra --json");
    assert_string_not_equal(out, set);
    expect_success("run turning-circle --car nissan-micra --substeps 600");
    expect_in(out, "(nissan-micra), 600 substeps per second\n");
}

static void each_rung_has_its_lowest_rate(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_failure("run brake --car nissan-micra --substeps 50", USAGE,
                   "stepping.substeps_per_s: 50, but the rung full needs at least 60");
    expect_failure("lab nissan-micra --out @/lab --substeps 50", USAGE,
                   "stepping.substeps_per_s: 50, but the rung full needs at least 60");
    expect_success("run turning-circle --car nissan-micra --rung kinematic --substeps 100");
    expect_in(out, "rung kinematic, 100 substeps per second\n");
}

static void what_is_no_rate_is_refused_with_what_is_allowed(void **state)
{
    (void)state;
    static const char *const values[] = {"0", "-5", "50001", "fast", "nan", "''"};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        char words[128];
        snprintf(words, sizeof words, "run brake --car nissan-micra --substeps %s", values[i]);
        expect_failure(words, USAGE, "stepping.substeps_per_s: ");
        expect_in(err, "allowed: 1 to 50000 1/s");
        snprintf(words, sizeof words, "lab nissan-micra --out @/lab --substeps %s", values[i]);
        expect_failure(words, USAGE, "allowed: 1 to 50000 1/s");
    }
    expect_failure("run brake --car nissan-micra --substeps 60000", USAGE, "60000 1/s is out of");
    expect_failure("run brake --car nissan-micra --substeps fast", USAGE, "\"fast\"");
    expect_failure("run brake --car nissan-micra --substeps", USAGE, "--substeps needs N");
}

static void the_lab_drives_at_the_rate_that_is_asked_for(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_success("lab nissan-micra --out @/lab --rung kinematic --substeps 200 --jobs 2");
    expect_in(out, "(nissan-micra), rung kinematic, 200 substeps per second\n");
}

/* -- side by side ----------------------------------------------------------------------------- */

static const char *const turning = "compare turning-circle --car nissan-micra --substeps ";

static void turn(const char *words, int status, const char *part)
{
    char line[512];
    snprintf(line, sizeof line, "%s%s", turning, words);
    if (status)
        expect_failure(line, status, part);
    else
        expect_success(line);
}

static void rates_are_printed_side_by_side_in_ascending_order(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    turn("480,240,960", WELL, NULL);
    assert_string_equal(err, ""); /* no progress: that is no terminal */
    expect_in(out, "(nissan-micra), rung full\nturning-circle: ");
    expect_in(out, "        240         480         960   order\n");
    expect_in(out, "kerb_to_kerb_m");
    expect_in(out, "\n  difference ");
    turn("20,40 --rung kinematic", WELL, NULL);
    expect_in(out, "rung kinematic");
}

static void each_rate_has_the_figures_that_run_gives(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    turn("240,480 --json", WELL, NULL);
    cJSON *json = parsed_output(), *rates = cJSON_GetObjectItem(json, "rates");
    assert_string_equal(cJSON_GetObjectItem(json, "rung")->valuestring, "full");
    assert_true(cJSON_GetObjectItem(json, "reference_substeps_per_s")->valuedouble == 480);
    const cJSON *slow = cJSON_GetObjectItem(cJSON_GetArrayItem(rates, 0), "figures");
    slow = cJSON_GetObjectItem(slow, "kerb_to_kerb_m");
    expect_success("run turning-circle --car nissan-micra --json --substeps 240");
    cJSON *alone = parsed_output(), *figures = cJSON_GetObjectItem(alone, "figures");
    const cJSON *figure = cJSON_GetObjectItem(figures, "kerb_to_kerb_m");
    assert_true(cJSON_GetObjectItem(slow, "value")->valuedouble ==
                cJSON_GetObjectItem(figure, "value")->valuedouble);
    assert_true(cJSON_GetObjectItem(slow, "difference_percent")->valuedouble != 0);
    cJSON_Delete(alone);
    cJSON_Delete(json);
}

static void lists_that_make_no_comparison_are_refused(void **state)
{
    (void)state;
    turn("''", USAGE, "\"\" is not a number; allowed: 1 to 50000 1/s");
    turn("600,,1200", USAGE, "\"\" is not a number");
    turn("600,1200,", USAGE, "\"\" is not a number");
    turn("600", USAGE, "2 to 16 rates, such as 600,1200,2400");
    turn("600,1200,600.0", USAGE, "600 is there twice");
    turn("601,602,603,604,605,606,607,608,609,610,611,612,613,614,615,616,617", USAGE,
         "more than 16 rates");
    turn("600,60000", USAGE, "60000 1/s is out of range; allowed: 1 to 50000 1/s");
    turn("50,1200", USAGE, "50, but the rung full needs at least 60");
    turn("600,1200 --rung ful", USAGE, "did you mean full?");
}

static void a_rung_to_compare_on_needs_rates_and_the_test_needs_the_rung(void **state)
{
    (void)state;
    expect_failure("compare brake --car nissan-micra --rung full", USAGE,
                   "--rung goes with --substeps");
    expect_failure("compare brake --car nissan-micra --rung kinematic --substeps 600,1200", USAGE,
                   "brake makes no sense on the rung kinematic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rate_is_the_short_way_to_the_setting),
        cmocka_unit_test(each_rung_has_its_lowest_rate),
        cmocka_unit_test(what_is_no_rate_is_refused_with_what_is_allowed),
        cmocka_unit_test(the_lab_drives_at_the_rate_that_is_asked_for),
        cmocka_unit_test(rates_are_printed_side_by_side_in_ascending_order),
        cmocka_unit_test(each_rate_has_the_figures_that_run_gives),
        cmocka_unit_test(lists_that_make_no_comparison_are_refused),
        cmocka_unit_test(a_rung_to_compare_on_needs_rates_and_the_test_needs_the_rung),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
