/* The kamm command's road tests at another rate of substeps, and at several side by side. */
#include "support/cli.h"

#include <string.h>

static void a_rate_is_the_short_way_to_the_setting(void **state)
{
    static char set[TEXT];
    (void)state;
    expect_success("run turning-circle --car nissan-micra --json "
                   "--set stepping.substeps_per_s=600");
    strcpy(set, out);
    expect_success("run turning-circle --car nissan-micra --json --substeps 600");
    assert_string_equal(out, set);
    expect_success("run turning-circle --car nissan-micra --json");
    assert_string_not_equal(out, set);
    expect_success("run turning-circle --car nissan-micra --substeps 600");
    expect_in(out, "(nissan-micra), 600 substeps per second\n");
}

static void each_rung_has_its_lowest_rate(void **state)
{
    (void)state;
    expect_failure("run brake --car nissan-micra --substeps 240", USAGE,
                   "stepping.substeps_per_s: 240, but the rung full needs at least 600");
    expect_failure("lab nissan-micra --out @/lab --substeps 240", USAGE,
                   "stepping.substeps_per_s: 240, but the rung full needs at least 600");
    expect_success("run turning-circle --car nissan-micra --rung kinematic --substeps 240");
    expect_in(out, "rung kinematic, 240 substeps per second\n");
}

static void what_is_no_rate_is_refused_with_what_is_allowed(void **state)
{
    (void)state;
    static const char *const values[] = {"0", "-5", "20001", "fast", "nan", "''"};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        char words[128];
        snprintf(words, sizeof words, "run brake --car nissan-micra --substeps %s", values[i]);
        expect_failure(words, USAGE, "stepping.substeps_per_s: ");
        expect_in(err, "allowed: 1 to 20000 1/s");
        snprintf(words, sizeof words, "lab nissan-micra --out @/lab --substeps %s", values[i]);
        expect_failure(words, USAGE, "allowed: 1 to 20000 1/s");
    }
    expect_failure("run brake --car nissan-micra --substeps 30000", USAGE, "30000 1/s is out of");
    expect_failure("run brake --car nissan-micra --substeps fast", USAGE, "\"fast\"");
    expect_failure("run brake --car nissan-micra --substeps", USAGE, "--substeps needs N");
}

static void the_lab_drives_at_the_rate_that_is_asked_for(void **state)
{
    (void)state;
    expect_success("lab nissan-micra --out @/lab --rung kinematic --substeps 200 --jobs 2");
    expect_in(out, "(nissan-micra), rung kinematic, 200 substeps per second\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rate_is_the_short_way_to_the_setting),
        cmocka_unit_test(each_rung_has_its_lowest_rate),
        cmocka_unit_test(what_is_no_rate_is_refused_with_what_is_allowed),
        cmocka_unit_test(the_lab_drives_at_the_rate_that_is_asked_for),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
