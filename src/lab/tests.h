/* The road tests, each in its own file. A new one is written there and named here, in the order
 * of `kamm list tests`. */
#ifndef KAMM_LAB_TESTS_H
#define KAMM_LAB_TESTS_H

#include "lab/bench.h"

/* clang-format off */
#define KAMM_ROAD_TESTS(TEST) \
    TEST(accel) TEST(brake) TEST(top_speed) TEST(coast_down) TEST(skidpad) \
    TEST(step_steer) TEST(moose) TEST(slope_hold) TEST(fishhook) TEST(turning_circle) \
    TEST(split_mu) TEST(split_start) TEST(brake_in_turn) TEST(rough_road) TEST(jump) TEST(rollover) TEST(crash) \
    TEST(lap) TEST(sine_dwell) TEST(crosswind)
/* clang-format on */
#define KAMM_DECLARE_TEST(name) extern const kamm_procedure kamm_##name##_test;
KAMM_ROAD_TESTS(KAMM_DECLARE_TEST)

/* Those of vehicles with two wheels in line, of which some are cars' as well. */
/* clang-format off */
#define KAMM_TWO_WHEELER_TESTS(TEST) \
    TEST(accel) TEST(brake) TEST(top_speed) TEST(coast_down) TEST(steady_turn) TEST(weave) TEST(slalom) \
    TEST(swerve) TEST(u_turn) TEST(wheel_lift) TEST(side_wind) TEST(lean_bump)
/* clang-format on */
KAMM_DECLARE_TEST(steady_turn)
KAMM_DECLARE_TEST(weave)
KAMM_DECLARE_TEST(slalom)
KAMM_DECLARE_TEST(swerve)
KAMM_DECLARE_TEST(u_turn)
KAMM_DECLARE_TEST(wheel_lift)
KAMM_DECLARE_TEST(side_wind)
KAMM_DECLARE_TEST(lean_bump)

/* The test of that name, or the scenario of the options; NULL: there is none. */
const kamm_road_test *kamm_test_of(const char *test, const kamm_test_options *options);

/* Whether there is the test, and on that rung, with that surface and world. */
kamm_result kamm_check_test(const char *test, const kamm_test_options *options, kamm_error *error);

/* The same of a test that is known. */
kamm_result kamm_check_options(const kamm_road_test *test, const kamm_test_options *options,
                               kamm_error *error);

const kamm_procedure *kamm_find_procedure(const char *test);

/* The test's figures, none measured yet, with what was published of them. */
void kamm_start_result(const kamm_road_test *test, const kamm_vehicle_file *car,
                       kamm_test_result *result);

/* Whether all channels could be written. */
kamm_result kamm_check_csv(FILE *csv, kamm_error *error);

#endif
