/* CSV in and out: the reader's errors, and the channels that tests write. */
#include "support/cars.h"
#include "support/temporary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <kamm/io/lab.h>

#include "io/csv.h"

/* -- reading ---------------------------------------------------------------------------------- */

static void log_columns_are_read_by_name(void **state)
{
    (void)state;
    kamm_csv csv;
    kamm_error error;
    double values[2];
    write_temporary_csv(
        "\xEF\xBB\xBF# a comment\r\n\r\ntime_s, \"speed\" ,word\r\n0,1.5e1,a\r\n  \n0.5, -2 ,b");
    if (kamm_csv_load(temporary_csv, &csv, &error)) fail_msg("%s", error.text);
    assert_int_equal(csv.columns, 3);
    assert_int_equal(csv.rows, 2);
    assert_int_equal(kamm_csv_find(&csv, "speed"), 1);
    assert_int_equal(kamm_csv_find(&csv, "Speed"), -1);
    assert_int_equal(kamm_csv_required(&csv, "speed", values, &error), KAMM_OK);
    assert_true(values[0] == 15 && values[1] == -2);
    kamm_csv_free(&csv);
}

static void expect_read_error(const char *text, kamm_result code, const char *part)
{
    kamm_csv csv;
    kamm_error error;
    write_temporary_csv(text);
    assert_int_equal(kamm_csv_load(temporary_csv, &csv, &error), code);
    if (!strstr(error.text, part)) fail_msg("'%s' is not in '%s'", part, error.text);
    if (!strstr(error.text, temporary_csv)) fail_msg("the file is not named in '%s'", error.text);
}

static void broken_table_is_refused_with_file_and_line(void **state)
{
    (void)state;
    expect_read_error("", KAMM_ERROR_FORMAT, "is empty");
    expect_read_error("# only a comment\n", KAMM_ERROR_FORMAT, "is empty");
    expect_read_error("a,b,a\n1,2,3\n", KAMM_ERROR_FORMAT, ":1: two columns are named a");
    expect_read_error("a,,b\n", KAMM_ERROR_FORMAT, ":1: column 2 has no name");
    expect_read_error("a,b\n1,2\n\n1\n", KAMM_ERROR_FORMAT,
                      ":4: 1 cells, but the first line names 2");
    expect_read_error("a,b\n1,2,3\n", KAMM_ERROR_FORMAT, ":2: 3 cells");
    kamm_csv csv;
    kamm_error error;
    assert_int_equal(kamm_csv_load("/nowhere/log.csv", &csv, &error), KAMM_ERROR_FILE);
    assert_non_null(strstr(error.text, "/nowhere/log.csv: can't be read: "));
}

static void expect_cell_error(const char *cell, kamm_result code, const char *part)
{
    char text[64];
    kamm_csv csv;
    kamm_error error;
    double values[2];
    snprintf(text, sizeof text, "a,b\n1,2\n1,%s\n", cell);
    write_temporary_csv(text);
    assert_int_equal(kamm_csv_load(temporary_csv, &csv, &error), KAMM_OK);
    assert_int_equal(kamm_csv_required(&csv, "b", values, &error), code);
    if (!strstr(error.text, part)) fail_msg("'%s' is not in '%s'", part, error.text);
    kamm_csv_free(&csv);
}

static void non_numeric_cell_is_refused_with_line_and_column(void **state)
{
    (void)state;
    expect_cell_error("x", KAMM_ERROR_FORMAT, ":3: column b: 'x' is no number");
    expect_cell_error("1.2.3", KAMM_ERROR_FORMAT, "'1.2.3' is no number");
    expect_cell_error("", KAMM_ERROR_FORMAT, "'' is no number");
    expect_cell_error("nan", KAMM_ERROR_RANGE, "nan is not finite");
    expect_cell_error("-inf", KAMM_ERROR_RANGE, "-inf is not finite");
}

/* -- writing ---------------------------------------------------------------------------------- */

static void channels_can_be_read_back(void **state)
{
    (void)state;
    kamm_vehicle_file file = {.def = plain_car()};
    kamm_test_result result;
    kamm_error error;
    kamm_csv csv;
    FILE *out = fopen(temporary_csv, "w");
    kamm_test_options options = {.csv = out, .csv_interval_s = 0.05};
    assert_int_equal(kamm_run_test("brake", &file, &options, &result, &error), KAMM_OK);
    fclose(out);
    if (kamm_csv_load(temporary_csv, &csv, &error)) fail_msg("%s", error.text);
    assert_int_equal(csv.columns, KAMM_CHANNEL_COUNT + 4 * KAMM_WHEEL_CHANNEL_COUNT);
    assert_true(kamm_csv_find(&csv, "wheel3_load_n") > 0);
    double *times_s = calloc((size_t)csv.rows, sizeof(double));
    double *speeds_mps = calloc((size_t)csv.rows, sizeof(double));
    assert_int_equal(kamm_csv_required(&csv, "time_s", times_s, &error), KAMM_OK);
    assert_int_equal(kamm_csv_required(&csv, "speed_mps", speeds_mps, &error), KAMM_OK);
    for (int row = 0; row < csv.rows; ++row) expect_near(times_s[row], 0.05 * row, 0.006);
    expect_near(speeds_mps[0], 100 / 3.6, 0.2);
    expect_below(speeds_mps[csv.rows - 1], 1);
    expect_above(times_s[csv.rows - 1], result.figures[2].value - 0.06); /* the stopping time */
    for (int column = 0; column < csv.columns; ++column)
        assert_int_equal(kamm_csv_numbers(&csv, column, speeds_mps, &error), KAMM_OK);
    free(times_s);
    free(speeds_mps);
    kamm_csv_free(&csv);
}

static void channels_into_a_full_device_are_an_error(void **state)
{
    (void)state;
    kamm_vehicle_file file = {.def = plain_car()};
    kamm_test_result result;
    kamm_error error;
    FILE *out = fopen("/dev/full", "w");
    if (!out) skip();
    kamm_test_options options = {.csv = out};
    assert_int_equal(kamm_run_test("brake", &file, &options, &result, &error), KAMM_ERROR_FILE);
    assert_non_null(strstr(error.text, "can't be written"));
    fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_columns_are_read_by_name),
        cmocka_unit_test(broken_table_is_refused_with_file_and_line),
        cmocka_unit_test(non_numeric_cell_is_refused_with_line_and_column),
        cmocka_unit_test(channels_can_be_read_back),
        cmocka_unit_test(channels_into_a_full_device_are_an_error),
    };
    return cmocka_run_group_tests(tests, make_temporary_csv, remove_temporary_csv);
}
