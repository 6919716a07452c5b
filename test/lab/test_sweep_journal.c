/* A journal of another sweep in the folder of this one: its lines are whole, but those of runs that this one does not have are none. */
#include "support/cars.h"
#include "support/temporary.h"

#include <stdlib.h>
#include <string.h>

#include <kamm/io/sweep.h>

static char place[TEMPORARY_PATH];
static kamm_vehicle_file car;
static kamm_error error;

static int set_up(void **state)
{
    (void)state;
    return make_temporary_folder(place) || kamm_load_vehicle("nissan-micra", &car, NULL, &error);
}

static int clear_up(void **state)
{
    char line[128];
    (void)state;
    snprintf(line, sizeof line, "rm -r %s", place);
    return system(line);
}

static void path_of(char path[256], const char *folder, const char *name)
{
    snprintf(path, 256, "%s/%s/%s", place, folder, name);
}

static kamm_sweep_state run(const char *masses, const char *name)
{
    kamm_sweep_def sweep = {.test = "brake", .car = &car, .options.rung = KAMM_RIGID2D};
    kamm_sweep_state state;
    char folder[256];
    path_of(folder, name, "");
    must(kamm_read_sweep_axis(masses, &sweep.axes[sweep.axis_count++], &error), &error);
    must(kamm_run_sweep(&sweep, folder, NULL, &state, &error), &error);
    return state;
}

static size_t read_file(const char *folder, const char *name, char *text, size_t size)
{
    char path[256];
    path_of(path, folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = 0;
    fclose(file);
    return length;
}

static void runs_that_are_none_are_left_out(void **state)
{
    static char journal[1 << 14], wanted[1 << 14], found[1 << 14];
    char path[256];
    (void)state;
    run("body.mass_kg=900,1000,1100", "small");
    run("body.mass_kg=900,1000,1100,1200,1300,1400,1500", "large");
    run("body.mass_kg=900,1000,1100", "foreign");
    size_t length = read_file("large", "runs.log", journal, sizeof journal);
    path_of(path, "foreign", "runs.log");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(journal, 1, length, file), length);
    fclose(file);
    const kamm_sweep_state again = run("body.mass_kg=900,1000,1100", "foreign");
    assert_int_equal(again.damaged, 4);
    assert_int_equal(again.driven, 0);
    assert_int_equal(again.done, 3);
    read_file("small", "runs.csv", wanted, sizeof wanted);
    read_file("foreign", "runs.csv", found, sizeof found);
    assert_string_equal(found, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_that_are_none_are_left_out),
    };
    return cmocka_run_group_tests(tests, set_up, clear_up);
}
