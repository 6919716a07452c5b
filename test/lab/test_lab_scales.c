/* Road tests of vehicles of all sizes: the figures of a car of L times the length, tested at that scale, are those of the car, by the power of L that
 * follows from their units (support/scales.h). */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/scales.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

static kamm_test_result measured(const char *test, const kamm_vehicle_def *def, double scale,
                                 double substeps_per_s)
{
    kamm_vehicle_file file = {.id = "test-car", .def = *def};
    kamm_test_options options = {.scale = scale, .substeps_per_s = substeps_per_s};
    kamm_test_result result;
    kamm_error error;
    if (kamm_run_test(test, &file, &options, &result, &error)) fail_msg("%s", error.text);
    return result;
}

/* Units that people read, as those of support/scales.h. */
static double scale_of_figure(const char *unit, double length)
{
    static const char *const known[][2] = {
        {"s.deg", "s"}, {"km/h", "m/s"},  {"deg/g", "deg"},        {"g", "1"},
        {"%", "1"},     {"rpm", "rad/s"}, {"N/(km/h)", "N/(m/s)"}, {"N/(km/h)2", "N/(m/s)2"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (!strcmp(unit, known[i][0])) return scale_of_unit(known[i][1], length);
    return scale_of_unit(unit, length);
}

static void expect_alike(const char *test, const char *car, double length)
{
    kamm_vehicle_def def = shipped_def(shipped_number(car));
    def.stepping.substeps_per_s = allowed_rate(&def, 600);
    kamm_vehicle_def scaled = scaled_vehicle(&def, length);
    kamm_test_result one = measured(test, &def, 1, def.stepping.substeps_per_s);
    kamm_test_result other = measured(test, &scaled, length, scaled.stepping.substeps_per_s);
    int found = 0;
    for (int i = 0; i < one.figure_count; ++i) {
        const kamm_figure *a = &one.figures[i], *b = &other.figures[i];
        double wanted = a->value * scale_of_figure(a->unit, length);
        if (isnan(a->value) != isnan(b->value) ||
            fabs(b->value - wanted) > 1e-3 * fabs(wanted) + 1e-9)
            fail_msg("%s, %s, %g times the size: %s is %g %s, not %g", car, test, length, a->name,
                     b->value, a->unit, wanted);
        found += !isnan(a->value);
    }
    assert_true(found >= 2);
}

static void figures_go_by_the_scale(void **state)
{
    static const char *const tests[] = {"brake",      "step-steer", "turning-circle", "accel",
                                        "coast-down", "top-speed",  "skidpad"};
    static const char *const cars[] = {"bmw-m3-e46", "nissan-micra"};
    static const double lengths[] = {0.1, 5};
    (void)state;
    for (int test = 0; test < of_tier(2, 7); ++test)
        for (int l = 0; l < 2; ++l)
            for (int car = 0; car < of_tiers(1, 1, 2); ++car)
                if (in_long_tier() || l == test % 2)
                    expect_alike(tests[test], cars[car], lengths[l]);
}

static void ordinary_vehicles_are_tested_as_the_standard_has_it(void **state)
{
    static const char *const cars[] = {"go-kart-125", "farm-tractor-250hp", "man-tgs-8x4"};
    (void)state;
    for (int i = of_tier(2, 0); i < 3; ++i) {
        kamm_vehicle_def def = shipped_def(shipped_number(cars[i]));
        kamm_test_result by_size = measured("step-steer", &def, 0, 0);
        kamm_test_result standard = measured("step-steer", &def, 1, 0);
        for (int f = 0; f < standard.figure_count; ++f)
            assert_memory_equal(&by_size.figures[f].value, &standard.figures[f].value,
                                sizeof(double));
    }
}

/* Of a model car by its wheels alone; 1:10 of a car whose wheels are like an ordinary one's. */
static void a_model_car_is_tested_at_its_own_size(void **state)
{
    (void)state;
    kamm_vehicle_def def = shipped_def(shipped_number("bmw-m3-e46"));
    def.stepping.substeps_per_s = 600;
    kamm_vehicle_def model = scaled_vehicle(&def, 0.1);
    double rate = model.stepping.substeps_per_s;
    double distance_m = measured("brake", &model, 0, rate).figures[0].value;
    print_message("1:10: %.3f m from what 100 km/h is to it\n", distance_m);
    expect_share(distance_m, measured("brake", &def, 1, 600).figures[0].value / 10, 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_go_by_the_scale),
        cmocka_unit_test(ordinary_vehicles_are_tested_as_the_standard_has_it),
        cmocka_unit_test(a_model_car_is_tested_at_its_own_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
