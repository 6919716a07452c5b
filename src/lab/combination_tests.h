/* The road tests of combinations, each in its own file, in the order of `kamm list tests`. */
#ifndef KAMM_LAB_COMBINATION_TESTS_H
#define KAMM_LAB_COMBINATION_TESTS_H

#include "lab/combination.h"

/* clang-format off */
#define KAMM_COMBINATION_TESTS(TEST) \
    TEST(combination_accel) TEST(combination_brake) TEST(low_speed_turn) TEST(ring) TEST(lane_change) TEST(sway)
/* clang-format on */
#define KAMM_DECLARE_TEST_OF_COMBINATIONS(name) extern const kamm_procedure kamm_##name##_test;
KAMM_COMBINATION_TESTS(KAMM_DECLARE_TEST_OF_COMBINATIONS)

#endif
