/* Road tests of two-wheelers: figures of Sharp's motorcycle against its published modes and closed forms; which tests are refused. */
#include "support/eigenvalues.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "vehicle/rider_gains.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

static kamm_vehicle_file file_of(const kamm_vehicle_def *def)
{
    kamm_vehicle_file file = {.id = "ridden", .def = *def};
    return file;
}

static kamm_test_result run(const char *test, const kamm_vehicle_def *def)
{
    const kamm_vehicle_file file = file_of(def);
    kamm_test_result result;
    kamm_error error = {0};
    must(kamm_run_test(test, &file, NULL, &result, &error), &error);
    for (int i = 0; i < result.figure_count; ++i)
        print_message("%s.%s: %g %s %s\n", test, result.figures[i].name, result.figures[i].value,
                      result.figures[i].unit, result.figures[i].note);
    return result;
}

static double figure_of(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return result->figures[i].value;
    fail_msg("no figure %s", name);
    return 0;
}

static double complex root_at(const kamm_vehicle_def *def, double speed, double complex near)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    double a[LEAN_STATES][LEAN_STATES], b[LEAN_STATES];
    double complex roots[LEAN_STATES];
    struct lean_model lean;
    assert_non_null(model);
    kamm_find_lean_model(model, &lean);
    assert_true(kamm_lean_equations(&lean, speed, a, b));
    find_eigenvalues(LEAN_STATES, a[0], roots);
    kamm_destroy_model(model);
    return nearest_root(LEAN_STATES, roots, near);
}

static double damping_of(double complex root) { return -creal(root) / cabs(root); }

/* In the time domain as of the linear machine, which has the published modes (test_lean_model). */
static void weave_and_wobble_are_those_of_the_linear_machine(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(600);
    double complex weave = root_at(&def, 30, -2 + 19 * I), wobble = root_at(&def, 30, -4 + 54 * I);
    double complex least = root_at(&def, 60, 0.5 + 61 * I), capsize = root_at(&def, 20, 0.4);
    (void)state;
    const kamm_test_result r = run("weave", &def);
    expect_share(figure_of(&r, "weave_frequency_30_mps_hz"), cimag(weave) / (2 * PI), 0.03);
    expect_near(figure_of(&r, "weave_damping_ratio_30_mps"), damping_of(weave), 0.015);
    expect_share(figure_of(&r, "wobble_frequency_30_mps_hz"), cimag(wobble) / (2 * PI), 0.03);
    expect_near(figure_of(&r, "wobble_damping_ratio_30_mps"), damping_of(wobble), 0.01);
    expect_near(figure_of(&r, "least_wobble_damping_ratio"), damping_of(least), 0.01);
    expect_near(figure_of(&r, "least_wobble_damping_speed_mps"), 60, 0.1);
    expect_near(figure_of(&r, "capsize_growth_20_mps_per_s"), creal(capsize), 0.05);
}

static void steady_turns_have_the_closed_forms_and_the_published_torque(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(600);
    (void)state;
    const kamm_test_result r = run("steady-turn", &def);
    double height = def.body.cg_height_m, crown = 0.06, t = atan(0.41);
    double lean = t + asin(crown * sin(t) / (height - crown));
    expect_near(figure_of(&r, "lean_20_mps_deg"), lean / (PI / 180), 1.2);
    expect_above(figure_of(&r, "max_lateral_acceleration_g"), 0.75);
    expect_below(figure_of(&r, "max_lateral_acceleration_g"), 1.2);
    expect_above(figure_of(&r, "max_lean_deg"), 38);
    double index = figure_of(&r, "index_20_mps_nms2_per_m");
    expect_above(fabs(index), 0.1);
    expect_below(fabs(index), 5);
}

static void it_swerves_and_rides_a_slalom(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(of_tier(240, 600));
    (void)state;
    kamm_test_result r = run("slalom", &def);
    expect_above(figure_of(&r, "max_speed_18_m_kmh"), 28);
    expect_above(figure_of(&r, "roll_index_ns2_per_rad"), 1.5);
    expect_below(figure_of(&r, "roll_index_ns2_per_rad"), 4);
    r = run("swerve", &def);
    expect_below(figure_of(&r, "time_80_kmh_s"), 2.7);
    expect_above(figure_of(&r, "index_80_kmh_ns2_per_rad"), 1.5);
    expect_below(figure_of(&r, "index_80_kmh_ns2_per_rad"), 3.5);
}

/* A car's test with a rider: as short as the tyres' friction of 1.2, or the load on the front wheel, allows; and no longer than twice that. */
static void it_brakes_upright(void **state)
{
    kamm_vehicle_def def = ridden_motorcycle(600);
    (void)state;
    def.axles[0].brake_torque_nm = 900, def.axles[1].brake_torque_nm = 150;
    kamm_test_result r = run("brake", &def);
    double ahead = def.body.cg_behind_front_axle_m,
           limit = GRAVITY_MPS2 * ahead / def.body.cg_height_m;
    limit = fmin(limit, 1.2 * GRAVITY_MPS2);
    expect_above(figure_of(&r, "mean_deceleration_mps2"), 0.5 * limit);
    expect_below(figure_of(&r, "mean_deceleration_mps2"), limit);
}

static void tests_are_refused_by_wheels(void **state)
{
    const kamm_vehicle_def two = ridden_bicycle(600), four = default_vehicle();
    const kamm_vehicle_file rides = file_of(&two), drives = file_of(&four);
    kamm_test_result result;
    kamm_error error = {0};
    (void)state;
    assert_int_equal(kamm_rides_on_two_wheels(&two), 1);
    assert_int_equal(kamm_rides_on_two_wheels(&four), 0);
    assert_int_equal(kamm_run_test("weave", &drives, NULL, &result, &error), KAMM_ERROR_RANGE);
    assert_non_null(
        strstr(error.text, "weave is a test of vehicles with two wheels in line alone"));
    assert_int_equal(kamm_run_test("moose", &rides, NULL, &result, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "moose is no test of vehicles with two wheels in line"));
    assert_int_equal(kamm_run_test("weaves", &rides, NULL, &result, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "did you mean weave?"));
    for (int i = 0; i < kamm_two_wheeler_test_count(); ++i) {
        const kamm_road_test *test = kamm_two_wheeler_test_at(i);
        assert_ptr_equal(kamm_find_road_test(test->name), test);
        assert_true(test->figure_count <= KAMM_MAX_FIGURES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weave_and_wobble_are_those_of_the_linear_machine),
        cmocka_unit_test(steady_turns_have_the_closed_forms_and_the_published_torque),
        cmocka_unit_test(it_swerves_and_rides_a_slalom),
        cmocka_unit_test(it_brakes_upright),
        cmocka_unit_test(tests_are_refused_by_wheels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
