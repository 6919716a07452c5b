/* Road tests of leaning three-wheelers: those of two-wheelers, beside closed forms and a pair that is all but one wheel. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/three_wheelers.h"
#include "support/tier.h"

#include <kamm/io/lab.h>
#include <kamm/rider.h>
#include <math.h>
#include <string.h>

static kamm_test_result run(const char *test, const kamm_vehicle_def *def)
{
    const kamm_vehicle_file file = {.id = "tilting", .def = *def};
    const kamm_test_options options = {.substeps_per_s = 240};
    kamm_test_result result;
    kamm_error error = {0};
    must(kamm_run_test(test, &file, &options, &result, &error), &error);
    return result;
}

static double figure_of(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return result->figures[i].value;
    fail_msg("no figure %s", name);
    return 0;
}

static void steady_turns_have_the_lean_of_the_closed_form(void **state)
{
    const kamm_vehicle_def def = tilting_scooter(240);
    const double side = 0.4 * GRAVITY_MPS2, speed = 20;
    (void)state;
    LONG_TIER_ONLY();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    const kamm_test_result r = run("steady-turn", &def);
    double lean = figure_of(&r, "lean_20_mps_deg") * PI / 180;
    double expected = -kamm_lean_in_turn_rad(model, speed, side / (speed * speed));
    double most_g = figure_of(&r, "max_lateral_acceleration_g");
    print_message("leans by %.4f rad, closed form %.4f; up to %.2f g\n", lean, expected, most_g);
    expect_near(fabs(lean), fabs(expected), 0.01);
    expect_above(most_g, 0.5);
    expect_below(most_g, kamm_describe(model).peak_friction_y[0]);
    kamm_destroy_model(model);
}

/* As short as tyres and load transfer allow, and no longer than by a third more. */
static void it_brakes_as_its_tyres_allow(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def def = tilting_scooter(240);
    (void)state;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    const kamm_model_info info = kamm_describe(model);
    const kamm_test_result r = run("brake", &def);
    double limit = GRAVITY_MPS2 *
                   fmin(info.peak_friction_x[0], info.cg_behind_front_axle_m / info.cg_height_m);
    double found = figure_of(&r, "mean_deceleration_mps2");
    print_message("brakes by %.2f of %.2f m/s2\n", found, limit);
    expect_above(found, 0.7 * limit);
    expect_below(found, limit);
    kamm_destroy_model(model);
}

/* The heavier brakes lift the rear wheel at g b / h, of both tyres' force over the mass, as those of a two-wheeler do. */
static void its_rear_wheel_lifts_at_the_closed_form(void **state)
{
    kamm_vehicle_def def = tilting_scooter(240);
    (void)state;
    LONG_TIER_ONLY();
    def.body.cg_height_m = 0.85;
    def.axles[0].brake_torque_nm = 600;
    const kamm_test_result r = run("wheel-lift", &def);
    double lifts = figure_of(&r, "stoppie_deceleration_mps2");
    double expected = figure_of(&r, "stoppie_closed_form_dived_mps2");
    print_message("lifts at %.3f, closed form %.3f m/s2\n", lifts, expected);
    expect_share(lifts, expected, 0.03);
}

/* It rides a slalom as one with a track of 5 cm does, which is a two-wheeler. */
static void it_rides_a_slalom_as_a_two_wheeler(void **state)
{
    static const char *const figures[] = {"max_speed_18_m_kmh", "roll_index_ns2_per_rad",
                                          "lean_deg"};
    const kamm_vehicle_def pair = tilting_scooter(240);
    kamm_vehicle_def narrow = pair;
    (void)state;
    LONG_TIER_ONLY();
    narrow.axles[0].track_m = 0.05;
    const kamm_test_result r = run("slalom", &pair), other = run("slalom", &narrow);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; ++i) {
        double found = figure_of(&r, figures[i]), expected = figure_of(&other, figures[i]);
        print_message("%s: %.3f, with a track of 5 cm %.3f\n", figures[i], found, expected);
        expect_share(found, expected, 0.05);
    }
}

static void tests_of_cars_are_refused(void **state)
{
    const kamm_vehicle_def def = tilting_scooter(240);
    const kamm_vehicle_file file = {.id = "tilting", .def = def};
    kamm_vehicle_def rigid = def;
    kamm_test_result result;
    kamm_error error = {0};
    (void)state;
    rigid.axles[0].suspension.tilting = 0;
    assert_int_equal(kamm_rides_on_two_wheels(&def), 1);
    assert_int_equal(kamm_rides_on_two_wheels(&rigid), 0);
    assert_int_equal(kamm_run_test("moose", &file, NULL, &result, &error), KAMM_ERROR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_turns_have_the_lean_of_the_closed_form),
        cmocka_unit_test(it_brakes_as_its_tyres_allow),
        cmocka_unit_test(its_rear_wheel_lifts_at_the_closed_form),
        cmocka_unit_test(it_rides_a_slalom_as_a_two_wheeler),
        cmocka_unit_test(tests_of_cars_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
