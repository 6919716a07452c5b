/* What keeps a report of vehicles from being written is an error: a stop, a file that is gone, a full disk. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <kamm/io/report.h>
#include <kamm/kamm.h>
#include <string.h>

#include "support/quick.h"

static kamm_vehicle_file car;

static int load_car(void **state)
{
    (void)state;
    kamm_error error;
    return kamm_load_vehicle("suzuki-jimny", &car, NULL, &error) != KAMM_OK;
}

static int stop(void *user)
{
    (void)user;
    return 1;
}

static void a_stopped_report_writes_nothing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_error error = {0};
    kamm_test_options options = {.is_stopped = stop};
    FILE *file = tmpfile();
    assert_int_equal(kamm_write_report(&car, 1, &options, file, &error), KAMM_ERROR_STOPPED);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

static void a_file_that_is_gone_is_named(void **state)
{
    (void)state;
    kamm_error error = {0};
    static kamm_vehicle_file gone;
    gone = car;
    snprintf(gone.path, sizeof gone.path, "/nowhere/car.json");
    FILE *file = tmpfile();
    assert_int_equal(kamm_write_report(&gone, 1, NULL, file, &error), KAMM_ERROR_FILE);
    assert_non_null(strstr(error.text, "/nowhere/car.json"));
    fclose(file);
}

static void a_full_disk_is_an_error(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_error error = {0};
    kamm_test_options options = {.rung = KAMM_KINEMATIC};
    FILE *file = fopen("/dev/full", "w");
    if (!file) skip();
    assert_int_equal(kamm_write_report(&car, 1, &options, file, &error), KAMM_ERROR_FILE);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stopped_report_writes_nothing),
        cmocka_unit_test(a_file_that_is_gone_is_named),
        cmocka_unit_test(a_full_disk_is_an_error),
    };
    return cmocka_run_group_tests(tests, load_car, NULL);
}
