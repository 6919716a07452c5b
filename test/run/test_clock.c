/* Real time in whole substeps. */
#include "support/misuse.h"

#include <math.h>

static int set_up(void **state)
{
    (void)state;
    kamm_set_assert_handler(count_report, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    kamm_set_assert_handler(NULL, NULL);
    return 0;
}

static void clock_turns_time_into_substeps(void **state)
{
    (void)state;
    kamm_clock clock = {1.0 / 1200, 0, 0};
    struct noise noise = {12};
    double fraction, real = 0;
    long substeps = 0;
    for (int frame = 0; frame < 2000; ++frame) {
        double frame_s = noise_between(&noise, 0.001, 0.05);
        real += frame_s;
        substeps += kamm_advance_clock(&clock, frame_s, &fraction);
        assert_true(fraction >= 0 && fraction <= 1);
        expect_near((double)substeps / 1200, real, 1.0 / 1200 + 1e-9);
    }
    kamm_clock steady = {1.0 / 1200, 0, 0};
    for (int frame = 0; frame < 600; ++frame) {
        int taken = kamm_advance_clock(&steady, 1.0 / 60, &fraction);
        assert_true(taken >= 19 && taken <= 21);
    }
    assert_int_equal(kamm_advance_clock(&steady, 30, &fraction), 240); /* a stall is forgotten */
    kamm_advance_clock(&steady, 1.0 / 60, &fraction);
    int after = kamm_advance_clock(&steady, 1.0 / 60, &fraction);
    assert_true(after >= 19 && after <= 21);
}

/* Displays whose frames are no whole number of substeps: none is lost, and frames differ by one at the most. */
static void frames_of_any_display_share_the_substeps(void **state)
{
    (void)state;
    static const double displays[] = {24, 59.94, 72, 75, 90, 119.88, 144, 165, 240, 360};
    for (int i = 0; i < 10; ++i) {
        kamm_clock clock = {1.0 / 240, 0, 0};
        int frames = (int)(100 * displays[i]), usual = (int)(240 / displays[i]);
        long substeps = 0;
        double fraction;
        for (int frame = 0; frame < frames; ++frame) {
            int taken = kamm_advance_clock(&clock, 1 / displays[i], &fraction);
            assert_true(taken >= usual && taken <= usual + 1);
            assert_true(fraction >= 0 && fraction <= 1);
            substeps += taken;
        }
        expect_near((double)substeps, frames / displays[i] * 240, 1 + 1e-6);
    }
}

static void clocks_ignore_invalid_times(void **state)
{
    (void)state;
    static const double frames[] = {NAN, -1e30, 1e30, INFINITY, -INFINITY, -1};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; ++i) {
        kamm_clock clock = {.substep_s = 1.0 / 1200, .owed_s = 0.5 / 1200};
        double fraction = -1;
        int substeps = kamm_advance_clock(&clock, frames[i], &fraction);
        assert_in_range(substeps, 0, 240);
        assert_true(fraction >= 0 && fraction <= 1 && fabs(clock.owed_s) < clock.substep_s);
        assert_int_equal(kamm_advance_clock(&clock, 1.0 / 60, NULL), 20);
    }
}

/* Whatever a host's memory has become, the clock goes on. */
static void clocks_recover_from_invalid_owed_time(void **state)
{
    (void)state;
    static const double owed[] = {NAN, -1e30, 1e30, INFINITY, -INFINITY, -1e-3};
    for (size_t i = 0; i < sizeof owed / sizeof *owed; ++i) {
        kamm_clock clock = {.substep_s = 1.0 / 1200, .owed_s = owed[i], .max_substeps = 40};
        double fraction = -1;
        int substeps = kamm_advance_clock(&clock, 1.0 / 60, &fraction);
        assert_in_range(substeps, 0, 40);
        assert_true(fraction >= 0 && fraction <= 1);
        assert_true(fabs(clock.owed_s) < clock.substep_s);
        assert_int_equal(kamm_advance_clock(&clock, 1.0 / 60, NULL), 20);
    }
    double fraction = 0.25;
    static const double none[] = {NAN, INFINITY, -INFINITY, -1.0 / 240};
    for (size_t i = 0; i < sizeof none / sizeof *none; ++i) {
        kamm_clock clock = {.substep_s = none[i], .owed_s = 0.001};
        MISUSE(kamm_advance_clock(&clock, 0.1, &fraction));
        assert_true(clock.owed_s == 0.001 && fraction == 0.25);
    }
    MISUSE(kamm_advance_clock(NULL, 0.1, &fraction));
    assert_true(fraction == 0.25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_turns_time_into_substeps),
        cmocka_unit_test(frames_of_any_display_share_the_substeps),
        cmocka_unit_test(clocks_ignore_invalid_times),
        cmocka_unit_test(clocks_recover_from_invalid_owed_time),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
