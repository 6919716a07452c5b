/* What a road test tells of itself: its course, and the rows of the run that gave the figures. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/tier.h"

#include "env/cones.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

static kamm_vehicle_file default_file(void)
{
    kamm_vehicle_file file = {.id = "test-car", .def = kamm_default_vehicle()};
    return file;
}

static kamm_test_course course_of(const char *test, const kamm_vehicle_file *file)
{
    kamm_test_course course;
    kamm_error error;
    if (kamm_describe_course(test, file, NULL, &course, &error)) fail_msg("%s", error.text);
    return course;
}

static void moose_has_the_cones_that_it_judges_by(void **state)
{
    (void)state;
    kamm_vehicle_file file = default_file();
    kamm_test_course course = course_of("moose", &file);
    kamm_course lanes = kamm_iso_3888_2_course(file.def.body.width_m);
    kamm_outline outline = kamm_outline_of(&file.def);
    assert_int_equal(course.part_count, 2 * KAMM_LANES * KAMM_CONES_PER_SIDE);
    assert_true(isnan(course.entry_mps));
    for (double x_m = -5; x_m < 65; x_m += 0.7) {
        double y_m = 1.5 * sin(x_m), yaw_rad = 0.2 * cos(x_m), nearest_m = INFINITY;
        for (int i = 0; i < course.part_count; ++i)
            nearest_m = fmin(nearest_m,
                             kamm_cone_distance_m(&course.parts[i], &file.def, x_m, y_m, yaw_rad));
        assert_true(nearest_m == kamm_cone_clearance_m(&lanes, &outline, x_m, y_m, yaw_rad, NULL));
    }
}

static void what_is_no_cone_is_touched_by_nobody(void **state)
{
    (void)state;
    kamm_vehicle_file file = default_file();
    kamm_test_course course = course_of("skidpad", &file);
    assert_int_equal(course.part_count, 4);
    assert_int_equal(course.parts[0].kind, KAMM_COURSE_CIRCLE);
    assert_true(isinf(kamm_cone_distance_m(&course.parts[0], &file.def, 0, 0, 0)));
}

static void every_course_has_its_parts_in_order(void **state)
{
    (void)state;
    kamm_vehicle_file file = default_file();
    for (int test = 0; test < kamm_road_test_count(); ++test) {
        kamm_test_course course = course_of(kamm_road_test_at(test)->name, &file);
        assert_in_range(course.part_count, 0, KAMM_MAX_COURSE_PARTS);
        for (int i = 0; i < course.part_count; ++i) {
            const kamm_course_part *part = &course.parts[i];
            assert_in_range(part->kind, KAMM_COURSE_CONE, KAMM_COURSE_WIND);
            assert_true(part->from_m[0] <= part->to_m[0] && part->from_m[1] <= part->to_m[1]);
            assert_true(*part->name != 0);
        }
    }
}

static void a_course_that_cannot_be_is_an_error(void **state)
{
    (void)state;
    kamm_vehicle_file file = default_file();
    kamm_test_course course;
    kamm_error error;
    assert_int_equal(kamm_describe_course("mose", &file, NULL, &course, &error),
                     KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "did you mean moose?"));
    const kamm_test_options options = {.rung = KAMM_KINEMATIC};
    assert_int_equal(kamm_describe_course("jump", &file, &options, &course, &error),
                     KAMM_ERROR_RANGE);
}

struct seen {
    int rows;
    double last_s, last_speed_mps;
};

static void see(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct seen *seen = user;
    if (seen->rows) expect_near(time_s - seen->last_s, 0.02, 0.006); /* whole ticks of 5 ms */
    ++seen->rows;
    seen->last_s = time_s;
    seen->last_speed_mps = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
}

static void rows_come_where_the_csv_has_them(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_file file = default_file();
    struct seen seen = {0};
    kamm_test_result result;
    FILE *csv = tmpfile();
    const kamm_test_options options = {
        .csv = csv, .csv_interval_s = 0.02, .at_row = see, .user = &seen};
    kamm_error error;
    if (kamm_run_test("brake", &file, &options, &result, &error)) fail_msg("%s", error.text);
    int lines = 0;
    rewind(csv);
    for (int c; (c = fgetc(csv)) != EOF;) lines += c == '\n';
    fclose(csv);
    assert_int_equal(seen.rows, lines - 1);
    assert_true(seen.rows > 50 && seen.last_speed_mps < 1);
}

/* The row in which the pedal is pressed. */
struct pressed {
    double x_m, speed_mps;
};

static void see_pedal(const kamm_cars *cars, int car, double time_s, void *user)
{
    struct pressed *pressed = user;
    (void)time_s;
    if (pressed->speed_mps > 0 || !(kamm_inputs((kamm_cars *)cars)[car].brake > 0)) return;
    pressed->x_m = kamm_read(cars, car, KAMM_CHANNEL_x_m);
    pressed->speed_mps = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
}

/* Channels begin where the pedal is pressed, and the nose is at its mark then. */
static void the_course_of_brake_is_that_of_its_run(void **state)
{
    static const double scales[] = {1, 0.25};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        kamm_vehicle_file file = default_file();
        struct pressed pressed = {0};
        kamm_test_result result;
        kamm_test_course course;
        kamm_error error;
        const kamm_test_options options = {.rung = KAMM_SINGLE_TRACK,
                                           .scale = scales[i],
                                           .csv_interval_s = 0.005,
                                           .at_row = see_pedal,
                                           .user = &pressed};
        must(kamm_describe_course("brake", &file, &options, &course, &error), &error);
        must(kamm_run_test("brake", &file, &options, &result, &error), &error);
        double nose_m = file.def.body.cg_behind_front_axle_m + file.def.body.front_overhang_m;
        assert_int_equal(course.part_count, 1);
        expect_near(course.entry_mps, 100 / 3.6 * sqrt(scales[i]), 1e-9);
        expect_near(pressed.speed_mps, course.entry_mps, 0.01 * course.entry_mps);
        expect_near(pressed.x_m, course.start_m[0], 0.01 * course.start_m[0]);
        expect_near(course.parts[0].from_m[0], course.start_m[0] + nose_m, 1e-9);
    }
}

static void asking_for_rows_changes_no_figure(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_file file = default_file();
    kamm_error error;
    const char *const tests[] = {"top-speed",
                                 "fishhook"}; /* which repeat their best run for that */
    for (int i = of_tier(1, 0); i < 2; ++i) {
        struct seen seen = {0};
        kamm_test_result with, without;
        const kamm_test_options options = {.csv_interval_s = 0.02, .at_row = see, .user = &seen};
        assert_int_equal(kamm_run_test(tests[i], &file, &options, &with, &error), KAMM_OK);
        assert_int_equal(kamm_run_test(tests[i], &file, NULL, &without, &error), KAMM_OK);
        assert_true(seen.rows > 50);
        for (int f = 0; f < with.figure_count; ++f)
            assert_memory_equal(&with.figures[f].value, &without.figures[f].value, sizeof(double));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moose_has_the_cones_that_it_judges_by),
        cmocka_unit_test(what_is_no_cone_is_touched_by_nobody),
        cmocka_unit_test(every_course_has_its_parts_in_order),
        cmocka_unit_test(a_course_that_cannot_be_is_an_error),
        cmocka_unit_test(rows_come_where_the_csv_has_them),
        cmocka_unit_test(the_course_of_brake_is_that_of_its_run),
        cmocka_unit_test(asking_for_rows_changes_no_figure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
