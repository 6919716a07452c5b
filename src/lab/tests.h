/* The road tests, each in its own file. A new one is written there, named here and in tests.c. */
#ifndef KAMM_LAB_TESTS_H
#define KAMM_LAB_TESTS_H

#include "lab/rig.h"

extern const kamm_procedure kamm_accel_test;
extern const kamm_procedure kamm_brake_test;
extern const kamm_procedure kamm_top_speed_test;
extern const kamm_procedure kamm_coast_down_test;
extern const kamm_procedure kamm_skidpad_test;
extern const kamm_procedure kamm_step_steer_test;
extern const kamm_procedure kamm_moose_test;
extern const kamm_procedure kamm_slope_hold_test;
extern const kamm_procedure kamm_fishhook_test;
extern const kamm_procedure kamm_turning_circle_test;
extern const kamm_procedure kamm_split_mu_test;
extern const kamm_procedure kamm_rough_road_test;
extern const kamm_procedure kamm_jump_test;
extern const kamm_procedure kamm_rollover_test;
extern const kamm_procedure kamm_crash_test;
extern const kamm_procedure kamm_lap_test;

/* The test's figures, none measured yet, with what was published of them. */
void kamm_start_result(const kamm_road_test *test, const kamm_vehicle_file *car,
                       kamm_test_result *result);

#endif
