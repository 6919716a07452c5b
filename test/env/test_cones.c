/* The moose test's course: its widths by ISO 3888-2, and how near a car comes to its cones.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "env/cones.h"

static void moose_course_has_the_widths_for_a_car_of_1_80_m(void **state)
{
    (void)state;
    kamm_course course = kamm_iso_3888_2_course(1.80);
    const kamm_lane *entry = &course.lanes[0], *side = &course.lanes[1], *exit = &course.lanes[2];
    expect_near(entry->left_m - entry->right_m, 2.23, 1e-9);
    expect_near(side->left_m - side->right_m, 2.80, 1e-9);
    expect_near(exit->left_m - exit->right_m, 2.59, 1e-9);
    expect_near((side->left_m + side->right_m) / 2, 3.515, 1e-9);
    expect_near(side->right_m - entry->left_m, 1, 1e-9);
    expect_near(exit->right_m, entry->right_m, 1e-9);
    expect_near(entry->end_m - entry->start_m, 12, 1e-9);
    expect_near(side->start_m - entry->end_m, 13.5, 1e-9);
    expect_near(side->end_m - side->start_m, 11, 1e-9);
    expect_near(exit->start_m - side->end_m, 12.5, 1e-9);
    expect_near(exit->end_m, 61, 1e-9);
    expect_near(kamm_iso_3888_2_course(2.3).lanes[2].left_m -
                    kamm_iso_3888_2_course(2.3).lanes[2].right_m,
                3, 1e-9);
}

static void cones_are_touched_by_the_whole_outline(void **state)
{
    (void)state;
    const kamm_outline outline = {2, -2, 0.9};
    kamm_course course = kamm_iso_3888_2_course(1.80);
    int lane = -1;
    expect_near(kamm_cone_clearance_m(&course, &outline, 6, 0, 0, &lane), 2.23 / 2 - 0.9, 1e-9);
    assert_int_equal(lane, 0);
    expect_near(kamm_cone_clearance_m(&course, &outline, 6, 0.3, 0, &lane), 2.23 / 2 - 1.2, 1e-9);
    /* Nose 1 m before the side lane, in line with its right row. */
    double x_m = 25.5 - 2 - 1, y_m = course.lanes[1].right_m;
    expect_near(kamm_cone_clearance_m(&course, &outline, x_m, y_m, 0, &lane), 1, 1e-9);
    assert_int_equal(lane, 1);
    /* The nose's left corner touches when the car turns about its middle. */
    expect_below(kamm_cone_clearance_m(&course, &outline, 4, 0, 0.2, NULL), 0);
    /* Going straight on misses the side lane, though no cone is touched. */
    expect_below(kamm_cone_clearance_m(&course, &outline, 31, 0, 0, &lane), -1);
    assert_int_equal(lane, 1);
    /* Nothing is near in the open field. */
    assert_true(kamm_cone_clearance_m(&course, &outline, 500, 0, 0, NULL) > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moose_course_has_the_widths_for_a_car_of_1_80_m),
        cmocka_unit_test(cones_are_touched_by_the_whole_outline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
