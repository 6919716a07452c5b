/* Planes of wheels on bodies whose axle rises faster than by their slope: closed forms of level ground that is higher on the way.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/world.h"

#include "world/contact/wheel_rise.h"

#include <math.h>

static const double radius_m = 0.3, steepest = 3.7140;

/* Level ground, flat on both sides of the tyre. */
static void find_level(const void *user, double left, struct profile *profile)
{
    const double height_m = *(const double *)user;
    (void)left;
    profile->count = 2;
    profile->at[0] = (struct profile_point){-radius_m, height_m, 0, 0};
    profile->at[1] = (struct profile_point){radius_m, height_m, 0, 0};
}

static struct wheel_plane risen(double by_m, double ahead_m, double left_m, double counts)
{
    const struct tyre_ground there = {find_level, &by_m, radius_m, 0.1};
    const struct wheel_way way = {ahead_m, left_m, counts};
    struct wheel_plane plane = {0, 0, 0};
    kamm_match_rise(&there, &way, &plane);
    return plane;
}

/* The axle rises by the slope on the way, but for the thousandth of the way that is left; it stays where it is. */
static void the_plane_rises_as_the_axle_does(void **state)
{
    (void)state;
    for (double turn = 0; turn < 6.2; turn += 0.3)
        for (double way_m = 0.003; way_m < 0.1; way_m *= 3)
            for (double rise = 0.01; rise < 3; rise *= 2) {
                double ahead = way_m * cos(turn), left = way_m * sin(turn);
                struct wheel_plane plane = risen(rise * way_m, ahead, left, 1);
                expect_near(plane.slope * ahead + plane.across * left, (rise - 1e-3) * way_m,
                            1e-6 * way_m);
                expect_near(plane.slope * left - plane.across * ahead, 0, 1e-12);
                expect_near(plane.height_m + kamm_axle_over_plane(radius_m, plane.slope),
                            kamm_axle_over_plane(radius_m, 0), 1e-9);
                struct wheel_plane mirrored = risen(rise * way_m, ahead, -left, 1);
                assert_true(mirrored.slope == plane.slope && mirrored.across == -plane.across);
                struct wheel_plane half = risen(rise * way_m, ahead, left, 0.5);
                expect_near(half.slope, 0.5 * plane.slope, 1e-9);
            }
}

/* Where the ground falls on the way, and where it rises by less than is left, the plane stays to the bit. */
static void ground_that_falls_changes_nothing(void **state)
{
    (void)state;
    static const double rises_m[] = {-1, -0.1, -1e-3, -1e-6, 0, 0.9e-5};
    for (int i = 0; i < (int)(sizeof rises_m / sizeof *rises_m); ++i) {
        struct wheel_plane plane = risen(rises_m[i], 0.01, 0.002, 1);
        assert_true(plane.slope == 0 && plane.across == 0 && plane.height_m == 0);
    }
}

/* A wall ahead, aside or askew makes no plane steeper than the ground's planes are, and in no other direction than the way. */
static void a_wall_makes_no_upright_plane(void **state)
{
    (void)state;
    for (double turn = 0; turn < 6.2; turn += 0.3)
        for (double rise_m = 0.1; rise_m < 2; rise_m += 0.3) {
            double ahead = 1e-3 * cos(turn), left = 1e-3 * sin(turn);
            struct wheel_plane plane = risen(rise_m, ahead, left, 1);
            double size = sqrt(plane.slope * plane.slope + plane.across * plane.across);
            expect_near(size, steepest, 1e-3);
            expect_above(plane.slope * ahead + plane.across * left, 0.999 * size * 1e-3);
        }
}

/* The rise counts in full at speed, by half at 0.06 of the root of radius and gravity, and not at rest. */
static void the_rise_counts_by_speed(void **state)
{
    (void)state;
    double half_2 = 0.06 * 0.06 * radius_m * 9.81;
    assert_true(kamm_rise_counts(0, radius_m, 9.81) == 0);
    expect_near(kamm_rise_counts(half_2, radius_m, 9.81), 0.5, 1e-9);
    expect_near(kamm_rise_counts(100 * half_2, radius_m, 9.81), 100.0 / 101, 1e-9);
    assert_true(kamm_rise_counts(1, radius_m, 0) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plane_rises_as_the_axle_does),
        cmocka_unit_test(ground_that_falls_changes_nothing),
        cmocka_unit_test(a_wall_makes_no_upright_plane),
        cmocka_unit_test(the_rise_counts_by_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
