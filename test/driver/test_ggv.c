/* Sections of the g-g-V diagram are those of the limits that path plans use, from straight ahead to the highest side force that the car has.
 * test_plan_states compares these limits with steady states. */
#include "driver/car_limits.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/linear.h>
#include <math.h>
#include <string.h>

enum { POINTS = 7 };
static const double gravity_mps2 = 9.80665;

static kamm_model *model_of(const char *name, kamm_rung rung)
{
    kamm_vehicle_def def = shipped_on(shipped_number(name), rung, 600);
    return compile_rung(&def, rung);
}

static void section(const kamm_model *model, double friction, double speed_mps,
                    kamm_ggv_point points[POINTS])
{
    kamm_error error;
    if (kamm_find_ggv(model, friction, speed_mps, points, POINTS, &error))
        fail_msg("%s", error.text);
}

static void points_are_the_limits(void **unused)
{
    (void)unused;
    for (EACH_RUNG(rung))
        for (int i = 0; i < shipped_count(); i += of_tier(5, 1)) {
            kamm_model *model = model_of(shipped_name(i), rung);
            struct car_limits limits;
            kamm_ggv_point points[POINTS];
            kamm_find_car_limits(model, 0.7, &limits);
            section(model, 0.7, 20, points);
            for (int k = 0; k < POINTS; ++k) {
                struct car_demand demand = {.speed_mps = 20,
                                            .normal_mps2 = gravity_mps2,
                                            .lateral_mps2 = points[k].lateral_mps2};
                expect_near(points[k].lateral_mps2,
                            points[POINTS - 1].lateral_mps2 * (1 - pow(1 - k / 6., 2)), 1e-12);
                expect_near(points[k].accelerating_mps2, kamm_can_accelerate(&limits, &demand), 0);
                expect_near(points[k].braking_mps2, kamm_can_brake(&limits, &demand), 0);
                /* At the highest side force only one acceleration may be left. */
                if (k + 1 < POINTS)
                    assert_true(points[k].braking_mps2 < points[k].accelerating_mps2);
                else
                    assert_true(points[k].braking_mps2 <= points[k].accelerating_mps2);
            }
            struct car_demand demand = {.speed_mps = 20, .normal_mps2 = gravity_mps2};
            demand.lateral_mps2 = 0.9999 * points[POINTS - 1].lateral_mps2;
            if (!kamm_can_corner(&limits, &demand))
                fail_msg("%s, %s: holds less", shipped_name(i), rung_name(rung));
            demand.lateral_mps2 = 1.0001 * points[POINTS - 1].lateral_mps2;
            if (kamm_can_corner(&limits, &demand))
                fail_msg("%s, %s: holds more", shipped_name(i), rung_name(rung));
            kamm_destroy_model(model);
        }
}

/* Half the friction gives half the force, and more in a bend, where less load goes to the outer tyres. Above top speed a car gains
 * nothing. */
static void friction_and_power_bound_them(void **unused)
{
    (void)unused;
    kamm_model *model = model_of("bmw-m3-e46", KAMM_FULL);
    kamm_ggv_point dry[POINTS], wet[POINTS];
    section(model, 1, 20, dry);
    section(model, 0.5, 20, wet);
    expect_above(wet[POINTS - 1].lateral_mps2, 0.5 * dry[POINTS - 1].lateral_mps2);
    expect_below(wet[POINTS - 1].lateral_mps2, 0.56 * dry[POINTS - 1].lateral_mps2);
    expect_share(wet[0].braking_mps2, 0.5 * dry[0].braking_mps2, 0.05);
    kamm_destroy_model(model);
    model = model_of("nissan-micra", KAMM_FULL);
    double top_mps = kamm_describe(model).top_speed_mps;
    section(model, 1, 0.9 * top_mps, dry);
    assert_true(dry[0].accelerating_mps2 > 0);
    section(model, 1, 1.1 * top_mps, dry);
    assert_true(dry[0].accelerating_mps2 < 0);
    kamm_destroy_model(model);
}

static void refused(const kamm_model *model, double friction, double speed_mps, int count,
                    const char *path)
{
    kamm_ggv_point points[POINTS], before[POINTS];
    kamm_error error;
    memset(points, 1, sizeof points);
    memcpy(before, points, sizeof points);
    assert_int_equal(kamm_find_ggv(model, friction, speed_mps, points, count, &error),
                     KAMM_ERROR_RANGE);
    assert_string_equal(error.path, path);
    assert_memory_equal(points, before, sizeof points);
}

static void what_is_beyond_their_ranges_is_refused(void **unused)
{
    (void)unused;
    kamm_model *model = model_of("nissan-micra", KAMM_KINEMATIC);
    refused(model, 1, -1, POINTS, "speed_mps");
    refused(model, 1, 151, POINTS, "speed_mps");
    refused(model, 1, NAN, POINTS, "speed_mps");
    refused(model, 0, 20, POINTS, "friction");
    refused(model, NAN, 20, POINTS, "friction");
    refused(model, 1, 20, 1, "count");
    kamm_destroy_model(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_the_limits),
        cmocka_unit_test(friction_and_power_bound_them),
        cmocka_unit_test(what_is_beyond_their_ranges_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
