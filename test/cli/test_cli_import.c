/* kamm import: files of other programs as vehicle files, with a table of what was taken. */
#include <string.h>

#include "support/cli.h"
#include "support/imported_car.h"

static char words[600];

static const char *import(const char *name, const char *options)
{
    snprintf(words, sizeof words, "import %s%s -o %s %s", imported_path, name, imported_out,
             options);
    return words;
}

static void test_it_writes_a_file_that_check_accepts(void **state)
{
    (void)state;
    char check[200];
    expect_success(import("", "--force --body sports"));
    expect_in(out, "values taken");
    expect_in(out, "taken from the file: ");
    expect_in(out, "estimated by rules: ");
    expect_in(out, "not used: ");
    expect_in(out, "car.ini [BASIC] TOTALMASS");
    snprintf(check, sizeof check, "check %s", imported_out);
    expect_success(check);
    expect_in(out, "Test Coupe, 1320 kg, 53:47, wheelbase 2.570 m, 6 gears");
    assert_null(strstr(out, "no source"));
    expect_success(import("/car.json", "--force --quiet --format carla --fact drive=rear"));
    assert_null(strstr(out, "not used: "));
    expect_success(check);
    expect_in(out, "out, 1845 kg");
}

static void test_wrong_words_and_files_are_refused(void **state)
{
    (void)state;
    expect_success(import("", "--force"));
    expect_failure(import("", ""), BAD_DATA, "exists already; --force");
    expect_failure(import("", "--force --format rfactor"), USAGE, "allowed: assetto_corsa, carla");
    expect_failure(import("", "--force --fact drive"), USAGE, "NAME=VALUE");
    expect_failure(import("", "--force --body cabrio"), USAGE, "hatchback");
    expect_failure("import x", USAGE, "-o FILE is needed");
    expect_failure(import("/none", "--force"), BAD_DATA, "none/car.ini");
    change_imported("data/car.ini", "=1320", "=nan");
    expect_failure(import("", "--force"), BAD_DATA, "TOTALMASS = nan");
    restore_imported("data/car.ini");
}

static void test_help_names_the_formats(void **state)
{
    (void)state;
    expect_success("import --help");
    expect_in(out, "assetto_corsa");
    expect_in(out, "carla");
}

static int set_up(void **state) { return cli_set_up(state) || set_up_imported(state); }
static int clear_up(void **state) { return clear_up_imported(state) || cli_clear_up(state); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_writes_a_file_that_check_accepts),
        cmocka_unit_test(test_wrong_words_and_files_are_refused),
        cmocka_unit_test(test_help_names_the_formats),
    };
    return cmocka_run_group_tests(tests, set_up, clear_up);
}
