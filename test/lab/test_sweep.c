/* Sweeps: what is driven, and that it is the same bytes however it is cut up, cut off or damaged. */
#include <kamm/io/sweep.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/temporary.h"

enum { TEXT = 1 << 16 };
static char place[TEMPORARY_PATH];
static kamm_vehicle_file car;
static kamm_error error;
static kamm_sweep_state state;

static int set_up(void **unused)
{
    (void)unused;
    return make_temporary_folder(place) || kamm_load_vehicle("nissan-micra", &car, NULL, &error);
}

static int clear_up(void **unused)
{
    char line[128];
    (void)unused;
    snprintf(line, sizeof line, "rm -r %s", place);
    return system(line);
}

static const char *in_place(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", place, name);
    return path;
}

static kamm_sweep_def sweep_of(const char *first, const char *second)
{
    kamm_sweep_def sweep = {.test = "brake", .car = &car, .options.rung = KAMM_RIGID2D};
    assert_int_equal(kamm_read_sweep_axis(first, &sweep.axes[sweep.axis_count++], &error), KAMM_OK);
    if (second)
        assert_int_equal(kamm_read_sweep_axis(second, &sweep.axes[sweep.axis_count++], &error),
                         KAMM_OK);
    return sweep;
}

/* 24 runs, of which those at 10 substeps a second are refused. */
static kamm_sweep_def usual(void)
{
    return sweep_of("body.mass_kg=800:1500:8", "stepping.substeps_per_s=10:410:3");
}

static void run(const kamm_sweep_def *sweep, const char *name, const kamm_sweep_options *options)
{
    if (kamm_run_sweep(sweep, in_place(name), options, &state, &error)) fail_msg("%s", error.text);
}

static size_t read_file(const char *folder, const char *name, char text[TEXT])
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s/%s", place, folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    size_t length = fread(text, 1, TEXT - 1, file);
    text[length] = 0;
    fclose(file);
    return length;
}

static void write_file(const char *folder, const char *name, const char *text, size_t length)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s/%s", place, folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
}

static void expect_same(const char *a, const char *b)
{
    static const char *const names[] = {"runs.csv", "runs.npy", "figures.csv", "runs.log",
                                        "manifest.json"};
    static char first[TEXT], second[TEXT];
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        size_t length = read_file(a, names[i], first), other = read_file(b, names[i], second);
        if (!length || length != other || memcmp(first, second, length) != 0)
            fail_msg("%s differs between %s and %s:\n%s\n%s", names[i], a, b, first, second);
    }
}

static void expect_error(kamm_result actual, kamm_result code, const char *part)
{
    assert_int_equal(actual, code);
    assert_int_equal(error.code, code);
    if (!strstr(error.text, part)) fail_msg("'%s' is not in: %s", part, error.text);
}

static void expect_refusal(const kamm_sweep_def *sweep, kamm_result code, const char *part)
{
    expect_error(kamm_run_sweep(sweep, in_place("refused"), NULL, &state, &error), code, part);
    assert_int_not_equal(access(in_place("refused"), F_OK), 0);
}

/* A column of runs.csv; how many rows it has. */
static int column(const char *folder, const char *name, double *values)
{
    static char text[TEXT];
    assert_true(read_file(folder, "runs.csv", text) > 0);
    int at = 0, rows = 0;
    char *line = text, *end = strchr(text, '\n');
    for (char *cell = line; strncmp(cell, name, strlen(name)) != 0; ++at) {
        cell = strchr(cell, ',') + 1;
        assert_true(cell > text && cell < end);
    }
    for (line = end + 1; *line; line = strchr(line, '\n') + 1, ++rows) {
        char *cell = line;
        for (int i = 0; i < at; ++i) cell = strchr(cell, ',') + 1;
        values[rows] = *cell == ',' ? NAN : atof(cell);
    }
    return rows;
}

static void a_grid_is_driven_in_order_and_has_the_figures_of_its_cars(void **unused)
{
    double mass_kg[24], rate[24], distance_m[24];
    kamm_sweep_def sweep = usual();
    kamm_test_result result;
    (void)unused;
    run(&sweep, "grid", NULL);
    assert_int_equal(state.runs, 24);
    assert_int_equal(state.done, 24);
    assert_int_equal(state.driven, 24);
    assert_int_equal(state.failed, 8);
    assert_int_equal(column("grid", "body.mass_kg", mass_kg), 24);
    column("grid", "stepping.substeps_per_s", rate);
    column("grid", "distance_100_0_kmh_m", distance_m);
    for (int i = 0; i < 24; ++i) {
        assert_true(mass_kg[i] == 800 + 100 * (i / 3) && rate[i] == 10 + 200 * (i % 3));
        assert_int_equal(isnan(distance_m[i]), i % 3 == 0);
    }
    kamm_vehicle_file variant = car;
    variant.def.body.mass_kg = 1500;
    kamm_test_options at_rate = sweep.options;
    at_rate.substeps_per_s = 410;
    assert_int_equal(kamm_run_test("brake", &variant, &at_rate, &result, &error), KAMM_OK);
    assert_string_equal(result.figures[0].name, "distance_100_0_kmh_m");
    assert_true(result.figures[0].value == distance_m[23]);
    assert_int_equal(state.figures[0].measured, 16);
    assert_true(state.figures[0].min <= distance_m[23] && state.figures[0].max >= distance_m[23]);
    assert_true(state.figures[0].mean > state.figures[0].min && state.figures[0].deviation > 0);
}

static int stop_after(const kamm_sweep_state *now, void *user)
{
    return now->driven >= *(int *)user;
}

static void it_is_the_same_on_threads_in_shards_and_after_interruptions(void **unused)
{
    kamm_sweep_def sweep = usual();
    const char *folders[3];
    (void)unused;
    run(&sweep, "grid", NULL);
    run(&sweep, "threads", &(kamm_sweep_options){.threads = 3});
    expect_same("grid", "threads");
    for (int shard = 3; shard >= 1; --shard) {
        char name[16];
        snprintf(name, sizeof name, "part-%d", shard);
        run(&sweep, name, &(kamm_sweep_options){shard, 3, 2, NULL, NULL});
        folders[3 - shard] = strdup(in_place(name));
    }
    assert_int_equal(kamm_merge_sweeps(folders, 3, in_place("merged"), &state, &error), KAMM_OK);
    assert_int_equal(state.done, 24);
    expect_same("grid", "merged");
    for (int i = 0; i < 3; ++i) free((void *)(uintptr_t)folders[i]);
    int calls = 0, driven = 0, each = 5;
    do {
        run(&sweep, "pieces", &(kamm_sweep_options){.progress = stop_after, .user = &each});
        driven += state.driven;
    } while (state.done < state.runs && ++calls < 20);
    assert_int_equal(calls, 4);
    assert_int_equal(driven, 24);
    expect_same("grid", "pieces");
    run(&sweep, "pieces", NULL); /* once more: nothing is left to do */
    assert_int_equal(state.driven, 0);
    expect_same("grid", "pieces");
}

static void what_is_damaged_is_driven_again_and_nothing_else(void **unused)
{
    static char text[TEXT];
    kamm_sweep_def sweep = usual();
    (void)unused;
    run(&sweep, "grid", NULL);
    run(&sweep, "damaged", NULL);
    size_t length = read_file("damaged", "runs.log", text);
    write_file("damaged", "runs.log", text, length - 7); /* cut off in its last line */
    run(&sweep, "damaged", NULL);
    assert_int_equal(state.damaged, 1);
    assert_int_equal(state.driven, 1);
    expect_same("grid", "damaged");
    strchr(text + length / 2, '\n')[-1] ^= 1; /* a bit of a line in the middle */
    strchr(text, '\n')[-2] = 0;
    write_file("damaged", "runs.log", text, length);
    run(&sweep, "damaged", NULL);
    assert_int_equal(state.damaged, 2);
    assert_int_equal(state.driven, 2);
    expect_same("grid", "damaged");
    write_file("damaged", "runs.log", "", 0);
    run(&sweep, "damaged", NULL);
    assert_int_equal(state.driven, 24);
    expect_same("grid", "damaged");
}

/* Each of n strips of the range has one. */
static void expect_one_in_each(const double *values, int n, double from, double to)
{
    int counts[64] = {0};
    for (int i = 0; i < n; ++i) {
        assert_true(values[i] >= from && values[i] <= to);
        ++counts[(int)((values[i] - from) / (to - from) * n)];
    }
    for (int i = 0; i < n; ++i) assert_int_equal(counts[i], 1);
}

static double correlation(const double *x, const double *y, int n)
{
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (int i = 0; i < n; ++i) mx += x[i] / n, my += y[i] / n;
    for (int i = 0; i < n; ++i) {
        xx += (x[i] - mx) * (x[i] - mx), yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / sqrt(xx * yy);
}

static void samples_are_a_latin_hypercube_that_follows_from_the_seed(void **unused)
{
    double mass_kg[64], friction[64], part[64], other[64];
    kamm_sweep_def sweep = sweep_of("body.mass_kg=800:1500", "surface.friction=0.5:1");
    (void)unused;
    sweep.sample_count = 40, sweep.seed = 7;
    run(&sweep, "samples", NULL);
    assert_int_equal(column("samples", "body.mass_kg", mass_kg), 40);
    column("samples", "surface.friction", friction);
    expect_one_in_each(mass_kg, 40, 800, 1500);
    expect_one_in_each(friction, 40, 0.5, 1);
    assert_true(fabs(correlation(mass_kg, friction, 40)) < 0.4);
    run(&sweep, "sample-part", &(kamm_sweep_options){.shard = 3, .shard_count = 7});
    assert_int_equal(column("sample-part", "body.mass_kg", part), 6);
    for (int i = 0; i < 6; ++i) assert_true(part[i] == mass_kg[2 + 7 * i]);
    sweep.seed = 8;
    run(&sweep, "other-seed", NULL);
    column("other-seed", "body.mass_kg", other);
    expect_one_in_each(other, 40, 800, 1500);
    assert_true(fabs(correlation(mass_kg, other, 40)) < 0.5);
}

static void friction_of_the_road_is_varied(void **unused)
{
    double distance_m[3];
    kamm_sweep_def sweep = sweep_of("surface.friction=0.3:0.9:3", NULL);
    (void)unused;
    run(&sweep, "friction", NULL);
    column("friction", "distance_100_0_kmh_m", distance_m);
    assert_true(distance_m[0] > 1.7 * distance_m[1] && distance_m[1] > 1.3 * distance_m[2]);
}

/* Format 1.0: magic, length, a Python dictionary, then the rows. */
static void numpy_can_read_the_runs(void **unused)
{
    static char text[TEXT];
    kamm_sweep_def sweep = sweep_of("body.mass_kg=800:1500:8", NULL);
    (void)unused;
    run(&sweep, "numpy", NULL);
    double distance_m[8], value;
    column("numpy", "distance_100_0_kmh_m", distance_m);
    size_t length = read_file("numpy", "runs.npy", text);
    assert_memory_equal(text, "\x93NUMPY\x01\x00", 8);
    size_t header = 10 + (unsigned char)text[8] + 256 * (size_t)(unsigned char)text[9];
    assert_int_equal(header % 64, 0);
    assert_int_equal(text[header - 1], '\n');
    assert_non_null(strstr(text + 10, "{'descr': [('run', '<i8'), ('body.mass_kg', '<f8'), "
                                      "('distance_100_0_kmh_m', '<f8')"));
    assert_non_null(strstr(text + 10, "'fortran_order': False, 'shape': (8,), }"));
    size_t row = 8 * (size_t)(2 + state.figure_count);
    assert_int_equal(length, header + 8 * row);
    for (size_t i = 0; i < 8; ++i) {
        assert_int_equal(text[header + i * row], i);
        memcpy(&value, text + header + i * row + 8, sizeof value);
        assert_true(value == 800 + 100 * (double)i);
        memcpy(&value, text + header + i * row + 16, sizeof value);
        assert_true(value == distance_m[i]);
    }
}

static void a_merge_says_what_is_missing_and_is_completed_later(void **unused)
{
    kamm_sweep_def sweep = usual();
    const char *folders[] = {strdup(in_place("first")), strdup(in_place("second"))};
    (void)unused;
    run(&sweep, "grid", NULL);
    run(&sweep, "first", &(kamm_sweep_options){.shard = 1, .shard_count = 4});
    run(&sweep, "second", &(kamm_sweep_options){.shard = 2, .shard_count = 4});
    assert_int_equal(kamm_merge_sweeps(folders, 2, in_place("half"), &state, &error), KAMM_OK);
    assert_int_equal(state.done, 12);
    assert_string_equal(state.missing, "2-3, 6-7, 10-11, 14-15, 18-19, 22-23");
    assert_int_not_equal(access(in_place("half/runs.csv"), F_OK), 0);
    run(&sweep, "half", NULL);
    assert_int_equal(state.driven, 12);
    expect_same("grid", "half");
    free((void *)(uintptr_t)folders[0]), free((void *)(uintptr_t)folders[1]);
}

static void other_sweeps_are_refused_and_left_alone(void **unused)
{
    static char before[TEXT], after[TEXT];
    kamm_sweep_def sweep = usual(), other = usual();
    kamm_vehicle_file changed = car;
    (void)unused;
    run(&sweep, "grid", NULL);
    read_file("grid", "runs.log", before);
    const char *grid = strdup(in_place("grid"));
    other.axes[0].to = 1600;
    expect_error(
        kamm_run_sweep(&other, grid, NULL, &state, &error), KAMM_ERROR_FORMAT,
        "/grid/manifest.json is of another sweep: body.mass_kg to is 1500 there, 1600 here");
    changed.def.body.cg_height_m += 0.01;
    other = sweep, other.car = &changed;
    expect_error(kamm_run_sweep(&other, grid, NULL, &state, &error), KAMM_ERROR_FORMAT, "car_hash");
    expect_error(
        kamm_run_sweep(&sweep, grid, &(kamm_sweep_options){1, 2, 1, NULL, NULL}, &state, &error),
        KAMM_ERROR_FORMAT, "shards is 1 there, 2 here");
    other = usual(), other.axes[1].count = 2, other.axes[1].to = 210;
    run(&other, "other", NULL);
    const char *folders[] = {grid, strdup(in_place("other"))};
    expect_error(kamm_merge_sweeps(folders, 2, in_place("mixed"), &state, &error),
                 KAMM_ERROR_FORMAT, "/other/manifest.json is of another sweep than");
    assert_int_not_equal(access(in_place("mixed"), F_OK), 0);
    expect_error(kamm_merge_sweeps(folders, 1, folders[1], &state, &error), KAMM_ERROR_FORMAT,
                 "another sweep");
    read_file("grid", "runs.log", after);
    assert_string_equal(before, after);
    write_file("other", "manifest.json", "", 0);
    expect_error(kamm_merge_sweeps(&folders[1], 1, grid, &state, &error), KAMM_ERROR_FILE,
                 "is empty");
    free((void *)(uintptr_t)grid), free((void *)(uintptr_t)folders[1]);
}

static void bad_requests_are_refused_before_anything_is_written(void **unused)
{
    kamm_sweep_def sweep = usual();
    kamm_sweep_axis axis;
    (void)unused;
    expect_error(kamm_read_sweep_axis("body.mass_kg", &axis, &error), KAMM_ERROR_FORMAT,
                 "PATH=VALUE,VALUE is needed");
    expect_error(kamm_read_sweep_axis("body.mass_kg=1:2:0", &axis, &error), KAMM_ERROR_FORMAT,
                 "body.mass_kg: \"1:2:0\"");
    expect_error(kamm_read_sweep_axis("body.mass_kg=1:two:3", &axis, &error), KAMM_ERROR_FORMAT,
                 "1:two:3");
    expect_error(kamm_read_sweep_axis("body.mass_kg=nan:1200:3", &axis, &error), KAMM_ERROR_FORMAT,
                 "nan:1200:3");
    expect_error(kamm_read_sweep_axis("body.mass_kg=900,-inf", &axis, &error), KAMM_ERROR_FORMAT,
                 "\"-inf\" is no finite number");
    strcpy(sweep.axes[0].path, "body.mas_kg");
    expect_refusal(&sweep, KAMM_ERROR_UNKNOWN, "mass_kg");
    sweep = usual(), sweep.axes[0].to = 700;
    expect_refusal(&sweep, KAMM_ERROR_RANGE, "body.mass_kg: from 800 to 700 does not rise");
    sweep = usual(), sweep.axes[0].to = 1e9;
    expect_refusal(&sweep, KAMM_ERROR_RANGE, "body.mass_kg: 1e+09 kg is out of range; allowed: ");
    sweep = usual(), sweep.axes[0].count = 0;
    expect_refusal(&sweep, KAMM_ERROR_RANGE, "0 values; a grid takes FROM:TO:N");
    sweep = usual(), sweep.axes[1] = sweep.axes[0];
    expect_refusal(&sweep, KAMM_ERROR_FORMAT, "body.mass_kg varies twice");
    sweep = usual(), sweep.sample_count = 9;
    expect_refusal(&sweep, KAMM_ERROR_RANGE, "samples take FROM:TO alone");
    sweep = usual(), sweep.axes[0].count = 9999999;
    expect_refusal(&sweep, KAMM_ERROR_RANGE, "runs; at most 10000000 are allowed");
    sweep = sweep_of("surface.fricton=0.5:1:2", NULL);
    expect_refusal(&sweep, KAMM_ERROR_UNKNOWN, "did you mean surface.friction");
    sweep = sweep_of("aids.abs=0:1", NULL), sweep.sample_count = 4;
    expect_refusal(&sweep, KAMM_ERROR_RANGE, "aids.abs: 0.382 is out of range; allowed: 0 or 1");
    sweep = usual(), sweep.test = "break";
    expect_refusal(&sweep, KAMM_ERROR_UNKNOWN, "did you mean brake?");
    sweep = usual();
    expect_error(kamm_run_sweep(&sweep, in_place("x"), &(kamm_sweep_options){5, 4, 1, NULL, NULL},
                                &state, &error),
                 KAMM_ERROR_RANGE, "shard 5 of 4");
    write_file("", "file", "", 0);
    expect_error(kamm_run_sweep(&sweep, in_place("file/sweep"), NULL, &state, &error),
                 KAMM_ERROR_FILE, "/file/sweep: the folder can't be made");
}

static int sleep_on_it(const kamm_sweep_state *now, void *user)
{
    (void)now;
    char byte = 0;
    int *pipes = user;
    return write(pipes[1], "x", 1) != 1 || read(pipes[2], &byte, 1) < 0;
}

static void two_processes_do_not_work_in_one_folder(void **unused)
{
    kamm_sweep_def sweep = usual();
    int there[2], back[2];
    char byte;
    (void)unused;
    assert_int_equal(pipe(there) | pipe(back), 0);
    pid_t child = fork();
    if (!child) {
        int pipes[] = {0, there[1], back[0]};
        close(back[1]);
        kamm_run_sweep(&sweep, in_place("shared"),
                       &(kamm_sweep_options){.progress = sleep_on_it, .user = pipes}, &state,
                       &error);
        _exit(0);
    }
    assert_int_equal(read(there[0], &byte, 1), 1);
    expect_error(kamm_run_sweep(&sweep, in_place("shared"), NULL, &state, &error), KAMM_ERROR_FILE,
                 "another process works in this folder");
    close(back[1]); /* the child goes on */
    waitpid(child, NULL, 0);
    run(&sweep, "shared", NULL);
    assert_int_equal(state.driven, 0);
    close(there[0]), close(there[1]), close(back[0]);
}

static void a_list_has_its_values_in_its_order(void **unused)
{
    (void)unused;
    double mass_kg[4];
    kamm_sweep_def sweep = sweep_of("body.mass_kg=1300,800.5", "stepping.substeps_per_s=200:400:2");
    run(&sweep, "list", NULL);
    assert_int_equal(column("list", "body.mass_kg", mass_kg), 4);
    assert_true(mass_kg[0] == 1300 && mass_kg[1] == 1300 && mass_kg[2] == 800.5 &&
                mass_kg[3] == 800.5);
    for (int i = 1; i <= 3; ++i)
        run(&sweep,
            i == 1   ? "list1"
            : i == 2 ? "list2"
                     : "list3",
            &(kamm_sweep_options){.shard = i, .shard_count = 3});
    const char *const parts[] = {in_place("list1"), in_place("list2"), in_place("list3")};
    assert_int_equal(kamm_merge_sweeps(parts, 3, in_place("list_all"), &state, &error), KAMM_OK);
    expect_same("list", "list_all");
    sweep.axes[0].list[1] = 801;
    expect_error(kamm_run_sweep(&sweep, in_place("list"), NULL, &state, &error), KAMM_ERROR_FORMAT,
                 "body.mass_kg");
    sweep.axes[0].list[1] = -1;
    expect_refusal(&sweep, KAMM_ERROR_RANGE, "body.mass_kg: -1");
}

static int stops_at(void *left) { return --*(int *)left < 0; }

static void a_run_that_is_stopped_is_not_done(void **unused)
{
    (void)unused;
    int left = 5000;
    kamm_sweep_def sweep = usual();
    sweep.options.is_stopped = stops_at;
    sweep.options.user = &left;
    expect_error(kamm_run_sweep(&sweep, in_place("stopped"), NULL, &state, &error),
                 KAMM_ERROR_STOPPED, "stopped");
    assert_true(state.done > 0 && state.done < 24 && left == -1);
    sweep.options.is_stopped = NULL;
    run(&sweep, "stopped", NULL);
    run(&sweep, "whole", NULL);
    expect_same("stopped", "whole");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_is_driven_in_order_and_has_the_figures_of_its_cars),
        cmocka_unit_test(it_is_the_same_on_threads_in_shards_and_after_interruptions),
        cmocka_unit_test(what_is_damaged_is_driven_again_and_nothing_else),
        cmocka_unit_test(samples_are_a_latin_hypercube_that_follows_from_the_seed),
        cmocka_unit_test(friction_of_the_road_is_varied),
        cmocka_unit_test(a_list_has_its_values_in_its_order),
        cmocka_unit_test(a_run_that_is_stopped_is_not_done),
        cmocka_unit_test(numpy_can_read_the_runs),
        cmocka_unit_test(a_merge_says_what_is_missing_and_is_completed_later),
        cmocka_unit_test(other_sweeps_are_refused_and_left_alone),
        cmocka_unit_test(bad_requests_are_refused_before_anything_is_written),
        cmocka_unit_test(two_processes_do_not_work_in_one_folder),
    };
    return cmocka_run_group_tests(tests, set_up, clear_up);
}
