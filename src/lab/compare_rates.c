/* A road test at several rates of substeps, side by side: what a rate costs in truth. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "lab/tests.h"

kamm_result kamm_compare_rate(const char *test, const kamm_vehicle_file *car,
                              const kamm_test_options *options, double substeps_per_s,
                              kamm_compared_rate *compared, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, test && car && compared, KAMM_ERROR_MISUSE);
    kamm_test_options at_rate = options ? *options : (kamm_test_options){0};
    at_rate.substeps_per_s = substeps_per_s;
    *compared = (kamm_compared_rate){.substeps_per_s = substeps_per_s};
    kamm_vehicle_def checked = car->def;
    kamm_result outcome = kamm_set_number(kamm_vehicle_table(), &checked, "stepping.substeps_per_s",
                                          substeps_per_s, error);
    if (outcome) return outcome; /* 0 is no rate here */
    return kamm_run_test(test, car, &at_rate, &compared->result, error);
}

double kamm_rate_difference_percent(const kamm_compared_rate *rates, int count, int rate,
                                    int figure)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(rates && rate >= 0 && rate < count, NAN);
    KAMM_REQUIRE(figure >= 0 && figure < rates[rate].result.figure_count, NAN);
    double value = rates[rate].result.figures[figure].value;
    double reference = rates[count - 1].result.figures[figure].value;
    if (!isfinite(value) || !isfinite(reference)) return NAN;
    if (value == reference) return 0;
    return reference == 0 ? NAN : 100 * (value - reference) / fabs(reference);
}

/* Returns the order of convergence from the values at a rate, at twice and at four times that rate. */
static double order_of(double first, double second, double third)
{
    double before = first - second, after = second - third;
    int is_meaningful = before * after > 0 && fabs(before) > fabs(after) &&
                        fabs(after) > 1e-6 * fabs(third); /* below that a float's rounding shows */
    return is_meaningful ? log2(before / after) : NAN;
}

static int find_rate(const kamm_compared_rate *rates, int count, double substeps_per_s)
{
    for (int i = 0; i < count; ++i)
        if (fabs(rates[i].substeps_per_s - substeps_per_s) < 1e-9 * substeps_per_s) return i;
    return -1;
}

double kamm_convergence_order(const kamm_compared_rate *rates, int count, int figure)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(rates && count > 0 && figure >= 0, NAN);
    KAMM_REQUIRE(figure < rates[count - 1].result.figure_count, NAN);
    for (int i = count - 1; i >= 0; --i) {
        int half = find_rate(rates, count, rates[i].substeps_per_s / 2);
        int quarter = find_rate(rates, count, rates[i].substeps_per_s / 4);
        if (half >= 0 && quarter >= 0)
            return order_of(rates[quarter].result.figures[figure].value,
                            rates[half].result.figures[figure].value,
                            rates[i].result.figures[figure].value);
    }
    return NAN;
}
