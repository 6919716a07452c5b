/* Road tests at several rates of substeps: differences, orders of convergence, JSON. */
#include "support/cars.h"
#include "support/quick.h"

#include <math.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <kamm/io/lab.h>

static kamm_compared_rate rate_of(double substeps_per_s, double value)
{
    kamm_compared_rate rate = {.substeps_per_s = substeps_per_s};
    rate.result = (kamm_test_result){.test = kamm_find_road_test("brake"), .figure_count = 1};
    rate.result.figures[0] = (kamm_figure){"length_m", "m", "", value, "", NAN, ""};
    return rate;
}

static double order(double rate_1, double value_1, double rate_2, double value_2, double rate_3,
                    double value_3)
{
    const kamm_compared_rate rates[] = {rate_of(rate_1, value_1), rate_of(rate_2, value_2),
                                        rate_of(rate_3, value_3)};
    return kamm_convergence_order(rates, 3, 0);
}

/* -- orders ----------------------------------------------------------------------------------- */

/* f = 5 + c h^p at h, h/2 and h/4. */
static void the_order_is_the_power_of_the_substep(void **state)
{
    (void)state;
    for (int power = 1; power <= 4; ++power)
        for (double c = -0.3; c < 1; c += 0.6)
            expect_near(
                order(600, 5 + c, 1200, 5 + c * pow(0.5, power), 2400, 5 + c * pow(0.25, power)),
                power, 1e-6);
}

static void of_many_rates_the_highest_three_in_the_ratio_of_two_count(void **state)
{
    (void)state;
    const kamm_compared_rate rates[] = {rate_of(300, 9),    rate_of(600, 5.4),  rate_of(1000, 7),
                                        rate_of(1200, 5.2), rate_of(2400, 5.1), rate_of(9600, 5)};
    expect_near(kamm_convergence_order(rates, 6, 0), 1, 1e-9);
    assert_true(isnan(kamm_convergence_order(rates, 3, 0)));
    expect_near(kamm_convergence_order(rates, 4, 0), log2(3.6 / 0.2), 1e-9);
}

static void without_a_trend_there_is_no_order(void **state)
{
    (void)state;
    assert_true(isnan(order(600, 5, 1200, 5, 2400, 5)));               /* does not move */
    assert_true(isnan(order(600, 5, 1200, 6, 2400, 5.5)));             /* to and fro */
    assert_true(isnan(order(600, 5, 1200, 5.1, 2400, 5.3)));           /* more and more */
    assert_true(isnan(order(600, 5, 1200, 5.1, 2400, 5.1)));           /* no longer */
    assert_true(isnan(order(600, 5 + 3e-6, 1200, 5 + 1e-6, 2400, 5))); /* rounding */
    assert_true(isnan(order(600, NAN, 1200, 5.1, 2400, 5)));           /* not measured */
    assert_true(isnan(order(600, 5.4, 1300, 5.2, 2400, 5.1)));         /* other ratios */
}

/* -- differences ------------------------------------------------------------------------------ */

static double difference(double value, double reference)
{
    const kamm_compared_rate rates[] = {rate_of(600, value), rate_of(1200, reference)};
    return kamm_rate_difference_percent(rates, 2, 0, 0);
}

static void a_difference_is_in_per_cent_of_the_last_rate(void **state)
{
    (void)state;
    expect_near(difference(5.5, 5), 10, 1e-9);
    expect_near(difference(4.5, 5), -10, 1e-9);
    expect_near(difference(-4.5, -5), 10, 1e-9); /* larger is positive below 0 too */
    expect_near(difference(0, 0), 0, 0);
    assert_true(isnan(difference(1, 0)));
    assert_true(isnan(difference(NAN, 5)));
    assert_true(isnan(difference(5, NAN)));
}

/* -- driven ----------------------------------------------------------------------------------- */

static kamm_vehicle_file road_car(void)
{
    kamm_vehicle_file file = {.id = "test-car", .def = kamm_default_vehicle()};
    return file;
}

static void compare(const char *test, const double *substeps_per_s, int count,
                    kamm_compared_rate *rates)
{
    kamm_vehicle_file file = road_car();
    kamm_error error;
    for (int i = 0; i < count; ++i)
        if (kamm_compare_rate(test, &file, NULL, substeps_per_s[i], &rates[i], &error))
            fail_msg("%s", error.text);
}

static void the_car_is_driven_at_the_rate(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_file file = road_car();
    kamm_test_result alone;
    kamm_error error;
    kamm_compared_rate rates[2];
    compare("turning-circle", (const double[]){600, 1200}, 2, rates);
    file.def.stepping.substeps_per_s = 600;
    if (kamm_run_test("turning-circle", &file, NULL, &alone, &error)) fail_msg("%s", error.text);
    assert_true(rates[0].result.figures[0].value == alone.figures[0].value);
    assert_true(rates[1].result.figures[0].value != alone.figures[0].value);
    expect_near(kamm_rate_difference_percent(rates, 2, 0, 0), 0, 0.1);
}

static void braking_converges_with_the_first_order(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_compared_rate rates[3];
    compare("brake", (const double[]){600, 1200, 2400}, 3, rates);
    expect_near(kamm_rate_difference_percent(rates, 3, 0, 0), 0, 0.2);
    expect_near(kamm_rate_difference_percent(rates, 3, 1, 0), 0, 0.1);
    expect_near(kamm_convergence_order(rates, 3, 0), 1, 0.2);
}

static void what_is_no_rate_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_file file = road_car();
    kamm_compared_rate rate;
    kamm_error error;
    assert_int_equal(kamm_compare_rate("brake", &file, NULL, 0, &rate, &error), KAMM_ERROR_RANGE);
    assert_string_equal(error.path, "stepping.substeps_per_s");
    assert_int_equal(kamm_compare_rate("brake", &file, NULL, 50, &rate, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "50, but the rung full needs at least 60"));
}

static void rates_are_written_as_json(void **state)
{
    (void)state;
    static char text[8192];
    const kamm_compared_rate rates[] = {rate_of(600, 5.4), rate_of(1200, 5.1), rate_of(2400, 5)};
    FILE *out = fmemopen(text, sizeof text, "w");
    kamm_error error;
    assert_int_equal(kamm_write_rates(rates, 3, 0, "a \"car\"", out, &error), KAMM_OK);
    fclose(out);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    assert_string_equal(cJSON_GetObjectItem(json, "car")->valuestring, "a \"car\"");
    assert_string_equal(cJSON_GetObjectItem(json, "rung")->valuestring, "full");
    expect_near(cJSON_GetObjectItem(json, "reference_substeps_per_s")->valuedouble, 2400, 0);
    cJSON *figure = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "figures"), "length_m");
    expect_near(cJSON_GetObjectItem(figure, "order")->valuedouble, log2(3), 1e-9);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(figure, "published")));
    cJSON *all = cJSON_GetObjectItem(json, "rates"), *first = cJSON_GetArrayItem(all, 0);
    assert_int_equal(cJSON_GetArraySize(all), 3);
    figure = cJSON_GetObjectItem(cJSON_GetObjectItem(first, "figures"), "length_m");
    expect_near(cJSON_GetObjectItem(figure, "value")->valuedouble, 5.4, 0);
    expect_near(cJSON_GetObjectItem(figure, "difference_percent")->valuedouble, 8, 1e-9);
    cJSON_Delete(json);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_the_power_of_the_substep),
        cmocka_unit_test(of_many_rates_the_highest_three_in_the_ratio_of_two_count),
        cmocka_unit_test(without_a_trend_there_is_no_order),
        cmocka_unit_test(a_difference_is_in_per_cent_of_the_last_rate),
        cmocka_unit_test(the_car_is_driven_at_the_rate),
        cmocka_unit_test(braking_converges_with_the_first_order),
        cmocka_unit_test(what_is_no_rate_is_refused),
        cmocka_unit_test(rates_are_written_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
