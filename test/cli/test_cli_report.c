/* kamm report: the file that it writes, and what it says where it can't. */
#include <string.h>

#include "support/cli.h"

static void test_it_writes_one_file_about_several_cars(void **state)
{
    (void)state;
    static char text[TEXT];
    expect_success("report volvo-v40 nissan-micra --rung kinematic -o @/two.html");
    expect_in(out, "two.html");
    read_file("two.html", text);
    expect_in(text, "Volvo V40");
    expect_in(text, "Nissan Micra");
    expect_in(text, "</html>");
    char line[200];
    snprintf(line, sizeof line, "ls %s/*.part 2>/dev/null", cli_folder);
    assert_int_not_equal(shell(line), 0);
}

static void test_a_file_that_is_there_survives_a_failure(void **state)
{
    (void)state;
    static char text[TEXT];
    write_file("old.html", "old");
    expect_failure("report no-such-car -o @/old.html", BAD_DATA, "no-such-car");
    assert_string_equal(read_file("old.html", text), "old");
}

static void test_wrong_words_and_paths_are_told(void **state)
{
    (void)state;
    expect_failure("report", USAGE, "words are missing");
    expect_failure("report volvo-v40", USAGE, "-o FILE is missing");
    expect_failure("report volvo-v40 --rung fulll -o @/x.html", USAGE, "did you mean full?");
    expect_failure("report volvo-v40 -o @/no/such/folder/x.html", BAD_DATA, "can't be written");
    expect_failure("report a b c d e f g -o @/x.html", USAGE, "one word too many");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_writes_one_file_about_several_cars),
        cmocka_unit_test(test_a_file_that_is_there_survives_a_failure),
        cmocka_unit_test(test_wrong_words_and_paths_are_told),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
