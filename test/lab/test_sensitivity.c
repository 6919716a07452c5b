/* Sensitivities: of functions whose effects are known, of road tests with a closed form, and their factors. */
#include "support/cars.h"
#include "support/quick.h"

#include <kamm/io/sensitivity.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/sensitivity_plan.h"

static kamm_error error;

/* -- Functions -- */

enum { MOST_FACTORS = 20, MOST_POINTS = 40000 };
static double points[MOST_POINTS * MOST_FACTORS], values[MOST_POINTS];

static int evaluate(kamm_sensitivity_method method, int factors, int samples, uint32_t seed,
                    double (*function)(const double *x), kamm_effect *effects)
{
    int count = kamm_plan_count(method, factors, samples);
    assert_in_range(count, 1, MOST_POINTS);
    assert_true(kamm_plan_points(method, factors, samples, seed, points));
    for (int i = 0; i < count * factors; ++i) assert_true(points[i] >= 0 && points[i] <= 1);
    for (int i = 0; i < count; ++i) values[i] = function(points + i * factors);
    kamm_plan_effects(method, factors, samples, points, values, effects);
    return count;
}

/* Morris' own example (his equation 3), with the small random coefficients 0. */
static double morris_example(const double *x)
{
    double w[20], sum = 0;
    for (int i = 0; i < 20; ++i) w[i] = 2 * (x[i] - 0.5);
    for (int i = 2; i <= 6; i += 2) w[i] = 2 * (1.1 * x[i] / (x[i] + 0.1) - 0.5);
    for (int i = 0; i < 10; ++i) sum += 20 * w[i];
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < i; ++j) sum -= 15 * w[i] * w[j];
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < i; ++j)
            for (int k = 0; k < j; ++k) sum -= 10 * w[i] * w[j] * w[k];
    return sum + 5 * w[0] * w[1] * w[2] * w[3];
}

/* His findings: the eighth to tenth are linear, each 40; the first seven act together or are curved; the others do nothing. */
static void morris_finds_the_groups_of_his_example(void **state)
{
    (void)state;
    kamm_effect effects[20];
    for (uint32_t seed = 0; seed < 10; ++seed) {
        evaluate(KAMM_MORRIS, 20, 10, seed, morris_example, effects);
        for (int f = 0; f < 20; ++f) {
            const kamm_effect *effect = &effects[f];
            if (f < 7) expect_above(effect->deviation, 5);
            if (f < 7) expect_above(effect->mean_amount, 15);
            if (f >= 7 && f < 10) expect_near(effect->mean, 40, 1e-9);
            if (f >= 7 && f < 10) expect_near(effect->deviation, 0, 1e-5);
            if (f >= 10) expect_near(effect->mean_amount, 0, 1e-9);
            expect_above(effect->mean_amount - fabs(effect->mean), -1e-9);
            assert_true(isnan(effect->first) && isnan(effect->total));
        }
    }
}

/* f = x0 + 2 x1 + 8 x2 x3: effects 1, 2, and 8 times the other factor, whose grid is 0 to 1 in thirds: mean 4, variance
 * 64 5/36. */
static double products(const double *x) { return x[0] + 2 * x[1] + 8 * x[2] * x[3]; }

static void effects_are_those_of_the_grid(void **state)
{
    (void)state;
    kamm_effect effects[4];
    evaluate(KAMM_MORRIS, 4, 2000, 1, products, effects);
    expect_near(effects[0].mean, 1, 1e-12);
    expect_near(effects[1].mean, 2, 1e-12);
    for (int f = 2; f < 4; ++f) { /* of 2000: standard errors 0.067 and 0.05 */
        expect_near(effects[f].mean, 4, 0.25);
        expect_near(effects[f].deviation, 8 * sqrt(5.0 / 36), 0.2);
    }
}

/* Sobol's g-function: the share of a factor is 1 / (3 (1 + a)^2) of the variance of the product. */
static const double g_numbers[6] = {0, 0.5, 3, 9, 99, 99};
static double g_function(const double *x)
{
    double product = 1;
    for (int i = 0; i < 6; ++i) product *= (fabs(4 * x[i] - 2) + g_numbers[i]) / (1 + g_numbers[i]);
    return product;
}

static void sobol_finds_the_shares_of_his_function(void **state)
{
    (void)state;
    kamm_effect effects[6];
    double variance = 1, own[6];
    for (int i = 0; i < 6; ++i) {
        own[i] = 1 / (3 * (1 + g_numbers[i]) * (1 + g_numbers[i]));
        variance *= 1 + own[i];
    }
    variance -= 1;
    for (uint32_t seed = 0; seed < 3; ++seed) {
        evaluate(KAMM_SOBOL, 6, 5000, seed, g_function, effects);
        for (int i = 0; i < 6; ++i) {
            expect_near(effects[i].first, own[i] / variance, 0.04);
            expect_near(effects[i].total, own[i] * (variance + 1) / (1 + own[i]) / variance, 0.04);
        }
    }
}

static double sum_of_two(const double *x) { return 3 + x[0] + x[1]; }

/* The sum of two uniform numbers: 2.5 % lie below sqrt(0.05). A hypercube has one value in each strip. */
static void bands_are_those_of_the_distribution(void **state)
{
    (void)state;
    enum { SAMPLES = 4000 };
    kamm_effect effects[2];
    kamm_figure_band band = {.nominal = 4};
    static double scratch[SAMPLES];
    static int strips[2][SAMPLES];
    int count = evaluate(KAMM_BAND, 2, SAMPLES, 1, sum_of_two, effects);
    assert_int_equal(count, SAMPLES);
    for (int i = 0; i < SAMPLES; ++i)
        for (int f = 0; f < 2; ++f) ++strips[f][(int)(points[2 * i + f] * SAMPLES)];
    for (int i = 0; i < SAMPLES; ++i) assert_true(strips[0][i] == 1 && strips[1][i] == 1);
    kamm_plan_band(KAMM_BAND, SAMPLES, values, scratch, &band);
    expect_near(band.mean, 4, 1e-3);
    expect_near(band.deviation, sqrt(1.0 / 6), 0.01);
    expect_near(band.low95, 3 + sqrt(0.05), 0.03);
    expect_near(band.high95, 5 - sqrt(0.05), 0.03);
    assert_true(isnan(effects[0].mean) && isnan(effects[0].total));
}

static double sometimes(const double *x) { return x[0] > 0.9 ? NAN : x[0] + x[1]; }

static void missing_values_are_left_out(void **state)
{
    (void)state;
    kamm_effect effects[2];
    evaluate(KAMM_MORRIS, 2, 200, 1, sometimes, effects);
    expect_near(effects[0].mean, 1, 1e-12);
    expect_near(effects[1].mean, 1, 1e-12);
    evaluate(KAMM_SOBOL, 2, 2000, 1, sometimes, effects);
    expect_above(effects[0].total, 0.2);
    expect_above(effects[1].total, 0.2);
}

/* -- Road tests -- */

static void load(const char *name, kamm_vehicle_file *car)
{
    must(kamm_load_vehicle(name, car, NULL, &error), &error);
}

static kamm_sensitivity *find(const kamm_sensitivity_def *def)
{
    kamm_sensitivity *found = kamm_find_sensitivity(def, &error);
    if (!found) fail_msg("%s", error.text);
    return found;
}

/* Coasting: f2 is half of density, drag coefficient and area, whatever the mass is. Each elementary effect of one factor is in
 * proportion to the other, on the grid around it: mean and standard deviation follow. */
static void coasting_has_the_effects_of_its_closed_form(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    static const kamm_factor factors[] = {
        {.path = "aero.drag_coefficient", .low = 0.28, .high = 0.36},
        {.path = "aero.frontal_area_m2", .low = 2, .high = 2.4},
        {.path = "body.mass_kg", .low = 1000, .high = 1200}};
    load("nissan-micra", &car);
    const kamm_sensitivity_def def = {.test = "coast-down",
                                      .car = &car,
                                      .factor_count = 3,
                                      .factors = factors,
                                      .options.rung = KAMM_SINGLE_TRACK,
                                      .samples = 2,
                                      .seed = 4};
    kamm_sensitivity *found = find(&def);
    assert_int_equal(found->runs, 8);
    assert_int_equal(found->failed, 0);
    const kamm_effect *effects = found->effects + 3 * 3;
    double half_density = 0.5 * 1.225 / (3.6 * 3.6);
    double lowest = half_density * 0.08 * 2, highest = half_density * 0.08 * 2.4;
    expect_above(effects[0].mean, 0.98 * lowest);
    expect_below(effects[0].mean, 1.05 * highest);
    expect_share(effects[0].mean_amount, effects[0].mean, 1e-9);
    expect_above(effects[1].mean, 0.98 * half_density * 0.4 * 0.28);
    expect_below(effects[1].mean, 1.05 * half_density * 0.4 * 0.36);
    expect_below(effects[2].mean_amount, 0.05 * effects[0].mean);
    kamm_destroy_sensitivity(found);
}

/* The stopping distance goes with 1 / friction: v^2 / (2 mu g), less 2 to 4 % by drag; the yaw inertia has no part in it. Of the range,
 * 2.5 and 97.5 % are 0.5025 and 0.5975. */
static void braking_has_the_band_of_its_friction(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static kamm_vehicle_file car;
    static const kamm_factor factors[] = {
        {.path = "surface.friction", .low = 0.5, .high = 0.6},
        {.path = "body.yaw_inertia_kgm2", .low = 1000, .high = 2000}};
    load("nissan-micra", &car);
    kamm_sensitivity_def def = {.test = "brake",
                                .car = &car,
                                .factor_count = 2,
                                .factors = factors,
                                .options.rung = KAMM_RIGID2D,
                                .method = KAMM_SOBOL,
                                .samples = 16};
    kamm_sensitivity *one = find(&def);
    def.threads = 3;
    kamm_sensitivity *three = find(&def);
    const kamm_figure_band *band = &one->bands[0];
    expect_share(band->high95 / band->low95, 0.5975 / 0.5025, 0.02);
    expect_near(one->effects[0].total, 1, 0.35);
    expect_near(one->effects[1].total, 0, 1e-6);
    for (int i = 0; i < 2; ++i) assert_true(one->effects[i].total == three->effects[i].total);
    assert_true(one->bands[0].high95 == three->bands[0].high95);
    kamm_destroy_sensitivity(one);
    kamm_destroy_sensitivity(three);
}

/* -- Factors -- */

static void each_vehicle_has_factors_within_its_ranges(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    static kamm_factor factors[KAMM_MAX_FACTORS];
    static kamm_vehicle_def def;
    char names[64][64];
    int vehicles = kamm_list_data("vehicles", names, 64);
    assert_in_range(vehicles, 20, 64);
    for (int v = 0; v < vehicles; ++v) {
        load(names[v], &car);
        int count = kamm_list_factors(&car.def, factors, KAMM_MAX_FACTORS);
        if (count < 30 || count > KAMM_MAX_FACTORS) fail_msg("%s: %d", names[v], count);
        for (int i = 0; i < count; ++i) {
            double value;
            must(kamm_get_number(kamm_vehicle_table(), &car.def, factors[i].path, &value, &error),
                 &error);
            if (!(factors[i].low < value && value <= factors[i].high))
                fail_msg("%s: %s: %g to %g, not %g", names[v], factors[i].path, factors[i].low,
                         factors[i].high, value);
            def = car.def;
            must(kamm_set_number(kamm_vehicle_table(), &def, factors[i].path, factors[i].low,
                                 &error),
                 &error);
            must(kamm_set_number(kamm_vehicle_table(), &def, factors[i].path, factors[i].high,
                                 &error),
                 &error);
            assert_non_null(factors[i].rule);
        }
    }
}

/* The rule's spread is the standard deviation of the uniform range; stiffness goes with the square of the frequency. */
static void ranges_are_those_of_the_rules(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    kamm_factor factor;
    load("nissan-micra", &car);
    must(kamm_read_factor("body.yaw_inertia_kgm2", &car.def, &factor, &error), &error);
    expect_near((factor.high - factor.low) / sqrt(12), 0.08 * car.def.body.yaw_inertia_kgm2, 1e-6);
    assert_string_equal(factor.rule, "yaw_index");
    must(kamm_read_factor("axles[0].suspension.spring_n_per_m", &car.def, &factor, &error), &error);
    expect_near((factor.high - factor.low) / sqrt(12),
                0.16 * car.def.axles[0].suspension.spring_n_per_m, 1e-6);
    must(kamm_read_factor("body.mass_kg=900:1100", &car.def, &factor, &error), &error);
    assert_true(factor.low == 900 && factor.high == 1100 && !factor.rule);
}

static void wrong_factors_are_refused(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    kamm_factor factor;
    load("nissan-micra", &car);
    assert_int_equal(kamm_read_factor("body.mass_kg", &car.def, &factor, &error),
                     KAMM_ERROR_UNKNOWN);
    assert_int_equal(kamm_read_factor("body.yaw_inertia", &car.def, &factor, &error),
                     KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "body.yaw_inertia_kgm2"));
    assert_int_equal(kamm_read_factor("body.mass_kg=2:1", &car.def, &factor, &error),
                     KAMM_ERROR_FORMAT);
    factor = (kamm_factor){.path = "body.mas_kg", .low = 900, .high = 1000};
    kamm_sensitivity_def def = {.test = "brake",
                                .car = &car,
                                .factor_count = 1,
                                .factors = &factor,
                                .options.rung = KAMM_RIGID2D};
    assert_null(kamm_find_sensitivity(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_UNKNOWN);
    factor = (kamm_factor){.path = "body.mass_kg", .low = 900, .high = 900};
    assert_null(kamm_find_sensitivity(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    factor.high = 1000;
    def.samples = 1;
    assert_null(kamm_find_sensitivity(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    def.test = "brakes";
    def.samples = 2;
    assert_null(kamm_find_sensitivity(&def, &error));
    assert_int_equal(error.code, KAMM_ERROR_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(morris_finds_the_groups_of_his_example),
        cmocka_unit_test(effects_are_those_of_the_grid),
        cmocka_unit_test(sobol_finds_the_shares_of_his_function),
        cmocka_unit_test(bands_are_those_of_the_distribution),
        cmocka_unit_test(missing_values_are_left_out),
        cmocka_unit_test(coasting_has_the_effects_of_its_closed_form),
        cmocka_unit_test(braking_has_the_band_of_its_friction),
        cmocka_unit_test(each_vehicle_has_factors_within_its_ranges),
        cmocka_unit_test(ranges_are_those_of_the_rules),
        cmocka_unit_test(wrong_factors_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
