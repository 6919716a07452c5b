/* Lines of paths: refused ones, their length, places beyond their ends. */
#include "support/cars.h"

#include <kamm/driver.h>
#include <math.h>
#include <string.h>

static kamm_error error;

static void paths_with_null_points_are_refused(void **state)
{
    (void)state;
    kamm_path path = {.name = "none", .count = 5};
    assert_null(kamm_create_line(&path, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    double far[3][2] = {{0, 0}, {1e300, 0}, {0, 1e300}};
    path = (kamm_path){.name = "far", .count = 3, .points_m = far, .width_m = 4};
    assert_null(kamm_create_line(&path, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
}

/* A few points must not take the time and memory of a road round the earth. */
static void lines_are_as_long_as_their_points_allow(void **state)
{
    (void)state;
    double points[3][2] = {{0, 0}, {14e3, 0}, {29e3, 0}};
    kamm_path path = {.name = "desert", .count = 3, .points_m = points, .width_m = 4};
    kamm_line *long_line = kamm_create_line(&path, &error);
    assert_non_null(long_line);
    expect_near(kamm_line_length_m(long_line), 29e3, 1);
    kamm_destroy_line(long_line);
    points[2][0] = 31e3;
    assert_null(kamm_create_line(&path, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "by 3 points; allowed: 10000 m per point"));
    points[2][0] = 29e3, path.width_m = 1e-4; /* whose steps go with its width */
    assert_null(kamm_create_line(&path, &error));
    assert_non_null(strstr(error.text, "by 3 points; allowed: 0.1 m per point"));
}

static void places_along_a_line_are_finite(void **state)
{
    (void)state;
    double points[3][2] = {{0, 0}, {50, 0}, {100, 10}};
    kamm_path path = {.name = "lane", .count = 3, .points_m = points, .width_m = 4};
    kamm_vehicle_def def = default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_line *line = kamm_create_line(&path, &error);
    kamm_plan *plan = kamm_create_plan(line, model, 0.8, &error);
    static const double stations[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300};
    for (size_t i = 0; i < sizeof stations / sizeof *stations; ++i) {
        kamm_line_point at = kamm_line_at(line, stations[i]);
        assert_true(isfinite(at.x_m) && isfinite(at.y_m) && isfinite(at.heading_rad));
        assert_true(isfinite(kamm_planned_speed_mps(plan, stations[i])));
        expect_near(kamm_line_station_m(line, 30, 1, stations[i], NULL), 30, 20);
    }
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_with_null_points_are_refused),
        cmocka_unit_test(lines_are_as_long_as_their_points_allow),
        cmocka_unit_test(places_along_a_line_are_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
